"""The page for operators names the settings, the metrics and the commands that there are."""

import re
from inspect import signature
from pathlib import Path

from kungen.cli.app import make_app
from kungen.cli.serving import serve_page
from kungen.server import settings
from kungen.server.metrics import make_metrics

TEXT = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def first_columns() -> list[str]:
    """What stands between the backquotes in the first column of each row of a table."""
    rows = re.findall(r"^\| (`[^|]*) \|", TEXT, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_every_setting_of_the_environment_is_told_of_and_no_other() -> None:
    names = map(str, vars(settings).values())
    there = {name for name in names if re.fullmatch("KUNGEN_[A-Z_]+", name)}
    assert {name for name in first_columns() if name.startswith("KUNGEN_")} == there


def test_every_option_of_serve_is_told_of_and_no_other() -> None:
    told = {name.split()[0] for name in first_columns() if name.startswith("--")}
    parameters = signature(serve_page).parameters
    assert told == {f"--{name.replace('_', '-')}" for name in parameters}


def test_every_metric_is_told_of_and_no_other() -> None:
    # A counter's samples have `_total` after its name, and a gauge that says since when.
    there = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in make_metrics().registry.collect()
    }
    assert {name for name in first_columns() if name.startswith("kungen_")} == there


def test_every_command_of_the_database_is_told_of_and_no_other() -> None:
    commands = {name for name in make_app()["db"] if not name.startswith("-")}
    told = [name.split()[2] for name in first_columns() if name.startswith("kungen db ")]
    assert sorted(told) == sorted(commands)

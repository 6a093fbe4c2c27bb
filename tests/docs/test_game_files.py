"""The page on the file of a game: it names every key, and its examples are the games."""

import json
import re
from pathlib import Path

import pytest

from kungen import GAMES, parse_rules
from kungen.keys import KEYS, OPTIONS, TABLES, FileKey
from tests.docs.transcripts import blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "games.md"
TEXT = PAGE.read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """The text under each heading that begins with a table's name."""
    parts = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    named = {re.match(r"`\[(\w+)\]`", part): part for part in parts}
    return {found[1]: part for found, part in named.items() if found} | {"": parts[1]}


def test_every_table_and_key_is_told_of() -> None:
    assert {*TABLES, ""} == {*sections()}
    for key in KEYS:
        row = re.search(rf"^\| (`\w+`, )*`{key.name}`[ ,]", sections()[key.table], re.MULTILINE)
        assert row or f", `{key.name}` |" in sections()[key.table], key.place


def table(text: str) -> list[list[str]]:
    """The rows of a table, without its head, as the texts between the bars."""
    rows = re.findall(r"^\| (`.*) \|$", text, re.MULTILINE)
    return [row.split(" | ") for row in rows]


@pytest.mark.parametrize(
    "key", [key for key in KEYS if key.table not in ("names", "score")], ids=lambda key: key.place
)
def test_what_a_key_left_out_means_is_told(key: FileKey) -> None:
    told = {row[0]: row[2] for row in table(sections()[key.table])}[f"`{key.name}`"]
    if key.required:
        assert told == "must be there"
    else:
        default: object = [] if key.default == () else key.default
        assert told.startswith(f"`{json.dumps(default)}`")


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.place)
def test_what_a_key_may_be_is_told(key: FileKey) -> None:
    told = {row[0]: row[1] for row in table(sections()[key.table])}.get(f"`{key.name}`", "")
    for choice in key.choices if key.kind in ("whole", "choice") else ():
        assert f'`"{choice}"`' in told
    if key.kind == "whole" and key.table not in ("", "score"):
        assert re.findall(r"`(\d+)`", told) == [str(key.low), str(key.high)]


def test_the_readme_names_every_game_in_three_languages_with_its_options() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = {row[0].strip("`"): row[1:] for row in table(readme)}
    assert {*rows} == {*GAMES}
    common = re.findall(r"`([\w-]+)`", rows["freecell"][3])
    for rules in GAMES.values():
        *names, options = rows[rules.id]
        assert names == [rules.names.sv, rules.names.da, rules.names.en]
        told = (common if "the same" in options else []) + re.findall(r"`([\w-]+)`", options)
        assert {*told} == {option.name for option in rules.options}


def test_every_option_is_told_of() -> None:
    told = re.search(r"^## Options\n(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL)
    assert told
    rows = {row[0].strip("`"): row[1] for row in table(told[1])}
    assert [*rows] == [key.name for key in OPTIONS]
    for key in OPTIONS:
        assert all(f"`{choice}`" in rows[key.name] for choice in key.choices)
        if key.kind == "whole":
            assert re.findall(r"\d+", rows[key.name]) == [str(key.low), str(key.high)]


@pytest.mark.parametrize(("place", "game"), [(0, "freecell"), (1, "klondike")])
def test_the_examples_are_the_games(place: int, game: str) -> None:
    files = [block for block in blocks(PAGE) if block.startswith("format")]
    assert len(files) == 2
    assert parse_rules(files[place]) == GAMES[game]

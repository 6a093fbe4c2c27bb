"""`solve --deals`: ranges of deals, told on standard output."""

import json
import os
import pty
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from kungen import Verdict
from kungen.bulk import DealResult
from kungen.cli.ranging import progress

Kungen = Callable[..., Any]

PROGRAM = [sys.executable, "-m", "kungen", "solve", "--deals"]


def test_a_range_tells_of_the_deals_that_are_not_won(kungen: Kungen) -> None:
    done = kungen("solve", "--deals", "11980-11984", "--threads", "2")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "#11982 unsolvable: 29358 layouts, none left\n"
        "5 deals of freecell: 4 solved, 1 unsolvable, 0 undecided\n"
    )


def test_a_range_as_json_has_a_line_for_each_deal(kungen: Kungen) -> None:
    done = kungen("solve", "--deals", "1-3", "--game", "eight-off", "--json")
    assert done.status == 0
    assert done.err == "3 deals of eight-off: 3 solved, 0 unsolvable, 0 undecided\n"
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["deal"] for line in lines] == [1, 2, 3]
    for line in lines:
        assert (line["game"], line["verdict"], line["reason"]) == ("eight-off", "solved", "")
        assert line["moves"] > 40
        assert line["replayed"].startswith("core")


def test_a_range_cut_short_by_a_limit_says_so(kungen: Kungen) -> None:
    done = kungen("solve", "--deals", "11982-11982", "--nodes", "100")
    assert done.status == 1
    assert done.out == (
        "#11982 undecided: nodes\n1 deal of freecell: 0 solved, 0 unsolvable, 1 undecided\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "5"], "--deals is two numbers, such as 1-1000, not '5'"),
        (["--deals", "5-4"], "--deals begins with the smaller number: 4-5, not 5-4"),
        (["--deals", "0-4"], "a deal number is a whole number from 1 to 8589934591, not 0"),
        (["--deals", "1-4", "7"], "give a deal, a board text or --deals A-B, not two of them"),
        (["--deals", "1-4", "--seconds", "1"], "--seconds is for one deal"),
        (["7", "--threads", "2"], "--threads goes with --deals"),
    ],
)
def test_a_range_that_makes_no_sense_is_refused(
    kungen: Kungen, arguments: list[str], said: str
) -> None:
    done = kungen("solve", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_ctrl_c_ends_a_range_with_what_is_known(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = DealResult.facts

    def interrupted(self: DealResult) -> dict[str, str | int]:
        if self.number == 3:
            raise KeyboardInterrupt
        return facts(self)

    monkeypatch.setattr(DealResult, "facts", interrupted)
    done = kungen("solve", "--deals", "1-100000", "--json")
    assert done.status == 130
    assert [json.loads(line)["deal"] for line in done.out.splitlines()] == [1, 2]
    assert done.err == "2 deals of freecell: 2 solved, 0 unsolvable, 0 undecided\n"


def at_a_terminal(*arguments: str) -> tuple[str, str]:
    """What a search prints into a pipe, and what it shows on a terminal beside it."""
    terminal, other_side = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=other_side, text=True
    ) as process:
        os.close(other_side)
        shown = b""
        try:
            while some := os.read(terminal, 4096):
                shown += some
        except OSError:  # how Linux says that the other side has closed
            pass
        out, _ = process.communicate()
    os.close(terminal)
    assert process.returncode == 0
    return out, shown.decode()


def test_a_terminal_is_shown_how_far_it_is_and_the_records_go_where_they_belong() -> None:
    out, shown = at_a_terminal("11980-11984", "--json")
    assert [json.loads(line)["deal"] for line in out.splitlines()] == [*range(11980, 11985)]
    assert "5 of 5 deals, " in shown
    assert " a second, 0:00:00 left: 4 solved, 1 unsolvable, 0 undecided" in " ".join(shown.split())
    assert '"deal"' not in shown
    assert shown.endswith("5 deals of freecell: 4 solved, 1 unsolvable, 0 undecided\r\n")


@pytest.mark.parametrize(
    ("done", "before", "seconds", "shown"),
    [
        (0, 0, 0.0, "0 of 2000 deals: "),
        (500, 500, 60.0, "500 of 2000 deals: "),
        (1000, 500, 0.1, "1000 of 2000 deals, 5000 a second, 0:00:00 left: "),
        (1000, 990, 20.0, "1000 of 2000 deals, 0.5 a second, 0:33:20 left: "),
        (1, 0, 1e15, "1 of 2000 deals, 0.0 a second, 10000 days, 0:00:00 left: "),
    ],
)
def test_the_pace_is_that_of_this_run(done: int, before: int, seconds: float, shown: str) -> None:
    counts = Counter({Verdict.SOLVED: done})
    verdicts = f"{done} solved, 0 unsolvable, 0 undecided"
    assert progress(counts, 2000, before, seconds) == shown + verdicts

"""Small boards, each of which gets a wrong verdict when one condition of a pruning is left out.

The names say what the solver must not do; docs/pruning has the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from kungen import GAMES, Rules, Verdict, _core, parse_layout, reference, replay
from kungen.solver import solve

PLAIN: Final = replace(GAMES["freecell"], cells=0, options=())
STATES: Final = {1: Verdict.SOLVED, 2: Verdict.UNSOLVABLE}
"""How a search of the core without limits ends."""


@dataclass(frozen=True, slots=True)
class Board:
    """A layout of a small deck and whether it can be won."""

    rules: Rules
    text: str
    verdict: Verdict


def won(text: str, ranks: int, **changes: Any) -> Board:
    """Return a board that can be won by FreeCell's rules without cells, but for the changes."""
    columns = sum(line.startswith(":") for line in text.splitlines())
    if "draw" in changes:
        changes["column_sizes"] = (1,) * columns
    return Board(replace(PLAIN, ranks=ranks, columns=columns, **changes), text, Verdict.SOLVED)


def lost(text: str, ranks: int, **changes: Any) -> Board:
    """Return a board that cannot be won."""
    return replace(won(text, ranks, **changes), verdict=Verdict.UNSOLVABLE)


KINGS: Final[dict[str, Any]] = {"empty_column": "king"}
RETURN: Final[dict[str, Any]] = {"empty_column": "king", "foundation_return": True}
ANY_RUN: Final[dict[str, Any]] = {"runs": "any-length"}

FORCED: Final = {
    "force a three up that a two must lie on": won(
        "Foundations: H-2 C-3 D-3 S-0\n:\n: AS 2S 3H\n: 3S", 3, **KINGS
    ),
    "force an ace up that a king must lie on": won(
        "Foundations: H-3 C-A D-A S-0\n:\n: 2S 3S AH\n: AS", 3, base=2, wrap=True, **KINGS
    ),
    "take a two for one of the lowest where the base is another": won(
        "Foundations: H-A C-2 D-2 S-0\n: 3S AS\n: 2S\n: 2H", 3, base=3, **KINGS
    ),
    "take an ace for one of the lowest where the build wraps": won(
        "Foundations: H-3 C-3 D-0 S-0\nFreecells: 3S\n: 3D AS\n: 2S AD 2D", 3, cells=1, wrap=True
    ),
    "force a king up that came down for a queen": won(
        "Foundations: H-5 C-5 D-2 S-5\n:\n: 5D\n: 3D 4D", 5, **RETURN
    ),
    "force a king up that came down for what will lie on its queen": won(
        "Foundations: H-4 C-4 D-4 S-0\n: 4S AS 2S 3S\n:\n:", 4, **RETURN
    ),
    "force cards up that may come down where the base is another": won(
        "Foundations: H-2 C-2 D-3 S-2\n:\n: 2D\n: 4D AD", 4, base=3, **RETURN
    ),
    "force cards up that may come down where the build wraps": won(
        "Foundations: H-3 C-3 D-2 S-0\n: 3D AS 2S\n: 3S",
        3, wrap=True, foundation_return=True, **ANY_RUN,
    ),
    "force cards up out of a waste that is drawn three at a time": won(
        "Foundations: H-A C-3 D-3 S-4\nStock: 4D 2H 4H\nWaste: 4C\n: 3H", 4, build="suit", draw=3
    ),
    "force cards up out of a stock that cannot be turned over": won(
        "Foundations: H-4 C-4 D-0 S-2\nStock: 4D 3D 3S\n: 4S\n: AD 2D\n:",
        4, build="suit", draw=1, passes=1, **KINGS,
    ),
}  # fmt: skip

EQUAL: Final = {
    "leave out a part of a column into an empty one": won(
        "Foundations: H-3 C-3 D-3 S-A\n: 2S 3S\n:", 3
    ),
    "lose that a card was turned up": won(
        "Foundations: H-3 C-0 D-3 S-2\n: AC 3C\n: <2C> 3S",
        3, build="suit", column_sizes=(11, 1), hidden=(1, 0), **ANY_RUN,
    ),
    "lose how often the stock was turned over": lost(
        "Foundations: H-A C-6 D-6 S-6\nWaste: 4H 6H 2H 3H\n: 5H", 6, draw=1, passes=2
    ),
}  # fmt: skip

DRAWN: Final = {
    "never turn over to get at a card": won(
        "Foundations: H-4 C-4 D-A S-4\nWaste: 2D 4D\nTurned over: 1\n: 3D", 4, draw=1, passes=3
    ),
    "turn over once more than the passes allow": lost(
        "Foundations: H-4 C-4 D-4 S-A\nWaste: 2S 4S 3S\nTurned over: 1\n:", 4, draw=1, passes=2
    ),
    "forget the turnings over while there is a stock": lost(
        "Foundations: H-5 C-5 D-5 S-0\nStock: 2S 4S AS\nTurned over: 1\n: 5S\n: 3S",
        5, draw=1, passes=2,
    ),
    "forget the place of the next card when three are drawn": won(
        "Foundations: H-0 C-3 D-3 S-3\nStock: 3H\nWaste: AH\n: 2H", 3, draw=3
    ),
}  # fmt: skip

TWINS: Final = {
    "exchange what lies on twins where there are cells": won(
        "Foundations: H-4 C-2 D-A S-2\nFreecells: 3D\n: 3S 2D 3C 4C\n: 4D 4S", 4, cells=1, **ANY_RUN
    ),
    "exchange what lies on twins where the build wraps": won(
        "Foundations: H-0 C-3 D-0 S-3\n: AD 3D 2H AH\n: 2D 3H",
        3, wrap=True, foundation_return=True, **ANY_RUN,
    ),
    "exchange long runs on twins where the capacity is small": won(
        "Foundations: H-5 C-5 D-A S-5\n: 2D 5D 3D\n:\n:\n: 4D", 5, **RETURN
    ),
    "exchange runs on twins where single cards move": won(
        "Foundations: H-5 C-5 D-A S-5\n: 2D 5D 3D\n:\n:\n: 4D", 5, runs="single", **RETURN
    ),
    "take the two cards of one colour for twins where the suit counts": won(
        "Foundations: H-3 C-0 D-3 S-0\n: AS AC 3C 2S\n: 2C\n: 3S", 3, build="suit", **ANY_RUN
    ),
    "exchange what lies on twins and is no run": won(
        "Foundations: H-A C-3 D-2 S-3\n: 3D 2H 3H\n:", 3, **ANY_RUN
    ),
    "put what is no run onto the other twin": lost(
        "Foundations: H-3 C-0 D-3 S-2\n: 3S AC 2C\n: 3C", 3, **ANY_RUN
    ),
    "exchange what lies on a card and on its twin on the foundation": won(
        "Foundations: H-4 C-4 D-0 S-4\n: 3D\n: 4D AD 2D\n:", 4, **RETURN, **ANY_RUN
    ),
    "exchange what lies on a card and on its twin in the waste": won(
        "Foundations: H-4 C-A D-4 S-4\nWaste: 2C 4C\nTurned over: 1\n: 3C",
        4, draw=1, passes=3, **ANY_RUN,
    ),
    "take a hidden card for one that a run is built on": won(
        "Foundations: H-3 C-6 D-6 S-4\n:\n:\n: <4H> <5S> <6S> <5H> 6H",
        6, column_sizes=(22, 1, 1), hidden=(1, 0, 0), **RETURN, **ANY_RUN,
    ),
    "take a card for one that a run is built on because it lies below": won(
        "Foundations: H-3 C-3 D-3 S-0\n:\n:\n: AS 3S 2S", 3, **RETURN, **ANY_RUN
    ),
    "leave out the exchange that sets a card free": won(
        "Foundations: H-3 C-0 D-3 S-4\n: 2C 4H 3C\n: AC 4C\n: 4D", 4, **ANY_RUN
    ),
}  # fmt: skip

SUIT: Final[dict[str, Any]] = {"build": "suit"}

JOINED: Final = {
    "put a card onto a host at once that another card needs": won(
        "Foundations: H-3 C-0 D-2 S-2\nFreecells: 3S 2C\n: AC 3D 3C", 3, cells=2, **ANY_RUN
    ),
    "keep cards together where they move one at a time": won(
        "Foundations: H-3 C-4 D-4 S-A\nFreecells: 3S\n: 4H\n:\n:\n: 2S 4S",
        4, cells=1, empty_column="king", runs="single", **SUIT,
    ),
    "put a card of the reserve onto its host at once": won(
        "Foundations: H-5 C-4 D-2 S-4\nReserve: 4D\n: 3D 5D 5S\n: 5C",
        5, reserve=1, **RETURN, **SUIT,
    ),
    "put a card of the last rank onto a base that must go up": won(
        "Foundations: H-2 C-0 D-A S-2\n: AC 2D 2C", 2, cells=1, wrap=True, **ANY_RUN, **SUIT
    ),
    "force cards of one suit up that may come down where the build wraps": won(
        "Foundations: H-0 C-2 D-0 S-A\nReserve: AD 4D\n: AH 4S\n: 2D 4C 3H 2H 3S 3C 4H\n: 3D 2S",
        4, reserve=2, wrap=True, foundation_return=True, **SUIT,
    ),
    "leave a card on its foundation that another must lie on": won(
        "Foundations: H-4 C-4 D-A S-4\n: 4D 2D 3D\n:", 4, **RETURN, **ANY_RUN
    ),
    "leave a card below another that was put onto it and must go up": won(
        "Foundations: H-4 C-4 D-3 S-A\nFreecells: 3S\n: 4S\n: 2S 4D", 4, cells=1, **KINGS
    ),
    "leave a card below two others that were put onto it": won(
        "Foundations: H-0 C-A D-3 S-4\nFreecells: 4C 3C\n:\n: AH 4H 3H 2C 4D 2H",
        4, cells=2, **KINGS,
    ),
    "leave a card on a host that its twin in a column must lie on": won(
        "Foundations: H-4 C-0 D-0 S-0\nFreecells: 3C\n: 4C AC 2D 3S 3D\n: 4D 2C\n: AD AS 2S 4S",
        4, cells=1, **KINGS,
    ),
    "leave a card on a host that its twin in a cell must lie on": won(
        "Foundations: H-A C-A D-A S-0\nFreecells: 3H 3D\n: 2C 4C AS 4S\n: 3S 4H 2H 3C 2D 2S 4D",
        4, cells=2, **KINGS,
    ),
    "put a king into an empty column that another king must have": won(
        "Foundations: H-4 C-4 D-2 S-A\nFreecells: 4S\n:\n: 2S 3D 3S 4D", 4, cells=1, **KINGS
    ),
}  # fmt: skip

BOARDS: Final = FORCED | EQUAL | DRAWN | TWINS | JOINED


@pytest.mark.parametrize("mistake", BOARDS)
def test_the_solver_does_not(mistake: str) -> None:
    case = BOARDS[mistake]
    layout = parse_layout(case.text, case.rules)
    assert reference.solve(layout).verdict is case.verdict
    search = _core.Solver(layout.rules.pack(), layout.pack(), 1 << 24, 0)
    assert STATES[search.step(100_000)] is case.verdict
    assert replay(layout, solve(layout).line).is_won() == (case.verdict is Verdict.SOLVED)

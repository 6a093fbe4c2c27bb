"""What clients send: starts, and lines that win."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import uuid4

from kungen import Move, deal, solve
from kungen.server.steps import encode_steps


def start(deal: int = 617, **changes: Any) -> dict[str, Any]:
    """The body of a start, each time another play of another installation."""
    usual = {"uuid": str(uuid4()), "installation": str(uuid4()), "game": "freecell"}
    return {**usual, "deal": deal, "measure": 1, "daily": None, **changes}


def win(deal: int = 617, game: str = "freecell", **changes: Any) -> dict[str, Any]:
    """The body of a win, by a line that the solver finds."""
    return {"steps": encode_steps(steps_of(line(deal, game))), "help": 0, "seconds": 300, **changes}


@cache
def line(number: int, game: str = "freecell") -> tuple[Move, ...]:
    """A line that wins a deal, without automatic moves."""
    found = solve(deal(number, game)).line
    assert found
    return tuple(found)


def steps_of(moves: tuple[Move, ...]) -> bytes:
    """The history record of moves, each a step of its own."""
    return b"".join(b"\1" + move.pack() for move in moves)

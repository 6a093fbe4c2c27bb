"""Verdicts: how a search goes about it, what it may use, and what it found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from kungen.moves import FOUNDATIONS, Move
from kungen.quoting import quoted

Strategy = Literal["complete", "fast", "short"]
"""How a search goes about it.

`complete` expands layouts until one wins or all that matter are expanded; `fast` first follows what
looks best, and is complete where that finds nothing; `short` looks for ever shorter lines until it
is stopped, and proves nothing.
"""
STRATEGIES: Final[tuple[Strategy, ...]] = ("complete", "fast", "short")
"""All strategies, in the order of their numbers in the core."""
DEFAULT_BYTES = 1 << 30
_MOST = 2**63 - 1
"""The largest number that the core counts with."""


class StrategyError(ValueError):
    """A strategy that there is not, or that does not suit the layout."""


class Verdict(Enum):
    """What is known of a layout: `UNDECIDED` is a search cut short, and never means lost."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a search may use at most; None is no limit.

    Nodes and bytes are whole numbers from 1 to 2^63 - 1, seconds a finite number above 0; others
    raise `ValueError`.

    >>> Limits(nodes=1000)
    Limits(nodes=1000, bytes=1073741824, seconds=None)
    """

    nodes: int | None = None
    """Layouts whose moves are tried."""
    bytes: int | None = DEFAULT_BYTES
    """Memory for the layouts that are kept."""
    seconds: float | None = None
    """Time by the clock."""

    def __post_init__(self) -> None:
        """Refuse limits that allow nothing, or are no numbers."""
        for name, number in (("nodes", self.nodes), ("bytes", self.bytes)):
            if number is not None:
                check_count(f"the limit of {name}", number)
        if self.seconds is not None and not _is_time(self.seconds):
            raise ValueError(
                f"the limit of seconds is {quoted(self.seconds)}; it must be a finite number"
                " above 0"
            )


def check_count(what: str, value: object) -> None:
    """Refuse what is no number of nodes or bytes.

    >>> check_count("the limit of nodes", 1.5)
    Traceback (most recent call last):
    ...
    ValueError: the limit of nodes is 1.5; it must be a whole number from 1 to 9223372036854775807
    """
    if type(value) is not int or not 1 <= value <= _MOST:
        raise ValueError(f"{what} is {quoted(value)}; it must be a whole number from 1 to {_MOST}")


def _is_time(value: object) -> bool:
    """Tell whether a value is a time that a clock can reach or at least be compared with."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value) and value > 0
    except OverflowError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a search found and what it used."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    """The moves that win, when the verdict is `SOLVED`."""
    reason: str = ""
    """What cut the search short, when it is `UNDECIDED`: nodes, bytes or seconds, cancelled, or
    width, when beams of a search for short lines found none and a wider one would not either."""
    nodes: int = 0
    """Layouts whose moves were tried."""
    bytes: int = 0
    """Memory for the layouts that were kept."""
    single_moves: int = 0
    """The length of the line in moves of single cards, as `Layout.expand` has them, those up among
    them."""

    @property
    def moves(self) -> int:
        """The length of the line as a game counts it at autoplay `all`.

        A move of a run counts one and a card that goes up nothing, not even one that can before the
        first move. A search for short lines sends
        every card up as soon as it can; the lines of others may keep cards back, and can be played
        like that only with autoplay off.
        """
        return sum(move.target not in FOUNDATIONS for move in self.line)

"""Verdicts: what a search may use, and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kungen.moves import Move  # noqa: TC001 - a record's types can be asked for

DEFAULT_BYTES = 1 << 30


class Verdict(Enum):
    """What is known of a layout: `UNDECIDED` is a search cut short, and never means lost."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a search may use at most; None is no limit.

    A limit that is not a number above 0 raises `ValueError`.

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
        """Refuse limits that allow nothing."""
        for name in ("nodes", "bytes", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the limit of {name} is {value!r}; it must be above 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a search found and what it used."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    """The moves that win, when the verdict is `SOLVED`."""
    reason: str = ""
    """The limit that cut the search short, when it is `UNDECIDED`: nodes, bytes or seconds."""
    nodes: int = 0
    """Layouts whose moves were tried."""
    bytes: int = 0
    """Memory for the layouts that were kept."""

"""The plain complete search: the oracle of every cleverer one.

It tries every legal move from every layout that it reaches, and leaves out only layouts that it
has reached before, columns unordered and cells a set. It prunes nothing else, so that what it
cannot win cannot be won.
"""

from __future__ import annotations

import heapq
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kungen.layout import Layout
from kungen.quoting import check_type
from kungen.replay import count_single_moves
from kungen.verdict import Limits, Result, Verdict

if TYPE_CHECKING:
    from kungen.layout import CanonicalKey
    from kungen.moves import Move


_BYTES_OF_PLACES = 200
"""About what the entries of one layout in the dictionary and in the heap take."""


@dataclass(slots=True)
class _Search:
    """The layouts reached, and those among them whose moves are still to be tried."""

    limits: Limits
    began: float
    came_from: dict[CanonicalKey, tuple[Layout, Move] | None] = field(default_factory=dict)
    """The layout before each one, and the move between; None for the start."""
    waiting: list[tuple[int, int, Layout]] = field(default_factory=list)
    """A heap: the layout with most cards on the foundations first, the newest of equals."""
    nodes: int = 0
    bytes: int = 0

    def reach(self, layout: Layout, origin: tuple[Layout, Move] | None) -> None:
        """Keep a layout unless it was reached before."""
        key = layout.canonical()
        if key not in self.came_from:
            self.came_from[key] = origin
            heapq.heappush(self.waiting, (-sum(layout.foundations), -len(self.came_from), layout))
            self.bytes += _bytes_of(layout)

    def limit_reached(self) -> str:
        """Return the name of the limit that is reached, "" when none is."""
        limits = self.limits
        if limits.nodes is not None and self.nodes >= limits.nodes:
            return "nodes"
        if limits.bytes is not None and self.bytes > limits.bytes:
            return "bytes"
        if limits.seconds is not None and time.monotonic() - self.began > limits.seconds:
            return "seconds"
        return ""

    def line_to(self, layout: Layout) -> tuple[Move, ...]:
        """Return the moves from the start to a layout that was reached."""
        moves: list[Move] = []
        while (origin := self.came_from[layout.canonical()]) is not None:
            layout, move = origin
            moves.append(move)
        return tuple(reversed(moves))

    def result(self, verdict: Verdict, reason: str = "") -> Result:
        """Return what was found without a win, with what was used."""
        return Result(verdict=verdict, reason=reason, nodes=self.nodes, bytes=self.bytes)

    def solved(self, line: tuple[Move, ...], single_moves: int) -> Result:
        """Return a win with what was used."""
        return Result(
            verdict=Verdict.SOLVED,
            line=line,
            nodes=self.nodes,
            bytes=self.bytes,
            single_moves=single_moves,
        )


def _bytes_of(layout: Layout) -> int:
    """Return about the memory that one more layout takes: itself, its key and its places.

    A move makes two columns; the others belong to the layout before as well.
    """
    longest = max(map(sys.getsizeof, layout.columns))
    outer = 2 * sys.getsizeof(layout.columns) + 2 * sys.getsizeof(layout.cells)
    others = sum(map(sys.getsizeof, (layout.hidden, layout.reserve, layout.stock, layout.waste)))
    return sys.getsizeof(layout) + 2 * longest + outer + others + _BYTES_OF_PLACES


def solve(layout: Layout, limits: Limits | None = None) -> Result:
    r"""Search for moves that win; without any within the limits, say whether that is proven.

    Layouts with most cards on the foundations come first. A proof that a layout cannot be won
    needs all layouts that can be reached from it: that is for small decks and late layouts.

    >>> from kungen.notation import parse_layout
    >>> solve(parse_layout("Foundations: H-K C-K D-K S-J\n: QS KS")).line
    (Move('column1', 'cell1'), Move('column1', 'foundationS'), Move('cell1', 'foundationS'))
    """
    check_type(layout, Layout, "a search starts from a Layout, not from")
    check_type(limits, Limits | None, "the limits of a search are Limits, not")
    search = _Search(limits or Limits(), time.monotonic())
    search.reach(layout, None)
    while search.waiting:
        reason = search.limit_reached()
        if reason:
            return search.result(Verdict.UNDECIDED, reason=reason)
        before = heapq.heappop(search.waiting)[2]
        if before.is_won():
            line = search.line_to(before)
            return search.solved(line, count_single_moves(layout, line))
        search.nodes += 1
        for move in before.legal_moves:
            search.reach(before.after(move), (before, move))
    return search.result(Verdict.UNSOLVABLE)

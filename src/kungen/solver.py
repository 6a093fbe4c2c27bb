"""The solver: a complete search by the native core, its answers checked by the law.

`solve` answers at once; a `Solver` can be stepped, watched and cancelled. Without the native
module `kungen.reference` gives the same answers, slowly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from kungen._core import Solver as CoreSolver
from kungen.layout import Layout, Move
from kungen.quoting import check_type
from kungen.replay import ReplayError, replay
from kungen.verdict import Limits, Result, Verdict, check_count

_STEP_NODES = 2000
"""Layouts between two looks at the clock: a few milliseconds."""
NO_BYTES_LIMIT = 2**63
"""What the core takes for no limit of bytes."""

_RUNNING, _SOLVED, _UNSOLVABLE, _OUT_OF_NODES, _OUT_OF_BYTES = range(5)
_REASONS = {_OUT_OF_NODES: "nodes", _OUT_OF_BYTES: "bytes"}


class SolverError(RuntimeError):
    """The core gave a line that does not win: a fault of the program, never of the layout."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    nodes: int
    """Layouts whose moves were tried."""
    states: int
    """Layouts kept."""
    bytes: int
    """Memory in use."""


def unpack_line(packed: bytes) -> tuple[Move, ...]:
    """Return the moves of a line, three bytes each, as the core gives it.

    >>> unpack_line(Move("column1", "cell1").pack()) == (Move("column1", "cell1"),)
    True
    """
    return tuple(Move.unpack(packed[at : at + 3]) for at in range(0, len(packed), 3))


class Solver:
    """A search that goes on when it is told to; one thread at a time may tell it.

    >>> from kungen.deals import deal
    >>> solver = Solver(deal(617))
    >>> while solver.result is None:
    ...     solver.step(1000)
    >>> solver.result.verdict
    <Verdict.SOLVED: 'solved'>
    """

    __slots__ = ("_core", "_deadline", "_layout", "_result", "_seconds")

    def __init__(self, layout: Layout, limits: Limits | None = None) -> None:
        """Prepare a search from a layout; the clock of a time limit starts with the first step."""
        check_type(layout, Layout, "a search starts from a Layout, not from")
        check_type(limits, Limits | None, "the limits of a search are Limits, not")
        limits = limits or Limits()
        self._layout = layout
        self._seconds = limits.seconds
        self._deadline: float | None = None
        self._result: Result | None = None
        self._core = CoreSolver(
            layout.rules.pack(),
            layout.pack(),
            limits.bytes or NO_BYTES_LIMIT,
            limits.nodes or 0,
        )

    @property
    def progress(self) -> Progress:
        """How far the search has come."""
        return Progress(*self._core.progress())

    @property
    def result(self) -> Result | None:
        """What the search found, None while it is not ended."""
        return self._result

    def step(self, nodes: int = _STEP_NODES) -> None:
        """Try the moves of so many more layouts, fewer when the search ends; else `ValueError`.

        A line that does not win by the law's own replay raises `SolverError`.
        """
        check_count("the number of layouts", nodes)
        if self._result is not None:
            return
        if self._seconds is not None and self._deadline is None:
            self._deadline = time.monotonic() + self._seconds
        state = self._core.step(nodes)
        if state != _RUNNING:
            self._result = self._conclude(state)
        elif self._deadline is not None and time.monotonic() >= self._deadline:
            self._end("seconds")

    def cancel(self) -> None:
        """End a search that has not ended: its verdict is `UNDECIDED`."""
        if self._result is None:
            self._end("cancelled")

    def _end(self, reason: str) -> None:
        self._result = self._result_of(Verdict.UNDECIDED, reason=reason)

    def _conclude(self, state: int) -> Result:
        if state == _SOLVED:
            return self._result_of(Verdict.SOLVED, line=self._checked_line())
        if state == _UNSOLVABLE:
            return self._result_of(Verdict.UNSOLVABLE)
        return self._result_of(Verdict.UNDECIDED, reason=_REASONS[state])

    def _checked_line(self) -> tuple[Move, ...]:
        """Return the core's line, played to its end under the law."""
        line = unpack_line(self._core.line())
        try:
            end = replay(self._layout, line)
        except ReplayError as error:
            raise SolverError(f"the solver's line is not legal: {error}") from error
        if not end.is_won():
            raise SolverError("the solver's line does not win")
        return line

    def _result_of(
        self, verdict: Verdict, *, line: tuple[Move, ...] = (), reason: str = ""
    ) -> Result:
        progress = self.progress
        return Result(
            verdict=verdict, line=line, reason=reason, nodes=progress.nodes, bytes=progress.bytes
        )


def solve(layout: Layout, limits: Limits | None = None) -> Result:
    """Search for a win from a layout, within limits.

    The verdict is `SOLVED` with a line that the law has replayed to a win, `UNSOLVABLE` once the
    search has tried everything, or `UNDECIDED` with the limit that was reached. A search can be
    broken off by Ctrl-C.

    >>> from kungen.deals import deal
    >>> solve(deal(11982)).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>
    >>> solve(deal(11982), Limits(nodes=100)).reason
    'nodes'
    """
    solver = Solver(layout, limits)
    while solver.result is None:
        solver.step()
    return solver.result

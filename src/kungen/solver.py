"""The solver: searches by the native core, their answers checked by the law.

`solve` answers at once; a `Solver` can be stepped, watched and cancelled. Without the native
module `kungen.reference` gives the answers of the complete search, slowly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from kungen._core import Solver as CoreSolver
from kungen.layout import Layout, Move
from kungen.quoting import check_type, quoted
from kungen.replay import ReplayError, count_single_moves, replay
from kungen.verdict import (
    STRATEGIES,
    Limits,
    Result,
    Strategy,
    StrategyError,
    Verdict,
    check_count,
)

_STEP_NODES = 2000
"""Layouts between two looks at the clock: a few milliseconds."""
NO_BYTES_LIMIT = 2**63
"""What the core takes for no limit of bytes."""
_MOST_IN_COLUMN = 31
"""Cards of a column with which a layout still fits a board."""

_RUNNING, _SOLVED, _UNSOLVABLE, _OUT_OF_NODES, _OUT_OF_BYTES, _GAVE_UP = range(6)
_REASONS = {_OUT_OF_NODES: "nodes", _OUT_OF_BYTES: "bytes", _GAVE_UP: "width"}


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

    __slots__ = ("_core", "_deadline", "_layout", "_line", "_packed", "_result", "_seconds")

    def __init__(
        self, layout: Layout, limits: Limits | None = None, *, strategy: Strategy = "complete"
    ) -> None:
        """Prepare a search from a layout; the clock of a time limit starts with the first step.

        A strategy that there is not, and `short` where there are a stock, cards face down or
        foundations that begin with another card than the ace, unless builds are in suit and wrap,
        raise `StrategyError`.
        """
        check_type(layout, Layout, "a search starts from a Layout, not from")
        check_type(limits, Limits | None, "the limits of a search are Limits, not")
        limits = limits or Limits()
        self._layout = layout
        self._seconds = limits.seconds
        self._deadline: float | None = None
        self._result: Result | None = None
        self._packed = b""
        self._line: tuple[Move, ...] = ()
        self._core = _core_solver(layout, limits, strategy)

    @property
    def progress(self) -> Progress:
        """How far the search has come."""
        return Progress(*self._core.progress())

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that win, the fewest found so far; empty while none are found.

        A line that does not win by the law's own replay raises `SolverError`.

        >>> from kungen.deals import deal
        >>> solver = Solver(deal(1), strategy="short")
        >>> solver.step(2000)
        >>> replay(deal(1), solver.line).is_won()
        True
        """
        packed = self._core.line()
        if packed != self._packed:
            self._line = self._checked(unpack_line(packed))
            self._packed = packed
        return self._line

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
        if state == _UNSOLVABLE:
            self._result = self._result_of(Verdict.UNSOLVABLE)
        elif state != _RUNNING:
            self._end(_REASONS.get(state, ""))
        elif self._deadline is not None and time.monotonic() >= self._deadline:
            self._end("seconds")

    def cancel(self) -> None:
        """End a search that has not ended: solved when it has a line, and else `UNDECIDED`."""
        if self._result is None:
            self._end("cancelled")

    def _end(self, reason: str) -> None:
        """Conclude with the best line, or with the reason why there is none."""
        if self._core.line() or not reason:
            self._result = self._result_of(Verdict.SOLVED)
        else:
            self._result = self._result_of(Verdict.UNDECIDED, reason)

    def _checked(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return a line of the core, played to its end under the law."""
        try:
            end = replay(self._layout, line)
        except ReplayError as error:
            raise SolverError(f"the solver's line is not legal: {error}") from error
        if not end.is_won():
            raise SolverError("the solver's line does not win")
        return line

    def _result_of(self, verdict: Verdict, reason: str = "") -> Result:
        progress = self.progress
        line = self.line if verdict is Verdict.SOLVED else ()
        return Result(
            verdict=verdict,
            line=line,
            reason=reason,
            nodes=progress.nodes,
            bytes=progress.bytes,
            single_moves=count_single_moves(self._layout, line),
        )


def _core_solver(layout: Layout, limits: Limits, strategy: object) -> CoreSolver:
    if strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise StrategyError(f"{quoted(strategy)} is no strategy; these are: {known}")
    try:
        return CoreSolver(
            layout.rules.pack(),
            layout.pack(),
            limits.bytes or NO_BYTES_LIMIT,
            limits.nodes or 0,
            STRATEGIES.index(strategy),
        )
    except ValueError as error:
        for number, column in enumerate(layout.columns, 1):
            if len(column) > _MOST_IN_COLUMN and not layout.rules.has_stock:
                raise StrategyError(
                    f"the strategy {strategy!r} takes columns of at most {_MOST_IN_COLUMN} cards,"
                    f" and column {number} has {len(column)}"
                ) from error
        raise StrategyError(
            f"the strategy {strategy!r} is not for {layout.rules.key}: it takes no stock, no card"
            " face down, no foundation that begins with another card than the ace unless builds"
            " are in suit and wrap"
        ) from error


def solve(
    layout: Layout, limits: Limits | None = None, *, strategy: Strategy = "complete"
) -> Result:
    """Search for a win from a layout, within limits.

    The verdict is `SOLVED` with a line that the law has replayed to a win, `UNSOLVABLE` once the
    search has tried everything, or `UNDECIDED` with the limit that was reached. A search can be
    broken off by Ctrl-C.

    `short` always goes on to its limits, so give it seconds or nodes. It is solved as soon as any
    line is found, and its verdict is never `UNSOLVABLE`.

    >>> from kungen.deals import deal
    >>> solve(deal(11982)).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>
    >>> solve(deal(11982), Limits(nodes=100)).reason
    'nodes'
    >>> solve(deal(1), Limits(nodes=30_000), strategy="short").moves < 35
    True
    """
    solver = Solver(layout, limits, strategy=strategy)
    while solver.result is None:
        solver.step()
    return solver.result

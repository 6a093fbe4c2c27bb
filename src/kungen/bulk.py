"""Deals by the thousand: each is searched as if it were the only one, along what looks best first.

Every solution is replayed by the core's rules, apart from its search, and one in a hundred, chosen
by its number, by the law.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from kungen._core import solve_deals as solve_in_core
from kungen.deals import check_deal_number, deal
from kungen.game_file import find_rules
from kungen.quoting import check_type
from kungen.replay import ReplayError, replay
from kungen.rules import Rules
from kungen.solver import NO_BYTES_LIMIT, SolverError, unpack_line
from kungen.verdict import Limits, Verdict, check_count

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future

    from kungen.layout import Move

_CHUNK = 50
"""Deals that a thread takes at a time: hardly ever more than a second, but in games with a stock,
where a thread takes one: a complete search of it may take minutes."""
_AHEAD = 2 * _CHUNK
"""Deals a thread that are given out: behind one that takes long the others go on."""
_VERDICTS = {
    1: (Verdict.SOLVED, ""),
    2: (Verdict.UNSOLVABLE, ""),
    3: (Verdict.UNDECIDED, "nodes"),
    4: (Verdict.UNDECIDED, "bytes"),
}
_SPREAD = 2_654_435_761
"""An odd number near 2^32 divided by the golden ratio: multiples of it are spread evenly."""
_REPLAYED = 2**32 // 100


class ThreadsError(RuntimeError):
    """The system starts no more threads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """What a search found of a deal, and what it used."""

    packed_line: bytes = field(default=b"", repr=False)
    """The moves that win, three bytes each, when the verdict is `SOLVED`."""
    number: int
    verdict: Verdict
    reason: str = ""
    """The limit that cut the search short, when it is `UNDECIDED`: nodes or bytes."""
    nodes: int = 0
    """Layouts whose moves were tried, those of all stages together."""
    states: int = 0
    """Layouts that the complete search kept, 0 when it was not needed: what a proof exhausted."""
    bytes: int = 0
    """Memory for the layouts that were kept."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that win."""
        return unpack_line(self.packed_line)

    @property
    def replayed(self) -> str:
        """What has played the line to a win: the core's rules, or the law, too."""
        if self.verdict is not Verdict.SOLVED:
            return ""
        return "core, law" if _is_sample(self.number) else "core"

    def facts(self) -> dict[str, str | int]:
        """All of it but the line, as JSON has it.

        >>> [one.facts()["verdict"] for one in solve_deals("freecell", 1, 3)]
        ['solved', 'solved']
        """
        return {
            "deal": self.number,
            "verdict": self.verdict.value,
            "reason": self.reason,
            "moves": len(self.packed_line) // 3,
            "nodes": self.nodes,
            "states": self.states,
            "bytes": self.bytes,
            "replayed": self.replayed,
        }


def solve_deals(
    game: str | Rules,
    start: int,
    stop: int,
    *,
    threads: int = 1,
    limits: Limits | None = None,
) -> Generator[DealResult, None, None]:
    """Search for wins of the deals from *start* up to, and without, *stop*, one after the other.

    The limits hold for each deal; a limit of seconds is none here and raises `ValueError`, as do
    numbers that are no deals of the game (`DealError`). Results come in the order of the numbers,
    whatever the threads, and are the same with any number of them. Closing the generator does not
    wait for the deals that the threads are searching. A solution that does not win raises
    `kungen.solver.SolverError`, more threads than the system starts `ThreadsError`.

    >>> found = list(solve_deals("freecell", 11981, 11984))
    >>> [(one.number, one.verdict.value) for one in found]
    [(11981, 'solved'), (11982, 'unsolvable'), (11983, 'solved')]
    >>> found[1].states
    29358
    """
    rules = find_rules(game) if isinstance(game, str) else game
    check_type(rules, Rules, "a game is a key or Rules, not")
    check_type(limits, Limits | None, "the limits of a search are Limits, not")
    check_count("the number of threads", threads)
    check_type(stop, int, "deals in a row end before a whole number, not")
    limits = limits or Limits()
    if limits.seconds is not None:
        raise ValueError("a limit for each of many deals is one of nodes or bytes, not seconds")
    check_deal_number(start)
    if stop > start:
        check_deal_number(stop - 1)
    return _solve(rules, start, stop, threads, limits)


def _solve(
    rules: Rules, start: int, stop: int, threads: int, limits: Limits
) -> Generator[DealResult, None, None]:
    """Solve chunk by chunk, no more of them at a time than keep the threads busy."""
    size = 1 if rules.has_stock else _CHUNK
    chunks = iter(range(start, stop, size))
    executor = ThreadPoolExecutor(threads)

    def submit(first: int) -> Future[list[DealResult]]:
        try:
            return executor.submit(_solve_chunk, rules, limits, first, min(stop, first + size))
        except RuntimeError as error:
            raise ThreadsError(f"{threads} threads cannot be started: {error}") from error

    try:
        waiting = deque(map(submit, islice(chunks, threads * _AHEAD // size)))
        while waiting:
            found = waiting.popleft().result()
            waiting.extend(map(submit, islice(chunks, 1)))
            yield from found
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _solve_chunk(rules: Rules, limits: Limits, first: int, stop: int) -> list[DealResult]:
    """Solve the deals of a chunk."""
    bytes_limit = limits.bytes or NO_BYTES_LIMIT
    found = solve_in_core(rules.pack(), first, stop - first, bytes_limit, limits.nodes or 0)
    numbers = range(first, stop)
    return [_checked(rules, number, one) for number, one in zip(numbers, found, strict=True)]


def _checked(
    rules: Rules, number: int, found: tuple[int, int, int, int, bytes, bool]
) -> DealResult:
    """Return a result whose line, if there is one, wins."""
    state, nodes, states, used, line, wins = found
    verdict, reason = _VERDICTS[state]
    result = DealResult(
        number=number,
        verdict=verdict,
        reason=reason,
        nodes=nodes,
        states=states,
        bytes=used,
        packed_line=line,
    )
    if verdict is not Verdict.SOLVED:
        return result
    if not wins or (_is_sample(number) and not _wins(rules, result)):
        raise SolverError(f"the solver's line for deal {number} does not win")
    return result


def _is_sample(number: int) -> bool:
    """Tell whether a deal is one of the hundredth that the law replays."""
    return number * _SPREAD % 2**32 < _REPLAYED


def _wins(rules: Rules, result: DealResult) -> bool:
    """Tell whether the law plays the line to a win."""
    try:
        return replay(deal(result.number, rules), result.line).is_won()
    except ReplayError:
        return False

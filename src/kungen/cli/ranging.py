"""`solve --deals`: which deals of a range can be won."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.live import Live
from rich.text import Text

from kungen import Verdict
from kungen.cli.errors import STATUS_INTERRUPTED, Failure, UsageError
from kungen.cli.source import parse_deal_number
from kungen.cli.streams import complain, say
from kungen.cli.survey import Survey
from kungen.quoting import counted, quoted

if TYPE_CHECKING:
    from kungen.bulk import DealResult

RANGE: Final = re.compile(r"([^-]*)-([^-]*)", re.DOTALL)
STATUS_UNDECIDED: Final = 1
FAST: Final = 10
"""Deals a second whose fractions nobody cares for."""
LONGEST_TIME: Final = timedelta(days=10_000)


def parse_range(text: str) -> tuple[int, int]:
    """Read the first and the last number of a range; `UsageError` when it is none.

    >>> parse_range("1-32000")
    (1, 32000)
    """
    found = RANGE.fullmatch(text)
    if found is None:
        raise UsageError(f"--deals is two numbers, such as 1-1000, not {quoted(text)}")
    first, last = parse_deal_number(found[1]), parse_deal_number(found[2])
    if first > last:
        raise UsageError(f"--deals begins with the smaller number: {last}-{first}, not {text}")
    return first, last


def print_range(survey: Survey, *, threads: int, as_json: bool) -> int:
    """Solve the deals of a range, tell of each or of those not won, and return the exit status."""
    counts: Counter[Verdict] = Counter(dict.fromkeys(Verdict, 0))

    def tell(result: "DealResult") -> None:
        if as_json:
            say(json.dumps(survey.record(result)))
        elif result.verdict is not Verdict.SOLVED:
            say(_line(result))

    try:
        search_range(survey, counts, tell, threads=threads)
    except KeyboardInterrupt:
        complain(sums(survey, counts))
        return STATUS_INTERRUPTED
    (complain if as_json else say)(sums(survey, counts))
    return status_of(counts)


def search_range(
    survey: Survey,
    counts: Counter[Verdict],
    tell: Callable[["DealResult"], None],
    *,
    threads: int,
) -> None:
    """Solve the deals after those counted, tell of each and count it.

    A terminal is shown how far it is.
    """
    from kungen.bulk import ThreadsError, solve_deals  # noqa: PLC0415 - needs the native module

    start, before = monotonic(), counts.total()
    results = solve_deals(
        survey.rules, survey.first + before, survey.last + 1, threads=threads, limits=survey.limits
    )
    shown = Live(
        console=Console(stderr=True),
        get_renderable=lambda: Text(progress(counts, survey.deals, before, monotonic() - start)),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else what belongs there would go to the terminal
    )
    try:
        with closing(results), shown:
            for result in results:
                tell(result)
                counts[result.verdict] += 1
    except ThreadsError as error:
        raise Failure(f"--threads: {error}") from error


def progress(counts: Counter[Verdict], deals: int, before: int, seconds: float) -> str:
    """How far a search is that began with some deals done *before* and has taken *seconds*.

    >>> progress(Counter({Verdict.SOLVED: 30}), 100, 10, 4.0)
    '30 of 100 deals, 5.0 a second, 0:00:14 left: 30 solved, 0 unsolvable, 0 undecided'
    """
    done = counts.total()
    pace = (done - before) / seconds if seconds > 0 else 0.0
    parts = [f"{done} of {counted(deals, 'deal')}"]
    if pace > 0:
        left = min((deals - done) / pace, LONGEST_TIME.total_seconds())
        parts += [
            f"{pace:.0f} a second" if pace >= FAST else f"{pace:.1f} a second",
            f"{timedelta(seconds=round(left))} left",
        ]
    return f"{', '.join(parts)}: {_verdicts(counts)}"


def sums(survey: Survey, counts: Counter[Verdict]) -> str:
    """How many deals there were of each verdict."""
    return f"{counted(counts.total(), 'deal')} of {survey.rules.key}: {_verdicts(counts)}"


def status_of(counts: Counter[Verdict]) -> int:
    """The exit status of a search that came to its end."""
    return STATUS_UNDECIDED if counts[Verdict.UNDECIDED] else 0


def _line(result: "DealResult") -> str:
    """What is said of a deal that was not won."""
    undecided = result.verdict is Verdict.UNDECIDED
    why = result.reason if undecided else f"{counted(result.states, 'layout')}, none left"
    return f"#{result.number} {result.verdict.value}: {why}"


def _verdicts(counts: Counter[Verdict]) -> str:
    return ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)

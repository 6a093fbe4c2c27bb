"""`solve --deals`: which deals of a range can be won."""

import json
import re
from collections import Counter
from typing import Final

from rich.console import Console

from kungen import Limits, Rules, Verdict
from kungen.cli.errors import UsageError
from kungen.cli.source import parse_deal_number
from kungen.cli.streams import complain, say
from kungen.quoting import counted, quoted

RANGE: Final = re.compile(r"([^-]*)-([^-]*)", re.DOTALL)
STATUS_UNDECIDED: Final = 1
STATUS_INTERRUPTED: Final = 130
DEALS_BETWEEN_REPORTS: Final = 100


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


def solve_range(
    rules: Rules, deals: tuple[int, int], *, threads: int, limits: Limits, as_json: bool
) -> int:
    """Solve the deals of a range, tell of each or of those not won, and return the exit status."""
    from kungen.bulk import solve_deals  # noqa: PLC0415 - needs the native module

    first, last = deals
    verdicts: Counter[Verdict] = Counter()
    results = solve_deals(rules, first, last + 1, threads=threads, limits=limits)
    with Console(stderr=True).status("searching") as status:
        try:
            for result in results:
                verdicts[result.verdict] += 1
                if as_json:
                    say(json.dumps({"game": rules.key, **result.facts()}))
                elif result.verdict is not Verdict.SOLVED:
                    say(_line(result.number, result.verdict, result.reason, result.states))
                if verdicts.total() % DEALS_BETWEEN_REPORTS == 0:
                    status.update(f"searching: deal {result.number} of {last}")
        except KeyboardInterrupt:
            complain(_sum(rules, verdicts))
            return STATUS_INTERRUPTED
        finally:
            results.close()
    (complain if as_json else say)(_sum(rules, verdicts))
    return STATUS_UNDECIDED if verdicts[Verdict.UNDECIDED] else 0


def _line(number: int, verdict: Verdict, reason: str, states: int) -> str:
    """What is said of a deal that was not won."""
    why = reason if verdict is Verdict.UNDECIDED else f"{counted(states, 'layout')}, none left"
    return f"#{number} {verdict.value}: {why}"


def _sum(rules: Rules, verdicts: Counter[Verdict]) -> str:
    """How many deals there were of each verdict."""
    parts = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict)
    return f"{counted(verdicts.total(), 'deal')} of {rules.key}: {parts}"

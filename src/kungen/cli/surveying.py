"""`solve --deals --out`: what is found of a range, in a file, and gone on with where it is cut."""

from collections import Counter
from importlib.util import find_spec
from typing import Final

from rich.console import Console
from rich.text import Text

from kungen import Verdict
from kungen.cli.errors import STATUS_INTERRUPTED, Failure, UsageError
from kungen.cli.files import find_regular, label
from kungen.cli.journal import Journal, open_journal
from kungen.cli.ranging import search_range, status_of, sums
from kungen.cli.streams import complain, say
from kungen.cli.survey import Survey
from kungen.quoting import counted, quoted

LINES: Final = ".jsonl"
PARQUET: Final = ".parquet"


def check_name(name: str) -> None:
    """Refuse a file whose name does not say how it is written."""
    if not name.lower().endswith((LINES, PARQUET)):
        raise UsageError(f"--out is a file that ends in {LINES} or {PARQUET}, not {quoted(name)}")


def write_range(name: str, survey: Survey, *, threads: int) -> int:
    """Solve the deals of a range into a file, and return the exit status.

    Raises `Failure` when the file cannot be written, or is there and not of this survey.
    """
    if name.lower().endswith(PARQUET):
        return _write_parquet(name, survey, threads)
    with open_journal(name, survey) as journal:
        if journal.counts.total() == survey.deals:
            return _complete(name, survey, journal.counts)
        try:
            search_range(survey, journal.counts, journal.add, threads=threads)
        except KeyboardInterrupt:
            return _interrupted(journal)
    return _end(survey, journal.counts)


def _write_parquet(name: str, survey: Survey, threads: int) -> int:
    """Solve the deals into a file beside it, which grows, and make the one that is wanted of it."""
    if find_spec("pyarrow") is None:
        raise Failure(
            f"Parquet is an extra: pip install 'kungen[parquet]'; {LINES} goes without it"
        )
    from kungen.cli.parquet import read_verdicts, write_parquet  # noqa: PLC0415 - needs the extra

    place = find_regular(name)
    if place.exists():
        return _complete(name, survey, read_verdicts(name, place, survey))
    with open_journal(f"{name}.part", survey) as journal:
        try:
            if journal.counts.total() < survey.deals:
                search_range(survey, journal.counts, journal.add, threads=threads)
            with Console(stderr=True).status(Text(f"writing {label(name)}")):
                write_parquet(name, survey, journal.records())
        except KeyboardInterrupt:
            return _interrupted(journal)
    journal.path.unlink(missing_ok=True)
    return _end(survey, journal.counts)


def _complete(name: str, survey: Survey, counts: Counter[Verdict]) -> int:
    """Say that there is nothing left to do."""
    say(f"{label(name)} is complete")
    return _end(survey, counts)


def _interrupted(journal: Journal) -> int:
    """Say how far it came, and how to go on."""
    complain(sums(journal.survey, journal.counts))
    done, deals = journal.counts.total(), counted(journal.survey.deals, "deal")
    complain(f"{label(journal.name)} has {done} of {deals}; the same command goes on from there")
    return STATUS_INTERRUPTED


def _end(survey: Survey, counts: Counter[Verdict]) -> int:
    say(sums(survey, counts))
    return status_of(counts)

"""`perft`: the counts by which implementations of the rules are compared."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Annotated, TypeAlias

from cyclopts import App, Parameter

from kungen import Layout, distinct, perft
from kungen.cli.dealing import FRESH
from kungen.cli.errors import UsageError
from kungen.cli.numerals import parse_whole
from kungen.cli.source import FLAG, Source, find_layout
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.deals import LAST_DEAL
from kungen.perft import MOST_DEPTH

Count: TypeAlias = Callable[[Layout, int], int]


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        show_counts,
        name="perft",
        usage=usage("perft NUMBER DEPTH [OPTIONS]", "perft --board FILE DEPTH [OPTIONS]"),
        help_epilogue=examples(
            "kungen perft 617 3",
            "kungen perft 617 2 --distinct",
            "kungen perft 617 2 --reference",
            "kungen deal 617 | kungen perft --board - 2",
        ),
    )


def show_counts(
    number: Annotated[
        str | None,
        Parameter(help=f"The number of the deal, 1 to {LAST_DEAL}; left out with --board."),
    ] = None,
    depth: Annotated[str | None, Parameter(help=f"How many moves deep, 1 to {MOST_DEPTH}.")] = None,
    /,
    *,
    source: Source = FRESH,
    distinct: Annotated[
        bool, FLAG, Parameter(help="Count different layouts, not sequences of moves.")
    ] = False,
    reference: Annotated[
        bool, FLAG, Parameter(help="Count by the Python rules, not by the native core.")
    ] = False,
) -> None:
    """Count the sequences of legal moves of each length up to the depth."""
    if source.board is not None and depth is None:
        number, depth = None, number
    layout = find_layout(number, source)
    count = _counter(distinct=distinct, reference=reference)
    depths = range(1, _depth(depth) + 1)
    with _ended_by_interrupt():
        for moves in depths:
            say(f"{moves} {count(layout, moves)}")


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once: Python would hear of it after the core's count only."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _depth(text: str | None) -> int:
    if text is None:
        raise UsageError(f"give the depth, a whole number from 1 to {MOST_DEPTH}")
    return parse_whole(text, "the depth", 1, MOST_DEPTH)


def _counter(*, distinct: bool, reference: bool) -> Count:
    """What counts: the Python rules, or the native core where it is installed."""
    if reference or find_spec("kungen._core") is None:
        return _python_distinct if distinct else perft
    return _native_distinct if distinct else _native_perft


def _python_distinct(layout: Layout, depth: int) -> int:
    return distinct(layout, depth)


def _native_perft(layout: Layout, depth: int) -> int:
    from kungen import _core  # noqa: PLC0415 - not there in every installation

    return _core.perft(layout.rules.pack(), layout.pack(), depth)


def _native_distinct(layout: Layout, depth: int) -> int:
    from kungen import _core  # noqa: PLC0415 - not there in every installation

    return _core.distinct(layout.rules.pack(), layout.pack(), depth)

"""`solve`: whether a layout can be won, and how."""

import textwrap
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter
from rich.console import Console

from kungen import Game, Layout, Limits, Move, Result, Rules, Verdict, line_notation, save_game
from kungen.cli.dealing import FRESH
from kungen.cli.errors import STATUS_INTERRUPTED, Failure, UsageError
from kungen.cli.numerals import positive, whole
from kungen.cli.ranging import STATUS_UNDECIDED, parse_range, print_range
from kungen.cli.source import (
    FILE,
    USUAL_GAME,
    Json,
    Number,
    Source,
    find_game,
    find_layout,
    parse_deal_number,
)
from kungen.cli.streams import say
from kungen.cli.survey import Survey
from kungen.cli.surveying import check_name, write_range
from kungen.cli.wording import examples, usage
from kungen.game_file import known_key
from kungen.notation import MOVE_WORD
from kungen.quoting import counted
from kungen.verdict import Strategy, StrategyError

if TYPE_CHECKING:
    from kungen.solver import Solver

LINE_WIDTH: Final = 72
MEBIBYTE: Final = 2**20
LARGEST_LIMIT: Final = 10**12
MOST_THREADS: Final = 1000
NODES_BETWEEN_REPORTS: Final = 5_000
INTERRUPTED: Final = "interrupted"
USUAL_STRATEGY: Final[Strategy] = "complete"


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        solve,
        name="solve",
        usage=usage(
            "solve NUMBER [OPTIONS]", "solve --board FILE [OPTIONS]", "solve --deals A-B [OPTIONS]"
        ),
        help_epilogue=examples(
            "kungen solve 617",
            "kungen solve 617 --json",
            "kungen solve 617 --nodes 1000000 --memory 256 --seconds 10",
            "kungen solve 617 | kungen verify -",
            "kungen solve 617 --strategy short --seconds 1",
            "kungen solve 11982",
            "kungen solve 617 --game penguin | kungen verify -",
            "kungen solve --deals 11901-12000 --threads 2",
            "kungen solve --deals 1-1000 --out survey.jsonl",
        ),
    )


def solve(
    number: Number = None,
    /,
    *,
    source: Source = FRESH,
    nodes: Annotated[
        int | None,
        Parameter(
            converter=whole("--nodes", 1, LARGEST_LIMIT),
            help="Try the moves of at most so many layouts.",
        ),
    ] = None,
    memory: Annotated[
        int,
        Parameter(
            converter=whole("--memory", 1, LARGEST_LIMIT),
            help="Use at most so many MiB for layouts.",
        ),
    ] = 1024,
    seconds: Annotated[
        float | None,
        Parameter(
            converter=positive("--seconds", LARGEST_LIMIT), help="Search for at most so long."
        ),
    ] = None,
    strategy: Annotated[
        Strategy | None,
        Parameter(
            help="For one deal, complete when none is given; short: the longer, the shorter."
        ),
    ] = None,
    deals: Annotated[
        str | None,
        Parameter(metavar="A-B", help="Solve all deals from number A to number B."),
    ] = None,
    threads: Annotated[
        int,
        Parameter(converter=whole("--threads", 1, MOST_THREADS), help="With --deals: so many."),
    ] = 1,
    out: Annotated[
        str | None,
        FILE,
        Parameter(help="With --deals: write a record for each, .jsonl or .parquet."),
    ] = None,
    json: Json = False,
) -> int:
    """Search for moves that win, with every card known, those face down too.

    Prints a solution, or with --json a saved game: `kungen verify` reads both.

    With --deals it prints the deals not won, or with --json all, and their sums.

    With --out it writes all to a file; stopped, the same command goes on with it.

    The limits are for each deal.

    Exit status: 0 solved or unsolvable, 1 a limit was reached, 130 Ctrl-C.
    """
    limits = Limits(nodes=nodes, bytes=memory * MEBIBYTE, seconds=seconds)
    if deals is not None:
        _check_range(number, source, limits, strategy)
        survey = Survey(find_game(source.game), *parse_range(deals), limits)
        return _solve_range(survey, out, threads=threads, as_json=json)
    if threads > 1:
        raise UsageError("one deal is searched in one thread; --threads goes with --deals")
    if out is not None:
        raise UsageError("one deal is printed; --out goes with --deals")
    layout = find_layout(number, source)
    result = search(layout, limits, strategy or USUAL_STRATEGY)
    if json:
        say(_result_json(layout, result))
    else:
        say("\n".join(_report(number, layout, result, is_short=strategy == "short")))
    if result.verdict is not Verdict.UNDECIDED:
        return 0
    return STATUS_INTERRUPTED if result.reason == INTERRUPTED else STATUS_UNDECIDED


def _check_range(number: str | None, source: Source, limits: Limits, strategy: str | None) -> None:
    """Refuse what goes with one deal only."""
    if number is not None or source.board is not None:
        raise UsageError("give a deal, a board text or --deals A-B, not two of them")
    if limits.seconds is not None:
        raise UsageError("--seconds is for one deal; with --deals each has --nodes and --memory")
    if strategy is not None:
        raise UsageError("--strategy is for one deal; with --deals each is searched fast")


def _solve_range(survey: Survey, out: str | None, *, threads: int, as_json: bool) -> int:
    """Solve the deals of a range, to standard output or into a file."""
    if out is None:
        _check_core()
        return print_range(survey, threads=threads, as_json=as_json)
    if as_json:
        raise UsageError("give --json or --out FILE, not both: each has a record of every deal")
    check_name(out)
    _check_core()
    return write_range(out, survey, threads=threads)


def _check_core() -> None:
    """Say that there is no native module, where there is none."""
    if find_spec("kungen._core") is None:
        raise Failure(
            "the native module is missing, which the search needs; kungen.reference.solve "
            "searches without it, slowly"
        )


def search(layout: Layout, limits: Limits, strategy: Strategy = USUAL_STRATEGY) -> Result:
    """Search to the end or to Ctrl-C, and tell a terminal how far it is."""
    _check_core()
    from kungen.solver import Solver  # noqa: PLC0415 - needs the native module

    try:
        solver = Solver(layout, limits, strategy=strategy)
    except StrategyError as error:
        raise UsageError(f"--strategy: {error}") from None
    with Console(stderr=True).status("searching") as status:
        try:
            while solver.result is None:
                solver.step(NODES_BETWEEN_REPORTS)
                status.update(f"searching: {solver.progress.nodes} layouts tried")
        except KeyboardInterrupt:
            return _interrupted(solver)
    return solver.result


def _interrupted(solver: "Solver") -> Result:
    """What was found until Ctrl-C: the shortest line so far, when there is any."""
    solver.cancel()
    if solver.result is not None and solver.result.verdict is Verdict.SOLVED:
        return solver.result
    found = solver.progress
    return Result(
        verdict=Verdict.UNDECIDED, reason=INTERRUPTED, nodes=found.nodes, bytes=found.bytes
    )


def _report(number: str | None, layout: Layout, result: Result, *, is_short: bool) -> Iterator[str]:
    """The lines of a solution: the deal and the game, the verdict as a comment, the moves.

    With those of a short one come its lengths.
    """
    yield from _heading(number, layout.rules)
    yield f"; {_verdict(result)}"
    if is_short and result.verdict is Verdict.SOLVED:
        singles = counted(result.single_moves, "move")
        yield f"; {counted(result.moves, 'move')} at autoplay all, {singles} of single cards"
    yield from wrapped_line(layout, result.line)


def _heading(number: str | None, rules: Rules) -> Iterator[str]:
    """The deal with its game, which goes without saying when it is the usual one.

    A game of one's own, which a key does not tell, and the game of a board are in a comment.
    """
    key = known_key(rules)
    usual = key == USUAL_GAME
    if number is not None:
        deal = f"#{parse_deal_number(number)}"
        yield deal if key is None or usual else f"{deal} {key}"
    if key is None or (number is None and not usual):
        yield f"; game: {rules.key}"


def _verdict(result: Result) -> str:
    searched = f"{counted(result.nodes, 'layout')} tried"
    match result.verdict:
        case Verdict.SOLVED:
            return f"solved: {counted(len(result.line), 'move')}, {searched}"
        case Verdict.UNSOLVABLE:
            return f"unsolvable: no moves win, {searched}, none left"
        case Verdict.UNDECIDED:
            return f"undecided: {result.reason}, {searched}"


def wrapped_line(layout: Layout, line: Sequence[Move]) -> Iterator[str]:
    """The moves of a line: those in standard notation side by side, a line to each as JSON."""
    words = MOVE_WORD.findall(line_notation(line, layout))
    for json, some in groupby(words, lambda word: word.startswith("[")):
        group = list(some)
        yield from group if json else textwrap.wrap(" ".join(group), LINE_WIDTH)


def _result_json(layout: Layout, result: Result) -> str:
    """A saved game of the moves that win, with what else was found."""
    game = Game(layout, "off")
    for move in result.line:
        game.push(move)
    game.extras = {
        "verdict": result.verdict.value,
        "reason": result.reason,
        "nodes": result.nodes,
        "bytes": result.bytes,
        "moves": result.moves,
        "single_moves": result.single_moves,
    }
    return save_game(game)

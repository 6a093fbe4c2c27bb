"""`verify`: whether a solution or a saved game holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias, get_args

from cyclopts import App, Parameter

from kungen import Game, Layout, Rules, RulesError, find_rules, load_game, parse_move
from kungen import deal as deal_cards
from kungen.autoplay import Autoplay
from kungen.cli.dealing import FRESH
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text
from kungen.cli.source import FILE, Source, find_game, find_layout, parse_deal_number
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.deals import LAST_DEAL
from kungen.notation import MOVE_WORD, Bare
from kungen.quoting import counted, quoted

HEADING: Final = re.compile(
    r"\s*#\s*([^\s;]*)"
    r"(?:[^\S\n]+(?=[^\s:;]*[a-z]{4})(?!(?:draw|turn|column|cell|reserve|foundation|stock|waste)"
    r"[0-9cdhs]*(?:\s|$))([a-z0-9][^\s;]*))?",
    re.IGNORECASE,
)
"""The number of a deal, and perhaps the key of a game: a word of letters that begins no move."""
READINGS: Final[Mapping[Bare, str]] = MappingProxyType(
    {"most": "", "one": ", moves read as fc-solve writes them"}
)
"""Each reading of a bare move into an empty column, and how a sentence tells of it."""
COMMENT: Final = ";"

Level: TypeAlias = Annotated[
    Autoplay | None,
    Parameter(
        help="The autoplay that the moves were written for; each is tried when none is given."
    ),
]


@dataclass(frozen=True, slots=True)
class Word:
    """A move as written, and where: line and column from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line of a solution: the number of the deal, and the game when it is named."""

    number: int
    game: Rules | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A solution played with one level of autoplay in one reading, as far as it went."""

    level: Autoplay
    bare: Bare
    game: Game
    failure: str | None
    """Which move did not go, where and why; None when all went."""


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        verify,
        name="verify",
        usage=usage("verify FILE [OPTIONS]"),
        help_epilogue=examples(
            "kungen solve 617 > solution.txt",
            "kungen verify solution.txt",
            "kungen solve 617 | kungen verify - --autoplay off",
            "kungen solve 617 --json | kungen verify -",
        ),
    )


def verify(
    file: Annotated[
        str,
        FILE,
        Parameter(
            help="A solution, moves in standard notation or as JSON, or a saved game; - is stdin."
        ),
    ],
    /,
    *,
    deal: Annotated[
        str | None,
        Parameter(metavar="NUMBER", help=f"The number of the deal, 1 to {LAST_DEAL}."),
    ] = None,
    source: Source = FRESH,
    autoplay: Level = None,
) -> None:
    """Check that the moves in a file are legal and win.

    The first line may name the deal, as #617; else --deal or --board does.

    After the number it may name the game, as #617 penguin; else --game does.

    Text after a semicolon is a comment. A saved game says all of it itself.
    """
    if file == source.board == STANDARD:
        raise UsageError("the solution and the board cannot both come from standard input")
    text = read_text(file)
    if text.lstrip().startswith("{"):
        if deal is not None or source != FRESH or autoplay is not None:
            raise UsageError(
                f"{label(file)} is a saved game, which says it all: give no --deal, --game, "
                "--board or --autoplay"
            )
        say(_verify_saved(text, file))
        return
    heading, words = read_solution(text, file)
    if not words and heading is None and deal is None and source.board is None:
        raise Failure(f"{label(file)}: this is empty; a solution or a saved game is expected")
    start = _start(heading, deal, source)
    levels = get_args(Autoplay) if autoplay is None else (autoplay,)
    attempts = [_attempt(start, words, level, bare) for bare in READINGS for level in levels]
    say(_judge(attempts, label(file)))


def read_solution(text: str, name: str) -> tuple[Heading | None, list[Word]]:
    """What the first line names, None when it names no deal, and the moves.

    Raises `Failure` when the first line names something that is no deal or no game.
    """
    lines = text.split("\n")
    heading = HEADING.match(lines[0])
    if heading is None:
        return None, list(_words(lines))
    lines[0] = " " * heading.end() + lines[0][heading.end() :]
    if not heading[1]:
        raise Failure(f"{label(name)}: line 1: the number of the deal is missing after #")
    try:
        game = None if heading[2] is None else find_rules(heading[2])
        return Heading(parse_deal_number(heading[1]), game), list(_words(lines))
    except (UsageError, RulesError) as error:
        raise Failure(f"{label(name)}: line 1: {error}") from error


def _words(lines: Sequence[str]) -> Iterator[Word]:
    for number, line in enumerate(lines, 1):
        for found in MOVE_WORD.finditer(line.partition(COMMENT)[0]):
            yield Word(found[0], number, found.start() + 1)


def _start(heading: Heading | None, option: str | None, source: Source) -> Layout:
    """The layout that a solution begins with, named in one place only or twice alike."""
    if heading is None:
        if option is None and source.board is None:
            raise UsageError("the first line does not name the deal (#617): give --deal or --board")
        return find_layout(option, source)
    number = heading.number
    if source.board is not None or (option is not None and parse_deal_number(option) != number):
        raise UsageError(f"the first line names deal #{number}: give no other with an option")
    rules = heading.game
    if rules is None:
        return deal_cards(number, find_game(source.game))
    if source.game is not None and find_game(source.game) != rules:
        raise UsageError(f"the first line names the game {rules.key}: give no other with --game")
    return deal_cards(number, rules)


def _attempt(start: Layout, words: Sequence[Word], level: Autoplay, bare: Bare) -> Attempt:
    game = Game(start, level)
    for number, word in enumerate(words, 1):
        try:
            game.push(parse_move(word.text, game.layout, bare=bare))
        except ValueError as error:
            reason = str(error).removeprefix(f"{word.text}: ")
            place = f"line {word.line}, column {word.column}"
            failure = f"move {number}, {quoted(word.text)} ({place}): {reason}"
            return Attempt(level, bare, game, failure)
    return Attempt(level, bare, game, None)


def _judge(attempts: Sequence[Attempt], name: str) -> str:
    """The sentence for the attempt that wins; `Failure` for the one that goes furthest if none."""
    for attempt in attempts:
        if attempt.failure is None and attempt.game.is_won():
            moves = counted(attempt.game.move_count, "move")
            return f"won in {moves}, autoplay {attempt.level}{READINGS[attempt.bare]}"
    best = max(attempts, key=lambda attempt: (attempt.failure is None, attempt.game.move_count))
    tried = list(dict.fromkeys(attempt.level for attempt in attempts))
    levels = f"autoplay {', '.join(tried)}{' tried' if len(tried) > 1 else ''}"
    reading = READINGS[best.bare]
    raise Failure(f"{name}: {best.failure or _not_won(best.game)} ({levels}{reading})")


def _not_won(game: Game) -> str:
    up, cards = sum(game.layout.foundations), game.start.rules.cards
    moves = counted(game.move_count, "move")
    return f"not won: after {moves} {up} of {cards} cards are on the foundations"


def _verify_saved(text: str, name: str) -> str:
    try:
        game = load_game(text)
    except ValueError as error:
        raise Failure(f"{label(name)}: {error}") from error
    if not game.is_won():
        raise Failure(f"{label(name)}: {_not_won(game)}")
    return f"won in {counted(game.move_count, 'move')}"

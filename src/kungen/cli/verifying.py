"""`verify`: whether a solution or a saved game holds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias, get_args

from cyclopts import App, Parameter

from kungen import Game, Layout, load_game, parse_move
from kungen import deal as deal_cards
from kungen.autoplay import Autoplay
from kungen.cli.dealing import FRESH
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import label, read_text
from kungen.cli.source import FILE, Number, Source, find_game, find_layout, parse_deal_number
from kungen.cli.wording import counted, examples

HEADING: Final = re.compile(r"\s*#([^\s;]*)")
WORD: Final = re.compile(r"\S+")
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
class Attempt:
    """A solution played with one level of autoplay, as far as it went."""

    level: Autoplay
    game: Game
    failure: str | None
    """Which move did not go, where and why; None when all went."""


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        verify,
        name="verify",
        help_epilogue=examples(
            "kungen solve 617 > solution.txt",
            "kungen verify solution.txt",
            "kungen solve 617 | kungen verify - --autoplay off",
        ),
    )


def verify(
    file: Annotated[
        str, FILE, Parameter(help="A solution in standard notation, or a saved game; - is stdin.")
    ],
    /,
    *,
    deal: Number = None,
    source: Source = FRESH,
    autoplay: Level = None,
) -> None:
    """Check that the moves in a file are legal and win.

    The first line may name the deal, as #617; otherwise --deal or --board does. Text after a
    semicolon is a comment.
    """
    text = read_text(file)
    if text.lstrip().startswith("{"):
        print(_verify_saved(text, file))
        return
    number, words = read_solution(text, file)
    start = _start(number, deal, source)
    levels = get_args(Autoplay) if autoplay is None else (autoplay,)
    print(_judge([_attempt(start, words, level) for level in levels], label(file)))


def read_solution(text: str, name: str) -> tuple[int | None, list[Word]]:
    """The deal that the first line names, None when it names none, and the moves.

    Raises `Failure` when the first line names something that is no deal.
    """
    lines = text.split("\n")
    heading = HEADING.match(lines[0])
    if heading is None:
        return None, list(_words(lines))
    lines[0] = lines[0][heading.end() :]
    try:
        return parse_deal_number(heading[1]), list(_words(lines))
    except UsageError as error:
        raise Failure(f"{label(name)}: line 1: {error}") from error


def _words(lines: Sequence[str]) -> Iterator[Word]:
    for number, line in enumerate(lines, 1):
        for found in WORD.finditer(line.partition(COMMENT)[0]):
            yield Word(found[0], number, found.start() + 1)


def _start(heading: int | None, option: str | None, source: Source) -> Layout:
    """The layout that a solution begins with, named in one place only or twice alike."""
    if heading is None:
        if option is None and source.board is None:
            raise UsageError("the first line does not name the deal (#617): give --deal or --board")
        return find_layout(option, source)
    if source.board is not None or (option is not None and parse_deal_number(option) != heading):
        raise UsageError(f"the first line names deal #{heading}: give no other with an option")
    return deal_cards(heading, find_game(source.game))


def _attempt(start: Layout, words: Sequence[Word], level: Autoplay) -> Attempt:
    game = Game(start, level)
    for number, word in enumerate(words, 1):
        try:
            game.push(parse_move(word.text, game.layout))
        except ValueError as error:
            reason = str(error).removeprefix(f"{word.text}: ")
            place = f"line {word.line}, column {word.column}"
            return Attempt(level, game, f"move {number}, {word.text!r} ({place}): {reason}")
    return Attempt(level, game, None)


def _judge(attempts: Sequence[Attempt], name: str) -> str:
    """The sentence for the attempt that wins; `Failure` for the one that goes furthest if none."""
    for attempt in attempts:
        if attempt.failure is None and attempt.game.is_won():
            return f"won in {counted(attempt.game.move_count, 'move')}, autoplay {attempt.level}"
    best = max(attempts, key=lambda attempt: (attempt.failure is None, attempt.game.move_count))
    tried = ", ".join(attempt.level for attempt in attempts)
    levels = f" (autoplay {tried})" if len(attempts) == 1 else f" (autoplay {tried} tried)"
    raise Failure(f"{name}: {best.failure or _not_won(best.game)}{levels}")


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

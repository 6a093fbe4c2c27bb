"""Where a command gets its layout from: a number, or a board text."""

import re
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from cyclopts import Parameter

from kungen import Game as Played
from kungen import Layout, RulesError, find_rules, load_rules, parse_layout
from kungen.autoplay import Autoplay
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text
from kungen.cli.numerals import parse_whole
from kungen.deals import LAST_DEAL
from kungen.game_file import choose
from kungen.quoting import shortened
from kungen.rules import Rules

USUAL_GAME: Final = "freecell"
GAME_FILE: Final = re.compile(
    r"(?P<path>.*\.toml|[^:]*/[^:]*)(:(?P<options>.*))?", re.DOTALL | re.IGNORECASE
)
"""A file rather than a game of the house: its name ends in .toml, or a slash is in it."""


def _refuse_option(_type: object, name: str | None) -> None:
    """Say that there is no such option, which would otherwise be taken for a file's name."""
    if name == "":
        raise UsageError("the name of a file is empty; - is standard input or output")
    if name is not None and name.startswith("-") and name != STANDARD:
        raise UsageError(
            f"unknown option {shortened(name)}; a file of that name is ./{shortened(name)}"
        )


def _refuse_no_game(_type: object, name: str | None) -> None:
    """Say that a game has no such name, which looks like an option or like standard input."""
    if name == STANDARD:
        raise UsageError("a game is not read from standard input: give --game a name or a file")
    if name is not None and name.startswith("-"):
        raise UsageError(f"--game takes a name or a file, not {shortened(name)}")


FILE: Final = Parameter(allow_leading_hyphen=True, validator=_refuse_option, metavar="FILE")
"""An argument that names a file, or standard input or output as -."""

Number: TypeAlias = Annotated[
    str | None, Parameter(help=f"The number of the deal, 1 to {LAST_DEAL}.")
]
Game: TypeAlias = Annotated[
    str | None,
    Parameter(
        metavar="GAME",
        allow_leading_hyphen=True,
        validator=_refuse_no_game,
        help=(
            f"The game, {USUAL_GAME} if none: a name, with options as in klondike:draw=3, or a file"
            " that ends in .toml. `kungen games` lists them."
        ),
    ),
]
FLAG: Final = Parameter(show_default=False)
"""An option without a value."""
Json: TypeAlias = Annotated[bool, FLAG, Parameter(help="Print JSON.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The options that say which game is meant, and where its layout is if not in a number."""

    game: Game = None
    board: Annotated[
        str | None,
        FILE,
        Parameter(help="A file with a board text in place of a number; - is stdin."),
    ] = None


def find_layout(number: str | None, source: Source) -> Layout:
    """The layout that a command's arguments name; what is wrong is as in `find_start`."""
    return find_start(number, source).start


def find_start(number: str | None, source: Source, autoplay: Autoplay = "safe") -> Played:
    """The game, not begun, that a command's arguments name.

    Raises `UsageError` when they name none or two, `Failure` when the board text is wrong.
    """
    rules = find_game(source.game)
    if number is not None and source.board is not None:
        raise UsageError("give the number of a deal or --board FILE, not both")
    if source.board is not None:
        return Played(read_board(source.board, rules), autoplay)
    if number is None:
        raise UsageError("give the number of a deal, or a board text with --board FILE")
    return Played(parse_deal_number(number), autoplay, game=rules)


def find_game(name: str | None) -> Rules:
    """The rules of a game by its name, its key or its file, of the usual game when None.

    Raises `UsageError` when nobody knows it or it does not offer the options, `Failure` when the
    file is wrong.
    """
    file = None if name is None else GAME_FILE.fullmatch(name)
    try:
        if file is None:
            return find_rules(USUAL_GAME if name is None else name)
        rules = _read_game(file["path"])
        return rules if file["options"] is None else choose(rules, file["options"])
    except RulesError as error:
        raise UsageError(str(error)) from error


def _read_game(path: str) -> Rules:
    """The rules in a game's file."""
    try:
        return load_rules(path)
    except RulesError as error:
        raise Failure(str(error)) from error


def parse_deal_number(text: str) -> int:
    """The number of a deal, written in digits; `UsageError` for anything else.

    >>> parse_deal_number("617")
    617
    """
    return parse_whole(text, "a deal number", 1, LAST_DEAL)


def read_board(name: str, rules: Rules) -> Layout:
    """The layout of the board text in a file; `Failure` with the file's name when it is wrong."""
    text = read_text(name)
    try:
        return parse_layout(text, rules)
    except ValueError as error:
        raise Failure(f"{label(name)}: {error}") from error

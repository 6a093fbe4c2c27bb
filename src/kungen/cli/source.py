"""Where a command gets its layout from: a number, or a board text."""

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from cyclopts import Parameter

from kungen import Layout, RulesError, deal, find_rules, parse_layout
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text
from kungen.cli.numerals import parse_whole
from kungen.deals import LAST_DEAL
from kungen.quoting import shortened
from kungen.rules import Rules

USUAL_GAME: Final = "freecell"


def _refuse_option(_type: object, name: str | None) -> None:
    """Say that there is no such option, which would otherwise be taken for a file's name."""
    if name == "":
        raise UsageError("the name of a file is empty; - is standard input or output")
    if name is not None and name.startswith("-") and name != STANDARD:
        raise UsageError(
            f"unknown option {shortened(name)}; a file of that name is ./{shortened(name)}"
        )


FILE: Final = Parameter(allow_leading_hyphen=True, validator=_refuse_option, metavar="FILE")
"""An argument that names a file, or standard input or output as -."""

Number: TypeAlias = Annotated[
    str | None, Parameter(help=f"The number of the deal, 1 to {LAST_DEAL}.")
]
Game: TypeAlias = Annotated[
    str | None,
    Parameter(metavar="NAME", help=f"The game, by any of its names; {USUAL_GAME} if none."),
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
    """The layout that a command's arguments name.

    Raises `UsageError` when they name none or two, `Failure` when the board text is wrong.
    """
    rules = find_game(source.game)
    if number is not None and source.board is not None:
        raise UsageError("give the number of a deal or --board FILE, not both")
    if source.board is not None:
        return read_board(source.board, rules)
    if number is None:
        raise UsageError("give the number of a deal, or a board text with --board FILE")
    return deal(parse_deal_number(number), rules)


def find_game(name: str | None) -> Rules:
    """The rules of a game, the usual one when None; `UsageError` when nobody knows it."""
    try:
        return find_rules(USUAL_GAME if name is None else name)
    except RulesError as error:
        raise UsageError(str(error)) from error


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

"""Where a command gets its layout from: a number, or a board text."""

import re
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from cyclopts import Parameter

from kungen import (
    DealError,
    Layout,
    RulesError,
    deal,
    find_rules,
    parse_layout,
)
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text
from kungen.deals import LAST_DEAL, check_deal_number
from kungen.rules import Rules

WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,12}", re.ASCII)


def _refuse_option(_type: object, name: str | None) -> None:
    """Say that there is no such option, which would otherwise be taken for a file's name."""
    if name == "":
        raise UsageError("the name of a file is empty; - is standard input or output")
    if name is not None and name.startswith("-") and name != STANDARD:
        raise UsageError(f"unknown option {name}; a file of that name is ./{name}")


FILE: Final = Parameter(allow_leading_hyphen=True, validator=_refuse_option)
"""An argument that names a file, or standard input or output as -."""

Number: TypeAlias = Annotated[
    str | None, Parameter(help=f"The number of the deal, 1 to {LAST_DEAL}.")
]
Game: TypeAlias = Annotated[str, Parameter(help="The game, by any of its names.")]
Json: TypeAlias = Annotated[bool, Parameter(help="Print JSON.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The options that say which game is meant, and where its layout is if not in a number."""

    game: Game = "freecell"
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


def find_game(name: str) -> Rules:
    """The rules of a game; `UsageError` when nobody knows it."""
    try:
        return find_rules(name)
    except RulesError as error:
        raise UsageError(str(error)) from error


def parse_deal_number(text: str) -> int:
    """The number of a deal, written in digits; `UsageError` for anything else.

    >>> parse_deal_number("617")
    617
    """
    value = int(text) if WHOLE_NUMBER.fullmatch(text) else text
    try:
        return check_deal_number(value)
    except DealError as error:
        raise UsageError(str(error)) from error


def read_board(name: str, rules: Rules) -> Layout:
    """The layout of the board text in a file; `Failure` with the file's name when it is wrong."""
    text = read_text(name)
    try:
        return parse_layout(text, rules)
    except ValueError as error:
        raise Failure(f"{label(name)}: {error}") from error

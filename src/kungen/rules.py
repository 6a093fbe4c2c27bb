"""Rules: what distinguishes the games, read from the TOML file of each."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from kungen.cards import HIGHEST_RANK
from kungen.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

Build = Literal["alternating", "suit"]
EmptyColumn = Literal["any", "king"]
Runs = Literal["supermove", "any-length", "single"]

MOST_COLUMNS = 10
MOST_CELLS = 10
FILE_FORMAT = 1
RECORD_TAG = 0x4B
RECORD_VERSION = 1


class RulesError(ValueError):
    """Rules that cannot be, or a game that nobody knows."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the game is called in Swedish, Danish and English."""

    sv: str
    da: str
    en: str


@dataclass(frozen=True, slots=True)
class Rules:
    """One game: the shape of its table and what may go where.

    Build down is always by one rank; the foundations go up in suit from the ace.
    Values out of range raise `RulesError`.

    >>> rules = find_rules("Kungen")
    >>> rules.id, rules.columns, rules.cells, rules.build
    ('freecell', 8, 4, 'alternating')
    """

    id: str
    names: Names
    ranks: int
    """Ranks in the deck, 1 to 13; there are four suits always."""
    columns: int
    """Columns, 1 to 10."""
    cells: int
    """Cells, 0 to 10."""
    build: Build
    """Whether columns are built down in alternating colours or in one suit."""
    empty_column: EmptyColumn
    """Whether an empty column takes any card or only the highest rank."""
    runs: Runs
    """Whether runs move as a supermove, at any length, or one card at a time."""
    foundation_return: bool = field(default=False)
    """Whether a card may come down from a foundation to a column."""

    def __post_init__(self) -> None:
        """Refuse values that no game can have."""
        for name, value, allowed in (
            ("ranks", self.ranks, range(1, HIGHEST_RANK + 1)),
            ("columns", self.columns, range(1, MOST_COLUMNS + 1)),
            ("cells", self.cells, range(MOST_CELLS + 1)),
            ("build", self.build, get_args(Build)),
            ("empty_column", self.empty_column, get_args(EmptyColumn)),
            ("runs", self.runs, get_args(Runs)),
            ("foundation_return", self.foundation_return, (False, True)),
        ):
            if value not in allowed:
                raise RulesError(f"{name} is {value!r}; it must be {_choice(allowed)}")

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return 4 * self.ranks

    def pack(self) -> bytes:
        """Return the rules record, version 1: nine bytes that the core and the page read.

        >>> find_rules("freecell").pack().hex(" ")
        '4b 01 0d 08 04 00 00 00 00'
        """
        return bytes(
            (
                RECORD_TAG,
                RECORD_VERSION,
                self.ranks,
                self.columns,
                self.cells,
                get_args(Build).index(self.build),
                get_args(EmptyColumn).index(self.empty_column),
                get_args(Runs).index(self.runs),
                int(self.foundation_return),
            )
        )


def _choice(allowed: range | tuple[object, ...]) -> str:
    """Return the allowed values as words."""
    if isinstance(allowed, range):
        return f"a whole number from {allowed.start} to {allowed.stop - 1}"
    return " or ".join(_toml(value) for value in allowed)


def _toml(value: object) -> str:
    """Return a value as a TOML file has it."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


_TEXT: Final = "text"
_ID: Final = "lower-case words joined by hyphens"
_ID_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_FILE: Mapping[str, Mapping[str, range | tuple[object, ...] | str]] = {
    "": {"format": (FILE_FORMAT,), "id": _ID},
    "names": {"sv": _TEXT, "da": _TEXT, "en": _TEXT},
    "layout": {
        "ranks": range(1, HIGHEST_RANK + 1),
        "columns": range(1, MOST_COLUMNS + 1),
        "cells": range(MOST_CELLS + 1),
    },
    "build": {
        "order": get_args(Build),
        "empty-column": get_args(EmptyColumn),
        "runs": get_args(Runs),
    },
    "foundations": {"return": (False, True)},
}
"""Every table and key of a game's file with what it may be; the keys outside tables under ""."""


def _check_value(place: str, value: object, allowed: range | tuple[object, ...] | str) -> None:
    """Refuse a value that is not allowed, or is of another type."""
    if isinstance(allowed, str):
        right = isinstance(value, str) and value.strip() != ""
        if allowed is _ID:
            right = right and _ID_PATTERN.fullmatch(str(value)) is not None
        expected = allowed
    else:
        right = value in allowed and type(value) is type(allowed[0])
        expected = _choice(allowed) if allowed != (FILE_FORMAT,) else str(FILE_FORMAT)
    if not right:
        raise RulesError(f"{place} is {value!r}; it must be {expected}")


def _check_table(source: str, name: str, table: Mapping[str, object]) -> None:
    """Refuse a table with a key too few, too many or with a wrong value."""
    keys = _FILE[name]
    where = f"{source}: [{name}]" if name else f"{source}:"
    for key in table:
        if key not in keys:
            raise RulesError(f"{where} {key} is unknown; the keys here are {', '.join(keys)}")
    for key, allowed in keys.items():
        if key not in table:
            raise RulesError(f"{where} {key} is missing; it must be {_expected(allowed)}")
        _check_value(f"{where} {key}", table[key], allowed)


def _expected(allowed: range | tuple[object, ...] | str) -> str:
    """Return what a key may be, as words."""
    if isinstance(allowed, str):
        return allowed
    return str(FILE_FORMAT) if allowed == (FILE_FORMAT,) else _choice(allowed)


def parse_rules(text: str, source: str = "rules") -> Rules:
    """Read the TOML text of a game's file; `source` names it in error sentences.

    Every key must be there and no other: a fault raises `RulesError` with the file, the key, the
    value and what is allowed.

    >>> parse_rules("format = 2", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.rules.RulesError: odd.toml: format is 2; it must be 1
    """
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{source}: this is not TOML: {error}") from None
    _check_table(source, "", {key: value for key, value in found.items() if key not in _FILE})
    for name in _FILE:
        if name:
            table = found.get(name)
            if not isinstance(table, dict):
                raise RulesError(f"{source}: the table [{name}] is missing")
            _check_table(source, name, table)
    return _rules_of(found)


def _rules_of(found: Mapping[str, Any]) -> Rules:
    """Return the rules of a checked file."""
    return Rules(
        id=found["id"],
        names=Names(**found["names"]),
        **found["layout"],
        build=found["build"]["order"],
        empty_column=found["build"]["empty-column"],
        runs=found["build"]["runs"],
        foundation_return=found["foundations"]["return"],
    )


def load_rules(path: Path) -> Rules:
    """Read a game's file; a missing or wrong one raises `RulesError` with its name."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: the file cannot be read: {error}") from None
    return parse_rules(text, path.name)


def _load_games(folder: Path) -> Mapping[str, Rules]:
    """Return the games of a folder by id."""
    games = (load_rules(path) for path in sorted(folder.glob("*.toml")))
    return MappingProxyType({rules.id: rules for rules in games})


GAMES: Final[Mapping[str, Rules]] = _load_games(Path(__file__).with_name("games"))
"""The games that come with the package, by id."""


def find_rules(name: str) -> Rules:
    """Return the rules of a game by its id or one of its names, in any case.

    >>> find_rules("napoleon").id
    'freecell'
    """
    wanted = name.strip().casefold() if isinstance(name, str) else ""
    for rules in GAMES.values():
        names = (rules.id, rules.names.sv, rules.names.da, rules.names.en)
        if wanted in (known.casefold() for known in names):
            return rules
    raise RulesError(f"there is no game {quoted(name)}; the games are {', '.join(GAMES)}")

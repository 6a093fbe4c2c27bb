"""Rules: what distinguishes the games, read from the TOML file of each."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from kungen.cards import HIGHEST_RANK
from kungen.quoting import quoted, quoted_json, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

Build = Literal["alternating", "suit"]
EmptyColumn = Literal["any", "king"]
Runs = Literal["supermove", "any-length", "single"]

MOST_COLUMNS = 10
MOST_CELLS = 10
MOST_TEXT = 1 << 16
"""The characters that a game's file has at most: the parser is slow with far more."""
BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before a text."""
FILE_FORMAT = 1
RECORD_TAG = 0x4B
RECORD_VERSION = 1


class RulesError(ValueError):
    """Rules that cannot be, or a game that nobody knows."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the game is called in Swedish, Danish and English.

    A name without letters or with control characters raises `RulesError`.
    """

    sv: str
    da: str
    en: str

    def __post_init__(self) -> None:
        """Refuse what is no name."""
        for language in ("sv", "da", "en"):
            _check_value(language, getattr(self, language), _TEXT)


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
        if not isinstance(self.names, Names):
            raise RulesError(f"names is {quoted(self.names)}; it must be Names")
        for name, value, allowed in (
            ("id", self.id, _ID),
            ("ranks", self.ranks, range(1, HIGHEST_RANK + 1)),
            ("columns", self.columns, range(1, MOST_COLUMNS + 1)),
            ("cells", self.cells, range(MOST_CELLS + 1)),
            ("build", self.build, get_args(Build)),
            ("empty_column", self.empty_column, get_args(EmptyColumn)),
            ("runs", self.runs, get_args(Runs)),
            ("foundation_return", self.foundation_return, (False, True)),
        ):
            _check_value(name, value, allowed)

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


_TEXT: Final = "text without control characters"
_TEXT_PATTERN = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")
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
_TABLES = tuple(name for name in _FILE if name)


def _check_value(
    place: str,
    value: object,
    allowed: range | tuple[object, ...] | str,
    quote: Callable[[object], str] = quoted,
) -> None:
    """Refuse a value that is not allowed, or is of another type."""
    if isinstance(allowed, str):
        pattern = _ID_PATTERN if allowed is _ID else _TEXT_PATTERN
        right = isinstance(value, str) and bool(value.strip() and pattern.fullmatch(value))
    else:
        right = type(value) is type(allowed[0]) and value in allowed
    if not right:
        raise RulesError(f"{place} is {quote(value)}; it must be {_expected(allowed)}")


def _check_table(source: str, name: str, table: Mapping[str, object]) -> None:
    """Refuse a table with a key too few, too many or with a wrong value."""
    keys = _FILE[name]
    where = f"{source}: [{name}]" if name else f"{source}:"
    tables = "" if name else f" and the tables {', '.join(f'[{table}]' for table in _TABLES)}"
    for key in table:
        if key not in keys:
            raise RulesError(
                f"{where} {shortened(key)} is unknown; the keys here are {', '.join(keys)}{tables}"
            )
    for key, allowed in keys.items():
        if key not in table:
            raise RulesError(f"{where} {key} is missing; it must be {_expected(allowed)}")
        _check_value(f"{where} {key}", table[key], allowed, quoted_json)


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
    found = _read_toml(text, source)
    _check_table(source, "", {key: value for key, value in found.items() if key not in _TABLES})
    for name in _TABLES:
        table = found.get(name)
        if not isinstance(table, dict):
            raise RulesError(f"{source}: the table [{name}] is missing")
        _check_table(source, name, table)
    return _rules_of(found)


def _read_toml(text: str, source: str) -> Mapping[str, Any]:
    """Read a text as TOML."""
    if not isinstance(text, str):
        raise TypeError(f"rules are read from a text, not from {quoted(text)}")
    if len(text) > MOST_TEXT:
        raise RulesError(f"{source}: the text is longer than {MOST_TEXT} characters")
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{source}: this is not TOML: {_one_line(error)}") from None
    except RecursionError:
        raise RulesError(f"{source}: this is not TOML: it is nested too deeply") from None
    except ValueError:
        raise RulesError(f"{source}: a number has too many digits") from None


def _one_line(error: tomllib.TOMLDecodeError) -> str:
    """Return what is wrong and where, without the long names that the text may have."""
    what, opening, where = str(error).rpartition(" (at ")
    return shortened(what) + opening + where if opening else shortened(where)


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


def load_rules(path: str | PathLike[str]) -> Rules:
    """Read a game's file; a missing or wrong one raises `RulesError` with its name."""
    name = str(path) if str(path).isprintable() else quoted(str(path))
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_TEXT + 1)
    except FileNotFoundError:
        raise RulesError(f"{name}: there is no such file") from None
    except UnicodeDecodeError:
        raise RulesError(f"{name}: the file is not UTF-8 text") from None
    except OSError as error:
        why = (error.strerror or "it cannot be opened").lower()
        raise RulesError(f"{name}: the file cannot be read: {why}") from None
    except ValueError:  # NUL, and what the file system's encoding lacks
        raise RulesError(f"{name}: no file can have this name") from None
    return parse_rules(text, Path(path).name)


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

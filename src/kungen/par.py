"""Par: the fewest moves to a win that a search has found for numbered deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kungen.deals import check_deal_number
from kungen.game_file import find_rules, game_key
from kungen.keys import FileKey, unknown_key, wrong_value
from kungen.quoting import check_type, quoted_json
from kungen.rules import RulesError
from kungen.toml_reading import TomlError, read_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = 1
DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""What stands for a number of moves, by that number."""
NONE: Final = "-"
"""What stands for a deal of which no win was found."""
_MOST: Final = 2**53 - 1
_KEYS: Final = (
    FileKey(
        table="", name="format", field="", kind="whole", low=FORMAT, high=FORMAT, required=True
    ),
    *(
        FileKey(table="", name=name, field=name, kind="whole", low=1, high=_MOST, required=True)
        for name in ("first", "nodes", "bytes")
    ),
)
_THERE: Final = ("format", "game", "first", "nodes", "bytes", "version", "moves")
_FOLDER: Final = Path(__file__).with_name("pars")


class ParError(ValueError):
    """A file of pars that is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pars:
    """The fewest moves found for deals of a game from a first one on.

    A move of a run counts one and a card that goes up by itself nothing, at autoplay `all`. There
    may be shorter ways than these.
    """

    game: str
    """The key of the game."""
    first: int
    nodes: int
    """The positions that each search looked at, at most."""
    bytes: int
    """The memory that it was given."""
    version: str
    """The version of Kungen that searched."""
    digits: str
    """A digit for each deal."""

    @property
    def last(self) -> int:
        """The last deal."""
        return self.first + len(self.digits) - 1

    def moves(self, number: int) -> int | None:
        """Return the fewest moves found for a deal, None when none were found or it is not here."""
        if not self.first <= number <= self.last:
            return None
        digit = self.digits[number - self.first]
        return None if digit == NONE else DIGITS.index(digit)


def par(game: str, number: int) -> int | None:
    """Return the fewest moves to a win found for a numbered deal, None where that is not known.

    The game goes by its key or by any of its names. A move of a run counts one and a card that goes
    up by itself nothing, at autoplay `all`. What is no game raises `RulesError`, what is no number
    of a deal `DealError`.

    >>> par("freecell", 617), par("freecell", 11982), par("klondike", 1)
    (34, None, None)
    """
    check_type(game, str, "the game of a par is named by a key, not by")
    found = pars().get(find_rules(game).key)
    whole = check_deal_number(number)
    return None if found is None else found.moves(whole)


@cache
def pars() -> Mapping[str, Pars]:
    """Return the pars that come with the package, by the keys of their games."""
    loaded = (_load(path) for path in sorted(_FOLDER.glob("*.toml")))
    return MappingProxyType({found.game: found for found in loaded})


def _load(path: Path) -> Pars:
    """Read a file of pars."""
    try:
        text = read_file(path, "a file of pars")
    except TomlError as error:
        raise ParError(str(error)) from None
    return parse_pars(text, path.name)


def parse_pars(text: str, source: str = "pars") -> Pars:
    """Read pars; a fault raises `ParError` with the source and what is wrong.

    >>> parse_pars("format = 2", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.par.ParError: odd.toml: format is 2; it must be 1
    """
    check_type(text, str, "pars are read from a text, not from")
    try:
        return _pars_of(read_toml(text))
    except (ParError, RulesError, TomlError) as error:
        raise ParError(f"{source}: {error}") from None


def _pars_of(file: Mapping[str, Any]) -> Pars:
    """Return the pars that a file says."""
    for key in _KEYS:  # the format above all: another one may have other keys
        if fault := key.fault(file):
            raise ParError(fault)
    for name in file:
        if name not in _THERE:
            raise ParError(unknown_key("", name, _THERE, ()))
    return Pars(
        **{key.name: file[key.name] for key in _KEYS if key.field},
        game=game_key(file),
        version=_version_of(file),
        digits=_digits_of(file),
    )


def _version_of(file: Mapping[str, object]) -> str:
    """Return the version of Kungen."""
    version = file.get("version")
    if not isinstance(version, str) or not version:
        raise ParError(wrong_value(file, "version", "the version of Kungen that searched"))
    return version


def _digits_of(file: Mapping[str, object]) -> str:
    """Return the digits of all rows."""
    rows = file.get("moves")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise ParError(wrong_value(file, "moves", "rows of digits"))
    digits = "".join(rows)
    for place, digit in enumerate(digits):
        if digit not in DIGITS and digit != NONE:
            raise ParError(f"digit {place + 1} of moves is {quoted_json(digit)}")
    return digits

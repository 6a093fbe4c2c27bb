"""Catalogues: what complete searches have found about ranges of numbered deals."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from dataclasses import dataclass, field, fields
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kungen.game_file import find_rules, game_key
from kungen.keys import FileKey, unknown_key, wrong_value
from kungen.quoting import check_type, quoted, quoted_json, shortened
from kungen.rules import RulesError
from kungen.toml_reading import TomlError, read_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = 1
_MOST: Final = 2**53 - 1
"""The largest number: every reader of numbers has it."""
_KEYS: Final = (
    FileKey(
        table="", name="format", field="", kind="whole", low=FORMAT, high=FORMAT, required=True
    ),
    *(
        FileKey(table="", name=name, field=name, kind="whole", low=low, high=high, required=True)
        for name, low, high in (
            ("first", 1, _MOST),
            ("last", 1, _MOST),
            ("bytes", 1, _MOST),
            ("moves", 0, _MOST),
        )
    ),
)
_LISTS: Final = ("lost", "undecided")
_THERE: Final = ("format", "game", "first", "last", "bytes", "signature", "moves", *_LISTS)
_SIGNATURE: Final = re.compile(r"[0-9a-f]{12}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,18}")
_FOLDER = Path(__file__).with_name("catalogues")
_NORMAL_QUANTILE = 1.959963984540054
"""Of 95 %, two-sided."""


class CatalogueError(ValueError):
    """A catalogue that is not there, or a file that is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Verdicts on all deals of a game from a first to a last number."""

    game: str
    """The key of the game."""
    first: int
    last: int
    bytes: int
    """The memory that each search was given."""
    signature: str
    """The first twelve digits of the SHA-256 of the solver's signature line."""
    moves: int
    """The median number of moves of the solutions found, 0 when there is none."""
    lost: tuple[int, ...]
    """The deals that nobody can win, proven by complete search, in rising order."""
    undecided: tuple[int, ...]
    """The deals whose search was cut, in rising order."""
    states: Mapping[int, int] = field(hash=False)
    """For some of the lost deals the number of states that the search went through."""

    def __post_init__(self) -> None:
        """Keep the states from being changed."""
        object.__setattr__(self, "states", MappingProxyType({**self.states}))

    def __reduce__(self) -> tuple[partial[Catalogue], tuple[()]]:
        """Copy and pickle the values: a mapping that cannot be changed is neither by itself."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return partial(Catalogue, **values | {"states": {**self.states}}), ()

    def lost_to(self, last: int) -> tuple[int, ...]:
        """Return the lost deals up to a number of the range; another raises `CatalogueError`.

        >>> find("freecell").lost_to(32_000)
        (11982,)
        """
        return self.lost[: bisect_right(self.lost, self._checked(last))]

    def undecided_to(self, last: int) -> tuple[int, ...]:
        """Return the undecided deals up to a number of the range."""
        return self.undecided[: bisect_right(self.undecided, self._checked(last))]

    def winnable_to(self, last: int) -> int:
        """Count the deals up to a number of the range that were won.

        >>> find("freecell").winnable_to(32_000)
        31999
        """
        deals = self._checked(last) - self.first + 1
        return deals - len(self.lost_to(last)) - len(self.undecided_to(last))

    def share_to(self, last: int) -> float:
        """Return the share of winnable deals among the decided ones up to a number of the range.

        >>> find("freecell").share_to(32_000)
        0.99996875
        """
        winnable = self.winnable_to(last)
        decided = winnable + len(self.lost_to(last))
        return winnable / decided if decided else 0.0

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.last - self.first + 1

    @property
    def winnable(self) -> int:
        """The number of deals that were won."""
        return self.winnable_to(self.last)

    @property
    def share(self) -> float:
        """The share of winnable deals among the decided ones."""
        return self.share_to(self.last)

    def _checked(self, last: int) -> int:
        if type(last) is not int or not self.first <= last <= self.last:
            raise CatalogueError(
                f"the catalogue of {self.game} has no deal {quoted(last)};"
                f" it has {self.first} to {self.last}"
            )
        return last


def find(game: str) -> Catalogue:
    """Return the catalogue of a game, by its key or a name; `CatalogueError` when there is none.

    >>> find("freecell").lost[:2]
    (11982, 146692)
    """
    check_type(game, str, "a catalogue is found by the key of a game, not by")
    found = _found(game)
    if found is None:
        raise CatalogueError(
            f"there is no catalogue of {quoted(game)}; there are {len(catalogues())} others,"
            " by their keys in catalogues()"
        )
    return found


def _found(game: str) -> Catalogue | None:
    """Return the catalogue of a game, by its key or a name, None when there is none."""
    try:
        return catalogues().get(find_rules(game).key)
    except RulesError:
        return None


def states_of(game: str, number: int | None) -> int | None:
    """Return the states that the proof of a deal went through, None where no catalogue says it.

    >>> states_of("freecell", 11982), states_of("freecell", 617)
    (29358, None)
    """
    found = _found(game)
    return None if found is None or number is None else found.states.get(number)


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """Return the catalogues that come with the package, by the keys of their games."""
    found: dict[str, Catalogue] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        catalogue = _load(path)
        if catalogue.game in found:
            raise CatalogueError(f"{path.name}: {catalogue.game} has another catalogue beside it")
        found[catalogue.game] = catalogue
    return MappingProxyType(found)


def _load(path: Path) -> Catalogue:
    """Read the file of a catalogue."""
    try:
        text = read_file(path, "a catalogue's file")
    except TomlError as error:
        raise CatalogueError(str(error)) from None
    return parse_catalogue(text, path.name)


def parse_catalogue(text: str, source: str = "catalogue") -> Catalogue:
    """Read a catalogue; a fault raises `CatalogueError` with the source and what is wrong.

    >>> parse_catalogue("format = 2", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.catalogue.CatalogueError: odd.toml: format is 2; it must be 1
    """
    check_type(text, str, "a catalogue is read from a text, not from")
    try:
        return _catalogue_of(read_toml(text))
    except (CatalogueError, RulesError, TomlError) as error:
        raise CatalogueError(f"{source}: {error}") from None


def _catalogue_of(file: Mapping[str, Any]) -> Catalogue:
    """Return the catalogue that a file says."""
    for key in _KEYS:  # the format above all: another one may have other keys
        if fault := key.fault(file):
            raise CatalogueError(fault)
    for name in file:
        if name not in (*_THERE, "states"):
            raise CatalogueError(unknown_key("", name, _THERE, ("states",)))
    catalogue = Catalogue(
        **{key.name: file[key.name] for key in _KEYS if key.field},
        game=game_key(file),
        signature=_signature_of(file),
        lost=_deals_of(file, "lost"),
        undecided=_deals_of(file, "undecided"),
        states=_states_of(file),
    )
    _check(catalogue)
    return catalogue


def _signature_of(file: Mapping[str, object]) -> str:
    """Return the beginning of the sum of the solver's signature line."""
    signature = file.get("signature")
    if not isinstance(signature, str) or not _SIGNATURE.fullmatch(signature):
        raise CatalogueError(wrong_value(file, "signature", "twelve hexadecimal digits"))
    return signature


def _deals_of(file: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Return the deals of a list, which `_check` looks at once more."""
    deals = file.get(name)
    if not isinstance(deals, list) or not all(type(number) is int for number in deals):
        raise CatalogueError(wrong_value(file, name, "a list of deals"))
    return tuple(deals)


def _states_of(file: Mapping[str, Any]) -> dict[int, int]:
    """Return the numbers of states by their deals."""
    states = file.get("states", {})
    if not isinstance(states, dict):
        raise CatalogueError(wrong_value(file, "states", "a table"))
    for deal, number in states.items():
        if not _NUMBER.fullmatch(deal):
            raise CatalogueError(f"[states] {shortened(deal)} is no number of a deal")
        if type(number) is not int or not 1 <= number <= _MOST:
            raise CatalogueError(
                f"[states] {deal} is {quoted_json(number)}; it must be a number of states"
            )
    return {int(deal): number for deal, number in states.items()}


def _check(catalogue: Catalogue) -> None:
    """Refuse a catalogue that contradicts itself."""
    first, last = catalogue.first, catalogue.last
    if first > last:
        raise CatalogueError(f"deals {first} to {last} are no range")
    for name, numbers in (("lost", catalogue.lost), ("undecided", catalogue.undecided)):
        rising = all(one < other for one, other in pairwise(numbers))
        inside = all(first <= number <= last for number in numbers)
        if not (rising and inside):
            raise CatalogueError(f"{name} must be deals from {first} to {last}, in rising order")
    if both := sorted({*catalogue.lost} & {*catalogue.undecided}):
        raise CatalogueError(f"deal {both[0]} is both lost and undecided")
    if others := sorted({*catalogue.states} - {*catalogue.lost}):
        raise CatalogueError(f"[states] has deal {others[0]}, which is not lost")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by E. B. Wilson's score (1927).

    What is no whole number, no trials, and more successes than trials raise `ValueError`.

    >>> [round(100 * bound, 1) for bound in wilson(1573, 4426)]
    [34.1, 37.0]
    """
    whole = type(successes) is int and type(trials) is int
    if not whole or not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{quoted(successes)} of {quoted(trials)} is no share")
    z, inverse = _NORMAL_QUANTILE, 1 / trials  # of numbers too large for a float as well
    share = successes / trials
    middle = share + z * z * inverse / 2
    spread = z * math.sqrt(share * (1 - share) * inverse + z * z * inverse * inverse / 4)
    scale = 1 + z * z * inverse
    low = 0.0 if successes == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if successes == trials else min(1.0, (middle + spread) / scale)
    return low, high

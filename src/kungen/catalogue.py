"""Catalogues: what complete searches have found about ranges of numbered deals."""

from __future__ import annotations

import math
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kungen.game_file import find_rules
from kungen.quoting import quoted
from kungen.rules import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = 1
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
    states: Mapping[int, int]
    """For some of the lost deals the number of states that the search went through."""

    def lost_to(self, last: int) -> tuple[int, ...]:
        """Return the lost deals up to a number.

        >>> find("freecell").lost_to(32_000)
        (11982,)
        """
        return self.lost[: bisect_right(self.lost, last)]

    def undecided_to(self, last: int) -> tuple[int, ...]:
        """Return the undecided deals up to a number."""
        return self.undecided[: bisect_right(self.undecided, last)]

    def winnable_to(self, last: int) -> int:
        """Count the deals up to a number, at most the catalogue's last, that were won.

        >>> find("freecell").winnable_to(32_000)
        31999
        """
        deals = self._checked(last) - self.first + 1
        return deals - len(self.lost_to(last)) - len(self.undecided_to(last))

    def share_to(self, last: int) -> float:
        """Return the share of winnable deals among the decided ones up to a number.

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
        if not self.first <= last <= self.last:
            raise CatalogueError(
                f"the catalogue of {self.game} has no deal {quoted(last)};"
                f" it has {self.first} to {self.last}"
            )
        return last


def find(game: str) -> Catalogue:
    """Return the catalogue of a game by its key; `CatalogueError` when there is none.

    >>> find("freecell").lost[:2]
    (11982, 146692)
    """
    found = catalogues().get(game)
    if found is None:
        raise CatalogueError(
            f"there is no catalogue of {quoted(game)}; there are {', '.join(catalogues())}"
        )
    return found


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """Return the catalogues that come with the package, by the keys of their games."""
    found = (
        parse_catalogue(path.read_text(encoding="utf-8"), path.name)
        for path in sorted(_FOLDER.glob("*.toml"))
    )
    return MappingProxyType({catalogue.game: catalogue for catalogue in found})


def parse_catalogue(text: str, source: str = "catalogue") -> Catalogue:
    """Read a catalogue; a fault raises `CatalogueError` with the source and what is wrong.

    >>> parse_catalogue("format = 2", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.catalogue.CatalogueError: odd.toml: format is 2; it must be 1
    """
    try:
        file = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CatalogueError(f"{source}: this is not TOML: {error}") from None
    if file.get("format") != FORMAT:
        raise CatalogueError(f"{source}: format is {quoted(file.get('format'))}; it must be 1")
    del file["format"]
    wanted = {field.name for field in fields(Catalogue)} - {"states"}
    _check_keys(file, wanted, source)
    catalogue = Catalogue(
        **{key: file[key] for key in wanted - {"lost", "undecided"}},
        lost=tuple(file["lost"]),
        undecided=tuple(file["undecided"]),
        states=MappingProxyType({int(key): n for key, n in file.get("states", {}).items()}),
    )
    _check(catalogue, source)
    return catalogue


def _check_keys(file: Mapping[str, Any], wanted: set[str], source: str) -> None:
    """Refuse a file in which a key is missing, unknown or of the wrong kind."""
    for key in sorted(wanted - set(file)):
        raise CatalogueError(f"{source}: {key} is missing")
    for key, value in file.items():
        if key == "states":
            kind = isinstance(value, dict) and all(
                name.isdecimal() and type(number) is int for name, number in value.items()
            )
        elif key in {"lost", "undecided"}:
            kind = isinstance(value, list) and all(type(number) is int for number in value)
        elif key in wanted:
            kind = type(value) is (str if key in {"game", "signature"} else int)
        else:
            raise CatalogueError(f"{source}: {quoted(key)} is unknown")
        if not kind:
            raise CatalogueError(f"{source}: {key} is {quoted(value)}; that is of another kind")


def _check(catalogue: Catalogue, source: str) -> None:
    """Refuse a catalogue that contradicts itself, or of a game that is not there."""
    try:
        find_rules(catalogue.game)
    except RulesError as error:
        raise CatalogueError(f"{source}: {error}") from None
    if not 1 <= catalogue.first <= catalogue.last:
        raise CatalogueError(f"{source}: deals {catalogue.first} to {catalogue.last} are no range")
    for name, numbers in (("lost", catalogue.lost), ("undecided", catalogue.undecided)):
        rising = all(one < other for one, other in pairwise(numbers))
        inside = all(catalogue.first <= number <= catalogue.last for number in numbers)
        if not (rising and inside):
            raise CatalogueError(
                f"{source}: {name} must be deals from {catalogue.first} to {catalogue.last},"
                " in rising order"
            )
    if both := sorted({*catalogue.lost} & {*catalogue.undecided}):
        raise CatalogueError(f"{source}: deal {both[0]} is both lost and undecided")
    if others := sorted({*catalogue.states} - {*catalogue.lost}):
        raise CatalogueError(f"{source}: states has deal {others[0]}, which is not lost")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by E. B. Wilson's score (1927).

    No trials, or more successes than trials, raise `ValueError`.

    >>> [round(100 * bound, 1) for bound in wilson(1573, 4426)]
    [34.1, 37.0]
    """
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{quoted(successes)} of {quoted(trials)} is no share")
    z = _NORMAL_QUANTILE
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

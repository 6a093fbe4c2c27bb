"""The daily deal: the same for everybody, and proven to be winnable."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from datetime import date
from functools import cache

from kungen.catalogue import find
from kungen.quoting import check_type


def daily(game: str, day: date) -> int:
    """Return the number of a game's deal for a day, of those that its catalogue has as winnable.

    It is the SHA-256 of the key and the date, as in `freecell 2026-12-01`, as one number with the
    highest byte first, modulo the count of these deals, that is chosen among them in rising
    order. Where the game has no catalogue, `CatalogueError` is raised.

    >>> daily("freecell", date(2026, 12, 1))
    922668
    """
    check_type(day, date, "a daily deal is that of a date, not of")
    key = find(game).game
    text = f"{key} {day.year:04}-{day.month:02}-{day.day:02}"
    digest = hashlib.sha256(text.encode()).digest()
    return winnable_deal(key, int.from_bytes(digest) % find(key).winnable)


def winnable_deal(game: str, index: int) -> int:
    """Return the deal at a place, from 0, among those that the catalogue of a game has as winnable.

    >>> winnable_deal("freecell", 11_980), winnable_deal("freecell", 11_981)
    (11981, 11983)
    """
    catalogue, others = find(game), _others(game)
    if not 0 <= index < catalogue.winnable:
        raise IndexError(f"the catalogue of {catalogue.game} has no winnable deal {index}")
    # How many winnable deals come before each of the others: of equal ones all are passed over.
    before = [number - catalogue.first - place for place, number in enumerate(others)]
    return catalogue.first + index + bisect_right(before, index)


@cache
def _others(game: str) -> tuple[int, ...]:
    """Return the deals of a catalogue that are not known to be winnable, in rising order."""
    catalogue = find(game)
    return tuple(sorted((*catalogue.lost, *catalogue.undecided)))

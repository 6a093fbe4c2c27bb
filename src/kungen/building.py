"""Building: which cards may lie on which, and where a card stands in the order of its game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kungen.cards import Card, is_red, make_card, rank_of, suit_of

if TYPE_CHECKING:
    from kungen.rules import Build, Rules

Column = tuple[Card, ...]
Companions = tuple[tuple[Card, ...], ...]
"""For each card of the deck some cards that it goes with."""


def hosts_of(rules: Rules) -> Companions:
    """Return for each card the cards that it may lie on in a column.

    >>> from kungen import find_rules
    >>> hosts_of(find_rules("freecell"))[0], hosts_of(find_rules("penguin"))[48]
    ((5, 6), (0,))
    """
    return _hosts(rules.build, rules.wrap, rules.ranks)


def guests_of(rules: Rules) -> Companions:
    """Return for each card the cards that may lie on it in a column.

    >>> from kungen import find_rules
    >>> guests_of(find_rules("freecell"))[5], guests_of(find_rules("freecell"))[0]
    ((0, 3), ())
    """
    return _guests(rules.build, rules.wrap, rules.ranks)


@cache
def _hosts(build: Build, wrap: bool, ranks: int) -> Companions:  # noqa: FBT001 - a key of a cache
    """Return the hosts under rules of one shape."""
    return tuple(_hosts_of_card(Card(byte), build, wrap, ranks) for byte in range(4 * ranks))


def _hosts_of_card(card: Card, build: Build, wrap: bool, ranks: int) -> tuple[Card, ...]:  # noqa: FBT001
    """Return the cards that one may lie on."""
    rank, suit = rank_of(card), suit_of(card)
    if rank == ranks and not wrap:
        return ()
    higher = [make_card(rank % ranks + 1, other) for other in range(4)]
    if build == "suit":
        return (higher[suit],)
    return tuple(host for host in higher if is_red(host) != is_red(card))


@cache
def _guests(build: Build, wrap: bool, ranks: int) -> Companions:  # noqa: FBT001 - a key of a cache
    """Return the guests under rules of one shape."""
    hosts = _hosts(build, wrap, ranks)
    deck = [Card(byte) for byte in range(4 * ranks)]
    return tuple(tuple(guest for guest in deck if host in hosts[guest]) for host in deck)


def last_rank(base: int, ranks: int) -> int:
    """Return the rank that comes last on foundations that begin with a base.

    >>> last_rank(1, 13), last_rank(8, 13)
    (13, 7)
    """
    return base - 1 or ranks


def place_of(card: Card, base: int, ranks: int) -> int:
    """Return the place of a card on its foundation: 1 for the base, the ranks for the last rank.

    >>> place_of(make_card(7, 0), 8, 13), place_of(make_card(8, 0), 8, 13)
    (13, 1)
    """
    return (rank_of(card) - base) % ranks + 1


def card_at(place: int, suit: int, base: int, ranks: int) -> Card:
    """Return the card of a place and a suit on foundations that begin with a base.

    >>> card_at(13, 0, 8, 13) == make_card(7, 0)
    True
    """
    return make_card((base + place - 2) % ranks + 1, suit)

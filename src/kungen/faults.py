"""Faults: what is wrong with a layout that was made by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kungen.cards import SUIT_NAMES, Card, CardError, card_text, suit_of
from kungen.legality import is_up
from kungen.quoting import counted, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kungen.legality import Piles
    from kungen.rules import Rules


def fault_of(piles: Piles, given_columns: int) -> str | None:
    """Return the first fault of piles of the right number, None for none, as a sentence.

    `given_columns` is the number of columns that were given, empty ones added since not counted.
    """
    return (
        _base_fault(piles)
        or _height_fault(piles)
        or _hidden_fault(piles)
        or _stock_fault(piles)
        or _card_fault(piles)
        or _missing(piles, given_columns)
    )


def _base_fault(piles: Piles) -> str | None:
    """Return what is wrong with the base."""
    rules, base = piles.rules, piles.base
    if rules.base == "beak":
        if type(base) is int and 1 <= base <= rules.ranks:
            return None
        return f"the base is {quoted(base)}; it must be a rank from 1 to {rules.ranks}"
    if type(base) is int and base == rules.base:
        return None
    return f"the base is {quoted(base)}; in this game it is {rules.base}"


def _height_fault(piles: Piles) -> str | None:
    """Return what is wrong with the heights of the foundations."""
    ranks, heights = piles.rules.ranks, piles.foundations
    if len(heights) != len(SUIT_NAMES):
        return f"there are {len(heights)} foundations, not {len(SUIT_NAMES)}"
    for suit, height in enumerate(heights):
        if not isinstance(height, int) or not 0 <= height <= ranks:
            name = SUIT_NAMES[suit]
            return f"the foundation of {name} has {quoted(height)} cards, not 0 to {ranks}"
    return None


def _hidden_fault(piles: Piles) -> str | None:
    """Return what is wrong with the numbers of cards face down."""
    for number, (down, column) in enumerate(zip(piles.hidden, piles.columns, strict=True), 1):
        most = max(0, len(column) - 1)
        if type(down) is not int or not 0 <= down <= most:
            return (
                f"column {number} has {quoted(down)} face down; with {counted(len(column), 'card')}"
                f" it must be {_up_to(most)}, for the free one lies face up"
            )
        if down and not piles.rules.has_hidden:
            return f"column {number} has {down} face down; in this game no card lies so"
    return None


def _stock_fault(piles: Piles) -> str | None:
    """Return what is wrong with the stock and the waste beside their cards."""
    rules, turned = piles.rules, piles.turned_over
    for name, cards in (("stock", piles.stock), ("waste", piles.waste)):
        if cards and not rules.has_stock:
            return f"the {name} has {counted(len(cards), 'card')}; the game has no {name}"
    most = 0 if rules.passes is None else rules.passes - 1
    if type(turned) is int and 0 <= turned <= most:
        return None
    return f"the number of times turned over is {quoted(turned)}; it must be {_up_to(most)}"


def _up_to(most: int) -> str:
    """Return the numbers from 0 to one."""
    return f"0 to {most}" if most else "0"


def _cards(piles: Piles) -> Iterator[Card]:
    """Iterate over the cards beside the foundations."""
    for pile in (*piles.columns, piles.cells, piles.reserve, piles.stock, piles.waste):
        for card in pile:
            if card is not None:
                yield card


def _card_fault(piles: Piles) -> str | None:
    """Return what is wrong with the cards beside the foundations."""
    cards = list(_cards(piles))
    for card in cards:
        if not isinstance(card, int) or not 0 <= card < piles.rules.cards:
            return f"{_any_card_text(card)} is not in the deck of {piles.rules.cards} cards"
    for card, times in Counter(cards).items():
        if times > 1:
            return f"{card_text(card)} is there {'twice' if times == 2 else f'{times} times'}"  # noqa: PLR2004
        if is_up(piles, card):
            name = SUIT_NAMES[suit_of(card)]
            return f"{card_text(card)} is there twice: it is on the foundation of {name} too"
    return None


def _missing(piles: Piles, given_columns: int) -> str | None:
    """Return which cards of the deck are nowhere."""
    rules, present = piles.rules, set(_cards(piles))
    missing = [
        card_text(card)
        for card in map(Card, range(rules.cards))
        if card not in present and not is_up(piles, card)
    ]
    if len(missing) <= 1:
        return f"{missing[0]} is missing" if missing else None
    return _missing_words(rules, missing, given_columns)


def _missing_words(rules: Rules, missing: Sequence[str], given_columns: int) -> str:
    """Return a sentence about several cards that are missing."""
    named = missing if len(missing) == 2 else [*missing[:2], f"{len(missing) - 2} more"]  # noqa: PLR2004
    text = f"{', '.join(named[:-1])} and {named[-1]} are missing"
    counts = f"{rules.cards - len(missing)} of {rules.cards} cards"
    if given_columns < rules.columns:
        counts += f" and {given_columns} of {rules.columns} columns"
    return f"{text}: the board has {counts}"


def _any_card_text(card: Card) -> str:
    """Return a card, or the value that stands where one should."""
    try:
        return card_text(card)
    except CardError:
        return f"the card byte {quoted(card)}"

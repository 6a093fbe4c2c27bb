"""Numbered deals: from a number to a layout, and back.

The numbering is Microsoft's with FreeCell Pro's extension to 2^33 - 1. A linear congruential
generator starts from the number (minus 2^32 from 2^32 on); each step is
`state = state * 214013 + 2531011 mod 2^32` and puts out `state >> 16`: its lower 15 bits for
numbers below 2^31, those with bit 15 set for numbers below 2^32, all bits plus 1 from 2^32 on.
The deck lies in the order of the card bytes; the card at the output modulo the number of cards
left is dealt next, and the last card of the deck takes its place.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from kungen.cards import Card
from kungen.layout import Layout
from kungen.quoting import quoted
from kungen.rules import Rules, find_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

LAST_DEAL = 2**33 - 1
_FIRST_WITH_HIGH_BIT = 2**31
_FIRST_WITH_ALL_BITS = 2**32

_FACTOR = 214013
_ADDEND = 2531011
_MASK = 2**32 - 1
_OUTPUT_SHIFT = 16

_TOP = 2**16
"""The lowest bit of the state that is put out."""
_PERIOD = 2 * _TOP
"""That bit depends on nothing but the number modulo this."""
_LONG_PERIOD = 32 * _TOP
"""The five lowest bits put out depend on nothing but the number modulo this."""
_FEW = 64


class DealError(ValueError):
    """A number that no deal has."""


def deal(number: SupportsIndex, game: str | Rules = "freecell") -> Layout:
    """Return the layout of a deal by number, 1 to 8589934591 (2^33 - 1).

    Another number raises `DealError`, an unknown game `RulesError`.

    >>> print(deal(617).text().splitlines()[2])
    : 7D TD TH KD 4C 4S JD
    """
    rules = game if isinstance(game, Rules) else find_rules(game)
    cards = _deal_cards(check_deal_number(number), rules.cards)
    columns = tuple(tuple(cards[start :: rules.columns]) for start in range(rules.columns))
    return Layout(rules, columns, (None,) * rules.cells)


def check_deal_number(number: object) -> int:
    """Return the number of a deal, of any type of whole numbers; else raise `DealError`.

    >>> check_deal_number(0)
    Traceback (most recent call last):
    ...
    kungen.deals.DealError: a deal number is a whole number from 1 to 8589934591, not 0
    """
    whole = _whole_number(number)
    if whole is None or not 1 <= whole <= LAST_DEAL:
        shown = quoted(number if whole is None else whole)
        raise DealError(f"a deal number is a whole number from 1 to {LAST_DEAL}, not {shown}")
    return whole


def _whole_number(value: Any) -> int | None:
    """Return a value as an int, None where it is no whole number; truth values are none."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def _outputs(number: int) -> Iterator[int]:
    """Return the outputs of the generator without end."""
    state = number & _MASK
    keep, high, add = 0x7FFF, 0, 0
    if number >= _FIRST_WITH_ALL_BITS:
        keep, add = 0xFFFF, 1
    elif number >= _FIRST_WITH_HIGH_BIT:
        high = 0x8000
    while True:
        state = (state * _FACTOR + _ADDEND) & _MASK
        yield ((state >> _OUTPUT_SHIFT & keep) | high) + add


def _deal_cards(number: int, size: int) -> list[Card]:
    """Return a deck of a number of cards in the order in which they are dealt."""
    deck = [Card(byte) for byte in range(size)]
    dealt: list[Card] = []
    for left, output in zip(range(size, 0, -1), _outputs(number), strict=False):
        index = output % left
        dealt.append(deck[index])
        deck[index] = deck[left - 1]
    return dealt


def identify(layout: Layout, limit: int = 1_000_000) -> int | None:
    """Return the lowest number, up to a limit, of the deal that a layout is; None for none.

    Where the number of cards left is even, whether the index drawn is odd is the lowest bit put
    out, and this depends only on the number modulo 2^17: few remainders are left to try.

    >>> identify(deal(11982))
    11982
    """
    if not isinstance(layout, Layout):
        raise TypeError(f"the number of a Layout is looked for, not of {quoted(layout)}")
    cards = _dealt_order(layout)
    if cards is None:
        return None
    indexes = _drawn_indexes(cards)
    for number in _candidates(indexes, min(limit, LAST_DEAL)):
        if _draws(number, indexes):
            return number
    return None


def _dealt_order(layout: Layout) -> list[Card] | None:
    """Return the cards in the order in which they were dealt, None for no fresh deal."""
    size, width = layout.rules.cards, layout.rules.columns
    fresh = [len(range(start, size, width)) for start in range(width)]
    if [len(column) for column in layout.columns] != fresh:
        return None
    return [layout.columns[place % width][place // width] for place in range(size)]


def _drawn_indexes(cards: list[Card]) -> list[int]:
    """Return the index of each card in the deck when it was drawn."""
    deck = [Card(byte) for byte in range(len(cards))]
    indexes: list[int] = []
    for card in cards:
        index = deck.index(card)
        indexes.append(index)
        deck[index] = deck[-1]
        deck.pop()
    return indexes


def _draws(number: int, indexes: list[int]) -> bool:
    """Tell whether a deal draws its cards at these indexes."""
    left = range(len(indexes), 0, -1)
    drawn = zip(indexes, left, _outputs(number), strict=False)
    return all(output % count == index for index, count, output in drawn)


def _candidates(indexes: list[int], limit: int) -> Iterator[int]:
    """Return the numbers up to a limit, in order, whose outputs have the right lowest bits."""
    low = _remainders(indexes)
    # From 2^32 on the output is one more: its lowest bit is the other one, as it is for the
    # remainder that differs in the topmost bit, which goes through the generator unchanged.
    high = sorted(remainder ^ _TOP for remainder in low)
    period = _PERIOD
    if len(low) <= _FEW:  # else the deck is so small that the next numbers soon have the deal
        low, high, period = _lift(low, 0, indexes), _lift(high, 2**32, indexes), _LONG_PERIOD
    for start in range(0, limit + 1, period):
        for remainder in high if start >= _FIRST_WITH_ALL_BITS else low:
            if 1 <= start + remainder <= limit:
                yield start + remainder


def _lift(remainders: list[int], base: int, indexes: list[int]) -> list[int]:
    """Return the remainders modulo 2^21 whose outputs have all their known lowest bits right."""
    longer = (
        start + remainder for start in range(0, _LONG_PERIOD, _PERIOD) for remainder in remainders
    )
    left = range(len(indexes), 0, -1)
    return [
        remainder
        for remainder in longer
        if all(
            (output - index) % (count & -count) == 0
            for index, count, output in zip(indexes, left, _outputs(base + remainder), strict=False)
        )
    ]


def _remainders(indexes: list[int]) -> list[int]:
    """Return the numbers modulo 2^17 whose outputs are odd where the indexes tell so."""
    steps = _even_steps(len(indexes))
    (place, factor, addend), *others = steps
    # The topmost bit of the number flips the output bit of every step. Two steps compared tell
    # about the other bits alone, and the first step then gives the topmost one.
    lows: list[int] = list(range(_TOP))
    for other, other_factor, other_addend in others:
        wanted = _TOP * ((indexes[place] ^ indexes[other]) & 1)
        lows = [
            low
            for low in lows
            if ((low * factor + addend) ^ (low * other_factor + other_addend)) & _TOP == wanted
        ]
    first = _TOP * (indexes[place] & 1)
    return sorted(low | (((low * factor + addend) & _TOP) ^ first) for low in lows)


def _even_steps(size: int) -> list[tuple[int, int, int]]:
    """Return the draws with an even number of cards left: place, and the state's line.

    The state modulo 2^17 after the draw at a place is `number * factor + addend`.
    """
    steps: list[tuple[int, int, int]] = []
    factor, addend = 1, 0
    for place in range(size):
        factor = factor * _FACTOR % _PERIOD
        addend = (addend * _FACTOR + _ADDEND) % _PERIOD
        if (size - place) % 2 == 0:
            steps.append((place, factor, addend))
    return steps

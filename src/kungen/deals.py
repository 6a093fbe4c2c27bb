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
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from kungen.cards import Card, make_card, rank_of, suit_of
from kungen.game_file import find_rules
from kungen.layout import Layout
from kungen.quoting import check_type, quoted
from kungen.rules import WITH_BEAK, Rules, cards_beside

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
_FEW = 1024
_MOST_TRIED = 1_000_000


class DealError(ValueError):
    """A number that no deal has."""


def deal(number: SupportsIndex, game: str | Rules = "freecell") -> Layout:
    """Return the layout of a deal by number, 1 to 8589934591 (2^33 - 1).

    Another number raises `DealError`, an unknown game `RulesError`.

    >>> print(deal(617).text().splitlines()[2])
    : 7D TD TH KD 4C 4S JD
    """
    rules = game if isinstance(game, Rules) else find_rules(game)
    return _laid_out(rules, [*_drawn_cards(check_deal_number(number), rules.cards)])


def _laid_out(rules: Rules, cards: list[Card]) -> Layout:
    """Return the layout that cards, in the order in which they are dealt, make."""
    base = rank_of(cards[0]) if rules.base == "beak" else rules.base
    heights = [0] * 4
    if rules.base == "beak":
        for card in cards[1:]:
            heights[suit_of(card)] += rank_of(card) == base
        cards = cards[:1] + [card for card in cards[1:] if rank_of(card) != base]
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    order = column_order(rules)
    for index, card in zip(order, cards, strict=False):
        columns[index].append(card)
    rest = iter(cards[len(order) :])
    cells = tuple(
        next(rest) if number in rules.filled_cells else None for number in range(1, rules.cells + 1)
    )
    reserve = tuple(next(rest) for _ in range(rules.reserve))
    return Layout(
        rules,
        tuple(map(tuple, columns)),
        cells,
        tuple(heights),
        rules.hidden,
        reserve,
        tuple(rest),
        base=base,
    )


@cache
def column_order(rules: Rules) -> tuple[int, ...]:
    """Return the columns, from 0, in the order in which they get the cards of a deal.

    First row by row the cards face down, then row by row the others.

    >>> column_order(find_rules("klondike"))[:12]
    (6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 6)
    """
    row = [*range(rules.columns)]
    if rules.direction == "left":
        row.reverse()
    if not rules.column_sizes:
        return tuple(row[place % len(row)] for place in range(rules.cards - cards_beside(rules)))
    order: list[int] = []
    for limits in (rules.hidden or (0,) * rules.columns, rules.column_sizes):
        while short := [index for index in row if order.count(index) < limits[index]]:
            order += short
    return tuple(order)


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


def _drawn_cards(number: int, size: int) -> Iterator[Card]:
    """Iterate over a deck of a number of cards in the order in which they are dealt."""
    deck = [Card(byte) for byte in range(size)]
    for left, output in zip(range(size, 0, -1), _outputs(number), strict=False):
        index = output % left
        yield deck[index]
        deck[index] = deck[left - 1]


def last_identified(rules: Rules) -> int:
    """Return the highest number that `identify` finds in a game.

    In a game with a beak the layout does not tell the order of the deal, and numbers are tried.

    >>> last_identified(find_rules("freecell")), last_identified(find_rules("penguin"))
    (8589934591, 1000000)
    """
    return _MOST_TRIED if rules.base == "beak" else LAST_DEAL


def identify(layout: Layout, limit: SupportsIndex = 1_000_000) -> int | None:
    """Return the lowest number, up to a limit, of the deal that a layout is; None for none.

    The cells are a set: where no number deals the cards to them as they lie, the lowest one that
    deals them in another order or to other cells is returned, and then `deal` of that number is
    not the same layout. In games with a beak no number above 1 000 000 is found. A limit that is
    no whole number raises `TypeError`.

    Where the number of cards left is even, whether the index drawn is odd is the lowest bit put
    out, and this depends only on the number modulo 2^17: few remainders are left to try.

    >>> identify(deal(11982))
    11982
    """
    check_type(layout, Layout, "the number of a Layout is looked for, not of")
    whole = _whole_number(limit)
    if whole is None:
        raise TypeError(f"the limit of identify is a whole number, not {quoted(limit)}")
    rules, last = layout.rules, min(whole, last_identified(layout.rules))
    cards = _dealt_order(layout)
    if cards is None:
        return None
    find = _try_numbers if rules.base == "beak" else _find_number
    first = len(column_order(rules))
    held = range(first, first + len(rules.filled_cells))
    as_they_lie = find(cards, held[:0], last)
    return find(cards, held, last) if as_they_lie is None and len(held) > 1 else as_they_lie


def _dealt_order(layout: Layout) -> list[Card] | None:
    """Return the cards in the order in which they were dealt, None for no fresh deal.

    Those of the cells are as they lie, whichever cells they are in; those that go to their
    foundations during the deal come last.
    """
    rules, order = layout.rules, column_order(layout.rules)
    if [len(column) for column in layout.columns] != [*map(order.count, range(rules.columns))]:
        return None
    piles = [iter(column) for column in layout.columns]
    cards = [next(piles[index]) for index in order]
    held = [card for card in layout.cells if card is not None]
    cards += [*held, *(card for card in layout.reserve if card is not None)]
    cards += layout.stock
    cards += [make_card(layout.base, suit) for suit, up in enumerate(layout.foundations) if up]
    if len(cards) != rules.cards or len(held) != len(rules.filled_cells):
        return None
    fresh = _laid_out(rules, cards)
    return cards if replace(layout, cells=fresh.cells) == fresh else None


def _try_numbers(cards: list[Card], held: range, limit: int) -> int | None:
    """Return the lowest number up to a limit below 2^31 of a deal with a beak, by trying all."""
    size, first = len(cards), cards[0]
    state = _ADDEND
    for number in range(1, limit + 1):
        state = (state + _FACTOR) & _MASK
        if (state >> _OUTPUT_SHIFT & 0x7FFF) % size == first and _deals_so(
            number, cards, held, WITH_BEAK
        ):
            return number
    return None


def _find_number(cards: list[Card], held: range, limit: int) -> int | None:
    """Return the lowest number up to a limit of a deal without a beak."""
    indexes = _drawn_indexes(cards)[: held.start if held else None]
    for number in _candidates(indexes, len(cards), limit):
        if _draws(number, indexes, len(cards)) and _deals_so(number, cards, held):
            return number
    return None


def _deals_so(number: int, cards: list[Card], held: range, anywhere: int = 0) -> bool:
    """Tell whether a number deals the cards in their order.

    Those at the places held may come in any order among themselves, the last ones at any time.
    """
    free, expected = {*cards[len(cards) - anywhere :]}, {cards[place] for place in held}
    drawn = (card for card in _drawn_cards(number, len(cards)) if card not in free)
    return all(
        card in expected if place in held else card == cards[place]
        for place, card in enumerate(drawn)
    )


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


def _draws(number: int, indexes: list[int], size: int) -> bool:
    """Tell whether a deal draws its first cards at these indexes."""
    left = range(size, 0, -1)
    drawn = zip(indexes, left, _outputs(number), strict=False)
    return all(output % count == index for index, count, output in drawn)


def _candidates(indexes: list[int], size: int, limit: int) -> Iterator[int]:
    """Return the numbers up to a limit, in order, whose outputs have the right lowest bits."""
    low = _remainders(indexes, size)
    # From 2^32 on the output is one more: its lowest bit is the other one, as it is for the
    # remainder that differs in the topmost bit, which goes through the generator unchanged.
    high = sorted(remainder ^ _TOP for remainder in low)
    period = _PERIOD
    if len(low) <= _FEW:  # else the deck is so small that the next numbers soon have the deal
        low, high = _lift(low, 0, indexes, size), _lift(high, 2**32, indexes, size)
        period = _LONG_PERIOD
    for start in range(0, limit + 1, period):
        for remainder in high if start >= _FIRST_WITH_ALL_BITS else low:
            if 1 <= start + remainder <= limit:
                yield start + remainder


def _lift(remainders: list[int], base: int, indexes: list[int], size: int) -> list[int]:
    """Return the remainders modulo 2^21 whose outputs have all their known lowest bits right."""
    longer = (
        start + remainder for start in range(0, _LONG_PERIOD, _PERIOD) for remainder in remainders
    )
    left = range(size, 0, -1)
    return [
        remainder
        for remainder in longer
        if all(
            (output - index) % (count & -count) == 0
            for index, count, output in zip(indexes, left, _outputs(base + remainder), strict=False)
        )
    ]


def _remainders(indexes: list[int], size: int) -> list[int]:
    """Return the numbers modulo 2^17 whose outputs are odd where the indexes tell so."""
    steps = [step for step in _even_steps(size) if step[0] < len(indexes)]
    if not steps:
        return [*range(_PERIOD)]
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

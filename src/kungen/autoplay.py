"""Autoplay and finish: cards that go to the foundations by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kungen.building import guests_of, place_of
from kungen.cards import Card, rank_of, suit_of
from kungen.legality import has_pass_left, is_up
from kungen.moves import CELLS, COLUMNS, FOUNDATIONS, RESERVE, STOCK, WASTE, make_move

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from kungen.layout import Layout, Move
    from kungen.legality import Piles

Autoplay = Literal["off", "safe", "all"]

_ALWAYS_SAFE = 2
"""Nothing of use can lie on an ace or a two, where they are the lowest ranks."""


def takes_next(piles: Piles, card: Card) -> bool:
    """Tell whether the card is the one that its foundation takes next."""
    place = place_of(card, piles.base, piles.rules.ranks)
    return piles.foundations[suit_of(card)] == place - 1


def is_safe(piles: Piles, card: Card) -> bool:
    """Tell whether no card that is still in play could need this one to lie on.

    That is so when every card that may lie on it is on the foundations; and for aces and twos
    where the foundations begin with the ace and the build, in alternating colours, does not wrap.

    >>> from kungen.deals import deal
    >>> is_safe(deal(1), Card(0)), is_safe(deal(1), Card(51))
    (True, False)
    """
    rules = piles.rules
    plain = rules.build == "alternating" and not rules.wrap and piles.base == 1
    if plain and rank_of(card) <= _ALWAYS_SAFE:
        return True
    return all(is_up(piles, guest) for guest in guests_of(rules)[card])


def _free_cards(layout: Layout, *, waste: bool) -> Iterator[tuple[str, Card]]:
    """Iterate over free cards with their piles: columns, cells, reserve and perhaps the waste."""
    for name, column in zip(COLUMNS, layout.columns, strict=False):
        if column:
            yield name, column[-1]
    for names, cards in ((CELLS, layout.cells), (RESERVE, layout.reserve)):
        for name, card in zip(names, cards, strict=False):
            if card is not None:
                yield name, card
    if waste and layout.waste:
        yield WASTE, layout.waste[-1]


def next_automatic(layout: Layout, level: Autoplay, held: Container[Card] = ()) -> Move | None:
    """Return the next move of autoplay, None when it has nothing to do.

    It is the first free card that its foundation takes, that the level allows and that is not
    among those held back. Nothing goes from the waste where more than one card is drawn at a time.
    """
    if level == "off":
        return None
    for name, card in _free_cards(layout, waste=layout.rules.draw == 1):
        if (
            takes_next(layout, card)
            and card not in held
            and (level == "all" or is_safe(layout, card))
        ):
            return make_move(name, FOUNDATIONS[suit_of(card)])
    return None


def automatic_line(
    layout: Layout, level: Autoplay, held: Container[Card] = ()
) -> tuple[tuple[Move, ...], Layout]:
    """Return all moves of autoplay and the layout after them."""
    line: list[Move] = []
    while (move := next_automatic(layout, level, held)) is not None:
        line.append(move)
        layout = layout.after(move)
    return tuple(line), layout


def finishing_line(layout: Layout) -> tuple[Move, ...]:
    """Return moves that win by sending up every card that goes; none where that does not win.

    When no card goes up, cards are drawn; when there is none to draw, the stock is turned over,
    if that is legal and a card went up since it was turned over last. There are none in a won
    layout and while a card in a column lies face down.
    """
    line: list[Move] = []
    came_up = True
    while not any(layout.hidden) and (move := _next_finishing(layout, came_up=came_up)) is not None:
        if move.target != WASTE:
            came_up = move.target != STOCK
        line.append(move)
        layout = layout.after(move)
    return tuple(line) if layout.is_won() else ()


def _next_finishing(layout: Layout, *, came_up: bool) -> Move | None:
    """Return the next move of a finish; `came_up` says whether the stock may be turned over."""
    for name, card in _free_cards(layout, waste=True):
        if takes_next(layout, card):
            return make_move(name, FOUNDATIONS[suit_of(card)])
    if layout.stock:
        return make_move(STOCK, WASTE, min(layout.rules.draw, len(layout.stock)))
    if layout.waste and came_up and has_pass_left(layout):
        return make_move(WASTE, STOCK, len(layout.waste))
    return None

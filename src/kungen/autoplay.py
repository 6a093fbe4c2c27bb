"""Autoplay and finish: cards that go to the foundations by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kungen.cards import Card, is_red, make_card, rank_of, suit_of
from kungen.moves import CELLS, COLUMNS, FOUNDATIONS, make_move

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from kungen.layout import Layout, Move

Autoplay = Literal["off", "safe", "all"]

_ALWAYS_SAFE = 2
"""Nothing of use can lie on an ace or a two, the lowest ranks."""


def takes_next(layout: Layout, card: Card) -> bool:
    """Tell whether the card is the one that its foundation takes next."""
    return layout.foundations[suit_of(card)] == rank_of(card) - 1


def is_safe(layout: Layout, card: Card) -> bool:
    """Tell whether no card that is still in play could need this one to lie on.

    In games built in one suit that is always so; in alternating colours for the two lowest ranks,
    and once both cards of the next lower rank and the other colour are up.

    >>> from kungen.deals import deal
    >>> is_safe(deal(1), Card(0)), is_safe(deal(1), Card(51))
    (True, False)
    """
    rank = rank_of(card)
    if layout.rules.build == "suit" or rank <= _ALWAYS_SAFE:
        return True
    return all(
        height >= rank - 1
        for suit, height in enumerate(layout.foundations)
        if is_red(make_card(1, suit)) != is_red(card)
    )


def _free_cards(layout: Layout) -> Iterator[tuple[str, Card]]:
    """Iterate over the free cards of the columns and then of the cells, with their piles."""
    for name, column in zip(COLUMNS, layout.columns, strict=False):
        if column:
            yield name, column[-1]
    for name, card in zip(CELLS, layout.cells, strict=False):
        if card is not None:
            yield name, card


def next_automatic(layout: Layout, level: Autoplay, held: Container[Card] = ()) -> Move | None:
    """Return the next move of autoplay, None when it has nothing to do.

    It is the first free card that its foundation takes, that the level allows and that is not
    among those held back.
    """
    if level == "off":
        return None
    for name, card in _free_cards(layout):
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

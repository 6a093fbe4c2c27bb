"""The tip: one sensible legal move, never claimed to be the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen.autoplay import is_safe, takes_next
from kungen.cards import Card, rank_of
from kungen.legality import Column, free_card, run_length
from kungen.moves import FIRST_CELL, FIRST_FOUNDATION, PILE_BYTES

if TYPE_CHECKING:
    from collections.abc import Container

    from kungen.layout import Layout, Move

NO_COVER = 60
"""The cover of a column that holds no card its foundation takes next."""


def find_tip(layout: Layout, seen: Container[object] = ()) -> Move | None:
    """Return the legal move with the highest score, the first of equals.

    Moves to a layout whose canonical key was seen are left out, unless that leaves none. None in a
    won or a stuck layout.
    """
    if layout.is_won():
        return None
    moves = list(layout.legal_moves)
    fresh = [move for move in moves if layout.after(move).canonical() not in seen]
    return max(fresh or moves, key=lambda move: score(layout, move), default=None)


def score(layout: Layout, move: Move) -> int:
    """Return the score of a legal move, by the table in the description of the architecture.

    >>> from kungen import Move, deal
    >>> score(deal(1), Move("column1", "cell1"))
    2000
    """
    source, target = PILE_BYTES[move.source], PILE_BYTES[move.target]
    card = free_card(layout, move.source)
    if source >= FIRST_FOUNDATION or card is None:
        return 100
    if target >= FIRST_FOUNDATION:
        return 7000 if is_safe(layout, card) else 4000
    if source >= FIRST_CELL:
        return 5000 if layout.columns[target] else 1000 + rank_of(card)
    column = layout.columns[source]
    if target >= FIRST_CELL:
        return 2000 + NO_COVER - cover(layout, column)
    return _run_score(layout, column, layout.columns[target], move.count)


def _run_score(layout: Layout, column: Column, target: Column, count: int) -> int:
    """Return the score of a move of a run to another column."""
    if count < run_length(column, layout.rules.build):
        return 0
    empties = count == len(column)
    if target:
        return 6000 + count + 100 * empties
    return 0 if empties else 3000 + NO_COVER - cover(layout, column)


def cover(layout: Layout, column: tuple[Card, ...]) -> int:
    """Return the number of cards over the free-most one that its foundation takes next, or 60."""
    for depth, card in enumerate(reversed(column)):
        if takes_next(layout, card):
            return depth
    return NO_COVER

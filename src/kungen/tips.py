"""The tip: one sensible legal move, never claimed to be the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen.autoplay import is_safe, takes_next
from kungen.cards import rank_of
from kungen.layout import after
from kungen.legality import face_up, free_card, list_moves, run_length
from kungen.moves import FIRST_CELL, FOUNDATIONS, PILE_BYTES, STOCK, is_of_stock

if TYPE_CHECKING:
    from collections.abc import Container

    from kungen.moves import Move
    from kungen.view import View

NO_COVER = 60
"""The cover of a column that holds no card its foundation takes next."""


def find_tip(view: View, seen: Container[object] = ()) -> Move | None:
    """Return the legal move with the highest score, the first of equals, from what is seen.

    Moves from a foundation are left out, and moves to a layout that is among those seen before in
    the game, by the keys of their views; never a move that turns a card up. None when that leaves
    nothing, or all cards are on the foundations.

    >>> from kungen import deal
    >>> find_tip(deal(617).view())
    Move('column5', 'column8')
    """
    if view.foundations == (view.rules.ranks,) * 4:
        return None
    fresh = [
        move
        for move in list_moves(view)
        if move.source not in FOUNDATIONS
        and (turns_up(view, move) or after(view, move).canonical() not in seen)
    ]
    return max(fresh, key=lambda move: score(view, move), default=None)


def turns_up(view: View, move: Move) -> bool:
    """Tell whether a legal move turns a card up."""
    source = PILE_BYTES[move.source]
    return source < FIRST_CELL and 0 < view.hidden[source] == len(view.columns[source]) - move.count


def score(view: View, move: Move) -> int:
    """Return the score of a move that may be a tip, by the table in the architecture's description.

    >>> from kungen import Move, deal
    >>> score(deal(1).view(), Move("column1", "cell1"))
    2000
    """
    if is_of_stock(move):
        return 500 if move.source == STOCK else 400
    card = free_card(view, move.source)
    if card is None:
        raise LookupError(f"{move.source} is empty")
    if move.target in FOUNDATIONS:
        return 7000 if is_safe(view, card) else 4000
    source, target = PILE_BYTES[move.source], PILE_BYTES[move.target]
    if source < FIRST_CELL:
        return _column_score(view, move, source, target)
    return 5000 if view.columns[target] else 1000 + rank_of(card)


def _column_score(view: View, move: Move, source: int, target: int) -> int:
    """Return the score of a move from a column to a cell or another column."""
    if target >= FIRST_CELL:
        return 2000 + NO_COVER - cover(view, source)
    if move.count < run_length(face_up(view, source), view.rules):
        return 0
    if turns_up(view, move):
        return 6500 + view.hidden[source]
    empties = move.count == len(view.columns[source])
    if view.columns[target]:
        return 6000 + move.count + 100 * empties
    return 0 if empties else 3000 + NO_COVER - cover(view, source)


def cover(view: View, index: int) -> int:
    """Return the number of cards over the free-most one that its foundation takes next, or 60.

    Only cards face up of the column, by its index, are looked at.
    """
    for depth, card in enumerate(reversed(face_up(view, index))):
        if takes_next(view, card):
            return depth
    return NO_COVER

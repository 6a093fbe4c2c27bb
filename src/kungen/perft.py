"""Perft: counts that every implementation of the rules must reproduce."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen.legality import list_moves

if TYPE_CHECKING:
    from kungen.layout import Layout


def perft(layout: Layout, depth: int) -> int:
    """Return the number of sequences of so many legal moves, without autoplay.

    A negative depth raises `ValueError`.

    >>> from kungen.deals import deal
    >>> perft(deal(1), 2)
    792
    """
    _check_depth(depth)
    if depth == 0:
        return 1
    moves = list_moves(layout)
    if depth == 1:
        return len(moves)
    return sum(perft(layout.after(move), depth - 1) for move in moves)


def distinct(layout: Layout, depth: int) -> int:
    """Return the number of different layouts after exactly so many legal moves.

    Columns are unordered and the cells are a set. A negative depth raises `ValueError`.

    >>> from kungen.deals import deal
    >>> distinct(deal(1), 2)
    42
    """
    _check_depth(depth)
    reached = {layout.canonical(): layout}
    for _ in range(depth):
        reached = {
            after.canonical(): after
            for before in reached.values()
            for after in map(before.after, list_moves(before))
        }
    return len(reached)


def _check_depth(depth: int) -> None:
    """Refuse a negative depth."""
    if depth < 0:
        raise ValueError(f"the depth is {depth}; it must be 0 or more")

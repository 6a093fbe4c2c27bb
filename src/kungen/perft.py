"""Perft: counts that every implementation of the rules must reproduce."""

from __future__ import annotations

from kungen.layout import Layout
from kungen.legality import list_moves
from kungen.quoting import check_type, quoted

MOST_DEPTH = 40
"""The core's counts go as deep."""


def perft(layout: Layout, depth: int) -> int:
    """Return the number of sequences of so many legal moves, 0 to 40, without autoplay.

    Another depth raises `ValueError`.

    >>> from kungen.deals import deal
    >>> perft(deal(1), 2)
    792
    """
    _check(layout, depth)
    return _sequences(layout, depth)


def _sequences(layout: Layout, depth: int) -> int:
    """Return the number of sequences of legal moves."""
    if depth == 0:
        return 1
    moves = list_moves(layout)
    if depth == 1:
        return len(moves)
    return sum(_sequences(layout.after(move), depth - 1) for move in moves)


def distinct(layout: Layout, depth: int) -> int:
    """Return the number of different layouts after exactly so many legal moves, 0 to 40.

    Columns are unordered and the cells are a set. Another depth raises `ValueError`.

    >>> from kungen.deals import deal
    >>> distinct(deal(1), 2)
    42
    """
    _check(layout, depth)
    reached = {layout.canonical(): layout}
    for _ in range(depth):
        reached = {
            after.canonical(): after
            for before in reached.values()
            for after in map(before.after, list_moves(before))
        }
    return len(reached)


def _check(layout: object, depth: object) -> None:
    """Refuse a depth out of range, and what is no layout."""
    check_type(layout, Layout, "the moves of a Layout are counted, not of")
    if type(depth) is not int or not 0 <= depth <= MOST_DEPTH:
        raise ValueError(
            f"the depth is {quoted(depth)}; it must be a whole number from 0 to {MOST_DEPTH}"
        )

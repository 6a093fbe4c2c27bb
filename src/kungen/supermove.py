"""Supermoves: the single-card moves that one stands for."""

from __future__ import annotations

from functools import cache

from kungen.moves import Move, make_move


def expand_supermove(
    move: Move, empty_cells: tuple[str, ...], empty_columns: tuple[str, ...]
) -> tuple[Move, ...]:
    """Return single-card moves with the effect of a move, in the order to play them.

    Cards wait in the empty cells and in the empty columns given, the target not among them.
    As many cards as there are such piles, and one, go in `2 * count - 1` moves; for more, a part
    of the run is built up in an empty column. A move of more cards than
    `(1 + cells) * 2**columns` raises `ValueError`.

    >>> expand_supermove(Move("column1", "column2", 2), ("cell1",), ())
    (Move('column1', 'cell1'), Move('column1', 'column2'), Move('cell1', 'column2'))
    """
    count, columns = move.count, len(empty_columns)
    if count > (1 + len(empty_cells)) << columns:
        raise ValueError(f"{count} cards have no room to move")
    if count <= 1 + len(empty_cells):
        return _by_cells(move, empty_cells)
    part = _best_part(count, len(empty_cells), columns)
    way, rest = empty_columns[-1], empty_columns[:-1]
    return (
        *expand_supermove(make_move(move.source, way, part), empty_cells, rest),
        *expand_supermove(make_move(move.source, move.target, count - part), empty_cells, rest),
        *expand_supermove(make_move(way, move.target, part), empty_cells, rest),
    )


def _by_cells(move: Move, empty_cells: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the moves of a run whose cards but one wait in cells."""
    waiting = empty_cells[: move.count - 1]
    return (
        *(make_move(move.source, cell) for cell in waiting),
        make_move(move.source, move.target),
        *(make_move(cell, move.target) for cell in reversed(waiting)),
    )


def _best_part(count: int, cells: int, columns: int) -> int:
    """Return how many cards to build up in the first empty column for the fewest moves."""
    room = (1 + cells) << (columns - 1)
    parts = range(max(1, count - room), min(room, count - 1) + 1)
    return min(parts, key=lambda part: _moves_with(part, count, cells, columns))


def _moves_with(part: int, count: int, cells: int, columns: int) -> int:
    """Return the number of single moves when a part waits in an empty column."""
    rest = columns - 1
    return 2 * _fewest(part, cells, rest) + _fewest(count - part, cells, rest)


@cache
def _fewest(count: int, cells: int, columns: int) -> int:
    """Return the number of single moves that a run needs."""
    if count <= 1 + cells:
        return 2 * count - 1
    return _moves_with(_best_part(count, cells, columns), count, cells, columns)

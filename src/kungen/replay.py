"""Replay: check a line of moves from a layout to its end."""

from __future__ import annotations

from collections.abc import Iterable

from kungen.layout import IllegalMove, Layout, Move
from kungen.moves import FOUNDATIONS, pile_label
from kungen.quoting import check_type


class ReplayError(ValueError):
    """A line of moves of which one is not legal.

    `index` is the place of that move in the line, from 0; `reason` says why it is not legal. In a
    line of steps they are those of the step, and `part` says so.
    """

    def __init__(self, index: int, reason: str, part: str = "move") -> None:
        """Keep the place and the reason beside the sentence."""
        super().__init__(f"{part} {index + 1}: {reason}")
        self.index = index
        self.reason = reason
        self.part = part

    def __reduce__(self) -> tuple[type[ReplayError], tuple[int, str, str]]:
        """Return what makes the error again in another process."""
        return type(self), (self.index, self.reason, self.part)


def replay(layout: Layout, moves: Iterable[Move]) -> Layout:
    """Return the layout after all moves; the first that is not legal raises `ReplayError`.

    >>> from kungen.deals import deal
    >>> replay(deal(617), [Move("column3", "cell1"), Move("column2", "cell1")])
    Traceback (most recent call last):
    ...
    kungen.replay.ReplayError: move 2: cell 1 holds KC
    """
    check_type(layout, Layout, "moves are replayed from a Layout, not from")
    check_type(moves, Iterable, "a replay takes moves one after the other, not")
    for index, move in enumerate(moves):
        layout = _played(layout, move, index)
    return layout


def count_single_moves(layout: Layout, moves: Iterable[Move]) -> int:
    """Return how many moves of single cards a line stands for, as `Layout.expand` has them.

    >>> from kungen.deals import deal
    >>> count_single_moves(deal(617), [Move("column5", "column8"), Move("column3", "cell1")])
    2
    """
    count = 0
    for index, move in enumerate(moves):
        following = _played(layout, move, index)
        count += len(layout.expand(move))
        layout = following
    return count


def replay_step(layout: Layout, step: Iterable[Move]) -> Layout:
    """Return the layout after a player's move and the automatic ones that followed it.

    A move that is not legal, and an automatic one that does not go to a foundation, raise
    `ReplayError`.

    >>> from kungen.deals import deal
    >>> replay_step(deal(617), [Move("column3", "cell1"), Move("column2", "cell2")])
    Traceback (most recent call last):
    ...
    kungen.replay.ReplayError: move 2: an automatic move goes to a foundation, not to cell 2
    """
    for index, move in enumerate(step):
        layout = _played(layout, move, index)
        if index > 0 and move.target not in FOUNDATIONS:
            where = pile_label(move.target)
            raise ReplayError(index, f"an automatic move goes to a foundation, not to {where}")
    return layout


def _played(layout: Layout, move: Move, index: int) -> Layout:
    """Return the layout after a move of a line."""
    try:
        return layout.play(move)
    except IllegalMove as error:
        raise ReplayError(index, str(error)) from None

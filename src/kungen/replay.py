"""Replay: check a line of moves from a layout to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen.layout import IllegalMove, Layout, Move

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    for index, move in enumerate(moves):
        try:
            layout = layout.play(move)
        except IllegalMove as error:
            raise ReplayError(index, str(error)) from None
    return layout

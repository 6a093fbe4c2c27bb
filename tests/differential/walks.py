"""Layouts on the way: what random play makes of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from kungen import Layout


def walk(layout: Layout, moves: int, source: random.Random) -> Layout:
    """Play so many random legal moves, fewer when the layout is stuck."""
    for _ in range(moves):
        legal = list(layout.legal_moves)
        if not legal:
            break
        layout = layout.play(source.choice(legal))
    return layout

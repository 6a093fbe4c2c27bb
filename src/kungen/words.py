"""Moves in words: `draw`, `turn over`, and two piles such as `column2 column6`."""

from __future__ import annotations

import re

from kungen.moves import PILE_BYTES, STOCK, WASTE, MoveError
from kungen.quoting import quoted

HOME = "home"
"""The foundation of the card that moves."""
PATTERN = (
    r"(?i:draw(?!\S)|turn\s+over(?!\S)"
    r"|(?:(?:column|cell|reserve)[0-9]+|foundation[cdhs]|stock|waste)\s+\S+"
    r"(?:\s+[0-9]{1,3}(?!\S))?)"
)
"""A move in words, within a line of moves."""

_PILES = {pile.lower(): pile for pile in PILE_BYTES}
_COUNT = re.compile(r"[0-9]{1,3}", re.ASCII)


def named_piles(text: str) -> tuple[str, str, int | None] | None:
    """Return the source, the target and the number of a move in words, None for other texts.

    The target may be `HOME`; the number is None where it is not said. Words that begin as a move
    does and are none raise `MoveError`.

    >>> named_piles("Column2 column6 4"), named_piles("draw"), named_piles("26")
    (('column2', 'column6', 4), ('stock', 'waste', None), None)
    """
    match text.lower().split():
        case ["draw"]:
            return STOCK, WASTE, None
        case ["turn", "over"]:
            return WASTE, STOCK, None
        case [source, target] if source in _PILES:
            return _PILES[source], _target(target), None
        case [source, target, count] if source in _PILES and _COUNT.fullmatch(count):
            return _PILES[source], _target(target), int(count)
        case [source, *_] if source in _PILES:
            raise MoveError(
                f"{quoted(text)} is no move: it is two piles, such as column2 column6, and a number"
                " of cards where several could move"
            )
    return None


def _target(word: str) -> str:
    """Return the pile that a word names."""
    if word != HOME and word not in _PILES:
        raise MoveError(f"there is no pile {quoted(word)}")
    return _PILES.get(word, HOME)

"""Moves: from pile to pile, by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kungen.cards import SUIT_NAMES, SUITS
from kungen.quoting import check_type, quoted, quoted_json

COLUMNS = tuple(f"column{number}" for number in range(1, 11))
CELLS = tuple(f"cell{number}" for number in range(1, 11))
RESERVE = tuple(f"reserve{number}" for number in range(1, 17))
FOUNDATIONS = tuple(f"foundation{suit}" for suit in SUITS)
STOCK = "stock"
WASTE = "waste"

FIRST_CELL = 16
FIRST_RESERVE = 32
FIRST_FOUNDATION = 48
STOCK_BYTE = 64
WASTE_BYTE = 65

PILE_BYTES = {
    **{name: index for index, name in enumerate(COLUMNS)},
    **{name: FIRST_CELL + index for index, name in enumerate(CELLS)},
    **{name: FIRST_RESERVE + index for index, name in enumerate(RESERVE)},
    **{name: FIRST_FOUNDATION + index for index, name in enumerate(FOUNDATIONS)},
    STOCK: STOCK_BYTE,
    WASTE: WASTE_BYTE,
}
"""The byte of each pile: columns from 0, cells from 16, reserve from 32, foundations from 48, the
stock and the waste."""

_PILE_NAMES = {byte: name for name, byte in PILE_BYTES.items()}
_MOVE_BYTES = 3
_MOST = 255
"""The number of cards that a byte holds."""


class MoveError(ValueError):
    """A text, a value or bytes that are no move at all."""


@dataclass(frozen=True, slots=True)
class Move:
    """A number of cards that go from one pile to another.

    Piles are `column1` to `column10`, `cell1` to `cell10`, `reserve1` to `reserve16`,
    `foundationC`, `D`, `H`, `S`, `stock` and `waste`. To draw is a move from the stock to the
    waste, to turn over one from the waste to the stock.

    >>> Move("column3", "column5", 2)
    Move('column3', 'column5', 2)
    """

    source: str
    target: str
    count: int = 1

    def __repr__(self) -> str:
        """Return the move so that it can be pasted back."""
        count = "" if self.count == 1 else f", {self.count}"
        return f"Move({self.source!r}, {self.target!r}{count})"

    def json(self) -> list[str | int]:
        """Return the move as JSON has it.

        >>> Move("cell1", "column5").json()
        ['cell1', 'column5', 1]
        """
        return [self.source, self.target, self.count]

    @staticmethod
    def from_json(value: object) -> Move:
        """Read a move of JSON, `[source, target, number of cards]`; else raise `MoveError`.

        >>> Move.from_json(["cell1", "column5", 1])
        Move('cell1', 'column5')
        """
        match value:
            case [str(source), str(target), int(count)] if not isinstance(count, bool):
                for pile in (source, target):
                    if pile not in PILE_BYTES:
                        raise MoveError(f"there is no pile {quoted(pile)}")
                if not 1 <= count <= _MOST:
                    raise MoveError(f"a move takes 1 to {_MOST} cards, not {quoted(count)}")
                return make_move(source, target, count)
        raise MoveError(f"a move is [source, target, number of cards], not {quoted_json(value)}")

    def pack(self) -> bytes:
        """Return the move as three bytes: source, target, number of cards.

        A pile that is none and a number that no byte holds raise `MoveError`.

        >>> Move("column3", "foundationS").pack().hex(" ")
        '02 33 01'
        """
        Move.from_json(self.json())
        return bytes((PILE_BYTES[self.source], PILE_BYTES[self.target], self.count))

    @staticmethod
    def unpack(data: bytes) -> Move:
        """Read a move of three bytes; others raise `MoveError`.

        >>> Move.unpack(bytes((2, 51, 1)))
        Move('column3', 'foundationS')
        """
        check_type(data, bytes, "a move is read from bytes, not from")
        if len(data) != _MOVE_BYTES:
            raise MoveError(f"a move has {_MOVE_BYTES} bytes, not {len(data)}")
        source, target, count = data
        for byte in (source, target):
            if byte not in _PILE_NAMES:
                raise MoveError(f"there is no pile with the byte {byte}")
        if count == 0:
            raise MoveError(f"a move takes 1 to {_MOST} cards, not 0")
        return make_move(_PILE_NAMES[source], _PILE_NAMES[target], count)


@cache
def make_move(source: str, target: str, count: int = 1) -> Move:
    """Return the move, the same object each time: listing moves makes many, of few kinds."""
    return Move(source, target, count)


def pile_label(pile: str) -> str:
    """Return the name of a pile for a sentence.

    >>> pile_label("column3"), pile_label("foundationH")
    ('column 3', 'the foundation of hearts')
    """
    byte = PILE_BYTES[pile]
    if byte < FIRST_CELL:
        return f"column {byte + 1}"
    if byte < FIRST_RESERVE:
        return f"cell {byte - FIRST_CELL + 1}"
    if byte < FIRST_FOUNDATION:
        return f"reserve {byte - FIRST_RESERVE + 1}"
    if byte < STOCK_BYTE:
        return f"the foundation of {SUIT_NAMES[byte - FIRST_FOUNDATION]}"
    return f"the {pile}"


def is_of_stock(move: Move) -> bool:
    """Tell whether a legal move is a draw or a turning over.

    >>> is_of_stock(Move("stock", "waste")), is_of_stock(Move("waste", "column1"))
    (True, False)
    """
    return STOCK in (move.source, move.target)

"""Views: a layout as its player sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kungen.legality import list_moves

if TYPE_CHECKING:
    from kungen.cards import Card
    from kungen.moves import Move
    from kungen.rules import Rules

ViewKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A layout with None for each card that cannot be seen: face down in a column or in the stock.

    The waste is known, for its cards have been seen. `Layout.view` makes it.

    >>> from kungen import deal
    >>> deal(1, "klondike").view().columns[1]
    (None, 39)
    """

    rules: Rules
    columns: tuple[tuple[Card | None, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]
    hidden: tuple[int, ...]
    reserve: tuple[Card | None, ...]
    stock: tuple[None, ...]
    waste: tuple[Card | None, ...]
    turned_over: int
    base: int

    def canonical(self) -> ViewKey:
        """Return a key that tells the layouts of one game apart, but for the order of piles.

        Columns are unordered and the cells are a set. The order in which stock and waste follow
        each other never changes in a game, and a card turned up is never turned down: so what is
        seen in columns, cells, foundations and reserve and the size of the stock tell the rest.
        """
        columns = sorted(
            (down, column[down:]) for down, column in zip(self.hidden, self.columns, strict=True)
        )
        held = sorted(card for card in self.cells if card is not None)
        stock = (len(self.stock), self.turned_over)
        return tuple(columns), tuple(held), self.foundations, self.reserve, stock

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, draw and turn over too; what is seen tells them all.

        >>> from kungen import deal
        >>> deal(10, "klondike:draw=3").view().legal_moves
        (Move('stock', 'waste', 3),)
        """
        return tuple(list_moves(self))

    def svg(self, letters: str = "en") -> str:
        """Return a picture of the view; card letters are those of `en`, `sv` or `da`."""
        from kungen.svg import layout_svg  # noqa: PLC0415 - pictures are wanted seldom

        return layout_svg(self, letters)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def text(self) -> str:
        """Return the board text, with `<?>` for each card face down."""
        from kungen.notation import layout_text  # noqa: PLC0415 - notation reads layouts

        return layout_text(self)

    def __str__(self) -> str:
        """Return the board text."""
        return self.text()

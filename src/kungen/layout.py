"""Layouts: the cards on the table between two moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from kungen.cards import SUIT_NAMES, Card
from kungen.faults import fault_of
from kungen.game_file import known_key
from kungen.legality import capacity, free_card, list_moves, refusal
from kungen.moves import (
    CELLS,
    COLUMNS,
    FIRST_CELL,
    FIRST_FOUNDATION,
    FIRST_RESERVE,
    PILE_BYTES,
    STOCK_BYTE,
    WASTE_BYTE,
    Move,
    MoveError,
    is_of_stock,
)
from kungen.quoting import check_type
from kungen.rules import Rules
from kungen.supermove import expand_supermove
from kungen.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kungen.building import Column

__all__ = ["IllegalMove", "Layout", "LayoutError", "LegalMoves", "Move", "MoveError", "View"]

EMPTY_CELL = 255
"""The byte of an empty cell, or place of the reserve, in a layout record."""

CanonicalKey = tuple[object, ...]


class IllegalMove(ValueError):  # noqa: N818 - the name says what it is
    """A move that the rules do not allow in a layout."""


class LayoutError(ValueError):
    """Cards that do not make up a layout of a game."""


class LegalMoves:
    """The legal moves of a layout: to iterate over, to count and to look a move up.

    They are listed when first needed, and once.

    >>> from kungen.deals import deal
    >>> moves = deal(1).legal_moves
    >>> len(moves), Move("column1", "cell1") in moves
    (32, True)
    """

    __slots__ = ("_layout", "_moves")

    def __init__(self, layout: Layout) -> None:
        """Look at the moves of a layout."""
        self._layout = layout
        self._moves: list[Move] | None = None

    def _list(self) -> list[Move]:
        """Return the moves, listed once."""
        if self._moves is None:
            self._moves = list_moves(self._layout)
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves, in the order of their source and then of their target."""
        return iter(self._list())

    def __getitem__(self, index: int) -> Move:
        """Return the move at a place, from 0; `IndexError` when there are not so many."""
        return self._list()[index]

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self._list())

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is legal."""
        return isinstance(move, Move) and refusal(self._layout, move) is None

    def __repr__(self) -> str:
        """Return the moves as they could be pasted into a list."""
        return f"<LegalMoves {self._list()!r}>"

    def count(self) -> int:
        """Return the number of moves."""
        return len(self)


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards on a table, under the rules of a game.

    Immutable and hashable. The constructor trusts its arguments; `Layout.checked` does not.

    >>> from kungen.deals import deal
    >>> layout = deal(617).play(Move("column3", "cell2"))
    >>> [layout.cells[1], len(layout.columns[2]), layout.foundations]
    [48, 6, (0, 0, 0, 0)]
    """

    rules: Rules = field(hash=False)
    columns: tuple[Column, ...]
    """The cards of each column, from the deepest to the free one."""
    cells: tuple[Card | None, ...]
    """The card of each cell, None when it is empty."""
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    """The number of cards on the foundations of C, D, H, S."""
    hidden: tuple[int, ...] = ()
    """How many cards of each column lie face down, the deepest ones; left out, none does."""
    reserve: tuple[Card | None, ...] = ()
    """The card of each place of the reserve, None when it is empty."""
    stock: tuple[Card, ...] = ()
    """The cards of the stock, the next one first."""
    waste: tuple[Card, ...] = ()
    """The cards of the waste, the free one last."""
    turned_over: int = 0
    """How often the stock was turned over; 0 where the passes are unlimited."""
    base: int = 1
    """The rank that the foundations begin with."""

    def __post_init__(self) -> None:
        """Lay all cards face up where nothing else is said."""
        if not self.hidden:
            object.__setattr__(self, "hidden", (0,) * len(self.columns))

    @staticmethod
    def checked(  # noqa: PLR0913 - one for each kind of pile
        rules: Rules,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (),
        foundations: Sequence[int] = (0, 0, 0, 0),
        *,
        hidden: Sequence[int] = (),
        reserve: Sequence[Card | None] = (),
        stock: Sequence[Card] = (),
        waste: Sequence[Card] = (),
        turned_over: int = 0,
        base: int | None = None,
    ) -> Layout:
        """Return a layout of hand-placed cards; a fault raises `LayoutError`.

        Columns, cells and places of the reserve that are left out at the end are empty; the base
        may be left out where the game has one of its own. A fault is a card that is missing, there
        twice or not of the deck, or what the game does not have.

        >>> from kungen import find_rules
        >>> Layout.checked(find_rules("freecell"), [], foundations=(13, 13, 13, 12))
        Traceback (most recent call last):
        ...
        kungen.layout.LayoutError: KS is missing
        """
        check_type(rules, Rules, "a layout is one of Rules, not of")
        for kind, given, most in (
            ("columns", columns, rules.columns),
            ("columns with cards face down", hidden, rules.columns),
            ("cells", cells, rules.cells),
            ("places of the reserve", reserve, rules.reserve),
            ("foundations", foundations, len(SUIT_NAMES)),
            ("cards in the stock", stock, rules.cards),
            ("cards in the waste", waste, rules.cards),
        ):
            check_type(given, Sequence, f"the {kind} are a sequence, not")
            if len(given) > most:
                raise LayoutError(f"there are {len(given)} {kind}; the game has {most}")
        for column in columns:
            check_type(column, Sequence, "a column is a sequence of cards, not")
        if base is None and rules.base == "beak":
            raise LayoutError("the base is missing: the rank that the foundations begin with")
        layout = Layout(
            rules,
            tuple(map(tuple, columns)) + ((),) * (rules.columns - len(columns)),
            tuple(cells) + (None,) * (rules.cells - len(cells)),
            tuple(foundations),
            tuple(hidden) + (0,) * (rules.columns - len(hidden)),
            tuple(reserve) + (None,) * (rules.reserve - len(reserve)),
            tuple(stock),
            tuple(waste),
            turned_over,
            rules.base if base is None else base,  # type: ignore[arg-type] # a beak was refused
        )
        fault = fault_of(layout, len(columns))
        if fault:
            raise LayoutError(fault)
        return layout

    def view(self) -> View:
        """Return the layout as its player sees it, None for each card that cannot be seen.

        >>> from kungen.deals import deal
        >>> deal(1, "klondike").view().stock[:2]
        (None, None)
        """
        return View(
            self.rules,
            tuple(
                (None,) * down + column[down:] if down else column
                for down, column in zip(self.hidden, self.columns, strict=True)
            ),
            self.cells,
            self.foundations,
            self.hidden,
            self.reserve,
            (None,) * len(self.stock),
            self.waste,
            self.turned_over,
            self.base,
        )

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, as a view."""
        return LegalMoves(self)

    def play(self, move: Move) -> Layout:
        """Return the layout after a move; one that is not legal raises `IllegalMove`.

        What is no `Move` raises `TypeError`.

        >>> from kungen.deals import deal
        >>> deal(617).play(Move("column3", "column5"))
        Traceback (most recent call last):
        ...
        kungen.layout.IllegalMove: KC does not go on JC: it goes on a card one rank higher
        """
        check_type(move, Move, "play takes a Move (parse_move reads a text), not")
        reason = refusal(self, move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(move)

    def after(self, move: Move) -> Layout:
        """Return the layout after a move that is known to be legal: nothing is checked."""
        return after(self, move)

    def is_won(self) -> bool:
        """Tell whether all cards are on the foundations."""
        return self.foundations == (self.rules.ranks,) * 4

    def is_stuck(self) -> bool:
        """Tell whether the game is not won and nothing can move any more.

        With a stock: no move is legal but draw and turn over, here and in every layout that these
        two reach.
        """
        return not self.is_won() and all(
            is_of_stock(move) for layout in _through_stock(self) for move in list_moves(layout)
        )

    def capacity(self, *, to_empty: bool) -> int:
        """Return how many cards may move at once, onto a card or into an empty column.

        With c empty cells and e empty columns `(1 + c) * 2**e` onto a card and half of that into
        an empty column; `1 + c` for both where an empty column takes only the last rank.
        At most 52, which also stands for no limit; 0 into an empty column when there is none.

        >>> from kungen.deals import deal
        >>> deal(1).capacity(to_empty=False), deal(1).capacity(to_empty=True)
        (5, 0)
        """
        check_type(to_empty, bool, "to_empty is True or False, not")
        return capacity(self, to_empty=to_empty)

    def expand(self, move: Move) -> tuple[Move, ...]:
        """Return the single-card moves that a legal move stands for, in the order to play them.

        Draw and turn over stand for themselves, and so does a run where runs of any length move
        whole. A move that is not legal raises `IllegalMove`.
        """
        self.play(move)
        columns = PILE_BYTES[move.source] < FIRST_CELL
        if move.count == 1 or not columns or self.rules.moving == "any-length":
            return (move,)
        cells = tuple(name for name, card in zip(CELLS, self.cells, strict=False) if card is None)
        empty = (name for name, cards in zip(COLUMNS, self.columns, strict=False) if not cards)
        return expand_supermove(move, cells, tuple(name for name in empty if name != move.target))

    def canonical(self) -> CanonicalKey:
        """Return a key that is equal for layouts that differ in the order of piles only.

        Columns are unordered and the cells are a set; the rules are no part of the key.
        """
        held = tuple(sorted(card for card in self.cells if card is not None))
        if not any(self.hidden):
            columns: tuple[object, ...] = tuple(sorted(self.columns))
        else:
            columns = tuple(sorted(zip(self.hidden, self.columns, strict=True)))
        key = (columns, held, self.foundations)
        if not (self.rules.reserve or self.rules.draw):
            return key
        return (*key, self.reserve, self.stock, self.waste, self.turned_over)

    def pack(self) -> bytes:
        """Return the layout record, as the description of the formats has it."""
        record = bytearray()
        for down, column in zip(self.hidden, self.columns, strict=True):
            record.append(len(column))
            if self.rules.has_hidden:
                record.append(down)
            record += bytes(column)
        for card in (*self.cells, *self.reserve):
            record.append(EMPTY_CELL if card is None else card)
        record += bytes(self.foundations)
        if self.rules.base == "beak":
            record.append(self.base)
        if self.rules.has_stock:
            for cards in (self.stock, self.waste):
                record.append(len(cards))
                record += bytes(cards)
            record.append(self.turned_over)
        return bytes(record)

    @staticmethod
    def unpack(rules: Rules, data: bytes) -> Layout:
        """Read a layout record; a wrong one raises `LayoutError`.

        >>> from kungen.deals import deal
        >>> Layout.unpack(deal(1).rules, deal(1).pack()) == deal(1)
        True
        """
        check_type(rules, Rules, "a record is one of a layout of Rules, not of")
        check_type(data, bytes | bytearray, "a record is read from bytes, not from")
        reader = _Reader(data)
        columns: list[Column] = []
        hidden: list[int] = []
        for number in range(1, rules.columns + 1):
            size = reader.byte(f"column {number}")
            hidden.append(reader.byte(f"column {number}") if rules.has_hidden else 0)
            columns.append(reader.cards(size, f"column {number}"))
        cells = reader.places(rules.cells, "the cells")
        reserve = reader.places(rules.reserve, "the reserve")
        foundations = tuple(reader.take(len(SUIT_NAMES), "the foundations"))
        base = reader.byte("the base") if rules.base == "beak" else None
        stock = reader.pile("the stock") if rules.has_stock else ()
        waste = reader.pile("the waste") if rules.has_stock else ()
        turned_over = reader.byte("the turnings over") if rules.has_stock else 0
        reader.end()
        return Layout.checked(
            rules,
            columns,
            cells,
            foundations,
            hidden=hidden,
            reserve=reserve,
            stock=stock,
            waste=waste,
            turned_over=turned_over,
            base=base,
        )

    def text(self) -> str:
        """Return the board text: foundations, cells and columns, a line each."""
        from kungen.notation import layout_text  # noqa: PLC0415 - notation reads layouts

        return layout_text(self)

    def svg(self, letters: str = "en") -> str:
        """Return a picture of the layout; card letters are those of `en`, `sv` or `da`."""
        from kungen.svg import layout_svg  # noqa: PLC0415 - pictures are wanted seldom

        return layout_svg(self, letters)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def __repr__(self) -> str:
        """Return the layout so that it can be pasted back."""
        key = known_key(self.rules)
        return f"parse_layout({self.text()!r}, {self.rules if key is None else key!r})"

    def __str__(self) -> str:
        """Return the board text."""
        return self.text()


Table = TypeVar("Table", Layout, View)


def after(table: Table, move: Move) -> Table:  # noqa: C901, PLR0912 - one for each kind of pile
    """Return a layout, or what is seen of it, after a legal move: nothing is checked.

    A card face down that becomes the free one is turned up; in a view it stays None.
    """
    columns: list[tuple[Any, ...]] = [*table.columns]
    cells, heights, hidden, reserve = table.cells, table.foundations, table.hidden, table.reserve
    stock: tuple[Any, ...] = table.stock
    waste: tuple[Any, ...] = table.waste
    turned_over = table.turned_over
    source, target, count = PILE_BYTES[move.source], PILE_BYTES[move.target], move.count
    moving: tuple[Any, ...]
    if source < FIRST_CELL:
        columns[source], moving = columns[source][:-count], columns[source][-count:]
        if hidden[source] and hidden[source] == len(columns[source]):
            hidden = _replaced(hidden, source, hidden[source] - 1)
    elif source < STOCK_BYTE:
        moving = (free_card(table, move.source),)
        if source < FIRST_RESERVE:
            cells = _replaced(cells, source - FIRST_CELL, None)
        elif source < FIRST_FOUNDATION:
            reserve = _replaced(reserve, source - FIRST_RESERVE, None)
        else:
            suit = source - FIRST_FOUNDATION
            heights = _replaced(heights, suit, heights[suit] - 1)
    elif source == STOCK_BYTE:
        moving, stock = stock[:count], stock[count:]
    else:
        moving, waste = waste[-count:], waste[:-count]
    if target < FIRST_CELL:
        columns[target] += moving
    elif target < FIRST_RESERVE:
        cells = _replaced(cells, target - FIRST_CELL, moving[0])
    elif target < STOCK_BYTE:
        suit = target - FIRST_FOUNDATION
        heights = _replaced(heights, suit, heights[suit] + 1)
    elif target == WASTE_BYTE:
        waste += moving
    else:
        stock = moving
        turned_over += table.rules.passes is not None
    return type(table)(
        table.rules,
        tuple(columns),
        cells,
        heights,
        hidden,
        reserve,
        stock,
        waste,
        turned_over,
        table.base,
    )


def _replaced(values: tuple[Any, ...], index: int, value: object) -> tuple[Any, ...]:
    """Return values with another one at a place."""
    return (*values[:index], value, *values[index + 1 :])


def _through_stock(layout: Layout) -> Iterator[Layout]:
    """Iterate over a layout and those that draw and turn over reach from it, each stock once.

    The order of stock and waste never changes, so the size of the stock tells all of them.
    """
    reached: set[int] = set()
    while len(layout.stock) not in reached:
        reached.add(len(layout.stock))
        yield layout
        moves = [move for move in list_moves(layout) if is_of_stock(move)]
        if moves:
            layout = layout.after(moves[0])


@dataclass(slots=True)
class _Reader:
    """A layout record and how far it has been read."""

    data: bytes
    at: int = 0

    def take(self, count: int, what: str) -> bytes:
        """Read so many bytes."""
        self.at += count
        if self.at > len(self.data):
            raise LayoutError(f"the record ends within {what}")
        return self.data[self.at - count : self.at]

    def byte(self, what: str) -> int:
        """Read a number."""
        return self.take(1, what)[0]

    def cards(self, count: int, what: str) -> Column:
        """Read so many cards."""
        return tuple(map(Card, self.take(count, what)))

    def pile(self, what: str) -> Column:
        """Read a number of cards and the cards."""
        return self.cards(self.byte(what), what)

    def places(self, count: int, what: str) -> tuple[Card | None, ...]:
        """Read so many places with a card or none."""
        return tuple(None if card == EMPTY_CELL else card for card in self.cards(count, what))

    def end(self) -> None:
        """Refuse a record that is longer."""
        if self.at < len(self.data):
            raise LayoutError(f"the record has {len(self.data)} bytes, not {self.at}")

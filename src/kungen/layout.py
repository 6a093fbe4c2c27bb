"""Layouts: the cards on the table between two moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kungen.cards import SUIT_NAMES, Card, CardError, card_text, rank_of, suit_of
from kungen.legality import Column, capacity, list_moves, refusal
from kungen.moves import (
    CELLS,
    COLUMNS,
    FIRST_CELL,
    FIRST_FOUNDATION,
    PILE_BYTES,
    Move,
    MoveError,
)
from kungen.quoting import quoted
from kungen.rules import GAMES, Rules
from kungen.supermove import expand_supermove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["IllegalMove", "Layout", "LayoutError", "LegalMoves", "Move", "MoveError"]

EMPTY_CELL = 255
"""The byte of an empty cell in a layout record."""

CanonicalKey = tuple[tuple[Column, ...], tuple[Card, ...], tuple[int, ...]]


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
    """The cards in columns, cells and foundations, under the rules of a game.

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

    @staticmethod
    def checked(
        rules: Rules,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (),
        foundations: Sequence[int] = (0, 0, 0, 0),
    ) -> Layout:
        """Return a layout of hand-placed cards; a fault raises `LayoutError`.

        Columns and cells that are left out at the end are empty. A fault is a card that is
        missing, there twice or not of the deck, or more piles or heights than the game has.

        >>> from kungen.rules import find_rules
        >>> Layout.checked(find_rules("freecell"), [], foundations=(13, 13, 13, 12))
        Traceback (most recent call last):
        ...
        kungen.layout.LayoutError: KS is missing
        """
        for kind, given, most in (
            ("columns", len(columns), rules.columns),
            ("cells", len(cells), rules.cells),
        ):
            if given > most:
                raise LayoutError(f"there are {given} {kind}; the game has {most}")
        layout = Layout(
            rules,
            tuple(map(tuple, columns)) + ((),) * (rules.columns - len(columns)),
            tuple(cells) + (None,) * (rules.cells - len(cells)),
            tuple(foundations),
        )
        fault = _fault(layout, len(columns))
        if fault:
            raise LayoutError(fault)
        return layout

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
        if not isinstance(move, Move):
            raise TypeError(f"play takes a Move, not {quoted(move)}; parse_move reads a text")
        reason = refusal(self, move)
        if reason is not None:
            raise IllegalMove(reason)
        return self.after(move)

    def after(self, move: Move) -> Layout:
        """Return the layout after a move that is known to be legal: nothing is checked."""
        columns, cells, heights = list(self.columns), self.cells, self.foundations
        source, target, count = PILE_BYTES[move.source], PILE_BYTES[move.target], move.count
        moving: Column
        if source < FIRST_CELL:
            column = columns[source]
            columns[source], moving = column[:-count], column[-count:]
        elif source < FIRST_FOUNDATION:
            source -= FIRST_CELL
            moving = cells[source : source + 1]  # type: ignore[assignment]
            cells = (*cells[:source], None, *cells[source + 1 :])
        else:
            suit = source - FIRST_FOUNDATION
            moving = (Card(4 * (heights[suit] - 1) + suit),)
            heights = (*heights[:suit], heights[suit] - 1, *heights[suit + 1 :])
        if target < FIRST_CELL:
            columns[target] += moving
        elif target < FIRST_FOUNDATION:
            target -= FIRST_CELL
            cells = (*cells[:target], *moving, *cells[target + 1 :])
        else:
            suit = target - FIRST_FOUNDATION
            heights = (*heights[:suit], heights[suit] + 1, *heights[suit + 1 :])
        return Layout(self.rules, tuple(columns), cells, heights)

    def is_won(self) -> bool:
        """Tell whether all cards are on the foundations."""
        return self.foundations == (self.rules.ranks,) * 4

    def is_stuck(self) -> bool:
        """Tell whether no move is legal although the game is not won."""
        return not self.is_won() and not self.legal_moves

    def capacity(self, *, to_empty: bool) -> int:
        """Return how many cards may move at once, onto a card or into an empty column.

        With c empty cells and e empty columns `(1 + c) * 2**e` onto a card and half of that into
        an empty column; `1 + c` for both where an empty column takes only the highest rank.
        At most 52, which also stands for no limit; 0 into an empty column when there is none.

        >>> from kungen.deals import deal
        >>> deal(1).capacity(to_empty=False), deal(1).capacity(to_empty=True)
        (5, 0)
        """
        return capacity(self, to_empty=to_empty)

    def expand(self, move: Move) -> tuple[Move, ...]:
        """Return the single-card moves that a legal move stands for, in the order to play them.

        Where runs of any length move whole a move stands for itself. A move that is not legal
        raises `IllegalMove`.
        """
        self.play(move)
        if move.count == 1 or self.rules.runs == "any-length":
            return (move,)
        cells = tuple(name for name, card in zip(CELLS, self.cells, strict=False) if card is None)
        empty = (name for name, cards in zip(COLUMNS, self.columns, strict=False) if not cards)
        return expand_supermove(move, cells, tuple(name for name in empty if name != move.target))

    def canonical(self) -> CanonicalKey:
        """Return a key that is equal for layouts that differ in the order of piles only.

        Columns are unordered and the cells are a set; the rules are no part of the key.
        """
        held = sorted(card for card in self.cells if card is not None)
        return tuple(sorted(self.columns)), tuple(held), self.foundations

    def pack(self) -> bytes:
        """Return the layout record: columns with their lengths, cells, heights of foundations."""
        record = bytearray()
        for column in self.columns:
            record.append(len(column))
            record += bytes(column)
        record += bytes(EMPTY_CELL if card is None else card for card in self.cells)
        return bytes(record) + bytes(self.foundations)

    @staticmethod
    def unpack(rules: Rules, data: bytes) -> Layout:
        """Read a layout record; a wrong one raises `LayoutError`.

        >>> from kungen.deals import deal
        >>> Layout.unpack(deal(1).rules, deal(1).pack()) == deal(1)
        True
        """
        columns: list[Column] = []
        rest = data
        for number in range(1, rules.columns + 1):
            if not rest or len(rest) <= rest[0]:
                raise LayoutError(f"the record ends within column {number}")
            columns.append(tuple(map(Card, rest[1 : 1 + rest[0]])))
            rest = rest[1 + rest[0] :]
        if len(rest) != rules.cells + len(SUIT_NAMES):
            expected = len(data) - len(rest) + rules.cells + len(SUIT_NAMES)
            raise LayoutError(f"the record has {len(data)} bytes, not {expected}")
        cells = [None if byte == EMPTY_CELL else Card(byte) for byte in rest[: rules.cells]]
        return Layout.checked(rules, columns, cells, tuple(rest[rules.cells :]))

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
        rules = self.rules
        game = repr(rules.id) if GAMES.get(rules.id) == rules else repr(rules)
        return f"parse_layout({self.text()!r}, {game})"

    def __str__(self) -> str:
        """Return the board text."""
        return self.text()


def _fault(layout: Layout, given_columns: int) -> str | None:
    """Return the first fault of a layout with the right number of piles, None for none."""
    ranks, heights = layout.rules.ranks, layout.foundations
    if len(heights) != len(SUIT_NAMES):
        return f"there are {len(heights)} foundations, not {len(SUIT_NAMES)}"
    for suit, height in enumerate(heights):
        if not isinstance(height, int) or not 0 <= height <= ranks:
            name = SUIT_NAMES[suit]
            return f"the foundation of {name} has {quoted(height)} cards, not 0 to {ranks}"
    held = [card for card in layout.cells if card is not None]
    cards = [*held, *(card for column in layout.columns for card in column)]
    return _card_fault(layout.rules, cards, heights) or _missing(layout, cards, given_columns)


def _card_fault(rules: Rules, cards: Sequence[Card], heights: Sequence[int]) -> str | None:
    """Return what is wrong with the cards in columns and cells beside the foundations."""
    for card in cards:
        if not isinstance(card, int) or not 0 <= card < rules.cards:
            return f"{_any_card_text(card)} is not in the deck of {rules.cards} cards"
    for card, times in Counter(cards).items():
        if times > 1:
            return f"{card_text(card)} is there {'twice' if times == 2 else f'{times} times'}"  # noqa: PLR2004
        if rank_of(card) <= heights[suit_of(card)]:
            name = SUIT_NAMES[suit_of(card)]
            return f"{card_text(card)} is there twice: it is on the foundation of {name} too"
    return None


def _missing(layout: Layout, cards: Sequence[Card], given_columns: int) -> str | None:
    """Return which cards of the deck are neither in columns and cells nor on foundations."""
    rules, present = layout.rules, set(cards)
    missing = [
        card_text(card)
        for card in map(Card, range(rules.cards))
        if card not in present and rank_of(card) > layout.foundations[suit_of(card)]
    ]
    if len(missing) <= 1:
        return f"{missing[0]} is missing" if missing else None
    named = missing if len(missing) == 2 else [*missing[:2], f"{len(missing) - 2} more"]  # noqa: PLR2004
    text = f"{', '.join(named[:-1])} and {named[-1]} are missing"
    counts = f"{rules.cards - len(missing)} of {rules.cards} cards"
    if given_columns < rules.columns:
        counts += f" and {given_columns} of {rules.columns} columns"
    return f"{text}: the board has {counts}"


def _any_card_text(card: Card) -> str:
    """Return a card, or the value that stands where one should."""
    try:
        return card_text(card)
    except CardError:
        return f"the card byte {quoted(card)}"

"""Text: boards as fc-solve reads and writes them, and moves in standard notation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kungen.cards import (
    RANKS,
    SUITS,
    Card,
    CardError,
    card_text,
    parse_card,
    parse_rank,
    parse_suit,
    rank_of,
    suit_of,
)
from kungen.game_file import BYTE_ORDER_MARK, find_rules
from kungen.layout import IllegalMove, Layout, LayoutError
from kungen.legality import refusal, run_length
from kungen.moves import (
    CELLS,
    COLUMNS,
    FIRST_CELL,
    FIRST_FOUNDATION,
    FOUNDATIONS,
    PILE_BYTES,
    Move,
    MoveError,
    make_move,
)
from kungen.quoting import quoted
from kungen.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

Bare = Literal["most", "one"]
"""What a move into an empty column that names no number takes: as many cards as may move, as
most programs write it, or one card, as fc-solve writes it with `-snx`."""

_FOUNDATION_ORDER = "HCDS"
_FOUNDATION_WORDS = ("foundations", "founds")
_CELL_WORD = "freecells"
_EMPTY_CELL_SIGNS = ("-", "*")
_CELL_WIDTH = 4
_NO_BREAK_SPACE = "\u00a0"
_HEADING = re.compile(r"([A-Za-z]+)\s*:(.*)")

_COLUMN_LETTERS = "1234567890"
_CELL_LETTERS = "abcdefgklm"
_HOME = "h"
_PILE_LETTERS = {
    **dict(zip(_COLUMN_LETTERS, COLUMNS, strict=True)),
    **dict(zip(_CELL_LETTERS, CELLS, strict=True)),
}
_LETTERS_OF_PILES = {pile: letter for letter, pile in _PILE_LETTERS.items()}
_LETTERS = _COLUMN_LETTERS + _CELL_LETTERS
_MOVE = re.compile(rf"([{_LETTERS}])([{_LETTERS}{_HOME}])(?:v(1?[0-9]|[a-d]))?")


def layout_text(layout: Layout) -> str:
    """Return the board text: foundations, cells when the game has some, and the columns.

    >>> from kungen.deals import deal
    >>> print(layout_text(deal(24)))
    Foundations: H-0 C-0 D-0 S-0
    Freecells: - - - -
    : 4C 2C 9C 8C QS 4S 2H
    : 5H QH 3C AC 3H 4H QD
    : QC 9S 6H 9H 3S KS 3D
    : 5D 2S JC 5C JH 6D AS
    : 2D KD TH TC TD 8D
    : 7H JS KH TS KC 7C
    : AH 5S 6S AD 8H JD
    : 7S 6C 7D 4D 8S 9D
    """
    ranks = "0" + RANKS
    heights = (
        f"{suit}-{ranks[layout.foundations[SUITS.index(suit)]]}" for suit in _FOUNDATION_ORDER
    )
    lines = [f"Foundations: {' '.join(heights)}"]
    if layout.cells:
        cells = ("-" if card is None else card_text(card) for card in layout.cells)
        lines.append(f"Freecells: {' '.join(cells)}")
    lines += (" ".join([":", *map(card_text, column)]) for column in layout.columns)
    return "\n".join(lines)


@dataclass(slots=True)
class _Board:
    """The piles of a board text, as far as it has been read."""

    rules: Rules
    columns: list[list[Card]] = field(default_factory=list)
    cells: list[Card | None] = field(default_factory=list)
    foundations: list[int] | None = None
    places: dict[Card, str] = field(default_factory=dict)
    """Where each card was read."""


def parse_layout(text: str, game: str | Rules = "freecell") -> Layout:
    """Read a board text; a fault raises `LayoutError` with its line and place.

    The lines `Foundations:` (or `Founds:`) and `Freecells:` may be missing, columns may begin with
    a colon, an empty cell is `-`, `*` or four blanks, and lines that begin with `#` say nothing.

    >>> parse_layout("Foundations: H-K C-K D-K S-Q 10S")
    Traceback (most recent call last):
    ...
    kungen.layout.LayoutError: line 1: '10S' is no foundation: one is a suit, - and a rank or 0
    """
    if not isinstance(text, str):
        raise TypeError(f"a board is read from a text, not from {quoted(text)}")
    board = _Board(game if isinstance(game, Rules) else find_rules(game))
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            _read_line(board, line, number)
    foundations = board.foundations or [0, 0, 0, 0]
    for card, place in board.places.items():
        if rank_of(card) <= foundations[suit_of(card)]:
            raise LayoutError(
                f"{place}: {card_text(card)} is there twice: it is on its foundation too"
            )
    return Layout.checked(board.rules, board.columns, board.cells, foundations)


def _read_line(board: _Board, line: str, number: int) -> None:
    """Read one line into the board."""
    heading = _HEADING.fullmatch(line.strip())
    if heading is None:
        _read_column(board, line.strip().removeprefix(":").split(), number)
    elif heading[1].lower() in _FOUNDATION_WORDS:
        _read_foundations(board, heading[2].split(), number)
    elif heading[1].lower() == _CELL_WORD:
        _read_cells(board, line.rstrip().partition(":")[2], number)
    else:
        raise LayoutError(
            f"line {number}: {quoted(heading[1])} is unknown;"
            " a line is Foundations:, Freecells: or a column"
        )


def _read_card(board: _Board, text: str, place: str) -> Card:
    """Read a card, and refuse one of another deck and one that was there before."""
    try:
        card = parse_card(text)
    except CardError as error:
        raise LayoutError(f"{place}: {error}") from None
    if card >= board.rules.cards:
        highest = RANKS[board.rules.ranks - 1]
        raise LayoutError(f"{place}: {card_text(card)} is not in the deck: it ends with {highest}")
    if card in board.places:
        raise LayoutError(
            f"{place}: {card_text(card)} is there twice, first in {board.places[card]}"
        )
    board.places[card] = place
    return card


def _read_column(board: _Board, words: list[str], number: int) -> None:
    """Read the next column."""
    if len(board.columns) == board.rules.columns:
        raise LayoutError(
            f"line {number}: there is a column too many: the game has {board.rules.columns}"
        )
    board.columns.append(
        [
            _read_card(board, word, f"line {number}, card {place}")
            for place, word in enumerate(words, 1)
        ]
    )


def _read_cells(board: _Board, text: str, number: int) -> None:
    """Read the cells."""
    if board.cells:
        raise LayoutError(f"line {number}: the freecells are there twice")
    words = _cell_words(text)
    if len(words) > board.rules.cells:
        raise LayoutError(
            f"line {number}: there are {len(words)} cells; the game has {board.rules.cells}"
        )
    board.cells += (
        None
        if word in ("", *_EMPTY_CELL_SIGNS)
        else _read_card(board, word, f"line {number}, cell {place}")
        for place, word in enumerate(words, 1)
    )


def _cell_words(text: str) -> list[str]:
    """Return a word for each cell, empty where fc-solve writes blanks for an empty one."""
    text = text.replace(_NO_BREAK_SPACE, " ")
    if any(letter.isspace() and letter != " " for letter in text):
        return text.split()
    fields = [text[start : start + _CELL_WIDTH] for start in range(0, len(text), _CELL_WIDTH)]
    words = [field.strip() for field in fields]
    if all(
        word == "" or (field.endswith(word) and " " not in word)
        for field, word in zip(fields, words, strict=True)
    ):
        return words
    return text.split()


def _read_foundations(board: _Board, words: list[str], number: int) -> None:
    """Read the heights of the foundations."""
    if board.foundations is not None:
        raise LayoutError(f"line {number}: the foundations are there twice")
    board.foundations = [0, 0, 0, 0]
    seen: set[int] = set()
    for word in words:
        suit, height = _read_height(word, f"line {number}", board.rules)
        if suit in seen:
            raise LayoutError(f"line {number}: the foundation of {SUITS[suit]} is there twice")
        seen.add(suit)
        board.foundations[suit] = height


def _read_height(word: str, place: str, rules: Rules) -> tuple[int, int]:
    """Read the suit and the height of a foundation, such as `S-2`."""
    suit_text, dash, height_text = word.partition("-")
    try:
        suit = parse_suit(suit_text)
        height = 0 if height_text == "0" else parse_rank(height_text)
    except CardError:
        dash = ""
    if not dash:
        raise LayoutError(
            f"{place}: {quoted(word)} is no foundation: one is a suit, - and a rank or 0"
        )
    if height > rules.ranks:
        highest = RANKS[rules.ranks - 1]
        raise LayoutError(f"{place}: {quoted(word)} is beyond the deck: it ends with {highest}")
    return suit, height


def parse_move(text: str, layout: Layout, *, bare: Bare = "most") -> Move:
    """Read a move in standard notation; the layout gives the number of cards where it is left out.

    Into an empty column a bare move takes as many cards as may move, or with `bare="one"` one.
    A text that is no move raises `MoveError`, a move that the layout does not allow `IllegalMove`.

    >>> from kungen.deals import deal
    >>> parse_move("3a", deal(617))
    Move('column3', 'cell1')
    """
    match = _MOVE.fullmatch(text.strip().lower()) if isinstance(text, str) else None
    if match is None:
        raise MoveError(
            f"{quoted(text)} is no move: a move is a column (1-9, 0) or a cell (a-g, k, l, m), then"
            " a column, a cell or h, such as 26, 26v4, 3a or ah"
        )
    source = _PILE_LETTERS[match[1]]
    target = _home_of(source, layout) if match[2] == _HOME else _PILE_LETTERS[match[2]]
    if match[3]:
        move = make_move(source, target, _read_count(match[3]))
    else:
        move = make_move(source, target, _natural_count(source, target, layout, bare))
    reason = refusal(layout, move)
    if reason is not None:
        raise IllegalMove(f"{text.strip()}: {reason}")
    return move


def _read_count(text: str) -> int:
    """Read a number of cards; fc-solve writes those above 9 as one hexadecimal digit."""
    return int(text, 16) if len(text) == 1 else int(text)


def _home_of(source: str, layout: Layout) -> str:
    """Return the foundation of the free card of a pile."""
    byte = PILE_BYTES[source]
    piles = layout.columns if byte < FIRST_CELL else [[card] for card in layout.cells]
    index = byte % FIRST_CELL
    card = piles[index][-1] if index < len(piles) and piles[index] else None
    return FOUNDATIONS[0] if card is None else FOUNDATIONS[suit_of(card)]


def _natural_count(source: str, target: str, layout: Layout, bare: Bare) -> int:
    """Return the number of cards of a move that does not say it, 1 where none is legal."""
    counts = _legal_counts(source, target, layout)
    if counts:
        return counts[0 if bare == "one" else -1]
    return _fitting_count(source, target, layout)


def _legal_counts(source: str, target: str, layout: Layout) -> list[int]:
    """Return the numbers of cards that may move from pile to pile, ascending."""
    return [
        move.count for move in layout.legal_moves if move.source == source and move.target == target
    ]


def _fitting_count(source: str, target: str, layout: Layout) -> int:
    """Return the number of cards that would fit if there were room, else 1."""
    bytes_ = PILE_BYTES[source], PILE_BYTES[target]
    if max(bytes_) >= len(layout.columns):
        return 1
    cards, hosts = (layout.columns[byte] for byte in bytes_)
    if not cards or not hosts:
        return 1
    count = rank_of(hosts[-1]) - rank_of(cards[-1])
    return count if 1 <= count <= run_length(cards, layout.rules) else 1


def move_notation(move: Move, layout: Layout) -> str:
    """Return a legal move in standard notation, with the number where another could move too.

    A move off a foundation and one with a pile that is none raise `MoveError`: the notation has
    none. Another move that is not legal raises `IllegalMove`.

    >>> from kungen.deals import deal
    >>> move_notation(Move("column3", "cell1"), deal(617))
    '3a'
    """
    for pile in (move.source, move.target):
        if not isinstance(pile, str) or pile not in PILE_BYTES:
            raise MoveError(f"there is no pile {quoted(pile)}")
    if PILE_BYTES[move.source] >= FIRST_FOUNDATION:
        raise MoveError(
            f"standard notation has no move off a foundation; JSON has: {quoted(move.json())}"
        )
    reason = refusal(layout, move)
    if reason is not None:
        raise IllegalMove(reason)
    target = _LETTERS_OF_PILES.get(move.target, _HOME)
    text = _LETTERS_OF_PILES[move.source] + target
    several = len(_legal_counts(move.source, move.target, layout)) > 1
    return f"{text}v{move.count}" if several else text


def parse_line(text: str, layout: Layout, *, bare: Bare = "most") -> tuple[Move, ...]:
    """Read moves in standard notation, divided by blanks, each played before the next is read.

    `bare` is that of `parse_move`. A fault raises `MoveError` or `IllegalMove` with the number of
    the move, from 1.

    >>> from kungen.deals import deal
    >>> parse_line("3a 3a", deal(617))
    Traceback (most recent call last):
    ...
    kungen.layout.IllegalMove: move 2: 3a: cell 1 holds KC
    """
    moves: list[Move] = []
    for number, word in enumerate(text.split(), 1):
        try:
            move = parse_move(word, layout, bare=bare)
        except (MoveError, IllegalMove) as error:
            raise type(error)(f"move {number}: {error}") from None
        moves.append(move)
        layout = layout.after(move)
    return tuple(moves)


def line_notation(moves: Iterable[Move], layout: Layout) -> str:
    """Return legal moves, the first played in the layout, in standard notation.

    >>> from kungen.deals import deal
    >>> line_notation([Move("column3", "cell1"), Move("column2", "cell2")], deal(617))
    '3a 2b'
    """
    words: list[str] = []
    for move in moves:
        words.append(move_notation(move, layout))
        layout = layout.after(move)
    return " ".join(words)

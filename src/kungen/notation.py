"""Text: boards as fc-solve reads and writes them, and moves in standard notation or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from kungen.building import place_of
from kungen.cards import (
    RANKS,
    SUITS,
    Card,
    CardError,
    card_text,
    make_card,
    parse_card,
    parse_rank,
    parse_suit,
    rank_of,
    suit_of,
)
from kungen.game_file import BYTE_ORDER_MARK, find_rules
from kungen.json_reading import JsonError, read_json
from kungen.layout import IllegalMove, Layout, LayoutError
from kungen.legality import (
    face_up,
    free_card,
    pile_refusal,
    refusal,
    run_length,
    tells_base,
)
from kungen.moves import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    PILE_BYTES,
    Move,
    MoveError,
    make_move,
)
from kungen.quoting import check_type, counted, quoted, shortened
from kungen.rules import Rules
from kungen.view import View
from kungen.words import HOME, PATTERN, named_piles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Bare = Literal["most", "one"]
"""What a move into an empty column that names no number takes: as many cards as may move, as
most programs write it, or one card, as fc-solve writes it with `-snx`."""

_FOUNDATION_ORDER = "HCDS"
_HEADING_SENTENCES = {
    "foundations": "the foundations are",
    "freecells": "the freecells are",
    "reserve": "the reserve is",
    "stock": "the stock is",
    "waste": "the waste is",
    "base": "the base is",
    "turned over": "the number of times turned over is",
}
"""The heading of each line above the columns, and how a sentence on it begins."""
_OTHER_HEADINGS = {"founds": "foundations", "talon": "stock"}
_THINGS_NEEDED = {
    "stock": "stock",
    "waste": "waste",
    "turned over": "limit of passes",
}
_HEADING = re.compile(r"([A-Za-z]+(?:\s+[A-Za-z]+)*)\s*:(.*)")
_EMPTY_CELL_SIGNS = ("-", "*")
_CELL_WIDTH = 4
_NO_BREAK_SPACE = "\u00a0"
_UNSEEN = "<?>"
_FACE_DOWN = re.compile(r"<([^<>?]*)>")
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

_COLUMN_LETTERS = "1234567890"
_CELL_LETTERS = "abcdefgklm"
_HOME = "h"
_PILE_LETTERS = {
    **dict(zip(_COLUMN_LETTERS, COLUMNS, strict=True)),
    **dict(zip(_CELL_LETTERS, CELLS, strict=True)),
}
_LETTERS_OF_PILES = {pile: letter for letter, pile in _PILE_LETTERS.items()}
_LETTERS = _COLUMN_LETTERS + _CELL_LETTERS
_JSON_BEGINS = "["
_JSON_EXAMPLE = '["column3", "column5", 2]'
MOVE_WORD = re.compile(rf"\[[^\]]*\]?|{PATTERN}|\S+")
"""One move of a line: JSON, which may have blanks in it, words that belong together, or a word."""
_MOVE = re.compile(rf"([{_LETTERS}])([{_LETTERS}{_HOME}])(?:v(1?[0-9]|[a-d]))?")


def layout_text(layout: Layout | View) -> str:
    """Return the board text: foundations, whatever else the game has, and the columns.

    A card face down is `<7H>`; in a view `<?>`, and of the stock there is only the number of cards.

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
    check_type(layout, Layout | View, "a Layout or a View is written, not")
    columns = (
        _line("", _column_words(column, hidden))
        for column, hidden in zip(layout.columns, layout.hidden, strict=True)
    )
    return "\n".join([*_lines_above(layout), *columns])


def _lines_above(layout: Layout | View) -> Iterator[str]:
    """Iterate over the lines that stand before the columns."""
    rules = layout.rules
    if tells_base(layout):
        yield f"Base: {RANKS[layout.base - 1]}"
    yield _line("Foundations", (_foundation_word(layout, suit) for suit in _FOUNDATION_ORDER))
    if layout.cells:
        yield _line("Freecells", map(_place_word, layout.cells))
    if layout.reserve:
        yield _line("Reserve", map(_place_word, layout.reserve))
    if rules.has_stock:
        yield _line("Stock", _stock_words(layout.stock))
        yield _line("Waste", map(_card_word, layout.waste))
    if rules.passes is not None:
        yield f"Turned over: {layout.turned_over}"


def _line(heading: str, words: Iterable[str]) -> str:
    """Return a line of words after a heading and a colon."""
    return " ".join([f"{heading}:", *words])


def _foundation_word(layout: Layout | View, suit: str) -> str:
    """Return a foundation with the rank of its highest card, such as `H-0` or `S-2`."""
    card = free_card(layout, FOUNDATIONS[SUITS.index(suit)])
    return f"{suit}-{0 if card is None else RANKS[rank_of(card) - 1]}"


def _card_word(card: Card | None) -> str:
    """Return a card, or what stands for one that cannot be seen."""
    return _UNSEEN if card is None else card_text(card)


def _place_word(card: Card | None) -> str:
    """Return the card in a cell or a place of the reserve, or the sign of an empty one."""
    return _EMPTY_CELL_SIGNS[0] if card is None else card_text(card)


def _column_words(column: Iterable[Card | None], hidden: int) -> Iterator[str]:
    """Iterate over the cards of a column, those face down in brackets."""
    for depth, card in enumerate(column):
        word = _card_word(card)
        yield f"<{word}>" if depth < hidden and card is not None else word


def _stock_words(stock: Sequence[Card | None]) -> Iterator[str]:
    """Iterate over the cards of a stock, or the words for a number of cards face down."""
    if None in stock:
        yield counted(len(stock), "card")
    else:
        yield from map(_card_word, stock)


@dataclass(slots=True)
class _Board:
    """The piles of a board text, as far as it has been read."""

    rules: Rules
    columns: list[list[Card]] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    cells: list[Card | None] = field(default_factory=list)
    reserve: list[Card | None] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    waste: list[Card] = field(default_factory=list)
    turned_over: int = 0
    base: int | None = None
    tops: dict[int, Card] = field(default_factory=dict)
    """The highest card on the foundation of each suit that has one."""
    headings: set[str] = field(default_factory=set)
    """The headings of the lines that were read."""
    places: dict[Card, str] = field(default_factory=dict)
    """Where each card was read."""


def parse_layout(text: str, game: str | Rules = "freecell") -> Layout:
    """Read a board text; a fault raises `LayoutError` with its line and place.

    Lines with a heading may be missing where they would say that a pile is empty. The foundations
    may be called `Founds:` and the stock `Talon:`, columns may begin with a colon, an empty cell
    is `-`, `*` or four blanks, and lines that begin with `#` say nothing.

    >>> parse_layout("Foundations: H-K C-K D-K S-Q 10S")
    Traceback (most recent call last):
    ...
    kungen.layout.LayoutError: line 1: '10S' is no foundation: one is a suit, - and a rank or 0
    """
    check_type(text, str, "a board is read from a text, not from")
    board = _Board(game if isinstance(game, Rules) else find_rules(game))
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            _read_line(board, line, number)
    base, ranks = _base_of(board), board.rules.ranks
    foundations = [0] * len(SUITS)
    for suit, card in board.tops.items():
        foundations[suit] = place_of(card, base, ranks)
    for card, place in board.places.items():
        if place_of(card, base, ranks) <= foundations[suit_of(card)]:
            raise LayoutError(
                f"{place}: {card_text(card)} is there twice: it is on its foundation too"
            )
    return Layout.checked(
        board.rules,
        board.columns,
        board.cells,
        foundations,
        hidden=board.hidden,
        reserve=board.reserve,
        stock=board.stock,
        waste=board.waste,
        turned_over=board.turned_over,
        base=base,
    )


def _base_of(board: _Board) -> int:
    """Return the rank that the foundations begin with, which only a game with a beak tells."""
    if board.rules.base != "beak":
        return board.rules.base
    if board.base is None:
        raise LayoutError("the line Base: is missing, the rank that the foundations begin with")
    return board.base


def _read_line(board: _Board, line: str, number: int) -> None:
    """Read one line into the board."""
    found = _HEADING.fullmatch(line.strip())
    if found is None:
        _read_column(board, line.strip().removeprefix(":").split(), number)
        return
    word = " ".join(found[1].lower().split())
    heading, words, place = _OTHER_HEADINGS.get(word, word), found[2].split(), f"line {number}"
    _check_heading(board, found[1], heading, place)
    match heading:
        case "foundations":
            _read_foundations(board, words, place)
        case "freecells":
            words = _cell_words(line.rstrip().partition(":")[2])
            board.cells = _read_places(board, words, board.rules.cells, f"{place}, cell")
        case "reserve":
            board.reserve = _read_places(board, words, board.rules.reserve, f"{place}, reserve")
        case "stock":
            board.stock = _read_stock(board, words, place)
        case "waste":
            board.waste = _read_cards(board, words, place)
        case "base":
            board.base = _read_base(board.rules, words, place)
        case "turned over":
            board.turned_over = _read_number(board.rules, words, place)


def _check_heading(board: _Board, text: str, heading: str, place: str) -> None:
    """Refuse a line that the game does not have, and one that was there before."""
    if heading not in _HEADING_SENTENCES:
        raise LayoutError(
            f"{place}: {quoted(text)} is unknown; a line is {_known_headings(board.rules)}"
            " or a column"
        )
    if heading in board.headings:
        raise LayoutError(f"{place}: {_HEADING_SENTENCES[heading]} there twice")
    if not _has_line(board.rules, heading):
        raise LayoutError(f"{place}: the game has no {_THINGS_NEEDED[heading]}")
    board.headings.add(heading)


def _has_line(rules: Rules, heading: str) -> bool:
    """Tell whether a game has what a line tells."""
    match heading:
        case "stock" | "waste":
            return rules.has_stock
        case "turned over":
            return rules.passes is not None
    return True


def _known_headings(rules: Rules) -> str:
    """Return the headings of a game's lines, for a sentence."""
    piles = {
        "freecells": rules.cells,
        "reserve": rules.reserve,
        "base": 0 if rules.base == 1 else 1,
    }
    return ", ".join(
        f"{heading.capitalize()}:"
        for heading in _HEADING_SENTENCES
        if piles.get(heading, _has_line(rules, heading))
    )


def _read_card(board: _Board, text: str, place: str) -> Card:
    """Read a card, and refuse one of another deck and one that was there before."""
    if text == _UNSEEN:
        raise LayoutError(f"{place}: {_UNSEEN} is a card not seen; a board text names every card")
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


def _read_cards(board: _Board, words: Sequence[str], place: str) -> list[Card]:
    """Read the cards of a line."""
    return [
        _read_card(board, word, f"{place}, card {number}") for number, word in enumerate(words, 1)
    ]


def _read_column(board: _Board, words: Sequence[str], number: int) -> None:
    """Read the next column."""
    if len(board.columns) == board.rules.columns:
        raise LayoutError(
            f"line {number}: there is a column too many: the game has {board.rules.columns}"
        )
    face_down = [_FACE_DOWN.fullmatch(word) for word in words]
    hidden = next((depth for depth, found in enumerate(face_down) if not found), len(words))
    for depth, word in enumerate(words):
        if face_down[depth] and (depth >= hidden or not board.rules.has_hidden):
            why = "on a card face up" if board.rules.has_hidden else "in a game with none so"
            raise LayoutError(
                f"line {number}, card {depth + 1}: {shortened(word)} is face down {why}"
            )
    if words and hidden == len(words):
        raise LayoutError(
            f"line {number}, card {hidden}: {shortened(words[-1])} is face down; the free card of a"
            " column lies face up"
        )
    shown = [found[1] if found else word for found, word in zip(face_down, words, strict=True)]
    board.columns.append(_read_cards(board, shown, f"line {number}"))
    board.hidden.append(hidden)


def _read_places(board: _Board, words: Sequence[str], most: int, place: str) -> list[Card | None]:
    """Read the cells or the reserve: cards, and signs of empty places."""
    if len(words) > most:
        where, _, kind = place.partition(", ")
        what = f"places of the {kind}" if kind == "reserve" else f"{kind}s"
        raise LayoutError(
            f"{where}: there are {len(words)} {what}; the game has {most}"
            if most
            else f"{where}: the game has no {kind}"
        )
    return [
        None if word in ("", *_EMPTY_CELL_SIGNS) else _read_card(board, word, f"{place} {number}")
        for number, word in enumerate(words, 1)
    ]


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


def _read_stock(board: _Board, words: Sequence[str], place: str) -> list[Card]:
    """Read the stock, the next card first."""
    match words:
        case [_, "card" | "cards"]:
            raise LayoutError(f"{place}: the stock is not shown; a board text names every card")
    return _read_cards(board, words, place)


def _read_base(rules: Rules, words: Sequence[str], place: str) -> int:
    """Read the rank that the foundations begin with."""
    try:
        rank = parse_rank(" ".join(words))
    except CardError as error:
        raise LayoutError(f"{place}: {error}") from None
    _check_rank(rank, " ".join(words), rules, place)
    if rules.base not in ("beak", rank):
        fixed = RANKS[int(rules.base) - 1]
        raise LayoutError(f"{place}: the base is {RANKS[rank - 1]}; in this game it is {fixed}")
    return rank


def _read_number(rules: Rules, words: Sequence[str], place: str) -> int:
    """Read how often the stock was turned over."""
    text = " ".join(words)
    if not _NUMBER.fullmatch(text):
        raise LayoutError(f"{place}: {quoted(text)} is no whole number of times")
    if rules.passes is not None and int(text) >= rules.passes:
        left = rules.passes - 1
        raise LayoutError(f"{place}: {text} times is more often than the {left} that are allowed")
    return int(text)


def _check_rank(rank: int, text: str, rules: Rules, place: str) -> int:
    """Return a rank of the game's deck, and refuse others."""
    if rank > rules.ranks:
        highest = RANKS[rules.ranks - 1]
        raise LayoutError(f"{place}: {quoted(text)} is beyond the deck: it ends with {highest}")
    return rank


def _read_foundations(board: _Board, words: Sequence[str], place: str) -> None:
    """Read the highest cards of the foundations."""
    seen: set[int] = set()
    for word in words:
        suit, rank = _read_top(word, place)
        if suit in seen:
            raise LayoutError(f"{place}: the foundation of {SUITS[suit]} is there twice")
        seen.add(suit)
        if rank:
            board.tops[suit] = make_card(_check_rank(rank, word, board.rules, place), suit)


def _read_top(word: str, place: str) -> tuple[int, int]:
    """Read the suit and the rank of a foundation's highest card, such as `S-2`."""
    suit_text, dash, rank_text = word.partition("-")
    try:
        suit = parse_suit(suit_text)
        rank = 0 if rank_text == "0" else parse_rank(rank_text)
    except CardError:
        dash = ""
    if not dash:
        raise LayoutError(
            f"{place}: {quoted(word)} is no foundation: one is a suit, - and a rank or 0"
        )
    return suit, rank


def has_notation(rules: Rules) -> bool:
    """Tell whether a game has standard notation: one with a stock or a reserve has none.

    >>> has_notation(find_rules("freecell")), has_notation(find_rules("klondike"))
    (True, False)
    """
    return not (rules.has_stock or rules.reserve)


def parse_move(text: str, layout: Layout, *, bare: Bare = "most") -> Move:
    """Read a move in standard notation or, in any game, as JSON or in words.

    In words a move is `draw`, `turn over`, or two piles, `column2 column6`, and the number of
    cards where it is not as many as may move; `home` stands for the foundations. The layout gives
    the number where notation leaves it out; into an empty column that is as many cards as may
    move, or with `bare="one"` one. A text that is no move raises `MoveError`, a move that the
    layout does not allow `IllegalMove`.

    >>> from kungen.deals import deal
    >>> parse_move("3a", deal(617)), parse_move('["column3", "cell1", 1]', deal(617))
    (Move('column3', 'cell1'), Move('column3', 'cell1'))
    """
    check_type(layout, Layout, "a move is read in a Layout, not in")
    if bare not in get_args(Bare):
        raise ValueError(f"there is no reading {quoted(bare)} of a bare move; it is most or one")
    word = text.strip() if isinstance(text, str) else ""
    if word.startswith(_JSON_BEGINS):
        move = _read_json(word)
    elif (named := named_piles(word)) is not None:
        move = _move_between(*named, layout)
    elif has_notation(layout.rules):
        move = _read_notation(text, word, layout, bare)
    else:
        stock = ", draw, turn over" if layout.rules.has_stock else ""
        raise MoveError(
            f"{quoted(text)} is no move: {layout.rules.names.en} has no standard notation; a move"
            f" is two piles such as column2 column6{stock}, or JSON, {_JSON_EXAMPLE}"
        )
    reason = refusal(layout, move)
    if reason is not None:
        raise IllegalMove(f"{shortened(word)}: {reason}")
    return move


def _read_json(text: str) -> Move:
    """Read a move as JSON."""
    try:
        return Move.from_json(read_json(text))
    except JsonError:
        raise MoveError(f"{quoted(text)} is no move: as JSON one is {_JSON_EXAMPLE}") from None


def _move_between(source: str, target: str, count: int | None, layout: Layout) -> Move:
    """Return the move between two piles, legal or not, of the most cards where no number is said.

    The target may be `HOME`.
    """
    if target == HOME:
        target = _home_of(source, layout)
    if count is None:
        count = _natural_count(source, target, layout, "most")
    return make_move(source, target, count)


def _read_notation(text: object, word: str, layout: Layout, bare: Bare) -> Move:
    """Read a move in standard notation, legal or not."""
    match = _MOVE.fullmatch(word.lower())
    if match is None:
        raise MoveError(
            f"{quoted(text)} is no move: a move is a column (1-9, 0) or a cell (a-g, k, l, m), then"
            " a column, a cell or h, such as 26, 26v4, 3a or ah"
        )
    source = _PILE_LETTERS[match[1]]
    target = _home_of(source, layout) if match[2] == _HOME else _PILE_LETTERS[match[2]]
    if match[3]:
        return make_move(source, target, _read_count(match[3]))
    return make_move(source, target, _natural_count(source, target, layout, bare))


def _read_count(text: str) -> int:
    """Read a number of cards; fc-solve writes those above 9 as one hexadecimal digit."""
    return int(text, 16) if len(text) == 1 else int(text)


def _home_of(source: str, layout: Layout) -> str:
    """Return the foundation of the free card of a pile."""
    card = free_card(layout, source) if pile_refusal(layout, source) is None else None
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
    cards, hosts = (face_up(layout, byte) for byte in bytes_)
    if not cards or not hosts:
        return 1
    count = rank_of(hosts[-1]) - rank_of(cards[-1])
    if layout.rules.wrap:
        count %= layout.rules.ranks
    return count if 1 <= count <= run_length(cards, layout.rules) else 1


def move_notation(move: Move, layout: Layout) -> str:
    """Return a legal move in standard notation, with the number where another could move too.

    What standard notation cannot write is written as JSON: all moves of a game that has none, and
    a move off a foundation. A pile that is none raises `MoveError`, another move that is not legal
    `IllegalMove`.

    >>> from kungen.deals import deal
    >>> move_notation(Move("column3", "cell1"), deal(617))
    '3a'
    >>> move_notation(Move("stock", "waste"), deal(617, "klondike"))
    '["stock", "waste", 1]'
    """
    check_type(move, Move, "a Move is written, not")
    check_type(layout, Layout, "a move is written in a Layout, not in")
    for pile in (move.source, move.target):
        if not isinstance(pile, str) or pile not in PILE_BYTES:
            raise MoveError(f"there is no pile {quoted(pile)}")
    reason = refusal(layout, move)
    if reason is not None:
        raise IllegalMove(reason)
    if not has_notation(layout.rules) or move.source in FOUNDATIONS:
        return json.dumps(move.json())
    target = _LETTERS_OF_PILES.get(move.target, _HOME)
    text = _LETTERS_OF_PILES[move.source] + target
    several = len(_legal_counts(move.source, move.target, layout)) > 1
    return f"{text}v{move.count}" if several else text


def parse_line(text: str, layout: Layout, *, bare: Bare = "most") -> tuple[Move, ...]:
    """Read moves divided by blanks, each played before the next is read.

    The moves and `bare` are those of `parse_move`. A fault raises `MoveError` or `IllegalMove`
    with the number of the move, from 1.

    >>> from kungen.deals import deal
    >>> parse_line("3a 3a", deal(617))
    Traceback (most recent call last):
    ...
    kungen.layout.IllegalMove: move 2: 3a: cell 1 holds KC
    """
    check_type(text, str, "a line is read from a text, not from")
    check_type(layout, Layout, "a line is read in a Layout, not in")
    moves: list[Move] = []
    for number, word in enumerate(MOVE_WORD.findall(text), 1):
        try:
            move = parse_move(word, layout, bare=bare)
        except (MoveError, IllegalMove) as error:
            raise type(error)(f"move {number}: {error}") from None
        moves.append(move)
        layout = layout.after(move)
    return tuple(moves)


def line_notation(moves: Iterable[Move], layout: Layout) -> str:
    """Return legal moves, the first played in the layout, as `move_notation` writes them.

    They are divided by blanks, or by line ends in a game without standard notation.

    >>> from kungen.deals import deal
    >>> line_notation([Move("column3", "cell1"), Move("column2", "cell2")], deal(617))
    '3a 2b'
    """
    check_type(moves, Iterable, "a line is written from moves, not from")
    check_type(layout, Layout, "a line is written in a Layout, not in")
    words: list[str] = []
    rules = layout.rules
    for move in moves:
        words.append(move_notation(move, layout))
        layout = layout.after(move)
    return (" " if has_notation(rules) else "\n").join(words)

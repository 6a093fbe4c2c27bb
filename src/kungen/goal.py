"""Goals: what a lesson asks of a layout, and how few moves reach it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from kungen.building import place_of
from kungen.cards import RANKS, Card, card_text, suit_of
from kungen.keys import MOST_CELLS, MOST_COLUMNS
from kungen.layout import Layout
from kungen.quoting import check_type, quoted
from kungen.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CARDS = 52
MOST_MOVES = 99
_MARK = 0x47
_VERSION = 1
_ANY = 255
"""The byte that stands for any number of cards face down."""
_DECK = range(MOST_CARDS)
_MOST_COUNTED = 9999
_HEAD = 7
"""The bytes of a record before its cards."""


class LessonError(ValueError):
    """A lesson, or the goal of one, that is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What must hold of a layout, all of it at the same time.

    The constructor trusts its arguments; `fault` tells what is wrong with them in a game.

    >>> from kungen import deal, parse_card
    >>> goal = Goal(up=(parse_card("AH"),), moves=4)
    >>> goal.reached(deal(617)), goal.pack().hex(" ")
    (False, '47 01 00 00 00 ff 01 02 00')
    """

    up: tuple[Card, ...] = ()
    """The cards that must be on their foundations."""
    on: tuple[tuple[Card, Card], ...] = ()
    """Pairs of cards, the first directly on the second in a column, both face up."""
    cells: int = 0
    """The least number of empty cells."""
    columns: int = 0
    """The least number of empty columns."""
    face_down: int | None = None
    """The largest number of cards face down in the columns, None for any."""
    won: bool = False
    """Whether all cards must be on the foundations."""
    proof: bool = False
    """Whether the goal is a complete search that finds no win: then no layout reaches it."""
    moves: int | None = None
    """In at most so many moves; None with `proof`, and in a goal read from a record."""

    def reached(self, layout: Layout) -> bool:
        """Tell whether a layout reaches the goal, in however many moves."""
        check_type(layout, Layout, "a goal is reached by a Layout, not by")
        return not self.proof and self.distance(layout) == 0

    def distance(self, layout: Layout) -> int:
        """Return how many moves a layout is from the goal at least; 0 when it reaches it.

        A move sends up one card or lays one on another that it was not on, empties one cell and
        one column, and turns up one card.
        """
        return max(
            self._cards_to_go_up(layout) + sum(not _lies_on(layout, *pair) for pair in {*self.on}),
            self.cells - layout.cells.count(None),
            self.columns - layout.columns.count(()),
            0 if self.face_down is None else sum(layout.hidden) - self.face_down,
        )

    def _cards_to_go_up(self, layout: Layout) -> int:
        """Return how many cards must go up, those before the cards of the goal among them."""
        heights, ranks = layout.foundations, layout.rules.ranks
        if self.won:
            return 4 * ranks - sum(heights)
        wanted = [*heights]
        for card in self.up:
            suit = suit_of(card)
            wanted[suit] = max(wanted[suit], place_of(card, layout.base, ranks))
        return sum(wanted) - sum(heights)

    def fault(self, rules: Rules) -> str | None:
        """Return what makes this no goal in a game, with the name of the condition, or None.

        >>> from kungen import find_rules
        >>> Goal(cells=5).fault(find_rules("freecell"))
        'cells is 5; the game has 4'
        """
        check_type(rules, Rules, "a goal is one in Rules, not in")
        faults = chain(self._number_faults(), self._record_faults(rules), self._pair_faults())
        return next(faults, None)

    def _number_faults(self) -> Iterator[str]:
        """Iterate over what is of another kind, and over the numbers that no game has."""
        face_down = 0 if self.face_down is None else self.face_down
        moves = 1 if self.moves is None else self.moves
        for name, value, numbers in (
            ("cells", self.cells, range(MOST_CELLS + 1)),
            ("columns", self.columns, range(MOST_COLUMNS + 1)),
            ("face_down", face_down, range(MOST_CARDS + 1)),
            ("moves", moves, range(1, MOST_MOVES + 1)),
        ):
            if type(value) is not int or value not in numbers:
                low, high = numbers[0], numbers[-1]
                yield f"{name} is {quoted(value)}; it must be a whole number from {low} to {high}"
        for name, flag in (("won", self.won), ("proof", self.proof)):
            if not isinstance(flag, bool):
                yield f"{name} is {quoted(flag)}; it must be True or False"
        if not isinstance(self.up, tuple):
            yield f"up is {quoted(self.up)}; it must be a tuple of cards"
        if not (isinstance(self.on, tuple) and all(map(_is_pair, self.on))):
            yield f"on is {quoted(self.on)}; it must be a tuple of pairs of cards"

    def _record_faults(self, rules: Rules) -> Iterator[str]:
        """Iterate over what keeps a record of the goal from being read, here and in the core."""
        for name, value, most in (
            ("cells", self.cells, rules.cells),
            ("columns", self.columns, rules.columns),
        ):
            if value > most:
                yield f"{name} is {value}; the game has {most}"
        for name, cards in (("up", self.up), ("on", [card for pair in self.on for card in pair])):
            for card in cards:
                if type(card) is not int or not 0 <= card < rules.cards:
                    highest = RANKS[rules.ranks - 1]
                    yield f"{name}: {_words(card)} is not in the deck: it ends with {highest}"
        for card, times in Counter(self.up).items():
            if times > 1:
                yield f"up: {card_text(card)} is there twice"
        if not (self.proof or self._asks()):
            yield "there is no condition"

    def _pair_faults(self) -> Iterator[str]:
        """Iterate over what no layout can have, and over what stands beside a proof."""
        for at, (card, below) in enumerate(self.on, 1):
            if card == below:
                yield f"on, pair {at}: {card_text(card)} is to lie on itself"
        for card, times in Counter(card for card, _ in self.on).items():
            if times > 1:
                yield f"on: {card_text(card)} is to lie on two cards"
        if self.proof and (self._asks() or self.moves is not None):
            yield "proof stands beside other conditions; it must stand alone"

    def _asks(self) -> bool:
        """Tell whether there is a condition."""
        numbers = self.cells or self.columns or self.face_down is not None
        return bool(self.up or self.on or numbers or self.won)

    def pack(self) -> bytes:
        """Return the goal record, which has no number of moves; of a proof there is none.

        A goal with `proof` raises `ValueError`.
        """
        if self.proof:
            raise ValueError("a goal that is a proof has no record")
        return bytes(
            (
                _MARK,
                _VERSION,
                self.won,
                self.cells,
                self.columns,
                _ANY if self.face_down is None else self.face_down,
                len(self.up),
                *self.up,
                len(self.on),
                *(card for pair in self.on for card in pair),
            )
        )

    @staticmethod
    def unpack(rules: Rules, data: bytes) -> Goal:
        """Read a goal record of a game; a wrong one raises `LessonError`.

        >>> from kungen import find_rules
        >>> Goal.unpack(find_rules("freecell"), bytes.fromhex("47 01 00 05 00 ff 00 00"))
        Traceback (most recent call last):
        ...
        kungen.goal.LessonError: goal record: cells is 5; the game has 4
        """
        check_type(rules, Rules, "a record is one of a goal in Rules, not in")
        check_type(data, bytes | bytearray, "a record is read from bytes, not from")
        head, up, pairs = _parts(data)
        mark, version, won, cells, columns, face_down = head
        for what, value, right in (
            ("byte 0", mark, mark == _MARK),
            ("the version", version, version == _VERSION),
            ("byte 2", won, won <= 1),
            ("byte 5", face_down, face_down <= MOST_CARDS or face_down == _ANY),
        ):
            if not right:
                raise LessonError(f"goal record: {what} is {value}")
        goal = Goal(
            up=tuple(map(Card, up)),
            on=tuple(zip(map(Card, pairs[::2]), map(Card, pairs[1::2]), strict=True)),
            cells=cells,
            columns=columns,
            face_down=None if face_down == _ANY else face_down,
            won=won == 1,
        )
        fault = next(goal._record_faults(rules), None)
        if fault:
            raise LessonError(f"goal record: {fault}")
        return goal


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the first bytes of a record, the cards that must be up, and those of the pairs."""
    if len(data) <= _HEAD:
        raise LessonError(f"goal record: it has {len(data)} bytes; it must have 8 or more")
    end = _HEAD + data[_HEAD - 1]
    up, rest = data[_HEAD:end], data[end:]
    pairs = rest[1:]
    if not rest or rest[0] > MOST_CARDS or len(pairs) != 2 * rest[0]:
        raise LessonError(f"goal record: {len(data)} bytes are not what its numbers of cards say")
    return data[: _HEAD - 1], up, pairs


def _words(card: object) -> str:
    """Return a card, or a value that is none."""
    return card_text(Card(card)) if type(card) is int and card in _DECK else quoted(card)


def _is_pair(value: object) -> bool:
    """Tell whether a value may be two cards."""
    return isinstance(value, tuple) and len(value) == 2  # noqa: PLR2004 - a pair is two


def _lies_on(layout: Layout, card: Card, below: Card) -> bool:
    """Tell whether a card lies on another in a column, directly and both face up."""
    for down, column in zip(layout.hidden, layout.columns, strict=True):
        if card in column:
            place = column.index(card)
            return place > down and column[place - 1] == below
    return False


def _check_counts(most: object, nodes: object) -> None:
    """Refuse what is no number of moves or of layouts."""
    if type(most) is not int or not 0 <= most <= _MOST_COUNTED:
        raise ValueError(
            f"most is {quoted(most)}; it must be a whole number from 0 to {_MOST_COUNTED}"
        )
    if type(nodes) is not int or nodes < 1:
        raise ValueError(f"nodes is {quoted(nodes)}; it must be a whole number of 1 or more")


def fewest_moves(layout: Layout, goal: Goal, most: int, nodes: int = 100_000) -> int | None:
    """Return the fewest moves, without autoplay, after which a layout reaches a goal.

    None when more than `most` are needed, 0 to 9999, and when the search was cut after the moves of
    `nodes` layouts, 1 or more; other numbers raise `ValueError`. Layouts that differ in the order
    of piles only are one.

    >>> from kungen import deal, parse_card
    >>> fewest_moves(deal(617), Goal(up=(parse_card("AS"),)), most=9)
    5
    """
    check_type(layout, Layout, "moves are counted from a Layout, not from")
    check_type(goal, Goal, "moves are counted to a Goal, not to")
    _check_counts(most, nodes)
    # The layouts by the moves to them and those at least left; no move lowers this sum, so the
    # first that is reached is reached by the fewest.
    waiting: list[list[tuple[int, Layout]]] = [[] for _ in range(most + 1)]
    if not goal.proof and goal.distance(layout) <= most:
        waiting[goal.distance(layout)].append((0, layout))
    seen: set[object] = set()
    for bound, layouts in enumerate(waiting):
        while layouts:
            moves, layout = layouts.pop()
            if moves == bound:
                return moves
            key = layout.canonical()
            if key in seen:
                continue
            if len(seen) == nodes:
                return None
            seen.add(key)
            for move in layout.legal_moves:
                following = layout.after(move)
                total = moves + 1 + goal.distance(following)
                if total <= most:
                    waiting[total].append((moves + 1, following))
    return None

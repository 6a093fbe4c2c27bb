"""What may move where: the list of legal moves, and why a move is not one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kungen.cards import RANKS, SUIT_NAMES, Card, card_text, is_red, make_card, rank_of, suit_of
from kungen.moves import (
    CELLS,
    COLUMNS,
    FIRST_CELL,
    FIRST_FOUNDATION,
    FOUNDATIONS,
    PILE_BYTES,
    Move,
    make_move,
    pile_label,
)
from kungen.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kungen.rules import Build, Rules

MOST_CARDS = 52
"""No capacity is more than the whole deck."""

Column = tuple[Card, ...]


class Piles(Protocol):
    """Anything with rules and cards in piles; a `Layout` is one."""

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The cards of each column, from the deepest to the free one."""

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card of each cell, None when it is empty."""

    @property
    def foundations(self) -> tuple[int, ...]:
        """The number of cards on the foundations of C, D, H, S."""


def _hosts(card: Card, build: Build) -> tuple[Card, ...]:
    """Return the cards that a card may lie on."""
    rank, suit = rank_of(card), suit_of(card)
    if rank == len(RANKS):
        return ()
    higher = [make_card(rank + 1, other) for other in range(4)]
    if build == "suit":
        return (higher[suit],)
    return tuple(host for host in higher if is_red(host) != is_red(card))


_DECK = tuple(Card(byte) for byte in range(MOST_CARDS))
HOSTS: Mapping[Build, tuple[tuple[Card, ...], ...]] = {
    "alternating": tuple(_hosts(card, "alternating") for card in _DECK),
    "suit": tuple(_hosts(card, "suit") for card in _DECK),
}
"""For each build order and card the cards that it may lie on in a column."""


def run_length(column: Column, build: Build) -> int:
    """Return the length of the longest run at the free end of a column, 0 for an empty one."""
    hosts = HOSTS[build]
    length = min(1, len(column))
    while length < len(column) and column[-length - 1] in hosts[column[-length]]:
        length += 1
    return length


def capacity(piles: Piles, *, to_empty: bool) -> int:
    """Return how many cards may move at once, onto a card or into an empty column.

    With c empty cells and e empty columns `(1 + c) * 2**e` onto a card and half of that into an
    empty column; `1 + c` for both where an empty column takes only the highest rank. At most 52;
    0 into an empty column when there is none.
    """
    empty_columns = piles.columns.count(())
    if to_empty and not empty_columns:
        return 0
    match piles.rules.runs:
        case "single":
            return 1
        case "any-length":
            return MOST_CARDS
    alone = 1 + piles.cells.count(None)
    if piles.rules.empty_column == "king":
        return alone
    return min(MOST_CARDS, alone << (empty_columns - to_empty))


def list_moves(piles: Piles) -> list[Move]:
    """Return the legal moves, each once.

    Sources are the columns, the cells and, with foundation return, the foundations; for a source
    the targets are its foundation, the columns and, from columns only, the empty cells.
    """
    moves = _column_moves(piles)
    for index, card in enumerate(piles.cells):
        if card is not None:
            moves += _home_moves(piles, CELLS[index], card)
            moves += _single_moves(piles, CELLS[index], card)
    if piles.rules.foundation_return:
        for suit, height in enumerate(piles.foundations):
            if height:
                moves += _single_moves(piles, FOUNDATIONS[suit], make_card(height, suit))
    return moves


def _column_moves(piles: Piles) -> list[Move]:
    """Return the moves of cards in columns."""
    moves: list[Move] = []
    ends = {column[-1]: index for index, column in enumerate(piles.columns) if column}
    empty_columns = [index for index, column in enumerate(piles.columns) if not column]
    empty_cells = [CELLS[index] for index, card in enumerate(piles.cells) if card is None]
    for source, column in zip(COLUMNS, piles.columns, strict=False):
        if column:
            moves += _home_moves(piles, source, column[-1])
            targets = _run_targets(piles, column, ends, empty_columns)
            moves += [make_move(source, COLUMNS[target], count) for target, count in targets]
            moves += [make_move(source, cell) for cell in empty_cells]
    return moves


def _home_moves(piles: Piles, source: str, card: Card) -> tuple[Move, ...]:
    """Return the move of a free card to its foundation, when that takes it."""
    if piles.foundations[card & 3] == card >> 2:
        return (make_move(source, FOUNDATIONS[card & 3]),)
    return ()


def _run_targets(
    piles: Piles, column: Column, ends: Mapping[Card, int], empty_columns: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the columns that cards of a column may move to, in order, with their numbers.

    `ends` has the column of each free card.
    """
    hosts, rules = HOSTS[piles.rules.build], piles.rules
    onto, into = capacity(piles, to_empty=False), capacity(piles, to_empty=True)
    card = column[-1]
    targets: list[tuple[int, int]] = []
    for count in range(1, min(onto, len(column)) + 1):
        targets += [(ends[host], count) for host in hosts[card] if host in ends]
        if count <= into and _enters_empty(rules, card):
            targets += [(target, count) for target in empty_columns]
        if count == len(column) or column[-count - 1] not in hosts[card]:
            break
        card = column[-count - 1]
    return sorted(targets)


def _single_moves(piles: Piles, source: str, card: Card) -> list[Move]:
    """Return the moves of one card to the columns."""
    hosts = HOSTS[piles.rules.build][card]
    enters = _enters_empty(piles.rules, card)
    return [
        make_move(source, COLUMNS[index])
        for index, target in enumerate(piles.columns)
        if ((target[-1] in hosts) if target else enters)
    ]


def _enters_empty(rules: Rules, card: Card) -> bool:
    """Tell whether an empty column takes a run that has the card deepest."""
    return rules.empty_column == "any" or rank_of(card) == rules.ranks


def refusal(piles: Piles, move: Move) -> str | None:
    """Return why a move is not legal, as a sentence without a full stop; None when it is legal."""
    return (
        _pile_refusal(piles, move.source)
        or _pile_refusal(piles, move.target)
        or _same_pile_refusal(move)
        or _source_refusal(piles, move)
        or _target_refusal(piles, move)
    )


def _pile_refusal(piles: Piles, name: str) -> str | None:
    """Return why there is no such pile in the game."""
    byte = PILE_BYTES.get(name) if isinstance(name, str) else None
    if byte is None:
        return f"there is no pile {quoted(name)}"
    if byte < FIRST_CELL:
        present, kind = len(piles.columns), "column"
    elif byte < FIRST_FOUNDATION:
        byte, present, kind = byte - FIRST_CELL, len(piles.cells), "cell"
    else:
        return None
    if byte < present:
        return None
    return f"there is no {kind} {byte + 1}: the game has {_number(present, kind)}"


def _same_pile_refusal(move: Move) -> str | None:
    """Return why a move within a pile is none."""
    return "a card does not move to its own pile" if move.source == move.target else None


def _number(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def free_card(piles: Piles, pile: str) -> Card | None:
    """Return the card at the free end of a pile, None when the pile is empty."""
    byte = PILE_BYTES[pile]
    if byte < FIRST_CELL:
        column = piles.columns[byte]
        return column[-1] if column else None
    if byte < FIRST_FOUNDATION:
        return piles.cells[byte - FIRST_CELL]
    height = piles.foundations[byte - FIRST_FOUNDATION]
    return make_card(height, byte - FIRST_FOUNDATION) if height else None


def _source_refusal(piles: Piles, move: Move) -> str | None:
    """Return why the cards cannot be taken from their pile."""
    if free_card(piles, move.source) is None:
        return f"{pile_label(move.source)} is empty"
    if type(move.count) is not int or move.count < 1:
        needed = "at least 1 card" if type(move.count) is int else "a whole number of cards"
        return f"a move takes {needed}, not {quoted(move.count)}"
    byte = PILE_BYTES[move.source]
    if byte < FIRST_CELL:
        return _run_refusal(piles, byte, move.count)
    if move.count > 1:
        return f"{pile_label(move.source)} gives 1 card, not {quoted(move.count)}"
    if byte >= FIRST_FOUNDATION and not piles.rules.foundation_return:
        return "no card comes down from a foundation in this game"
    return None


def _run_refusal(piles: Piles, index: int, count: int) -> str | None:
    """Return why so many cards of a column do not move together."""
    column = piles.columns[index]
    if count > len(column):
        return f"column {index + 1} has {_number(len(column), 'card')}, not {quoted(count)}"
    for place in range(-1, -count, -1):
        if column[place - 1] not in HOSTS[piles.rules.build][column[place]]:
            fault = _build_refusal(piles.rules, column[place], column[place - 1])
            return f"the last {count} cards of column {index + 1} are no run: {fault}"
    return None


def _build_refusal(rules: Rules, card: Card, host: Card) -> str:
    """Return why a card does not go on another in a column."""
    if rank_of(host) != rank_of(card) + 1:
        why = "it goes on a card one rank higher"
    elif rules.build == "suit":
        why = "the build is in one suit"
    else:
        why = "the build is in alternating colours"
    return f"{card_text(card)} does not go on {card_text(host)}: {why}"


def _target_refusal(piles: Piles, move: Move) -> str | None:
    """Return why the target does not take the cards that leave their pile."""
    byte = PILE_BYTES[move.target]
    if byte < FIRST_CELL:
        return _column_refusal(piles, move, byte)
    if PILE_BYTES[move.source] >= FIRST_FOUNDATION:
        return f"a card comes down from a foundation to a column, not to {pile_label(move.target)}"
    if move.count > 1:
        return f"{pile_label(move.target)} takes 1 card at a time, not {move.count}"
    if byte < FIRST_FOUNDATION:
        return _cell_refusal(piles, move)
    return _foundation_refusal(piles, move)


def _column_refusal(piles: Piles, move: Move, index: int) -> str | None:
    """Return why a column does not take the cards."""
    rules, target = piles.rules, piles.columns[index]
    card = _deepest(piles, move)
    if target and target[-1] not in HOSTS[rules.build][card]:
        return _build_refusal(rules, card, target[-1])
    if not target and not _enters_empty(rules, card):
        highest = RANKS[rules.ranks - 1]
        return f"an empty column takes a card of rank {highest} only, not {card_text(card)}"
    most = capacity(piles, to_empty=not target)
    if move.count > most:
        return f"at most {_number(most, 'card')} can move to column {index + 1}, not {move.count}"
    return None


def _deepest(piles: Piles, move: Move) -> Card:
    """Return the deepest of the cards that move; they are known to be there."""
    byte = PILE_BYTES[move.source]
    if byte < FIRST_CELL:
        return piles.columns[byte][-move.count]
    card = free_card(piles, move.source)
    if card is None:
        raise LookupError(f"{pile_label(move.source)} is empty")
    return card


def _cell_refusal(piles: Piles, move: Move) -> str | None:
    """Return why a cell does not take a card."""
    if PILE_BYTES[move.source] >= FIRST_CELL:
        return "a card does not move from cell to cell"
    held = free_card(piles, move.target)
    return None if held is None else f"{pile_label(move.target)} holds {card_text(held)}"


def _foundation_refusal(piles: Piles, move: Move) -> str | None:
    """Return why a foundation does not take a card."""
    suit = PILE_BYTES[move.target] - FIRST_FOUNDATION
    card, height = _deepest(piles, move), piles.foundations[suit]
    if suit_of(card) != suit:
        return f"{card_text(card)} does not go to the foundation of {SUIT_NAMES[suit]}"
    if height != rank_of(card) - 1:
        wanted = card_text(make_card(height + 1, suit))
        return f"{pile_label(move.target)} takes {wanted} next, not {card_text(card)}"
    return None

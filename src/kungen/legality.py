"""What may move where: the list of legal moves, and why a move is not one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from kungen.building import Column, card_at, hosts_of, last_rank, place_of
from kungen.cards import RANKS, SUIT_NAMES, Card, card_text, rank_of, suit_of
from kungen.moves import (
    CELLS,
    COLUMNS,
    FIRST_CELL,
    FIRST_FOUNDATION,
    FIRST_RESERVE,
    FOUNDATIONS,
    PILE_BYTES,
    RESERVE,
    STOCK,
    STOCK_BYTE,
    WASTE,
    WASTE_BYTE,
    Move,
    make_move,
    pile_label,
)
from kungen.quoting import counted, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kungen.building import Companions
    from kungen.rules import Rules

MOST_CARDS = 52
"""No capacity is more than the whole deck."""


class Piles(Protocol):
    """Rules and cards in piles: a `Layout`, or a `View` with None for what cannot be seen."""

    @property
    def rules(self) -> Rules:
        """The game."""

    @property
    def columns(self) -> tuple[tuple[Card | None, ...], ...]:
        """The cards of each column, from the deepest to the free one."""

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card of each cell, None when it is empty."""

    @property
    def foundations(self) -> tuple[int, ...]:
        """The number of cards on the foundations of C, D, H, S."""

    @property
    def hidden(self) -> tuple[int, ...]:
        """How many cards of each column lie face down, the deepest ones."""

    @property
    def reserve(self) -> tuple[Card | None, ...]:
        """The card of each place of the reserve, None when it is empty."""

    @property
    def stock(self) -> tuple[Card | None, ...]:
        """The cards of the stock, the next one first."""

    @property
    def waste(self) -> tuple[Card | None, ...]:
        """The cards of the waste, the free one last."""

    @property
    def turned_over(self) -> int:
        """How often the stock was turned over; 0 where passes are unlimited."""

    @property
    def base(self) -> int:
        """The rank that the foundations begin with."""


def face_up(piles: Piles, index: int) -> Column:
    """Return the cards of a column that lie face up."""
    return piles.columns[index][piles.hidden[index] :]  # type: ignore[return-value]


def run_length(cards: Sequence[Card], rules: Rules) -> int:
    """Return the length of the longest run at the free end of cards face up, 0 for no cards.

    >>> from kungen import find_rules, parse_card
    >>> run_length([parse_card(text) for text in ("9C", "7H", "6S", "5D")], find_rules("freecell"))
    3
    """
    hosts = hosts_of(rules)
    length = min(1, len(cards))
    while length < len(cards) and cards[-length - 1] in hosts[cards[-length]]:
        length += 1
    return length


def capacity(piles: Piles, *, to_empty: bool) -> int:
    """Return how many cards may move at once, onto a card or into an empty column.

    With c empty cells and e empty columns `(1 + c) * 2**e` onto a card and half of that into an
    empty column; `1 + c` for both where an empty column takes only the last rank. At most 52;
    0 into an empty column when there is none.
    """
    empty_columns = piles.columns.count(())
    if to_empty and not empty_columns:
        return 0
    match piles.rules.moving:
        case "single":
            return 1
        case "any-length":
            return MOST_CARDS
    alone = 1 + piles.cells.count(None)
    if piles.rules.empty_column == "king":
        return alone
    return min(MOST_CARDS, alone << (empty_columns - to_empty))


def is_up(piles: Piles, card: Card) -> bool:
    """Tell whether a card of the deck is on its foundation."""
    return place_of(card, piles.base, piles.rules.ranks) <= piles.foundations[suit_of(card)]


def wanted_cards(piles: Piles) -> tuple[Card, ...]:
    """Return the card that each foundation takes next; of a full one its base, which lies there."""
    base, ranks = piles.base, piles.rules.ranks
    return tuple(
        Card(4 * ((base - 1 + height) % ranks) + suit)
        for suit, height in enumerate(piles.foundations)
    )


def tells_base(piles: Piles) -> bool:
    """Tell whether the rank that the foundations begin with must be said: it is not the ace.

    In a game with a beak it is said always, for nothing else tells it.
    """
    return piles.rules.base == "beak" or piles.base != 1


def enters_empty(piles: Piles, card: Card) -> bool:
    """Tell whether an empty column takes a run that has the card deepest."""
    rules = piles.rules
    return rules.empty_column == "any" or rank_of(card) == last_rank(piles.base, rules.ranks)


@dataclass(slots=True)
class _Listing:
    """Legal moves as they are listed, and what is worked out once for all of them."""

    piles: Piles
    hosts: Companions
    wanted: tuple[Card, ...]
    ends: dict[Card | None, int]
    """The column of each free card."""
    empty_columns: list[int]
    empty_cells: list[str]
    onto: int
    into: int
    moves: list[Move] = field(default_factory=list)


def list_moves(piles: Piles) -> list[Move]:
    """Return the legal moves, each once.

    Sources are the columns, the cells, the reserve, with foundation return the foundations, the
    stock and the waste; for a source the targets are its foundation, the columns, from columns
    only the empty cells, and for the waste at last the stock.
    """
    listing = _Listing(
        piles,
        hosts_of(piles.rules),
        wanted_cards(piles),
        {column[-1]: index for index, column in enumerate(piles.columns) if column},
        [index for index, column in enumerate(piles.columns) if not column],
        [name for name, card in zip(CELLS, piles.cells, strict=False) if card is None],
        capacity(piles, to_empty=False),
        capacity(piles, to_empty=True),
    )
    _list_columns(listing)
    for names, cards in ((CELLS, piles.cells), (RESERVE, piles.reserve)):
        for name, card in zip(names, cards, strict=False):
            if card is not None:
                _list_single(listing, name, card)
    if piles.rules.foundation_return:
        for name in FOUNDATIONS:
            card = free_card(piles, name)
            if card is not None:
                _list_targets(listing, name, card)
    if piles.rules.draw:
        _list_stock(listing)
    return listing.moves


def _list_columns(listing: _Listing) -> None:
    """List the moves of cards in columns."""
    for index, column in enumerate(listing.piles.columns):
        if column:
            source, cards = COLUMNS[index], face_up(listing.piles, index)
            card, moves = cards[-1], listing.moves
            if card == listing.wanted[card & 3]:
                moves.append(make_move(source, FOUNDATIONS[card & 3]))
            for target, count in _run_targets(listing, cards, index):
                moves.append(make_move(source, COLUMNS[target], count))
            moves += [make_move(source, cell) for cell in listing.empty_cells]


def _run_targets(listing: _Listing, cards: Column, source: int) -> list[tuple[int, int]]:
    """Return the columns that cards of a column may move to, in order, with their numbers.

    A long run that wraps may have a card deep in it that would go on its own free card.
    """
    hosts, ends = listing.hosts, listing.ends
    card = cards[-1]
    targets: list[tuple[int, int]] = []
    for count in range(1, min(listing.onto, len(cards)) + 1):
        targets += [(ends[host], count) for host in hosts[card] if ends.get(host, source) != source]
        if count <= listing.into and enters_empty(listing.piles, card):
            targets += [(target, count) for target in listing.empty_columns]
        if count == len(cards) or cards[-count - 1] not in hosts[card]:
            break
        card = cards[-count - 1]
    return sorted(targets)


def _list_single(listing: _Listing, source: str, card: Card) -> None:
    """List the moves of a card that lies alone or on a waste."""
    if card == listing.wanted[card & 3]:
        listing.moves.append(make_move(source, FOUNDATIONS[card & 3]))
    _list_targets(listing, source, card)


def _list_targets(listing: _Listing, source: str, card: Card) -> None:
    """List the moves of one card to columns."""
    ends = listing.ends
    targets = [ends[host] for host in listing.hosts[card] if host in ends]
    if listing.empty_columns and enters_empty(listing.piles, card):
        targets += listing.empty_columns
    listing.moves += [make_move(source, COLUMNS[index]) for index in sorted(targets)]


def _list_stock(listing: _Listing) -> None:
    """List the moves of the stock and the waste."""
    piles, moves = listing.piles, listing.moves
    if piles.stock:
        moves.append(make_move(STOCK, WASTE, min(piles.rules.draw, len(piles.stock))))
    card = free_card(piles, WASTE)
    if card is not None:
        _list_single(listing, WASTE, card)
    if piles.waste and not piles.stock and has_pass_left(piles):
        moves.append(make_move(WASTE, STOCK, len(piles.waste)))


def has_pass_left(piles: Piles) -> bool:
    """Tell whether the rules let the stock be turned over once more."""
    passes = piles.rules.passes
    return passes is None or piles.turned_over < passes - 1


def free_card(piles: Piles, pile: str) -> Card | None:
    """Return the card at the free end of a pile, the next one of the stock.

    None when the pile is empty, or its card cannot be seen.
    """
    byte = PILE_BYTES[pile]
    if byte < FIRST_CELL:
        column = piles.columns[byte]
        return column[-1] if column else None
    if byte < FIRST_RESERVE:
        return piles.cells[byte - FIRST_CELL]
    if byte < FIRST_FOUNDATION:
        return piles.reserve[byte - FIRST_RESERVE]
    if byte < STOCK_BYTE:
        height, suit = piles.foundations[byte - FIRST_FOUNDATION], byte - FIRST_FOUNDATION
        return card_at(height, suit, piles.base, piles.rules.ranks) if height else None
    cards = piles.waste[-1:] if byte == WASTE_BYTE else piles.stock[:1]
    return cards[0] if cards else None


def refusal(piles: Piles, move: Move) -> str | None:
    """Return why a move is not legal, as a sentence without a full stop; None when it is legal."""
    return (
        pile_refusal(piles, move.source)
        or pile_refusal(piles, move.target)
        or _same_pile_refusal(move)
        or _count_refusal(piles, move)
        or _move_refusal(piles, move)
    )


def pile_refusal(piles: Piles, name: str) -> str | None:
    """Return why there is no such pile in the game."""
    byte = PILE_BYTES.get(name) if isinstance(name, str) else None
    if byte is None:
        return f"there is no pile {quoted(name)}"
    if byte < FIRST_CELL:
        first, present, kind = 0, len(piles.columns), "column"
    elif byte < FIRST_RESERVE:
        first, present, kind = FIRST_CELL, len(piles.cells), "cell"
    elif byte < FIRST_FOUNDATION:
        first, present, kind = FIRST_RESERVE, len(piles.reserve), "reserve place"
    elif byte < STOCK_BYTE or piles.rules.draw:
        return None
    else:
        return f"the game has no {name}"
    if byte - first < present:
        return None
    return f"there is no {kind} {byte - first + 1}: the game has {counted(present, kind)}"


def _same_pile_refusal(move: Move) -> str | None:
    """Return why a move within a pile is none."""
    return "a card does not move to its own pile" if move.source == move.target else None


def _count_refusal(piles: Piles, move: Move) -> str | None:
    """Return why no move takes so many cards, or none from this pile."""
    if free_card(piles, move.source) is None and not (move.source == STOCK and piles.stock):
        turn = move.source == STOCK and piles.waste and has_pass_left(piles)
        return f"{pile_label(move.source)} is empty{': turn the waste over' if turn else ''}"
    if type(move.count) is not int or move.count < 1:
        needed = "at least 1 card" if type(move.count) is int else "a whole number of cards"
        return f"a move takes {needed}, not {quoted(move.count)}"
    return None


def _move_refusal(piles: Piles, move: Move) -> str | None:
    """Return why the cards of a pile do not go to another."""
    source, target = PILE_BYTES[move.source], PILE_BYTES[move.target]
    if source == STOCK_BYTE or target >= STOCK_BYTE:
        return _stock_refusal(piles, move)
    return _source_refusal(piles, move, source) or _target_refusal(piles, move, source, target)


def _stock_refusal(piles: Piles, move: Move) -> str | None:
    """Return why cards are not drawn, or not turned over."""
    match move.source, move.target:
        case "stock", "waste":
            return _draw_refusal(piles, move.count)
        case "waste", "stock":
            return _turning_refusal(piles, move.count)
        case "stock", _:
            return f"a card goes from the stock to the waste only, not to {pile_label(move.target)}"
        case _, "stock":
            other = "waste"
        case _:
            other = "stock"
    source = pile_label(move.source)
    return f"a card goes to the {move.target} from the {other} only, not from {source}"


def _draw_refusal(piles: Piles, count: int) -> str | None:
    """Return why so many cards are not drawn."""
    draw, left = piles.rules.draw, len(piles.stock)
    if count == min(draw, left):
        return None
    takes = f"the last {counted(left, 'card')}" if left < draw else counted(draw, "card")
    return f"a draw takes {takes}, not {quoted(count)}"


def _turning_refusal(piles: Piles, count: int) -> str | None:
    """Return why the waste is not turned over."""
    passes, cards = piles.rules.passes, len(piles.waste)
    if piles.stock:
        left = counted(len(piles.stock), "card")
        return f"the stock is turned over when it is empty: it has {left}"
    if passes is not None and not has_pass_left(piles):
        return f"the stock is gone through {counted(passes, 'time')} at most"
    if count != cards:
        return f"the whole waste is turned over, {counted(cards, 'card')}, not {quoted(count)}"
    return None


def _source_refusal(piles: Piles, move: Move, source: int) -> str | None:
    """Return why the cards cannot be taken from their pile."""
    if source < FIRST_CELL:
        return _run_refusal(piles, source, move.count)
    if move.count > 1:
        return f"{pile_label(move.source)} gives 1 card, not {quoted(move.count)}"
    if FIRST_FOUNDATION <= source < STOCK_BYTE and not piles.rules.foundation_return:
        return "no card comes down from a foundation in this game"
    return None


def _run_refusal(piles: Piles, index: int, count: int) -> str | None:
    """Return why so many cards of a column do not move together."""
    size, cards = len(piles.columns[index]), face_up(piles, index)
    if count > size:
        return f"column {index + 1} has {counted(size, 'card')}, not {quoted(count)}"
    if count > len(cards):
        return f"column {index + 1} has {counted(len(cards), 'card')} face up, not {count}"
    hosts = hosts_of(piles.rules)
    for place in range(-1, -count, -1):
        if cards[place - 1] not in hosts[cards[place]]:
            fault = _build_refusal(piles.rules, cards[place], cards[place - 1])
            return f"the last {count} cards of column {index + 1} are no run: {fault}"
    return None


def _build_refusal(rules: Rules, card: Card, host: Card) -> str:
    """Return why a card does not go on another in a column."""
    higher = rank_of(card) % rules.ranks + 1
    if rank_of(host) != higher or (higher == 1 and not rules.wrap):
        why = "it goes on a card one rank higher"
    elif rules.build == "suit":
        why = "the build is in one suit"
    else:
        why = "the build is in alternating colours"
    return f"{card_text(card)} does not go on {card_text(host)}: {why}"


def _target_refusal(piles: Piles, move: Move, source: int, target: int) -> str | None:
    """Return why the target does not take the cards that leave their pile."""
    if target < FIRST_CELL:
        return _column_refusal(piles, move, target)
    if FIRST_FOUNDATION <= source < STOCK_BYTE:
        return f"a card comes down from a foundation to a column, not to {pile_label(move.target)}"
    if FIRST_RESERVE <= target < FIRST_FOUNDATION:
        return "no card goes into the reserve"
    if move.count > 1:
        return f"{pile_label(move.target)} takes 1 card at a time, not {move.count}"
    if target < FIRST_RESERVE:
        return _cell_refusal(piles, move, source)
    return _foundation_refusal(piles, move, target - FIRST_FOUNDATION)


def _column_refusal(piles: Piles, move: Move, index: int) -> str | None:
    """Return why a column does not take the cards."""
    rules, target = piles.rules, piles.columns[index]
    card = _deepest(piles, move)
    if target and target[-1] is not None and target[-1] not in hosts_of(rules)[card]:
        return _build_refusal(rules, card, target[-1])
    if not target and not enters_empty(piles, card):
        last = RANKS[last_rank(piles.base, rules.ranks) - 1]
        return f"an empty column takes a card of rank {last} only, not {card_text(card)}"
    most = capacity(piles, to_empty=not target)
    if move.count > most:
        return f"at most {counted(most, 'card')} can move to column {index + 1}, not {move.count}"
    return None


def _deepest(piles: Piles, move: Move) -> Card:
    """Return the deepest of the cards that move; they are known to be there."""
    byte = PILE_BYTES[move.source]
    card = piles.columns[byte][-move.count] if byte < FIRST_CELL else free_card(piles, move.source)
    if card is None:
        raise LookupError(f"{pile_label(move.source)} is empty")
    return card


def _cell_refusal(piles: Piles, move: Move, source: int) -> str | None:
    """Return why a cell does not take a card."""
    if FIRST_CELL <= source < FIRST_RESERVE:
        return "a card does not move from cell to cell"
    if source >= FIRST_RESERVE:
        return f"a card goes to a cell from a column only, not from {pile_label(move.source)}"
    held = free_card(piles, move.target)
    return None if held is None else f"{pile_label(move.target)} holds {card_text(held)}"


def _foundation_refusal(piles: Piles, move: Move, suit: int) -> str | None:
    """Return why a foundation does not take a card."""
    card, wanted = _deepest(piles, move), wanted_cards(piles)[suit]
    if suit_of(card) != suit:
        return f"{card_text(card)} does not go to the foundation of {SUIT_NAMES[suit]}"
    if card != wanted:
        return f"{pile_label(move.target)} takes {card_text(wanted)} next, not {card_text(card)}"
    return None

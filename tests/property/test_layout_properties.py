"""Laws of layouts that hold in every game, wherever play has led."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

import kungen
from kungen.cards import Card, card_text, parse_card
from kungen.deals import LAST_DEAL, deal, identify
from kungen.game_file import find_rules
from kungen.layout import Layout, Move
from kungen.legality import refusal
from kungen.moves import PILE_BYTES
from kungen.notation import line_notation, move_notation, parse_layout, parse_line, parse_move
from kungen.perft import perft
from tests.property.strategies import layouts


def cards_of(layout: Layout) -> Counter[int]:
    """Every card of a layout, those on the foundations too."""
    cards: Counter[int] = Counter(card for column in layout.columns for card in column)
    cards.update(card for card in layout.cells if card is not None)
    for suit, height in enumerate(layout.foundations):
        cards.update(4 * rank + suit for rank in range(height))
    return cards


@given(layouts())
def test_every_card_is_there_once(layout: Layout) -> None:
    assert cards_of(layout) == Counter(range(layout.rules.cards))


@given(layouts())
def test_text_is_read_back(layout: Layout) -> None:
    assert parse_layout(layout.text(), layout.rules) == layout
    assert eval(repr(layout), vars(kungen)) == layout  # noqa: S307 - what is tested


@given(layouts())
def test_the_record_is_read_back(layout: Layout) -> None:
    assert Layout.unpack(layout.rules, layout.pack()) == layout
    assert (
        len(layout.pack())
        == len(cards_in_play(layout))
        + len(layout.columns)
        + len([cell for cell in layout.cells if cell is None])
        + 4
    )


def cards_in_play(layout: Layout) -> list[Card]:
    """The cards in columns and cells."""
    held = [card for card in layout.cells if card is not None]
    return held + [card for column in layout.columns for card in column]


@given(layouts())
def test_moves_are_listed_once_and_in_the_order_of_their_piles(layout: Layout) -> None:
    moves = list(layout.legal_moves)
    order = [
        (PILE_BYTES[move.source], not move.target.startswith("foundation"), PILE_BYTES[move.target])
        for move in moves
    ]
    keys = [(*key, move.count) for key, move in zip(order, moves, strict=True)]
    assert keys == sorted(set(keys))


@given(layouts())
def test_a_move_is_listed_if_and_only_if_nothing_speaks_against_it(layout: Layout) -> None:
    listed = set(layout.legal_moves)
    for source in PILE_BYTES:
        for target in PILE_BYTES:
            for count in (0, 1, 2, 3, 7):
                move = Move(source, target, count)
                assert (move in listed) == (refusal(layout, move) is None), move


@given(layouts())
def test_moves_have_text_json_and_bytes(layout: Layout) -> None:
    for move in layout.legal_moves:
        assert Move.from_json(move.json()) == Move.unpack(move.pack()) == move
        assert eval(repr(move), {"Move": Move}) == move  # noqa: S307 - what is tested
        if not move.source.startswith("foundation"):
            assert parse_move(move_notation(move, layout), layout) == move


@given(layouts(), st.integers(0, 2**32))
def test_the_order_of_columns_and_cells_does_not_change_the_key(layout: Layout, seed: int) -> None:
    shuffle = random.Random(seed)
    columns, cells = list(layout.columns), list(layout.cells)
    shuffle.shuffle(columns)
    shuffle.shuffle(cells)
    other = replace(layout, columns=tuple(columns), cells=tuple(cells))
    assert other.canonical() == layout.canonical()
    assert perft(other, 1) == perft(layout, 1)
    assert other.is_stuck() == layout.is_stuck()
    after = {layout.after(move).canonical() for move in layout.legal_moves}
    assert after == {other.after(move).canonical() for move in other.legal_moves}


@given(layouts())
def test_every_move_goes_card_by_card(layout: Layout) -> None:
    for move in layout.legal_moves:
        end = layout
        singles = layout.expand(move)
        for single in singles:
            end = end.play(single)
            assert single.count == 1 or singles == (move,)
        assert end == layout.play(move)


@given(st.integers(1, LAST_DEAL), st.data())
def test_a_line_is_read_back(number: int, data: st.DataObject) -> None:
    start = layout = deal(number)
    moves: list[Move] = []
    for choice in data.draw(st.lists(st.integers(0, 999), max_size=40)):
        legal = list(layout.legal_moves)
        if legal:
            moves.append(legal[choice % len(legal)])
            layout = layout.play(moves[-1])
    assert parse_line(line_notation(moves, start), start) == tuple(moves)


@settings(max_examples=25)
@given(
    st.integers(1, 10**6)
    | st.integers(1, LAST_DEAL)
    | st.integers(2**31 - 9, 2**31 + 9)
    | st.integers(2**32 - 9, 2**32 + 9)
)
def test_a_deal_tells_its_number(number: int) -> None:
    assert identify(deal(number), LAST_DEAL) == number


@given(st.integers(0, 51), st.integers(1, 99))
def test_a_card_is_read_back(byte: int, number: int) -> None:
    text = card_text(Card(byte))
    assert parse_card(text) == parse_card(text.lower()) == byte
    assert find_rules("freecell").cards == len(cards_in_play(deal(number)))

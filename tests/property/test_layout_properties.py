"""Laws of layouts that hold in every game, wherever play has led."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kungen
from kungen.cards import Card, card_text, parse_card
from kungen.deals import LAST_DEAL, deal, identify
from kungen.game_file import find_rules
from kungen.layout import Layout, LayoutError, Move, after
from kungen.legality import list_moves, refusal
from kungen.moves import PILE_BYTES, is_of_stock
from kungen.notation import line_notation, move_notation, parse_layout, parse_line, parse_move
from kungen.perft import perft
from kungen.rules import Rules
from kungen.tips import find_tip
from tests.property.strategies import layouts, small_rules


def cards_of(layout: Layout) -> Counter[int]:
    """Every card of a layout, those on the foundations too."""
    cards: Counter[int] = Counter(cards_in_play(layout))
    ranks = layout.rules.ranks
    for suit, height in enumerate(layout.foundations):
        cards.update(4 * ((layout.base - 1 + up) % ranks) + suit for up in range(height))
    return cards


def cards_in_play(layout: Layout) -> list[Card]:
    """The cards that are not on foundations."""
    places = [card for card in (*layout.cells, *layout.reserve) if card is not None]
    columns = [card for column in layout.columns for card in column]
    return [*places, *columns, *layout.stock, *layout.waste]


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
    rules = layout.rules
    empty = [card for card in (*layout.cells, *layout.reserve) if card is None]
    others = 4 + (rules.base == "beak") + 3 * rules.has_stock
    columns = len(layout.columns) * (1 + rules.has_hidden)
    assert len(layout.pack()) == len(cards_in_play(layout)) + columns + len(empty) + others


@given(layouts())
def test_a_record_is_read_to_its_last_byte(layout: Layout) -> None:
    record = layout.pack()
    for data in (record[:-1], record + b"\0"):
        with pytest.raises(LayoutError):
            Layout.unpack(layout.rules, data)


@given(layouts())
def test_free_cards_lie_face_up(layout: Layout) -> None:
    for down, column in zip(layout.hidden, layout.columns, strict=True):
        assert 0 <= down <= max(0, len(column) - 1)


@given(layouts(), st.data())
def test_a_card_is_turned_up_when_it_becomes_free_and_never_down(
    layout: Layout, data: st.DataObject
) -> None:
    moves = list(layout.legal_moves)
    if moves:
        after = layout.play(data.draw(st.sampled_from(moves)))
        for index, (down, column) in enumerate(zip(layout.hidden, after.columns, strict=True)):
            assert after.hidden[index] == min(down, max(0, len(column) - 1))


@given(layouts())
def test_a_view_hides_the_cards_face_down_and_the_stock_and_nothing_else(layout: Layout) -> None:
    view = layout.view()
    for seen, column, down in zip(view.columns, layout.columns, layout.hidden, strict=True):
        assert seen == (None,) * down + column[down:]
    assert view.stock == (None,) * len(layout.stock)
    for name in ("rules", "cells", "foundations", "hidden", "reserve", "waste", "turned_over"):
        assert getattr(view, name) == getattr(layout, name)
    assert view.base == layout.base
    assert list(view.legal_moves) == list(layout.legal_moves)


def shuffled_out_of_sight(layout: Layout, seed: int) -> Layout:
    """A layout that looks the same, its hidden cards in other places."""
    hidden = [
        card
        for down, column in zip(layout.hidden, layout.columns, strict=True)
        for card in column[:down]
    ]
    pool = [*hidden, *layout.stock]
    random.Random(seed).shuffle(pool)
    unseen = iter(pool)
    columns = tuple(
        (*(next(unseen) for _ in range(down)), *column[down:])
        for down, column in zip(layout.hidden, layout.columns, strict=True)
    )
    return replace(layout, columns=columns, stock=tuple(unseen))


@given(layouts(), st.integers(0, 2**32))
def test_what_cannot_be_seen_changes_neither_moves_nor_reasons_nor_the_tip(
    layout: Layout, seed: int
) -> None:
    other = shuffled_out_of_sight(layout, seed)
    assert other.view() == layout.view()
    moves = list(layout.legal_moves)
    assert list(other.legal_moves) == moves == list_moves(layout.view())
    assert find_tip(other.view()) == find_tip(layout.view())
    for source in ("column1", "column2", "stock", "waste", "reserve1"):
        for target in ("column1", "column3", "cell1", "stock", "waste", "foundationC"):
            move = Move(source, target, 2)
            reason = refusal(layout.view(), move)
            assert refusal(layout, move) == reason
            assert reason == refusal(other, move)


@given(layouts())
def test_a_view_moves_as_its_layout(layout: Layout) -> None:
    for move in layout.legal_moves:
        seen, real = after(layout.view(), move), layout.play(move).view()
        assert seen.foundations == real.foundations
        assert (seen.hidden, seen.cells, seen.reserve) == (real.hidden, real.cells, real.reserve)
        assert (len(seen.stock), seen.turned_over) == (len(real.stock), real.turned_over)
        over = move.target == "stock"
        assert (seen.stock == real.stock) != over
        turned = real.hidden != layout.hidden
        assert (seen.columns == real.columns) != turned
        drawn = move.source == "stock"
        assert (seen.waste == real.waste) != drawn


@given(layouts())
def test_layouts_of_a_game_have_one_key_if_and_only_if_their_views_do(layout: Layout) -> None:
    found = {layout.canonical(): layout}
    for _ in range(3):
        found |= {
            reached.canonical(): reached
            for before in [*found.values()][:40]
            for reached in map(before.after, list_moves(before))
        }
    views: dict[object, object] = {}
    for key, reached in found.items():
        assert views.setdefault(reached.view().canonical(), key) == key


@given(layouts())
def test_moves_are_listed_once_and_in_the_order_of_their_piles(layout: Layout) -> None:
    moves = list(layout.legal_moves)
    keys = [
        (
            PILE_BYTES[move.source],
            not move.target.startswith("foundation"),
            PILE_BYTES[move.target],
            move.count,
        )
        for move in moves
    ]
    assert keys == sorted(set(keys))


@given(layouts())
def test_a_move_is_listed_if_and_only_if_nothing_speaks_against_it(layout: Layout) -> None:
    listed = set(layout.legal_moves)
    for source in PILE_BYTES:
        for target in PILE_BYTES:
            for count in (0, 1, 2, 3, 7, len(layout.waste)):
                move = Move(source, target, count)
                assert (move in listed) == (refusal(layout, move) is None), move


def has_notation(rules: Rules) -> bool:
    """Whether the moves of a game have standard notation."""
    return not rules.has_stock and not rules.reserve


@given(layouts())
def test_moves_have_text_json_and_bytes(layout: Layout) -> None:
    for move in layout.legal_moves:
        assert Move.from_json(move.json()) == Move.unpack(move.pack()) == move
        assert eval(repr(move), {"Move": Move}) == move  # noqa: S307 - what is tested
        if has_notation(layout.rules) and not move.source.startswith("foundation"):
            assert parse_move(move_notation(move, layout), layout) == move


@given(layouts(), st.integers(0, 2**32))
def test_the_order_of_columns_and_cells_does_not_change_the_key(layout: Layout, seed: int) -> None:
    shuffle = random.Random(seed)
    columns, cells = list(layout.columns), list(layout.cells)
    shuffle.shuffle(cells)
    piles = [*zip(columns, layout.hidden, strict=True)]
    shuffle.shuffle(piles)
    other = replace(
        layout,
        columns=tuple(column for column, _ in piles),
        hidden=tuple(down for _, down in piles),
        cells=tuple(cells),
    )
    assert other.canonical() == layout.canonical()
    assert perft(other, 1) == perft(layout, 1)
    assert other.is_stuck() == layout.is_stuck()
    after = {layout.after(move).canonical() for move in layout.legal_moves}
    assert after == {other.after(move).canonical() for move in other.legal_moves}


def goes_by_steps(layout: Layout, move: Move) -> bool:
    """Whether a move of several cards is a shorthand for single ones."""
    return layout.rules.runs != "any-length" and move.source.startswith("column")


@given(layouts())
def test_every_move_goes_card_by_card(layout: Layout) -> None:
    for move in layout.legal_moves:
        end = layout
        singles = layout.expand(move)
        for single in singles:
            end = end.play(single)
            assert single.count == 1 or (singles == (move,) and not goes_by_steps(layout, move))
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


def reachable(layout: Layout, most: int) -> dict[object, Layout] | None:
    """All layouts that can be reached, each by its key; None when there are more than so many."""
    found: dict[object, Layout] = {layout.canonical(): layout}
    waiting = [layout]
    while waiting and len(found) <= most:
        before = waiting.pop()
        for move in list_moves(before):
            reached = before.after(move)
            if reached.canonical() not in found:
                found[reached.canonical()] = reached
                waiting.append(reached)
    return found if len(found) <= most else None


@given(layouts(small_rules()))
def test_stuck_is_when_nothing_but_the_stock_ever_moves(layout: Layout) -> None:
    found = reachable(layout, 200)
    still = found is not None and all(
        (other.columns, other.cells, other.reserve, other.foundations)
        == (layout.columns, layout.cells, layout.reserve, layout.foundations)
        and all(is_of_stock(move) for move in other.legal_moves)
        for other in found.values()
    )
    assert layout.is_stuck() == (still and not layout.is_won())


@given(layouts())
def test_capacities_are_those_of_the_empty_piles(layout: Layout) -> None:
    rules, empties = layout.rules, layout.columns.count(())
    cells = layout.cells.count(None)
    if rules.single_card or rules.runs == "single":
        onto = into = 1
    elif rules.runs == "any-length":
        onto = into = 52
    elif rules.empty_column == "king":
        onto = into = 1 + cells
    else:
        onto = min(52, (1 + cells) * 2**empties)
        into = min(52, (1 + cells) * 2**empties // 2)
    assert layout.capacity(to_empty=False) == onto
    assert layout.capacity(to_empty=True) == (into if empties else 0)


@given(layouts(small_rules()), st.data())
def test_a_supermove_is_what_single_cards_can_do(layout: Layout, data: st.DataObject) -> None:
    single = replace(layout, rules=replace(layout.rules, runs="single", single_card=False))
    assert single.capacity(to_empty=False) == 1
    moves = [move for move in layout.legal_moves if goes_by_steps(layout, move)]
    if moves:
        move = data.draw(st.sampled_from(moves))
        end = single
        for step in layout.expand(move):
            end = end.play(step)
        assert replace(end, rules=layout.rules) == layout.play(move)

"""Supermoves: each can be played card by card."""

from collections import deque
from dataclasses import replace

import pytest

from kungen.cards import Card, make_card
from kungen.game_file import find_rules
from kungen.layout import IllegalMove, Layout, Move
from kungen.supermove import expand_supermove


def tower(count: int, cells: int, columns: int, *, to_empty: bool) -> tuple[Layout, Move]:
    """A run of cards in column 1 with a way to column 2, and room beside them."""
    ranks = count + (not to_empty)
    rules = replace(find_rules("freecell"), ranks=ranks, columns=2 + columns, cells=cells)
    suits = (3, 2)
    run = [make_card(rank, suits[rank % 2]) for rank in range(count, 0, -1)]
    host = [] if to_empty else [make_card(ranks, suits[ranks % 2])]
    spare = [make_card(rank, suits[(rank + 1) % 2]) for rank in range(1, ranks + 1)]
    layout = Layout(
        rules,
        ((*spare, *run), tuple(host), *((),) * columns),
        (None,) * cells,
        (ranks, ranks, 0, 0),
    )
    return layout, Move("column1", "column2", count)


TABLES = [
    (cells, columns, to_empty)
    for cells in range(5)
    for columns in range(4)
    for to_empty in (False, True)
]


@pytest.mark.parametrize(("cells", "columns", "to_empty"), TABLES)
def test_every_number_up_to_the_capacity_goes_card_by_card(
    cells: int, columns: int, to_empty: bool
) -> None:
    capacity = (1 + cells) * 2**columns
    for count in range(1, min(12, capacity) + 1):
        layout, move = tower(count, cells, columns, to_empty=to_empty)
        assert layout.capacity(to_empty=to_empty) == capacity
        end = layout
        for single in layout.expand(move):
            assert single.count == 1
            end = end.play(single)
        assert end == layout.play(move)


@pytest.mark.parametrize(("cells", "columns", "to_empty"), TABLES)
def test_one_card_more_than_the_capacity_does_not_go(
    cells: int, columns: int, to_empty: bool
) -> None:
    capacity = (1 + cells) * 2**columns
    if capacity < 12:
        layout, move = tower(capacity + 1, cells, columns, to_empty=to_empty)
        with pytest.raises(IllegalMove, match=f"at most {capacity} card"):
            layout.expand(move)


@pytest.mark.parametrize("cells", [2, 3, 4])
def test_three_cards_with_two_cells_free_are_five_moves(cells: int) -> None:
    layout, move = tower(3, cells, 0, to_empty=False)
    assert layout.expand(move) == (
        Move("column1", "cell1"),
        Move("column1", "cell2"),
        Move("column1", "column2"),
        Move("cell2", "column2"),
        Move("cell1", "column2"),
    )


def test_an_empty_column_holds_a_card_where_cells_are_too_few() -> None:
    layout, move = tower(3, 1, 1, to_empty=False)
    assert layout.expand(move) == (
        Move("column1", "column3"),
        Move("column1", "cell1"),
        Move("column1", "column2"),
        Move("cell1", "column2"),
        Move("column3", "column2"),
    )


def fewest_single_moves(layout: Layout, end: Layout) -> int:
    """The length of the shortest way between two layouts, by trying all."""
    waiting, seen = deque([(layout, 0)]), {layout}
    while waiting:
        before, length = waiting.popleft()
        if before == end:
            return length
        for move in before.legal_moves:
            after = before.after(move)
            if move.count == 1 and "foundation" not in move.target and after not in seen:
                seen.add(after)
                waiting.append((after, length + 1))
    raise AssertionError("there is no way")


@pytest.mark.parametrize(
    ("count", "cells", "columns"),
    [(2, 1, 0), (3, 2, 0), (2, 0, 1), (3, 1, 1), (4, 1, 1), (4, 0, 2), (5, 2, 1), (4, 2, 1)],
)
def test_no_shorter_way_onto_a_card_exists(count: int, cells: int, columns: int) -> None:
    layout, move = tower(count, cells, columns, to_empty=False)
    assert len(layout.expand(move)) == fewest_single_moves(layout, layout.play(move))


def test_a_run_that_moves_whole_stands_for_itself() -> None:
    layout, move = tower(5, 0, 0, to_empty=False)
    whole = replace(layout, rules=replace(layout.rules, runs="any-length"))
    assert whole.expand(move) == (move,)


def test_empty_columns_of_kings_hold_no_card_in_passing() -> None:
    layout, move = tower(3, 2, 2, to_empty=False)
    kings = replace(layout, rules=replace(layout.rules, empty_column="king"))
    assert {pile for single in kings.expand(move) for pile in (single.source, single.target)} == {
        *("column1", "column2", "cell1", "cell2")
    }


def test_a_move_of_one_card_is_its_own_expansion() -> None:
    layout, move = tower(1, 2, 2, to_empty=True)
    assert layout.expand(move) == (move,)


def test_a_move_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="3 cards have no room to move"):
        expand_supermove(Move("column1", "column2", 3), ("cell1",), ())


def test_the_tower_of_these_tests_is_a_layout() -> None:
    layout, _ = tower(4, 2, 2, to_empty=False)
    held: list[Card | None] = list(layout.cells)
    assert Layout.checked(layout.rules, layout.columns, held, layout.foundations) == layout

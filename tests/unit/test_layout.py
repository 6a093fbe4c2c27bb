"""Layouts: values that are checked when they are made by hand."""

from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

import kungen
from kungen.cards import Card, parse_card
from kungen.deals import deal
from kungen.game_file import find_rules, load_rules, parse_rules
from kungen.layout import Layout, LayoutError, Move
from kungen.notation import parse_layout
from kungen.quoting import quoted

SMALL = load_rules(Path(__file__).parent.parent / "corpus" / "rules" / "suit-kings-3x2-5ranks.toml")
WON = (5, 5, 5, 5)


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


def test_piles_left_out_of_a_hand_made_layout_are_empty() -> None:
    layout = Layout.checked(SMALL, [cards("5S")], foundations=(5, 5, 5, 4))
    assert layout.columns == ((parse_card("5S"),), (), ())
    assert layout.cells == (None, None)


@pytest.mark.parametrize(
    ("columns", "cells", "foundations", "sentence"),
    [
        (["", "", "", ""], [], WON, "there are 4 columns; the game has 3"),
        ([], [None, None, None], WON, "there are 3 cells; the game has 2"),
        ([], [], (5, 5, 5), "there are 3 foundations, not 4"),
        ([], [], (5, 5, 5, 6), "the foundation of spades has 6 cards, not 0 to 5"),
        ([], [], (-1, 5, 5, 5), "the foundation of clubs has -1 cards, not 0 to 5"),
        (["5S 6S"], [], (5, 5, 5, 4), "6S is not in the deck of 20 cards"),
        (["5S", "5S"], [], (5, 5, 5, 4), "5S is there twice"),
        (["5S", "5S 5S"], [], (5, 5, 5, 4), "5S is there 3 times"),
        (["5S"], [parse_card("5S")], (5, 5, 5, 4), "5S is there twice"),
        (["4S"], [], (5, 5, 5, 4), "4S is there twice: it is on the foundation of spades too"),
        (["5S"], [], (5, 5, 4, 4), "5H is missing"),
    ],
)
def test_a_fault_of_a_hand_made_layout_is_named(
    columns: list[str], cells: list[Card | None], foundations: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(LayoutError) as error:
        Layout.checked(SMALL, [cards(column) for column in columns], cells, foundations)
    assert str(error.value) == sentence


def test_a_number_that_is_no_card_is_named() -> None:
    with pytest.raises(LayoutError, match="the card byte 99 is not in the deck of 20 cards"):
        Layout.checked(SMALL, [[Card(99)]], foundations=(5, 5, 5, 4))


@pytest.mark.parametrize("value", [10**5000, -1, 52, "5S", [], 1.0], ids=quoted)
def test_a_value_that_is_no_card_is_named_shortly(value: object) -> None:
    with pytest.raises(LayoutError) as error:
        Layout.checked(SMALL, [[value]], foundations=(5, 5, 5, 4))  # type: ignore[list-item]
    assert str(error.value) == f"the card byte {quoted(value)} is not in the deck of 20 cards"


@pytest.mark.parametrize("value", [10**5000, "5", None, 1.0], ids=quoted)
def test_a_value_that_is_no_height_is_named_shortly(value: object) -> None:
    with pytest.raises(LayoutError) as error:
        Layout.checked(SMALL, [], foundations=(5, 5, 5, value))  # type: ignore[arg-type]
    assert str(error.value) == f"the foundation of spades has {quoted(value)} cards, not 0 to 5"


def test_layouts_are_values() -> None:
    layout = deal(617)
    assert layout == deal(617)
    assert len({layout, deal(617), deal(618)}) == 2
    assert layout != replace(layout, rules=replace(layout.rules, foundation_return=True))
    with pytest.raises(FrozenInstanceError):
        layout.cells = ()  # type: ignore[misc]


def test_a_move_leaves_the_layout_before_it_alone() -> None:
    before = deal(617)
    after = before.play(Move("column3", "cell2"))
    assert before == deal(617)
    assert after.cells == (None, parse_card("KC"), None, None)
    assert after.columns[2] == before.columns[2][:-1]


def test_moves_between_all_kinds_of_piles() -> None:
    rules = replace(find_rules("freecell"), ranks=2, columns=3, cells=1, foundation_return=True)
    layout = parse_layout("Freecells: AC\n: 2H 2S AH\n: 2D 2C\n: AS AD", rules)
    for move, text in (
        (Move("cell1", "foundationC"), "H-0 C-A D-0 S-0|-|2H 2S AH|2D 2C|AS AD"),
        (Move("column3", "column2"), "H-0 C-A D-0 S-0|-|2H 2S AH|2D 2C AD|AS"),
        (Move("column3", "foundationS"), "H-0 C-A D-0 S-A|-|2H 2S AH|2D 2C AD|"),
        (Move("column1", "column3", 2), "H-0 C-A D-0 S-A|-|2H|2D 2C AD|2S AH"),
        (Move("foundationC", "column1"), "H-0 C-0 D-0 S-A|-|2H AC|2D 2C AD|2S AH"),
        (Move("column1", "cell1"), "H-0 C-0 D-0 S-A|AC|2H|2D 2C AD|2S AH"),
        (Move("cell1", "column1"), "H-0 C-0 D-0 S-A|-|2H AC|2D 2C AD|2S AH"),
    ):
        layout = layout.play(move)
        heights, cell, *columns = text.split("|")
        lines = [f"Foundations: {heights}", f"Freecells: {cell}"]
        assert layout.text().splitlines() == [
            *lines,
            *(f": {column}".rstrip() for column in columns),
        ]


def test_columns_are_unordered_and_cells_a_set_in_the_canonical_key() -> None:
    layout = deal(617).play(Move("column3", "cell1")).play(Move("column2", "cell2"))
    other = deal(617).play(Move("column2", "cell4")).play(Move("column3", "cell1"))
    assert layout != other
    assert layout.canonical() == other.canonical()
    turned = replace(layout, columns=tuple(reversed(layout.columns)))
    assert turned.canonical() == layout.canonical()
    assert deal(617).canonical() != deal(618).canonical()


def test_the_layout_record_lists_columns_cells_and_heights() -> None:
    layout = Layout.checked(
        SMALL, [cards("5S 5H"), [], cards("5D")], [None, parse_card("5C")], (4, 4, 4, 4)
    )
    assert layout.pack() == bytes([2, 19, 18, 0, 1, 17, 255, 16, 4, 4, 4, 4])
    assert Layout.unpack(SMALL, layout.pack()) == layout


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ([], "the record ends within column 1"),
        ([2, 19], "the record ends within column 1"),
        ([1, 19, 0], "the record ends within column 3"),
        ([2, 19, 18, 0, 1, 17, 255, 16, 4, 4, 4], "the record ends within the foundations"),
        ([2, 19, 18, 0, 1, 17, 255, 16, 4, 4, 4, 4, 0], "the record has 13 bytes, not 12"),
        ([2, 19, 18, 0, 1, 17, 255, 255, 4, 4, 4, 4], "5C is missing"),
        ([2, 19, 18, 0, 1, 17, 254, 16, 4, 4, 4, 4], "the card byte 254 is not in the deck of"),
        ([2, 19, 18, 0, 1, 17, 255, 16, 4, 4, 4, 9], "the foundation of spades has 9 cards, not"),
        ([2, 19, 19, 0, 1, 17, 255, 16, 4, 4, 4, 4], "5S is there twice"),
    ],
)
def test_a_wrong_layout_record_is_refused(record: list[int], sentence: str) -> None:
    with pytest.raises(LayoutError) as error:
        Layout.unpack(SMALL, bytes(record))
    assert str(error.value).startswith(sentence)


def test_won_and_stuck_are_different() -> None:
    won = Layout.checked(SMALL, [], foundations=WON)
    assert won.is_won()
    assert not won.is_stuck()
    stuck = parse_layout(
        """Foundations: H-2 C-5 D-5 S-2
        Freecells: 5H 5S
        : 3H 4S
        : 3S 4H""",
        replace(SMALL, columns=2),
    )
    assert not stuck.is_won()
    assert stuck.is_stuck()
    assert not deal(617).is_stuck()


def test_the_repr_can_be_pasted_back() -> None:
    layout = deal(617).play(Move("column3", "cell2"))
    assert repr(layout).startswith("parse_layout('Foundations: H-0 C-0 D-0 S-0\\nFreecells: - KC")
    assert repr(layout).endswith("'freecell')")
    assert eval(repr(layout), vars(kungen)) == layout  # noqa: S307 - what is tested
    other = replace(layout, rules=replace(layout.rules, runs="single"))
    assert eval(repr(other), vars(kungen)) == other  # noqa: S307 - what is tested


def test_the_text_is_what_str_gives() -> None:
    assert str(deal(617)) == deal(617).text()


def klondike() -> Layout:
    return deal(1, "klondike:passes=3")


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": (0, 0, 2, 3, 4, 5, 6)},
        {"stock": klondike().stock[::-1]},
        {"stock": klondike().stock[1:], "waste": klondike().stock[:1]},
        {"turned_over": 1},
        {"reserve": (None,)},
    ],
    ids=str,
)
def test_the_canonical_key_has_what_can_differ_beside_columns_and_cells(
    changes: dict[str, Any],
) -> None:
    assert replace(klondike(), **changes).canonical() != klondike().canonical()


def test_places_of_the_reserve_are_not_a_set() -> None:
    layout = deal(1, "king-albert")
    other = replace(layout, reserve=layout.reserve[::-1])
    assert other.canonical() != layout.canonical()


HIDING = parse_rules(
    {
        "format": 2,
        "id": "hiding",
        "layout": {"ranks": 3, "columns": 2, "cells": 1, "reserve": 2},
        "build": {"order": "suit"},
        "deal": {"columns": [3, 1], "hidden": [2, 0]},
        "stock": {"passes": 2},
    }
)
BEAKED = parse_rules(
    {
        "format": 2,
        "id": "beaked",
        "layout": {"ranks": 3, "columns": 2},
        "build": {"order": "suit"},
        "foundations": {"base": "beak"},
    }
)


def hiding(**changes: Any) -> Layout:
    piles: dict[str, Any] = {
        "columns": [cards("2C 2D 2H"), cards("AC")],
        "cells": [None],
        "foundations": (0, 0, 1, 1),
        "hidden": [2],
        "reserve": [None, parse_card("2S")],
        "stock": cards("3C"),
        "waste": cards("AD 3D 3H 3S"),
        "turned_over": 1,
    }
    return Layout.checked(HIDING, **piles | changes)


def test_the_layout_record_of_a_game_with_hidden_cards_a_reserve_and_a_stock() -> None:
    layout = hiding()
    assert layout.hidden == (2, 0)
    assert layout.pack() == bytes(
        [
            *(3, 2, 4, 5, 6),
            *(1, 0, 0),
            *(255, 255, 7),
            *(0, 0, 1, 1),
            *(1, 8),
            *(4, 1, 9, 10, 11),
            1,
        ]
    )
    assert Layout.unpack(HIDING, layout.pack()) == layout


def test_the_layout_record_of_a_game_with_a_beak() -> None:
    layout = Layout.checked(
        BEAKED, [cards("AC AD AH AS"), cards("3C")], foundations=(1, 2, 2, 2), base=2
    )
    assert layout.pack() == bytes([4, 0, 1, 2, 3, 1, 8, 1, 2, 2, 2, 2])
    assert Layout.unpack(BEAKED, layout.pack()) == layout
    assert layout.is_won() is False
    assert [str(move) for move in layout.legal_moves][-1] == "Move('column2', 'foundationC')"
    up = layout.play(Move("column2", "foundationC"))
    for suit in "SHDC":
        up = up.play(Move("column1", f"foundation{suit}"))
    assert up.is_won()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hidden": [3]}, "column 1 has 3 face down; with 3 cards it must be 0 to 2"),
        ({"hidden": [-1]}, "column 1 has -1 face down; with 3 cards it must be 0 to 2"),
        ({"hidden": [True]}, "column 1 has True face down; with 3 cards it must be 0 to 2"),
        (
            {"hidden": [0, 1]},
            "column 2 has 1 face down; with 1 card it must be 0, for the free one",
        ),
        ({"hidden": [0, 0, 0]}, "there are 3 columns with cards face down; the game has 2"),
        ({"reserve": [None] * 3}, "there are 3 places of the reserve; the game has 2"),
        ({"turned_over": 2}, "the number of times turned over is 2; it must be 0 to 1"),
        ({"turned_over": -1}, "the number of times turned over is -1; it must be 0 to 1"),
        ({"turned_over": 1.0}, "the number of times turned over is 1.0; it must be 0 to 1"),
        (
            {"turned_over": 10**5000},
            "the number of times turned over is a number of about",
        ),
        ({"base": 2}, "the base is 2; in this game it is 1"),
        ({"base": "A"}, "the base is 'A'; in this game it is 1"),
        ({"stock": []}, "3C is missing"),
        ({"stock": cards("3C 3C")}, "3C is there twice"),
        ({"waste": cards("3C AD 3D 3H 3S")}, "3C is there twice"),
        ({"reserve": [parse_card("AS")]}, "AS is there twice: it is on the foundation of spades"),
        ({"reserve": [99]}, "the card byte 99 is not in the deck of 12 cards"),
        ({"stock": ["3C"]}, "the card byte '3C' is not in the deck of 12 cards"),
    ],
    ids=quoted,
)
def test_a_fault_of_a_layout_with_a_stock_is_named(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LayoutError) as error:
        hiding(**changes)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "the base is missing: the rank that the foundations begin with"),
        ({"base": 4}, "the base is 4; it must be a rank from 1 to 3"),
        ({"base": 0}, "the base is 0; it must be a rank from 1 to 3"),
        ({"base": True}, "the base is True; it must be a rank from 1 to 3"),
        ({"base": 3}, "AD is there twice: it is on the foundation of diamonds"),
        ({"base": 2, "hidden": [1]}, "column 1 has 1 face down; in this game no card lies so"),
        ({"base": 2, "stock": cards("AC")}, "the stock has 1 card; the game has no stock"),
        ({"base": 2, "waste": cards("AC")}, "the waste has 1 card; the game has no waste"),
        ({"base": 2, "turned_over": 1}, "the number of times turned over is 1; it must be 0"),
        ({"base": 2, "foundations": (2, 2, 2, 2)}, "3C is there twice: it is on the foundation o"),
    ],
)
def test_a_fault_of_a_layout_with_a_beak_is_named(changes: dict[str, Any], sentence: str) -> None:
    piles: dict[str, Any] = {
        "columns": [cards("AC AD AH AS"), cards("3C")],
        "foundations": (1, 2, 2, 2),
    }
    with pytest.raises(LayoutError) as error:
        Layout.checked(BEAKED, **piles | changes)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((1, 3), "column 1 has 3 face down; with 3 cards it must be 0 to 2"),
        ((8, 9), "3D is there twice"),
        ((9, 1), "AD is there twice"),
        ((15, 9), "the record ends within the stock"),
        ((17, 3), "the record has 23 bytes, not 22"),
        ((17, 5), "the record ends within the turnings over"),
        ((17, 6), "the record ends within the waste"),
        ((22, 2), "the number of times turned over is 2; it must be 0 to 1"),
    ],
)
def test_a_wrong_byte_of_a_record_is_found(change: tuple[int, int], sentence: str) -> None:
    record = bytearray(hiding().pack())
    place, byte = change
    record[place] = byte
    with pytest.raises(LayoutError) as error:
        Layout.unpack(HIDING, bytes(record))
    assert str(error.value).startswith(sentence)


def test_the_repr_of_any_game_can_be_pasted_back() -> None:
    for layout in (
        deal(1, "klondike:draw=3"),
        deal(1, "penguin"),
        deal(1, "king-albert"),
        hiding(),
    ):
        assert eval(repr(layout), vars(kungen)) == layout  # noqa: S307 - what is tested
    assert repr(deal(1, "klondike:draw=3")).endswith(", 'klondike:draw=3')")


def test_draws_and_turnings_over_stand_for_themselves() -> None:
    layout = deal(1, "klondike:draw=3")
    move = Move("stock", "waste", 3)
    assert layout.expand(move) == (move,)
    single = replace(layout, rules=replace(layout.rules, runs="supermove"))
    assert single.expand(move) == (move,)


def test_the_view_is_what_the_player_sees() -> None:
    view = deal(1, "klondike").view()
    assert view.columns[2] == (None, None, parse_card("5C"))
    assert view.stock == (None,) * 24
    assert "<?> <?> 5C" in view.text()
    assert str(view) == view.text()
    assert "4H" not in view.text()

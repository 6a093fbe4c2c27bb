"""Layouts: values that are checked when they are made by hand."""

from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

import kungen
from kungen.cards import Card, parse_card
from kungen.deals import deal
from kungen.game_file import find_rules, load_rules
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

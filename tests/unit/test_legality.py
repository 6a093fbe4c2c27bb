"""Legal moves: their order, how many cards move, and why a move is not legal."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.cards import parse_card
from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import find_rules, load_rules, parse_rules
from kungen.layout import IllegalMove, Layout, Move
from kungen.notation import parse_layout
from kungen.quoting import quoted
from kungen.rules import Rules

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
FREECELL = find_rules("freecell")


def small(name: str) -> Rules:
    return load_rules(CORPUS / f"{name}.toml")


def moves(layout: Layout) -> list[str]:
    """The moves as short words: source, target and number."""
    short = {"column": "", "cell": "c", "foundation": "f", "reserve": "r"}
    words = []
    for move in layout.legal_moves:
        word = f"{move.source}>{move.target}"
        for long, letter in short.items():
            word = word.replace(long, letter)
        words.append(word if move.count == 1 else f"{word}x{move.count}")
    return words


def test_moves_come_in_the_order_of_sources_and_then_of_targets() -> None:
    layout = parse_layout(
        """Foundations: H-3 C-3 D-A S-0
        Freecells: 2D -
        : 4C 3S
        : AS 4D
        :
        : 2S 4H 3D 4S""",
        replace(small("alternating-any-4x2-6ranks"), ranks=4),
    )
    assert moves(layout) == [
        *("1>2", "1>3", "1>c2"),
        *("2>3", "2>c2"),
        *("4>3", "4>c2"),
        *("c1>fD", "c1>1", "c1>3"),
    ]


def test_a_run_has_one_number_for_a_card_and_every_number_for_an_empty_column() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-2 D-2 S-2
        Freecells: - -
        : 5S 5H 4S 3H
        : 5D
        :
        : 5C 4D 4C 4H 3C 3D 3S""",
        replace(small("alternating-any-4x2-6ranks"), ranks=5),
    )
    found = [move for move in moves(layout) if move[:2] in ("1>", "2>")]
    assert found == [
        *("1>fH", "1>2x2", "1>3", "1>3x2", "1>3x3", "1>c1", "1>c2"),
        *("2>3", "2>c1", "2>c2"),
    ]


def test_only_the_highest_rank_enters_an_empty_column_of_kings() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-3 D-3 S-2
        Freecells: 4D -
        : 4C 5H 5S 4S 3S
        :
        : 5D 5C 4H 3H""",
        small("suit-kings-3x2-5ranks"),
    )
    assert moves(layout) == ["1>fS", "1>c2", "3>fH", "3>c2", "c1>fD"]
    layout = layout.play(Move("column1", "foundationS")).play(Move("column1", "foundationS"))
    assert moves(layout)[:2] == ["1>fS", "1>2"]


def test_a_run_with_the_highest_rank_deepest_enters_whole() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-3 D-5 S-2
        Freecells: - -
        : 4C 5S 4S 3S
        :
        : 5C 5H 4H 3H""",
        small("suit-kings-3x2-5ranks"),
    )
    assert moves(layout) == [
        *("1>fS", "1>2x3", "1>c1", "1>c2"),
        *("3>fH", "3>2x3", "3>c1", "3>c2"),
    ]


def test_cards_come_down_from_foundations_to_columns_where_the_rules_have_it() -> None:
    text = """Foundations: H-4 C-3 D-0 S-5
        Freecells: AD -
        : 5C 5D
        : 4C 3D
        : 2D 5H
        : 4D"""
    rules = small("alternating-any-4x2-5ranks-return")
    layout = parse_layout(text, rules)
    assert [move for move in moves(layout) if move.startswith("f")] == ["fC>4"]
    empty = layout.play(Move("column4", "cell2"))
    assert [move for move in moves(empty) if move.startswith("f")] == ["fC>4", "fH>4", "fS>4"]
    assert empty.play(Move("foundationS", "column4")).foundations == (3, 0, 4, 4)
    off = parse_layout(text, replace(rules, foundation_return=False))
    assert [move for move in moves(off) if move.startswith("f")] == []


def table(cells: int, empty_columns: int, rules: Rules = FREECELL) -> Layout:
    """A layout of all cards with so many empty cells and columns."""
    deck = list(range(52))
    held, rest = deck[: rules.cells - cells], deck[rules.cells - cells :]
    filled = rules.columns - empty_columns
    columns = [rest[index::filled] for index in range(filled)]
    return Layout.checked(rules, columns, held)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "empty_columns", "onto", "into"),
    [
        (0, 0, 1, 0),
        (4, 0, 5, 0),
        (0, 1, 2, 1),
        (1, 1, 4, 2),
        (3, 1, 8, 4),
        (4, 2, 20, 10),
        (2, 3, 24, 12),
        (4, 4, 52, 40),
    ],
)
def test_the_capacity_doubles_with_each_empty_column(
    cells: int, empty_columns: int, onto: int, into: int
) -> None:
    layout = table(cells, empty_columns)
    assert (layout.capacity(to_empty=False), layout.capacity(to_empty=True)) == (onto, into)


@pytest.mark.parametrize(
    ("runs", "empty_column", "onto", "into"),
    [
        ("supermove", "king", 4, 4),
        ("single", "any", 1, 1),
        ("single", "king", 1, 1),
        ("any-length", "any", 52, 52),
        ("any-length", "king", 52, 52),
    ],
)
def test_other_rules_have_other_capacities(
    runs: str, empty_column: str, onto: int, into: int
) -> None:
    rules = replace(FREECELL, runs=runs, empty_column=empty_column)  # type: ignore[arg-type]
    layout = table(3, 2, rules)
    assert (layout.capacity(to_empty=False), layout.capacity(to_empty=True)) == (onto, into)
    assert table(3, 0, rules).capacity(to_empty=True) == 0


def test_a_run_of_any_length_moves_without_room() -> None:
    layout = parse_layout(
        """Foundations: H-A C-A D-A S-A
        Freecells: 2D
        : 2H 2S 4D 3C
        : 5H 4H 3H 5D 4S 3D 2C
        : 5S
        : 4C 3S 5C""",
        small("alternating-any-4x1-5ranks-any-length"),
    )
    assert [move for move in layout.legal_moves if move.count > 1] == [
        Move("column1", "column3", 2),
        Move("column1", "column4", 2),
    ]
    assert layout.capacity(to_empty=False) == 52


REFUSED = """Foundations: H-0 C-0 D-A S-0
Freecells: 4H - 9H TD
: 7D 6S 5H 4S 3D
: AS 7C
: 8D 8S 8H
:
: 2H 9C 9S
: KS QC QD QH QS JC JD JH JS TC TH TS KC KD KH
: 9D 7S 7H 6C 6D 6H 5C 5D 5S 4C 4D 3S 3H 3C 2S 2D 2C
: 8C AH AC"""


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("column11", "cell1"), "there is no pile 'column11'"),
        (Move("column1", "waste"), "the game has no waste"),
        (Move("stock", "waste"), "the game has no stock"),
        (Move("reserve1", "column1"), "there is no reserve place 1: the game has 0 reserve places"),
        (Move("column9", "cell1"), "there is no column 9: the game has 8 columns"),
        (Move("column1", "cell5"), "there is no cell 5: the game has 4 cells"),
        (Move("column1", "column1"), "a card does not move to its own pile"),
        (Move("column4", "column1"), "column 4 is empty"),
        (Move("cell2", "column1"), "cell 2 is empty"),
        (Move("foundationH", "column1"), "the foundation of hearts is empty"),
        (Move("column1", "column2", 0), "a move takes at least 1 card, not 0"),
        (Move("column2", "column1", 3), "column 2 has 2 cards, not 3"),
        (Move("cell1", "column2", 2), "cell 1 gives 1 card, not 2"),
        (
            Move("column5", "column4", 2),
            (
                "the last 2 cards of column 5 are no run:"
                " 9S does not go on 9C: it goes on a card one rank higher"
            ),
        ),
        (
            Move("column2", "column6"),
            "7C does not go on KH: it goes on a card one rank higher",
        ),
        (Move("cell1", "column2"), "4H does not go on 7C: it goes on a card one rank higher"),
        (
            Move("column5", "column3"),
            "9S does not go on 8H: it goes on a card one rank higher",
        ),
        (Move("column3", "column5", 1), None),
        (Move("column1", "column4", 3), "at most 2 cards can move to column 4, not 3"),
        (Move("column1", "column4", 2), None),
        (Move("column1", "cell2", 2), "cell 2 takes 1 card at a time, not 2"),
        (Move("column1", "cell1"), "cell 1 holds 4H"),
        (Move("cell1", "cell2"), "a card does not move from cell to cell"),
        (Move("column1", "foundationS"), "3D does not go to the foundation of spades"),
        (Move("column1", "foundationD"), "the foundation of diamonds takes 2D next, not 3D"),
        (
            Move("column1", "foundationD", 2),
            "the foundation of diamonds takes 1 card at a time, not 2",
        ),
        (
            Move("foundationD", "column7"),
            "no card comes down from a foundation in this game",
        ),
        (Move("column8", "foundationC"), None),
    ],
)
def test_a_refused_move_says_why(move: Move, sentence: str | None) -> None:
    layout = parse_layout(REFUSED)
    assert (move in layout.legal_moves) == (sentence is None)
    assert (move in list(layout.legal_moves)) == (sentence is None)
    if sentence is not None:
        with pytest.raises(IllegalMove) as error:
            layout.play(move)
        assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("name", "text", "move", "sentence"),
    [
        (
            "alternating-any-4x2-6ranks",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("column3", "column1"),
            "5S does not go on 6C: the build is in alternating colours",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("column3", "column1"),
            "5S does not go on 6C: the build is in one suit",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-3\nFreecells: 6C\n: 6S\n: 5S 4S\n: 5C",
            Move("column2", "column1", 2),
            "at most 1 card can move to column 1, not 2",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("foundationH", "cell1"),
            "a card comes down from a foundation to a column, not to cell 1",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("foundationH", "foundationD"),
            "a card comes down from a foundation to a column, not to the foundation of diamonds",
        ),
        (
            "suit-kings-3x2-5ranks",
            "Foundations: H-5 C-5 D-5 S-3\n:\n: 5S 4S",
            Move("column2", "column1"),
            "an empty column takes a card of rank 5 only, not 4S",
        ),
    ],
)
def test_other_rules_refuse_for_reasons_of_their_own(
    name: str, text: str, move: Move, sentence: str
) -> None:
    layout = parse_layout(text, small(name))
    assert move not in list(layout.legal_moves)
    with pytest.raises(IllegalMove) as error:
        layout.play(move)
    assert str(error.value) == sentence


def test_the_view_of_legal_moves_counts_and_looks_up() -> None:
    view = deal(617).legal_moves
    assert len(view) == view.count() == len(list(view)) == 35
    assert bool(view)
    assert "column1" not in view
    assert not parse_layout("Foundations: H-K C-K D-K S-K").legal_moves


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1.0, "a move takes a whole number of cards, not 1.0"),
        ("1", "a move takes a whole number of cards, not '1'"),
        (None, "a move takes a whole number of cards, not None"),
        (True, "a move takes a whole number of cards, not True"),
        (0, "a move takes at least 1 card, not 0"),
        (-(10**5000), "a move takes at least 1 card, not a number of about 5000 digits"),
        (10**5000, "column 1 has 7 cards, not a number of about 5000 digits"),
    ],
    ids=quoted,
)
def test_a_number_of_cards_that_no_move_has_is_refused(count: int, sentence: str) -> None:
    move = Move("column1", "cell1", count)
    assert move not in deal(617).legal_moves
    with pytest.raises(IllegalMove) as error:
        deal(617).play(move)
    assert str(error.value) == sentence


@pytest.mark.parametrize("pile", [None, 0, [], "col", "a" * 10**6], ids=quoted)
def test_a_pile_that_is_none_is_refused(pile: str) -> None:
    for move in (Move(pile, "cell1"), Move("column1", pile)):
        assert move not in deal(617).legal_moves
        with pytest.raises(IllegalMove) as error:
            deal(617).play(move)
        assert str(error.value) == f"there is no pile {quoted(pile)}"


@pytest.mark.parametrize("text", ["58", None, 3])
def test_what_is_no_move_at_all_is_not_played(text: object) -> None:
    for play in (deal(617).play, Game(617).push):
        with pytest.raises(TypeError, match=r"play takes a Move \(parse_move reads a text\), not "):
            play(text)  # type: ignore[arg-type]


def test_legal_moves_can_be_chosen_from() -> None:
    moves = deal(617).legal_moves
    assert moves[0] == next(iter(moves))
    assert moves[-1] == list(moves)[-1]
    assert random.choice(moves) in moves
    with pytest.raises(IndexError):
        moves[len(moves)]


KLONDIKE = find_rules("klondike")

TABLE = """Foundations: H-0 C-0 D-A S-0
Waste: KD 5C 2D
Stock: 4H 5H 6H
: <9C> <8D> 7S 6D
: <TS> 7H
: 8S
:
: <JS> <2S> 6C 5D 4C 3H
: AS AH
: <KC> QC QD JC JD JH TC TD TH KS KH QS QH 9D 9H 9S 8H 8C 7D 7C 6S 5S 4D 4S 3D 3C 3S 2H 2C AC"""


def test_moves_of_a_stock_and_a_waste_come_last() -> None:
    layout = parse_layout(TABLE, KLONDIKE)
    assert moves(layout) == [
        *("2>3",),
        *("5>2x4",),
        *("6>fH",),
        *("7>fC",),
        *("stock>waste", "waste>fD"),
    ]


def test_draws_take_as_many_as_the_game_draws_or_all_that_are_left() -> None:
    layout = parse_layout(TABLE, KLONDIKE.with_options(draw=3))
    assert Move("stock", "waste", 3) in list(layout.legal_moves)
    drawn = layout.play(Move("stock", "waste", 3))
    assert drawn.stock == ()
    assert drawn.waste == (*layout.waste, *layout.stock)
    fewer = replace(layout, stock=layout.stock[:2], waste=(*layout.waste, layout.stock[2]))
    assert Move("stock", "waste", 2) in list(fewer.legal_moves)
    assert fewer.play(Move("stock", "waste", 2)).waste[-2:] == layout.stock[:2]


def test_the_waste_is_turned_over_whole_and_keeps_its_order() -> None:
    layout = parse_layout(TABLE, KLONDIKE.with_options(draw=3)).play(Move("stock", "waste", 3))
    assert list(layout.legal_moves)[-1] == Move("waste", "stock", 6)
    turned = layout.play(Move("waste", "stock", 6))
    assert (turned.stock, turned.waste, turned.turned_over) == (layout.waste, (), 0)


def test_the_stock_is_gone_through_as_often_as_there_are_passes() -> None:
    layout = parse_layout(TABLE, KLONDIKE.with_options(draw=3, passes=2))
    for turned in (0, 1):
        layout = layout.play(Move("stock", "waste", 3))
        if layout.stock:
            layout = layout.play(Move("stock", "waste", 3))
        assert layout.turned_over == turned
        over = Move("waste", "stock", 6)
        assert (over in list(layout.legal_moves)) == (turned == 0)
        if turned == 0:
            layout = layout.play(over)
    with pytest.raises(IllegalMove, match="the stock is gone through 2 times at most"):
        layout.play(Move("waste", "stock", 6))


def test_a_card_face_down_is_turned_up_when_it_becomes_free() -> None:
    layout = parse_layout(TABLE, KLONDIKE)
    assert layout.hidden == (2, 1, 0, 0, 2, 0, 1)
    after = layout.play(Move("column2", "column3"))
    assert after.hidden == (2, 0, 0, 0, 2, 0, 1)
    assert after.columns[1] == (parse_card("TS"),)
    assert layout.play(Move("column5", "column2", 4)).hidden == (2, 1, 0, 0, 1, 0, 1)
    assert layout.play(Move("column6", "foundationH")).hidden == layout.hidden
    assert layout.play(Move("column7", "foundationC")).hidden == layout.hidden


def test_the_last_card_of_a_column_leaves_nothing_to_turn_up() -> None:
    layout = parse_layout(TABLE, KLONDIKE).play(Move("column2", "column3"))
    rules = replace(KLONDIKE, empty_column="any")
    moved = replace(layout, rules=rules).play(Move("column2", "column4"))
    assert (moved.columns[1], moved.hidden[1]) == ((), 0)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("column1", "cell1"), "there is no cell 1: the game has 0 cells"),
        (Move("column1", "column3", 3), "column 1 has 2 cards face up, not 3"),
        (Move("column1", "column3", 5), "column 1 has 4 cards, not 5"),
        (Move("column1", "column4", 2), "an empty column takes a card of rank K only, not 7S"),
        (
            Move("column1", "stock"),
            "a card goes to the stock from the waste only, not from",
        ),
        (
            Move("foundationD", "stock"),
            "a card goes to the stock from the waste only, not from",
        ),
        (
            Move("column1", "waste"),
            "a card goes to the waste from the stock only, not from column 1",
        ),
        (Move("stock", "column1"), "a card goes from the stock to the waste only, not to column 1"),
        (
            Move("stock", "foundationH"),
            "a card goes from the stock to the waste only, not to the",
        ),
        (Move("stock", "stock"), "a card does not move to its own pile"),
        (Move("stock", "waste", 2), "a draw takes 1 card, not 2"),
        (Move("stock", "waste", 0), "a move takes at least 1 card, not 0"),
        (Move("waste", "stock", 3), "the stock is turned over when it is empty: it has 3 cards"),
        (Move("waste", "column5", 2), "the waste gives 1 card, not 2"),
        (Move("waste", "column1"), "2D does not go on 6D: it goes on a card one rank higher"),
        (Move("waste", "foundationH"), "2D does not go to the foundation of hearts"),
        (Move("foundationD", "column3"), "AD does not go on 8S: it goes on a card one rank higher"),
        (Move("foundationH", "column3"), "the foundation of hearts is empty"),
        (
            Move("column7", "column1", 3),
            "the last 3 cards of column 7 are no run: AC does not go on",
        ),
    ],
)
def test_a_refused_move_of_a_game_with_a_stock_says_why(move: Move, sentence: str) -> None:
    layout = parse_layout(TABLE, KLONDIKE)
    assert move not in layout.legal_moves
    assert move not in list(layout.legal_moves)
    with pytest.raises(IllegalMove) as error:
        layout.play(move)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("stock", "waste"), "the stock is empty: turn the waste over"),
        (Move("waste", "stock", 5), "the whole waste is turned over, 6 cards, not 5"),
        (Move("waste", "stock", 10**9), "the whole waste is turned over, 6 cards, not 1000000000"),
    ],
)
def test_a_refused_move_with_an_empty_stock_says_why(move: Move, sentence: str) -> None:
    layout = parse_layout(TABLE, KLONDIKE.with_options(draw=3)).play(Move("stock", "waste", 3))
    with pytest.raises(IllegalMove) as error:
        layout.play(move)
    assert str(error.value) == sentence


def test_a_wrong_number_of_cards_to_draw_is_named() -> None:
    layout = parse_layout(TABLE, KLONDIKE.with_options(draw=3))
    with pytest.raises(IllegalMove, match="a draw takes 3 cards, not 1"):
        layout.play(Move("stock", "waste"))
    fewer = replace(layout, stock=layout.stock[:1], waste=(*layout.waste, *layout.stock[1:]))
    with pytest.raises(IllegalMove, match="a draw takes the last 1 card, not 3"):
        fewer.play(Move("stock", "waste", 3))


def test_an_empty_waste_and_one_pass_are_named() -> None:
    layout = deal(1, "klondike:passes=1")
    with pytest.raises(IllegalMove, match="the waste is empty"):
        layout.play(Move("waste", "column1"))
    while layout.stock:
        layout = layout.play(Move("stock", "waste"))
    with pytest.raises(IllegalMove, match="the stock is gone through 1 time at most"):
        layout.play(Move("waste", "stock", 24))


RESERVED = """Foundations: H-2 C-2 D-2 S-2
Reserve: 4C - 3D
: 5H
: 3S 3C
: 4H 5S
:
: 5C 4S 3H 5D 4D"""


def reserve_rules() -> Rules:
    return parse_rules(
        {
            "format": 2,
            "id": "reserved",
            "layout": {"ranks": 5, "columns": 5, "cells": 1, "reserve": 3},
            "build": {"order": "alternating"},
        }
    )


def test_a_reserve_is_played_from_and_never_into() -> None:
    layout = parse_layout(RESERVED, reserve_rules())
    assert [move for move in moves(layout) if move[0] == "r"] == [
        *("r1>1", "r1>4"),
        *("r3>fD", "r3>4"),
    ]
    after = layout.play(Move("reserve1", "column1"))
    assert after.reserve == (None, None, parse_card("3D"))
    assert after.columns[0] == (parse_card("5H"), parse_card("4C"))
    assert layout.capacity(to_empty=True) == 2
    for move, sentence in (
        (Move("reserve2", "column1"), "reserve 2 is empty"),
        (Move("reserve4", "column1"), "there is no reserve place 4: the game has 3 reserve places"),
        (Move("column1", "reserve2"), "no card goes into the reserve"),
        (Move("reserve1", "reserve2"), "no card goes into the reserve"),
        (Move("reserve1", "cell1"), "a card goes to a cell from a column only, not from reserve 1"),
        (Move("reserve1", "column1", 2), "reserve 1 gives 1 card, not 2"),
        (Move("reserve1", "foundationC"), "the foundation of clubs takes 3C next, not 4C"),
        (Move("foundationC", "reserve2"), "no card comes down from a foundation in this game"),
    ):
        assert move not in layout.legal_moves
        with pytest.raises(IllegalMove) as error:
            layout.play(move)
        assert str(error.value) == sentence


def test_a_build_that_wraps_takes_a_king_on_an_ace() -> None:
    layout = parse_layout(
        """Base: 8
        Foundations: H-0 C-9 D-8 S-8
        : AH KH QH
        : 2H
        : 8H 3H
        :
        : 9H TH JH 7H 6H 5H 4H
        : QC JC TC KC AC 2C 3C 4C 5C 6C 7C
        : 9D QD JD TD KD AD 2D 3D 4D 5D 6D 7D QS JS TS 9S KS AS 2S 3S 4S 5S 6S 7S""",
        find_rules("penguin"),
    )
    found = moves(layout)
    assert "1>2x3" in found
    assert {"5>4", "5>4x2", "5>4x3", "5>4x4"} & set(found) == {"5>4x4"}
    after = layout.play(Move("column1", "column2", 3))
    assert after.columns[1] == tuple(map(parse_card, ["2H", "AH", "KH", "QH"]))
    with pytest.raises(IllegalMove, match="an empty column takes a card of rank 7 only, not QH"):
        layout.play(Move("column1", "column4"))
    with pytest.raises(IllegalMove, match="the foundation of hearts takes 8H next, not QH"):
        layout.play(Move("column1", "foundationH"))


def test_where_the_build_does_not_wrap_a_king_goes_on_nothing() -> None:
    rules = replace(find_rules("penguin"), ranks=3, columns=2, base=2, wrap=False)
    columns = [[parse_card("2H"), parse_card("AH")], [parse_card("3H")]]
    layout = Layout.checked(rules, columns, foundations=(3, 3, 0, 3))
    with pytest.raises(IllegalMove) as error:
        layout.play(Move("column2", "column1"))
    assert str(error.value) == "3H does not go on AH: it goes on a card one rank higher"
    assert replace(layout, rules=replace(rules, wrap=True)).play(Move("column2", "column1"))


def test_a_run_that_wraps_does_not_move_onto_itself() -> None:
    rules = replace(find_rules("penguin"), ranks=2, columns=2, base=1, options=())
    layout = Layout.checked(
        rules, [list(map(parse_card, ("2C", "AC"))), []], foundations=(0, 2, 2, 2)
    )
    assert moves(layout) == ["1>fC", "1>2x2", *(f"1>c{cell}" for cell in range(1, 8))]


def test_forecell_can_be_stuck_when_it_is_dealt() -> None:
    stuck = [number for number in range(1, 60) if deal(number, "forecell").is_stuck()]
    assert stuck == [1, 46]


@pytest.mark.parametrize(
    ("options", "stuck"),
    [
        ({"draw": 1}, False),
        ({"draw": 3}, True),
        ({"draw": 1, "passes": 1}, True),
        ({"draw": 1, "passes": 2}, False),
    ],
)
def test_a_game_with_a_stock_is_stuck_when_no_pass_helps(
    options: dict[str, int], stuck: bool
) -> None:
    layout = parse_layout(
        """Foundations: H-K C-K D-J S-J
        Stock:
        Waste: QS KD
        : <KS> QD""",
        replace(
            KLONDIKE.with_options(foundation_return=False, **options),
            columns=1,
            column_sizes=(2,),
            hidden=(1,),
        ),
    )
    buried = replace(layout, columns=(layout.columns[0][::-1],))
    assert not layout.is_stuck()
    assert buried.is_stuck() == stuck
    won = replace(buried, columns=((),), hidden=(0,), waste=(), foundations=(13,) * 4)
    assert not won.is_stuck()

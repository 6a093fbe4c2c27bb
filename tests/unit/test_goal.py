"""Goals: when a layout reaches one, and how few moves it takes."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from kungen import Goal, Layout, LessonError, Rules, deal, find_rules, parse_card, parse_layout
from kungen.goal import fewest_moves

FREECELL = find_rules("freecell")
CARDS = {text: parse_card(text) for text in ("AH", "2H", "3H", "4H", "5H", "KS", "QH", "AC")}
AH, TWO, THREE, FOUR, FIVE, KS, QH, AC = CARDS.values()
BURIED = parse_layout(
    """
Foundations: C-K D-K S-Q
Freecells: - KS - -
: KH QH JH TH 9H 8H 7H 6H
: 5H 4H AH 3H 2H
"""
)
HIDDEN = parse_layout(
    """
Foundations: H-T C-K D-K S-T
Stock: JH
Waste: JS
: <QS> <KH> QH
: KS
""",
    "klondike",
)


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        (Goal(up=(AC,)), True),
        (Goal(up=(AC, AH)), False),
        (Goal(on=((QH, parse_card("KH")),)), True),
        (Goal(on=((parse_card("KH"), QH),)), False),
        (Goal(on=((KS, QH),)), False),
        (Goal(on=((THREE, AH), (TWO, THREE))), True),
        (Goal(on=((TWO, AH),)), False),
        (Goal(cells=3), True),
        (Goal(cells=4), False),
        (Goal(columns=6), True),
        (Goal(columns=7), False),
        (Goal(face_down=0), True),
        (Goal(won=True), False),
        (Goal(proof=True), False),
        (Goal(cells=3, columns=6, up=(AC,), on=((TWO, THREE),), face_down=0), True),
        (Goal(cells=3, columns=6, up=(AC,), on=((TWO, AH),), face_down=0), False),
    ],
)
def test_a_goal_is_reached_when_all_of_it_holds(goal: Goal, reached: bool) -> None:
    assert goal.reached(BURIED) is reached


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        (Goal(face_down=2), True),
        (Goal(face_down=1), False),
        (Goal(on=((parse_card("KH"), parse_card("QS")),)), False),
        (Goal(on=((QH, parse_card("KH")),)), False),
    ],
)
def test_cards_face_down_are_counted_and_lie_on_nothing(goal: Goal, reached: bool) -> None:
    assert goal.reached(HIDDEN) is reached


def test_a_card_is_up_by_its_place_where_the_base_is_not_the_ace() -> None:
    layout = deal(1, "penguin")
    up = next(suit for suit in range(4) if layout.foundations[suit])
    base = parse_card(f"{'A23456789TJQK'[layout.base - 1]}{'CDHS'[up]}")
    assert Goal(up=(base,)).reached(layout)
    following = parse_card(f"{'A23456789TJQKA'[layout.base]}{'CDHS'[up]}")
    assert not Goal(up=(following,)).reached(layout)


def test_a_won_game_reaches_the_goal_of_winning() -> None:
    assert Goal(won=True).reached(parse_layout("Foundations: H-K C-K D-K S-K"))


@pytest.mark.parametrize(
    ("goal", "most", "moves"),
    [
        (Goal(up=(TWO,)), 9, 4),
        (Goal(up=(TWO,)), 4, 4),
        (Goal(up=(TWO,)), 3, None),
        (Goal(up=(AC,)), 0, 0),
        (Goal(up=(KS,)), 1, 1),
        (Goal(up=(KS, TWO)), 9, 5),
        (Goal(cells=4), 9, 1),
        (Goal(on=((AH, FIVE),)), 30, None),
        (Goal(proof=True), 9, None),
        (Goal(columns=7), 9, 6),
    ],
)
def test_the_fewest_moves_are_counted(goal: Goal, most: int, moves: int | None) -> None:
    assert fewest_moves(BURIED, goal, most, 3000) == moves


def test_a_search_that_was_cut_counts_nothing() -> None:
    assert fewest_moves(deal(617), Goal(up=(parse_card("AS"),)), 9, 100) is None


def level_by_level(layout: Layout, goal: Goal, most: int) -> int | None:
    """Count the fewest moves by trying all of them, one more each time."""
    layouts = {layout.canonical(): layout}
    for moves in range(most + 1):
        if any(map(goal.reached, layouts.values())):
            return moves
        following = (one.after(move) for one in layouts.values() for move in one.legal_moves)
        layouts = {one.canonical(): one for one in following}
    return None


def test_a_pair_that_is_asked_for_twice_is_one_move_away() -> None:
    pair = (parse_card("5H"), parse_card("6S"))
    layout = parse_layout(
        "Foundations: H-4 C-K D-K S-5\n: KH QH JH TH 9H 8H 7H 6H\n: KS QS JS TS 9S 8S 7S 6S\n: 5H"
    )
    goal = Goal(on=(pair, pair))
    assert goal.distance(layout) == 1
    assert fewest_moves(layout, goal, 1) == 1


SMALL = [
    replace(FREECELL, ranks=4, columns=4, cells=1, options=()),
    replace(FREECELL, ranks=4, columns=3, cells=2, foundation_return=True, options=()),
    replace(FREECELL, ranks=3, columns=3, cells=1, build="suit", wrap=True, options=()),
    replace(
        FREECELL,
        ranks=3,
        columns=3,
        cells=1,
        draw=1,
        column_sizes=(1, 2, 3),
        hidden=(0, 1, 2),
        options=(),
    ),
]
GOALS = [
    Goal(up=(AH,)),
    Goal(up=(TWO, AC)),
    Goal(on=((parse_card("2C"), THREE),)),
    Goal(on=((TWO, parse_card("3S")), (AC, TWO))),
    Goal(columns=1),
    Goal(columns=1, cells=1),
    Goal(up=(AC,), cells=1),
    Goal(face_down=1),
]


@pytest.mark.parametrize("rules", SMALL, ids=range(len(SMALL)))
@pytest.mark.parametrize("goal", GOALS, ids=range(len(GOALS)))
def test_the_fewest_moves_are_those_of_trying_all(rules: Rules, goal: Goal) -> None:
    for number in range(1, 9):
        layout = deal(number, rules)
        assert fewest_moves(layout, goal, 5) == level_by_level(layout, goal, 5)


@pytest.mark.parametrize("rules", SMALL, ids=range(len(SMALL)))
def test_no_move_comes_nearer_by_more_than_one(rules: Rules) -> None:
    for number in range(1, 9):
        layouts = [deal(number, rules)]
        for _ in range(30):
            moves = list(layouts[-1].legal_moves)
            if not moves:
                break
            layouts.append(layouts[-1].after(moves[(7 * number + len(layouts)) % len(moves)]))
        for goal in (*GOALS, Goal(won=True)):
            distances = [goal.distance(layout) for layout in layouts]
            assert all(one - other <= 1 for one, other in pairwise(distances))


@pytest.mark.parametrize(
    ("goal", "fault"),
    [
        (Goal(), "there is no condition"),
        (Goal(up=(AH, AH)), "up: AH is there twice"),
        (Goal(cells=5), "cells is 5; the game has 4"),
        (Goal(columns=9), "columns is 9; the game has 8"),
    ],
)
def test_what_makes_no_goal_is_said(goal: Goal, fault: str) -> None:
    assert goal.fault(FREECELL) == fault


def made(**conditions: Any) -> Goal:
    return Goal(**conditions)


@pytest.mark.parametrize(
    ("goal", "fault"),
    [
        (Goal(cells=-1), "cells is -1; it must be a whole number from 0 to 10"),
        (Goal(columns=True), "columns is True; it must be a whole number from 0 to 10"),
        (made(cells="2"), "cells is '2'; it must be a whole number from 0 to 10"),
        (Goal(face_down=99), "face_down is 99; it must be a whole number from 0 to 52"),
        (Goal(face_down=-1), "face_down is -1; it must be a whole number from 0 to 52"),
        (Goal(up=(AH,), moves=0), "moves is 0; it must be a whole number from 1 to 99"),
        (made(up=(AH,), moves=4.0), "moves is 4.0; it must be a whole number from 1 to 99"),
        (made(won=1), "won is 1; it must be True or False"),
        (made(proof=None), "proof is None; it must be True or False"),
        (made(up=[AH]), "up is [2]; it must be a tuple of cards"),
        (made(up=("AH",)), "up: 'AH' is not in the deck: it ends with K"),
        (made(up=(-1,)), "up: -1 is not in the deck: it ends with K"),
        (made(up=(1.0,)), "up: 1.0 is not in the deck: it ends with K"),
        (made(on=(AH, TWO)), "on is (2, 6); it must be a tuple of pairs of cards"),
        (made(on=((AH, TWO, KS),)), "on is ((2, 6, 51),); it must be a tuple of pairs of cards"),
        (made(on=(([], AH),)), "on: [] is not in the deck: it ends with K"),
        (Goal(on=((AH, TWO), (KS, KS))), "on, pair 2: KS is to lie on itself"),
        (Goal(on=((AH, TWO), (AH, KS))), "on: AH is to lie on two cards"),
        (Goal(proof=True, cells=1), "proof stands beside other conditions; it must stand alone"),
        (Goal(proof=True, moves=4), "proof stands beside other conditions; it must stand alone"),
    ],
)
def test_what_no_game_has_for_a_goal_is_said(goal: Goal, fault: str) -> None:
    assert goal.fault(FREECELL) == fault


def test_a_proof_and_a_goal_with_every_condition_have_no_fault() -> None:
    whole = Goal(up=(AH,), on=((TWO, THREE),), cells=4, columns=8, face_down=52, won=True, moves=99)
    assert whole.fault(FREECELL) is None
    assert Goal(proof=True).fault(FREECELL) is None


@pytest.mark.parametrize("wrong", [None, "freecell", 5])
def test_a_goal_is_one_in_rules(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a goal is one in Rules, not in "):
        Goal(cells=1).fault(wrong)


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"layout": None}, TypeError, "moves are counted from a Layout, not from None"),
        ({"goal": None}, TypeError, "moves are counted to a Goal, not to None"),
        ({"most": -1}, ValueError, "most is -1; it must be a whole number from 0 to 9999"),
        ({"most": 9.0}, ValueError, "most is 9.0; it must be a whole number from 0 to 9999"),
        ({"most": 10**9}, ValueError, "most is 1000000000; it must be a whole number from 0 to"),
        ({"nodes": 0}, ValueError, "nodes is 0; it must be a whole number of 1 or more"),
        ({"nodes": True}, ValueError, "nodes is True; it must be a whole number of 1 or more"),
    ],
)
def test_moves_are_counted_from_a_layout_to_a_goal(
    change: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    good: dict[str, Any] = {"layout": BURIED, "goal": Goal(up=(TWO,)), "most": 9, "nodes": 9}
    with pytest.raises(error, match=f"^{sentence}"):
        fewest_moves(**good | change)


def test_cards_of_a_goal_are_in_the_deck() -> None:
    rules = replace(FREECELL, ranks=3, options=())
    assert Goal(up=(FOUR,)).fault(rules) == "up: 4H is not in the deck: it ends with 3"
    assert Goal(on=((AC, FOUR),)).fault(rules) == "on: 4H is not in the deck: it ends with 3"
    assert Goal(on=((AC, THREE),)).fault(rules) is None


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "it has 0 bytes; it must have 8 or more"),
        ("48 01 01 00 00 ff 00 00", "byte 0 is 72"),
        ("47 02 01 00 00 ff 00 00", "the version is 2"),
        ("47 01 02 00 00 ff 00 00", "byte 2 is 2"),
        ("47 01 01 00 00 35 00 00", "byte 5 is 53"),
        ("47 01 01 00 00 ff 01 00", "8 bytes are not what its numbers of cards say"),
        ("47 01 01 00 00 ff 00 00 00", "9 bytes are not what its numbers of cards say"),
        ("47 01 01 00 00 ff 01 ff 00", "up: 255 is not in the deck: it ends with K"),
        ("47 01 00 00 00 ff 00 00", "there is no condition"),
    ],
)
def test_a_bad_record_is_refused_with_a_sentence(record: str, sentence: str) -> None:
    with pytest.raises(LessonError, match=f"^goal record: {sentence}$"):
        Goal.unpack(FREECELL, bytes.fromhex(record))


def test_a_proof_has_no_record() -> None:
    with pytest.raises(ValueError, match="a goal that is a proof has no record"):
        Goal(proof=True).pack()

"""The tip: the score of each kind of move, and the choice among them."""

from dataclasses import replace
from pathlib import Path

import pytest

from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import load_rules
from kungen.layout import Layout, Move
from kungen.notation import parse_layout
from kungen.tips import cover, find_tip, score

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
RETURN = load_rules(CORPUS / "alternating-any-4x2-5ranks-return.toml")
SMALL = replace(RETURN, foundation_return=False)


FULL = """Foundations: H-2 C-2 D-3 S-2
Freecells: 4S 4D
: 5S 4H 3C
: 5C 3H
: 5D
: 5H 3S 4C"""

HALF = """Foundations: H-2 C-2 D-3 S-2
Freecells: 4S -
: 4H 3C
: 5C 5S
: 5D
: 5H 3S 4C 3H 4D"""

OPEN = """Foundations: H-2 C-2 D-3 S-2
Freecells: 4S -
: 5S 4H 3C
: 3S 5C 4D
:
: 5H 3H 4C 5D"""

WIDE = """Foundations: H-2 C-2 D-3 S-2
Freecells: - -
: 5S 4H 3C
: 3S 5C 4D 4S
:
: 5H 3H 4C 5D"""


@pytest.mark.parametrize(
    ("board", "move", "points"),
    [
        (FULL, Move("column1", "foundationC"), 7000),
        (FULL, Move("column2", "foundationH"), 7000),
        (FULL, Move("cell2", "foundationD"), 4000),
        (FULL, Move("cell1", "column3"), 5000),
        (FULL, Move("column4", "column3"), 6001),
        (HALF, Move("column1", "column2", 2), 6102),
        (HALF, Move("column1", "cell2"), 2060),
        (HALF, Move("column2", "cell2"), 2000),
        (OPEN, Move("column2", "column3", 2), 3060),
        (OPEN, Move("column4", "column3"), 3058),
        (OPEN, Move("column4", "cell2"), 2058),
        (OPEN, Move("column2", "column3", 1), 0),
        (OPEN, Move("cell1", "column3"), 1004),
        (WIDE, Move("column1", "column3", 3), 0),
    ],
)
def test_each_kind_of_move_has_its_score(board: str, move: Move, points: int) -> None:
    layout = parse_layout(board, SMALL)
    assert move in layout.legal_moves
    assert score(layout.view(), move) == points


def test_moves_off_a_foundation_score_little() -> None:
    layout = parse_layout(OPEN, RETURN)
    move = Move("foundationD", "column3")
    assert move in layout.legal_moves
    assert score(layout.view(), move) == 100


def test_the_cover_counts_the_cards_over_the_free_most_card_wanted_next() -> None:
    layout = parse_layout(OPEN, SMALL)
    assert [cover(layout.view(), index) for index in range(4)] == [0, 0, 60, 2]


def test_the_first_of_the_highest_scores_is_the_tip() -> None:
    layout = parse_layout(FULL, SMALL)
    assert find_tip(layout.view()) == Move("column1", "foundationC")


def test_a_layout_seen_before_is_avoided_while_another_move_is_left() -> None:
    layout = parse_layout(HALF, SMALL)
    ranked = sorted(layout.legal_moves, key=lambda move: -score(layout.view(), move))
    after = {move: layout.play(move).view().canonical() for move in ranked}
    assert find_tip(layout.view()) == ranked[0]
    assert find_tip(layout.view(), {after[ranked[0]]}) == ranked[1]
    assert find_tip(layout.view(), set(after.values())) == ranked[0]


def test_a_move_that_changes_nothing_is_avoided() -> None:
    layout = parse_layout(
        """Foundations: H-4 C-5 D-5 S-2
        : 5S
        : 3S 5H 4S
        :""",
        replace(SMALL, columns=3, cells=0),
    )
    useless, other = Move("column1", "column3"), Move("column2", "column3")
    assert list(layout.legal_moves) == [useless, other]
    assert score(layout, useless) == score(layout, other) == 0
    assert Game(layout).tip() == other


def test_a_game_does_not_go_in_circles_by_its_tips() -> None:
    game = Game(5, "off")
    seen = {game.layout.canonical()}
    for _ in range(40):
        move = game.tip()
        if move is None:
            break
        keys = [game.layout.play(other).canonical() for other in game.legal_moves]
        game.push(move)
        assert game.layout.canonical() not in seen or all(key in seen for key in keys)
        seen.add(game.layout.canonical())
    assert game.move_count == 40


def stuck() -> Layout:
    return parse_layout(
        """Foundations: H-2 C-5 D-5 S-2
        Freecells: 5H 5S
        : 3H 4S
        : 3S 4H""",
        replace(SMALL, columns=2, build="suit", empty_column="king"),
    )


def test_there_is_no_tip_in_a_won_or_a_stuck_layout() -> None:
    assert find_tip(Layout.checked(SMALL, [], foundations=(5, 5, 5, 5)).view()) is None
    assert find_tip(stuck().view()) is None
    assert find_tip(deal(617).view()) is not None

"""The tip: the score of each kind of move, and the choice among them."""

from dataclasses import replace
from pathlib import Path

import pytest

from kungen.cards import Card, card_text
from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import find_rules, load_rules
from kungen.layout import Layout, Move
from kungen.notation import parse_layout
from kungen.tips import cover, find_tip, score, turns_up

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


def test_no_tip_takes_a_card_down_from_a_foundation() -> None:
    layout = parse_layout("Foundations: H-3 C-5 D-5 S-5\n: 5H\n: 4H", replace(RETURN, cells=0))
    home = Move("column2", "foundationH")
    others = {layout.play(move).view().canonical() for move in layout.legal_moves if move != home}
    assert any(move.source == "foundationH" for move in layout.legal_moves)
    assert find_tip(layout.view(), others) == home
    assert find_tip(layout.view(), others | {layout.play(home).view().canonical()}) is None


def test_the_cover_counts_the_cards_over_the_free_most_card_wanted_next() -> None:
    layout = parse_layout(OPEN, SMALL)
    assert [cover(layout.view(), index) for index in range(4)] == [0, 0, 60, 2]


def test_the_first_of_the_highest_scores_is_the_tip() -> None:
    layout = parse_layout(FULL, SMALL)
    assert find_tip(layout.view()) == Move("column1", "foundationC")


def test_a_layout_seen_before_is_avoided_and_no_tip_is_left_when_all_were_seen() -> None:
    layout = parse_layout(HALF, SMALL)
    ranked = sorted(layout.legal_moves, key=lambda move: -score(layout.view(), move))
    after = {move: layout.play(move).view().canonical() for move in ranked}
    assert find_tip(layout.view()) == ranked[0]
    assert find_tip(layout.view(), {after[ranked[0]]}) == ranked[1]
    assert find_tip(layout.view(), set(after.values())) is None


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
    assert score(layout.view(), useless) == score(layout.view(), other) == 0
    assert Game(layout).tip() == other


def test_a_game_does_not_go_in_circles_by_its_tips() -> None:
    game = Game(5, "off")
    seen = {game.layout.canonical()}
    while (move := game.tip()) is not None:
        game.push(move)
        assert game.layout.canonical() not in seen
        seen.add(game.layout.canonical())
    assert game.move_count == 37
    assert not game.is_stuck()


@pytest.mark.parametrize("key", ["klondike", "klondike:draw=3", "king-albert"])
@pytest.mark.parametrize("number", range(1, 9))
def test_tips_come_to_an_end_and_cost_no_points(key: str, number: int) -> None:
    game = Game(deal(number, key))
    score = 0
    while (move := game.tip()) is not None:
        game.push(move)
        assert (game.score or 0) >= score
        score = game.score or 0
        assert game.move_count < 1000
    taken = {move for step in game.steps for move in step if move.source.startswith("found")}
    assert not taken


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


KLONDIKE = find_rules("klondike")

TABLE = """Foundations: H-A C-2 D-A S-0
Waste: 9C 2D
Stock: 3D 3H
: <4C> <5C> JH TS
: <6C> KH QS
: <4D> JD TC
: <5D> 2H
:
: <6D> <8D> QC
: KD 8H 7C"""


@pytest.mark.parametrize(
    ("move", "points"),
    [
        (Move("waste", "foundationD"), 7000),
        (Move("column4", "foundationH"), 7000),
        (Move("column1", "column2", 2), 6502),
        (Move("column2", "column5", 2), 6501),
        (Move("column3", "column2", 2), 6501),
        (Move("column6", "column7"), None),
        (Move("stock", "waste"), 500),
        (Move("foundationH", "column1"), None),
    ],
)
def test_a_run_that_turns_up_a_card_scores_by_the_cards_face_down(
    move: Move, points: int | None
) -> None:
    layout = full_table()
    assert (move in layout.legal_moves) == (points is not None)
    if points is not None:
        assert score(layout.view(), move) == points


def full_table() -> Layout:
    """The table with all cards that it does not name deepest in the last column."""
    named = [*TABLE.split(), "AH", "AC", "2C", "AD"]
    others = [
        card_text(Card(byte))
        for byte in range(52)
        if not {card_text(Card(byte)), f"<{card_text(Card(byte))}>"} & {*named}
    ]
    above, _, last = TABLE.rpartition(": ")
    return parse_layout(f"{above}: {' '.join(others)} {last}", KLONDIKE)


def test_turning_over_and_the_waste_have_their_scores() -> None:
    layout = full_table()
    over = replace(layout, waste=(*layout.waste, *layout.stock), stock=())
    assert score(over.view(), Move("waste", "stock", 4)) == 400
    text = "Foundations: H-Q C-J D-Q S-Q\nWaste: KS QC\n: KH\n: KD\n: KC"
    onto = parse_layout(text, KLONDIKE)
    assert score(onto.view(), Move("waste", "column1")) == 5000
    kings = parse_layout("Foundations: H-Q C-Q D-Q S-J\nWaste: KS\n: KH\n: QS KD\n: KC", KLONDIKE)
    assert score(kings.view(), Move("waste", "column4")) == 1013


def test_a_card_of_the_reserve_scores_as_one_of_a_cell() -> None:
    rules = replace(SMALL, cells=0, reserve=2, columns=3)
    layout = parse_layout(
        "Foundations: H-3 C-3 D-3 S-3\nReserve: 4C 5C\n: 5H 4S 5D\n: 5S 4D 4H\n:", rules
    )
    assert score(layout.view(), Move("reserve1", "foundationC")) == 7000
    assert score(layout.view(), Move("reserve1", "column1")) == 5000
    assert score(layout.view(), Move("reserve2", "column3")) == 1005


def test_the_cover_does_not_look_at_cards_face_down() -> None:
    text = "Foundations: H-Q C-Q D-Q S-Q\n: <KH> KS\n: KC\n: KD"
    view = parse_layout(text, KLONDIKE).view()
    assert [cover(view, index) for index in range(4)] == [0, 0, 0, 60]
    text = "Foundations: H-Q C-J D-Q S-Q\n: <QC> KC\n: KH\n: KD KS"
    assert cover(parse_layout(text, KLONDIKE).view(), 0) == 60


def test_a_move_that_turns_a_card_up_is_never_left_out() -> None:
    class Everything:
        def __contains__(self, key: object) -> bool:
            return True

    layout = parse_layout(
        "Foundations: H-Q C-T D-Q S-Q\nStock: KD\n: <QC> JC\n: KH\n: KC KS", KLONDIKE
    )
    home = Move("column1", "foundationC")
    assert turns_up(layout.view(), home)
    assert not turns_up(layout.view(), Move("column2", "foundationH"))
    ranked = sorted(layout.legal_moves, key=lambda move: -score(layout.view(), move))
    assert find_tip(layout.view(), Everything()) == home
    assert ranked[0] == home


def test_the_tips_of_a_game_go_through_the_stock_once_and_do_not_stop() -> None:
    game = Game(deal(3, "klondike:draw=3"), "off")
    for _ in range(60):
        tip = game.tip()
        assert tip is not None
        assert tip in game.legal_moves
        game.push(tip)


def test_a_stuck_game_with_a_stock_has_no_tip() -> None:
    rules = replace(KLONDIKE, columns=1, column_sizes=(2,), hidden=(1,), draw=3, options=())
    rules = replace(rules, foundation_return=False)
    game = Game(parse_layout("Foundations: H-K C-K D-J S-J\nStock: QS KD\n: <QD> KS", rules))
    assert game.is_stuck()
    assert list(game.legal_moves) == [Move("stock", "waste", 2)]
    assert game.tip() is None
    assert find_tip(game.layout.view()) == Move("stock", "waste", 2)

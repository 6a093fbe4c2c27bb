"""Games: steps, autoplay and what it holds back, undo, and the finish."""

from dataclasses import replace
from pathlib import Path

import pytest

from kungen.autoplay import Autoplay, automatic_line, is_safe
from kungen.cards import Card, card_text, parse_card
from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import find_rules, load_rules
from kungen.layout import IllegalMove, Layout, Move
from kungen.notation import parse_layout
from kungen.quoting import quoted
from kungen.replay import ReplayError

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
RETURN = load_rules(CORPUS / "alternating-any-4x2-5ranks-return.toml")
SMALL = replace(RETURN, foundation_return=False)


def texts(marks: frozenset[Card]) -> list[str]:
    return [card_text(card) for card in sorted(marks)]


def nearly_done() -> Layout:
    """A layout in which each level of autoplay takes another number of cards."""
    return parse_layout(
        """Foundations: H-3 C-4 D-3 S-A
        Freecells: 5D -
        : 4D 5H 2S
        : 4H 5S 4S 3S 5C
        :
        :""",
        SMALL,
    )


def test_autoplay_scans_columns_and_cells_from_the_start_after_each_card() -> None:
    layout = parse_layout(
        """Foundations: H-3 C-3 D-3 S-3
        Freecells: 4D -
        : 5C 4S
        : 5D 5H 4C
        : 4H
        : 5S""",
        SMALL,
    )
    game = Game(layout)
    assert game.push(Move("column4", "cell2")) == (
        Move("column4", "cell2"),
        Move("column1", "foundationS"),
        Move("column2", "foundationC"),
        Move("column3", "foundationH"),
        Move("column2", "foundationH"),
        Move("cell1", "foundationD"),
        Move("column1", "foundationC"),
        Move("column2", "foundationD"),
        Move("cell2", "foundationS"),
    )
    assert game.move_count == 1
    assert game.is_won()


def test_nothing_moves_before_the_players_first_move() -> None:
    assert Game(nearly_done()).layout == nearly_done()


@pytest.mark.parametrize(
    ("level", "heights"),
    [("off", (4, 3, 3, 1)), ("safe", (4, 3, 3, 2)), ("all", (5, 5, 5, 5))],
)
def test_each_level_of_autoplay_takes_its_cards(level: Autoplay, heights: tuple[int, ...]) -> None:
    game = Game(nearly_done(), level)
    game.push(Move("cell1", "column3"))
    assert game.layout.foundations == heights


def test_the_level_may_change_in_a_game() -> None:
    game = Game(nearly_done(), "off")
    game.push(Move("cell1", "column3"))
    game.autoplay = "all"
    game.push(Move("column3", "column4"))
    assert game.is_won()


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(
        ValueError, match="there is no autoplay 'some'; it is one of off, safe, all"
    ):
        Game(617, "some")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "heights", "safe"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 0, 0, 0), True),
        ("3C", (2, 2, 1, 2), False),
        ("3C", (2, 2, 2, 0), True),
        ("3H", (2, 0, 2, 2), True),
        ("3H", (1, 2, 2, 2), False),
        ("KD", (12, 12, 0, 11), False),
        ("KD", (12, 12, 0, 12), True),
    ],
)
def test_a_card_is_safe_when_no_lower_one_can_need_it(
    card: str, heights: tuple[int, ...], safe: bool
) -> None:
    layout = replace(deal(1), foundations=heights)
    assert is_safe(layout, parse_card(card)) is safe
    same_suit = replace(layout, rules=replace(layout.rules, build="suit"))
    assert is_safe(same_suit, parse_card(card)) is True


def test_undo_and_redo_give_the_very_layouts() -> None:
    game = Game(617)
    steps = [Move("column3", "cell1"), Move("column2", "cell2"), Move("column1", "cell3")]
    layouts = [game.layout]
    for move in steps:
        game.push(move)
        layouts.append(game.layout)
    for layout in reversed(layouts[:-1]):
        game.pop()
        assert game.layout == layout
    assert (game.move_count, len(game.steps)) == (0, 3)
    for layout, move in zip(layouts[1:], steps, strict=True):
        assert game.redo() == (move,)
        assert game.layout == layout


def test_there_is_nothing_to_undo_or_redo_at_the_ends() -> None:
    game = Game(617)
    assert not game.can_undo()
    assert not game.can_redo()
    with pytest.raises(IndexError, match="there is no step to undo"):
        game.pop()
    with pytest.raises(IndexError, match="there is no step to redo"):
        game.redo()


def test_a_new_move_forgets_what_could_be_redone() -> None:
    game = Game(617)
    game.push(Move("column3", "cell1"))
    for cell in ("cell2", "cell3", "cell4"):
        game.push(Move("column2", cell))
    for _ in range(3):
        game.pop()
    game.push(Move("column1", "cell2"))
    assert not game.can_redo()
    assert game.steps == ((Move("column3", "cell1"),), (Move("column1", "cell2"),))
    assert game.layout == deal(617).play(Move("column3", "cell1")).play(Move("column1", "cell2"))


def test_an_illegal_move_changes_nothing() -> None:
    game = Game(617)
    game.push(Move("column3", "cell1"))
    game.pop()
    with pytest.raises(IllegalMove, match="cell 2 is empty"):
        game.push(Move("cell2", "column1"))
    assert game.can_redo()
    assert game.layout == deal(617)


def test_restart_undoes_all_steps_and_all_marks() -> None:
    game = Game(nearly_done())
    game.push(Move("cell1", "column3"))
    game.push(Move("column3", "column4"))
    game.pop()
    game.restart()
    assert (game.move_count, len(game.steps), game.layout) == (0, 2, nearly_done())
    assert game.marks == frozenset()
    game.redo()
    game.pop()
    assert game.marks != frozenset()
    game.restart()
    assert game.marks == frozenset()
    game.redo()
    game.redo()
    assert game.layout.foundations == (4, 3, 3, 2)


def test_what_was_just_undone_is_held_back_for_one_move() -> None:
    game = Game(nearly_done())
    game.push(Move("cell1", "column3"))
    game.pop()
    assert texts(game.just_undone) == ["2S"]
    assert game.push(Move("cell1", "column4")) == (Move("cell1", "column4"),)
    assert game.marks == frozenset()
    assert game.push(Move("column4", "column3")) == (
        Move("column4", "column3"),
        Move("column1", "foundationS"),
    )


def test_a_card_sent_up_by_hand_and_undone_is_held_back_too() -> None:
    game = Game(nearly_done())
    game.push(Move("column1", "foundationS"))
    game.pop()
    assert game.push(Move("cell1", "column4")) == (Move("cell1", "column4"),)


def test_redo_takes_the_marks_of_its_cards_away() -> None:
    game = Game(nearly_done(), "all")
    game.push(Move("column1", "foundationS"))
    game.pop()
    assert len(game.just_undone) == 9
    game.redo()
    assert game.marks == frozenset()


def taken_down_three() -> Game:
    """A game in which 3H has just come down, though autoplay could send it up."""
    game = Game(
        parse_layout(
            """Foundations: H-3 C-5 D-5 S-3
            Freecells: - -
            : 5H 4S
            : 5S 4H
            :
            :""",
            RETURN,
        )
    )
    game.push(Move("foundationH", "column1"))
    return game


def test_a_card_taken_down_stays_down() -> None:
    game = taken_down_three()
    assert game.steps[-1] == (Move("foundationH", "column1"),)
    assert texts(game.taken_down) == ["3H"]
    assert game.push(Move("column2", "cell1")) == (Move("column2", "cell1"),)
    assert texts(game.marks) == ["3H"]


def test_a_card_taken_down_may_go_up_once_it_was_moved_again() -> None:
    game = taken_down_three()
    assert game.push(Move("column1", "column3"))[:3] == (
        Move("column1", "column3"),
        Move("column3", "foundationH"),
        Move("column1", "foundationS"),
    )
    assert game.taken_down == frozenset()


def test_a_card_put_on_one_taken_down_clears_its_mark() -> None:
    layout = parse_layout(
        """Foundations: H-3 C-5 D-5 S-4
        : 5H
        : 4H
        : 5S""",
        RETURN,
    )
    game = Game(layout, "off")
    game.push(Move("foundationS", "column1"))
    assert texts(game.taken_down) == ["4S"]
    game.push(Move("foundationH", "column1"))
    assert texts(game.taken_down) == ["3H"]
    game.push(Move("column1", "column4", 2))
    assert game.taken_down == frozenset()


def test_undoing_the_move_that_cleared_a_mark_brings_the_mark_back() -> None:
    game = taken_down_three()
    game.push(Move("column1", "column3"))
    assert game.taken_down == frozenset()
    game.pop()
    assert texts(game.taken_down) == ["3H"]
    game.pop()
    assert game.taken_down == frozenset()
    game.redo()
    assert texts(game.taken_down) == ["3H"]
    game.restart()
    assert game.taken_down == frozenset()


def test_a_won_game_offers_nothing_more() -> None:
    game = Game(nearly_done(), "all")
    game.push(Move("column1", "foundationS"))
    assert game.is_won()
    assert not game.is_stuck()
    assert not game.can_finish()
    assert game.finish_step() is None
    assert game.finish() == 0
    assert game.tip() is None


def test_the_finish_plays_each_card_as_a_step() -> None:
    game = Game(nearly_done())
    assert game.can_finish()
    assert game.finish_step() == Move("column1", "foundationS")
    assert game.steps == ((Move("column1", "foundationS"),),)
    assert game.finish() == 8
    assert game.is_won()
    assert game.move_count == 9
    assert all(len(step) == 1 for step in game.steps)
    game.pop()
    assert not game.is_won()


def test_the_finish_holds_nothing_back() -> None:
    game = Game(nearly_done())
    game.push(Move("column1", "foundationS"))
    game.pop()
    assert game.finish_step() == Move("column1", "foundationS")
    assert game.marks == frozenset()


def test_no_finish_is_offered_where_it_does_not_win() -> None:
    game = Game(617)
    assert not game.can_finish()
    assert game.finish() == 0
    assert game.move_count == 0


def test_steps_are_replayed_without_autoplay() -> None:
    steps = ((Move("cell1", "column3"),), (Move("column3", "column4"),))
    game = Game.replay(nearly_done(), steps)
    assert game.steps == steps
    assert game.layout.foundations == (4, 3, 3, 1)
    assert game.push(Move("column4", "column3"))[1:] == (Move("column1", "foundationS"),)


def test_replay_steps_back_to_a_position() -> None:
    steps = ((Move("column1", "foundationS"),), (Move("cell1", "column3"),))
    game = Game.replay(nearly_done(), steps, 0)
    assert (game.move_count, len(game.steps)) == (0, 2)
    assert texts(game.just_undone) == ["2S"]


def test_replay_names_the_step_and_the_move_that_is_not_legal() -> None:
    steps = ((Move("cell1", "column3"),), (Move("column3", "column4"), Move("cell1", "cell2")))
    with pytest.raises(ReplayError) as error:
        Game.replay(nearly_done(), steps)
    assert (error.value.index, error.value.reason) == (1, "move 2: cell 1 is empty")


def test_an_automatic_move_goes_to_a_foundation() -> None:
    draws = [(Move("stock", "waste"), Move("stock", "waste"))]
    with pytest.raises(ReplayError, match="step 1: move 2: an automatic move goes to a foundation"):
        Game.replay(5, draws, game="klondike")
    from_cell = (Move("column1", "cell2"), Move("cell2", "foundationS"))
    from_column = (Move("column1", "foundationS"), Move("column2", "foundationC"))
    for step in (from_cell, from_column):
        assert Game.replay(nearly_done(), [step]).steps == (step,)


def test_a_replay_may_end_with_a_restart() -> None:
    steps = [[Move("column1", "foundationS"), Move("column2", "foundationC")]]
    game = Game.replay(nearly_done(), steps, restarted=True)
    assert (game.move_count, game.restarted, game.marks) == (0, True, frozenset())
    assert Game.replay(nearly_done(), steps, 0).marks != frozenset()
    with pytest.raises(ValueError, match="the position is 1; in a game that was restarted it is 0"):
        Game.replay(nearly_done(), steps, 1, restarted=True)


def test_a_game_is_restarted_until_something_is_done() -> None:
    game = Game(617)
    assert not game.restarted
    game.push(Move("column3", "cell1"))
    for act in (game.redo, lambda: game.push(Move("column3", "cell1"))):
        game.restart()
        assert game.restarted
        act()
        assert not game.restarted


def test_a_game_knows_the_number_that_it_was_made_from() -> None:
    assert (Game(617).number, Game(deal(617)).number) == (617, None)
    game = Game(2_000_000, game="penguin")
    assert (game.number, game.start) == (2_000_000, deal(2_000_000, "penguin"))
    with pytest.raises(ValueError, match="a layout says its game: give no other beside it, 'pla"):
        Game(deal(617), game="plato")


def test_a_game_starts_from_a_number_or_a_layout() -> None:
    assert Game(617).start == Game(deal(617)).start == deal(617, find_rules("freecell"))
    assert list(Game(617).legal_moves) == list(deal(617).legal_moves)


@pytest.mark.parametrize("position", [5, 2, -1, 1.0, True, "1", 10**5000], ids=quoted)
def test_a_position_that_no_replay_has_is_refused(position: object) -> None:
    steps = [(Move("column1", "cell1"),)]
    with pytest.raises(ValueError, match="it must be a whole number from 0 to 1"):
        Game.replay(617, steps, position)  # type: ignore[arg-type]


def test_a_step_without_moves_is_refused() -> None:
    with pytest.raises(ReplayError) as error:
        Game.replay(617, [(Move("column1", "cell1"),), ()])
    assert str(error.value) == "step 2: it has no moves"
    assert error.value.index == 1


def test_the_repr_of_a_game_says_how_far_it_is() -> None:
    game = Game(617)
    game.push(Move("column3", "cell1"))
    game.push(Move("column2", "cell2"))
    game.pop()
    assert repr(game) == "<Game of freecell: 1 of 2 steps in effect, 0 of 52 cards up>"


KLONDIKE = find_rules("klondike")


@pytest.mark.parametrize(
    ("key", "card", "base", "heights", "safe"),
    [
        ("bakers-game", "5C", 1, (4, 0, 0, 0), True),
        ("penguin", "8C", 8, (0, 1, 1, 1), False),
        ("penguin", "8C", 8, (0, 13, 13, 13), False),
        ("penguin", "9C", 8, (1, 0, 0, 0), True),
        ("penguin", "AC", 8, (6, 0, 0, 0), True),
        ("klondike", "2C", 1, (1, 0, 0, 0), True),
        ("klondike", "3C", 1, (2, 2, 1, 0), False),
    ],
)
def test_a_card_is_safe_when_all_that_may_lie_on_it_are_up(
    key: str, card: str, base: int, heights: tuple[int, ...], safe: bool
) -> None:
    layout = replace(deal(1, key), foundations=heights, base=base)
    assert is_safe(layout, parse_card(card)) is safe


def test_aces_and_twos_are_not_safe_where_they_are_not_lowest() -> None:
    other = replace(find_rules("freecell"), base=2)
    assert not is_safe(replace(deal(1, other), base=2), parse_card("2C"))
    wrapping = replace(find_rules("freecell"), wrap=True)
    assert not is_safe(deal(1, wrapping), parse_card("AC"))
    assert is_safe(replace(deal(1, wrapping), foundations=(0, 13, 13, 0)), parse_card("AC"))


WASTE = """Foundations: H-0 C-0 D-0 S-0
Stock: 9C 9D
Waste: AH AS
: 2S
: <KC> AC
: <3C> 3D
: <2C> 5C
: <QD> 2D
: 4D 5D 6D 7D 8D TD JD KD AD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
: 4C 6C 7C 8C TC JC QC"""


def test_autoplay_takes_from_the_waste_where_one_card_is_drawn() -> None:
    layout = parse_layout(WASTE, KLONDIKE)
    assert automatic(layout, draw=1) == [
        Move("column2", "foundationC"),
        Move("waste", "foundationS"),
        Move("column1", "foundationS"),
        Move("waste", "foundationH"),
    ]
    assert automatic(layout, draw=3) == [Move("column2", "foundationC")]


def automatic(layout: Layout, draw: int) -> list[Move]:
    rules = replace(layout.rules, draw=draw)
    return list(automatic_line(replace(layout, rules=rules), "all")[0])


def test_autoplay_looks_at_the_reserve_after_the_cells() -> None:
    rules = replace(SMALL, ranks=2, columns=1, cells=1, reserve=2, options=())
    layout = parse_layout("Freecells: AD\nReserve: AC AS\n: 2S 2D 2C 2H AH", rules)
    assert [move.source for move in automatic_line(layout, "all")[0]] == [
        *("column1", "column1", "cell1", "reserve1", "column1", "column1", "reserve2", "column1")
    ]


FINISH = """Foundations: H-J C-K D-J S-J
Stock: KH QS
Waste: KS KD QD
: QH"""


@pytest.mark.parametrize(
    ("draw", "passes", "offered"),
    [(1, None, True), (1, 2, True), (1, 1, False), (3, None, False), (3, 3, False)],
)
def test_the_finish_turns_the_stock_over(draw: int, passes: int | None, offered: bool) -> None:
    layout = parse_layout(
        "Foundations: H-J C-K D-K S-J\nStock: KH\nWaste: QS KS\n: QH",
        KLONDIKE.with_options(draw=draw, passes=passes),
    )
    game = Game(layout)
    assert game.can_finish() == offered
    assert game.finish() == len(game.steps) == (8 if offered else 0)
    assert game.is_won() == offered
    if offered:
        assert [step for step in game.steps if step[0].target in ("stock", "waste")] == [
            (Move("stock", "waste"),),
            (Move("waste", "stock", 2),),
            (Move("stock", "waste"),),
            (Move("stock", "waste"),),
        ]


def test_the_finish_of_draws_of_three_is_played_so() -> None:
    game = Game(parse_layout(FINISH, KLONDIKE.with_options(draw=3)))
    game.finish()
    assert [step[0] for step in game.steps] == [
        Move("column1", "foundationH"),
        Move("waste", "foundationD"),
        Move("waste", "foundationD"),
        Move("stock", "waste", 2),
        Move("waste", "foundationS"),
        Move("waste", "foundationH"),
        Move("waste", "foundationS"),
    ]


def test_no_finish_is_offered_while_a_card_is_face_down() -> None:
    down = parse_layout("Foundations: H-K C-K D-J S-K\n: <KD> QD", KLONDIKE)
    assert not Game(down).can_finish()
    assert Game(down).finish_step() is None
    assert Game(replace(down, hidden=(0,) * 7)).can_finish()


def test_a_finish_that_goes_round_without_a_card_going_up_is_none() -> None:
    layout = parse_layout("Foundations: H-K C-K D-T S-K\nStock: QD KD\n: JD", KLONDIKE)
    assert Game(layout).can_finish()
    rules = replace(KLONDIKE, draw=3)
    stuck = parse_layout("Foundations: H-K C-K D-T S-K\nStock: JD QD KD", rules)
    assert not Game(stuck).can_finish()


def scored(text: str, **options: int) -> Game:
    return Game(parse_layout(text, KLONDIKE.with_options(**options)), "off")


SCORE = """Foundations: H-A C-0 D-0 S-0
Stock: AC 2C
Waste: 5C QS
: <KS> KH
: <3C> QC JD
: <4C> 6D
:
: <6C> AS
: 7C 8C 9C TC JC QD 2D 3D 4D 5D 7D 8D 9D TD KD AD
: 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KC"""


def test_the_score_counts_foundations_the_waste_and_cards_turned_up() -> None:
    game = scored(SCORE)
    assert game.score == 0
    for move, score in (
        (Move("column6", "foundationD"), 10),
        (Move("waste", "column1"), 15),
        (Move("column2", "column1"), 15),
        (Move("column5", "foundationS"), 30),
        (Move("stock", "waste"), 30),
        (Move("waste", "foundationC"), 40),
    ):
        game.push(move)
        assert game.score == score, move
    game.restart()
    assert game.score == 0


def test_the_score_never_falls_below_nothing_and_undo_gives_it_back() -> None:
    text = "Foundations: H-2 C-Q D-K S-K\nWaste: 4H\n: KC\n: <5H> 3H KH QH JH TH 9H 8H 7H 6H"
    game = scored(text)
    game.push(Move("column1", "foundationC"))
    assert game.score == 10
    game.push(Move("foundationC", "column1"))
    assert game.score == 0
    game.push(Move("column1", "foundationC"))
    game.push(Move("foundationC", "column1"))
    assert game.score == 0
    game.pop()
    assert game.score == 10
    game.redo()
    assert game.score == 0
    again = Game.replay(game.start, game.steps, 1)
    assert again.score == 10


def test_the_automatic_moves_of_a_step_count_too() -> None:
    text = "Foundations: H-K C-Q D-K S-J\nWaste: KC\n: <KS> QS\n:"
    game = Game(parse_layout(text, KLONDIKE), "all")
    game.push(Move("waste", "column2"))
    assert game.is_won()
    assert game.score == 5 + 10 + 5 + 10 + 10


def test_drawing_and_turning_over_cost_nothing_and_give_nothing() -> None:
    game = Game(deal(1, "klondike:draw=3"), "off")
    for _ in range(8):
        game.push(Move("stock", "waste", 3))
    game.push(Move("waste", "stock", 24))
    assert game.score == 0


def test_other_games_have_no_score() -> None:
    assert Game(617).score is None


def test_a_pass_that_changes_nothing_is_useless() -> None:
    game = Game(deal(1, "klondike:draw=3"), "off")
    useless = []
    for _ in range(8):
        game.push(Move("stock", "waste", 3))
        useless.append(game.is_useless_pass())
    game.push(Move("waste", "stock", 24))
    assert useless == [False] * 8
    assert game.is_useless_pass()
    game.push(Move("stock", "waste", 3))
    assert game.is_useless_pass()
    game.pop()
    game.pop()
    assert not game.is_useless_pass()


def test_a_pass_in_which_a_card_moved_is_not_useless() -> None:
    game = Game(deal(1, "klondike"), "off")
    card_moved = next(move for move in game.legal_moves if move.source.startswith("column"))
    for _ in range(24):
        game.push(Move("stock", "waste"))
    game.push(card_moved)
    game.push(Move("waste", "stock", 24))
    assert not game.is_useless_pass()
    for _ in range(24):
        game.push(Move("stock", "waste"))
    assert game.is_useless_pass()


def test_a_draw_with_an_automatic_move_after_it_is_no_useless_pass() -> None:
    text = "Foundations: H-K C-K D-J S-Q\nStock: KD\n: QD\n: KS"
    game = Game(parse_layout(text, KLONDIKE), "off")
    game.push(Move("stock", "waste"))
    game.push(Move("waste", "stock"))
    assert game.is_useless_pass()
    other = Game.replay(
        parse_layout(text, KLONDIKE),
        [(Move("stock", "waste"), Move("column2", "foundationS")), (Move("waste", "stock"),)],
    )
    assert not other.is_useless_pass()


def test_the_marks_of_cards_taken_down_are_cleared_from_the_waste_too() -> None:
    text = "Foundations: H-Q C-J D-J S-Q\nWaste: QC\n: KS\n: KC KD QD KH"
    game = Game(parse_layout(text, KLONDIKE), "off")
    game.push(Move("foundationH", "column1"))
    assert texts(game.taken_down) == ["QH"]
    game.push(Move("waste", "foundationC"))
    assert texts(game.taken_down) == ["QH"]
    game.push(Move("column1", "foundationH"))
    assert game.taken_down == frozenset()


def test_the_repr_of_a_game_names_its_options() -> None:
    assert repr(Game(deal(1, "klondike:draw=3"))).startswith("<Game of klondike:draw=3: 0 of 0")

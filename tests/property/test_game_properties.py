"""Laws of games that hold whatever the player does."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kungen.autoplay import automatic_line, finishing_line
from kungen.cards import Card, make_card
from kungen.deals import deal
from kungen.game import Game, Step
from kungen.layout import Layout, Move
from kungen.moves import FOUNDATIONS, is_of_stock
from kungen.replay import replay
from kungen.rules import Points, Rules
from kungen.saves import load_game, save_game
from tests.property.strategies import act, actions, all_rules, layouts, small_rules

Deeds = list[tuple[str, int]]


def played(rules: Rules, number: int, deeds: Deeds) -> Game:
    """A game after what a player did."""
    game = Game(number, game=rules)
    for action, choice in deeds:
        act(game, action, choice)
    return game


numbers = st.integers(1, 10**6)


@given(all_rules(), numbers, actions())
def test_the_steps_in_effect_lead_to_the_layout(rules: Rules, number: int, deeds: Deeds) -> None:
    game = played(rules, number, deeds)
    in_effect = game.steps[: game.move_count]
    moves = [move for step in in_effect for move in step]
    assert replay(game.start, moves) == game.layout
    assert game.start == deal(number, rules)


@given(all_rules(), numbers, actions())
def test_undo_restores_every_layout_and_redo_gives_it_back(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = Game(number, game=rules)
    for action, choice in deeds:
        before, count, steps = game.layout, game.move_count, game.steps
        act(game, action, choice)
        if action in ("push", "home", "tip", "finish") and game.move_count == count + 1:
            after = game.layout
            step = game.pop()
            assert game.layout == before
            assert game.redo() == step
            assert game.layout == after
            assert game.steps[:count] == steps[:count]


@given(all_rules(), numbers, actions())
def test_restart_leads_back_and_everything_can_be_redone(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = played(rules, number, deeds)
    end, steps = game.layout, game.move_count
    game.restart()
    assert (game.layout, game.move_count, game.marks) == (game.start, 0, frozenset())
    for _ in range(steps):
        game.redo()
    assert game.layout == end


@given(all_rules(), numbers, actions())
def test_autoplay_leaves_what_was_just_undone_or_taken_down(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = Game(deal(number, rules), "all")
    for action, choice in deeds:
        undone, steps, before = game.just_undone, game.move_count, game.layout
        act(game, action, choice)
        if action in ("push", "home", "tip") and game.move_count == steps + 1:
            step = game.steps[-1]
            held = undone | game.taken_down
            assert held.isdisjoint(sent_up(replay(before, step[:1]), step[1:]))
            assert game.just_undone == frozenset()


def sent_up(layout: Layout, moves: Sequence[Move]) -> set[Card]:
    """The cards that moves to the foundations send up."""
    cards: set[Card] = set()
    for move in moves:
        suit = "CDHS".index(move.target.removeprefix("foundation"))
        rank = (layout.base - 1 + layout.foundations[suit]) % layout.rules.ranks + 1
        cards.add(make_card(rank, suit))
        layout = layout.play(move)
    return cards


@given(layouts())
def test_autoplay_ends_when_it_has_nothing_more_to_do(layout: Layout) -> None:
    line, end = automatic_line(layout, "all")
    assert replay(layout, line) == end
    assert automatic_line(end, "all") == ((), end)
    safe, _ = automatic_line(layout, "safe")
    assert len(safe) <= len(line)
    assert automatic_line(layout, "off") == ((), layout)


@given(layouts())
def test_the_finish_is_offered_when_it_wins_and_then_does(layout: Layout) -> None:
    game = Game(layout)
    offered = game.can_finish()
    line = finishing_line(layout)
    assert offered == bool(line)
    assert game.finish() == len(line)
    assert game.steps == tuple((move,) for move in line)
    assert game.is_won() == (offered or layout.is_won())
    assert not (offered and any(layout.hidden))
    assert all(is_of_stock(move) or move.target.startswith("foundation") for move in line)


@given(layouts(), st.integers(0, 99))
def test_the_finish_goes_on_as_it_began(layout: Layout, begun: int) -> None:
    line = finishing_line(layout)
    if line:
        begun %= len(line)
        assert finishing_line(replay(layout, line[:begun])) == line[begun:]


def score_of(start: Layout, steps: Sequence[Sequence[Move]]) -> int:
    """The score after steps, counted from the description of the game."""
    points = start.rules.points
    assert points is not None
    score, layout = 0, start
    for move in (move for step in steps for move in step):
        source, target = move.source.rstrip("0123456789CDHS"), move.target
        after = layout.play(move)
        if target.startswith("foundation"):
            score += points.to_foundation
        if (source, target.rstrip("0123456789")) == ("waste", "column"):
            score += points.from_waste
        if source == "foundation":
            score += points.from_foundation
        score += points.turned * sum(
            old > new for old, new in zip(layout.hidden, after.hidden, strict=True)
        )
        score, layout = max(score, 0), after
    return score


def scored_rules() -> st.SearchStrategy[Rules]:
    """Games with a score, some of which take more than there is."""
    points = st.builds(Points, *[st.sampled_from([10, 5, 0, -15, -100])] * 4)
    return st.builds(
        lambda rules, points: replace(rules, points=points), small_rules() | all_rules(), points
    )


@given(scored_rules(), numbers, actions())
def test_the_score_has_a_floor_and_comes_back_with_undo(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = Game(deal(number, rules))
    scores: dict[tuple[Step, ...], int] = {(): 0}
    for action, choice in deeds:
        act(game, action, choice)
        in_effect = game.steps[: game.move_count]
        assert game.score == scores.setdefault(in_effect, score_of(game.start, in_effect))
        assert game.score >= 0
    assert Game.replay(game.start, game.steps, game.move_count).score == game.score


@given(all_rules(), numbers, actions())
def test_a_useless_pass_ends_where_it_began(rules: Rules, number: int, deeds: Deeds) -> None:
    game = played(rules, number, deeds)
    draws = 0
    for step in reversed(game.steps[: game.move_count]):
        if len(step) > 1 or not is_of_stock(step[0]):
            break
        draws += 1
    now, seen = game.layout, False
    for _ in range(draws):
        game.pop()
        seen |= (game.layout.stock, game.layout.waste) == (now.stock, now.waste)
    for _ in range(draws):
        game.redo()
    assert game.is_useless_pass() == seen


@given(all_rules(), numbers, actions())
def test_the_tip_turns_a_card_up_or_leads_where_the_game_was_not(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = played(rules, number, deeds)
    tip = game.tip()
    if tip is not None:
        reached = {before.canonical() for before in layouts_of(game)}
        fresh = [m for m in game.legal_moves if game.layout.play(m).canonical() not in reached]
        assert tip in fresh or not fresh


def layouts_of(game: Game) -> list[Layout]:
    """The layouts of the steps in effect, the start included."""
    found = [game.start]
    for step in game.steps[: game.move_count]:
        found.append(replay(found[-1], step))
    return found


@given(all_rules(), numbers, actions())
def test_a_saved_game_goes_on_as_it_was(rules: Rules, number: int, deeds: Deeds) -> None:
    game = played(rules, number, deeds)
    loaded = load_game(save_game(game))
    assert (loaded.start, loaded.layout, loaded.steps) == (game.start, game.layout, game.steps)
    assert (loaded.move_count, loaded.restarted) == (game.move_count, game.restarted)
    assert loaded.taken_down == game.taken_down
    if game.restarted:
        assert loaded.marks == game.marks == frozenset()


@given(all_rules(), numbers, actions())
def test_the_tip_is_legal_and_there_unless_won_stuck_or_only_ways_back_are_left(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = played(rules, number, deeds)
    tip = game.tip()
    assert tip is None or tip in game.legal_moves
    if tip is None and not (game.is_won() or game.is_stuck()):
        stood = {layout.canonical() for layout in layouts_of(game)}
        for move in game.legal_moves:
            back = game.layout.play(move).canonical() in stood
            assert move.source in FOUNDATIONS or back

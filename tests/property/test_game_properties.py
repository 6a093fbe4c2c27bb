"""Laws of games that hold whatever the player does."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from kungen.autoplay import automatic_line
from kungen.cards import Card, make_card
from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import GAMES
from kungen.layout import Layout, Move
from kungen.replay import replay
from kungen.rules import Rules
from kungen.saves import load_game, save_game
from tests.property.strategies import act, actions, all_rules, layouts

Deeds = list[tuple[str, int]]


def played(rules: Rules, number: int, deeds: Deeds) -> Game:
    """A game after what a player did."""
    game = Game(deal(number, rules))
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
    game = Game(deal(number, rules))
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
        cards.add(make_card(layout.foundations[suit] + 1, suit))
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
    cards = layout.rules.cards - sum(layout.foundations)
    assert game.finish() == (cards if offered else 0)
    assert game.is_won() == (offered or layout.is_won())


@given(numbers, actions())
def test_a_saved_game_goes_on_as_it_was(number: int, deeds: Deeds) -> None:
    game = played(GAMES["freecell"], number, deeds)
    loaded = load_game(save_game(game))
    assert loaded.steps == game.steps
    assert loaded.move_count == game.move_count
    assert loaded.layout == game.layout
    assert loaded.start == game.start


@given(all_rules(), numbers, actions())
def test_the_tip_is_legal_and_there_unless_won_or_stuck(
    rules: Rules, number: int, deeds: Deeds
) -> None:
    game = played(rules, number, deeds)
    tip = game.tip()
    assert (tip is None) == (game.is_won() or game.is_stuck())
    assert tip is None or tip in game.legal_moves

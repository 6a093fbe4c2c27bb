"""What the property tests draw: games, deals, and layouts and games in the middle of play."""

from pathlib import Path

from hypothesis import strategies as st

from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import GAMES, load_rules
from kungen.layout import Layout
from kungen.rules import Rules

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
ALL_RULES = (*GAMES.values(), *map(load_rules, sorted(CORPUS.glob("*.toml"))))

ACTIONS = (
    "push",
    "push",
    "push",
    "home",
    "tip",
    "pop",
    "pop",
    "redo",
    "restart",
    "finish",
    "level",
)


def all_rules() -> st.SearchStrategy[Rules]:
    """The games of the package and those of the corpus."""
    return st.sampled_from(ALL_RULES)


@st.composite
def layouts(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Layout:
    """A layout after some legal moves, cards to the foundations more often than by chance."""
    layout = deal(draw(st.integers(1, 2**33 - 1)), draw(rules or all_rules()))
    for choice in draw(st.lists(st.integers(0, 999), max_size=60)):
        moves = list(layout.legal_moves)
        home = [move for move in moves if move.target.startswith("foundation")]
        if moves:
            pool = home if home and choice % 2 else moves
            layout = layout.play(pool[choice % len(pool)])
    return layout


def actions() -> st.SearchStrategy[list[tuple[str, int]]]:
    """What a player does, with a number that chooses among the moves."""
    return st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 999)), max_size=40)


def act(game: Game, action: str, choice: int) -> None:
    """Do one thing in a game, when it can be done."""
    moves = list(game.legal_moves)
    home = [move for move in moves if move.target.startswith("foundation")]
    tip = game.tip() if action == "tip" else None
    if tip is not None:
        game.push(tip)
    elif action == "home" and home:
        game.push(home[choice % len(home)])
    elif action == "push" and moves:
        game.push(moves[choice % len(moves)])
    elif action == "pop" and game.can_undo():
        game.pop()
    elif action == "redo" and game.can_redo():
        game.redo()
    elif action == "restart" and choice % 4 == 0:
        game.restart()
    elif action == "finish":
        game.finish_step()
    elif action == "level":
        game.autoplay = ("off", "safe", "all")[choice % 3]

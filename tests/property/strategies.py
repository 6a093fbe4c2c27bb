"""What the property tests draw: games, deals, and layouts and games in the middle of play."""

from pathlib import Path

from hypothesis import strategies as st

from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import GAMES, load_rules, parse_rules
from kungen.layout import Layout
from kungen.moves import is_of_stock
from kungen.rules import Rules

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
ALL_RULES = (*GAMES.values(), *map(load_rules, sorted(CORPUS.glob("*.toml"))))

ACTIONS = (
    "push",
    "push",
    "push",
    "home",
    "stock",
    "tip",
    "pop",
    "pop",
    "redo",
    "restart",
    "finish",
    "level",
)
BEAK_CARDS = 3


def all_rules() -> st.SearchStrategy[Rules]:
    """The games of the package and those of the corpus, with any options, and small ones."""
    return st.one_of(st.sampled_from(ALL_RULES), games_with_options(), small_rules())


@st.composite
def games_with_options(draw: st.DrawFn) -> Rules:
    """A game of the package with options chosen."""
    rules = draw(st.sampled_from([*GAMES.values()]))
    values: dict[str, st.SearchStrategy[int | bool | str | None]] = {
        "columns": st.integers(4, 10),
        "cells": st.integers(1, 10),
        "build": st.sampled_from(["alternating", "suit"]),
        "empties": st.sampled_from(["any", "king"]),
        "draw": st.sampled_from([1, 3]),
        "passes": st.none() | st.integers(1, 3),
        "single-card": st.booleans(),
        "foundation-return": st.booleans(),
    }
    return rules.with_options(
        **{
            option.name: draw(values[option.name])
            for option in rules.options
            if draw(st.booleans())
        }
    )


@st.composite
def small_rules(draw: st.DrawFn, most_ranks: int = 5) -> Rules:
    """Rules of any kind with a deck of at most so many ranks: beaks, stocks, hidden cards, ..."""
    ranks = draw(st.integers(1, most_ranks))
    columns, cells = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    base = draw(st.sampled_from([1, draw(st.integers(1, ranks)), "beak"]))
    left = 4 * ranks - (BEAK_CARDS if base == "beak" else 0) - 1
    filled = draw(st.lists(st.integers(1, cells), unique=True, max_size=left) if cells else NONE)
    reserve = draw(st.integers(0, min(3, left - len(filled))))
    left += 1 - len(filled) - reserve
    file: dict[str, object] = {
        "format": 2,
        "id": "small",
        "layout": {"ranks": ranks, "columns": columns, "cells": cells, "reserve": reserve},
        "build": {
            "order": draw(st.sampled_from(["alternating", "suit"])),
            "empty-column": draw(st.sampled_from(["any", "king"])),
            "runs": draw(st.sampled_from(["supermove", "any-length", "single"])),
            "wrap": ranks > 1 and draw(st.booleans()),
        },
        "foundations": {"return": draw(st.booleans()), "base": base},
        "deal": {
            "cells": sorted(filled),
            "direction": draw(st.sampled_from(["right", "left"])),
            **draw(column_deals(columns, left, face_up=base == "beak")),
        },
    }
    deals = file["deal"]
    assert isinstance(deals, dict)
    if sum(deals.get("columns", [])) < left and "columns" in deals:
        passes = draw(st.sampled_from(["unlimited", 1, 2, 3]))
        file["stock"] = {"draw": draw(st.sampled_from([1, 3])), "passes": passes}
    if draw(st.booleans()):
        file["score"] = {"to-foundation": 10, "from-waste": 5, "turned": 5, "from-foundation": -15}
    return parse_rules(file)


NONE: st.SearchStrategy[list[int]] = st.just([])


@st.composite
def column_deals(
    draw: st.DrawFn, columns: int, left: int, *, face_up: bool
) -> dict[str, list[int]]:
    """How many cards columns get, at most so many, and how many of them lie face down."""
    if draw(st.booleans()):
        return {}
    sizes: list[int] = []
    for _ in range(columns):
        sizes.append(draw(st.integers(0, left - sum(sizes))))
    if not any(sizes):
        sizes[-1] = 1
    if face_up or draw(st.booleans()):
        return {"columns": sizes}
    return {"columns": sizes, "hidden": [draw(st.integers(0, max(0, size - 1))) for size in sizes]}


@st.composite
def layouts(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, most_moves: int = 60
) -> Layout:
    """A layout after some legal moves, cards to the foundations more often than by chance."""
    layout = deal(draw(st.integers(1, 2**33 - 1)), draw(all_rules() if rules is None else rules))
    for choice in draw(st.lists(st.integers(0, 999), max_size=most_moves)):
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
    pools = {
        "push": moves,
        "home": [move for move in moves if move.target.startswith("foundation")],
        "stock": [move for move in moves if is_of_stock(move)],
        "tip": [tip] if action == "tip" and (tip := game.tip()) is not None else [],
    }
    pool = pools.get(action, [])
    if pool:
        game.push(pool[choice % len(pool)])
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

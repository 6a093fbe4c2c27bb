"""All games of the house, and games of one's own, by every command."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import GAMES, deal, parse_line

Kungen = Callable[..., Any]

HARBOUR = """\
format = 2
id = "harbour"
options = ["single-card"]

[names]
sv = "Hamnen"
da = "Havnen"
en = "The Harbour"

[layout]
columns = 9
cells = 2

[build]
order = "alternating"
"""
VARIANTS = [*GAMES, "klondike:draw=3,passes=2", "plato:columns=5,cells=6,build=suit"]


@pytest.fixture
def harbour(tmp_path: Path) -> str:
    path = tmp_path / "harbour.toml"
    path.write_text(HARBOUR)
    return str(path)


def test_the_games_are_listed_with_their_names_tables_and_options(kungen: Kungen) -> None:
    done = kungen("games")
    assert (done.status, done.err) == (0, "")
    games = dict(zip(GAMES, sorted(done.out.split("\n\n")), strict=True))
    assert games["klondike"].rstrip().splitlines() == [
        "klondike: Klondike, Harpan (sv), 7 kabale (da)",
        "  7 columns, a stock, built down in alternating colours",
        "  draw=1 (1 or 3)",
        '  passes=unlimited (a whole number from 1 to 99 or "unlimited")',
        "  foundation-return=true (false or true)",
    ]
    assert games["king-albert"].splitlines()[1] == (
        "  9 columns, a reserve of 7 cards, built down in alternating colours"
    )
    assert games["forecell"].splitlines()[0] == "forecell: ForeCell"
    assert games["penguin"].splitlines()[1:3] == [
        "  7 columns, 7 cells, built down in suit",
        "  foundations begin with the first card's rank",
    ]


def test_the_games_are_listed_as_json(kungen: Kungen) -> None:
    games = {game["game"]: game for game in json.loads(kungen("games", "--json").out)}
    assert list(games) == list(GAMES)
    assert games["klondike"] == {
        "game": "klondike",
        "names": {"sv": "Harpan", "da": "7 kabale", "en": "Klondike"},
        "columns": 7,
        "cells": 0,
        "reserve": 0,
        "stock": True,
        "build": "alternating",
        "empties": "king",
        "wrap": False,
        "runs": "any-length",
        "foundation-return": True,
        "base": 1,
        "draw": 1,
        "passes": "unlimited",
        "options": {"draw": 1, "passes": "unlimited", "foundation-return": True},
        "values": {
            "draw": [1, 3],
            "passes": ["unlimited", *range(1, 100)],
            "foundation-return": [False, True],
        },
    }
    assert games["plato"]["options"] == {
        "columns": 8,
        "cells": 4,
        "build": "alternating",
        "empties": "any",
        "single-card": False,
        "foundation-return": False,
    }
    assert games["plato"]["values"] == {
        "columns": [*range(4, 11)],
        "cells": [*range(1, 11)],
        "build": ["alternating", "suit"],
        "empties": ["any", "king"],
        "single-card": [False, True],
        "foundation-return": [False, True],
    }
    assert (games["penguin"]["base"], games["penguin"]["passes"]) == ("beak", 0)


def test_one_game_is_listed_by_name_or_file(kungen: Kungen, harbour: str) -> None:
    assert kungen("games", harbour).out.splitlines() == [
        "harbour: The Harbour, Hamnen (sv), Havnen (da)",
        "  9 columns, 2 cells, built down in alternating colours",
        "  single-card=false (false or true)",
    ]
    assert [game["game"] for game in json.loads(kungen("games", harbour, "--json").out)] == [
        "harbour"
    ]
    assert kungen("games", "harpan:draw=3").out.splitlines()[2] == "  draw=3 (1 or 3)"
    done = kungen("games", "whist")
    assert (done.status, done.err.startswith("kungen: there is no game 'whist'")) == (2, True)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_deal_of_every_game_is_read_and_named_again(kungen: Kungen, game: str) -> None:
    board = kungen("deal", "617", "--game", game).out
    assert board == f"{deal(617, game).text()}\n"
    again = kungen("deal", "--board", "-", "--game", game, stdin=board)
    assert (again.status, again.out) == (0, board)
    assert kungen("identify", "-", "--game", game, stdin=board).out == "617\n"


@pytest.mark.parametrize("game", VARIANTS)
def test_the_moves_of_every_game_are_listed_as_they_are_read(kungen: Kungen, game: str) -> None:
    layout = deal(617, game)
    lines = kungen("moves", "617", "--game", game).out.splitlines()
    assert [parse_line(line, layout)[0] for line in lines] == list(layout.legal_moves)
    as_json = json.loads(kungen("moves", "617", "--game", game, "--json").out)
    assert as_json == [move.json() for move in layout.legal_moves]
    if lines:
        done = kungen("moves", "617", "--game", game, "--after", lines[0], "--json")
        after = layout.play(layout.legal_moves[0])
        assert json.loads(done.out) == [move.json() for move in after.legal_moves]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_counted(kungen: Kungen, game: str) -> None:
    moves = len(deal(617, game).legal_moves)
    done = kungen("perft", "617", "1", "--game", game, "--reference")
    assert done.out == f"1 {moves}\n"


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_drawn(kungen: Kungen, game: str) -> None:
    picture = kungen("deal", "617", "--game", game, "--svg", "-").out
    assert picture == f"{deal(617, game).svg()}\n"


def test_the_json_of_a_deal_has_what_the_game_has(kungen: Kungen) -> None:
    board = json.loads(kungen("deal", "617", "--game", "klondike:passes=2", "--json").out)
    layout = deal(617, "klondike:passes=2")
    assert board["game"] == "klondike:passes=2"
    assert board["hidden"] == [0, 1, 2, 3, 4, 5, 6]
    assert (len(board["stock"]), board["waste"], board["turned-over"]) == (24, [], 0)
    assert board["stock"] == layout.text().splitlines()[1].split()[1:]
    assert "reserve" not in board
    board = json.loads(kungen("deal", "617", "--game", "king-albert", "--json").out)
    assert (len(board["reserve"]), "stock" in board, "hidden" in board) == (7, False, False)
    board = json.loads(kungen("deal", "617", "--game", "penguin", "--json").out)
    assert board["base"] == deal(617, "penguin").base


def test_a_game_of_ones_own_is_a_file(kungen: Kungen, harbour: str) -> None:
    board = kungen("deal", "1", "--game", harbour).out
    assert board.splitlines()[:3] == [
        "Foundations: H-0 C-0 D-0 S-0",
        "Freecells: - -",
        ": JD KC 9D QH 8H 3D",
    ]
    assert kungen("identify", "-", "--game", harbour, stdin=board).out == "1\n"
    chosen = kungen("deal", "1", "--game", f"{harbour}:single-card=true", "--json").out
    assert json.loads(chosen)["game"] == "harbour:single-card=true"


def test_a_game_of_ones_own_is_saved_whole(kungen: Kungen, harbour: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    kungen("play", "1", "--game", harbour, stdin=f"1a\nsave {saved}\n")
    Path(harbour).unlink()
    done = kungen("play", "--load", str(saved), stdin="undo\n")
    assert (done.status, done.out.splitlines()[-1]) == (0, "0 moves")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("whist", "there is no game 'whist'; the games are "),
        ("", "there is no game ''; the games are "),
        ("klondike:cells=3", "klondike has no option 'cells'; its options are draw, passes, f"),
        ("klondike:draw=2", "option draw is 2; it must be 1 or 3"),
        ("klondike:draw", "'draw' is no option; one is a name, = and a value"),
        ("klondike:passes=100", "option passes is 100; it must be a whole number from 1 to 99 or"),
        ("-", "a game is not read from standard input: give --game a name or a file"),
        ("--json", "--game takes a name or a file, not --json"),
        ("plato:cells=11", "option cells is 11; it must be a whole number from 1 to 10"),
        ("harbour.toml:draw=3", "harbour has no option 'draw'; its options are single-card"),
    ],
)
def test_a_game_or_an_option_that_is_not_there_is_wrong_usage(
    kungen: Kungen, harbour: str, monkeypatch: pytest.MonkeyPatch, game: str, sentence: str
) -> None:
    monkeypatch.chdir(Path(harbour).parent)
    for command in (["deal", "1"], ["identify", "-"], ["verify", "-", "--deal", "1"]):
        done = kungen(*command, "--game", game, stdin="3a")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"kungen: {sentence}")
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("cells = 2", "cells = 20", "[layout] cells is 20; it must be a whole number from 0 to 10"),
        ("cells = 2", "cell = 2", "[layout] cell is unknown; the keys here are "),
        ("columns = 9", "", "[layout] columns is missing; it must be a whole number from 1 to 10"),
        ("[layout]", "[layout", "this is not TOML: "),
        ("format = 2", "format = 3", "format is 3; it must be 1 or 2"),
    ],
)
def test_a_wrong_file_of_a_game_is_said_with_its_place(
    kungen: Kungen, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HARBOUR.replace(old, new))
    done = kungen("deal", "1", "--game", str(path))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: wrong.toml: {sentence}")
    assert done.err.count("\n") == 1


def test_a_file_of_a_game_that_is_not_there_is_said(kungen: Kungen, tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    done = kungen("deal", "1", "--game", str(path))
    assert (done.status, done.err) == (1, f"kungen: {path}: there is no such file\n")


def test_a_path_with_a_slash_and_an_ending_in_any_case_are_files(
    kungen: Kungen, harbour: str, tmp_path: Path
) -> None:
    board = kungen("deal", "1", "--game", harbour).out
    for name in ("HARBOUR.TOML", "harbour", "b.Toml"):
        copy = tmp_path / name
        copy.write_text(HARBOUR)
        assert kungen("deal", "1", "--game", str(copy)).out == board
    options = kungen("deal", "1", "--game", f"{tmp_path}/harbour:single-card=true", "--json").out
    assert json.loads(options)["game"] == "harbour:single-card=true"
    done = kungen("deal", "1", "--game", "./x")
    assert (done.status, done.err) == (1, "kungen: ./x: there is no such file\n")


SMALL = """\
format = 2
id = "small"
layout = { ranks = 5, columns = 3, cells = 1 }
build = { order = "alternating" }
foundations = { return = true }
"""
KLONDIKE = """\
Foundations: H-K C-K D-J S-9
Stock: KD QS
Waste: QD JS
: <KS> TS
"""


def test_a_solution_without_notation_is_a_move_a_line_and_verifies(
    kungen: Kungen, tmp_path: Path
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(KLONDIKE)
    arguments = ["--board", str(board), "--game", "klondike"]
    done = kungen("solve", *arguments)
    game, verdict, *moves = done.out.splitlines()
    assert game == "; game: klondike"
    assert verdict.startswith(f"; solved: {len(moves)} moves, ")
    assert all(json.loads(move)[2] >= 1 for move in moves)
    verified = kungen("verify", "-", *arguments, stdin=done.out)
    assert verified.out == f"won in {len(moves)} moves, autoplay off\n"
    saved = kungen("solve", *arguments, "--json").out
    assert kungen("verify", "-", stdin=saved).out == f"won in {len(moves)} moves\n"


def test_a_solution_that_takes_a_card_down_has_that_move_as_json(
    kungen: Kungen, tmp_path: Path
) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    solved = kungen("solve", "84", "--game", str(path)).out
    down = [line for line in solved.splitlines() if line.startswith("[")]
    assert down
    assert all(json.loads(line)[0].startswith("foundation") for line in down)
    lines = [line for line in solved.splitlines()[2:] if not line.startswith("[")]
    assert any(line.count(" ") > 3 for line in lines)
    verified = kungen("verify", "-", "--game", str(path), stdin=solved)
    assert (verified.status, verified.err) == (0, "")


def test_moves_as_json_may_stand_anywhere_in_a_solution(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("Foundations: H-K C-K D-K S-J\n: QS KS\n")
    solution = '["column1", "cell1", 1] 1h ; up\n["cell1","foundationS",1]\n'
    done = kungen("verify", "-", "--board", str(board), stdin=solution)
    assert done.out == "won in 3 moves, autoplay off\n"
    done = kungen("verify", "-", "--board", str(board), stdin='1a 1h\n ["cell2", "x", 1]')
    assert done.err == (
        'kungen: standard input: move 3, \'["cell2", "x", 1]\' (line 2, column 2):'
        " there is no pile 'x' (autoplay off, safe, all tried)\n"
    )


def test_a_move_off_a_foundation_is_json_within_a_solution(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("Foundations: H-K C-K D-K S-J\n: QS KS\n")
    solution = '1a ["foundationD", "column1", 1]'
    arguments = ["--board", str(board), "--game", "freecell:foundation-return=true"]
    done = kungen("verify", "-", *arguments, "--autoplay", "off", stdin=solution)
    assert 'move 2, \'["foundationD", "column1", 1]\' (line 1, column 4): KD does not' in done.err


def test_moves_in_words_are_read_wherever_moves_are(kungen: Kungen, tmp_path: Path) -> None:
    arguments = ["--game", "klondike", "--json"]
    spoken = kungen("moves", "617", "--after", "draw draw column7 column2", *arguments)
    draw = '["stock", "waste", 1]'
    by_json = f'{draw} {draw} ["column7", "column2", 1]'
    assert (spoken.status, spoken.err) == (0, "")
    assert spoken.out == kungen("moves", "617", "--after", by_json, *arguments).out
    board = tmp_path / "board.txt"
    board.write_text("Foundations: H-K C-K D-J S-K\nStock: KD\n: QD\n")
    solution = "draw ; one card\nturn over draw\ncolumn1 home waste home\n"
    done = kungen("verify", "-", "--board", str(board), "--game", "klondike", stdin=solution)
    assert done.out == "won in 5 moves, autoplay off\n"


def test_the_base_of_a_game_of_ones_own_is_told(kungen: Kungen, tmp_path: Path) -> None:
    path = tmp_path / "seven.toml"
    path.write_text(f"{HARBOUR}\n[foundations]\nbase = 7\n")
    board = kungen("deal", "5", "--game", str(path)).out
    assert board.startswith("Base: 7\nFoundations: ")
    assert json.loads(kungen("deal", "5", "--game", str(path), "--json").out)["base"] == 7
    assert "base" not in json.loads(kungen("deal", "5", "--json").out)
    assert kungen("identify", "-", "--game", str(path), stdin=board).out == "5\n"
    assert "begin with 7" in kungen("play", "5", "--game", str(path), stdin="help\n").out
    assert "Base: 7" in kungen("deal", "5", "--game", str(path), "--svg", "-").out

"""`verify`: solutions and saved games, right and wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import Game, parse_layout, parse_move, save_game

Kungen = Callable[..., Any]

# Two kings over queens: every card up wins, and autoplay does part of it.
BOARD = "Foundations: H-J C-J D-K S-K\n: QC KC\n: QH KH\n"
BY_HAND = "1a 1h ah 2a 2h ah"
WITH_SAFE_AUTOPLAY = "1a 2b"
WITH_FULL_AUTOPLAY = "1a 2a"


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


@pytest.mark.parametrize(
    ("solution", "level", "moves"),
    [(BY_HAND, "off", 6), (WITH_SAFE_AUTOPLAY, "safe", 2), (WITH_FULL_AUTOPLAY, "all", 2)],
)
def test_a_solution_is_tried_with_each_autoplay(
    kungen: Kungen, board: str, solution: str, level: str, moves: int
) -> None:
    done = kungen("verify", "-", "--board", board, stdin=solution)
    assert (done.status, done.out) == (0, f"won in {moves} moves, autoplay {level}\n")


def test_a_given_autoplay_is_the_only_one(kungen: Kungen, board: str) -> None:
    done = kungen("verify", "-", "--board", board, "--autoplay", "off", stdin=WITH_SAFE_AUTOPLAY)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        "kungen: standard input: not won: after 2 moves 48 of 52 cards are on the foundations"
        " (autoplay off)\n"
    )


def test_comments_and_line_ends_do_not_count(kungen: Kungen, board: str) -> None:
    solution = "; up\r\n1a 1h ; a 99 c\r\n\tah\n\n2a 2h ah"
    assert kungen("verify", "-", "--board", board, stdin=solution).status == 0


def test_the_place_of_the_move_that_fails_is_said(kungen: Kungen, tmp_path: Path) -> None:
    solution = tmp_path / "solution.txt"
    solution.write_text("#617\n; a start\n58 3a  3b\n3c 26 4d\n")
    done = kungen("verify", str(solution))
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"kungen: {solution}: move 5, '26' (line 4, column 4): KS does not go on 6C: it goes on a"
        " card one rank higher (autoplay off, safe, all tried)\n"
    )


def test_a_word_that_is_no_move_is_said_with_its_place(kungen: Kungen) -> None:
    done = kungen("verify", "-", "--autoplay", "off", stdin="#617\n3a hello")
    assert done.status == 1
    assert done.err.startswith(
        "kungen: standard input: move 2, 'hello' (line 2, column 4): 'hello' is no move: "
    )


def test_moves_after_the_win_are_wrong(kungen: Kungen, board: str) -> None:
    done = kungen("verify", "-", "--board", board, stdin=f"{BY_HAND} 1a")
    assert done.status == 1
    assert "move 7, '1a' (line 1, column 19): column 1 is empty" in done.err


def test_the_deal_may_be_named_by_an_option(kungen: Kungen) -> None:
    for arguments in (["--deal", "617"], []):
        heading = "" if arguments else "#617\n"
        done = kungen("verify", "-", *arguments, stdin=f"{heading}3a")
        assert done.status == 1
        assert "not won: after 1 move 0 of 52 cards" in done.err


def test_moves_may_follow_the_number_on_its_line(kungen: Kungen) -> None:
    done = kungen("verify", "-", stdin="#617;deal\n#617 3a")
    assert "move 1, '#617' (line 2, column 1)" in done.err
    for heading in ("#617", "# 617", " #\t0617"):
        assert "not won: after 1 move " in kungen("verify", "-", stdin=f"{heading} 3a").err
    done = kungen("verify", "-", stdin="# 617 3a 99")
    assert "move 2, '99' (line 1, column 10)" in done.err


@pytest.mark.parametrize(
    ("arguments", "text", "status", "sentence"),
    [
        ([], "3a", 2, "the first line does not name the deal (#617): give --deal or --board"),
        (["--deal", "1"], "#617\n", 2, "the first line names deal #617: give no other with an"),
        (["--board", "x"], "#617\n", 2, "the first line names deal #617: give no other with an"),
        (["--deal", "0"], "3a", 2, "a deal number is a whole number from 1 to 8589934591, not 0"),
        ([], "#\n3a", 1, "standard input: line 1: the number of the deal is missing after #"),
        ([], "", 1, "standard input: this is empty; a solution or a saved game is expected"),
        ([], "\n; no move\n", 1, "standard input: this is empty; a solution or a saved game is"),
        (["--board", "-"], "3a", 2, "the solution and the board cannot both come from standard"),
        (["--deal", "618"], "{", 2, "standard input is a saved game, which says it all: give no"),
        (["--board", "x"], "{", 2, "standard input is a saved game, which says it all: give no"),
        (["--game", "freecell"], "{", 2, "standard input is a saved game, which says it all: give"),
        (["--autoplay", "off"], "{", 2, "standard input is a saved game, which says it all: give"),
        ([], "#x\n", 1, "standard input: line 1: a deal number is a whole number from 1 to"),
        ([], "#0\n", 1, "standard input: line 1: a deal number is a whole number from 1 to"),
        (["--autoplay", "some"], "#617", 2, 'invalid value "some" for --autoplay. Choose from: '),
    ],
)
def test_a_deal_that_is_not_clear_is_said(
    kungen: Kungen, arguments: list[str], text: str, status: int, sentence: str
) -> None:
    done = kungen("verify", "-", *arguments, stdin=text)
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(f"kungen: {sentence}")
    assert done.err.count("\n") == 1


def test_a_saved_game_that_is_won(kungen: Kungen, tmp_path: Path) -> None:
    game = Game(parse_layout(BOARD), "off")
    for word in BY_HAND.split():
        game.push(parse_move(word, game.layout))
    saved = tmp_path / "game.json"
    saved.write_text(save_game(game))
    assert kungen("verify", str(saved)).out == "won in 6 moves\n"
    game.pop()
    saved.write_text(save_game(game))
    done = kungen("verify", str(saved))
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"kungen: {saved}: not won: after 5 moves 51 of 52 cards are on the foundations\n"
    )


def test_a_saved_game_that_fails_is_said_with_its_step(kungen: Kungen) -> None:
    steps = [[["column3", "cell1", 1]], [["column3", "cell1", 1]]]
    text = json.dumps({"format": 1, "game": "freecell", "deal": 617, "steps": steps})
    done = kungen("verify", "-", stdin=text)
    assert (done.status, done.err) == (
        1,
        "kungen: standard input: step 2, move 1: cell 1 holds KC\n",
    )


# Up to three cards may move to the empty column 2: 32 means all, or one where fc-solve wrote it.
THREE_OR_ONE = "Foundations: H-T C-K D-K S-J\n: KS QH\n:\n: KH QS JH\n"


@pytest.mark.parametrize(
    ("solution", "said"),
    [
        ("32 2h 2h 1h 1h 2h", "won in 6 moves, autoplay off"),
        ("32v2 2h 2h 1h 1h 3h", "won in 6 moves, autoplay off"),
        (
            "32 3h 2h 1h 3h 1h",
            "won in 6 moves, autoplay off, moves read as fc-solve writes them",
        ),
    ],
)
def test_a_bare_move_into_an_empty_column_is_read_as_most_write_it_and_then_as_fc_solve(
    kungen: Kungen, tmp_path: Path, solution: str, said: str
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(THREE_OR_ONE)
    assert kungen("verify", "-", "--board", str(board), stdin=solution).out == f"{said}\n"


@pytest.mark.parametrize("game", ["penguin", "klondike:foundation-return=false", "freecell"])
def test_a_solution_says_its_game(kungen: Kungen, game: str) -> None:
    number = "3" if game.startswith("klondike") else "617"
    solved = kungen("solve", number, "--game", game, "--nodes", "200000").out
    assert solved.splitlines()[0] == (f"#{number}" if game == "freecell" else f"#{number} {game}")
    level = ["--autoplay", "off"]
    for more in ([], ["--game", game], ["--deal", number]):
        done = kungen("verify", "-", *level, *more, stdin=solved)
        assert "#" not in done.err
        assert "names" not in done.err
        assert done.out == kungen("verify", "-", *level, stdin=solved).out
    wrong = kungen("verify", "-", "--game", "plato", stdin=solved)
    if game != "freecell":
        assert (wrong.status, wrong.err) == (
            2,
            f"kungen: the first line names the game {game}: give no other with --game\n",
        )


def test_a_solution_without_its_game_is_read_as_before(kungen: Kungen) -> None:
    solved = kungen("solve", "617", "--game", "penguin").out.replace(" penguin", "", 1)
    assert kungen("verify", "-", "--game", "penguin", stdin=solved).out.startswith("won in ")


def test_the_game_of_a_board_or_of_a_file_is_a_comment(kungen: Kungen, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 2\nid = "mine"\nlayout = { columns = 9, cells = 4 }\n'
        'build = { order = "alternating" }\n'
    )
    own = kungen("solve", "617", "--game", str(path)).out
    assert own.splitlines()[:2] == ["#617", "; game: mine"]
    assert kungen("verify", "-", "--game", str(path), stdin=own).out.startswith("won in ")
    board = tmp_path / "board.txt"
    board.write_text(BOARD)
    for game, first in (("freecell", "; solved"), ("freecell:single-card=true", "; game: freec")):
        solved = kungen("solve", "--board", str(board), "--game", game).out
        assert solved.startswith(first)
        done = kungen("verify", "-", "--board", str(board), "--game", game, stdin=solved)
        assert done.out.startswith("won in ")


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("#617 whist", "standard input: line 1: there is no game 'whist'; the games are "),
        ("#617 klondike:cells=2", "standard input: line 1: klondike has no option 'cells'"),
        (
            "#617 klondike hello",
            "standard input: move 1, 'hello' (line 1, column 15): 'hello' is no",
        ),
        ("#617 harpan draw", "standard input: not won: after 1 move 0 of 52 cards"),
        ("#617 draw", "standard input: move 1, 'draw' (line 1, column 6): the game has no stock"),
        (
            "#617 column3 home",
            "standard input: move 1, 'column3 home' (line 1, column 6): the found",
        ),
        ("#617 ah", "standard input: move 1, 'ah' (line 1, column 6): cell 1 is empty"),
    ],
)
def test_a_word_after_the_number_is_a_game_or_a_move(
    kungen: Kungen, first: str, sentence: str
) -> None:
    done = kungen("verify", "-", stdin=f"{first}\n")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: {sentence}")

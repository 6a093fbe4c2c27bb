"""`play`: moves piped in, as a person would type them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import Card, card_text

Kungen = Callable[..., Any]

ONE_CARD_LEFT = "Foundations: H-K C-K D-K S-Q\n: KS\n"
TWO_CARDS_LEFT = "Foundations: H-K C-K D-K S-J\n: QS KS\n"


def status_lines(out: str) -> list[str]:
    """What was printed beside the boards."""
    return [line for line in out.splitlines() if not line.startswith((":", "Found", "Freecells"))]


def test_the_board_and_the_moves_are_shown(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="3a\n58\n")
    assert (done.status, done.err) == (0, "")
    assert status_lines(done.out) == ["0 moves", "1 move", "2 moves"]
    assert "Freecells: KC - - -" in done.out
    assert ": AH KH TC JS 2S QH JC" in done.out


def test_several_moves_may_stand_on_a_line(kungen: Kungen) -> None:
    assert status_lines(kungen("play", "617", stdin="3a 58").out) == ["0 moves", "2 moves"]


def test_wrong_input_says_why_and_the_game_goes_on(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="12\nhello\n99\n\n3a\n")
    assert done.status == 0
    assert (
        status_lines(done.out)[1] == "12: JD does not go on KS: it goes on a card one rank higher"
    )
    assert status_lines(done.out)[2].startswith("'hello' is no move: a move is a column")
    assert status_lines(done.out)[3] == "99: there is no column 9: the game has 8 columns"
    assert status_lines(done.out)[4] == "1 move"


def test_the_moves_before_a_wrong_one_stand(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="3a 3b 3a\n")
    assert status_lines(done.out) == [
        "0 moves",
        "3a: cell 1 holds KC",
        "The 2 before it stand.",
        "2 moves",
    ]


def test_undo_redo_and_restart(kungen: Kungen) -> None:
    typed = "undo\nredo\n3a\n58\nundo\nredo\nrestart\nredo\n"
    assert status_lines(kungen("play", "617", stdin=typed).out) == [
        "0 moves",
        "there is no move to undo",
        "there is no move to redo",
        "1 move",
        "2 moves",
        "1 move",
        "2 moves",
        "0 moves",
        "1 move",
    ]


def test_the_end_of_a_game_is_said(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(ONE_CARD_LEFT)
    done = kungen("play", "--board", str(board), stdin="1h\nmoves\ntip\n")
    assert status_lines(done.out)[1:] == ["won in 1 move", "none", "won in 1 move"]


def test_finish_plays_the_rest(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    typed = "finish\n1a\nfinish\n"
    lines = status_lines(
        kungen(
            "play",
            "--board",
            str(board),
            stdin=typed,
        ).out
    )
    assert lines == [
        "0 moves",
        "playing the cards up does not win from here",
        "won in 1 move",
        "playing the cards up does not win from here",
    ]


def test_finish_is_offered_where_autoplay_leaves_cards(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    typed = "1a\nfinish\n"
    done = kungen("play", "--board", str(board), "--autoplay", "off", stdin=typed)
    assert status_lines(done.out)[1:] == ["1 move; `finish` plays the rest", "won in 3 moves"]


def test_a_stuck_game_is_said(kungen: Kungen) -> None:
    # Every free card is black, so none goes on another; the aces lie deep.
    free = ["KC", "KS", "JC", "JS", "9C", "9S", "7C", "7S"]
    cells = ["5C", "5S", "3C", "3S"]
    deep = [card for card in map(card_text, map(Card, range(52))) if card not in free + cells]
    columns = [f": {' '.join([*deep[place::8], card])}" for place, card in enumerate(free)]
    board = "\n".join([f"Freecells: {' '.join(cells)}", *columns])
    assert status_lines(kungen("play", "--board", "-", stdin=board).out) == [
        "stuck after 0 moves: no card can move; undo some moves, or restart"
    ]


def test_a_tip_is_a_legal_move_and_claims_no_more(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="tip\n")
    assert status_lines(done.out)[1] == "58 is possible; nobody has proven it best"


def test_quit_leaves_at_once(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="quit\n3a\n")
    assert (done.status, status_lines(done.out)) == (0, ["0 moves"])


def test_help_lists_what_can_be_typed(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="help\n")
    for word in ("26v4", "moves", "tip", "undo", "redo", "restart", "finish", "save", "quit"):
        assert word in done.out


def test_a_saved_game_goes_on_where_it_was(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    kungen("play", "617", stdin=f"3a\n58\nundo\nsave {saved}\n")
    assert json.loads(saved.read_text()) == {
        "format": 1,
        "game": "freecell",
        "deal": 617,
        "steps": [[["column3", "cell1", 1]], [["column5", "column8", 1]]],
        "position": 1,
    }
    assert status_lines(kungen("play", "--load", str(saved), stdin="redo\n").out) == [
        "1 move",
        "2 moves",
    ]


def test_a_loaded_game_has_the_autoplay_that_is_asked_for(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    kungen("play", "--board", str(board), stdin=f"save {saved}\n")
    by_hand = kungen("play", "--load", str(saved), "--autoplay", "off", stdin="1a\n").out
    assert status_lines(by_hand)[-1] == "1 move; `finish` plays the rest"
    assert status_lines(kungen("play", "--load", str(saved), stdin="1a\n").out)[-1] == (
        "won in 1 move"
    )


def test_saving_where_one_cannot_is_said_and_the_game_goes_on(
    kungen: Kungen, tmp_path: Path
) -> None:
    done = kungen("play", "617", stdin=f"save {tmp_path}\nsave\nsave a b\n3a\n")
    assert done.status == 0
    assert status_lines(done.out)[1:] == [
        f"{tmp_path}: this is a directory; a file is expected",
        "save takes one file name: save game.json",
        "save takes one file name: save game.json",
        "1 move",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "this is not JSON"),
        ('{"format": 2}', "format is 2; this program reads format 1"),
        (
            (
                '{"format": 1, "game": "freecell", "deal": 617,'
                ' "steps": [[["column3", "cell1", 1]],'
                ' [["column3", "cell1", 1]]]}'
            ),
            "step 2, move 1: cell 1 holds KC",
        ),
    ],
)
def test_a_wrong_saved_game_is_said_with_its_place(
    kungen: Kungen, tmp_path: Path, text: str, sentence: str
) -> None:
    saved = tmp_path / "game.json"
    saved.write_text(text)
    done = kungen("play", "--load", str(saved))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: {saved}: {sentence}")


def test_load_stands_alone(kungen: Kungen) -> None:
    done = kungen("play", "617", "--load", "game.json")
    assert (done.status, done.err) == (
        2,
        "kungen: give --load FILE alone, without a number or --board\n",
    )


def test_input_that_is_no_text_is_answered(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin=b"\xff\xfe\n3a\n")
    assert done.status == 0
    assert status_lines(done.out)[-1] == "1 move"

"""`deal`, `moves` and `identify`."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import GAMES, deal

Kungen = Callable[..., Any]

BOARD_617 = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: - - - -
: 7D TD TH KD 4C 4S JD
: AD 7S QC 5H QS TS KS
: 5C QD 3H 9S 9C 2H KC
: 3S AC 9D 3C 9H 5D 4H
: 5S 6D 6S 8S 7C JC
: 8C 8H 8D 7H 6H 6C
: 2D AS 3D 4D 2C JH
: AH KH TC JS 2S QH
"""
NUMBERS = "a deal number is a whole number from 1 to 8589934591"


def test_deal_prints_the_board_text(kungen: Kungen) -> None:
    done = kungen("deal", "617")
    assert (done.status, done.out, done.err) == (0, BOARD_617, "")


@pytest.mark.parametrize("name", ["freecell", "Kungen", "NAPOLEON"])
def test_a_game_goes_by_any_of_its_names(kungen: Kungen, name: str) -> None:
    assert kungen("deal", "617", "--game", name).out == BOARD_617


def test_deal_prints_json(kungen: Kungen) -> None:
    board = json.loads(kungen("deal", "617", "--json").out)
    assert board["game"] == "freecell"
    assert board["columns"][0] == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]
    assert board["cells"] == [None] * 4
    assert board["foundations"] == {"C": 0, "D": 0, "H": 0, "S": 0}


def test_json_says_which_cards_are_in_cells_and_on_foundations(kungen: Kungen) -> None:
    text = "Foundations: H-K C-K D-K S-Q\nFreecells: - KS - -\n"
    board = json.loads(kungen("deal", "--board", "-", "--json", stdin=text).out)
    assert board["cells"] == [None, "KS", None, None]
    assert board["foundations"] == {"C": 13, "D": 13, "H": 13, "S": 12}


def test_deal_writes_a_picture(kungen: Kungen, tmp_path: Path) -> None:
    picture = tmp_path / "617.svg"
    assert kungen("deal", "617", "--svg", str(picture)).status == 0
    assert ET.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
    assert list(tmp_path.iterdir()) == [picture]


def test_a_picture_that_cannot_be_written_leaves_what_was_there(
    kungen: Kungen, tmp_path: Path
) -> None:
    done = kungen("deal", "617", "--svg", str(tmp_path))
    assert done.status == 1
    assert done.err == f"kungen: {tmp_path}: this is a directory; a file is expected\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("0", "0"),
        ("-1", "'-1'"),
        ("1.5", "'1.5'"),
        (str(2**40), str(2**40)),
        ("9" * 5000, f"'{'9' * 58}…"),
        ("0" * 5000, "0"),
        ("0x10", "'0x10'"),
        ("6_1_7", "'6_1_7'"),
        (" 617", "' 617'"),
        (str(2**33), str(2**33)),
        ("abc", "'abc'"),
        ("", "''"),
        ("٣", "'٣'"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "moves", "play", "solve"])
def test_a_number_that_no_deal_has_is_wrong_usage(
    kungen: Kungen, command: str, number: str, shown: str
) -> None:
    done = kungen(command, number)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"kungen: {NUMBERS}, not {shown}\n"


def test_the_last_number_has_a_deal(kungen: Kungen) -> None:
    assert kungen("deal", str(2**33 - 1)).out.splitlines()[2] == ": TC 8S 8C 6C 5H 5C 9C"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deal"], "give the number of a deal, or a board text with --board FILE"),
        (
            ["play"],
            (
                "give the number of a deal, a board text with --board FILE, or a saved game with"
                " --load FILE"
            ),
        ),
        (["deal", "1", "--board", "-"], "give the number of a deal or --board FILE, not both"),
        (
            ["deal", "1", "--game", "whist"],
            f"there is no game 'whist'; the games are {', '.join(GAMES)}",
        ),
        (["deal", "1", "2"], "unexpected argument '2'; `kungen deal --help` tells more"),
        (
            ["deal", "1", "--", "x" * 5000],
            f"unexpected argument '{'x' * 58}…; `kungen deal --help` tells more",
        ),
        (
            ["deal", "1", f"--{'x' * 5000}"],
            f"unknown option: '--{'x' * 56}…; `kungen deal --help` tells more",
        ),
        (
            ["deal", "1", "--json=\x1b[1m"],
            (
                "invalid value for --json: unable to convert \"'\\x1b[1m'\" into bool; "
                "`kungen deal --help` tells more"
            ),
        ),
        (
            ["deal", "1", "--jsn"],
            "unknown option: --jsn. Did you mean --json? `kungen deal --help` tells more",
        ),
        (["deal", "1", "--xyz"], "unknown option: --xyz; `kungen deal --help` tells more"),
        (["identify", "--xyz"], "unknown option --xyz; a file of that name is ./--xyz"),
        (["identify", ""], "the name of a file is empty; - is standard input or output"),
        (
            ["identify", "-", "--limit", "x"],
            "--limit is a whole number from 1 to 8589934591, not 'x'",
        ),
        (["deal", "1", "--json", "--svg", "x"], "give --json or --svg FILE, not both"),
        (
            ["deal", "1", "--", "--json"],
            "unexpected argument '--json'; `kungen deal --help` tells more",
        ),
        (["deal", "1", "--", "-x"], "unexpected argument '-x'; `kungen deal --help` tells more"),
    ],
)
def test_wrong_arguments_are_said_in_a_sentence(
    kungen: Kungen, arguments: list[str], sentence: str
) -> None:
    done = kungen(*arguments)
    assert (done.status, done.out, done.err) == (2, "", f"kungen: {sentence}\n")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (BOARD_617.replace("JH", ""), "JH is missing"),
        (
            BOARD_617.replace("JH", "JD"),
            "line 9, card 6: JD is there twice, first in line 3, card 7",
        ),
        (BOARD_617.replace("JH", "JX"), "line 9, card 6: 'JX' is no card: "),
        (BOARD_617 + ": \n", "line 11: there is a column too many: the game has 8"),
    ],
)
def test_a_wrong_board_is_said_with_its_place(
    kungen: Kungen, tmp_path: Path, wrong: str, sentence: str
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(wrong)
    for name, shown in ((str(path), str(path)), ("-", "standard input")):
        done = kungen("deal", "--board", name, stdin=wrong)
        assert (done.status, done.out) == (1, "")
        assert done.err.startswith(f"kungen: {shown}: {sentence}")
        assert done.err.count("\n") == 1


def test_files_that_cannot_be_read_are_said(kungen: Kungen, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b": 7D\n\xff\xfe")
    for name, reason in (
        (str(tmp_path / "none"), "there is no such file"),
        (str(tmp_path), "this is a directory; a file is expected"),
        (str(binary), "this is not text: byte 5 is no UTF-8"),
        ("/dev/zero", "this is larger than 16777216 bytes; a text is expected"),
    ):
        done = kungen("identify", name)
        assert (done.status, done.err) == (1, f"kungen: {name}: {reason}\n")


def test_moves_come_one_a_line(kungen: Kungen) -> None:
    lines = kungen("moves", "617").out.split()
    assert lines[:5] == ["1a", "1b", "1c", "1d", "2a"]
    assert len(lines) == deal(617).legal_moves.count() == 35


def test_moves_after_a_line(kungen: Kungen) -> None:
    moves = json.loads(kungen("moves", "617", "--after", "3a 58", "--json").out)
    assert ["cell1", "column5", 1] not in moves
    assert ["column8", "cell2", 1] in moves


def test_an_illegal_move_before_the_moves_is_said_with_its_place(kungen: Kungen) -> None:
    done = kungen("moves", "617", "--after", "3a 3a")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: move 2: 3a: cell 1 holds KC\n"


def test_identify_finds_the_number_again(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD_617)
    assert kungen("identify", str(board)).out == "617\n"
    assert kungen("identify", "-", stdin=BOARD_617).out == "617\n"


def test_identify_looks_at_every_number_unless_told_otherwise(kungen: Kungen) -> None:
    last = str(2**33 - 1)
    assert kungen("identify", "-", stdin=kungen("deal", last).out).out == f"{last}\n"


def test_identify_says_when_there_is_no_number(kungen: Kungen) -> None:
    done = kungen("identify", "-", "--limit", "616", stdin=BOARD_617)
    assert (done.status, done.out) == (1, "")
    assert done.err == ("kungen: standard input: this is no deal with a number from 1 to 616\n")


def test_the_last_number_that_was_looked_at_is_named(kungen: Kungen) -> None:
    for game, options, last in (
        ("penguin", [], 1_000_000),
        ("penguin", ["--limit", "2000000"], 1_000_000),
        ("penguin", ["--limit", "10"], 10),
        ("freecell", [], 8589934591),
    ):
        board = deal(2_000_000, game)
        text = board.play(board.legal_moves[0]).text()
        done = kungen("identify", "-", "--game", game, *options, stdin=text)
        sentence = f"standard input: this is no deal with a number from 1 to {last}"
        assert (done.status, done.err) == (1, f"kungen: {sentence}\n")


def test_a_board_is_named_whatever_the_order_of_its_cells(kungen: Kungen) -> None:
    text = deal(1, "eight-off").text()
    assert "Freecells: 6S 9C 2H 6H - - - -" in text
    board = text.replace("6S 9C 2H 6H - - - -", "- 6H - 9C - 2H - 6S")
    assert kungen("identify", "-", "--game", "eight-off", stdin=board).out == "1\n"


def test_a_view_shows_what_the_player_sees(kungen: Kungen) -> None:
    arguments = ["deal", "617", "--game", "klondike"]
    assert kungen(*arguments, "--view").out == f"{deal(617, 'klondike').view().text()}\n"
    seen = json.loads(kungen(*arguments, "--view", "--json").out)
    known = json.loads(kungen(*arguments, "--json").out)
    assert seen["columns"][:2] == [["3C"], [None, "9S"]]
    assert (seen["stock"], len(known["stock"])) == ([None] * 24, 24)
    assert {**known, "columns": 0, "stock": 0} == {**seen, "columns": 0, "stock": 0}
    picture = kungen(*arguments, "--svg", "-")
    assert kungen(*arguments, "--view", "--svg", "-").out == picture.out
    assert "face down" in kungen("deal", "--help").out

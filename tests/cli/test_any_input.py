"""Whatever is fed to the commands, they end with a status and at most one sentence."""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kungen
from kungen import GAMES, Game, deal, find_rules, save_game
from kungen.cli import main
from kungen.game_file import rules_file
from tests.docs.transcripts import blocks

VARIANTS = [*GAMES, "klondike:draw=3,passes=2", "plato:columns=10,cells=1"]
WORDS = ["#617", ";", "3a", "58", "26v4", "ah", "undo", "redo", "finish", "tip", "é", "{", "["]
WORDS += ["draw", "turn over", '["stock", "waste", 1]', "waste column3", "reserve1 home", "help"]

FILES = sorted(Path(kungen.__file__).with_name("games").glob("*.toml"))
LESSON = blocks(Path(__file__).parents[2] / "docs" / "your-own-lesson.md")[0]

games = st.sampled_from(VARIANTS)
lines = st.lists(st.sampled_from(WORDS)).map(" ".join)
solutions = st.one_of(st.text(), st.lists(lines, min_size=1).map("\n".join))


@contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def run(arguments: list[str], data: bytes) -> tuple[int, str]:
    """The status of a command, and what it said on standard error."""
    complaint = io.StringIO()
    with standard_input(data), redirect_stdout(io.StringIO()), redirect_stderr(complaint):
        status = main(arguments)
    return status, complaint.getvalue()


def assert_ends_well(arguments: list[str], data: bytes) -> None:
    status, complaint = run(arguments, data)
    assert status in {0, 1, 2}
    assert (complaint == "") == (status == 0)
    assert complaint == "" or complaint.startswith("kungen: ")
    assert "Traceback" not in complaint


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with a piece of it replaced."""
    start = draw(st.integers(0, len(text)))
    length = draw(st.integers(0, 4))
    return text[:start] + draw(st.text(max_size=4)) + text[start + length :]


@pytest.mark.parametrize("command", [["verify", "-"], ["verify", "-", "--deal", "617"]])
@given(text=solutions)
def test_verify_takes_any_text(command: list[str], text: str) -> None:
    assert_ends_well(command, text.encode("utf-8", "surrogatepass"))


def saved_game(game: str) -> str:
    """A game saved after some tips."""
    played = Game(deal(617, game))
    for _ in range(9):
        move = played.tip()
        if move is not None:
            played.push(move)
    return save_game(played)


SAVED = {game: saved_game(game) for game in VARIANTS}
SAVED["own"] = SAVED["klondike"].replace(
    '"deal"', f'"rules": {json.dumps(rules_file(find_rules("klondike")))}, "deal"'
)


@given(data=st.data(), game=st.sampled_from([*SAVED]))
def test_verify_takes_any_damaged_save(data: st.DataObject, game: str) -> None:
    assert_ends_well(["verify", "-"], data.draw(damaged(SAVED[game])).encode())


@given(data=st.binary())
def test_every_reader_takes_any_bytes(data: bytes) -> None:
    for command in (["identify", "-"], ["verify", "-"], ["deal", "--board", "-"], ["lessons", "-"]):
        assert_ends_well(command, data)


@given(data=st.data(), game=games)
def test_a_board_takes_any_damage(data: st.DataObject, game: str) -> None:
    text = data.draw(damaged(deal(617, game).text()))
    assert_ends_well(["deal", "--board", "-", "--json", "--game", game], text.encode())


@given(data=st.data(), path=st.sampled_from(FILES))
def test_a_file_of_a_game_takes_any_damage(data: st.DataObject, path: Path) -> None:
    text = data.draw(damaged(path.read_text(encoding="utf-8")))
    with TemporaryDirectory() as folder:
        copy = Path(folder, "own.toml")
        copy.write_text(text, encoding="utf-8", newline="")
        assert_ends_well(["deal", "1", "--game", str(copy)], b"")


@given(data=st.data())
def test_a_file_of_a_lesson_takes_any_damage(data: st.DataObject) -> None:
    assert_ends_well(["lessons", "-"], data.draw(damaged(LESSON)).encode())


@given(text=solutions, game=games)
def test_a_game_goes_on_whatever_is_typed(text: str, game: str) -> None:
    typed = text.encode("utf-8", "surrogatepass")
    status, complaint = run(["play", "617", "--game", game], typed)
    assert status in {0, 1}
    assert (complaint == "") == (status == 0)
    assert all(line.startswith("kungen: line ") for line in complaint.splitlines())


def asks_for_much(depth: str) -> bool:
    return depth.isascii() and depth.isdigit() and int(depth) > 3


@given(number=st.text(), depth=st.text(max_size=3).filter(lambda text: not asks_for_much(text)))
def test_arguments_may_be_anything(number: str, depth: str) -> None:
    for command in (
        ["deal", number],
        ["moves", "617", "--after", number],
        ["perft", number, depth],
        ["deal", "617", "--game", number],
        ["deal", "617", "--game", f"klondike:{number}"],
        ["deal", "617", "--game", f"plato:cells={number}"],
        ["games", number],
        ["lessons", number],
        ["lessons", "--check", number],
    ):
        status, complaint = run(command, b"")
        assert status in {0, 1, 2}
        assert "Traceback" not in complaint

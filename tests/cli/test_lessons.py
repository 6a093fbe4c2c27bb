"""`kungen lessons`: listing them, showing one, and checking those that a teacher writes."""

import re
from pathlib import Path

import pytest

from kungen import LESSONS, Goal, lesson, parse_card
from kungen.cli.teaching import goal_words
from tests.cli.conftest import Kungen
from tests.docs.transcripts import blocks

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = blocks(DOCS / "your-own-lesson.md")[0]
HURRIED = EXAMPLE.replace("moves = 4", "moves = 3")


@pytest.fixture
def buried(tmp_path: Path) -> str:
    path = tmp_path / "buried.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("language", ["sv", "da", "en"])
def test_the_lessons_are_listed_in_their_order_with_names_in_a_language(
    kungen: Kungen, language: str
) -> None:
    done = kungen("lessons", "--language", language)
    assert (done.status, done.err) == (0, "")
    lines = [
        f"{lesson.id}: {re.sub('[{}]', '', lesson.text(language).name)} ({lesson.game})"
        for lesson in LESSONS.values()
    ]
    assert done.out.splitlines() == lines


def test_names_are_english_where_nothing_else_is_asked_for(kungen: Kungen) -> None:
    assert kungen("lessons").out == kungen("lessons", "--language", "en").out


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_shown_with_its_board_task_goal_and_line(kungen: Kungen, lesson: str) -> None:
    done = kungen("lessons", lesson)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{lesson}: ")
    assert LESSONS[lesson].layout.text() in done.out
    assert "\nGoal: " in done.out
    assert ("the goal is reached" in done.out) != LESSONS[lesson].goal.proof
    assert "{" not in done.out


def test_a_proof_tells_its_deal_and_no_line(kungen: Kungen) -> None:
    proof = next(lesson for lesson in LESSONS.values() if lesson.goal.proof)
    out = kungen("lessons", proof.id).out
    assert f"(freecell, deal {proof.deal})" in out.splitlines()[0]
    assert out.endswith("Goal: a complete search that finds no win\n")


def test_several_lessons_are_shown_one_after_the_other(kungen: Kungen, buried: str) -> None:
    first = next(iter(LESSONS))
    one, other = kungen("lessons", first).out, kungen("lessons", buried).out
    assert kungen("lessons", first, buried).out == f"{one}\n{other}"


def test_a_task_is_told_in_the_language_asked_for(kungen: Kungen, buried: str) -> None:
    out = kungen("lessons", buried, "--language", "sv").out
    assert "Få upp 2H. Börja med att se efter vad som ligger över AH." in out
    assert kungen("lessons", "-", stdin=EXAMPLE).out == kungen("lessons", buried).out


def test_a_lesson_that_is_not_there_is_wrong_usage(kungen: Kungen) -> None:
    done = kungen("lessons", "acE")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("kungen: there is no lesson 'acE'; the lessons are ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--check"], ["--language", "no"], ["--wrong"], [""]])
def test_arguments_that_make_no_sense_are_wrong_usage(kungen: Kungen, arguments: list[str]) -> None:
    done = kungen("lessons", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("kungen: ")
    assert done.err.count("\n") == 1


def test_a_sound_lesson_is_said_to_be_so_with_its_fewest_moves(kungen: Kungen, buried: str) -> None:
    done = kungen("lessons", "--check", buried)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{buried}: sound; the fewest moves are 4, allowed are 4\n"
    done = kungen("lessons", "--check", "-", stdin=EXAMPLE.replace("moves = 4", "moves = 6"))
    assert done.out == "standard input: sound; the fewest moves are 4, allowed are 6\n"


def test_a_proof_is_said_to_be_sound(kungen: Kungen) -> None:
    text = re.sub(r'layout = """.*?"""', "deal = 11982", EXAMPLE, flags=re.DOTALL)
    text = text.replace("2a 2b 2h ah", "").replace('up = ["2H"]\nmoves = 4', "proof = true")
    done = kungen("lessons", "--check", "-", stdin=text)
    assert (done.status, done.out) == (0, "standard input: sound; nobody can win\n")


def test_every_fault_of_a_lesson_that_is_not_sound_is_said(kungen: Kungen, buried: str) -> None:
    Path(buried).write_text(HURRIED.replace('up = ["2H"]', 'up = ["3H"]'), encoding="utf-8")
    done = kungen("lessons", "--check", buried)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"kungen: {buried}: the line does not reach the goal\n"
        f"kungen: {buried}: the line has 4 moves; allowed are 3\n"
    )


def test_each_file_is_checked_whatever_is_wrong_with_the_others(
    kungen: Kungen, buried: str, tmp_path: Path
) -> None:
    none, wrong = str(tmp_path / "none.toml"), str(tmp_path / "wrong.toml")
    Path(wrong).write_text(EXAMPLE.replace("moves = 4", "moves = 0"), encoding="utf-8")
    done = kungen("lessons", "--check", none, wrong, buried)
    assert done.status == 1
    assert done.out == f"{buried}: sound; the fewest moves are 4, allowed are 4\n"
    assert done.err == (
        f"kungen: {none}: there is no such file\n"
        f"kungen: {wrong}: [goal] moves is 0; it must be a whole number from 1 to 99\n"
    )


def test_a_lesson_of_the_house_is_checked_by_its_id(kungen: Kungen) -> None:
    done = kungen("lessons", "--check", "ace", "unwinnable")
    assert (done.status, done.err) == (0, "")
    ace, unwinnable = done.out.splitlines()
    assert ace == "ace: sound; the fewest moves are 1, allowed are 1"
    assert unwinnable == "unwinnable: sound; nobody can win"
    done = kungen("lessons", "--check", "no-such")
    assert (done.status, done.err) == (1, "kungen: no-such: there is no such file\n")


def test_states_that_no_catalogue_has_are_said(kungen: Kungen) -> None:
    text = re.sub(r'layout = """.*?"""', "deal = 31", EXAMPLE, flags=re.DOTALL)
    text = text.replace("2a 2b 2h ah", "").replace('up = ["2H"]\nmoves = 4', "proof = true")
    text = text.replace('"freecell"', '"klondike"').replace("{3H} och", "{states} och")
    done = kungen("lessons", "--check", "-", stdin=text)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        "kungen: standard input: [sv] reason: {states} is not known:"
        " no catalogue has the states of deal 31 of klondike\n"
    )


def test_a_wrong_file_among_those_of_the_house_is_named(
    kungen: Kungen, buried: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.lesson._FOLDER", Path(buried).parent)
    Path(buried).with_name("odd.toml").mkdir()
    lesson.lessons.cache_clear()
    try:
        for arguments in ([], ["ace"], ["--check", "ace"]):
            done = kungen("lessons", *arguments)
            assert (done.status, done.out) == (1, "")
            assert done.err.startswith("kungen: the lessons of the house cannot be read: ")
            assert done.err.endswith("odd.toml: the file cannot be read: is a directory\n")
        assert kungen("lessons", "--check", buried).status == 0
    finally:
        lesson.lessons.cache_clear()


def test_a_wrong_file_that_is_to_be_shown_fails(kungen: Kungen, buried: str) -> None:
    Path(buried).write_text(EXAMPLE.replace("2a 2b", "2a 2a"), encoding="utf-8")
    done = kungen("lessons", buried)
    assert (done.status, done.out) == (1, "")
    assert done.err == f"kungen: {buried}: line: move 2: 2a: cell 1 holds 2H\n"


def test_where_a_search_for_fewer_moves_is_too_long_that_is_said(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch, buried: str
) -> None:
    monkeypatch.setattr("kungen.cli.teaching.NODES", 2)
    done = kungen("lessons", "--check", buried)
    assert done.out == (
        f"{buried}: sound; the line has 4 moves; whether fewer will do is not known\n"
    )


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (Goal(up=(parse_card("AH"),), moves=1), "AH on its foundation; in at most 1 move"),
        (
            Goal(on=((parse_card("7S"), parse_card("8H")),), columns=2, moves=3),
            "7S on 8H, 2 empty columns; in at most 3 moves",
        ),
        (Goal(won=True, face_down=0), "all cards on the foundations, no card face down"),
        (Goal(cells=1, face_down=2), "1 empty cell, at most 2 cards face down"),
    ],
)
def test_a_goal_is_said_in_words(goal: Goal, words: str) -> None:
    assert goal_words(goal) == words

"""The lessons of the house: each is sound by the law and the solver, and speaks three languages."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import kungen
from kungen import LESSONS, Lesson, LessonError, lesson, load_lesson, solve
from kungen.catalogue import find
from kungen.goal import fewest_moves
from kungen.lesson import LANGUAGES, PLACES, STATES, check_lesson
from tests.unit.test_lesson import EXAMPLE

FILES = sorted(Path(kungen.__file__).with_name("lessons").glob("*.toml"))
WITH_A_LINE = [lesson for lesson in LESSONS.values() if not lesson.goal.proof]
PROOFS = [lesson for lesson in LESSONS.values() if lesson.goal.proof]


def id_of(lesson: Lesson) -> str:
    return lesson.id


def test_there_are_lessons_and_each_file_is_named_after_its_own() -> None:
    assert {path.stem: load_lesson(path) for path in FILES} == dict(LESSONS)
    assert len(FILES) > 0


def test_lessons_are_listed_by_their_order_those_of_games_with_a_stock_last() -> None:
    places = [(one.rules.has_stock, one.order, one.id) for one in LESSONS.values()]
    assert places == sorted(places)
    assert [lesson.id for lesson in LESSONS.values()] == list(LESSONS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(lesson, "_FOLDER", tmp_path)
    return tmp_path


def write(folder: Path, id: str, order: int, stem: str = "") -> None:  # noqa: A002 - its key
    text = EXAMPLE.replace('id = "buried"', f'id = "{id}"').replace("900", str(order))
    (folder / f"{stem or id}.toml").write_text(text, encoding="utf-8")


def test_a_lesson_with_a_stock_comes_after_those_without_whatever_its_order(folder: Path) -> None:
    write(folder, "late", 9000)
    write(folder, "b-same", 40)
    write(folder, "a-same", 40)
    for name in ("which-king", "ace"):
        shutil.copy(FILES[0].with_name(f"{name}.toml"), folder)
    assert [*lesson.lessons.__wrapped__()] == ["ace", "a-same", "b-same", "late", "which-king"]


def test_a_file_that_is_not_named_after_its_lesson_is_refused(folder: Path) -> None:
    write(folder, "ace", 1)
    write(folder, "ace", 2, stem="another")
    sentence = 'another.toml: id is "ace"; the file of this lesson must be called ace.toml'
    with pytest.raises(LessonError, match=f"^{re.escape(sentence)}$"):
        lesson.lessons.__wrapped__()


@pytest.mark.parametrize(
    ("put", "sentence"),
    [
        (lambda path: path.mkdir(), r"odd\.toml: the file cannot be read: is a directory$"),
        (lambda path: path.symlink_to("none"), r"odd\.toml: there is no such file$"),
        (lambda path: path.write_bytes(b"\xff"), r"odd\.toml: the file is not UTF-8 text$"),
        (lambda path: path.write_text("format"), r"^odd\.toml: this is not TOML: "),
    ],
    ids=["a directory", "a link to nothing", "no text", "no TOML"],
)
def test_a_file_that_is_no_lesson_is_named(
    folder: Path, put: Callable[[Path], object], sentence: str
) -> None:
    put(folder / "odd.toml")
    with pytest.raises(LessonError, match=sentence):
        lesson.lessons.__wrapped__()


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=id_of)
def test_a_lesson_is_sound(lesson: Lesson) -> None:
    assert check_lesson(lesson, solve) == []


@pytest.mark.parametrize("lesson", WITH_A_LINE, ids=id_of)
def test_the_goal_of_a_lesson_is_reached_in_the_moves_allowed(lesson: Lesson) -> None:
    assert lesson.goal.moves is not None
    fewest = fewest_moves(lesson.layout, lesson.goal, lesson.goal.moves)
    assert fewest is not None
    assert fewest <= len(lesson.line) <= lesson.goal.moves


@pytest.mark.parametrize("lesson", PROOFS, ids=id_of)
def test_the_catalogue_has_the_states_of_a_proof_that_tells_them(lesson: Lesson) -> None:
    texts = (lesson.text(language) for language in LANGUAGES)
    told = any(f"{{{STATES}}}" in f"{text.task}{text.missed}{text.reason}" for text in texts)
    assert not told or find(lesson.game).states[lesson.deal or 0] > 0


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=id_of)
def test_a_lesson_names_the_same_cards_in_every_language(lesson: Lesson) -> None:
    texts = [lesson.text(language) for language in LANGUAGES]
    for part in ("task", "reason"):
        named = [sorted({*PLACES.findall(getattr(text, part))}) for text in texts]
        assert named[0] == named[1] == named[2]
    assert len({text.task for text in texts}) == len(LANGUAGES)

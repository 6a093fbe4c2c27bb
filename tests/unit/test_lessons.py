"""The lessons of the house: each is sound by the law and the solver, and speaks three languages."""

from pathlib import Path

import pytest

import kungen
from kungen import LESSONS, Lesson, load_lesson, solve
from kungen.catalogue import find
from kungen.goal import fewest_moves
from kungen.lesson import LANGUAGES, PLACES, STATES, check_lesson

FILES = sorted(Path(kungen.__file__).with_name("lessons").glob("*.toml"))
WITH_A_LINE = [lesson for lesson in LESSONS.values() if not lesson.goal.proof]
PROOFS = [lesson for lesson in LESSONS.values() if lesson.goal.proof]


def id_of(lesson: Lesson) -> str:
    return lesson.id


def test_there_are_lessons_and_each_file_is_named_after_its_own() -> None:
    assert {path.stem: load_lesson(path) for path in FILES} == dict(LESSONS)
    assert len(FILES) > 0


def test_lessons_are_listed_by_their_order_and_equal_ones_by_their_ids() -> None:
    places = [(lesson.order, lesson.id) for lesson in LESSONS.values()]
    assert places == sorted(places)
    assert [lesson.id for lesson in LESSONS.values()] == list(LESSONS)


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

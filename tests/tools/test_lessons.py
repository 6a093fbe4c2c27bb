"""The lessons as the page gets them: records that the engine reads, and texts without places."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import book
import lessons
import pytest
from language import read_language

from kungen import LESSONS, Goal, Layout, Move, find_rules
from kungen import lesson as law

HOUSE = Path(law.__file__).with_name("lessons")
LANGUAGES = ("sv", "da", "en")


def states(_game: str, _number: int) -> int:
    return 61643


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_records_of_a_lesson_are_those_of_the_law(code: str) -> None:
    records = lessons.export(code, states)
    assert [record["id"] for record in records] == list(LESSONS)
    assert json.loads(json.dumps(records)) == records
    for record, lesson in zip(records, LESSONS.values(), strict=True):
        rules = find_rules(str(record["game"]))
        assert Layout.unpack(rules, bytes.fromhex(str(record["layout"]))) == lesson.layout
        assert record["deal"] == lesson.deal
        assert record["moves"] == lesson.goal.moves
        line = [Move.unpack(bytes.fromhex(move)) for move in _list(record["line"])]
        assert tuple(line) == lesson.line
        if lesson.goal.proof:
            assert (record["goal"], record["proof"], record["states"]) == (None, True, 61643)
        else:
            goal = Goal.unpack(rules, bytes.fromhex(str(record["goal"])))
            assert goal.reached(lesson.layout) is False
            assert goal.pack() == lesson.goal.pack()
            assert (record["proof"], record["states"]) == (False, None)


def _list(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_has_a_place_left(code: str) -> None:
    for record in lessons.export(code, states):
        for key in ("name", "task", "missed", "reason"):
            assert "{" not in str(record[key])


@pytest.mark.parametrize(
    ("code", "text", "filled"),
    [
        ("sv", "{6H} på {7S}.", "Hjärter sex på spader sju."),
        ("da", "Læg {6H} på {7S}. {AD} går op.", "Læg hjerter seks på spar syv. Ruder es går op."),
        ("en", "Is it up? {AD}! {AC}", "Is it up? Ace of diamonds! Ace of clubs"),
        ("en", "Which one: {AD}, {AC}?", "Which one: ace of diamonds, ace of clubs?"),
        ("en", "“{AD}.” {AC} (then {2C}).", "“Ace of diamonds.” Ace of clubs (then two of clubs)."),
        ("sv", "Klart. \u2013 {AD}", "Klart. \u2013 Ruter ess"),
        ("en", "After {states} states.", "After 61,643 states."),
        ("da", "Efter {states}.", "Efter 61.643."),
    ],
)
def test_places_are_filled_with_words_of_the_language(code: str, text: str, filled: str) -> None:
    assert lessons.fill(text, read_language(code), 61643) == filled


def test_a_number_of_states_that_nobody_knows_ends_the_build() -> None:
    with pytest.raises(RuntimeError, match=r"^text: no catalogue has the number of states of this"):
        lessons.fill("{states}", read_language("en"), None)
    proof = r"^\w+\.toml: \[sv\] \w+: no catalogue has the number of states of this deal$"
    with pytest.raises(RuntimeError, match=proof):
        lessons.export("sv", lambda _game, _number: None)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The lessons' folder with those of the house, for a test to change."""
    copied = Path(shutil.copytree(HOUSE, tmp_path / "lessons"))
    monkeypatch.setattr(law, "_FOLDER", copied)
    law.lessons.cache_clear()
    yield copied
    law.lessons.cache_clear()


def test_a_file_that_is_no_lesson_ends_the_build_with_its_name(folder: Path) -> None:
    (folder / "odd.toml").write_text("format = 1", encoding="utf-8")
    for built in (lambda: lessons.export("sv"), lambda: book.export("sv"), lambda: book.book("sv")):
        with pytest.raises(RuntimeError, match=r"^A lesson is wrong: odd\.toml: id is missing; "):
            built()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_book_counts_the_lessons_as_they_are_shown(folder: Path, code: str) -> None:
    """A lesson without a stock comes before those with one, also when its order is the last."""
    ace = (folder / "ace.toml").read_text(encoding="utf-8")
    late = re.sub("(?m)^order = .*", "order = 9999", ace.replace('id = "ace"', 'id = "late"'))
    (folder / "late.toml").write_text(late, encoding="utf-8")
    html = book.book(code)
    ids = re.findall(r'data-lesson="([^"]+)"', html)
    numbers = [int(number) for number in re.findall(r'<span class="number">(\d+)</span>', html)]
    assert numbers == [*range(1, len(LESSONS) + 2)]
    assert ids == [record["id"] for record in lessons.export(code)]
    assert ids.index("late") < ids.index("which-king")

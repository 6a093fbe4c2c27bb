"""The lessons as the page gets them: records that the engine reads, and texts without places."""

import json

import lessons
import pytest
from language import read_language

from kungen import LESSONS, Goal, Layout, Move, find_rules
from kungen.catalogue import find

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
    with pytest.raises(RuntimeError, match="The catalogue does not say the states"):
        lessons.fill("{states}", read_language("en"), None)


def test_states_are_those_of_the_catalogue() -> None:
    assert lessons.catalogue_states("freecell", 11982) == find("freecell").states[11982]
    assert lessons.catalogue_states("freecell", 617) is None
    assert lessons.catalogue_states("plato:columns=4", 1) is None

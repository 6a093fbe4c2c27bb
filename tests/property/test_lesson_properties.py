"""Whatever a lesson's file or a goal's record holds, it is read or refused with one sentence."""

import json
import tomllib
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kungen import Card, Goal, Lesson, LessonError, Rules, parse_lesson
from kungen.goal import fewest_moves
from kungen.layout import Layout
from tests.docs.transcripts import blocks
from tests.property.strategies import all_rules, layouts
from tests.unit.test_lesson import DOCS

EXAMPLE = blocks(DOCS / "your-own-lesson.md")[0]
TABLES = tomllib.loads(EXAMPLE)
PLACES = [(key,) for key in TABLES] + [
    (table, key) for table in ("goal", "sv", "da", "en") for key in TABLES[table]
]
GOAL_KEYS = ["up", "on", "cells", "columns", "face-down", "won", "proof", "moves", "else"]
CARDS = st.sampled_from(["AH", "2H", "KS", "7S", "8H", "XX", ""])

values = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9) | CARDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def read(text: str) -> Lesson | str:
    """Return the lesson of a text, or the one sentence for what is wrong."""
    try:
        return parse_lesson(text, "any.toml")
    except LessonError as error:
        sentence = str(error)
    assert sentence.startswith("any.toml: ")
    assert sentence.isprintable()
    assert len(sentence) < 400
    return sentence


def toml(tables: dict[str, Any]) -> str:
    """Write tables as TOML: JSON has the same strings, numbers and lists."""

    def value(found: object) -> str:
        if isinstance(found, dict):
            return "{" + ", ".join(f"{json.dumps(k)} = {value(v)}" for k, v in found.items()) + "}"
        if isinstance(found, list):
            return "[" + ", ".join(map(value, found)) + "]"
        return json.dumps(found)

    return "\n".join(f"{json.dumps(key)} = {value(found)}" for key, found in tables.items())


@given(text=st.text())
def test_any_text_is_no_lesson(text: str) -> None:
    assert isinstance(read(text), str)


@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(EXAMPLE)))
    length = data.draw(st.integers(0, 9))
    read(EXAMPLE[:start] + data.draw(st.text(max_size=4)) + EXAMPLE[start + length :])


@given(place=st.sampled_from(PLACES), value=values)
def test_any_value_in_the_place_of_a_key_is_read_or_refused(
    place: tuple[str, ...], value: object
) -> None:
    tables = tomllib.loads(EXAMPLE)
    table = tables if len(place) == 1 else tables[place[0]]
    table[place[-1]] = value
    read(toml(tables))


@given(goal=st.dictionaries(st.sampled_from(GOAL_KEYS), values))
def test_any_goal_is_read_or_refused(goal: dict[str, object]) -> None:
    read(toml(tomllib.loads(EXAMPLE) | {"goal": goal}))


@given(rules=all_rules(), record=st.binary(max_size=20).map(lambda rest: b"G\x01" + rest))
def test_a_record_is_refused_or_written_again_as_it_was(rules: Rules, record: bytes) -> None:
    with suppress(LessonError):
        assert Goal.unpack(rules, record).pack() == record


@given(data=st.data(), layout=layouts())
def test_what_a_layout_has_is_reached_in_no_moves_and_what_it_lacks_in_some(
    data: st.DataObject, layout: Layout
) -> None:
    cards = st.integers(0, layout.rules.cards - 1).map(Card)
    goal = Goal(
        up=tuple(data.draw(st.lists(cards, max_size=2, unique=True))),
        on=tuple(data.draw(st.lists(st.tuples(cards, cards), max_size=2))),
        columns=data.draw(st.integers(0, 2)),
        face_down=data.draw(st.none() | st.integers(0, 5)),
    )
    moves = fewest_moves(layout, goal, 2)
    assert (moves == 0) == goal.reached(layout)
    after = [layout.after(move) for move in layout.legal_moves]
    assert (moves == 1) == (moves != 0 and any(map(goal.reached, after)))

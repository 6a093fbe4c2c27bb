"""Whatever text comes in, what comes out is a value or the error that is promised."""

import json
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kungen
from kungen import catalogue, reference, solve
from kungen.cards import CardError, card_text, parse_card
from kungen.deals import deal, identify
from kungen.game import Game
from kungen.game_file import find_rules, known_key, load_rules, parse_rules, rules_file
from kungen.goal import Goal, fewest_moves
from kungen.keys import KEYS
from kungen.layout import IllegalMove, Layout, LayoutError, Move
from kungen.legality import refusal
from kungen.lesson import check_lesson, load_lesson, parse_lesson
from kungen.moves import PILE_BYTES, MoveError
from kungen.notation import (
    layout_text,
    line_notation,
    move_notation,
    parse_layout,
    parse_line,
    parse_move,
)
from kungen.perft import distinct, perft
from kungen.replay import replay
from kungen.rules import Names, Points, Rules, RulesError
from kungen.saves import SaveError, load_game, save_game
from kungen.verdict import Limits, Verdict
from tests.property.strategies import all_rules, games_with_options, layouts, small_rules

BOARD_WORDS = st.sampled_from(
    ["Foundations:", "Freecells:", "founds:", ":", "\n", " ", "  ", "-", "*", "#", "H-K", "C-0"]
    + [rank + suit for rank in ("A", "10", "K", "Kn", "Ä", "1", "0") for suit in "CDHSKR♠"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=9,
)
SAVED = {"format": 1, "game": "freecell", "deal": 617, "steps": [], "position": 0}


@given(st.text())
def test_any_text_is_a_card_or_not(text: str) -> None:
    with suppress(CardError):
        assert 0 <= parse_card(text) < 52


@given(st.text() | st.lists(BOARD_WORDS).map(" ".join) | st.lists(BOARD_WORDS).map("".join))
def test_any_text_is_a_board_or_not(text: str) -> None:
    with suppress(LayoutError):
        layout = parse_layout(text)
        assert parse_layout(layout.text()) == layout


@given(st.text() | st.text(alphabet="1234567890abcdefghklmv \n", max_size=12))
def test_any_text_is_a_line_or_not(text: str) -> None:
    with suppress(MoveError, IllegalMove):
        assert len(parse_line(text, deal(617))) == len(text.split())


@given(st.text())
def test_any_text_is_the_file_of_a_game_or_not(text: str) -> None:
    with suppress(RulesError):
        parse_rules(text)
    with suppress(RulesError):
        find_rules(text)


@given(all_rules(), st.binary(max_size=80))
def test_any_bytes_are_a_record_or_not(rules: Rules, data: bytes) -> None:
    with suppress(LayoutError):
        assert Layout.unpack(rules, data).pack() == data
    with suppress(MoveError):
        assert Move.unpack(data).pack() == data


@given(JSON, st.sampled_from(["format", "game", "deal", "layout", "steps", "position"]))
def test_any_json_is_a_saved_game_or_not(value: object, key: str) -> None:
    with suppress(SaveError):
        load_game(json.dumps(value))
    saved = {**SAVED, key: value}
    with suppress(SaveError):
        assert load_game(json.dumps(saved)).move_count == 0
    saved = {**SAVED, key: [value]}
    with suppress(SaveError):
        load_game(json.dumps(saved))


@given(JSON)
def test_any_json_is_a_move_or_not(value: object) -> None:
    for given_value in (value, [value, "cell1", 1], ["column1", "cell1", value]):
        with suppress(MoveError):
            move = Move.from_json(given_value)
            assert move.json() == given_value


KEY_WORDS = st.sampled_from(
    [
        "draw",
        "passes",
        "columns",
        "cells",
        "build",
        "=",
        ",",
        ":",
        "1",
        "3",
        "unlimited",
        "true",
        " ",
    ]
)


@given(
    st.sampled_from(["klondike:", "plato:", "freecell:"]),
    st.text() | st.lists(KEY_WORDS).map("".join),
)
def test_any_options_are_chosen_or_not(game: str, text: str) -> None:
    with suppress(RulesError):
        rules = find_rules(game + text)
        assert find_rules(rules.key) == rules


@given(small_rules(), st.data(), JSON)
def test_any_value_of_any_key_is_right_or_gets_a_short_sentence(
    rules: Rules, data: st.DataObject, value: object
) -> None:
    file = rules_file(rules)
    key = data.draw(st.sampled_from(KEYS))
    table = file.setdefault(key.table, {}) if key.table else file
    wild = (
        JSON
        | st.integers(-3, 60)
        | st.lists(st.integers(-1, 9))
        | st.sampled_from(key.choices or ("",))
    )
    table[key.name] = data.draw(wild)
    if data.draw(st.booleans()):
        file[data.draw(st.text())] = value
    sentence = refused(file)
    if sentence:
        assert sentence.startswith("s.json: ")
        assert len(sentence) < 320
        assert "\n" not in sentence
        return
    found = parse_rules(file)
    assert len(found.pack()) == 50
    assert parse_rules(rules_file(found)) == found
    assert deal(1, found).rules == found


def refused(file: dict[str, object]) -> str:
    """What is wrong with a file, nothing for a right one."""
    try:
        parse_rules(file, "s.json")
    except RulesError as error:
        return str(error)
    return ""


@given(small_rules())
def test_the_file_of_a_game_says_the_game(rules: Rules) -> None:
    assert parse_rules(json.loads(json.dumps(rules_file(rules)))) == rules


@given(games_with_options())
def test_the_key_of_a_game_says_its_options(rules: Rules) -> None:
    assert find_rules(rules.key) == rules
    assert known_key(rules) == rules.key


@given(layouts(), st.data())
def test_any_byte_of_a_record_is_right_or_wrong(layout: Layout, data: st.DataObject) -> None:
    record = bytearray(layout.pack())
    place = data.draw(st.integers(0, len(record) - 1))
    record[place] = data.draw(st.integers(0, 255))
    with suppress(LayoutError):
        assert Layout.unpack(layout.rules, bytes(record)).pack() == record


@given(layouts(), st.sampled_from(sorted(PILE_BYTES)), st.sampled_from(sorted(PILE_BYTES)), JSON)
def test_any_move_is_legal_or_gets_a_short_sentence(
    layout: Layout, source: str, target: str, count: int
) -> None:
    reason = refusal(layout, Move(source, target, count))
    assert reason is None or (0 < len(reason) < 200 and "\n" not in reason)


def goal_fault(rules: Rules, **conditions: Any) -> None:
    """Ask what is wrong with a goal whose conditions are anything."""
    fault = Goal(**conditions).fault(rules)
    assert fault is None or (0 < len(fault) < 250 and "\n" not in fault)


def rules_arguments(rules: Rules) -> dict[str, object]:
    """The attributes of rules by name."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def nearly_won() -> Layout:
    """A layout that is solved at once."""
    return parse_layout("Foundations: H-K C-K D-K S-Q\n: KS")


FRESH, KLONDIKE = deal(617), find_rules("klondike")
LESSON = kungen.LESSONS["ace"]
LESSON_FILE = Path(kungen.__file__).with_name("lessons").joinpath("ace.toml").read_text("utf-8")
CATALOGUE = catalogue.find("freecell")
FREECELL = FRESH.rules
MOVE = Move("column3", "cell1")
MOVES: list[object] = [MOVE]
GAME = Game(617)
CALLS: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "Game": (Game, {"start": 617, "autoplay": "safe", "game": "freecell"}),
    "Game.autoplay": (partial(setattr, GAME, "autoplay"), {"": "safe"}),
    "Game.push": (lambda move: Game(617).push(move), {"": MOVE}),
    "Game.replay": (
        Game.replay,
        {"start": FRESH, "steps": [MOVES], "position": 0, "autoplay": "off", "restarted": True},
    ),
    "Goal.fault": (
        goal_fault,
        {
            "rules": FREECELL,
            "up": (parse_card("AH"),),
            "on": ((parse_card("2H"), parse_card("3S")),),
            "cells": 1,
            "columns": 1,
            "face_down": 0,
            "won": True,
            "proof": False,
            "moves": 4,
        },
    ),
    "Goal.reached": (LESSON.goal.reached, {"": FRESH}),
    "Goal.unpack": (Goal.unpack, {"rules": FREECELL, "data": LESSON.goal.pack()}),
    "Layout.capacity": (FRESH.capacity, {"to_empty": True}),
    "Layout.checked": (
        Layout.checked,
        {
            "rules": KLONDIKE,
            "columns": [[48]],
            "cells": (),
            "foundations": (12, 13, 13, 13),
            "hidden": [0],
            "reserve": (),
            "stock": (),
            "waste": (),
            "turned_over": 0,
            "base": 1,
        },
    ),
    "Layout.expand": (FRESH.expand, {"": MOVE}),
    "Layout.play": (FRESH.play, {"": MOVE}),
    "Layout.svg": (FRESH.svg, {"letters": "sv"}),
    "Layout.unpack": (Layout.unpack, {"rules": FREECELL, "data": FRESH.pack()}),
    "Lesson.state": (LESSON.state, {"": GAME}),
    "Lesson.text": (LESSON.text, {"": "sv"}),
    "Limits": (Limits, {"nodes": 5, "bytes": 5, "seconds": 5}),
    "Move.from_json": (Move.from_json, {"": MOVE.json()}),
    "Move.pack": (
        lambda *piles: Move(*piles).pack(),
        {"source": "column3", "target": "cell1", "count": 1},
    ),
    "Move.unpack": (Move.unpack, {"": MOVE.pack()}),
    "Names": (Names, {"sv": "a", "da": "b", "en": "c"}),
    "Points": (Points, {"to_foundation": 1, "turned": 2}),
    "Rules": (partial(replace, FREECELL), rules_arguments(FREECELL)),
    "Rules.with_options": (FREECELL.with_options, {"single_card": True, "foundation_return": True}),
    "View.svg": (deal(1, KLONDIKE).view().svg, {"letters": "da"}),
    "Catalogue.lost_to": (CATALOGUE.lost_to, {"": 32_000}),
    "Catalogue.share_to": (CATALOGUE.share_to, {"": 32_000}),
    "Catalogue.undecided_to": (CATALOGUE.undecided_to, {"": 32_000}),
    "Catalogue.winnable_to": (CATALOGUE.winnable_to, {"": 32_000}),
    "card_text": (card_text, {"": 7}),
    "catalogue.find": (catalogue.find, {"": "freecell"}),
    "catalogue.parse_catalogue": (catalogue.parse_catalogue, {"": "format = 1"}),
    "catalogue.wilson": (catalogue.wilson, {"successes": 5, "trials": 7}),
    "check_lesson": (partial(check_lesson, solve=solve), {"lesson": LESSON}),
    "deal": (deal, {"number": 1, "game": "freecell"}),
    "distinct": (distinct, {"layout": FRESH, "depth": 1}),
    "fewest_moves": (
        fewest_moves,
        {"layout": nearly_won(), "goal": Goal(won=True), "most": 4, "nodes": 9},
    ),
    "find_rules": (find_rules, {"name": "klondike", "draw": 3, "passes": None}),
    "identify": (identify, {"layout": FRESH, "limit": 1000}),
    "layout_text": (layout_text, {"": FRESH}),
    "line_notation": (line_notation, {"moves": MOVES, "layout": FRESH}),
    "load_game": (load_game, {"": save_game(GAME)}),
    "load_lesson": (load_lesson, {"": "none.toml"}),
    "load_rules": (load_rules, {"": "none.toml"}),
    "move_notation": (move_notation, {"move": MOVE, "layout": FRESH}),
    "parse_card": (parse_card, {"": "7H"}),
    "parse_layout": (parse_layout, {"text": FRESH.text(), "game": "freecell"}),
    "parse_lesson": (parse_lesson, {"text": LESSON_FILE, "source": "s.toml"}),
    "parse_line": (parse_line, {"text": "3a", "layout": FRESH, "bare": "one"}),
    "parse_move": (parse_move, {"text": "3a", "layout": FRESH, "bare": "one"}),
    "parse_rules": (parse_rules, {"file": rules_file(FREECELL), "source": "s.json"}),
    "perft": (perft, {"layout": FRESH, "depth": 1}),
    "reference.solve": (reference.solve, {"layout": nearly_won(), "limits": Limits(nodes=5)}),
    "replay": (replay, {"layout": FRESH, "moves": MOVES}),
    "rules_file": (rules_file, {"": FREECELL}),
    "save_game": (save_game, {"": GAME}),
    "solve": (solve, {"layout": nearly_won(), "limits": Limits(nodes=5)}),
}
"""Each public callable that checks what it is given, with good arguments; one without a name is
given by its place."""

TRUSTING = {
    "Card", "Goal", "Layout", "LegalMoves", "Lesson", "LessonTexts", "Move", "Option", "Result",
    "View",
}  # fmt: skip
"""What trusts its arguments, and says so or is made by others."""
ODD: list[object] = [
    None, True, -1, 0, 1e9, float("nan"), 10**30, "x", "", b"", b"x", (), [], {}, {"a": 1}, [None],
    [[None]], [[[]]], [5], [["x"]], {1, 2}, object(), int, FRESH, FREECELL, MOVE, GAME,
    Verdict.SOLVED,
]  # fmt: skip


def test_every_public_callable_is_tried() -> None:
    errors = {name for name in kungen.__all__ if is_error(getattr(kungen, name))}
    named = {name for name in kungen.__all__ if callable(getattr(kungen, name))} - errors
    assert named - {"Autoplay", "Rules", "Strategy", "Verdict"} - TRUSTING <= {*CALLS}


def is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


@pytest.mark.parametrize(
    ("call", "argument"), [(call, argument) for call in CALLS for argument in CALLS[call][1]]
)
def test_any_argument_is_right_or_gets_a_short_sentence_of_our_own(
    call: str, argument: str
) -> None:
    function, good = CALLS[call]
    for value in ODD:
        arguments = good | {argument: value}
        try:
            if argument == "" or call == "Move.pack":
                function(*arguments.values())
            else:
                function(**arguments)
        except (TypeError, ValueError) as error:
            assert_ours(error)


def assert_ours(error: Exception) -> None:
    """The error was raised by a line of the package, not by what Python does with a value."""
    *_, last = traceback.extract_tb(error.__traceback__)
    assert Path(last.filename).is_relative_to(Path(kungen.__file__).parent), error
    assert str(last.line).startswith("raise"), (last.line, error)
    assert 0 < len(str(error)) < 250
    assert "\n" not in str(error)

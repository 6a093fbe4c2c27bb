"""Whatever text comes in, what comes out is a value or the error that is promised."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from kungen.cards import CardError, parse_card
from kungen.deals import deal
from kungen.game_file import find_rules, known_key, parse_rules, rules_file
from kungen.keys import KEYS
from kungen.layout import IllegalMove, Layout, LayoutError, Move
from kungen.legality import refusal
from kungen.moves import PILE_BYTES, MoveError
from kungen.notation import parse_layout, parse_line
from kungen.rules import Rules, RulesError
from kungen.saves import SaveError, load_game
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

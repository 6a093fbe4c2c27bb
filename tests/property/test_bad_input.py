"""Whatever text comes in, what comes out is a value or the error that is promised."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from kungen.cards import CardError, parse_card
from kungen.deals import deal
from kungen.game_file import find_rules, parse_rules
from kungen.layout import IllegalMove, Layout, LayoutError, Move
from kungen.moves import MoveError
from kungen.notation import parse_layout, parse_line
from kungen.rules import Rules, RulesError
from kungen.saves import SaveError, load_game
from tests.property.strategies import all_rules

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

"""Rules: the values that a game may have, its options, and the record packed from them."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kungen.deals import deal
from kungen.game_file import GAMES, find_rules, load_rules
from kungen.quoting import quoted
from kungen.rules import Names, Option, Points, Rules, RulesError

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"


@pytest.mark.parametrize("name", [None, 5, "", " ", "a\nb", "a\x00", "\ud800", "\uffff"])
def test_a_name_has_letters_and_no_control_characters(name: str) -> None:
    for language in ("sv", "da", "en"):
        with pytest.raises(RulesError) as error:
            replace(GAMES["freecell"].names, **{language: name})
        assert str(error.value) == (
            f"{language} is {quoted(name)}; it must be text with letters or signs, at most 100"
            " characters, without control characters"
        )


def test_a_picture_of_a_game_with_any_name_is_xml() -> None:
    rules = replace(GAMES["freecell"], names=Names("<&>", "\u00a0é", "<&\"' \U0001f0cf>"))
    title = ET.fromstring(deal(1, rules).svg())[0]  # noqa: S314 - it is our own
    assert title.text == "<&\"' \U0001f0cf>"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "Small one"),
        ("id", "a\nb"),
        ("id", None),
        ("names", None),
        ("ranks", 0),
        ("ranks", 13.0),
        ("ranks", True),
        ("ranks", None),
        ("foundation_return", 1),
        ("build", ["suit"]),
        ("columns", 11),
        ("cells", -1),
        ("build", "colour"),
        ("empty_column", "queen"),
        ("runs", "long"),
        ("wrap", 1),
        ("base", "ace"),
        ("base", 0),
        ("base", True),
        ("reserve", 17),
        ("draw", 2),
        ("draw", False),
        ("direction", "up"),
        ("column_sizes", [26, 26]),
        ("column_sizes", None),
        ("hidden", "no"),
        ("filled_cells", 3),
        ("single_card", 0),
        ("options", ["draw"]),
        ("points", 5),
        ("points", {}),
        ("passes", "unlimited"),
        ("passes", 3),
    ],
)
def test_rules_that_no_game_can_have_are_refused(field: str, value: object) -> None:
    with pytest.raises(RulesError) as error:
        replace(GAMES["freecell"], **{field: value})  # type: ignore[arg-type]
    assert str(error.value).startswith(f"{field} is {value!r}; ")
    assert error.value.field in (field, "")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"wrap": True, "ranks": 1}, "wrap is true; a deck of one rank has no king to lie on an"),
        ({"base": 7, "ranks": 6}, "base is 7; the last rank of the deck is 6"),
        ({"column_sizes": (52,)}, "column_sizes has 1 numbers; it must have 8, one a column"),
        ({"column_sizes": (6,) * 8}, "column_sizes does not add up: 48 in columns are 48; they mu"),
        ({"filled_cells": (4, 5)}, "filled_cells has cell 5; the last cell is 4"),
        ({"filled_cells": (2, 1)}, "filled_cells is [2, 1]; it must be a list of whole numbers fr"),
        ({"draw": 1}, "column_sizes must be there: a game with a stock deals its columns so many"),
        ({"hidden": (1,) + (0,) * 7}, "hidden has cards face down; it needs the cards of each col"),
        ({"options": (Option("speed", 1),)}, "options is ['speed']; it must be a list of differe"),
        ({"options": (Option("draw", 1),)}, "options has draw; the game must have a [stock]"),
        (
            {"options": (Option("single-card", 0),)},
            "options has single-card, which the game has as 0; it must be false or true",
        ),
        (
            {"ranks": 1, "cells": 10, "filled_cells": (1, 2, 3, 4, 5)},
            "filled_cells does not add up: 5 in cells are 5; they must be at most 4",
        ),
        (
            {"ranks": 1, "base": "beak", "filled_cells": (1,)},
            'base is "beak"; the columns must get a card, and none is left for them',
        ),
    ],
)
def test_rules_that_do_not_go_together_are_refused(
    changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulesError) as error:
        replace(GAMES["freecell"], **changes)  # type: ignore[arg-type]
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("value", [101, -101, 1.0, True, None, "5"])
def test_points_are_numbers_in_their_range(value: object) -> None:
    with pytest.raises(RulesError) as error:
        Points(turned=value)  # type: ignore[arg-type]
    assert str(error.value) == (f"turned is {value!r}; it must be a whole number from -100 to 100")


def test_options_are_chosen_by_name() -> None:
    rules = find_rules("klondike")
    assert rules.with_options() == rules
    chosen = rules.with_options(draw=3, passes=2, foundation_return=False)
    assert (chosen.draw, chosen.passes, chosen.foundation_return) == (3, 2, False)
    assert chosen.with_options(passes=None).key == "klondike:draw=3,foundation-return=false"
    assert rules.with_options(passes="unlimited") == rules
    assert find_rules("freecell").with_options(single_card=True).moving == "single"
    assert find_rules("freecell").with_options(single_card=True).runs == "supermove"
    plato = find_rules("plato").with_options(columns=4, cells=10, build="suit", empties="king")
    assert (plato.columns, plato.cells, plato.build) == (4, 10, "suit")
    assert plato.empty_column == "king"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"draw": 2}, "option draw is 2; it must be 1 or 3"),
        ({"draw": True}, "option draw is True; it must be 1 or 3"),
        ({"draw": None}, "option draw is None; it must be 1 or 3"),
        ({"draw": "3"}, "option draw is '3'; it must be 1 or 3"),
        ({"passes": 0}, 'option passes is 0; it must be a whole number from 1 to 99 or "unlimit'),
        ({"foundation_return": 1}, "option foundation-return is 1; it must be false or true"),
        ({"foundation_return": []}, "option foundation-return is []; it must be false or true"),
        ({"single_card": True}, "klondike has no option 'single-card'; its options are draw, p"),
        ({"speed": 1}, "klondike has no option 'speed'; its options are draw, passes, foundatio"),
    ],
)
def test_a_wrong_option_gets_a_sentence(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        find_rules("klondike", **options)
    assert str(error.value).startswith(sentence)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(RulesError, match="suit-kings-3x2-5ranks has no option 'draw'; it has none"):
        load_rules(CORPUS / "suit-kings-3x2-5ranks.toml").with_options(draw=1)


def record(head: list[int], rest: dict[int, int]) -> bytes:
    """A rules record with these bytes at its head and at other places."""
    data = bytearray([0x4B, 2, *head]).ljust(50, b"\0")
    data[10] = 1
    for place, byte in rest.items():
        data[place] = byte
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "head", "rest"),
    [
        ("alternating-any-3x1-4ranks-single", [4, 3, 1, 0, 0, 2, 0], {}),
        ("alternating-any-4x1-5ranks-any-length", [5, 4, 1, 0, 0, 1, 0], {}),
        ("alternating-kings-4x2-5ranks-return", [5, 4, 2, 0, 1, 1, 1], {}),
        ("suit-kings-3x2-5ranks", [5, 3, 2, 1, 1, 0, 0], {}),
    ],
)
def test_the_record_of_a_file_of_format_1(name: str, head: list[int], rest: dict[int, int]) -> None:
    assert load_rules(CORPUS / f"{name}.toml").pack() == record(head, rest)


@pytest.mark.parametrize(
    ("key", "head", "rest"),
    [
        ("freecell", [13, 8, 4, 0, 0, 0, 0], {}),
        ("freecell:single-card=true", [13, 8, 4, 0, 0, 2, 0], {}),
        ("plato:columns=6,cells=2,build=suit,empties=king", [13, 6, 2, 1, 1, 0, 0], {}),
        ("penguin", [13, 7, 7, 1, 1, 1, 0], {9: 1, 10: 0}),
        ("seahaven-towers", [13, 10, 4, 1, 1, 0, 0], {37: 1, 38: 1}),
        ("king-albert", [13, 9, 0, 0, 0, 0, 1], {11: 7, **{15 + n: n for n in range(1, 10)}}),
        (
            "klondike:draw=3,passes=2",
            [13, 7, 0, 0, 1, 1, 1],
            {
                12: 3,
                13: 2,
                14: 1,
                15: 1,
                **{16 + n: n + 1 for n in range(7)},
                **{26 + n: n for n in range(7)},
                46: 10,
                47: 5,
                48: 5,
                49: 241,
            },
        ),
    ],
)
def test_the_rules_record_has_every_rule(key: str, head: list[int], rest: dict[int, int]) -> None:
    assert find_rules(key).pack() == record(head, rest)


def test_rules_are_equal_and_hashable_by_value() -> None:
    rules = find_rules("freecell")
    assert {rules, replace(rules)} == {rules}
    assert isinstance(rules, Rules)
    assert rules != replace(rules, cells=3)

"""Numbered deals: the cards of known numbers, and the number of known cards."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.cards import card_text
from kungen.deals import LAST_DEAL, DealError, deal, identify
from kungen.game import Game
from kungen.game_file import find_rules, load_rules
from kungen.layout import Layout, Move
from kungen.quoting import quoted
from kungen.rules import RulesError

CORPUS = Path(__file__).parent.parent / "corpus"
KNOWN: dict[str, list[str]] = json.loads((CORPUS / "deals.json").read_text())["deals"]["freecell"]


def column_texts(layout: Layout) -> list[str]:
    return [" ".join(map(card_text, column)) for column in layout.columns]


@pytest.mark.parametrize("number", KNOWN)
def test_deals_are_those_of_an_independent_dealer(number: str) -> None:
    layout = deal(int(number))
    assert column_texts(layout) == KNOWN[number]
    assert layout.cells == (None,) * 4
    assert layout.foundations == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("number", "column"),
    [
        (1, "JD KD 2S 4C 3S 6D 6S"),
        (2**31, "QH 3H 7D 4D TS QD 6D"),
        (2**32, "TS 3S KC 4H 9H 3H 4D"),
        (2**33 - 1, "TC 8S 8C 6C 5H 5C 9C"),
    ],
)
def test_each_range_of_numbers_has_its_outputs(number: int, column: str) -> None:
    assert column_texts(deal(number))[0] == column


@pytest.mark.parametrize("number", [0, -1, 1.5, 2**40, 2**33, "abc", "617", True, None])
def test_what_is_no_number_of_a_deal_is_named(number: object) -> None:
    with pytest.raises(DealError) as error:
        deal(number)  # type: ignore[arg-type]
    assert str(error.value) == (
        f"a deal number is a whole number from 1 to 8589934591, not {number!r}"
    )


def test_cards_go_row_by_row_over_any_number_of_columns() -> None:
    rules = replace(find_rules("freecell"), columns=5, cells=0)
    layout = deal(1, rules)
    assert [len(column) for column in layout.columns] == [11, 11, 10, 10, 10]
    rows = [column[0] for column in layout.columns] + [column[1] for column in layout.columns]
    first_row = [column[0] for column in deal(1).columns]
    assert rows[:8] == first_row


def test_a_small_deck_is_dealt_from_its_own_cards() -> None:
    layout = deal(7, load_rules(CORPUS / "rules" / "suit-any-3x0-3ranks.toml"))
    assert sorted(card for column in layout.columns for card in column) == list(range(12))


@pytest.mark.parametrize(
    "number",
    [1, 2, 617, 65536, 131072, 999_999, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LAST_DEAL],
)
def test_a_deal_is_identified_over_the_whole_range(number: int) -> None:
    assert identify(deal(number), LAST_DEAL) == number


def test_identify_goes_as_far_as_its_limit() -> None:
    assert identify(deal(1_000_001)) is None
    assert identify(deal(617), 616) is None
    assert identify(deal(617), 617) == 617


def test_a_layout_that_no_number_has_is_not_identified() -> None:
    layout = deal(617)
    first, *others = layout.columns
    swapped = replace(layout, columns=((first[1], first[0], *first[2:]), *others))
    assert identify(swapped, LAST_DEAL) is None
    assert identify(layout.play(Move("column3", "cell1"))) is None


@pytest.mark.parametrize(
    "name", ["suit-any-3x0-3ranks", "alternating-any-1x0-1ranks", "suit-kings-3x2-5ranks"]
)
def test_the_lowest_number_of_a_small_deal_is_found(name: str) -> None:
    rules = load_rules(CORPUS / "rules" / f"{name}.toml")
    for number in (4242, *range(1, 30)):
        layout = deal(number, rules)
        found = identify(layout)
        assert found is not None
        assert deal(found, rules) == layout
        assert all(deal(lower, rules) != layout for lower in range(1, min(found, 300)))


class Numeral:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_whole_numbers_of_any_type_are_deal_numbers() -> None:
    assert deal(Numeral(617)) == deal(617)


@pytest.mark.parametrize(
    "number", [10**5000, -(10**5000), True, 1.0, "1", None, [], Numeral(0)], ids=quoted
)
def test_what_is_no_deal_number_is_named_in_a_short_sentence(number: object) -> None:
    with pytest.raises(DealError, match="a deal number is a whole number from 1 to") as error:
        deal(number)  # type: ignore[arg-type]
    assert len(str(error.value)) < 160
    with pytest.raises(DealError):
        Game(number)  # type: ignore[arg-type]


def test_a_game_that_is_none_is_named() -> None:
    with pytest.raises(RulesError, match="there is no game None"):
        deal(1, None)  # type: ignore[arg-type]


def test_what_is_no_layout_has_no_number() -> None:
    with pytest.raises(TypeError, match="the number of a Layout is looked for, not of 617"):
        identify(617)  # type: ignore[arg-type]

"""Numbered deals: the cards of known numbers, and the number of known cards."""

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kungen.cards import Card, card_text, parse_card, rank_of
from kungen.deals import LAST_DEAL, DealError, deal, identify
from kungen.game import Game
from kungen.game_file import GAMES, find_rules, load_rules, parse_rules
from kungen.layout import Layout, Move
from kungen.quoting import quoted
from kungen.rules import RulesError

CORPUS = Path(__file__).parent.parent / "corpus"
DEALS: dict[str, dict[str, list[str]]] = json.loads((CORPUS / "deals.json").read_text())["deals"]


def column_texts(layout: Layout) -> list[str]:
    """The columns as the corpus has them, cards face down between angles."""
    return [
        " ".join(
            f"<{card_text(card)}>" if place < down else card_text(card)
            for place, card in enumerate(column)
        )
        for column, down in zip(layout.columns, layout.hidden, strict=True)
    ]


def texts(cards: Iterable[Card | None]) -> list[str]:
    return [card_text(card) for card in cards if card is not None]


@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game, deals in DEALS.items() for number in deals]
)
def test_deals_are_those_of_an_independent_dealer(game: str, number: str) -> None:
    layout = deal(int(number), game)
    lines = DEALS[game][number]
    piles = {line.split(":")[0]: line.split(":")[1].split() for line in lines if ":" in line}
    assert column_texts(layout) == [line for line in lines if ":" not in line]
    assert set(texts(layout.cells)) == set(piles.get("Freecells", [])) - {"-"}
    assert texts(layout.stock) == piles.get("Talon", [])
    assert layout.foundations == (0, 0, 0, 0)
    assert (layout.reserve, layout.waste, layout.turned_over, layout.base) == ((), (), 0, 1)


def test_the_corpus_has_six_games() -> None:
    assert list(DEALS) == [
        *("freecell", "bakers-game", "forecell", "eight-off", "seahaven-towers", "klondike")
    ]


def test_the_deal_fills_the_cells_that_the_game_says() -> None:
    assert deal(1, "forecell").cells == tuple(map(parse_card, ["6S", "9C", "2H", "6H"]))
    assert texts(deal(1, "eight-off").cells[:4]) == ["6S", "9C", "2H", "6H"]
    assert deal(1, "eight-off").cells[4:] == (None,) * 4
    assert deal(1, "seahaven-towers").cells[::3] == (None, None)
    assert texts(deal(1, "seahaven-towers").cells) == ["2H", "6H"]


def in_order(number: int) -> list[str]:
    """The cards of a deal in the order in which they are dealt, by FreeCell's rows."""
    columns = deal(number).columns
    return [card_text(columns[place % 8][place // 8]) for place in range(52)]


@pytest.mark.parametrize("number", [1, 617, 11982, 2**31, 2**33 - 1])
def test_the_penguins_beak_comes_first_and_its_rank_goes_up(number: int) -> None:
    layout, cards = deal(number, "penguin"), in_order(number)
    beak = cards[0]
    others = [card for card in cards[1:] if card[0] == beak[0]]
    rest = [beak, *(card for card in cards[1:] if card[0] != beak[0])]
    assert len(others) == 3
    assert texts(layout.columns[0])[0] == beak
    assert [texts(column) for column in layout.columns] == [rest[start::7] for start in range(7)]
    assert [len(column) for column in layout.columns] == [7] * 7
    assert layout.base == "A23456789TJQK".index(beak[0]) + 1
    up = {suit for suit, height in zip("CDHS", layout.foundations, strict=True) if height}
    assert up == {card[1] for card in others}
    assert set(layout.foundations) == {0, 1}
    assert layout.cells == (None,) * 7


@pytest.mark.parametrize("number", [1, 617, 2**33 - 1])
def test_king_albert_is_a_staircase_with_a_reserve(number: int) -> None:
    layout, cards = deal(number, "king-albert"), in_order(number)
    rows = [cards[start:end] for start, end in pairwise(STARTS)]
    for row, found in enumerate(rows):
        assert [texts(column)[row] for column in layout.columns[row:]] == found
    assert [len(column) for column in layout.columns] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert texts(layout.reserve) == cards[45:]
    assert (layout.cells, layout.foundations) == ((), (0, 0, 0, 0))


STARTS = (0, 9, 17, 24, 30, 35, 39, 42, 44, 45)


@pytest.mark.parametrize("columns", [4, 7, 8, 10])
def test_plato_is_dealt_round_robin(columns: int) -> None:
    layout, cards = deal(617, f"plato:columns={columns}"), in_order(617)
    assert [texts(column) for column in layout.columns] == [
        cards[start::columns] for start in range(columns)
    ]


def test_plato_with_ten_cells_has_them_empty() -> None:
    assert deal(617, "plato:cells=10").cells == (None,) * 10


def test_options_of_the_stock_do_not_change_the_deal() -> None:
    assert deal(5, "klondike:draw=3,passes=2").columns == deal(5, "klondike").columns
    assert deal(5, "klondike:draw=3,passes=2").stock == deal(5, "klondike").stock


def test_rows_to_the_left_begin_with_the_last_column() -> None:
    rules = replace(find_rules("freecell"), columns=5, cells=0, direction="left")
    layout, cards = deal(1, rules), in_order(1)
    assert [texts(column)[0] for column in layout.columns] == cards[4::-1]
    assert [len(column) for column in layout.columns] == [10, 10, 10, 11, 11]


def test_all_piles_are_dealt_in_their_order() -> None:
    rules = parse_rules(
        {
            "format": 2,
            "id": "all",
            "layout": {"ranks": 6, "columns": 3, "cells": 3, "reserve": 2},
            "build": {"order": "suit"},
            "foundations": {"base": "beak"},
            "deal": {"columns": [2, 0, 4], "cells": [1, 3], "direction": "left"},
            "stock": {},
        }
    )
    for number in range(1, 30):
        layout = deal(number, rules)
        first, *later = small_order(number, 24)
        rest = [first, *(card for card in later if rank_of(card) != rank_of(first))]
        third, one = [rest[0], rest[2], rest[4], rest[5]], [rest[1], rest[3]]
        assert [list(column) for column in layout.columns] == [one, [], third]
        assert layout.cells == (rest[6], None, rest[7])
        assert layout.reserve == (rest[8], rest[9])
        assert layout.stock == tuple(rest[10:])
        assert (layout.base, sum(layout.foundations)) == (rank_of(first), 3)


def small_order(number: int, size: int) -> list[Card]:
    """The cards of a small deck in the order in which they are dealt: all in one column."""
    rules = replace(find_rules("freecell"), ranks=size // 4, columns=1, cells=0)
    return list(deal(number, rules).columns[0])


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


@pytest.mark.parametrize("game", [game for game in GAMES if game != "penguin"])
def test_a_deal_of_each_game_is_identified(game: str) -> None:
    for number in (617, 2**31 + 5, LAST_DEAL):
        assert identify(deal(number, game), LAST_DEAL) == number
    layout = deal(617, game)
    if layout.legal_moves:
        assert identify(layout.play(layout.legal_moves[0]), LAST_DEAL) is None


def test_a_deal_with_a_beak_is_identified_by_trying_numbers() -> None:
    layout = deal(20_617, "penguin")
    assert identify(layout) == 20_617
    assert identify(layout, 20_616) is None
    assert identify(layout.play(layout.legal_moves[0]), 20_617) is None
    assert identify(replace(layout, base=layout.base % 13 + 1), 20_617) is None
    assert identify(deal(1_000_001, "penguin"), LAST_DEAL) is None
    beak_left = load_rules(CORPUS / "rules" / "beak-left-3x1-4ranks-reserve.toml")
    found = identify(deal(4242, beak_left))
    assert found is not None
    assert deal(found, beak_left) == deal(4242, beak_left)


@pytest.mark.parametrize("game", ["eight-off", "forecell", "seahaven-towers"])
@pytest.mark.parametrize("number", [1, 2**31 + 7, LAST_DEAL])
def test_the_cells_of_a_deal_are_identified_as_a_set(game: str, number: int) -> None:
    layout = deal(number, game)
    for cells in (layout.cells[::-1], layout.cells[1:] + layout.cells[:1]):
        assert identify(replace(layout, cells=cells), LAST_DEAL) == number
    first, second, *others = layout.cells
    for fewer in ((first, None, *others), (None, second, *others)):
        if fewer != layout.cells:
            assert identify(replace(layout, cells=fewer), LAST_DEAL) is None


def test_cells_are_identified_as_they_lie_before_any_other_order() -> None:
    rules = replace(find_rules("freecell"), ranks=1, columns=1, cells=3, filled_cells=(1, 2, 3))
    deals = {number: deal(number, rules) for number in range(1, 500)}
    for number in (1, 100, 400):
        found = identify(deals[number])
        assert found == min(other for other in deals if deals[other] == deals[number])
    assert len({identify(layout) for layout in deals.values()}) == 24


def test_the_cells_of_a_deal_with_a_beak_are_identified_as_a_set() -> None:
    rules = replace(find_rules("penguin"), column_sizes=(), filled_cells=(1, 2, 5))
    layout = deal(1234, rules)
    assert identify(replace(layout, cells=layout.cells[::-1])) == 1234
    assert identify(layout) == 1234


@pytest.mark.parametrize("limit", ["x", 1e9, None, True])
def test_a_limit_that_is_no_whole_number_is_named(limit: object) -> None:
    with pytest.raises(TypeError, match="the limit of identify is a whole number, not "):
        identify(deal(1), limit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"turned_over": 1},
        {"hidden": (0, 1, 1, 3, 4, 5, 6)},
        {"waste": (4, 5)},
        {"foundations": (1, 0, 0, 0)},
        {"base": 2},
    ],
)
def test_what_differs_from_a_fresh_deal_has_no_number(changes: dict[str, Any]) -> None:
    assert identify(replace(deal(617, "klondike:passes=3"), **changes)) is None


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
    "number",
    [10**5000, -(10**5000), True, 1.0, "1", None, [], pytest.param(Numeral(0), id="numeral")],
    ids=quoted,
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

"""One tap, two taps and the Space key: where cards go by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.e2e.gestures import Fingers
from tests.e2e.hands import Table

OpenTable = Callable[..., Table]
DEAL: Final = "/kungen-patiens.html?deal=617"
# Longer than the second half of a double click may come after the first.
APART: Final = 450


def best_table(open_table: OpenTable, address: str = DEAL, **settings: str) -> Table:
    return open_table(address).choose(tap="best", **settings)


def test_one_tap_lays_a_card_on_the_only_card_that_it_fits(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.tap("column5")
    assert table.pile("column8")[-2:] == ["QH", "JC"]
    expect(table.said()).to_contain_text("Klöver knekt till hjärter dam i kolumn 8.")
    expect(table.page.locator(".held")).to_have_count(0)


def test_between_two_places_one_tap_picks_up_and_shows_them(open_table: OpenTable) -> None:
    table = best_table(open_table)
    # The queen of hearts fits on both black kings.
    table.tap("column8")
    assert table.moves() == 0
    expect(table.page.locator(".card.target")).to_have_count(2)
    table.tap("column3")
    assert table.pile("column3")[-2:] == ["KC", "QH"]


def test_a_tap_without_a_card_to_go_onto_takes_a_cell(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.tap("column1")
    assert table.pile("cell1") == ["JD"]


def test_a_covered_card_of_a_run_takes_the_run_with_it(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.tap("column5")
    table.tap("column8", 2)
    expect(table.page.locator(".card.held")).to_have_count(2)
    table.tap("column2")
    assert table.pile("column2")[-3:] == ["KS", "QH", "JC"]


def test_one_tap_that_can_do_nothing_says_why(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.tap("column1", 4)
    expect(table.note()).to_have_text("Ruter kung ligger inte fritt.")
    for pile in ("column1", "column4", "column6", "column7"):
        table.tap(pile)
        table.page.wait_for_timeout(APART)
    assert table.moves() == 4
    table.tap("column2")
    expect(table.note()).to_have_text("Går inte: spader kung har ingenstans att ta vägen.")
    expect(table.page.locator(".held")).to_have_count(0)
    assert table.moves() == 4


def test_a_double_click_by_habit_is_one_move_where_one_tap_is_enough(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.page.mouse.dblclick(*table.corner("column1"))
    assert table.moves() == 1
    assert table.pile("cell1") == ["JD"]


def test_a_double_tap_is_played_twice_nowhere_and_never_illegally(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.page.mouse.dblclick(*table.corner("column8"))
    # The first tap picked it up, and together they mean a cell.
    assert table.pile("cell1") == ["QH"]
    assert table.moves() == 1


def test_the_space_key_sends_to_the_best_place_however_taps_are_meant(
    open_table: OpenTable,
) -> None:
    table = open_table(DEAL).choose(tap="select")
    table.focus_pile("column5")
    table.press(" ")
    assert table.pile("column8")[-1] == "JC"
    table.press("u")
    table.focus_pile("column8")
    table.press(" ")
    expect(table.page.locator(".card.held")).to_have_count(1)
    expect(table.said()).to_have_text("Hjärter dam lyft.")
    assert table.moves() == 0


def test_fingers_play_with_one_tap_until_something_else_is_chosen(open_table: OpenTable) -> None:
    table = open_table(DEAL, size=(390, 844), has_touch=True, is_mobile=True)
    Fingers(table).tap(*table.corner("column5"))
    assert table.pile("column8")[-1] == "JC"
    table.go("/kungen-patiens.html?deal=618")
    table.choose(tap="select")
    Fingers(table).tap(*table.corner("column5"))
    expect(table.page.locator(".card.held")).to_have_count(1)
    assert table.moves() == 0


def test_a_mouse_picks_up_with_the_first_tap(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    table.tap("column5")
    expect(table.page.locator(".card.held")).to_have_count(1)
    assert table.moves() == 0


def test_a_second_tap_reselects_or_moves_and_never_mixes(open_table: OpenTable) -> None:
    table = best_table(open_table)
    table.tap("column8")
    expect(table.page.locator(".card.held")).to_have_count(1)
    # The jack of diamonds takes no queen: it is picked up instead.
    table.tap("column1")
    expect(table.page.locator(".card.held .face")).to_have_attribute("data-card", "41")
    assert table.moves() == 0
    table.tap("cell3")
    assert table.pile("cell3") == ["JD"]
    assert table.pile("column8")[-1] == "QH"


def test_the_waste_goes_where_it_fits_with_one_tap(open_table: OpenTable) -> None:
    table = best_table(open_table, "/harpan.html?deal=617")
    table.tap("column7")
    # 8D onto 9S.
    assert table.pile("column2")[-2:] == ["9S", "8D"]
    table.page.locator("[data-pile='64']").click()
    assert len(table.pile("waste")) == 1

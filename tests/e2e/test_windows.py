"""Reloads in the middle of everything, and two windows that show the same deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Move, Table
from tests.e2e.test_looks import box_of
from tests.e2e.test_states import MOVES, OFFERED, SOLUTION

OpenTable = Callable[..., Table]
PLAYED: Final = 6


def look_back(table: Table) -> None:
    """Open the player of the game and go to its start."""
    table.click("menu")
    table.page.locator("#menu [data-do=history]").click()
    expect(table.page.locator(".player input")).to_be_focused()
    table.press("Home")
    expect(table.page.locator("#moves")).to_have_text("0 drag")


def begin_drag(table: Table) -> None:
    table.landed()
    x, y = table.corner("column1")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 60, y + 60)
    expect(table.page.locator(".dragged")).to_have_count(1)


def open_menu(table: Table) -> None:
    table.click("menu")
    expect(table.page.locator("#menu")).to_be_visible()


def open_settings(table: Table) -> None:
    open_menu(table)
    table.page.locator("#menu [data-do=settings]").click()
    expect(table.page.get_by_role("dialog", name="Inställningar")).to_be_visible()


def hold_cards(table: Table) -> None:
    table.tap("column1")
    expect(table.page.locator(".held")).to_have_count(1)


MIDST: Final = {
    "a drag": begin_drag,
    "held cards": hold_cards,
    "the menu": open_menu,
    "the settings": open_settings,
    "an earlier position": look_back,
}


@pytest.mark.parametrize("midst", MIDST)
def test_a_reload_in_the_midst_of_anything_gives_the_game_as_it_was_played(
    open_table: OpenTable, midst: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, PLAYED)
    table.click("undo")
    # A page that is left at once does not write over a game from before plays had a beginning.
    table.until_saved(3, PLAYED - 1)
    piles = table.piles()
    MIDST[midst](table)
    table.page.reload()
    table.ready()
    table.page.mouse.up()
    assert (table.piles(), table.moves()) == (piles, PLAYED - 1)
    expect(table.page.locator("dialog[open], .player, .held, .dragged")).to_have_count(0)
    table.click("redo")
    assert table.moves() == PLAYED


def test_a_reload_in_the_midst_of_the_finish_offers_the_rest_of_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, OFFERED)
    moves = table.page.locator("#moves")
    table.click("finish")
    # More than one: the first save of a game from before plays had a beginning reads it again.
    expect(moves).not_to_have_text(re.compile(f"^({OFFERED}|{OFFERED + 1}) drag$"))
    table.page.reload()
    table.ready()
    expect(table.page.locator("#offer")).to_be_visible()
    going = table.moves()
    assert going > OFFERED
    table.click("undo")
    assert table.moves() == going - 1
    table.click("finish")
    expect(table.page.locator("#end")).to_be_visible(timeout=20_000)
    table.expect_won()


def seen_again(table: Table) -> None:
    """The player turns to this window."""
    table.page.evaluate("dispatchEvent(new Event('focus'))")


def refusal(name: str) -> str:
    """A script that makes a browser refuse something."""
    return f"""Object.defineProperty(window, "{name}", {{
      get() {{ throw new DOMException("refused", "SecurityError"); }},
    }})"""


@pytest.mark.parametrize("midst", MIDST)
def test_what_another_window_has_played_is_there_whatever_goes_on_here(
    open_table: OpenTable, midst: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, PLAYED)
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens.html?deal=3")
    MIDST[midst](table)
    other.drag(MOVES[PLAYED])
    assert other.moves() == PLAYED + 1
    seen_again(table)
    expect(table.page.locator("#moves")).to_have_text(f"{PLAYED + 1} drag")
    assert table.piles() == other.piles()
    table.page.mouse.up()
    table.press("Escape")
    expect(table.page.locator(".player, .held, .dragged")).to_have_count(0)
    assert table.piles() == other.piles()
    table.drag(MOVES[PLAYED + 1])
    assert table.moves() == PLAYED + 2


def test_a_win_that_another_window_has_undone_is_no_longer_told(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, len(MOVES))
    table.expect_won()
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens.html?deal=3")
    other.click("undo")
    expect(other.page.locator("#end")).to_be_hidden()
    seen_again(table)
    expect(table.page.locator("#end")).to_be_hidden()
    assert table.piles() == other.piles()


def test_two_windows_of_a_game_keep_their_own_deals(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens.html?deal=3")
    first: Move = ("column1", "cell1", 1)
    table.drag(first)
    other.drag(MOVES[0])
    seen_again(table)
    table.drag(("column2", "cell2", 1))
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert (table.moves(), other.moves()) == (2, 1)
    for window, deal, moves in ((table, 617, 2), (other, 3, 1)):
        window.page.reload()
        window.ready()
        expect(window.heading()).to_have_text(f"Kungen, giv {deal}")
        assert window.moves() == moves


@pytest.mark.parametrize("lacks", ["nothing", "localStorage", "BroadcastChannel"])
def test_what_was_chosen_in_another_window_is_followed_at_once_or_when_this_one_is_turned_to(
    open_table: OpenTable, lacks: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=refusal(lacks))
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens.html?deal=3")
    open_settings(other)
    other.page.locator("dialog[open] input[name=mirror]").check()
    other.press("Escape")
    open_menu(other)
    other.page.locator("#language").select_option("en")
    expect(other.heading()).to_have_text("FreeCell, deal 3")
    if lacks == "BroadcastChannel":
        seen_again(table)
    expect(table.heading()).to_have_text("FreeCell, deal 617")
    cell, foundation = (box_of(table.button(name))["x"] for name in ("cell1", "foundationS"))
    assert foundation < cell
    begin_drag(table)
    seen_again(table)
    table.page.evaluate("new Promise((done) => setTimeout(done, 200))")
    expect(table.page.locator(".dragged")).to_have_count(1)

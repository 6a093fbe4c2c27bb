"""The way back: undo that is held, a restart taken back, and a game played back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Move, Table, read_saved
from tests.e2e.test_looks import box_of, clashes

SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
COUNT: Final = len(MOVES)
OpenTable = Callable[..., Table]


def open_history(table: Table) -> None:
    if not table.page.locator("[data-do='history']:visible").count():
        table.click("menu")
    table.click("history")
    expect(table.page.locator(".player")).to_be_visible()


def place(table: Table) -> str:
    return table.page.locator(".player .at").inner_text()


def shut(table: Table) -> None:
    table.page.locator(".player .shut").click()
    expect(table.page.locator(".player")).to_have_count(0)


def test_undo_that_is_held_goes_on_until_it_is_let_go(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    box = table.page.locator(".bar [data-do=undo]").bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + 10, box["y"] + 10)
    table.page.mouse.down()
    assert table.moves() == 30
    expect(table.page.locator("#moves")).to_have_text(re.compile(r"^(1?\d|2[0-6]) drag"))
    table.page.mouse.up()
    stopped = table.moves()
    assert 0 <= stopped <= 26
    table.page.wait_for_timeout(500)
    assert table.moves() == stopped
    table.click("redo")
    assert table.moves() == stopped + 1


def test_one_tap_on_undo_is_one_step(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    for left in (29, 28, 27):
        table.click("undo")
        assert table.moves() == left
    # A key that is held repeats.
    table.page.locator("#table [tabindex='0']").focus()
    for left in (26, 25):
        table.page.keyboard.down("u")
        assert table.moves() == left
    table.page.keyboard.up("u")


@pytest.mark.parametrize("how", ["key", "button"])
def test_undo_takes_back_a_restart(open_table: OpenTable, how: str) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 12)
    table.click("undo")
    piles = table.piles()
    table.click("menu")
    table.click("restart")
    assert table.moves() == 0
    if how == "key":
        table.page.locator("#table [tabindex='0']").focus()
        table.press("u")
    else:
        table.click("undo")
    assert table.moves() == 11
    assert table.piles() == piles
    expect(table.note()).not_to_be_visible()
    # What could be redone still can.
    table.click("redo")
    assert table.moves() == 12


def test_after_another_move_a_restart_stays(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 12)
    table.click("menu")
    table.click("restart")
    table.drag(MOVES[0])
    table.click("undo")
    assert table.moves() == 0
    expect(table.page.locator(".bar [data-do=undo]")).to_have_attribute("aria-disabled", "true")


def test_the_cards_of_the_last_move_are_marked_until_the_next(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    marked = table.page.locator(".card.last button")
    for source, cell in (("column1", "cell1"), ("column2", "cell2")):
        card = table.button(source).get_attribute("data-card") or ""
        table.page.mouse.dblclick(*table.corner(source))
        expect(marked).to_have_count(1)
        expect(marked).to_have_attribute("data-card", card)
        assert table.button(cell).get_attribute("data-card") == card


def test_undo_shows_where_the_cards_came_back_from(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    card = table.pile("column1")[-1]
    table.drag(("column1", "cell1", 1))
    expect(table.page.locator(".last")).to_have_count(1)
    expect(table.page.locator(".left")).to_have_count(0)
    table.click("undo")
    expect(table.page.locator(".slot.left [data-pile='16']")).to_have_count(1)
    marked = table.page.locator(".card.last button").get_attribute("data-card")
    assert table.button("column1").get_attribute("data-card") == marked
    assert table.pile("column1")[-1] == card
    table.drag(("column2", "cell2", 1))
    expect(table.page.locator(".left")).to_have_count(0)


def test_looking_through_a_game_changes_nothing(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    table.click("undo")
    piles, saved = table.piles(), table.saved_in_browser(3)
    open_history(table)
    clock = table.page.locator("#clock").inner_text()
    assert place(table) == "Drag 29 av 30"
    slider = table.page.locator(".player input")
    expect(slider).to_be_focused()
    table.press("ArrowLeft")
    assert place(table) == "Drag 28 av 30"
    value = slider.get_attribute("aria-valuetext") or ""
    assert value.startswith("Drag 28 av 30. ")
    assert len(value) > len("Drag 28 av 30. ")
    table.press("Home")
    assert place(table) == "Given, före första draget"
    assert table.moves() == 0
    table.press("End")
    assert place(table) == "Drag 30 av 30"
    table.click("undo")
    table.page.locator(".player [data-do=undo]").click()
    assert place(table) == "Drag 28 av 30"
    expect(table.said()).to_contain_text("Drag 28 av 30")
    table.page.wait_for_timeout(1_100)
    assert table.page.locator("#clock").inner_text() == clock
    shut(table)
    assert table.piles() == piles
    assert table.moves() == 29
    # From here on it goes again.
    expect(table.page.locator("#clock")).not_to_have_text(clock)
    assert table.saved_in_browser(3) == saved
    table.click("redo")
    assert table.moves() == 30


def test_the_player_plays_on_from_an_earlier_position_and_may_still_redo(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    open_history(table)
    for _ in range(5):
        table.press("ArrowLeft")
    table.page.locator(".player .here").click()
    expect(table.page.locator(".player")).to_have_count(0)
    assert table.moves() == 25
    table.until_saved(3, 25)
    table.page.reload()
    table.ready()
    assert table.moves() == 25
    table.click("redo")
    assert table.moves() == 26


def test_a_move_on_the_table_ends_the_looking(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    open_history(table)
    table.press("Home")
    expect(table.page.locator("#moves")).to_have_text("0 drag")
    table.drag(("column1", "cell1", 1))
    expect(table.page.locator(".player")).to_have_count(0)
    assert table.moves() == 1
    expect(table.page.locator(".bar [data-do=redo]")).to_have_attribute("aria-disabled", "true")


def test_a_game_is_played_back_and_stops_at_a_touch(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 30)
    open_history(table)
    for _ in range(6):
        table.press("ArrowLeft")
    play = table.page.locator(".player .play")
    play.click()
    expect(play).to_have_accessible_name("Pausa")
    expect(table.page.locator("#moves")).to_have_text("26 drag")
    table.page.mouse.click(5, 500)
    expect(play).to_have_accessible_name("Spela upp")
    stopped = table.moves()
    table.page.wait_for_timeout(1000)
    assert table.moves() == stopped
    table.press("Escape")
    assert table.moves() == 30


def test_a_won_game_is_played_back_from_its_start_and_won_once(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3", reduced_motion="reduce")
    table.resume(3, SOLUTION, COUNT - 1)
    table.drag(MOVES[-1])
    table.expect_won()
    before = table.kept("results")
    assert len(before) == 1
    clock = table.page.locator("#clock").inner_text()
    table.page.locator("#end [data-do=history]").click()
    expect(table.page.locator("#end")).not_to_be_visible()
    assert place(table) == "Given, före första draget"
    expect(table.page.locator("#moves")).to_have_text("2 drag")
    table.page.locator(".player input").focus()
    table.press("End")
    assert table.moves() == COUNT
    table.press("ArrowLeft")
    table.press("ArrowRight")
    table.press("Escape")
    table.expect_won()
    assert table.moves() == COUNT
    assert table.page.locator("#clock").inner_text() == clock
    assert table.kept("results") == before
    table.click("undo")
    table.click("redo")
    table.expect_won()
    assert table.kept("results") == before


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (568, 320), (844, 390), (768, 1024)])
def test_the_player_has_room_beside_the_table(open_table: OpenTable, size: tuple[int, int]) -> None:
    table = open_table("/kungen-patiens.html?deal=3", size=size).resume(3, SOLUTION, 30)
    open_history(table)
    boxes = table.page.evaluate(
        """() => [...document.querySelectorAll(".player :is(button, input)")]
          .map((node) => node.getBoundingClientRect())
          .map(({ left, right, top, bottom, width, height }) =>
            ({ inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
               large: Math.min(width, height) >= 24 }))"""
    )
    assert len(boxes) == 6
    assert all(box["inside"] and box["large"] for box in boxes)
    assert table.check_access() == []
    cards = table.page.evaluate(
        """() => {
          const felt = document.querySelector("#felt").getBoundingClientRect();
          return [...document.querySelectorAll(".card")].map((one) => one.getBoundingClientRect())
            .every((box) => box.bottom <= felt.bottom && box.right <= felt.right);
        }"""
    )
    assert cards
    told = "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>"
    told += " scrollWidth <= clientWidth && scrollHeight <= clientHeight"
    assert table.page.locator(".player .told").evaluate(told)
    shut(table)


@pytest.mark.parametrize("size", [(960, 600), (1024, 768), (1200, 640), (1366, 768), (1920, 1080)])
def test_the_player_has_room_beside_the_panel_too(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=3", size=size).resume(3, SOLUTION, 30)
    table.choose(panel=True)
    expect(table.page.locator("#panel")).to_be_visible()
    felt = box_of(table.page.locator("#felt"))
    open_history(table)
    after = box_of(table.page.locator("#felt"))
    player = box_of(table.page.locator(".player"))
    panel = box_of(table.page.locator("#panel"))
    assert (after["x"], after["y"], after["width"]) == (felt["x"], felt["y"], felt["width"])
    assert after["height"] >= felt["height"] - player["height"]
    assert player["y"] >= after["y"] + after["height"]
    assert player["y"] + player["height"] <= size[1]
    assert panel["x"] >= after["x"] + after["width"]
    assert (
        panel["x"] >= player["x"] + player["width"] or player["y"] >= panel["y"] + panel["height"]
    )
    for part in table.page.locator(".player :is(button, input)").all():
        box = box_of(part)
        assert box["x"] + box["width"] <= player["x"] + player["width"]
    assert clashes(table) == []

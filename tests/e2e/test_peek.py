"""A look at a pile: by holding, by the right button and by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.gestures import Fingers
from tests.e2e.hands import Table
from tests.e2e.test_looks import LONG

OpenTable = Callable[..., Table]
DEAL: Final = "/kungen-patiens.html?deal=617"
HARP: Final = "/harpan.html?deal=617"
# Longer than a press is held before the list comes.
HELD: Final = 500
# Column 3 of deal 617.
NAMES: Final = [
    "Klöver fem",
    "Ruter dam",
    "Hjärter tre",
    "Spader nio",
    "Klöver nio",
    "Hjärter två",
    "Klöver kung",
]


def peek(table: Table) -> Locator:
    return table.page.locator("dialog.peek")


def rows(table: Table) -> Locator:
    return peek(table).locator("li button")


def press(table: Table, pile: str, count: int = 1) -> None:
    table.landed()
    table.page.mouse.move(*table.corner(pile, count))
    table.page.mouse.down()


def hold(table: Table, pile: str, count: int = 1) -> None:
    """Press on a card until its pile is shown."""
    press(table, pile, count)
    expect(peek(table)).to_be_visible()
    table.page.mouse.up()


def test_a_held_card_is_shown_large_with_its_column_and_nothing_is_played(
    open_table: OpenTable,
) -> None:
    table = open_table(DEAL)
    hold(table, "column3", 5)
    expect(peek(table)).to_be_visible()
    assert rows(table).all_inner_texts() == NAMES
    expect(peek(table).locator("h2")).to_have_text("Kolumn 3, 7 kort")
    expect(peek(table).locator("[aria-current=true]")).to_have_text("Hjärter tre")
    expect(rows(table).nth(2)).to_be_focused()
    expect(table.said()).to_have_text("Hjärter tre, kolumn 3, kort 3 av 7.")
    large = peek(table).locator(".large-card .card").bounding_box()
    small = table.button("column3", 5).bounding_box()
    assert large is not None
    assert small is not None
    assert large["width"] >= 120
    expect(table.page.locator(".held")).to_have_count(0)
    assert table.moves() == 0
    assert table.check_access() == []


def test_the_list_stays_open_until_it_is_put_away_and_the_focus_returns(
    open_table: OpenTable,
) -> None:
    table = open_table(DEAL)
    table.focus_pile("column2")
    for end in ("Escape", "felt", "cross", "v", "Tab"):
        hold(table, "column3", 4)
        expect(peek(table)).to_be_visible()
        if end == "felt":
            table.page.mouse.click(30, 500)
        elif end == "cross":
            peek(table).locator(".cross").click()
        else:
            table.press(end)
        expect(peek(table)).to_be_hidden()
        assert table.moves() == 0
        expect(table.page.locator(".held")).to_have_count(0)
        if end != "Tab":
            table.until(
                lambda: table.page.evaluate("document.activeElement.matches('#table button')")
            )


def test_the_tap_that_puts_it_away_plays_nothing(open_table: OpenTable) -> None:
    table = open_table(DEAL).choose(tap="best")
    hold(table, "column3", 4)
    table.tap("column1")
    expect(peek(table)).to_be_hidden()
    assert table.moves() == 0
    table.tap("column1")
    assert table.moves() == 1


def test_a_row_picks_up_its_run_as_a_tap_on_the_card_would(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    table.tap_move(("column5", "column8", 1))
    hold(table, "column8", 4)
    rows(table).nth(5).click()
    expect(peek(table)).to_be_hidden()
    expect(table.page.locator(".card.held")).to_have_count(2)
    expect(table.said()).to_have_text("2 kort lyfta, från hjärter dam.")
    table.tap("column2")
    assert table.pile("column2")[-3:] == ["KS", "QH", "JC"]


def test_a_row_of_a_card_that_is_not_free_says_so(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    hold(table, "column3", 5)
    rows(table).nth(1).click()
    expect(table.note()).to_have_text("Ruter dam ligger inte fritt.")
    expect(table.page.locator(".held")).to_have_count(0)


def test_what_is_held_stays_out_of_the_list_and_no_row_plays_it(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    table.tap("column5")
    hold(table, "column8", 2)
    rows(table).last.click()
    # It would have fitted there.
    assert table.moves() == 0
    expect(table.page.locator(".card.held .face")).to_have_attribute("data-card", "46")


def test_the_right_button_shows_as_long_as_it_is_down(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    mouse = table.page.mouse
    mouse.move(*table.corner("column3", 5))
    mouse.down(button="right")
    expect(peek(table)).to_be_visible()
    expect(table.said()).to_have_text("Hjärter tre, kolumn 3, kort 3 av 7.")
    mouse.up(button="right")
    expect(peek(table)).to_be_hidden()
    assert table.moves() == 0


def test_the_browsers_menu_stays_away_on_the_table_only(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    prevented = table.page.evaluate(
        """() => ["#felt", "#columns [data-pile]", "#guide", ".bar [data-do=menu]", "h1"].map(
          (place) => !document.querySelector(place).dispatchEvent(
            new MouseEvent("contextmenu", { bubbles: true, cancelable: true })))"""
    )
    assert prevented == [True, True, False, False, False]


@pytest.mark.parametrize("key", ["v", "Shift+F10", "ContextMenu"])
def test_a_key_shows_the_pile_and_the_arrows_walk_it(open_table: OpenTable, key: str) -> None:
    table = open_table(DEAL)
    table.focus_pile("column3")
    table.press("ArrowUp")
    table.press(key)
    expect(rows(table).nth(5)).to_be_focused()
    for pressed, focused in (("ArrowDown", 6), ("ArrowDown", 6), ("Home", 0), ("ArrowUp", 0)):
        table.press(pressed)
        expect(rows(table).nth(focused)).to_be_focused()
    expect(peek(table).locator(".large-card use.rank")).to_have_attribute("href", "#rank-5")
    table.press("End")
    table.press("Enter")
    expect(peek(table)).to_be_hidden()
    expect(table.page.locator(".card.held .face")).to_have_attribute("data-card", "48")
    # The focus is on the pile from which it was taken.
    assert table.page.evaluate("document.activeElement.dataset.card") == "48"


def test_cards_face_down_are_a_number_and_never_told(open_table: OpenTable) -> None:
    table = open_table(HARP)
    hold(table, "column7")
    expect(peek(table).locator("li").first).to_have_text("6 dolda kort")
    assert rows(table).all_inner_texts() == ["Ruter åtta"]
    told = table.page.evaluate(
        """() => [...document.querySelectorAll(".peek [data-large], .peek [data-row]")]
          .map(({ dataset }) => dataset.large)"""
    )
    assert told == ["29"]
    table.press("Escape")
    # A press on a back tells how many there are, and which one is not said.
    box = table.button("column7").bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + 20, box["y"] - 8)
    table.page.mouse.down()
    expect(peek(table)).to_be_visible()
    table.page.mouse.up()
    expect(table.said()).to_have_text("6 dolda kort.")
    expect(peek(table).locator("[aria-current=true]")).to_have_count(0)


def test_the_waste_shows_what_is_seen_and_the_stock_nothing(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617&draw=3")
    stock = table.page.locator("[data-pile='64']")
    stock.click()
    stock.click()
    hold(table, "waste")
    expect(rows(table)).to_have_count(3)
    assert len(table.pile("waste")) == 3
    table.press("Escape")
    box = stock.bounding_box()
    assert box is not None
    mouse = table.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 20)
    mouse.down()
    table.page.wait_for_timeout(HELD)
    expect(peek(table)).to_be_hidden()
    mouse.up()
    # A slow tap draws all the same.
    hold(table, "waste")
    expect(peek(table).locator("h2")).to_have_text("Kasthögen, 9 kort")


def test_a_foundation_shows_all_its_cards(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=2")
    # The ace of spades is free, and more follow.
    table.page.mouse.dblclick(*table.corner("column1"))
    expect(table.button("foundationS")).to_have_attribute("data-card", "3")
    hold(table, "foundationS")
    expect(rows(table).first).to_have_text("Spader ess")
    expect(peek(table).locator("h2")).to_contain_text("grundhögen")


def test_an_empty_place_and_the_felt_show_nothing(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    press(table, "cell1")
    table.page.wait_for_timeout(HELD)
    expect(peek(table)).to_be_hidden()
    table.page.mouse.up()
    table.page.mouse.click(30, 600, button="right")
    expect(peek(table)).to_be_hidden()


def test_a_hold_that_becomes_a_drag_is_one(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    mouse = table.page.mouse
    x, y = table.corner("column1")
    mouse.move(x, y)
    mouse.down()
    expect(peek(table)).to_be_visible()
    mouse.move(x + 10, y - 30, steps=3)
    expect(peek(table)).to_be_hidden()
    expect(table.page.locator(".dragged")).to_have_count(1)
    mouse.move(*table.corner("cell2"))
    mouse.up()
    assert table.pile("cell2") == ["JD"]


def test_a_drag_that_goes_on_is_no_hold(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    mouse = table.page.mouse
    x, y = table.corner("column1")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 10, y - 30, steps=3)
    table.page.wait_for_timeout(HELD)
    expect(peek(table)).to_be_hidden()
    mouse.up()


def test_how_long_a_press_is_held_is_the_players_choice(open_table: OpenTable) -> None:
    table = open_table(DEAL).choose(hold=800)
    table.page.evaluate(
        """() => addEventListener("pointerdown", ({ timeStamp }) => {
          new MutationObserver(() => { window.heldTime = performance.now() - timeStamp; })
            .observe(document.querySelector("dialog.peek"), { attributeFilter: ["open"] });
        })"""
    )
    hold(table, "column3", 3)
    assert table.page.evaluate("heldTime") >= 800


def test_a_finger_holds_and_then_chooses_a_row(open_table: OpenTable) -> None:
    table = open_table(DEAL, size=(390, 844), has_touch=True, is_mobile=True)
    fingers = Fingers(table)
    fingers.down(table.corner("column3", 3))
    expect(peek(table)).to_be_visible()
    fingers.up()
    expect(peek(table)).to_be_visible()
    box = rows(table).last.bounding_box()
    assert box is not None
    assert box["height"] >= 24
    fingers.tap(box["x"] + 40, box["y"] + box["height"] / 2)
    expect(peek(table)).to_be_hidden()
    expect(table.page.locator(".card.held .face")).to_have_attribute("data-card", "48")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568), (768, 1024), (1366, 768)])
def test_the_rows_of_the_longest_column_are_24_pixels_high_and_in_the_window(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(DEAL, size=size).resume(LONG["deal"], LONG, 37)
    table.page.keyboard.press("PageDown")
    table.press("ArrowRight")
    table.press("v")
    table.shoot(f"peek-{size[0]}x{size[1]}")
    heights = rows(table).evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert len(heights) >= 15
    assert min(heights) >= 24
    box = peek(table).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    expect(rows(table).last).to_be_in_viewport()


def test_turning_the_window_puts_the_list_away(open_table: OpenTable) -> None:
    table = open_table(DEAL, size=(390, 844))
    hold(table, "column3", 3)
    expect(peek(table)).to_be_visible()
    table.page.set_viewport_size({"width": 844, "height": 390})
    expect(peek(table)).to_be_hidden()


def test_lessons_have_the_same_look(open_table: OpenTable) -> None:
    table = open_table("/patiensskolan.html?lesson=ace", size=(1366, 768))
    hold(table, "column1")
    expect(peek(table)).to_be_visible()
    table.press("Escape")
    expect(peek(table)).to_be_hidden()

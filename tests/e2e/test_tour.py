"""The tour of the table: offered once, taken by hand or by keys, and heard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.hands import Table

OpenTable = Callable[..., Table]

FIRST: Final = "/kungen-patiens.html"
# Of deal 1, which a first visit opens.
MOVE: Final = ("column1", "cell1", 1)


def offer(table: Table) -> Locator:
    return table.page.locator(".tour-offer")


def tour(table: Table) -> Locator:
    return table.page.locator(".tour")


def take(table: Table) -> None:
    offer(table).get_by_role("button").first.click()
    expect(tour(table)).to_be_visible()


def come_again(table: Table) -> None:
    """Open the page anew, and wait until an offer would be there."""
    with table.page.expect_response(re.compile(r"guide\.[0-9a-f]+\.js")):
        table.page.reload()
    table.ready()
    table.page.wait_for_timeout(300)


def test_a_first_visit_offers_the_tour_and_lets_one_play(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    expect(offer(table)).to_contain_text("Ny här? En rundtur på under en minut")
    table.tap_move(MOVE)
    expect(offer(table)).to_have_count(0)
    assert table.moves() == 1
    come_again(table)
    table.click("undo")
    come_again(table)
    expect(offer(table)).to_have_count(0)


def test_who_says_no_is_not_asked_again(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    offer(table).get_by_role("button", name="Nej tack").click()
    expect(offer(table)).to_have_count(0)
    come_again(table)
    expect(offer(table)).to_have_count(0)


def test_who_did_not_answer_is_asked_again(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    expect(offer(table)).to_be_visible()
    come_again(table)
    expect(offer(table)).to_be_visible()


def test_the_tour_goes_on_and_back_and_ends_with_play(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    take(table)
    expect(tour(table).locator(".place")).to_have_text("1 av 7")
    back = tour(table).get_by_role("button", name="Tillbaka")
    expect(back).to_be_hidden()
    tour(table).get_by_role("button", name="Nästa").click()
    expect(tour(table).locator(".place")).to_have_text("2 av 7")
    back.click()
    expect(tour(table).locator(".place")).to_have_text("1 av 7")
    for _ in range(6):
        tour(table).get_by_role("button", name="Nästa").click()
    tour(table).get_by_role("button", name="Börja spela").click()
    expect(tour(table)).to_have_count(0)
    expect(table.page.locator(".tour-ring")).to_have_count(0)
    come_again(table)
    expect(offer(table)).to_have_count(0)


def test_the_tour_by_keys_alone(open_table: OpenTable) -> None:
    table = open_table("/harpan.html")
    expect(offer(table)).to_be_visible()
    table.press("?")
    table.page.locator("#help [data-do=tour]").focus()
    table.press("Enter")
    expect(tour(table).locator(".next")).to_be_focused()
    table.press("ArrowRight")
    expect(tour(table).locator(".place")).to_have_text("2 av 7")
    table.press("ArrowLeft")
    expect(tour(table).locator(".place")).to_have_text("1 av 7")
    table.press("Escape")
    expect(tour(table)).to_have_count(0)
    assert table.page.evaluate("document.activeElement.closest('#table') !== null")


GOAL: Final = "Lägg alla kort på de fyra grundhögarna, en kortfärg på varje, från ess till kung."
RETURN: Final = "Ett kort får tas ned från en grundhög till en kolumn."
HEARD: Final = {
    "harpan": (
        f"1 av 7. {GOAL} {RETURN}",
        (
            "2 av 7. I kolumnerna läggs ett fritt kort på ett kort som är ett steg högre och av"
            " andra färgen: röd sexa på svart sjua. Ett dolt kort vänds upp när det blir fritt."
        ),
        "3 av 7. I en tom kolumn får bara kung läggas.",
    ),
    "napoleon": (
        "1 af 7. Læg alle kort på de fire grundbunker, én kulør på hver, fra es til konge.",
        (
            "2 af 7. I kolonnerne lægges et frit kort på et kort, der er ét trin højere og af"
            " den anden farve: rød sekser på sort syver."
        ),
        "3 af 7. I en tom kolonne må ethvert kort lægges.",
    ),
}


@pytest.mark.parametrize("page", HEARD)
def test_every_stop_is_heard(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}.html")
    take(table)
    for line in HEARD[page]:
        expect(table.said()).to_have_text(line)
        table.press("ArrowRight")


def test_the_ring_lies_round_what_is_told(open_table: OpenTable) -> None:
    table = open_table(FIRST, reduced_motion="reduce")
    take(table)
    rung = ("#foundations .slot", "#columns .slot", "#columns .slot", "#cells .slot")
    for selector in rung:
        inside = table.page.evaluate(
            """(selector) => {
              const ring = document.querySelector(".tour-ring").getBoundingClientRect();
              return [...document.querySelectorAll(selector)]
                .map((node) => node.getBoundingClientRect())
                .every((box) => box.left >= ring.left && box.right <= ring.right
                  && box.top >= ring.top && box.bottom <= ring.bottom);
            }""",
            selector,
        )
        assert inside, selector
        table.press("ArrowRight")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((320, 568), "light"), ((844, 390), "dark"), ((1366, 768), "light")],
    ids=["phone", "phone on its side", "desktop"],
)
def test_axe_finds_nothing_and_nothing_moves(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    script = """
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    """
    table = open_table(FIRST, size=size, color_scheme=scheme, script=script)
    expect(offer(table)).to_be_visible()
    assert table.check_access() == []
    take(table)
    assert table.check_access() == []
    table.press("ArrowRight")
    assert table.page.evaluate("window.shifts") == 0


def test_a_player_who_was_here_before_is_not_offered_it(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    table.page.evaluate(
        """() => new Promise((resolve) => {
          const open = indexedDB.open("kungen");
          open.onsuccess = () => {
            const change = open.result.transaction("settings", "readwrite");
            change.objectStore("settings").put({ visited: true }, "settings");
            change.oncomplete = () => { open.result.close(); resolve(null); };
          };
        })"""
    )
    come_again(table)
    expect(offer(table)).to_have_count(0)

"""The tour of the table: offered once, taken by hand or by keys, and heard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import house
import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.hands import Table
from tests.e2e.test_positions import SAVED, play_of

OpenTable = Callable[..., Table]

PAGES: Final = [house.pages_of(rules.id)["sv"][0] for rules in house.games()]
FIRST: Final = "/kungen-patiens.html"
MISSING: Final = (
    "Den här delen gick inte att hämta. Försök igen när du är ansluten, eller ladda om sidan."
)
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
    with table.page.expect_response(re.compile(r"rest\.[0-9a-f]+\.js")):
        table.page.reload()
    table.ready()
    table.page.wait_for_timeout(300)


def test_a_first_visit_offers_the_tour_and_lets_one_play(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    expect(offer(table)).to_contain_text("Ny här? En rundtur på under en minut")
    table.tap_move(MOVE)
    expect(offer(table)).to_be_hidden()
    assert table.moves() == 1
    come_again(table)
    table.click("undo")
    come_again(table)
    expect(offer(table)).to_be_hidden()


def test_a_newcomer_is_offered_the_tour_before_the_scripts_have_come(
    open_table: OpenTable,
) -> None:
    table = open_table("/spel", size=(390, 844))
    table.page.evaluate("localStorage.clear()")
    table.page.route(re.compile(r"/(app|table)\.[0-9a-f]+\.js"), lambda _: None)
    table.page.goto(f"{table.site}{FIRST}", wait_until="commit")
    expect(offer(table)).to_be_visible()
    expect(table.page.locator(".card")).to_have_count(0)


def test_without_scripts_no_tour_is_offered(site: str, browser: Browser) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{site}{FIRST}")
    expect(page.locator("#felt")).to_be_visible()
    expect(page.locator(".tour-offer")).to_be_hidden()
    page.close()


def test_a_tour_whose_style_does_not_come_is_told_of_and_comes_when_it_can(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=2")
    styles = re.compile(r"tour\.[0-9a-f]+\.css")
    table.page.route(styles, lambda route: route.abort())
    offer(table).get_by_role("button").first.click()
    expect(table.note()).to_have_text(MISSING)
    expect(tour(table)).to_have_count(0)
    expect(offer(table)).to_be_visible()
    table.page.unroute(styles)
    assert all("ERR_FAILED" in fault for fault in table.faults)
    table.faults.clear()
    offer(table).get_by_role("button").first.click()
    expect(tour(table)).to_be_visible()
    expect(offer(table)).to_be_hidden()


def test_who_says_no_is_not_asked_again(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    offer(table).get_by_role("button", name="Nej tack").click()
    expect(offer(table)).to_be_hidden()
    come_again(table)
    expect(offer(table)).to_be_hidden()


def test_who_looks_at_a_shared_game_first_is_asked_afterwards(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"], 30))
    expect(table.page.locator(".player .at")).to_have_text("Drag 30 av 97")
    expect(offer(table)).to_be_hidden()
    table.go("/kungen-patiens.html?deal=2")
    expect(offer(table)).to_be_visible()


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
    expect(offer(table)).to_be_hidden()


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
    table.keep("settings", {"visited": True}, "settings")
    come_again(table)
    expect(offer(table)).to_be_hidden()


MEASURE: Final = """() => {
  const box = (node) => node.getBoundingClientRect();
  const [ring, panel, page] = [".tour-ring", ".tour", "#page"]
    .map((part) => box(document.querySelector(part)));
  const places = [...document.querySelectorAll("#columns .slot")].map(box);
  const ends = [...document.querySelectorAll(".card")].map(box)
    .filter(({ left }) => places.some((place) => Math.abs(place.left - left) < 2))
    .filter(({ top }) => top >= places[0].top);
  const side = (pick, name) => pick(...[...places, ...ends].map((one) => one[name]));
  const shared = Math.max(0, Math.min(panel.right, ring.right) - Math.max(panel.left, ring.left))
    * Math.max(0, Math.min(panel.bottom, ring.bottom) - Math.max(panel.top, ring.top));
  return {
    off: Math.max(Math.abs(side(Math.min, "left") - 4 - ring.left),
      Math.abs(side(Math.max, "right") + 4 - ring.right),
      Math.abs(side(Math.min, "top") - 4 - ring.top),
      Math.abs(side(Math.max, "bottom") + 4 - ring.bottom)),
    hidden: shared / (ring.width * ring.height),
    above: ring.bottom + 2 - page.bottom,
  };
}"""
"""How far the ring lies from the columns, how much of it the panel hides, how far it sticks out."""


def measured(table: Table) -> dict[str, float]:
    found: dict[str, float] = table.page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [((390, 844), (844, 390)), ((844, 390), (390, 844)), ((1366, 768), (1000, 768))],
    ids=["on its side", "upright", "narrower"],
)
def test_the_ring_follows_the_table_in_the_same_frame(
    open_table: OpenTable, before: tuple[int, int], after: tuple[int, int]
) -> None:
    table = open_table("/freecell?deal=617", size=before)
    take(table)
    table.press("ArrowRight")
    table.page.evaluate(
        f"""() => {{
          window.frames_ = [];
          addEventListener("resize", () => requestAnimationFrame(() => {{
            // What is posted here comes when the frame has been drawn.
            const {{ port1, port2 }} = new MessageChannel();
            port1.onmessage = () => window.frames_.push(({MEASURE})().off);
            port2.postMessage(0);
          }}));
        }}"""
    )
    table.page.set_viewport_size({"width": after[0], "height": after[1]})
    table.page.wait_for_timeout(200)
    offs = table.page.evaluate("window.frames_")
    assert offs
    assert max(offs) < 3
    assert measured(table)["off"] < 3


def test_the_ring_goes_with_a_larger_text_and_with_the_cards(open_table: OpenTable) -> None:
    table = open_table(FIRST, size=(390, 844), reduced_motion="reduce")
    take(table)
    table.press("ArrowRight")
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    table.page.evaluate("() => new Promise((then) => requestAnimationFrame(() => then(0)))")
    assert measured(table)["off"] < 3
    table.page.evaluate("document.documentElement.style.fontSize = ''")
    table.click("tip")
    table.page.locator("#table").press("Enter")
    assert measured(table)["off"] < 3


@pytest.mark.parametrize(
    "size", [(320, 568), (390, 844), (844, 390), (1366, 768)], ids=lambda size: f"{size[0]}"
)
@pytest.mark.parametrize("page", PAGES)
def test_the_panel_hides_little_of_what_is_ringed(
    open_table: OpenTable, page: str, size: tuple[int, int]
) -> None:
    table = open_table(f"/{page}.html", size=size, reduced_motion="reduce")
    take(table)
    place = tour(table).locator(".place")
    last = int(place.inner_text().split()[-1])
    for stop in range(1, last + 1):
        assert place.inner_text().split()[0] == f"{stop}"
        assert measured(table)["hidden"] <= 0.15, stop
        table.press("ArrowRight")


@pytest.mark.parametrize("size", [(320, 568), (390, 844)], ids=["320", "390"])
@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "harpan", "freecell"])
def test_a_text_of_double_size_fits(
    open_table: OpenTable, page: str, size: tuple[int, int]
) -> None:
    script = """
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      });
    """
    fits = """(part) => {
      const felt = document.querySelector("#felt").getBoundingClientRect();
      const panel = document.querySelector(part);
      const box = panel.getBoundingClientRect();
      const parts = [...panel.querySelectorAll("*")];
      const inside = parts.map((node) => node.getBoundingClientRect())
        .every(({ left, right }) => left >= box.left && right <= box.right);
      const seen = parts.filter((node) => node.matches("button"))
        .map((node) => node.getBoundingClientRect())
        .every(({ top, bottom }) => top >= box.top && bottom <= box.bottom);
      return inside && seen && panel.scrollWidth <= panel.clientWidth && box.left >= felt.left
        && box.right <= felt.right && box.top >= felt.top && box.bottom <= felt.bottom;
    }"""
    table = open_table(f"/{page}.html", size=size, script=script, reduced_motion="reduce")
    expect(offer(table)).to_be_visible()
    assert table.page.evaluate(fits, ".tour-offer")
    take(table)
    while tour(table).count() > 0:
        text = tour(table).inner_text()
        assert table.page.evaluate(fits, ".tour"), text
        box = tour(table).bounding_box()
        assert box is not None
        assert box["width"] > 0.8 * size[0]
        table.press("ArrowRight")


def test_the_offer_and_the_tour_change_their_language(open_table: OpenTable) -> None:
    table = open_table(FIRST)
    expect(offer(table)).to_be_visible()
    table.click("menu")
    table.page.locator("#language").select_option("da")
    expect(offer(table)).to_contain_text("Ny her? En rundtur på under et minut")
    expect(offer(table).get_by_role("button")).to_have_text(["Vis", "Nej tak"])
    table.press("Escape")
    take(table)
    table.press("ArrowRight")
    expect(tour(table)).to_have_attribute("aria-label", "Rundtur")
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(tour(table)).to_have_attribute("aria-label", "Tour")
    expect(tour(table).locator(".place")).to_have_text("2 of 7")
    expect(tour(table).locator(".text")).to_contain_text("In the columns")
    expect(tour(table).locator(".next")).to_have_text("Next")
    expect(tour(table).locator(".cross")).to_have_attribute("title", "Close")
    expect(tour(table).locator(".cross")).to_have_attribute("aria-label", "Close")


@pytest.mark.parametrize(
    "event",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    ],
    ids=["another tab", "a page that was kept"],
)
def test_a_language_that_was_changed_on_another_page_is_taken_up(
    open_table: OpenTable, event: str
) -> None:
    table = open_table(FIRST)
    take(table)
    other = Table(table.page.context.new_page(), table.site).go("/harpan.html?deal=5")
    other.click("menu")
    other.page.locator("#language").select_option("da")
    expect(other.heading()).to_have_text("7 kabale, uddeling 5")
    table.page.evaluate(event)
    expect(tour(table).locator(".next")).to_have_text("Næste")
    expect(table.heading()).to_have_text("Napoleon, uddeling 1")


def test_the_offer_waits_until_the_panel_of_an_end_is_gone(open_table: OpenTable) -> None:
    table = open_table("/forecell-patiens.html?deal=1")
    expect(table.page.locator("#end")).to_be_visible()
    expect(offer(table)).to_be_hidden()
    table.page.locator("#end-close").click()
    expect(offer(table)).to_be_visible()
    table.go("/forecell-patiens.html?deal=1")
    table.click("next")
    expect(table.page.locator("#end")).to_be_hidden()
    expect(offer(table)).to_be_visible()


def test_the_tour_and_the_panel_of_an_end_take_turns(open_table: OpenTable) -> None:
    table = open_table("/forecell-patiens.html?deal=1")
    table.press("?")
    table.page.locator("#help [data-do=tour]").click()
    expect(tour(table)).to_be_visible()
    expect(table.page.locator("#end")).to_be_hidden()
    table.page.locator(".head input[name=deal]").fill("46")
    table.press("Enter")
    expect(table.page.locator("#end")).to_be_visible()
    expect(tour(table)).to_have_count(0)
    expect(table.page.locator(".tour-ring")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=["390", "320"])
def test_the_ring_stays_with_the_table_when_the_guide_is_read(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(FIRST, size=size, reduced_motion="reduce")
    take(table)
    for _ in range(7):
        table.page.locator("#guide").evaluate("(guide) => guide.scrollIntoView()")
        found = table.page.evaluate(
            """() => ["#guide", ".tour-ring"]
              .map((part) => document.querySelector(part).getBoundingClientRect())
              .map(({ top, bottom }) => [top, bottom])"""
        )
        (guide, _), (_, ring) = found
        assert ring + 2 <= guide
        assert measured(table)["above"] <= 0
        table.page.evaluate("scrollTo(0, 0)")
        table.press("ArrowRight")


def test_a_new_deal_leaves_the_tour_at_its_stop(open_table: OpenTable) -> None:
    table = open_table(FIRST, reduced_motion="reduce")
    take(table)
    table.press("ArrowRight")
    table.click("menu")
    table.page.locator("#menu .choices [data-do=new]").click()
    expect(table.heading()).not_to_have_text("Kungen, giv 1")
    expect(tour(table).locator(".place")).to_have_text("2 av 7")
    # Where the menu was opened from; not lost, and not drawn back into the tour.
    assert table.page.evaluate("document.activeElement.matches('.bar [data-do=menu]')")
    assert measured(table)["off"] < 3
    table.press("Escape")
    expect(tour(table)).to_have_count(0)

"""What the eye meets: nothing cut, nothing on top of another, in any window and text size."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import chromium
import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.e2e.conftest import FLAGS
from tests.e2e.hands import Table
from tests.e2e.test_service import FIRST, LINE, Service, open_counted
from tests.e2e.test_states import OFFERED, SOLUTION, TO_STUCK

OpenTable = Callable[..., Table]
LONG: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "long_column.json").read_text(encoding="utf-8")
)
LARGE_TEXT_SIZES: Final = [(1366, 768), (768, 1024), (390, 844), (844, 390)]

# The controls that lie on another or on the felt, and those whose text is cut.
CLASHES: Final = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true })
    && node.getBoundingClientRect().width > 2;
  const name = (node) => node.id || node.dataset.do || node.name || node.tagName;
  const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  const scope = document.querySelector("dialog[open]") ?? document;
  const shown = [...scope.querySelectorAll(
    ".bar button, .deal :is(button, input), .end button, dialog :is(button, select), h1, #moves")]
    .filter(seen);
  const boxes = shown.map((node) => node.getBoundingClientRect());
  const felt = document.querySelector("#felt").getBoundingClientRect();
  const clashes = [];
  shown.forEach((node, at) => {
    shown.slice(0, at).forEach((other, index) => {
      if (meet(boxes[at], boxes[index])) clashes.push(`${name(node)} on ${name(other)}`);
    });
    if (node.closest(".head") && meet(boxes[at], felt)) clashes.push(`${name(node)} on the felt`);
    const inline = getComputedStyle(node).display === "inline";
    if (!inline && node.scrollWidth > node.clientWidth + 1) clashes.push(`${name(node)} is cut`);
    if (node.matches("button") && node.scrollHeight > node.clientHeight + 1)
      clashes.push(`${name(node)} is too low`);
    const wide = Math.max(innerWidth, document.documentElement.scrollWidth);
    if (boxes[at].left < -0.5 || boxes[at].right > wide + 0.5)
      clashes.push(`${name(node)} is out of the window`);
  });
  return clashes;
}"""


def clashes(table: Table) -> list[str]:
    found: list[str] = table.page.evaluate(CLASHES)
    return found


def places(table: Table, names: str) -> list[dict[str, float]]:
    found: list[dict[str, float]] = table.page.evaluate(
        """(names) => [...document.querySelectorAll(names)].map((node) => {
          const { x, y, width, height } = node.getBoundingClientRect();
          return { x, y, width, height };
        })""",
        names,
    )
    return found


def box_of(spot: Locator) -> dict[str, float]:
    box = spot.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize("size", LARGE_TEXT_SIZES, ids=str)
@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon"])
def test_text_of_double_size_wraps_and_is_never_cut(
    open_table: OpenTable, size: tuple[int, int], page: str
) -> None:
    table = open_table(f"/{page}.html?deal=1000000", size=size)
    before = box_of(table.page.locator("#moves"))["height"]
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box_of(table.page.locator("#moves"))["height"] >= 1.9 * before
    assert clashes(table) == []
    for name in ("menu", "help"):
        table.click(name)
        assert clashes(table) == [], name


# How far the words of the bar and of the status reach out of the room at a phone's edge.
REACH: Final = """() => {
  const edge = document.querySelector(".line").getBoundingClientRect();
  const words = [...document.querySelectorAll("#deal-title, #moves, #clock, .bar button")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
  return Math.max(...words.flatMap(({ left, right }) => [edge.left - left, right - edge.right]));
}"""


@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "freecell"])
@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=str)
def test_words_of_double_size_stay_within_the_edge_of_a_phone_on_its_side(
    open_table: OpenTable, size: tuple[int, int], page: str
) -> None:
    table = open_table(f"/{page}.html?deal=3", size=size)
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    moves = table.page.locator("#moves")
    widths = []
    for count in (0, 28, 128):
        moves.evaluate(
            "(node, count) => { node.textContent = node.textContent.replace(/[0-9]+/, count); }",
            str(count),
        )
        expect(moves).to_contain_text(str(count))
        assert table.page.evaluate(REACH) <= -1, count
        widths.append(box_of(table.page.locator("#felt"))["width"])
    assert len({*widths}) == 1


# The table fills the window, and no more; what scrolls lies below it.
FITS: Final = """() => document.documentElement.scrollWidth <= innerWidth
  && document.querySelector(".page").offsetHeight === innerHeight"""


@pytest.mark.parametrize("page", ["napoleon", "harpan", "king-albert"])
def test_text_of_double_size_leaves_the_table_in_a_phones_window(
    open_table: OpenTable, page: str
) -> None:
    table = open_table(f"/{page}.html?deal=1000000", size=(844, 390))
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in [(844, 390), (667, 375), (568, 320), (320, 568), (390, 844)]:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_timeout(100)
        assert table.page.evaluate(FITS), (width, height)
        assert clashes(table) == [], (width, height)
        for name in ("undo", "redo", "tip", "menu"):
            button = table.page.locator(f".bar [data-do={name}]")
            expect(button).to_be_in_viewport(ratio=1)
    # The cards keep the width that the window has for them.
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.page.wait_for_timeout(100)
    columns = table.page.locator("#columns [role=list]").count()
    assert places(table, ".card")[0]["width"] >= (320 - 8) // columns - 3


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (320, 568)], ids=str)
def test_text_of_double_size_leaves_the_finish_in_reach(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/napoleon.html?deal=1", size=size)
    table.put_in_browser({**SOLUTION, "steps": SOLUTION["steps"][:OFFERED], "position": OFFERED})
    table.go("/napoleon.html?deal=3")
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(table.page.locator("#offer")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".bar [data-do=menu]")).to_be_in_viewport(ratio=1)
    assert table.page.evaluate(FITS)
    assert clashes(table) == []
    table.page.locator("#offer").click()
    expect(table.page.locator("#end-head")).to_have_text("Du har vundet!")


def test_the_browsers_own_text_size_counts(site: str, browser: Browser) -> None:
    path = chromium.find()
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=path, args=flags) as large_text:
        for width, height in LARGE_TEXT_SIZES:
            page = large_text.new_page(viewport=ViewportSize(width=width, height=height))
            table = Table(page, site).go("/kungen-patiens.html?deal=1000000")
            assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32
            assert clashes(table) == []


@pytest.mark.parametrize("size", [(320, 180), (455, 256), (280, 320)], ids=str)
def test_a_very_small_window_scrolls_and_keeps_cards_to_play_with(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/napoleon.html?deal=1000000", size=size)
    assert clashes(table) == []
    assert min(place["width"] for place in places(table, ".card")) >= 28
    menu = table.page.locator(".bar [data-do=menu]")
    menu.scroll_into_view_if_needed()
    expect(menu).to_be_in_viewport()
    menu.click()
    expect(table.page.locator("#menu")).to_be_visible()


@pytest.mark.parametrize("width", [1200, 1280, 1366, 1440, 1519])
@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "freecell"])
def test_the_toolbar_keeps_everything_in_one_row(
    open_table: OpenTable, width: int, page: str
) -> None:
    table = open_table(f"/{page}.html?deal=1000000", size=(width, 800))
    for name in ("new", "verdict", "menu", "previous", "next"):
        expect(table.page.locator(f".head [data-do={name}]")).to_be_visible()
    expect(table.page.locator(".head [type=submit]")).to_be_visible()
    expect(table.page.locator("#capacity")).to_be_in_viewport(ratio=1)
    assert box_of(table.page.locator(".head"))["height"] == 56
    table.resume(3, SOLUTION, OFFERED)
    assert box_of(table.page.locator(".head"))["height"] == 56
    assert clashes(table) == []


@pytest.mark.parametrize("size", [(1200, 800), (1366, 768), (390, 844), (844, 390)], ids=str)
def test_no_button_moves_when_a_card_is_lifted(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=size).resume(3, SOLUTION, OFFERED)
    controls = ".head button, .head input, h1, #moves, #clock"
    before = places(table, controls)
    table.press("Tab")
    table.page.locator("#table [tabindex='0']").focus()
    table.press("+")
    expect(table.page.locator("#capacity-short")).to_contain_text("tom:")
    assert places(table, controls) == before


def test_the_tab_key_goes_through_the_toolbar_from_left_to_right(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    seen: list[float] = []
    for _ in range(30):
        table.press("Tab")
        x, inside = table.page.evaluate(
            """() => [document.activeElement.getBoundingClientRect().x,
              document.activeElement.closest("#table") !== null]"""
        )
        if inside:
            break
        seen.append(x)
    assert len(seen) == 11
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    "size", [(1366, 768), (1280, 720), (2560, 1440), (1024, 600), (844, 390), (320, 568)], ids=str
)
def test_nineteen_cards_show_every_rank_and_suit(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=size).resume(227, LONG, 37)
    assert len(table.pile("column2")) == 19
    cut = table.page.evaluate(
        """() => {
          const owned = document.querySelectorAll("#columns [role=list]")[1]
            .getAttribute("aria-owns").split(" ").map((id) => document.getElementById(id));
          const foot = (node) => {
            // The suit's box and, of the rank, the line on which it stands.
            const suit = node.querySelector(".small").getBoundingClientRect();
            const rank = node.querySelector(".rank").getBoundingClientRect();
            return Math.max(suit.bottom, rank.top + (37 / 48) * rank.height);
          };
          return owned.slice(0, -1).filter((node, at) =>
            foot(node) > owned[at + 1].getBoundingClientRect().top).length;
        }"""
    )
    assert cut == 0


@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "freecell"])
def test_the_menu_of_a_small_phone_cuts_nothing(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}.html?deal=1000000", size=(320, 568))
    table.click("menu")
    field = table.page.locator("#menu input[name=deal]")
    expect(field).to_have_value("1000000")
    assert field.evaluate("(node) => node.clientWidth - 8") >= 90
    assert clashes(table) == []
    # A choice is as wide as its longest text when nothing holds it back.
    for select in table.page.locator("#menu select").all():
        spare = select.evaluate(
            """(node) => {
              const room = node.clientWidth;
              node.style.width = "max-content";
              return room - node.clientWidth;
            }"""
        )
        assert spare >= 0


@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "freecell"])
def test_the_bar_of_a_small_phone_is_one_row(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}.html?deal=617", size=(320, 568))
    buttons = [place for place in places(table, ".bar button") if place["width"] > 0]
    assert len(buttons) == 5
    assert len({place["y"] for place in buttons}) == 1


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=str)
def test_on_a_phone_nothing_in_the_bar_deals_anew(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(size=size)
    for name in ("new", "restart", "next", "previous"):
        expect(table.page.locator(f"[data-do={name}]:visible")).to_have_count(0)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1200, 800), (1366, 768)], ids=str)
def test_what_deals_anew_lies_far_from_undo(open_table: OpenTable, size: tuple[int, int]) -> None:
    table = open_table(size=size)
    undo = box_of(table.page.locator(".bar [data-do=undo]"))
    for button in table.page.locator(".head > .deal button:visible").all():
        other = box_of(button)
        across = max(undo["x"], other["x"]) - min(
            undo["x"] + undo["width"], other["x"] + other["width"]
        )
        down = max(undo["y"], other["y"]) - min(
            undo["y"] + undo["height"], other["y"] + other["height"]
        )
        assert max(across, down) >= 150


def test_help_can_be_closed_from_its_top(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(320, 568))
    table.click("menu")
    table.click("help")
    cross = table.page.get_by_role("button", name="Stäng").first
    expect(cross).to_be_in_viewport(ratio=1)
    cross.click()
    expect(table.page.locator("#help")).to_be_hidden()


@pytest.mark.parametrize("width", [700, 768, 899, 900, 1024, 1200, 1366])
def test_a_heading_begins_with_a_capital(open_table: OpenTable, width: int) -> None:
    table = open_table("/napoleon.html?deal=227", size=(width, 600))
    shown = box_of(table.page.locator("#game"))["width"] > 1
    first = table.page.evaluate(
        "getComputedStyle(document.querySelector('#deal-title'), '::first-letter').textTransform"
    )
    assert first == ("none" if shown else "uppercase")
    assert shown == (width >= 900)


def bars_shown(table_page: Any) -> int:
    count: int = table_page.locator(".bar:visible, .deal:visible, .status:visible").count()
    return count


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_a_table_that_cannot_be_set_up_says_so_and_shows_no_dead_button(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=size)
    table.page.route("**/*.wasm", lambda route: route.abort())
    table.page.reload()
    alert = table.page.get_by_role("alert").filter(has_text="Ladda om sidan")
    expect(alert).to_be_visible()
    expect(alert).to_contain_text("Kungen")
    assert bars_shown(table.page) == 0
    table.faults.clear()


def test_without_scripts_the_page_says_what_it_is_and_needs(site: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/napoleon.html")
    expect(page.get_by_role("heading", name="Napoleon", exact=True)).to_be_visible()
    sentence = page.locator("noscript p", has_text="Bordet skal bruge JavaScript")
    expect(sentence).to_be_visible()
    assert bars_shown(page) == 0
    context.close()


def stuck(open_table: OpenTable, size: tuple[int, int]) -> Table:
    table = open_table("/kungen-patiens.html?deal=13", size=size)
    for move in TO_STUCK:
        table.drag(move)
    table.landed()
    return table


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_the_stuck_panel_leaves_the_free_cards_in_sight(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = stuck(open_table, size)
    panel = table.page.locator("#end")
    first = panel.locator(".choices button:visible").first
    expect(first).to_have_text("Ångra")
    backgrounds = panel.locator(".choices button:visible").evaluate_all(
        "(nodes) => nodes.map((node) => getComputedStyle(node).backgroundColor)"
    )
    assert backgrounds.count(backgrounds[0]) == 1
    box = box_of(panel)
    for n in range(1, 9):
        x, y = table.corner(f"column{n}")
        hidden = box["x"] <= x <= box["x"] + box["width"] and (
            box["y"] <= y <= box["y"] + box["height"]
        )
        assert not hidden, f"column{n}"


def test_the_panels_close_by_cross_and_by_escape_until_the_end_comes_again(
    open_table: OpenTable,
) -> None:
    table = stuck(open_table, (390, 844))
    panel = table.page.locator("#end")
    expect(panel).to_be_visible()
    table.page.locator("#end-close").focus()
    table.press("Enter")
    expect(panel).to_be_hidden()
    assert table.page.evaluate("document.activeElement.closest('#table') !== null")
    table.click("undo")
    table.click("redo")
    expect(panel).to_be_visible()
    table.press("Escape")
    expect(panel).to_be_hidden()
    table.resume(3, SOLUTION, len(SOLUTION["steps"]))
    expect(panel).to_be_visible()
    table.press("Escape")
    expect(panel).to_be_hidden()


def test_while_the_finish_runs_the_page_says_how_to_stop_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.resume(3, SOLUTION, OFFERED)
    notice = table.page.locator("#stopping", has_text="Tryck för att stoppa")
    expect(notice).to_be_hidden()
    table.page.locator("#offer").click()
    expect(notice).to_be_visible()
    # The second of two quick taps stops nothing.
    table.page.clock.run_for(500)
    table.page.mouse.click(*notice_centre(notice))
    expect(notice).to_be_hidden()
    stopped = table.moves()
    table.page.clock.run_for(2_000)
    assert table.moves() == stopped
    expect(table.page.locator("#offer")).to_be_visible()


def notice_centre(notice: Locator) -> tuple[float, float]:
    box = box_of(notice)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_note_on_a_phone_on_its_side_hides_no_free_cards_rank(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=(844, 390)).resume(227, LONG, 37)
    table.click("tip")
    top = box_of(table.note())["y"]
    for n in range(1, 9):
        assert table.corner(f"column{n}")[1] + 20 < top, f"column{n}"


def test_forced_colours_tell_red_from_black_and_draw_one_ring(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", forced_colors="active")
    fill = "(card) => getComputedStyle(document.querySelector(`[data-card='${card}'] .small`)).fill"
    clubs, diamonds, hearts, spades = (table.page.evaluate(fill, suit) for suit in range(4))
    assert clubs == spades != diamonds == hearts
    table.click("tip")
    shadows = table.page.locator(".tip .face").evaluate_all(
        "(nodes) => nodes.map((node) => getComputedStyle(node).boxShadow)"
    )
    assert set(shadows) == {"none"}
    table.click("menu")
    edge = table.page.locator("#menu").evaluate("(node) => getComputedStyle(node).borderTopWidth")
    assert edge == "1px"


@pytest.mark.parametrize(
    ("address", "size", "pile"),
    [
        ("forecell.html?deal=3", (390, 844), "cell2"),
        ("harpan.html?deal=5", (667, 375), "column1"),
        ("kung-albert.html?deal=617", (844, 390), "reserve1"),
        ("plato.html?deal=617&columns=10&cells=10", (320, 568), "column1"),
        ("kungen-patiens.html?deal=617", (1366, 768), "column8"),
    ],
    ids=str,
)
def test_the_ring_of_a_lifted_card_is_seen_all_round(
    open_table: OpenTable, address: str, size: tuple[int, int], pile: str
) -> None:
    table = open_table(f"/{address}", size=size)
    table.tap(pile)
    face, felt = box_of(table.page.locator(".held .face")), box_of(table.page.locator("#felt"))
    ring = 3
    assert face["x"] - ring >= felt["x"]
    assert face["y"] - ring >= felt["y"]
    assert face["x"] + face["width"] + ring <= felt["x"] + felt["width"]
    assert face["y"] + face["height"] + ring <= felt["y"] + felt["height"]


def test_the_question_of_counting_hides_no_cards_of_a_phone_on_its_side(
    open_table: OpenTable,
) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce", "size": (844, 390)}
    table = Service().open(open_table, "/kungen-patiens?deal=1", **options).choose(tour=False)
    table.go("/kungen-patiens?deal=1").drag(FIRST)
    table.click("menu")
    table.page.locator("#menu .choices [data-do=new]").click()
    line = table.page.locator(LINE)
    expect(line).to_have_count(1)
    expect(line).to_be_hidden()
    # Upright there is room for it.
    table.page.set_viewport_size({"width": 390, "height": 844})
    expect(line).to_be_visible()


@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1366, 768)], ids=str)
def test_the_figures_in_the_menu_lie_below_the_number_that_they_are_of(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    service = Service()
    table = open_counted(open_table, service, "/kungen-patiens?deal=3", size=size)
    table.until(lambda: "deals/freecell/3" in service.asked)
    table.click("menu")
    expect(table.page.locator("#menu .counted")).to_be_visible()
    deal, figures, choices = (
        box_of(table.page.locator(f"#menu {name}").first)
        for name in (".deal", ".counted", ".choices")
    )
    assert figures["y"] - deal["y"] - deal["height"] >= 8
    assert choices["y"] >= figures["y"] + figures["height"]

"""The guide under the table: read without scripts, on any paper and screen, and beside a game."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Final

import build_web
import house
import pytest
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, expect

from tests.e2e.conftest import Host
from tests.e2e.hands import AXE, Table, read_saved

OpenTable = Callable[..., Table]
PAGES: Final = [
    house.pages_of(rules.id)[language][0] for rules in house.games() for language in house.LANGUAGES
]
SAMPLE: Final = read_saved("saves/page-1-freecell-617.json")
SOLUTION: Final = read_saved("solutions/freecell-3.json")
HEADING: Final = "document.querySelector('#guide-title').getBoundingClientRect().top"
RELEASE: Final = "/release"
# Says when the table is there, and whether the guide was there then; adds up what moved.
WATCH: Final = """
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved += value;
  }).observe({ type: "layout-shift", buffered: true });
  new MutationObserver(() => {
    if (document.body?.dataset.ready === undefined || window.early !== undefined) return;
    window.early = document.querySelector("#guide") === null;
  }).observe(document, { attributes: true, childList: true, subtree: true });
"""


class HoldingHost(Host):
    """A host that sends a page as far as its guide, and the rest when it is released."""

    released = threading.Event()

    def do_GET(self) -> None:  # noqa: N802 - the library calls it so
        if self.path == RELEASE:
            self.released.set()
        if not self.path.startswith("/kungen-patiens"):
            super().do_GET()
            return
        body = (build_web.PAGE_DIR / "kungen-patiens.html").read_bytes()
        table, mark, rest = body.partition(b'<section class="guide"')
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", f"{len(body)}")
        self.end_headers()
        self.wfile.write(table)
        self.wfile.flush()
        assert self.released.wait(30)
        self.wfile.write(mark + rest)


@pytest.fixture
def holding_site(site: str) -> Iterator[str]:
    assert site
    HoldingHost.released.clear()
    host = partial(HoldingHost, directory=str(build_web.PAGE_DIR))
    server = ThreadingHTTPServer(("127.0.0.1", 0), host)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    HoldingHost.released.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def plain_page(site: str, browser: Browser) -> Iterator[Page]:
    """A small page without scripts."""
    context = browser.new_context(
        base_url=site, java_script_enabled=False, viewport=ViewportSize(width=320, height=568)
    )
    yield context.new_page()
    context.close()


def test_the_table_is_played_before_the_guide_has_come_and_nothing_moves_when_it_does(
    holding_site: str, browser: Browser
) -> None:
    context = browser.new_context(viewport=ViewportSize(width=390, height=844))
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{holding_site}/kungen-patiens.html?deal=617", wait_until="commit")
    page.wait_for_selector("body[data-ready]")
    table = Table(page, holding_site)
    table.tap_move(("column3", "cell1", 1))
    assert table.pile("cell1") == ["KC"]
    assert page.locator("#guide").count() == 0
    page.request.get(holding_site + RELEASE)
    expect(page.locator("#guide-capacity td.here")).to_have_text("4")
    assert page.evaluate("[early, moved]") == [True, 0]
    context.close()


def test_without_scripts_the_guide_is_there_at_once(plain_page: Page) -> None:
    plain_page.goto("/otte-ud.html")
    expect(plain_page.get_by_role("heading", name="Otte Ud", exact=True)).to_be_visible()
    expect(plain_page.locator("#guide-title")).to_be_in_viewport()
    parts = plain_page.locator(".guide > .part > h3")
    assert parts.count() == 10
    for part in parts.all():
        expect(part).to_be_visible()
    expect(
        plain_page.get_by_role("img", name="Otte Ud, uddeling 1, som den deles ud.")
    ).to_be_visible()


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_no_guide_makes_a_narrow_window_scroll_sideways(plain_page: Page, size: str) -> None:
    for name in PAGES:
        plain_page.goto(f"/{name}.html")
        plain_page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        assert plain_page.evaluate("document.documentElement.scrollWidth") == 320, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_guide(site: str, browser: Browser, scheme: str) -> None:
    context = browser.new_context(
        base_url=site, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    # The table is looked at elsewhere.
    page.route("**/app.*.js", lambda route: route.abort())
    for name in PAGES:
        page.goto(f"/{name}.html")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(
            "axe.run('#guide', { resultTypes: ['violations'] })"
            ".then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))"
        )
        assert found == [], name
    context.close()


def test_a_fragment_leads_to_its_section_and_stays_in_the_address(open_table: OpenTable) -> None:
    table = open_table("/harpan.html#guide-strategy")
    heading = table.page.locator("#guide-strategy")
    expect(heading).to_be_in_viewport()
    assert table.page.url.endswith("?deal=1#guide-strategy")
    bar = table.page.locator(".ways-on").bounding_box()
    place = heading.bounding_box()
    assert bar is not None
    assert place is not None
    assert place["y"] >= bar["y"] + bar["height"]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (568, 320), (1366, 768)], ids=str)
def test_a_way_leads_down_from_every_table_and_another_back(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=size)
    down = table.page.get_by_role("link", name="Guide till spelet", exact=True)
    expect(down).to_be_in_viewport()
    down.click()
    expect(table.page.locator("#guide-title")).to_be_in_viewport()
    table.page.get_by_role("link", name="Till bordet").click()
    assert table.page.evaluate("scrollY") == 0
    assert table.page.evaluate("document.activeElement.closest('#table') !== null")
    assert table.page.url.endswith("?deal=617")


def test_the_keys_alone_lead_down_and_back(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844))
    table.press("Tab")
    table.press("Enter")
    expect(table.page.locator("#guide-title")).to_be_in_viewport()
    table.press("Tab")
    before = table.page.evaluate("scrollY")
    assert before > 0
    table.page.evaluate("document.activeElement.blur()")
    table.press("PageDown")
    table.page.wait_for_timeout(800)
    assert table.page.evaluate("scrollY") > before + 300
    table.page.locator(".ways-on [data-do=table]").focus()
    table.press("Enter")
    assert table.page.evaluate("scrollY") == 0
    table.press("ArrowRight")
    assert table.page.evaluate("document.activeElement.closest('#columns, #cards') !== null")


def test_menu_and_help_lead_to_the_guide(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.click("menu")
    table.page.locator("#menu a[href='#guide']").click()
    expect(table.page.locator("#menu")).to_be_hidden()
    expect(table.page.locator("#guide-title")).to_be_in_viewport()
    table.page.evaluate("scrollTo(0, 0)")
    table.click("menu")
    table.click("help")
    table.page.locator("#help a[href='#guide-capacity']").click()
    expect(table.page.locator("#help")).to_be_hidden()
    expect(table.page.locator("#guide-capacity caption")).to_be_in_viewport()


def here(table: Table) -> list[str]:
    found: list[str] = table.page.eval_on_selector_all(
        "#guide-capacity [aria-current=true]",
        "(cells) => cells.map(({ dataset, textContent }) =>"
        " `${dataset.cells} ${dataset.columns ?? ''}: ${textContent}`)",
    )
    return found


def test_the_capacity_table_marks_the_position_through_play_and_undo(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    now = table.page.locator("#guide-capacity .now")
    expect(now).to_contain_text("högst 5 kort")
    assert here(table) == ["4 0: 5"]
    table.tap_move(("column3", "cell1", 1))
    assert here(table) == ["3 0: 4"]
    expect(now).to_contain_text("högst 4 kort")
    table.click("undo")
    assert here(table) == ["4 0: 5"]


@pytest.mark.parametrize(
    ("page", "one", "two"),
    [
        (
            "kungen-patiens",
            "Just nu på bordet: högst 1 kort.",
            "Just nu på bordet: högst 2 kort på ett annat kort, eller 1 kort till en tom kolumn.",
        ),
        (
            "napoleon",
            "Lige nu på bordet: højst 1 kort.",
            "Lige nu på bordet: højst 2 kort på et andet kort, eller 1 kort i en tom kolonne.",
        ),
        (
            "freecell",
            "On the table right now: at most 1 card at a time.",
            "On the table right now: at most 2 cards onto a card, or 1 card into an empty column.",
        ),
    ],
)
def test_one_card_and_several_have_their_own_words(
    open_table: OpenTable, page: str, one: str, two: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    now = table.page.locator("#guide-capacity .now")
    for position, said, marked in ((36, one, "0 0: 1"), (43, two, "0 1: 2")):
        table.resume(617, SAMPLE, position).go(f"/{page}.html?deal=617")
        expect(now).to_have_text(said)
        assert here(table) == [marked]


def test_more_empty_columns_than_the_table_has_are_told_below_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.resume(3, SOLUTION, 39)
    now = table.page.locator("#guide-capacity .now")
    expect(now).to_contain_text("högst 24 kort på ett annat kort, eller 12 kort till")
    assert here(table) == []


@pytest.mark.parametrize(
    ("options", "marked"),
    [("", "4 0: 5"), ("&columns=7&cells=6", "6 0: 7"), ("&columns=10&cells=10", "10 0: 11")],
)
def test_the_capacity_table_has_the_row_of_every_size(
    open_table: OpenTable, options: str, marked: str
) -> None:
    table = open_table(f"/plato-patiens.html?deal=5{options}")
    expect(table.page.locator("#guide-capacity td.here")).to_be_visible()
    assert here(table) == [marked]
    expect(table.page.locator("#guide-capacity .apart:visible")).to_have_count(0)


def test_where_only_kings_enter_by_choice_a_sentence_takes_the_tables_place(
    open_table: OpenTable,
) -> None:
    table = open_table("/plato.html?deal=5&columns=10&cells=3&build=suit&empties=king")
    part = table.page.locator("#guide-capacity")
    expect(part.locator(".apart:visible")).to_have_text(re.compile("only kings go into empty"))
    expect(part.locator("table")).to_be_hidden()
    expect(part.locator(".now")).to_have_text("On the table right now: at most 4 cards at a time.")


@pytest.mark.parametrize(
    "address",
    [
        "/kungen-patiens.html?deal=617&single-card=true",
        "/eight-off-patiens.html?deal=617&single-card=true",
        "/plato-patiens.html?deal=5&empties=king&single-card=true",
    ],
)
def test_where_cards_move_one_at_a_time_by_choice_a_sentence_takes_the_tables_place(
    open_table: OpenTable, address: str
) -> None:
    table = open_table(address)
    part = table.page.locator("#guide-capacity")
    expect(part.locator(".apart:visible")).to_have_text(re.compile("flyttas kort ett och ett"))
    expect(part.locator("table")).to_be_hidden()
    expect(part.locator(".now")).to_be_hidden()


def test_where_columns_do_not_count_the_mark_says_only_cells(open_table: OpenTable) -> None:
    table = open_table("/eight-off-patiens.html?deal=617")
    expect(table.page.locator("#guide-capacity td.here")).to_have_text("5")
    assert here(table) == ["4 : 5"]


def test_another_language_brings_its_guide(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.click("menu")
    table.page.locator("#language").select_option("da")
    guide = table.page.locator("#guide")
    expect(guide).to_have_attribute("lang", "da")
    expect(table.page.get_by_role("link", name="Til bordet")).to_have_count(1)
    assert table.page.url.endswith("/napoleon.html?deal=617")
    assert here(table) == ["4 0: 5"]
    assert table.page.locator("section.guide").count() == 1


def test_a_guide_that_cannot_be_fetched_leaves_the_old_one_in_its_language(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    expect(table.page.locator("#guide-capacity td.here")).to_have_count(1)
    table.page.route("**/napoleon.html", lambda route: route.abort())
    table.click("menu")
    with table.page.expect_event("requestfailed"):
        table.page.locator("#language").select_option("da")
    expect(table.page.locator("html")).to_have_attribute("lang", "da")
    expect(table.page.locator("#guide")).to_have_attribute("lang", "sv")
    table.faults.clear()


def test_the_front_page_brings_the_guide_of_the_game_that_was_left(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=1")
    table.click("tip")
    table.page.locator("#stock button").first.click()
    table.until_saved(1, 1, "klondike")
    table.go("/index.html")
    expect(table.page.locator("#guide")).to_have_attribute("data-guide", "klondike")
    assert table.page.locator("#help a[href='#guide-capacity']").get_attribute("hidden") is not None


def test_nothing_in_play_scrolls_the_page(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844), has_touch=True)
    table.drag(("column5", "column8", 1))
    table.landed()
    from_x, from_y = table.corner("column1")
    table.page.mouse.move(from_x, from_y)
    table.page.mouse.down()
    table.page.mouse.move(from_x, 842, steps=4)
    table.page.mouse.up()
    for key in ("ArrowDown", "PageDown", " ", "End", "Home"):
        table.press(key)
    for name in ("tip", "undo", "redo"):
        table.click(name)
    assert table.page.evaluate("scrollY") == 0
    touch = "getComputedStyle(document.querySelector('#felt')).touchAction"
    assert table.page.evaluate(touch) == "none"


def test_paper_has_the_guide_alone_black_on_white(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", color_scheme="dark")
    page = table.page
    page.emulate_media(media="print", color_scheme="dark")
    for name in (".page", ".ways-on", ".contents"):
        expect(page.locator(name).first).to_be_hidden()
    colours = "getComputedStyle(document.querySelector('#guide'))"
    assert page.evaluate(f"{colours}.backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(f"{colours}.color") == "rgb(0, 0, 0)"
    paper = "getComputedStyle(document.querySelector('#guide .paper')).fill"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    assert page.pdf(format="A4").count(b"/Type /Page\n") >= 4


def test_forced_colours_tell_red_from_black_in_pictures(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", forced_colors="active")
    fills = [
        table.page.evaluate(
            f"getComputedStyle(document.querySelector('.picture .{colour} .large')).fill"
        )
        for colour in ("red", "black")
    ]
    assert fills[0] != fills[1]


def test_a_game_of_the_players_own_has_no_guide_and_no_way_to_one(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", locale="sv-SE")
    table.page.goto(f"{table.site}/spel.html")
    example = table.page.locator(".example")
    text = table.page.request.get(f"{table.site}/{example.get_attribute('href')}").text()
    own = text.replace('id = "freecell"', 'id = "mine"').replace('sv = "Kungen"', 'sv = "Mitt"')
    file: FilePayload = {"name": "mine.toml", "mimeType": "text/plain", "buffer": own.encode()}
    table.page.set_input_files("#file", file)
    table.page.locator("#own-games a.play").click()
    table.ready()
    expect(table.heading()).to_contain_text("Mitt")
    expect(table.page.locator("#guide")).to_be_hidden()
    expect(table.page.locator(".to-guide")).to_be_hidden()
    table.click("menu")
    expect(table.page.locator("#menu a[href='#guide']")).to_be_hidden()

"""What is kept of games and wins: in every tab, through crashes, refusals and older bases."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import build_web
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.e2e.hands import Move, Table, read_saved

OpenTable = Callable[..., Table]
# The win is not shown by flying cards, which wait in a tab that is not seen.
CALM: Final[dict[str, Any]] = {"reduced_motion": "reduce"}
SOLUTION: Final = read_saved("solutions/freecell-3.json")["steps"]
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION]
TOLD: Final = "Webbläsaren sparar inte spelet, men det går bra att spela ändå."
PARTS: Final = ["aside", "games", "outbox", "own", "positions", "results", "settings"]

LAY_BASE: Final = """(sample) => new Promise((resolve, reject) => {
  const open = indexedDB.open("kungen", sample.version);
  open.onupgradeneeded = () => {
    const games = open.result.createObjectStore("games", { keyPath: ["game", "deal"] });
    games.createIndex("open", "page.open");
    open.result.createObjectStore("aside", { autoIncrement: true });
    open.result.createObjectStore("settings");
    if (sample.version > 1) open.result.createObjectStore("own", { keyPath: "id" });
    if (sample.version > 2) {
      open.result.createObjectStore("positions", { keyPath: ["game", "layout"] });
      open.result.createObjectStore("results", { keyPath: ["game", "deal", "began"] });
    }
  };
  open.onsuccess = () => {
    const change = open.result.transaction([...open.result.objectStoreNames], "readwrite");
    for (const name of ["games", "aside", "own", "positions", "results"])
      for (const one of sample[name] ?? []) change.objectStore(name).put(one);
    for (const name of ["settings", "lessons"])
      if (sample[name]) change.objectStore("settings").put(sample[name], name);
    change.oncomplete = () => { if (!sample.held) open.result.close(); resolve(null); };
    change.onabort = () => reject(change.error);
  };
})"""
"""A base as an older version of the page has made it; one that is held open stays open."""


@pytest.fixture
def plain_page(site: str, browser: Browser) -> Iterator[Page]:
    """A page of the same host that has not opened the base."""
    context: BrowserContext = browser.new_context()
    context.set_default_timeout(10_000)
    page = context.new_page()
    names = json.loads((build_web.PAGE_DIR / "build.json").read_text(encoding="utf-8"))["files"]
    page.goto(f"{site}/{names['house.json']}")
    yield page
    context.close()


def near_win(left: int, deal: int = 3, game: str = "freecell") -> dict[str, Any]:
    """The saved game of a deal that is won by the last moves of the solution."""
    steps = SOLUTION[: len(SOLUTION) - left]
    page = {"elapsed": 60_000, "won": False, "open": 1_790_000_000_000}
    return {
        "format": 1,
        "game": game,
        "deal": deal,
        "steps": steps,
        "position": len(steps),
        "page": page,
    }


def open_near_win(table: Table, left: int) -> Table:
    table.put_in_browser(near_win(left))
    return table.go("/kungen-patiens?deal=3")


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_base_of_an_older_version_keeps_all_that_it_holds(
    plain_page: Page, site: str, version: int
) -> None:
    sample = read_saved(f"kept/base-{version}.json")
    plain_page.evaluate(LAY_BASE, sample)
    table = Table(plain_page, site).go("/kungen-patiens?deal=617")
    assert table.moves() == 30
    table.click("redo")
    table.click("undo")
    assert table.moves() == 30
    parts = table.page.evaluate(
        """async () => {
          const [{ version }] = await indexedDB.databases();
          return new Promise((resolve) => {
            const open = indexedDB.open("kungen");
            open.onsuccess = () => {
              const names = [...open.result.objectStoreNames];
              open.result.close();
              resolve([version, names]);
            };
          });
        }"""
    )
    assert parts == [4, PARTS]
    games = {(one["game"], one["deal"]): one for one in table.kept("games")}
    before = {(one["game"], one["deal"]): one for one in sample["games"]}
    assert games.keys() == before.keys()
    assert games["freecell", 617]["steps"] == before["freecell", 617]["steps"]
    assert {place: one for place, one in games.items() if place != ("freecell", 617)} == {
        place: one for place, one in before.items() if place != ("freecell", 617)
    }
    assert table.kept("aside") == sample["aside"]
    assert table.kept("own") == sample.get("own", [])
    for part in ("positions", "results"):
        assert table.kept(part) == sample.get(part, [])
    assert table.kept("outbox") == []
    settings, *_ = (one for one in table.kept("settings") if isinstance(one, dict))
    assert settings["autoplay"] == "all"


def test_a_win_has_one_result_that_undo_and_reload_leave_alone(open_table: OpenTable) -> None:
    table = open_near_win(
        open_table("/kungen-patiens?deal=1", timezone_id="Pacific/Auckland", **CALM), 2
    )
    for move in MOVES[-2:]:
        table.drag(move)
    table.expect_won()
    (result,) = table.kept("results")
    assert result == {
        "format": 1,
        "game": "freecell",
        "deal": 3,
        "began": result["began"],
        "ended": result["ended"],
        "zone": "Pacific/Auckland",
        "moves": 40,
        "elapsed": result["elapsed"],
        "helped": 0,
    }
    assert result["began"] <= result["ended"]
    assert 60_000 <= result["elapsed"] < 90_000
    table.click("undo")
    table.click("redo")
    table.page.reload()
    table.ready().click("undo")
    table.click("redo")
    table.expect_won()
    assert table.kept("results") == [result]


def test_a_deal_that_is_played_and_won_again_has_two_results(open_table: OpenTable) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 1)
    table.drag(MOVES[-1])
    table.expect_won()
    table.page.locator("#end [data-do=restart]").click()
    for move in MOVES:
        table.drag(move)
    table.expect_won()
    first, second = table.kept("results")
    assert first["ended"] <= second["began"]
    assert second["elapsed"] < 60_000


def test_a_score_and_the_tips_that_were_shown_are_in_the_result(open_table: OpenTable) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 2)
    table.click("tip")
    table.click("tip")
    table.drag(MOVES[-2])
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert saved["page"]["helped"] == 1
    table.drag(MOVES[-1])
    table.expect_won()
    table.click("tip")
    (result,) = table.kept("results")
    assert result["helped"] == 1
    assert "score" not in result


def test_two_tabs_that_win_one_play_of_a_deal_have_one_result(open_table: OpenTable) -> None:
    one = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 2)
    other = Table(one.page.context.new_page(), one.site).go("/kungen-patiens?deal=3")
    one.drag(MOVES[-2])
    saved = one.saved_in_browser(3)
    other.drag(MOVES[-2])
    assert saved is not None
    again = other.saved_in_browser(3)
    assert again is not None
    assert again["page"]["began"] == saved["page"]["began"]
    one.drag(MOVES[-1])
    one.expect_won()
    (result,) = one.kept("results")
    other.drag(MOVES[-1])
    other.expect_won()
    assert one.kept("results") == [result]
    assert result["began"] == saved["page"]["began"]


def test_two_tabs_that_begin_one_deal_play_one_play(open_table: OpenTable) -> None:
    one = open_table("/kungen-patiens?deal=3")
    other = Table(one.page.context.new_page(), one.site).go("/kungen-patiens?deal=3")
    one.drag(MOVES[0])
    began = [one.saved_in_browser(3)]
    for table in (other, one, other):
        table.drag(MOVES[0] if table is other and len(began) == 1 else MOVES[len(began) // 2])
        began.append(table.saved_in_browser(3))
    assert len({saved["page"]["began"] for saved in began if saved is not None}) == 1


def test_two_tabs_with_two_deals_have_a_result_each(open_table: OpenTable) -> None:
    one = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 1)
    one.put_in_browser(near_win(1, game="relaxed-freecell"))
    other = Table(one.page.context.new_page(), one.site).go("/latta-kungen?deal=3")
    one.drag(MOVES[-1])
    other.drag(MOVES[-1])
    one.expect_won()
    other.expect_won()
    assert [(one["game"], one["moves"]) for one in one.kept("results")] == [
        ("freecell", 40),
        ("relaxed-freecell", 40),
    ]


def test_a_page_that_ends_right_after_the_winning_move_keeps_the_win(
    open_table: OpenTable,
) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 2)
    table.drag(MOVES[-2])
    page = table.page.context.new_page()
    table.drag(MOVES[-1])
    with contextlib.suppress(Error):
        table.page.goto("chrome://crash", timeout=2_000)
    again = Table(page, table.site).go("/kungen-patiens?deal=3")
    again.expect_won()
    assert [one["moves"] for one in again.kept("results")] == [40]


FULL: Final = """
const { put } = IDBObjectStore.prototype;
const { commit } = IDBTransaction.prototype;
IDBTransaction.prototype.commit = function () { if (!window.full) commit.call(this); };
IDBObjectStore.prototype.put = function (...values) {
  const request = put.apply(this, values);
  if (window.full) request.addEventListener("success", () => this.transaction.abort());
  return request;
};"""
"""While the disk is full, what is written is taken and then not kept, as browsers do it."""


def test_a_full_disk_is_told_once_and_the_game_goes_on_to_its_win(open_table: OpenTable) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", script=FULL, **CALM), 3)
    table.page.evaluate("full = true")
    table.drag(MOVES[-3])
    expect(table.note()).to_have_text(TOLD)
    table.drag(MOVES[-2])
    expect(table.note()).to_be_hidden()
    table.drag(MOVES[-1])
    table.expect_won()
    assert table.kept("results") == []
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert saved["position"] == len(MOVES) - 3
    table.page.evaluate("full = false")
    table.click("undo")
    table.click("redo")
    table.expect_won()
    assert [one["moves"] for one in table.kept("results")] == [40]


def test_an_older_page_that_holds_the_base_is_told_once_and_play_goes_on(
    plain_page: Page, site: str
) -> None:
    sample = read_saved("kept/base-2.json")
    plain_page.evaluate(LAY_BASE, {**sample, "held": True})
    table = Table(plain_page.context.new_page(), site).go("/kungen-patiens?deal=3")
    table.drag(MOVES[0])
    expect(table.note()).to_have_text(TOLD)
    table.drag(MOVES[1])
    expect(table.note()).to_be_hidden()
    assert table.moves() == 2
    plain_page.close()
    again = Table(table.page.context.new_page(), site).go("/kungen-patiens?deal=617")
    assert again.moves() == 30


def test_a_newer_page_gets_the_base_and_this_one_says_that_it_saves_no_more(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens?deal=3")
    table.drag(MOVES[0])
    version = table.page.evaluate(
        """() => new Promise((resolve) => {
          const open = indexedDB.open("kungen", 99);
          open.onblocked = () => resolve("blocked");
          open.onsuccess = () => { open.result.close(); resolve(open.result.version); };
        })"""
    )
    assert version == 99
    table.drag(MOVES[1])
    expect(table.note()).to_have_text(TOLD)
    assert table.moves() == 2


LATE: Final = """
const { open } = IDBFactory.prototype;
if (localStorage.late && !sessionStorage.getItem("kungen late"))
  IDBFactory.prototype.open = function (name, ...version) {
    const request = open.call(this, name, ...version);
    if (version.length === 0) return request;
    const late = { get result() { return request.result; } };
    request.onupgradeneeded = (event) => late.onupgradeneeded?.(event);
    request.onsuccess = () => { window.letIn = () => late.onsuccess?.(); };
    return late;
  };"""
"""Where *late* is noted, the base is opened only when the page is told to let it in."""


def open_late(table: Table, address: str) -> Table:
    """Open an address while the base is late; what is kept was put there before."""
    table.page.evaluate("localStorage.late = 'true'")
    return table.go(address)


def let_in(table: Table) -> None:
    table.page.evaluate("letIn()")


def put_late(table: Table) -> dict[str, Any]:
    """Keep a game in the base that is almost won."""
    saved = near_win(2)
    table.put_in_browser(saved)
    return saved


@pytest.mark.parametrize("query", ["", "?deal=3"])
def test_a_game_that_was_left_is_laid_when_the_base_is_late(
    open_table: OpenTable, query: str
) -> None:
    table = open_table("/kungen-patiens?deal=1", script=LATE)
    put_late(table)
    open_late(table, f"/kungen-patiens{query}")
    assert table.moves() == 0
    let_in(table)
    expect(table.heading()).to_have_text("Kungen, giv 3")
    expect(table.page.locator("#moves")).to_have_text(re.compile("^38 "))


def test_a_game_in_a_late_base_is_not_written_over_by_one_begun_without_it(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens?deal=1", script=LATE)
    saved = put_late(table)
    open_late(table, "/kungen-patiens?deal=3").drag(MOVES[0])
    expect(table.note()).to_have_text(TOLD)
    let_in(table)
    table.drag(MOVES[1])
    for do, heading in (("next", "giv 4"), ("previous", "giv 3")):
        table.page.locator(f".head [data-do={do}]").click()
        expect(table.heading()).to_have_text(f"Kungen, {heading}")
    table.drag(MOVES[2])
    assert table.moves() == 3
    assert table.kept("games") == [saved]
    table.page.evaluate("localStorage.removeItem('late')")
    table.page.reload()
    assert table.ready().moves() == 38


def test_games_begun_without_a_late_base_are_in_it_afterwards(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=1", script=LATE)
    open_late(table, "/kungen-patiens?deal=617").drag(("column1", "cell1", 1))
    table.click("menu")
    table.page.locator("#menu input[inputmode=numeric]").fill("3")
    table.page.keyboard.press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 3")
    table.drag(MOVES[0])
    let_in(table)
    table.until(lambda: table.kept("games"), lambda games: len(games) == 2)
    table.drag(MOVES[1])
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert saved["position"] == 2
    assert [(one["deal"], one["position"]) for one in table.kept("games")] == [(3, 2), (617, 1)]


NOTE_BASES: Final = """
const { open } = IDBFactory.prototype;
window.bases = [];
IDBFactory.prototype.open = function (name, ...version) {
  const request = open.call(this, name, ...version);
  if (version.length > 0) request.addEventListener("success", () => bases.push(request.result));
  return request;
};"""
"""Notes each base that the page opens; only the page asks for its version."""


def test_a_base_that_the_browser_closes_is_opened_again(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=3", script=NOTE_BASES)
    table.drag(MOVES[0])
    table.page.evaluate("() => { bases[0].close(); bases[0].dispatchEvent(new Event('close')); }")
    table.until(lambda: table.page.evaluate("bases.length"), lambda count: count == 2)
    table.drag(MOVES[1])
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert saved["position"] == 2
    expect(table.note()).to_be_hidden()


def test_a_base_that_cannot_be_opened_again_at_once_is_opened_for_the_next_move(
    open_table: OpenTable,
) -> None:
    refuse = NOTE_BASES.replace(
        "const request", "if (window.refused) version = [1];\n  const request"
    )
    table = open_near_win(open_table("/kungen-patiens?deal=1", script=refuse, **CALM), 2)
    table.page.evaluate("""() => {
      window.refused = true;
      bases[0].close();
      bases[0].dispatchEvent(new Event("close"));
    }""")
    table.drag(MOVES[-2])
    expect(table.note()).to_have_text(TOLD)
    table.page.evaluate("window.refused = false")
    table.drag(MOVES[-1])
    table.until(lambda: table.kept("results"), lambda results: len(results) == 1)
    table.page.reload()
    assert table.ready().moves() == len(SOLUTION)
    expect(table.page.locator("#end")).to_be_visible()


def test_a_win_after_the_data_of_the_site_were_cleared_is_kept(open_table: OpenTable) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 2)
    table.drag(MOVES[-2])
    table.until_saved(3, len(SOLUTION) - 1)
    devtools = table.page.context.new_cdp_session(table.page)
    cleared = {"origin": table.site, "storageTypes": "all"}
    devtools.send("Storage.clearDataForOrigin", cleared)
    table.drag(MOVES[-1])
    table.until(lambda: table.kept("results"), lambda results: len(results) == 1)
    table.page.reload()
    assert table.ready().moves() == len(SOLUTION)
    expect(table.page.locator("#end")).to_be_visible()


def test_a_page_that_crashes_after_the_first_move_keeps_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=3")
    page = table.page.context.new_page()
    table.drag(MOVES[0])
    # How soon the browser has what it was given is its own affair: some milliseconds.
    table.until_saved(3, 1)
    with contextlib.suppress(Error):
        table.page.goto("chrome://crash", timeout=2_000)
    assert Table(page, table.site).go("/kungen-patiens?deal=3").moves() == 1


# Nothing of games is written before the page goes, and then the browser gives it up.
GIVEN_UP: Final = """
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (names, mode) {
  const change = transaction.call(this, names, mode);
  if (mode !== "readwrite" || ![names].flat().includes("games")) return change;
  if (!sessionStorage.getItem("given up")) {
    const wait = () => { change.objectStore("games").count().onsuccess = wait; };
    change.commit = wait;
    addEventListener("pagehide", () => sessionStorage.setItem("given up", "true"));
  }
  return change;
};"""


@pytest.mark.parametrize("played", [1, len(MOVES)], ids=["a move", "a win"])
def test_what_the_browser_gives_up_when_the_page_is_left_is_kept_all_the_same(
    open_table: OpenTable, played: int
) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    if played > 1:
        table.put_in_browser(near_win(len(MOVES) - played + 1))
    table.page.add_init_script(GIVEN_UP)
    table.go("/kungen-patiens?deal=3")
    table.drag(MOVES[played - 1])
    if played == len(MOVES):
        table.expect_won()
    table.go("/harpan?deal=5")
    assert table.until_saved(3, played)["deal"] == 3
    assert len(table.kept("results")) == (played == len(MOVES))
    table.go("/harpan?deal=5")
    assert table.page.evaluate("localStorage.getItem('kungen departed')") is None
    assert table.go("/kungen-patiens?deal=3").moves() == played


def test_a_base_of_a_version_to_come_is_left_alone_and_play_goes_on(
    plain_page: Page, site: str
) -> None:
    sample = read_saved("kept/base-2.json")
    plain_page.evaluate(LAY_BASE, {**sample, "version": 5})
    table = Table(plain_page, site).go("/kungen-patiens?deal=617")
    assert table.moves() == 0
    table.drag(("column1", "cell1", 1))
    expect(table.note()).to_have_text(TOLD)
    table.click("undo")
    table.click("redo")
    assert table.moves() == 1
    assert all(game in sample["games"] for game in table.kept("games"))
    assert len(table.kept("games")) == len(sample["games"])
    assert table.page.evaluate("async () => (await indexedDB.databases())[0].version") == 5


def test_the_browser_is_asked_once_to_keep_all_for_good(open_table: OpenTable) -> None:
    count = (
        "navigator.storage.persist = async () => { localStorage.setItem('times', "
        "Number(localStorage.getItem('times')) + 1); return true; };"
    )
    table = open_near_win(open_table("/kungen-patiens?deal=1", script=count, **CALM), 2)
    times = "Number(localStorage.getItem('times'))"
    table.drag(MOVES[-2])
    assert table.page.evaluate(times) == 0
    table.drag(MOVES[-1])
    table.expect_won()
    table.click("undo")
    table.click("redo")
    table.page.reload()
    table.ready().expect_won()
    assert table.page.evaluate(times) == 1


def test_games_in_progress_come_back_each_as_it_was(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=3")
    for move in MOVES[:4]:
        table.drag(move)
    table.click("undo")
    piles = table.piles()
    table.go("/kungen-patiens?deal=617").drag(("column1", "cell1", 1))
    table.until_saved(617, 1)
    table.go("/harpan?deal=8&draw=3").page.locator("[data-pile='64']").click()
    assert [(one["game"], one["deal"]) for one in table.kept("games")] == [
        ("freecell", 3),
        ("freecell", 617),
        ("klondike:draw=3", 8),
    ]
    assert len(table.go("/harpan?draw=3").pile("waste")) == 3
    assert len(table.go("/kungen-patiens?deal=617").pile("cell1")) == 1
    table.go("/kungen-patiens?deal=3")
    assert (table.piles(), table.moves()) == (piles, 3)
    table.click("redo")
    assert table.moves() == 4


def test_the_statistics_lead_back_to_the_same_table_with_undo_and_redo(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens?deal=3")
    for move in MOVES[:3]:
        table.drag(move)
    table.click("undo")
    piles = table.piles()
    table.click("menu")
    table.page.locator("#statistics").click()
    table.page.wait_for_url("**/statistik")
    table.ready().page.locator("header .to-table").click()
    table.page.wait_for_selector("#table", state="attached")
    table.ready()
    assert (table.piles(), table.moves()) == (piles, 2)
    table.click("redo")
    assert table.moves() == 3

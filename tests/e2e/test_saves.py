"""The game is kept after every move, and comes back as it was."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from tests.e2e.hands import Move, Table, read_saved

OpenTable = Callable[..., Table]
SAMPLE: dict[str, Any] = read_saved("saves/page-1-freecell-617.json")
MOVES: list[Move] = [tuple(step[0]) for step in read_saved("solutions/freecell-3.json")["steps"]]


def test_reloading_in_the_middle_gives_the_same_table_with_undo_and_redo(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    for move in MOVES[:12]:
        table.drag(move)
    for _ in range(3):
        table.click("undo")
    piles = table.piles()
    table.page.reload()
    table.ready()
    assert table.piles() == piles
    assert table.moves() == 9
    for _ in range(3):
        table.click("redo")
    assert table.moves() == 12
    for _ in range(12):
        table.click("undo")
    assert table.moves() == 0
    table.click("undo")
    assert table.moves() == 0
    table.page.reload()
    table.ready()
    assert table.moves() == 0
    for _ in range(12):
        table.click("redo")
    assert table.moves() == 12


def test_each_move_is_in_the_storage_as_saved_game_1(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    assert table.saved_in_browser(3) is None
    for number, move in enumerate(MOVES[:4], 1):
        table.drag(move)
        saved = table.saved_in_browser(3)
        assert saved is not None
        assert [tuple(step[0]) for step in saved["steps"]] == MOVES[:number]
        assert (saved["format"], saved["game"], saved["deal"]) == (1, "freecell", 3)
        assert saved["position"] == number


def test_the_saved_sample_of_version_1_opens(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.put_in_browser(SAMPLE)
    table.go("/kungen-patiens.html?deal=617")
    assert table.moves() == 30
    expect(table.page.locator("#clock")).to_have_text("1:23")
    table.click("redo")
    assert table.moves() == 31
    saved = table.saved_in_browser(617)
    assert saved is not None
    assert saved["steps"] == SAMPLE["steps"]


@pytest.mark.parametrize(
    "record",
    [
        {**SAMPLE, "format": 99},
        {**SAMPLE, "steps": [[["column1", "foundationS", 1]]], "position": 1},
        {"game": "freecell", "deal": 617, "steps": 5},
        {**SAMPLE, "restarted": 1},
        {
            **SAMPLE,
            "steps": [[["column1", "cell1", 1], ["column2", "cell2", 1]]],
            "position": 1,
        },
    ],
    ids=[
        "a later format",
        "an illegal move",
        "no game at all",
        "a restart that is no truth",
        "an automatic move that goes nowhere",
    ],
)
def test_what_cannot_be_read_is_set_aside_and_never_lost(
    open_table: OpenTable, record: dict[str, Any]
) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.put_in_browser(record)
    table.go("/kungen-patiens.html?deal=617")
    expect(table.note()).to_contain_text("Det är lagt åt sidan")
    assert table.moves() == 0
    table.drag(("column1", "cell1", 1))
    saved = table.until(
        lambda: table.saved_in_browser(617),
        lambda saved: saved is not None and saved["steps"] == [[["column1", "cell1", 1]]],
    )
    assert saved is not None
    assert saved["format"] == 1
    assert table.kept("aside") == [record]


def stop_time(table: Table) -> None:
    """Let the page's time stand, however slow the machine, until it is told to pass."""
    table.page.evaluate("now = performance.now(); performance.now = () => now")


def pass_time(table: Table, seconds: int) -> None:
    """Let the page believe that so much time has gone, and wait until it shows it."""
    table.page.evaluate(f"now += {seconds * 1000}")
    expect(table.page.locator("#clock")).to_have_text(f"0:{seconds:02}")


def leave_by_reload(table: Table) -> Table:
    table.page.reload()
    return table.ready()


def leave_to_the_list(table: Table) -> Table:
    table.click("menu")
    table.page.locator("#games").click()
    table.page.locator(".game").first.wait_for()
    table.page.locator("#back").click()
    table.page.wait_for_selector("#table", state="attached")
    return table.ready()


def leave_by_closing(table: Table) -> Table:
    page = table.page.context.new_page()
    table.page.close()
    return Table(page, table.site).go("/harpan?deal=8")


def leave_by_a_crash(table: Table) -> Table:
    """End the page's process, so that it cannot write anything any more."""
    page = table.page.context.new_page()
    table.page.context.new_cdp_session(table.page).send("Page.enable")
    with contextlib.suppress(Error):
        table.page.goto("chrome://crash", timeout=2_000)
    return Table(page, table.site).go("/harpan?deal=8")


@pytest.mark.parametrize(
    "leave", [leave_by_reload, leave_to_the_list, leave_by_closing, leave_by_a_crash]
)
def test_the_time_since_the_last_move_is_kept_however_the_page_is_left(
    open_table: OpenTable, leave: Callable[[Table], Table]
) -> None:
    table = open_table("/harpan?deal=8")
    stop_time(table)
    table.page.locator("[data-pile='64']").click()
    pass_time(table, 7)
    again = leave(table)
    expect(again.page.locator("#clock")).to_have_text("0:07")
    assert len(again.pile("waste")) == 1
    # What the next visit knows is in the base, too.
    again.click("undo")
    saved = again.saved_in_browser(8, "klondike")
    assert saved is not None
    assert 7_000 <= saved["page"]["elapsed"] < 9_000


def test_the_time_without_a_base_is_kept_from_deal_to_deal(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=8", script=REFUSALS["opening throws"])
    stop_time(table)
    table.page.locator("[data-pile='64']").click()
    pass_time(table, 7)
    table.click("next")
    expect(table.page.locator("#clock")).to_have_text("0:00")
    table.click("previous")
    expect(table.page.locator("#clock")).to_have_text("0:07")


def test_a_game_started_again_is_saved_as_such(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=2")
    table.drag(("column1", "cell1", 1))
    expect(table.button("foundationS")).to_have_attribute("aria-label", re.compile("ess"))
    table.click("menu")
    table.page.locator("#menu [data-do=restart]").click()
    saved = table.saved_in_browser(2)
    assert saved is not None
    assert (saved["position"], saved["restarted"]) == (0, True)
    table.page.reload()
    table.ready().drag(("column1", "cell1", 1))
    assert table.pile("foundationS") == ["AS"]
    table.click("undo")
    saved = table.saved_in_browser(2)
    assert saved is not None
    assert "restarted" not in saved


REFUSALS = {
    "opening throws": "indexedDB.open = () => { throw new Error('refused'); };",
    "opening fails": "indexedDB.open = () => { const request = {}; "
    "setTimeout(() => request.onerror?.(new Event('error'))); return request; };",
    "opening never ends": "indexedDB.open = () => ({});",
    "the storage is full": "const { prototype } = IDBObjectStore; "
    "prototype.put = prototype.add = () => { "
    "throw new DOMException('full', 'QuotaExceededError'); };",
}


@pytest.mark.parametrize("script", REFUSALS.values(), ids=REFUSALS.keys())
def test_without_storage_the_player_is_told_once_and_plays_on(
    open_table: OpenTable, script: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=3", script=script)
    table.drag(MOVES[0])
    expect(table.note()).to_have_text(
        "Webbläsaren sparar inte spelet, men det går bra att spela ändå."
    )
    table.drag(MOVES[1])
    expect(table.note()).to_be_hidden()
    assert table.moves() == 2
    table.click("undo")
    assert table.moves() == 1


def test_a_new_deal_without_storage_can_still_be_taken_back(open_table: OpenTable) -> None:
    script = REFUSALS["opening throws"]
    table = open_table("/kungen-patiens.html?deal=3", script=script)
    for move in MOVES[:5]:
        table.drag(move)
    table.click("new")
    expect(table.heading()).not_to_have_text("Kungen, giv 3")
    table.page.locator("#note-do").click()
    expect(table.heading()).to_have_text("Kungen, giv 3")
    assert table.moves() == 5


def test_the_autoplay_setting_is_kept(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    for chosen in ("Säkra kort", "Av"):
        table.click("menu")
        table.page.locator("#menu [data-do=settings]").click()
        autoplay = table.page.locator("#settings select[name=autoplay]")
        expect(autoplay.locator("option:checked")).to_have_text(chosen)
        autoplay.select_option(label="Av")
        table.page.reload()
        table.ready()
    for move in MOVES[:14]:
        table.drag(move)
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert all(len(step) == 1 for step in saved["steps"])

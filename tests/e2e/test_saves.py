"""The game is kept after every move, and comes back as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

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
    ],
    ids=["a later format", "an illegal move", "no game at all"],
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
    saved = table.saved_in_browser(617)
    assert saved is not None
    assert saved["format"] == 1
    aside = table.page.evaluate(
        """() => new Promise((resolve) => {
          const open = indexedDB.open("kungen");
          open.onsuccess = () => {
            const all = open.result.transaction("aside").objectStore("aside").getAll();
            all.onsuccess = () => { open.result.close(); resolve(all.result); };
          };
        })"""
    )
    assert aside == [record]


REFUSALS = {
    "opening throws": "indexedDB.open = () => { throw new Error('refused'); };",
    "opening fails": "indexedDB.open = () => { const request = {}; "
    "setTimeout(() => request.onerror?.(new Event('error'))); return request; };",
    "opening never ends": "indexedDB.open = () => ({});",
    "the storage is full": "IDBObjectStore.prototype.put = () => { "
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
    table.click("menu")
    expect(table.page.locator("#autoplay")).to_have_value("safe")
    table.page.locator("#autoplay").select_option("off")
    table.page.reload()
    table.ready()
    table.click("menu")
    expect(table.page.locator("#autoplay")).to_have_value("off")
    table.click("close")
    for move in MOVES[:14]:
        table.drag(move)
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert all(len(step) == 1 for step in saved["steps"])

"""Play that is interrupted: hidden pages, two tabs, slow storage, lost focus, second taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Move, Table, read_saved

OpenTable = Callable[..., Table]
SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
# The first position of the solution in which the finish is offered.
OFFERED: Final = 39
JACK: Final[Move] = ("column1", "cell1", 1)


def hide(table: Table, hidden: bool) -> None:
    table.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def offered(open_table: OpenTable, **options: Any) -> Table:
    """A table on which the finish is offered and takes several cards."""
    table = open_table("/kungen-patiens.html?deal=1", **options)
    table.page.clock.install()
    return table.resume(3, SOLUTION, OFFERED)


def second_tab(table: Table, address: str) -> Table:
    return Table(table.page.context.new_page(), table.site).go(address)


def test_the_finish_and_the_clock_stand_while_the_page_is_hidden(open_table: OpenTable) -> None:
    table = offered(open_table)
    clock = table.page.locator("#clock")
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(200)
    hide(table, hidden=True)
    moves, time = table.moves(), clock.inner_text()
    table.page.clock.run_for(60_000)
    assert (table.moves(), clock.inner_text()) == (moves, time)
    hide(table, hidden=False)
    table.page.clock.run_for(20_000)
    table.expect_won()
    time = clock.inner_text()
    hide(table, hidden=True)
    hide(table, hidden=False)
    table.page.clock.run_for(60_000)
    assert clock.inner_text() == time


def test_a_hidden_tab_leaves_a_newer_game_alone_and_takes_it_up(open_table: OpenTable) -> None:
    address = "/kungen-patiens.html?deal=617"
    first = open_table(address)
    first.drag(JACK)
    second = second_tab(first, address)
    second.drag(("column2", "cell2", 1))
    second.drag(("column3", "cell3", 1))
    first.page.wait_for_timeout(20)
    hide(first, hidden=True)
    saved = second.saved_in_browser(617)
    assert saved is not None
    assert saved["position"] == 3
    hide(first, hidden=False)
    expect(first.page.locator("#moves")).to_have_text("3 drag")
    assert first.piles() == second.piles()
    assert second.faults == []


def test_hiding_a_page_saves_its_time_and_nothing_when_nothing_has_changed(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.go("/kungen-patiens.html?deal=617")
    table.drag(JACK)
    table.page.clock.run_for(5_000)
    hide(table, hidden=True)
    saved = table.saved_in_browser(617)
    assert saved is not None
    assert saved["page"]["elapsed"] >= 5_000
    table.page.clock.run_for(5_000)
    hide(table, hidden=True)
    assert table.saved_in_browser(617) == saved


@pytest.mark.parametrize(
    "record",
    [
        {"game": "freecell", "deal": 0, "page": {"open": 9_000_000_000_000_000}},
        {**SOLUTION, "deal": -1, "page": {"open": 1_900_000_000_000}},
        {**SOLUTION, "deal": 10**12, "page": {"open": 1_900_000_000_000}},
        {**SOLUTION, "deal": 1.5, "page": {"open": 1_900_000_000_000}},
        {**SOLUTION, "game": "klondike", "page": {"open": 1_900_000_000_000}},
    ],
    ids=["deal 0", "deal -1", "deal 1e12", "deal 1.5", "another game"],
)
def test_a_record_that_is_no_game_is_passed_over(
    open_table: OpenTable, record: dict[str, Any]
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(JACK)
    table.put_in_browser(record)
    table.go("/kungen-patiens.html")
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 1


SLOW_READING: Final = """
  const read = IDBObjectStore.prototype.get;
  window.slow = 0;
  IDBObjectStore.prototype.get = function (...key) {
    const request = read.apply(this, key);
    if (!window.slow) return request;
    const late = { set onerror(react) { request.onerror = react; } };
    request.onsuccess = () => setTimeout(() => {
      late.result = request.result;
      late.onsuccess?.();
    }, window.slow);
    return late;
  };
"""


def test_a_move_made_while_the_next_deal_is_read_is_kept(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=SLOW_READING)
    table.drag(("column2", "cell2", 1))
    table.page.evaluate("window.slow = 700")
    table.page.locator(".head [data-do=next]").click()
    table.drag(JACK)
    assert table.moves() == 2
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.page.evaluate("window.slow = 0")
    table.page.locator("#note-do").click()
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 2


def test_going_back_to_the_deal_that_lies_cancels_what_is_read(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=SLOW_READING)
    table.click("next")
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.page.evaluate("window.slow = 500")
    table.page.evaluate("history.back()")
    table.page.wait_for_url("**deal=617")
    table.page.evaluate("history.forward()")
    table.page.wait_for_url("**deal=618")
    table.page.wait_for_timeout(700)
    expect(table.heading()).to_have_text("Kungen, giv 618")


def test_without_storage_every_game_of_the_visit_comes_back(open_table: OpenTable) -> None:
    script = "indexedDB.open = () => { throw new Error('refused'); };"
    table = open_table("/kungen-patiens.html?deal=617", script=script)
    table.drag(JACK)
    for heading in ("Kungen, giv 618", "Kungen, giv 619"):
        table.page.locator(".head [data-do=next]").click()
        expect(table.heading()).to_have_text(heading)
        table.tap("column1")
        table.tap("cell1")
        assert table.moves() == 1
    for heading in ("Kungen, giv 618", "Kungen, giv 617"):
        table.page.locator(".head [data-do=previous]").click()
        expect(table.heading()).to_have_text(heading)
        assert table.moves() == 1


def test_the_number_of_the_deal_that_lies_deals_nothing(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(JACK)
    field = table.page.locator(".head input[name=deal]")
    field.fill("617")
    field.press("Enter")
    assert table.moves() == 1
    expect(table.note()).to_be_hidden()

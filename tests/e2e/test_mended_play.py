"""Play that is interrupted: hidden pages, two tabs, slow storage, lost focus, second taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import MEASURE, SUITS, Move, Table, read_saved

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


def turn(table: Table, width: int, height: int) -> None:
    """Turn the phone, and wait until the felt lies in the window."""
    table.page.set_viewport_size({"width": width, "height": height})
    felt = table.page.locator("#felt")
    table.until(lambda: felt.evaluate("(felt) => felt.offsetWidth"), lambda wide: wide <= width)


def test_turning_the_phone_lets_the_finish_run_with_every_card_in_its_place(
    open_table: OpenTable,
) -> None:
    table = offered(open_table, size=(390, 844))
    table.click("finish")
    for size in ((844, 390), (390, 844), (844, 390)):
        table.page.clock.run_for(300)
        turn(table, *size)
        going = table.moves()
        assert going > OFFERED
    table.page.clock.run_for(20_000)
    table.expect_won()
    table.landed()
    measured = table.page.evaluate(MEASURE, {"cards": ".card"})
    assert measured == {"inside": True, "fits": True, "cards": 52}
    for suit in SUITS:
        assert table.pile(f"foundation{suit}") == [f"K{suit}"]


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
    saved = table.until(
        lambda: table.saved_in_browser(617),
        lambda saved: saved is not None and saved["page"]["elapsed"] >= 5_000,
    )
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


HELD_READING: Final = """
  const read = IDBObjectStore.prototype.get;
  window.held = false;
  IDBObjectStore.prototype.get = function (...key) {
    const request = read.apply(this, key);
    if (!window.held) return request;
    const late = { set onerror(react) { request.onerror = react; } };
    const answer = () => {
      if (window.held) return setTimeout(answer, 20);
      late.result = request.result;
      late.onsuccess?.();
    };
    request.onsuccess = answer;
    return late;
  };
"""


def test_a_move_made_while_the_next_deal_is_read_is_kept(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=HELD_READING)
    table.drag(("column2", "cell2", 1))
    table.page.evaluate("window.held = true")
    table.page.locator(".head [data-do=next]").click()
    table.drag(JACK)
    assert table.moves() == 2
    table.page.evaluate("window.held = false")
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.page.locator("#note-do").click()
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 2


def test_going_back_to_the_deal_that_lies_cancels_what_is_read(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=HELD_READING)
    table.click("next")
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.page.evaluate("window.held = true")
    table.page.evaluate("history.back()")
    table.page.wait_for_url("**deal=617")
    table.page.evaluate("history.forward()")
    table.page.wait_for_url("**deal=618")
    table.page.evaluate("window.held = false")
    table.page.wait_for_timeout(200)
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


ON_TABLE: Final = "document.activeElement.closest('#table') !== null"
SEARCHING: Final = "Söker en väg till vinst …"
FAKE_WORKER: Final = """
  window.Worker = class {
    constructor() { window.lastWorker = this; }
    postMessage() {}
    terminate() {}
  };
"""


def answer(table: Table, message: str) -> None:
    table.page.evaluate(f"window.lastWorker.onmessage({{ data: {message} }})")


def test_a_tip_stays_to_read_while_a_search_runs(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=FAKE_WORKER)
    cancel = table.page.locator("#note-do")
    table.click("verdict")
    table.click("tip")
    answer(table, "{ kind: 'progress', states: 20000 }")
    expect(table.note()).to_contain_text("Tips: Klöver knekt")
    expect(cancel).to_be_hidden()
    table.click("verdict")
    expect(table.note()).to_contain_text(f"{SEARCHING} 20\u00a0000 ställningar")
    expect(cancel).to_have_text("Avbryt")
    table.tap("column1")
    expect(table.page.locator(".held")).to_have_count(1)
    expect(cancel).to_have_text("Avbryt")
    answer(table, "{ kind: 'progress', states: 30000 }")
    expect(table.note()).to_contain_text("30\u00a0000 ställningar")
    cancel.click()
    expect(table.note()).to_have_text("Inte avgjort: sökningen avbröts.")


def test_a_refusal_gives_way_to_the_search_after_a_while(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1", script=FAKE_WORKER)
    table.page.clock.install()
    table.go("/kungen-patiens.html?deal=617")
    table.click("verdict")
    table.drag(("column1", "column2", 1))
    expect(table.note()).to_contain_text("Går inte:")
    table.page.clock.run_for(10_000)
    expect(table.note()).to_contain_text(SEARCHING)


def expect_stopped(table: Table) -> None:
    expect(table.page.locator("#offer")).to_be_visible()
    stopped = table.moves()
    table.page.clock.run_for(5_000)
    assert table.moves() == stopped


@pytest.mark.parametrize("button", ["#offer", ".bar [data-do=finish]"])
@pytest.mark.parametrize("key", ["Escape", "u", "Enter"])
def test_the_finish_is_started_and_stopped_by_keys(
    open_table: OpenTable, button: str, key: str
) -> None:
    table = offered(open_table)
    table.page.locator(button).press("Enter")
    assert table.page.evaluate(ON_TABLE)
    table.page.clock.run_for(500)
    assert table.moves() > OFFERED
    table.press(key)
    expect_stopped(table)


def test_escape_stops_the_finish_from_any_place(open_table: OpenTable) -> None:
    table = offered(open_table)
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(500)
    table.page.locator(".bar [data-do=menu]").focus()
    table.press("Escape")
    expect_stopped(table)


def test_a_number_brings_the_focus_to_its_table(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    field = table.page.locator(".head input[name=deal]")
    field.fill("1.000")
    field.press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 1\u00a0000")
    assert table.page.evaluate(ON_TABLE)


def test_a_verdict_and_the_end_of_a_note_leave_the_focus_on_the_table(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=1", script=FAKE_WORKER)
    table.page.clock.install()
    table.go("/kungen-patiens.html?deal=617")
    table.click("verdict")
    table.page.locator("#note-do").focus()
    answer(table, "{ kind: 'memory' }")
    expect(table.note()).to_contain_text("Inte avgjort")
    assert table.page.evaluate(ON_TABLE)
    table.page.locator(".head [data-do=new]").click()
    expect(table.page.locator("#note-do")).to_be_visible()
    table.page.locator("#note-do").focus()
    table.page.clock.run_for(15_000)
    expect(table.note()).to_be_hidden()
    assert table.page.evaluate(ON_TABLE)


@pytest.mark.parametrize("place", ["card", "felt", "words"])
def test_a_double_tap_starts_the_finish_and_lets_it_run(open_table: OpenTable, place: str) -> None:
    table = offered(open_table)
    words = table.page.locator("#offer").bounding_box()
    assert words is not None
    spots = {
        "card": table.corner("column1"),
        "felt": (40, 700),
        "words": (words["x"] + 20, words["y"] + 10),
    }
    table.page.mouse.dblclick(*spots[place])
    table.page.clock.run_for(20_000)
    table.expect_won()


def test_after_a_stop_cards_are_chosen_until_the_next_move(open_table: OpenTable) -> None:
    table = offered(open_table)
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(500)
    table.page.mouse.click(40, 700)
    stopped = table.moves()
    pile = next(pile for pile in (f"column{n}" for n in range(1, 9)) if table.pile(pile))
    table.tap(pile)
    table.page.clock.run_for(5_000)
    expect(table.page.locator(".held")).to_have_count(1)
    assert table.moves() == stopped
    table.press("Escape")
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(500)
    assert table.moves() > stopped
    table.page.mouse.click(40, 700)
    table.click("undo")
    table.tap(pile)
    table.page.clock.run_for(20_000)
    table.expect_won()


def test_space_stops_the_finish_and_plays_nothing(open_table: OpenTable) -> None:
    table = offered(open_table)
    table.page.locator("#offer").press("Enter")
    table.page.clock.run_for(500)
    # Within one task, so that no card of the finish comes between.
    before, after = table.page.evaluate(
        """() => {
          const moves = () => document.querySelector("#moves").textContent;
          const before = moves();
          document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
          return [before, moves()];
        }"""
    )
    assert after == before
    expect_stopped(table)


def long_run(open_table: OpenTable) -> tuple[Table, int]:
    """A table with a run of five in column 2 that fits on column 8, and how many cards may move."""
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, 26)
    for pile, target in (("column1", "cell1"), ("column7", "cell2"), ("column8", "cell3")):
        table.drag((pile, target, 1))
    assert table.pile("column2")[-5:] == ["JC", "TD", "9S", "8D", "7S"]
    assert table.pile("column8")[-1] == "QD"
    return table, 2


@pytest.mark.parametrize("by", ["tap", "key"])
def test_a_run_that_is_too_long_is_refused_with_the_number(open_table: OpenTable, by: str) -> None:
    table, most = long_run(open_table)
    moves = table.moves()
    table.tap("column2", 5)
    if by == "tap":
        table.tap("column8")
    else:
        table.focus_pile("column8")
        table.press("Enter")
    expect(table.note()).to_have_text(f"Går inte: högst {most} kort, du lyfte 5.")
    assert table.moves() == moves
    expect(table.page.locator(".held")).to_have_count(5)


def test_a_run_does_not_go_to_a_cell_one_card_of_it(open_table: OpenTable) -> None:
    table, _ = long_run(open_table)
    moves = table.moves()
    table.tap("column2", 3)
    table.tap("cell4")
    expect(table.note()).to_have_text("Går inte: högst 1 kort, du lyfte 3.")
    assert table.moves() == moves


@pytest.mark.parametrize("end", ["input", "Escape", "a new deal", "the menu", "a language"])
def test_the_fault_of_a_number_goes(open_table: OpenTable, end: str) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    field = table.page.locator(".head input[name=deal]")
    field.fill("abc")
    field.press("Enter")
    wrong = table.page.locator(".head .wrong")
    expect(wrong).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    if end == "input":
        field.press("Backspace")
    elif end == "Escape":
        field.press("Escape")
    elif end == "a new deal":
        table.click("next")
    else:
        table.click("menu")
    if end == "a language":
        table.page.locator("#language").select_option("da")
    expect(wrong).to_be_hidden()
    assert field.get_attribute("aria-invalid") is None


def test_the_menus_field_shows_the_deal_whenever_it_opens(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844))
    field = table.page.locator("#menu input[name=deal]")
    table.click("menu")
    field.fill("0")
    field.press("Enter")
    expect(table.page.locator("#menu .wrong")).to_be_visible()
    table.page.locator("#menu .close").last.click()
    table.click("menu")
    expect(field).to_have_value("617")
    expect(table.page.locator("#menu .wrong")).to_be_hidden()


def test_nothing_is_left_of_the_language_before(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.click("tip")
    table.click("menu")
    table.page.locator("#language").select_option("da")
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")
    expect(table.note()).to_be_hidden()
    expect(table.said()).to_have_text("")


def test_a_running_search_goes_on_in_the_new_language(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", script=FAKE_WORKER)
    table.click("verdict")
    answer(table, "{ kind: 'progress', states: 20000 }")
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(table.note()).to_contain_text("Looking for a way to win … 20,000 positions")
    expect(table.page.locator("#note-do")).to_have_text("Cancel")


def test_a_language_that_cannot_be_fetched_is_said(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.page.context.set_offline(True)
    table.click("menu")
    table.page.locator("#language").select_option("da")
    expect(table.note()).to_contain_text("Det nya språket gick inte att hämta.")
    expect(table.heading()).to_have_text("Kungen, giv 617")
    expect(table.page.locator("#language")).to_have_value("sv")
    table.faults[:] = [fault for fault in table.faults if "ERR_INTERNET" not in fault]


def test_plus_and_minus_lift_nothing_where_nothing_can_be_lifted(open_table: OpenTable) -> None:
    table = offered(open_table)
    table.page.locator("#table button[tabindex='0']").focus()
    empty = [pile for pile in ("cell1", "cell2", "cell3", "cell4") if not table.pile(pile)]
    assert empty
    for pile in (empty[0], "foundationS"):
        table.focus_pile(pile)
        before = table.said().inner_text()
        for key in ("+", "-"):
            table.press(key)
            expect(table.page.locator(".held")).to_have_count(0)
            assert table.said().inner_text() == before


def test_turning_the_phone_ends_a_drag(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844))
    x, y = table.corner("column1")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 30, y - 60, steps=3)
    expect(table.page.locator(".dragged")).to_have_count(1)
    table.page.set_viewport_size({"width": 844, "height": 390})
    expect(table.page.locator(".dragged, .held")).to_have_count(0)
    table.page.mouse.move(x + 60, y - 80)
    table.page.mouse.up()
    table.landed()
    assert table.moves() == 0
    card, below = (table.button("column1", n).bounding_box() for n in (1, 2))
    assert card is not None
    assert below is not None
    assert card["x"] == below["x"]


def test_after_a_touch_the_focus_is_on_the_card_that_went(open_table: OpenTable) -> None:
    table = open_table(
        "/kungen-patiens.html?deal=617", size=(390, 844), has_touch=True, is_mobile=True
    )
    table.page.touchscreen.tap(*table.corner("column1"))
    table.page.touchscreen.tap(*table.corner("cell1"))
    assert table.pile("cell1") == ["JD"]
    assert table.page.evaluate("document.activeElement.ariaLabel") == "Ruter knekt, fri cell 1"


def test_a_drag_of_a_covered_card_says_why(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    x, y = table.corner("column1", 4)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 60, y + 60, steps=4)
    expect(table.note()).to_have_text("Ruter kung ligger inte fritt.")
    table.page.mouse.up()
    expect(table.page.locator(".held, .dragged")).to_have_count(0)


def test_a_drag_of_a_covered_card_does_not_start_the_finish(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.resume(3, SOLUTION, OFFERED - 5)
    pile = max((f"column{n}" for n in range(1, 9)), key=lambda name: len(table.pile(name)))
    moves, deep = table.moves(), len(table.pile(pile))
    x, y = table.corner(pile, deep)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 30, y + 90, steps=4)
    table.page.mouse.up()
    table.page.clock.run_for(5_000)
    assert table.moves() == moves


def test_the_tables_keys_count_before_anything_has_the_focus(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    assert table.page.evaluate("document.activeElement === document.body")
    table.press(" ")
    assert table.pile("cell1") == ["JD"]
    table.go("/kungen-patiens.html?deal=618")
    table.press("Enter")
    expect(table.page.locator(".held")).to_have_count(1)
    table.go("/kungen-patiens.html?deal=619")
    table.press("?")
    expect(table.page.locator("#help")).to_be_visible()
    table.press("u")
    expect(table.page.locator("#help")).to_be_visible()


def test_control_z_and_y_undo_and_redo(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(JACK)
    table.drag(("column2", "cell2", 1))
    table.page.locator(".bar [data-do=menu]").focus()
    for key, moves in (
        ("Control+z", 1),
        ("Control+Z", 0),
        ("Control+y", 1),
        ("Control+Shift+z", 2),
    ):
        table.press(key)
        assert table.moves() == moves, key
    table.page.locator(".head input[name=deal]").focus()
    table.press("Control+z")
    assert table.moves() == 2

"""Finish, win, stuck, tips and verdicts: what the table says and offers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.e2e.hands import Move, Table, read_saved

OpenTable = Callable[..., Table]
SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
# The first position of the solution in which the finish is offered.
OFFERED: Final = 39
# After these no card of deal 13 can move.
TO_STUCK: Final[list[Move]] = [
    ("column8", "cell3", 1),
    ("column8", "cell4", 1),
    ("column7", "cell1", 1),
    ("column5", "cell2", 1),
    ("column3", "column4", 1),
]
VERDICT_TIME: Final = 60_000


def test_the_finish_is_offered_and_never_starts_by_itself(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.resume(3, SOLUTION, OFFERED)
    expect(table.page.locator("#offer")).to_have_text("Tryck för att avsluta")
    table.page.clock.run_for(20_000)
    assert table.moves() == OFFERED


def test_a_tap_starts_the_finish_a_tap_stops_it_and_undo_goes_card_by_card(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.resume(3, SOLUTION, OFFERED)
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(500)
    going = table.moves()
    assert going > OFFERED
    table.page.mouse.click(40, 700)
    table.page.clock.run_for(2_000)
    stopped = table.moves()
    assert stopped in (going, going + 1)
    expect(table.page.locator("#offer")).to_be_visible()
    table.click("undo")
    assert table.moves() == stopped - 1
    table.click("undo")
    assert table.moves() == stopped - 2


def test_how_to_stop_the_finish_is_heard_until_it_ends(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.page.clock.install()
    table.resume(3, SOLUTION, OFFERED)
    how = "Korten går till grundhögarna. Tryck för att stoppa."
    table.page.locator("#offer").click()
    expect(table.said()).to_have_text(how)
    table.page.clock.run_for(500)
    assert table.moves() > OFFERED
    expect(table.said()).to_have_text(how)
    table.page.clock.run_for(10_000)
    expect(table.said()).to_contain_text("Du vann!")


def test_a_won_table_tells_no_more_how_many_cards_may_move(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, OFFERED)
    expect(table.page.locator("#capacity")).to_be_visible()
    table.drag(MOVES[OFFERED])
    expect(table.page.locator("#end")).to_be_visible()
    expect(table.page.locator("#capacity")).to_be_hidden()


def test_a_drag_still_plays_while_the_finish_is_offered(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, OFFERED)
    table.drag(MOVES[OFFERED])
    assert table.moves() == OFFERED + 1


def test_a_win_is_kind_and_undo_leaves_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, OFFERED)
    table.drag(MOVES[OFFERED])
    end = table.page.locator("#end")
    expect(end.locator("h2")).to_have_text("Du vann!")
    told = end.locator("#end-text")
    expect(told).to_have_text(re.compile(r"^Giv 3 gick ut på 40 drag\. Tid \d+:\d\d\.$"))
    expect(table.said()).to_have_text(f"Du vann! {told.text_content()}")
    saved = table.saved_in_browser(3)
    assert saved is not None
    assert saved["page"]["won"] is True
    assert "open" not in saved["page"]
    table.click("undo")
    expect(end).to_be_hidden()
    assert table.moves() == len(MOVES) - 1


def test_the_next_deal_waits_in_the_panel(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=13")
    for move in TO_STUCK:
        table.drag(move)
    end = table.page.locator("#end")
    expect(end.locator("h2")).to_have_text("Inga drag kvar")
    expect(end).to_contain_text("Ångra några drag och sök en annan väg, eller lägg en ny giv.")
    end.locator("[data-do=undo]").click()
    expect(end).to_be_hidden()
    assert table.moves() == 4
    table.click("redo")
    end.locator("[data-do=next]").click()
    expect(table.heading()).to_have_text("Kungen, giv 14")
    expect(end).to_be_hidden()


def test_a_tip_points_at_a_move_and_claims_no_more(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.click("tip")
    expect(table.note()).to_have_text(
        "Tips: Klöver knekt till hjärter dam i kolumn 8. "
        "Det är ett möjligt drag, inte bevisat bäst."
    )
    expect(table.page.locator(".card.tip")).to_have_count(2)
    table.drag(("column5", "column8", 1))
    assert table.moves() == 1
    expect(table.page.locator(".tip")).to_have_count(0)
    expect(table.note()).to_be_hidden()


def test_a_winnable_position_gets_a_checked_yes_that_goes_with_it(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.click("verdict")
    yes = "Ja, den går att vinna härifrån."
    expect(table.note()).to_contain_text(yes, timeout=VERDICT_TIME)
    table.drag(MOVES[0])
    expect(table.note()).to_be_hidden()
    table.click("undo")
    expect(table.note()).to_be_hidden()
    # Known by now: no search is started again.
    table.page.evaluate("void (window.Worker = () => { throw new Error('asked again'); })")
    table.click("verdict")
    expect(table.note()).to_contain_text(yes)


def test_a_lost_deal_gets_a_no_from_a_complete_search(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=11982")
    table.click("verdict")
    expect(table.note()).to_have_text(
        "Nej, den här given går inte att vinna. Alla vägar är genomsökta.", timeout=VERDICT_TIME
    )


FAKE_WORKER: Final = """
  window.workers = { made: 0, ended: 0 };
  window.Worker = class {
    constructor() { window.workers.made++; window.lastWorker = this; }
    postMessage(question) { this.question = question; }
    terminate() { window.workers.ended++; }
  };
"""


def answer(table: Table, message: str) -> None:
    table.page.evaluate(f"window.lastWorker.onmessage({{ data: {message} }})")


def test_a_search_can_be_cancelled_and_ends_with_the_next_move(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3", script=FAKE_WORKER)
    table.click("verdict")
    expect(table.note()).to_contain_text("Söker en väg till vinst …")
    answer(table, "{ kind: 'progress', states: 20000 }")
    expect(table.note()).to_contain_text("20\u00a0000 ställningar")
    assert table.page.evaluate("window.lastWorker.question.memory") == 64 * 2**20
    table.page.locator("#note-do").click()
    expect(table.note()).to_have_text("Inte avgjort: sökningen avbröts.")
    table.click("verdict")
    table.drag(MOVES[0])
    expect(table.note()).to_be_hidden()
    assert table.page.evaluate("window.workers") == {"made": 2, "ended": 2}


def test_what_the_search_did_not_decide_is_never_called_lost(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3", script=FAKE_WORKER)
    for message, sentence in (
        ("{ kind: 'memory' }", "Inte avgjort: minnet för sökningen tog slut."),
        ("{ kind: 'nodes' }", "Inte avgjort: sökningen blev för lång."),
        ("{ kind: 'failed' }", "Inte avgjort: patienslösaren kunde inte starta."),
        # A line that the rules cannot play to a win is no solution.
        (
            "{ kind: 'solved', line: [{ source: 0, target: 16, count: 1 }] }",
            "Inte avgjort: patienslösaren kunde inte starta.",
        ),
    ):
        table.click("verdict")
        answer(table, message)
        expect(table.note()).to_have_text(sentence)


def test_without_the_engine_the_page_says_what_is_wrong(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.page.route("**/*.wasm", lambda route: route.abort())
    table.page.goto(table.site + "/freecell.html")
    expect(table.page.locator("#failed")).to_contain_text("The table could not be set up.")
    table.faults.clear()

"""Cards in motion: only their pictures move, any input ends that, and a win is shown calmly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Move, Table, read_saved

SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
LONG: Final = next(at for at, (_, _, count) in enumerate(MOVES) if count > 1)
LAST: Final = len(MOVES) - 1
OpenTable = Callable[..., Table]

# What flies: the cards, how often each stops on its way, how long it takes, how many fly it.
FLYING: Final = """() => [...document.querySelectorAll(".card")].flatMap((node) => {
  const flights = node.getAnimations();
  if (flights.length === 0) return [];
  const [flight] = flights;
  const places = flight.effect.getKeyframes().map((frame) => frame.transform);
  const stops = places.filter((place, at) => at > 0 && place !== places[at - 1]).length;
  const card = node.querySelector("button").dataset.card;
  return [{ card, stops, time: flight.effect.getComputedTiming().endTime,
    flights: flights.length }];
})"""

# Whether each card is seen where the model has it, and above those on which it lies.
SOUND: Final = """() => [...document.querySelectorAll("#table [role=list]")].every((list) => {
  const nodes = (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id));
  const levels = nodes.map((node) => Number(node.style.zIndex));
  const felt = document.querySelector("#felt").getBoundingClientRect();
  return levels.every((level, at) => at === 0 || level > levels[at - 1])
    && nodes.every((node) => {
      const [x, y] = node.style.transform.match(/-?[\\d.]+/g).map(Number);
      const box = node.getBoundingClientRect();
      return Math.abs(box.left - felt.left - x) < 1 && Math.abs(box.top - felt.top - y) < 1
        && box.right <= felt.right + 1 && box.bottom <= felt.bottom + 1;
    });
})"""


def flying(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.page.evaluate(FLYING)
    return found


def play_long(table: Table) -> None:
    """Play a move of several cards by taps, and look while they fly."""
    source, target, count = MOVES[LONG]
    table.tap(source, count)
    table.landed()
    table.page.mouse.click(*table.corner(target))


def test_a_supermove_is_seen_as_its_single_moves_and_is_done_at_once(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, LONG)
    source, target, count = MOVES[LONG]
    run = table.pile(source)[-count:]
    script = """([card, byte]) => {
      document.querySelector(`[data-card="${card}"]`).click();
      document.getAnimations().forEach((one) => one.finish());
      const free = document.querySelector(byte);
      free.click();
    }"""
    button = table.button(target)
    mark = button.evaluate(
        "(one) => one.dataset.card ? `[data-card='${one.dataset.card}']`"
        " : `[data-pile='${one.dataset.pile}']`"
    )
    first = table.button(source, count).get_attribute("data-card")
    found = table.page.evaluate(
        f"(to) => {{ ({script})(to); return ({FLYING})(); }}", [first, mark]
    )
    assert table.pile(target)[-count:] == run
    stops = sorted(flight["stops"] for flight in found if flight["stops"] > 1)
    # All but the lowest of the run rest on the way.
    assert len(stops) == count - 1
    assert all(flight["flights"] == 1 for flight in found)
    assert max(flight["time"] for flight in found) <= 3 * 150
    table.page.mouse.click(5, 400)
    assert flying(table) == []
    assert table.page.evaluate(SOUND)


def test_a_dragged_run_does_not_go_back_to_take_its_way(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, LONG)
    table.drag(MOVES[LONG])
    assert all(flight["stops"] == 1 for flight in flying(table))
    assert table.moves() == LONG + 1


@pytest.mark.parametrize("why", ["calm", "pace"])
def test_without_motion_a_supermove_is_there_at_once(open_table: OpenTable, why: str) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce"} if why == "calm" else {}
    table = open_table("/kungen-patiens.html?deal=3", **options)
    if why == "pace":
        table.choose(pace="none")
    table.resume(3, SOLUTION, LONG)
    play_long(table)
    assert table.moves() == LONG + 1
    assert table.page.evaluate(SOUND)
    assert all(flight["stops"] == 0 for flight in flying(table))


def test_undo_in_the_middle_of_a_supermove_brings_all_cards_back_in_order(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, LONG)
    before = table.piles()
    play_long(table)
    table.press("u")
    assert all(flight["flights"] == 1 for flight in flying(table))
    table.press("u")
    table.press("r")
    assert table.piles() == before
    table.landed()
    assert table.page.evaluate(SOUND)


def test_a_window_that_changes_while_a_deal_is_laid_has_all_cards_in_place(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    # As long as it is paused it is on its way, however slow the machine.
    laid = table.page.evaluate(
        """() => new Promise((then) => {
          const look = () => {
            const flights = [...document.querySelectorAll(".card")]
              .flatMap((node) => node.getAnimations());
            if (flights.length < 26) return requestAnimationFrame(look);
            for (const flight of flights) flight.pause();
            then(flights.length);
          };
          document.querySelector("[data-do=next]").click();
          look();
        })"""
    )
    assert laid > 26
    expect(table.heading()).to_have_text("Kungen, giv 4")
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.evaluate("new Promise((then) => requestAnimationFrame(() => setTimeout(then)))")
    assert flying(table) == []
    assert table.page.evaluate(SOUND)


def test_a_tap_while_cards_go_up_by_themselves_lands_them_and_counts(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    step = next(at for at, moves in enumerate(SOLUTION["steps"]) if len(moves) > 1)
    table.resume(3, SOLUTION, step)
    table.tap_move(MOVES[step])
    up = table.piles()
    assert len(flying(table)) > 1
    table.page.mouse.click(*table.corner(MOVES[step + 1][0]))
    assert flying(table) == []
    assert table.piles() == up
    assert table.page.evaluate(SOUND)
    expect(table.page.locator(".held")).to_have_count(1)


def win(table: Table) -> None:
    """Play the last move of a won game."""
    table.resume(3, SOLUTION, LAST)
    table.drag(MOVES[LAST])


def test_a_win_is_shown_as_a_fan_before_the_panel_and_any_key_ends_it(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    win(table)
    expect(table.page.locator("body")).to_have_class(re.compile("winning"))
    shown = table.until(lambda: flying(table), lambda flights: len(flights) == 52)
    assert max(flight["time"] for flight in shown) < 5_000
    panel = table.page.locator("#end")
    expect(panel).not_to_be_visible()
    expect(table.said()).to_have_text(re.compile(r"^Du vann! Giv 3 gick ut på 40 drag\. Tid"))
    table.press("ArrowLeft")
    table.expect_won()
    assert flying(table) == []
    assert table.page.evaluate(SOUND)


def test_the_win_ends_by_itself(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    win(table)
    table.expect_won()
    assert flying(table) == []


def test_a_win_in_a_page_that_is_left_has_its_panel_at_once(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    win(table)
    expect(table.page.locator("body")).to_have_class(re.compile("winning"))
    assert not table.page.locator("#end").is_visible()
    table.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }""")
    assert table.page.locator("#end").is_visible()
    assert flying(table) == []


def test_with_reduced_motion_the_win_is_told_at_once(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3", reduced_motion="reduce")
    win(table)
    assert table.page.locator("#end").is_visible()


def test_a_win_that_is_laid_again_is_not_shown_again(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.resume(3, {**SOLUTION, "page": {"elapsed": 1000, "won": True}}, LAST + 1)
    assert table.page.locator("#end").is_visible()
    assert flying(table) == []


def test_how_many_cards_may_move_stands_beside_a_run(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3").resume(3, SOLUTION, 26)
    for pile, target in (("column1", "cell1"), ("column7", "cell2"), ("column8", "cell3")):
        table.drag((pile, target, 1))
    told = table.page.locator(".most")
    table.tap("column2")
    expect(told).not_to_be_visible()
    table.press("Escape")
    table.tap("column2", 6)
    expect(told).to_have_text("högst 2")
    expect(told).to_be_in_viewport()
    table.press("Escape")
    expect(table.page.locator(".held")).to_have_count(0)
    # With the keys, before anything is lifted.
    table.focus_pile("column2")
    expect(told).not_to_be_visible()
    for _ in range(5):
        table.press("ArrowUp")
    expect(told).to_have_text("högst 2")
    expect(table.page.locator(".much")).to_have_count(4)
    table.press("?")
    expect(table.page.locator("#help-runs")).to_contain_text("Uträkningen: 1 fri cell + 1 = 2.")


AUDIO: Final = """
  window.opened = 0;
  window.sources = [];
  Object.defineProperty(navigator, "audioSession", { value: { type: "auto" } });
  for (const name of ["OscillatorNode", "AudioBufferSourceNode"])
    window[name] = class extends window[name] {
      start(...when) { window.sources.push(name); super.start(...when); }
    };
  window.AudioContext = class extends AudioContext {
    constructor(...options) { super(...options); window.opened++; }
  };
"""


def test_sounds_are_off_until_they_are_wanted_and_mix_with_others(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3", script=AUDIO)
    table.drag(MOVES[0])
    assert table.page.evaluate("[opened, navigator.audioSession.type]") == [0, "auto"]
    table.choose(sound=True)
    assert table.page.evaluate("opened") == 0
    table.page.wait_for_load_state("networkidle")
    table.tap(MOVES[1][0], MOVES[1][2])
    assert table.page.evaluate("[opened, navigator.audioSession.type]") == [1, "ambient"]
    lifted = table.page.evaluate("sources.length")
    assert lifted > 0
    table.tap(MOVES[1][1])
    assert table.moves() == 2
    assert table.page.evaluate("sources.length") > lifted
    assert table.page.evaluate("opened") == 1
    assert table.page.locator("audio").count() == 0

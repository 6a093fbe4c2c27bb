"""Pointers: which one owns the table, where cards come down, and what the browser leaves alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.gestures import Fingers, drag_frames
from tests.e2e.hands import Table, read_saved
from tests.e2e.test_looks import places

OpenTable = Callable[..., Table]
DEAL: Final = "/kungen-patiens.html?deal=617"
SOLUTION: Final = read_saved("solutions/freecell-3.json")
PHONE: Final[dict[str, Any]] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
SIZES: Final = [(390, 844), (844, 390), (768, 1024), (1366, 768)]


def start_drag(table: Table, pile: str = "column1") -> tuple[float, float]:
    """Lift the free card of a pile a little; where it was taken."""
    x, y = table.corner(pile)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 20, y - 60, steps=4)
    expect(table.page.locator(".dragged")).to_have_count(1)
    return x, y


def expect_at_rest(table: Table) -> None:
    """Nothing is held, nothing hangs where it was, and no mark of a drag is left."""
    expect(table.page.locator(".dragged, .held, .origin")).to_have_count(0)


def test_ten_quick_taps_on_undo_undo_ten_moves_and_nothing_zooms(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1", **PHONE)
    table.resume(3, SOLUTION, 12)
    table.page.evaluate(
        """() => {
          window.kept = [];
          document.addEventListener("touchend", (event) => kept.push(event.defaultPrevented));
        }"""
    )
    box = table.page.locator(".bar [data-do=undo]").bounding_box()
    assert box is not None
    fingers = Fingers(table)
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(10):
        fingers.tap(*place)
    expect(table.page.locator("#moves")).to_have_text("2 drag")
    # The browser sees the end of the first tap, and no other that came quickly after it.
    kept = table.page.evaluate("kept")
    assert len(kept) == 10
    assert not kept[0]
    assert kept.count(True) >= 5
    assert table.page.evaluate("visualViewport.scale") == 1


def test_two_fingers_zoom_as_ever(open_table: OpenTable) -> None:
    table = open_table(DEAL, **PHONE)
    viewport = table.page.locator("meta[name=viewport]").get_attribute("content")
    assert viewport is not None
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport
    table.page.evaluate(
        """() => {
          window.kept = false;
          document.addEventListener("touchend", (event) => { kept ||= event.defaultPrevented; });
        }"""
    )
    fingers = Fingers(table)
    head = table.page.locator("h1").bounding_box()
    assert head is not None
    places = [(head["x"] + 10, head["y"] + 10), (head["x"] + 60, head["y"] + 12)]
    fingers.down(*places)
    fingers.move(places[0], (head["x"] + 160, head["y"] + 20))
    fingers.up()
    assert table.page.evaluate("kept") is False


def test_only_the_table_keeps_touches_from_the_browser(open_table: OpenTable) -> None:
    table = open_table(DEAL, **PHONE)
    actions = table.page.evaluate(
        """() => ["#felt", "body", ".page", "#guide", ".bar button"].map((place) =>
          getComputedStyle(document.querySelector(place)).touchAction)"""
    )
    assert actions == ["none", "auto", "auto", "auto", "manipulation"]


def test_a_finger_on_the_table_never_scrolls_the_page_and_one_in_the_guide_does(
    open_table: OpenTable,
) -> None:
    table = open_table(DEAL, **PHONE)
    fingers = Fingers(table)
    for start in (table.corner("column1"), (200, 620)):
        fingers.down(start)
        for step in range(1, 8):
            fingers.move((start[0], start[1] - 40 * step))
        fingers.up()
        assert table.page.evaluate("scrollY") == 0
    table.page.evaluate("document.querySelector('#guide').scrollIntoView()")
    before = table.page.evaluate("scrollY")
    fingers.down((200, 700))
    for step in range(1, 8):
        fingers.move((200, 700 - 40 * step))
    fingers.up()
    table.until(lambda: table.page.evaluate("scrollY"), lambda after: after > before)


def test_the_wheel_scrolls_the_page_but_not_under_dragged_cards(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    start_drag(table)
    table.page.mouse.wheel(0, 300)
    table.page.wait_for_timeout(100)
    assert table.page.evaluate("scrollY") == 0
    table.page.mouse.up()
    table.page.mouse.wheel(0, 300)
    table.until(lambda: table.page.evaluate("scrollY"))


def test_both_buttons_at_once_displace_nothing(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    start_drag(table)
    mouse = table.page.mouse
    mouse.down(button="right")
    expect(table.page.locator(".dragged")).to_have_count(1)
    expect(table.page.locator("dialog.peek")).to_be_hidden()
    mouse.up(button="right")
    expect(table.page.locator(".dragged")).to_have_count(1)
    mouse.move(*table.corner("cell3"))
    mouse.down(button="right")
    mouse.up()
    mouse.move(400, 700)
    mouse.up(button="right")
    assert table.pile("cell3") == ["JD"]
    expect_at_rest(table)
    # The other way round: the pile is shown, and the left button lifts nothing.
    mouse.move(*table.corner("column2"))
    mouse.down(button="right")
    mouse.down()
    mouse.move(*table.corner("cell1"), steps=4)
    expect(table.page.locator(".dragged")).to_have_count(0)
    mouse.up()
    mouse.up(button="right")
    assert table.moves() == 1
    expect(table.page.locator("dialog.peek")).to_be_hidden()
    expect_at_rest(table)


@pytest.mark.parametrize("end", ["blur", "hidden", "resize", "rotate", "undo", "pointercancel"])
def test_whatever_comes_between_lets_the_cards_go_back(open_table: OpenTable, end: str) -> None:
    table = open_table(DEAL, size=(844, 390) if end == "rotate" else (1366, 768))
    table.drag(("column2", "cell2", 1))
    x, y = start_drag(table)
    page = table.page
    if end == "blur":
        page.evaluate("dispatchEvent(new Event('blur'))")
    elif end == "hidden":
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    elif end == "resize":
        page.set_viewport_size({"width": 1000, "height": 800})
    elif end == "rotate":
        page.set_viewport_size({"width": 390, "height": 844})
    elif end == "undo":
        page.evaluate("document.querySelector('[data-do=undo]').click()")
    else:
        page.evaluate(
            """() => document.querySelector("#felt").dispatchEvent(
              new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }))"""
        )
    expect(page.locator(".dragged, .held")).to_have_count(0)
    page.mouse.move(x + 60, y - 90, steps=3)
    expect(page.locator(".dragged, .held")).to_have_count(0)
    page.mouse.up()
    expect_at_rest(table)
    table.landed()
    assert table.moves() == (0 if end == "undo" else 1)
    assert len(table.pile("column1")) == 7
    assert misplaced(table) == []


def test_keys_play_nothing_while_cards_are_dragged(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    table.drag(("column2", "cell2", 1))
    start_drag(table)
    for key in ("u", " ", "ArrowRight", "Enter", "PageDown", "h"):
        table.press(key)
    expect(table.page.locator(".dragged")).to_have_count(1)
    table.page.mouse.move(*table.corner("cell1"))
    table.page.mouse.up()
    assert table.pile("cell1") == ["JD"]
    assert table.moves() == 2


def test_cards_come_down_anywhere_on_a_columns_strip(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    felt = table.page.locator("#felt").bounding_box()
    card = table.button("column8").bounding_box()
    assert felt is not None
    assert card is not None
    top, foot = felt["y"] + 180, felt["y"] + felt["height"] - 30
    for place in (top, card["y"] + 100, foot):
        x, y = table.corner("column5")
        table.page.mouse.move(x, y)
        table.page.mouse.down()
        table.page.mouse.move(x + 10, y - 10)
        # Not on its middle: the upper half of the card need only lie most over this column.
        table.page.mouse.move(card["x"] + card["width"] * 0.3, place, steps=3)
        table.page.mouse.up()
        assert table.pile("column8")[-2:] == ["QH", "JC"], place
        table.click("undo")
        table.landed()


def test_cards_dropped_where_none_takes_them_slide_back(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    before = table.button("column5").bounding_box()
    x, y = start_drag(table, "column5")
    table.page.mouse.move(x, y - 300, steps=3)
    table.page.mouse.up()
    table.landed()
    assert table.moves() == 0
    assert table.button("column5").bounding_box() == before
    expect_at_rest(table)


def test_dragged_cards_keep_their_distance_and_leave_a_mark(open_table: OpenTable) -> None:
    table = open_table(DEAL)
    table.tap_move(("column5", "column8", 1))
    table.landed()
    queen, jack = (table.button("column8", count).bounding_box() for count in (2, 1))
    assert queen is not None
    assert jack is not None
    x, y = table.corner("column8", 2)
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 50, y - 30, steps=5)
    there = [(queen["x"] - 50, queen["y"] - 30), (jack["x"] - 50, jack["y"] - 30)]
    table.until(
        lambda: sorted((box["x"], box["y"]) for box in places(table, ".dragged")),
        lambda found: found == there,
    )
    origin = table.page.locator(".origin").bounding_box()
    assert origin is not None
    assert (origin["x"], origin["y"]) == (queen["x"], queen["y"])
    assert origin["height"] == pytest.approx(jack["y"] + jack["height"] - queen["y"], abs=1)
    mouse.up()
    expect_at_rest(table)


def test_a_drag_lays_nothing_out_from_frame_to_frame(open_table: OpenTable) -> None:
    table = open_table(DEAL, size=(390, 844))
    counted = drag_frames(table, card=41, frames=60)
    assert counted["LayoutCount"] == 0
    assert table.moves() == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_bars_buttons_lie_eight_pixels_apart(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(DEAL, size=size)
    gaps = table.page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll(".bar :is(button, a)")]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect());
          return boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => Math.max(
            other.left - one.right, one.left - other.right,
            other.top - one.bottom, one.top - other.bottom)));
        }"""
    )
    assert len(gaps) >= 6
    assert min(gaps) >= 8 - 0.01


# Throws gestures at the table, by a die that falls alike each time, until they are through.
THROW: Final = """async ({ seed, gestures }) => {
  let state = seed;
  const draw = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const felt = document.querySelector("#felt");
  const table = document.querySelector("#table");
  felt.setPointerCapture = () => {};
  const frame = () => new Promise(requestAnimationFrame);
  const spots = () => [...document.querySelectorAll("#table [data-card], #table [data-pile]")];
  const pick = (list) => list[draw(list.length)];
  const placeOf = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + draw(Math.max(1, Math.floor(box.width))), box.y + 2 + draw(18)];
  };
  const send = (type, [x, y], more = {}) => {
    const target = document.elementFromPoint(x, y) ?? felt;
    return (felt.contains(target) ? target : felt).dispatchEvent(new PointerEvent(type, {
      pointerId: 1, pointerType: draw(2) ? "touch" : "mouse", bubbles: true, cancelable: true,
      button: 0, buttons: 1, clientX: x, clientY: y, ...more }));
  };
  const press = (key) => (table.contains(document.activeElement) ? document.activeElement
    : document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const keys = ["Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-", "u", "r",
    "d", "v", "Escape", "Home", "End", "c", "f", "k", "ContextMenu"];
  const tap = (place) => { send("pointerdown", place); send("pointerup", place); };
  const drag = async (end) => {
    const [from, to] = [placeOf(pick(spots())), placeOf(pick(spots()))];
    send("pointerdown", from);
    send("pointermove", [from[0] + 12, from[1] + 12]);
    if (draw(3) === 0) await frame();
    send("pointermove", to);
    await end(to);
  };
  const others = [
    () => send("pointerdown", placeOf(pick(spots())), { pointerId: 2 }),
    () => send("pointermove", placeOf(pick(spots())), { pointerId: 2 }),
    () => send("pointerup", placeOf(pick(spots())), { pointerId: 2 }),
    () => send("pointermove", placeOf(pick(spots())), { buttons: 3 }),
    () => send("contextmenu", placeOf(pick(spots())), { button: 2 }),
    () => press(pick(keys)),
    () => document.querySelector("[data-do=undo]").click(),
    () => dispatchEvent(new Event("blur")),
    () => { felt.style.paddingBottom = `${draw(3) * 40}px`; },
  ];
  const throws = [
    () => tap(placeOf(pick(spots()))),
    () => tap(placeOf(pick(spots()))),
    () => { const place = placeOf(pick(spots())); tap(place); tap(place); },
    () => drag((to) => send("pointerup", to)),
    () => drag((to) => send("pointerup", to)),
    () => drag((to) => send("pointercancel", to)),
    () => drag(async (to) => { pick(others)(); await frame(); send("pointerup", to); }),
    () => drag((to) => { pick(others)(); send("pointermove", to); pick(others)();
      send("pointerup", to); }),
    () => { const place = placeOf(pick(spots()));
      send("pointerdown", place, { button: 2, buttons: 2 }); pick(others)();
      send("pointerup", place, { button: 2, buttons: 0 }); },
    async () => { const place = placeOf(pick(spots())); send("pointerdown", place);
      await new Promise((then) => setTimeout(then, 230)); send("pointerup", place);
      pick([...document.querySelectorAll(".peek li button"), document.body]).click(); },
    () => press(pick(keys)),
    () => press(pick(keys)),
    () => document.querySelector("[data-do=undo]").click(),
    () => document.querySelector("[data-do=redo]").click(),
    () => document.querySelector("[data-do=tip]").click(),
    async () => { felt.style.paddingBottom = `${draw(3) * 40}px`; await frame(); },
  ];
  const faults = [];
  const note = (fault) => { if (faults.length < 10) faults.push(fault); };
  for (let count = 0; count < gestures; count++) {
    await pick(throws)();
    const cards = document.querySelectorAll("#cards > .card");
    if (cards.length !== 52) note(`${cards.length} cards after gesture ${count}`);
    if (document.querySelector(".dragged, .origin")) note(`a drag hangs after gesture ${count}`);
    for (const list of document.querySelectorAll("#table [role=list]")) {
      const nodes = (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean)
        .map((id) => document.getElementById(id));
      nodes.forEach((node, at) => {
        if (at > 0 && Number(nodes[at - 1].style.zIndex) >= Number(node.style.zIndex))
          note(`${node.id} lies under its pile after gesture ${count}`);
      });
    }
  }
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  felt.style.paddingBottom = "";
  await frame();
  await frame();
  document.getAnimations().forEach((one) => one.finish());
  return faults;
}"""

# Where each card lies and how high, by its face; cards face down by their pile alone.
READ_TABLE: Final = """() => [...document.querySelectorAll("#cards > .card")].map((node) => {
  const { card } = node.querySelector("button").dataset;
  return `${card ?? "down"} ${node.style.transform} ${node.style.zIndex}`;
}).sort()"""


def misplaced(table: Table) -> list[str]:
    """The cards that lie otherwise than on a table that is laid anew from what was saved."""
    table.landed()
    before = table.page.evaluate(READ_TABLE)
    table.page.reload()
    table.ready()
    after = table.page.evaluate(READ_TABLE)
    return [line for line in before if line not in after]


@pytest.mark.parametrize(
    ("address", "size"),
    [
        ("/kungen-patiens.html?deal=617", (1366, 768)),
        ("/harpan.html?deal=617&draw=3", (390, 844)),
        ("/pingvinen.html?deal=3", (844, 390)),
        ("/eight-off-patiens.html?deal=5", (768, 1024)),
    ],
)
def test_a_thousand_gestures_leave_every_card_in_its_place(
    open_table: OpenTable, address: str, size: tuple[int, int]
) -> None:
    """A quarter of them in each of four games; the table is turned in between, and in a drag."""
    width, height = size
    touch = {"has_touch": True} if width < height else {}
    table = open_table(address, size=size, **touch)
    dice = random.Random(address)
    for part in range(5):
        seed = dice.randrange(1, 2_000_000_000)
        faults = table.page.evaluate(THROW, {"seed": seed, "gestures": 50})
        assert faults == []
        if part % 2 == 0:
            table.page.set_viewport_size({"width": height, "height": width})
            table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_timeout(100)
        assert misplaced(table) == []

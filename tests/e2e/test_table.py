"""What the hands do to the table: sizes, drags that come to nothing, taps, undo, interruptions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import MEASURE, Move, Table, read_saved

OpenTable = Callable[..., Table]
SOLUTION: Final = read_saved("solutions/freecell-3.json")
LONG: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "long_column.json").read_text(encoding="utf-8")
)
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
SIZES: Final = [
    (320, 568),
    (360, 640),
    (390, 844),
    (412, 915),
    (568, 320),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1200, 800),
    (1280, 600),
    (1366, 768),
    (1536, 864),
    (1920, 1080),
]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon"])
def test_everything_fits_without_scrolling(
    open_table: OpenTable, size: tuple[int, int], page: str
) -> None:
    table = open_table(f"/{page}.html?deal=1000000", size=size)
    measured = table.page.evaluate(MEASURE, {"boxes": ".card, .slot"})
    assert measured == {"inside": True, "fits": True, "boxes": 52 + 16}
    bars = table.page.evaluate(
        """() => [...document.querySelectorAll("h1, #moves, .bar button, .head :is(button, input)")]
          .filter((node) => node.checkVisibility({visibilityProperty: true}))
          .map((node) => node.getBoundingClientRect())
          .filter((box) => box.width > 1 && (box.left < 0 || box.top < 0
            || box.right > innerWidth || box.bottom > innerHeight)).length"""
    )
    assert bars == 0
    wrapped = table.page.evaluate(
        """() => [...document.querySelectorAll(".line :is(h1, span), .deal button")]
          .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height > 44)
          .length"""
    )
    assert wrapped == 0
    small = table.page.evaluate(
        """() => [...document.querySelectorAll(".bar button")]
          .filter((node) => node.checkVisibility())
          .map((node) => node.getBoundingClientRect())
          .filter((box) => box.width < 40 || box.height < 36).length"""
    )
    assert small == 0
    table.shoot(f"fresh-{page}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_nothing_shifts_while_the_page_loads_and_plays(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    script = """
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    """
    table = open_table("/kungen-patiens.html?deal=1000000", size=size, script=script)
    table.go("/kungen-patiens.html?deal=3")
    for move in MOVES[:6]:
        table.drag(move)
    table.click("tip")
    table.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert table.page.evaluate("window.shifts") == 0


@pytest.mark.parametrize("letters", ["kungen-patiens", "freecell"])
@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=["320", "360"])
def test_no_rank_reaches_its_suit(
    open_table: OpenTable, size: tuple[int, int], letters: str
) -> None:
    table = open_table(f"/{letters}.html?deal=617", size=size)
    gaps = table.page.evaluate(
        """() => [...document.querySelectorAll("#cards .index")].map((index) =>
          index.querySelector(".small").getBoundingClientRect().left
          - index.querySelector(".rank").getBoundingClientRect().right)"""
    )
    assert len(gaps) == 52
    assert min(gaps) > 0.5


def test_a_long_column_shows_every_corner_whole(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=(844, 390))
    table.resume(3, SOLUTION, 21)
    assert max(len(cards) for cards in table.piles().values()) == 9
    cut = table.page.evaluate(
        """() => {
          const columns = [...document.querySelectorAll("#columns [role=list]")]
            .map((list) => (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean));
          let cut = 0;
          for (const ids of columns)
            for (let at = 0; at + 1 < ids.length; at++) {
              const suit = document.querySelector(`#${ids[at]} .small`).getBoundingClientRect();
              const next = document.querySelector(`#${ids[at + 1]}`).getBoundingClientRect();
              if (suit.bottom > next.top + 1) cut++;
            }
          return cut;
        }"""
    )
    assert cut == 0


def test_the_last_drag_back_slides_home(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    before = table.button("column1").bounding_box()
    table.drag(("column1", "column2", 1))
    expect(table.note()).to_have_text(
        "Går inte: ruter knekt passar inte på spader kung i kolumn 2."
    )
    assert table.moves() == 0
    table.landed()
    assert table.button("column1").bounding_box() == before


def test_escape_and_a_cancelled_pointer_end_a_drag(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    before = table.button("column1").bounding_box()
    for end in ("Escape", "pointercancel"):
        x, y = table.corner("column1")
        table.page.mouse.move(x, y)
        table.page.mouse.down()
        table.page.mouse.move(x + 40, y - 200, steps=4)
        expect(table.page.locator(".dragged")).to_have_count(1)
        if end == "Escape":
            table.press("Escape")
        else:
            table.page.evaluate(
                """() => document.querySelector("#felt").dispatchEvent(
                  new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }))"""
            )
        expect(table.page.locator(".dragged, .held")).to_have_count(0)
        table.landed()
        assert table.button("column1").bounding_box() == before
        table.page.mouse.up()
        assert table.moves() == 0
        assert len(table.pile("column1")) == 7


def test_a_second_pointer_does_not_disturb_the_first(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    x, y = table.corner("column1")
    to_x, to_y = table.corner("cell1")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x - 20, y - 40, steps=3)
    table.page.evaluate(
        """() => {
          const card = document.querySelector("[data-card='51']");
          for (const type of ["pointerdown", "pointermove", "pointerup"])
            card.dispatchEvent(new PointerEvent(type,
              { pointerId: 7, bubbles: true, clientX: 5, clientY: 5, button: 0 }));
        }"""
    )
    expect(table.page.locator(".dragged")).to_have_count(1)
    table.page.mouse.move(to_x, to_y)
    table.page.mouse.up()
    assert table.pile("cell1") == ["JD"]


def test_the_other_mouse_button_does_nothing(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.page.mouse.move(*table.corner("column1"))
    table.page.mouse.down(button="right")
    table.page.mouse.move(*table.corner("cell1"))
    table.page.mouse.up(button="right")
    assert table.moves() == 0
    expect(table.page.locator(".held, .dragged")).to_have_count(0)


def test_a_touch_of_seven_pixels_is_a_tap_and_of_nine_a_drag(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844), has_touch=True)
    x, y = table.corner("column1")
    for by, expected in ((7, 0), (9, 1)):
        # At once, before the finger that lies there opens the pile.
        dragged = table.page.evaluate(
            """async ([x, y, by]) => {
              const felt = document.querySelector("#felt");
              felt.setPointerCapture = () => {};
              const send = (type, at) => document.elementFromPoint(x, y).dispatchEvent(
                new PointerEvent(type, { pointerId: 3, pointerType: "touch", bubbles: true,
                  button: 0, clientX: x, clientY: at }));
              send("pointerdown", y);
              send("pointermove", y + by);
              const frame = () => new Promise(requestAnimationFrame);
              await frame();
              await frame();
              const dragged = document.querySelectorAll(".dragged").length;
              felt.dispatchEvent(
                new PointerEvent("pointercancel", { pointerId: 3, bubbles: true }));
              return dragged;
            }""",
            [x, y, by],
        )
        assert dragged == expected


def test_a_finger_drags_and_a_second_finger_does_not_disturb_it(open_table: OpenTable) -> None:
    table = open_table(
        "/kungen-patiens.html?deal=617", size=(390, 844), has_touch=True, is_mobile=True
    )
    touch = table.page.context.new_cdp_session(table.page)
    (x, y), (to_x, to_y) = table.corner("column1"), table.corner("cell2")

    def send(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": finger} for finger, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", (x, y))
    send("touchMove", (x + 10, y - 20))
    expect(table.page.locator(".dragged")).to_have_count(1)
    send("touchStart", (x + 10, y - 20), (200, 600))
    send("touchMove", (x + 20, y - 60), (220, 500))
    # Without the second finger: it is lifted.
    send("touchMove", (to_x, to_y))
    send("touchEnd")
    assert table.pile("cell2") == ["JD"]
    assert table.page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


def test_turning_the_phone_in_the_middle_of_a_drag_keeps_the_cards(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844))
    x, y = table.corner("column1")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 30, y - 60, steps=3)
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.mouse.up()
    table.landed()
    assert table.page.evaluate(MEASURE, {"boxes": ".card, .slot"}) == {
        "inside": True,
        "fits": True,
        "boxes": 68,
    }
    assert table.moves() in (0, 1)


def test_taps_select_reselect_and_let_go(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    held = table.page.locator(".held button")
    table.tap("column1")
    expect(held).to_have_count(1)
    expect(held).to_have_attribute("data-card", "41")
    table.tap("column2")
    expect(held).to_have_attribute("data-card", "51")
    table.tap("column1")
    expect(held).to_have_attribute("data-card", "41")
    # A tap anywhere on a column means the column; no card of it could be held instead.
    table.tap("column2", 3)
    expect(table.note()).to_have_text(
        "Går inte: ruter knekt passar inte på spader kung i kolumn 2."
    )
    assert table.moves() == 0
    table.page.mouse.click(30, 700)
    expect(held).to_have_count(0)


def test_a_tap_under_a_columns_last_card_means_the_column(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844))
    table.tap("column5")
    x, _ = table.corner("column8")
    table.page.mouse.click(x, 700)
    assert table.pile("column8")[-1] == "JC"


def test_a_tap_on_a_covered_card_says_so(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.tap("column1", 4)
    expect(table.note()).to_have_text("Ruter kung ligger inte fritt.")
    expect(table.page.locator(".held")).to_have_count(0)


def test_a_double_tap_goes_to_a_cell_and_a_foundation_comes_first(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.page.mouse.dblclick(*table.corner("column1"))
    assert table.pile("cell1") == ["JD"]
    table.go("/kungen-patiens.html?deal=2")
    table.click("menu")
    table.page.locator("#menu [data-do=settings]").click()
    table.page.locator("#settings select[name=autoplay]").select_option(label="Av")
    table.page.keyboard.press("Escape")
    assert table.pile("column1")[-1] == "AS"
    table.page.mouse.dblclick(*table.corner("column1"))
    assert table.pile("foundationS") == ["AS"]


def test_a_double_tap_on_an_immovable_card_moves_nothing(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    for pile in ("column1", "column2", "column3", "column4"):
        table.page.mouse.dblclick(*table.corner(pile))
    assert table.moves() == 4
    table.page.mouse.dblclick(*table.corner("column5"))
    assert table.moves() == 4
    table.page.mouse.dblclick(*table.corner("column5", 3))
    assert table.moves() == 4


def test_undo_redo_and_restart_walk_the_whole_game(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    start = table.piles()
    for move in MOVES[:8]:
        table.drag(move)
    end = table.piles()
    for _ in range(8):
        table.click("undo")
    assert table.piles() == start
    assert table.moves() == 0
    for _ in range(8):
        table.click("redo")
    assert table.piles() == end
    table.click("menu")
    table.click("restart")
    assert table.piles() == start
    expect(table.note()).to_contain_text("Given börjar om från början.")
    table.page.locator("#note-do").click()
    assert table.piles() == end
    assert table.moves() == 8


def test_a_new_deal_can_be_taken_back(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    for move in MOVES[:8]:
        table.drag(move)
    piles = table.piles()
    table.click("new")
    expect(table.heading()).not_to_have_text("Kungen, giv 3")
    assert table.moves() == 0
    table.page.locator("#note-do").click()
    expect(table.heading()).to_have_text("Kungen, giv 3")
    assert table.piles() == piles
    assert table.page.url.endswith("?deal=3")


def test_input_in_the_middle_of_a_flight_lands_the_cards(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    # The page's own clicks, so that several come within one flight.
    state = table.page.evaluate(
        """() => {
          const nodes = [...document.querySelectorAll(".card")];
          const undo = document.querySelector("[data-do=undo]");
          const redo = document.querySelector("[data-do=redo]");
          document.querySelector("[data-card='41']").click();
          document.querySelector("[data-pile='16']").click();
          const flying = document.getAnimations().length;
          undo.click();
          const back = document.getAnimations().length;
          for (let at = 0; at < 20; at++) { redo.click(); undo.click(); }
          return { flying, back, kept: nodes.every((node) => node.isConnected),
            cards: document.querySelectorAll(".card").length };
        }"""
    )
    assert state == {"flying": 1, "back": 1, "kept": True, "cards": 52}
    table.landed()
    assert table.moves() == 0
    order = table.page.evaluate(
        """() => document.querySelector("#columns [role=list]").getAttribute("aria-owns")
          .split(" ").map((id) => Number(document.getElementById(id).style.zIndex))"""
    )
    assert order == sorted(order)


def test_with_reduced_motion_cards_jump(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", reduced_motion="reduce")
    changed = table.page.evaluate(
        """() => {
          document.querySelector("[data-card='41']").click();
          document.querySelector("[data-pile='16']").click();
          return document.getAnimations()
            .flatMap((one) => one.effect.getKeyframes().map((frame) => frame.transform));
        }"""
    )
    assert changed == [None, None]


FADING: Final = """() => document.getAnimations().map(({ effect }) =>
  [effect.target.querySelector("button").dataset.card ?? "", effect.getTiming().duration])"""


def test_with_reduced_motion_only_cards_that_moved_fade(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=(844, 390), reduced_motion="reduce")
    table.resume(227, LONG, 37)
    # The column of nineteen cards is pressed together: with one card less all its strips change.
    where = """() => document.querySelectorAll("#columns [role=list]")[1].getAttribute("aria-owns")
      .split(" ").map((id) => document.getElementById(id).style.transform)"""
    before = table.page.evaluate(where)
    faded = table.page.evaluate(
        f"() => {{ document.querySelector('[data-do=undo]').click(); return ({FADING})(); }}"
    )
    after = table.page.evaluate(where)
    assert len(before) > len(after) > 12
    assert before[1:12] != after[1:12]
    moved = LONG["steps"][36]
    assert len(faded) == sum(count for _, _, count in moved)
    assert {time for _, time in faded} == {120}


def test_with_reduced_motion_only_the_card_that_goes_back_to_the_stock_fades(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan.html?deal=617&draw=3", reduced_motion="reduce")
    for _ in range(2):
        table.page.locator("[data-pile='64']").click()
    table.landed()
    faded = table.page.evaluate(
        f"() => {{ document.querySelector('[data-do=undo]').click(); return ({FADING})(); }}"
    )
    assert faded == [["", 120]] * 3


def test_the_clock_starts_with_the_first_move_and_stands_while_hidden(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    clock = table.page.locator("#clock")
    table.page.clock.install()
    table.page.reload()
    table.ready()
    table.page.clock.run_for(5_000)
    expect(clock).to_have_text("0:00")
    table.drag(("column1", "cell1", 1))
    table.page.clock.run_for(61_000)
    expect(clock).to_have_text("1:01")
    table.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    table.page.clock.run_for(600_000)
    table.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: false, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    table.page.clock.run_for(2_000)
    expect(clock).to_have_text("1:03")


def test_the_status_says_how_many_cards_may_move(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    capacity = table.page.locator("#capacity-long")
    short = table.page.locator("#capacity-short")
    expect(capacity).to_have_text("högst 5 kort åt gången")
    expect(short).to_have_text("högst 5")
    table.drag(("column1", "cell1", 1))
    expect(capacity).to_have_text("högst 4 kort åt gången")
    table.click("undo")
    expect(capacity).to_have_text("högst 5 kort åt gången")
    table.resume(3, SOLUTION, 39)
    expect(capacity).to_have_text("högst 24 kort åt gången")
    # With the run picked up it is said for an empty column too.
    x, y = table.corner("column1")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 20, y + 20)
    expect(capacity).to_have_text("högst 24 kort, 12 till tom kolumn")
    expect(capacity).to_be_in_viewport()
    expect(short).to_have_text("högst 24 (tom: 12)")
    table.page.mouse.up()


def test_cards_that_are_too_many_are_dimmed_and_refused_with_the_number(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.resume(3, SOLUTION, 26)
    run = ["JC", "TD", "9S", "8D", "7S", "6H"]
    assert table.pile("column2")[-6:] == run
    for pile, target in (("column1", "cell1"), ("column7", "cell2"), ("column8", "cell3")):
        table.drag((pile, target, 1))
    most = int(table.page.locator("#capacity-long").inner_text().split()[1])
    assert most < 6
    table.tap("column2", 6)
    expect(table.page.locator(".held")).to_have_count(6)
    expect(table.page.locator(".over")).to_have_count(6 - most)
    # Dimmed, but nothing shines through.
    dimmed, plain = table.page.evaluate(
        """() => [".over .face", ".card:not(.over) .face"].map((name) => {
          const { opacity, backgroundColor } = getComputedStyle(document.querySelector(name));
          return [opacity, backgroundColor, backgroundColor.includes("/")];
        })"""
    )
    assert dimmed[0] == plain[0] == "1"
    assert dimmed[1] != plain[1]
    assert not dimmed[2]
    x, y = table.corner("column2", 6)
    to_x, to_y = table.corner("column6")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(to_x, to_y, steps=3)
    table.page.mouse.up()
    expect(table.note()).to_have_text(f"Går inte: högst {most} kort, du lyfte 6.")


def test_any_gestures_keep_every_card_in_its_place(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(844, 390))
    table.page.evaluate(
        """() => {
          let seed = 1;
          const draw = (below) => {
            seed = (seed * 48271) % 2147483647;
            return seed % below;
          };
          const felt = document.querySelector("#felt");
          felt.setPointerCapture = () => {};
          const spots = [...document.querySelectorAll("[data-card], [data-pile]")];
          const send = (type, target, x, y) => target.dispatchEvent(new PointerEvent(type,
            { pointerId: 1, button: 0, bubbles: true, clientX: x, clientY: y }));
          const gestures = [
            () => spots[draw(spots.length)].click(),
            () => spots[draw(spots.length)].click(),
            () => {
              const [from, to] = [spots[draw(spots.length)], spots[draw(spots.length)]];
              const [start, end] = [from, to].map((spot) => spot.getBoundingClientRect());
              send("pointerdown", from, start.x + 5, start.y + 5);
              send("pointermove", from, end.x + 5, end.y + 5);
              send(draw(5) === 0 ? "pointercancel" : "pointerup", from, end.x + 5, end.y + 5);
            },
            () => document.querySelector("[data-do=undo]").click(),
            () => document.querySelector("[data-do=redo]").click(),
            () => document.querySelector("[data-do=tip]").click(),
          ];
          for (let count = 0; count < 600; count++) gestures[draw(gestures.length)]();
        }"""
    )
    table.landed()
    faults = table.page.evaluate(
        """() => {
          const faults = [];
          if (document.querySelectorAll(".card").length !== 52) faults.push("cards");
          for (const list of document.querySelectorAll("#columns [role=list]")) {
            const ids = (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean);
            const nodes = ids.map((id) => document.getElementById(id));
            const slot = list.querySelector(".slot").getBoundingClientRect();
            nodes.forEach((node, at) => {
              const box = node.getBoundingClientRect();
              const before = nodes[at - 1];
              if (Math.abs(box.x - slot.x) > 1) faults.push(`${node.id} beside its column`);
              if (before && before.getBoundingClientRect().y >= box.y) faults.push(`${node.id} up`);
              if (before && Number(before.style.zIndex) >= Number(node.style.zIndex))
                faults.push(`${node.id} under`);
            });
          }
          return faults;
        }"""
    )
    assert faults == []
    assert sum(len(cards) for cards in table.piles().values()) <= 52
    table.page.reload()
    table.ready()

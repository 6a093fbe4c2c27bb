"""The lessons: the book, and every lesson played on the page to its goal."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import build_web
import pytest
from lessons import export
from playwright.sync_api import Error, Locator, Route, expect

from kungen.lesson import Lesson
from kungen.lesson import lessons as read_lessons
from tests.e2e.hands import MEASURE, Table

OpenTable = Callable[..., Table]

PAGES: Final = {"sv": "patiensskolan", "da": "kabaleskolen", "en": "lessons"}
LESSONS: Final = tuple(read_lessons().values())
PLAYED: Final = tuple(lesson for lesson in LESSONS if not lesson.goal.proof)
STUDY: Final = next(lesson.id for lesson in LESSONS if lesson.goal.proof)
LINES: Final = Path(__file__).with_name("lesson_lines.json")
SIZES: Final = ((320, 568), (390, 844), (844, 390), (768, 1024), (1366, 768))
# A card that is not the ace, and a cell.
WRONG: Final = ("column2", "cell2", 1)

SHIFTS: Final = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def address(lesson: str, language: str = "sv") -> str:
    return f"/{PAGES[language]}.html?lesson={lesson}"


def told(lesson: str, language: str = "sv") -> dict[str, Any]:
    """What is exported of a lesson in a language."""
    return next(one for one in export(language) if one["id"] == lesson)


def words(language: str) -> dict[str, str]:
    path = Path(build_web.WEB, "locales", f"lessons.{language}.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def play(table: Table, lesson: Lesson, hand: Callable[[tuple[str, str, int]], None]) -> None:
    """Play a lesson's own line; the stock needs one tap."""
    for move in lesson.line:
        if "stock" in {move.source, move.target}:
            table.tap("stock")
        else:
            hand((move.source, move.target, move.count))


def outcome(table: Table) -> Locator:
    return table.page.locator("#outcome")


def search(table: Table) -> None:
    table.page.locator("[data-do=search]").click()


@pytest.mark.parametrize("lesson", PLAYED, ids=lambda lesson: lesson.id)
def test_every_lesson_is_reached_by_its_own_line(open_table: OpenTable, lesson: Lesson) -> None:
    table = open_table(address(lesson.id), size=(1366, 768))
    play(table, lesson, table.tap_move)
    expect(outcome(table).locator("h2")).to_have_text("Klart!")
    expect(outcome(table).locator("#outcome-text")).to_have_text(told(lesson.id)["reason"])
    used = len(lesson.line)
    expect(table.page.locator("#moves")).to_have_text(f"{used} av {lesson.goal.moves} drag")


def test_what_was_reached_is_marked_in_the_book_and_leads_to_the_next(
    open_table: OpenTable,
) -> None:
    first, second, *_ = LESSONS
    table = open_table(address(first.id))
    play(table, first, table.tap_move)
    table.until(lambda: [first.id] in table.kept("settings"))
    outcome(table).get_by_role("link", name="Nästa lektion").click()
    table.page.wait_for_url(f"**?lesson={second.id}")
    table.ready()
    expect(table.page.locator("#lesson-name")).to_have_text(told(second.id)["name"])
    table.page.locator(".bar .all").click()
    table.page.wait_for_url(re.compile(rf"patiensskolan\.html#lesson-{second.id}$"))
    table.ready()
    expect(table.page.locator(".done:visible")).to_have_count(1)
    expect(table.page.locator(f"#lesson-{first.id} .done")).to_be_visible()
    progress = table.page.locator("#progress")
    expect(progress).to_have_text(f"1 lektion av {len(LESSONS)} är klar.")


def test_a_lesson_that_was_missed_waits_for_undo(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    before = table.piles()
    table.tap_move(WRONG)
    expect(outcome(table)).to_contain_text(told("ace")["missed"])
    missed = table.piles()
    table.tap("column1")
    table.tap("cell4")
    assert table.piles() == missed
    expect(table.said()).to_have_text(told("ace")["missed"])
    outcome(table).get_by_role("button", name="Ångra").click()
    expect(outcome(table)).to_be_hidden()
    assert table.piles() == before
    play(table, PLAYED[0], table.tap_move)
    expect(outcome(table).locator("h2")).to_have_text("Klart!")


def test_a_lesson_is_started_again(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    before = table.piles()
    table.tap_move(WRONG)
    outcome(table).get_by_role("button", name="Börja om").click()
    assert table.piles() == before
    expect(outcome(table)).to_be_hidden()
    expect(table.said()).to_have_text(f"Lektionen börjar om. {told('ace')['task']}")


def test_a_tip_is_the_next_move_of_the_lesson(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    table.click("tip")
    expect(table.note()).to_contain_text("Tips: Hjärter ess till hjärtergrundhögen.")
    expect(table.page.locator(".card.tip")).to_have_count(1)


def test_single_moves_are_shown_on_the_table_and_stopped_by_a_hand(open_table: OpenTable) -> None:
    lesson = next(one for one in LESSONS if one.id == "run-of-three")
    table = open_table(address(lesson.id))
    play(table, lesson, table.tap_move)
    reached = table.piles()
    expect(outcome(table).locator("li")).to_have_count(5)
    outcome(table).get_by_role("button", name="Visa dem en och en").click()
    expect(table.said()).to_have_text("2 av 5: Ruter sex till fri cell 3.", timeout=10_000)
    assert table.pile("cell3") == ["6D"]
    expect(table.page.locator("#moves")).to_have_text("1 av 1 drag")
    table.tap("column1")
    assert table.piles() == reached
    expect(outcome(table).locator("h2")).to_have_text("Klart!")


def test_single_moves_end_as_the_move_did(open_table: OpenTable) -> None:
    lesson = next(one for one in LESSONS if one.id == "run-of-three")
    table = open_table(address(lesson.id), size=(390, 844))
    play(table, lesson, table.tap_move)
    reached = table.piles()
    table.page.locator("[data-do=singles]").click()
    expect(outcome(table)).to_be_hidden()
    expect(table.said()).to_have_text("Så gick det till.", timeout=20_000)
    expect(outcome(table)).to_be_visible()
    assert table.piles() == reached


def test_who_wants_less_motion_reads_the_single_moves(open_table: OpenTable) -> None:
    lesson = next(one for one in LESSONS if one.id == "run-of-three")
    table = open_table(address(lesson.id), reduced_motion="reduce")
    play(table, lesson, table.tap_move)
    expect(outcome(table).locator("li")).to_have_count(5)
    expect(table.page.locator("[data-do=singles]")).to_be_hidden()


def test_the_solver_goes_through_everything_and_is_seen_to(open_table: OpenTable) -> None:
    table = open_table(address(STUDY))
    watch = """() => {
      window.seen = [];
      new MutationObserver(() => seen.push(document.querySelector("#outcome-text").textContent))
        .observe(document.querySelector("#outcome-text"), { childList: true });
    }"""
    table.page.evaluate(watch)
    search(table)
    expect(outcome(table).locator("h2")).to_have_text("Klart!", timeout=30_000)
    lesson = told(STUDY)
    states = f"{lesson['states']:,}".replace(",", "\N{NO-BREAK SPACE}")
    expect(outcome(table)).to_contain_text(f"Allt är genomsökt: {states} ställningar")
    expect(outcome(table)).to_contain_text(lesson["reason"])
    seen = table.page.evaluate("seen")
    counted = [text for text in seen if re.match(r"Söker … \d", text)]
    assert len(counted) >= 3
    assert table.page.evaluate("document.activeElement.closest('#choices') !== null")


def test_the_search_can_be_cancelled_and_begun_again(open_table: OpenTable) -> None:
    table = open_table(address(STUDY))
    search(table)
    outcome(table).get_by_role("button", name="Avbryt").click()
    expect(table.page.locator("#study")).to_contain_text("Sökningen avbröts.")
    expect(table.said()).to_have_text("Sökningen avbröts.")
    expect(table.page.locator("[data-do=search]")).to_be_focused()
    search(table)
    expect(table.page.locator("#study")).not_to_contain_text("Sökningen avbröts.")
    expect(outcome(table).locator("h2")).to_have_text("Klart!", timeout=30_000)


def hold_search(table: Table) -> Callable[[], None]:
    """Let no search begin before what is given back is called; it lets the last one go on."""
    held: list[Route] = []
    worker = re.compile(r"engine\.worker")

    def hold(route: Route) -> None:
        held.append(route)

    def release() -> None:
        # What asks for its script only now is held no more.
        table.page.unroute(worker)
        for route in held:
            with contextlib.suppress(Error):
                route.continue_()

    table.page.route(worker, hold)
    return release


def standing(table: Table) -> str | None:
    return table.page.locator("#lesson").get_attribute("data-standing")


def expect_as_at_first(table: Table) -> None:
    """Expect the study as it lies there before anything was done."""
    assert standing(table) == "open"
    expect(outcome(table)).to_be_hidden()
    expect(table.page.locator("#task")).to_be_visible()
    expect(table.page.locator("[data-do=search]")).to_be_visible()
    expect(table.page.locator("[data-do=search]")).to_be_enabled()
    expect(table.page.locator("#study-end")).to_have_text("")
    assert table.page.locator(".bar [data-do=tip]").get_attribute("aria-disabled") is None
    assert table.page.locator(".bar [data-do=again]").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)], ids=["phone", "desktop"])
def test_the_study_is_started_again_from_every_state(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(address(STUDY), size=size)
    expect_as_at_first(table)
    release = hold_search(table)
    search(table)
    table.click("again")
    expect_as_at_first(table)
    search(table)
    table.click("cancel")
    expect(table.page.locator("#study-end")).to_have_text("Sökningen avbröts.")
    table.click("again")
    expect_as_at_first(table)
    search(table)
    release()
    expect(outcome(table).locator("h2")).to_have_text("Klart!", timeout=30_000)
    outcome(table).get_by_role("button", name="Börja om").click()
    expect_as_at_first(table)
    expect(table.said()).to_have_text(f"Lektionen börjar om. {told(STUDY)['task']}")
    table.page.locator(".bar .all").click()
    table.page.wait_for_url("**#lesson-*")
    table.ready()
    expect(table.page.locator(f"#lesson-{STUDY} .done")).to_be_visible()


def test_after_the_proof_one_plays_on_undisturbed(open_table: OpenTable) -> None:
    table = open_table(address(STUDY), size=(390, 844))
    before = table.piles()
    search(table)
    expect(outcome(table).locator("h2")).to_have_text("Klart!", timeout=30_000)
    table.click("close-sheet")
    for move in (("column1", "cell1", 1), ("column2", "cell2", 1)):
        table.tap_move(move)
        expect(outcome(table)).to_be_hidden()
    assert table.pile("cell2") == [before["1"][-1]]
    table.click("tip")
    expect(table.note()).to_contain_text("Tips")
    table.click("again")
    assert table.piles() == before
    assert standing(table) == "open"


def test_on_a_phone_a_sheet_that_was_put_away_is_had_back(open_table: OpenTable) -> None:
    table = open_table(address(STUDY), size=(390, 844))
    release = hold_search(table)
    bar = table.page.locator("#to-sheet")
    search(table)
    table.click("close-sheet")
    expect(outcome(table)).to_be_hidden()
    expect(bar).to_have_attribute("aria-expanded", "false")
    bar.click()
    expect(bar).to_have_attribute("aria-expanded", "true")
    expect(outcome(table).locator("#states")).to_be_visible()
    expect(outcome(table).get_by_role("button", name="Avbryt")).to_be_visible()
    table.press("Escape")
    expect(outcome(table)).to_be_hidden()
    table.tap_move(("column1", "cell1", 1))
    release()
    expect(outcome(table).locator("h2")).to_have_text("Klart!", timeout=30_000)
    for put_away in ("cross", "Escape", "bar"):
        expect(outcome(table)).to_be_visible()
        if put_away == "cross":
            table.click("close-sheet")
        elif put_away == "bar":
            bar.click()
        else:
            table.press(put_away)
        expect(outcome(table)).to_be_hidden()
        bar.click()
    expect(outcome(table).get_by_role("link", name="Nästa lektion")).to_be_visible()


def test_on_a_phone_the_end_of_single_moves_brings_the_sheet_back(open_table: OpenTable) -> None:
    lesson = next(one for one in LESSONS if one.id == "run-of-three")
    table = open_table(address(lesson.id), size=(390, 844))
    play(table, lesson, table.tap_move)
    reached = table.piles()
    table.page.locator("#singles-show").click()
    expect(outcome(table)).to_be_hidden()
    table.press("Escape")
    expect(outcome(table)).to_be_visible()
    assert table.piles() == reached
    table.press("Escape")
    expect(outcome(table)).to_be_hidden()
    table.click("sheet")
    expect(table.page.locator("#singles-show")).to_be_visible()


@pytest.mark.parametrize("pressed", ["again", "undo", "u", "sheet"])
def test_what_is_pressed_while_single_moves_are_shown_is_done(
    open_table: OpenTable, pressed: str
) -> None:
    lesson = next(one for one in LESSONS if one.id == "run-of-three")
    table = open_table(address(lesson.id), size=(390, 844))
    before = table.piles()
    play(table, lesson, table.tap_move)
    reached = table.piles()
    table.page.locator("#singles-show").click()
    expect(outcome(table)).to_be_hidden()
    if pressed == "u":
        table.press(pressed)
    else:
        table.click(pressed)
    assert table.piles() == (reached if pressed == "sheet" else before)
    assert standing(table) == ("reached" if pressed == "sheet" else "open")
    expect(outcome(table)).to_be_visible(visible=pressed == "sheet")


def test_a_lesson_is_played_by_keys_alone(open_table: OpenTable) -> None:
    first, second, *_ = LESSONS
    table = open_table(address(first.id))
    play(table, first, table.key_move)
    expect(outcome(table).locator("h2")).to_have_text("Klart!")
    # The focus stays on the table, and the next lesson is the next stop.
    table.press("Tab")
    focused = table.page.locator(":focus")
    expect(focused).to_have_text("Nästa lektion")
    table.press("Enter")
    table.page.wait_for_url(f"**?lesson={second.id}")


def test_keys_play_nothing_when_a_lesson_was_missed(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    table.key_move(WRONG)
    missed = table.piles()
    table.focus_pile("column1")
    table.press(" ")
    table.press("Enter")
    table.focus_pile("cell4")
    table.press("Enter")
    assert table.piles() == missed
    table.press("u")
    expect(outcome(table)).to_be_hidden()


def heard(table: Table, language: str) -> list[str]:
    """What is said in a lesson, with its own texts by their names, and without right numbers."""
    lines = []

    def listen(lesson: str) -> None:
        line = table.said().inner_text()
        for key in ("task", "missed", "reason", "name"):
            line = line.replace(told(lesson, language)[key], f"<{key}>")
        number = 1 + [one.id for one in LESSONS].index(lesson)
        line = re.sub(rf" {number} (\w+) {len(LESSONS)}:", r" <number> \1 <lessons>:", line)
        lines.append(line)

    listen("ace")
    table.click("tip")
    listen("ace")
    table.tap_move(WRONG)
    listen("ace")
    table.click("undo")
    listen("ace")
    table.press("Control+y")
    listen("ace")
    table.click("again")
    listen("ace")
    play(table, PLAYED[0], table.tap_move)
    listen("ace")
    table.go(address("run-of-three", language))
    listen("run-of-three")
    table.tap_move(("column3", "column6", 3))
    listen("run-of-three")
    lines.append(table.page.locator("#singles").inner_text())
    table.go(address(STUDY, language))
    listen(STUDY)
    search(table)
    listen(STUDY)
    expect(table.page.locator("#outcome-again")).to_be_visible(timeout=30_000)
    listen(STUDY)
    return lines


@pytest.mark.parametrize("language", PAGES)
def test_what_is_said_in_a_lesson(open_table: OpenTable, language: str) -> None:
    table = open_table(address("ace", language), locale=language)
    kept = json.loads(LINES.read_text(encoding="utf-8")) if LINES.exists() else {}
    said = heard(table, language)
    if "UPDATE_SNAPSHOTS" in os.environ:
        kept[language] = said
        text = json.dumps(kept, ensure_ascii=False, indent=2, sort_keys=True)
        LINES.write_text(f"{text}\n", encoding="utf-8")
    assert said == kept[language]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((390, 844), "light"), ((844, 390), "dark"), ((1366, 768), "dark"), ((1366, 768), "light")],
    ids=["phone", "phone on its side", "desktop, dark", "desktop"],
)
def test_axe_finds_nothing_in_any_state(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    table = open_table("/patiensskolan.html?lesson=ess", size=size, color_scheme=scheme)
    found = {"unknown": table.check_access()}
    table.go(address("ace"))
    found["open"] = table.check_access()
    table.tap_move(WRONG)
    table.landed()
    found["missed"] = table.check_access()
    table.press("?")
    table.go(address("run-of-three"))
    table.tap_move(("column3", "column6", 3))
    table.landed()
    found["reached"] = table.check_access()
    table.go(address(STUDY))
    search(table)
    found["searching"] = table.check_access()
    expect(outcome(table).locator("h2")).to_be_visible(timeout=30_000)
    found["proven"] = table.check_access()
    assert {state: faults for state, faults in found.items() if faults} == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_table_and_panel_fit_and_nothing_moves_them(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(address("ace"), size=size, script=SHIFTS)
    for lesson in LESSONS:
        table.go(address(lesson.id))
        measured = table.page.evaluate(MEASURE, {"cards": ".card"})
        assert measured["inside"], lesson.id
        assert measured["fits"], lesson.id
        brief = table.page.locator("#task")
        box, height = brief.bounding_box(), size[1]
        assert box is not None
        assert box["y"] >= 0, lesson.id
        assert box["y"] + box["height"] <= height, lesson.id
    table.go(address("run-of-three"))
    table.tap_move(("column3", "column6", 3))
    expect(outcome(table)).to_be_visible()
    assert table.page.evaluate("window.shifts") == 0
    assert table.page.evaluate(MEASURE, {})["fits"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_in_the_book(open_table: OpenTable, size: tuple[int, int]) -> None:
    table = open_table("/patiensskolan.html", size=size, script=SHIFTS)
    progress = table.page.locator("#progress")
    assert table.page.evaluate("window.shifts") == 0
    expect(progress).to_be_hidden()
    text = f"1 lektion av {len(LESSONS)} är klar."
    for done in ([LESSONS[0].id], [lesson.id for lesson in LESSONS]):
        table.keep("settings", done, "lessons")
        for place in ("", f"#lesson-{LESSONS[3].id}", "?lesson=no-such"):
            table.go(f"/spel.html{place}").go(f"/patiensskolan.html{place}")
            assert table.page.evaluate("window.shifts") == 0, (done, place)
            expect(progress).to_be_visible()
            expect(table.page.locator(".done:visible")).to_have_count(len(done))
            if len(done) == 1:
                expect(progress).to_have_text(text)


OUTSIDE: Final = """() => {
  const width = document.documentElement.clientWidth;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (node.nodeType === 3 && node.data.trim() === "") continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("#table, .unseen, .sprite, .colon, #lesson-name")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = node === element ? element.getClientRects() : range.getClientRects();
    const frame = element.closest(".sheet")?.getBoundingClientRect();
    const { left, right } = frame ?? { left: 0, right: width };
    for (const box of boxes)
      if (box.width > 1 && (box.left < left - 0.5 || box.right > right + 0.5))
        found.push(`${element.tagName} ${box.left}-${box.right}: ${element.textContent.trim()}`);
  }
  if (document.documentElement.scrollWidth > width) found.push("the page scrolls");
  return found;
}"""
"""What lies outside the window or its sheet, element or text."""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("language", PAGES)
def test_letters_of_twice_the_size_stay_inside(
    open_table: OpenTable, language: str, width: int
) -> None:
    twice = """addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });"""
    size = (width, 844)
    table = open_table(f"/{PAGES[language]}.html", size=size, script=twice, locale=language)
    page, found = table.page, {}
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found["book"] = page.evaluate(OUTSIDE)
    table.go(address("no-such-lesson-whatever-it-may-be", language))
    found["unknown"] = page.evaluate(OUTSIDE)
    table.go(address("run-of-three", language))
    found["task"] = page.evaluate(OUTSIDE)
    table.press("Escape")
    table.tap_move(("column3", "column6", 3))
    table.landed()
    expect(outcome(table)).to_be_visible()
    found["reached"] = page.evaluate(OUTSIDE)
    table.go(address("ace", language))
    table.press("Escape")
    table.tap_move(WRONG)
    table.landed()
    found["missed"] = page.evaluate(OUTSIDE)
    table.go(address(STUDY, language))
    found["study"] = page.evaluate(OUTSIDE)
    release = hold_search(table)
    search(table)
    found["searching"] = page.evaluate(OUTSIDE)
    release()
    expect(page.locator("#outcome-again")).to_be_visible(timeout=30_000)
    found["proven"] = page.evaluate(OUTSIDE)
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_cards_face_down_are_as_large_as_the_others(open_table: OpenTable) -> None:
    table = open_table(address("which-king"))
    widths = """(selector) => [...document.querySelectorAll(selector)]
      .map((card) => card.getBoundingClientRect().width)"""
    up = set(table.page.evaluate(widths, ".card:not(.down)"))
    assert set(table.page.evaluate(widths, ".card.down")) == up
    assert len(up) == 1


def test_on_a_phone_the_task_is_put_away_by_a_hand_on_the_table(open_table: OpenTable) -> None:
    table = open_table(address("ace"), size=(390, 844))
    brief = table.page.locator("#brief")
    expect(brief).to_be_visible()
    table.tap("column3")
    expect(brief).to_be_hidden()
    table.click("sheet")
    expect(brief).to_be_visible()
    table.press("Escape")
    expect(brief).to_be_hidden()


def test_an_unknown_lesson_is_said_and_the_book_opened(open_table: OpenTable) -> None:
    table = open_table("/lessons.html?lesson=no-such")
    fault = table.page.locator("#fault")
    expect(fault).to_have_text(
        "There is no lesson called \N{LEFT DOUBLE QUOTATION MARK}no-such"
        "\N{RIGHT DOUBLE QUOTATION MARK}. Here are the ones there are."
    )
    expect(fault).to_be_focused()
    expect(table.page.locator(".chapter")).to_have_count(len(LESSONS))


def test_reload_keeps_the_lesson_and_not_the_moves(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    before = table.piles()
    table.tap_move(WRONG)
    table.page.reload()
    table.ready()
    assert table.piles() == before
    expect(table.page.locator("#lesson-name")).to_have_text(told("ace")["name"])


def test_the_language_changes_where_the_lesson_is(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    table.tap_move(WRONG)
    moved = table.piles()
    table.page.locator(".language select:visible").select_option("da")
    expect(table.page.locator("#lesson-name")).to_have_text(told("ace", "da")["name"])
    expect(outcome(table)).to_contain_text(told("ace", "da")["missed"])
    assert table.piles() == moved
    assert table.page.url.endswith("/kabaleskolen.html?lesson=ace")
    table.page.locator(".bar .all").click()
    table.page.wait_for_url("**/kabaleskolen.html#lesson-ace")


def test_the_book_in_another_language_is_another_page(open_table: OpenTable) -> None:
    table = open_table("/patiensskolan.html")
    table.page.locator(".language select:visible").select_option("en")
    table.page.wait_for_url("**/lessons.html")
    table.ready()
    expect(table.page.locator("h1:visible")).to_have_text("Lessons")
    # The language that was chosen is kept, wherever one comes from.
    table.go("/patiensskolan.html")
    table.page.wait_for_url("**/lessons.html")


def test_the_way_back_leads_to_the_table_that_was_left(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=7")
    table.click("menu")
    table.page.locator("#menu .to-lessons").click()
    table.page.wait_for_url("**/patiensskolan.html")
    table.ready()
    table.page.locator("[data-lesson=ace] .to-play a").click()
    table.page.wait_for_url("**?lesson=ace")
    table.ready()
    table.page.locator(".to-table:visible").click()
    table.page.wait_for_url("**/harpan.html?deal=7")


@pytest.mark.parametrize("page", ["harpan", "plato", "spel"])
def test_tables_and_the_list_of_games_lead_to_the_lessons(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}.html", locale="da")
    link = "#lessons" if page == "spel" else "#help .to-lessons"
    expected = {"harpan": "patiensskolan", "plato": "kabaleskolen", "spel": "patiensskolan"}
    href = table.page.locator(link).first.get_attribute("href")
    assert href is not None
    assert href.endswith(f"{expected[page]}.html")


def test_without_scripts_the_lessons_are_a_book(open_table: OpenTable, site: str) -> None:
    table = open_table("/patiensskolan.html")
    browser = table.page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/patiensskolan.html?lesson=ace")
    expect(page.locator(".chapter")).to_have_count(len(LESSONS))
    for lesson in LESSONS:
        chapter = page.locator(f"#lesson-{lesson.id}")
        expect(chapter).to_contain_text(told(lesson.id)["task"])
        expect(chapter).to_contain_text(told(lesson.id)["reason"])
        expect(chapter.locator(".table-picture")).to_be_visible()
    expect(page.locator(".to-play").first).to_be_hidden()
    context.close()

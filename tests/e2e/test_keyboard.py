"""The table by keys: moves that are typed, keys that are turned off, and where the focus stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Table
from tests.e2e.test_access import enter_table, focused
from tests.e2e.test_lessons import WRONG, address
from tests.e2e.test_looks import box_of
from tests.e2e.test_states import OFFERED, SOLUTION, TO_STUCK

OpenTable = Callable[..., Table]
HINT: Final = "Flytta med piltangenterna, lyft och lägg med Enter, fler eller färre kort med plus"
FIRST: Final = "Ruter knekt, kolumn 1, kort 7 av 7, fritt"


@pytest.fixture
def table(open_table: OpenTable) -> Table:
    """Deal 617 of FreeCell, with the focus on its first column."""
    table = open_table("/kungen-patiens.html?deal=617")
    enter_table(table)
    return table


def type_text(table: Table, text: str) -> None:
    for key in text:
        table.press(key)


def typed(table: Table) -> str:
    """What is seen of the move that is being typed; nothing when none is."""
    line = table.page.locator(".typed")
    words = line.locator("> *").all_inner_texts() if line.is_visible() else []
    return " ".join(filter(None, words))


def test_the_first_focus_of_a_visit_says_the_keys_once(table: Table) -> None:
    expect(table.said()).to_contain_text(HINT)
    expect(table.said()).to_contain_text("plus och minus")
    table.press("w")
    table.press("Shift+Tab")
    table.press("Tab")
    assert focused(table) == FIRST
    expect(table.said()).to_contain_text("Fria kort:")


def test_a_typed_move_is_played_as_soon_as_it_is_whole_and_the_focus_stays(table: Table) -> None:
    type_text(table, "5")
    assert typed(table) == "5 Från klöver knekt i kolumn 5 till …"
    expect(table.said()).to_have_text("Från klöver knekt i kolumn 5 till …")
    type_text(table, "8")
    assert typed(table) == ""
    expect(table.said()).to_have_text(
        "Klöver knekt till hjärter dam i kolumn 8. Klöver sju ligger fritt."
    )
    assert focused(table) == FIRST
    assert table.moves() == 1


def test_a_card_comes_back_from_its_cell_by_a_letter_after_a_full_stop(table: Table) -> None:
    type_text(table, "8a")
    assert table.pile("cell1") == ["QH"]
    type_text(table, ".a2")
    assert table.pile("cell1") == []
    assert table.pile("column2")[-1] == "QH"


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1366, 768)], ids=str)
def test_a_typed_move_stands_over_what_is_offered_at_the_foot(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    """The tour of a first visit, or the finish."""
    table = open_table("/kungen-patiens.html", size=size)
    expect(table.page.locator(".tour-offer")).to_be_visible()
    type_text(table, "2")
    line = box_of(table.page.locator(".typed"))
    assert line["y"] + line["height"] <= box_of(table.page.locator(".tour-offer"))["y"]
    table.resume(3, SOLUTION, OFFERED)
    type_text(table, "2")
    assert typed(table).startswith("2 ")
    line = box_of(table.page.locator(".typed"))
    assert line["y"] + line["height"] <= box_of(table.page.locator("#offer"))["y"]


def test_letters_of_a_typed_move_are_no_commands(table: Table) -> None:
    type_text(table, "58")
    type_text(table, "5h")
    expect(table.said()).to_have_text("Går inte: klöver sju passar inte på klövergrundhögen.")
    type_text(table, "4d")
    assert table.pile("cell4") == ["4H"]
    # On their own they are commands again.
    table.press("u")
    assert table.pile("cell4") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("46", "Går inte: hjärter fyra passar inte på klöver sex i kolumn 6."),
        (".a3", "Går inte: fri cell 1 är tom."),
        ("9", "”9” är inget drag. Skriv till exempel 26, 3a eller 5h."),
        (".x", "”x” är inget drag. Skriv till exempel 26, 3a eller 5h."),
        ("46v3", "Går inte: hjärter fyra passar inte på klöver sex i kolumn 6."),
    ],
)
def test_a_typed_move_that_cannot_be_played_says_why(table: Table, text: str, why: str) -> None:
    type_text(table, text)
    expect(table.note()).to_have_text(why)
    assert typed(table) == ""
    assert table.moves() == 0


def test_what_is_typed_can_be_mended_left_and_ended_too_early(table: Table) -> None:
    table.press(".")
    assert typed(table) == "Skriv ett drag, till exempel 26, 3a eller 5h."
    type_text(table, "4")
    table.press("Backspace")
    type_text(table, "5")
    assert typed(table) == "5 Från klöver knekt i kolumn 5 till …"
    table.press("Escape")
    assert typed(table) == ""
    type_text(table, "5")
    table.press("Enter")
    expect(table.note()).to_have_text("”5” är inget drag. Skriv till exempel 26, 3a eller 5h.")
    # Enter ended the text, and lifted nothing.
    expect(table.page.locator(".held")).to_have_count(0)
    assert table.moves() == 0


def test_a_typed_text_that_nobody_goes_on_with_is_forgotten(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.page.clock.install()
    table.go("/kungen-patiens.html?deal=617")
    enter_table(table)
    table.press("5")
    table.page.clock.run_for(14_000)
    assert typed(table) == "5 Från klöver knekt i kolumn 5 till …"
    table.page.clock.run_for(2_000)
    assert typed(table) == ""
    table.press("8")
    assert typed(table) == "8 Från hjärter dam i kolumn 8 till …"


def test_digits_in_the_number_field_are_no_moves(table: Table) -> None:
    table.page.locator(".head input[name=deal]").focus()
    type_text(table, "58")
    assert typed(table) == ""
    assert table.moves() == 0


def test_klondike_is_typed_with_w_for_the_waste_and_d_for_the_stock(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    enter_table(table)
    table.press(".")
    assert typed(table) == "Skriv ett drag, till exempel 26, 5h, w6 eller d."
    type_text(table, "d")
    expect(table.said()).to_have_text("Spader åtta från talongen.")
    type_text(table, ".w7")
    expect(table.note()).to_have_text("Går inte: spader åtta passar inte på ruter åtta i kolumn 7.")
    assert focused(table).startswith("Klöver tre, kolumn 1")


def test_without_letters_the_table_is_played_by_the_other_keys(table: Table) -> None:
    enter_table(table.choose(keys=False))
    expect(table.said()).not_to_contain_text("plus och minus")
    for key in "cfkdwmsurh?+-=58.v*":
        table.press(key)
    assert focused(table) == FIRST
    assert typed(table) == ""
    assert table.moves() == 0
    expect(table.page.locator("dialog[open], .held, .tip")).to_have_count(0)
    expect(table.page.locator("html")).to_have_attribute("data-deck", "two")
    expect(table.said()).to_contain_text("Flytta med piltangenterna")
    table.press("End")
    table.press("Enter")
    expect(table.said()).to_have_text("Hjärter dam lyft.")
    table.press("Home")
    table.press("ArrowRight")
    table.press("Enter")
    assert table.moves() == 1
    table.press("Control+z")
    assert table.moves() == 0


def test_no_key_but_those_of_movement_takes_the_focus_to_another_pile(table: Table) -> None:
    table.press("End")
    for key in (" ", "u", "r", "u", "h", "w", "m", "s"):
        table.press(key)
        assert "kolumn 8" in focused(table), key
    table.press("Enter")
    table.press("Home")
    table.press("ArrowRight")
    table.press("Enter")
    # Put down where the focus was, it stays there with the card that came.
    assert focused(table) == "Hjärter dam, kolumn 2, kort 8 av 8, fritt"
    table.press("u")
    assert focused(table) == "Spader kung, kolumn 2, kort 7 av 7, fritt"
    table.press("r")
    assert focused(table) == "Hjärter dam, kolumn 2, kort 8 av 8, fritt"


def test_autoplay_and_the_finish_leave_the_focus_on_its_pile(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.resume(3, SOLUTION, OFFERED)
    enter_table(table)
    table.press("k")
    table.press("ArrowRight")
    table.page.locator("#offer").press("Enter")
    expect(table.page.locator("#end")).to_be_visible(timeout=20_000)
    table.press("Escape")
    enter_table(table)
    assert focused(table) == "Kolumn 2, tom"


def test_plus_has_its_own_key_without_shift_too(table: Table) -> None:
    table.press("=")
    expect(table.said()).to_have_text("Ruter knekt lyft.")


def test_arrows_wrap_round_and_letters_lead_to_the_areas(table: Table) -> None:
    walk = {
        "ArrowLeft": "Hjärter dam, kolumn 8, kort 6 av 6, fritt",
        "ArrowRight": FIRST,
        "f": "Spadergrundhögen, tom",
        "End": "Klövergrundhögen, tom",
        "ArrowRight ": "Fri cell 1, tom",
        "k": FIRST,
        "c": "Fri cell 1, tom",
        "ArrowLeft ": "Klövergrundhögen, tom",
        "PageDown": FIRST,
        "PageUp": "Fri cell 1, tom",
    }
    for key, name in walk.items():
        table.press(key.strip())
        assert focused(table) == name, key


def test_escape_lets_go_and_puts_an_end_away(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=13")
    for move in TO_STUCK:
        table.drag(move)
    expect(table.page.locator("#end")).to_be_visible()
    table.press("Escape")
    expect(table.page.locator("#end")).to_be_hidden()


def test_a_missed_lesson_plays_no_typed_move(open_table: OpenTable) -> None:
    table = open_table(address("ace"))
    table.key_move(WRONG)
    missed = table.piles()
    type_text(table, "1d")
    assert table.piles() == missed
    assert typed(table) == ""


@pytest.mark.parametrize("way", ["menu", "help"])
def test_enter_after_a_dialog_was_opened_deals_nothing(open_table: OpenTable, way: str) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.page.locator("[data-do=menu]:visible").focus()
    table.press("Enter")
    if way == "help":
        table.page.locator("#menu [data-do=help]").press("Enter")
    expect(table.page.locator(f"#{way} h2").first).to_be_focused()
    for key in ("Enter", " ", "Enter"):
        table.press(key)
    table.press("Escape")
    expect(table.page.locator("dialog[open]")).to_have_count(0)
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 1

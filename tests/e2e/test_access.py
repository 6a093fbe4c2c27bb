"""The table for the ear and the keys: structure, names, live lines, and axe on every state."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Table
from tests.e2e.test_states import OFFERED, SOLUTION, TO_STUCK

OpenTable = Callable[..., Table]


def enter_table(table: Table) -> None:
    """Go to the table by the Tab key, from wherever the keys are; the guide has many links."""
    for _ in range(150):
        table.press("Tab")
        if table.page.evaluate("document.activeElement.closest('#table') !== null"):
            return
    raise AssertionError("the Tab key never reached the table")


def focused(table: Table) -> str:
    name: str = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    return name


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((390, 844), "light"), ((844, 390), "dark"), ((1366, 768), "dark")],
    ids=["phone", "phone on its side", "desktop"],
)
def test_axe_finds_nothing_in_any_state(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=3", size=size, color_scheme=scheme)
    found = {"fresh": table.check_access()}
    table.tap("column1")
    found["held"] = table.check_access()
    table.press("Escape")
    table.click("tip")
    table.landed()
    found["tip"] = table.check_access()
    table.click("menu")
    found["menu"] = table.check_access()
    table.click("help")
    found["help"] = table.check_access()
    table.click("close")
    table.resume(3, SOLUTION, OFFERED)
    found["offer"] = table.check_access()
    table.page.locator("#offer").click()
    expect(table.page.locator("#end")).to_be_visible(timeout=20_000)
    table.landed()
    found["won"] = table.check_access()
    table.go("/kungen-patiens.html?deal=13")
    for move in TO_STUCK:
        table.drag(move)
    table.landed()
    found["stuck"] = table.check_access()
    table.go("/kungen-patiens.html?deal=abc")
    found["bad number"] = table.check_access()
    assert {state: faults for state, faults in found.items() if faults} == {}


def test_the_table_is_a_group_of_labelled_lists_of_buttons(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    tree = table.page.get_by_role("group", name="Spelbord").aria_snapshot()
    assert tree.startswith('- group "Spelbord":')
    for line in (
        '- group "Fria celler":',
        '- list "Fri cell 1, tom":',
        '- button "Fri cell 1, tom"',
        '- group "Grundhögar":',
        '- list "Hjärtergrundhögen, tom":',
        '- group "Kolumner":',
        '- list "Kolumn 1, 7 kort":',
        '- button "Ruter knekt, kolumn 1, kort 7 av 7, fritt"',
        '- button "Klöver fyra, kolumn 1, kort 5 av 7"',
    ):
        assert line in tree, tree[:1500]
    assert tree.count("- button") == 52 + 8
    assert tree.index("Kolumn 1, 7 kort") < tree.index("Ruter sju, kolumn 1, kort 1 av 7")
    assert tree.index("Ruter sju, kolumn 1") < tree.index("Ruter knekt, kolumn 1")


def test_the_tab_key_reaches_the_table_once(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    enter_table(table)
    assert focused(table) == "Ruter knekt, kolumn 1, kort 7 av 7, fritt"
    table.press("Tab")
    assert table.page.evaluate("document.activeElement.closest('#table')") is None


def test_arrows_home_and_end_walk_the_piles(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    enter_table(table)
    walk = {
        "ArrowRight": "Spader kung, kolumn 2, kort 7 av 7, fritt",
        "End": "Hjärter dam, kolumn 8, kort 6 av 6, fritt",
        "ArrowUp": "Spader två, kolumn 8, kort 5 av 6",
        "ArrowDown": "Hjärter dam, kolumn 8, kort 6 av 6, fritt",
        "Home": "Ruter knekt, kolumn 1, kort 7 av 7, fritt",
        "PageUp": "Fri cell 1, tom",
        "ArrowLeft": "Klövergrundhögen, tom",
        "PageDown": "Ruter knekt, kolumn 1, kort 7 av 7, fritt",
    }
    for key, name in walk.items():
        table.press(key)
        assert focused(table) == name, key


def test_keys_lift_lengthen_put_and_let_go(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    enter_table(table)
    table.press("Enter")
    expect(table.said()).to_have_text("Ruter knekt lyft.")
    table.press("Escape")
    expect(table.said()).to_have_text("Ruter knekt ligger kvar.")
    table.press("Enter")
    table.press("ArrowRight")
    table.press("Enter")
    expect(table.page.locator(".held button")).to_have_attribute("data-card", "51")
    table.press("Escape")
    table.press("Home")
    table.press(" ")
    assert table.pile("cell1") == ["JD"]
    # The focus stays on its pile, and does not go with the card.
    assert focused(table) == "Spader fyra, kolumn 1, kort 6 av 6, fritt"
    expect(table.said()).to_have_text("Ruter knekt till fri cell 1. Spader fyra ligger fritt.")
    table.press("u")
    expect(table.said()).to_have_text("Ångrat: Ruter knekt till fri cell 1.")
    assert table.moves() == 0
    table.press("r")
    assert table.moves() == 1
    table.press("h")
    expect(table.said()).to_contain_text("inte bevisat bäst.")
    table.press("?")
    expect(table.page.locator("#help")).to_be_visible()


def test_plus_takes_the_whole_run_and_says_how_many(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column5", "column8", 1))
    enter_table(table)
    table.press("End")
    table.press("+")
    expect(table.said()).to_have_text("2 kort lyfta, från hjärter dam.")
    expect(table.page.locator(".held")).to_have_count(2)
    table.press("+")
    expect(table.page.locator(".held")).to_have_count(2)
    table.press("-")
    expect(table.page.locator(".held")).to_have_count(1)


def test_the_focus_is_never_lost_with_a_button_that_goes(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=13")
    for move in TO_STUCK:
        table.drag(move)
    table.page.locator("#end-undo").press("Enter")
    assert table.page.evaluate("document.activeElement.closest('#table') !== null")
    table.page.locator(".head [data-do=new]").press("Enter")
    # A key is sent without waiting for its button to be seen.
    expect(table.page.locator("#note-do")).to_be_visible()
    table.page.locator("#note-do").press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 13")
    assert table.page.evaluate("document.activeElement.closest('#table') !== null")


def test_letters_act_only_on_the_table(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.page.locator(".head input[name=deal]").focus()
    table.press("u")
    table.page.locator("[data-do=menu]:visible").first.focus()
    table.press("u")
    table.press("h")
    assert table.moves() == 1
    expect(table.note()).to_be_hidden()


@pytest.mark.parametrize(
    ("page", "moved", "refused"),
    [
        (
            "kungen-patiens",
            "Klöver knekt till hjärter dam i kolumn 8. Klöver sju ligger fritt.",
            "Går inte: ruter knekt passar inte på spader kung i kolumn 2.",
        ),
        (
            "napoleon",
            "Klør knægt til hjerter dame i kolonne 8. Klør syv ligger frit.",
            "Det går ikke: ruder knægt passer ikke på spar konge i kolonne 2.",
        ),
        (
            "freecell",
            "Jack of clubs to queen of hearts in column 8. Seven of clubs is free.",
            "Not possible: jack of diamonds does not fit on king of spades in column 2.",
        ),
    ],
)
def test_moves_and_refusals_are_said_in_each_language(
    open_table: OpenTable, page: str, moved: str, refused: str
) -> None:
    table = open_table(f"/{page}.html?deal=617")
    table.drag(("column5", "column8", 1))
    expect(table.said()).to_have_text(moved)
    table.drag(("column1", "column2", 1))
    expect(table.said()).to_have_text(refused)


def test_only_the_free_card_of_a_foundation_is_there_for_the_ear(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    table.resume(3, SOLUTION, OFFERED)
    heard = table.page.get_by_role("group", name="Grundhögar").aria_snapshot()
    assert heard.count("- button") == 4
    assert '- button "Spader nio, spadergrundhögen"' in heard


@pytest.mark.parametrize("page", ["kungen-patiens", "napoleon", "freecell"])
def test_no_placeholder_is_left_on_the_page(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}.html?deal=617")
    # What search engines read of the game is JSON.
    html = re.sub(r'<script type="application/ld\+json">.*?</script>', "", table.page.content())
    assert "{" not in html
    assert "undefined" not in html


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_forced_colours(open_table: OpenTable, scheme: str) -> None:
    table = open_table(
        "/harpan.html?deal=617&draw=3&passes=2", forced_colors="active", color_scheme=scheme
    )
    found = table.check_access()
    table.click("tip")
    table.landed()
    found += table.check_access()
    table.click("menu")
    found += table.check_access()
    assert found == []


def test_forced_colours_leave_cards_and_rings_to_see(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", forced_colors="active")
    table.tap("column1")
    ring = table.page.evaluate(
        "getComputedStyle(document.querySelector('.held .face')).outlineStyle"
    )
    assert ring == "solid"
    table.shoot("forced-colours")

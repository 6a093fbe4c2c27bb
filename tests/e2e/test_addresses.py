"""Which deal and which language an address opens, and what the address bar then says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kungen.catalogue import find
from tests.e2e.hands import Table

OpenTable = Callable[..., Table]


@pytest.mark.parametrize(
    ("address", "heading", "language"),
    [
        ("/kungen-patiens.html?deal=617", "Kungen, giv 617", "sv"),
        ("/napoleon.html?deal=617", "Napoleon, uddeling 617", "da"),
        ("/freecell.html?deal=617", "FreeCell, deal 617", "en"),
        ("/kungen-patiens?deal=617", "Kungen, giv 617", "sv"),
        ("/play/patience/freecell.html?deal=32000", "FreeCell, deal 32,000", "en"),
        ("/play/patience/napoleon?deal=1000000", "Napoleon, uddeling 1.000.000", "da"),
    ],
)
def test_the_address_gives_the_language_and_the_deal(
    open_table: OpenTable, address: str, heading: str, language: str
) -> None:
    table = open_table(address)
    expect(table.heading()).to_have_text(heading)
    assert table.page.title() == heading
    assert table.page.locator("html").get_attribute("lang") == language
    assert table.page.url == table.site + address
    assert len(table.pile("column1")) == 7


@pytest.mark.parametrize(
    ("locale", "game"),
    [("sv-SE", "Kungen"), ("da-DK", "Napoleon"), ("en-GB", "FreeCell"), ("fr-FR", "Kungen")],
)
@pytest.mark.parametrize("address", ["/", "/play/patience/", "/index.html"])
def test_the_front_page_takes_the_browsers_language(
    open_table: OpenTable, locale: str, game: str, address: str
) -> None:
    table = open_table(f"{address}?deal=5", locale=locale)
    assert table.page.title().startswith(f"{game}, ")


def test_a_first_visit_without_a_number_opens_deal_1(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html")
    expect(table.heading()).to_have_text("Kungen, giv 1")
    assert table.page.url.endswith("/kungen-patiens.html?deal=1")
    # JD KD 2S 4C 3S 6D 6S
    assert table.pile("column1") == ["JD", "KD", "2S", "4C", "3S", "6D", "6S"]


def test_a_first_visit_opens_a_deal_that_can_be_played(open_table: OpenTable) -> None:
    table = open_table("/forecell-patiens.html")
    first = int(table.page.url.partition("deal=")[2])
    expect(table.page.locator("#end")).to_be_hidden()
    table.go("/forecell-patiens.html?deal=1")
    expect(table.heading()).to_have_text("ForeCell, giv 1")
    expect(table.page.locator("#end")).to_be_visible()
    assert first > 1


def test_a_later_visit_without_a_number_opens_the_game_that_was_left(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.until_saved(617, 1)
    table.go("/kungen-patiens.html?deal=13")
    table.drag(("column8", "cell3", 1))
    table.until_saved(13, 1)
    table.go("/kungen-patiens.html?deal=99")
    table.go("/kungen-patiens.html")
    expect(table.heading()).to_have_text("Kungen, giv 13")
    assert table.moves() == 1


def test_a_later_visit_with_nothing_left_opens_any_deal(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html", script="crypto.getRandomValues = (a) => a.fill(41)")
    table.go("/kungen-patiens.html")
    expect(table.heading()).to_have_text("Kungen, giv 42")


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "1099511627776", "abc", "1000001", "%3Cb%3E"])
def test_a_bad_number_in_the_address_gets_a_sentence_and_a_table(
    open_table: OpenTable, text: str
) -> None:
    table = open_table(f"/kungen-patiens.html?deal={text}")
    shown = {"%3Cb%3E": "<b>"}.get(text, text)
    sentence = f"”{shown}” är inget givnummer. Skriv ett heltal från 1 till 1\u00a0000\u00a0000."
    expect(table.note()).to_have_text(sentence)
    expect(table.said()).to_have_text(sentence)
    table.drag(("column1", "cell1", 1))
    assert table.moves() == 1
    assert table.page.url.endswith("?deal=1")


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("napoleon", "Skriv uddelingens nummer, et helt tal fra 1 til 1.000.000."),
        ("freecell", "Enter a deal number, a whole number from 1 to 1,000,000."),
    ],
)
def test_an_empty_number_gets_its_sentence_in_the_pages_language(
    open_table: OpenTable, page: str, sentence: str
) -> None:
    expect(open_table(f"/{page}.html?deal=").note()).to_have_text(sentence)


def test_a_bad_number_in_the_field_is_said_there_and_changes_nothing(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    field = table.page.locator(".head input[name=deal]")
    for text in ("0", "", "1,5", "elva"):
        field.fill(text)
        field.press("Enter")
        wrong = table.page.locator(".head .wrong")
        expect(wrong).to_be_visible()
        assert "från 1 till 1\u00a0000\u00a0000." in wrong.inner_text()
        expect(table.heading()).to_have_text("Kungen, giv 617")
    field.fill("32 000")
    field.press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 32\u00a0000")
    expect(table.page.locator(".head .wrong")).to_be_hidden()
    assert table.page.url.endswith("?deal=32000")


def test_back_and_forward_walk_through_the_deals(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.click("next")
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.click("previous")
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 1
    table.page.go_back()
    expect(table.heading()).to_have_text("Kungen, giv 618")
    table.page.go_back()
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.moves() == 1
    table.page.go_forward()
    expect(table.heading()).to_have_text("Kungen, giv 618")
    assert table.page.url.endswith("?deal=618")


def test_there_is_nothing_before_1_or_after_a_million(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    table.click("previous")
    expect(table.heading()).to_have_text("Kungen, giv 1")
    table.go("/kungen-patiens.html?deal=1000000")
    table.click("next")
    expect(table.heading()).to_have_text("Kungen, giv 1\u00a0000\u00a0000")


@pytest.mark.parametrize("rules", ["", "&single-card=true"])
@pytest.mark.parametrize("place", [0, -1], ids=["first", "last"])
def test_an_impossible_deal_opens_with_a_note(
    open_table: OpenTable, place: int, rules: str
) -> None:
    known = find("freecell")
    deal, others = known.lost[place], len(known.lost)
    table = open_table(f"/freecell.html?deal={deal}{rules}")
    which = "the only one" if others == 1 else f"one of {others} such deals"
    expect(table.note()).to_have_text(
        f"Deal {deal:,} cannot be won. It is {which} in the first {known.last:,}."
    )
    assert len(table.pile("column1")) == 7


def test_a_deal_that_may_be_won_under_freer_rules_opens_without_a_note(
    open_table: OpenTable,
) -> None:
    table = open_table("/freecell.html?deal=11982&foundation-return=true")
    expect(table.note()).to_be_hidden()


def test_the_chosen_language_is_remembered_whatever_the_address_says(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.click("menu")
    table.page.locator("#language").select_option("da")
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")
    assert table.page.url.endswith("/napoleon.html?deal=617")
    assert table.moves() == 1
    table.go("/kungen-patiens.html?deal=617")
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")
    assert table.page.locator("html").get_attribute("lang") == "da"
    assert table.moves() == 1
    expect(table.button("cell1")).to_have_attribute("aria-label", "Ruder knægt, fri celle 1")
    assert table.page.locator("#rank-11 text").text_content() == "Kn"
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(table.page.locator("#rank-11 text")).to_have_text("J")


@pytest.mark.parametrize(
    ("address", "danish"),
    [
        ("/king-albert?deal=5#guide-moves", "/kong-albert?deal=5#guide-moves"),
        ("/harpan.html?deal=5&draw=3", "/7-kabale.html?deal=5&draw=3"),
        ("/play/patience/freecell?deal=617", "/play/patience/napoleon?deal=617"),
        ("/plato-patiens?deal=5", "/plato-kabale?deal=5"),
        ("/plato?deal=5", "/plato?deal=5"),
    ],
)
def test_the_address_is_that_of_the_page_in_the_chosen_language(
    open_table: OpenTable, address: str, danish: str
) -> None:
    table = open_table("/napoleon?deal=1")
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(table.heading()).to_have_text("FreeCell, deal 1")
    table.page.locator("#language").select_option("da")
    expect(table.heading()).to_have_text("Napoleon, uddeling 1")
    table.go(address)
    assert table.page.locator("html").get_attribute("lang") == "da"
    assert table.page.url == table.site + danish

"""What a printer makes of the pages: something to read on every sheet, and nothing cut in two."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from kungen import Move, deal
from tests.e2e.hands import Table

OpenTable = Callable[..., Table]
SHOWN: Final = re.compile(rb"\bT[jJ]\b")
"""What shows text in the drawing of a sheet."""


def sheets(page: Page) -> list[int]:
    """How many pieces of text there are on each sheet of paper."""
    pdf = page.pdf(format="A4")
    parts = dict(re.findall(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", pdf, re.DOTALL))
    drawn = [
        re.findall(rb"/Contents (\d+) 0 R", part)
        for part in parts.values()
        if re.search(rb"/Type /Page\n", part)
    ]
    return [sum(len(SHOWN.findall(drawing(parts[name]))) for name in names) for names in drawn]


def drawing(part: bytes) -> bytes:
    head, _, stream = part.partition(b"stream\n")
    return zlib.decompressobj().decompress(stream) if b"/FlateDecode" in head else stream


def open_own(table: Table, name: str) -> None:
    """Lay a game of the player's own."""
    table.page.goto(f"{table.site}/spel.html")
    address = table.page.locator(".example").get_attribute("href")
    text = table.page.request.get(f"{table.site}/{address}").text()
    own = text.replace('id = "freecell"', 'id = "mine"').replace('sv = "Kungen"', f'sv = "{name}"')
    file: FilePayload = {"name": "mine.toml", "mimeType": "text/plain", "buffer": own.encode()}
    table.page.set_input_files("#file", file)
    table.page.locator("#own-games a.play").click()
    table.ready()


@pytest.mark.parametrize(
    "address",
    [
        "/kungen-patiens.html?deal=617",
        "/index.html",
        "/spel.html",
        "/patiensskolan.html",
        "/patiensskolan.html?lesson=run-of-three",
    ],
)
def test_no_sheet_of_paper_is_empty(open_table: OpenTable, address: str) -> None:
    table = open_table()
    table.page.goto(table.site + address)
    table.page.wait_for_load_state("networkidle")
    found = sheets(table.page)
    assert found
    assert all(found), found


def test_a_game_of_the_players_own_has_its_rules_on_paper(open_table: OpenTable) -> None:
    table = open_table(locale="sv-SE")
    open_own(table, "Mitt")
    rules = table.page.locator("#paper-rules")
    expect(rules).to_have_count(1)
    expect(rules).to_be_hidden()
    assert len(sheets(table.page)) == 1
    assert all(sheets(table.page))
    table.page.emulate_media(media="print")
    expect(rules.locator("h2")).to_have_text("Så går Mitt till")
    expect(rules).to_contain_text("I varje fri cell får ett kort vila.")


def test_a_game_with_a_guide_has_no_other_rules_on_paper(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    expect(table.page.locator("#guide-capacity td.here")).to_have_count(1)
    expect(table.page.locator("#paper-rules")).to_have_count(0)


def test_a_lesson_that_is_open_is_its_chapter_on_paper(open_table: OpenTable) -> None:
    table = open_table("/patiensskolan.html?lesson=run-of-three")
    table.page.emulate_media(media="print")
    expect(table.page.locator(".chapter:visible")).to_have_count(1)
    expect(table.page.locator("#lesson-run-of-three")).to_be_visible()
    for hidden in ("#lesson", ".book-head", ".book > h2"):
        expect(table.page.locator(hidden).first).to_be_hidden()


def test_no_game_of_the_list_is_cut_by_the_end_of_a_sheet(open_table: OpenTable) -> None:
    table = open_table()
    table.page.goto(f"{table.site}/spel.html")
    games = table.page.locator("#games > .game")
    expect(games).to_have_count(10)
    table.page.emulate_media(media="print")
    for game in games.all():
        expect(game).to_have_css("break-inside", "avoid")
    for pressed in (".ways", "#back", ".house-language"):
        expect(table.page.locator(pressed).first).to_be_hidden()


def print_deal(table: Table) -> None:
    """Ask for the deal on paper; no printer answers here."""
    table.page.evaluate("window.print = () => { window.printed = true; }")
    table.click("menu")
    table.page.locator("#menu [data-do=share]").click()
    table.page.locator("#share [data-do=print]").click()
    expect(table.page.locator("#sheet")).to_have_count(1)
    assert table.page.evaluate("window.printed")


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("kungen-patiens", "freecell"),
        ("pingvinen", "penguin"),
        ("kung-albert", "king-albert"),
        ("harpan", "klondike"),
        ("plato-patiens", "plato"),
        ("plato-patiens.html?columns=4&cells=10", "plato:columns=4,cells=10"),
        ("plato-patiens.html?columns=10", "plato:columns=10"),
    ],
)
def test_a_deal_is_one_sheet_with_every_card_in_the_order_of_dealing(
    open_table: OpenTable, page: str, key: str
) -> None:
    table = open_table(f"/{page}{'&' if '?' in page else '?'}deal=617")
    print_deal(table)
    found = sheets(table.page)
    assert len(found) == 1
    assert found[0] > 52
    cards = table.page.locator("#sheet .dealt").evaluate_all(
        "(cards) => cards.map(({ dataset }) => Number(dataset.card))"
    )
    assert sorted(cards) == list(range(52))
    down = table.page.locator("#sheet .dealt.down").count()
    layout = deal(617, key)
    assert down == sum(layout.hidden) + len(layout.stock)
    table.page.emulate_media(media="print")
    for shown in ("#sheet h1", "#sheet .layout", "#sheet .address", "#sheet li >> nth=-1"):
        expect(table.page.locator(shown)).to_be_visible()
    for hidden in (".page", ".guide"):
        expect(table.page.locator(hidden)).to_be_hidden()


def test_the_sheet_says_which_deal_it_is_and_what_leads_back(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617&draw=3", locale="sv-SE")
    print_deal(table)
    table.page.emulate_media(media="print")
    sheet = table.page.locator("#sheet")
    expect(sheet.locator("h1")).to_have_text("Harpan. Vänd: tre kort i taget, giv 617")
    expect(sheet).to_contain_text("En talong där tre kort vänds i taget.")
    expect(sheet).to_contain_text("Varje rad läggs från höger till vänster.")
    expect(sheet.locator(".address")).to_have_text(f"{table.site}/harpan.html?deal=617&draw=3")
    letters = sheet.locator(".dealt").all_inner_texts()
    assert {"E", "Kn", "D", "K", "10"} <= set(letters)


def test_paper_has_the_guide_again_after_the_next_thing_that_is_done(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    print_deal(table)
    expect(table.page.locator("#sheet")).to_be_hidden()
    table.press("u")
    expect(table.page.locator("#sheet")).to_have_count(0)
    table.page.emulate_media(media="print")
    expect(table.page.locator(".guide")).to_be_visible()


def test_a_position_is_on_paper_as_it_lies(open_table: OpenTable) -> None:
    layout = deal(617).play(Move("column1", "cell1"))
    board = base64.urlsafe_b64encode(layout.pack()).decode().rstrip("=")
    table = open_table(f"/kungen-patiens.html?board={board}")
    print_deal(table)
    table.page.emulate_media(media="print")
    expect(table.page.locator("#sheet h1")).to_have_text("Kungen, egen ställning")
    expect(table.page.locator("#sheet .layout rect.up")).to_have_count(52)
    expect(table.page.locator("#sheet .dealt")).to_have_count(0)
    assert len(sheets(table.page)) == 1

"""Positions that no number deals, and plays of others that are only looked at."""

from __future__ import annotations

import base64
import struct
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from kungen import Layout, Move, deal
from tests.e2e.hands import Table, pile_byte, read_saved

if TYPE_CHECKING:
    from collections.abc import Callable

    OpenTable = Callable[..., Table]

SAVED = read_saved("saves/page-1-freecell-617.json")
START = deal(617).play(Move("column1", "cell1"))
HEADING = "Kungen, egen ställning"


def in_address(record: bytes) -> str:
    return base64.urlsafe_b64encode(record).decode().rstrip("=")


def board_of(layout: Layout, page: str = "kungen-patiens") -> str:
    return f"/{page}.html?board={in_address(layout.pack())}"


def play_of(steps: list[Any], at: int | None = None) -> str:
    """The address of a play of deal 617."""
    record = b"".join(
        bytes([len(step)])
        + b"".join(
            struct.pack("3B", pile_byte(source), pile_byte(target), count)
            for source, target, count in step
        )
        for step in steps
    )
    place = "" if at is None else f"&at={at}"
    return f"/kungen-patiens.html?deal=617&play={in_address(record)}{place}"


def test_a_position_is_played_kept_and_found_again(open_table: OpenTable) -> None:
    table = open_table(board_of(START))
    expect(table.heading()).to_have_text(HEADING)
    assert table.page.title() == HEADING
    assert table.page.url == table.site + board_of(START)
    expect(table.page.locator(".head input[name=deal]")).to_have_value("")
    assert table.pile("cell1") == ["JD"]
    table.drag(("column2", "cell2", 1))
    assert table.moves() == 1
    (kept,) = table.kept("positions")
    assert (kept["game"], kept["layout"]) == ("freecell", START.text())
    assert kept["steps"] == [[["column2", "cell2", 1]]]
    assert "deal" not in kept
    table.page.reload()
    table.ready()
    assert table.moves() == 1
    table.click("undo")
    assert (table.moves(), table.pile("cell2")) == (0, [])
    table.click("redo")
    table.click("menu")
    table.page.locator("#menu [data-do=restart]").click()
    assert (table.moves(), table.pile("cell1")) == (0, ["JD"])


def test_the_position_that_was_left_is_found_without_its_address(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", locale="sv-SE")
    table.drag(("column1", "cell1", 1))
    table.until_saved(617, 1)
    table.go(board_of(START))
    table.drag(("column2", "cell2", 1))
    table.until(lambda: table.kept("positions"))
    table.go("/kungen-patiens.html")
    expect(table.heading()).to_have_text(HEADING)
    assert table.moves() == 1
    table.go("/")
    expect(table.heading()).to_have_text(HEADING)
    table.go("/kungen-patiens.html?deal=617")
    table.drag(("column2", "cell2", 1))
    table.until_saved(617, 2)
    table.go("/")
    expect(table.heading()).to_have_text("Kungen, giv 617")


@pytest.mark.parametrize("way", ["new", "next", "previous"])
def test_from_a_position_lead_numbered_deals_and_back_again(
    open_table: OpenTable, way: str
) -> None:
    table = open_table(board_of(START), script="crypto.getRandomValues = (a) => a.fill(41)")
    table.drag(("column2", "cell2", 1))
    table.click(way)
    expect(table.heading()).to_have_text("Kungen, giv 42")
    expect(table.page.locator(".head input[name=deal]")).to_have_value("42")
    table.page.go_back()
    expect(table.heading()).to_have_text(HEADING)
    assert table.moves() == 1
    table.page.go_forward()
    expect(table.heading()).to_have_text("Kungen, giv 42")


def test_a_position_is_judged_and_won_but_counts_nowhere(open_table: OpenTable) -> None:
    saved = deal(617)
    for step in SAVED["steps"][:96]:
        for source, target, count in step:
            saved = saved.play(Move(source, target, count))
    table = open_table(board_of(saved))
    table.click("verdict")
    expect(table.note()).to_contain_text("Ja, den går att vinna härifrån")
    source, target, count = SAVED["steps"][96][0]
    table.drag((source, target, count))
    table.expect_won()
    expect(table.page.locator("#end-text")).to_contain_text("Egen ställning gick ut på 1 drag.")
    assert len(table.kept("positions")) == 1
    assert table.kept("results") == []


def test_a_position_of_every_kind_of_game_has_an_address(open_table: OpenTable) -> None:
    table = open_table()
    for page, key in (("pingvinen", "penguin"), ("harpan", "klondike"), ("kung-albert", None)):
        layout = deal(617, key or "king-albert")
        first = next(iter(layout.legal_moves))
        table.go(board_of(layout.play(first), page))
        expect(table.heading()).to_contain_text("egen ställning")
        expect(table.note()).to_be_hidden()


@pytest.mark.parametrize("board", ["", "!", "AAAA", in_address(deal(617, "klondike").pack())])
def test_a_damaged_position_says_so_and_lays_a_deal(open_table: OpenTable, board: str) -> None:
    table = open_table(f"/kungen-patiens.html?board={board}")
    sentence = "Länkens ställning går inte att läsa, eller passar inte spelet."
    expect(table.note()).to_have_text(sentence)
    expect(table.said()).to_have_text(sentence)
    expect(table.heading()).to_have_text("Kungen, giv 1")
    table.drag(("column1", "cell1", 1))
    assert table.moves() == 1


def test_a_play_is_seen_without_a_change_of_the_players_own_game(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    before = table.saved_in_browser(617)
    table.go(play_of(SAVED["steps"], 30))
    expect(table.page.locator(".player .at")).to_have_text("Drag 30 av 97")
    expect(table.note()).to_contain_text("Ett delat parti.")
    for _ in range(3):
        table.page.locator(".player [data-do=redo]").click()
    expect(table.page.locator(".player .at")).to_have_text("Drag 33 av 97")
    table.page.reload()
    table.ready()
    expect(table.page.locator(".player .at")).to_have_text("Drag 30 av 97")
    table.page.locator(".player input").fill("97")
    expect(table.page.locator("#end")).to_be_hidden()
    # The window is left and seen again: what another page has kept is not laid over the play.
    table.page.evaluate("dispatchEvent(new Event('focus'))")
    table.page.wait_for_timeout(200)
    expect(table.page.locator(".player .at")).to_have_text("Drag 97 av 97")
    assert table.saved_in_browser(617) == before
    assert table.kept("results") == []
    table.page.locator(".player .shut").click()
    expect(table.page).to_have_url(f"{table.site}/kungen-patiens.html?deal=617")
    assert (table.moves(), table.pile("cell1")) == (1, ["JD"])
    table.page.go_back()
    expect(table.page.locator(".player .at")).to_have_text("Drag 30 av 97")


def test_all_moves_are_in_effect_where_the_address_does_not_say(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"][:12]))
    expect(table.page.locator(".player .at")).to_have_text("Drag 12 av 12")
    table.go(play_of(SAVED["steps"][:12], 99))
    expect(table.page.locator(".player .at")).to_have_text("Drag 12 av 12")


@pytest.mark.parametrize("by_move", [False, True])
def test_a_play_that_is_gone_on_with_is_the_players_and_their_own_can_be_had_back(
    open_table: OpenTable, by_move: bool
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    before = table.saved_in_browser(617)
    assert before is not None
    table.go(play_of(SAVED["steps"], 30))
    if by_move:
        source, target, count = SAVED["steps"][30][0]
        table.drag((source, target, count))
    else:
        table.page.locator(".player .here").click()
    expect(table.page.locator(".player")).to_have_count(0)
    expect(table.note()).to_contain_text("Partiet är nu ditt.")
    assert table.page.url == f"{table.site}/kungen-patiens.html?deal=617"
    assert table.moves() == 30 + by_move
    table.until_saved(617, 30 + by_move)
    table.note().get_by_role("button").click()
    assert (table.moves(), table.pile("cell1")) == (1, ["JD"])
    again = table.until_saved(617, 1)
    assert again["steps"] == before["steps"]


def test_a_play_goes_on_where_nothing_was_played_without_a_word(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"], 30))
    table.page.locator(".player .here").click()
    table.until_saved(617, 30)
    expect(table.note()).to_be_hidden()
    assert table.moves() == 30
    table.page.reload()
    table.ready()
    assert table.moves() == 30
    assert table.page.locator(".player").count() == 0


def test_another_deal_ends_the_looking(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"], 30))
    table.page.locator(".head input[name=deal]").fill("13")
    table.page.locator(".head input[name=deal]").press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 13")
    expect(table.page.locator(".player")).to_have_count(0)
    table.drag(("column8", "cell3", 1))
    assert table.saved_in_browser(13) is not None
    assert table.saved_in_browser(617) is None


def test_a_link_keeps_what_it_says_in_another_language(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"], 30))
    address = table.page.url
    table.page.evaluate("document.querySelector('#menu').showModal()")
    table.page.locator("#language").select_option("da")
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")
    assert table.page.url == address.replace("kungen-patiens", "napoleon")
    table.go(board_of(START))
    expect(table.heading()).to_have_text("Napoleon, egen stilling")
    assert table.page.url == table.site + board_of(START, "napoleon")


@pytest.mark.parametrize("play", ["AAAA", "!", "AQcC", "AQAAAQ"])
def test_a_damaged_play_says_so_and_opens_the_deal(open_table: OpenTable, play: str) -> None:
    table = open_table(f"/kungen-patiens.html?deal=617&play={play}")
    expect(table.note()).to_contain_text("Länkens drag går inte att spela.")
    expect(table.heading()).to_have_text("Kungen, giv 617")
    assert table.page.url == f"{table.site}/kungen-patiens.html?deal=617"
    table.drag(("column1", "cell1", 1))
    assert table.moves() == 1


def test_a_play_from_a_position_is_seen_too(open_table: OpenTable) -> None:
    play = play_of([[["column2", "cell2", 1]], [["column3", "cell3", 1]]], 1).partition("&")[2]
    table = open_table(f"{board_of(START)}&{play}")
    expect(table.heading()).to_have_text(HEADING)
    expect(table.page.locator(".player .at")).to_have_text("Drag 1 av 2")
    assert (table.pile("cell2"), table.pile("cell3")) == (["KS"], [])
    table.page.locator(".player .here").click()
    (kept,) = table.until(lambda: table.kept("positions"))
    assert kept["steps"] == [[["column2", "cell2", 1]]]
    assert table.page.url == table.site + board_of(START)


def test_the_school_leads_back_to_the_position(open_table: OpenTable) -> None:
    table = open_table(board_of(START), locale="sv-SE")
    table.page.goto(f"{table.site}/patiensskolan.html")
    link = table.page.locator(".to-table").first
    expect(link).to_have_attribute("href", board_of(START))


def test_moves_that_were_only_seen_count_as_help(open_table: OpenTable) -> None:
    table = open_table(play_of(SAVED["steps"], 96))
    table.page.locator(".player .here").click()
    source, target, count = SAVED["steps"][96][0]
    table.drag((source, target, count))
    table.expect_won()
    assert table.until_saved(617, 97)["page"]["helped"] == 1

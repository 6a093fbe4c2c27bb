"""Which game is played: addresses, the list of games with its options, and games of one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.e2e.hands import Table, read_saved

OpenTable = Callable[..., Table]

MINE: Final = """format = 2
id = "mine"
options = ["single-card"]
[names]
sv = "Mitt"
en = "Mine"
[layout]
columns = 6
cells = 3
[build]
order = "suit"
"""


def row(table: Table, game: str) -> Locator:
    return table.page.locator(f".game[data-game^='{game}']")


def choose(table: Table, game: str, **options: str) -> None:
    """Choose options by their controls, which are shown first."""
    if row(table, game).locator(".options").is_hidden():
        row(table, game).locator(".choose").click()
    for name, value in options.items():
        control = row(table, game).locator(f"[name='{name.replace('_', '-')}']")
        if control.get_attribute("type") == "checkbox":
            control.set_checked(value == "true")
        else:
            control.select_option(value)


def play(table: Table, game: str) -> Table:
    row(table, game).locator(".play").click()
    table.page.wait_for_selector("#table", state="attached")
    return table.ready()


def open_file(table: Table, content: str | bytes, name: str = "mitt.toml") -> None:
    buffer = content if isinstance(content, bytes) else content.encode()
    file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": buffer}
    table.page.set_input_files("#file", file)


def drop_file(table: Table, *texts: str) -> list[bool]:
    """Drop files, or plain text where there are none; whether the browser does as it likes."""
    allowed: list[bool] = table.page.evaluate(
        """([texts, name]) => {
          const dataTransfer = new DataTransfer();
          for (const text of texts) dataTransfer.items.add(new File([text], name));
          if (texts.length === 0) dataTransfer.setData("text/plain", "some words");
          const event = { dataTransfer, bubbles: true, cancelable: true };
          return ["dragover", "drop"].map((name) =>
            document.querySelector("main").dispatchEvent(new DragEvent(name, event)));
        }""",
        [texts, "mitt.toml"],
    )
    return allowed


@pytest.mark.parametrize(
    ("address", "heading", "columns"),
    [
        ("/harpan?deal=5", "Harpan, giv 5", 7),
        ("/7-kabale?deal=5", "7 kabale, uddeling 5", 7),
        ("/klondike.html?deal=5&draw=3&passes=2", "Klondike, deal 5", 7),
        ("/plato.html?deal=5&columns=7&cells=3", "PLATO, giv 5", 7),
        ("/latta-kungen?deal=5&single-card=true", "Lätta Kungen, giv 5", 8),
        ("/kong-albert?deal=5", "Kong Albert, uddeling 5", 9),
        ("/seahaven-towers?deal=5&foundation-return=true", "Seahaven Towers, giv 5", 10),
    ],
)
def test_an_address_is_a_game_with_its_options_and_stays_as_it_is(
    open_table: OpenTable, address: str, heading: str, columns: int
) -> None:
    table = open_table(address, locale="sv-SE")
    expect(table.heading()).to_have_text(heading)
    assert table.page.url == table.site + address
    assert len([pile for pile in table.piles() if int(pile) < 16]) == columns


def test_an_address_says_no_more_than_it_must(open_table: OpenTable) -> None:
    table = open_table("/klondike?draw=1&passes=unlimited&deal=5&utm_source=x&draw=1")
    assert table.page.url.endswith("/klondike?deal=5")
    table.go("/klondike?passes=3&draw=3&deal=5")
    assert table.page.url.endswith("/klondike?deal=5&draw=3&passes=3")


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("sv-SE", "PLATO, giv 5"), ("da-DK", "PLATO, uddeling 5"), ("en-GB", "PLATO, deal 5")],
)
def test_a_page_of_several_languages_opens_in_the_players(
    open_table: OpenTable, locale: str, heading: str
) -> None:
    table = open_table("/plato?deal=5", locale=locale)
    expect(table.heading()).to_have_text(heading)
    assert table.page.title() == heading


def test_another_language_is_another_page_of_the_same_game(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5&draw=3")
    table.click("menu")
    table.page.locator("#language").select_option("da")
    expect(table.heading()).to_have_text("7 kabale, uddeling 5")
    assert table.page.url.endswith("/7-kabale?deal=5&draw=3")
    table.page.locator("#language").select_option("en")
    expect(table.heading()).to_have_text("Klondike, deal 5")
    assert table.page.url.endswith("/klondike?deal=5&draw=3")


WRONG: Final = {
    "/plato?columns=12": "I PLATO kan ”Kolumner” (columns) inte vara ”12”. Det kan vara 4 till 10.",
    "/plato?cells=0&deal=5&columns=x": "I PLATO kan ”Fria celler” (cells) inte vara ”0”. "
    "Det kan vara 1 till 10. I PLATO kan ”Kolumner” (columns) inte vara ”x”. "
    "Det kan vara 4 till 10.",
    "/harpan?draw=2": "I Harpan kan ”Vänd” (draw) inte vara ”2”. "
    "Det kan vara ”ett kort i taget” (1) eller ”tre kort i taget” (3).",
    "/klondike?draw=2": "In Klondike “Draw” (draw) cannot be “2”. "
    "It can be “one card at a time” (1) or “three cards at a time” (3).",
    "/7-kabale.html?passes=0": "I 7 kabale kan ”Omgange gennem trækbunken” (passes) ikke være "
    "”0”. Det kan være ”så mange man vil” (unlimited) eller 1 til 99.",
    "/kungen-patiens?single-card=1": "I Kungen kan ”Flytta ett kort i taget, som övning” "
    "(single-card) inte vara ”1”. Det kan vara ”nej” (false) eller ”ja” (true).",
    "/freecell?draw=3": "FreeCell does not have the option “Draw” (draw). You can choose “Move "
    "one card at a time, for practice” (single-card) or “Cards may come down from the "
    "foundations” (foundation-return).",
    "/kungen-patiens?colour=red": "Kungen har inte valet ”colour”. Det går att välja ”Flytta ett "
    "kort i taget, som övning” (single-card) eller ”Kort får tas ned från grundhögarna” "
    "(foundation-return).",
    "/?own=gone~01234567": "Länken leder till ett eget spel, ”gone”, som inte finns på den här "
    "enheten. Öppna dess spelfil här, så går det att spela.",
    "/spel?game=chess": "Det finns inget spel som heter ”chess”. Här är de spel som finns.",
}


@pytest.mark.parametrize(("address", "sentence"), WRONG.items(), ids=WRONG)
def test_what_cannot_be_leads_to_the_list_with_a_sentence(
    open_table: OpenTable, address: str, sentence: str
) -> None:
    table = open_table("/spel", locale="sv-SE")
    table.page.goto(table.site + address)
    fault = table.page.locator("#file-fault" if "own=" in address else "#fault")
    expect(fault).to_have_text(sentence)
    expect(fault).to_be_in_viewport()
    expect(table.page.locator(".fault:visible")).to_have_count(1)
    expect(table.page.locator(".game")).to_have_count(10)
    asked = table.page.locator("#games > :first-child")
    if "game=chess" not in address and "own=" not in address:
        expect(asked.locator(".options")).to_be_visible()
        expect(asked.locator(".choose")).to_be_in_viewport()
    assert table.check_access() == []


def test_what_is_right_in_a_link_is_kept_where_something_is_wrong(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="da-DK")
    table.page.goto(f"{table.site}/7-kabale?draw=3&single-card=true&deal=5&passes=many")
    expect(table.page.locator("#fault")).to_contain_text(
        "7 kabale har ikke valget ”Flyt ét kort ad gangen, som øvelse” (single-card)."
    )
    expect(table.page.locator("#fault")).to_contain_text("ikke være ”many”.")
    klondike = row(table, "klondike")
    expect(klondike.locator("[name=draw]")).to_have_value("3")
    expect(klondike.locator("[name=passes]")).to_have_value("unlimited")
    go = klondike.locator(".play")
    expect(go).to_have_text("Spil uddeling 5")
    expect(go).to_have_attribute("aria-label", "Spil uddeling 5 af 7 kabale")
    # Nothing was played before: the table is that of the link.
    back = table.page.locator("#back")
    assert back.get_attribute("href") == go.get_attribute("href")
    choose(table, "klondike", passes="2")
    table.page.locator("#language").select_option("sv")
    expect(go).to_have_text("Spela giv 5")
    expect(klondike.locator("[name=passes]")).to_have_value("2")
    play(table, "klondike")
    assert table.page.url.endswith("/harpan?deal=5&draw=3&passes=2")


def test_after_a_faulty_link_the_way_to_the_table_leads_where_the_player_was(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan?deal=8&draw=3", locale="sv-SE")
    table.go("/kungen-patiens?deal=617")
    for address in ("/plato?columns=12&deal=5", "/?own=gone~01234567", "/spel?game=chess", "/spel"):
        table.page.goto(table.site + address)
        table.page.wait_for_selector(".game")
        table.page.locator("#back").click()
        table.page.wait_for_selector("#table", state="attached")
        expect(table.ready().heading()).to_have_text("Kungen, giv 617")
        assert re.search(r"/kungen-patiens(\.html)?\?deal=617$", table.page.url)
    table.go("/harpan?deal=8&draw=3")
    draw(table)
    other = Table(table.page.context.new_page(), table.site)
    other.page.goto(f"{table.site}/plato?columns=12")
    other.page.wait_for_selector(".game")
    other.page.locator("#back").click()
    other.page.wait_for_selector("#table", state="attached")
    expect(other.ready().heading()).to_have_text("Harpan, giv 8")
    assert other.page.url.endswith("/harpan?deal=8&draw=3")


def test_a_link_to_an_own_game_opens_it_once_its_file_is_opened(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="sv-SE")
    open_file(table, MINE)
    play(table, "mine~")
    address = re.sub(r"deal=1$", "deal=7&single-card=true", table.page.url)
    other = open_table("/spel", locale="sv-SE")
    other.page.goto(address)
    expect(other.page.locator("#file-fault")).to_contain_text("ett eget spel, ”mine”, som inte")
    open_file(other, MINE)
    expect(other.page.locator("#file-fault")).to_be_hidden()
    expect(row(other, "mine~")).to_have_attribute("aria-current", "true")
    expect(row(other, "mine~").locator("[name=single-card]")).to_be_checked()
    other.page.locator("#back").click()
    other.page.wait_for_selector("#table", state="attached")
    expect(other.ready().heading()).to_have_text("Mitt, giv 7")
    assert other.page.url == address


def test_a_page_that_is_not_there_lists_the_games(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="da-DK")
    for name in ("nonsense", "harpa%20n"):
        answer = table.page.goto(f"{table.site}/play/patience/{name}?deal=5")
        assert answer is not None
        assert answer.status == 404
        shown = name.replace("%20", " ")
        expect(table.page.locator("#fault")).to_have_text(
            f"Der er ingen side, der hedder ”{shown}”. Her er alle spil."
        )
        expect(table.page.locator(".game")).to_have_count(10)
    row(table, "klondike").locator(".play").click()
    table.page.wait_for_selector("#table", state="attached")
    expect(table.ready().heading()).to_have_text("7 kabale, uddeling 1")
    assert "/play/patience/7-kabale" in table.page.url
    assert all("404" in fault for fault in table.faults)
    table.faults.clear()


def test_the_menu_leads_to_the_list_and_the_list_back_to_the_deal(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5&draw=3")
    table.click("menu")
    table.page.locator("#games").click()
    expect(row(table, "klondike")).to_have_attribute("aria-current", "true")
    expect(row(table, "klondike")).to_be_in_viewport()
    expect(row(table, "klondike").locator("[name=draw]")).to_have_value("3")
    choose(table, "klondike", draw="1")
    table.page.locator("#language").select_option("da")
    expect(table.page.locator("html")).to_have_attribute("lang", "da")
    expect(row(table, "klondike").locator("[name=draw]")).to_have_value("1")
    table.page.locator("#language").select_option("sv")
    expect(table.page.locator("html")).to_have_attribute("lang", "sv")
    table.page.locator("#back").click()
    expect(table.heading()).to_have_text("Harpan, giv 5")
    assert table.page.url.endswith("/harpan?deal=5&draw=3")


def test_every_game_in_the_list_can_be_played(open_table: OpenTable) -> None:
    table = open_table("/games")
    names = table.page.locator(".game h2").all_inner_texts()
    assert len(names) == 10
    for name in names:
        table.go("/games")
        table.page.get_by_role("link", name=f"Play {name}", exact=True).click()
        expect(table.heading()).to_have_text(re.compile(f"^{re.escape(name)}, deal "))


def test_options_change_the_line_the_picture_and_what_is_played(open_table: OpenTable) -> None:
    table = open_table("/games")
    plato = row(table, "plato")
    expect(plato.locator(".reset")).to_be_hidden()
    expect(plato.locator(".rule").first).to_have_text(
        "Any size: columns 4 to 10, free cells 1 to 10. 8 columns, 4 free cells. Built down in "
        "alternating colours, an empty column takes any card."
    )
    assert "Any size" not in row(table, "freecell").inner_text()
    choose(table, "plato", columns="5", cells="2", build="suit", empties="king")
    expect(plato.locator(".rule").first).to_have_text(
        "5 columns, 2 free cells. Built down in suit, an empty column takes only a king."
    )
    expect(table.said()).to_have_text(plato.locator(".rule").first.inner_text())
    expect(plato.locator(".picture .place")).to_have_count(2)
    choose(table, "plato", cells="9", single_card="true")
    expect(plato.locator(".picture .place")).to_have_count(9)
    play(table, "plato")
    query = "deal=1&columns=5&cells=9&build=suit&empties=king&single-card=true"
    assert table.page.url.endswith(f"/plato?{query}")
    piles = table.piles()
    assert len([pile for pile in piles if int(pile) < 16]) == 5
    assert len([pile for pile in piles if 16 <= int(pile) < 32]) == 9


def test_the_options_of_each_game_are_remembered_and_can_be_taken_back(
    open_table: OpenTable,
) -> None:
    table = open_table("/spel")
    choose(table, "klondike", draw="3", passes="2", foundation_return="false")
    choose(table, "freecell", single_card="true")
    table.go("/games")
    klondike = row(table, "klondike")
    expect(klondike.locator("[name=draw]")).to_have_value("3")
    expect(klondike.locator("[name=passes]")).to_have_value("2")
    expect(klondike.locator("[name=foundation-return]")).not_to_be_checked()
    expect(row(table, "freecell").locator("[name=single-card]")).to_be_checked()
    expect(row(table, "eight-off").locator("[name=single-card]")).not_to_be_checked()
    assert "draw=3&passes=2" in str(klondike.locator(".play").get_attribute("href"))
    klondike.locator(".choose").click()
    klondike.locator(".reset").click()
    expect(klondike.locator("[name=draw]")).to_have_value("1")
    expect(klondike.locator("[name=foundation-return]")).to_be_checked()
    expect(klondike.locator(".reset")).to_be_hidden()
    expect(klondike.locator(".choose")).to_be_focused()
    expect(table.said()).to_have_text(klondike.locator(".rule").first.inner_text())
    expect(table.said()).to_contain_text("one card at a time")
    table.page.reload()
    table.ready()
    expect(klondike.locator("[name=passes]")).to_have_value("unlimited")


def draw(table: Table) -> None:
    table.page.locator("[data-pile='64']").click()


def test_each_game_with_its_options_goes_on_where_it_was_left(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5")
    draw(table)
    table.until_saved(5, 1, "klondike")
    table.go("/harpan?deal=7&draw=3")
    draw(table)
    saved = table.until_saved(7, 1, "klondike:draw=3")
    assert saved["steps"] == [[["stock", "waste", 3]]]
    table.go("/kungen-patiens?deal=617")
    table.drag(("column1", "cell1", 1))
    table.until_saved(617, 1)
    table.go("/harpan")
    expect(table.heading()).to_have_text("Harpan, giv 5")
    assert table.page.url.endswith("/harpan?deal=5")
    assert len(table.pile("waste")) == 1
    table.go("/harpan?draw=3")
    assert table.page.url.endswith("/harpan?deal=7&draw=3")
    assert len(table.pile("waste")) == 3
    table.go("/harpan?deal=5&draw=3")
    assert table.pile("waste") == []
    table.go("/spel")
    go_on = row(table, "klondike").locator(".play")
    expect(go_on).to_have_text("Fortsätt")
    expect(go_on).to_have_attribute("aria-label", "Fortsätt Harpan, giv 5")
    choose(table, "klondike", passes="2")
    expect(go_on).to_have_text("Spela")


def latest_deal(table: Table) -> int:
    """The deal that was opened or played last, as the browser's storage has it."""
    latest = max(table.kept("games"), key=lambda saved: saved["page"]["open"])
    return int(latest["deal"])


def test_the_front_page_opens_the_game_that_was_played_last(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=617", locale="da-DK")
    table.drag(("column1", "cell1", 1))
    table.until_saved(617, 1)
    table.go("/harpan?deal=7&draw=3")
    draw(table)
    table.until_saved(7, 1, "klondike:draw=3")
    table.go("/")
    expect(table.heading()).to_have_text("7 kabale, uddeling 7")
    assert table.page.url.endswith("/7-kabale.html?deal=7&draw=3")
    assert len(table.pile("waste")) == 3
    table.go("/kungen-patiens?deal=617")
    table.until(lambda: latest_deal(table) == 617)
    table.go("/index.html")
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")


def test_a_new_deal_keeps_the_game_and_its_options(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5&draw=3")
    table.click("next")
    expect(table.heading()).to_have_text("Harpan, giv 6")
    table.click("new")
    expect(table.heading()).not_to_have_text("Harpan, giv 6")
    assert re.search(r"/harpan\?deal=\d+&draw=3$", table.page.url)
    draw(table)
    assert len(table.pile("waste")) == 3


FIRST_STORE: Final = """(() => {
  if (sessionStorage.made) return;
  sessionStorage.made = "yes";
  const open = indexedDB.open("kungen", 1);
  open.onupgradeneeded = () => {
    const games = open.result.createObjectStore("games", { keyPath: ["game", "deal"] });
    games.createIndex("open", "page.open");
    games.put(SAMPLE);
    open.result.createObjectStore("aside", { autoIncrement: true });
    const settings = { language: "da", visited: true };
    open.result.createObjectStore("settings").put(settings, "settings");
  };
  open.onsuccess = () => open.result.close();
})()"""


def test_games_stored_by_the_first_version_are_still_there(open_table: OpenTable) -> None:
    sample = read_saved("saves/page-1-freecell-617.json")
    table = open_table("/", script=FIRST_STORE.replace("SAMPLE", json.dumps(sample)))
    expect(table.heading()).to_have_text("Napoleon, uddeling 617")
    assert table.moves() == 30
    table.click("redo")
    assert table.moves() == 31
    saved = table.saved_in_browser(617)
    assert saved is not None
    assert saved["steps"] == sample["steps"]


def test_a_file_becomes_a_game_that_is_played_saved_and_continued(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="sv-SE")
    open_file(table, MINE)
    expect(table.page.locator("#note-text")).to_have_text("Mitt finns nu bland dina spel.")
    mine = row(table, "mine~")
    expect(mine.locator("h2")).to_have_text("Mitt")
    expect(mine.locator(".play")).to_be_focused()
    expect(mine.locator(".rule").first).to_have_text(
        "6 kolumner, 3 fria celler. Byggs ned i samma kortfärg, "
        "tom kolumn tar vilket kort som helst."
    )
    play(table, "mine~")
    expect(table.heading()).to_have_text("Mitt, giv 1")
    assert re.search(r"/\?own=mine(~|%7E)[0-9a-f]{8}&deal=1$", table.page.url)
    table.drag(("column1", "cell1", 1))
    key = re.sub(r".*own=mine(?:~|%7E)([0-9a-f]+)&.*", r"mine~\1", table.page.url)
    saved = table.until_saved(1, 1, key)
    assert saved["steps"] == [[["column1", "cell1", 1]]]
    table.page.reload()
    table.ready()
    assert table.moves() == 1
    table.go("/")
    expect(table.heading()).to_have_text("Mitt, giv 1")
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(table.heading()).to_have_text("Mine, deal 1")
    table.page.locator("#games").click()
    expect(row(table, "mine~").locator(".play")).to_have_text("Continue")
    choose(table, "mine~", single_card="true")
    play(table, "mine~")
    assert table.page.url.endswith("&single-card=true")
    assert table.moves() == 0


def test_a_file_that_was_edited_is_another_game_and_the_same_one_is_not(
    open_table: OpenTable,
) -> None:
    table = open_table("/spel")
    drop_file(table, MINE)
    expect(row(table, "mine~")).to_have_count(1)
    drop_file(table, MINE.replace("cells = 3", "cells = 5"))
    expect(row(table, "mine~")).to_have_count(2)
    drop_file(table, MINE.replace("Mitt", "Vårt"))
    expect(table.page.locator("#note-text")).to_have_text("Vårt fanns redan bland dina spel.")
    expect(row(table, "mine~")).to_have_count(2)
    names = row(table, "mine~").locator("h2").all_inner_texts()
    assert names == ["Vårt", "Mitt"]


def test_own_games_of_one_name_are_told_apart(open_table: OpenTable) -> None:
    table = open_table("/spel")
    for number, text in enumerate(
        [
            MINE,
            MINE.replace("cells = 3", "cells = 5"),
            MINE + "[foundations]\nreturn = true\n[score]\n",
        ],
        1,
    ):
        open_file(table, text)
        expect(row(table, "mine~")).to_have_count(number)
    told = row(table, "mine~").locator(".apart").all_inner_texts()
    times = [re.sub(r"^Öppnat \d+ \w+\.? 20\d\d.? \d\d:\d\d", "…", text) for text in told]
    assert times == [
        (
            "…, senast av 3 spel med det namnet. Skiljer sig: 3 fria celler, "
            "kort får tas ned från grundhögarna, med poäng."
        ),
        "…. Skiljer sig: 5 fria celler, kort stannar på grundhögarna, utan poäng.",
        "…. Skiljer sig: 3 fria celler, kort stannar på grundhögarna, utan poäng.",
    ]
    lines = row(table, "mine~").locator(".rule:not(.apart)").all_inner_texts()
    assert lines[0].endswith(", kort får tas ned från grundhögarna, med poäng.")
    assert len(set(lines)) == 3
    for control in row(table, "mine~").first.locator(".ways > :visible").all():
        expect(control).to_have_accessible_description(told[0])
    # Only what has a namesake differs from anything.
    for left in (2, 1):
        row(table, "mine~").nth(1).locator(".remove").click()
        expect(row(table, "mine~")).to_have_count(left)
    expect(row(table, "mine~").locator(".apart")).to_have_text(re.compile(r"^Öppnat [^,]*\.$"))
    assert table.check_access() == []


def test_a_removal_that_is_taken_back_puts_the_game_where_it_was(open_table: OpenTable) -> None:
    table = open_table("/spel")
    for cells in (3, 4, 5):
        open_file(table, MINE.replace("cells = 3", f"cells = {cells}"))
        expect(row(table, "mine~").first.locator(".rule").first).to_contain_text(f"{cells} fria")
    before = row(table, "mine~").locator(".rule:not(.apart)").all_inner_texts()
    row(table, "mine~").nth(1).locator(".remove").click()
    expect(row(table, "mine~")).to_have_count(2)
    table.page.locator("#note-do").click()
    expect(table.page.locator("#note-text")).to_have_text("Mitt är tillbaka bland dina spel.")
    expect(row(table, "mine~").nth(1).locator(".play")).to_be_focused()
    assert row(table, "mine~").locator(".rule:not(.apart)").all_inner_texts() == before
    table.page.reload()
    table.ready()
    assert row(table, "mine~").locator(".rule:not(.apart)").all_inner_texts() == before


def test_the_way_to_the_table_does_not_lead_to_a_game_that_was_removed(
    open_table: OpenTable,
) -> None:
    table = open_table("/penguin?deal=5")
    table.drag(("column2", "cell1", 1))
    table.until_saved(5, 1, "penguin")
    table.go("/games")
    open_file(table, MINE)
    play(table, "mine~")
    table.click("menu")
    table.page.locator("#menu a[href*=games]").click()
    table.ready()
    row(table, "mine~").locator(".remove").click()
    expect(row(table, "mine~")).to_have_count(0)
    table.page.locator("#back").click()
    table.ready()
    expect(table.heading()).to_have_text(re.compile("^(Pingvinen|Penguin), "))


def messages(table: Table) -> list[str]:
    """Every message that is seen or read aloud."""
    shown = table.page.locator(".fault:visible, #note-text:visible").all_inner_texts()
    return sorted({*shown, *table.said().all_inner_texts()} - {""})


def test_the_list_has_one_message_and_it_is_the_latest(open_table: OpenTable) -> None:
    table = open_table("/spel")
    table.page.goto(f"{table.site}/harpan?draw=2")
    expect(table.page.locator("#fault")).to_be_visible()
    open_file(table, MINE)
    expect(table.page.locator("#note")).to_be_visible()
    assert messages(table) == ["Mitt finns nu bland dina spel."]
    open_file(table, "spel")
    expect(table.page.locator("#file-fault")).to_be_visible()
    assert messages(table) == ["mitt.toml är inte TOML: det tar stopp på rad 1, tecken 1."]
    row(table, "mine~").locator(".remove").click()
    expect(table.page.locator("#note")).to_be_visible()
    assert messages(table) == ["Mitt är borttaget."]
    drop_file(table, MINE, MINE)
    expect(table.page.locator("#file-fault")).to_be_visible()
    assert messages(table) == ["Öppna en fil i taget."]
    open_file(table, MINE)
    expect(table.page.locator("#note")).to_be_visible()
    row(table, "mine~").locator(".remove").click()
    table.page.locator("#note-do").click()
    expect(table.page.locator("#note-text")).to_have_text("Mitt är tillbaka bland dina spel.")
    assert messages(table) == ["Mitt är tillbaka bland dina spel."]
    drop_file(table)
    expect(table.page.locator("#file-fault")).to_be_visible()
    assert messages(table) == ["Det var ingen fil. Dra hit en spelfil, eller öppna den här."]
    table.page.locator("#language").select_option("da")
    expect(table.page.locator("h1")).to_have_text("Alle spil")
    assert messages(table) == []


def test_a_file_that_is_dropped_on_a_table_is_opened_in_the_list(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5")
    drop_file(table, MINE)
    table.page.wait_for_selector(".game")
    expect(table.page.locator("#note-text")).to_have_text("Mitt finns nu bland dina spel.")
    expect(row(table, "mine~").locator(".play")).to_be_focused()
    table.page.reload()
    table.ready()
    expect(row(table, "mine~")).to_have_count(1)
    expect(table.page.locator("#note")).to_be_hidden()
    table.page.locator("#back").click()
    table.page.wait_for_selector("#table", state="attached")
    expect(table.ready().heading()).to_have_text("Harpan, giv 5")
    drop_file(table, "spel")
    table.page.wait_for_selector(".game")
    expect(table.page.locator("#file-fault")).to_contain_text("mitt.toml är inte TOML")


def test_nothing_that_is_dropped_on_a_table_is_opened_by_the_browser(
    open_table: OpenTable,
) -> None:
    script = "indexedDB.open = () => { throw new Error('refused'); };"
    table = open_table("/harpan?deal=5", script=script)
    assert drop_file(table, MINE) == [False, False]
    expect(table.note()).to_have_text("Spelfiler öppnas i listan över alla spel.")
    assert drop_file(table) == [False, False]
    expect(table.heading()).to_have_text("Harpan, giv 5")


def test_an_own_game_can_be_removed_and_the_removal_taken_back(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="sv-SE")
    open_file(table, MINE)
    play(table, "mine~")
    table.drag(("column1", "cell1", 1))
    table.until(lambda: table.kept("games"))
    address = table.page.url
    table.go("/spel")
    row(table, "mine~").locator(".remove").click()
    expect(row(table, "mine~")).to_have_count(0)
    expect(table.page.locator("#note-text")).to_have_text("Mitt är borttaget.")
    expect(table.page.locator("#note-do")).to_be_focused()
    table.page.locator("#note-do").click()
    expect(row(table, "mine~").locator(".play")).to_have_text("Fortsätt")
    row(table, "mine~").locator(".remove").click()
    expect(row(table, "mine~")).to_have_count(0)
    table.page.goto(address)
    expect(table.page.locator("#file-fault")).to_contain_text("ett eget spel, ”mine”, som inte")
    table.go("/")
    expect(table.heading()).to_have_text(re.compile("^Kungen, "))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            MINE.replace("columns = 6", "columns = 11"),
            "mitt.toml: [layout] columns är 11; det ska vara ett heltal från 1 till 10.",
        ),
        ("spel", "mitt.toml är inte TOML: det tar stopp på rad 1, tecken 1."),
        ("", "mitt.toml: format saknas; det ska vara 1 eller 2."),
        (
            MINE + "[deal]\ncells = [4]\n",
            (
                "mitt.toml: [deal] cells är [4], och det går inte ihop med resten: "
                "spelet har inte så många celler."
            ),
        ),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_a_sentence(
    open_table: OpenTable, text: str, sentence: str
) -> None:
    table = open_table("/spel")
    open_file(table, text)
    fault = table.page.locator("#file-fault")
    expect(fault).to_have_text(sentence)
    expect(fault).to_be_in_viewport()
    expect(row(table, "mine~")).to_have_count(0)
    open_file(table, MINE)
    expect(fault).to_be_hidden()
    expect(row(table, "mine~")).to_have_count(1)


def test_what_is_no_text_is_refused(open_table: OpenTable) -> None:
    table = open_table("/spel")
    open_file(table, b"\x89PNG\xff", "bild.png")
    expect(table.page.locator("#file-fault")).to_have_text("bild.png är ingen text i UTF-8.")


def test_a_kept_game_that_cannot_be_read_is_passed_over(open_table: OpenTable) -> None:
    table = open_table("/spel")
    open_file(table, MINE)
    expect(row(table, "mine~")).to_have_count(1)
    table.keep("own", {"id": "broken~1", "record": 5})
    table.go("/spel")
    expect(row(table, "mine~")).to_have_count(1)
    expect(row(table, "broken")).to_have_count(0)


def test_without_storage_the_list_works_and_says_that_a_file_cannot_be_kept(
    open_table: OpenTable,
) -> None:
    script = "indexedDB.open = () => { throw new Error('refused'); };"
    table = open_table("/spel", script=script)
    open_file(table, MINE)
    expect(table.page.locator("#file-fault")).to_have_text(
        "Webbläsaren sparar inget här, så Mitt kan inte läggas till."
    )
    choose(table, "klondike", draw="3")
    play(table, "klondike")
    assert table.page.url.endswith("/harpan?deal=1&draw=3")


def test_the_list_is_used_by_keys_alone(open_table: OpenTable) -> None:
    table = open_table("/games")
    keyboard = table.page.keyboard
    for _ in range(7):
        keyboard.press("Tab")
    expect(row(table, "klondike").locator(".choose")).to_be_focused()
    keyboard.press("Enter")
    expect(row(table, "klondike").locator(".choose")).to_have_attribute("aria-expanded", "true")
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(row(table, "klondike").locator("[name=draw]")).to_be_focused()
    keyboard.press("t")
    expect(row(table, "klondike").locator("[name=draw]")).to_have_value("3")
    keyboard.press("Shift+Tab")
    expect(row(table, "klondike").locator(".play")).to_be_focused()
    keyboard.press("Enter")
    table.page.wait_for_selector("#table", state="attached")
    expect(table.ready().heading()).to_have_text("Klondike, deal 1")


def test_the_list_changes_its_language_and_its_address(open_table: OpenTable) -> None:
    table = open_table("/spel?game=klondike&deal=5")
    table.page.locator("#language").select_option("da")
    expect(table.page.locator("h1")).to_have_text("Alle spil")
    assert table.page.url.endswith("/spil?game=klondike&deal=5")
    expect(row(table, "klondike").locator("h2")).to_have_text("7 kabale")
    assert table.page.title().startswith("Alle spil")
    assert table.page.locator("html").get_attribute("lang") == "da"
    table.go("/harpan?deal=5")
    expect(table.heading()).to_have_text("7 kabale, uddeling 5")
    table.go("/games.html?game=klondike&deal=5")
    expect(table.page.locator("h1")).to_have_text("Alle spil")
    assert table.page.url.endswith("/spil.html?game=klondike&deal=5")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1366, 768)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_fits_every_window_and_axe_finds_nothing(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    table = open_table("/spel", size=size, color_scheme=scheme)
    open_file(table, MINE)
    expect(row(table, "mine~")).to_have_count(1)
    for game in ("klondike", "plato", "freecell"):
        choose(table, game)
    open_file(table, "spel")
    expect(table.page.locator("#file-fault")).to_be_visible()
    assert table.check_access() == []
    widths = table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    small = table.page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, select)")]
          .filter((one) => one.checkVisibility())
          .map((one) => [one.className, one.getBoundingClientRect().height])
          .filter(([, height]) => height < 44)"""
    )
    assert small == []


def test_the_list_reads_well_with_large_text(open_table: OpenTable) -> None:
    table = open_table("/spel", size=(320, 568))
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    choose(table, "plato")
    for language in ("sv", "da", "en"):
        table.page.locator("#language").select_option(language)
        expect(table.page.locator("html")).to_have_attribute("lang", language)
        widths = table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1]
        assert table.page.evaluate(BROKEN_WORDS, ".game h2") == []


BROKEN_WORDS: Final = r"""(places) => [...document.querySelectorAll(places)].flatMap((place) => {
  const text = place.firstChild;
  return [...text.data.matchAll(/[^\s-]+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


def test_the_menu_names_the_game_and_its_options(open_table: OpenTable) -> None:
    table = open_table("/klondike?deal=5&draw=3&passes=2&foundation-return=false")
    table.click("menu")
    expect(table.page.locator("#menu-game")).to_have_text(
        "Klondike. Draw: three cards at a time. Passes through the stock: 2. "
        "Cards may come down from the foundations: no."
    )
    table.page.select_option("#language", "da")
    expect(table.page.locator("#menu-game")).to_contain_text("7 kabale. Træk: ")
    table.go("/king-albert?deal=5")
    table.click("menu")
    expect(table.page.locator("#menu-game")).to_have_text("Kong Albert.")


def test_a_game_is_named_and_told_of_in_its_help(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5&draw=3&passes=2")
    table.click("menu")
    table.page.locator("#menu [data-do=help]").click()
    expect(table.page.locator("#help-head")).to_have_text("Så går Harpan till")
    told = table.page.locator("#help").inner_text()
    assert "vända tre kort till kasthögen" in told
    assert "högst 2 gånger" in told
    assert "fri cell" not in table.page.locator("#help-rules").inner_text()
    expect(table.page.locator("#help-runs")).to_have_text(
        "En följd flyttas i ett drag, hur lång den än är."
    )
    table.go("/kungen-patiens?deal=5")
    table.click("menu")
    table.page.locator("#menu [data-do=help]").click()
    assert "talong" not in table.page.locator("#help").inner_text()


def test_the_example_is_a_game_that_can_be_opened_again(open_table: OpenTable) -> None:
    table = open_table("/games")
    with table.page.expect_download() as waiting:
        table.page.locator(".example").click()
    assert waiting.value.suggested_filename == "example.toml"
    open_file(table, waiting.value.path().read_bytes())
    expect(row(table, "freecell~").locator("h2")).to_have_text("FreeCell")


def test_reading_files_costs_nothing_until_a_file_is_opened(open_table: OpenTable) -> None:
    table = open_table("/spel")
    loaded = "performance.getEntriesByType('resource').map(({ name }) => name)"
    names = json.dumps(table.page.evaluate(loaded))
    assert "chooser." in names
    assert "gamefile." not in names
    assert ".wasm" not in names
    open_file(table, MINE)
    expect(row(table, "mine~")).to_have_count(1)
    assert "gamefile." in json.dumps(table.page.evaluate(loaded))

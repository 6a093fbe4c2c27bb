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


def drop_file(table: Table, text: str) -> None:
    table.page.evaluate(
        """([text, name]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          const event = { dataTransfer, bubbles: true, cancelable: true };
          document.querySelector("main").dispatchEvent(new DragEvent("drop", event));
        }""",
        [text, "mitt.toml"],
    )


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
    "/plato?columns=12": "I PLATO kan columns inte vara ”12”. Det kan vara 4 till 10.",
    "/plato?cells=0&deal=5": "I PLATO kan cells inte vara ”0”. Det kan vara 1 till 10.",
    "/harpan?draw=2": "I Harpan kan draw inte vara ”2”. Det kan vara 1 eller 3.",
    "/klondike?draw=2": "In Klondike draw cannot be “2”. It can be 1 or 3.",
    "/7-kabale.html?passes=0": "I 7 kabale kan passes ikke være ”0”. "
    "Det kan være unlimited eller 1 til 99.",
    "/freecell?draw=3": "FreeCell has no option called “draw”. "
    "You can choose single-card or foundation-return.",
    "/kungen-patiens?colour=red": "Kungen har inget val som heter ”colour”. "
    "Det går att välja single-card eller foundation-return.",
    "/?own=gone~01234567": "Det finns inget spel som heter ”gone~01234567”. "
    "Här är de spel som finns.",
    "/spel?game=chess": "Det finns inget spel som heter ”chess”. Här är de spel som finns.",
}


@pytest.mark.parametrize(("address", "sentence"), WRONG.items(), ids=WRONG)
def test_what_cannot_be_leads_to_the_list_with_a_sentence(
    open_table: OpenTable, address: str, sentence: str
) -> None:
    table = open_table("/spel", locale="sv-SE")
    table.page.goto(table.site + address)
    fault = table.page.locator("#fault")
    expect(fault).to_have_text(sentence)
    expect(fault).to_be_in_viewport()
    expect(table.page.locator(".game")).to_have_count(10)
    asked = table.page.locator("#games > :first-child")
    if "game=chess" not in address and "own=" not in address:
        expect(asked.locator(".options")).to_be_visible()
        expect(asked.locator(".choose")).to_be_in_viewport()
    assert table.check_access() == []


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
    choose(table, "plato", columns="5", cells="2", build="suit", empties="king")
    expect(plato.locator(".rule")).to_have_text(
        "5 columns, 2 free cells. Built down in suit, an empty column takes only a king."
    )
    expect(table.said()).to_have_text(plato.locator(".rule").inner_text())
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
    table.page.reload()
    table.ready()
    expect(klondike.locator("[name=passes]")).to_have_value("unlimited")


def draw(table: Table) -> None:
    table.page.locator("[data-pile='64']").click()


def test_each_game_with_its_options_goes_on_where_it_was_left(open_table: OpenTable) -> None:
    table = open_table("/harpan?deal=5")
    draw(table)
    table.go("/harpan?deal=7&draw=3")
    draw(table)
    table.go("/kungen-patiens?deal=617")
    table.drag(("column1", "cell1", 1))
    table.go("/harpan")
    expect(table.heading()).to_have_text("Harpan, giv 5")
    assert table.page.url.endswith("/harpan?deal=5")
    assert len(table.pile("waste")) == 1
    table.go("/harpan?draw=3")
    assert table.page.url.endswith("/harpan?deal=7&draw=3")
    assert len(table.pile("waste")) == 3
    table.go("/harpan?deal=5&draw=3")
    assert table.pile("waste") == []
    saved = table.saved_in_browser(7, "klondike:draw=3")
    assert saved is not None
    assert saved["steps"] == [[["stock", "waste", 3]]]
    table.go("/spel")
    go_on = row(table, "klondike").locator(".play")
    expect(go_on).to_have_text("Fortsätt")
    expect(go_on).to_have_attribute("aria-label", "Fortsätt Harpan, giv 5")
    choose(table, "klondike", passes="2")
    expect(go_on).to_have_text("Spela")


def test_the_front_page_opens_the_game_that_was_played_last(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=617", locale="da-DK")
    table.drag(("column1", "cell1", 1))
    table.go("/harpan?deal=7&draw=3")
    draw(table)
    table.go("/")
    expect(table.heading()).to_have_text("7 kabale, uddeling 7")
    assert table.page.url.endswith("/7-kabale.html?deal=7&draw=3")
    assert len(table.pile("waste")) == 3
    table.go("/kungen-patiens?deal=617")
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
    expect(mine.locator(".rule")).to_have_text(
        "6 kolumner, 3 fria celler. Byggs ned i samma kortfärg, tom kolumn tar vilket kort som helst."
    )
    play(table, "mine~")
    expect(table.heading()).to_have_text("Mitt, giv 1")
    assert re.search(r"/\?own=mine(~|%7E)[0-9a-f]{8}&deal=1$", table.page.url)
    table.drag(("column1", "cell1", 1))
    table.page.reload()
    table.ready()
    assert table.moves() == 1
    key = re.sub(r".*own=mine(?:~|%7E)([0-9a-f]+)&.*", r"mine~\1", table.page.url)
    saved = table.saved_in_browser(1, key)
    assert saved is not None
    assert saved["steps"] == [[["column1", "cell1", 1]]]
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
    assert sorted(names) == ["Mitt", "Vårt"]


def test_an_own_game_can_be_removed_and_the_removal_taken_back(open_table: OpenTable) -> None:
    table = open_table("/spel", locale="sv-SE")
    open_file(table, MINE)
    play(table, "mine~")
    table.drag(("column1", "cell1", 1))
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
    expect(table.page.locator("#fault")).to_contain_text("Det finns inget spel som heter ”mine~")
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
    table.page.evaluate(
        """() => new Promise((resolve) => {
          const open = indexedDB.open("kungen");
          open.onsuccess = () => {
            const change = open.result.transaction("own", "readwrite");
            change.objectStore("own").put({ id: "broken~1", record: 5 });
            change.oncomplete = () => { open.result.close(); resolve(null); };
          };
        })"""
    )
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
    for _ in range(4):
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
    widths = table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_the_menu_names_the_game_and_its_options(open_table: OpenTable) -> None:
    table = open_table("/klondike?deal=5&draw=3&passes=2&foundation-return=false")
    table.click("menu")
    expect(table.page.locator("#menu-game")).to_have_text(
        "Klondike. Draw: three cards at a time. Passes through the stock: 2. "
        "Cards may come down from the foundations: no."
    )
    table.go("/king-albert?deal=5")
    table.click("menu")
    expect(table.page.locator("#menu-game")).to_have_text("King Albert.")


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

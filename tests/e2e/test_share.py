"""What the dialog that shares gives away, and what it opens: links, texts and files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from kungen import Game, Move, deal, load_game, parse_layout, save_game
from kungen.cli import main
from tests.e2e.hands import Table, read_saved

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    OpenTable = Callable[..., Table]

SAVED = read_saved("saves/page-1-freecell-617.json")
PHONE = {"size": (390, 844)}
# Where no script may write to the clipboard.
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
HEARD = """
Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared = what; } });
"""


def open_dialog(table: Table) -> None:
    table.click("menu")
    table.page.locator("#menu [data-do=share]").click()
    expect(table.page.locator("#share")).to_be_visible()
    expect(table.page.locator("#share option").first).to_be_attached()


def address(table: Table, goal: str | None = None) -> str:
    """The link that the dialog shows, to a goal when there are several."""
    if goal is not None:
        table.page.locator(f"#share [value={goal}]").check()
    return table.page.locator("#share .address").input_value()


def paste(table: Table, text: str) -> None:
    table.page.locator("#share-paste").fill(text)
    table.page.locator("#share form .strong").click()


def fault(table: Table) -> str:
    wrong = table.page.locator("#share .wrong")
    expect(wrong).to_be_visible()
    return wrong.inner_text()


def download(table: Table) -> str:
    with table.page.expect_download() as found:
        table.page.locator("#share .save").click()
    return found.value.path().read_text(encoding="utf-8")


def test_a_fresh_deal_has_one_link_that_anybody_can_open(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=5&draw=3")
    open_dialog(table)
    assert address(table) == f"{table.site}/harpan.html?deal=5&draw=3"
    expect(table.page.locator("#share .goals")).to_be_hidden()


def test_a_game_that_is_played_has_links_to_its_deal_to_where_it_is_and_to_all_of_it(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.drag(("column1", "cell1", 1))
    table.drag(("column2", "cell2", 1))
    table.click("undo")
    there = table.piles()
    open_dialog(table)
    assert address(table) == f"{table.site}/kungen-patiens.html?deal=617"
    now, play = address(table, "now"), address(table, "play")
    assert re.search(r"deal=617&play=[\w-]+&at=1$", play)
    other = open_table(now.removeprefix(table.site))
    expect(other.heading()).to_have_text("Kungen, egen ställning")
    assert other.piles() == there
    assert other.moves() == 0
    other = open_table(play.removeprefix(table.site))
    assert other.piles() == there
    expect(other.page.locator(".player .at")).to_have_text("Drag 1 av 2")


def test_a_won_game_is_shared_from_its_panel_and_seen_from_its_start(open_table: OpenTable) -> None:
    table = open_table()
    table.resume(617, SAVED, 96)
    source, target, count = SAVED["steps"][96][0]
    table.drag((source, target, count))
    table.expect_won()
    table.page.locator("#end [data-do=share]").click()
    link = address(table)
    assert link.endswith("&at=0")
    other = open_table(link.removeprefix(table.site))
    expect(other.page.locator(".player input")).to_have_attribute("max", "97")
    expect(other.page.locator(".player input")).to_have_value("0")
    expect(other.page.locator("#end")).to_be_hidden()


def test_a_link_is_copied_or_where_that_is_forbidden_selected(open_table: OpenTable) -> None:
    table = open_table(permissions=["clipboard-read", "clipboard-write"])
    open_dialog(table)
    table.page.locator("#share .copy").click()
    expect(table.page.locator("#share .told")).to_have_text("Kopierat")
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{table.site}/kungen-patiens.html?deal=617"
    table = open_table(script=NO_CLIPBOARD)
    open_dialog(table)
    table.page.locator("#share .copy-text").click()
    expect(table.page.locator("#share .told")).to_have_text("Texten är markerad: kopiera den nu.")
    assert table.page.evaluate("getSelection().toString()") == deal(617).text()


def test_the_systems_sheet_is_offered_where_there_is_one(open_table: OpenTable) -> None:
    table = open_table(script=HEARD)
    open_dialog(table)
    table.page.locator("#share .send").click()
    shared = table.page.evaluate("window.shared")
    assert shared == {
        "title": "Kungen, giv 617",
        "url": f"{table.site}/kungen-patiens.html?deal=617",
    }
    table = open_table(script="delete Navigator.prototype.share")
    open_dialog(table)
    expect(table.page.locator("#share .send")).to_be_hidden()


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("kungen-patiens", "freecell"),
        ("pingvinen", "penguin"),
        ("kung-albert", "king-albert"),
        ("harpan", "klondike"),
    ],
)
def test_the_text_of_the_board_is_the_one_that_the_library_writes(
    open_table: OpenTable, page: str, key: str
) -> None:
    table = open_table(f"/{page}.html?deal=617")
    open_dialog(table)
    text = table.page.locator("#share .board").input_value()
    assert text == deal(617, key).text()
    assert parse_layout(text, key) == deal(617, key)


def test_a_saved_file_is_read_by_the_library_and_at_the_prompt(
    open_table: OpenTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = open_table()
    table.resume(617, SAVED, 97)
    open_dialog(table)
    text = download(table)
    game = load_game(text)
    assert game.number == 617
    assert (game.move_count, game.is_won()) == (97, True)
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    assert main(["verify", f"{tmp_path / 'game.json'}"]) == 0
    assert "won" in capsys.readouterr().out


def test_a_game_saved_by_the_library_is_opened_and_gone_on_with(
    open_table: OpenTable, tmp_path: Path
) -> None:
    game = Game(13)
    game.push(next(iter(game.layout.legal_moves)))
    file = tmp_path / "other.json"
    file.write_text(save_game(game), encoding="utf-8")
    table = open_table("/kungen-patiens.html?deal=617")
    open_dialog(table)
    table.page.set_input_files("#share input[type=file]", file)
    expect(table.heading()).to_have_text("Kungen, giv 13")
    expect(table.page.locator(".player .at")).to_have_text("Drag 1 av 1")
    table.page.locator(".player .here").click()
    expect(table.page.locator(".player")).to_have_count(0)
    assert table.moves() == 1
    assert table.page.url == f"{table.site}/kungen-patiens.html?deal=13"
    kept = table.until(lambda: table.saved_in_browser(13))
    assert load_game(json.dumps(kept)).layout == game.layout


def test_a_game_that_began_with_a_position_is_saved_with_its_board_text(
    open_table: OpenTable,
) -> None:
    game = Game(deal(617).play(Move("column1", "cell1")))
    table = open_table("/kungen-patiens.html?deal=13")
    open_dialog(table)
    paste(table, game.start.text())
    expect(table.heading()).to_have_text("Kungen, egen ställning")
    table.drag(("column2", "cell2", 1))
    game.push(Move("column2", "cell2"))
    open_dialog(table)
    read = load_game(download(table))
    assert (read.start, read.layout) == (game.start, game.layout)
    assert read.number is None
    table = open_table("/kungen-patiens.html?deal=13")
    open_dialog(table)
    paste(table, save_game(game))
    expect(table.heading()).to_have_text("Kungen, egen ställning")
    assert (table.pile("cell1"), table.pile("cell2")) == (["JD"], ["KS"])


def test_what_is_pasted_on_the_table_is_laid_ready(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        deal(24).text(),
    )
    expect(table.page.locator("#share-paste")).to_have_value(deal(24).text())
    expect(table.page.locator("#share .wrong")).to_be_hidden()
    table.page.keyboard.press("Enter")
    expect(table.heading()).to_have_text("Kungen, egen ställning")
    assert table.pile("column1") == ["4C", "2C", "9C", "8C", "QS", "4S", "2H"]
    expect(table.note()).to_contain_text("Egen ställning")
    table.note().get_by_role("button").click()
    expect(table.heading()).to_have_text("Kungen, giv 617")


def test_a_text_that_is_pasted_into_a_field_stays_there(open_table: OpenTable) -> None:
    table = open_table()
    table.page.locator(".head input[name=deal]").focus()
    table.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "13");
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(table.page.locator("#share")).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("13", "Kungen, giv 13"),
        ("32 000", "Kungen, giv 32\u00a0000"),
        ("https://example.org/play/freecell?deal=13", "Kungen, giv 13"),
        ("https://example.org/?deal=13", "Kungen, giv 13"),
        ("https://example.org/harpan.html?deal=5&draw=3", "Harpan, giv 5"),
        ("example.org/play/harpan?deal=5", "Harpan, giv 5"),
        ("harpan.html?deal=5", "Harpan, giv 5"),
        ("Giv 32\u00a0000", "Kungen, giv 32\u00a0000"),
    ],
)
def test_numbers_and_links_are_opened_wherever_they_come_from(
    open_table: OpenTable, text: str, heading: str
) -> None:
    table = open_table()
    open_dialog(table)
    paste(table, text)
    expect(table.heading()).to_have_text(heading)


def test_a_position_of_another_game_is_opened_on_its_table(open_table: OpenTable) -> None:
    table = open_table()
    open_dialog(table)
    names = table.page.locator("#share option").all_inner_texts()
    assert names[0] == "Kungen"
    assert len(names) == 10
    table.page.locator("#share select").select_option("Harpan")
    paste(table, deal(617, "klondike").text())
    expect(table.heading()).to_have_text("Harpan, egen ställning")
    assert table.page.url.startswith(f"{table.site}/harpan.html?board=")
    free = [table.pile(f"column{column}")[-1] for column in range(1, 8)]
    assert free == [line.split()[-1] for line in deal(617, "klondike").text().split("\n")[3:]]


TEXT = deal(617).text()
FAULTS: list[tuple[str, str]] = [
    ("", "Här står inget att öppna."),
    (TEXT.replace("7D", "XX"), "Rad 3: ”XX” är inget kort."),
    (TEXT.replace("7D", "TD"), "Rad 3: ruter tio finns två gånger."),
    (TEXT.replace("7D ", ""), "Ruter sju saknas."),
    (TEXT.replace("7D TD TH ", ""), "Ruter sju, ruter tio och hjärter tio saknas."),
    (": AC", "Ruter ess, hjärter ess och 49 kort till saknas."),
    (TEXT + "\n: AC", "Rad 11: i Kungen finns bara 8 kolumner."),
    (TEXT.replace("- - - -", "- - - - -"), "Rad 2: i Kungen finns bara 4 fria celler."),
    (TEXT + "\nStock: AC", "Rad 11: Kungen har ingen rad ”Stock:”."),
    (TEXT + "\nNotes: AC", "Rad 11: ”Notes:” är en okänd rad."),
    (TEXT.replace("7D", "<7D>"), "Rad 3: ”<7D>” kan inte ligga dolt där."),
    (TEXT.replace("H-0", "H-11"), "Rad 1: ”H-11” är ingen grundhög; en sådan skrivs H-5,"),
    ('{"format": 9}', "Det här är inget sparat parti som går att läsa."),
    ('{"format": 1, "game": "freecell", "deal": 617, "steps": [[["column1", "column2", 1]]]}',
     "Det går inte att spela alla drag i det sparade partiet."),
    ('{"format": 1, "game": "spider", "deal": 1, "steps": []}', "Spelet ”spider” finns inte här."),
    ("0", "”0” är inget givnummer. Skriv ett heltal från 1 till 1\u00a0000\u00a0000."),
    ("1 000 001", "”1 000 001” är inget givnummer."),
    ("https://example.org/news?id=3", "Länken leder inte till något spel här."),
    ("https://example.org/other.html?deal=3", "Länken leder inte till något spel här."),
    ("example.org/other.html?deal=3", "Länken leder inte till något spel här."),
]  # fmt: skip


def test_what_cannot_be_opened_says_where_and_why(open_table: OpenTable) -> None:
    table = open_table()
    open_dialog(table)
    for text, sentence in FAULTS:
        paste(table, text)
        assert fault(table).startswith(sentence), text
    expect(table.heading()).to_have_text("Kungen, giv 617")
    table.page.locator("#share-paste").fill("13")
    expect(table.page.locator("#share .wrong")).to_be_hidden()


@pytest.mark.parametrize(
    ("page", "sentences"),
    [
        ("napoleon", ["Linje 3: ”XX” er ikke et kort.", "Hjerter seks mangler."]),
        ("freecell", ["Line 3: “XX” is no card.", "Six of hearts missing."]),
    ],
)
def test_faults_are_told_in_the_players_language(
    open_table: OpenTable, page: str, sentences: list[str]
) -> None:
    table = open_table(f"/{page}.html?deal=617")
    open_dialog(table)
    for text, sentence in zip(
        [TEXT.replace("7D", "XX"), TEXT.replace(" 6H", "")], sentences, strict=True
    ):
        paste(table, text)
        assert fault(table) == sentence


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1366, 768)])
def test_the_dialog_fits_and_has_no_faults_of_access(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(size=size)
    table.drag(("column1", "cell1", 1))
    open_dialog(table)
    paste(table, "XX")
    assert table.check_access() == []
    box: dict[str, Any] = table.page.evaluate(
        "(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))"
        "(document.querySelector('#share'))"
    )
    assert box["scrollWidth"] == box["clientWidth"]
    table.press("Escape")
    expect(table.page.locator("#share")).to_have_count(0)


def test_a_saved_game_that_is_dropped_on_the_table_is_laid_ready(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=13")
    table.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.json", { type: "application/json" }));
          document.querySelector("#felt").dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        json.dumps(SAVED),
    )
    expect(table.page.locator("#share-paste")).to_have_value(json.dumps(SAVED))
    table.press("Enter")
    expect(table.heading()).to_have_text("Kungen, giv 617")
    expect(table.page.locator(".player .at")).to_have_text("Drag 30 av 97")

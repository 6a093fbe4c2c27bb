"""The statistics: what was won, counted and shown, and everything as one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import FilePayload, expect

from tests.e2e.hands import CORPUS, Table
from tests.e2e.test_keeping import CALM, MOVES, open_near_win

if TYPE_CHECKING:
    from pathlib import Path

OpenTable = Callable[..., Table]
SAMPLE: Final = CORPUS / "kept" / "everything-1.json"
PAGES: Final = ["statistik", "kabalestatistik", "statistics"]
HOUR: Final = 3_600_000
DAY: Final = 24 * HOUR
NOW: Final = 1_790_000_000_000
"""21 September 2026, a Monday, 14:13 by Greenwich."""
AT_NOW: Final = f"""
const real = Date.now.bind(Date), first = real();
Date.now = () => {NOW} + real() - first;"""


def file_of(data: object, name: str = "kungen.json") -> FilePayload:
    text = data if isinstance(data, str) else json.dumps(data)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


def result(ended: int, **changes: Any) -> dict[str, Any]:
    base = {"format": 1, "game": "freecell", "deal": 617, "began": ended - HOUR, "ended": ended}
    rest = {"zone": "Europe/Stockholm", "moves": 90, "elapsed": 312_000, "helped": 0}
    return {**base, **rest, **changes}


def begun(opened: int, deal: int, game: str = "freecell") -> dict[str, Any]:
    page = {"elapsed": 1000, "won": False, "open": opened, "began": opened - 1}
    steps = [[["column1", "cell1", 1]]]
    return {
        "format": 1, "game": game, "deal": deal, "steps": steps, "position": 1, "page": page,
    }  # fmt: skip


def everything(**parts: Any) -> dict[str, Any]:
    return {"format": 1, "kungen": "everything", "saved": NOW, **parts}


def read_file(table: Table, data: object, name: str = "kungen.json") -> Table:
    table.page.set_input_files("#file", file_of(data, name))
    return table


def open_with(open_table: OpenTable, page: str = "statistik", **parts: Any) -> Table:
    options = parts.pop("options", {})
    table = open_table(f"/{page}", **{"script": AT_NOW, **options})
    read_file(table, everything(**parts))
    expect(table.note()).to_be_visible()
    return table


def card(table: Table, key: str) -> dict[str, str]:
    """What the card of a key says."""
    found: dict[str, str] = table.page.locator(f"[data-key='{key}']").evaluate(
        """(card) => {
          const text = (part) => card.querySelector(part)?.innerText ?? "";
          const terms = [...card.querySelectorAll("dt")];
          return {
            name: text("h2"), options: text(".options"),
            share: text(".share b"), of: text(".share span"), undated: text(".undated"),
            ...Object.fromEntries(terms.map((one) => [
              one.innerText, one.nextElementSibling.innerText])),
          };
        }"""
    )
    return {name: " ".join(text.split()) for name, text in found.items()}


def latest(table: Table) -> list[str]:
    rows = table.page.locator("#latest-rows tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]


def test_nothing_to_count_invites_to_a_deal(open_table: OpenTable) -> None:
    table = open_table("/statistik")
    expect(table.page.locator("#empty")).to_contain_text("Här samlas dina vinster")
    expect(table.page.locator("#counted")).to_be_hidden()
    table.page.locator("#empty a").click()
    table.page.wait_for_selector("#table", state="attached")
    table.ready()


def test_without_storage_the_page_says_that_there_is_nothing_to_count(
    open_table: OpenTable,
) -> None:
    script = "indexedDB.open = () => { throw new Error('refused'); };"
    table = open_table("/statistik", script=script)
    expect(table.page.locator("#empty-text")).to_contain_text("sparar inget här")
    expect(table.page.locator("#keep")).to_be_hidden()


def test_a_win_at_the_table_is_counted_and_leads_back_to_its_deal(open_table: OpenTable) -> None:
    table = open_near_win(open_table("/kungen-patiens?deal=1", **CALM), 1)
    table.drag(MOVES[-1])
    table.expect_won()
    table.page.locator("#end .to-statistics").click()
    table.page.wait_for_url("**/statistik")
    table.ready()
    told = card(table, "freecell")
    assert (told["name"], told["share"], told["of"]) == (
        "Kungen", "100 %", "1 av 1 gick ut, 0 gavs upp",
    )  # fmt: skip
    assert told["Vinster i följd"] == "1, som mest 1"
    assert told["Minst antal drag"] == "40, giv 3"
    assert told["Vunna utan tips"] == "1 av 1"
    table.page.locator("#latest-rows a").click()
    table.page.wait_for_url("**/kungen-patiens?deal=3")
    table.ready().expect_won()


def test_each_key_is_told_with_its_options_and_what_is_averaged(open_table: OpenTable) -> None:
    key = "klondike:draw=3,passes=2"
    wins = [
        result(NOW - 5 * DAY, elapsed=100_000, moves=80),
        result(NOW - 3 * DAY, elapsed=200_000, moves=91, helped=2),
        result(NOW - 2 * DAY, game=key, deal=8, score=655, elapsed=3_723_000, moves=120),
    ]
    games = [begun(NOW - 4 * DAY, 5), begun(NOW - DAY, 6), begun(NOW - DAY, 9, "klondike")]
    table = open_with(open_table, results=wins, games=games)
    assert card(table, "freecell") == {
        "name": "Kungen",
        "options": "",
        "share": "67 %",
        "of": "2 av 3 gick ut, 1 gavs upp",
        "undated": "",
        "Vinster i följd": "1, som mest 1",
        "Snabbast": "1:40, giv 617",
        "Minst antal drag": "80, giv 617",
        "Snitt över vunna": "86 drag, 2:30",
        "Vunna utan tips": "1 av 2, 2 tips",
    }
    told = card(table, key)
    assert told["options"] == "Vänd: tre kort i taget, varv genom talongen: 2"
    assert told["Högsta poäng"] == "655, giv 8"
    assert told["Snitt över vunna"] == "120 drag, 1:02:03, 655 poäng"
    only = card(table, "klondike")
    assert (only["share"], only["of"]) == ("", "1 giv pågår, ingen är avslutad än")
    names = [f"{one.get_attribute('data-key')}" for one in table.page.locator(".tally").all()]
    assert sorted(names[:2]) == ["freecell", "klondike"]
    assert names[2] == key


def test_what_the_page_does_not_know_is_told_as_earlier(open_table: OpenTable) -> None:
    old = {**begun(NOW, 4), "page": {"elapsed": 5, "won": True}}
    wins = [result(NOW - DAY, game="freecell:gone=1")]
    table = open_with(open_table, results=wins, games=[old])
    assert card(table, "freecell:gone=1")["name"] == "Tidigare: freecell:gone=1"
    assert table.page.locator("#latest-rows a").count() == 0
    told = card(table, "freecell")["undated"]
    assert told == "Dessutom 1 vinst från tiden innan datum sparades."


def test_own_games_have_their_names_and_lead_to_their_deals(open_table: OpenTable) -> None:
    (own,) = json.loads(SAMPLE.read_text(encoding="utf-8"))["own"]
    wins = [result(NOW - DAY, game=own["id"], deal=12)]
    table = open_with(open_table, results=wins, own=[own])
    assert card(table, own["id"])["name"] == "Mitt spel"
    link = table.page.locator("#latest-rows a").get_attribute("href")
    assert link is not None
    assert re.search(r"/\?own=my-game%7E1a2b&deal=12$", link)


@pytest.mark.parametrize("zone", ["Europe/Stockholm", "America/Los_Angeles", "Asia/Tokyo"])
def test_dates_of_results_stay_wherever_they_are_read(open_table: OpenTable, zone: str) -> None:
    wins = [
        result(NOW, zone="Pacific/Auckland"),
        result(NOW - DAY, zone="America/New_York", deal=5),
        result(NOW - 2 * DAY, zone="Europe/Stockholm", deal=6),
    ]
    table = open_with(open_table, results=wins, options={"timezone_id": zone})
    whens = [row.split(" Kungen")[0] for row in latest(table)]
    assert whens == ["22 sep. 2026 02:13", "20 sep. 2026 10:13", "19 sep. 2026 16:13"]


def test_the_picture_of_the_weeks_is_told_in_words_and_as_a_table(open_table: OpenTable) -> None:
    wins = [result(NOW - 10 * DAY, deal=deal) for deal in (1, 2, 3)]
    wins += [result(NOW - 60_000, deal=4), result(NOW - 9 * 7 * DAY, deal=5, game="penguin")]
    table = open_with(open_table, results=wins)
    picture = table.page.locator("#weeks svg")
    expect(picture).to_have_attribute(
        "aria-label",
        "5 vinster de senaste 52 veckorna, flest 3 i veckan från 7 september.",
    )
    assert table.page.locator("#weeks rect").count() == 52
    table.page.locator("#weeks-more summary").click()
    rows = [" ".join(row.split()) for row in table.page.locator("#weeks-rows tr").all_inner_texts()]
    assert rows == ["21 sep. 2026 1", "7 sep. 2026 3", "20 juli 2026 1"]
    table.page.locator("#which").select_option(label="Pingvinen")
    expect(picture).to_have_attribute("aria-label", re.compile("^1 vinst de senaste 52"))
    assert len(latest(table)) == 1


def test_the_last_twenty_results_are_listed_the_latest_first(open_table: OpenTable) -> None:
    wins = [result(NOW - deal * DAY, deal=deal) for deal in range(1, 31)]
    table = open_with(open_table, results=wins)
    deals = [int(row.split("giv ")[1].split()[0]) for row in latest(table)]
    assert deals == list(range(1, 21))


def test_one_switch_hides_time_score_and_streaks(open_table: OpenTable) -> None:
    wins = [result(NOW - DAY, game="klondike", score=500)]
    table = open_with(open_table, results=wins, settings={"quiet": True, "visited": True})
    assert list(card(table, "klondike"))[5:] == [
        "Minst antal drag", "Snitt över vunna", "Vunna utan tips",
    ]  # fmt: skip
    assert card(table, "klondike")["Snitt över vunna"] == "90 drag"
    assert "5:12" not in table.page.locator("main").inner_text()
    assert "500" not in table.page.locator("main").inner_text()


def test_the_settings_are_changed_here_too_and_seen_at_once(open_table: OpenTable) -> None:
    table = open_with(open_table, results=[result(NOW - DAY)])
    page = table.page
    time = page.locator("#tallies", has_text="5:12")
    expect(time).to_be_visible()
    page.get_by_role("button", name="Inställningar").click()
    dialog = page.get_by_role("dialog", name="Inställningar")
    expect(dialog.locator(".sample .rank").first).to_be_visible()
    dialog.get_by_label("Dölj tid").check()
    expect(time).to_be_hidden()
    dialog.locator("input[name=felt][value=wine]").check()
    table.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Inställningar")).to_be_focused()
    table.go("/kungen-patiens.html?deal=617")
    expect(page.locator("#clock")).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-felt", "wine")


def test_everything_goes_into_a_file_and_into_another_browser(
    open_table: OpenTable, tmp_path: Path
) -> None:
    table = open_table("/statistik", timezone_id="Europe/Stockholm")
    table.page.set_input_files("#file", str(SAMPLE))
    expect(table.note()).to_contain_text("Inläst: 3 nya vinster och 4 sparade spel.")
    expect(table.page.locator("#remind")).to_be_hidden()
    with table.page.expect_download() as download:
        table.page.locator("#save").click()
    name = download.value.suggested_filename
    there = table.page.evaluate("new Date().toLocaleDateString('sv-SE')")
    assert name == f"kungen-{there}.json"
    expect(table.page.locator("#remind")).to_contain_text("Senast sparat som fil: ")
    path = tmp_path / name
    download.value.save_as(path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for part in ("results", "positions", "aside", "lessons", "own"):
        assert saved[part] == sample[part], part
    assert sorted(saved["games"], key=json.dumps) == sorted(sample["games"], key=json.dumps)
    assert (saved["format"], saved["kungen"]) == (1, "everything")
    assert saved["settings"]["theme"] == "dark"

    other = open_table("/statistik")
    other.page.set_input_files("#file", str(path))
    expect(other.note()).to_contain_text("Inläst: 3 nya vinster")
    for key in ("freecell", "klondike:draw=3"):
        assert card(other, key) == card(table, key)
    assert latest(other) == latest(table)
    assert other.kept("positions") == sample["positions"]


def test_a_file_that_is_read_twice_changes_nothing(open_table: OpenTable) -> None:
    table = open_table("/statistik")
    parts = ("games", "positions", "results", "aside", "own", "settings")
    for told in ("Inläst: 3 nya vinster", "Filen hade inga nya vinster eller sparade spel."):
        table.page.set_input_files("#file", str(SAMPLE))
        expect(table.note()).to_contain_text(told)
    once = {part: table.kept(part) for part in parts}
    table.page.set_input_files("#file", str(SAMPLE))
    table.page.wait_for_timeout(300)
    assert {part: table.kept(part) for part in parts} == once
    assert len(once["aside"]) == 1


def test_records_that_cannot_be_read_are_counted_and_set_aside(open_table: OpenTable) -> None:
    bad = {**begun(NOW, 7), "steps": [[["column1", "moon", 1]]]}
    table = open_table("/statistik")
    data = everything(games=[begun(NOW, 5), bad], results=[result(NOW), {"deal": 5}])
    read_file(table, data)
    expect(table.note()).to_contain_text("Inläst: 1 ny vinst och 1 sparat spel. 2 av 4 kunde")
    assert table.kept("aside") == [bad, {"deal": 5}]
    assert [one["deal"] for one in table.kept("games")] == [5]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '{"kungen": "everything",\n "format": 1,,}',
            "kungen.json, rad 2, tecken 14: filen ska vara JSON, och där passar inte ”,”.",
        ),
        (
            '{"kungen": "everything"',
            "kungen.json, rad 1, tecken 24: filen ska vara JSON, och den slutar för tidigt.",
        ),
        (
            '{"kungen": 1, "kungen": 2}',
            'kungen.json, rad 1, tecken 15: nyckeln "kungen" får finnas en gång, inte två.',
        ),
        ('{"saved": 1e400}', "kungen.json, rad 1, tecken 11: talet 1e400 är för stort."),
        ('{"game": "freecell"}', "kungen.json är inte en fil som har sparats här."),
        (
            '{"kungen": "everything", "format": 2}',
            re.compile(r"^kungen\.json har format 2, och den här sidan läser format 1\. Ladda om"),
        ),
        (
            '{"kungen": "everything", "format": 1, "results": {}}',
            "kungen.json: ”results” ska vara en lista.",
        ),
    ],
    ids=["a comma", "the end", "a key twice", "a large number", "another file", "a later format",
         "no list"],
)  # fmt: skip
def test_a_file_with_a_fault_is_refused_with_the_place_and_changes_nothing(
    open_table: OpenTable, text: str, told: str | re.Pattern[str]
) -> None:
    table = open_with(open_table, results=[result(NOW - DAY)])
    read_file(table, text)
    expect(table.page.locator("#fault")).to_have_text(told)
    expect(table.page.locator("#fault")).to_be_focused()
    assert len(table.kept("results")) == 1


def test_a_file_is_read_where_it_is_dropped(open_table: OpenTable) -> None:
    table = open_table("/statistik")
    table.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "kungen.json"));
          document.querySelector("main").dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        json.dumps(everything(results=[result(NOW)])),
    )
    expect(table.note()).to_contain_text("Inläst: 1 ny vinst")
    assert card(table, "freecell")["share"] == "100 %"


def test_all_can_be_cleared_and_had_back(open_table: OpenTable) -> None:
    table = open_table("/statistik")
    table.page.set_input_files("#file", str(SAMPLE))
    expect(table.note()).to_contain_text("Inläst")
    parts = ("games", "positions", "results", "aside", "own", "settings")
    before = {part: table.kept(part) for part in parts}
    table.page.locator("#clear").click()
    expect(table.note()).to_contain_text("Allt är borta utom inställningarna.")
    expect(table.page.locator("#empty")).to_be_visible()
    assert [len(table.kept(part)) for part in parts] == [0, 0, 0, 0, 0, 1]
    expect(table.page.locator("#note-do")).to_be_focused()
    table.press("Enter")
    expect(table.page.locator("#counted")).to_be_visible()
    assert {part: table.kept(part) for part in parts} == before


def test_the_page_reminds_of_the_file_when_many_wins_are_in_none(open_table: OpenTable) -> None:
    few = open_with(open_table, results=[result(NOW - n * HOUR, deal=n) for n in range(1, 10)])
    expect(few.page.locator("#remind")).to_be_hidden()
    read_file(few, everything(results=[result(NOW - 30 * HOUR, deal=30)]))
    expect(few.page.locator("#remind")).to_contain_text("10 vinster finns inte i någon fil än.")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_assistive_technology(
    open_table: OpenTable, page: str, scheme: str
) -> None:
    locale = {"statistik": "sv-SE", "kabalestatistik": "da-DK", "statistics": "en-GB"}[page]
    options = {"color_scheme": scheme, "locale": locale}
    table = open_table(f"/{page}", **options)
    assert table.check_access() == []
    table.page.set_input_files("#file", str(SAMPLE))
    expect(table.note()).to_be_visible()
    table.page.locator("#weeks-more summary").click()
    table.page.locator(".how summary").click()
    assert table.check_access() == []
    text = table.page.locator("body").inner_text() + table.page.title()
    assert not re.search(r"[{}]|stats\.|undefined|NaN", text)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024), (1366, 768)])
def test_the_page_fits_every_window_also_with_large_letters(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    wins = [
        result(NOW - 2 * DAY, game="klondike:draw=3,passes=2", deal=2**33 - 1, score=1000,
               elapsed=40_000_000, helped=12),
        result(NOW - DAY),
    ]  # fmt: skip
    for page in PAGES[:2]:
        table = open_with(open_table, page, results=wins, options={"size": size})
        for letters in ("100%", "200%"):
            table.page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
            width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert table.page.evaluate(width) <= 0, (page, letters)
        table.shoot(f"statistics-{page}-{size[0]}-large")


def test_the_language_is_chosen_here_too(open_table: OpenTable) -> None:
    table = open_with(open_table, results=[result(NOW - DAY)])
    table.page.locator(".language select").select_option("en")
    table.page.wait_for_url("**/statistics")
    table.ready()
    expect(table.heading()).to_have_text("Statistics")
    assert card(table, "freecell")["of"] == "1 of 1 won, 0 given up"
    assert latest(table)[0].startswith("20 Sept 2026 16:13 FreeCell, deal 617 90 5:12")
    table.go("/statistik")
    table.page.wait_for_url("**/statistics")


def test_the_list_of_games_leads_here(open_table: OpenTable) -> None:
    table = open_table("/spel")
    table.page.locator("#statistics").click()
    table.page.wait_for_url("**/statistik")
    table.ready()


def test_what_is_won_meanwhile_in_another_window_is_counted(open_table: OpenTable) -> None:
    table = open_with(open_table, results=[result(NOW - DAY)])
    other = Table(table.page.context.new_page(), table.site).go("/statistik")
    read_file(other, everything(results=[result(NOW - 2 * DAY, deal=9)]))
    expect(other.note()).to_be_visible()
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(table.page.locator("[data-key=freecell] .share span")).to_contain_text("2 av 2")

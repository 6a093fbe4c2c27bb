"""The table by ear: deals won by keys alone, as they are heard in each language.

What is heard is kept in `tests/e2e/spoken`, for people to read too; `UPDATE_SPOKEN=1` writes it
anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Table
from tests.e2e.test_access import enter_table, focused

OpenTable = Callable[..., Table]
SPOKEN: Final = Path(__file__).parent / "spoken"
DEALS: Final = {"freecell": 637, "klondike": 9}
PAGES: Final = {
    ("freecell", "sv"): "kungen-patiens",
    ("freecell", "da"): "napoleon",
    ("freecell", "en"): "freecell",
    ("klondike", "sv"): "harpan",
    ("klondike", "da"): "7-kabale",
    ("klondike", "en"): "klondike",
}
KEYS: Final = re.compile(r"Arrow\w+|Page\w+|Home|End|Enter|Escape|Tab|Space")

# Whatever is said, and the name of every button on the table to which the keys come.
LISTEN: Final = """() => {
  const live = document.getElementById("live");
  window.heard = [];
  const hear = (line) => line !== window.heard.at(-1) && line !== "" && window.heard.push(line);
  new MutationObserver(() => hear(live.textContent)).observe(live, { childList: true });
  document.getElementById("table").addEventListener("focusin", ({ target }) =>
    hear(`→ ${target.getAttribute("aria-label")}`));
}"""


def press_keys(page: Page, line: str) -> None:
    """Press the keys of a line: names of keys, and texts that are typed, divided by blanks."""
    for word in line.split():
        for key in [word] if KEYS.fullmatch(word) else word:
            page.keyboard.press(key)


def heard(page: Page) -> list[str]:
    """Take what was heard since it was asked last; the time that a game took is left out."""
    lines: list[str] = page.evaluate("window.heard.splice(0)")
    return [re.sub(r"\d+:\d\d", "0:00", line) for line in lines]


def play_by_ear(table: Table, game: str) -> str:
    """Play a deal by the keys that are kept for it, and return what was heard at each of them."""
    page = table.page
    page.evaluate(LISTEN)
    enter_table(table)
    log = ["> Tab", *heard(page)]
    for line in (SPOKEN / f"{game}.keys").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            press_keys(page, line)
            log += [f"> {line}", *heard(page)]
    expect(page.locator("#end")).to_be_visible(timeout=30_000)
    return "\n".join([*log, *heard(page)]) + "\n"


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_deal_is_won_by_keys_alone_and_every_step_is_heard(
    open_table: OpenTable, game: str, language: str
) -> None:
    address = f"/{PAGES[game, language]}.html?deal={DEALS[game]}"
    table = open_table(address, reduced_motion="reduce")
    log = play_by_ear(table, game)
    kept = SPOKEN / f"{game}.{language}.txt"
    if "UPDATE_SPOKEN" in os.environ:
        kept.write_text(log, encoding="utf-8")
    assert log.splitlines() == kept.read_text(encoding="utf-8").splitlines()


def test_buttons_tell_what_keys_tell_and_it_stands_to_be_read(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=(390, 844), has_touch=True)
    table.click("menu")
    table.page.locator("#menu [data-do=listen]").tap()
    ear = table.page.get_by_role("dialog", name="Lyssna")
    told = ear.get_by_role("status")
    expect(told).to_contain_text("Fria kort: ruter knekt i kolumn 1,")
    ear.get_by_role("button", name="Vad kan flyttas?").tap()
    expect(told).to_contain_text("Klöver knekt till hjärter dam i kolumn 8.")
    expect(told).not_to_contain_text("Fria kort")
    ear.get_by_role("button", name="Hela bordet").tap()
    expect(told.locator("p")).to_have_count(10)
    expect(told.locator("p").first).to_have_text("Fria celler: alla tomma.")
    ear.get_by_role("button", name="Stäng").tap()
    expect(ear).to_be_hidden()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/klondike.html?deal=617", "Free cards: three of clubs in column 1,"),
        ("/kabaleskolen.html?lesson=ace", "Frie kort:"),
    ],
)
def test_the_help_leads_to_the_buttons_on_each_table(
    open_table: OpenTable, address: str, said: str
) -> None:
    table = open_table(address)
    table.page.locator("#table button[tabindex='0']").focus()
    table.press("?")
    table.page.locator("#help [data-do=listen]").press("Enter")
    expect(table.page.locator("#ear")).to_be_visible()
    assert table.page.evaluate("document.activeElement.id") == "ear-head"
    expect(table.page.locator("#heard")).to_contain_text(said)
    table.press("Escape")
    expect(table.page.locator("#ear")).to_be_hidden()


def test_keys_tell_the_same_as_the_buttons(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    enter_table(table)
    before = focused(table)
    for key, button in {"w": "Vad är fritt?", "m": "Vad kan flyttas?", "s": "Hela bordet"}.items():
        table.press(key)
        said = table.said().inner_text()
        table.click("menu")
        table.click("listen")
        ear = table.page.get_by_role("dialog", name="Lyssna")
        ear.get_by_role("button", name=button).click()
        assert " ".join(ear.locator("#heard p").all_inner_texts()) == said
        table.press("Escape")
        enter_table(table)
    assert focused(table) == before

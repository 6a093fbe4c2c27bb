"""Axe finds nothing on any page and in any dialog: every room, small windows, large text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import TimeoutError as NeverCame

from tests.e2e.hands import AXE, Table

OpenTable = Callable[..., Table]
TABLE: Final = "/kungen-patiens.html?deal=617"
PAGES: Final = (
    TABLE,
    "/harpan.html?deal=617&draw=3&passes=2",
    "/spel.html",
    "/patiensskolan.html",
    "/patiensskolan.html?lesson=ace",
    "/statistik.html",
    "/404.html",
)
# Buttons that play, deal or leave, and no dialog of the page.
ACTIONS: Final = {
    "undo", "redo", "tip", "finish", "verdict", "new", "restart", "next", "previous", "guide",
    "close", "print", "panel", "tour", "switch",
}  # fmt: skip
DIALOGS: Final = {"menu", "daily", "help", "listen", "settings", "share"}
# Cards do not lie on what the felt colours, so that not each deck must be seen in each room.
ROOMS: Final = tuple(
    (theme, *looks)
    for theme, looks in product(
        ("light", "dark"),
        (("green", "two"), ("blue", "families"), ("wine", "four"), ("graphite", "two")),
    )
)
LARGE_TEXT: Final = "document.documentElement.style.fontSize = '200%'"
OVERFLOWS: Final = """() => [document.documentElement, ...document.querySelectorAll("dialog[open]")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.localName} is ${box.scrollWidth} wide in ${box.clientWidth}`)"""


def faults(table: Table, selector: str, *rules: str) -> list[str]:
    """Whatever axe finds in the first part of the page that a selector names, but in its guide."""
    if not table.page.evaluate("'axe' in window"):
        table.page.evaluate(AXE.read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = table.page.evaluate(
        "([selector, options]) => axe.run({ include: [selector], exclude: ['#guide'] }, options)",
        [selector, options],
    )
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def open_page(table: Table, address: str) -> None:
    """Go to a page of any kind, and let what comes late come."""
    table.page.goto(table.site + address)
    table.page.wait_for_load_state("networkidle")


def dialogs(table: Table) -> list[str]:
    """Name the buttons that open a dialog of the table's page."""
    names: list[str] = table.page.evaluate(
        "() => [...document.querySelectorAll('[data-do]')].map(({ dataset }) => dataset.do)"
    )
    return sorted(set(names) - ACTIONS)


def open_dialog(table: Table, name: str) -> bool:
    """Press a button wherever it is; tell whether a dialog came."""
    table.page.evaluate("(name) => document.querySelector(`[data-do=${name}]`).click()", name)
    try:
        table.page.wait_for_selector("dialog[open]", timeout=3_000)
    except NeverCame:
        return False
    return True


@pytest.mark.parametrize(
    ("size", "scheme"), [((320, 568), "light"), ((1366, 768), "dark")], ids=["small", "large"]
)
def test_axe_finds_nothing_on_any_page(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    table = open_table(TABLE, size=size, color_scheme=scheme)
    found = {}
    for address in PAGES:
        open_page(table, address)
        found[address] = faults(table, "html") + table.page.evaluate(OVERFLOWS)
    assert {page: what for page, what in found.items() if what} == {}


@pytest.mark.parametrize(
    ("size", "script", "options"),
    [
        ((320, 568), "", {"color_scheme": "light"}),
        ((1366, 768), "", {"color_scheme": "dark"}),
        ((1366, 768), "", {"forced_colors": "active"}),
        ((1280, 800), LARGE_TEXT, {}),
    ],
    ids=["small and light", "large and dark", "forced colours", "text at 200 %"],
)
def test_axe_finds_nothing_in_any_dialog(
    open_table: OpenTable, size: tuple[int, int], script: str, options: dict[str, Any]
) -> None:
    table = open_table(TABLE, size=size, **options)
    table.page.evaluate(script or "0")
    found = {}
    for name in dialogs(table):
        if open_dialog(table, name):
            found[name] = faults(table, "dialog[open]") + table.page.evaluate(OVERFLOWS)
            table.press("Escape")
    assert set(found) >= DIALOGS
    assert {dialog: what for dialog, what in found.items() if what} == {}


def test_all_colours_of_every_room_can_be_told_apart(open_table: OpenTable) -> None:
    table = open_table(TABLE)
    table.click("tip")
    table.tap("column1")
    found = {}
    for room in ROOMS:
        table.page.evaluate(
            """([theme, felt, deck]) =>
              Object.assign(document.documentElement.dataset, { theme, felt, deck })""",
            room,
        )
        found[room] = faults(table, "#page", "color-contrast")
    assert {room: what for room, what in found.items() if what} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_keys_and_peeks_bring(open_table: OpenTable, theme: str) -> None:
    table = open_table(TABLE, color_scheme=theme)
    table.page.locator("#table button[tabindex='0']").focus()
    table.press("5")
    found = {"typed": faults(table, "#page")}
    table.press("Escape")
    table.press("v")
    found["peek"] = faults(table, "body")
    assert {state: what for state, what in found.items() if what} == {}

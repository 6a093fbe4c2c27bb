"""Phones with a notch, round corners and a bar at the foot: nothing that is used lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.hands import Table

UPRIGHT: Final = {"top": 47, "bottom": 34, "left": 0, "right": 0}
LYING: Final = {"top": 0, "bottom": 21, "left": 47, "right": 47}

OUTSIDE: Final = """([selector, insets]) => {
  const root = document.documentElement;
  const seen = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const boxes = seen.map((one) => [one, one.getBoundingClientRect()]);
  return boxes.filter(([, { left, right, top, bottom }]) =>
    left < insets.left || right > root.clientWidth - insets.right
    || top < insets.top || bottom > innerHeight - insets.bottom)
    .map(([one]) => one.id || one.dataset.do || one.className);
}"""


def cut(table: Table, insets: dict[str, int]) -> None:
    """Make the screen one whose edges are not all free."""
    devtools = table.page.context.new_cdp_session(table.page)
    free = {side: max(0, inset) for side, inset in insets.items()}
    told = {**free, **{f"{side}Max": inset for side, inset in free.items()}}
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": told})
    table.page.wait_for_timeout(200)


@pytest.mark.parametrize(
    ("size", "insets"), [((390, 844), UPRIGHT), ((844, 390), LYING)], ids=["upright", "lying"]
)
def test_cards_buttons_and_dialogs_keep_clear_of_the_edges_of_the_screen(
    open_table: Callable[..., Table], size: tuple[int, int], insets: dict[str, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=size, has_touch=True)
    cut(table, insets)
    assert table.page.evaluate(OUTSIDE, [".bar button, .status, .slot, .card", insets]) == []
    for name in ("menu", "help", "settings", "share"):
        table.click("menu")
        if name != "menu":
            table.page.locator(f"#menu [data-do={name}]").first.click()
        table.page.wait_for_selector("dialog[open] .cross")
        table.page.wait_for_timeout(100)
        # The settings of a phone are a sheet at the foot, which ends below what is used.
        free = {**insets, "bottom": 0} if name == "settings" else insets
        assert table.page.evaluate(OUTSIDE, ["dialog[open]", free]) == [], name
        table.press("Escape")


@pytest.mark.parametrize(
    ("size", "insets"), [((390, 844), UPRIGHT), ((844, 390), LYING)], ids=["upright", "lying"]
)
@pytest.mark.parametrize("address", ["/spel", "/patiensskolan", "/statistik"])
def test_the_other_pages_keep_clear_of_them_too(
    open_table: Callable[..., Table], address: str, size: tuple[int, int], insets: dict[str, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=size, has_touch=True)
    table.page.goto(table.site + address)
    cut(table, insets)
    sides = {**insets, "bottom": -100_000}
    assert table.page.evaluate(OUTSIDE, ["h1, header a, main p, main li", sides]) == []


def test_a_lesson_keeps_clear_of_them(open_table: Callable[..., Table]) -> None:
    for size, insets in (((390, 844), UPRIGHT), ((844, 390), {**LYING, "bottom": -100_000})):
        table = open_table("/kungen-patiens.html?deal=617", size=size, has_touch=True)
        table.page.goto(f"{table.site}/patiensskolan")
        cut(table, insets)
        table.page.locator("#book a[href*='lesson=']").first.click()
        table.page.wait_for_selector("#lesson .card")
        inside = "#lesson .bar :is(button, a), #lesson .slot, #lesson .card, #lesson .sheet"
        assert table.page.evaluate(OUTSIDE, [inside, insets]) == []

"""A deal can be won by drag, by taps, and without a pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.e2e.hands import Move, Table, read_saved

SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
OpenTable = Callable[..., Table]


def offered(table: Table) -> bool:
    return table.page.locator("#offer").is_visible()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)])
def test_a_deal_is_won_by_drag_alone(open_table: OpenTable, size: tuple[int, int]) -> None:
    table = open_table("/kungen-patiens.html?deal=3", size=size)
    for number, move in enumerate(MOVES, 1):
        table.drag(move)
        assert table.moves() == number, f"move {number}, {move}: {table.said().inner_text()}"
    table.expect_won()
    assert table.page.locator("#end-text").inner_text().startswith("Giv 3 gick ut på 40 drag. Tid ")


def test_a_deal_is_won_by_taps_and_the_finish(open_table: OpenTable) -> None:
    options: dict[str, Any] = {"has_touch": True}
    table = open_table("/kungen-patiens.html?deal=3", size=(390, 844), **options)
    table.choose(tap="select")
    for played, move in enumerate(MOVES, 1):
        if offered(table):
            break
        table.tap_move(move)
        assert table.moves() == played, f"{move}: {table.said().inner_text()}"
    assert offered(table)
    table.page.locator("#offer").click()
    table.page.wait_for_selector("#end:not([hidden])")
    table.expect_won()


def test_a_deal_is_won_by_keys_alone(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=3")
    for _ in range(30):
        table.press("Tab")
        if table.page.evaluate("document.activeElement.closest('#table') !== null"):
            break
    for played, move in enumerate(MOVES, 1):
        if offered(table):
            break
        table.key_move(move)
        assert table.moves() == played, f"{move}: {table.said().inner_text()}"
    assert offered(table)
    table.press("Enter")
    table.page.wait_for_selector("#end:not([hidden])")
    table.expect_won()

"""The page in WebKit: laid, played by pointer and keys, won, kept, spoken and read."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from kungen.lesson import lessons as read_lessons
from tests.e2e.hands import Move, read_saved
from tests.served import Served
from tests.webkit.driver import Pointer
from tests.webkit.hands import Table

OpenTable = Callable[..., Table]

PHONE: Final = (390, 844)
DESKTOP: Final = (1366, 768)
SIZES: Final = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
SOLUTION: Final = read_saved("solutions/freecell-3.json")
MOVES: Final[list[Move]] = [tuple(step[0]) for step in SOLUTION["steps"]]
OFFERED: Final = 39
"""After so many steps of the solution the finish is offered."""
KEPT: Final = """
const { serviceWorker } = navigator;
return serviceWorker.getRegistration().then((found) => found?.active?.state === "activated"
  && serviceWorker.controller !== null);
"""
KLONDIKE: Final = "/harpan?deal=617&draw=3&passes=2"


@SIZES
@pytest.mark.parametrize("address", ["/kungen-patiens?deal=617", KLONDIKE], ids=["open", "stock"])
def test_the_table_lies_whole_in_the_window(
    open_table: OpenTable, shots: Path, size: tuple[int, int], address: str
) -> None:
    table = open_table(address, size)
    found = table.measure(cards=".card")
    assert found == {"inside": True, "fits": True, "cards": 52}
    game = address[1:].partition("?")[0]
    table.window.shoot(shots / f"{game}-{size[0]}x{size[1]}.png")


@SIZES
@pytest.mark.parametrize("pointer", ["mouse", "pen"])
def test_cards_go_by_taps_and_by_drag(
    open_table: OpenTable, size: tuple[int, int], pointer: Pointer
) -> None:
    table = open_table(size=size)
    table.tap_move(("column5", "column8", 1), pointer)
    assert table.pile("column8")[-2:] == ["QH", "JC"]
    assert table.said() == "Klöver knekt till hjärter dam i kolumn 8. Klöver sju ligger fritt."
    table.drag(("column1", "cell2", 1), pointer)
    assert table.pile("cell2") == ["JD"]
    assert table.moves() == 2
    table.click("[data-do=undo]")
    table.click("[data-do=undo]")
    assert table.pile("column5")[-1] == "JC"
    assert table.moves() == 0


def test_a_deal_is_won_by_keys_and_the_finish(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=3")
    for played, move in enumerate(MOVES, 1):
        if table.is_seen("#offer"):
            break
        table.key_move(move)
        assert table.moves() == played, f"{move}: {table.said()}"
    table.press("Enter")
    table.wait_text("#end-head", "Du vann!")


def test_a_deal_goes_on_where_it_was_left(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=3", PHONE)
    for move in MOVES[:3]:
        table.tap_move(move)
    piles = table.piles()
    table.reload()
    assert table.piles() == piles
    assert table.moves() == 3
    table.go("/")
    assert table.piles() == piles


@SIZES
def test_dialogs_open_and_close_and_give_the_focus_back(
    open_table: OpenTable, shots: Path, size: tuple[int, int]
) -> None:
    table = open_table(size=size)
    button = table.focus("[data-do=menu]")
    table.press("Enter")
    table.wait_seen("#menu")
    table.window.shoot(shots / f"menu-{size[0]}x{size[1]}.png")
    table.press("Escape")
    table.wait_gone("#menu")
    assert table.focused() == button
    table.click("[data-do=menu]")
    table.click("#menu [data-do=help]")
    table.wait_seen("#help")
    table.wait_gone("#menu")
    table.click("#help .cross")
    table.wait_gone("#help")


def test_the_language_and_the_autoplay_are_chosen_and_kept(open_table: OpenTable) -> None:
    table = open_table("/?deal=617")
    table.click("[data-do=menu]")
    table.choose("#language", "da")
    table.wait_text("#menu-head", "Menu")
    assert table.window.evaluate("return document.documentElement.lang") == "da"
    table.go("/?deal=617")
    assert table.window.evaluate("return document.documentElement.lang") == "da"
    assert table.text("h1") == "Napoleon, uddeling 617"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("napoleon", "Klør knægt til hjerter dame i kolonne 8. Klør syv ligger frit."),
        ("freecell", "Jack of clubs to queen of hearts in column 8. Seven of clubs is free."),
    ],
)
def test_moves_are_said_in_the_language_of_the_page(
    open_table: OpenTable, page: str, said: str
) -> None:
    table = open_table(f"/{page}?deal=617")
    table.drag(("column5", "column8", 1))
    assert table.said() == said


def test_a_lesson_is_played_to_its_goal(open_table: OpenTable, shots: Path) -> None:
    lesson = next(one for one in read_lessons().values() if not one.goal.proof)
    table = open_table("/patiensskolan", PHONE)
    table.click(f"a[href*='lesson={lesson.id}']")
    table.wait_seen("#lesson")
    table.ready()
    for move in lesson.line:
        table.tap_move((move.source, move.target, move.count))
    table.wait_text("#outcome-head", "Klart!")
    table.window.shoot(shots / "lesson-390x844.png")


def test_the_list_leads_to_a_game_with_its_options(open_table: OpenTable) -> None:
    table = open_table("/spel")
    table.click("a.play[href*='harpan']")
    table.wait_text("h1", "Harpan")
    table.ready()
    assert table.measure(cards=".card")["cards"] == 52


def test_the_solver_answers_from_its_worker(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=11982")
    table.click("[data-do=verdict]")
    table.wait_text("#note", "Nej, den här given går inte att vinna.")


def test_a_setting_is_seen_and_kept(open_table: OpenTable) -> None:
    look = "const { theme, felt } = document.documentElement.dataset; return `${theme} ${felt}`"
    table = open_table()
    table.click("[data-do=menu]")
    table.click("#menu [data-do=settings]")
    table.choose("select[name=theme]", "2")
    table.click("label:has(input[name=felt][value=blue])")
    assert table.window.evaluate(look) == "dark blue"
    table.press("Escape")
    table.reload()
    assert table.window.evaluate(look) == "dark blue"


def test_a_win_is_in_the_statistics(open_table: OpenTable, shots: Path) -> None:
    table = open_table("/kungen-patiens?deal=3", PHONE).resume(3, SOLUTION, OFFERED)
    table.click("#offer")
    table.wait_text("#end-head", "Du vann!")
    table.go("/statistik")
    table.wait_text("main", "Kungen")
    table.window.shoot(shots / "statistics-390x844.png")


def test_the_page_is_played_without_a_network(open_table: OpenTable, served: Served) -> None:
    table = open_table()
    if not table.window.evaluate("return 'serviceWorker' in navigator"):
        pytest.skip("this WebKit has no service workers")
    table.window.wait_for(KEPT)
    served.stop()
    try:
        table.go("/harpan?deal=617")
        assert table.measure(cards=".card")["cards"] == 52
        table.tap("stock")
        assert table.pile("waste") != []
        table.go("/patiensskolan")
    finally:
        served.start()


@pytest.mark.parametrize(
    "address", ["/kungen-patiens?deal=617", KLONDIKE, "/spel", "/patiensskolan", "/statistik"]
)
def test_axe_finds_nothing(open_table: OpenTable, address: str) -> None:
    table = open_table(address)
    for size in (DESKTOP, PHONE):
        table.window.resize(*size)
        assert table.check_access() == []
    if table.is_seen("[data-do=menu]"):
        table.click("[data-do=menu]")
        assert table.check_access() == []

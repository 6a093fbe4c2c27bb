"""At a win the page tells how few moves are known to be enough."""

import json
from typing import Final

import pytest
from playwright.sync_api import expect

from kungen.par import DIGITS, par
from tests.e2e.hands import Table
from tests.e2e.test_keeping import CALM, MOVES, OpenTable, near_win

DEAL: Final = 3
STEPS: Final = len(MOVES)


def win(table: Table, path: str) -> None:
    table.put_in_browser(near_win(1))
    table.go(path)
    table.drag(MOVES[-1])
    expect(table.page.locator("#end")).to_be_visible()


TOLD: Final = {
    "/kungen-patiens?deal=3": "Det minsta kända antalet drag är {n}, när alla kort som kan gå till"
    " grundhögarna går av sig själva.",
    "/napoleon?deal=3": "Det laveste kendte antal træk er {n}, når alle kort, der kan komme til"
    " grundbunkerne, går af sig selv.",
    "/freecell?deal=3": "The fewest moves known are {n}, when all cards that can go to the"
    " foundations go by themselves.",
}


@pytest.mark.parametrize("path", TOLD)
def test_a_win_is_told_the_fewest_moves_known(open_table: OpenTable, path: str) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    win(table, path)
    expect(table.page.locator("#end-par")).to_have_text(TOLD[path].format(n=par("freecell", DEAL)))


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (STEPS - 1, "The fewest moves known are"),
        (STEPS, "No way with fewer moves is known."),
        (STEPS + 1, f"The fewest moves known till now were {STEPS + 1}!"),
    ],
)
def test_a_win_in_as_many_or_fewer_moves_is_praised(
    open_table: OpenTable, known: int, said: str
) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    digits = ("-" * (DEAL - 1)) + DIGITS[known]
    pars = {"freecell": {"first": 1, "moves": digits}}
    table.page.route("**/pars.*.json", lambda route: route.fulfill(body=json.dumps(pars)))
    win(table, "/freecell?deal=3")
    expect(table.page.locator("#end-par")).to_contain_text(said)


def test_nothing_is_told_when_counters_are_hidden(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    table.choose(quiet=True)
    win(table, "/freecell?deal=3")
    expect(table.page.locator("#end-par")).to_be_hidden()


def test_a_win_where_the_fewest_moves_cannot_be_had_is_told_as_ever(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    table.page.route("**/pars.*.json", lambda route: route.fulfill(body="Log in!"))
    win(table, "/freecell?deal=3")
    expect(table.page.locator("#end-text")).to_contain_text(f"in {STEPS} moves")
    expect(table.page.locator("#end-par")).to_be_hidden()


def test_a_won_game_that_is_opened_again_is_told_it_too(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens?deal=1", **CALM)
    win(table, "/kungen-patiens?deal=3")
    table.page.reload()
    expect(table.page.locator("#end-par")).to_contain_text("Det minsta kända antalet drag är")

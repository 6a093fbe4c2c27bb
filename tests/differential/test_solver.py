"""The solver: known verdicts, honest limits, and lines that win."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

import kungen
from kungen import Limits, Verdict, _core, deal, parse_layout, replay
from kungen.solver import Solver, solve
from tests.differential.native import program, run
from tests.differential.several_rules import PLATO, RULES
from tests.differential.walks import walk

if TYPE_CHECKING:
    from kungen import Rules
    from tests.differential.engines import Wasm

WON: Final = parse_layout("Foundations: H-K C-K D-K S-K", kungen.find_rules("freecell"))
IMPOSSIBLE: Final = 11982
SOLVED_OFTEN: Final = {
    "bakers-game": 10,
    "relaxed-freecell": 15,
    "forecell": 8,
    "eight-off": 12,
    "seahaven-towers": 10,
    "penguin": 8,
    "king-albert": 1,
    "king-albert:foundation-return=false": 1,
    "plato:columns=7,cells=6": 12,
    "plato:columns=10,cells=1": 10,
    "klondike": 10,
    "klondike:draw=3": 8,
    "klondike:passes=3": 9,
    "klondike:draw=3,passes=3": 2,
    "klondike:passes=1": 0,
    "klondike:draw=3,passes=1": 0,
    "klondike:foundation-return=false": 9,
}
"""Games with the least number of the deals 1 to 20 that few layouts are enough to win."""


def test_the_first_deals_are_won_by_lines_that_the_law_replays() -> None:
    for number in range(1, 101):
        result = solve(deal(number))
        assert result.verdict is Verdict.SOLVED
        assert replay(deal(number), result.line).is_won()
        assert result.reason == ""


def test_the_impossible_deal_is_refuted_by_trying_everything() -> None:
    result = solve(deal(IMPOSSIBLE))
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.line == ()
    assert result.nodes == 29358


@pytest.mark.parametrize(
    "number", [IMPOSSIBLE, 146692, 186216, 455889, 495505, 512118, 517776, 781948]
)
def test_the_eight_deals_of_a_million_that_cannot_be_won_are_refuted(number: int) -> None:
    assert solve(deal(number), Limits(bytes=64 << 20)).verdict is Verdict.UNSOLVABLE


def test_a_layout_that_is_won_needs_no_moves() -> None:
    result = solve(WON)
    assert (result.verdict, result.line, result.nodes) == (Verdict.SOLVED, (), 0)


@pytest.mark.parametrize("name", [name for name, rules in RULES.items() if rules.ranks == 13])
def test_layouts_on_the_way_are_won_by_legal_lines_under_all_rules(name: str) -> None:
    source = random.Random(7)
    for number in range(1, 6):
        layout = walk(deal(number, RULES[name]), 10, source)
        result = solve(layout, Limits(nodes=3000))
        assert replay(layout, result.line).is_won() == (result.verdict is Verdict.SOLVED)


@pytest.mark.parametrize("key", SOLVED_OFTEN)
def test_deals_of_every_game_are_won_by_lines_that_the_law_replays(key: str) -> None:
    solved = 0
    for number in range(1, 21):
        start = deal(number, key)
        result = solve(start, Limits(nodes=1000))
        assert replay(start, result.line).is_won() == (result.verdict is Verdict.SOLVED)
        solved += result.verdict is Verdict.SOLVED
    assert solved >= SOLVED_OFTEN[key]


@pytest.mark.parametrize("rules", PLATO[::9], ids=lambda rules: rules.key)
def test_deals_of_every_size_of_plato_get_no_line_that_does_not_win(rules: Rules) -> None:
    for number in range(1, 4):
        start = deal(number, rules)
        result = solve(start, Limits(nodes=500))
        assert replay(start, result.line).is_won() == (result.verdict is Verdict.SOLVED)


@pytest.mark.parametrize("number", [1, 46])
def test_a_deal_that_is_stuck_at_once_is_unsolvable(number: int) -> None:
    result = solve(deal(number, "forecell"))
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.nodes <= 1


@pytest.mark.parametrize("number", [31, 143])
def test_a_deal_of_klondike_that_cannot_be_won_is_refuted(number: int) -> None:
    assert solve(deal(number, "klondike")).verdict is Verdict.UNSOLVABLE


def test_a_deal_that_one_pass_does_not_win_is_won_by_more() -> None:
    once = solve(deal(10, "klondike:passes=1"))
    assert once.verdict is Verdict.UNSOLVABLE
    assert solve(deal(10, "klondike"), Limits(nodes=1000)).verdict is Verdict.SOLVED


@pytest.mark.parametrize("nodes", [1, 999, 2000, 2001, 29357])
def test_a_search_that_meets_the_limit_of_nodes_is_undecided(nodes: int) -> None:
    result = solve(deal(IMPOSSIBLE), Limits(nodes=nodes))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "nodes")
    assert result.nodes == nodes


def test_a_limit_of_just_enough_nodes_still_decides() -> None:
    assert solve(deal(IMPOSSIBLE), Limits(nodes=29358)).verdict is Verdict.UNSOLVABLE


def test_a_search_that_meets_the_limit_of_bytes_is_undecided_and_keeps_to_it() -> None:
    result = solve(deal(IMPOSSIBLE), Limits(bytes=1_000_000))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "bytes")
    assert 500_000 < result.bytes <= 1_000_000


def test_a_search_without_time_is_undecided() -> None:
    result = solve(deal(IMPOSSIBLE), Limits(seconds=1e-9))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "seconds")
    assert 0 < result.nodes < 29358


def test_a_search_goes_on_in_steps_and_says_how_far_it_is() -> None:
    solver = Solver(deal(IMPOSSIBLE))
    solver.step(100)
    assert solver.result is None
    assert solver.progress.nodes == 100
    solver.step(23)
    assert solver.progress.nodes == 123
    assert solver.progress.states > 123


def test_a_cancelled_search_is_undecided_and_stays_as_it_is() -> None:
    solver = Solver(deal(IMPOSSIBLE))
    solver.step(100)
    solver.cancel()
    solver.step(100)
    assert solver.result is not None
    assert (solver.result.verdict, solver.result.reason) == (Verdict.UNDECIDED, "cancelled")
    assert solver.result.nodes == 100


def test_a_result_is_not_cancelled_afterwards() -> None:
    solver = Solver(WON)
    solver.step()
    solver.cancel()
    assert solver.result is not None
    assert solver.result.verdict is Verdict.SOLVED


def test_a_step_of_no_layouts_is_refused() -> None:
    with pytest.raises(ValueError, match="the number of layouts is 0; it must be"):
        Solver(WON).step(0)


@pytest.mark.slow
def test_no_search_holds_more_memory_than_its_limit() -> None:
    lines = run([program("memory", sanitize=False)]).splitlines()
    states = set()
    for line in lines:
        least, limit, held, reported, state = map(int, line.split())
        assert reported <= limit
        # Below the least there is no search, only the object that says so.
        assert held <= max(limit, least)
        states.add(state)
    assert len(lines) >= 20
    assert states == {2, 4}


@pytest.mark.parametrize("key", ["freecell", "penguin", "king-albert", "klondike:draw=3,passes=3"])
def test_the_webassembly_solver_gives_the_same_line_and_the_same_counts(
    wasm: Wasm, key: str
) -> None:
    start = deal(5, key)
    core = _core.Solver(start.rules.pack(), start.pack(), 64 << 20, 0)
    state = core.step(100_000)
    rules, layout = start.rules.pack(), start.pack()
    sizes = (len(rules), len(layout))
    handle, _ = wasm.call("solver", "solver_open", *sizes, 64 << 20, 0, send=rules + layout)
    assert wasm.call("solver", "solver_step", handle, 100_000)[0] == state == 1
    assert wasm.call("solver", "solver_line", handle, unit=3)[1] == core.line()
    words = wasm.call("solver", "solver_progress", handle, unit=4)[1]
    assert tuple(memoryview(words).cast("I")) == core.progress()


def test_the_webassembly_solver_refuses_with_the_numbers_of_the_contract(wasm: Wasm) -> None:
    start = deal(1)
    rules, layout = start.rules.pack(), start.pack()
    lengths = (len(rules), len(layout))

    def opened(records: bytes, bytes_limit: int) -> int:
        result: int = wasm.call("solver", "solver_open", *lengths, bytes_limit, 0, send=records)[0]
        return result

    assert opened(b"?" + rules[1:] + layout, 1 << 20) == -1
    assert opened(rules + layout[1:] + b"\x00", 1 << 20) == -3
    assert opened(rules + layout, 1000) == -4
    assert opened(rules + layout, 1 << 20) > 0

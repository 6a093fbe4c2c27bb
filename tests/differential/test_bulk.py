"""Deals in a row: what the fast search says is what the complete one says, and its lines win."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from kungen import (
    GAMES,
    DealError,
    Limits,
    Verdict,
    deal,
    find_rules,
    replay,
    solve,
    solve_deals,
)
from kungen import bulk as bulk_module
from kungen.bulk import ThreadsError
from kungen.solver import SolverError
from tests.differential.native import program, zig_program
from tests.differential.several_rules import PLATO, RULES

if TYPE_CHECKING:
    from pathlib import Path

    from kungen import Rules

FEW = Limits(nodes=20_000)
LOST = {11982}


@pytest.mark.parametrize("key", sorted(RULES))
def test_the_verdicts_are_those_of_the_complete_search_and_every_line_wins(key: str) -> None:
    rules = RULES[key]
    for found in solve_deals(rules, 1, 26, limits=FEW):
        layout = deal(found.number, rules)
        if found.verdict is Verdict.SOLVED:
            assert replay(layout, found.line).is_won()
        complete = solve(layout, FEW)
        if Verdict.UNDECIDED not in (found.verdict, complete.verdict):
            assert found.verdict is complete.verdict


@pytest.mark.parametrize("rules", PLATO, ids=lambda rules: rules.key)
def test_every_size_of_plato_has_lines_that_win(rules: Rules) -> None:
    for found in solve_deals(rules, 1, 6, limits=FEW):
        if found.verdict is Verdict.SOLVED:
            assert replay(deal(found.number, rules), found.line).is_won()


def test_the_deals_that_nobody_can_win_are_proven_and_no_other() -> None:
    found = list(solve_deals("freecell", 11_000, 13_000))
    assert [one.number for one in found] == list(range(11_000, 13_000))
    assert {one.number for one in found if one.verdict is not Verdict.SOLVED} == LOST
    (lost,) = (one for one in found if one.number in LOST)
    assert lost.verdict is Verdict.UNSOLVABLE
    assert lost.states == 29_358
    assert lost.line == ()


def test_threads_that_cannot_be_started_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    with pytest.raises(ThreadsError, match="7 threads cannot be started: can't start new thread"):
        next(solve_deals("freecell", 1, 3, threads=7))


def test_threads_change_nothing_but_the_time() -> None:
    alone = list(solve_deals("seahaven-towers", 1, 1300, limits=Limits(nodes=2000)))
    assert list(solve_deals("seahaven-towers", 1, 1300, threads=3, limits=Limits(nodes=2000))) == (
        alone
    )


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(nodes=50), "nodes"), (Limits(bytes=100_000), "bytes")],
    ids=["nodes", "bytes"],
)
def test_a_limit_that_is_reached_is_said_and_is_no_verdict(limits: Limits, reason: str) -> None:
    (found,) = solve_deals("freecell", 11982, 11983, limits=limits)
    assert (found.verdict, found.reason) == (Verdict.UNDECIDED, reason)
    assert found.nodes <= (limits.nodes or found.nodes)
    assert found.bytes <= (limits.bytes or found.bytes)


def test_results_can_be_left_before_all_have_come() -> None:
    results = solve_deals("freecell", 1, 10_000_000, threads=2)
    assert [next(results).number for _ in range(3)] == [1, 2, 3]
    results.close()


def test_no_deals_are_no_results() -> None:
    assert list(solve_deals("freecell", 5, 5)) == []
    assert list(solve_deals("freecell", 5, 4)) == []


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        ({"start": 0}, DealError, "0"),
        ({"stop": 2**33 + 9}, DealError, "8589934591"),
        ({"start": "1"}, DealError, "'1'"),
        ({"stop": "9"}, TypeError, "before a whole number, not"),
        ({"threads": 0}, ValueError, "the number of threads is 0"),
        ({"limits": Limits(seconds=1)}, ValueError, "not seconds"),
        ({"limits": 5}, TypeError, "Limits, not"),
        ({"game": 5}, TypeError, "a key or Rules, not"),
    ],
    ids=str,
)
def test_what_cannot_be_solved_is_said_at_once(
    ask: dict[str, Any], error: type[Exception], said: str
) -> None:
    arguments = {"game": "freecell", "start": 1, "stop": 2, **ask}
    game, start, stop = (arguments.pop(name) for name in ("game", "start", "stop"))
    with pytest.raises(error, match=said):
        solve_deals(game, start, stop, **arguments)


def test_a_line_that_the_law_does_not_play_to_a_win_is_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bulk_module, "_wins", lambda _rules, _result: False)
    with pytest.raises(SolverError, match="does not win"):
        list(solve_deals("freecell", 1, 400))


def test_the_fast_search_keeps_the_sanitizers_silent_in_every_game() -> None:
    records = b"".join(rules.pack() for rules in RULES.values())
    done = subprocess.run(
        [program("greedy", sanitize=True)], input=records, capture_output=True, check=False
    )
    assert done.stderr == b""
    lines = [line.split() for line in done.stdout.decode("ascii").splitlines()]
    assert len(lines) == 40 * len(RULES)
    assert all(wins == "1" for _, state, _, _, wins in lines if state == "1")


def test_the_vectors_of_any_compiler_give_the_same_answers() -> None:
    records = b"".join(rules.pack() for rules in RULES.values())

    def answers(built: Path) -> bytes:
        return subprocess.run([built], input=records, capture_output=True, check=True).stdout

    assert answers(program("greedy", sanitize=False)) == answers(zig_program("greedy"))


def test_a_deal_costs_a_few_hundred_layouts() -> None:
    found = list(solve_deals(find_rules("freecell"), 1, 1001))
    assert sum(one.nodes for one in found) / len(found) < 600
    assert sum(one.states == 0 for one in found) > 900


def test_every_game_of_the_house_is_solved() -> None:
    for key in GAMES:
        (found,) = solve_deals(key, 1, 2, limits=Limits(nodes=1_000_000))
        assert found.verdict is not Verdict.UNDECIDED or key == "klondike"

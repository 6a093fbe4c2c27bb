"""`solve` and `perft`: what the native core finds, at the prompt."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from kungen import Move, deal, distinct, perft, replay
from kungen.solver import Solver

Kungen = Callable[..., Any]


def test_a_solution_names_its_deal_and_verifies(kungen: Kungen) -> None:
    done = kungen("solve", "617")
    lines = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert lines[0] == "#617"
    assert lines[1].startswith("; solved: ")
    assert max(map(len, lines)) <= 72
    moves = sum(len(line.split()) for line in lines[2:])
    assert f"; solved: {moves} moves, " in lines[1]
    verified = kungen("verify", "-", stdin=done.out)
    assert (verified.status, verified.out) == (0, f"won in {moves} moves, autoplay off\n")


def test_a_solution_as_json_wins_by_the_rules(kungen: Kungen) -> None:
    found = json.loads(kungen("solve", "617", "--json").out)
    assert (found["verdict"], found["reason"]) == ("solved", "")
    assert replay(deal(617), map(Move.from_json, found["line"])).is_won()
    assert found["nodes"] > 0
    assert found["bytes"] > 0


def test_a_board_is_solved_without_a_number(kungen: Kungen) -> None:
    board = "Foundations: H-K C-K D-K S-Q\n: KS\n"
    done = kungen("solve", "--board", "-", stdin=board)
    assert done.out == "; solved: 1 move, 0 layouts tried\n1h\n"


def test_a_deal_that_cannot_be_won_is_an_answer(kungen: Kungen) -> None:
    done = kungen("solve", "11982")
    assert done.status == 0
    assert done.out.startswith("#11982\n; unsolvable: no moves win, ")
    assert done.out.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--nodes", "10"], "nodes"),
        (["--memory", "1"], "bytes"),
        (["--seconds", "1e-9"], "seconds"),
    ],
)
def test_a_search_cut_short_is_undecided(kungen: Kungen, arguments: list[str], reason: str) -> None:
    done = kungen("solve", "11982", *arguments)
    assert done.status == 1
    assert done.out.startswith(f"#11982\n; undecided: {reason}, ")


def test_ctrl_c_ends_a_search_undecided(kungen: Kungen, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_solver: Solver, _nodes: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "step", interrupted)
    done = kungen("solve", "617")
    assert (done.status, done.err) == (130, "")
    assert done.out == "#617\n; undecided: interrupted, 0 layouts tried\n"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--nodes", "0", "--nodes is 0; it must be above 0 and at most 1000000000000"),
        ("--memory", "-1", "--memory is -1; it must be above 0 and at most 1000000000000"),
        ("--seconds", "nan", "--seconds is nan; it must be above 0 and at most 1000000000000"),
        ("--memory", "9" * 30, f"--memory is {'9' * 30}; it must be above 0 and at most"),
        ("--nodes", "many", 'invalid value for --nodes: unable to convert "many" into int'),
    ],
)
def test_a_limit_that_allows_nothing_is_wrong_usage(
    kungen: Kungen, option: str, value: str, sentence: str
) -> None:
    done = kungen("solve", "617", option, value)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kungen: {sentence}")
    assert done.err.count("\n") == 1


def test_without_the_native_module_solve_says_what_remains(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.cli.solving.find_spec", lambda _name: None)
    done = kungen("solve", "617")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("kungen: the native module is missing")


def counts(out: str) -> list[list[int]]:
    return [[int(word) for word in line.split()] for line in out.splitlines()]


@pytest.mark.parametrize("engine", [[], ["--reference"]])
def test_perft_counts_up_to_the_depth(kungen: Kungen, engine: list[str]) -> None:
    start = deal(617)
    assert counts(kungen("perft", "617", "2", *engine).out) == [[1, 35], [2, 966]]
    assert [perft(start, depth) for depth in (1, 2)] == [35, 966]
    different = counts(kungen("perft", "617", "2", "--distinct", *engine).out)
    assert different == [[depth, distinct(start, depth)] for depth in (1, 2)]


def test_perft_of_a_board_takes_the_depth_alone(kungen: Kungen) -> None:
    board = kungen("deal", "617").out
    assert counts(kungen("perft", "--board", "-", "1", stdin=board).out) == [[1, 35]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["617"], "the depth is a whole number from 1 to 99"),
        (["617", "0"], "the depth is a whole number from 1 to 99, not '0'"),
        (["617", "-1"], "the depth is a whole number from 1 to 99, not '-1'"),
        (["617", "1" * 5000], "the depth is a whole number from 1 to 99, not '1111"),
        (["0", "1"], "a deal number is a whole number from 1 to 8589934591, not 0"),
    ],
)
def test_a_depth_out_of_range_is_wrong_usage(
    kungen: Kungen, arguments: list[str], sentence: str
) -> None:
    done = kungen("perft", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kungen: {sentence}")

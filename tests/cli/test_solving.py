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
    line = [Move.from_json(move) for (move,) in found["steps"]]
    assert replay(deal(617), line).is_won()
    assert (found["format"], found["game"], found["deal"]) == (1, "freecell", 617)
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
        ("--nodes", "0", "--nodes is a whole number from 1 to 1000000000000, not 0\n"),
        ("--nodes", "1.5", "--nodes is a whole number from 1 to 1000000000000, not '1.5'\n"),
        ("--nodes", "many", "--nodes is a whole number from 1 to 1000000000000, not 'many'\n"),
        ("--memory", "-1", "--memory is a whole number from 1 to 1000000000000, not '-1'\n"),
        ("--memory", "0x10", "--memory is a whole number from 1 to 1000000000000, not '0x10'\n"),
        ("--memory", "9" * 30, "--memory is a whole number from 1 to 1000000000000, not '999"),
        ("--seconds", "nan", "--seconds is a number above 0 and at most 1000000000000, such as"),
        ("--seconds", "1_0", "--seconds is a number above 0 and at most 1000000000000, such as"),
        ("--seconds", "0.0", "--seconds is a number above 0 and at most 1000000000000, such as"),
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


def test_perft_counts_as_deep_as_its_help_says(kungen: Kungen) -> None:
    won = "Foundations: H-K C-K D-K S-K\n"
    done = kungen("perft", "--board", "-", "40", stdin=won)
    assert (done.status, counts(done.out)[-1]) == (0, [40, 0])
    assert "1 to 40" in kungen("perft", "--help").out


def test_zeros_before_a_number_do_not_count(kungen: Kungen) -> None:
    assert kungen("perft", "000617", "01").out == kungen("perft", "617", "1").out
    assert kungen("solve", "000617", "--nodes", "0100000").out.startswith("#617\n; solved")


def test_what_solve_prints_as_json_is_a_saved_game(kungen: Kungen) -> None:
    solved = kungen("solve", "617", "--json").out
    moves = len(json.loads(solved)["steps"])
    assert kungen("verify", "-", stdin=solved).out == f"won in {moves} moves\n"
    board = "Foundations: H-K C-K D-K S-Q\n: KS\n"
    by_board = kungen("solve", "--board", "-", "--json", stdin=board).out
    assert kungen("verify", "-", stdin=by_board).out == "won in 1 move\n"


def test_perft_of_a_board_takes_the_depth_alone(kungen: Kungen) -> None:
    board = kungen("deal", "617").out
    assert counts(kungen("perft", "--board", "-", "1", stdin=board).out) == [[1, 35]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["617"], "give the depth, a whole number from 1 to 40"),
        (["617", "0"], "the depth is a whole number from 1 to 40, not 0\n"),
        (["617", "41"], "the depth is a whole number from 1 to 40, not 41\n"),
        (["617", "0000000011234"], "the depth is a whole number from 1 to 40, not 11234\n"),
        (["617", "-1"], "the depth is a whole number from 1 to 40, not '-1'"),
        (["617", "٣"], "the depth is a whole number from 1 to 40, not '٣'"),
        (["617", "1" * 5000], "the depth is a whole number from 1 to 40, not '1111"),
        (["0", "1"], "a deal number is a whole number from 1 to 8589934591, not 0"),
    ],
)
def test_a_depth_out_of_range_is_wrong_usage(
    kungen: Kungen, arguments: list[str], sentence: str
) -> None:
    done = kungen("perft", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kungen: {sentence}")

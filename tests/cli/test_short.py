"""`solve --strategy`: short solutions, and what cannot be asked for."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from kungen import Move, deal, replay
from kungen.solver import Solver

Kungen = Callable[..., Any]


def test_a_short_solution_says_its_lengths_and_verifies(kungen: Kungen) -> None:
    done = kungen("solve", "1", "--strategy", "short", "--nodes", "30000")
    heading, verdict, lengths, *lines = done.out.splitlines()
    assert (done.status, done.err, heading) == (0, "", "#1")
    moves = sum(len(line.split()) for line in lines)
    assert verdict == f"; solved: {moves} moves, 30000 layouts tried"
    by_hand = sum(not word.endswith("h") for line in lines for word in line.split())
    assert lengths.startswith(f"; {by_hand} moves at autoplay all, ")
    assert lengths.endswith(" moves of single cards")
    assert by_hand < 35
    assert kungen("verify", "-", stdin=done.out).status == 0


def test_a_short_solution_as_json_has_its_lengths(kungen: Kungen) -> None:
    out = kungen("solve", "1", "--strategy", "short", "--nodes", "9000", "--json").out
    found = json.loads(out)
    line = [Move.from_json(move) for (move,) in found["steps"]]
    assert replay(deal(1), line).is_won()
    assert found["moves"] < len(line) <= found["single_moves"]


def test_a_fast_solution_is_printed_as_a_complete_one(kungen: Kungen) -> None:
    done = kungen("solve", "617", "--strategy", "fast")
    assert done.out.startswith("#617\n; solved: ")
    assert kungen("solve", "617", "--strategy", "complete").out == kungen("solve", "617").out


def test_time_ends_a_search_for_a_short_solution_with_the_best(kungen: Kungen) -> None:
    done = kungen("solve", "2", "--strategy", "short", "--seconds", "0.1")
    assert done.status == 0
    assert done.out.startswith("#2\n; solved: ")


def test_ctrl_c_ends_it_with_the_best(kungen: Kungen, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Solver.step

    def interrupted(solver: Solver, _nodes: int) -> None:
        step(solver, 2000)
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "step", interrupted)
    done = kungen("solve", "1", "--strategy", "short")
    assert done.status == 0
    assert done.out.startswith("#1\n; solved: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["617", "--strategy", "best"],
            'invalid value "best" for --strategy. Choose from: "complete", "fast", "short"',
        ),
        (["5", "--game", "klondike", "--strategy", "short"], "--strategy: the strategy 'short' is"),
        (["--deals", "1-2", "--strategy", "short"], "--strategy is for one deal; with --deals"),
    ],
)
def test_what_cannot_be_searched_like_that_is_said(
    kungen: Kungen, arguments: list[str], sentence: str
) -> None:
    done = kungen("solve", *arguments)
    assert done.status == 2
    assert done.err.startswith(f"kungen: {sentence}")

"""Errors: each says the same in another process."""

import copy
import pickle

import pytest

import kungen
from kungen.solver import SolverError

PUBLIC = [
    kind
    for name in kungen.__all__
    if isinstance(kind := getattr(kungen, name), type) and issubclass(kind, Exception)
]


def test_the_public_errors_are_found() -> None:
    assert {kungen.ReplayError, kungen.IllegalMove, kungen.RulesError} <= set(PUBLIC)


@pytest.mark.parametrize("kind", [*PUBLIC, SolverError])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_can_be_pickled(kind: type[Exception], protocol: int) -> None:
    error = kind(3, "no") if kind is kungen.ReplayError else kind("a sentence")
    for again in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):  # noqa: S301
        assert type(again) is kind
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_the_place_in_a_line_of_steps_survives_another_process() -> None:
    move = kungen.Move("column1", "cell1")
    with pytest.raises(kungen.ReplayError) as caught:
        kungen.Game.replay(617, [(move,), (move,)])
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert str(again) == "step 2: move 1: cell 1 holds JD"
    assert (again.index, again.reason) == (1, "move 1: cell 1 holds JD")

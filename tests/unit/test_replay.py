"""Replay: the end of a line of moves, or the move that is not legal."""

import pytest

from kungen.deals import deal
from kungen.layout import Move
from kungen.replay import ReplayError, replay


def test_replay_gives_the_end() -> None:
    end = replay(deal(617), [Move("column3", "cell1"), Move("column2", "cell2")])
    assert end == deal(617).play(Move("column3", "cell1")).play(Move("column2", "cell2"))
    assert replay(deal(617), []) == deal(617)


def test_replay_names_the_move_that_is_not_legal() -> None:
    with pytest.raises(ReplayError) as error:
        replay(deal(617), [Move("column3", "cell1"), Move("column2", "cell1")])
    assert (error.value.index, error.value.reason) == (1, "cell 1 holds KC")
    assert str(error.value) == "move 2: cell 1 holds KC"

"""Lines judged in processes apart: in time, and whatever becomes of the process."""

from __future__ import annotations

import random
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any

import pytest

from kungen import Game, deal, save_game, solve
from kungen.server.judging import Judgement, Judges, Overtime, judge
from kungen.server.steps import MOST_MOVES, StepsError, decode_steps, encode_steps, unpack_steps
from tests.server.plays import line, steps_of
from tests.server.running import in_a_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

WON = Judgement(len(line(617)))


def judged(work: Callable[[Judges], Coroutine[Any, Any, Any]], seconds: float = 30.0) -> Any:
    async def opened() -> Any:
        judges = Judges(seconds=seconds)
        try:
            return await work(judges)
        finally:
            judges.close()

    return in_a_loop(opened())


def test_a_process_judges_as_the_rules_do() -> None:
    async def both(judges: Judges) -> tuple[Judgement, Judgement]:
        won = await judges.judge("freecell", 617, steps_of(line(617)))
        return won, await judges.judge("freecell", 618, steps_of(line(617)))

    won, lost = judged(both)
    assert won == WON
    assert lost == judge("freecell", 618, steps_of(line(617)))
    assert (lost.won, lost.problem) == (False, "illegal")


def test_a_process_that_is_killed_is_replaced() -> None:
    async def twice(judges: Judges) -> tuple[Judgement, Judgement, int]:
        before = await judges.judge("freecell", 617, steps_of(line(617)))
        (killed,) = active_children()
        killed.kill()
        killed.join()
        after = await judges.judge("freecell", 617, steps_of(line(617)))
        return before, after, len(active_children())

    assert judged(twice) == (WON, WON, 1)


def test_a_line_that_takes_too_long_is_given_up_and_the_next_is_judged() -> None:
    async def twice(judges: Judges) -> Judgement:
        judges.seconds = 1e-6
        with pytest.raises(Overtime):
            await judges.judge("freecell", 617, steps_of(line(617)))
        judges.seconds = 30.0
        return await judges.judge("freecell", 617, steps_of(line(617)))

    assert judged(twice) == WON


def test_games_as_they_are_played_with_autoplay_count_as_the_game_does() -> None:
    game = Game(617)
    for move in line(617):
        if move in game.layout.legal_moves and not game.is_won():
            game.push(move)
    result = solve(game.layout).line or ()
    for move in result:
        if not game.is_won() and move in game.layout.legal_moves:
            game.push(move)
    assert game.is_won(), save_game(game)
    record = b"".join(
        bytes([len(step)]) + b"".join(move.pack() for move in step) for step in game.steps
    )
    assert judge("freecell", 617, record) == Judgement(game.move_count)


def test_steps_are_read_as_they_were_written() -> None:
    chance = random.Random(617)
    moves = [move.pack() for move in line(617)]
    for _ in range(50):
        steps = [chance.choices(moves, k=chance.randrange(1, 9)) for _ in range(20)]
        record = b"".join(bytes([len(step)]) + b"".join(step) for step in steps)
        assert decode_steps(encode_steps(record)) == record
        assert [[move.pack() for move in step] for step in unpack_steps(record)] == steps


def test_as_many_moves_as_there_may_be_are_read_and_no_more() -> None:
    step = b"\1" + line(617)[0].pack()
    assert len(unpack_steps(step * MOST_MOVES)) == MOST_MOVES
    with pytest.raises(StepsError, match="there are more than 2000 moves"):
        unpack_steps(step * (MOST_MOVES + 1))


def test_any_bytes_are_judged_without_an_error() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        data = chance.randbytes(chance.randrange(40))
        assert judge("klondike", 1, data).won is False


def test_the_longest_line_that_the_api_takes_is_no_longer_than_a_body() -> None:
    longest = steps_of((line(617)[0],) * MOST_MOVES)
    assert len(encode_steps(longest)) <= 11_000
    assert deal(617).is_won() is False

"""A line of moves judged by the rules, in processes apart from the one that answers."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from kungen.deals import deal
from kungen.replay import ReplayError, replay_step
from kungen.server.interrupts import passing_by_children
from kungen.server.steps import StepsError, unpack_steps


class Overtime(Exception):  # noqa: N818 - it is no fault of the line
    """A line whose replay took longer than it may."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a line: `moves` as the game counts them, or why it is refused."""

    moves: int
    problem: str = ""
    detail: str = ""

    @property
    def won(self) -> bool:
        """Whether the line is legal and ends with a win."""
        return not self.problem


def judge(game: str, number: int, steps: bytes) -> Judgement:
    """Replay a line of steps from a numbered deal, by the rules.

    >>> judge("freecell", 617, bytes((1, 2, 16, 1))).detail
    'the line ends with 0 of 52 cards on the foundations'
    """
    try:
        played = unpack_steps(steps)
    except StepsError as error:
        return Judgement(0, "steps", str(error))
    layout = deal(number, game)
    for index, step in enumerate(played):
        if index > 0 and layout.is_won():
            return Judgement(0, "illegal", f"step {index + 1} comes after the win")
        try:
            layout = replay_step(layout, step)
        except ReplayError as error:
            return Judgement(0, "illegal", f"step {index + 1}, {error}")
    if not layout.is_won():
        up, cards = sum(layout.foundations), layout.rules.cards
        return Judgement(
            0, "not-won", f"the line ends with {up} of {cards} cards on the foundations"
        )
    return Judgement(len(played))


@dataclass(slots=True)
class Judges:
    """Processes that judge lines; those that die are replaced."""

    processes: int = 1
    seconds: float = 2.0
    """The longest that one line may take."""
    _pool: ProcessPoolExecutor | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start a process, so that the first line need not wait for it."""
        with passing_by_children():
            self._open().submit(_be_ready)

    async def judge(self, game: str, number: int, steps: bytes) -> Judgement:
        """Judge a line; raises `Overtime` where it takes too long or no process can do it."""
        loop = asyncio.get_running_loop()
        for _ in range(2):  # a process may have died since the last line
            pool = self._open()
            try:
                with passing_by_children():
                    judging = loop.run_in_executor(
                        pool, _judge_in_time, game, number, steps, self.seconds
                    )
                return await asyncio.wait_for(judging, 2 * self.seconds + 5)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
            except TimeoutError:
                break
        raise Overtime

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not by a fork: the process that answers has threads.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, context, _begin_to_judge)
        return self._pool


def _be_ready() -> None:
    """Do nothing: whoever does it has started."""


def _begin_to_judge() -> None:
    """End with the process that answers, however it ends."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _judge_in_time(game: str, number: int, steps: bytes, seconds: float) -> Judgement:
    with _limited(seconds):
        return judge(game, number, steps)


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: object) -> None:
        raise Overtime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

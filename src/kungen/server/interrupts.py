"""Ctrl-C, which a terminal sends to all processes at once: the first ends its children by itself.

Children inherit what is blocked. So it passes by them also while they are still loading Python,
which would tell of it at length.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Final

INTERRUPT: Final = {signal.SIGINT}


@contextmanager
def passing_by_children() -> Iterator[None]:
    """Have Ctrl-C pass by the processes that this thread starts meanwhile."""
    before = _block()
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear_interrupts() -> None:
    """Let Ctrl-C through to this thread, also one that has come meanwhile."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)


def end_at_interrupts() -> None:
    """Have Ctrl-C end this process as a termination signal does, and pass by its children."""
    _block()
    threading.Thread(target=_pass_on, daemon=True).start()


def _block() -> set[int]:
    resource_tracker.ensure_running()  # what the first process would start with it unblocks again
    return signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)


def _pass_on() -> None:
    while True:
        signal.sigwait(INTERRUPT)
        os.kill(os.getpid(), signal.SIGTERM)

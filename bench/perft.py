"""Counts the same moves with the law and with the core, and says how much faster the core is.

Run as ``python bench/perft.py``. The two take turns, so that what else the machine does falls on
both; each ratio is of medians.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Final

import kungen
from kungen import _core

if TYPE_CHECKING:
    from collections.abc import Callable

DEPTH: Final = 5
ROUNDS: Final = 7
NATIVE_REPEATS: Final = 20
TARGET: Final = 100


def main() -> None:
    """Print the counts, the times and the ratio."""
    layout = _mid_game()
    rules, record = layout.rules.pack(), layout.pack()
    law_times, core_times = [], []
    for _ in range(ROUNDS):
        law_times.append(_seconds(lambda: kungen.perft(layout, DEPTH), 1))
        core_times.append(_seconds(lambda: _core.perft(rules, record, DEPTH), NATIVE_REPEATS))
    count = _core.perft(rules, record, DEPTH)
    if count != kungen.perft(layout, DEPTH):
        raise AssertionError("the core and the law count differently")
    law, core = statistics.median(law_times), statistics.median(core_times)
    print(f"perft {DEPTH} of a mid-game layout: {count} sequences")
    print(f"law  {law * 1e3:9.2f} ms  {count / law:13,.0f} a second")
    print(f"core {core * 1e3:9.2f} ms  {count / core:13,.0f} a second")
    print(f"the core is {law / core:.0f} times as fast (target: at least {TARGET})")


def _mid_game() -> kungen.Layout:
    """Return the layout in the middle of a win of deal 617."""
    start = kungen.deal(617)
    line = kungen.solve(start).line
    return kungen.replay(start, line[: len(line) // 3])


def _seconds(work: Callable[[], int], repeats: int) -> float:
    began = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - began) / repeats


if __name__ == "__main__":
    main()

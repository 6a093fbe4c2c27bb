"""Solve FreeCell deals beside fc-solve's quickest preset, and say how the two compare.

Run as ``python bench/solver.py [LAST]``; deals 1 to LAST, 32 000 unless said. The two take turns.
What is compared is the processor time of the whole program, for ours without the replays in Python
that a hundredth of the solutions gets; without fc-solve (Debian: freecell-solver-bin) ours is
measured alone.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from statistics import median
from typing import Final

from kungen import _core, find_rules

ROUNDS: Final = 3
LAST: Final = 32_000
PEER: Final = "freecell-solver-range-parallel-solve"
CHUNK: Final = 1000
BYTES: Final = 64 << 20
SOLVED: Final = 1
TARGET: Final = 10


def user_seconds(who: int) -> float:
    """Return the processor time so far of this program or of those that it started."""
    return resource.getrusage(who).ru_utime


def ours(last: int) -> tuple[float, int, float]:
    """Return the seconds for deals 1 to *last*, the deals not solved, and layouts a deal."""
    rules = find_rules("freecell").pack()
    start = user_seconds(resource.RUSAGE_SELF)
    open_deals, nodes = 0, 0
    for first in range(1, last + 1, CHUNK):
        count = min(CHUNK, last + 1 - first)
        for state, tried, _, _, _, wins in _core.solve_deals(rules, first, count, BYTES, 0):
            if state == SOLVED and not wins:
                raise AssertionError("a line does not win")
            open_deals += state != SOLVED
            nodes += tried
    return user_seconds(resource.RUSAGE_SELF) - start, open_deals, nodes / last


def theirs(last: int) -> float:
    """Return fc-solve's seconds for the same deals."""
    start = user_seconds(resource.RUSAGE_CHILDREN)
    command = [PEER, "1", str(last), str(last), "-l", "lg"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return user_seconds(resource.RUSAGE_CHILDREN) - start


def main(arguments: list[str]) -> int:
    """Print both medians and their ratio."""
    last = int(arguments[0]) if arguments else LAST
    has_peer = shutil.which(PEER) is not None
    mine, others = [], []
    for _ in range(ROUNDS):
        seconds, unsolved, nodes = ours(last)
        mine.append(seconds)
        if has_peer:
            others.append(theirs(last))
    print(f"deals 1 to {last}: {unsolved} not solved, {nodes:.0f} layouts a deal")
    print(f"kungen              {median(mine) / last * 1e6:8.1f} microseconds a deal")
    if has_peer:
        print(f"fc-solve -l lg      {median(others) / last * 1e6:8.1f} microseconds a deal")
        print(f"kungen is {median(others) / median(mine):.1f} times as fast (target: {TARGET})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

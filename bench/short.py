"""Look for short FreeCell solutions beside fc-solve's presets for them; compare lengths and times.

Run as ``python bench/short.py [LAST [NODES]]``; deals 1 to LAST, 50 unless said, and so many
layouts a deal. The searches take turns, deal by deal, three times over; each finds the same line
every time.

Lengths are the moves that are not to a foundation, a run counting one, of lines that the law has
played to a win. fc-solve's may keep cards back that a player's autoplay at level `all` would send
up, so that its lengths are at best what a game would count. Times are those of the processor,
without replays; fc-solve's hold the start of its program, some milliseconds. Without fc-solve
(Debian: freecell-solver-bin) ours is measured alone.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
from functools import partial
from statistics import mean, median
from time import process_time
from typing import TYPE_CHECKING, Final

from kungen import Layout, _core, deal, parse_line, replay
from kungen.replay import count_single_moves
from kungen.solver import unpack_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from kungen import Move

Searched = tuple[float, tuple["Move", ...]]

ROUNDS: Final = 3
LAST: Final = 50
NODES: Final = 300_000
BYTES: Final = 1 << 30
SHORT_STRATEGY: Final = 2
PEER: Final = "fc-solve"
PRESETS: Final = ("video-editing", "micro-finance-improved")
"""Those of all presets that gave the shortest lines on deals 1 to 10."""


def ours(layout: Layout, nodes: int) -> Searched:
    """Return the seconds of our search, and its line."""
    start = process_time()
    solver = _core.Solver(layout.rules.pack(), layout.pack(), BYTES, nodes, SHORT_STRATEGY)
    while solver.step(nodes) == 0:
        pass
    packed = solver.line()
    return process_time() - start, unpack_line(packed)


def theirs(layout: Layout, preset: str) -> Searched:
    """Return the seconds of fc-solve, and its line."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [PEER, "-l", preset, "-p", "-t", "-m", "-snx", "-"]
    done = subprocess.run(command, input=layout.text(), text=True, capture_output=True, check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
    words = " ".join(re.findall(r"^[0-9a-hv ]+$", done.stdout, re.MULTILINE))
    return seconds, parse_line(words, layout, bare="one")


def lengths(layout: Layout, line: tuple[Move, ...]) -> tuple[int, int]:
    """Return the moves of a line that are not up, and its moves of single cards."""
    if not replay(layout, line).is_won():
        raise AssertionError("a line does not win")
    by_hand = sum(not move.target.startswith("foundation") for move in line)
    return by_hand, count_single_moves(layout, line)


def main(arguments: list[str]) -> int:
    """Print what each search finds, and in what time."""
    last, nodes = (*map(int, arguments), *(LAST, NODES)[len(arguments) :])
    searches: dict[str, Callable[[Layout], Searched]] = {
        f"kungen, {nodes} layouts": partial(ours, nodes=nodes)
    }
    if shutil.which(PEER) is not None:
        for preset in PRESETS:
            searches[f"fc-solve -l {preset}"] = partial(theirs, preset=preset)
    seconds: dict[str, list[float]] = {name: [] for name in searches}
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in searches}
    for number in range(1, last + 1):
        layout = deal(number)
        times: dict[str, list[float]] = {name: [] for name in searches}
        for _ in range(ROUNDS):
            for name, search in searches.items():
                took, line = search(layout)
                times[name].append(took)
                if len(times[name]) == ROUNDS:
                    found[name].append(lengths(layout, line))
        for name, some in times.items():
            seconds[name].append(median(some))
    print(f"FreeCell, deals 1 to {last}, means (single cards in brackets)")
    for name in searches:
        moves, singles = (mean(lengths) for lengths in zip(*found[name], strict=True))
        print(f"{name:36} {moves:6.2f} moves ({singles:6.2f})  {mean(seconds[name]):7.3f} s a deal")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Solve FreeCell deals beside fc-solve's quickest preset, and say how the two compare.

Run as ``python bench/solver.py [LAST]``; deals 1 to LAST, 32 000 unless said. The two take turns.
What is compared is the processor time of two programs that deal, search and count; the replays that
the library makes of every solution are timed beside them. Without fc-solve (Debian:
freecell-solver-bin) ours is measured alone.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

from kungen import Verdict, find_rules, solve_deals
from kungen.verdict import Limits

ROOT: Final = Path(__file__).resolve().parent.parent
BUILT: Final = ROOT / "build" / "bench"
ROUNDS: Final = 5
LAST: Final = 32_000
PEER: Final = "freecell-solver-range-parallel-solve"
TARGET: Final = 10
BYTES: Final = 64 << 20


def user_seconds(who: int) -> float:
    """Return the processor time so far of this program or of those that it started."""
    return resource.getrusage(who).ru_utime


def build() -> Path:
    """Build the program that is timed, with CMake, and return where it is."""
    options = ["-DKUNGEN_PYTHON=OFF"]
    for command in (
        ["cmake", "-S", str(ROOT), "-B", str(BUILT), *options],
        ["cmake", "--build", str(BUILT), "--target", "kungen_solve"],
    ):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return BUILT / "kungen_solve"


def ours(program: Path, last: int) -> tuple[float, list[int]]:
    """Return the seconds for deals 1 to *last*, and won, lost, undecided and positions."""
    start = user_seconds(resource.RUSAGE_CHILDREN)
    rules = find_rules("freecell").pack()
    done = subprocess.run([program, "1", str(last)], input=rules, capture_output=True, check=True)
    return user_seconds(resource.RUSAGE_CHILDREN) - start, [
        int(word) for word in done.stdout.split()
    ]


def library(last: int) -> float:
    """Return the seconds that the library takes with its replays."""
    start = user_seconds(resource.RUSAGE_SELF)
    for found in solve_deals("freecell", 1, last + 1, limits=Limits(bytes=BYTES)):
        if found.verdict is Verdict.UNDECIDED:
            raise AssertionError(f"deal {found.number} is undecided")
    return user_seconds(resource.RUSAGE_SELF) - start


def theirs(last: int) -> float:
    """Return fc-solve's seconds for the same deals."""
    start = user_seconds(resource.RUSAGE_CHILDREN)
    command = [PEER, "1", str(last), str(last), "-l", "lg"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return user_seconds(resource.RUSAGE_CHILDREN) - start


def main(arguments: list[str]) -> int:
    """Print the medians and their ratio."""
    last = int(arguments[0]) if arguments else LAST
    has_peer = shutil.which(PEER) is not None
    program = build()
    mine, replayed, others, ratios = [], [], [], []
    counts: list[int] = []
    for _ in range(ROUNDS):
        seconds, counts = ours(program, last)
        mine.append(seconds)
        replayed.append(library(last))
        if has_peer:
            others.append(theirs(last))
            ratios.append(others[-1] / seconds)

    def tell(name: str, seconds: list[float]) -> None:
        print(f"{name:32}{median(seconds) / last * 1e6:8.1f} microseconds a deal")

    won, lost, undecided, positions = counts
    print(f"deals 1 to {last}: {won} won, {lost} lost, {undecided} undecided")
    print(f"{positions / last:.0f} positions a deal")
    tell("kungen, deals and search", mine)
    tell("kungen, replays and Python too", replayed)
    if has_peer:
        tell("fc-solve -l lg", others)
        print(f"kungen is {median(ratios):.1f} times as fast (target: {TARGET})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

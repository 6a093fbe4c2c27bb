"""Fit the weights of the fast search to each game, on deals that no test and no benchmark uses.

    python tools/tune.py [GAME ...]

Takes some minutes a game. The same sources always give the same weights.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kungen import find_rules

ROOT: Final = Path(__file__).resolve().parent.parent
WEIGHTS: Final = ROOT / "core" / "search" / "greedy" / "weights"
BUILT: Final = ROOT / "build" / "tune"
FIRST: Final = 100_001
LAST: Final = 108_000


@dataclass(frozen=True, slots=True)
class Task:
    """A set of weights: its file and game, the positions of a search, the steps, what goes up."""

    name: str
    game: str
    quota: int
    steps: int = 1_200
    goes_up: str = "all"


TASKS: Final = (
    Task("freecell", "freecell", 300, 3_000),
    Task("freecell_calm", "freecell", 300, 3_000, "safe"),
    Task("relaxed_freecell", "relaxed-freecell", 300),
    Task("forecell", "forecell", 300),
    Task("king_albert", "king-albert", 300),
    Task("bakers_game", "bakers-game", 300),
    Task("eight_off", "eight-off", 400),
    Task("seahaven_towers", "seahaven-towers", 300),
    Task("penguin", "penguin", 400),
)


def build() -> Path:
    """Build the program that fits, with CMake, and return where it is."""
    options = ["-DKUNGEN_PYTHON=OFF"]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(BUILT), *options], check=True)
    subprocess.run(["cmake", "--build", str(BUILT), "--target", "kungen_tune"], check=True)
    return BUILT / "kungen_tune"


def fit(program: Path, task: Task) -> str:
    """Return the text of a file of weights."""
    numbers = [str(number) for number in (FIRST, LAST, task.quota, task.steps)]
    done = subprocess.run(
        [program, task.goes_up, *numbers, "plain"],
        input=find_rules(task.game).pack(),
        stdout=subprocess.PIPE,
        check=True,
    )
    deals = f"deals {FIRST} to {LAST}"
    head = f"// Fitted by tools/tune.py to {task.game}, {deals}, in {task.steps} steps.\n"
    return head + done.stdout.decode("ascii")


def main(names: list[str]) -> int:
    """Fit the sets that are named, or all of them."""
    unknown = sorted(set(names) - {task.name for task in TASKS})
    if unknown:
        known = ", ".join(task.name for task in TASKS)
        print(f"{unknown[0]} is no set of weights; these are: {known}", file=sys.stderr)
        return 2
    program = build()
    for task in TASKS:
        if names and task.name not in names:
            continue
        print(f"Fitting {task.name}", flush=True)
        text = fit(program, task)
        (WEIGHTS / f"{task.name}.inc").write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Fit the weights of the search for short lines, on deals that no test and no benchmark uses.

    python tools/tune_short.py [GAME ...]

Takes some minutes a game. The same sources always give the same weights.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tune import ROOT, build

from kungen import find_rules

if TYPE_CHECKING:
    from pathlib import Path

WEIGHTS: Final = ROOT / "core" / "search" / "beam" / "weights"
FIRST: Final = 200_001
LAST: Final = 206_000
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Task:
    """A set of weights: its file and game, how wide the beams are, and the steps."""

    name: str
    game: str
    width: int = 128
    steps: int = 500


TASKS: Final = (Task("freecell", "freecell"),)


def fit(program: Path, task: Task) -> str:
    """Return the text of a file of weights."""
    numbers = [str(number) for number in (FIRST, LAST, task.width, task.steps, SEED)]
    done = subprocess.run(
        [program, *numbers],
        input=find_rules(task.game).pack(),
        stdout=subprocess.PIPE,
        check=True,
    )
    deals = f"deals {FIRST} to {LAST}"
    head = f"// Fitted by tools/tune_short.py to {task.game}, {deals}, in {task.steps} steps.\n"
    return head + done.stdout.decode("ascii")


def main(names: list[str]) -> int:
    """Fit the sets that are named, or all of them."""
    unknown = sorted(set(names) - {task.name for task in TASKS})
    if unknown:
        known = ", ".join(task.name for task in TASKS)
        print(f"{unknown[0]} is no set of weights; these are: {known}", file=sys.stderr)
        return 2
    program = build("kungen_tune_beam")
    for task in TASKS:
        if names and task.name not in names:
            continue
        print(f"Fitting {task.name}", flush=True)
        text = fit(program, task)
        (WEIGHTS / f"{task.name}.inc").write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

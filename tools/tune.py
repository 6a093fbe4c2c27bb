"""Fit the weights of the fast search to each game, on deals that no test and no benchmark uses.

    python tools/tune.py [GAME ...]

Some sets of weights are fitted one after the other, each to the deals that the sets before it leave
open, and put in stages with others that differ a little by chance. That takes from a few minutes to
half an hour a game. The same sources always give the same weights; what has been fitted is kept
under build/tune, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import hashlib
import struct
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
LAST: Final = 140_000
LAST_PICKED: Final = 240_000
# Later sets are fitted to the few deals left open, of many.
LAST_OPEN: Final = 400_000
LONG_QUOTA: Final = 8_000
NUMBERS_IN_LINE: Final = 16


@dataclass(frozen=True, slots=True)
class Fit:
    """A set to fit: the positions of a search, the steps, and which cards go up at once."""

    quota: int
    steps: int
    goes_up: str = "all"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done for a game: sets to fit, stages to pick, sets by chance to try for them."""

    name: str
    game: str
    fits: tuple[Fit, ...]
    stages: int = 4
    tries: int = 20
    last_open: int = 160_000
    last_picked: int = 108_000
    again: int = 0
    """So many of the first stages follow once more, with a quota that wins nearly all deals."""


FEW: Final = (Fit(300, 300), Fit(600, 100, "safe"))

PLANS: Final = (
    Plan(
        "freecell",
        "freecell",
        (Fit(150, 2_000), Fit(250, 600, "safe"), Fit(600, 200)),
        stages=24,
        tries=80,
        last_open=LAST_OPEN,
        last_picked=LAST_PICKED,
        again=6,
    ),
    Plan("relaxed_freecell", "relaxed-freecell", FEW),
    Plan("forecell", "forecell", FEW),
    Plan("king_albert", "king-albert", FEW),
    Plan("bakers_game", "bakers-game", FEW),
    Plan("eight_off", "eight-off", FEW),
    Plan("seahaven_towers", "seahaven-towers", FEW),
)


def build(target: str) -> Path:
    """Build a program that fits, with CMake, and return where it is."""
    options = ["-DKUNGEN_PYTHON=OFF"]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(BUILT), *options], check=True)
    subprocess.run(["cmake", "--build", str(BUILT), "--target", target], check=True)
    return BUILT / target


def run(program: Path, arguments: list[str], sent: bytes) -> bytes:
    """Return what the program answers, or what it has answered before to the same."""
    asked = " ".join(arguments).encode() + b"\0" + sent
    kept = BUILT / f"{hashlib.sha256(asked).hexdigest()[:20]}.kept"
    if not kept.exists():
        done = subprocess.run([program, *arguments], input=sent, stdout=subprocess.PIPE, check=True)
        unfinished = kept.with_suffix(".part")
        unfinished.write_bytes(done.stdout)
        unfinished.replace(kept)
    return kept.read_bytes()


def fit_sets(program: Path, plan: Plan) -> list[bytes]:
    """Fit the sets of a plan, each from the one before and to what all before leave open."""
    sets: list[bytes] = []
    stages = b""
    for number, fit in enumerate(plan.fits):
        last = plan.last_open if sets else LAST
        arguments = ["fit", *map(str, (FIRST, last, fit.quota, fit.steps, number + 1))]
        arguments += [fit.goes_up, str(number)]
        print(f"{plan.name}: set {number + 1} of {len(plan.fits)}", flush=True)
        start = sets[-1] if sets else b""
        sets.append(run(program, arguments, find_rules(plan.game).pack() + stages + start))
        stages += struct.pack("<I", fit.quota) + sets[-1]
    return sets


def pick_stages(program: Path, plan: Plan, sets: list[bytes]) -> list[tuple[int, bytes]]:
    """Return quotas and sets in the order in which they are tried on a deal."""
    print(f"{plan.name}: stages", flush=True)
    numbers = (FIRST, plan.last_picked, plan.stages, plan.tries, 1)
    sent = find_rules(plan.game).pack() + b"".join(sets)
    answer = run(program, ["pick", *map(str, numbers)], sent)
    size = 4 + len(sets[0])
    parts = [answer[at : at + size] for at in range(0, len(answer), size)]
    stages = [(int.from_bytes(part[:4], "little"), part[4:]) for part in parts]
    return stages + [(LONG_QUOTA, weights) for _, weights in stages[: plan.again]]


def written(plan: Plan, stages: list[tuple[int, bytes]]) -> str:
    """Return the text of a file of stages."""
    last = max(LAST, plan.last_open, plan.last_picked)
    lines = [f"// Fitted by tools/tune.py to {plan.game}, deals {FIRST} to {last}."]
    for quota, weights in stages:
        numbers = [number for (number,) in struct.iter_unpack("<h", weights[:-1])]
        lines.append(f"{{.quota = {quota},")
        lines.append(" .weights = {.values = {")
        for at in range(0, len(numbers), NUMBERS_IN_LINE):
            row = ", ".join(map(str, numbers[at : at + NUMBERS_IN_LINE]))
            lines.append(f"     {row},")
        lines.append(f" }}, .sends_all_up = {'true' if weights[-1] else 'false'}}}}},")
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> int:
    """Fit the weights of the games that are named, or of all."""
    unknown = sorted(set(names) - {plan.name for plan in PLANS})
    if unknown:
        known = ", ".join(plan.name for plan in PLANS)
        print(f"{unknown[0]} has no weights of its own; these have: {known}", file=sys.stderr)
        return 2
    program = build("kungen_tune")
    for plan in PLANS:
        if names and plan.name not in names:
            continue
        stages = pick_stages(program, plan, fit_sets(program, plan))
        text = written(plan, stages)
        (WEIGHTS / f"{plan.name}.inc").write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

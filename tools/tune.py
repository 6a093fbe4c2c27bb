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
from typing import Final, TypeAlias

from kungen import find_rules

ROOT: Final = Path(__file__).resolve().parent.parent
WEIGHTS: Final = ROOT / "core" / "search" / "greedy" / "weights"
BUILT: Final = ROOT / "build" / "tune"
FIRST: Final = 100_001
LAST: Final = 140_000
LAST_PICKED: Final = 240_000
# Later sets are fitted to the few deals left open, of many.
LAST_OPEN: Final = 400_000
FIRST_HARD: Final = 1_000_001
NUMBERS_IN_LINE: Final = 16


@dataclass(frozen=True, slots=True)
class Fit:
    """A set to fit: the positions of a search, the steps, and which cards go up at once."""

    quota: int
    steps: int
    goes_up: str = "all"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done for a game: sets to fit, stages to pick, sets by chance to try for them.

    Then the same for the deals that these stages leave open, of many more.
    """

    name: str
    game: str
    fits: tuple[Fit, ...]
    hard_fits: tuple[Fit, ...]
    last_hard: int
    stages: int = 8
    hard_stages: int = 8
    tries: int = 20
    last_open: int = 160_000
    last_picked: int = 108_000


FEW: Final = (Fit(300, 300), Fit(600, 100, "safe"))
HARD: Final = (Fit(3_000, 60), Fit(6_000, 40, "safe"))

PLANS: Final = (
    Plan(
        "freecell",
        "freecell",
        (Fit(150, 2_000), Fit(250, 600, "safe"), Fit(600, 200)),
        (Fit(2_000, 120), Fit(4_000, 80, "safe")),
        last_hard=3_000_000,
        stages=12,
        hard_stages=12,
        tries=80,
        last_open=LAST_OPEN,
        last_picked=240_000,
    ),
    Plan("relaxed_freecell", "relaxed-freecell", FEW, HARD, last_hard=1_200_000),
    Plan("forecell", "forecell", FEW, HARD, last_hard=1_010_000),
    Plan("king_albert", "king-albert", FEW, HARD, last_hard=1_010_000),
    Plan("bakers_game", "bakers-game", FEW, HARD, last_hard=1_010_000),
    Plan("eight_off", "eight-off", FEW, HARD, last_hard=1_200_000),
    Plan("seahaven_towers", "seahaven-towers", FEW, HARD, last_hard=1_010_000),
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


Stage: TypeAlias = tuple[int, bytes]
"""A quota and a set."""


@dataclass(frozen=True, slots=True)
class Tuner:
    """A plan and the program that carries it out."""

    program: Path
    plan: Plan

    def ask(self, arguments: list[object], *sent: bytes) -> bytes:
        """Return what the program answers about the game."""
        rules = find_rules(self.plan.game).pack()
        return run(self.program, [str(one) for one in arguments], rules + b"".join(sent))

    def fit(self, fit: Fit, deals: tuple[int, int], past: list[Stage], start: bytes) -> bytes:
        """Return a set fitted to those of the deals that the stages before leave open."""
        print(f"{self.plan.name}: a set for what {len(past)} stages leave open", flush=True)
        arguments = ["fit", *deals, fit.quota, fit.steps, len(past) + 1, fit.goes_up, len(past)]
        return self.ask(arguments, packed(past), start)

    def pick(
        self, deals: tuple[int, int], count: int, past: list[Stage], sets: list[bytes]
    ) -> list[Stage]:
        """Return so many stages for those of the deals that the stages before leave open."""
        print(f"{self.plan.name}: up to {count} stages after {len(past)}", flush=True)
        arguments = ["pick", *deals, count, self.plan.tries, len(past) + 1, len(past)]
        answer = self.ask(arguments, packed(past), *sets)
        size = 4 + len(sets[0])
        parts = [answer[at : at + size] for at in range(0, len(answer), size)]
        return [(int.from_bytes(part[:4], "little"), part[4:]) for part in parts]

    def stages(self) -> list[Stage]:
        """Return the stages in the order in which they are tried on a deal."""
        plan = self.plan
        sets: list[bytes] = []
        past: list[Stage] = []
        for fit in plan.fits:
            deals = (FIRST, plan.last_open if sets else LAST)
            sets.append(self.fit(fit, deals, past, sets[-1] if sets else b""))
            past.append((fit.quota, sets[-1]))
        stages = self.pick((FIRST, plan.last_picked), plan.stages, [], sets)
        hard = (FIRST_HARD, plan.last_hard)
        past = list(stages)
        for fit in plan.hard_fits:
            sets.append(self.fit(fit, hard, past, sets[0]))
            past.append((fit.quota, sets[-1]))
        return stages + self.pick(hard, plan.hard_stages, stages, sets)


def packed(stages: list[Stage]) -> bytes:
    """Return stages as the program reads them."""
    return b"".join(struct.pack("<I", quota) + weights for quota, weights in stages)


def written(plan: Plan, stages: list[Stage]) -> str:
    """Return the text of a file of stages."""
    last = max(LAST, plan.last_open, plan.last_picked)
    deals = f"deals {FIRST} to {last} and {FIRST_HARD} to {plan.last_hard}"
    lines = [f"// Fitted by tools/tune.py to {plan.game}, {deals}."]
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
        text = written(plan, Tuner(program, plan).stages())
        (WEIGHTS / f"{plan.name}.inc").write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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
from typing import TYPE_CHECKING, Final, TypeAlias

from kungen import find_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """What is done for a game: sets to fit, stages to pick, sets by chance to try for them."""

    name: str
    game: str
    fits: tuple[Fit, ...]
    stages: int = 4
    tries: int = 20
    last_open: int = 160_000
    last_picked: int = 108_000
    hard: Hard | None = None


@dataclass(frozen=True, slots=True)
class Hard:
    """What is done for the deals that the stages of a game leave open, of many more."""

    fits: tuple[Fit, ...]
    stages: int
    last: int


FEW: Final = (Fit(300, 300), Fit(600, 100, "safe"))

PLANS: Final = (
    Plan(
        "freecell",
        "freecell",
        (Fit(150, 2_000), Fit(250, 600, "safe"), Fit(600, 200)),
        stages=12,
        tries=80,
        last_open=LAST_OPEN,
        last_picked=240_000,
        hard=Hard((Fit(2_000, 120), Fit(4_000, 80, "safe")), stages=8, last=3_000_000),
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


Stage: TypeAlias = tuple[int, bytes]
"""A quota and a set."""


@dataclass(frozen=True, slots=True)
class Tuner:
    """A plan and the program that carries it out."""

    program: Path
    plan: Plan

    def ask(self, command: str, numbers: Sequence[object], past: list[Stage], sets: bytes) -> bytes:
        """Return what the program answers, for the deals that the stages before leave open."""
        arguments = [command, *map(str, [*numbers, len(past)])]
        if past and self.plan.hard is not None:
            arguments.append("winnable")
        return run(self.program, arguments, find_rules(self.plan.game).pack() + packed(past) + sets)

    def fit(self, fit: Fit, deals: tuple[int, int], past: list[Stage], start: bytes) -> bytes:
        """Return a set fitted to those of the deals that the stages before leave open."""
        print(f"{self.plan.name}: a set for what {len(past)} stages leave open", flush=True)
        numbers = [*deals, fit.quota, fit.steps, len(past) + 1, fit.goes_up]
        return self.ask("fit", numbers, past, start)

    def pick(
        self, deals: tuple[int, int], count: int, past: list[Stage], sets: list[bytes]
    ) -> list[Stage]:
        """Return so many stages for those of the deals that the stages before leave open."""
        print(f"{self.plan.name}: up to {count} stages after {len(past)}", flush=True)
        numbers = [*deals, count, self.plan.tries, len(past) + 1]
        answer = self.ask("pick", numbers, past, b"".join(sets))
        size = 4 + len(sets[0])
        parts = [answer[at : at + size] for at in range(0, len(answer), size)]
        return [(int.from_bytes(part[:4], "little"), part[4:]) for part in parts]

    def stages(self) -> list[Stage]:
        """Fit and pick all, and return the stages in the order in which they are tried."""
        plan = self.plan
        sets: list[bytes] = []
        past: list[Stage] = []
        for fit in plan.fits:
            deals = (FIRST, plan.last_open if sets else LAST)
            sets.append(self.fit(fit, deals, past, sets[-1] if sets else b""))
            past.append((fit.quota, sets[-1]))
        stages = self.pick((FIRST, plan.last_picked), plan.stages, [], sets)
        if plan.hard is None:
            return stages
        hard = (FIRST_HARD, plan.hard.last)
        past = list(stages)
        for fit in plan.hard.fits:
            sets.append(self.fit(fit, hard, past, sets[0]))
            past.append((fit.quota, sets[-1]))
        return stages + self.pick(hard, plan.hard.stages, stages, sets)


def packed(stages: list[Stage]) -> bytes:
    """Return stages as the program reads them."""
    return b"".join(struct.pack("<I", quota) + weights for quota, weights in stages)


def told(plan: Plan) -> str:
    """Return a line that says where numbers come from."""
    last = max(LAST, plan.last_open, plan.last_picked)
    hard = "" if plan.hard is None else f" and {FIRST_HARD} to {plan.hard.last}"
    return f"// Fitted by tools/tune.py to {plan.game}, deals {FIRST} to {last}{hard}."


def written(plan: Plan, stages: list[Stage]) -> str:
    """Return the text of a file of stages."""
    lines = [told(plan)]
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

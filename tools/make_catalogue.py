"""Makes src/kungen/catalogues anew: complete searches over ranges of numbered deals.

Run as ``python tools/make_catalogue.py [--workers N] [KEY …]``, for all games when none is named.
What is found is kept in build/catalogue as the search goes, so that it can be stopped at any time
and goes on from there; another solver, told by its signature, begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import textwrap
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import kungen
from kungen import _core
from kungen.catalogue import FORMAT, parse_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
SHIPPED: Final = ROOT / "src" / "kungen" / "catalogues"
KEPT: Final = ROOT / "build" / "catalogue"
CHUNK: Final = 500
"""Deals that are searched and kept together."""
PAGE_BYTES: Final = 64 << 20
"""What a search is given on the page: so that everyone can see the same there."""
FEW: Final = 20
"""A catalogue with at most so many lost deals says how large their proofs were."""
QUICK: Final = (
    "relaxed-freecell", "bakers-game", "eight-off", "seahaven-towers", "penguin", "plato",
    "plato:cells=3", "plato:columns=7",
)  # fmt: skip
SLOW: Final = (
    "forecell", "king-albert", "klondike", "klondike:draw=3", "plato:cells=2", "plato:cells=1",
    "plato:columns=6", "plato:columns=5",
)  # fmt: skip
PLANS: Final = {
    "freecell": (1_000_000, 1 << 30),
    **dict.fromkeys(QUICK, (10_000, PAGE_BYTES)),
    **dict.fromkeys(SLOW, (1000, PAGE_BYTES)),
}
"""For each key of a game the last deal, and the memory that a search is given."""


@dataclass(slots=True)
class Found:
    """What was found in one range of deals, or in all of them together."""

    lost: dict[int, int] = field(default_factory=dict)
    """Lost deals, and the states that their searches went through."""
    undecided: list[int] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    """How many solutions have so many moves."""


def main(arguments: Sequence[str]) -> int:
    """Make the catalogues named, and say how far they have come."""
    parser = argparse.ArgumentParser(description="Search ranges of deals, and keep what is found.")
    parser.add_argument("keys", nargs="*", metavar="KEY", help=f"of {', '.join(PLANS)}")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    if unknown := [key for key in asked.keys if key not in PLANS]:
        parser.error(f"there is no plan for {unknown[0]!r}; there are {', '.join(PLANS)}")
    if asked.workers < 1:
        parser.error(f"--workers is {asked.workers}; it must be 1 or more")
    KEPT.mkdir(parents=True, exist_ok=True)
    try:
        for key in asked.keys or PLANS:
            _make(key, asked.workers)
    except KeyboardInterrupt:
        print("\nStopped; what was found is kept.", file=sys.stderr)
        return 130
    return 0


def signature() -> str:
    """Return the short name of the solver that searches."""
    return hashlib.sha256(_core.signature().encode()).hexdigest()[:12]


def _make(key: str, workers: int) -> None:
    """Search what is not yet searched of a plan, and write its catalogue."""
    last, memory = PLANS[key]
    tag = f"{signature()}-{memory}"
    kept = KEPT / f"{_file_name(key)}-{tag}.jsonl"
    done = dict(_read_kept(kept))
    starts = [first for first in range(1, last + 1, CHUNK) if first not in done]
    with ProcessPoolExecutor(workers) as pool, kept.open("a", encoding="utf-8") as file:
        jobs = [
            pool.submit(search, key, first, min(last, first + CHUNK - 1), memory)
            for first in starts
        ]
        try:
            for job in _watched(jobs, key):
                first, found = job
                file.write(json.dumps([first, found]) + "\n")
                file.flush()
                done[first] = found
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    _write(key, last, memory, _together(done.values()))


def search(key: str, first: int, last: int, memory: int) -> tuple[int, dict[str, Any]]:
    """Search a range of deals; every win is replayed by the law before it is counted."""
    rules = kungen.find_rules(key)
    limits = kungen.Limits(bytes=memory)
    found = Found()
    for number in range(first, last + 1):
        result = kungen.solve(kungen.deal(number, rules), limits)
        if result.verdict is kungen.Verdict.SOLVED:
            found.lengths[len(result.line)] += 1
        elif result.verdict is kungen.Verdict.UNSOLVABLE:
            found.lost[number] = result.nodes
        else:
            found.undecided.append(number)
    return first, {
        "lost": found.lost, "undecided": found.undecided, "lengths": found.lengths
    }  # fmt: skip


def _watched(jobs: list[Any], key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Iterate over what is found as it comes, and say how far the search is."""
    start = time.monotonic()
    for count, job in enumerate(as_completed(jobs), 1):
        yield job.result()
        left = (time.monotonic() - start) / count * (len(jobs) - count)
        print(
            f"\r{key}: {count} of {len(jobs)} ranges, {left / 60:.0f} min left ",
            end="\n" if count == len(jobs) else "", file=sys.stderr, flush=True,
        )  # fmt: skip


def _read_kept(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Iterate over the ranges that were searched before; a line cut short is left out."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            first, found = json.loads(line)
        except ValueError:
            continue
        yield first, found


def _together(parts: Iterable[dict[str, Any]]) -> Found:
    """Return all ranges as one."""
    whole = Found()
    for part in parts:
        whole.lost.update({int(number): states for number, states in part["lost"].items()})
        whole.undecided.extend(part["undecided"])
        whole.lengths.update({int(moves): count for moves, count in part["lengths"].items()})
    return whole


def _write(key: str, last: int, memory: int, found: Found) -> None:
    """Write a catalogue."""
    lost = sorted(found.lost)
    lines = [
        f"# Made by tools/make_catalogue.py: {last} deals, searched to the end or to the limit.",
        f"format = {FORMAT}",
        f'game = "{key}"',
        "first = 1",
        f"last = {last}",
        f"bytes = {memory}",
        f'signature = "{signature()}"',
        f"moves = {_median(found.lengths)}",
        f"lost = {_numbers(lost)}",
        f"undecided = {_numbers(sorted(found.undecided))}",
    ]
    if lost and len(lost) <= FEW:
        lines += ["", "[states]", *(f"{number} = {found.lost[number]}" for number in lost)]
    text = "\n".join(lines) + "\n"
    parse_catalogue(text, key)
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / f"{_file_name(key)}.toml").write_text(text, encoding="utf-8")


def _numbers(numbers: list[int]) -> str:
    """Return a list of numbers in rows as long as a line may be."""
    if not numbers:
        return "[]"
    words = ", ".join(map(str, numbers)) + ","
    return f"[\n{textwrap.fill(words, 98, initial_indent='  ', subsequent_indent='  ')}\n]"


def _median(lengths: Counter[int]) -> int:
    """Return the lower median of the lengths, 0 when there are none."""
    seen, half = 0, (lengths.total() + 1) // 2
    for moves in sorted(lengths):
        seen += lengths[moves]
        if seen >= half:
            return moves
    return 0


def _file_name(key: str) -> str:
    return key.replace(":", "-").replace(",", "-").replace("=", "-")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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
from dataclasses import asdict, dataclass, field
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

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


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a range of deals."""

    first: int
    last: int
    lost: dict[int, int] = field(default_factory=dict)
    """Lost deals, and the states that their searches went through."""
    undecided: list[int] = field(default_factory=list)
    lengths: dict[int, int] = field(default_factory=dict)
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
    kept = KEPT / f"{_file_name(key)}-{signature()}-{memory}.jsonl"
    done = {found.first: found for found in _read_kept(kept) if _is_planned(found, last)}
    starts = [first for first in range(1, last + 1, CHUNK) if first not in done]
    with kept.open("a", encoding="utf-8") as file:
        for found in _watched(_search_all(key, starts, workers), key, len(starts)):
            file.write(json.dumps(asdict(found)) + "\n")
            file.flush()
            done[found.first] = found
    path = _write(key, last, memory, list(done.values()))
    print(f"{key}: {path} is written", file=sys.stderr)


def _search_all(key: str, starts: Sequence[int], workers: int) -> Iterator[Found]:
    """Search ranges side by side, and give what is found in each as it comes."""
    last, memory = PLANS[key]
    with ProcessPoolExecutor(workers, initializer=_end_with_parent) as pool:
        jobs = [pool.submit(search, key, first, _end_of(first, last), memory) for first in starts]
        try:
            for job in as_completed(jobs):
                yield job.result()
        except (KeyboardInterrupt, GeneratorExit):
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _end_of(first: int, last: int) -> int:
    return min(last, first + CHUNK - 1)


def _end_with_parent() -> None:
    """Let a worker end when the process that gives it work was killed."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def search(key: str, first: int, last: int, memory: int) -> Found:
    """Search a range of deals; every win is replayed by the law before it is counted."""
    rules = kungen.find_rules(key)
    limits = kungen.Limits(bytes=memory)
    found = Found(first, last)
    for number in range(first, last + 1):
        result = kungen.solve(kungen.deal(number, rules), limits)
        if result.verdict is kungen.Verdict.SOLVED:
            moves = len(result.line)
            found.lengths[moves] = found.lengths.get(moves, 0) + 1
        elif result.verdict is kungen.Verdict.UNSOLVABLE:
            found.lost[number] = result.nodes
        else:
            found.undecided.append(number)
    return found


def _watched(results: Iterable[Found], key: str, ranges: int) -> Iterator[Found]:
    """Iterate over what is found as it comes, and say how far the search is."""
    start = time.monotonic()
    for count, found in enumerate(results, 1):
        yield found
        left = (time.monotonic() - start) / count * (ranges - count)
        print(
            f"\r{key}: {count} of {ranges} ranges, {left / 60:.0f} min left ",
            end="\n" if count == ranges else "", file=sys.stderr, flush=True,
        )  # fmt: skip


def _read_kept(path: Path) -> Iterator[Found]:
    """Iterate over the ranges that were searched before; what is damaged is searched again."""
    if not path.exists():
        return
    lines = path.read_bytes().split(b"\n")
    if lines[-1]:
        # The line that was being written: what comes after it must not be joined to it.
        with path.open("ab") as file:
            file.write(b"\n")
    for number, line in enumerate(lines, 1):
        found = _found_in(line)
        if found is not None:
            yield found
        elif line:
            print(f"{path}: line {number} is damaged; its range is searched again", file=sys.stderr)


def _found_in(line: bytes) -> Found | None:
    """Return what a kept line says; None when it does not tell of each deal of its range."""
    try:
        kept = json.loads(line)
        found = Found(
            first=int(kept["first"]),
            last=int(kept["last"]),
            lost={int(number): int(states) for number, states in kept["lost"].items()},
            undecided=[int(number) for number in kept["undecided"]],
            lengths={int(moves): int(count) for moves, count in kept["lengths"].items()},
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    rest = {*found.lost, *found.undecided}
    deals = range(found.first, found.last + 1)
    is_whole = sum(found.lengths.values()) + len(rest) == len(deals)
    return found if is_whole and all(number in deals for number in rest) else None


def _is_planned(found: Found, last: int) -> bool:
    """Tell whether a range is one of those into which a plan is cut."""
    starts = range(1, last + 1, CHUNK)
    return found.first in starts and found.last == _end_of(found.first, last)


def _write(key: str, last: int, memory: int, parts: Sequence[Found]) -> Path:
    """Write a catalogue and return its path."""
    states = {number: count for part in parts for number, count in part.lost.items()}
    lost = sorted(states)
    undecided = sorted(number for part in parts for number in part.undecided)
    lines = [
        f"# Made by tools/make_catalogue.py: {last} deals, searched to the end or to the limit.",
        f"format = {FORMAT}",
        f'game = "{key}"',
        "first = 1",
        f"last = {last}",
        f"bytes = {memory}",
        f'signature = "{signature()}"',
        f"moves = {_median(parts)}",
        f"lost = {_numbers(lost)}",
        f"undecided = {_numbers(undecided)}",
    ]
    if lost and len(lost) <= FEW:
        lines += ["", "[states]", *(f"{number} = {states[number]}" for number in lost)]
    text = "\n".join(lines) + "\n"
    parse_catalogue(text, key)
    SHIPPED.mkdir(exist_ok=True)
    path = SHIPPED / f"{_file_name(key)}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _numbers(numbers: list[int]) -> str:
    """Return a list of numbers in rows as long as a line may be."""
    if not numbers:
        return "[]"
    words = ", ".join(map(str, numbers)) + ","
    return f"[\n{textwrap.fill(words, 98, initial_indent='  ', subsequent_indent='  ')}\n]"


def _median(parts: Sequence[Found]) -> int:
    """Return the lower median of the lengths, 0 when there are none."""
    counts: Counter[int] = Counter()
    for part in parts:
        counts.update(part.lengths)
    seen, half = 0, (counts.total() + 1) // 2
    for moves in sorted(counts):
        seen += counts[moves]
        if seen >= half:
            return moves
    return 0


def _file_name(key: str) -> str:
    return key.replace(":", "-").replace(",", "-").replace("=", "-")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

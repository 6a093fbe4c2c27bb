"""Makes src/kungen/catalogues anew: which numbered deals can be won.

Run as ``python tools/make_catalogue.py [--workers N] [KEY …]``, for all games when none is named.
What is found is kept in build/catalogue as the search goes, so that it can be stopped at any time
and goes on from there; another solver, told by its signature, begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import textwrap
from collections import Counter
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ranges import Ranges

import kungen
from kungen import _core
from kungen.catalogue import FORMAT, parse_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ranges import Record

ROOT: Final = Path(__file__).resolve().parent.parent
SHIPPED: Final = ROOT / "src" / "kungen" / "catalogues"
CHUNK: Final = 500
"""Deals that are searched and kept together."""
PAGE_BYTES: Final = 64 << 20
"""What a search is given on the page: nearly all can be seen there too."""
MORE_BYTES: Final = 8 << 30
"""What a search is given that was cut with so many."""
FEW: Final = 20
"""A catalogue with at most so many lost deals says how large their proofs were."""
QUICK: Final = (
    "relaxed-freecell", "bakers-game", "eight-off", "seahaven-towers", "penguin", "plato",
    "plato:cells=3", "plato:columns=7", "forecell", "king-albert",
)  # fmt: skip
SMALL: Final = ("plato:cells=2", "plato:cells=1", "plato:columns=6", "plato:columns=5")
SLOW: Final = ("klondike", "klondike:draw=3")
PLANS: Final = {
    "freecell": (1_000_000, (1 << 30,)),
    **dict.fromkeys(QUICK, (10_000, (PAGE_BYTES, MORE_BYTES))),
    **dict.fromkeys(SMALL, (1000, (PAGE_BYTES, MORE_BYTES))),
    **dict.fromkeys(SLOW, (1000, (PAGE_BYTES,))),
}
"""For each key of a game the last deal, and the memory that a search is given, and given again."""


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
    last, memories = PLANS[key]
    name = "-".join([_file_name(key), signature(), *map(str, memories)])
    ranges = Ranges(key, last, CHUNK, f"{name}.jsonl")
    records = ranges.search(partial(search, key, memories), is_whole, workers)
    path = _write(key, last, memories[-1], [_found_in(record) for record in records])
    print(f"{key}: {path} is written", file=sys.stderr)


def search(key: str, memories: tuple[int, ...], first: int, last: int) -> Record:
    """Search a range of deals; every win is replayed before it is counted."""
    found = Found(first, last)
    for result in _results(key, memories, first, last):
        if result.verdict is kungen.Verdict.SOLVED:
            moves = len(result.packed_line) // 3
            found.lengths[moves] = found.lengths.get(moves, 0) + 1
        elif result.verdict is kungen.Verdict.UNSOLVABLE:
            found.lost[result.number] = result.states
        else:
            found.undecided.append(result.number)
    return asdict(found)


def _results(
    key: str, memories: tuple[int, ...], first: int, last: int
) -> Iterator[kungen.DealResult]:
    """Search deals, and those that need it again with more memory."""
    memory, *more = memories
    for result in kungen.solve_deals(key, first, last + 1, limits=kungen.Limits(bytes=memory)):
        if result.verdict is kungen.Verdict.UNDECIDED and more:
            yield from _results(key, tuple(more), result.number, result.number)
        else:
            yield result


def _found_in(record: Record) -> Found:
    """Return what a record says, whose keys are texts when it was kept."""
    return Found(
        first=int(record["first"]),
        last=int(record["last"]),
        lost={int(number): int(states) for number, states in record["lost"].items()},
        undecided=[int(number) for number in record["undecided"]],
        lengths={int(moves): int(count) for moves, count in record["lengths"].items()},
    )


def is_whole(record: Record) -> bool:
    """Tell whether a record tells of each deal of its range."""
    found = _found_in(record)
    rest = {*found.lost, *found.undecided}
    deals = range(found.first, found.last + 1)
    are_all = sum(found.lengths.values()) + len(rest) == len(deals)
    return are_all and all(number in deals for number in rest)


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

"""Makes src/kungen/pars anew: searches for short lines of numbered deals.

Run as ``python tools/make_par.py [--workers N]``. What is found is kept in build/catalogue as the
search goes, so that it can be stopped at any time and goes on from there.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ranges import Ranges

import kungen
from kungen.par import DIGITS, FORMAT, NONE, parse_pars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ranges import Record

SHIPPED: Final = Path(__file__).resolve().parent.parent / "src" / "kungen" / "pars"
KEY: Final = "freecell"
LAST: Final = 32_000
NODES: Final = 60_000
LONG: Final = 32
"""Deals whose line is longer, or that have none, are searched for ten times as long."""
LONGER: Final = 10
BYTES: Final = 64 << 20
CHUNK: Final = 100
ROW: Final = 80
VERSION: Final = version("kungen")


def main(arguments: Sequence[str]) -> int:
    """Make the pars, and say how far they have come."""
    parser = argparse.ArgumentParser(description="Search for short lines, and keep their lengths.")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    workers = parser.parse_args(arguments).workers
    if workers < 1:
        parser.error(f"--workers is {workers}; it must be 1 or more")
    ranges = Ranges("par", LAST, CHUNK, f"par-{KEY}-{VERSION}-{NODES}-{LONG}.jsonl")
    try:
        records = ranges.search(partial(search, NODES), is_whole, workers)
    except KeyboardInterrupt:
        print("\nStopped; what was found is kept.", file=sys.stderr)
        return 130
    path = _write("".join(record["moves"] for record in records))
    print(f"{path} is written", file=sys.stderr)
    return 0


def search(nodes: int, first: int, last: int) -> Record:
    """Search a range of deals; every line is replayed by the law before it is counted."""
    rules = kungen.find_rules(KEY)
    limits = kungen.Limits(nodes=nodes, bytes=BYTES)
    longer = kungen.Limits(nodes=LONGER * nodes, bytes=BYTES)
    digits = ""
    for number in range(first, last + 1):
        layout = kungen.deal(number, rules)
        result = kungen.solve(layout, limits, strategy="short")
        if not is_solved(result) or result.moves > LONG:
            result = kungen.solve(layout, longer, strategy="short")
        is_known = is_solved(result) and result.moves < len(DIGITS)
        digits += DIGITS[result.moves] if is_known else NONE
    return {"first": first, "last": last, "moves": digits}


def is_solved(result: kungen.Result) -> bool:
    """Tell whether a search has a line."""
    return result.verdict is kungen.Verdict.SOLVED


def is_whole(record: Record) -> bool:
    """Tell whether a record tells of each deal of its range."""
    digits = record["moves"]
    are_digits = isinstance(digits, str) and {*digits} <= {*DIGITS, NONE}
    return are_digits and len(digits) == record["last"] - record["first"] + 1


def _write(digits: str) -> Path:
    """Write the file and return its path."""
    rows = (digits[at : at + ROW] for at in range(0, len(digits), ROW))
    lines = [
        f"# Made by tools/make_par.py: searches for short lines of {len(digits)} deals.",
        f"format = {FORMAT}",
        f'game = "{KEY}"',
        "first = 1",
        f"nodes = {LONGER * NODES}",
        f"bytes = {BYTES}",
        f'version = "{VERSION}"',
        "moves = [",
        *(f'  "{row}",' for row in rows),
        "]",
    ]
    text = "\n".join(lines) + "\n"
    parse_pars(text, KEY)
    SHIPPED.mkdir(exist_ok=True)
    path = SHIPPED / f"{KEY}.toml"
    path.write_text(text, encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

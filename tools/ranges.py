"""Ranges of deals, searched side by side; what is found is kept, and never searched again."""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

KEPT: Final = Path(__file__).resolve().parent.parent / "build" / "catalogue"

Record = dict[str, Any]
"""What was found in a range, as JSON has it; with its first and its last deal."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """Deals from 1 to a last one, cut into ranges, and the file that keeps what is found."""

    name: str
    """What the reports call it."""
    last: int
    chunk: int
    file: str
    """The name of the file; another search needs another one."""

    def search(
        self,
        search: Callable[[int, int], Record],
        is_whole: Callable[[Record], bool],
        workers: int,
    ) -> list[Record]:
        """Search what is not yet searched, and return what is found in every range, in order.

        A kept record that is not whole is searched again.
        """
        KEPT.mkdir(parents=True, exist_ok=True)
        path = KEPT / self.file
        done = {
            record["first"]: record
            for record in read_kept(path, is_whole)
            if self._is_planned(record)
        }
        starts = [first for first in range(1, self.last + 1, self.chunk) if first not in done]
        with path.open("a", encoding="utf-8") as file:
            found = self._search_all(search, starts, workers)
            for record in self._watched(found, len(starts)):
                file.write(json.dumps(record) + "\n")
                file.flush()
                done[record["first"]] = record
        return [done[first] for first in sorted(done)]

    def _end_of(self, first: int) -> int:
        return min(self.last, first + self.chunk - 1)

    def _is_planned(self, record: Record) -> bool:
        """Tell whether a range is one of those into which the deals are cut."""
        starts = range(1, self.last + 1, self.chunk)
        return record["first"] in starts and record["last"] == self._end_of(record["first"])

    def _search_all(
        self, search: Callable[[int, int], Record], starts: Sequence[int], workers: int
    ) -> Iterator[Record]:
        """Search ranges side by side, and give what is found in each as it comes."""
        with ProcessPoolExecutor(workers, initializer=_end_with_parent) as pool:
            jobs = [pool.submit(search, first, self._end_of(first)) for first in starts]
            try:
                for job in as_completed(jobs):
                    yield job.result()
            except (KeyboardInterrupt, GeneratorExit):
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _watched(self, records: Iterable[Record], ranges: int) -> Iterator[Record]:
        """Iterate over what is found as it comes, and say how far the search is."""
        start = time.monotonic()
        for count, record in enumerate(records, 1):
            yield record
            left = (time.monotonic() - start) / count * (ranges - count)
            print(
                f"\r{self.name}: {count} of {ranges} ranges, {left / 60:.0f} min left ",
                end="\n" if count == ranges else "", file=sys.stderr, flush=True,
            )  # fmt: skip


def _end_with_parent() -> None:
    """Let a worker end when the process that gives it work was killed."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def read_kept(path: Path, is_whole: Callable[[Record], bool]) -> Iterator[Record]:
    """Iterate over the ranges that were searched before; what is damaged is searched again."""
    if not path.exists():
        return
    lines = path.read_bytes().split(b"\n")
    if lines[-1]:
        # The line that was being written: what comes after it must not be joined to it.
        with path.open("ab") as file:
            file.write(b"\n")
    for number, line in enumerate(lines, 1):
        record = _record_in(line, is_whole)
        if record is not None:
            yield record
        elif line:
            print(f"{path}: line {number} is damaged; its range is searched again", file=sys.stderr)


def _record_in(line: bytes, is_whole: Callable[[Record], bool]) -> Record | None:
    """Return what a kept line says; None when it does not tell of each deal of its range."""
    try:
        record = json.loads(line)
        return record if is_whole(record) else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None

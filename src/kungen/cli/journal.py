"""The file that a survey grows in: its heading, then a line of JSON for each deal, in order."""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from io import FileIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from kungen import Verdict
from kungen.cli.errors import Failure, reason
from kungen.cli.files import blamed_on, find_regular, label
from kungen.cli.survey import Record, Survey, read_json

if TYPE_CHECKING:
    from kungen.bulk import DealResult

LONGEST_LINE: Final = 2**16
"""No record is as long."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A survey's file that is open, and no other process's meanwhile."""

    name: str
    path: Path
    survey: Survey
    file: FileIO
    counts: Counter[Verdict]
    """How many of the deals in it have each verdict."""

    def add(self, result: "DealResult") -> None:
        """Write the record of the next deal at once; `Failure` when it cannot be written."""
        self._write(json.dumps(self.survey.record(result)))

    def records(self) -> Iterator[Record]:
        """What the file has of each deal."""
        for record, _ in _records(self.name, self.path, self.survey):
            yield record

    def resume(self) -> None:
        """Count the records that are there, and cut off what was written in part."""
        end = 0
        for record, end in _records(self.name, self.path, self.survey):  # noqa: B007 - the last one
            self.counts[Verdict(record["verdict"])] += 1
        with blamed_on(self.name):
            self.file.truncate(end)
        if end == 0:
            self._write(self.survey.heading())

    def _write(self, text: str) -> None:
        """Write a line whole or not at all."""
        end = self.file.seek(0, os.SEEK_END)
        line = f"{text}\n".encode()
        try:
            while line:
                line = line[self.file.write(line) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self.file.truncate(end)
            raise Failure(
                f"{label(self.name)}: {reason(error)}; it keeps what it has, and the same command"
                " goes on from there"
            ) from error


@contextmanager
def open_journal(name: str, survey: Survey) -> Iterator[Journal]:
    """Open the file of a survey, new or as far as it has come.

    Raises `Failure` when it cannot be opened, is another's, or is being written by another process.
    """
    path = find_regular(name)
    with blamed_on(name):
        file = path.open("ab", buffering=0)
    with file:
        _lock(name, file)
        journal = Journal(name, path, survey, file, Counter(dict.fromkeys(Verdict, 0)))
        with Console(stderr=True).status(Text(f"reading {label(name)}")):
            journal.resume()
        yield journal
        with blamed_on(name):
            os.fsync(file.fileno())


def _lock(name: str, file: FileIO) -> None:
    """Keep other processes from writing, where the system can."""
    if find_spec("fcntl") is None:
        return
    import fcntl  # noqa: PLC0415 - not there on every system

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Failure(f"{label(name)}: another process is writing it") from error


def _records(name: str, path: Path, survey: Survey) -> Iterator[tuple[Record, int]]:
    """Iterate over the records that are whole, each with the place where it ends."""
    heading = f"{survey.heading()}\n".encode()
    with blamed_on(name), path.open("rb") as file:
        pieces = iter(partial(file.readline, LONGEST_LINE), b"")
        line = next(pieces, b"")
        if line != heading and heading.startswith(line):
            return
        survey.check_heading(name, line)
        end = len(line)
        for number, line in enumerate(pieces, survey.first):
            # Written in part is what no line follows, however long it is.
            if not any(piece.endswith(b"\n") for piece in chain([line], pieces)):
                return
            end += len(line)
            yield _read(name, line, number, survey), end


def _read(name: str, line: bytes, number: int, survey: Survey) -> Record:
    """Read the record of a deal; `Failure` when it is none."""
    found = read_json(line)
    # In other words it was not written here: with a key twice, say, or another end of the line.
    if survey.is_record(found, number) and f"{json.dumps(found)}\n".encode() == line:
        return found
    raise Failure(
        f"{label(name)}: line {number - survey.first + 2} is not the record of deal {number};"
        " without it and all after it the same command goes on"
    )

"""An export of plays checked as a whole, and brought into a database."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import BinaryIO, Final

from kungen.quoting import counted, quoted
from kungen.server.dailies import FIRST, DailyError, check_daily, latest_date
from kungen.server.judging import judge
from kungen.server.measure import is_game, why_not_counted
from kungen.server.records import Play, Result, Win, is_same_start
from kungen.server.steps import StepsError, decode_steps
from kungen.server.store import Store
from kungen.server.transfer import (
    Heading,
    PlayLine,
    TransferError,
    WinLine,
    lines_of,
    play_of,
    read_ending,
    read_heading,
    read_line,
    result_of,
)

AT_A_TIME: Final = 500


@dataclass(slots=True)
class Brought:
    """What an import has done so far."""

    plays: int = 0
    fresh: int = 0
    """Plays that were not there."""
    wins: int = 0
    """Wins that were not there."""


def check_lines(file: BinaryIO) -> Heading:
    """Read a whole export, and replay every win by the rules; give its heading.

    Raises `TransferError` with the number of the line, also where what is on it cannot be.
    """
    reading = enumerate(lines_of(file), 1)
    heading = read_heading(next(reading, (1, b""))[1])
    latest = latest_date(datetime.now(UTC))
    plays, ending = 0, None
    # Those of a large site are more than the memory should take: SQLite lays them on the disk.
    with closing(sqlite3.connect("")) as seen:
        seen.execute("CREATE TABLE seen (key BLOB PRIMARY KEY, line INTEGER) WITHOUT ROWID")
        for number, text in reading:
            if ending is not None:
                raise TransferError(f"line {number} comes after the last one")
            ending = read_ending(text, number)
            if ending is None:
                line = read_line(text, PlayLine, number)
                _check_play(line, number, latest)
                _check_alone(line, number, seen)
                plays += 1
    if ending is None:
        after = counted(plays, "play")
        raise TransferError(f"it is cut off after {after}: the last line says how many")
    if ending.plays != plays:
        there = counted(plays, "play")
        raise TransferError(f"it has {there}, and its last line says {ending.plays}")
    return heading


async def check_key(store: Store, heading: Heading) -> None:
    """Raise `TransferError` where an export is not of the key to which a database belongs."""
    known = await store.fingerprint()
    if known is not None and (None if heading.key is None else bytes.fromhex(heading.key)) != known:
        fault = "it is of another key than the database"
        if heading.key is None:
            fault = "it is of no key, and the database belongs to one"
        raise TransferError(fault)


async def check_plays(store: Store, file: BinaryIO) -> None:
    """Raise `TransferError` where a UUID of an export is that of another play in a database."""
    number = 1
    for batch in _batches(file):
        known = await store.plays([line.uuid for line in batch])
        for line in batch:
            number += 1
            there = known.get(line.uuid)
            if there is not None and not is_same_start(there, play_of(line)):
                fault = f"{line.uuid} is that of another play in the database"
                raise TransferError(f"line {number}, uuid: {fault}")


async def import_lines(store: Store, file: BinaryIO, tell: Callable[[Brought], None]) -> Brought:
    """Write the plays of an export that `check_lines` has passed; those that are there stay.

    It can be cut off and done again: each play is counted once. *tell* gets what is done so far.
    """
    brought = Brought()
    for batch in _batches(file):
        kept = await store.write([play_of(line) for line in batch])
        brought.fresh += sum(known.fresh for known in kept)
        wins = [
            Win(_after(result_of(line, line.win), known.record), known.record)
            for line, known in zip(batch, kept, strict=True)
            if line.win is not None and isinstance(known.record, Play)
        ]
        brought.wins += sum(known.fresh for known in await store.write(wins)) if wins else 0
        brought.plays += len(batch)
        tell(brought)
    return brought


def _after(result: Result, play: Play) -> Result:
    """Return a win that is not before its start: that one may have come later to a database."""
    return replace(result, ended_on=max(result.ended_on, play.started_on))


def _batches(file: BinaryIO) -> Iterator[list[PlayLine]]:
    batch: list[PlayLine] = []
    for number, line in enumerate(lines_of(file), 1):
        if number == 1 or read_ending(line, number) is not None:
            continue
        batch.append(read_line(line, PlayLine, number))
        if len(batch) == AT_A_TIME:
            yield batch
            batch = []
    if batch:
        yield batch


def _check_play(line: PlayLine, number: int, latest: date) -> None:
    """Raise `TransferError` where a line says what no service would have kept."""
    if not is_game(line.game):
        raise TransferError(f"line {number}, game: there is no game {quoted(line.game)}")
    if line.qualified and why_not_counted(line.game, line.measure) is not None:
        raise TransferError(
            f"line {number}: a play of {line.game} in measure {line.measure} does not qualify"
        )
    if line.started < FIRST:
        raise TransferError(f"line {number}, started: {line.started} is before the service")
    if line.started > latest:
        raise TransferError(f"line {number}, started: {line.started} has not come")
    if line.daily is not None:
        try:
            check_daily(line.game, line.deal, line.daily, line.started + timedelta(days=1))
        except DailyError as error:
            raise TransferError(f"line {number}, {error.field}: {error}") from None
    if line.win is not None:
        _check_win(line, line.win, number, latest)


def _check_win(line: PlayLine, win: WinLine, number: int, latest: date) -> None:
    if win.ended > latest:
        raise TransferError(f"line {number}, win.ended: {win.ended} has not come")
    if win.ended < line.started:
        fault = f"{win.ended} is before {line.started}, when it started"
        raise TransferError(f"line {number}, win.ended: {fault}")
    try:
        judgement = judge(line.game, line.deal, decode_steps(win.steps))
    except StepsError as error:
        raise TransferError(f"line {number}, win.steps: {error}") from None
    if not judgement.won:
        raise TransferError(f"line {number}, win.steps: {judgement.detail}")


def _check_alone(line: PlayLine, number: int, seen: sqlite3.Connection) -> None:
    """Raise `TransferError` where an earlier line has the UUID, or is qualified for the same."""
    if (first := _first_line(line.uuid.bytes, number, seen)) != number:
        raise TransferError(f"line {number}, uuid: line {first} has {line.uuid} already")
    if not line.qualified:
        return
    text = f"{line.installation} {line.game} {line.deal} {line.measure}"
    first = _first_line(hashlib.sha256(text.encode()).digest(), number, seen)
    if first != number:
        what = f"line {first} is the installation's first start of deal {line.deal} of {line.game}"
        raise TransferError(f"line {number}, qualified: {what}")


def _first_line(key: bytes, number: int, seen: sqlite3.Connection) -> int:
    seen.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (key, number))
    row = seen.execute("SELECT line FROM seen WHERE key = ?", (key,)).fetchone()
    return int(row[0])

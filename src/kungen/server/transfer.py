"""All plays of a database as lines of JSON, out and in."""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from kungen.deals import LAST_DEAL
from kungen.quoting import quoted
from kungen.server.judging import judge
from kungen.server.measure import HIGHEST_HELP, is_game, why_not_counted
from kungen.server.records import Play, Result, Win, is_same_start
from kungen.server.schemas import MOST_SECONDS
from kungen.server.steps import StepsError, decode_steps, encode_steps
from kungen.server.store import Store

FORMAT: Final = 1
KIND: Final = "plays"
AT_A_TIME: Final = 500
PLACE: Final = re.compile(r" - at `\$\.?(.*)`$", re.DOTALL)

Model = TypeVar("Model", bound=Struct)
Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class TransferError(ValueError):
    """A line that is none of an export; the message says which one and why."""


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format, and the fingerprint of the key of the hashes, if any."""

    format: int
    kungen: str
    key: Fingerprint | None


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many plays there were, so that one that is cut off is known."""

    plays: int


class WinLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A win in its play."""

    help: Annotated[int, Meta(ge=0, le=HIGHEST_HELP)]
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)]
    steps: str
    ended: date


class PlayLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A play."""

    uuid: UUID
    installation: Hash
    game: str
    deal: Annotated[int, Meta(ge=1, le=LAST_DEAL)]
    measure: Annotated[int, Meta(ge=1, le=999)]
    qualified: bool
    started: date
    daily: date | None = None
    win: WinLine | None = None


@dataclass(slots=True)
class Brought:
    """What an import has done so far."""

    plays: int = 0
    fresh: int = 0
    """Plays that were not there."""
    wins: int = 0
    """Wins that were not there."""


async def export_lines(store: Store) -> AsyncIterator[bytes]:
    """Give the lines of an export: everything as it is at one moment, also while others write."""
    key = await store.fingerprint()
    yield _line(Heading(FORMAT, KIND, None if key is None else key.hex()))
    plays = 0
    async for play, result in store.everything():
        plays += 1
        yield _line(_play_line(play, result))
    yield _line(Ending(plays))


def check_lines(lines: Iterable[bytes]) -> Heading:
    """Read a whole export, and replay every win by the rules; give its heading.

    Raises `TransferError` with the number of the line.
    """
    reading = enumerate(lines, 1)
    heading = _heading(next(reading, (1, b""))[1])
    plays, ending = 0, None
    for number, line in reading:
        if ending is not None:
            raise TransferError(f"line {number} comes after the last one")
        ending = _ending(line, number)
        if ending is None:
            _checked(_read(line, PlayLine, number), number)
            plays += 1
    if ending is None:
        raise TransferError(f"it is cut off after {plays} plays: the last line says how many")
    if ending.plays != plays:
        raise TransferError(f"it has {plays} plays, and its last line says {ending.plays}")
    return heading


async def check_plays(store: Store, lines: Iterable[bytes]) -> None:
    """Raise `TransferError` where a UUID of an export is that of another play in a database."""
    for batch in _batches(lines):
        known = await store.plays([line.uuid for line in batch])
        for line in batch:
            there = known.get(line.uuid)
            if there is not None and not is_same_start(there, _play_of(line)):
                raise TransferError(f"{line.uuid} is that of another play in the database")


async def import_lines(
    store: Store, lines: Iterable[bytes], tell: Callable[[Brought], None]
) -> Brought:
    """Write the plays of an export that `check_lines` has passed; those that are there stay.

    It can be cut off and done again: each play is counted once. *tell* gets what is done so far.
    """
    brought = Brought()
    for batch in _batches(lines):
        kept = await store.write([_play_of(line) for line in batch])
        brought.fresh += sum(known.fresh for known in kept)
        wins = [
            Win(_result_of(line, line.win), known.record)
            for line, known in zip(batch, kept, strict=True)
            if line.win is not None and isinstance(known.record, Play)
        ]
        brought.wins += sum(known.fresh for known in await store.write(wins)) if wins else 0
        brought.plays += len(batch)
        tell(brought)
    return brought


def _batches(lines: Iterable[bytes]) -> Iterator[list[PlayLine]]:
    batch: list[PlayLine] = []
    for number, line in enumerate(lines, 1):
        if number == 1 or _ending(line, number) is not None:
            continue
        batch.append(_read(line, PlayLine, number))
        if len(batch) == AT_A_TIME:
            yield batch
            batch = []
    if batch:
        yield batch


def _play_line(play: Play, result: Result | None) -> PlayLine:
    win = None
    if result is not None:
        steps = encode_steps(result.steps)
        win = WinLine(result.help, result.seconds, steps, result.ended_on)
    return PlayLine(
        uuid=play.uuid,
        installation=play.installation.hex(),
        game=play.game,
        deal=play.deal,
        measure=play.measure,
        qualified=play.qualified,
        started=play.started_on,
        daily=play.daily,
        win=win,
    )


def _play_of(line: PlayLine) -> Play:
    return Play(
        uuid=line.uuid,
        installation=bytes.fromhex(line.installation),
        game=line.game,
        deal=line.deal,
        measure=line.measure,
        daily=line.daily,
        qualified=line.qualified,
        started_on=line.started,
    )


def _result_of(line: PlayLine, win: WinLine) -> Result:
    steps = decode_steps(win.steps)
    return Result(
        uuid=line.uuid,
        help=win.help,
        seconds=win.seconds,
        moves=judge(line.game, line.deal, steps).moves,
        steps=steps,
        ended_on=win.ended,
    )


def _checked(line: PlayLine, number: int) -> None:
    if not is_game(line.game):
        raise TransferError(f"line {number}: there is no game {quoted(line.game)}")
    if line.qualified and why_not_counted(line.game, line.measure) is not None:
        raise TransferError(
            f"line {number}: a play of {line.game} in measure {line.measure} does not qualify"
        )
    if line.win is None:
        return
    try:
        judgement = judge(line.game, line.deal, decode_steps(line.win.steps))
    except StepsError as error:
        raise TransferError(f"line {number}: {error}") from None
    if not judgement.won:
        raise TransferError(f"line {number}: {judgement.detail}")


def _heading(line: bytes) -> Heading:
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except msgspec.MsgspecError:
        heading = None
    if heading is None or heading.kungen != KIND:
        raise TransferError("line 1 is not the heading of an export of plays")
    if heading.format != FORMAT:
        raise TransferError(f"its format is {heading.format}; this version reads format {FORMAT}")
    return heading


def _ending(line: bytes, number: int) -> Ending | None:
    return _read(line, Ending, number) if line.startswith(b'{"plays"') else None


def _read(line: bytes, model: type[Model], number: int) -> Model:
    try:
        return msgspec.json.decode(line, type=model)
    except msgspec.MsgspecError as error:
        said = PLACE.sub(lambda found: f" at {found[1]}", str(error))
        raise TransferError(f"line {number}: {said}") from None


def _line(model: Struct) -> bytes:
    return msgspec.json.encode(model) + b"\n"

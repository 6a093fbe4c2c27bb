"""All plays of a database as lines of JSON."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from datetime import date
from typing import Annotated, BinaryIO, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from kungen.deals import LAST_DEAL
from kungen.server.judging import judge
from kungen.server.measure import HIGHEST_HELP
from kungen.server.reading import ReadError, read_json
from kungen.server.records import Play, Result
from kungen.server.schemas import MOST_SECONDS
from kungen.server.steps import decode_steps, encode_steps
from kungen.server.store import Store

FORMAT: Final = 1
LONGEST: Final = 2**16
"""Bytes of a line: of those of a play less than a quarter."""
KIND: Final = "plays"
AT_A_TIME: Final = 500

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


async def export_lines(store: Store) -> AsyncGenerator[bytes]:
    """Give the lines of an export: everything as it is at one moment, also while others write."""
    key = await store.fingerprint()
    yield _line(Heading(FORMAT, KIND, None if key is None else key.hex()))
    plays = 0
    async with aclosing(store.everything()) as everything:
        async for play, result in everything:
            plays += 1
            yield _line(_play_line(play, result))
    yield _line(Ending(plays))


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


def play_of(line: PlayLine) -> Play:
    """Return the start that a line tells of."""
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


def result_of(line: PlayLine, win: WinLine) -> Result:
    """Return the win that a line tells of, with its moves as the rules count them."""
    steps = decode_steps(win.steps)
    return Result(
        uuid=line.uuid,
        help=win.help,
        seconds=win.seconds,
        moves=judge(line.game, line.deal, steps).moves,
        steps=steps,
        ended_on=win.ended,
    )


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Give the lines of a file; raises `TransferError` for one that is longer than any can be."""
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise TransferError(f"line {number} is longer than {LONGEST} bytes")
        yield line


def read_heading(line: bytes) -> Heading:
    """Read the first line; raises `TransferError`."""
    try:
        heading = read_json(line, Heading)
    except ReadError:
        heading = None
    if heading is None or heading.kungen != KIND:
        raise TransferError("line 1 is not the heading of an export of plays")
    if heading.format != FORMAT:
        raise TransferError(f"its format is {heading.format}; this version reads format {FORMAT}")
    return heading


def read_ending(line: bytes, number: int) -> Ending | None:
    """Read the last line; None where it is that of a play. Raises `TransferError`."""
    return read_line(line, Ending, number) if line.startswith(b'{"plays"') else None


def read_line(line: bytes, model: type[Model], number: int) -> Model:
    """Read a line; raises `TransferError` with its number and the field."""
    try:
        return read_json(line, model)
    except ReadError as error:
        place = f", {'.'.join(error.place)}" if error.place else ""
        raise TransferError(f"line {number}{place}: {error}") from None


def _line(model: Struct) -> bytes:
    return msgspec.json.encode(model) + b"\n"

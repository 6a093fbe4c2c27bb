"""Starts and wins written in one transaction, each once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Row, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kungen.server.counting import INSERTS, Counts
from kungen.server.records import Play, Result, Win
from kungen.server.tables import PLAYS, RESULTS

New = TypeVar("New", Play, Win)
Record = TypeVar("Record", Play, Result)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept under a UUID after a write: `fresh` when it is what was written just now."""

    record: Play | Result
    fresh: bool


async def keep(connection: AsyncConnection, news: Sequence[Play | Win]) -> list[Kept]:
    """Keep starts and wins with all that is counted of them; tell for each what is kept now.

    What has the UUID of another is not written.
    """
    plays = _first_of_each([new for new in news if isinstance(new, Play)])
    wins = _first_of_each([new for new in news if isinstance(new, Win)])
    kept_plays, fresh_plays = await _keep_plays(connection, plays)
    kept_results, fresh_results = await _keep_results(connection, wins)
    counts = Counts()
    for uuid in sorted(fresh_plays):
        counts.add_start(kept_plays[uuid])
    for uuid in sorted(fresh_results):
        counts.add_win(wins[uuid].play, wins[uuid].result)
    await counts.write(connection)
    return [
        Kept(kept_plays[new.uuid], new.uuid in fresh_plays and plays[new.uuid] is new)
        if isinstance(new, Play)
        else Kept(kept_results[new.uuid], new.uuid in fresh_results and wins[new.uuid] is new)
        for new in news
    ]


def _first_of_each(news: Sequence[New]) -> dict[UUID, New]:
    """Return the first of each UUID, in the order in which all transactions write them."""
    first = {new.uuid: new for new in reversed(news)}
    return {uuid: first[uuid] for uuid in sorted(first)}


async def _keep_plays(
    connection: AsyncConnection, plays: Mapping[UUID, Play]
) -> tuple[dict[UUID, Play], set[UUID]]:
    qualified = [play for play in plays.values() if play.qualified]
    fresh = await _insert(connection, PLAYS, qualified)
    known = await _known(connection, PLAYS, Play, plays.keys() - fresh)
    # An earlier start of the same deal, if no other reason, is against these.
    others = [
        replace(play, qualified=False)
        for uuid, play in plays.items()
        if uuid not in fresh and uuid not in known
    ]
    late = await _insert(connection, PLAYS, others)
    kept = {uuid: plays[uuid] for uuid in fresh} | known
    kept |= {play.uuid: play for play in others if play.uuid in late}
    kept |= await _known(connection, PLAYS, Play, plays.keys() - kept.keys())
    return kept, fresh | late


async def _keep_results(
    connection: AsyncConnection, wins: Mapping[UUID, Win]
) -> tuple[dict[UUID, Result], set[UUID]]:
    fresh = await _insert(connection, RESULTS, [win.result for win in wins.values()])
    known = await _known(connection, RESULTS, Result, wins.keys() - fresh)
    return {uuid: wins[uuid].result for uuid in fresh} | known, fresh


async def _insert(
    connection: AsyncConnection, table: Table, records: Sequence[Play | Result]
) -> set[UUID]:
    """Insert what contradicts nothing that is there; tell which ones."""
    if not records:
        return set()
    insert = INSERTS[connection.dialect.name](table).on_conflict_do_nothing()
    rows = [row_of(table, record) for record in records]
    return set(await connection.scalars(insert.returning(table.c.uuid), rows))


async def _known(
    connection: AsyncConnection, table: Table, kind: type[Record], uuids: Collection[UUID]
) -> dict[UUID, Record]:
    if not uuids:
        return {}
    rows = await connection.execute(select(table).where(table.c.uuid.in_(uuids)))
    return {row.uuid: record_of(kind, row) for row in rows}


def row_of(table: Table, record: Play | Result) -> dict[str, Any]:
    """Return a record as the row of its table."""
    return {column.name: getattr(record, column.name) for column in table.c}


def record_of(kind: type[Record], row: Row[Any], prefix: str = "") -> Record:
    """Return the columns of a row that are a record's, their names after a prefix."""
    values = row._mapping  # noqa: SLF001 - the public way to a row's names
    return kind(**{field.name: values[f"{prefix}{field.name}"] for field in fields(kind)})

"""What is asked of the database of a service, and written to it."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Executable, Row, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from kungen.quoting import quoted
from kungen.server.database import (
    FAULTS,
    DatabaseError,
    database_error,
    newest_schema,
    schema_of,
    told_of,
    wait_for_turn,
    writing,
)
from kungen.server.keeping import Kept, keep, record_of
from kungen.server.measure import VERSION, Figures
from kungen.server.records import Play, Result, Win
from kungen.server.tables import DAILY_FIGURES, DEAL_FIGURES, GAME_FIGURES, PLAYS, RESULTS, SITE

TRIES: Final = 3
# What PostgreSQL says when two transactions wait for each other: the one that is told tries again.
DEADLOCK: Final = frozenset({"40P01", "40001"})
ROWS_AT_A_TIME: Final = 1000
WON: Final = "won_"
"""What the names of a win's columns begin with beside those of its play."""


@dataclass(frozen=True, slots=True)
class Store:
    """A database of plays; whatever it does raises `DatabaseError` where that fails."""

    engine: AsyncEngine

    async def write(self, news: Sequence[Play | Win]) -> list[Kept]:
        """Keep starts and wins in one transaction: all of them, or where it fails none."""
        for attempt in range(1, TRIES + 1):
            try:
                async with writing(self.engine) as connection:
                    return await keep(connection, news)
            except FAULTS as error:
                if attempt == TRIES or not _is_deadlock(error):
                    raise database_error(self.engine.url, error) from error
        raise AssertionError

    async def play(self, uuid: UUID) -> Play | None:
        """Return the start with a UUID."""
        return (await self.plays([uuid])).get(uuid)

    async def plays(self, uuids: Sequence[UUID]) -> dict[UUID, Play]:
        """Return the starts with some UUIDs, as far as there are any."""
        rows = await self._read(select(PLAYS).where(PLAYS.c.uuid.in_(uuids)))
        return {row.uuid: record_of(Play, row) for row in rows}

    async def games(self) -> dict[str, Figures]:
        """Return the figures of each game that has any."""
        rows = await self._read(select(GAME_FIGURES).where(GAME_FIGURES.c.measure == VERSION))
        return {row.game: _figures(row) for row in rows}

    async def deal(self, game: str, number: int) -> Figures:
        """Return the figures of a deal."""
        of = DEAL_FIGURES.c
        query = select(DEAL_FIGURES).where(
            of.measure == VERSION, of.game == game, of.deal == number
        )
        rows = await self._read(query)
        return _figures(rows[0]) if rows else Figures()

    async def daily(self, day: date) -> dict[str, Figures]:
        """Return the figures of the daily deal of each game that has any, by the games."""
        of = DAILY_FIGURES.c
        rows = await self._read(select(DAILY_FIGURES).where(of.measure == VERSION, of.day == day))
        return {row.game: _figures(row) for row in rows}

    async def everything(self) -> AsyncGenerator[tuple[Play, Result | None]]:
        """Give every play with its win, as they are at one moment, in the order of the UUIDs."""
        won = [column.label(f"{WON}{column.name}") for column in RESULTS.c]
        query = select(PLAYS, *won).join_from(PLAYS, RESULTS, isouter=True).order_by(PLAYS.c.uuid)
        with told_of(self.engine.url):
            async with self.engine.connect() as connection:
                options = {"yield_per": ROWS_AT_A_TIME}
                async for row in await connection.stream(query, execution_options=options):
                    yield _play_and_result(row)

    async def claim(self, fingerprint: bytes) -> None:
        """Tie the database to a key by its fingerprint; refuse where it has another's.

        With another key the same installation would be counted once more.
        """
        known = await self.fingerprint()
        if known is None:
            known = await self._claim(fingerprint)
        if known != fingerprint:
            raise DatabaseError(
                "the database belongs to another key: KUNGEN_KEY, or the file of the key, is not"
                " the one that it was made with"
            )

    async def _claim(self, fingerprint: bytes) -> bytes:
        """Return the fingerprint of whoever was first."""
        with told_of(self.engine.url):
            async with writing(self.engine) as connection:
                await wait_for_turn(connection)
                known: bytes | None = await connection.scalar(select(SITE.c.key_fingerprint))
                if known is None:
                    await connection.execute(SITE.insert().values(key_fingerprint=fingerprint))
                return known or fingerprint

    async def fingerprint(self) -> bytes | None:
        """Return the fingerprint of the key to which the database is tied."""
        rows = await self._read(select(SITE.c.key_fingerprint))
        return rows[0].key_fingerprint if rows else None

    async def try_to_write(self) -> None:
        """Write what is there already; the disk has to take it all the same."""
        same = SITE.update().values(key_fingerprint=SITE.c.key_fingerprint)
        with told_of(self.engine.url):
            async with writing(self.engine) as connection:
                await connection.execute(same)

    async def forget_key(self) -> None:
        """Let the database belong to whichever key comes next."""
        with told_of(self.engine.url):
            async with writing(self.engine) as connection:
                await connection.execute(SITE.delete())

    async def check(self) -> None:
        """Refuse unless the database answers and has the newest schema."""
        await self._read(text("SELECT 1"))
        schema = await schema_of(self.engine)
        if schema != newest_schema():
            has = "no schema" if schema is None else f"the schema {quoted(schema)}"
            newest = newest_schema()
            raise DatabaseError(f"the database has {has}, not {newest}: `kungen db upgrade`")

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    async def _read(self, query: Executable) -> Sequence[Row[Any]]:
        with told_of(self.engine.url):
            async with self.engine.connect() as connection:
                return (await connection.execute(query)).all()


def _figures(row: Row[Any]) -> Figures:
    values = row._mapping  # noqa: SLF001 - the public way to a row's names
    names = Figures.__slots__
    return Figures(**{name: values[name] for name in names if name in values})


def _play_and_result(row: Row[Any]) -> tuple[Play, Result | None]:
    won = None if row.won_uuid is None else record_of(Result, row, WON)
    return record_of(Play, row), won


def _is_deadlock(error: Exception) -> bool:
    return getattr(getattr(error, "orig", None), "sqlstate", None) in DEADLOCK

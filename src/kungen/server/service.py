"""What all requests of a service share."""

import asyncio
import hashlib
import logging
import multiprocessing
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import msgspec
from msgspec.structs import replace

from kungen.server.database import DatabaseError, check_room, open_database
from kungen.server.judging import Judges
from kungen.server.listen import end_with_parent
from kungen.server.metrics import Metrics
from kungen.server.reporting import results_of
from kungen.server.schemas import Results
from kungen.server.settings import Settings
from kungen.server.store import Store
from kungen.server.writer import Writer

LOG: Final = logging.getLogger("kungen.server")
RESULTS_SECONDS: Final = 1.0
"""How long results are handed out before they are read anew: so they cost next to nothing."""
LAST_SECONDS: Final = 2.0
"""How long the end waits for what is being written: a database may be locked."""
HASH_BYTES: Final = 16
FINGERPRINT_BYTES: Final = 8


@dataclass(slots=True)
class Service:
    """A running service."""

    settings: Settings
    store: Store
    writer: Writer
    judges: Judges
    metrics: Metrics
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    _results: Mapping[str | None, bytes] = field(default_factory=dict)
    """By the games; None has all of them."""
    _read_at: float = -RESULTS_SECONDS
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    def hashed(self, installation: UUID) -> bytes:
        """Return what is kept of the id of an installation."""
        return hashlib.blake2b(
            installation.bytes, digest_size=HASH_BYTES, key=self.settings.key
        ).digest()

    async def results(self, game: str | None = None) -> bytes:
        """Return the results of a game of the house, or of all, as JSON, at most a second old."""
        if time.monotonic() - self._read_at < RESULTS_SECONDS:
            return self._results[game]
        async with self._reading:
            if time.monotonic() - self._read_at >= RESULTS_SECONDS:
                read_at = time.monotonic()
                self._results = _encoded(results_of(await self.store.games()))
                self._read_at = read_at
        return self._results[game]

    async def check(self) -> None:
        """Refuse unless the database answers with the newest schema, and takes what is written.

        The latter is tried where the last attempt has failed.
        """
        await self.store.check()
        check_room(self.settings.database)
        if self.writer.failed:
            await self.store.try_to_write()
            self.writer.failed = False

    def forget_results(self) -> None:
        """Have the results read anew, for something was counted."""
        self._read_at = -RESULTS_SECONDS


async def _begin(store: Store, settings: Settings) -> None:
    """Check a database, and tie it to the key; raises `DatabaseError`.

    Of workers the process has done so that has started them: one that takes the place of another
    while the database is away waits for it as the others do.
    """
    try:
        await store.check()
        await store.claim(fingerprint(settings.key))
    except DatabaseError as error:
        if multiprocessing.parent_process() is None:
            raise
        LOG.error("%s", error)  # noqa: TRY400 - it is the operator's to mend, not ours


def _encoded(results: Results) -> dict[str | None, bytes]:
    """Return results as JSON, all and each by itself."""
    encoded: dict[str | None, bytes] = {None: msgspec.json.encode(results)}
    for game, figures in results.games.items():
        encoded[game] = msgspec.json.encode(replace(results, games={game: figures}))
    return encoded


def fingerprint(key: bytes) -> bytes:
    """Return what is kept of a key beside what was hashed with it."""
    return hashlib.blake2b(b"kungen", digest_size=FINGERPRINT_BYTES, key=key).digest()


@asynccontextmanager
async def running(settings: Settings, metrics: Metrics) -> AsyncIterator[Service]:
    """Give a service over a database that has the newest schema; raises `DatabaseError`."""
    end_with_parent()
    store = Store(open_database(settings.database))
    judges = Judges(seconds=settings.replay_seconds)
    writer = Writer(store)
    try:
        await _begin(store, settings)
        judges.start()
        yield Service(settings, store, writer, judges, metrics)
        await writer.finish(LAST_SECONDS)
    finally:
        judges.close()
        await store.close()

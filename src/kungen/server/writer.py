"""Many requests written in one transaction: whoever comes while it commits waits for the next."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kungen.server.keeping import Kept
from kungen.server.records import Play, Win
from kungen.server.store import Store

MOST_AT_ONCE: Final = 200
MOST_WAITING: Final = 4000

Waiting = tuple[Play | Win, asyncio.Future[Kept]]


class Busy(Exception):  # noqa: N818 - it passes
    """More is waiting to be written than can be soon."""


@dataclass(slots=True)
class Writer:
    """What waits to be written to a store."""

    store: Store
    failed: bool = False
    """Whether the last transaction was refused."""
    _waiting: list[Waiting] = field(default_factory=list)
    _running: asyncio.Task[None] | None = None

    async def write(self, new: Play | Win) -> Kept:
        """Write a start or a win, and return when the transaction that has it is committed.

        Raises `Busy`, or `DatabaseError` where nothing was written.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Busy
        done: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()
        self._waiting.append((new, done))
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._write_all())
        return await done

    async def finish(self, seconds: float) -> None:
        """Wait until all is written, so long at most: what then waits is told that it is not."""
        if self._running is not None:
            await asyncio.wait([self._running], timeout=seconds)
            self._running.cancel()

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            await self._write_batch(batch)

    async def _write_batch(self, batch: Sequence[Waiting]) -> None:
        try:
            kept = await self.store.write([new for new, _ in batch])
        except asyncio.CancelledError:
            for _, done in batch:
                done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - each who waits gets it
            self.failed = True
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        self.failed = False
        for (_, done), result in zip(batch, kept, strict=True):
            if not done.done():
                done.set_result(result)

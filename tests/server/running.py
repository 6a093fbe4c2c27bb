"""A service or its store, opened for a moment."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import select
from starlette.testclient import TestClient

from kungen.server import Settings, Store, create_app, open_database
from kungen.server.tables import METADATA

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

Result = TypeVar("Result")


def run(settings: Settings, work: Callable[[Store], Coroutine[Any, Any, Result]]) -> Result:
    """Do something with the store of a service."""

    async def opened() -> Result:
        store = Store(open_database(settings.database))
        try:
            return await work(store)
        finally:
            await store.close()

    return in_a_loop(opened())


def in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run what waits, in a thread of its own: in this one the loop of a browser may run."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def rows(settings: Settings) -> dict[str, list[tuple[Any, ...]]]:
    """All that the database of a service holds, by tables."""

    async def read(store: Store) -> dict[str, list[tuple[Any, ...]]]:
        async with store.engine.connect() as connection:
            return {
                table.name: sorted(
                    (tuple(row) for row in await connection.execute(select(table))), key=repr
                )
                for table in METADATA.sorted_tables
            }

    return run(settings, read)


@contextmanager
def served(settings: Settings, web_dir: Path, **changes: Any) -> Iterator[TestClient]:
    """A service with other settings."""
    changed = replace(settings, **changes)
    with TestClient(create_app(web_dir, settings=changed), raise_server_exceptions=False) as opened:
        yield opened

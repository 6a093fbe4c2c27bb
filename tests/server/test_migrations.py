"""Schemas: from nothing to the newest, from each released one, and the one that is to come.

A sample is what a database of that schema held, as the version of its time made it.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from kungen.server import DatabaseError, Settings, Store, open_database, upgrade
from kungen.server.database import MIGRATIONS, newest_schema, schema_of
from kungen.server.measure import Figures
from kungen.server.settings import parse_database
from kungen.server.tables import METADATA
from tests.server.running import in_a_loop, rows, run, served

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT = Path(__file__).resolve().parent.parent / "corpus" / "kept" / "service"
SCHEMAS = sorted(
    re.findall(r"^revision = .(\d+).$", path.read_text(), re.MULTILINE)[0]
    for path in (MIGRATIONS / "versions").glob("s*.py")
)


@pytest.fixture
def empty(database: str) -> Settings:
    url = parse_database(database)
    if url.get_backend_name() == "sqlite":
        Path(str(url.database)).touch()  # a file without anything in it is an empty database
    return Settings(database=url, key=bytes(32), rate=0)


def migrate(settings: Settings) -> tuple[str | None, str]:
    return run(settings, lambda store: upgrade(store.engine))


def test_an_empty_database_comes_to_the_newest_schema_and_stays_there(empty: Settings) -> None:
    assert migrate(empty) == (None, newest_schema())
    assert migrate(empty) == (newest_schema(), newest_schema())


def test_the_newest_schema_is_that_of_the_tables(empty: Settings) -> None:
    migrate(empty)

    def differences(connection: Connection) -> list[Any]:
        return [*compare_metadata(MigrationContext.configure(connection), METADATA)]

    async def compare(store: Store) -> list[Any]:
        async with store.engine.connect() as connection:
            return await connection.run_sync(differences)

    assert run(empty, compare) == []


def test_every_schema_has_a_sample_and_there_are_no_others() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.sql")) == SCHEMAS
    assert newest_schema() == SCHEMAS[-1]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_schema_comes_to_the_newest_with_all_that_it_holds(
    empty: Settings, web_dir: Path, schema: str
) -> None:
    fill(empty, (KEPT / f"{schema}.sql").read_text())
    before, now = migrate(empty)
    assert (before, now) == (schema, newest_schema())
    kept = rows(empty)
    assert (len(kept["plays"]), len(kept["results"])) == (6, 4)
    figures = run(empty, lambda store: store.games())
    assert (figures["freecell"].starts, figures["freecell"].completed) == (3, 2)
    assert figures["freecell"].with_help == 1
    assert run(empty, lambda store: store.deal("klondike", 7)) == Figures(
        starts=1, completed=1, fewest_moves=208
    )
    with served(empty, web_dir) as client:
        assert client.get("/readyz").text == "ok\n"


def fill(settings: Settings, sample: str) -> None:
    """Run the statements of a sample, which both databases know."""

    async def execute(store: Store) -> None:
        async with store.engine.begin() as connection:
            for statement in sample.split(";\n"):
                if statement.strip():
                    await connection.execute(text(statement))

    if settings.database.get_backend_name() == "postgresql":
        for one, other in (("BLOB", "BYTEA"), (" CHAR(32)", " UUID"), ("X'", "'\\x")):
            sample = sample.replace(one, other)
    run(settings, execute)


def test_a_schema_of_a_version_to_come_is_refused_and_left_alone(
    empty: Settings, web_dir: Path
) -> None:
    migrate(empty)

    async def pretend(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    run(empty, pretend)
    with pytest.raises(DatabaseError, match=r"has the schema '9999', which this version of kunge"):
        migrate(empty)
    assert run(empty, lambda store: schema_of(store.engine)) == "9999"
    with (
        pytest.raises(DatabaseError, match=rf"has the schema '9999', not {newest_schema()}"),
        served(empty, web_dir),
    ):
        pass


def test_a_service_does_not_start_over_an_empty_database(empty: Settings, web_dir: Path) -> None:
    with pytest.raises(DatabaseError, match="has no schema, not 0001: "), served(empty, web_dir):
        pass


def test_several_that_migrate_at_the_same_time_do_it_once(empty: Settings) -> None:
    async def all_at_once() -> list[tuple[str | None, str]]:
        engines = [open_database(empty.database) for _ in range(4)]
        try:
            return await asyncio.gather(*(upgrade(engine) for engine in engines))
        finally:
            for engine in engines:
                await engine.dispose()

    befores = [before for before, _ in in_a_loop(all_at_once())]
    assert sorted(map(str, befores)) == [*[newest_schema()] * 3, "None"]


def test_a_migration_that_fails_leaves_the_schema_as_it_was(empty: Settings) -> None:
    async def take_a_name(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text("CREATE VIEW daily_figures AS SELECT 1 AS it"))

    run(empty, take_a_name)
    with pytest.raises(DatabaseError, match="daily_figures"):
        migrate(empty)
    assert run(empty, lambda store: schema_of(store.engine)) is None

    async def give_it_back(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(text("DROP VIEW daily_figures"))

    run(empty, give_it_back)
    assert migrate(empty) == (None, newest_schema())

"""The service's database: opened with what it needs, and brought to the newest schema."""

import contextlib
import errno
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kungen.quoting import quoted
from kungen.server.settings import DATABASE_URL, SettingsError, database_text, key_file

MIGRATIONS: Final = Path(__file__).with_name("migrations")
WRITING: Final = "writing"
"""The option of a connection whose transactions write."""
# Any number that no other program takes: who makes a PostgreSQL database ready holds it.
READY_LOCK: Final = 8_617_000_001
LONGEST_WAIT: Final = 10
"""How many seconds are waited for a connection, or for one who has locked what is needed."""
LEAST_ROOM: Final = 2**20
"""So many bytes have to be free for one that is to be written."""
FAULTS: Final = (DBAPIError, PoolTimeoutError, sqlite3.Error, OSError)
"""What a driver or the system has against a database."""
IDENTITY: Final = "file"
SQLITE_PRAGMAS: Final = (
    "synchronous = full",  # what is acknowledged outlives a loss of power, too
    "foreign_keys = on",
    f"busy_timeout = {1000 * LONGEST_WAIT}",
)
OF_THE_SOURCE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
}
"""What can be wrong with a database that is copied; all else is the copy's."""
PRIMARY: Final = 0xFF
"""The bits of an error of SQLite that tell its kind."""
WAL_TRIES: Final = 1000
WAL_WAIT: Final = 0.01


class DatabaseError(Exception):
    """A database that cannot be used; the message says which one and why."""


class CopyError(Exception):
    """A file that does not take the copy of a database; the message says why."""


def open_database(url: URL, *, connections: int = 4) -> AsyncEngine:
    """Return an engine for a database; nothing is connected yet.

    Raises `DatabaseError` where its driver is not installed, `SettingsError` for a parameter that
    libpq does not know.
    """
    options: dict[str, Any] = {
        "pool_size": connections,
        "max_overflow": 0,
        "pool_timeout": LONGEST_WAIT,
    }
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, **options)
        _listen_to_sqlite(engine, Path(str(url.database)).absolute())
        return engine
    _check_parameters(url)
    options |= {"pool_pre_ping": True}  # a connection that the server has closed is renewed
    if "connect_timeout" not in url.query:
        options |= {"connect_args": {"connect_timeout": LONGEST_WAIT}}
    # Whatever the encoding of the database, names and what is said of faults come as text.
    engine = create_async_engine(url.update_query_dict({"client_encoding": "utf8"}), **options)
    event.listen(engine.sync_engine, "connect", _set_up_postgresql)
    return engine


def _listen_to_sqlite(engine: AsyncEngine, path: Path) -> None:
    """Have connections set up, and only to the file that lies in its place; none is made there."""
    address = f"file:{quote(str(path))}?mode=rw"

    def open_there(_dialect: object, _record: object, arguments: Any, parameters: Any) -> None:
        arguments[:] = [address]
        parameters["uri"] = True

    def note(connection: Any, record: Any) -> None:
        _set_up_sqlite(connection)
        record.info[IDENTITY] = _identity(path)

    def check(_connection: object, record: Any, _proxy: object) -> None:
        if record.info[IDENTITY] != _identity(path):
            raise DisconnectionError(f"{path} is another file now")

    event.listen(engine.sync_engine, "do_connect", open_there)
    event.listen(engine.sync_engine, "connect", note)
    event.listen(engine.sync_engine, "checkout", check)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino


def _check_parameters(url: URL) -> None:
    """Refuse parameters that are not libpq's: those of the driver would change what it does."""
    try:
        import psycopg  # noqa: PLC0415 - an extra
        from psycopg.conninfo import make_conninfo  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise DatabaseError(
            f"{error.name} is not installed: pip install 'kungen[postgresql]'"
        ) from error
    _, parameters = url.get_dialect()().create_connect_args(url)
    try:
        make_conninfo(**parameters)
    except psycopg.ProgrammingError as error:
        raise SettingsError(f"{DATABASE_URL}: {' '.join(str(error).split())}") from error


def _make_file(url: URL) -> None:
    """Make the file of SQLite, where there is none, for its owner alone."""
    if url.get_backend_name() == "sqlite":
        os.close(os.open(str(url.database), os.O_RDWR | os.O_CREAT, 0o600))


def _set_up_postgresql(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{LONGEST_WAIT}s'")
    cursor.close()
    connection.commit()


def _set_up_sqlite(connection: Any) -> None:
    # The driver begins no transaction by itself: `_begin_sqlite` does, before it reads too.
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_wal(cursor)
    for pragma in SQLITE_PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _use_wal(cursor: Any) -> None:
    """Have a log beside the file, which the file remembers.

    SQLite does not wait for others who open a new file at the same time, so this does.
    """
    cursor.execute("PRAGMA busy_timeout = 0")
    for left in reversed(range(WAL_TRIES)):
        try:
            cursor.execute("PRAGMA journal_mode = wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or left == 0:
                raise
            time.sleep(WAL_WAIT)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # One that writes waits for its turn here; one that has read first could only give up.
    writes = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Give a connection in a transaction that writes; it is committed at the end."""
    async with engine.execution_options(**{WRITING: True}).begin() as connection:
        yield connection


async def wait_for_turn(connection: AsyncConnection) -> None:
    """Wait until no other transaction makes the database ready, until the end of this one.

    In SQLite a transaction that writes has waited already.
    """
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_advisory_xact_lock(:lock)")
        await connection.execute(lock, {"lock": READY_LOCK})


async def upgrade(engine: AsyncEngine) -> tuple[str | None, str]:
    """Bring a database to the newest schema; give the schema before, None for none, and now.

    Raises `DatabaseError` when it cannot be reached or has a schema that this version does not
    know. Others that do the same at the same time wait.
    """
    with told_of(engine.url):
        _make_file(engine.url)
        async with writing(engine) as connection:
            await wait_for_turn(connection)
            before = await connection.run_sync(_schema_of)
            if before != newest_schema():
                await connection.run_sync(_run_migrations, before)
    return before, newest_schema()


async def schema_of(engine: AsyncEngine) -> str | None:
    """Return the schema that a database has, None for none; raises `DatabaseError`."""
    with told_of(engine.url):
        async with engine.connect() as connection:
            return await connection.run_sync(_schema_of)


def check_there(url: URL) -> None:
    """Raise `DatabaseError` where the file of SQLite is not there, which SQLite says worse."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise DatabaseError(f"there is no database {database_text(url)}")


def own_files(url: URL) -> set[Path]:
    """Return the places of the files of SQLite, and of the key beside a database."""
    own = {key_file(url, make=False)}
    if url.get_backend_name() == "sqlite":
        own |= {Path(f"{url.database}{ending}") for ending in ("", "-wal", "-shm")}
    return {Path(os.path.realpath(path)) for path in own}


def back_up(url: URL, target: Path) -> None:
    """Copy an SQLite database, as it is at one moment, to a new file, while others write.

    Raises `DatabaseError`, and `CopyError` where it is the new file that does not take it.
    """
    if url.get_backend_name() != "sqlite":
        raise DatabaseError("PostgreSQL has `pg_dump` for that; `kungen db export` works too")
    check_there(url)
    path = str(url.database)
    with told_of(url), contextlib.closing(sqlite3.connect(path, timeout=LONGEST_WAIT)) as source:
        source.execute("PRAGMA schema_version")
        try:
            with contextlib.closing(sqlite3.connect(target)) as copy:
                source.backup(copy)
        except sqlite3.Error as error:
            if error.sqlite_errorcode & PRIMARY in OF_THE_SOURCE:
                raise
            raise CopyError(str(error)) from error


def check_room(url: URL) -> None:
    """Raise `DatabaseError` where there is no room beside the file of SQLite."""
    if url.get_backend_name() == "sqlite":
        with told_of(url):
            free = shutil.disk_usage(Path(str(url.database)).absolute().parent).free
            if free < LEAST_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def try_to_write(engine: AsyncEngine) -> None:
    """Raise `DatabaseError` unless a table can be made; it is not kept."""
    with told_of(engine.url):
        async with engine.execution_options(**{WRITING: True}).connect() as connection:
            await connection.execute(text("CREATE TABLE kungen_can_write (it INTEGER)"))
            await connection.rollback()


async def damage_of(engine: AsyncEngine) -> str | None:
    """Return what SQLite finds wrong with its file, None for nothing; PostgreSQL is not asked."""
    if engine.dialect.name != "sqlite":
        return None
    with told_of(engine.url):
        async with engine.connect() as connection:
            said = str(await connection.scalar(text("PRAGMA quick_check(1)")))
    return None if said == "ok" else " ".join(said.split())


@cache
def newest_schema() -> str:
    """Return the schema that this version works with.

    >>> newest_schema()
    '0001'
    """
    head = ScriptDirectory.from_config(_alembic()).get_current_head()
    if head is None:
        raise DatabaseError(f"there are no migrations in {MIGRATIONS}")
    return head


@contextmanager
def told_of(url: URL) -> Iterator[None]:
    """Turn what a driver or the system has against a database into `DatabaseError`."""
    try:
        yield
    except FAULTS as error:
        raise database_error(url, error) from error


def database_error(url: URL, error: Exception) -> DatabaseError:
    """Return the error of a driver as one sentence that names the database."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    system = cause.strerror.lower() if isinstance(cause, OSError) and cause.strerror else ""
    said = system or _said(str(cause)) or type(cause).__name__
    return DatabaseError(f"the database {database_text(url)} cannot be used: {said}")


def _said(words: str) -> str:
    r"""Return the first line of what a driver says; what was tried, where it tried several hosts.

    >>> _said("connection refused\n\tIs the server running?\nAll failures were:\n- a\n- b")
    'a; b'
    """
    lines = words.splitlines() or [""]
    tried = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    return "; ".join(tried) or lines[0].strip()


def _schema_of(connection: Connection) -> str | None:
    name = database_text(connection.engine.url)
    try:
        schema = MigrationContext.configure(connection).get_current_revision()
    except CommandError as error:
        raise DatabaseError(f"the database {name} says that it has several schemas") from error
    if schema is None and (tables := inspect(connection).get_table_names()):
        there = quoted(", ".join(sorted(tables)))
        raise DatabaseError(f"the database {name} is that of something else: it has {there}")
    return schema


def _run_migrations(connection: Connection, before: str | None) -> None:
    config = _alembic()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise DatabaseError(_unknown_schema(connection.engine.url, before)) from error


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _unknown_schema(url: URL, schema: str | None) -> str:
    return (
        f"the database {database_text(url)} has the schema {quoted(schema)}, which this version"
        f" of kungen does not know; its newest is {newest_schema()}"
    )

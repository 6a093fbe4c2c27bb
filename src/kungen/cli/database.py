"""`db`: the database of a service, kept up and carried over."""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar

from cyclopts import App, Parameter
from rich.console import Console
from rich.text import Text

from kungen.cli.errors import Failure, OutputError, UsageError
from kungen.cli.files import (
    OF_ITS_OWNER,
    STANDARD,
    blamed_on,
    find_place,
    find_regular,
    label,
    write_file,
)
from kungen.cli.serving import need_server
from kungen.cli.source import FILE
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.quoting import counted

if TYPE_CHECKING:
    from rich.status import Status

    from kungen.server import Brought, Heading, Store

File = Annotated[str, FILE]
Result = TypeVar("Result")


def add_commands(app: App) -> None:
    """Add the commands of this module."""
    database = App(
        name="db",
        help="Keep up the database that `kungen serve` uses, and carry its plays over.",
        help_format="plaintext",
        help_epilogue=examples(
            "kungen db upgrade", "kungen db export plays.jsonl", "kungen db backup copy.db"
        ),
        default_parameter=Parameter(negative=""),
    )
    database.command(upgrade, usage=usage("db upgrade"))
    database.command(export, usage=usage("db export FILE"))
    database.command(import_, name="import", usage=usage("db import FILE"))
    database.command(backup, usage=usage("db backup FILE"))
    database.command(forget_key, name="forget-key", usage=usage("db forget-key"))
    app.command(database)


def upgrade() -> None:
    """Bring the database to the newest schema; `kungen serve` does so too."""
    server = need_server()
    with _failures(), _open() as store, _shown("at the database"):
        before, now = asyncio.run(_closing(store, server.upgrade(store.engine)))
        name = server.database_text(store.engine.url)
    was = "was there already" if before == now else f"it had {before or 'none'}"
    say(f"The database {name} has the schema {now} ({was}).")


def export(name: File, /) -> None:
    """Write all plays to a file, or to standard output for `-`, also while the service runs."""
    server = need_server()
    with _failures():
        database = server.read_database(os.environ, make=False)
        server.check_there(database)
        if name != STANDARD and find_place(name) in server.own_files(database):
            raise Failure(f"{label(name)}: this is a file of the database itself")
    with _failures(), _open() as store:

        def write(file: BinaryIO) -> None:
            asyncio.run(_closing(store, _export(store, file)))

        if name == STANDARD:
            try:
                write(sys.stdout.buffer)
                sys.stdout.buffer.flush()
            except OSError as error:
                raise OutputError(error) from error
        else:
            with _shown(f"writing {label(name)}"):
                write_file(name, write, new=OF_ITS_OWNER)


def import_(name: File, /) -> None:
    """Read plays that were exported, `-` for standard input, into the database.

    All of it is checked first, and every win replayed by the rules; plays that are there already
    stay as they are and are counted once. Where it is cut off, the same command goes on.
    """
    server = need_server()
    with _failures(), _readable(name) as path, _shown(f"checking {label(name)}") as status:
        with path.open("rb") as lines, _blamed_on_lines(name):
            heading = server.check_lines(lines)
        with _open() as store, _blamed_on_lines(name):

            def tell(brought: "Brought") -> None:
                status.update(Text(f"{counted(brought.plays, 'play')} of {label(name)}"))

            brought = asyncio.run(_closing(store, _import(store, heading, path, tell)))
    new = f"{counted(brought.fresh, 'play')} and {counted(brought.wins, 'win')} were new"
    say(f"{counted(brought.plays, 'play')} in {label(name)}; {new}.")


def backup(name: File, /) -> None:
    """Copy an SQLite database to a new file, as it is at one moment, while the service runs."""
    server = need_server()
    if name == STANDARD:
        raise UsageError("a backup goes to a file, not to standard output")
    with _failures():
        place, url = find_place(name), server.read_database(os.environ, make=False)
        with blamed_on(name):
            if os.path.lexists(place):
                raise Failure(f"{label(name)}: this file is there already")
            scratch = place.with_name(f".kungen{os.getpid()}.part")
            os.close(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OF_ITS_OWNER))
            try:
                with _shown(f"writing {label(name)}"):
                    server.back_up(url, scratch)
                scratch.replace(place)
            except server.CopyError as error:
                raise Failure(f"{label(name)}: {error}") from None
            finally:
                scratch.unlink(missing_ok=True)
    say(f"{server.database_text(url)} is copied to {label(name)}.")


def forget_key() -> None:
    """Let a database whose key is lost belong to the key with which it is served next.

    Who has played a deal before is then not known any more, and may be counted once more.
    """
    server = need_server()
    with _failures():
        server.check_there(server.read_database(os.environ, make=False))
    with _failures(), _open() as store:
        with _shown("at the database"):
            asyncio.run(_closing(store, _forget_key(store)))
        say(f"{server.database_text(store.engine.url)} belongs to no key now.")


async def _export(store: "Store", file: BinaryIO) -> None:
    await store.check()
    async with aclosing(need_server().export_lines(store)) as lines:
        async for line in lines:
            file.write(line)


async def _forget_key(store: "Store") -> None:
    await store.check()
    await store.forget_key()


async def _import(
    store: "Store", heading: "Heading", path: Path, tell: "Callable[[Brought], None]"
) -> "Brought":
    server = need_server()
    await server.upgrade(store.engine)
    await server.check_key(store, heading)
    if heading.key is not None:
        await store.claim(bytes.fromhex(heading.key))
    with path.open("rb") as lines:
        await server.check_plays(store, lines)
    with path.open("rb") as lines:
        brought: Brought = await server.import_lines(store, lines, tell)
        return brought


async def _closing(store: "Store", work: Coroutine[Any, Any, Result]) -> Result:
    try:
        return await work
    finally:
        await store.close()


@contextmanager
def _open() -> "Iterator[Store]":
    server = need_server()
    yield server.Store(server.open_database(server.read_database(os.environ), connections=1))


@contextmanager
def _shown(work: str) -> "Iterator[Status]":
    """Show at a terminal that something is being done: a database may have to be waited for."""
    with Console(stderr=True).status(Text(work)) as status:
        yield status


@contextmanager
def _readable(name: str) -> Iterator[Path]:
    """Give a file that can be read twice; standard input is laid into one."""
    if name != STANDARD:
        with blamed_on(name):
            path = find_regular(name)
            path.open("rb").close()
        yield path
        return
    with tempfile.NamedTemporaryFile() as copy:
        with blamed_on(name):
            shutil.copyfileobj(sys.stdin.buffer, copy)
            copy.flush()
        yield Path(copy.name)


@contextmanager
def _blamed_on_lines(name: str) -> Iterator[None]:
    """Turn what is wrong with the lines of an export into a `Failure` with the file's name."""
    try:
        yield
    except need_server().TransferError as error:
        raise Failure(f"{label(name)}: {error}") from None


@contextmanager
def _failures() -> Iterator[None]:
    """Turn what is wrong with the database into a `Failure`, with a setting a `UsageError`."""
    server = need_server()
    try:
        yield
    except server.SettingsError as error:
        raise UsageError(str(error)) from None
    except (server.DatabaseError, server.PlaceError) as error:
        raise Failure(str(error)) from None

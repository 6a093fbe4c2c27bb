"""Whether a service can start as it is set up, and what an operator may have forgotten."""

import os
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from sqlalchemy.engine import URL

from kungen.quoting import quoted
from kungen.server.database import (
    DatabaseError,
    check_room,
    damage_of,
    newest_schema,
    open_database,
    schema_of,
    try_to_write,
)
from kungen.server.listen import ServeError, listen
from kungen.server.page import WEB_DIR
from kungen.server.service import fingerprint
from kungen.server.settings import (
    DATABASE_URL,
    DRIVERS,
    KEY,
    RATE,
    TRUSTED_PROXIES,
    PlaceError,
    SettingsError,
    database_text,
    key_file,
    parse_proxies,
    parse_rate,
    read_database,
    read_key,
)
from kungen.server.store import Store

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
OTHERS_READ: Final = 0o077
ENDING: Final = ".key.01234567"
"""What is put after the name of a file of SQLite."""
ROOM: Final = 2**16
"""Bytes that a new database takes."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: `missing` is what keeps the service from starting."""

    kind: Literal["ok", "note", "missing"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was seen of the key to which a database belongs."""

    is_read: bool = False
    """Whether it is known at all."""
    key: bytes | None = None
    """The fingerprint; None where it belongs to none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the service is to be started."""

    environment: Mapping[str, str]
    host: str
    port: int
    next_free: bool
    page_only: bool
    address: str | None
    workers: int


async def check(plan: Plan) -> AsyncIterator[Finding]:
    """Look at everything that the service needs, and change nothing."""
    yield _page()
    yield _listening(plan)
    if not plan.page_only:
        async for finding in _service(plan):
            yield finding
    yield _address(plan)


async def _service(plan: Plan) -> AsyncIterator[Finding]:
    for reading in (_proxies, _rate):
        try:
            yield reading(plan)
        except SettingsError as error:
            yield Finding("missing", str(error))
    try:
        database = read_database(plan.environment, make=False)
    except SettingsError as error:
        yield Finding("missing", str(error))
        return
    seen, findings = await _database(database)
    for finding in (*findings, *_key(plan, database, seen), *_workers(plan, database)):
        yield finding


def _page() -> Finding:
    if (WEB_DIR / "index.html").is_file():
        return Finding("ok", f"the page is in {WEB_DIR}")
    return Finding("missing", f"the page has not been built: {WEB_DIR} has no index.html")


def _listening(plan: Plan) -> Finding:
    try:
        listener = listen(plan.host, plan.port, next_free=plan.next_free)
    except ServeError as error:
        return Finding("missing", str(error))
    listener.socket.close()
    return Finding("ok", f"it can listen at {listener.url}")


def _proxies(plan: Plan) -> Finding:
    proxies = parse_proxies(plan.environment.get(TRUSTED_PROXIES, ""))
    if proxies:
        return Finding("ok", f"the client's address is taken from {', '.join(proxies)}")
    if plan.address is not None and plan.address.startswith("https:"):
        return Finding(
            "note",
            f"{TRUSTED_PROXIES} is not set: all clients behind a proxy share one limit of requests",
        )
    return Finding("ok", "no proxy is trusted")


def _rate(plan: Plan) -> Finding:
    rate = parse_rate(plan.environment.get(RATE, ""))
    if rate == 0:
        return Finding("note", f"{RATE} is 0: there is no limit of requests")
    return Finding("ok", f"a client may ask {rate} times a minute")


async def _database(database: URL) -> tuple[Seen, list[Finding]]:
    """Give what was seen of the key to which a database belongs, and all that was found."""
    if (place := _new_file(database)) is not None:
        return Seen(is_read=place.kind == "ok"), [place]
    found: list[Finding] = []
    seen = Seen()
    try:
        store = Store(open_database(database, connections=1))
        try:
            name = database_text(database)
            if (damage := await damage_of(store.engine)) is not None:
                return seen, [Finding("missing", f"the database {name} is damaged: {damage}")]
            schema = await schema_of(store.engine)
            check_room(database)
            await try_to_write(store.engine)
            found.append(Finding("ok", f"the database {name} answers and can be written"))
            found.append(_schema(schema))
            if schema == newest_schema():
                seen = Seen(is_read=True, key=await store.fingerprint())
            elif schema is None:
                seen = Seen(is_read=True)
        finally:
            await store.close()
    except (DatabaseError, SettingsError) as error:
        found.append(Finding("missing", str(error)))
    return seen, found


def _new_file(database: URL) -> Finding | None:
    """Tell of a file of SQLite that will be made, None where it is there."""
    path = Path(str(database.database))
    if database.drivername != DRIVERS["sqlite"] or os.path.lexists(path):
        return None
    is_usual = database == read_database({}, make=False)
    return _to_be_made("the database", path, with_folders=is_usual)


def _schema(schema: str | None) -> Finding:
    newest = newest_schema()
    if schema is None:
        return Finding("ok", f"it is empty: its schema will be {newest}")
    if schema == newest:
        return Finding("ok", f"its schema is {schema}, the newest")
    if schema < newest:
        return Finding("note", f"its schema is {schema} and will be {newest}: back it up first")
    told = f"its schema is {quoted(schema)}; this version of kungen knows {newest}"
    return Finding("missing", told)


def _to_be_made(what: str, path: Path, *, with_folders: bool) -> Finding:
    """Tell that a file will be made, or why it cannot be."""
    folder = path.parent
    while with_folders and not os.path.lexists(folder):
        folder = folder.parent
    try:
        is_too_long = len(os.fsencode(f"{path.name}{ENDING}")) > os.statvfs(folder).f_namemax
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(ROOM))
            trial.flush()
    except OSError as error:
        why = f"in the folder {folder}: {(error.strerror or str(error)).lower()}"
    else:
        if not is_too_long:
            return Finding("ok", f"{what} will be made in {path}")
        why = "by such a long name"
    told = f"{what} {path} cannot be made {why}"
    return Finding("missing", f"{told}; {DATABASE_URL} names another place")


def _key(plan: Plan, database: URL, seen: Seen) -> Iterator[Finding]:
    """Tell of the key, beside what was seen of that to which the database belongs."""
    in_environment = bool(plan.environment.get(KEY, "").strip())
    path = key_file(database, make=False)
    if seen.key is None and not in_environment and not os.path.lexists(path):
        if seen.is_read:
            yield _to_be_made("a key", path, with_folders=True)
        return
    try:
        key = read_key(plan.environment, database, make=False)
    except (SettingsError, PlaceError) as error:
        yield Finding("missing", str(error))
        return
    place = KEY if in_environment else str(path)
    yield Finding("ok", f"the key is in {place}")
    if seen.key == fingerprint(key):
        yield Finding("ok", "the database belongs to it")
    elif seen.key is not None:
        yield Finding("missing", "the database belongs to another key")
    elif seen.is_read:
        yield Finding("ok", "the database will belong to it")
    if in_environment:
        return
    if stat.S_IMODE(path.stat().st_mode) & OTHERS_READ:
        yield Finding("note", f"others may read {path}: chmod 600")
    if database.drivername == DRIVERS["postgresql"]:
        yield Finding("note", f"other machines need the same key: set {KEY} there")


def _workers(plan: Plan, database: URL) -> list[Finding]:
    there = os.cpu_count() or 1
    if plan.workers > 2 * there:
        return [Finding("note", f"{plan.workers} workers are many for {there} processors")]
    if plan.workers > there and database.drivername == DRIVERS["sqlite"]:
        return [Finding("note", "SQLite lets one worker write at a time")]
    return []


def _address(plan: Plan) -> Finding:
    if plan.address is None and plan.host not in LOOPBACK:
        return Finding("note", "--address is not given: search engines are not told it")
    if plan.address is not None and plan.address.startswith("http:"):
        return Finding("note", "without TLS browsers do not keep the page for use offline")
    if plan.address is None:
        return Finding("ok", f"the page is for this machine alone, at {plan.host}")
    return Finding("ok", f"others find the page at {plan.address}")

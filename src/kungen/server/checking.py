"""Whether a service can start as it is set up, and what an operator may have forgotten."""

import os
import stat
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from sqlalchemy.engine import URL

from kungen.server.database import (
    DatabaseError,
    newest_schema,
    open_database,
    schema_of,
    try_to_write,
)
from kungen.server.page import WEB_DIR
from kungen.server.service import fingerprint
from kungen.server.settings import (
    DATABASE_URL,
    DRIVERS,
    KEY,
    RATE,
    TRUSTED_PROXIES,
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


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: `missing` is what keeps the service from starting."""

    kind: Literal["ok", "note", "missing"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the service is to be started."""

    environment: Mapping[str, str]
    host: str
    address: str | None
    workers: int


async def check(plan: Plan) -> AsyncIterator[Finding]:
    """Look at everything that the service needs, and change nothing."""
    yield _page()
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
    key = None
    for finding, found in _key(plan, database):
        key = found or key
        yield finding
    async for finding in _database(database, key):
        yield finding
    for finding in _workers(plan, database):
        yield finding
    yield _address(plan)


def _page() -> Finding:
    if (WEB_DIR / "index.html").is_file():
        return Finding("ok", f"the page is in {WEB_DIR}")
    return Finding("missing", f"the page has not been built: {WEB_DIR} has no index.html")


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


def _key(plan: Plan, database: URL) -> Sequence[tuple[Finding, bytes | None]]:
    in_environment = bool(plan.environment.get(KEY, "").strip())
    path = key_file(database, make=False)
    if not in_environment and not path.exists():
        return [(Finding("ok", f"a key will be made in {path}"), None)]
    try:
        key = read_key(plan.environment, database, make=False)
    except SettingsError as error:
        return [(Finding("missing", str(error)), None)]
    if in_environment:
        return [(Finding("ok", f"the key is in {KEY}"), key)]
    found = [(Finding("ok", f"the key is in {path}"), key)]
    if stat.S_IMODE(path.stat().st_mode) & OTHERS_READ:
        found.append((Finding("note", f"others may read {path}: chmod 600"), key))
    if database.drivername == DRIVERS["postgresql"]:
        needed = f"other machines need the same key: set {KEY} there"
        found.append((Finding("note", needed), key))
    return found


async def _database(database: URL, key: bytes | None) -> AsyncIterator[Finding]:
    name = database_text(database)
    if (place := _place_of(database)) is not None:
        yield place
        return
    engine = open_database(database, connections=1)
    try:
        schema = await schema_of(engine)
        await try_to_write(engine)
        yield Finding("ok", f"the database {name} answers and can be written")
        if schema == newest_schema():
            yield Finding("ok", f"its schema is {schema}, the newest")
            yield await _belonging(Store(engine), key)
        elif schema is None:
            yield Finding("ok", f"it is empty: its schema will be {newest_schema()}")
        elif schema < newest_schema():
            told = f"its schema is {schema} and will be {newest_schema()}: back it up first"
            yield Finding("note", told)
        else:
            told = f"its schema is {schema}; this version of kungen knows {newest_schema()}"
            yield Finding("missing", told)
    except DatabaseError as error:
        yield Finding("missing", str(error))
    finally:
        await engine.dispose()


def _place_of(database: URL) -> Finding | None:
    """Tell where a file of SQLite will be made, None where it is there."""
    path = Path(str(database.database))
    if database.drivername != DRIVERS["sqlite"] or path.exists():
        return None
    folder, usual = path.parent, read_database({}, make=False)
    if database == usual or (folder.is_dir() and os.access(folder, os.W_OK)):
        return Finding("ok", f"the database will be made in {path}")
    why = "may not be written" if folder.is_dir() else "is not there"
    return Finding(
        "missing",
        f"the database {path} cannot be made: the folder {folder} {why}; {DATABASE_URL} names"
        " another place",
    )


async def _belonging(store: Store, key: bytes | None) -> Finding:
    known = await store.fingerprint()
    if known is None:
        return Finding("ok", "it will belong to the key")
    if key is None:
        return Finding("missing", f"the key that it belongs to is not here: {KEY} names it")
    if known != fingerprint(key):
        return Finding("missing", "it belongs to another key")
    return Finding("ok", "it belongs to the key")


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

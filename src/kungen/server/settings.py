"""How a service is set up: by the environment, and by what the command line says."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from kungen.quoting import quoted, shortened

DATABASE_URL: Final = "KUNGEN_DATABASE_URL"
KEY: Final = "KUNGEN_KEY"
TRUSTED_PROXIES: Final = "KUNGEN_TRUSTED_PROXIES"
RATE: Final = "KUNGEN_RATE"

DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
A_FILE: Final = "sqlite:////var/lib/kungen/kungen.db"
NO_ADDRESS: Final = (
    f"{DATABASE_URL} is no address of a database, such as {A_FILE} or"
    " postgresql://kungen@localhost/kungen"
)
KEY_TEXT: Final = re.compile(r"[0-9a-f]{64}")
A_KEY: Final = (
    "must hold a key of 64 hexadecimal digits, in small letters, as from `openssl rand -hex 32`"
)
HIGHEST_RATE: Final = 1_000_000
USUAL_RATE: Final = 300


class SettingsError(ValueError):
    """A setting that makes no sense; the message names it and says what is expected."""


class PlaceError(Exception):
    """A file or a folder of the service that is not as it must be; the message names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a service needs to know before it starts."""

    database: URL
    """With the driver that is used."""
    key: bytes = field(repr=False)
    """32 bytes, by which the ids of installations are hashed."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose word on the client's address is taken."""
    rate: int = USUAL_RATE
    """Requests of one client a minute; 0 is no limit."""
    replay_seconds: float = 2.0
    """The longest that one line may take to be replayed."""


def read_database(environment: Mapping[str, str], *, make: bool = True) -> URL:
    """Return the database that the environment names, or the file in the user's data folder.

    With *make* the folder of that file is made. Raises `SettingsError`, and `PlaceError` of the
    folder.

    >>> read_database({"KUNGEN_DATABASE_URL": "sqlite:////var/lib/kungen/kungen.db"}).drivername
    'sqlite+aiosqlite'
    """
    text = environment.get(DATABASE_URL, "").strip()
    if text:
        return parse_database(text)
    return URL.create(DRIVERS["sqlite"], database=str(_data_folder(make=make) / "kungen.db"))


def parse_database(text: str) -> URL:
    """Read the address of a database.

    >>> parse_database("mysql://db/kungen")
    Traceback (most recent call last):
    ...
    kungen.server.settings.SettingsError: KUNGEN_DATABASE_URL begins with sqlite:/// or \
postgresql://, not with 'mysql'
    """
    if not _is_plain(text):
        raise SettingsError(NO_ADDRESS)
    try:
        url = _with_driver(make_url(text))
        url.get_dialect()().create_connect_args(url)
    except SettingsError:
        raise
    except (ArgumentError, ValueError):  # the text is not shown: there may be a password in it
        raise SettingsError(NO_ADDRESS) from None
    return url


def _is_plain(text: str) -> bool:
    """Whether a text, and what it has after percent signs, is all to be read."""
    try:
        return text.isprintable() and unquote(text, errors="strict").isprintable()
    except UnicodeError:
        return False


def _with_driver(url: URL) -> URL:
    name = url.drivername.partition("+")[0]
    if name not in DRIVERS:
        raise SettingsError(
            f"{DATABASE_URL} begins with sqlite:/// or postgresql://, not with {quoted(name)}"
        )
    if name == "sqlite":
        _check_file(url)
    elif "@" in (url.host or ""):
        raise SettingsError(f"{NO_ADDRESS}; in a password @ is written %40")
    return url.set(drivername=DRIVERS[name])


def _check_file(url: URL) -> None:
    """Refuse an address of SQLite that has more than a file, or none."""
    if url.host or url.username or url.password or url.port:
        raise SettingsError(f"{DATABASE_URL} has a host, and SQLite has none: {A_FILE}")
    if url.query:
        names = ", ".join(map(shortened, url.query))
        raise SettingsError(f"{DATABASE_URL} has {names} after `?`, and SQLite takes none of it")
    if url.database in {None, "", ":memory:"}:
        raise SettingsError(f"{DATABASE_URL} names no file: {A_FILE}")


def database_text(url: URL) -> str:
    """Return the address of a database as a person knows it, without what may be secret.

    >>> database_text(parse_database("postgresql://kungen:secret@db/kungen?sslpassword=secret"))
    'postgresql://kungen:***@db/kungen'
    """
    plain = url.set(drivername=url.drivername.partition("+")[0], query={})
    return plain.render_as_string(hide_password=True)


def read_key(environment: Mapping[str, str], database: URL, *, make: bool = True) -> bytes:
    """Return the key of the environment, or that of a file which is made when it is not there.

    The file lies beside an SQLite file, else in the user's data folder; without *make* it must be
    there. Raises `SettingsError`, and `PlaceError` of the file.
    """
    text = environment.get(KEY, "").strip()
    if text:
        return _parse_key(text, SettingsError(f"{KEY} {A_KEY}"))
    path = key_file(database, make=make)
    try:
        if not path.exists() and make:
            _write_key(path)
        if path.exists() and not path.is_file():
            raise PlaceError(f"the key in {path} cannot be read: it is no file")
        written = path.read_text("ascii", "replace").strip()
    except FileNotFoundError as error:
        raise PlaceError(
            f"the key that the database belongs to is not here: {KEY} names it, or it lies in"
            f" {path}"
        ) from error
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        raise PlaceError(f"the key in {path} cannot be read: {said}") from error
    return _parse_key(written, PlaceError(f"{path} {A_KEY}"))


def key_file(database: URL, *, make: bool = True) -> Path:
    """Return where the key lies that no setting names."""
    if database.drivername == DRIVERS["sqlite"]:
        return Path(f"{database.database}.key")
    return _data_folder(make=make) / "kungen.key"


def read_settings(environment: Mapping[str, str], *, make: bool = True) -> Settings:
    """Return the settings that the environment makes; raises `SettingsError` or `PlaceError`."""
    database = read_database(environment, make=make)
    return Settings(
        database=database,
        key=read_key(environment, database, make=make),
        trusted_proxies=parse_proxies(environment.get(TRUSTED_PROXIES, "")),
        rate=parse_rate(environment.get(RATE, "")),
    )


def parse_proxies(text: str) -> tuple[str, ...]:
    """Read addresses and networks with commas between.

    >>> parse_proxies("127.0.0.1, 10.0.0.0/8")
    ('127.0.0.1', '10.0.0.0/8')
    """
    proxies = tuple(part.strip() for part in text.split(",") if part.strip())
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise SettingsError(
                f"{TRUSTED_PROXIES} has addresses and networks, such as 127.0.0.1 or 10.0.0.0/8,"
                f" not {quoted(proxy)}"
            ) from None
    return proxies


def parse_rate(text: str) -> int:
    """Read how many requests a client may make in a minute.

    >>> parse_rate(""), parse_rate("0")
    (300, 0)
    """
    if not text.strip():
        return USUAL_RATE
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()) or int(text) > HIGHEST_RATE:
        raise SettingsError(
            f"{RATE} is the number of requests a minute, 0 to {HIGHEST_RATE}, not {quoted(text)}"
        )
    return int(text)


def _parse_key(text: str, fault: SettingsError | PlaceError) -> bytes:
    if not KEY_TEXT.fullmatch(text):
        raise fault
    return bytes.fromhex(text)


def _write_key(path: Path) -> None:
    """Write a new key, whole or not at all, for its owner alone; another's that is there stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{secrets.token_hex(32)}\n")
        try:
            os.link(fresh, path)
        except FileExistsError:
            return
    finally:
        fresh.unlink()


def _data_folder(*, make: bool) -> Path:
    path = user_data_path("kungen", appauthor=False)
    if make:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            said = (error.strerror or str(error)).lower()
            raise PlaceError(
                f"the folder {path} cannot be made: {said}; {DATABASE_URL} names another place"
            ) from error
    return path

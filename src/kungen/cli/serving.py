"""`serve`: the page at an address of one's own."""

import asyncio
import os
import re
import webbrowser
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

from cyclopts import App, Parameter

from kungen.cli.errors import Failure, UsageError
from kungen.cli.numerals import Token, whole
from kungen.cli.source import FLAG
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.quoting import quoted

if TYPE_CHECKING:
    from types import ModuleType

    from kungen.server import Finding, Plan, Settings

PORT: Final = 8617
HIGHEST_PORT: Final = 65535
ADDRESS: Final = re.compile(r"https?://[\w.:\[\]-]+(/[\w.~%-]+)*/?", re.ASCII)
NEEDED: Final = ("aiosqlite", "alembic", "limits", "msgspec", "sqlalchemy", "starlette", "uvicorn")
MOST_WORKERS: Final = 64
WITHOUT: Final = "--page-only serves the page without a service"


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        serve_page,
        name="serve",
        usage=usage("serve [OPTIONS]"),
        help_epilogue=examples(
            "kungen serve",
            "kungen serve --open",
            "kungen serve --check",
            "kungen serve --host 0.0.0.0 --port 80 --address https://patience.example/",
        ),
    )


def parse_address(_type: object, tokens: Sequence[Token]) -> str:
    """Read the page's address, and end it with a slash.

    Raises `UsageError` where it is none, or has more than a path.
    """
    text = tokens[0].value
    if ADDRESS.fullmatch(text) is None or not _has_port(text):
        raise UsageError(
            f"--address is the page's own, such as https://patience.example/, not {quoted(text)}"
        )
    return f"{text.removesuffix('/')}/"


def _has_port(address: str) -> bool:
    """Whether the port of an address, if it names one, can be.

    >>> _has_port("https://patience.example/"), _has_port("https://patience.example:99999/")
    (True, False)
    """
    try:
        return urlsplit(address).port != 0
    except ValueError:  # it is too large
        return False


def serve_page(
    *,
    host: Annotated[str, Parameter(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int,
        Parameter(converter=whole("--port", 0, HIGHEST_PORT), help="The port; 0 is any free one."),
    ] = PORT,
    address: Annotated[
        str | None,
        Parameter(
            metavar="URL",
            converter=parse_address,
            help="Where others find the page; search engines are told it.",
        ),
    ] = None,
    workers: Annotated[
        int,
        Parameter(
            converter=whole("--workers", 1, MOST_WORKERS), help="Processes that answer requests."
        ),
    ] = 1,
    page_only: Annotated[
        bool,
        FLAG,
        Parameter(help="Serve the page alone: nothing is measured, no database is used."),
    ] = False,
    check: Annotated[
        bool, FLAG, Parameter(help="Say whether all that is needed is there, and serve nothing.")
    ] = False,
    next_free: Annotated[
        bool, FLAG, Parameter(help="Use the next free port when this one is taken.")
    ] = False,
    open: Annotated[bool, FLAG, Parameter(help="Open the page in a browser.")] = False,  # noqa: A002
) -> int:
    """Serve the page and the service that measures its results, until Ctrl-C.

    KUNGEN_DATABASE_URL names the database, else it is a file in your data folder.
    """
    if not host.strip():
        raise UsageError("--host is empty; 127.0.0.1 is this machine, 0.0.0.0 every address of it")
    server = need_server()
    if check:
        return _check(
            server.Plan(
                environment=os.environ,
                host=host,
                port=port,
                next_free=next_free,
                page_only=page_only,
                address=address,
                workers=workers,
            )
        )
    try:
        listener = server.listen(host, port, next_free=next_free)
        with listener.socket:
            settings = None if page_only else _settings()
            make_app = partial(server.create_app, server.WEB_DIR, address, settings)
            app = make_app()
            say(f"The table is at {listener.url} (Ctrl-C ends).")
            if open:
                webbrowser.open(listener.url)
            server.serve(
                make_app if workers > 1 else lambda: app,
                listener,
                workers=workers,
                trusted_proxies=settings.trusted_proxies if settings else (),
                lifespan="on" if settings else "off",
            )
    except (server.PageError, server.ServeError) as error:
        raise Failure(str(error)) from error
    return 0


def need_server() -> "ModuleType":
    """Return `kungen.server`; `Failure` where what it needs is not installed."""
    if any(find_spec(package) is None for package in NEEDED):
        raise Failure("the server is an extra: pip install 'kungen[server]'")
    from kungen import server  # noqa: PLC0415 - needs the extra

    return server


def _settings() -> "Settings":
    """The settings of the environment, over a database that has the newest schema."""
    server = need_server()
    try:
        settings: Settings = asyncio.run(_ready_settings())
    except server.SettingsError as error:
        raise UsageError(f"{error}; {WITHOUT}") from None
    except (server.PlaceError, server.DatabaseError) as error:
        raise Failure(f"{error}; {WITHOUT}") from None
    return settings


async def _ready_settings() -> "Settings":
    """The settings; a key is made only for a database that belongs to none."""
    server = need_server()
    store = server.Store(server.open_database(server.read_database(os.environ), connections=1))
    try:
        await server.upgrade(store.engine)
        is_new = await store.fingerprint() is None
        settings: Settings = server.read_settings(os.environ, make=is_new)
        await store.claim(server.fingerprint(settings.key))
    finally:
        await store.close()
    return settings


def _check(plan: "Plan") -> int:
    """Say what was found, and return 1 where something is missing."""
    findings = asyncio.run(_found(plan))
    for finding in findings:
        say(f"{finding.kind:7} {finding.text}")
    return int(any(finding.kind == "missing" for finding in findings))


async def _found(plan: "Plan") -> "list[Finding]":
    return [finding async for finding in need_server().check(plan)]

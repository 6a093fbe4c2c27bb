"""`serve`: the page at an address of one's own."""

import re
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen.cli.errors import Failure, UsageError
from kungen.cli.numerals import Token, whole
from kungen.cli.source import FLAG
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.quoting import quoted

PORT: Final = 8617
HIGHEST_PORT: Final = 65535
ADDRESS: Final = re.compile(r"https?://[\w.:\[\]-]+(/[\w.~%-]+)*/?", re.ASCII)
NEEDED: Final = ("starlette", "uvicorn")


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        serve_page,
        name="serve",
        usage=usage("serve [OPTIONS]"),
        help_epilogue=examples(
            "kungen serve",
            "kungen serve --open",
            "kungen serve --host 0.0.0.0 --port 80 --address https://patience.example/",
        ),
    )


def parse_address(_type: object, tokens: Sequence[Token]) -> str:
    """Read the page's address, and end it with a slash.

    Raises `UsageError` where it is none, or has more than a path.
    """
    text = tokens[0].value
    if ADDRESS.fullmatch(text) is None:
        raise UsageError(
            f"--address is the page's own, such as https://patience.example/, not {quoted(text)}"
        )
    return f"{text.removesuffix('/')}/"


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
    next_free: Annotated[
        bool, FLAG, Parameter(help="Use the next free port when this one is taken.")
    ] = False,
    open: Annotated[bool, FLAG, Parameter(help="Open the page in a browser.")] = False,  # noqa: A002
) -> None:
    """Serve the page until Ctrl-C."""
    if not host.strip():
        raise UsageError("--host is empty; 127.0.0.1 is this machine, 0.0.0.0 every address of it")
    if any(find_spec(package) is None for package in NEEDED):
        raise Failure("the server is an extra: pip install 'kungen[server]'")
    from kungen import server  # noqa: PLC0415 - needs the extra

    try:
        app = server.create_app(server.WEB_DIR, address)
        listener = server.listen(host, port, next_free=next_free)
        say(f"The table is at {listener.url} (Ctrl-C ends).")
        if open:
            webbrowser.open(listener.url)
        server.serve(app, listener)
    except (server.PageError, server.ServeError) as error:
        raise Failure(str(error)) from error

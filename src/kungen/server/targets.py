"""What a request asks for, where it says so with the whole address, as to a proxy."""

import re
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

ABSOLUTE: Final = re.compile(r"https?://[^/]*", re.IGNORECASE)


def with_plain_targets(app: ASGIApp) -> ASGIApp:
    """Return an application that sees the path alone, whichever form a request has it in.

    Servers have to take both (RFC 9112, 3.2.2).
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and ABSOLUTE.match(scope["path"]):
            scope = {**scope, "path": _path(scope["path"])}
        await app(scope, receive, send)

    return answer


def _path(address: str) -> str:
    """Return the path of a whole address.

    >>> _path("http://patience.example/healthz"), _path("http://patience.example")
    ('/healthz', '/')
    """
    return ABSOLUTE.sub("", address, count=1) or "/"

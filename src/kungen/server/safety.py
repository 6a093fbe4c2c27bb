"""What every answer carries to keep the page safe, and how long it took."""

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kungen.server.metrics import Metrics
from kungen.server.problems import ProblemError

LOG: Final = logging.getLogger("kungen.server")
# 'wasm-unsafe-eval' lets the engine compile; it allows no script but the page's own files.
SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
TRANSPORT_SECURITY: Final = {"strict-transport-security": "max-age=31536000"}
METHODS: Final = frozenset({"GET", "HEAD", "POST"})
ELSEWHERE: Final = "page"
"""What the routes are called that are no part of the API."""
API: Final = "api"
"""What is called so that is refused before it has a route, or has none."""
RETRY_SECONDS: Final = 5


def with_security_headers(app: ASGIApp, *, secure: bool = False) -> ASGIApp:
    """Return an application whose every answer carries the headers, and over TLS HSTS.

    With *secure* others find it over TLS, whatever it sees of that itself.
    """
    plain = _raw(SECURITY_HEADERS)
    over_tls = plain + _raw(TRANSPORT_SECURITY)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        added = over_tls if secure or scope.get("scheme") == "https" else plain

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await app(scope, receive, send_safely)

    return answer


def with_faults_noted(app: ASGIApp) -> ASGIApp:
    """Return an application that answers with a problem where it fails, and logs why."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await app(scope, receive, send_noted)
        except asyncio.CancelledError:
            if has_begun or scope["type"] != "http":
                raise
            problem = ProblemError("busy", "the service is ending", retry=RETRY_SECONDS)
            await problem.response()(scope, receive, send)
        except Exception:
            if has_begun or scope["type"] != "http":
                raise
            LOG.exception("%s %s failed", scope["method"], scope["path"])
            problem = ProblemError("server", "this is a fault of the server; it has been noted")
            await problem.response()(scope, receive, send)

    return answer


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def with_metrics(app: ASGIApp, metrics: Metrics) -> ASGIApp:
    """Return an application whose requests are counted by what they ask for."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        began = time.perf_counter()

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - began
                metrics.count(_route_of(scope), _method_of(scope), message["status"], seconds)
            await send(message)

        return await app(scope, receive, send_counted)

    return answer


def _route_of(scope: Scope) -> str:
    """Return the pattern of the address that is asked for, not the address: there are few."""
    path: str = getattr(scope.get("route"), "path", "")
    if path.startswith(("/api/v1/", "/healthz", "/readyz", "/metrics")):
        return path
    return API if scope["path"].startswith("/api/") else ELSEWHERE


def _method_of(scope: Scope) -> str:
    method: str = scope["method"]
    return method if method in METHODS else "other"

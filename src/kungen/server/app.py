"""The application: the page's files, and of a service the API beside them."""

import contextlib
import logging
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kungen.quoting import quoted
from kungen.server.api import NO_STORE, routes
from kungen.server.database import DatabaseError
from kungen.server.limiting import API, with_rate_limit
from kungen.server.metrics import Metrics, make_metrics
from kungen.server.page import Asset, read_page
from kungen.server.problems import ProblemError
from kungen.server.safety import (
    RETRY_SECONDS,
    with_faults_noted,
    with_metrics,
    with_security_headers,
)
from kungen.server.service import running
from kungen.server.settings import Settings
from kungen.server.targets import with_plain_targets

LOG: Final = logging.getLogger("kungen.server")
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
METHOD_NOT_ALLOWED: Final = 405
METHODS: Final = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
MISSING: Final = "404.html"
NOT_FOUND: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kungen</title>
</head>
<body>
<h1>There is no page here</h1>
<p>The cards are on <a href="{table}">the table</a>.</p>
<p lang="sv">Här finns ingen sida. Korten ligger på <a href="{table}">bordet</a>.</p>
<p lang="da">Her er ingen side. Kortene ligger på <a href="{table}">bordet</a>.</p>
</body>
</html>
"""


def create_app(
    web_dir: Path, address: str | None = None, settings: Settings | None = None
) -> Starlette:
    """Make the application that serves the page built in *web_dir*, and with *settings* the API.

    *address* is where others find the page, with a slash at the end; search engines are told it.

    Every file is read and compressed here, once: a request never touches the disk, so no address
    can reach outside the page. Where there is no page, `404.html` is sent with that status; from
    further down a redirection leads there. Raises `PageError` when the page has not been built;
    and when it starts, `DatabaseError` where the database cannot be used as it is.
    """
    page = read_page(web_dir, address)

    async def send_asset(request: Request) -> Response:
        address = request.path_params["address"]
        asset = page.get(address)
        if asset is None or asset is page.get(MISSING):
            return _missing(request, page)
        return _asset_response(asset, request.headers)

    secure = address is not None and address.startswith("https:")
    for_all = [
        Middleware(with_plain_targets),
        Middleware(with_security_headers, secure=secure),
    ]
    for_page = [Route("/healthz", _healthy), Route("/{address:path}", send_asset)]
    if settings is None:
        none = Route("/api/{rest:path}", _no_api, methods=METHODS)
        return Starlette(routes=[none, *for_page], middleware=for_all)
    metrics, api = make_metrics(), routes()
    return Starlette(
        routes=[
            *api,
            *_for_operators(metrics),
            Route("/api/{rest:path}", partial(_unknown, api), methods=METHODS),
            *for_page,
        ],
        middleware=[
            *for_all,
            Middleware(with_metrics, metrics=metrics),
            Middleware(with_rate_limit, rate=settings.rate),
            Middleware(with_faults_noted),
        ],
        exception_handlers={
            ProblemError: _problem,
            DatabaseError: _no_database,
            HTTPException: _refused,
        },
        lifespan=_lifespan(settings, metrics),
    )


def _lifespan(settings: Settings, metrics: Metrics) -> Any:
    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with running(settings, metrics) as service:
            yield {"service": service}

    return lifespan


def _for_operators(metrics: Metrics) -> list[Route]:
    async def ready(request: Request) -> Response:
        await request.state.service.check()
        return await _healthy(request)

    async def numbers(_request: Request) -> Response:
        return Response(metrics.text(), headers=NO_STORE, media_type=PROMETHEUS)

    return [Route("/readyz", ready), Route("/metrics", numbers)]


async def _unknown(api: Sequence[Route], request: Request) -> Response:
    """Answer for what no address of the API takes: with other methods some of them may."""
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    for route in api:
        if route.path_regex.match(path):
            allowed = ", ".join(sorted(route.methods or ()))
            raise HTTPException(METHOD_NOT_ALLOWED, headers={"allow": allowed})
    raise ProblemError("unknown-address", f"there is nothing at {quoted(request.url.path)}")


async def _no_api(request: Request) -> Response:
    return _not_found(request)


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)  # noqa: S101 - it handles nothing else
    return error.response()


async def _no_database(_request: Request, error: Exception) -> Response:
    LOG.error("%s", error)
    problem = "the database cannot be used now; nothing was written"
    return ProblemError("busy", problem, retry=RETRY_SECONDS).response()


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it handles nothing else
    if request.url.path.startswith(API) and error.status_code == METHOD_NOT_ALLOWED:
        problem = ProblemError("method", f"{request.method} is not done here").response()
        problem.headers.update(error.headers or {})
        return problem
    return PlainTextResponse(error.detail, error.status_code, error.headers)


def _missing(request: Request, page: Mapping[str, Asset]) -> Response:
    """Answer for what is not there; from further down, lead to its last name beside the pages.

    Only from there the page's own addresses, which are relative, are right. A page's name in
    capitals leads to the page.
    """
    *folders, name = request.path_params["address"].removesuffix("/").split("/")
    depth = len(folders) + request.path_params["address"].endswith("/")
    asset = page.get(MISSING)
    name = name if name in page else name.lower() if name.lower() in page else name
    if not _is_page_name(name) or (asset is None and name not in page):
        return _not_found(request)
    if depth > 0 or (name in page and page[name] is not asset):
        query = f"?{request.url.query}" if request.url.query else ""
        status = 308 if name in page else 302
        return RedirectResponse(f"{'../' * depth}{quote(name, safe='')}{query}", status)
    return _missing_response(asset, request.headers) if asset else _not_found(request)


async def _healthy(_request: Request) -> Response:
    return PlainTextResponse("ok\n", headers=NO_STORE)


def _is_page_name(name: str) -> bool:
    """Whether the last name of an address would be that of a page.

    >>> _is_page_name("nonsense"), _is_page_name("nonsense.html"), _is_page_name("app.js")
    (True, True, False)
    """
    return re.fullmatch(r"[^/.]+(\.html)?", name) is not None


def _not_found(request: Request) -> Response:
    table = f"{request.scope.get('root_path', '')}/"
    return HTMLResponse(NOT_FOUND.format(table=table), 404, NO_STORE)


def _missing_response(asset: Asset, asked: Mapping[str, str]) -> Response:
    packed = _packed(asset, asked)
    headers = {**NO_STORE, "vary": "accept-encoding"}
    if packed is not None:
        headers["content-encoding"] = "gzip"
    body = asset.body if packed is None else packed
    return Response(body, 404, headers, asset.content_type)


def _packed(asset: Asset, asked: Mapping[str, str]) -> bytes | None:
    return asset.gzipped if _accepts_gzip(asked.get("accept-encoding", "")) else None


def _asset_response(asset: Asset, asked: Mapping[str, str]) -> Response:
    packed = _packed(asset, asked)
    etag = f'"{asset.digest}"' if packed is None else f'"{asset.digest}-gzip"'
    headers = {"etag": etag, "cache-control": asset.cache_control, "vary": "accept-encoding"}
    if _is_known(etag, asked.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if packed is not None:
        headers["content-encoding"] = "gzip"
    body = asset.body if packed is None else packed
    return Response(body, headers=headers, media_type=asset.content_type)


def _accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header admits gzip.

    >>> _accepts_gzip("br, gzip;q=0.8"), _accepts_gzip("gzip;q=0"), _accepts_gzip("")
    (True, False, False)
    """
    for offer in accepted.lower().split(","):
        coding, _, quality = offer.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or quality == ""
    return False


def _is_known(etag: str, known: str) -> bool:
    """Whether an If-None-Match header names *etag*.

    >>> _is_known('"a"', 'W/"b", W/"a"'), _is_known('"a"', "*"), _is_known('"a"', '"b"')
    (True, True, False)
    """
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    return etag in tags or tags == ["*"]

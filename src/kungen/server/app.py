"""The application: the page's files, a health check, and the headers that keep the page safe."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kungen.server.page import Asset, read_page

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


def create_app(web_dir: Path, address: str | None = None) -> Starlette:
    """Make the application that serves the page built in *web_dir*.

    *address* is where others find the page, with a slash at the end; search engines are told it.

    Every file is read and compressed here, once: a request never touches the disk, so no address
    can reach outside the page. Where there is no page, `404.html` is sent with that status; from
    further down a redirection leads there. Raises `PageError` when the page has not been built.
    """
    page = read_page(web_dir, address)

    async def send_asset(request: Request) -> Response:
        address = request.path_params["address"]
        asset = page.get(address)
        if asset is None or asset is page.get(MISSING):
            return _missing(request, page)
        return _asset_response(asset, request.headers)

    return Starlette(
        routes=[Route("/healthz", _healthy), Route("/{address:path}", send_asset)],
        middleware=[Middleware(_with_security_headers)],
    )


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
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


def _is_page_name(name: str) -> bool:
    """Whether the last name of an address would be that of a page.

    >>> _is_page_name("nonsense"), _is_page_name("nonsense.html"), _is_page_name("app.js")
    (True, True, False)
    """
    return re.fullmatch(r"[^/.]+(\.html)?", name) is not None


def _not_found(request: Request) -> Response:
    table = f"{request.scope.get('root_path', '')}/"
    return HTMLResponse(NOT_FOUND.format(table=table), 404, {"cache-control": "no-store"})


def _missing_response(asset: Asset, asked: Mapping[str, str]) -> Response:
    packed = _packed(asset, asked)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
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


def _with_security_headers(app: ASGIApp) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        await app(scope, receive, send_safely)

    return answer

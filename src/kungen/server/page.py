"""The built page, read from its directory into memory and compressed once."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

WEB_DIR: Final = Path(__file__).resolve().parent.parent / "web"

# The machine's own table of types is not asked: it differs from system to system.
CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
PACKED_ALREADY: Final = frozenset({".png", ".woff2", ".ico"})
HASHED_NAME: Final = re.compile(r"[-.](?:[0-9A-Z]{8}|[0-9a-f]{8,64})\.\w+$")
# Where the page is in other languages, and which of its names is the best.
RELATED: Final = re.compile(
    rb'(<link rel="(?:alternate|canonical)"(?: hreflang="[\w-]+")? href=")([^":/]+">)'
)
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = "no-cache"


class PageError(Exception):
    """The page is not there to be served; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page: its bytes, plain and compressed, and what a client is told of it."""

    body: bytes
    gzipped: bytes | None
    content_type: str
    cache_control: str
    digest: str


def read_page(web_dir: Path, address: str | None = None) -> Mapping[str, Asset]:
    """Read every file below *web_dir*, by the address it is served at, without the first slash.

    HTML files are served at their name without the ending too, and `index.html` at the empty
    address. What they tell search engines of their other languages is told with *address*, the
    page's own with a slash at the end; without it, it is left out, since relative addresses are
    not understood. Raises `PageError` when there is no `index.html` or a file cannot be read.
    """
    if not (web_dir / "index.html").is_file():
        raise PageError(
            f"the page has not been built: {web_dir} has no index.html; `make play` in a "
            "checkout builds it, and an installed kungen contains it"
        )
    page: dict[str, Asset] = {}
    try:
        for path in sorted(path for path in web_dir.rglob("*") if path.is_file()):
            asset = _read_asset(path, address)
            page.update(dict.fromkeys(_addresses(path.relative_to(web_dir).as_posix()), asset))
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        raise PageError(f"the page in {web_dir} cannot be read: {said}") from error
    return page


def _addresses(name: str) -> list[str]:
    if not name.endswith(".html"):
        return [name]
    bare = name.removesuffix(".html")
    return [name, bare, ""] if bare == "index" else [name, bare]


def _read_asset(path: Path, address: str | None) -> Asset:
    body = path.read_bytes()
    if path.suffix == ".html":
        body = _related(body, address)
    gzipped = None if path.suffix in PACKED_ALREADY else gzip.compress(body, 9, mtime=0)
    return Asset(
        body=body,
        gzipped=gzipped if gzipped is not None and len(gzipped) < len(body) else None,
        content_type=_content_type(path),
        cache_control=FOR_EVER if HASHED_NAME.search(path.name) else ASK_EACH_TIME,
        digest=hashlib.sha256(body).hexdigest()[:32],
    )


def _related(html: bytes, address: str | None) -> bytes:
    """Write in full where a page's other languages are, or leave it out.

    >>> line = b'<link rel="canonical" href="harpan.html">'
    >>> _related(line, "https://patience.example/")
    b'<link rel="canonical" href="https://patience.example/harpan.html">'
    >>> _related(line, None)
    b''
    """
    if address is None:
        return RELATED.sub(b"", html)
    return RELATED.sub(lambda link: link[1] + address.encode() + link[2], html)


def _content_type(path: Path) -> str:
    known = CONTENT_TYPES.get(path.suffix)
    return known or mimetypes.MimeTypes().guess_type(path.name)[0] or "application/octet-stream"

"""Takes the pictures of the page that the documents show, into docs/pictures.

Run as ``python tools/shots.py``; the page is built first. Needs Chromium and playwright.
"""

from __future__ import annotations

import base64
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import build_web
import chromium
from playwright.sync_api import ViewportSize, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, Page

OUT: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MOST_BYTES: Final = 60_000
QUALITY: Final = 66
# Writes the settings as the page keeps them, so that the next page follows them.
CHOOSE: Final = """(settings) => new Promise((resolve) => {
  const open = indexedDB.open("kungen");
  open.onsuccess = () => {
    const change = open.result.transaction("settings", "readwrite");
    change.objectStore("settings").put(settings, "settings");
    change.oncomplete = () => { open.result.close(); resolve(null); };
  };
})"""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: what is shown in which window, with which settings, and what is pressed."""

    name: str
    address: str
    size: tuple[int, int]
    settings: Mapping[str, object] = field(default_factory=dict)
    press: tuple[str, ...] = ()


SHOTS: Final = (
    Shot("phone", "kungen-patiens.html?deal=617", (390, 844)),
    Shot(
        "phone-settings",
        "harpan.html?deal=617",
        (390, 844),
        {"theme": "dark", "felt": "blue", "deck": "families", "back": "rings", "merge": True},
        ("menu", "settings"),
    ),
    Shot(
        "phone-large-print",
        "kungen-patiens.html?deal=617",
        (390, 844),
        {"print": "large", "deck": "four", "felt": "graphite", "mirror": True},
    ),
    Shot(
        "desktop", "freecell.html?deal=617", (1200, 720), {"felt": "wine", "panel": True}, ("tip",)
    ),
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing: the sizes of the pictures are what matters."""


@contextmanager
def _served() -> Iterator[str]:
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Quiet, directory=str(build_web.PAGE_DIR))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def _take(browser: Browser, site: str, shot: Shot) -> bytes:
    """Return a picture as WebP."""
    width, height = shot.size
    page = browser.new_page(viewport=ViewportSize(width=width, height=height))
    _open(page, f"{site}kungen-patiens.html")
    page.evaluate(CHOOSE, {**shot.settings, "visited": True, "tour": False})
    _open(page, site + shot.address)
    for name in shot.press:
        page.locator(f"[data-do={name}]:visible").first.click()
    page.wait_for_timeout(500)
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    page.close()
    return base64.b64decode(taken["data"])


def _open(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def main() -> int:
    """Take all pictures and print their sizes; one that is too large is a failure."""
    path = chromium.find()
    if path is None:
        print("No Chromium was found.", file=sys.stderr)
        return 1
    build_web.build()
    OUT.mkdir(parents=True, exist_ok=True)
    largest = 0
    with _served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for shot in SHOTS:
            picture = _take(browser, site, shot)
            (OUT / f"{shot.name}.webp").write_bytes(picture)
            largest = max(largest, len(picture))
            print(f"{len(picture):7} {shot.name}.webp")
        browser.close()
    return 1 if largest > MOST_BYTES else 0


if __name__ == "__main__":
    sys.exit(main())

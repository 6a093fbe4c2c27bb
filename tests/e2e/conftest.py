"""The page in a real browser, served as a plain host would serve it."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import build_web
import chromium
import pytest
from playwright.sync_api import Browser, Route, ViewportSize, sync_playwright

from tests.e2e.hands import Table

SUB_PATH: Final = "/play/patience"
CONTENT_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'"
)
FLAGS: Final = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Host(SimpleHTTPRequestHandler):
    """A static host: at the root, below a path, with and without the ending .html."""

    def translate_path(self, path: str) -> str:
        name, _, query = path.removeprefix(SUB_PATH).partition("?")
        plain = name + ".html" if name.strip("/") and "." not in name else name
        return super().translate_path(f"{plain}?{query}")

    def send_error(self, code: int, *_: Any) -> None:
        """Show the page for what is missing, as hosts of plain files do."""
        body = (build_web.PAGE_DIR / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", f"{len(body)}")
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("content-security-policy", CONTENT_POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing: pytest shows what matters."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Build the page and serve it; the address without the last slash."""
    build_web.build()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(build_web.PAGE_DIR)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def open_table(site: str, browser: Browser) -> Iterator[Callable[..., Table]]:
    """Open pages, each in a browser of its own that remembers nothing."""
    contexts = []

    def open_one(
        address: str = "/kungen-patiens.html?deal=617",
        *,
        size: tuple[int, int] = (1366, 768),
        script: str = "",
        service: Callable[[Route], None] | None = None,
        **options: Any,
    ) -> Table:
        viewport = ViewportSize(width=size[0], height=size[1])
        # What is kept for play without a network costs time, and matters where that is tested.
        options.setdefault("service_workers", "block")
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        if script:
            context.add_init_script(script)
        if service is not None:
            context.route("**/api/v1/**", service)
        return Table(context.new_page(), site).go(address)

    yield open_one
    for context in contexts:
        faults = [fault for page in context.pages for fault in page_faults(page)]
        context.close()
        assert faults == []


def page_faults(page: Any) -> list[str]:
    """Whatever the page threw or complained of."""
    return list(getattr(page, "kungen_faults", []))

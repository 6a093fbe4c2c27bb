"""The table while one edits: rebuilt when a source changes, and the browser reloads.

    make dev

Changes below web/, and of games, lessons, catalogues and pars, rebuild the page, changes below
core/ and bindings/ the native module and the page. A build that fails says so and leaves the last
good page up.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send
from watchfiles import awatch

from kungen.server import WEB_DIR, ServeError, create_app, listen

ROOT: Final = Path(__file__).resolve().parent.parent
NATIVE_SOURCES: Final = (ROOT / "core", ROOT / "bindings")
PAGE_SOURCES: Final = (
    ROOT / "web",
    *(ROOT / "src" / "kungen" / name for name in ("games", "lessons", "catalogues", "pars")),
)
NOT_SOURCES: Final = frozenset({"node_modules", "__pycache__"})
BUILD_NATIVE: Final = ("-m", "pip", "install", "--quiet", "--no-build-isolation", "--editable", ".")
BUILD_PAGE: Final = ("tools/build_web.py",)

RELOADER: Final = 'new EventSource("/dev/changes").onmessage = () => location.reload();\n'
# A worker that an earlier visit has left here would show what it keeps, and not what is edited.
WORKER_ENDED: Final = """addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));
async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
"""
RELOADER_TAG: Final = '<script src="/dev-reload.js"></script></body>'


@dataclass(slots=True)
class Table:
    """The page that is up, and the event that tells the open browsers that it was replaced."""

    page: Starlette
    replaced: asyncio.Event = field(default_factory=asyncio.Event)

    def put_up(self, page: Starlette) -> None:
        """Serve *page* from now on and let the browsers reload."""
        self.page = page
        self.replaced.set()
        self.replaced = asyncio.Event()


def read_page() -> Starlette:
    """The built page, with the reloading script in every HTML file, and nothing kept of it."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(WEB_DIR, Path(scratch) / "web"))
        (copy / "dev-reload.js").write_text(RELOADER, encoding="utf-8")
        (copy / "sw.js").write_text(WORKER_ENDED, encoding="utf-8")
        for page in copy.rglob("*.html"):
            text = page.read_text(encoding="utf-8").replace("</body>", RELOADER_TAG)
            page.write_text(text, encoding="utf-8")
        return create_app(copy)


def make_app(table: Table) -> Starlette:
    """The application that serves whatever page is up, and its changes as server-sent events."""

    async def changes(_request: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            yield ": open\n\n"
            while True:
                await table.replaced.wait()
                yield "data: changed\n\n"

        return StreamingResponse(events(), media_type="text/event-stream")

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        await table.page(scope, receive, send)

    return Starlette(routes=[Route("/dev/changes", changes), Mount("/", page)])


async def run(*command: str) -> bool:
    """Run Python with *command* in the project, and tell whether it succeeded."""
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT)
    return await process.wait() == 0


async def rebuild(changed: set[Path]) -> bool:
    """Build what depends on the *changed* files; tell whether all of it was built."""
    if not await run(*BUILD_PAGE):
        return False
    native = any(path.is_relative_to(source) for path in changed for source in NATIVE_SOURCES)
    return await run(*BUILD_NATIVE) if native else True


async def watch(table: Table) -> None:
    """Rebuild and put up the page after every change of a source."""
    async for changes in awatch(*NATIVE_SOURCES, *PAGE_SOURCES):
        changed = {path for _, name in changes if not NOT_SOURCES & set((path := Path(name)).parts)}
        if not changed:
            continue
        print("Changed:", *sorted(str(path.relative_to(ROOT)) for path in changed), flush=True)
        if await rebuild(changed):
            table.put_up(read_page())
            print("Built.", flush=True)


async def serve(port: int) -> None:
    """Serve and watch until stopped."""
    listener = listen("127.0.0.1", port, next_free=True)
    table = Table(read_page())
    config = uvicorn.Config(
        make_app(table), log_level="warning", lifespan="off", timeout_graceful_shutdown=1
    )
    print(f"The table is at {listener.url} and follows your edits. Ctrl-C ends.", flush=True)
    watching = asyncio.create_task(watch(table))
    try:
        await uvicorn.Server(config).serve(sockets=[listener.socket])
    finally:
        watching.cancel()


def main() -> None:
    """Build once, then serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8617)
    port = parser.parse_args().port
    try:
        if not asyncio.run(run(*BUILD_PAGE)):
            sys.exit(1)
        asyncio.run(serve(port))
    except ServeError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()

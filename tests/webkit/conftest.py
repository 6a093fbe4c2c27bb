"""The page in WebKit, on a screen that nobody sees, as `kungen serve` sends it."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest
import webkit

from tests.served import Served, free_port
from tests.webkit.driver import open_session
from tests.webkit.hands import Table

PATIENCE: Final = 180.0


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with Served() as page:
        yield page


@pytest.fixture(scope="session")
def found() -> webkit.WebKit:
    here = webkit.find()
    if here is None:
        pytest.skip(webkit.advice())
    return here


@pytest.fixture(scope="session")
def surroundings(
    found: webkit.WebKit, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, str]]:
    """A screen, and a home that is nobody's, as the environment of a browser."""
    home = str(tmp_path_factory.mktemp("home"))
    with open_screen(found.screen) as display:
        yield os.environ | {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "HOME": home,
            "NO_AT_BRIDGE": "1",
            "XDG_RUNTIME_DIR": home,
        }


@contextmanager
def open_screen(program: str) -> Iterator[str]:
    """Draw on a screen of its own, and say its name."""
    heard, told = os.pipe()
    size = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp")
    with running(program, "-displayfd", str(told), *size, pass_fds=(told,)):
        os.close(told)
        with open(heard, encoding="ascii") as pipe:  # noqa: PTH123 - no path
            number = pipe.readline().strip()
        yield f":{number}"


@contextmanager
def running(*command: str, **options: Any) -> Iterator[None]:
    """Run a program, and end it and all that it has started, whatever happens."""
    process = subprocess.Popen(
        command, start_new_session=True, stderr=subprocess.DEVNULL, **options
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def open_driver(found: webkit.WebKit, surroundings: Mapping[str, str]) -> Iterator[httpx2.Client]:
    """Start a driver; one that has had a browser before sometimes waits in vain for the next."""
    port = free_port()
    transport = httpx2.HTTPTransport(retries=8)
    address = f"http://127.0.0.1:{port}"
    with (
        running(found.driver, f"--port={port}", env=surroundings),
        httpx2.Client(base_url=address, timeout=PATIENCE, transport=transport) as client,
    ):
        yield client


@pytest.fixture
def open_table(
    served: Served, found: webkit.WebKit, surroundings: Mapping[str, str]
) -> Iterator[Callable[..., Table]]:
    """Open a page in a browser that remembers nothing."""
    with ExitStack() as opened:

        def open_one(
            address: str = "/kungen-patiens?deal=617", size: tuple[int, int] = (1366, 768)
        ) -> Table:
            client = opened.enter_context(open_driver(found, surroundings))
            session = open_session(client, found.browser)
            opened.callback(session.close)
            session.resize(*size)
            return Table(session, served.site).go(address)

        yield open_one


@pytest.fixture
def shots() -> Path:
    return Path(__file__).parent / "shots"

"""The page in WebKit, on a screen that nobody sees, as `kungen serve` sends it."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx2
import pytest
import webkit

from tests.served import Served, free_port
from tests.webkit.driver import Session, open_session
from tests.webkit.hands import Table

PATIENCE: Final = 180.0


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with Served() as page:
        yield page


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx2.Client, str]]:
    """The driver, listening, and the path of its browser."""
    found = webkit.find()
    if found is None:
        pytest.skip(webkit.advice())
    home = tmp_path_factory.mktemp("home")
    with open_screen(found.screen) as display:
        port = free_port()
        environment = os.environ | {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "HOME": str(home),
            "NO_AT_BRIDGE": "1",
            "XDG_RUNTIME_DIR": str(home),
        }
        process = subprocess.Popen(
            [found.driver, f"--port={port}"], env=environment, stderr=subprocess.DEVNULL
        )
        transport = httpx2.HTTPTransport(retries=8)
        address = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=address, timeout=PATIENCE, transport=transport) as client:
            yield client, found.browser
        process.terminate()
        process.wait(10)


@contextmanager
def open_screen(program: str) -> Iterator[str]:
    """Draw on a screen of its own, and say its name."""
    heard, told = os.pipe()
    size = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp")
    process = subprocess.Popen(
        [program, "-displayfd", str(told), *size], pass_fds=(told,), stderr=subprocess.DEVNULL
    )
    os.close(told)
    with open(heard, encoding="ascii") as pipe:  # noqa: PTH123 - no path
        number = pipe.readline().strip()
    yield f":{number}"
    process.terminate()
    process.wait(10)


@pytest.fixture
def open_table(served: Served, driver: tuple[httpx2.Client, str]) -> Iterator[Callable[..., Table]]:
    """Open a page in a browser that remembers nothing."""
    sessions: list[Session] = []

    def open_one(
        address: str = "/kungen-patiens?deal=617", size: tuple[int, int] = (1366, 768)
    ) -> Table:
        session = open_session(*driver)
        sessions.append(session)
        session.resize(*size)
        return Table(session, served.site).go(address)

    yield open_one
    for session in sessions:
        session.close()


@pytest.fixture
def shots() -> Path:
    return Path(__file__).parent / "shots"

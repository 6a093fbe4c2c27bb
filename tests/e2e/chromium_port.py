"""A Chromium of its own that tools can drive by a port."""

from __future__ import annotations

import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)
START: Final = 30.0


@contextmanager
def listening(chromium: str) -> Iterator[int]:
    """Start Chromium with a profile of its own, and say at which port it listens."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [chromium, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield _port(Path(profile, "DevToolsActivePort"))
        finally:
            process.terminate()
            process.wait(10)


def _port(told: Path) -> int:
    """The port, as soon as Chromium has written it down."""
    end = time.monotonic() + START
    while time.monotonic() < end:
        if told.is_file() and (lines := told.read_text(encoding="ascii").splitlines()):
            return int(lines[0])
        time.sleep(0.05)
    raise RuntimeError("Chromium does not say where it listens")

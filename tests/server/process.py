"""`kungen serve` as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = bytes(range(32)).hex()
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Process:
    """A running service, and where it is."""

    process: subprocess.Popen[str]
    site: str

    def kill(self) -> None:
        """End it as the system does that has no memory left."""
        self.process.kill()
        self.process.wait(SECONDS)

    def stop(self) -> int:
        """End it as a system that shuts down does; give its status."""
        self.process.terminate()
        return self.process.wait(SECONDS)


@contextmanager
def serving(database: str, *options: str, **environment: str) -> Iterator[Process]:
    """Run the service over a database, at any free port."""
    settings = {"KUNGEN_DATABASE_URL": database, "KUNGEN_KEY": KEY, "KUNGEN_RATE": "0"}
    command = [sys.executable, "-m", "kungen", "serve", "--port=0", *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | settings | environment,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        assert "http://" in line, process.stderr.read()
        yield Process(process, line.split()[4].rstrip("/"))
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(SECONDS)
        process.stdout.close()
        process.stderr.close()

"""The page and its service as `kungen serve` has them, in a process that ends like a network."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Self

import build_web

if TYPE_CHECKING:
    from types import TracebackType


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Served:
    """`kungen serve` at one port, its own address told; it can be stopped and started again.

    What it counts is in a database of its own.
    """

    def __init__(self) -> None:
        build_web.build()
        self.port = free_port()
        self.site = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="kungen-")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self.folder.cleanup()

    def start(self) -> None:
        """Listen, and come back when the page can be asked for."""
        options = (f"--port={self.port}", f"--address={self.site}")
        command = [sys.executable, "-m", "kungen", "serve", *options]
        own = {"KUNGEN_DATABASE_URL": f"sqlite:///{self.folder.name}/kungen.db", "KUNGEN_RATE": "0"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **own}
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert self.site in line, line

    def stop(self) -> None:
        """Be gone, as a host is when there is no network."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            assert self.process.stdout is not None
            self.process.stdout.close()
        self.process = None

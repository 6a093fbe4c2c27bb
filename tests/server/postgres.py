"""A PostgreSQL cluster that the tests start for themselves, and end with it."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS: Final = 60
ROLE: Final = "kungen"
# It outlives no test: what the system loses may be lost. What a server acknowledged may not.
OPTIONS: Final = ("fsync=off", "full_page_writes=off", "max_connections=60", "listen_addresses=")
_NUMBERS = count(1)


@contextlib.contextmanager
def cluster(programs: Path) -> Iterator[Path]:
    """Make and run a cluster; give the folder with its socket."""
    # A socket's path is short, and so not below pytest's folders.
    folder = Path(tempfile.mkdtemp(prefix="kungen-pg-"))
    try:
        options = _as_somebody_else(folder)
        data = folder / "data"
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", ROLE, "-E", "UTF8", "--locale=C"]
        subprocess.run(
            [*initdb, "--auth=trust", "--no-sync"], check=True, stdout=subprocess.DEVNULL, **options
        )
        said = [word for option in OPTIONS for word in ("-c", option)]
        with (folder / "log").open("wb") as log:
            command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *said]
            process = subprocess.Popen(command, stdout=log, stderr=log, **options)
        try:
            _wait(folder)
            yield folder
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(SECONDS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_database(folder: Path) -> str:
    """Make an empty database in a cluster, and give its address."""
    name = f"kungen{next(_NUMBERS)}"
    with _connect(folder) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://{ROLE}@/{name}?host={folder}"


def _connect(folder: Path) -> psycopg.Connection[Any]:
    return psycopg.connect(host=str(folder), user=ROLE, dbname="postgres", autocommit=True)


def _as_somebody_else(folder: Path) -> dict[str, Any]:
    """Return how to run a program that refuses root, and let it have the folder."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": folder}


def _wait(folder: Path) -> None:
    ends = time.monotonic() + SECONDS
    while True:
        try:
            _connect(folder).close()
        except psycopg.OperationalError:
            if time.monotonic() > ends:
                pytest.fail((folder / "log").read_text())
            time.sleep(0.05)
        else:
            return

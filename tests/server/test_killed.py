"""A server that is killed in the middle of submissions loses nothing that it acknowledged."""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx2

from kungen.server import Settings, create_app, listen, serve
from kungen.server.settings import parse_database
from tests.server.plays import start, win
from tests.server.running import rows, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path

ROUNDS = 100
CLIENTS = 4
# A server of its own each time, and most of its start is done beforehand.
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["kungen.server.app", "kungen.server.judging"])


@dataclass(slots=True)
class Told:
    """The UUIDs of what servers have acknowledged."""

    starts: set[str] = field(default_factory=set)
    wins: set[str] = field(default_factory=set)
    a_win: threading.Event = field(default_factory=threading.Event)


def test_what_was_acknowledged_is_there_after_a_hundred_kills(
    settings: Settings, web_dir: Path
) -> None:
    chance, told = random.Random(617), Told()
    for _ in range(ROUNDS):
        told.a_win.clear()
        with submitting(settings, web_dir, told) as server:
            assert told.a_win.wait(60)
            time.sleep(chance.uniform(0, 0.06))
            server.kill()
            server.join()
    kept = rows(settings)
    assert told.starts <= {str(row[0]) for row in kept["plays"]}
    assert told.wins <= {str(row[0]) for row in kept["results"]}
    assert (len(told.starts) > 3 * ROUNDS, len(told.wins) > ROUNDS) == (True, True)
    # What was not acknowledged is there whole or not at all: the counters say the same.
    figures = run(settings, lambda store: store.games())["freecell"]
    assert figures.starts == len(kept["plays"])
    assert figures.completed == len(kept["results"])


@contextmanager
def submitting(
    settings: Settings, web_dir: Path, told: Told
) -> Iterator[multiprocessing.process.BaseProcess]:
    """A server to which clients send plays until it is gone."""
    ours, theirs = CONTEXT.Pipe()
    database = settings.database.render_as_string(hide_password=False)
    server = CONTEXT.Process(target=answer, args=(database, web_dir, theirs))
    server.start()
    site = ours.recv()
    clients = [threading.Thread(target=send, args=(site, told)) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    yield server
    for client in clients:
        client.join()


def answer(database: str, web_dir: Path, told_where: Connection) -> None:
    settings = Settings(database=parse_database(database), key=bytes(range(32)), rate=0)
    listener = listen("127.0.0.1", 0)
    told_where.send(listener.url)
    serve(lambda: create_app(web_dir, settings=settings), listener, lifespan="on")


def send(site: str, told: Told) -> None:
    with httpx2.Client(base_url=site, timeout=30) as client:
        while True:
            body = start()
            try:
                if client.post("/api/v1/plays", json=body).status_code == 201:
                    told.starts.add(body["uuid"])
                ended = client.post(f"/api/v1/plays/{body['uuid']}/result", json=win())
            except httpx2.TransportError:
                return
            if ended.status_code == 201:
                told.wins.add(body["uuid"])
                told.a_win.set()

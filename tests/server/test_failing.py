"""What fails behind the service: told as something that passes, or noted, and never in part."""

from __future__ import annotations

import errno
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx2
import psycopg
import pytest

from kungen.server import Settings, upgrade
from kungen.server.settings import parse_database
from kungen.server.store import Store
from tests.server.plays import start, win
from tests.server.process import serving
from tests.server.running import rows, run, served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from starlette.testclient import TestClient


def fail(*_arguments: object) -> Any:
    raise RuntimeError("secret words")


def test_a_fault_is_noted_and_told_without_its_words(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Store, "deal", fail)
    answer = client.get("/api/v1/deals/freecell/617")
    assert answer.status_code == 500
    assert answer.json()["type"] == "urn:kungen:problem:server"
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "secret words" in caplog.text
    assert 'status="500"' in client.get("/metrics").text


def test_a_write_that_fails_keeps_nothing_and_is_not_acknowledged(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = start()
    client.post("/api/v1/plays", json=body)
    kept = rows(settings)
    monkeypatch.setattr("kungen.server.counting.Counts.write", fail)
    assert client.post("/api/v1/plays", json=start()).status_code == 500
    address = f"/api/v1/plays/{body['uuid']}/result"
    assert client.post(address, json=win()).status_code == 500
    assert rows(settings) == kept
    monkeypatch.undo()
    assert client.post(address, json=win()).status_code == 201


def test_a_service_that_cannot_write_is_not_ready_until_it_can(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def full(_engine: object) -> AsyncIterator[None]:
        raise OSError(errno.ENOSPC, "No space left on device")
        yield

    monkeypatch.setattr("kungen.server.store.writing", full)
    assert client.get("/readyz").status_code == 200
    assert client.post("/api/v1/plays", json=start()).status_code == 503
    assert client.get("/readyz").status_code == 503
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200
    assert client.post("/api/v1/plays", json=start()).status_code == 201


@pytest.mark.parametrize("way", ["removed", "moved", "replaced"])
def test_a_file_that_is_another_now_is_noticed(tmp_path: Path, web_dir: Path, way: str) -> None:
    path = tmp_path / "kungen.db"
    made = Settings(database=parse_database(f"sqlite:///{path}"), key=bytes(32), rate=0)
    run(made, lambda store: upgrade(store.engine))
    with served(made, web_dir) as client:
        assert client.post("/api/v1/plays", json=start()).status_code == 201
        path.rename(tmp_path / "other.db")
        if way == "removed":
            (tmp_path / "other.db").unlink()
        elif way == "replaced":
            path.touch()
        assert client.post("/api/v1/plays", json=start()).status_code == 503
        assert client.get("/readyz").status_code == 503
        if way == "moved":
            (tmp_path / "other.db").rename(path)
            assert client.get("/readyz").status_code == 200
            assert client.post("/api/v1/plays", json=start()).status_code == 201
        else:
            assert path.exists() == (way == "replaced")  # none is made


def test_a_disk_without_room_is_not_ready(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=1000))
    is_file = settings.database.get_backend_name() == "sqlite"
    assert client.get("/readyz").status_code == (503 if is_file else 200)


def test_who_has_locked_all_is_not_waited_for_at_the_end(database: str) -> None:
    with serving(database) as service, locked(database), ThreadPoolExecutor(1) as pool:
        address = f"{service.site}/api/v1/plays"
        answer = pool.submit(httpx2.post, address, json=start(), timeout=60)
        time.sleep(1)
        service.process.terminate()
        assert answer.result().status_code == 503
        assert answer.result().json()["type"] == "urn:kungen:problem:busy"
        service.process.wait(60)
        assert service.process.stderr is not None
        assert "Traceback" not in service.process.stderr.read()


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Let nobody else write."""
    url = parse_database(database)
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database), isolation_level=None)) as opened:
            opened.execute("BEGIN IMMEDIATE")
            yield
    else:
        with psycopg.connect(database) as connection:
            connection.execute("LOCK TABLE plays IN ACCESS EXCLUSIVE MODE")
            yield

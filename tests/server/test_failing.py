"""What fails behind the service: told as something that passes, or noted, and never in part."""

from __future__ import annotations

import errno
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from kungen.server.store import Store
from tests.server.plays import start, win
from tests.server.running import rows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest
    from starlette.testclient import TestClient

    from kungen.server import Settings


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

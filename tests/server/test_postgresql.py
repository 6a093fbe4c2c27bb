"""A database server that goes away and comes back, as only one elsewhere can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.server.plays import start, win
from tests.server.postgres import ROLE, make_database
from tests.server.running import rows

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

    from kungen.server import Settings


@pytest.fixture
def database(postgres: Path) -> str:
    return make_database(postgres)


def test_connections_that_were_cut_are_made_anew(
    client: TestClient, settings: Settings, postgres: Path
) -> None:
    assert client.post("/api/v1/plays", json=start()).status_code == 201
    cut(postgres, settings)
    assert client.post("/api/v1/plays", json=start()).status_code == 201
    assert client.get("/readyz").status_code == 200


def test_a_database_that_is_away_is_told_and_all_goes_on_when_it_is_back(
    client: TestClient, settings: Settings, postgres: Path
) -> None:
    body = start()
    assert client.post("/api/v1/plays", json=body).status_code == 201
    let_in(postgres, settings, allowed=False)
    cut(postgres, settings)
    away = [
        client.post("/api/v1/plays", json=start()),
        client.post(f"/api/v1/plays/{body['uuid']}/result", json=win()),
        client.get("/api/v1/deals/freecell/617"),
        client.get("/readyz"),
    ]
    assert [answer.status_code for answer in away] == [503] * 4
    assert {answer.json()["type"] for answer in away} == {"urn:kungen:problem:busy"}
    assert {answer.headers["retry-after"] for answer in away} == {"5"}
    assert client.get("/healthz").status_code == client.get("/").status_code == 200
    let_in(postgres, settings, allowed=True)
    answer = client.post(f"/api/v1/plays/{body['uuid']}/result", json=win())
    assert answer.status_code == 201
    assert len(rows(settings)["plays"]) == 1


def cut(postgres: Path, settings: Settings) -> None:
    with psycopg.connect(host=str(postgres), user=ROLE, dbname="postgres") as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [settings.database.database],
        )


def let_in(postgres: Path, settings: Settings, *, allowed: bool) -> None:
    with psycopg.connect(host=str(postgres), user=ROLE, dbname="postgres") as connection:
        connection.autocommit = True
        connection.execute(
            f"ALTER DATABASE {settings.database.database} ALLOW_CONNECTIONS {allowed}".encode()
        )

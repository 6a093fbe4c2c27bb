"""Databases, and the service over each kind of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import postgresql
import pytest
from starlette.testclient import TestClient

from kungen.server import Settings, create_app, upgrade
from kungen.server.settings import parse_database
from tests.server.postgres import cluster, make_database
from tests.server.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.applications import Starlette

KEY = bytes(range(32))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Path]:
    programs = postgresql.find()
    if programs is None:
        pytest.fail("PostgreSQL is not installed; tools/postgresql.py installs it")
    with cluster(programs) as folder:
        yield folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kungen.db'}"
    return make_database(request.getfixturevalue("postgres"))


@pytest.fixture
def settings(database: str) -> Settings:
    """Settings over a database with the newest schema, without a limit of requests."""
    made = Settings(database=parse_database(database), key=KEY, rate=0)
    run(made, lambda store: upgrade(store.engine))
    return made


@pytest.fixture
def web_dir(tmp_path: Path) -> Path:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<!doctype html><title>Kungen</title>")
    return tmp_path / "web"


@pytest.fixture
def app(settings: Settings, web_dir: Path) -> Starlette:
    return create_app(web_dir, settings=settings)


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, raise_server_exceptions=False) as opened:
        yield opened

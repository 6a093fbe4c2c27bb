"""How often a client may ask, who a client is, and what every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2
import pytest
from starlette.testclient import TestClient

from kungen.server import Settings, create_app
from kungen.server.limiting import client_of
from tests.server.plays import start
from tests.server.process import serving
from tests.server.running import rows, served

if TYPE_CHECKING:
    from pathlib import Path

HSTS = "strict-transport-security"


@pytest.fixture(params=["sqlite"])
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'kungen.db'}"


def test_a_client_that_asks_too_often_is_told_when_to_come_again(
    settings: Settings, web_dir: Path
) -> None:
    with served(settings, web_dir, rate=5) as client:
        body = start()
        answers = [client.post("/api/v1/plays", json=body).status_code for _ in range(5)]
        kept = rows(settings)
        refused = client.post("/api/v1/plays", json=start())
        assert (answers, refused.status_code) == ([201, 200, 200, 200, 200], 429)
        assert refused.json()["type"] == "urn:kungen:problem:rate"
        assert refused.json()["detail"].startswith("a client may ask 5 times a minute")
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert refused.headers["x-content-type-options"] == "nosniff"
        assert rows(settings) == kept
        assert client.get("/").status_code == client.get("/healthz").status_code == 200


def test_each_client_has_a_limit_of_its_own(settings: Settings, web_dir: Path) -> None:
    app = create_app(
        web_dir, settings=Settings(database=settings.database, key=settings.key, rate=2)
    )
    with TestClient(app, client=("192.0.2.1", 1)) as one:
        assert [one.get("/api/v1/results").status_code for _ in range(3)] == [200, 200, 429]
        other = TestClient(app, client=("192.0.2.2", 1))
        other.app_state.update(one.app_state)
        assert other.get("/api/v1/nothing").status_code == 404


@pytest.mark.parametrize(
    ("host", "known_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("::1", "::"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_ipv6(host: str, known_as: str) -> None:
    assert client_of({"client": (host, 5)}) == known_as
    assert client_of({"client": None}) == client_of({}) == ""


def test_over_tls_browsers_are_told_to_stay_there(settings: Settings, web_dir: Path) -> None:
    app = create_app(web_dir, settings=settings)
    assert HSTS not in TestClient(app).get("/healthz").headers
    secure = TestClient(app, base_url="https://testserver").get("/healthz").headers
    assert secure[HSTS] == "max-age=31536000"


def test_a_page_that_is_found_over_tls_says_so_behind_a_proxy_that_is_not_trusted(
    web_dir: Path,
) -> None:
    there = TestClient(create_app(web_dir, "https://patience.example/")).get("/").headers
    assert there[HSTS] == "max-age=31536000"
    assert HSTS not in TestClient(create_app(web_dir, "http://patience.example/")).get("/").headers


def test_what_the_browser_may_do_is_the_same_beside_a_service(
    settings: Settings, web_dir: Path
) -> None:
    alone = TestClient(create_app(web_dir)).get("/").headers
    beside = TestClient(create_app(web_dir, settings=settings)).get("/").headers
    assert {**alone, "date": ""} == {**beside, "date": ""}


def test_without_a_service_there_is_no_api(web_dir: Path) -> None:
    client = TestClient(create_app(web_dir))
    for address in ("/api/v1/results", "/api/v1/plays", "/metrics", "/readyz"):
        assert client.get(address).status_code == 404


def test_a_body_that_is_far_too_large_is_read_on_and_then_refused(database: str) -> None:
    megabytes = (b"x" * 2**20 for _ in range(20))  # in chunks: its length is not known before
    headers = {"content-type": "application/json"}
    with serving(database) as service, httpx2.Client(base_url=service.site) as client:
        answer = client.post("/api/v1/plays", content=megabytes, headers=headers)
    assert answer.status_code == 413


def test_no_other_site_may_send(settings: Settings, web_dir: Path) -> None:
    with served(settings, web_dir) as client:
        answer = client.options(
            "/api/v1/plays",
            headers={
                "origin": "https://elsewhere.example",
                "access-control-request-method": "POST",
                "access-control-request-headers": "content-type",
            },
        )
        assert answer.status_code == 405
        assert not [name for name in answer.headers if name.startswith("access-control")]

"""A client that lies, or that sends what nobody should: nothing changes, and it is told why."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from kungen.daily import daily
from kungen.server.steps import encode_steps
from tests.server.plays import line, start, steps_of, win
from tests.server.running import rows, served

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

    from kungen.server import Settings

JSON = {"content-type": "application/json"}
SQL = "'; DROP TABLE plays; --"
HTML = "<script>alert(1)</script>"
SOME = UUID("5d2c2f36-6d0e-4f3c-8a53-0c8e1e7f2b11")
TODAY = datetime.now(UTC).date()
TOO_LATE = (TODAY + timedelta(days=2)).isoformat()


def told(answer: Any, status: int, kind: str) -> dict[str, Any]:
    """The problem document of an answer, which must have this status and kind."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    document: dict[str, Any] = answer.json()
    assert document["type"] == f"urn:kungen:problem:{kind}"
    assert document["status"] == status
    assert document["title"]
    return document


@pytest.fixture
def play(client: TestClient) -> dict[str, Any]:
    body = start()
    assert client.post("/api/v1/plays", json=body).status_code == 201
    return body


NAMES = ("uuid", "installation", "game", "deal", "measure", "daily")
ODD: list[Any] = [SQL, HTML, "", -1, 0, 2**33, 2**70, 1.5, True, None, [], {}, "\0", "å" * 500]


FINE: list[tuple[str, Any]] = [("daily", None), ("steps", ""), ("help", 0), ("seconds", 0)]


def odd_values(name: str) -> list[Any]:
    """What a field does not take."""
    return [odd for odd in ODD if not any(name == one and odd is value for one, value in FINE)]


@pytest.mark.parametrize("name", NAMES)
def test_a_start_with_anything_odd_in_a_field_is_refused_with_the_field(
    client: TestClient, settings: Settings, name: str
) -> None:
    kept = rows(settings)
    for odd in odd_values(name):
        answer = client.post("/api/v1/plays", json={**start(), name: odd})
        is_text = name == "game" and isinstance(odd, str) and len(odd) <= 100
        problem = told(answer, 422, "game" if is_text else "body")
        assert problem["pointer"] == f"/{name}", odd
    assert rows(settings) == kept


@pytest.mark.parametrize("name", ["steps", "help", "seconds"])
def test_a_win_with_anything_odd_in_a_field_is_refused_with_the_field(
    client: TestClient, settings: Settings, play: dict[str, Any], name: str
) -> None:
    kept = rows(settings)
    for odd in odd_values(name):
        body = {**win(), name: odd}
        answer = client.post(f"/api/v1/plays/{play['uuid']}/result", json=body)
        problem = told(answer, 422, "body")
        assert problem["pointer"] == f"/{name}", odd
    assert rows(settings) == kept


@pytest.mark.parametrize(
    ("body", "kind", "detail"),
    [
        ({**start(), "extra": 1}, "body", "there is no field extra"),
        ({**start(), "x\x1b" * 1000: 1}, "body", "there is no field 'x\\x1bx\\x1b"),
        ({"deal": 617}, "body", "uuid is missing"),
        ([], "body", "an object is expected, not a list"),
        ("text", "body", "an object is expected, not a text"),
        (start(game="Harpan"), "game", "there is no game 'Harpan'"),
        (start(game="klondike:passes=2,draw=3"), "game", "there is no game"),
        (start(game="klondike:draw=1"), "game", "there is no game"),
        (start(game="../../etc/passwd"), "game", "there is no game"),
        (start(daily=TOO_LATE), "future", f"{TOO_LATE} is nowhere today: it is "),
        (start(daily="9999-12-31"), "future", "9999-12-31 is nowhere today"),
        (start(daily="2025-12-31"), "daily", "the first daily deal was that of 2026-01-01"),
        (
            start(daily="2026-11-30"),
            "daily",
            f"the deal of 2026-11-30 in freecell is {daily('freecell', date(2026, 11, 30))}, ",
        ),
        (
            start(daily="2026-11-30", game="freecell:single-card=true"),
            "daily",
            "there is no daily deal: there is no catalogue of 'freecell:single-card=true'",
        ),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_the_reason(
    client: TestClient, settings: Settings, body: Any, kind: str, detail: str
) -> None:
    kept = rows(settings)
    problem = told(client.post("/api/v1/plays", json=body), 422, kind)
    assert problem["detail"].startswith(detail)
    assert rows(settings) == kept


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"deal": 618}, "/uuid"),
        ({"game": "eight-off"}, "/uuid"),
        ({"installation": str(SOME)}, "/uuid"),
        ({"measure": 2}, "/uuid"),
    ],
)
def test_a_uuid_is_not_used_for_another_play(
    client: TestClient,
    settings: Settings,
    play: dict[str, Any],
    changes: dict[str, Any],
    where: str,
) -> None:
    kept = rows(settings)
    problem = told(client.post("/api/v1/plays", json={**play, **changes}), 409, "used")
    assert problem["pointer"] == where
    assert rows(settings) == kept


MOVES = line(617)
SHUFFLED = (MOVES[-1], *MOVES[:-1])
STEPS: list[tuple[bytes, str, str]] = [
    (b"", "not-won", "the line ends with 0 of 52 cards on the foundations"),
    (steps_of(MOVES[:-1]), "not-won", "the line ends with "),
    (steps_of(SHUFFLED), "illegal", "step 1, move 1: "),
    (steps_of((*MOVES, MOVES[-1])), "illegal", f"step {len(MOVES) + 1} comes after the win"),
    (steps_of(line(1)), "illegal", "step "),
    (steps_of(line(1, "klondike")), "illegal", "step "),
    (b"\2" + MOVES[0].pack() + MOVES[1].pack(), "illegal", "step 1, move "),
    (b"\0", "steps", "step 1 has no move"),
    (b"\1\2", "steps", "step 1 is cut off"),
    (b"\xff" + b"\2\3\1" * 3, "steps", "step 1 is cut off"),
    (b"\1\xfe\2\1", "steps", "step 1: there is no pile with the byte 254"),
    (b"\1\2\3\0", "steps", "step 1: a move takes 1 to 255 cards, not 0"),
    (steps_of(MOVES[:1]) * 2001, "steps", "there are more than 2000 moves"),
    ((b"\xff" + b"\2\3\1" * 255) * 8, "steps", "there are more than 2000 moves"),
]


@pytest.mark.parametrize("case", STEPS)
def test_a_line_that_does_not_win_is_refused_with_the_place(
    client: TestClient,
    settings: Settings,
    play: dict[str, Any],
    case: tuple[bytes, str, str],
) -> None:
    steps, kind, detail = case
    kept = rows(settings)
    body = win(steps=encode_steps(steps))
    answer = client.post(f"/api/v1/plays/{play['uuid']}/result", json=body)
    problem = told(answer, 422, kind)
    assert problem["detail"].startswith(detail)
    assert problem["pointer"] == "/steps"
    assert rows(settings) == kept


@pytest.mark.parametrize("text", ["A", "AQIzAR", "AQIzAQ==", "AQI/AQ", "AQIz AQ", "å"])
def test_steps_that_are_no_base64url_are_refused(
    client: TestClient, play: dict[str, Any], text: str
) -> None:
    answer = client.post(f"/api/v1/plays/{play['uuid']}/result", json=win(steps=text))
    assert answer.status_code == 422
    assert answer.json()["pointer"] == "/steps"


@pytest.mark.parametrize("changes", [{"seconds": 299}, {"help": 1}, {"steps": ""}])
def test_another_win_of_the_same_play_is_refused(
    client: TestClient, settings: Settings, play: dict[str, Any], changes: dict[str, Any]
) -> None:
    address = f"/api/v1/plays/{play['uuid']}/result"
    assert client.post(address, json=win()).status_code == 201
    kept = rows(settings)
    answer = client.post(address, json=win(**changes))
    assert answer.status_code in {409, 422}
    assert rows(settings) == kept


def test_a_win_without_a_start_is_refused(client: TestClient, settings: Settings) -> None:
    kept = rows(settings)
    uuid = SOME
    answer = client.post(f"/api/v1/plays/{uuid}/result", json=win())
    assert told(answer, 404, "unknown-play")["detail"].endswith(f"{uuid} is known")
    for odd in ("1", "x" * 36, SQL, f"{uuid}0"):
        assert client.post(f"/api/v1/plays/{odd}/result", json=win()).status_code == 422
    assert rows(settings) == kept


@pytest.mark.parametrize("address", ["/api/v1/plays", f"/api/v1/plays/{SOME}/result"])
@pytest.mark.parametrize(
    "case",
    [
        (b"x" * 10**6, JSON, 413, "too-large"),
        (b'{"uuid": "' + b" " * 16_384 + b'"}', JSON, 413, "too-large"),
        (b"{", JSON, 400, "json"),
        (b"", JSON, 400, "json"),
        (b"\xff\xfe", JSON, 400, "json"),
        (b"NaN", JSON, 400, "json"),
        (b"[" * 16_000, JSON, 422, "body"),
        (b"{}", {"content-type": "text/plain"}, 415, "media-type"),
        (b"{}", {}, 415, "media-type"),
        (b"a=1", {"content-type": "application/x-www-form-urlencoded"}, 415, "media-type"),
    ],
)
def test_a_body_that_is_none_is_refused(
    client: TestClient,
    settings: Settings,
    address: str,
    case: tuple[bytes, dict[str, str], int, str],
) -> None:
    content, headers, status, kind = case
    kept = rows(settings)
    told(client.post(address, content=content, headers=headers), status, kind)
    assert rows(settings) == kept


def test_a_key_that_is_there_twice_has_the_last_value_and_no_more(client: TestClient) -> None:
    body = json.dumps(start())[:-1] + ', "deal": 0}'
    told(client.post("/api/v1/plays", content=body, headers=JSON), 422, "body")


@pytest.mark.parametrize(
    ("address", "status", "kind"),
    [
        (f"deals/freecell/{SQL}", 422, "address"),
        ("deals/freecell/0", 422, "address"),
        (f"deals/freecell/{2**33}", 422, "address"),
        ("deals/freecell/0617", 422, "address"),
        ("deals/freecell/٣", 422, "address"),
        ("deals/<b>/1", 404, "unknown-game"),
        ("deals/klondike:draw=3/1", 404, "unknown-game"),
        ("daily/2026-02-30", 422, "address"),
        (f"daily/{SQL}", 422, "address"),
        ("nothing", 404, "unknown-address"),
        ("", 404, "unknown-address"),
        ("results/", 404, "unknown-address"),
    ],
)
def test_an_address_that_is_none_is_told(
    client: TestClient, address: str, status: int, kind: str
) -> None:
    problem = told(client.get(f"/api/v1/{address}"), status, kind)
    assert HTML not in problem["detail"] or problem["detail"].startswith("there is n")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "GET"])
@pytest.mark.parametrize("address", ["plays", f"plays/{SOME}/result"])
def test_methods_that_an_address_does_not_have_are_told(
    client: TestClient, method: str, address: str
) -> None:
    answer = client.request(method, f"/api/v1/{address}")
    told(answer, 405, "method")
    assert answer.headers["allow"] == "POST"


def test_other_methods_change_no_results(client: TestClient) -> None:
    answer = client.post("/api/v1/results", json={})
    told(answer, 405, "method")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_every_problem_carries_the_security_headers(client: TestClient) -> None:
    for answer in (
        client.get("/api/v1/nothing"),
        client.post("/api/v1/plays", content=b"{", headers=JSON),
        client.put("/api/v1/plays"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_line_that_takes_too_long_is_put_off_and_not_refused(
    settings: Settings, web_dir: Path
) -> None:
    with served(settings, web_dir, replay_seconds=1e-6) as client:
        body = start()
        client.post("/api/v1/plays", json=body)
        kept = rows(settings)
        answer = client.post(f"/api/v1/plays/{body['uuid']}/result", json=win())
        told(answer, 503, "busy")
        assert answer.headers["retry-after"] == "5"
        assert rows(settings) == kept

"""The API: what it answers when all is well."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from kungen import GAMES, Limits, deal, solve
from kungen.catalogue import catalogues, find, wilson
from kungen.daily import daily
from kungen.server import create_app
from kungen.server.steps import encode_steps
from tests.server.plays import line, start, steps_of, win
from tests.server.running import rows, served

if TYPE_CHECKING:
    from pathlib import Path

    from kungen.server import Settings


def begin(client: TestClient, **changes: Any) -> dict[str, Any]:
    body = start(**changes)
    answer = client.post("/api/v1/plays", json=body)
    assert answer.status_code == 201, answer.text
    return body


def end(client: TestClient, play: dict[str, Any], **changes: Any) -> dict[str, Any]:
    body = win(play["deal"], play["game"], **changes)
    answer = client.post(f"/api/v1/plays/{play['uuid']}/result", json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def results(client: TestClient, game: str = "freecell") -> dict[str, Any]:
    answer = client.get("/api/v1/results")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()["games"][game]
    return told


def figures(client: TestClient, number: int, game: str = "freecell") -> dict[str, Any]:
    answer = client.get(f"/api/v1/deals/{game}/{number}")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def test_a_start_is_kept_and_told_to_be_qualified(client: TestClient) -> None:
    body = start()
    answer = client.post("/api/v1/plays", json=body)
    assert answer.status_code == 201
    assert answer.json() == {"uuid": body["uuid"], "qualified": True, "reason": None}


def test_a_start_sent_again_changes_nothing(client: TestClient, settings: Settings) -> None:
    body = start()
    first = client.post("/api/v1/plays", json=body)
    kept = rows(settings)
    again = client.post("/api/v1/plays", json=body)
    assert (again.status_code, again.json()) == (200, first.json())
    assert rows(settings) == kept


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "freecell:single-card=true"}, "options"),
        ({"game": "klondike:draw=3"}, "options"),
        ({"measure": 2}, "measure"),
        ({}, "again"),
    ],
)
def test_what_is_not_qualified_is_kept_and_not_counted(
    client: TestClient, changes: dict[str, Any], reason: str
) -> None:
    first = begin(client)
    answer = client.post("/api/v1/plays", json=start(installation=first["installation"], **changes))
    assert answer.status_code == 201
    assert (answer.json()["qualified"], answer.json()["reason"]) == (False, reason)
    assert results(client)["starts"] == 1
    assert results(client, "klondike")["starts"] == 0


def test_one_installation_counts_once_for_each_deal_and_game(client: TestClient) -> None:
    installation = str(uuid4())
    for changes in ({"deal": 1}, {"deal": 2}, {"deal": 1, "game": "eight-off"}, {"deal": 1}):
        begin(client, installation=installation, **changes)
    assert results(client)["starts"] == 2
    assert results(client, "eight-off")["starts"] == 1
    assert figures(client, 1)["starts"] == 1


@pytest.mark.parametrize("game", [*GAMES, "klondike:draw=3", "plato:columns=5"])
def test_a_win_of_every_game_is_verified(client: TestClient, game: str) -> None:
    number = daily(game, date(2026, 12, 1))
    play = begin(client, game=game, deal=number)
    told = end(client, play)
    assert told["uuid"] == play["uuid"]
    assert told["moves"] == len(line(number, game))
    assert told["counted"] == ("completed" if game in GAMES else None)


def test_moves_are_counted_as_the_game_does_a_step_with_its_automatic_moves_as_one(
    client: TestClient,
) -> None:
    play = begin(client)
    moves = line(617)
    *others, before, last = moves
    assert last.target.startswith("foundation")
    together = steps_of((*others,)) + b"\2" + before.pack() + last.pack()
    assert end(client, play, steps=encode_steps(together))["moves"] == len(moves) - 1


def test_a_win_sent_again_changes_nothing(client: TestClient, settings: Settings) -> None:
    play = begin(client)
    told = end(client, play)
    kept = rows(settings)
    again = client.post(f"/api/v1/plays/{play['uuid']}/result", json=win())
    assert (again.status_code, again.json()) == (200, told)
    assert rows(settings) == kept


def test_wins_with_help_are_told_apart(client: TestClient) -> None:
    for level in range(5):
        end(client, begin(client), help=level)
    begin(client)
    told = results(client)
    assert (told["starts"], told["completed"], told["with_help"]) == (6, 2, 3)
    assert told["share"] == 2 / 6
    assert tuple(told["interval"]) == wilson(2, 6)
    of_deal = figures(client, 617)
    assert (of_deal["starts"], of_deal["completed"], of_deal["with_help"]) == (6, 2, 3)


def test_results_have_every_game_its_catalogue_and_what_they_do_not_mean(
    client: TestClient,
) -> None:
    answer = client.get("/api/v1/results").json()
    assert answer["measure"] == 1
    assert "neither how many deals can be won nor" in answer["cohort"]
    assert list(answer["games"]) == list(GAMES)
    freecell = answer["games"]["freecell"]
    nothing = ("share", "interval", "first_day", "last_day")
    assert freecell["starts"] == 0
    assert [freecell[name] for name in nothing] == [None] * 4
    ranges = [
        (one["first"], one["last"], one["winnable"], one["lost"], one["undecided"])
        for one in freecell["catalogue"]
    ]
    assert ranges == [(1, 32_000, 31_999, 1, 0), (1, 1_000_000, 999_992, 8, 0)]
    assert freecell["catalogue"][0]["solver"] == find("freecell").signature


def test_results_of_one_game_have_it_alone(client: TestClient) -> None:
    begin(client, deal=617)
    everything = client.get("/api/v1/results").json()
    told = client.get("/api/v1/results?game=freecell").json()
    assert told == {**everything, "games": {"freecell": everything["games"]["freecell"]}}
    assert told["games"]["freecell"]["starts"] == 1
    for none in ("Harpan", "klondike:draw=3", ""):
        problem = client.get("/api/v1/results", params={"game": none})
        assert (problem.status_code, problem.json()["type"]) == (
            404, "urn:kungen:problem:unknown-game"
        )  # fmt: skip


def test_results_tell_the_days_between_which_starts_came(settings: Settings, web_dir: Path) -> None:
    app = create_app(web_dir, settings=settings)
    with TestClient(app) as client:
        service = client.app_state["service"]
        for day in (7, 3, 5):
            service.now = lambda day=day: datetime(2026, 12, day, 12, tzinfo=UTC)
            begin(client)
        told = results(client)
    assert (told["first_day"], told["last_day"]) == ("2026-12-03", "2026-12-07")


def test_a_deal_has_its_verdict_its_par_and_its_fewest_moves_without_help(
    client: TestClient,
) -> None:
    told = figures(client, 617)
    assert told == {
        "measure": 1, "game": "freecell", "deal": 617, "starts": 0, "completed": 0,
        "with_help": 0, "fewest_moves": None, "verdict": "winnable", "par": 34,
    }  # fmt: skip
    end(client, begin(client), help=2)
    assert figures(client, 617)["fewest_moves"] is None
    end(client, begin(client))
    assert figures(client, 617)["fewest_moves"] == len(line(617))


@pytest.mark.parametrize(
    ("game", "number", "verdict", "par"),
    [
        ("freecell", 11_982, "lost", None),
        ("freecell", 1_000_001, None, None),
        ("king-albert", 3510, "undecided", None),
        ("klondike", 2**33 - 1, None, None),
    ],
)
def test_the_verdict_on_a_deal_is_the_catalogues(
    client: TestClient, game: str, number: int, verdict: str | None, par: int | None
) -> None:
    told = figures(client, number, game)
    assert (told["verdict"], told["par"]) == (verdict, par)


def test_a_second_win_of_the_same_installation_counts_nowhere(
    client: TestClient, settings: Settings
) -> None:
    first = begin(client)
    end(client, first, help=4)  # who has seen the solution may play it again without help
    short = tuple(solve(deal(617), Limits(nodes=100_000), strategy="short").line)
    assert len(short) < len(line(617))
    second = begin(client, installation=first["installation"])
    told = end(client, second, steps=encode_steps(steps_of(short)))
    assert told["counted"] is None
    of_deal = figures(client, 617)
    assert of_deal["fewest_moves"] is None
    assert (of_deal["starts"], of_deal["completed"], of_deal["with_help"]) == (1, 0, 1)
    assert len(rows(settings)["results"]) == 2


def test_the_daily_deals_of_a_date_are_those_of_the_law_with_their_figures(
    client: TestClient,
) -> None:
    day = date(2026, 11, 30)
    number = daily("freecell", day)
    end(client, begin(client, deal=number, daily=day.isoformat()))
    begin(client, deal=number)  # on another day, not as the daily deal
    answer = client.get(f"/api/v1/daily/{day}").json()
    assert (answer["measure"], answer["date"]) == (1, "2026-11-30")
    assert {game: told["deal"] for game, told in answer["games"].items()} == {
        game: daily(game, day) for game in GAMES if game in catalogues()
    }
    assert answer["games"]["freecell"] == {
        "deal": number, "starts": 1, "completed": 1, "with_help": 0,
        "fewest_moves": len(line(number)),
    }  # fmt: skip
    assert figures(client, number)["starts"] == 2


def test_what_is_kept_of_an_installation_is_a_keyed_hash(
    client: TestClient, settings: Settings
) -> None:
    body = begin(client)
    kept = [row for row in rows(settings)["plays"] if str(row[0]) == body["uuid"]]
    plain = bytes.fromhex(body["installation"].replace("-", ""))
    assert len(kept[0][1]) == 16
    assert kept[0][1] != plain
    assert body["installation"] not in repr(rows(settings))


def test_nothing_that_names_a_client_is_kept(client: TestClient, settings: Settings) -> None:
    play = begin(client)
    client.get("/api/v1/results", headers={"x-forwarded-for": "192.0.2.77"})
    end(client, play)
    kept = repr(rows(settings))
    assert "testclient" not in kept
    assert "192.0.2.77" not in kept


def test_health_readiness_and_numbers(client: TestClient) -> None:
    end(client, begin(client))
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text == "ok\n"
    numbers = client.get("/metrics")
    assert numbers.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'kungen_plays_total{outcome="qualified"} 1.0' in numbers.text
    assert 'kungen_results_total{outcome="completed"} 1.0' in numbers.text
    posted = 'kungen_requests_total{method="POST",route="/api/v1/plays",status="201"} 1.0'
    assert posted in numbers.text


def test_the_page_lies_beside_the_api(client: TestClient) -> None:
    assert client.get("/").text == "<!doctype html><title>Kungen</title>"


def test_two_services_over_one_database_see_what_the_other_has_written(
    settings: Settings, web_dir: Path
) -> None:
    with served(settings, web_dir) as one, served(settings, web_dir) as other:
        play = begin(one)
        answer = other.post("/api/v1/plays", json=play)
        assert answer.status_code == 200
        assert end(other, play)["counted"] == "completed"
        again = one.post(f"/api/v1/plays/{play['uuid']}/result", json=win())
        assert again.status_code == 200
    assert len(rows(settings)["plays"]) == 1

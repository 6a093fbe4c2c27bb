"""The document that tells what the API is, OpenAPI 3.1."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from kungen.deals import LAST_DEAL
from kungen.game_file import GAMES
from kungen.server.problems import CONTENT_TYPE, KINDS
from kungen.server.schemas import components

UUID_SCHEMA = {"type": "string", "format": "uuid"}
GAME_SCHEMA = {"type": "string", "enum": list(GAMES)}


@cache
def document() -> dict[str, Any]:
    """Return the document.

    >>> sorted(document()["paths"])[:2]
    ['/api/v1/daily/{date}', '/api/v1/deals/{game}/{number}']
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kungen",
            "version": _version(),
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "How the players of numbered patience fare, counted from wins that "
            "the rules have verified.",
        },
        "paths": {
            "/api/v1/plays": {"post": _start()},
            "/api/v1/plays/{uuid}/result": {"post": _end()},
            "/api/v1/results": {"get": _results()},
            "/api/v1/deals/{game}/{number}": {"get": _deal()},
            "/api/v1/daily/{date}": {"get": _daily()},
        },
        "components": {"schemas": components()},
    }


def _start() -> dict[str, Any]:
    operation = _post(
        "startPlay",
        "The first move on a freshly dealt deal; sent again, it changes nothing.",
        "Start",
        "Started",
        ("json", "used", "too-large", "media-type", "body", "game", "future", "daily"),
    )
    link = {"operationId": "endPlay", "parameters": {"uuid": "$response.body#/uuid"}}
    for status in ("200", "201"):
        operation["responses"][status]["links"] = {"endPlay": link}
    return operation


def _end() -> dict[str, Any]:
    kinds = ("json", "unknown-play", "used", "too-large", "media-type", "body", "address")
    rules = ("steps", "illegal", "not-won")
    return _post(
        "endPlay",
        "The line that won, which is replayed by the rules; sent again, it changes nothing.",
        "Win",
        "Verified",
        (*kinds, *rules),
    ) | {"parameters": [_parameter("uuid", UUID_SCHEMA, "Of the play.")]}


def _results() -> dict[str, Any]:
    game = _parameter("game", GAME_SCHEMA, "The id of a game, for its results alone.", "query")
    return _get("showResults", "How all players fare.", "Results", ("unknown-game",)) | {
        "parameters": [game]
    }


def _deal() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1, "maximum": LAST_DEAL}
    return _get(
        "showDeal", "How the players of a deal fare.", "DealResults", ("unknown-game", "address")
    ) | {
        "parameters": [
            _parameter("game", GAME_SCHEMA, "The id of a game."),
            _parameter("number", number, "The number of a deal."),
        ]
    }


def _daily() -> dict[str, Any]:
    day = {"type": "string", "format": "date"}
    return _get(
        "showDaily", "The daily deals of a date, with their figures.", "DailyResults", ("address",)
    ) | {"parameters": [_parameter("date", day, "A date.")]}


def _get(name: str, summary: str, model: str, kinds: tuple[str, ...]) -> dict[str, Any]:
    answers = {"200": _answer("As asked.", model)}
    return _operation(name, summary, answers | _problems(kinds))


def _post(name: str, summary: str, body: str, model: str, kinds: tuple[str, ...]) -> dict[str, Any]:
    answers = {
        "200": _answer("It was there already.", model),
        "201": _answer("It is kept.", model),
    }
    content = {"application/json": {"schema": _ref(body)}}
    return _operation(name, summary, answers | _problems(kinds)) | {
        "requestBody": {"required": True, "content": content}
    }


def _operation(name: str, summary: str, responses: dict[str, Any]) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, "responses": responses}


def _answer(description: str, model: str) -> dict[str, Any]:
    content = {"application/json": {"schema": _ref(model)}}
    return {"description": description, "content": content}


def _problems(kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return the answers that are problems, each status with the kinds that have it."""
    by_status: dict[str, list[str]] = {}
    for kind in (*kinds, "rate", "busy"):
        status, title = KINDS[kind]
        by_status.setdefault(str(status), []).append(f"{title} (`{kind}`)")
    return {status: _problem(status, told) for status, told in sorted(by_status.items())}


def _problem(status: str, told: list[str]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": "; ".join(told),
        "content": {CONTENT_TYPE: {"schema": _ref("Problem")}},
    }
    if status in {"429", "503"}:
        seconds = {"type": "integer", "minimum": 1}
        told_when = "After how many seconds to try again."
        answer["headers"] = {"Retry-After": {"schema": seconds, "description": told_when}}
    return answer


def _parameter(
    name: str, schema: dict[str, Any], description: str, place: Literal["path", "query"] = "path"
) -> dict[str, Any]:
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "schema": schema,
        "description": description,
    }


def _ref(model: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model}"}


def _version() -> str:
    try:
        return version("kungen")
    except PackageNotFoundError:
        return "0"

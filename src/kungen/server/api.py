"""The API, version 1: what each address does."""

import re
from datetime import date
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kungen.deals import LAST_DEAL
from kungen.game_file import GAMES
from kungen.quoting import quoted
from kungen.server.bodies import read_address, read_body
from kungen.server.dailies import DailyError, check_daily, latest_date
from kungen.server.judging import Judgement, Overtime
from kungen.server.measure import is_game, why_not_counted
from kungen.server.openapi import document
from kungen.server.problems import ProblemError
from kungen.server.records import Play, Result, Win, is_same_start
from kungen.server.reporting import daily_results, deal_results
from kungen.server.safety import RETRY_SECONDS
from kungen.server.schemas import Counted, Start, Started, Verified
from kungen.server.schemas import Win as WinBody
from kungen.server.service import Service
from kungen.server.steps import StepsError, decode_steps
from kungen.server.writer import Busy

JSON: Final = "application/json"
NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}", re.ASCII)
RESPONSES: Final = 2 * len(GAMES)
NO_STORE: Final = {"cache-control": "no-store"}
DEAL_HEADERS: Final = {"cache-control": "public, max-age=10"}
RESULTS_HEADERS: Final = {"cache-control": "public, max-age=1"}


def routes() -> list[Route]:
    """Return the addresses of the API, below `/api/v1`; each asks its service for the rest."""
    return [
        Route("/api/v1/results", show_results),  # first what is asked for most
        Route("/api/v1/plays", start_play, methods=["POST"]),
        Route("/api/v1/plays/{uuid}/result", end_play, methods=["POST"]),
        Route("/api/v1/deals/{game}/{number}", show_deal),
        Route("/api/v1/daily/{date}", show_daily),
        Route("/api/v1/openapi.json", show_document),
    ]


async def start_play(request: Request) -> Response:
    """Keep a start."""
    service = _service(request)
    start = await read_body(request, Start)
    new = _play_of(service, start)
    kept = await _write(service, new)
    play = kept.record
    if not isinstance(play, Play) or not is_same_start(play, new):
        raise ProblemError("used", f"{start.uuid} is that of another play", pointer="/uuid")
    service.metrics.plays.labels(_play_outcome(play, fresh=kept.fresh)).inc()
    answer = Started(uuid=play.uuid, qualified=play.qualified, reason=play.reason)
    return _json(answer, 201 if kept.fresh else 200)


async def end_play(request: Request) -> Response:
    """Verify a win, and keep it."""
    service = _service(request)
    try:
        return await _end_play(service, request)
    except ProblemError as problem:
        service.metrics.results.labels(problem.kind).inc()
        raise


async def show_results(request: Request) -> Response:
    """Tell how all players fare, in one game where it is asked for."""
    game = request.query_params.get("game") if request.scope["query_string"] else None
    if game is not None:
        _check_game(game)
    return _results_response(await _service(request).results(game))


@lru_cache(RESPONSES)
def _results_response(body: bytes) -> Response:
    """Return the answer with some results, made once for all who ask while they are new."""
    return Response(body, headers=RESULTS_HEADERS, media_type=JSON)


async def show_deal(request: Request) -> Response:
    """Tell how the players of a deal fare."""
    service = _service(request)
    game, number = request.path_params["game"], request.path_params["number"]
    _check_game(game)
    deal = _deal_number(number)
    figures = await service.store.deal(game, deal)
    return _json(deal_results(game, deal, figures), headers=DEAL_HEADERS)


async def show_daily(request: Request) -> Response:
    """Tell the daily deals of a date, and how their players fare."""
    service = _service(request)
    day: date = read_address(request.path_params["date"], date, "date")
    figures = await service.store.daily(day)
    return _json(daily_results(day, figures), headers=DEAL_HEADERS)


async def show_document(_request: Request) -> Response:
    """Tell what there is to ask for."""
    return Response(msgspec.json.encode(document()), headers=RESULTS_HEADERS, media_type=JSON)


def _check_game(game: str) -> None:
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise ProblemError("unknown-game", f"there is no game {quoted(game)}, but {known}")


def _deal_number(text: str) -> int:
    number = int(text) if NUMBER.fullmatch(text) else 0
    if not 1 <= number <= LAST_DEAL:
        problem = f"a deal number is a whole number from 1 to {LAST_DEAL}, not {quoted(text)}"
        raise ProblemError("address", problem)
    return number


def _service(request: Request) -> Service:
    service: Service = request.state.service
    return service


def _play_of(service: Service, start: Start) -> Play:
    if not is_game(start.game):
        raise ProblemError("game", f"there is no game {quoted(start.game)}", pointer="/game")
    if start.daily is not None:
        try:
            check_daily(start.game, start.deal, start.daily, latest_date(service.now()))
        except DailyError as error:
            raise ProblemError(error.kind, str(error), pointer=f"/{error.field}") from None
    return Play(
        uuid=start.uuid,
        installation=service.hashed(start.installation),
        game=start.game,
        deal=start.deal,
        measure=start.measure,
        daily=start.daily,
        qualified=why_not_counted(start.game, start.measure) is None,
        started_on=service.now().date(),
    )


async def _end_play(service: Service, request: Request) -> Response:
    uuid: UUID = read_address(request.path_params["uuid"], UUID, "uuid")
    body = await read_body(request, WinBody)
    steps = _steps_of(body)
    play = await service.store.play(uuid)
    if play is None:
        raise ProblemError("unknown-play", f"no start with the UUID {uuid} is known")
    judgement = await _judge(service, play, steps)
    new = Result(
        uuid=uuid,
        help=body.help,
        seconds=body.seconds,
        moves=judgement.moves,
        steps=steps,
        ended_on=max(service.now().date(), play.started_on),  # the clock may have been set back
    )
    kept = await _write(service, Win(new, play))
    result = kept.record
    if not isinstance(result, Result) or not _is_same_win(result, new):
        raise ProblemError("used", f"the play {uuid} has ended already, in another way")
    counted: Counted | None = (
        ("with_help" if result.helped else "completed") if play.qualified else None
    )
    service.metrics.results.labels((counted or "uncounted") if kept.fresh else "known").inc()
    return _json(
        Verified(uuid=uuid, moves=result.moves, counted=counted), 201 if kept.fresh else 200
    )


def _steps_of(body: WinBody) -> bytes:
    try:
        return decode_steps(body.steps)
    except StepsError as error:
        raise ProblemError("steps", str(error), pointer="/steps") from None


async def _judge(service: Service, play: Play, steps: bytes) -> Judgement:
    try:
        judgement = await service.judges.judge(play.game, play.deal, steps)
    except Overtime:
        raise ProblemError(
            "busy", "the line could not be replayed in time", retry=RETRY_SECONDS
        ) from None
    if not judgement.won:
        raise ProblemError(judgement.problem, judgement.detail, pointer="/steps")
    return judgement


def _is_same_win(one: Result, other: Result) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in ("help", "seconds", "steps"))


async def _write(service: Service, new: Play | Win) -> Any:
    try:
        kept = await service.writer.write(new)
    except Busy:
        raise ProblemError("busy", "too much waits to be written", retry=RETRY_SECONDS) from None
    if kept.fresh:
        service.forget_results()
    return kept


def _play_outcome(play: Play, *, fresh: bool) -> str:
    return (play.reason or "qualified") if fresh else "known"


def _json(
    answer: msgspec.Struct, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    return Response(msgspec.json.encode(answer), status, headers or NO_STORE, JSON)

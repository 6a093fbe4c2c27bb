"""Figures as the API tells them, beside what complete searches have found."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, Final, Literal

from kungen.catalogue import Catalogue, catalogues
from kungen.daily import daily
from kungen.game_file import GAMES
from kungen.par import par
from kungen.server.measure import COHORT, VERSION, Figures
from kungen.server.schemas import (
    DailyResults,
    DealFigures,
    DealResults,
    GameResults,
    Range,
    Results,
)

FIRST_RANGE: Final = 32_000
"""The deals of the first program with numbers, of which results are told by themselves."""
NOTHING: Final = Figures()


def results_of(figures: Mapping[str, Figures]) -> Results:
    """Return the results of all games."""
    return Results(
        measure=VERSION,
        cohort=COHORT,
        games={game: _game_results(game, figures.get(game, NOTHING)) for game in GAMES},
    )


def deal_results(game: str, number: int, figures: Figures) -> DealResults:
    """Return the results of a deal."""
    return DealResults(
        **_counted(number, figures),
        measure=VERSION,
        game=game,
        verdict=_verdict(game, number),
        par=par(game, number),
    )


def daily_results(day: date, figures: Mapping[str, Figures]) -> DailyResults:
    """Return the daily deals of a date, with what is counted of them."""
    return DailyResults(
        measure=VERSION,
        date=day,
        games={
            game: DealFigures(**_counted(daily(game, day), figures.get(game, NOTHING)))
            for game in GAMES
            if game in catalogues()
        },
    )


def _game_results(game: str, figures: Figures) -> GameResults:
    return GameResults(
        starts=figures.starts,
        completed=figures.completed,
        with_help=figures.with_help,
        share=figures.share,
        interval=figures.interval,
        first_day=figures.first_day,
        last_day=figures.last_day,
        catalogue=_ranges(game),
    )


@cache
def _ranges(game: str) -> list[Range]:
    catalogue = catalogues().get(game)
    if catalogue is None:
        return []
    inside = [FIRST_RANGE] if catalogue.first <= FIRST_RANGE < catalogue.last else []
    return [_range(catalogue, last) for last in (*inside, catalogue.last)]


def _range(catalogue: Catalogue, last: int) -> Range:
    return Range(
        first=catalogue.first,
        last=last,
        winnable=catalogue.winnable_to(last),
        lost=len(catalogue.lost_to(last)),
        undecided=len(catalogue.undecided_to(last)),
        solver=catalogue.signature,
    )


def _counted(number: int, figures: Figures) -> dict[str, Any]:
    return {
        "deal": number,
        "starts": figures.starts,
        "completed": figures.completed,
        "with_help": figures.with_help,
        "fewest_moves": figures.fewest_moves,
    }


def _verdict(game: str, number: int) -> Literal["winnable", "lost", "undecided"] | None:
    catalogue = catalogues().get(game)
    if catalogue is None or not catalogue.first <= number <= catalogue.last:
        return None
    if number in catalogue.lost:
        return "lost"
    return "undecided" if number in catalogue.undecided else "winnable"

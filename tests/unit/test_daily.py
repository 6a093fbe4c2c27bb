"""The daily deal, a pure function of game and date."""

import hashlib
from datetime import date, datetime, timedelta

import pytest

from kungen.catalogue import Catalogue, CatalogueError, catalogues
from kungen.daily import daily, winnable_deal

DAYS = (date(2026, 1, 1), date(2026, 6, 15), date(2026, 12, 1))
DEALS = {
    "bakers-game": (5236, 556, 1206),
    "eight-off": (5160, 1732, 2624),
    "forecell": (4101, 68, 6224),
    "freecell": (342698, 231957, 922668),
    "king-albert": (202, 1941, 599),
    "klondike": (230, 416, 916),
    "klondike:draw=3": (540, 819, 201),
    "penguin": (8781, 2768, 9484),
    "plato": (3929, 4194, 1752),
    "plato:cells=1": (54, 38, 521),
    "plato:cells=2": (998, 948, 499),
    "plato:cells=3": (3254, 9671, 4484),
    "plato:columns=5": (609, 334, 546),
    "plato:columns=6": (462, 273, 347),
    "plato:columns=7": (4694, 3330, 2109),
    "relaxed-freecell": (2663, 4875, 3773),
    "seahaven-towers": (9111, 1322, 9754),
}


def winnable(catalogue: Catalogue) -> list[int]:
    others = {*catalogue.lost, *catalogue.undecided}
    return [deal for deal in range(catalogue.first, catalogue.last + 1) if deal not in others]


@pytest.mark.parametrize("game", catalogues())
def test_the_places_of_winnable_deals_are_those_of_the_list_in_rising_order(game: str) -> None:
    deals = winnable(catalogues()[game])
    places = range(0, len(deals), max(1, len(deals) // 5000))
    assert [winnable_deal(game, place) for place in places] == [deals[place] for place in places]
    assert winnable_deal(game, len(deals) - 1) == deals[-1]
    for outside in (-1, len(deals)):
        with pytest.raises(IndexError, match=f"has no winnable deal {outside}$"):
            winnable_deal(game, outside)


@pytest.mark.parametrize("game", ["klondike", "klondike:draw=3", "bakers-game", "freecell"])
def test_a_day_has_the_deal_that_its_sum_says(game: str) -> None:
    deals = winnable(catalogues()[game])
    for days in range(400):
        day = date(2026, 12, 1) + timedelta(days)
        place = int(hashlib.sha256(f"{game} {day.isoformat()}".encode()).hexdigest(), 16)
        assert daily(game, day) == deals[place % len(deals)]


def test_a_game_goes_by_its_names_and_a_day_by_its_date_alone() -> None:
    noon = datetime(2026, 12, 1, 12)  # noqa: DTZ001 - only the date is looked at
    assert daily("Harpan", noon) == daily("klondike", date(2026, 12, 1))


def test_the_games_of_a_day_differ() -> None:
    day = date(2026, 12, 1)
    assert daily("freecell", day) != daily("relaxed-freecell", day)


def test_what_has_no_daily_deal_is_said() -> None:
    with pytest.raises(CatalogueError, match="there is no catalogue of 'freecell:single-card=tru"):
        daily("freecell:single-card=true", date(2026, 12, 1))
    with pytest.raises(TypeError, match="a daily deal is that of a date, not of '2026-12-01'"):
        daily("freecell", "2026-12-01")  # type: ignore[arg-type]


def test_the_deals_of_days_gone_by_stay_what_they_were() -> None:
    # Who has won them on their day keeps that, and what is counted of a day is that of one deal. A
    # catalogue that grows needs a law that draws for these days from what it has now.
    assert {game: tuple(daily(game, day) for day in DAYS) for game in catalogues()} == DEALS

"""The page has the daily deals and the winnable deals that Python has."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from kungen.catalogue import Catalogue, catalogues
from kungen.daily import daily
from tests.differential.test_page_files import ask_page

if TYPE_CHECKING:
    from pathlib import Path

# Days of years to come, leap days and turns of centuries among them.
DAYS = [
    *(date(2026, 1, 1) + timedelta(days=23 * step) for step in range(40)),
    *(date(2028, 2, 28) + timedelta(days=step) for step in range(3)),
    date(2099, 12, 31), date(2100, 3, 1), date(9999, 12, 31),
]  # fmt: skip


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    work: Path = tmp_path_factory.mktemp("page")
    return ask_page(work, days=[(key, day.isoformat()) for key in catalogues() for day in DAYS])


def test_the_daily_deals_of_every_catalogue_are_the_same(answers: Any) -> None:
    asked = [(key, day) for key in catalogues() for day in DAYS]
    assert len(asked) > 700
    assert dict(zip(asked, answers["days"], strict=True)) == {
        (key, day): daily(key, day) for key, day in asked
    }


def told(catalogue: Catalogue) -> dict[str, object]:
    return {
        "first": catalogue.first,
        "last": catalogue.last,
        "others": sorted((*catalogue.lost, *catalogue.undecided)),
        "count": catalogue.winnable,
    }


def test_the_winnable_deals_are_those_of_the_catalogues(answers: Any) -> None:
    assert answers["winnable"] == {key: told(one) for key, one in catalogues().items()}

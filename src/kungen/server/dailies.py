"""Which plays can be those of a daily deal."""

from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal

from kungen.catalogue import CatalogueError
from kungen.daily import daily

FIRST: Final = date(2026, 1, 1)
"""The date of the first daily deal."""
AHEAD: Final = timedelta(hours=14)
"""How far the clocks of the earliest time zone are ahead."""


class DailyError(ValueError):
    """A date and a deal that do not belong together; `field` names the one that is wrong."""

    def __init__(
        self, kind: Literal["future", "daily"], field: Literal["daily", "deal"], fault: str
    ) -> None:
        """Keep whether the date has not come, which of the two is wrong, and why."""
        super().__init__(fault)
        self.kind = kind
        self.field = field


def latest_date(now: datetime) -> date:
    """Return the latest date that is today somewhere.

    >>> latest_date(datetime(2026, 12, 1, 11, tzinfo=UTC))
    datetime.date(2026, 12, 2)
    """
    return (now.astimezone(UTC) + AHEAD).date()


def check_daily(game: str, deal: int, day: date, latest: date) -> None:
    """Raise `DailyError` unless a deal is that of a game on a day, which is the latest or before.

    >>> check_daily("freecell", 617, date(2026, 12, 1), date(2026, 12, 1))
    Traceback (most recent call last):
    ...
    kungen.server.dailies.DailyError: the deal of 2026-12-01 in freecell is 922668, not 617
    """
    if day > latest:
        raise DailyError("future", "daily", f"{day} is nowhere today: it is {latest}")
    if day < FIRST:
        fault = f"the first daily deal was that of {FIRST}, not {day}"
        raise DailyError("daily", "daily", fault)
    try:
        right = daily(game, day)
    except CatalogueError as error:
        raise DailyError("daily", "daily", f"there is no daily deal: {error}") from None
    if right != deal:
        fault = f"the deal of {day} in {game} is {right}, not {deal}"
        raise DailyError("daily", "deal", fault)

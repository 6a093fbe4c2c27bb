"""The counters that are read, added up for one transaction and written at its end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, case
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from kungen.server.records import Play, Result
from kungen.server.tables import DAILY_FIGURES, DEAL_FIGURES, GAME_FIGURES

# Both know ON CONFLICT, in the same words; the general insert does not.
INSERTS: Final[Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
SUMS: Final = ("starts", "completed", "with_help")
LEAST: Final = ("fewest_moves", "first_day")

Key = tuple[Any, ...]
Figures = dict[str, Any]


@dataclass(slots=True)
class Counts:
    """What starts and wins add to the counters, by table and key."""

    added: dict[Table, dict[Key, Figures]] = field(default_factory=dict)

    def add_start(self, play: Play) -> None:
        """Count a start, if it is qualified."""
        if not play.qualified:
            return
        days = {"first_day": play.started_on, "last_day": play.started_on}
        self._add(GAME_FIGURES, (play.measure, play.game), starts=1, **days)
        self._add_to_deal(play, starts=1)

    def add_win(self, play: Play, result: Result) -> None:
        """Count the win of a play, if its start is qualified."""
        if not play.qualified:
            return
        name = "with_help" if result.helped else "completed"
        fewest = None if result.helped else result.moves
        self._add(GAME_FIGURES, (play.measure, play.game), **{name: 1})
        self._add_to_deal(play, fewest_moves=fewest, **{name: 1})

    async def write(self, connection: AsyncConnection) -> None:
        """Add all to the counters of the database, always in the same order."""
        for table in (GAME_FIGURES, DEAL_FIGURES, DAILY_FIGURES):
            figures = self.added.get(table)
            if figures:
                rows = [_row(table, key, figures[key]) for key in sorted(figures)]
                await connection.execute(_adding(connection.dialect.name, table), rows)

    def _add_to_deal(self, play: Play, **figures: int | None) -> None:
        self._add(DEAL_FIGURES, (play.measure, play.game, play.deal), **figures)
        if play.daily is not None:
            self._add(DAILY_FIGURES, (play.measure, play.game, play.daily), **figures)

    def _add(self, table: Table, key: Key, **figures: int | date | None) -> None:
        known = self.added.setdefault(table, {}).setdefault(key, {})
        for name, value in figures.items():
            known[name] = _together(name, known.get(name), value)


def _together(name: str, one: Any, other: Any) -> Any:
    """Return two figures of the same name as one.

    >>> _together("starts", 2, 3), _together("fewest_moves", 90, None), _together("starts", None, 1)
    (5, 90, 1)
    """
    if one is None or other is None:
        return other if one is None else one
    if name in SUMS:
        return one + other
    return min(one, other) if name in LEAST else max(one, other)


def _row(table: Table, key: Key, figures: Mapping[str, Any]) -> Figures:
    names = [column.name for column in table.primary_key]
    others = [column.name for column in table.c if not column.primary_key]
    values = {name: figures.get(name, 0 if name in SUMS else None) for name in others}
    return dict(zip(names, key, strict=True)) | values


@cache
def _adding(dialect: str, table: Table) -> Any:
    """Return the statement that inserts figures, or adds them to those that are there."""
    insert = INSERTS[dialect](table)
    together = {
        column.name: _in_sql(column, insert.excluded[column.name])
        for column in table.c
        if not column.primary_key
    }
    keys: Sequence[str] = [column.name for column in table.primary_key]
    return insert.on_conflict_do_update(index_elements=keys, set_=together)


def _in_sql(there: ColumnElement[Any], new: ColumnElement[Any]) -> ColumnElement[Any]:
    name = there.name
    if name in SUMS:
        return there + new
    is_better = new < there if name in LEAST else new > there
    return case((there.is_(None), new), (is_better, new), else_=there)

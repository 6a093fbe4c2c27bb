"""The tables of the service, as the newest migration leaves them."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Uuid,
)

METADATA: Final = MetaData()

PLAYS: Final = Table(
    "plays",
    METADATA,
    Column("uuid", Uuid, primary_key=True),
    Column("installation", LargeBinary, nullable=False),
    Column("game", String(100), nullable=False),
    Column("deal", BigInteger, nullable=False),
    Column("measure", Integer, nullable=False),
    Column("daily", Date),
    Column("qualified", Boolean, nullable=False),
    Column("started_on", Date, nullable=False),
)
# At most one qualified start for each installation, game and deal.
Index(
    "one_qualified_start",
    PLAYS.c.installation,
    PLAYS.c.game,
    PLAYS.c.deal,
    PLAYS.c.measure,
    unique=True,
    sqlite_where=PLAYS.c.qualified,
    postgresql_where=PLAYS.c.qualified,
)

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("uuid", Uuid, ForeignKey("plays.uuid"), primary_key=True),
    Column("help", SmallInteger, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("steps", LargeBinary, nullable=False),
    Column("ended_on", Date, nullable=False),
)


def _figures(name: str, keys: Sequence[Column[Any]], others: Sequence[Column[Any]]) -> Table:
    """Make a table of counters by measure, game and what *keys* add, with *others* beside."""
    sums = [
        Column(each, BigInteger, nullable=False) for each in ("starts", "completed", "with_help")
    ]
    measure = Column("measure", Integer, primary_key=True)
    game = Column("game", String(100), primary_key=True)
    return Table(name, METADATA, measure, game, *keys, *sums, *others)


# What readers ask is counted as it is written, so that it costs the same however much there is.
GAME_FIGURES: Final = _figures(
    "game_figures", [], [Column("first_day", Date), Column("last_day", Date)]
)
DEAL_FIGURES: Final = _figures(
    "deal_figures",
    [Column("deal", BigInteger, primary_key=True)],
    [Column("fewest_moves", Integer)],
)
DAILY_FIGURES: Final = _figures(
    "daily_figures", [Column("day", Date, primary_key=True)], [Column("fewest_moves", Integer)]
)

SITE: Final = Table(
    "site",
    METADATA,
    Column("key_fingerprint", LargeBinary, primary_key=True),
)

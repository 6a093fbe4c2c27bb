"""The tables of the service, as the newest migration leaves them."""

from typing import Final

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


def _counters() -> list[Column[int]]:
    names = ("starts", "completed", "with_help")
    return [Column(name, BigInteger, nullable=False) for name in names]


# What readers ask is counted as it is written, so that it costs the same however much there is.
GAME_FIGURES: Final = Table(
    "game_figures",
    METADATA,
    Column("measure", Integer, primary_key=True),
    Column("game", String(100), primary_key=True),
    *_counters(),
    Column("first_day", Date),
    Column("last_day", Date),
)
DEAL_FIGURES: Final = Table(
    "deal_figures",
    METADATA,
    Column("measure", Integer, primary_key=True),
    Column("game", String(100), primary_key=True),
    Column("deal", BigInteger, primary_key=True),
    *_counters(),
    Column("fewest_moves", Integer),
)
DAILY_FIGURES: Final = Table(
    "daily_figures",
    METADATA,
    Column("measure", Integer, primary_key=True),
    Column("game", String(100), primary_key=True),
    Column("day", Date, primary_key=True),
    *_counters(),
    Column("fewest_moves", Integer),
)

SITE: Final = Table(
    "site",
    METADATA,
    Column("key_fingerprint", LargeBinary, primary_key=True),
)

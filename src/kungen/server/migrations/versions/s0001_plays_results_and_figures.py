"""Plays, results, and the figures that are read."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables in an empty database."""
    op.create_table(
        "plays",
        sa.Column("uuid", sa.Uuid, primary_key=True),
        sa.Column("installation", sa.LargeBinary, nullable=False),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("deal", sa.BigInteger, nullable=False),
        sa.Column("measure", sa.Integer, nullable=False),
        sa.Column("daily", sa.Date),
        sa.Column("qualified", sa.Boolean, nullable=False),
        sa.Column("started_on", sa.Date, nullable=False),
    )
    op.create_index(
        "one_qualified_start",
        "plays",
        ["installation", "game", "deal", "measure"],
        unique=True,
        sqlite_where=sa.text("qualified"),
        postgresql_where=sa.text("qualified"),
    )
    op.create_table(
        "results",
        sa.Column("uuid", sa.Uuid, sa.ForeignKey("plays.uuid"), primary_key=True),
        sa.Column("help", sa.SmallInteger, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("steps", sa.LargeBinary, nullable=False),
        sa.Column("ended_on", sa.Date, nullable=False),
    )
    op.create_table(
        "game_figures",
        *_key(),
        *_counters(),
        sa.Column("first_day", sa.Date),
        sa.Column("last_day", sa.Date),
    )
    op.create_table(
        "deal_figures",
        *_key(),
        sa.Column("deal", sa.BigInteger, primary_key=True),
        *_counters(),
        sa.Column("fewest_moves", sa.Integer),
    )
    op.create_table(
        "daily_figures",
        *_key(),
        sa.Column("day", sa.Date, primary_key=True),
        *_counters(),
        sa.Column("fewest_moves", sa.Integer),
    )
    op.create_table("site", sa.Column("key_fingerprint", sa.LargeBinary, primary_key=True))


def _key() -> list[sa.Column[int] | sa.Column[str]]:
    return [
        sa.Column("measure", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(100), primary_key=True),
    ]


def _counters() -> list[sa.Column[int]]:
    names = ("starts", "completed", "with_help")
    return [sa.Column(name, sa.BigInteger, nullable=False) for name in names]

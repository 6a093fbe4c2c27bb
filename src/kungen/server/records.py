"""Starts and wins as they are kept."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from kungen.server.measure import HELP, Reason, why_not_counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A start."""

    uuid: UUID
    installation: bytes
    """The keyed hash."""
    game: str
    deal: int
    measure: int
    daily: date | None
    qualified: bool
    """Of one that is not kept yet, whether nothing but an earlier start can be against it."""
    started_on: date

    @property
    def reason(self) -> Reason | None:
        """Why it is not qualified, None where it is."""
        return None if self.qualified else why_not_counted(self.game, self.measure) or "again"


def is_same_start(one: Play, other: Play) -> bool:
    """Whether two starts with the same UUID say the same."""
    names = ("installation", "game", "deal", "measure", "daily")
    return all(getattr(one, name) == getattr(other, name) for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A verified win."""

    uuid: UUID
    help: int
    seconds: int
    moves: int
    steps: bytes
    ended_on: date

    @property
    def helped(self) -> bool:
        """Whether it was won with help."""
        return self.help >= HELP


@dataclass(frozen=True, slots=True)
class Win:
    """A verified win, and the play that it ends."""

    result: Result
    play: Play

    @property
    def uuid(self) -> UUID:
        """Of the play."""
        return self.play.uuid

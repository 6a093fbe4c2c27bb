"""Measure version 1: what a play must be to count, and what is counted of all of them.

A *start* is the first move on a freshly dealt deal. It is *qualified* in a game with its own
values of the options, from a client that knows this version, at most once for each installation,
game and deal. It is *completed* when the line of its moves, replayed by the rules, ends won. *With
help* a win is when the coach was asked at level 2 or more before it; it is counted apart.
"""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, Literal

from kungen.catalogue import wilson
from kungen.game_file import GAMES, find_rules
from kungen.rules import RulesError

Reason = Literal["options", "measure", "again"]

VERSION: Final = 1
HELP: Final = 2
"""The lowest level of the coach that is help."""
HIGHEST_HELP: Final = 4
KEYS_KNOWN: Final = 1000
"""So many texts are remembered to be keys or none: all that players use."""
COHORT: Final = (
    "Counted are players who chose to be counted, with the deals that they chose to play. The "
    "share says neither how many deals can be won nor what the chance on a random deal is."
)


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of some plays; `fewest_moves` is that of a win without help."""

    starts: int = 0
    completed: int = 0
    with_help: int = 0
    fewest_moves: int | None = None
    first_day: date | None = None
    last_day: date | None = None

    @property
    def share(self) -> float | None:
        """The share of completed starts, without help, among all.

        >>> Figures(4426, 1573).share.__round__(3)
        0.355
        """
        return self.completed / self.starts if self.starts else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the share.

        >>> [round(100 * bound, 1) for bound in Figures(4426, 1573).interval]
        [34.1, 37.0]
        """
        return wilson(self.completed, self.starts) if self.starts else None


@lru_cache(KEYS_KNOWN)
def is_game(key: str) -> bool:
    """Whether a text is the key of a game of the house, its options in their order.

    >>> is_game("klondike:draw=3"), is_game("Harpan"), is_game("klondike:passes=2,draw=3")
    (True, False, False)
    """
    try:
        return find_rules(key).key == key
    except RulesError:
        return False


def why_not_counted(game: str, measure: int) -> Literal["options", "measure"] | None:
    """Return why a start is not qualified whatever was before, None where nothing is against it.

    >>> why_not_counted("klondike:draw=3", 1), why_not_counted("klondike", 2)
    ('options', 'measure')
    """
    if game not in GAMES:
        return "options"
    return None if measure == VERSION else "measure"

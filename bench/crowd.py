"""Plays of a large site, made up: whose they are, of which games and deals, and how they end."""

from __future__ import annotations

import asyncio
import random
import time
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final
from uuid import UUID

from kungen import Limits
from kungen.bulk import solve_deals
from kungen.daily import daily
from kungen.moves import FOUNDATIONS, PILE_BYTES
from kungen.server import Store, open_database
from kungen.server.measure import VERSION, why_not_counted
from kungen.server.records import Play, Result, Win

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy.engine import URL

SEED: Final = 617
AT_A_TIME: Final = 2000
GAMES: Final = {
    "freecell": 50, "klondike": 20, "eight-off": 6, "bakers-game": 5, "seahaven-towers": 5,
    "penguin": 5, "relaxed-freecell": 4, "klondike:draw=3": 3, "king-albert": 2,
}  # fmt: skip
"""How many of a hundred plays are of a game."""
SOLVED: Final = 60
"""So many deals of each game are searched; of the one that is played most, five times as many."""
EASY: Final = Limits(nodes=20_000)
MOVE_BYTES: Final = 3
HOME: Final = frozenset(PILE_BYTES[pile] for pile in FOUNDATIONS)
FIRST_DAY: Final = date(2026, 1, 1)
DAYS: Final = 330
DEALS: Final = 1_000_000
PLAYS_EACH: Final = 40
"""Plays of an installation on average: a few play much, many play little."""
SHARE_WON: Final = 0.4
SHARE_DAILY: Final = 0.15
SHARE_KNOWN: Final = 0.25
"""Plays of low numbers, which are those that people tell each other, and that come again."""
HELP: Final = (0, 0, 0, 0, 0, 1, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Line:
    """A win of a deal: the record of its steps."""

    game: str
    deal: int
    steps: bytes
    moves: int


def solved_lines() -> list[Line]:
    """Return wins of a few hundred deals, as a player's moves and the automatic ones after them."""
    lines = []
    for game in GAMES:
        last = SOLVED * (5 if game == "freecell" else 1)
        found = solve_deals(game, 1, last + 1, limits=EASY)
        lines += [_line(game, one.number, one.packed_line) for one in found if one.packed_line]
    return lines


def _line(game: str, deal: int, packed: bytes) -> Line:
    steps: list[list[bytes]] = []
    for start in range(0, len(packed), MOVE_BYTES):
        move = packed[start : start + MOVE_BYTES]
        if steps and move[1] in HOME:
            steps[-1].append(move)
        else:
            steps.append([move])
    record = b"".join(bytes((len(step),)) + b"".join(step) for step in steps)
    return Line(game, deal, record, len(steps))


def plays(count: int, lines: Iterable[Line]) -> Iterator[tuple[Play, Result | None]]:
    """Make up plays; a win has the line of another deal of its game, for it is not replayed."""
    source = random.Random(SEED)  # noqa: S311 - not for secrets
    of_game: dict[str, list[Line]] = {}
    for line in lines:
        of_game.setdefault(line.game, []).append(line)
    games, bounds = list(GAMES), list(accumulate(GAMES.values()))
    crowd = max(1, count // PLAYS_EACH)
    for _ in range(count):
        game = games[bisect_left(bounds, source.random() * bounds[-1])]
        day = FIRST_DAY + timedelta(days=source.randrange(DAYS))
        of_the_day = source.random() < SHARE_DAILY
        play = Play(
            uuid=UUID(int=source.getrandbits(128), version=4),
            installation=int(crowd * source.random() ** 2).to_bytes(16),
            game=game,
            deal=_daily(game, day) if of_the_day else _deal(source),
            measure=VERSION,
            daily=day if of_the_day else None,
            qualified=why_not_counted(game, VERSION) is None,
            started_on=day,
        )
        won = source.random() < SHARE_WON
        yield play, _result(source, play, source.choice(of_game[game])) if won else None


_daily = cache(daily)


def _deal(source: random.Random) -> int:
    if source.random() < SHARE_KNOWN:
        return int(source.paretovariate(0.5)) % DEALS + 1
    return source.randint(1, DEALS)


def _result(source: random.Random, play: Play, line: Line) -> Result:
    return Result(
        uuid=play.uuid,
        help=source.choice(HELP),
        seconds=source.randint(60, 1500),
        moves=line.moves,
        steps=line.steps,
        ended_on=play.started_on,
    )


def fill(database: URL, count: int, lines: Iterable[Line]) -> float:
    """Write plays as the service does, many in a transaction; return how many in a second."""
    began = time.perf_counter()
    asyncio.run(_fill(database, count, lines))
    return count / (time.perf_counter() - began)


async def _fill(database: URL, count: int, lines: Iterable[Line]) -> None:
    store = Store(open_database(database, connections=1))
    made = plays(count, lines)
    while batch := list(islice(made, AT_A_TIME)):
        kept = await store.write([play for play, _ in batch])
        await store.write(
            [
                Win(result, known.record)
                for (_, result), known in zip(batch, kept, strict=True)
                if result is not None and isinstance(known.record, Play)
            ]
        )
    await store.close()

"""The store: each start and win once, counters exact, all of a transaction or nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from kungen.server import DatabaseError, Store, open_database
from kungen.server.measure import Figures
from kungen.server.records import Play, Result, Win
from kungen.server.writer import MOST_WAITING, Busy, Writer
from tests.server.running import rows, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kungen.server import Settings
    from kungen.server.keeping import Kept

DAY = date(2026, 12, 1)
_NUMBERS = itertools.count(1)


def play(deal: int = 617, installation: int = 0, daily: date | None = None) -> Play:
    return Play(
        uuid=UUID(int=next(_NUMBERS)),
        installation=installation.to_bytes(16),
        game="freecell",
        deal=deal,
        measure=1,
        daily=daily,
        qualified=True,
        started_on=DAY,
    )


def win(of: Play, help: int = 0, moves: int = 90) -> Win:  # noqa: A002 - the measure's word
    return Win(
        Result(uuid=of.uuid, help=help, seconds=60, moves=moves, steps=b"steps", ended_on=DAY),
        of,
    )


def fresh(kept: Sequence[Kept]) -> list[bool]:
    return [one.fresh for one in kept]


def test_of_many_with_one_uuid_in_one_transaction_the_first_is_kept(settings: Settings) -> None:
    one = play()
    other = replace(one, deal=1)
    kept = run(settings, lambda store: store.write([one, replace(one), other]))
    assert fresh(kept) == [True, False, False]
    assert [known.record for known in kept] == [one] * 3
    assert len(rows(settings)["plays"]) == 1


def test_of_many_starts_of_one_deal_in_one_transaction_one_is_qualified(
    settings: Settings,
) -> None:
    plays = [play(installation=7) for _ in range(5)]
    kept = run(settings, lambda store: store.write([*reversed(plays)]))
    assert fresh(kept) == [True] * 5
    qualified = [known.record.uuid for known in kept if getattr(known.record, "qualified", None)]
    assert qualified == [plays[0].uuid]
    assert run(settings, lambda store: store.deal("freecell", 617)) == Figures(starts=1)


def test_counters_are_those_of_a_count_over_all_that_is_kept(settings: Settings) -> None:
    chance = random.Random(617)

    async def fill(store: Store) -> None:
        for _ in range(12):
            days = [None, DAY - timedelta(chance.randrange(3))]
            plays = [
                play(chance.randrange(1, 6), chance.randrange(9), chance.choice(days))
                for _ in range(chance.randrange(1, 9))
            ]
            kept = await store.write([*plays, plays[0]])
            won = [one.record for one in kept if isinstance(one.record, Play)]
            wins = [
                win(one, chance.randrange(5), chance.randrange(60, 99))
                for one in won
                if chance.random() < 0.6
            ]
            await store.write([*wins, *wins[:1]])

    run(settings, fill)
    plays, results = read(settings)
    starts = Counter(one.deal for one in plays.values() if one.qualified)
    counted = {deal: figures(settings, deal) for deal in range(1, 6)}
    assert {deal: of.starts for deal, of in counted.items()} == dict(starts)
    for deal, of in counted.items():
        of_deal = [one for one in results if plays[one.uuid].deal == deal]
        qualified = [one for one in of_deal if plays[one.uuid].qualified]
        assert of.completed == sum(one.help < 2 for one in qualified)
        assert of.with_help == sum(one.help >= 2 for one in qualified)
        unaided = [one.moves for one in qualified if one.help < 2]
        assert of.fewest_moves == min(unaided, default=None)
    whole = run(settings, lambda store: store.games())["freecell"]
    assert whole.starts == sum(starts.values())
    assert whole.completed == sum(of.completed for of in counted.values())
    of_day = run(settings, lambda store: store.daily(DAY))["freecell"]
    of_the_day = [one for one in plays.values() if one.qualified and one.daily == DAY]
    assert of_day.starts == len(of_the_day)


def figures(settings: Settings, deal: int) -> Figures:
    return run(settings, lambda store: store.deal("freecell", deal))


def read(settings: Settings) -> tuple[dict[UUID, Play], list[Result]]:
    async def all_of_it(store: Store) -> tuple[dict[UUID, Play], list[Result]]:
        pairs = [pair async for pair in store.everything()]
        return {one.uuid: one for one, _ in pairs}, [won for _, won in pairs if won is not None]

    return run(settings, all_of_it)


def test_a_transaction_that_fails_leaves_nothing(settings: Settings) -> None:
    orphan = win(play())
    before = rows(settings)
    with pytest.raises(DatabaseError, match=r"^the database .* cannot be used: "):
        run(settings, lambda store: store.write([play(), play(), orphan]))
    assert rows(settings) == before


def test_what_waits_for_a_transaction_that_fails_is_told_and_the_next_is_written(
    settings: Settings,
) -> None:
    async def write(store: Store) -> list[object]:
        writer = Writer(store)
        orphan = writer.write(win(play()))
        told = await asyncio.gather(
            writer.write(play()), orphan, writer.write(play()), return_exceptions=True
        )
        return [*told, await writer.write(play())]

    *failed, written = run(settings, write)
    assert [type(one) for one in failed] == [DatabaseError] * 3
    assert getattr(written, "fresh", None) is True
    assert len(rows(settings)["plays"]) == 1


def test_more_than_can_wait_is_put_off(settings: Settings) -> None:
    async def write(store: Store) -> Counter[str]:
        writer = Writer(store)
        waiting = [writer.write(play(deal)) for deal in range(1, MOST_WAITING + 11)]
        told = await asyncio.gather(*waiting, return_exceptions=True)
        return Counter("busy" if isinstance(one, Busy) else "kept" for one in told)

    assert run(settings, write) == {"kept": MOST_WAITING, "busy": 10}


def test_two_processes_that_write_the_same_at_the_same_time_keep_it_once(
    settings: Settings,
) -> None:
    plays = [play(deal, deal % 3) for deal in range(1, 41)]

    async def both(store: Store) -> list[list[Kept]]:
        other = Store(open_database(settings.database))
        chance = random.Random(5)
        orders = [chance.sample(plays, len(plays)) for _ in range(2)]
        try:
            return [
                await asyncio.gather(*(Writer(one).write(each) for each in order))
                for one, order in zip((store, other), orders, strict=True)
            ] + await asyncio.gather(
                *(
                    one.write([win(each) for each in order])
                    for one, order in zip((store, other), orders, strict=True)
                )
            )
        finally:
            await other.close()

    kept = run(settings, both)
    assert sum(sum(fresh(one)) for one in kept[:2]) == len(plays)
    assert sum(sum(fresh(one)) for one in kept[2:]) == len(plays)
    figures = run(settings, lambda store: store.games())["freecell"]
    assert (figures.starts, figures.completed) == (40, 40)


def test_a_result_belongs_to_a_play_in_the_database_itself(settings: Settings) -> None:
    async def insert(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(
                text(
                    "INSERT INTO results (uuid, help, seconds, moves, steps, ended_on)"
                    " VALUES ('5d2c2f366d0e4f3c8a530c8e1e7f2b11', 0, 0, 0, '', '2026-12-01')"
                )
            )

    with pytest.raises(IntegrityError):
        run(settings, insert)


ROUNDS = 20  # of several that open a file at the same moment, one or other may meet a short lock


def test_a_database_belongs_to_one_key(settings: Settings) -> None:
    async def claim(store: Store) -> bytes | None:
        await store.claim(b"one key")
        await store.claim(b"one key")
        return await store.fingerprint()

    assert run(settings, claim) == b"one key"
    with pytest.raises(DatabaseError, match="the database belongs to another key: KUNGEN_KEY"):
        run(settings, lambda store: store.claim(b"another"))


def test_of_several_that_claim_a_database_at_the_same_time_one_does(settings: Settings) -> None:
    async def claim(store: Store) -> list[object]:
        stores = [Store(open_database(settings.database)) for _ in range(4)]
        try:
            keys = [b"one", b"one", b"other", b"other"]
            claims = [each.claim(key) for each, key in zip(stores, keys, strict=True)]
            told = await asyncio.gather(*claims, return_exceptions=True)
            return [await store.fingerprint(), *told]
        finally:
            for each in stores:
                await each.close()

    for _ in range(ROUNDS):
        key, *told = run(settings, claim)
        assert key in {b"one", b"other"}
        refused = [str(one) for one in told if one is not None]
        assert len(refused) == 2
        assert all(one.startswith("the database belongs to another key") for one in refused)
        assert len(rows(settings)["site"]) == 1
        run(settings, lambda store: store.forget_key())


def test_everything_is_as_at_one_moment_while_others_write(settings: Settings) -> None:
    plays = [play(deal) for deal in range(1, 2501)]

    async def change_meanwhile(store: Store) -> int:
        await store.write(plays)
        seen = 0
        async for _ in store.everything():
            if seen == 0:
                await store.write([play(1, deal) for deal in range(1, 50)])
            seen += 1
        return seen

    assert run(settings, change_meanwhile) == 2500

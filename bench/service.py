"""Measure the service of a large site beside that of an empty one, and beside a bare server.

Run `PYTHONPATH=. python bench/service.py`, or `make bench` for a small one. Two services run over
databases of their own, one with no plays and one with `--plays` of them, a million if nothing is
said; and a Starlette application that says hello and nothing else. All three are served in the
same way, by one worker, and take turns in every round, so that what else the machine does falls on
all of them. With `--database` the plays lie in two schemas of a PostgreSQL database, which are
dropped again.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import secrets
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from sqlalchemy import text
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bench.crowd import Line, fill, solved_lines
from bench.load import START, WIN, Tally, load, reads, wins
from kungen.server import listen, open_database, serve, upgrade
from kungen.server.settings import parse_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from sqlalchemy.engine import URL
    from starlette.requests import Request

CONNECTIONS: Final = 32
SECONDS: Final = 3.0
ROUNDS: Final = 7
PLAYS: Final = 1_000_000
RESULTS: Final = "/api/v1/results"
DEAL: Final = "/api/v1/deals/freecell/617"
BARE: Final = "/"
EMPTY: Final = "empty"
LARGE: Final = "large"
MILLISECONDS: Final = 1000

Seen = dict[tuple[str, str], list[Tally]]
"""What came of each round, by the server and what it was asked."""


async def hello(_request: Request) -> Response:
    """Answer with a word."""
    return PlainTextResponse("hello")


def serve_bare(told: Connection) -> None:
    """Serve an application with a single address, as `kungen serve` serves its own."""
    listener = listen("127.0.0.1", 0)
    told.send(listener.socket.getsockname()[1])
    serve(lambda: Starlette(routes=[Route(BARE, hello)]), listener)


@contextmanager
def bare() -> Iterator[int]:
    """Give the port of a bare server."""
    context = multiprocessing.get_context("spawn")
    told, tells = context.Pipe(duplex=False)
    process = context.Process(target=serve_bare, args=[tells])
    process.start()
    try:
        yield told.recv()
    finally:
        process.terminate()
        process.join()


@contextmanager
def service(database: URL) -> Iterator[int]:
    """Give the port of a service over a database."""
    environment = os.environ | {
        "KUNGEN_DATABASE_URL": database.render_as_string(hide_password=False),
        "KUNGEN_KEY": bytes(32).hex(),
        "KUNGEN_RATE": "0",
    }
    command = [sys.executable, "-m", "kungen", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            told = re.search(r":(\d+)/", process.stdout.readline() if process.stdout else "")
            if told is None:
                raise SystemExit("kungen serve does not start")
            yield int(told[1])
        finally:
            process.terminate()


@contextmanager
def databases(given: str | None) -> Iterator[dict[str, URL]]:
    """Give two databases with nothing in them, and leave none behind."""
    names = {name: f"bench_{name}_{secrets.token_hex(4)}" for name in (EMPTY, LARGE)}
    if given is None:
        with tempfile.TemporaryDirectory() as folder:
            yield {
                name: parse_database(f"sqlite:///{Path(folder, f'{schema}.db')}")
                for name, schema in names.items()
            }
        return
    url = parse_database(given)
    asyncio.run(_do(url, [f"CREATE SCHEMA {schema}" for schema in names.values()]))
    try:
        yield {
            name: url.update_query_dict({"options": f"-csearch_path={schema}"})
            for name, schema in names.items()
        }
    finally:
        asyncio.run(_do(url, [f"DROP SCHEMA {schema} CASCADE" for schema in names.values()]))


async def _do(url: URL, statements: list[str]) -> None:
    engine = open_database(url, connections=1)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


async def _make_tables(url: URL) -> None:
    engine = open_database(url, connections=1)
    await upgrade(engine)
    await engine.dispose()


def measure(lines: list[Line], ports: dict[str, int]) -> Seen:
    """Put the servers under load in turns, after a round that warms them up and is not counted."""
    asked = {
        RESULTS: partial(reads, RESULTS),
        DEAL: partial(reads, DEAL),
        WIN: partial(wins, lines),
    }
    turns = [(BARE, BARE, partial(reads, BARE))]
    turns += [(name, what, make) for what, make in asked.items() for name in (EMPTY, LARGE)]
    seen: Seen = {(name, what): [] for name, what, _ in turns}
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        for index in range(ROUNDS + 1):
            seconds = SECONDS if index else 1.0
            for name, what, make in turns if index % 2 else reversed(turns):
                tally = apart.submit(load, ports[name], CONNECTIONS, seconds, make).result()
                if index:
                    seen[name, what].append(tally)
    return seen


@dataclass(frozen=True, slots=True)
class Row:
    """One thing measured on both services in each round, and what it should be."""

    name: str
    target: str
    what: str
    value: Callable[[Tally], float]
    beside: list[float] | None = None
    """What the bare server did in each round, where a share of it is told."""

    def line(self, seen: Seen) -> str:
        """Return the row as it is printed: the medians, their ratio, how far it was from that."""
        empty, large = (self._values(seen[name, self.what]) for name in (EMPTY, LARGE))
        ratios = [after / before for before, after in zip(empty, large, strict=True)]
        values = f"{median(empty):10.1f}{median(large):10.1f}{median(ratios):8.2f}"
        return f"{self.name:38}{values} {spread(ratios):>7}  {self.target}".rstrip()

    def _values(self, tallies: list[Tally]) -> list[float]:
        values = [self.value(tally) for tally in tallies]
        if self.beside is None:
            return values
        return [100 * value / other for value, other in zip(values, self.beside, strict=True)]


def rows(seen: Seen) -> list[Row]:
    """Return all that is measured."""
    bare_rates = [tally.rate(BARE) for tally in seen[BARE, BARE]]

    def rate(what: str) -> Callable[[Tally], float]:
        return lambda tally: tally.rate(what)

    def within(what: str, share: float) -> Callable[[Tally], float]:
        return lambda tally: tally.percentile(what, share) * MILLISECONDS

    return [
        Row("results, a second", "", RESULTS, rate(RESULTS)),
        Row("results, % of the bare server", ">= 60", RESULTS, rate(RESULTS), bare_rates),
        Row("a deal's figures, a second", "", DEAL, rate(DEAL)),
        Row("wins verified and kept, a second", ">= 300", WIN, rate(WIN)),
        Row("a win: 50 of 100 answers within, ms", "", WIN, within(WIN, 0.5)),
        Row("a win: 99 of 100 answers within, ms", "<= 100", WIN, within(WIN, 0.99)),
        Row("a start: 50 of 100 answers within, ms", "", WIN, within(START, 0.5)),
        Row("a start: 99 of 100 answers within, ms", "", WIN, within(START, 0.99)),
    ]


def print_table(seen: Seen, count: int) -> None:
    """Print the medians of the rounds, and beside them what they should be."""
    bare_rates = [tally.rate(BARE) for tally in seen[BARE, BARE]]
    print(f"a bare server: {median(bare_rates):.0f} a second, {spread(bare_rates)} by the round")
    told = f"median of {ROUNDS}, {CONNECTIONS} connections"
    print(f"{told:38}{'no plays':>10}{count:>10}   ratio")
    for row in rows(seen):
        print(row.line(seen))


def spread(values: list[float]) -> str:
    """Return how far values are from their median at most, as a share of it."""
    middle = median(values)
    return f"+-{max(abs(value / middle - 1) for value in values):.0%}"


def main() -> None:
    """Fill, measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--plays", type=int, default=PLAYS, metavar="N")
    parser.add_argument("--database", metavar="URL", help="of a PostgreSQL database")
    options = parser.parse_args()
    lines = solved_lines()
    with databases(options.database) as urls, ExitStack() as running:
        for url in urls.values():
            asyncio.run(_make_tables(url))
        rate = fill(urls[LARGE], options.plays, lines)
        print(f"{options.plays} plays written, {rate:.0f} a second", flush=True)
        ports = {BARE: running.enter_context(bare())}
        ports |= {name: running.enter_context(service(url)) for name, url in urls.items()}
        seen = measure(lines, ports)
    print_table(seen, options.plays)


if __name__ == "__main__":
    main()

"""Load on a server: many connections that are kept, each of which asks as soon as it has an answer.

It has to leave the processor to the server. So requests are bytes that are ready, and of an
answer no more is read than its status and its length.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import time
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING, Final
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bench.crowd import Line

HEAD_END: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
STATUS: Final = slice(9, 12)
START: Final = "start"
WIN: Final = "win"

Request = tuple[str, bytes, bytes]
"""A name, the bytes that are sent, and the status that is due."""


@dataclass(slots=True)
class Tally:
    """What a load has seen: the seconds of each answer, by the names of the requests."""

    seconds: float = 0.0
    answers: dict[str, list[float]] = field(default_factory=dict)

    def rate(self, name: str) -> float:
        """Return the answers in a second."""
        return len(self.answers[name]) / self.seconds

    def percentile(self, name: str, share: float) -> float:
        """Return the time in which a share of the answers had come."""
        ordered = sorted(self.answers[name])
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Connection(asyncio.Protocol):
    """One connection, which sends the next request when the answer is there."""

    def __init__(self, requests: Iterator[Request], tally: Tally, ends: float) -> None:
        """Keep what is to be sent, and until when."""
        self.requests = requests
        self.tally = tally
        self.ends = ends
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        assert isinstance(transport, asyncio.WriteTransport)  # noqa: S101 - as TCP has it
        self.transport = transport
        self.send()

    def send(self) -> None:
        """Send the next request, or end."""
        if time.perf_counter() >= self.ends:
            self.transport.close()
            self.done.set_result(None)
            return
        self.name, sent, self.due = next(self.requests)
        self.sent_at = time.perf_counter()
        self.transport.write(sent)

    def data_received(self, data: bytes) -> None:
        """Note the answer when all of it is there."""
        self.received += data
        head, found, body = self.received.partition(HEAD_END)
        if not found:
            return
        length = LENGTH.search(head + b"\r\n")
        if length is None or len(body) < int(length[1]):
            return
        seconds = time.perf_counter() - self.sent_at
        if head[STATUS] != self.due:
            self.done.set_exception(RuntimeError(self.received.decode(errors="replace")))
            self.transport.close()
            return
        self.received = b""
        self.tally.answers.setdefault(self.name, []).append(seconds)
        self.send()

    def connection_lost(self, error: Exception | None) -> None:
        """Tell of a server that is gone."""
        if not self.done.done():
            self.done.set_exception(error or ConnectionError("the server has hung up"))


def load(
    port: int, connections: int, seconds: float, make: Callable[[], Iterator[Request]]
) -> Tally:
    """Ask a server on this machine over so many connections, for so long."""
    return asyncio.run(_load(port, connections, seconds, make))


async def _load(
    port: int, connections: int, seconds: float, make: Callable[[], Iterator[Request]]
) -> Tally:
    loop, tally = asyncio.get_running_loop(), Tally()
    began = time.perf_counter()
    opened = [
        await loop.create_connection(
            lambda: Connection(make(), tally, began + seconds), "127.0.0.1", port
        )
        for _ in range(connections)
    ]
    await asyncio.gather(*(connection.done for _, connection in opened))
    tally.seconds = time.perf_counter() - began
    return tally


def reads(path: str) -> Iterator[Request]:
    """Give the same question again and again."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    return cycle([(path, request, b"200")])


def wins(lines: Sequence[Line]) -> Iterator[Request]:
    """Give the start and the win of plays of deals that were solved, each by a new player."""
    source = random.Random()  # noqa: S311 - not for secrets
    while True:
        line = source.choice(lines)
        uuid, player = (str(UUID(int=source.getrandbits(128), version=4)) for _ in range(2))
        start = {"uuid": uuid, "installation": player, "game": line.game, "deal": line.deal}
        yield START, _post("plays", start | {"measure": 1}), b"201"
        steps = base64.urlsafe_b64encode(line.steps).decode().rstrip("=")
        win = {"steps": steps, "help": 0, "seconds": 300}
        yield WIN, _post(f"plays/{uuid}/result", win), b"201"


def _post(path: str, body: Mapping[str, object]) -> bytes:
    content = json.dumps(body).encode()
    return (
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    ).encode() + content

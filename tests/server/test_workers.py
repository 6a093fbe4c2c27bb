"""Several workers, as `kungen serve` runs them: one address, one database, numbers together."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest

from tests.server.plays import start, win
from tests.server.process import serving

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYS = 12
SECONDS = 60


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in listed.split()]


def serves(pid: int) -> bool:
    """Whether a process is a worker, and not one that minds what they share."""
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def wait_for(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks at /proc")
def test_workers_share_all_and_one_that_dies_is_replaced(database: str) -> None:
    with (
        serving(database, "--workers=2") as service,
        httpx2.Client(base_url=service.site) as client,
    ):
        bodies = [start(deal=617) for _ in range(PLAYS)]
        for body in bodies:
            with httpx2.Client(base_url=service.site, timeout=60) as fresh:  # any of them answers
                assert fresh.post("/api/v1/plays", json=body).status_code == 201
                ended = fresh.post(f"/api/v1/plays/{body['uuid']}/result", json=win())
                assert ended.status_code == 201, ended.text
        numbers = client.get("/metrics").text
        assert f'kungen_plays_total{{outcome="qualified"}} {PLAYS}.0' in numbers
        assert f'kungen_results_total{{outcome="completed"}} {PLAYS}.0' in numbers
        workers = [pid for pid in children(service.process.pid) if serves(pid)]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        wait_for(lambda: len({*filter(serves, children(service.process.pid))} - {workers[0]}) == 2)
        with httpx2.Client(base_url=service.site, timeout=60) as fresh:
            assert fresh.get("/api/v1/deals/freecell/617").json()["completed"] == PLAYS
        assert service.stop() in {0, -15}
        assert service.process.stderr is not None
        assert "Traceback" not in service.process.stderr.read()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks at /proc")
@pytest.mark.parametrize("options", [(), ("--workers=2",)])
def test_nothing_stays_behind_a_server_that_is_killed(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with serving(f"sqlite:///{tmp_path / 'kungen.db'}", *options) as service:
        body = start()
        with httpx2.Client(base_url=service.site, timeout=60) as client:
            client.post("/api/v1/plays", json=body)
            client.post(f"/api/v1/plays/{body['uuid']}/result", json=win())
        started = children(service.process.pid)
        started += [grandchild for child in started for grandchild in children(child)]
        assert started
        service.kill()
        for pid in started:
            wait_for(partial(is_gone, pid))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks at /proc")
def test_a_worker_that_takes_the_place_of_another_waits_for_a_database_that_is_away(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kungen.db"
    with serving(f"sqlite:///{path}", "--workers=2") as service:
        wait_for(lambda: ask(service.site, "/readyz") == 200)
        workers = [pid for pid in children(service.process.pid) if serves(pid)]
        path.rename(tmp_path / "away.db")
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: len({*filter(serves, children(service.process.pid))} - {*workers}) == 2)
        wait_for(lambda: ask(service.site, "/readyz") == 503)
        assert ask(service.site, "/") == 200
        (tmp_path / "away.db").rename(path)
        wait_for(lambda: ask(service.site, "/readyz") == 200)
        with httpx2.Client(base_url=service.site, timeout=60) as client:
            assert client.post("/api/v1/plays", json=start()).status_code == 201


def ask(site: str, path: str) -> int:
    """The status of an answer, 0 where there is none: who would give it may have been killed."""
    try:
        return httpx2.get(f"{site}{path}", timeout=60).status_code
    except httpx2.TransportError:
        return 0

"""What a service counts of itself, for Prometheus."""

import os
from dataclasses import dataclass, field
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder in which several workers put their numbers together."""
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The numbers of one worker."""

    registry: CollectorRegistry
    requests: Counter
    """By route, method and status."""
    seconds: Histogram
    """By route."""
    plays: Counter
    """By what became of them: `qualified`, `options`, `measure`, `again`, `known`."""
    results: Counter
    """By what became of them: `completed`, `with_help`, `uncounted`, `known`, or the problem."""
    _known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = field(default_factory=dict)

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        key = (route, method, status)
        if key not in self._known:  # to find them takes longer than to count
            self._known[key] = self.requests.labels(*key), self.seconds.labels(route)
        requests, times = self._known[key]
        requests.inc()
        times.observe(seconds)

    def text(self) -> bytes:
        """Return the numbers of all workers as Prometheus reads them."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def make_metrics() -> Metrics:
    """Return numbers that are all 0."""
    registry = CollectorRegistry()
    return Metrics(
        registry,
        Counter(
            "kungen_requests", "Requests answered.", ("route", "method", "status"),
            registry=registry,
        ),
        Histogram(
            "kungen_request_seconds", "Time until the answer began.", ("route",),
            buckets=SECONDS, registry=registry,
        ),
        Counter("kungen_plays", "Starts received.", ("outcome",), registry=registry),
        Counter("kungen_results", "Wins received.", ("outcome",), registry=registry),
    )  # fmt: skip

"""Running the command line: within the test's own process, for speed, or by itself."""

import io
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from kungen.cli import main


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


Kungen = Callable[..., Outcome]


@pytest.fixture
def kungen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kungen:
    """A function that runs the command line: `kungen("deal", "617", stdin="")`."""

    def run(*arguments: str, stdin: str | bytes = "") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        status = main(arguments)
        printed = capsys.readouterr()
        return Outcome(status, printed.out, printed.err)

    return run


@pytest.fixture
def _ctrl_c_is_heard() -> Iterator[None]:
    """Let programs hear SIGINT, which shells keep from what they start in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)

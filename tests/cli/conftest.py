"""Running the command line within the test's own process, for speed."""

import io
import sys
from collections.abc import Callable
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

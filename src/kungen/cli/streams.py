"""The standard streams: one stands in for each that is closed, and what fails is told by name."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Final, TextIO, cast

from kungen.cli.errors import Failure, OutputError, reason
from kungen.game_file import BYTE_ORDER_MARK

ESCAPED: Final = "backslashreplace"
LONGEST_LINE: Final = 2**16


def prepare_streams() -> None:
    r"""Put a stand-in where a stream is closed, and let every stream take every character.

    A character that a stream's encoding has not is written as its escape, such as `\u00e9`.
    """
    # What is opened the wrong way round refuses as a closed stream would. Opened in this order the
    # stand-ins get the numbers of the closed streams, which no file can then get by accident.
    sys.stdin = sys.stdin or _stand_in(os.O_WRONLY, "r")
    sys.stdout = sys.stdout or _stand_in(os.O_RDONLY, "w")
    sys.stderr = sys.stderr or _stand_in(os.O_WRONLY, "w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != ESCAPED:
            stream.reconfigure(errors=ESCAPED)


def say(text: str) -> None:
    """Print a line at once; `OutputError` when standard output does not take it."""
    write_out(f"{text}\n")


def write_out(text: str) -> None:
    """Write to standard output at once; `OutputError` when it does not take the text."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise OutputError(error) from error


def complain(sentence: str) -> None:
    """Print a line on standard error; where that is not possible nobody is told."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: the interpreter would fail on it at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def read_lines() -> Iterator[str]:
    """The lines of standard input, bytes that are no UTF-8 escaped; `Failure` when it fails."""
    try:
        while line := sys.stdin.buffer.readline(LONGEST_LINE):
            yield line.decode("utf-8", ESCAPED).removeprefix(BYTE_ORDER_MARK)
    except OSError as error:
        raise Failure(f"standard input: {reason(error)}") from error


def _stand_in(flags: int, mode: str) -> TextIO:
    descriptor = os.open(os.devnull, flags)
    return cast("TextIO", open(descriptor, mode, encoding="utf-8", closefd=False))

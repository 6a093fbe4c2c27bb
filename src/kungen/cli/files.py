"""Reading texts that users name and writing files that are whole or not there at all."""

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO, Final

from kungen.cli.errors import Failure

STANDARD: Final = "-"
LARGEST_TEXT: Final = 16 * 2**20


def read_text(name: str) -> str:
    """Read the UTF-8 text of a file, or of standard input when *name* is `-`.

    Raises `Failure` when it cannot be read, is not text or is larger than 16 MiB.
    """
    try:
        data = _read_bytes(name)
    except OSError as error:
        raise Failure(f"{name}: {_reason(error)}") from error
    if len(data) > LARGEST_TEXT:
        raise Failure(
            f"{label(name)}: this is larger than {LARGEST_TEXT} bytes; a text is expected"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{label(name)}: this is not text: byte {error.start} is no UTF-8") from error


def label(name: str) -> str:
    """What a file is called in a sentence.

    >>> label("-"), label("board.txt")
    ('standard input', 'board.txt')
    """
    return "standard input" if name == STANDARD else name


def write_text(name: str, text: str) -> None:
    """Write *text* to a file, or to standard output when *name* is `-`.

    A file is replaced at once when all of the text is on the disk: it is never there in part.
    Raises `Failure` when that cannot be done.
    """
    if name == STANDARD:
        sys.stdout.write(text)
        return
    path = Path(os.path.realpath(name))  # a link stays a link
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a pipe or a device cannot be replaced
        else:
            _replace(path, text)
    except OSError as error:
        raise Failure(f"{name}: {_reason(error)}") from error


def _read_bytes(name: str) -> bytes:
    if name == STANDARD:
        return _read_some(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _read_some(file)


def _read_some(file: BinaryIO) -> bytes:
    return file.read(LARGEST_TEXT + 1)


def _replace(path: Path, text: str) -> None:
    scratch = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with scratch.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise


def _reason(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "this is a directory; a file is expected"
        case PermissionError():
            return "the system does not allow it"
    return (error.strerror or str(error)).lower()

"""Reading texts that users name and writing files that are whole or not there at all."""

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from kungen.cli.errors import Failure, reason
from kungen.cli.streams import write_out
from kungen.quoting import quoted

STANDARD: Final = "-"
LARGEST_TEXT: Final = 16 * 2**20
NEW_FILE: Final = 0o666
OF_ITS_OWNER: Final = 0o600
ANYONE_WRITES: Final = 0o222
NO_FILE_NAMES: Final = frozenset({"", ".", ".."})


def read_text(name: str) -> str:
    """Read the UTF-8 text of a file, or of standard input when *name* is `-`.

    Raises `Failure` when it cannot be read, is not text or is larger than 16 MiB.
    """
    with blamed_on(name):
        data = _read_bytes(name)
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
    if name == STANDARD:
        return "standard input"
    return name if name.isprintable() else quoted(name)


def write_text(name: str, text: str) -> None:
    """Write *text* to a file, or to standard output when *name* is `-`.

    Raises `Failure` when that cannot be done; of a file as `write_file` has it.
    """
    if name == STANDARD:
        write_out(text)
    else:
        write_file(name, lambda file: file.write(text.encode()))


def write_file(name: str, write: Callable[[BinaryIO], object], *, new: int = NEW_FILE) -> None:
    """Let *write* fill a file.

    A file is replaced at once when all of it is on the disk: it is never there in part, and it
    keeps its permissions; a new one has those of *new*, but for the system's mask. Raises `Failure`
    when that cannot be done.
    """
    with blamed_on(name):
        _write_file(name, write, new)


def find_place(name: str) -> Path:
    """The place of a file that is there or can be made; `Failure` where none can."""
    with blamed_on(name):
        path = Path(os.path.realpath(name))  # a link stays a link
        if path.is_dir():
            raise IsADirectoryError
        if not path.parent.is_dir():
            raise Failure(f"{label(name)}: there is no directory {label(str(path.parent))}")
    if os.path.basename(name) in NO_FILE_NAMES:  # noqa: PTH119 - a path forgets its last slash
        raise Failure(f"{label(name)}: this names a directory; a file is expected")
    return path


def find_regular(name: str) -> Path:
    """The place of a file that can be read again, there or not; `Failure` where none can be."""
    path = find_place(name)
    with blamed_on(name):
        if path.exists() and not path.is_file():
            raise Failure(f"{label(name)}: this is a pipe or a device; a file is expected")
    return path


@contextlib.contextmanager
def blamed_on(name: str) -> Iterator[None]:
    """Turn what the system has against a file into a `Failure` with the file's name."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{label(name)}: {reason(error)}") from error
    except ValueError as error:
        raise Failure(f"{label(name)}: the system can have no file of this name") from error


def _read_bytes(name: str) -> bytes:
    if name == STANDARD:
        return _read_some(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _read_some(file)


def _read_some(file: BinaryIO) -> bytes:
    return file.read(LARGEST_TEXT + 1)


def _write_file(name: str, write: Callable[[BinaryIO], object], new: int) -> None:
    path = find_place(name)
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a pipe or a device cannot be replaced
            write(file)
    else:
        _replace(path, write, _permissions(path, name), new)


def _permissions(path: Path, name: str) -> int | None:
    """The permissions of the file that is there, None where there is none."""
    if not path.exists():
        return None
    mode = stat.S_IMODE(path.stat().st_mode)
    if not (mode & ANYONE_WRITES and os.access(path, os.W_OK)):
        raise Failure(f"{label(name)}: this file may only be read")
    return mode


def _replace(path: Path, write: Callable[[BinaryIO], object], mode: int | None, new: int) -> None:
    scratch = path.with_name(f".kungen{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    descriptor = os.open(scratch, flags, new if mode is None else mode)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - no path, a descriptor
            if mode is not None:
                scratch.chmod(mode)  # the mask has taken some of it away
            write(file)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise

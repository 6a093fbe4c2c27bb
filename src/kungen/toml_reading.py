"""TOML: small files of people's own, read with one sentence for whatever is wrong."""

from __future__ import annotations

import tomllib
from os import PathLike
from pathlib import Path
from typing import Any

from kungen.quoting import check_type, quoted, shortened

MOST_TEXT = 1 << 16
"""The characters that a file has at most: the parser is slow with far more."""
BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before a text."""


class TomlError(ValueError):
    """A text that is no TOML, or a file that cannot be read."""


def read_toml(text: str) -> dict[str, Any]:
    """Read a text as TOML; another text raises `TomlError`, with the place where it says one.

    >>> read_toml("format =")
    Traceback (most recent call last):
    ...
    kungen.toml_reading.TomlError: this is not TOML: Invalid value (at end of document)
    """
    if len(text) > MOST_TEXT:
        raise TomlError(f"the text is longer than {MOST_TEXT} characters")
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"this is not TOML: {_one_line(error)}") from None
    except RecursionError:
        raise TomlError("this is not TOML: it is nested too deeply") from None
    except ValueError:
        raise TomlError("a number has too many digits") from None


def _one_line(error: tomllib.TOMLDecodeError) -> str:
    """Return what is wrong and where, without the long names that the text may have."""
    what, opening, where = str(error).rpartition(" (at ")
    return shortened(what) + opening + where if opening else shortened(where)


def read_file(path: str | PathLike[str], kind: str) -> str:
    """Return the text of a file, a little more than `MOST_TEXT` of it at most.

    `kind` says whose file it is, "a game's file". One that cannot be read raises `TomlError` with
    its name, what is no path `TypeError`.
    """
    check_type(path, str | PathLike, f"{kind} is named by a path, not by")
    if not str(path):
        raise TomlError(f"the name of {kind} is empty")
    name = str(path) if str(path).isprintable() else quoted(str(path))
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(MOST_TEXT + 1)
    except FileNotFoundError:
        raise TomlError(f"{name}: there is no such file") from None
    except UnicodeDecodeError:
        raise TomlError(f"{name}: the file is not UTF-8 text") from None
    except OSError as error:
        why = (error.strerror or "it cannot be opened").lower()
        raise TomlError(f"{name}: the file cannot be read: {why}") from None
    except ValueError:  # NUL, and what the file system's encoding lacks
        raise TomlError(f"{name}: no file can have this name") from None

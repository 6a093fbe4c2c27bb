"""From where in the guide's files each line of a filled text comes.

The lines of the files are marked before Jinja2 fills the places, and the marks are taken away
from what comes out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kungen.quoting import shortened

if TYPE_CHECKING:
    from pathlib import Path

    import jinja2

_MARK: Final = re.compile("\ue002([0-9]+):([0-9]+)\ue003")
_NO_TEXT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ue000-\ue003]")
"""Control characters, and those of the marks."""
_ALONE: Final = re.compile(
    r"^[ \t]*(\{%(?:(?!%\}).)*(?<!-)%\}|\{#(?:(?!#\}).)*(?<!-)#\})[ \t]*\n", re.MULTILINE
)
"""A tag that has a line to itself: its line's end goes into a comment, and makes no empty line."""


class LineError(ValueError):
    """A file that is no text: the line, from 1, and what is wrong."""


def read_text(path: Path) -> str:
    """Read a file of UTF-8, with a byte order mark or without; another raises `LineError`."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LineError(f"line {line}: this is not UTF-8") from None
    if found := _NO_TEXT.search(text):
        line = text[: found.start()].count("\n") + 1
        raise LineError(f"line {line}: {shortened(found[0])} is no character of a text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unmarked(text: str) -> str:
    """Return a text without marks."""
    return _MARK.sub("", text)


def _mark(file: int, line: int) -> str:
    return f"\ue002{file}:{line}\ue003"


@dataclass(slots=True)
class Lines:
    """The files whose lines are marked."""

    files: list[Path] = field(default_factory=list)

    def mark(self, environment: jinja2.Environment, file: Path, text: str) -> str:
        """Return a template with its lines marked wherever it has text of its own."""
        self.files.append(file)
        place, marked, written, seen = len(self.files) - 1, "", 1, 0
        for line, kind, value in environment.lex(_ALONE.sub(r"\1{#\n#}", text), None, str(file)):
            begins, last = kind.endswith("_begin"), line + value.count("\n")
            if line > seen and (begins or kind == "data"):
                marked, seen = marked + _mark(place, line), line
            if kind == "data":
                first, *others = value.split("\n")
                marks = (f"\n{_mark(place, line + at)}{it}" for at, it in enumerate(others, 1))
                marked, seen = marked + first + "".join(marks), last
            else:
                marked += value
            # What {%- and {{- strip are lines too: those behind it must keep their numbers.
            marked += "\n" * (line - written if begins else 0)
            written = last
        return marked

    def places(self, filled: str) -> list[tuple[Path, int]]:
        """Return the file and the line from which each line of a filled text comes."""
        place, found = (self.files[0], 1), []
        for line in filled.split("\n"):
            marks = [(self.files[int(mark[1])], int(mark[2])) for mark in _MARK.finditer(line)]
            found.append(marks[0] if marks else place)
            place = marks[-1] if marks else place
        return found

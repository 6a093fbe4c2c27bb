"""Quoting: values and counts as sentences show them, whatever they are."""

from __future__ import annotations

import json
import math
from datetime import date, time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import UnionType

LONGEST = 60
"""The characters that a quoted value has at most."""
_LONGEST_NUMBER = 160
"""The bits of a number that is written out."""


def quoted(value: object) -> str:
    """Return the repr of a value on one line, cut to 60 characters with "…"; it never fails.

    >>> quoted("58"), quoted(10**5000)
    ("'58'", 'a number of about 5000 digits')
    >>> quoted(list(range(1000)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …'
    """
    return _cut(_pieces(value, _python_leaf))


def quoted_json(value: object) -> str:
    """Return a value as JSON has it, cut to 60 characters with "…"; it never fails.

    >>> quoted_json(["column1", None, True])
    '["column1", null, true]'
    """
    return _cut(_pieces(value, _json_leaf))


def shortened(text: str) -> str:
    """Return a text that others wrote, without quotes if it is plain and short, else as quoted.

    >>> shortened("empty-column"), shortened("a" * 70).endswith("a…")
    ('empty-column', True)
    """
    return text if text.isprintable() and 0 < len(text) <= LONGEST else quoted(text)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "card"), counted(0, "card")
    ('1 card', '0 cards')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def check_type(value: object, kind: type | UnionType, sentence: str) -> None:
    """Raise `TypeError` for a value of another type: the sentence, and the value after it.

    >>> check_type("58", int, "the limit is a whole number, not")
    Traceback (most recent call last):
    ...
    TypeError: the limit is a whole number, not '58'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{sentence} {quoted(value)}")


def _cut(pieces: Iterable[str]) -> str:
    """Join pieces until there are enough of them, and mark that some are left out."""
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > LONGEST:
            return text[: LONGEST - 1] + "…"
    return text


def _pieces(value: object, leaf: Callable[[object], str]) -> Iterator[str]:
    """Iterate over the parts of a value's text, those of nested values as they are asked for."""
    if type(value) is list:
        yield "["
        yield from _joined(value, leaf)
        yield "]"
    elif type(value) is tuple:
        yield "("
        yield from _joined(value, leaf)
        yield ",)" if len(value) == 1 else ")"
    elif type(value) is dict:
        yield "{"
        for place, (key, inner) in enumerate(value.items()):
            yield ", " if place else ""
            yield from _pieces(key, leaf)
            yield ": "
            yield from _pieces(inner, leaf)
        yield "}"
    else:
        yield leaf(value)


def _joined(values: Iterable[object], leaf: Callable[[object], str]) -> Iterator[str]:
    """Iterate over the parts of values with commas between them."""
    for place, value in enumerate(values):
        yield ", " if place else ""
        yield from _pieces(value, leaf)


def _python_leaf(value: object) -> str:
    """Return the repr of a value that is no container."""
    if isinstance(value, str | bytes):
        return repr(value[: LONGEST + 1])  # more than is shown: the rest is not worth escaping
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return f"a number of about {math.floor(value.bit_length() * math.log10(2))} digits"
    try:
        return " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - whatever the repr of a stranger does
        return f"<{type(value).__name__}>"


def _json_leaf(value: object) -> str:
    """Return a value that is no container as JSON or, a day or a time, as TOML has it."""
    if isinstance(value, str):
        text = value[: LONGEST + 1]
        return json.dumps(text, ensure_ascii=not text.isprintable())
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, date | time):
        return value.isoformat().replace("+00:00", "Z")
    return _python_leaf(value)

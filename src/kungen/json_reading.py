"""JSON: read so that what is kept of it can be written again, and nothing is lost in silence."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from kungen.quoting import quoted_json


class JsonError(ValueError):
    """A text that is no JSON, or that readers of JSON understand in different ways."""


def read_json(text: str) -> Any:
    """Read JSON; a key that is there twice and a number that is none are `JsonError`, too.

    >>> read_json('{"deal": 617, "deal": 618}')
    Traceback (most recent call last):
    ...
    kungen.json_reading.JsonError: "deal" is there twice
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except RecursionError:
        raise JsonError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise JsonError(f"this is not JSON: {error}") from None
    except JsonError:
        raise
    except ValueError:
        raise JsonError("a number has too many digits") from None
    _check_numbers(value, "a value")
    return value


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which other readers of JSON do not know."""
    raise JsonError(f"this is not JSON: {name} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, each key of which is there once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"{quoted_json(key)} is there twice")
        _check_numbers(value, quoted_json(key))
        found[key] = value
    return found


def _check_numbers(value: object, name: str) -> None:
    """Refuse a number so large that it was read as infinite; objects within are right already."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, float) and math.isinf(part):
            raise JsonError(f"{name} has a number that is too large")

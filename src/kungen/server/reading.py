"""JSON of others read strictly, and what is wrong with it in words."""

import re
from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from kungen.quoting import shortened

Model = TypeVar("Model")

PLACE: Final = re.compile(r"^(?P<fault>.*?)(?: - at `(?:key in )?\$(?P<place>.*)`)?$", re.DOTALL)
NAME: Final = re.compile(r"[^.\[\]]+")
FIELD: Final = re.compile(r"Object (contains unknown|missing required) field `(.*)`", re.DOTALL)
KIND: Final = re.compile(r"Expected `(?P<wanted>[^`]+)`(?P<rest>.*)", re.DOTALL)
GOT: Final = re.compile(r", got `(.*)`")
LENGTH: Final = re.compile(r" of length <= (\d+)")
LIKE: Final = re.compile(r" matching regex '(.*)'")
BOUND: Final = re.compile(r" (<=|>=) (.*)")
KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "object": "an object",
    "array": "a list",
    "uuid": "a UUID",
    "date": "a date",
}
OTHERS: Final = {
    "Invalid UUID": "a UUID is expected",
    "Invalid RFC3339 encoded date": "a date such as 2026-12-01 is expected",
    "Number out of range": "this number is too large",
    "Input data was truncated": "this is no JSON: it ends too early",
    "Invalid UTF-8 encoded string": "this is no UTF-8",
}


class ReadError(ValueError):
    """A text that is not what is expected, or is no JSON at all: then `place` is None."""

    def __init__(self, fault: str, place: Sequence[str] | None) -> None:
        """Keep what is wrong, and the names and indexes that lead there."""
        super().__init__(fault)
        self.place = place


def read_json(text: bytes, model: type[Model]) -> Model:
    """Read a text as a model; raises `ReadError`.

    >>> read_json(b"[]", dict)
    Traceback (most recent call last):
    ...
    kungen.server.reading.ReadError: an object is expected, not a list
    """
    try:
        return msgspec.json.decode(text, type=model)
    except msgspec.ValidationError as error:
        raise _read_error(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        fault = _in_words(str(error)) if text.strip() else "this is empty, and JSON is expected"
        raise ReadError(fault, None) from None


def read_text(text: str, model: Any) -> Any:
    """Read a text that is no JSON, such as a part of an address; raises `ReadError`."""
    try:
        return msgspec.convert(text, model, strict=False)
    except msgspec.ValidationError as error:
        raise _read_error(error) from None


def _read_error(error: msgspec.ValidationError) -> ReadError:
    found = PLACE.fullmatch(str(error))
    assert found is not None  # noqa: S101 - it matches every text
    return ReadError(_in_words(found["fault"]), NAME.findall(found["place"] or ""))


def _in_words(fault: str) -> str:
    """Say what msgspec says in the words of a person.

    >>> _in_words("Expected `int`, got `str`"), _in_words("Expected `int` >= 1")
    ('a whole number is expected, not a text', 'a whole number of at least 1 is expected')
    >>> _in_words("Object contains unknown field `uid`")
    'there is no field uid'
    """
    if (field := FIELD.fullmatch(fault)) is not None:
        name = shortened(field[2])
        return f"there is no field {name}" if "unknown" in field[1] else f"{name} is missing"
    if (kind := KIND.fullmatch(fault)) is not None:
        return _expected(_kinds(kind["wanted"]), kind["rest"])
    return OTHERS.get(fault, f"this is no JSON: {fault.removeprefix('JSON is malformed: ')}")


def _expected(wanted: str, rest: str) -> str:
    if (got := GOT.fullmatch(rest)) is not None:
        return f"{wanted} is expected, not {_kinds(got[1])}"
    if (length := LENGTH.fullmatch(rest)) is not None:
        return f"{wanted} of at most {length[1]} characters is expected"
    if (like := LIKE.fullmatch(rest)) is not None:
        return f"{wanted} like {like[1]} is expected"
    if (bound := BOUND.fullmatch(rest)) is not None:
        most = "at most" if bound[1] == "<=" else "at least"
        return f"{wanted} of {most} {bound[2]} is expected"
    return f"{wanted} is expected"


def _kinds(types: str) -> str:
    """Say types that msgspec joins by bars.

    >>> _kinds("date | null")
    'a date or null'
    """
    return " or ".join(KINDS.get(one, one) for one in types.split(" | "))

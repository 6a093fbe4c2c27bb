"""Numbers as arguments: ASCII digits and nothing else, whichever option they stand for."""

import re
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from kungen.cli.errors import UsageError
from kungen.quoting import quoted

DIGITS: Final = re.compile(r"0*([0-9]{1,15})", re.ASCII)
DECIMAL: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?", re.ASCII)


class Token(Protocol):
    """An argument as the parser of the command line hands it over."""

    @property
    def value(self) -> str:
        """The text as it was given."""
        ...


def parse_whole(text: str, what: str, lowest: int, highest: int) -> int:
    """Read a whole number, zeros before it allowed; `UsageError` that says *what* it should be.

    >>> parse_whole("0617", "a deal number", 1, 1000)
    617
    """
    found = DIGITS.fullmatch(text)
    if found is not None and lowest <= int(found[1]) <= highest:
        return int(found[1])
    given = found[1] if found is not None else quoted(text)
    raise UsageError(f"{what} is a whole number from {lowest} to {highest}, not {given}")


def whole(option: str, lowest: int, highest: int) -> Callable[[object, Sequence[Token]], int]:
    """A converter for an option that takes a whole number."""

    def convert(_type: object, tokens: Sequence[Token]) -> int:
        return parse_whole(tokens[0].value, option, lowest, highest)

    return convert


def positive(option: str, highest: int) -> Callable[[object, Sequence[Token]], float]:
    """A converter for an option that takes a number above 0, with a fraction or without."""

    def convert(_type: object, tokens: Sequence[Token]) -> float:
        text = tokens[0].value
        if DECIMAL.fullmatch(text) and 0 < float(text) <= highest:
            return float(text)
        raise UsageError(
            f"{option} is a number above 0 and at most {highest}, such as 0.5, not {quoted(text)}"
        )

    return convert

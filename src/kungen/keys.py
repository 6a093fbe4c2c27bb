"""Keys: what a game's file may say, what each value may be, and where the rules record has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kungen.cards import HIGHEST_RANK
from kungen.quoting import quoted, quoted_json, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_COLUMNS = 10
MOST_CELLS = 10
MOST_RESERVE = 16
MOST_PASSES = 99
MOST_POINTS = 100
FILE_FORMAT = 2

Kind = Literal["whole", "choice", "flag", "list", "places", "options", "text", "id"]

_FEW = 2
"""The numbers that a sentence names one by one."""
_LONGEST_NAME = 100
_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+")
"""What has no control characters, those that turn the direction of writing among them."""
_SEEN = re.compile(
    r"[^\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""A character that leaves a mark."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKey:
    """A key of a game's file, or an option of a game.

    `whole` is a whole number from `low` to `high` in steps of `step`, or the one word of `choices`,
    which the record has as 0; `choice` one of `choices`, in the record its index; `flag` true or
    false; `list` at most `length` whole numbers; `places` numbers of places in rising order, in
    the record a 1 for each; `options` names of options; `text` of at most `high` characters and
    `id` are not in the record.
    """

    table: str
    """The table, "" for a key outside the tables."""
    name: str
    field: str
    """The attribute of `Rules`, of `Names` in the table names, of `Points` in the table score."""
    kind: Kind
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    required: bool = False
    default: int | bool | str | tuple[()] | None = None
    """What is meant when the key is left out and not required: for names the English one, which
    is the id when it is left out itself."""
    offset: int | None = None
    """The place in the rules record, None for none."""
    length: int = 1
    """The bytes in the record."""
    since: int = 1
    """The format of files that has the key first."""

    @property
    def place(self) -> str:
        """The key with its table, as sentences name it."""
        return f"[{self.table}] {self.name}" if self.table else self.name

    @property
    def numbers(self) -> range:
        """The whole numbers that are allowed."""
        return range(self.low, self.high + 1, self.step)

    @property
    def expected(self) -> str:
        """What the value must be, in words."""
        words = {
            "choice": " or ".join(map(_quote, self.choices)),
            "flag": "false or true",
            "list": f"a list of at most {self.length} whole numbers from 0 to {self.high}",
            "places": f"a list of whole numbers from 1 to {self.high} in rising order",
            "options": f"a list of different options among {', '.join(self.choices)}",
            "text": (
                f"text with letters or signs, at most {self.high} characters, without control"
                " characters"
            ),
            "id": "lower-case words joined by hyphens",
        }
        numbers = [_number_words(self.numbers), *map(_quote, self.choices)]
        return words.get(self.kind, " or ".join(numbers))

    def allows(self, value: object) -> bool:
        """Tell whether a value is of the right type and allowed.

        >>> BASE = next(key for key in KEYS if key.name == "base")
        >>> [BASE.allows(value) for value in (13, "beak", 14, 13.0, True, [1])]
        [True, True, False, False, False, False]
        """
        if isinstance(value, str):
            return self._allows_text(value)
        if isinstance(value, list):
            return self._allows_list(value)
        if self.kind == "flag":
            return isinstance(value, bool)
        return self.kind == "whole" and type(value) is int and value in self.numbers

    def _allows_text(self, text: str) -> bool:
        """Tell whether a text is allowed."""
        if self.kind == "text":
            seen = len(text) <= self.high and _SEEN.search(text)
            return bool(seen and _TEXT.fullmatch(text))
        if self.kind == "id":
            return bool(_ID.fullmatch(text))
        return self.kind in ("whole", "choice") and text in self.choices

    def _allows_list(self, values: list[object]) -> bool:
        """Tell whether a list is allowed."""
        if self.kind == "options":
            names = [value for value in values if isinstance(value, str) and value in self.choices]
            return len(names) == len(values) == len({*names})
        numbers = [value for value in values if type(value) is int and value in self.numbers]
        if self.kind == "places":
            return len(numbers) == len(values) and numbers == sorted({*numbers})
        return self.kind == "list" and len(numbers) == len(values) <= self.length

    def fault(self, table: Mapping[str, object]) -> str | None:
        """Return what is wrong with the value in a table, missing or not allowed, or None.

        >>> next(key for key in KEYS if key.name == "ranks").fault({"ranks": 14})
        '[layout] ranks is 14; it must be a whole number from 1 to 13'
        """
        if self.name not in table:
            missing = f"{self.place} is missing; it must be {self.expected}"
            return missing if self.required else None
        value = table[self.name]
        if self.allows(value):
            return None
        return f"{self.place} is {quoted_json(value)}; it must be {self.expected}"

    def pack(self, value: object) -> bytes:
        """Return an allowed value as the record has it; what has no place there raises `TypeError`.

        >>> next(key for key in KEYS if key.field == "filled_cells").pack([2, 3]).hex(" ")
        '00 01 01 00 00 00 00 00 00 00'
        """
        match self.kind, value:
            case "whole", str():
                return bytes(1)
            case (("whole" | "flag"), int(number)):
                return bytes([number & 0xFF])
            case "choice", str(word):
                return bytes([self.choices.index(word)])
            case "list", list(numbers):
                return bytes(numbers).ljust(self.length, b"\0")
            case "places", list(places):
                return bytes(int(place in places) for place in range(1, self.length + 1))
        raise TypeError(f"{self.place} has no place in the record")


def wrong_value(file: Mapping[str, object], name: str, expected: str) -> str:
    """Return the sentence for a value that is missing from a file, or wrong.

    >>> wrong_value({"game": 5}, "game", "the key of a game")
    'game is 5; it must be the key of a game'
    """
    said = f"is {quoted_json(file[name])}" if name in file else "is missing"
    return f"{name} {said}; it must be {expected}"


def unknown_key(table: str, key: object, there: Sequence[str], tables: Sequence[str]) -> str:
    """Return the sentence for a key that a table, or the file outside its tables, does not have.

    >>> unknown_key("deal", "colums", ["columns", "hidden"], [])
    '[deal] colums is unknown; the keys here are columns, hidden'
    """
    where = f"[{table}] " if table else ""
    more = "" if table else f" and the tables {', '.join(f'[{name}]' for name in tables)}"
    name = shortened(key) if isinstance(key, str) else quoted(key)
    return f"{where}{name} is unknown; the keys here are {', '.join(there)}{more}"


def _number_words(numbers: range) -> str:
    """Return the numbers of a range, its ends where there are many."""
    if len(numbers) <= _FEW:
        return " or ".join(map(str, numbers))
    return f"a whole number from {numbers[0]} to {numbers[-1]}"


def _quote(word: str) -> str:
    """Return a word as a file has it."""
    return f'"{word}"'


OPTIONS: tuple[FileKey, ...] = (
    FileKey(table="", name="columns", field="columns", kind="whole", low=4, high=MOST_COLUMNS),
    FileKey(table="", name="cells", field="cells", kind="whole", low=1, high=MOST_CELLS),
    FileKey(table="", name="build", field="build", kind="choice", choices=("alternating", "suit")),
    FileKey(table="", name="empties", field="empty_column", kind="choice", choices=("any", "king")),
    FileKey(table="", name="draw", field="draw", kind="whole", low=1, high=3, step=2),
    FileKey(
        table="",
        name="passes",
        field="passes",
        kind="whole",
        low=1,
        high=MOST_PASSES,
        choices=("unlimited",),
    ),
    FileKey(table="", name="single-card", field="single_card", kind="flag"),
    FileKey(table="", name="foundation-return", field="foundation_return", kind="flag"),
)
"""The options that a game may offer, in the order of its key; their `field` is that of `Rules`."""

_POINTS = (
    ("to-foundation", "to_foundation"),
    ("from-waste", "from_waste"),
    ("turned", "turned"),
    ("from-foundation", "from_foundation"),
)

KEYS: tuple[FileKey, ...] = (
    FileKey(
        table="", name="format", field="", kind="whole", low=1, high=FILE_FORMAT, required=True
    ),
    FileKey(table="", name="id", field="id", kind="id", required=True),
    FileKey(
        table="",
        name="options",
        field="options",
        kind="options",
        choices=tuple(option.name for option in OPTIONS),
        default=(),
        since=2,
    ),
    *(
        FileKey(table="names", name=language, field=language, kind="text", high=_LONGEST_NAME)
        for language in ("sv", "da", "en")
    ),
    FileKey(
        table="layout",
        name="ranks",
        field="ranks",
        kind="whole",
        low=1,
        high=HIGHEST_RANK,
        default=HIGHEST_RANK,
        offset=2,
    ),
    FileKey(
        table="layout",
        name="columns",
        field="columns",
        kind="whole",
        low=1,
        high=MOST_COLUMNS,
        required=True,
        offset=3,
    ),
    FileKey(
        table="layout",
        name="cells",
        field="cells",
        kind="whole",
        high=MOST_CELLS,
        default=0,
        offset=4,
    ),
    FileKey(
        table="layout",
        name="reserve",
        field="reserve",
        kind="whole",
        high=MOST_RESERVE,
        default=0,
        offset=11,
        since=2,
    ),
    FileKey(
        table="build",
        name="order",
        field="build",
        kind="choice",
        choices=("alternating", "suit"),
        required=True,
        offset=5,
    ),
    FileKey(
        table="build",
        name="empty-column",
        field="empty_column",
        kind="choice",
        choices=("any", "king"),
        default="any",
        offset=6,
    ),
    FileKey(
        table="build",
        name="runs",
        field="runs",
        kind="choice",
        choices=("supermove", "any-length", "single"),
        default="supermove",
        offset=7,
    ),
    FileKey(
        table="build", name="wrap", field="wrap", kind="flag", default=False, offset=9, since=2
    ),
    FileKey(
        table="foundations",
        name="return",
        field="foundation_return",
        kind="flag",
        default=False,
        offset=8,
    ),
    FileKey(
        table="foundations",
        name="base",
        field="base",
        kind="whole",
        low=1,
        high=HIGHEST_RANK,
        choices=("beak",),
        default=1,
        offset=10,
        since=2,
    ),
    FileKey(
        table="deal",
        name="direction",
        field="direction",
        kind="choice",
        choices=("right", "left"),
        default="right",
        offset=14,
        since=2,
    ),
    FileKey(
        table="deal",
        name="columns",
        field="column_sizes",
        kind="list",
        high=4 * HIGHEST_RANK,
        default=(),
        offset=16,
        length=MOST_COLUMNS,
        since=2,
    ),
    FileKey(
        table="deal",
        name="hidden",
        field="hidden",
        kind="list",
        high=4 * HIGHEST_RANK,
        default=(),
        offset=26,
        length=MOST_COLUMNS,
        since=2,
    ),
    FileKey(
        table="deal",
        name="cells",
        field="filled_cells",
        kind="places",
        low=1,
        high=MOST_CELLS,
        default=(),
        offset=36,
        length=MOST_CELLS,
        since=2,
    ),
    FileKey(
        table="stock",
        name="draw",
        field="draw",
        kind="whole",
        low=1,
        high=3,
        step=2,
        default=1,
        offset=12,
        since=2,
    ),
    FileKey(
        table="stock",
        name="passes",
        field="passes",
        kind="whole",
        low=1,
        high=MOST_PASSES,
        choices=("unlimited",),
        default="unlimited",
        offset=13,
        since=2,
    ),
    *(
        FileKey(
            table="score",
            name=name,
            field=field,
            kind="whole",
            low=-MOST_POINTS,
            high=MOST_POINTS,
            default=0,
            offset=46 + place,
            since=2,
        )
        for place, (name, field) in enumerate(_POINTS)
    ),
)
"""Every key of a game's file. The tables stock and score say by being there that the game has a
stock and a score: the record has a draw of 0 without the one, and a 1 at `SCORE_OFFSET` with the
other."""

TABLES = tuple(dict.fromkeys(key.table for key in KEYS if key.table))
"""The tables of a game's file."""
SCORE_OFFSET = 15

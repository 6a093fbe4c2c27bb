"""Rules: what distinguishes the games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from kungen.keys import KEYS, OPTIONS, SCORE_OFFSET, FileKey
from kungen.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

Build = Literal["alternating", "suit"]
EmptyColumn = Literal["any", "king"]
Runs = Literal["supermove", "any-length", "single"]
Base = int | Literal["beak"]
Direction = Literal["right", "left"]

RECORD_TAG = 0x4B
RECORD_VERSION = 2
RECORD_LENGTH = 50
WITH_BEAK = 3
"""The cards that go to their foundations while a game with a beak is dealt."""

_OPTIONS_BY_NAME = {option.name: option for option in OPTIONS}
_UNLIMITED = "unlimited"
_PLACES = ("column_sizes", "reserve", "filled_cells")
"""What says how many cards lie where."""


class RulesError(ValueError):
    """Rules that cannot be, or a game that nobody knows.

    `field` is the attribute at fault where a sentence begins with one, else "".
    """

    def __init__(self, message: str, field: str = "") -> None:
        """Keep the attribute beside the sentence."""
        super().__init__(message)
        self.field = field


def _fault(field: str, problem: str) -> RulesError:
    """Return an error whose sentence begins with the attribute."""
    return RulesError(f"{field} {problem}", field)


@dataclass(frozen=True, slots=True)
class Names:
    """What the game is called in Swedish, Danish and English.

    A name without letters or signs, with control characters or of more than 100 characters raises
    `RulesError`.
    """

    sv: str
    da: str
    en: str

    def __post_init__(self) -> None:
        """Refuse what is no name."""
        _check_table("names", self)


@dataclass(frozen=True, slots=True)
class Points:
    """What moves add to the score, each -100 to 100; another value raises `RulesError`."""

    to_foundation: int = 0
    """A card to a foundation."""
    from_waste: int = 0
    """A card from the waste to a column."""
    turned: int = 0
    """A card turned up."""
    from_foundation: int = 0
    """A card from a foundation to a column."""

    def __post_init__(self) -> None:
        """Refuse what are no points."""
        _check_table("score", self)


def _check_table(table: str, owner: Names | Points) -> None:
    """Refuse a value that a key of a table does not allow."""
    for key in KEYS:
        if key.table == table:
            _check(key, getattr(owner, key.field))


def _check(key: FileKey, value: object) -> None:
    """Refuse a value, as a file has it, that a key does not allow."""
    if not key.allows(value):
        raise _fault(key.field, f"is {quoted(value)}; it must be {key.expected}")


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the player of a game may choose: its name, and the game's own value.

    `passes` has None for unlimited.
    """

    name: str
    default: int | bool | str | None


@dataclass(frozen=True, slots=True)
class Rules:
    """One game: the shape of its table, how it is dealt and what may go where.

    Build down is always by one rank; the foundations go up in suit from the base. Values out of
    range, and those that do not go together, raise `RulesError`.

    >>> from kungen import find_rules
    >>> rules = find_rules("Kungen")
    >>> rules.id, rules.columns, rules.cells, rules.build
    ('freecell', 8, 4, 'alternating')
    """

    id: str
    names: Names
    ranks: int
    """Ranks in the deck, 1 to 13; there are four suits always."""
    columns: int
    """Columns, 1 to 10."""
    cells: int
    """Cells, 0 to 10."""
    build: Build
    """Whether columns are built down in alternating colours or in one suit."""
    empty_column: EmptyColumn
    """Whether an empty column takes any card or only the last rank."""
    runs: Runs
    """Whether runs move as a supermove, at any length, or one card at a time."""
    foundation_return: bool = field(default=False)
    """Whether a card may come down from a foundation to a column."""
    wrap: bool = field(default=False)
    """Whether a king goes on an ace in a column."""
    base: Base = 1
    """The rank that the foundations begin with, or `beak`, the rank of the first card dealt."""
    reserve: int = 0
    """Places of the reserve, 0 to 16, all filled by the deal."""
    draw: int = 0
    """Cards drawn from the stock at a time, 1 or 3; 0 without a stock."""
    passes: int | None = None
    """Goes through the stock, 1 to 99; None for unlimited."""
    direction: Direction = "right"
    """Whether a row is dealt from the first column to the right, or from the last to the left."""
    column_sizes: tuple[int, ...] = ()
    """The cards that the deal gives to each column; none: the cards are spread evenly."""
    hidden: tuple[int, ...] = ()
    """How many of them lie face down; none: no card does."""
    filled_cells: tuple[int, ...] = ()
    """The cells that the deal fills, numbers from 1 in rising order."""
    points: Points | None = None
    """What moves add to the score; None without a score."""
    single_card: bool = field(default=False)
    """Whether one card moves at a time, whatever `runs` says."""
    options: tuple[Option, ...] = ()
    """What a player may choose, with the game's own values."""

    def __post_init__(self) -> None:
        """Refuse values that no game can have."""
        if not isinstance(self.names, Names):
            raise RulesError(f"names is {quoted(self.names)}; it must be Names")
        if not isinstance(self.points, Points | None):
            raise RulesError(f"points is {quoted(self.points)}; it must be Points or None")
        for name in ("column_sizes", "hidden", "filled_cells", "options"):
            if type(getattr(self, name)) is not tuple:
                raise _fault(name, f"is {quoted(getattr(self, name))}; it must be a tuple")
        for key, value in file_values(self).items():
            _check(key, value)
        _check(_OPTIONS_BY_NAME["single-card"], self.single_card)
        _check_columns(self)
        _check_deal(self)
        _check_foundations(self)
        for option in self.options:
            _check_option(self, option)

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return 4 * self.ranks

    @property
    def has_stock(self) -> bool:
        """Whether the game has a stock and a waste."""
        return self.draw > 0

    @property
    def has_hidden(self) -> bool:
        """Whether the deal lays cards face down."""
        return any(self.hidden)

    @property
    def moving(self) -> Runs:
        """How runs move: `runs`, or `single` where one card moves at a time."""
        return "single" if self.single_card else self.runs

    @property
    def chosen(self) -> Mapping[str, int | bool | str | None]:
        """The options that differ from the game's own values, by name, in the order of the key.

        >>> from kungen import find_rules
        >>> find_rules("klondike", passes=2, draw=3).chosen
        {'draw': 3, 'passes': 2}
        """
        own = {option.name: option.default for option in self.options}
        now = {key.name: getattr(self, key.field) for key in OPTIONS if key.name in own}
        return {name: value for name, value in now.items() if value != own[name]}

    @property
    def key(self) -> str:
        """The id, and after a colon the options that differ from the game's own values.

        >>> from kungen import find_rules
        >>> find_rules("klondike", draw=3).key, find_rules("freecell").key
        ('klondike:draw=3', 'freecell')
        """
        words = [f"{name}={option_text(value)}" for name, value in self.chosen.items()]
        return f"{self.id}:{','.join(words)}" if words else self.id

    def with_options(self, **options: int | bool | str | None) -> Rules:
        """Return the rules with options chosen, named as in a key or with `_` for `-`.

        `passes=None` is unlimited. An option that the game does not offer and a value that it does
        not take raise `RulesError`.

        >>> from kungen import find_rules
        >>> find_rules("klondike").with_options(draw=2)
        Traceback (most recent call last):
        ...
        kungen.rules.RulesError: option draw is 2; it must be 1 or 3
        """
        changes: dict[str, int | bool | str | None] = {}
        for name, value in options.items():
            key = find_option(self, name.replace("_", "-"))
            if not key.allows(in_file(key, value)):
                raise RulesError(f"option {key.name} is {quoted(value)}; it must be {key.expected}")
            changes[key.field] = None if value == _UNLIMITED else value
        return replace(self, **changes)  # type: ignore[arg-type]

    def pack(self) -> bytes:
        """Return the rules record, version 2: fifty bytes that the core and the page read.

        >>> from kungen import find_rules
        >>> find_rules("freecell").pack()[:12].hex(" ")
        '4b 02 0d 08 04 00 00 00 00 00 01 00'
        """
        record = bytearray(RECORD_LENGTH)
        record[:2] = RECORD_TAG, RECORD_VERSION
        record[SCORE_OFFSET] = self.points is not None
        for key, value in file_values(self).items():
            if key.offset is not None:
                packed = key.pack(self.moving if key.field == "runs" else value)
                record[key.offset : key.offset + key.length] = packed
        return bytes(record)


def file_values(rules: Rules) -> dict[FileKey, object]:
    """Return what the file of a game says, by key; no key of a table that it does not have.

    The format and the names are left out, and the options are names only.
    """
    owners: dict[str, Rules | Points | None] = dict.fromkeys(
        ("", "layout", "build", "foundations", "deal"), rules
    )
    owners["stock"] = None if type(rules.draw) is int and rules.draw == 0 else rules
    owners["score"] = rules.points
    return {
        key: in_file(key, getattr(owner, key.field))
        for key in KEYS
        if key.field and (owner := owners.get(key.table)) is not None
    }


def in_file(key: FileKey, value: object) -> object:
    """Return the value of an attribute as a file has it."""
    if key.field == "passes" and value is None:
        return _UNLIMITED
    if isinstance(value, tuple):
        return [part.name if isinstance(part, Option) else part for part in value]
    return value


def from_file(key: FileKey, value: object) -> object:
    """Return a value of a file as the attribute has it.

    >>> from_file(next(key for key in KEYS if key.name == "passes"), "unlimited") is None
    True
    """
    if key.field == "passes" and value == _UNLIMITED:
        return None
    return tuple(value) if isinstance(value, list) else value


def option_text(value: int | bool | str | None) -> str:  # noqa: FBT001 - it is a value
    """Return the value of an option as a key has it.

    >>> [option_text(value) for value in (3, None, True, "suit")]
    ['3', 'unlimited', 'true', 'suit']
    """
    if value is None:
        return _UNLIMITED
    return str(value).lower()


def find_option(rules: Rules, name: str) -> FileKey:
    """Return an option that a game offers, by name; another raises `RulesError`.

    >>> from kungen import find_rules
    >>> find_option(find_rules("klondike"), "cells")
    Traceback (most recent call last):
    ...
    kungen.rules.RulesError: klondike has no option 'cells'; its options are draw, passes, ...
    """
    offered = [option.name for option in rules.options]
    if name not in offered:
        known = f"its options are {', '.join(offered)}" if offered else "it has none"
        raise RulesError(f"{rules.id} has no option {quoted(name)}; {known}")
    return _OPTIONS_BY_NAME[name]


def _check_columns(rules: Rules) -> None:
    """Refuse columns whose numbers of cards do not fit the table."""
    sizes, hidden = rules.column_sizes, rules.hidden
    for name, numbers in (("column_sizes", sizes), ("hidden", hidden)):
        if numbers and len(numbers) != rules.columns:
            raise _fault(
                name, f"has {len(numbers)} numbers; it must have {rules.columns}, one a column"
            )
    if sizes and not any(sizes):
        raise _fault("column_sizes", "is 0 throughout; at least one column must get a card")
    if not sizes and rules.has_hidden:
        raise _fault("hidden", "has cards face down; it needs the cards of each column as well")
    for number, (size, down) in enumerate(zip(sizes, hidden, strict=False), 1):
        if down >= max(size, 1):
            raise _fault(
                "hidden",
                f"has {down} for column {number}, which gets {size}; it must be less"
                if size
                else f"has {down} for column {number}, which gets no card; it must be 0",
            )


def _check_deal(rules: Rules) -> None:
    """Refuse a deal that needs more cards than there are, or leaves some."""
    if rules.filled_cells and rules.filled_cells[-1] > rules.cells:
        raise _fault(
            "filled_cells", f"has cell {rules.filled_cells[-1]}; the last cell is {rules.cells}"
        )
    if rules.has_stock and not rules.column_sizes:
        raise _fault("column_sizes", "must be there: a game with a stock deals its columns so many")
    if rules.passes is not None and not rules.has_stock:
        raise _fault("passes", f"is {quoted(rules.passes)}; without a stock there are no passes")
    if isinstance(rules.passes, str):
        raise _fault("passes", f"is {quoted(rules.passes)}; unlimited passes are None")
    beside = cards_beside(rules)
    dealt = beside + sum(rules.column_sizes)
    if dealt > rules.cards or (dealt < rules.cards and _must_be_whole(rules)):
        most = "at most " if rules.has_stock or not rules.column_sizes else ""
        raise _fault(
            next(name for name in _PLACES if getattr(rules, name)),
            f"does not add up: {_sum_words(rules)} are {dealt}; they must be {most}{rules.cards}",
        )


def cards_beside(rules: Rules) -> int:
    """Return how many cards the deal lays elsewhere than in columns and the stock.

    >>> from kungen import find_rules
    >>> cards_beside(find_rules("king-albert")), cards_beside(find_rules("penguin"))
    (7, 3)
    """
    return len(rules.filled_cells) + rules.reserve + WITH_BEAK * (rules.base == "beak")


def _must_be_whole(rules: Rules) -> bool:
    """Tell whether the deal itself must say where every card goes."""
    return bool(rules.column_sizes) and not rules.has_stock


def _sum_words(rules: Rules) -> str:
    """Return the cards that the deal lays, with their places."""
    counts = {
        "in columns": sum(rules.column_sizes),
        "in cells": len(rules.filled_cells),
        "in the reserve": rules.reserve,
        "on foundations": WITH_BEAK * (rules.base == "beak"),
    }
    parts = [f"{count} {where}" for where, count in counts.items() if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _check_foundations(rules: Rules) -> None:
    """Refuse a base and a build that the deck does not have."""
    if rules.wrap and rules.ranks == 1:
        raise _fault("wrap", "is true; a deck of one rank has no king to lie on an ace")
    if rules.base != "beak":
        if rules.base > rules.ranks:
            raise _fault("base", f"is {rules.base}; the last rank of the deck is {rules.ranks}")
        return
    if rules.has_hidden:
        raise _fault("hidden", "has cards face down; a game with a beak deals them all face up")
    if not rules.column_sizes and cards_beside(rules) == rules.cards:
        raise _fault("base", 'is "beak"; the columns must get a card, and none is left for them')


def _check_option(rules: Rules, option: Option) -> None:
    """Refuse an option that the game cannot offer."""
    if not isinstance(option, Option) or option.name not in _OPTIONS_BY_NAME:
        raise _fault("options", f"has {quoted(option)}; it must be an Option")
    if option.name in ("draw", "passes") and not rules.has_stock:
        raise _fault("options", f"has {option.name}; the game must have a [stock]")
    key = _OPTIONS_BY_NAME[option.name]
    for value in (option.default, getattr(rules, key.field)):
        if not key.allows(in_file(key, value)):
            raise _fault(
                "options",
                f"has {key.name}, which the game has as {quoted(value)}; it must be {key.expected}",
            )
    if option.name in ("columns", "cells") and (rules.column_sizes or rules.filled_cells):
        raise _fault("options", f"has {option.name}; it must be dealt evenly, and no cell filled")

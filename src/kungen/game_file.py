"""Game files: the rules of a game as TOML or JSON, and the games that come with the package."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from kungen.keys import FILE_FORMAT, KEYS, OPTIONS, TABLES, FileKey, unknown_key, wrong_value
from kungen.quoting import check_type, quoted, quoted_json
from kungen.rules import (
    Names,
    Option,
    Points,
    Rules,
    RulesError,
    file_values,
    find_option,
    from_file,
)
from kungen.toml_reading import BYTE_ORDER_MARK, MOST_TEXT, TomlError, read_file, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = [
    "BYTE_ORDER_MARK",
    "GAMES",
    "KEYS",
    "MOST_TEXT",
    "FileKey",
    "choose",
    "find_rules",
    "known_key",
    "load_rules",
    "parse_rules",
    "rules_file",
]

_LANGUAGES = ("sv", "da", "en")
_FLAGS = {"false": False, "true": True}
_PLACES = {key.field: key.place for key in KEYS}
"""The key of a file by the attribute that it gives."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,99}", re.ASCII)


def parse_rules(file: str | Mapping[str, object], source: str = "rules") -> Rules:
    """Read a game's file, TOML text or an object of JSON; `source` names it in error sentences.

    A fault raises `RulesError` with the file, the key, the value and what is allowed.

    >>> parse_rules("format = 3", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.rules.RulesError: odd.toml: format is 3; it must be 1 or 2
    """
    if isinstance(file, str):
        return _rules_of(_read_toml(file, source), source)
    if not isinstance(file, dict):
        raise TypeError(f"rules are read from a text or a dict, not from {quoted(file)}")
    return _rules_of(file, source)


def _read_toml(text: str, source: str) -> dict[str, Any]:
    """Read a text as TOML."""
    try:
        return read_toml(text)
    except TomlError as error:
        raise RulesError(f"{source}: {error}") from None


def _rules_of(found: dict[str, Any], source: str) -> Rules:
    """Return the rules that a file says."""
    format_key, *keys = KEYS
    _check(format_key, found, source)
    known = [key for key in keys if key.since <= found["format"]]
    tables = _tables(found, known, source)
    for key in (format_key, *known):
        _check(key, tables[key.table], source)
    values = {
        key.field: from_file(key, tables[key.table].get(key.name, key.default))
        for key in keys
        if key.table not in ("names", "score")
    }
    values["names"] = _names(found["id"], tables["names"])
    values["points"] = _points(tables["score"]) if "score" in found else None
    values["draw"] = values["draw"] if "stock" in found else 0
    return _checked_rules(values, source)


def _tables(
    found: dict[str, Any], known: list[FileKey], source: str
) -> dict[str, dict[str, object]]:
    """Return the tables of a file, empty where left out; a key or table unknown is refused."""
    tables = {name: found.get(name, {}) for name in TABLES}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RulesError(f"{source}: {name} is {quoted_json(table)}; it must be a table")
    names = [name for name in TABLES if any(key.table == name for key in known)]
    tables[""] = {key: value for key, value in found.items() if key not in names}
    for name, table in tables.items():
        there = ["format"] if name == "" else []
        there += [key.name for key in known if key.table == name]
        for key in table:
            if key not in there:
                raise RulesError(f"{source}: {unknown_key(name, key, there, names)}")
    return tables


def _check(key: FileKey, table: Mapping[str, object], source: str) -> None:
    """Refuse a value that is missing or not allowed."""
    fault = key.fault(table)
    if fault:
        raise RulesError(f"{source}: {fault}")


def _names(game: str, table: Mapping[str, Any]) -> Names:
    """Return the names: the English one for those left out, the id where it is left out itself."""
    english = table.get("en", game)
    return Names(**{language: table.get(language, english) for language in _LANGUAGES})


def _points(table: Mapping[str, Any]) -> Points:
    """Return the points."""
    return Points(**{key.field: table.get(key.name, 0) for key in KEYS if key.table == "score"})


def _options(values: Mapping[str, Any]) -> tuple[Option, ...]:
    """Return the options offered, in the order of a key, with the game's own values."""
    return tuple(
        Option(option.name, values.get(option.field, False))
        for option in OPTIONS
        if option.name in values["options"]
    )


def _checked_rules(values: dict[str, Any], source: str) -> Rules:
    """Return the rules; a fault is named by the key of the file."""
    if values["runs"] == "single" and "single-card" in values["options"]:
        raise RulesError(
            f'{source}: options has single-card; [build] runs must not be "single" already'
        )
    try:
        return Rules(**values | {"options": _options(values)})
    except RulesError as error:
        place = _PLACES[error.field]
        problem = str(error).removeprefix(error.field)
        raise RulesError(f"{source}: {place}{problem}") from None


def load_rules(path: str | PathLike[str]) -> Rules:
    """Read a game's TOML file; a missing or wrong one raises `RulesError` with its name."""
    try:
        text = read_file(path, "a game's file")
    except TomlError as error:
        raise RulesError(str(error)) from None
    return parse_rules(text, Path(path).name)


def rules_file(rules: Rules) -> dict[str, Any]:
    """Return a game's file as an object of JSON: format 2, and what is not left to defaults.

    It has the game's own values, whatever options are chosen: those are told by the key.

    >>> from kungen import find_rules
    >>> rules_file(find_rules("klondike", draw=3))["stock"]
    {}
    """
    check_type(rules, Rules, "the file of Rules is told, not of")
    own = rules.with_options(**{option.name: option.default for option in rules.options})
    file: dict[str, Any] = {"format": FILE_FORMAT}
    if own.has_stock:
        file["stock"] = {}
    if own.points is not None:
        file["score"] = {}
    file["names"] = {language: getattr(own.names, language) for language in _LANGUAGES}
    for key, value in file_values(own).items():
        if from_file(key, value) != from_file(key, key.default):
            (file.setdefault(key.table, {}) if key.table else file)[key.name] = value
    return file


def _load_games(folder: Path) -> Mapping[str, Rules]:
    """Return the games of a folder by id."""
    games = (load_rules(path) for path in sorted(folder.glob("*.toml")))
    return MappingProxyType({rules.id: rules for rules in games})


GAMES: Final[Mapping[str, Rules]] = _load_games(Path(__file__).with_name("games"))
"""The games that come with the package, by id, with their own values of the options."""


def find_rules(name: str, **options: int | bool | str | None) -> Rules:
    """Return the rules of a game by its id, one of its names or its key, in any case.

    Options may stand in the key, `klondike:draw=3`, or beside it. An unknown game and a wrong
    option raise `RulesError`.

    >>> find_rules("napoleon").id
    'freecell'
    >>> find_rules("7 kabale:draw=3", passes=2).key
    'klondike:draw=3,passes=2'
    """
    word, colon, text = name.partition(":") if isinstance(name, str) else ("", "", "")
    wanted = word.strip().casefold()
    for rules in GAMES.values():
        names = (rules.id, rules.names.sv, rules.names.da, rules.names.en)
        if wanted in (known.casefold() for known in names):
            return (choose(rules, text) if colon else rules).with_options(**options)
    raise RulesError(f"there is no game {quoted(name)}; the games are {', '.join(GAMES)}")


def game_key(file: Mapping[str, object]) -> str:
    """Return the key of the game that a file of the house is about; else `RulesError`.

    >>> game_key({"game": "freecell"})
    'freecell'
    """
    game = file.get("game")
    if not isinstance(game, str):
        raise RulesError(wrong_value(file, "game", "the key of a game"))
    key = find_rules(game).key
    if key != game:
        raise RulesError(f"game is {quoted_json(game)}; the key of this game is {key}")
    return game


def choose(rules: Rules, text: str) -> Rules:
    """Return rules with options as a key has them after its colon, in any order.

    >>> choose(find_rules("klondike"), "draw=two")
    Traceback (most recent call last):
    ...
    kungen.rules.RulesError: option draw is 'two'; it must be 1 or 3
    """
    options: dict[str, int | bool | str | None] = {}
    for word in text.casefold().split(","):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise RulesError(f"{quoted(word)} is no option; one is a name, = and a value")
        if name in options:
            raise RulesError(f"option {name} is there twice")
        options[name] = _option_value(find_option(rules, name), value)
    return rules.with_options(**options)


def _option_value(key: FileKey, text: str) -> int | bool | str | None:
    """Return the value that a text of a key says; a text that says none as it is."""
    if key.kind == "flag":
        return _FLAGS.get(text, text)
    if key.kind == "whole" and _NUMBER.fullmatch(text):
        return int(text)
    return text


def known_key(rules: Rules) -> str | None:
    """Return the key by which `find_rules` gives these very rules, None when it does not.

    >>> known_key(find_rules("klondike", draw=3))
    'klondike:draw=3'
    """
    game = GAMES.get(rules.id)
    if game is None or game.options != rules.options:
        return None
    return rules.key if game.with_options(**rules.chosen) == rules else None

"""`games`: the games of the house."""

import json as json_text
from collections.abc import Iterator
from typing import Annotated

from cyclopts import App, Parameter

from kungen import GAMES, Rules
from kungen.cards import RANKS
from kungen.cli.source import FILE, Json, find_game
from kungen.cli.streams import say
from kungen.cli.wording import examples, usage
from kungen.keys import FileKey
from kungen.quoting import counted
from kungen.rules import find_option, option_text

BUILDS = {"alternating": "in alternating colours", "suit": "in suit"}


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        list_games,
        name="games",
        usage=usage("games [GAME] [OPTIONS]"),
        help_epilogue=examples(
            "kungen games",
            "kungen games --json",
            "kungen games klondike",
            "kungen games klondike:draw=3 --json",
            "kungen deal 617 --game harpan",
            "kungen deal 617 --game klondike:draw=3,passes=2",
        ),
    )


def list_games(
    game: Annotated[
        str | None,
        FILE,
        Parameter(metavar="GAME", help="One game only: a name, or a file that ends in .toml."),
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the games with their names, their tables and their options.

    An option is shown as it is, and with what it may be.
    """
    games = list(GAMES.values()) if game is None else [find_game(game)]
    if json:
        say(json_text.dumps(list(map(game_json, games))))
    else:
        say("\n\n".join("\n  ".join(_lines(rules)) for rules in games))


def game_json(rules: Rules) -> dict[str, object]:
    """A game as JSON has it: its names, its piles, how it is played and what may be chosen."""
    names = rules.names
    return {
        "game": rules.key,
        "names": {"sv": names.sv, "da": names.da, "en": names.en},
        "columns": rules.columns,
        "cells": rules.cells,
        "reserve": rules.reserve,
        "stock": rules.has_stock,
        "build": rules.build,
        "empties": rules.empty_column,
        "wrap": rules.wrap,
        "runs": rules.moving,
        "foundation-return": rules.foundation_return,
        "base": rules.base,
        "draw": rules.draw,
        "passes": _passes_json(rules.passes) if rules.has_stock else 0,
        "options": {option.name: _passes_json(option.default) for option in rules.options},
        "values": {key.name: _values(key) for key in _options(rules)},
    }


def _passes_json(value: int | bool | str | None) -> int | bool | str:  # noqa: FBT001 - a value
    return "unlimited" if value is None else value


def _options(rules: Rules) -> list[FileKey]:
    """The options that a game offers."""
    return [find_option(rules, option.name) for option in rules.options]


def _values(key: FileKey) -> list[int | bool | str]:
    """All that an option may be."""
    numbers = key.numbers if key.kind == "whole" else ()
    return [False, True] if key.kind == "flag" else [*key.choices, *numbers]


def _lines(rules: Rules) -> Iterator[str]:
    names = rules.names
    others = [
        f"{name} ({language})"
        for language, name in (("sv", names.sv), ("da", names.da))
        if name != names.en
    ]
    yield ": ".join([rules.key, ", ".join([names.en, *others])])
    yield f"{_piles(rules)}, built down {BUILDS[rules.build]}"
    if rules.base != 1:
        base = "the first card's rank" if rules.base == "beak" else RANKS[rules.base - 1]
        yield f"foundations begin with {base}"
    for key in _options(rules):
        yield f"{key.name}={option_text(getattr(rules, key.field))} ({key.expected})"


def _piles(rules: Rules) -> str:
    """The piles of a game's table beside its foundations."""
    piles = [counted(rules.columns, "column")]
    if rules.cells:
        piles.append(counted(rules.cells, "cell"))
    if rules.reserve:
        piles.append(f"a reserve of {counted(rules.reserve, 'card')}")
    if rules.has_stock:
        piles.append("a stock")
    return ", ".join(piles)

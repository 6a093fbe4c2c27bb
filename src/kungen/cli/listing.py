"""`games`: the games of the house."""

import json as json_text
from collections.abc import Iterator

from cyclopts import App

from kungen import GAMES, Rules
from kungen.cli.source import Json
from kungen.cli.streams import say
from kungen.cli.wording import counted, examples, usage
from kungen.keys import OPTIONS
from kungen.rules import option_text

BUILDS = {"alternating": "in alternating colours", "suit": "in suit"}


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        list_games,
        name="games",
        usage=usage("games [OPTIONS]"),
        help_epilogue=examples(
            "kungen games",
            "kungen games --json",
            "kungen deal 617 --game harpan",
            "kungen deal 617 --game klondike:draw=3,passes=2",
        ),
    )


def list_games(*, json: Json = False) -> None:
    """List the games with their names, their tables and their options.

    An option is shown as it usually is, and with what it may be instead.
    """
    games = GAMES.values()
    if json:
        say(json_text.dumps(list(map(game_json, games))))
    else:
        say("\n\n".join("\n  ".join(_lines(rules)) for rules in games))


def game_json(rules: Rules) -> dict[str, object]:
    """A game as JSON has it: its names, its piles, and its options with their own values."""
    names = rules.names
    return {
        "game": rules.id,
        "names": {"sv": names.sv, "da": names.da, "en": names.en},
        "columns": rules.columns,
        "cells": rules.cells,
        "reserve": rules.reserve,
        "stock": rules.has_stock,
        "options": {
            option.name: "unlimited" if option.default is None else option.default
            for option in rules.options
        },
    }


def _lines(rules: Rules) -> Iterator[str]:
    names = rules.names
    others = [
        f"{name} ({language})"
        for language, name in (("sv", names.sv), ("da", names.da))
        if name != names.en
    ]
    yield ": ".join([rules.id, ", ".join([names.en, *others])])
    yield f"{_piles(rules)}, built down {BUILDS[rules.build]}"
    expected = {key.name: key.expected for key in OPTIONS}
    for option in rules.options:
        yield f"{option.name}={option_text(option.default)} ({expected[option.name]})"


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

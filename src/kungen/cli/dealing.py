"""`deal`, `moves` and `identify`: looking at a layout."""

import json as json_text
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen import Layout, View, identify, move_notation, parse_line
from kungen.cards import SUITS, Card, card_text
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import label, write_text
from kungen.cli.numerals import whole
from kungen.cli.source import (
    FILE,
    FLAG,
    Game,
    Json,
    Number,
    Source,
    find_game,
    find_layout,
    read_board,
)
from kungen.cli.streams import say, write_out
from kungen.cli.wording import examples, usage
from kungen.deals import LAST_DEAL, last_identified
from kungen.legality import tells_base

FRESH: Final = Source()


def add_commands(app: App) -> None:
    """Add the commands of this module."""
    app.command(
        show_deal,
        name="deal",
        usage=usage("deal NUMBER [OPTIONS]", "deal --board FILE [OPTIONS]"),
        help_epilogue=examples(
            "kungen deal 617",
            "kungen deal 617 --json",
            "kungen deal 617 --svg 617.svg",
            "kungen deal 617 > board.txt",
            "kungen deal --board board.txt --json",
            "kungen deal 617 --game klondike:draw=3",
            "kungen deal 617 --game klondike --view",
        ),
    )
    app.command(
        show_moves,
        name="moves",
        usage=usage("moves NUMBER [OPTIONS]", "moves --board FILE [OPTIONS]"),
        help_epilogue=examples(
            "kungen moves 617", 'kungen moves 617 --after "3a 3b"', "kungen moves 617 --json"
        ),
    )
    app.command(
        show_number,
        name="identify",
        usage=usage("identify FILE [OPTIONS]"),
        help_epilogue=examples(
            "kungen deal 617 > board.txt",
            "kungen identify board.txt",
            "kungen deal 617 | kungen identify -",
        ),
    )


def show_deal(
    number: Number = None,
    /,
    *,
    source: Source = FRESH,
    view: Annotated[
        bool, FLAG, Parameter(help="Show what the player sees: no card face down, no stock.")
    ] = False,
    json: Json = False,
    svg: Annotated[
        str | None, FILE, Parameter(help="Write a picture to this file instead; - is stdout.")
    ] = None,
) -> None:
    """Show a layout: the board text of a numbered deal.

    It has the cards face down and the stock, too; --view leaves them out.
    """
    if svg is not None and json:
        raise UsageError("give --json or --svg FILE, not both")
    layout = find_layout(number, source)
    shown = layout.view() if view else layout
    if svg is not None:
        write_text(svg, f"{layout.svg()}\n")
    elif json:
        say(json_text.dumps(layout_json(shown)))
    else:
        say(shown.text().rstrip("\n"))


def layout_json(layout: Layout | View) -> dict[str, object]:
    """A layout as JSON has it: cards as text, heights of foundations.

    None is an empty place, and in a view a card that is not seen.
    """
    rules = layout.rules
    shown: dict[str, object] = {
        "game": rules.key,
        "columns": [list(map(_card_json, column)) for column in layout.columns],
        "cells": list(map(_card_json, layout.cells)),
        "foundations": dict(zip(SUITS, layout.foundations, strict=True)),
    }
    if rules.has_hidden:
        shown["hidden"] = list(layout.hidden)
    if layout.reserve:
        shown["reserve"] = list(map(_card_json, layout.reserve))
    if rules.has_stock:
        shown["stock"] = list(map(_card_json, layout.stock))
        shown["waste"] = list(map(_card_json, layout.waste))
    if rules.passes is not None:
        shown["turned-over"] = layout.turned_over
    if tells_base(layout):
        shown["base"] = layout.base
    return shown


def _card_json(card: Card | None) -> str | None:
    return None if card is None else card_text(card)


def show_moves(
    number: Number = None,
    /,
    *,
    source: Source = FRESH,
    after: Annotated[
        str,
        Parameter(
            metavar="MOVES",
            show_default=False,
            help="Play these moves first, in standard notation or as JSON.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """List the legal moves, one a line, in standard notation or else as JSON."""
    layout = find_layout(number, source)
    try:
        for move in parse_line(after, layout):
            layout = layout.play(move)
    except ValueError as error:
        raise Failure(str(error)) from error
    if json:
        say(json_text.dumps([move.json() for move in layout.legal_moves]))
    else:
        lines = [f"{move_notation(move, layout)}\n" for move in layout.legal_moves]
        write_out("".join(lines))


def show_number(
    file: Annotated[str, FILE, Parameter(help="A file with a board text; - is stdin.")],
    /,
    *,
    game: Game = None,
    limit: Annotated[
        int,
        Parameter(
            converter=whole("--limit", 1, LAST_DEAL),
            help="The highest number to look at; in games with a beak at most 1000000.",
        ),
    ] = LAST_DEAL,
) -> None:
    """Tell the number of the deal whose board is in a file, its cells in any order."""
    rules = find_game(game)
    number = identify(read_board(file, rules), limit)
    if number is None:
        last = min(limit, last_identified(rules))
        raise Failure(f"{label(file)}: this is no deal with a number from 1 to {last}")
    say(str(number))

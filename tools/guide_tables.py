"""The tables of the guide: the game in short, how many cards move, and what was found of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from facts import decimals, game_facts, minutes, most_cards

from kungen.catalogue import wilson
from kungen.keys import MOST_CELLS
from kungen.rules import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from facts import FindCatalogue
    from language import Language

    from kungen.catalogue import Catalogue
    from kungen.rules import Rules

KNOWN: Final = 32_000
"""The deals that have been numbered from the beginning; of a longer range they are told apart."""
NONE = TO = "\N{EN DASH}"
HELPERS: Final = 2
"""Empty columns across the table of how many cards move."""


def short_table(rules: Rules, language: Language, find: FindCatalogue) -> str:
    """Return the game in short: family, decks, what lies on the table, time and chance."""
    kind = "stock" if rules.has_stock else "cells" if rules.cells else "reserve"
    share = find(rules.id).share
    chance = language.percent(share, decimals(share))
    about = minutes(rules, find)
    time = "time.about.one" if about == 1 else "time.about.other"
    rows = (
        ("family", language.string(f"family.{kind}")),
        ("decks", language.string("decks.one")),
        ("layout", _layout(rules, language)),
        ("time", language.string(time, n=language.words(about))),
        ("chance", language.string("chance.share", share=chance)),
    )
    body = "".join(
        f'<tr><th scope="row">{escape(language.string(key))}</th><td>{escape(text)}</td></tr>'
        for key, text in rows
    )
    return f'<table class="short"><tbody>{body}</tbody></table>'


def _layout(rules: Rules, language: Language) -> str:
    game = game_facts(rules, language)
    counts = (("columns", game.columns), ("cells", game.cells), ("reserve", game.reserve))
    parts = [language.counted(f"layout.{key}", count) for key, count in counts if count]
    stock = [language.string("layout.stock")] if game.stock else []
    return language.listed([*parts, *stock])


def capacity_table(rules: Rules, language: Language) -> str:
    """Return how many cards move at once, by empty cells and empty columns.

    There are rows for all the cells that the game's options allow. Each number's cell says by data
    for which position it stands, so that the page can mark it; and where the player's options make
    the table that of another game, the page shows a sentence in its place.
    """
    if rules.runs != "supermove":
        raise RulesError(f"the runs of {rules.id} do not move as a supermove")
    helpers = range(1 if rules.empty_column == "king" else HELPERS + 1)
    rows = "".join(
        _capacity_row(rules, cells, helpers, language) for cells in range(_most_cells(rules) + 1)
    )
    half = "" if len(helpers) == 1 else f"<p>{escape(language.string('capacity.half'))}</p>"
    return (
        f'<div class="capacity" id="guide-capacity"{_said_of_position(language)}>'
        f'<div class="sums"><table class="numbers">'
        f"<caption>{escape(language.string('capacity'))}</caption>"
        f"{_capacity_head(helpers, language)}<tbody>{rows}</tbody></table>{half}</div>"
        f'{_sentences(rules, language)}<p class="now" hidden></p></div>'
    )


def _most_cells(rules: Rules) -> int:
    """Return the most cells that a player can give the game."""
    offered = any(option.name == "cells" for option in rules.options)
    return MOST_CELLS if offered else rules.cells


def _said_of_position(language: Language) -> str:
    """Return what the page says of the position, as data whose places it fills."""
    cards = {"cards": "[cards]", "empty": "[empty]"}
    said = {
        "now": language.string("capacity.now", **cards),
        "now-empty": language.string("capacity.now.empty", **cards),
        "cards-one": language.string("capacity.cards.one", n="[n]"),
        "cards-other": language.string("capacity.cards.other", n="[n]"),
    }
    return "".join(f' data-{name}="{escape(text)}"' for name, text in said.items())


def _sentences(rules: Rules, language: Language) -> str:
    """Return what is said in the table's place where options make it that of another game."""
    offered = {option.name for option in rules.options}
    kinds = {"single-card": "single", "empties": "king"}
    said = {
        kind: escape(language.string(f"capacity.{kind}"))
        for option, kind in kinds.items()
        if option in offered
    }
    return "".join(
        f'<p class="apart" data-of="{kind}" hidden>{text}</p>' for kind, text in said.items()
    )


def _capacity_head(helpers: Sequence[int], language: Language) -> str:
    """Return the rows above the numbers."""
    cells = escape(language.string("capacity.cells"))
    if len(helpers) == 1:
        only = escape(language.string("capacity.only"))
        return f'<thead><tr><th scope="col">{cells}</th><th scope="col">{only}</th></tr></thead>'
    columns = escape(language.string("capacity.columns"))
    numbers = "".join(f'<th scope="col">{helper}</th>' for helper in helpers)
    return (
        f'<thead><tr><th scope="col" rowspan="2">{cells}</th>'
        f'<th scope="colgroup" colspan="{len(helpers)}">{columns}</th></tr>'
        f"<tr>{numbers}</tr></thead>"
    )


def _capacity_row(rules: Rules, cells: int, helpers: Sequence[int], language: Language) -> str:
    """Return the row of so many empty cells; where columns do not count, for any number of them."""
    at = '<td data-cells="{0}" data-columns="{1}">{2}</td>'
    numbers = "".join(
        at.format(cells, helper, language.number(most_cards(rules, cells, helper)))
        for helper in helpers
    )
    if len(helpers) == 1:
        numbers = numbers.replace(' data-columns="0"', "")
    return f'<tr><th scope="row">{cells}</th>{numbers}</tr>'


def results_table(catalogue: Catalogue, language: Language) -> str:
    """Return what is known of a game: its catalogue and measured plays, with intervals."""
    ranges = [KNOWN] if catalogue.last > KNOWN else []
    undecided = bool(catalogue.undecided)
    keys = [key for key in _COLUMNS if key != "undecided" or undecided]
    heads = "".join(
        f'<th scope="col">{escape(language.string(f"results.{key}"))}</th>' for key in keys
    )
    rows = "".join(
        _results_row(catalogue, last, keys, language) for last in (*ranges, catalogue.last)
    )
    measured = escape(language.string("results.measured"))
    none = escape(language.string("results.none"))
    return (
        f'<div class="results"><table class="numbers wide">'
        f"<caption>{escape(language.string('results'))}</caption><thead><tr>{heads}</tr></thead>"
        f'<tbody>{rows}<tr><th scope="row">{measured}</th>'
        f'<td class="none" colspan="{len(keys) - 1}">{none}</td></tr></tbody></table>'
        f"<p>{escape(language.string('results.note'))}</p></div>"
    )


_COLUMNS: Final = ("source", "deals", "winnable", "lost", "undecided", "share", "interval")


def _results_row(catalogue: Catalogue, last: int, keys: Sequence[str], language: Language) -> str:
    """Return the row of a catalogue up to a number."""
    values = dict(_results(catalogue, last, language))
    cells = "".join(
        f'<td data-label="{escape(language.string(f"results.{key}"))}">{values[key]}</td>'
        for key in keys[1:]
    )
    return f'<tr><th scope="row">{values["source"]}</th>{cells}</tr>'


def _results(catalogue: Catalogue, last: int, language: Language) -> Iterator[tuple[str, str]]:
    """Iterate over what a row of a catalogue says, by the names of its columns."""
    winnable, lost = catalogue.winnable_to(last), len(catalogue.lost_to(last))
    undecided = len(catalogue.undecided_to(last))
    first_to_last = {
        name: language.number(deal) for name, deal in (("first", catalogue.first), ("last", last))
    }
    yield "source", language.string("results.catalogue", **first_to_last)
    yield "deals", language.number(last - catalogue.first + 1)
    yield "winnable", language.number(winnable)
    yield "lost", language.number(lost)
    yield "undecided", language.number(undecided)
    if not winnable + lost:
        yield from (("share", NONE), ("interval", NONE))
        return
    share = catalogue.share_to(last)
    places = decimals(share) if lost else 0
    low, high = wilson(winnable, winnable + lost)
    finer = max(places, decimals(low), decimals(high))
    yield "share", language.percent(share, places)
    low_places, high_places = (finer if decimals(bound) else 0 for bound in (low, high))
    lowest = language.decimal(100 * low, low_places)
    yield "interval", f"{lowest}{TO}{language.percent(high, high_places)}"

"""The games of the house as the page needs them: records, options, and a page file for each game.

The games come from src/kungen/games; web/pages.json says in what order the page lists them, and
under what names it serves them.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
# The checkout's own rules, not installed ones.
sys.path.insert(0, str(ROOT / "src"))

from kungen.catalogue import catalogues  # noqa: E402 - after the path to it
from kungen.game_file import GAMES, MOST_TEXT  # noqa: E402
from kungen.keys import KEYS, OPTIONS, SCORE_OFFSET, FileKey  # noqa: E402
from kungen.par import pars  # noqa: E402
from kungen.rules import RECORD_LENGTH, RECORD_TAG, RECORD_VERSION, option_text  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kungen.catalogue import Catalogue
    from kungen.rules import Rules

LANGUAGES: Final = ("sv", "da", "en")
RARE: Final = 100
"""Of so many deals nobody can win one at most, where the page knows which."""
MISSING: Final = "404"
"""The page file that hosts show where there is no page: it lists the games."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """One HTML file: its name without the ending, its game, and the languages it serves.

    A file that serves several languages opens in the player's own; until the script knows that,
    it is written in *language*.
    """

    name: str
    game: str | None
    language: str
    shared: bool = False


@cache
def _plan() -> Mapping[str, Any]:
    plan: dict[str, Any] = json.loads((ROOT / "web" / "pages.json").read_text(encoding="utf-8"))
    return plan


def list_pages() -> Mapping[str, str]:
    """Return the page file of the list of games in each language."""
    lists: Mapping[str, str] = _plan()["lists"]
    return lists


def games() -> list[Rules]:
    """Return the games in the order in which the page lists them."""
    order = list(_plan()["games"])
    return sorted(GAMES.values(), key=lambda rules: (_place(order, rules.id), rules.id))


def _place(order: list[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def pages_of(game: str) -> Mapping[str, list[str]]:
    """Return the page files of a game in each language, the best of them first."""
    named = _plan()["games"].get(game, {})
    return {language: named.get(language, [game]) for language in LANGUAGES}


def page_files() -> list[PageFile]:
    """Return every HTML file that a game has."""
    return [page for rules in games() for page in _files_of(rules.id)]


def _files_of(game: str) -> list[PageFile]:
    served: dict[str, list[str]] = {}
    for language, names in pages_of(game).items():
        for name in names:
            served.setdefault(name, []).append(language)
    return [
        PageFile(name, game, languages[-1], len(languages) > 1)
        for name, languages in served.items()
    ]


def list_files() -> list[PageFile]:
    """Return the HTML files of the list of games."""
    lists = [PageFile(name, None, language) for language, name in list_pages().items()]
    return [*lists, PageFile(MISSING, None, LANGUAGES[0], shared=True)]


def lesson_pages() -> Mapping[str, str]:
    """Return the page file of the lessons in each language."""
    pages: Mapping[str, str] = _plan()["lessons"]
    return pages


def lesson_files() -> list[PageFile]:
    """Return the HTML files of the lessons."""
    return [PageFile(name, None, language) for language, name in lesson_pages().items()]


def statistics_pages() -> Mapping[str, str]:
    """Return the page file of the statistics in each language."""
    pages: Mapping[str, str] = _plan()["statistics"]
    return pages


def statistics_files() -> list[PageFile]:
    """Return the HTML files of the statistics."""
    return [PageFile(name, None, language) for language, name in statistics_pages().items()]


def example() -> bytes:
    """Return the file of the first game, for players to begin their own with."""
    return (ROOT / "src" / "kungen" / "games" / f"{games()[0].id}.toml").read_bytes()


def export() -> dict[str, object]:
    """Return all that the page's script knows of the games, as JSON has it."""
    return {
        "options": [_export_option(option) for option in OPTIONS],
        "games": [_export_game(rules) for rules in games()],
        "lists": list_pages(),
        "lessons": lesson_pages(),
        "statistics": statistics_pages(),
        "winnable": [*catalogues()],
    }


def _export_game(rules: Rules) -> dict[str, object]:
    return {
        "id": rules.id,
        "names": {language: getattr(rules.names, language) for language in LANGUAGES},
        "record": rules.pack().hex(),
        "offers": {option.name: option_text(option.default) for option in rules.options},
        "pages": pages_of(rules.id),
        **_searched(rules.id),
    }


def _searched(game: str) -> dict[str, object]:
    """Return the deals that nobody can win, where they are rare, and the last that was searched."""
    found = catalogues().get(game)
    if found is None or RARE * len(found.lost) > found.deals:
        return {"impossible": [], "searched": 0}
    return {"impossible": [*found.lost], "searched": found.last}


def _export_option(option: FileKey) -> dict[str, object]:
    """Return an option with the byte of the record that each of its values sets."""
    key = next((key for key in KEYS if key.field == option.field), None)
    if key is None:
        # One card at a time: a way of moving runs, where false is whatever the game itself has.
        runs = next(key for key in KEYS if key.field == "runs")
        words = {"false": 0, "true": runs.choices.index("single")}
        return {"name": option.name, "place": runs.offset, "words": words, "range": None}
    whole = option.kind == "whole" and option.step == 1
    numbers = list(option.numbers) if option.kind == "whole" and not whole else []
    flags = [False, True] if option.kind == "flag" else []
    values: list[int | bool | str] = [*option.choices, *numbers, *flags]
    return {
        "name": option.name,
        "place": key.offset,
        "words": {option_text(value): key.pack(value)[0] for value in values},
        "range": [option.low, option.high] if whole else None,
    }


def export_pars() -> dict[str, object]:
    """Return the fewest moves known for deals, as JSON has it."""
    return {key: {"first": one.first, "moves": one.digits} for key, one in pars().items()}


def export_winnable() -> dict[str, object]:
    """Return which deals of each catalogue are proven to be winnable, as JSON has it."""
    return {key: _winnable(catalogue) for key, catalogue in catalogues().items()}


def _winnable(catalogue: Catalogue) -> dict[str, object]:
    """Return the deals that are not known to be winnable, or a bit for each deal, if that is less.

    A bit is 1 where the deal is winnable; the first deal is the highest bit of the first byte.
    """
    others = sorted((*catalogue.lost, *catalogue.undecided))
    shapes: list[dict[str, object]] = [{"but": others}, {"bits": _bits(catalogue, others)}]
    least = min(shapes, key=lambda shape: len(json.dumps(shape, separators=(",", ":"))))
    return {"first": catalogue.first, "last": catalogue.last, **least}


def _bits(catalogue: Catalogue, others: Iterable[int]) -> str:
    """Return a bit for each deal of a catalogue, as bytes in base64."""
    count = -(-catalogue.deals // 8)
    flags = (1 << 8 * count) - (1 << 8 * count - catalogue.deals)
    for deal in others:
        flags -= 1 << 8 * count - 1 - (deal - catalogue.first)
    return base64.b64encode(flags.to_bytes(count)).decode()


def export_keys() -> dict[str, object]:
    """Return the table by which the page checks and packs a game's file, as JSON has it."""
    return {
        "tag": RECORD_TAG,
        "version": RECORD_VERSION,
        "length": RECORD_LENGTH,
        "scored": SCORE_OFFSET,
        "most": MOST_TEXT,
        "keys": [asdict(key) for key in KEYS],
    }

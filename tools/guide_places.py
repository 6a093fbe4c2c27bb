"""The places of the guide's texts: what a template may call, and the HTML that takes its place.

HTML is kept aside while the text goes through Markdown, a mark standing where it belongs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Final

import house
from facts import CatalogueFacts, catalogue_facts, game_facts, minutes, most_cards
from figures import Artist
from guide_tables import capacity_table, results_table, short_table
from language import ROOT, Language, capitalised, file_card
from pictures import card_word, layout_picture, layout_words

from kungen.deals import deal
from kungen.game_file import find_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from facts import FindCatalogue

    from kungen.rules import Rules

SECTIONS: Final = (
    "short", "goal", "moves", "score", "strategy",
    "results", "history", "relatives", "questions", "words",
)  # fmt: skip
LESSONS: Final = ROOT / "src" / "kungen" / "lessons"
_MARK: Final = re.compile("\ue000([0-9]+)\ue001")
_BLOCK: Final = re.compile("<p>\ue000([0-9]+)\ue001</p>")


class PlaceError(ValueError):
    """A place that names something that is not there."""


@dataclass(slots=True)
class Kept:
    """HTML kept aside, each piece under a mark."""

    pieces: list[str] = field(default_factory=list)

    def keep(self, html: str) -> str:
        """Keep a piece and return its mark."""
        self.pieces.append(html)
        return f"\ue000{len(self.pieces) - 1}\ue001"

    def restore(self, html: str) -> str:
        """Put the pieces where their marks stand, also those within other pieces.

        A piece that is a paragraph of its own takes the paragraph's place.
        """

        def piece(mark: re.Match[str]) -> str:
            return self.pieces[int(mark[1])]

        while _MARK.search(html):
            html = _MARK.sub(piece, _BLOCK.sub(piece, html))
        return html


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the places find what is not in the rules: catalogues, and what lessons are called."""

    find: FindCatalogue
    lesson_name: Callable[[str, str], str]
    """The name of a lesson in a language; `PlaceError` when there is no such lesson."""


@dataclass(frozen=True, slots=True)
class Places:
    """What the texts of one game in one language may call."""

    rules: Rules
    language: Language
    sources: Sources
    kept: Kept
    line: Callable[[str], str]
    """Makes HTML of one line of Markdown."""

    def names(self) -> Mapping[str, Any]:
        """Return everything by the names that the texts use."""
        return {
            "game": game_facts(self.rules, self.language),
            "catalogue": self._catalogue(self.rules.id),
            "catalogue_of": self._catalogue,
            **self._numbers(),
            **self._links(),
            **self._blocks(),
        }

    def _catalogue(self, game: str) -> CatalogueFacts:
        return catalogue_facts(self.sources.find(game))

    def _numbers(self) -> Mapping[str, Any]:
        language, rules = self.language, self.rules
        return {
            "n": language.number,
            "words": language.words,
            "Words": lambda number: capitalised(language.words(number)),
            "count": self._count,
            "percent": language.percent,
            "capacity": partial(most_cards, rules),
            "capacity_empty": partial(most_cards, rules, to_empty=True),
            "states": self._states,
            "minutes": lambda: minutes(rules, self.sources.find),
            "card": lambda text: self.kept.keep(card_word(file_card(text), language)),
            "name": lambda text: language.card(file_card(text)),
        }

    def _count(self, number: int, one: str, other: str) -> str:
        return (one if number == 1 else other).format(n=self.language.number(number))

    def _states(self, number: int) -> str:
        states = self.sources.find(self.rules.id).states
        if number not in states:
            raise PlaceError(f"the catalogue of {self.rules.id} has no states of deal {number}")
        return self.language.number(states[number])

    def _links(self) -> Mapping[str, Any]:
        return {
            "link": self._game_link,
            "deal_link": self._deal_link,
            "lesson": self._lesson_link,
            "lessons_link": lambda text: self._link(self._lessons_page(), text),
            "games_link": lambda text: self._link(
                f"{house.list_pages()[self.language.code]}.html", text
            ),
            "to": self._section_link,
        }

    def _link(self, address: str, text: str) -> str:
        return self.kept.keep(f'<a href="{escape(address)}">{self.line(text)}</a>')

    def _game_link(self, game: str, text: str = "") -> str:
        rules = find_rules(game)
        name = getattr(rules.names, self.language.code)
        return self._link(page_of(rules.id, self.language.code), text or name)

    def _deal_link(self, number: int, text: str = "") -> str:
        page = page_of(self.rules.id, self.language.code)
        return self._link(f"{page}?deal={number}", text or f"{number}")

    def _lesson_link(self, lesson: str, text: str = "") -> str:
        name = self.sources.lesson_name(lesson, self.language.code)
        return self._link(f"{self._lessons_page()}?lesson={lesson}", text or name)

    def _lessons_page(self) -> str:
        return f"{house.lesson_pages()[self.language.code]}.html"

    def _section_link(self, section: str, text: str) -> str:
        if section not in SECTIONS:
            raise PlaceError(f"there is no section {section}; there are {', '.join(SECTIONS)}")
        return self._link(f"#guide-{section}", text)

    def _blocks(self) -> Mapping[str, Any]:
        artist = Artist(self.rules, self.language)
        return {
            "in_short": lambda: self.kept.keep(
                short_table(self.rules, self.language, self.sources.find)
            ),
            "capacity_table": lambda: self.kept.keep(capacity_table(self.rules, self.language)),
            "results_table": lambda: self.kept.keep(
                results_table(self.sources.find(self.rules.id), self.language)
            ),
            "picture_move": self._figure(artist.move),
            "picture_refused": self._figure(artist.refused),
            "picture_empty": self._figure(artist.empty),
            "picture_cell": self._figure(artist.cell),
            "picture_up": self._figure(artist.up),
            "picture_run": self._figure(artist.run),
            "picture_stock": self._figure(artist.stock),
            "picture_deal": self._deal_figure,
            "pictures": self._side_by_side,
        }

    def _figure(self, draw: Callable[..., str]) -> Callable[..., str]:
        """Return what draws a picture and sets the last argument, its caption, under it."""

        def figure(*arguments: Any) -> str:
            *shown, caption = arguments
            return self._kept_figure(draw(*shown), caption)

        return figure

    def _kept_figure(self, picture: str, caption: str, kind: str = "figure") -> str:
        said = f"<figcaption>{self.line(caption)}</figcaption>"
        return self.kept.keep(f'<figure class="{kind}">{picture}{said}</figure>')

    def _deal_figure(self, number: int, caption: str) -> str:
        layout, name = deal(number, self.rules), getattr(self.rules.names, self.language.code)
        said = self.language.string("picture.deal", game=name, deal=number)
        words = "".join(f"<li>{escape(line)}</li>" for line in layout_words(layout, self.language))
        picture = layout_picture(layout, self.language, said)
        heard = f'<ul class="unseen">{words}</ul>'
        return self._kept_figure(picture + heard, caption, "figure whole")

    def _side_by_side(self, *figures: Sequence[str]) -> str:
        return self.kept.keep(f'<div class="figures">{"".join(map(str, figures))}</div>')


def lesson_name(lesson: str, code: str) -> str:
    """Return the name of a lesson in a language, as its file has it."""
    path = LESSONS / f"{lesson}.toml"
    if not path.is_file():
        raise PlaceError(f"there is no lesson {lesson}")
    name: str = tomllib.loads(path.read_text(encoding="utf-8"))[code]["name"]
    return name


def page_of(game: str, language: str) -> str:
    """Return the page file of a game in a language, with its ending."""
    return f"{house.pages_of(game)[language][0]}.html"

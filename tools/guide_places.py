"""The places of the guide's texts: what a template may call, and the HTML that takes its place.

HTML is kept aside while the text goes through Markdown, a mark standing where it belongs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal

import house
import jinja2
from facts import CatalogueFacts, catalogue_facts, game_facts, minutes, most_cards
from figures import Artist
from guide_forms import checked
from guide_lines import unmarked
from guide_tables import capacity_table, results_table, short_table
from language import Language, capitalised, file_card
from pictures import card_word, layout_picture, layout_words

from kungen.deals import check_deal_number, deal
from kungen.game_file import find_rules
from kungen.keys import OPTIONS
from kungen.lesson import lessons
from kungen.quoting import quoted, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from facts import FindCatalogue

    from kungen.rules import Rules

SECTIONS: Final = (
    "short", "goal", "moves", "score", "strategy",
    "results", "history", "relatives", "questions", "words",
)  # fmt: skip
Kind = Literal["word", "link", "block", "figure"]
BLOCKS: Final[tuple[Kind, ...]] = ("block", "figure")
_MARK: Final = re.compile("\ue000([0-9]+)\ue001")
_BLOCK: Final = re.compile("<p>\ue000([0-9]+)\ue001</p>")


class PlaceError(ValueError):
    """A place that names something that is not there."""


@dataclass(slots=True)
class Kept:
    """HTML kept aside, each piece under a mark, with its kind."""

    pieces: list[tuple[str, Kind]] = field(default_factory=list)

    def keep(self, html: str, kind: Kind = "word") -> str:
        """Keep a piece and return its mark."""
        self.pieces.append((unmarked(html), kind))
        return f"\ue000{len(self.pieces) - 1}\ue001"

    def restore(self, html: str) -> str:
        """Put the pieces where their marks stand, also those within other pieces.

        A block that is a paragraph of its own takes the paragraph's place.
        """

        def piece(mark: re.Match[str]) -> str:
            return self.pieces[int(mark[1])][0]

        def paragraph(mark: re.Match[str]) -> str:
            return piece(mark) if self._is(mark, BLOCKS) else mark[0]

        while _MARK.search(html):
            html = _MARK.sub(piece, _BLOCK.sub(paragraph, html))
        return html

    def place(self, text: str, kinds: Container[Kind]) -> int | None:
        """Return where the first piece of these kinds stands in a text, or `None`."""
        found = (mark.start() for mark in _MARK.finditer(text) if self._is(mark, kinds))
        return next(found, None)

    def is_one(self, text: object, kinds: Container[Kind]) -> bool:
        """Tell whether something is the mark of a piece of these kinds and nothing else."""
        mark = _MARK.fullmatch(text) if isinstance(text, str) else None
        return mark is not None and self._is(mark, kinds)

    def _is(self, mark: re.Match[str], kinds: Container[Kind]) -> bool:
        return self.pieces[int(mark[1])][1] in kinds


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
        calls = {
            "catalogue_of": self._catalogue,
            **self._numbers(),
            **self._links(),
            **self._blocks(),
        }
        return {
            "game": game_facts(self.rules, self.language),
            "catalogue": self._catalogue(self.rules.id),
            "pictures": self._side_by_side,
            **{name: checked(name, call) for name, call in calls.items()},
        }

    def _catalogue(self, game: str) -> CatalogueFacts:
        found = catalogue_facts(self.sources.find(game))
        return replace(found, lost_to=checked("lost_to", found.lost_to))

    def _numbers(self) -> Mapping[str, Callable[..., Any]]:
        language = self.language
        return {
            "n": language.number,
            "words": language.words,
            "Words": lambda number: capitalised(language.words(number)),
            "count": self._count,
            "percent": language.percent,
            "capacity": self._capacity,
            "capacity_empty": self._capacity_empty,
            "states": self._states,
            "minutes": lambda: minutes(self.rules, self.sources.find),
            "card": lambda text: self.kept.keep(card_word(file_card(text), language)),
            "name": lambda text: language.card(file_card(text)),
        }

    def _count(self, number: int, one: str, other: str) -> str:
        text = one if number == 1 else other
        try:
            return text.format(n=self.language.number(number))
        except (KeyError, ValueError, IndexError, AttributeError):
            raise PlaceError(f"count: {quoted(text)} has other braces than {{n}}") from None

    def _capacity(self, cells: int, columns: int) -> int:
        return most_cards(self.rules, *self._on_the_table(cells, columns, 0))

    def _capacity_empty(self, cells: int, columns: int) -> int:
        return most_cards(self.rules, *self._on_the_table(cells, columns, 1), to_empty=True)

    def _on_the_table(self, cells: int, columns: int, least: int) -> tuple[int, int]:
        """Return numbers of empty cells and columns, refused when the game cannot have them."""
        for name, number, low in (("cells", cells, 0), ("columns", columns, least)):
            most = self._most(name)
            if not low <= number <= most:
                raise PlaceError(
                    f"{self.rules.id} has {low} to {most} empty {name}, not {quoted(number)}"
                )
        return cells, columns

    def _most(self, name: str) -> int:
        """Return how many cells or columns a game has, by its options too."""
        if name in {option.name for option in self.rules.options}:
            return next(key.high for key in OPTIONS if key.name == name)
        own: int = getattr(self.rules, name)
        return own

    def _states(self, number: int) -> str:
        states = self.sources.find(self.rules.id).states
        if number not in states:
            raise PlaceError(f"the catalogue of {self.rules.id} has no states of deal {number}")
        return self.language.number(states[number])

    def _links(self) -> Mapping[str, Callable[..., Any]]:
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
        if self.kept.place(text, ("link",)) is not None:
            raise PlaceError("the text of a link has a link in it")
        return self.kept.keep(f'<a href="{escape(address)}">{self.line(text)}</a>', "link")

    def _game_link(self, game: str, text: str = "") -> str:
        rules = find_rules(game)
        name = getattr(rules.names, self.language.code)
        return self._link(page_of(rules.id, self.language.code), text or name)

    def _deal_link(self, number: int, text: str = "") -> str:
        page = page_of(self.rules.id, self.language.code)
        return self._link(f"{page}?deal={check_deal_number(number)}", text or f"{number}")

    def _lesson_link(self, lesson: str, text: str = "") -> str:
        name = self.sources.lesson_name(lesson, self.language.code)
        return self._link(f"{self._lessons_page()}?lesson={lesson}", text or name)

    def _lessons_page(self) -> str:
        return f"{house.lesson_pages()[self.language.code]}.html"

    def _section_link(self, section: str, text: str) -> str:
        if section not in SECTIONS:
            raise PlaceError(
                f"there is no section {shortened(section)}; there are {', '.join(SECTIONS)}"
            )
        return self._link(f"#guide-{section}", text)

    def _blocks(self) -> Mapping[str, Callable[..., Any]]:
        artist = Artist(self.rules, self.language)
        return {
            "in_short": self._table(
                lambda: short_table(self.rules, self.language, self.sources.find)
            ),
            "capacity_table": self._table(lambda: capacity_table(self.rules, self.language)),
            "results_table": self._table(
                lambda: results_table(self.sources.find(self.rules.id), self.language)
            ),
            "picture_move": self._figure(artist.move),
            "picture_refused": self._figure(artist.refused),
            "picture_empty": self._figure(artist.empty),
            "picture_cell": self._figure(artist.cell),
            "picture_up": self._figure(artist.up),
            "picture_run": self._figure(artist.run),
            "picture_stock": self._figure(artist.stock),
            "picture_deal": self._deal_figure,
        }

    def _table(self, draw: Callable[[], str]) -> Callable[[], str]:
        return lambda: self.kept.keep(draw(), "block")

    def _figure(self, draw: Callable[..., str]) -> Callable[..., str]:
        """Return what draws a picture and sets the last argument, its caption, under it."""

        def figure(*arguments: Any) -> str:
            *shown, caption = arguments
            return self._kept_figure(draw(*shown), caption)

        return figure

    def _kept_figure(self, picture: str, caption: str, kind: str = "figure") -> str:
        said = f"<figcaption>{self.line(caption)}</figcaption>"
        return self.kept.keep(f'<figure class="{kind}">{picture}{said}</figure>', "figure")

    def _deal_figure(self, number: int, caption: str) -> str:
        layout, name = deal(number, self.rules), getattr(self.rules.names, self.language.code)
        said = self.language.string("picture.deal", game=name, deal=number)
        words = "".join(f"<li>{escape(line)}</li>" for line in layout_words(layout, self.language))
        picture = layout_picture(layout, self.language, said)
        heard = f'<ul class="unseen">{words}</ul>'
        return self._kept_figure(picture + heard, caption, "figure whole")

    def _side_by_side(self, *figures: object) -> str:
        for figure in figures:
            if isinstance(figure, jinja2.Undefined):
                str(figure)  # which raises the engine's own error: what there is not
        others = [figure for figure in figures if not self.kept.is_one(figure, ("figure",))]
        if others or not figures:
            found = quoted(others[0]) if others else "nothing"
            raise PlaceError(f"pictures takes pictures, not {found}; write pictures(one, two, …)")
        html = f'<div class="figures">{"".join(map(str, figures))}</div>'
        return self.kept.keep(html, "block")


def lesson_name(lesson: str, code: str) -> str:
    """Return the name of a lesson of the house in a language."""
    found = lessons().get(lesson)
    if found is None:
        raise PlaceError(f"there is no lesson {shortened(lesson)}")
    return found.text(code).name


def page_of(game: str, language: str) -> str:
    """Return the page file of a game in a language, with its ending."""
    return f"{house.pages_of(game)[language][0]}.html"

"""The page's HTML files, from their templates: tables, lists, lessons, statistics."""

from __future__ import annotations

import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import book
import guide
import house
from language import read_language
from pictures import sprite
from search_engines import described_game, shared_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kungen.rules import Rules

    Guides = Mapping[tuple[str, str], guide.Guide]
    Texts = Mapping[str, dict[str, str]]

TEMPLATES: Final = Path(__file__).resolve().parent.parent / "web" / "html"
# The front page is written in Swedish until the script knows the browser's language, and shows the
# game that was left.
FRONT: Final = "sv"
# They need all texts at once.
WORDY: Final = ("games.html", "statistics.html")
# From the help to the guide, and to the part of it that has this id.
GUIDE_WAYS: Final = {"guide": "do.guide", "guide-capacity": "do.capacity"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page being written: its directory, the hashed name of each file, what scripts need."""

    out: Path
    names: dict[str, str]
    needs: dict[str, tuple[str, ...]]
    version: str

    def add(self, name: str, body: bytes) -> None:
        """Write a file under a name that changes with its content."""
        stem, dot, ending = name.rpartition(".")
        hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:8]}{dot}{ending}"
        (self.out / hashed).write_bytes(body)
        self.names[name] = hashed

    def take(self, path: Path) -> None:
        """Write a file whose name changes with its content already."""
        (self.out / path.name).write_bytes(path.read_bytes())


def write_html_files(page: Page, texts: Texts) -> None:
    """Write all HTML files, in the texts of each language.

    Raises:
        RuntimeError: a guide is not as it must be.

    """
    guides = _read_guides()
    for file in (house.PageFile("index", None, FRONT, shared=True), *house.page_files()):
        lines = texts[file.language]
        _write_html(page, "page.html", file, lines | _game_values(file, lines, guides))
    for file in house.list_files():
        lines = texts[file.language]
        _write_html(page, "games.html", file, lines | _list_values(file, lines, guides))
    for file in house.lesson_files():
        lines = texts[file.language] | book.read_words(file.language)
        _write_html(page, "lessons.html", file, lines | _lesson_values(file, lines))
    for file in house.statistics_files():
        lines = texts[file.language]
        _write_html(
            page,
            "statistics.html",
            file,
            lines | _told(file, lines, "stats", house.statistics_pages()),
        )


def _write_html(page: Page, template: str, file: house.PageFile, lines: dict[str, str]) -> None:
    """Write a page file by its template; values that end in _html are HTML already."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    whole = _put_parts(text.replace("{{sprite}}", sprite(read_language(file.language))))
    values = {
        "guide_ways_html": "",
        **{
            key: line if key.endswith("_html") else html.escape(line) for key, line in lines.items()
        },
        **{f"asset:{name}": hashed for name, hashed in page.names.items()},
        **{f"needs:{name}": _preloads(needs) for name, needs in page.needs.items()},
        "language": file.language,
        "version": page.version,
        "texts": page.names[f"{'all.' if template in WORDY else ''}{file.language}.json"],
        "page": "index" if file.shared else file.language,
        "list": house.list_pages()[file.language],
        "lessons": house.lesson_pages()[file.language],
        "statistics": house.statistics_pages()[file.language],
    }
    filled = re.sub(r"\{\{([\w.:-]+)\}\}", lambda place: values[place[1]], whole)
    (page.out / f"{file.name}.html").write_text(filled, encoding="utf-8")


def _preloads(scripts: Iterable[str]) -> str:
    """Fetch at once the scripts that another one imports."""
    return "".join(f'<link rel="modulepreload" href="{script}">' for script in scripts)


def _put_parts(text: str) -> str:
    """Put into a template the parts that several have, or one has twice."""
    for path in sorted(TEMPLATES.glob("*_parts.html")):
        text = text.replace(f"{{{{{path.stem}}}}}", path.read_text(encoding="utf-8").strip())
    return text


def _read_guides() -> Guides:
    """Return the guide of each game in each language."""
    try:
        return {
            (rules.id, language): guide.read_guide(rules.id, language)
            for rules in house.games()
            for language in house.LANGUAGES
        }
    except guide.GuideError as error:
        raise RuntimeError(str(error)) from error


def _game_values(file: house.PageFile, lines: dict[str, str], guides: Guides) -> dict[str, str]:
    """Return what a page says of its game; the front page says it of the first one."""
    rules = next(one for one in house.games() if file.game in {one.id, None})
    name = getattr(rules.names, file.language)
    read = guides[rules.id, file.language]
    return {
        "id": file.game or "",
        "game": name,
        "title": read.title,
        "description": read.description,
        "shared_html": shared_link(read.title, read.description, file.language),
        "links_html": "\n".join(_links(file, house.pages_of(rules.id))),
        "guide_html": read.html,
        "guide_ways_html": "".join(_ways(read.html, lines)),
        "told_html": described_game(rules, read_language(file.language), read.description),
    }


def _ways(guide_html: str, lines: Mapping[str, str]) -> Iterator[str]:
    """Lead to the places that a guide has."""
    for place, key in GUIDE_WAYS.items():
        if f'id="{place}"' in guide_html:
            text = html.escape(lines[key])
            yield f'<a href="#{place}" data-do="guide" data-text="{key}">{text}</a> '


def _list_values(file: house.PageFile, lines: dict[str, str], guides: Guides) -> dict[str, str]:
    """Return what the list of games says before its script runs: the games, and where they are."""
    pages = {language: [name] for language, name in house.list_pages().items()}
    is_missing = file.name == house.MISSING
    items = (_list_item(rules, file.language, guides) for rules in house.games())
    return {
        "title": lines["games.title"],
        "description": lines["games.description"],
        "missing": str(is_missing).lower(),
        "links_html": "" if is_missing else "\n".join(_links(file, pages)),
        "games_html": "\n    ".join(items),
    }


def _list_item(rules: Rules, language: str, guides: Guides) -> str:
    address = f"{house.pages_of(rules.id)[language][0]}.html"
    name = html.escape(getattr(rules.names, language))
    described = html.escape(guides[rules.id, language].description)
    return f'<li><a href="{address}">{name}</a> {described}</li>'


def _lesson_values(file: house.PageFile, lines: dict[str, str]) -> dict[str, str]:
    """Return the lessons as a book, and what is told of them."""
    told = _told(file, lines, "lessons", house.lesson_pages())
    return told | {"book_html": book.book(file.language)}


def _told(
    file: house.PageFile, lines: dict[str, str], about: str, names: Mapping[str, str]
) -> dict[str, str]:
    """Return what is told of a page that has one name in each language."""
    title, description = lines[f"{about}.title"], lines[f"{about}.description"]
    pages = {language: [name] for language, name in names.items()}
    return {
        "title": title,
        "description": description,
        "shared_html": shared_link(title, description, file.language),
        "links_html": "\n".join(_links(file, pages)),
    }


def _links(file: house.PageFile, pages: Mapping[str, list[str]]) -> Iterator[str]:
    """Say where the page's languages are, and which of its names is the best."""
    for language, (best, *_) in pages.items():
        yield f'<link rel="alternate" hreflang="{language}" href="{best}.html">'
    is_front = file.game == house.games()[0].id or file.name == "index"
    default = "index" if is_front else pages["en"][0]
    yield f'<link rel="alternate" hreflang="x-default" href="{default}.html">'
    if file.name != "index":
        yield f'<link rel="canonical" href="{pages[file.language][0]}.html">'

"""Makes the guide's texts into HTML: Jinja2, then Markdown, then sections with addresses.

Run as ``python tools/guide.py FILE...`` to look at texts while they are written: they are made
into one page in a temporary directory, whose path is printed.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jinja2
from guide_html import SectionError, article
from guide_places import Kept, Places, Sources, lesson_name
from guide_preview import FEIGNED, write_preview
from language import ROOT, Language, read_language
from markdown_it import MarkdownIt

from kungen.catalogue import find as find_catalogue
from kungen.game_file import find_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES: Final = Sources(find_catalogue, lesson_name)
TEXTS: Final = ROOT / "web" / "guide"
KEYS: Final = ("title", "description")
LONGEST_DESCRIPTION: Final = 160
_ALONE: Final = re.compile(
    r"^[ \t]*(\{%(?:(?!%\}).)*?|\{#(?:(?!#\}).)*?)([-+]?[%#]\})[ \t]*\n", re.MULTILINE
)
"""A tag that has a line to itself: its line's end goes into the tag, and makes no empty line."""


class GuideError(ValueError):
    """A text that is not as it must be: the file, the line, and what was expected."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A game's guide in one language: what search engines are told, and the HTML."""

    title: str
    description: str
    html: str


def read_guide(game: str, code: str, sources: Sources = SOURCES) -> Guide:
    """Make the guide of a game in a language.

    Raises:
        GuideError: the text is wrong; file and line are named.

    """
    path = TEXTS / code / f"{game}.md"
    front, _ = _parts(path)
    language, kept = read_language(code), Kept()
    markdown = _markdown()
    places = Places(find_rules(game), language, sources, kept, markdown.renderInline)
    text = _fill(path, places)
    try:
        html = article(places.rules, language, markdown, text)
    except SectionError as error:
        raise GuideError(f"{_shown(path)}: {error}") from None
    return Guide(front["title"], front["description"], kept.restore(html))


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _shown(path: Path) -> str:
    """Return a path as an error names it."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def _parts(path: Path) -> tuple[dict[str, str], str]:
    """Return what stands before the text, and the text with its lines where they were."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if "---" not in lines:
        raise GuideError(f"{_shown(path)}: line 1: there is no line --- after {' and '.join(KEYS)}")
    end = lines.index("---")
    front = dict(_front_line(path, at, line) for at, line in enumerate(lines[:end], 1))
    for key in KEYS:
        if not front.get(key):
            raise GuideError(f"{_shown(path)}: line 1: {key} is missing before ---")
    if len(front["description"]) > LONGEST_DESCRIPTION:
        raise GuideError(
            f"{_shown(path)}: line 2: the description has {len(front['description'])} characters,"
            f" more than {LONGEST_DESCRIPTION}"
        )
    return front, "\n" * (end + 1) + "\n".join(lines[end + 1 :])


def _front_line(path: Path, at: int, line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or key not in KEYS:
        raise GuideError(f"{_shown(path)}: line {at}: this is neither {' nor '.join(KEYS)}: {line}")
    return key, value.strip()


def _fill(path: Path, places: Places) -> str:
    """Fill the places of a text."""
    folder = path.parent

    def load(name: str) -> tuple[str, str, None] | None:
        file = folder / name
        if not file.is_file():
            return None
        text = file.read_text(encoding="utf-8") if name != path.name else _parts(file)[1]
        return _ALONE.sub(r"\1\n\2", text), str(file), None

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(load),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown escapes what is no mark
        keep_trailing_newline=True,
        finalize=lambda value: _finalized(value, places.language),
    )
    try:
        return environment.get_template(path.name).render(places.names())
    except jinja2.TemplateSyntaxError as error:
        file = Path(error.filename or path)
        raise GuideError(f"{_shown(file)}: line {error.lineno}: {error.message}") from None
    except jinja2.TemplateNotFound as error:
        raise GuideError(f"{_where(error, path)}: there is no file {error.name}") from None
    except (jinja2.TemplateError, ValueError, TypeError, KeyError, IndexError) as error:
        raise GuideError(f"{_where(error, path)}: {error}") from error


def _finalized(value: Any, language: Language) -> Any:
    """Write a list of deals, such as the lost ones, as a sentence has it."""
    if isinstance(value, tuple | list):
        return language.listed([*map(str, value)])
    return value


def _where(error: BaseException, path: Path) -> str:
    """Return the file and the line of the texts in which an error was raised."""
    trace, found = error.__traceback__, (path, 1)
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.parent == path.parent:
            found = (file, trace.tb_lineno)
        trace = trace.tb_next
    return f"{_shown(found[0])}: line {found[1]}"


def main(arguments: Sequence[str]) -> int:
    """Show the texts named as one page; print its path, or what is wrong."""
    paths = [Path(argument).resolve() for argument in arguments]
    try:
        guides = [read_guide(path.stem, path.parent.name, FEIGNED) for path in paths]
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    languages = [path.parent.name for path in paths]
    print(write_preview([guide.html for guide in guides], read_language((languages or ["sv"])[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

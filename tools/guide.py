"""Makes the guide's texts into HTML: Jinja2, then Markdown, then sections with addresses.

Run as ``python tools/guide.py FILE...`` to look at texts while they are written: they are made
into one page in a temporary directory, whose path is printed.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import house
import jinja2
from guide_check import SectionError, check_line, check_text
from guide_forms import FORMS
from guide_html import article
from guide_lines import LineError, Lines, read_text, unmarked
from guide_places import Kept, PlaceError, Places, Sources, lesson_name
from guide_preview import FEIGNED, write_preview
from language import ROOT, Language, read_language
from markdown_it import MarkdownIt

from kungen.catalogue import find as find_catalogue
from kungen.game_file import GAMES
from kungen.quoting import quoted, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES: Final = Sources(find_catalogue, lesson_name)
TEXTS: Final = ROOT / "web" / "guide"
KEYS: Final = ("title", "description")
LONGEST_DESCRIPTION: Final = 160
_SHARED: Final = re.compile(r"_[\w-]+\.md")
"""The name of a text that several games take in."""


class GuideError(ValueError):
    """A text that is not as it must be: the file, the line, and what was expected."""


class Missing(jinja2.StrictUndefined):
    """What a text asks for and there is not; Jinja2 asks for a class of its own kind here."""

    @property
    def _undefined_message(self) -> str:
        name, owner = shortened(str(self._undefined_name)), self._undefined_obj
        if self._undefined_hint:
            return self._undefined_hint
        if owner is jinja2.utils.missing:
            return f"there is no place {name}"
        owned = type(owner).__name__.removesuffix("Facts").lower()
        if hasattr(type(owner), "__dataclass_fields__"):
            return f"{owned} has no {name}; it has {', '.join(it.name for it in fields(owner))}"
        return f"{'this' if owner is None else quoted(owner)} has no {name}"


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
    return read_guide_file(TEXTS / code / f"{game}.md", sources)


def read_guide_file(path: Path, sources: Sources = SOURCES) -> Guide:
    """Make a guide of a file whose name is the game's and whose directory's is the language's.

    Raises:
        GuideError: there is no such guide or it is wrong; file and line are named.

    """
    _check_path(path)
    front, _ = _parts(path)
    language, kept, markdown = read_language(path.parent.name), Kept(), _markdown()

    def line(text: str) -> str:
        check_line(markdown.parseInline(unmarked(text)), kept)
        html: str = markdown.renderInline(unmarked(text))
        return html

    places = Places(GAMES[path.stem], language, sources, kept, line)
    lines = Lines()
    filled = _fill(path, places, lines)
    text = unmarked(filled)
    tokens = markdown.parse(text)
    try:
        check_text(tokens, kept, language, text.rstrip().count("\n"))
    except SectionError as error:
        file, at = lines.places(filled)[error.at]
        raise GuideError(f"{_shown(file)}: line {at}: {error}") from None
    html = article(places.rules, language, markdown, tokens)
    return Guide(front["title"], front["description"], kept.restore(html))


def _check_path(path: Path) -> None:
    """Refuse a file that is no guide by its name and its place."""
    if not path.is_file():
        what = "this is a directory, not a guide" if path.is_dir() else "there is no such file"
        raise GuideError(f"{_shown(path)}: {what}")
    if path.parent.name not in house.LANGUAGES:
        raise GuideError(
            f"{_shown(path)}: a guide lies in a directory named by its language:"
            f" {', '.join(house.LANGUAGES)}"
        )
    if path.suffix != ".md" or path.stem not in GAMES:
        raise GuideError(
            f"{_shown(path)}: a guide is named by its game, such as freecell.md: {', '.join(GAMES)}"
        )


def _read(path: Path) -> str:
    try:
        return read_text(path)
    except LineError as error:
        raise GuideError(f"{_shown(path)}: {error}") from None
    except OSError as error:
        raise GuideError(f"{_shown(path)}: it cannot be read: {error.strerror}") from None


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _shown(path: Path) -> str:
    """Return a path as an error names it."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def _parts(path: Path) -> tuple[dict[str, str], str]:
    """Return what stands before the text, and the text with its lines where they were."""
    lines = _read(path).split("\n")
    if "---" not in lines:
        raise GuideError(f"{_shown(path)}: line 1: there is no line --- after {' and '.join(KEYS)}")
    end = lines.index("---")
    front: dict[str, str] = {}
    for at, line in enumerate(lines[:end], 1):
        key, value = _front_line(path, at, line)
        if key in front:
            raise GuideError(f"{_shown(path)}: line {at}: {key} is there twice")
        front[key] = value
    for key in KEYS:
        if not front.get(key):
            raise GuideError(f"{_shown(path)}: line 1: {key} is missing before ---")
    return front, "\n" * (end + 1) + "\n".join(lines[end + 1 :])


def _front_line(path: Path, at: int, line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or key not in KEYS:
        fault = f"this is neither {' nor '.join(KEYS)}: {shortened(line)}"
        raise GuideError(f"{_shown(path)}: line {at}: {fault}")
    if "{" in value or "}" in value:
        fault = f"{key} has braces, and places are filled in the text only"
        raise GuideError(f"{_shown(path)}: line {at}: {fault}")
    if key == "description" and len(value.strip()) > LONGEST_DESCRIPTION:
        raise GuideError(
            f"{_shown(path)}: line {at}: the description has {len(value.strip())} characters,"
            f" more than {LONGEST_DESCRIPTION}"
        )
    return key, value.strip()


def _fill(path: Path, places: Places, lines: Lines) -> str:
    """Fill the places of a text, its lines marked."""

    def load(name: str) -> tuple[str, str, None] | None:
        file = path.parent / name
        if name == path.name:
            text = _parts(file)[1]
        elif _SHARED.fullmatch(name) and file.is_file():
            text = _read(file)
        else:
            return None
        marked = lines.mark(environment, file, text)
        _check_readable(environment, file, marked)
        return marked, str(file), None

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(load),
        undefined=Missing,
        autoescape=False,  # noqa: S701 - Markdown escapes what is no mark
        keep_trailing_newline=True,
        optimized=False,  # else what is wrong with a constant is found before it has a line
        finalize=lambda value: _finalized(value, places.language),
    )
    environment.globals.clear()  # the places are all that there is
    try:
        return environment.get_template(path.name).render(places.names())
    except GuideError:
        raise
    except jinja2.TemplateSyntaxError as error:
        file = Path(error.filename or path)
        raise GuideError(f"{_shown(file)}: line {error.lineno}: {error.message}") from None
    except _FAULTS as error:
        raise GuideError(f"{_where(error, path)}: {_sentence(error)}") from error


def _check_readable(environment: jinja2.Environment, file: Path, text: str) -> None:
    """Refuse what the engine cannot read, and has no line for: too deep, or too long a number."""
    try:
        environment.compile(text, raw=True, filename=str(file))
    except jinja2.TemplateSyntaxError:
        raise
    except (ValueError, RecursionError, MemoryError):
        line = _first_unreadable(environment, text.split("\n"))
        fault = "this nests too deeply, or has a number that is too long"
        raise GuideError(f"{_shown(file)}: line {line}: {fault}") from None


def _first_unreadable(environment: jinja2.Environment, lines: Sequence[str]) -> int:
    """Return the first line of a template with which it cannot be read."""
    for at in range(1, len(lines)):
        try:
            environment.compile("\n".join(lines[:at]), raw=True)
        except jinja2.TemplateSyntaxError:
            continue
        except (ValueError, RecursionError, MemoryError):
            return at
    return len(lines)


_FAULTS: Final = (
    jinja2.TemplateError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    MemoryError,
    RuntimeError,
)
"""What a place, or an expression in the braces, can raise."""


def _sentence(error: BaseException) -> str:
    """Return what is wrong with a place."""
    if isinstance(error, jinja2.TemplateNotFound):
        return (
            f"there is no shared text {shortened(str(error.name))}: its name is such as"
            " _words.md, and it lies beside this file"
        )
    if isinstance(error, RecursionError):
        return "this text takes in itself"
    if "integer string conversion" in str(error):
        return "this number has too many digits to be written"
    if isinstance(error, jinja2.TemplateError) or type(error).__module__ != "builtins":
        return str(error)
    return f"this cannot be worked out: {str(error) or type(error).__name__}"


def _finalized(value: Any, language: Language) -> Any:
    """Return what a place writes: texts, whole numbers, and lists of these as a sentence has them.

    Anything else would be written as Python has it; `PlaceError` says so.
    """
    if isinstance(value, jinja2.Undefined):
        return value
    if isinstance(value, tuple | list):
        return language.listed([f"{_finalized(one, language)}" for one in value])
    if callable(value):
        name = str(getattr(value, "__name__", value))
        use = FORMS[name].use if name in FORMS else f"{name}(…)"
        raise PlaceError(f"{name} is written with what it takes: {use}")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise PlaceError(f"{quoted(value)} is neither a text nor a whole number")
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
    parser = argparse.ArgumentParser(
        prog="tools/guide.py", description="Make one page of texts of the guide, to look at."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sv/freecell.md")
    paths = [path.resolve() for path in parser.parse_args(arguments).files]
    try:
        guides = [read_guide_file(path, FEIGNED) for path in paths]
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    print(write_preview([guide.html for guide in guides], read_language(paths[0].parent.name)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A page on which texts of the guide are looked at while they are written."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from guide_places import PlaceError, Sources, lesson_name
from language import ROOT
from pictures import sprite

from kungen.catalogue import Catalogue, CatalogueError, find
from kungen.lesson import LessonError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from language import Language


def _find(game: str) -> Catalogue:
    """Return a game's catalogue, or an invented one where there is none yet."""
    try:
        return find(game)
    except CatalogueError:
        return Catalogue(
            game=game,
            first=1,
            last=1_000_000,
            bytes=0,
            signature="",
            moves=100,
            lost=(11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948),
            undecided=(),
            states={11982: 29358},
        )


def _lesson_name(lesson: str, code: str) -> str:
    """Return the name of a lesson, or its id where it is not written yet."""
    try:
        return lesson_name(lesson, code)
    except (PlaceError, LessonError):
        return lesson


FEIGNED: Final = Sources(_find, _lesson_name)
"""What is there, and for what is not there yet something to look at."""


def write_preview(guides: Sequence[str], language: Language) -> Path:
    """Write guides as one page into a temporary directory; return its path."""
    styles = [(ROOT / "web" / "css" / name).as_uri() for name in ("page.css", "guide.css")]
    links = "".join(f'<link rel="stylesheet" href="{style}">' for style in styles)
    file = Path(tempfile.mkdtemp(prefix="kungen-guide-")) / "index.html"
    file.write_text(
        f'<!doctype html><html lang="{language.code}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Guide</title>{links}<body>{sprite(language)}<main>{''.join(guides)}</main>",
        encoding="utf-8",
    )
    return file

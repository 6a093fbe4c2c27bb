"""What Markdown could say and the guide may not: its headings, links, images and blocks."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

from guide_places import BLOCKS, SECTIONS, PlaceError

from kungen.quoting import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guide_places import Kept
    from language import Language
    from markdown_it.token import Token

DEEPEST: Final = 3
TYPED: Final = {
    "link_open": "links are made by places: link, deal_link, lesson, lessons_link, games_link, to",
    "image": "images are made by places: picture_move, picture_deal and the others",
}
ALONE: Final = "a picture or a table stands in a paragraph of its own"


class SectionError(ValueError):
    """A text that is not built as every guide is."""

    def __init__(self, at: int, fault: str) -> None:
        """Keep the line of the filled text, counted from 0, beside what is wrong."""
        super().__init__(fault)
        self.at = at


def check_line(tokens: Sequence[Token], kept: Kept) -> None:
    """Refuse a line, such as a caption, with a link typed by hand, an image or a block in it."""
    for token in tokens:
        if kept.place(token.content, BLOCKS) is not None:
            raise PlaceError(ALONE)
        for child in token.children or ():
            if child.type in TYPED:
                raise PlaceError(TYPED[child.type])


def check_text(tokens: Sequence[Token], kept: Kept, language: Language, end: int) -> None:
    """Refuse a text that is not built as every guide is; *end* is its last line, from 0."""
    headings = [*_headings(tokens)]
    _check_title(tokens, end)
    _check_depths(headings)
    _check_sections([heading for heading in headings if heading[1] == "h2"], language, end)
    _check_inlines(tokens, kept)


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[int, str, str]]:
    """Iterate over the line, the tag and the name of each heading."""
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        line, name = _line(token), tokens[at + 1].content
        if token.level:
            raise SectionError(line, "a heading stands neither in a list nor in a quotation")
        if token.markup[0] != "#" and at:
            raise SectionError(line, "a heading begins with #; this one has a line under it")
        if not name.strip():
            raise SectionError(line, "this heading has no name")
        yield line, token.tag, name


def _line(token: Token) -> int:
    return token.map[0] if token.map else 0


def _check_title(tokens: Sequence[Token], end: int) -> None:
    if not tokens or tokens[0].tag != "h1":
        at = _line(tokens[0]) if tokens else end
        raise SectionError(at, "the text must begin with its heading, # and a name")


def _check_depths(headings: Sequence[tuple[int, str, str]]) -> None:
    """Refuse a second title, and a heading that is too deep where it stands."""
    for (_, above, _), (line, tag, name) in pairwise(headings):
        if tag == "h1":
            raise SectionError(line, f"the text has its heading, and this is another: {name}")
        depth = int(tag[1])
        if depth > min(DEEPEST, int(above[1]) + 1):
            marks = "#" * depth
            raise SectionError(
                line, f"{marks} is too deep here: sections have ##, parts of them ###"
            )


def _check_sections(headings: Sequence[tuple[int, str, str]], language: Language, end: int) -> None:
    """Refuse other sections than those that every guide has, or in another order."""
    wanted = [language.string(f"section.{section}") for section in SECTIONS]
    for name, heading in zip_longest(wanted, headings):
        if heading is None:
            raise SectionError(end, f"the text ends without its section ## {name}")
        line, _, found = heading
        if name is None:
            raise SectionError(line, f"## {shortened(found)} is one section too many")
        if found != name:
            raise SectionError(line, f"here the section ## {name} begins, not {shortened(found)}")


def _check_inlines(tokens: Sequence[Token], kept: Kept) -> None:
    """Refuse links and images typed by hand, and blocks that are not alone."""
    line = 0
    for before, token in pairwise(tokens):
        line = token.map[0] if token.map else line
        alone = before.type == "paragraph_open" and kept.is_one(token.content, BLOCKS)
        if not alone and (place := kept.place(token.content, BLOCKS)) is not None:
            raise SectionError(line + token.content[:place].count("\n"), ALONE)
        broken = 0
        for child in token.children or ():
            broken += child.type in {"softbreak", "hardbreak"}
            if child.type in TYPED:
                raise SectionError(line + broken, TYPED[child.type])

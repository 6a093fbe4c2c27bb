"""The guide's HTML: its sections with their addresses, the contents, and the ways from it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import house
from guide_places import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from language import Language
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from kungen.rules import Rules


@dataclass(frozen=True, slots=True)
class _Part:
    """A heading and what follows it."""

    name: str
    tokens: Sequence[Token]


def article(rules: Rules, language: Language, markdown: MarkdownIt, tokens: Sequence[Token]) -> str:
    """Return a guide as a section of the page, from its text in Markdown, which was checked."""
    _lower_headings(tokens)
    _label_cells(tokens)
    before, *parts = _split(tokens, "h3")
    before.tokens[0].attrSet("id", "guide-title")
    sections = "".join(
        _section(markdown, key, part) for key, part in zip(SECTIONS, parts, strict=True)
    )
    return (
        f'<section class="guide" id="guide" lang="{language.code}" data-guide="{rules.id}"'
        f' aria-labelledby="guide-title">\n{_ways(language)}\n{_crumbs(rules, language)}\n'
        f"{_html(markdown, before.tokens)}{_contents(parts, language)}\n{sections}</section>\n"
    )


def _lower_headings(tokens: Sequence[Token]) -> None:
    """Set the headings one lower: the page's own heading is that of the table."""
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{int(token.tag[1]) + 1}"


def _label_cells(tokens: Sequence[Token]) -> None:
    """Give each cell of a table its column's heading, which is read with it in a narrow window."""
    labels: list[str] = []
    column = 0
    for token, content in pairwise(tokens):
        match token.type:
            case "table_open":
                labels = []
            case "tr_open":
                column = 0
            case "th_open":
                labels.append(content.content)
            case "td_open":
                token.attrSet("data-label", labels[column])
                column += 1


def _split(tokens: Sequence[Token], tag: str) -> Iterator[_Part]:
    """Divide tokens before each heading of a kind; what stands before the first has no name."""
    starts = [
        at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == tag
    ]
    ends = [*starts, len(tokens)]
    yield _Part("", tokens[: ends[0]])
    for start, end in pairwise(ends):
        yield _Part(tokens[start + 1].content, tokens[start:end])


def _html(markdown: MarkdownIt, tokens: Sequence[Token]) -> str:
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return html


def _ways(language: Language) -> str:
    """Return the quiet bar that stays above the text: to the table, and to the contents."""
    table, contents = escape(language.string("table")), escape(language.string("contents"))
    return (
        '<p class="ways-on"><a href="#page" data-do="table">'
        f'<svg aria-hidden="true"><use href="#icon-up"/></svg>{table}</a>'
        f'<a href="#guide-contents">{contents}</a></p>'
    )


def _crumbs(rules: Rules, language: Language) -> str:
    """Return the way to this page from the list of games, for the eye and for search engines."""
    games = f"{house.list_pages()[language.code]}.html"
    name = '<span itemprop="name">{}</span>'
    all_games = name.format(escape(language.lines["do.games"]))
    steps = (
        f'<a itemprop="item" href="{games}">{all_games}</a>',
        name.format(escape(getattr(rules.names, language.code))),
    )
    items = "".join(
        '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">'
        f'{step}<meta itemprop="position" content="{at}"></li>'
        for at, step in enumerate(steps, 1)
    )
    return (
        f'<nav class="crumbs" aria-label="{escape(language.string("crumbs"))}">'
        f'<ol itemscope itemtype="https://schema.org/BreadcrumbList">{items}</ol></nav>'
    )


def _contents(parts: Sequence[_Part], language: Language) -> str:
    items = "".join(
        f'<li><a href="#guide-{key}">{escape(part.name)}</a></li>'
        for key, part in zip(SECTIONS, parts, strict=True)
    )
    name = escape(language.string("contents"))
    return (
        f'<nav class="contents" id="guide-contents" aria-label="{name}">'
        f'<p class="contents-head" aria-hidden="true">{name}</p><ol>{items}</ol></nav>'
    )


def _section(markdown: MarkdownIt, key: str, part: _Part) -> str:
    """Return a section; that of the questions is told to search engines as such."""
    part.tokens[0].attrSet("id", f"guide-{key}")
    if key != "questions":
        return f'<div class="part">\n{_html(markdown, part.tokens)}</div>\n'
    before, *questions = _split(part.tokens, "h4")
    asked = "".join(_question(markdown, question) for question in questions)
    return (
        '<div class="part" itemscope itemtype="https://schema.org/FAQPage">\n'
        f"{_html(markdown, before.tokens)}{asked}</div>\n"
    )


def _question(markdown: MarkdownIt, question: _Part) -> str:
    heading, answer = question.tokens[:3], question.tokens[3:]
    heading[0].attrSet("itemprop", "name")
    return (
        '<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">\n'
        f"{_html(markdown, heading)}"
        '<div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer">'
        f'<div itemprop="text">\n{_html(markdown, answer)}</div></div></div>\n'
    )

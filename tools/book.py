"""The lessons as a small book: what their page says before its script runs, and on paper."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import lessons as exported
from language import read_language, read_lines
from pictures import layout_picture, layout_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from language import Language

    from kungen.lesson import Lesson

    Record = Mapping[str, Any]
    Words = Mapping[str, str]

GROUPS: Final = ("lessons.cells", "lessons.stock")
"""The book's parts: games without a stock, and those with one."""


def read_words(code: str) -> dict[str, str]:
    """Return the texts of the lessons' page in a language, beside those of the table."""
    return read_lines(f"lessons.{code}")


def export(code: str) -> dict[str, object]:
    """Return what the script of the lessons' page reads, as JSON has it."""
    return {"words": read_words(code), "lessons": exported.export(code)}


def book(code: str) -> str:
    """Return the lessons in a language as HTML, each with its task, its picture and its reason."""
    words, language = read_words(code), read_language(code)
    read = list(zip(exported.read_lessons().values(), exported.export(code), strict=True))
    parts = (_part(group, read, words, language) for group in GROUPS)
    return "\n".join((_progress(len(read), words), *parts))


def _progress(lessons: int, words: Words) -> str:
    """Return the line of how many are done; until the script knows, it keeps the line's room."""
    text = words["lessons.done.of.other"].format(n=0, of=lessons)
    return f'<p class="progress" id="progress">{escape(text)}</p>'


def _part(
    group: str, read: Sequence[tuple[Lesson, Record]], words: Words, language: Language
) -> str:
    """Return a part of the book; lessons have the numbers of their places in the whole."""
    chosen = [
        _lesson(number, lesson, record, words, language)
        for number, (lesson, record) in enumerate(read, 1)
        if _group(lesson) == group
    ]
    if not chosen:
        return ""
    return "\n".join((f"<h2>{escape(words[group])}</h2>", *chosen))


def _group(lesson: Lesson) -> str:
    return "lessons.stock" if lesson.rules.has_stock else "lessons.cells"


def _lesson(number: int, lesson: Lesson, record: Record, words: Words, language: Language) -> str:
    """Return a lesson as it is read, with the link by which the page's script lets it be played."""
    name, done = escape(record["name"]), escape(words["lessons.done"])
    play = escape(words["lessons.play.name"].format(n=number, name=record["name"]))
    parts = (
        f'<article class="chapter" id="lesson-{lesson.id}" data-lesson="{lesson.id}">',
        f'<h3><span class="number">{number}</span> {name}',
        f'<span class="done" hidden>{done}</span></h3>',
        f"<p>{escape(record['task'])}{_within(record, words)}</p>",
        _figure(lesson, words, language),
        f"<p><b>{escape(words['lessons.why'])}.</b> {escape(record['reason'])}</p>",
        f'<p class="to-play"><a href="?lesson={lesson.id}" aria-label="{play}">',
        f"{escape(words['lessons.play'])}</a></p>",
        "</article>",
    )
    return "\n".join(parts)


def _figure(lesson: Lesson, words: Words, language: Language) -> str:
    """Return the picture of a position, and below it the cards in words for those who ask."""
    cards = "".join(f"<li>{escape(line)}</li>" for line in layout_words(lesson.layout, language))
    return (
        f'<figure class="figure">{layout_picture(lesson.layout, language)}<details class="words">'
        f"<summary>{escape(words['lessons.words'])}</summary><ul>{cards}</ul></details></figure>"
    )


def _within(record: Record, words: Words) -> str:
    """Say in how many moves the goal is reached, where that is limited."""
    moves = record["moves"]
    if moves is None:
        return ""
    ending = "one" if moves == 1 else "other"
    return f" {escape(words[f'lessons.within.{ending}'].format(n=moves))}"

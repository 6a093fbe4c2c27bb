"""The lessons as the page needs them: records in hexadecimal, and the texts of a language.

In the texts `{6H}` becomes the card in words, with a capital at the beginning of a sentence, and
`{states}` the number of states that a proof went through, which the catalogue has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from language import capitalised, file_card, read_language  # it makes the rules importable

from kungen.catalogue import states_of
from kungen.lesson import PLACES, STATES, LessonError, lessons

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from language import Language

    from kungen.lesson import Lesson

    States = Callable[[str, int], int | None]

SENTENCE_BEGINS: Final = re.compile(r"(^|[.!?…][”»\")]*\s+)[“”»«\"(\u2013\s]*$")


def read_lessons() -> Mapping[str, Lesson]:
    """Return the lessons of the house as they are listed.

    Raises:
        RuntimeError: a file is wrong.

    """
    try:
        return lessons()
    except LessonError as error:
        raise RuntimeError(f"A lesson is wrong: {error}") from error


def export(code: str, states: States = states_of) -> list[dict[str, object]]:
    """Return the lessons as they are listed, with the texts of a language: sv, da or en.

    Their places in the list are their numbers, wherever the page tells one.

    Raises:
        RuntimeError: a file is wrong, or a text asks for a number of states that is not known.

    """
    language = read_language(code)
    return [lesson_record(lesson, language, states) for lesson in read_lessons().values()]


def lesson_record(lesson: Lesson, language: Language, states: States) -> dict[str, object]:
    """Return a lesson: what the engine reads, and what the player does."""
    goal, texts = lesson.goal, lesson.text(language.code)
    number = states(lesson.game, lesson.deal) if goal.proof and lesson.deal else None

    def filled(key: str, text: str) -> str:
        return fill(text, language, number, f"{lesson.id}.toml: [{language.code}] {key}")

    return {
        "id": lesson.id,
        "game": lesson.game,
        "deal": lesson.deal,
        "layout": lesson.layout.pack().hex(),
        "goal": None if goal.proof else goal.pack().hex(),
        "moves": goal.moves,
        "line": [move.pack().hex() for move in lesson.line],
        "proof": goal.proof,
        "states": number,
        "name": texts.name,
        "task": filled("task", texts.task),
        "missed": filled("missed", texts.missed),
        "reason": filled("reason", texts.reason),
    }


def fill(text: str, language: Language, states: int | None, where: str = "text") -> str:
    """Return a text with its places filled; an error tells where it stands.

    >>> fill("{6H} on {7S}. {AD} goes up.", read_language("sv"), None)
    'Hjärter sex on spader sju. Ruter ess goes up.'
    """

    def filled(place: re.Match[str]) -> str:
        if place[1] == STATES:
            if states is None:
                raise RuntimeError(f"{where}: no catalogue has the number of states of this deal")
            return language.number(states)
        card = language.card(file_card(place[1]))
        return capitalised(card) if SENTENCE_BEGINS.search(text[: place.start()]) else card

    return PLACES.sub(filled, text)

"""The lessons as the page needs them: records in hexadecimal, and the texts of a language.

In the texts `{6H}` becomes the card in words, with a capital at the beginning of a sentence, and
`{states}` the number of states that a proof went through, which the catalogue has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from language import capitalised, file_card, read_language  # it makes the rules importable

from kungen.catalogue import catalogues
from kungen.lesson import PLACES, STATES, lessons

if TYPE_CHECKING:
    from collections.abc import Callable

    from language import Language

    from kungen.lesson import Lesson

    States = Callable[[str, int], int | None]

SENTENCE_BEGINS: Final = re.compile(r"(^|[.!?…][”»\")]*\s+)[“”»«\"(\u2013\s]*$")


def catalogue_states(game: str, number: int) -> int | None:
    """Return the states that the proof of a deal went through, None where no catalogue says it."""
    catalogue = catalogues().get(game)
    return None if catalogue is None else catalogue.states.get(number)


def export(code: str, states: States = catalogue_states) -> list[dict[str, object]]:
    """Return the lessons in their order, with the texts of a language: sv, da or en.

    Raises:
        RuntimeError: a text asks for a number of states that is not known.

    """
    language = read_language(code)
    return [lesson_record(lesson, language, states) for lesson in lessons().values()]


def lesson_record(lesson: Lesson, language: Language, states: States) -> dict[str, object]:
    """Return a lesson: what the engine reads, and what the player does."""
    goal, texts = lesson.goal, lesson.text(language.code)
    number = states(lesson.game, lesson.deal) if goal.proof and lesson.deal else None
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
        "name": fill(texts.name, language, number),
        "task": fill(texts.task, language, number),
        "missed": fill(texts.missed, language, number),
        "reason": fill(texts.reason, language, number),
    }


def fill(text: str, language: Language, states: int | None) -> str:
    """Return a text with its places filled.

    >>> fill("{6H} on {7S}. {AD} goes up.", read_language("sv"), None)
    'Hjärter sex on spader sju. Ruter ess goes up.'
    """

    def filled(place: re.Match[str]) -> str:
        if place[1] == STATES:
            if states is None:
                raise RuntimeError(f"The catalogue does not say the states for: {text}")
            return language.number(states)
        card = language.card(file_card(place[1]))
        return capitalised(card) if SENTENCE_BEGINS.search(text[: place.start()]) else card

    return PLACES.sub(filled, text)

"""`lessons`: the lessons of the house, and whether one of your own is sound."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from cyclopts import App, Parameter

from kungen import Game, Goal, Lesson, LessonError, Limits, parse_lesson
from kungen.cards import card_text
from kungen.catalogue import CatalogueError, states_of
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text
from kungen.cli.solving import LINE_WIDTH, search, wrapped_line
from kungen.cli.source import FILE, FLAG, GAME_FILE
from kungen.cli.streams import complain, say
from kungen.cli.wording import examples, usage
from kungen.goal import fewest_moves
from kungen.lesson import PLACES, STATES, check_lesson, lessons
from kungen.quoting import counted, quoted

NODES: Final = 50_000
"""The layouts whose moves are tried for a shorter line than the lesson's own."""
UNSOUND: Final = 1
LESSON_ID: Final = re.compile(r"[a-z0-9-]*[a-z0-9]")

Language: TypeAlias = Literal["sv", "da", "en"]


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        show_lessons,
        name="lessons",
        usage=usage(
            "lessons [OPTIONS]", "lessons LESSON... [OPTIONS]", "lessons --check LESSON..."
        ),
        help_epilogue=examples(
            "kungen lessons", "kungen lessons --language sv", "kungen lessons ace"
        ),
    )


def show_lessons(
    *names: Annotated[
        str,
        FILE,
        Parameter(name="LESSON", help="A lesson's id, or a file that ends in .toml."),
    ],
    check: Annotated[
        bool, FLAG, Parameter(help="Check lessons, and count the fewest moves.")
    ] = False,
    language: Annotated[Language, Parameter(help="The language of names and tasks.")] = "en",
) -> int:
    """List the lessons, show some of them, or check those that you write.

    Exit status: 0, or 1 where a file is wrong or a lesson is not sound.
    """
    if check and not names:
        raise UsageError("--check takes lessons; `kungen lessons --help` tells more")
    if check:
        # Each is checked, whatever is wrong with those before it.
        return max([_check(name) for name in names])
    if names:
        shown = ("\n".join(_lines(_find(name), language)) for name in names)
        say("\n\n".join(shown))
    else:
        for lesson in _house().values():
            say(f"{lesson.id}: {_filled(lesson, lesson.text(language).name)} ({lesson.game})")
    return 0


def _find(name: str) -> Lesson:
    """The lesson of an id or of a file."""
    if name == STANDARD or GAME_FILE.fullmatch(name):
        return _read(name)
    if name in _house():
        return _house()[name]
    known = ", ".join(_house())
    raise UsageError(f"there is no lesson {quoted(name)}; the lessons are {known}")


def _house() -> Mapping[str, Lesson]:
    """The lessons of the house; `Failure` when a file of theirs is wrong."""
    try:
        return lessons()
    except LessonError as error:
        raise Failure(f"the lessons of the house cannot be read: {error}") from error


def _read(name: str) -> Lesson:
    """The lesson in a file; `Failure` when it is wrong."""
    try:
        return parse_lesson(read_text(name), label(name))
    except LessonError as error:
        raise Failure(str(error)) from error


def _lines(lesson: Lesson, language: Language) -> Iterator[str]:
    """The lines that show a lesson: what it is, its cards, what to do, and the line."""
    texts = lesson.text(language)
    number = "" if lesson.deal is None else f", deal {lesson.deal}"
    yield f"{lesson.id}: {_filled(lesson, texts.name)} ({lesson.game}{number})"
    yield lesson.layout.text()
    yield from textwrap.wrap(_filled(lesson, texts.task), LINE_WIDTH)
    yield f"Goal: {goal_words(lesson.goal)}"
    if lesson.line:
        yield f"Line: {counted(len(lesson.line), 'move')}, {_end_words(lesson)}"
        yield from wrapped_line(lesson.layout, lesson.line)


def _filled(lesson: Lesson, text: str) -> str:
    """A text of a lesson with cards as files have them."""
    states = states_of(lesson.game, lesson.deal)
    number = "many" if states is None else str(states)
    return PLACES.sub(lambda place: number if place[1] == STATES else place[1], text)


def goal_words(goal: Goal) -> str:
    """A goal in words.

    >>> from kungen import parse_card
    >>> goal_words(Goal(up=(parse_card("AH"), parse_card("2H")), cells=1, moves=4))
    'AH and 2H on their foundations, 1 empty cell; in at most 4 moves'
    """
    if goal.proof:
        return "a complete search that finds no win"
    words = [
        *(["all cards on the foundations"] if goal.won else []),
        *_up_words([card_text(card) for card in goal.up]),
        *(f"{card_text(card)} on {card_text(below)}" for card, below in goal.on),
        *([counted(goal.cells, "empty cell")] if goal.cells else []),
        *([counted(goal.columns, "empty column")] if goal.columns else []),
        *_face_down_words(goal.face_down),
    ]
    limit = "" if goal.moves is None else f"; in at most {counted(goal.moves, 'move')}"
    return f"{', '.join(words)}{limit}"


def _up_words(cards: list[str]) -> list[str]:
    match cards:
        case []:
            return []
        case [card]:
            return [f"{card} on its foundation"]
    return [f"{', '.join(cards[:-1])} and {cards[-1]} on their foundations"]


def _face_down_words(most: int | None) -> list[str]:
    if most is None:
        return []
    return [f"at most {counted(most, 'card')} face down" if most else "no card face down"]


def _end_words(lesson: Lesson) -> str:
    """How a lesson stands after its line."""
    game = Game(lesson.layout, "off")
    for move in lesson.line:
        game.push(move)
    up = f"{sum(game.layout.foundations)} of {lesson.rules.cards} cards up"
    reached = "the goal is reached" if lesson.state(game) == "reached" else "short of the goal"
    return f"{reached}, {up}"


def _checked(name: str) -> Lesson:
    """The lesson that is to be checked: one of the house by its id, or that of any file."""
    by_id = LESSON_ID.fullmatch(name) and not Path(name).exists()
    return _house()[name] if by_id and name in _house() else _read(name)


def _check(name: str) -> int:
    """Say whether a lesson is sound, and return the exit status for it."""
    try:
        lesson = _checked(name)
        faults = check_lesson(lesson, lambda layout: search(layout, Limits()))
    except (Failure, CatalogueError) as failure:
        complain(f"kungen: {failure}")
        return UNSOUND
    for fault in faults:
        complain(f"kungen: {label(name)}: {fault}")
    if not faults:
        say(f"{label(name)}: sound; {_fewest_words(lesson)}")
    return UNSOUND if faults else 0


def _fewest_words(lesson: Lesson) -> str:
    if lesson.goal.proof:
        return "nobody can win"
    moves = len(lesson.line)
    fewest = fewest_moves(lesson.layout, lesson.goal, moves, NODES)
    if fewest is None:
        return f"the line has {counted(moves, 'move')}; whether fewer will do is not known"
    return f"the fewest moves are {fewest}, allowed are {lesson.goal.moves}"

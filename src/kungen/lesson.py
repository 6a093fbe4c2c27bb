"""Lessons: fixed positions with a goal, a line that reaches it, and texts in three languages."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from kungen.cards import Card, CardError, card_text, parse_card
from kungen.catalogue import states_of
from kungen.deals import LAST_DEAL, deal
from kungen.game import Game
from kungen.game_file import find_rules
from kungen.goal import MOST_CARDS, MOST_MOVES, Goal, LessonError
from kungen.keys import MOST_CELLS, MOST_COLUMNS, FileKey, unknown_key
from kungen.layout import IllegalMove, Layout, LayoutError, MoveError
from kungen.notation import parse_layout, parse_line
from kungen.quoting import check_type, counted, quoted, quoted_json, shortened
from kungen.rules import Rules, RulesError
from kungen.toml_reading import TomlError, read_file, read_toml
from kungen.verdict import Result, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from os import PathLike

    from kungen.moves import Move

__all__ = [
    "LANGUAGES",
    "PLACES",
    "STATES",
    "Goal",
    "Lesson",
    "LessonError",
    "LessonTexts",
    "State",
    "check_lesson",
    "lessons",
    "load_lesson",
    "parse_lesson",
]

State = Literal["open", "reached", "missed"]
LANGUAGES = ("sv", "da", "en")
PLACES = re.compile(r"\{([^{}]*)\}")
"""A place in a text: a card, or `STATES`."""
STATES = "states"
"""The place that the number of states of a proof fills."""

_FOLDER = Path(__file__).with_name("lessons")
_LONGEST = {"name": 40, "task": 600, "missed": 600, "reason": 600}
"""The texts of a language, with the characters that each may have."""
_WITH_PLACES = ("task", "missed", "reason")
"""A name has none: it stands where there is little room, and words of cards are long."""
_COMMENT = re.compile(r";.*")
_LINE_END = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")

_KEYS = (
    FileKey(table="", name="format", field="", kind="whole", low=1, high=1, required=True),
    FileKey(table="", name="id", field="id", kind="id", required=True),
    FileKey(table="", name="order", field="order", kind="whole", low=1, high=9999, required=True),
    FileKey(table="", name="deal", field="deal", kind="whole", low=1, high=LAST_DEAL),
)
_NUMBERS = (
    FileKey(table="goal", name="cells", field="cells", kind="whole", high=MOST_CELLS),
    FileKey(table="goal", name="columns", field="columns", kind="whole", high=MOST_COLUMNS),
    FileKey(table="goal", name="face-down", field="face_down", kind="whole", high=MOST_CARDS),
)
_MOVES = FileKey(
    table="goal", name="moves", field="moves", kind="whole", low=1, high=MOST_MOVES, required=True
)
_FLAGS = ("won", "proof")
_CARDS = ("up", "on")
_GOAL_KEYS = (*_CARDS, *(key.name for key in _NUMBERS), *_FLAGS, _MOVES.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonTexts:
    """What a lesson says in one language.

    A card in braces, `{6H}`, stands for the card in words, `{states}` for the number of states
    that a proof went through; a name has neither.
    """

    name: str
    task: str
    """What is to be done, and from what to begin thinking."""
    missed: str
    """What is said when the goal was missed."""
    reason: str
    """Why it is so, said when the goal is reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A position with a goal, a line that reaches it, and the texts around it."""

    id: str
    order: int
    """Lessons of games with or without a stock are listed by it, equal ones by their ids."""
    layout: Layout
    """The position that the lesson begins with."""
    deal: int | None
    """The number of the deal that it is, None for another position."""
    line: tuple[Move, ...]
    """Moves that reach the goal; none in a lesson that is a proof."""
    goal: Goal
    sv: LessonTexts
    da: LessonTexts
    en: LessonTexts

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.layout.rules

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.rules.key

    def text(self, language: str) -> LessonTexts:
        """Return the texts of a language, sv, da or en; another raises `ValueError`."""
        match language:
            case "sv":
                return self.sv
            case "da":
                return self.da
            case "en":
                return self.en
        languages = ", ".join(LANGUAGES)
        raise ValueError(f"a lesson has no language {quoted(language)}; it has {languages}")

    def state(self, game: Game) -> State:
        """Tell how a game that began with the lesson's layout stands; its autoplay is off.

        `missed` is a goal not reached after as many moves as allowed, or where none is left that
        changes more than stock and waste. A lesson that is a proof is always open.
        """
        check_type(game, Game, "the state of a lesson is that of a Game, not of")
        if self.goal.reached(game.layout):
            return "reached"
        if self.goal.moves is None:
            return "open"
        ended = game.is_stuck() or not game.legal_moves
        return "missed" if ended or game.move_count >= self.goal.moves else "open"


def parse_lesson(text: str, source: str = "lesson") -> Lesson:
    """Read the file of a lesson; a fault raises `LessonError` with `source`, the place and more.

    >>> parse_lesson("format = 2", "odd.toml")
    Traceback (most recent call last):
    ...
    kungen.goal.LessonError: odd.toml: format is 2; it must be 1
    """
    check_type(text, str, "a lesson is read from a text, not from")
    try:
        return _lesson_of(read_toml(text))
    except (LessonError, TomlError) as error:
        raise LessonError(f"{source}: {error}") from None


def load_lesson(path: str | PathLike[str]) -> Lesson:
    """Read the file of a lesson; a missing or wrong one raises `LessonError` with its name."""
    try:
        text = read_file(path, "a lesson's file")
    except TomlError as error:
        raise LessonError(str(error)) from None
    return parse_lesson(text, Path(path).name)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return the lessons that come with the package, by id as they are listed everywhere.

    First those of games without a stock, then the others, by their order, equal ones by their ids.
    They are read when first asked for; a wrong file raises `LessonError` with its name.

    >>> next(iter(lessons()))
    'ace'
    """
    found = sorted(map(_load_named, sorted(_FOLDER.glob("*.toml"))), key=_listed)
    return MappingProxyType({lesson.id: lesson for lesson in found})


def _load_named(path: Path) -> Lesson:
    """Read the file of a lesson, which is called after its id: so no two lessons have the same."""
    lesson = load_lesson(path)
    if path.stem != lesson.id:
        raise LessonError(
            f"{path.name}: id is {quoted_json(lesson.id)}; the file of this lesson must be called"
            f" {lesson.id}.toml"
        )
    return lesson


def _listed(lesson: Lesson) -> tuple[bool, int, str]:
    """Return what puts a lesson into its place."""
    return lesson.rules.has_stock, lesson.order, lesson.id


def _lesson_of(found: Mapping[str, Any]) -> Lesson:
    """Return the lesson that a file says."""
    for key in _KEYS:  # the format above all: another one may have other keys
        _check(key, found)
    tables = ["goal", *LANGUAGES]
    _check_keys("", found, [*(key.name for key in _KEYS), "game", "layout", "line"], tables)
    for name in tables:
        if not isinstance(found.get(name), dict):
            fault = f"is {quoted_json(found[name])}" if name in found else "is missing"
            raise LessonError(f"[{name}] {fault}; it must be a table")
    layout = _layout_of(found, _rules_of(found))
    goal = _goal_of(found["goal"], layout.rules)
    places = _places_of(goal, layout.rules, numbered="deal" in found)
    return Lesson(
        id=found["id"],
        order=found["order"],
        layout=layout,
        deal=found.get("deal"),
        line=_line_of(found, layout, goal),
        goal=goal,
        **{language: _texts_of(found[language], language, places) for language in LANGUAGES},
    )


def _check_keys(
    table: str, found: Mapping[str, object], there: Sequence[str], tables: Sequence[str] = ()
) -> None:
    """Refuse a key that a table, or the file outside its tables, does not have."""
    for key in found:
        if key not in there and key not in tables:
            raise LessonError(unknown_key(table, key, there, tables))


def _check(key: FileKey, table: Mapping[str, object]) -> None:
    """Refuse a value that is missing or not allowed."""
    fault = key.fault(table)
    if fault:
        raise LessonError(fault)


def _text_of(found: Mapping[str, object], key: str, what: str) -> str:
    """Return a text that must be there."""
    if key not in found:
        raise LessonError(f"{key} is missing; it must be {what}")
    value = found[key]
    if not isinstance(value, str):
        raise LessonError(f"{key} is {quoted_json(value)}; it must be {what}")
    return value


def _rules_of(found: Mapping[str, object]) -> Rules:
    """Return the rules of the game that a file names by its key."""
    key = _text_of(found, "game", "the key of a game")
    try:
        rules = find_rules(key)
    except RulesError as error:
        raise LessonError(f"game: {error}") from None
    if rules.key != key:
        raise LessonError(f"game is {quoted_json(key)}; the key of this game is {rules.key}")
    return rules


def _layout_of(found: Mapping[str, Any], rules: Rules) -> Layout:
    """Return the position that a file says, as a board or as the number of a deal."""
    if ("layout" in found) == ("deal" in found):
        raise LessonError("a lesson has either layout, a board text, or deal, a number")
    if "deal" in found:
        return deal(found["deal"], rules)
    try:
        return parse_layout(_text_of(found, "layout", "a board text"), rules)
    except LayoutError as error:
        raise LessonError(f"layout: {error}") from None


def _line_of(found: Mapping[str, object], layout: Layout, goal: Goal) -> tuple[Move, ...]:
    """Return the moves of a file's line."""
    text = _COMMENT.sub("", _text_of(found, "line", "moves that reach the goal"))
    if goal.proof and text.strip():
        raise LessonError("line has moves; with [goal] proof it must be empty")
    if not goal.proof and not text.strip():
        raise LessonError("line is empty; it must be moves that reach the goal")
    try:
        return parse_line(text, layout)
    except (MoveError, IllegalMove) as error:
        raise LessonError(f"line: {error}") from None


def _goal_of(table: Mapping[str, Any], rules: Rules) -> Goal:
    """Return the goal that a file says."""
    _check_keys("goal", table, _GOAL_KEYS)
    for flag in _FLAGS:
        if table.get(flag, True) is not True:
            raise LessonError(f"[goal] {flag} is {quoted_json(table[flag])}; it must be true")
    proof = "proof" in table
    if proof and len(table) > 1:
        other = next(key for key in table if key != "proof")
        raise LessonError(f"[goal] {other} stands beside proof, which stands alone")
    for key in _NUMBERS if proof else (*_NUMBERS, _MOVES):
        _check(key, table)
    goal = Goal(
        up=_up_of(table.get("up", [])),
        on=_on_of(table.get("on", [])),
        cells=table.get("cells", 0),
        columns=table.get("columns", 0),
        face_down=table.get("face-down"),
        won="won" in table,
        proof=proof,
        moves=table.get("moves"),
    )
    fault = goal.fault(rules)
    if fault:
        raise LessonError(f"[goal] {fault}")
    return goal


def _card_of(value: object, place: str) -> Card:
    """Return a card as files have it."""
    if isinstance(value, str):
        with suppress(CardError):
            card = parse_card(value)
            if card_text(card) == value:
                return card
    raise LessonError(f'{place} is {quoted_json(value)}; it must be a card such as "6H"')


def _up_of(value: object) -> tuple[Card, ...]:
    """Return the cards that must be up."""
    if not isinstance(value, list):
        raise LessonError(f"[goal] up is {quoted_json(value)}; it must be a list of cards")
    return tuple(_card_of(card, f"[goal] up, card {at}") for at, card in enumerate(value, 1))


def _on_of(value: object) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of which one card must lie on the other."""
    if not isinstance(value, list):
        raise LessonError(f"[goal] on is {quoted_json(value)}; it must be a list of pairs of cards")
    return tuple(_pair_of(pair, f"[goal] on, pair {at}") for at, pair in enumerate(value, 1))


def _pair_of(value: object, place: str) -> tuple[Card, Card]:
    """Return a card and the card on which it must lie."""
    match value:
        case [card, below]:
            return _card_of(card, place), _card_of(below, place)
    raise LessonError(f"{place} is {quoted_json(value)}; it must be two cards")


def _places_of(goal: Goal, rules: Rules, *, numbered: bool) -> frozenset[str]:
    """Return what may stand in braces in the texts of a lesson."""
    cards = frozenset(card_text(Card(number)) for number in range(rules.cards))
    return cards | {STATES} if goal.proof and numbered else cards


def _texts_of(table: Mapping[str, object], language: str, places: frozenset[str]) -> LessonTexts:
    """Return the texts of a language."""
    _check_keys(language, table, tuple(_LONGEST))
    keys = [
        FileKey(table=language, name=name, field=name, kind="text", high=most, required=True)
        for name, most in _LONGEST.items()
    ]
    return LessonTexts(
        **{
            key.name: _sentences_of(key, table, places if key.name in _WITH_PLACES else None)
            for key in keys
        }
    )


def _sentences_of(key: FileKey, table: Mapping[str, object], places: frozenset[str] | None) -> str:
    """Return a text on one line, its places checked; None allows none."""
    value = table.get(key.name)
    if not isinstance(value, str):
        raise LessonError(key.fault(table) or f"{key.place} must be {key.expected}")
    text = _LINE_END.sub(" ", value).strip()
    if len(text) > key.high:
        raise LessonError(f"{key.place} has {len(text)} characters; it must be {key.expected}")
    _check(key, {key.name: text})
    if places is None:
        if "{" in text or "}" in text:
            raise LessonError(f"{key.place} has a brace; only the other texts have places")
        return text
    for found in PLACES.findall(text):
        if found not in places:
            raise LessonError(f"{key.place}: {{{shortened(found)}}} is unknown; {_known(places)}")
    if "{" in PLACES.sub("", text) or "}" in PLACES.sub("", text):
        raise LessonError(f"{key.place}: a brace is alone; {_known(places)}")
    return text


def _known(places: frozenset[str]) -> str:
    """Return what may stand in braces, for a sentence."""
    states = ", or {states}" if STATES in places else ""
    return f"in braces stands a card of the deck such as {{6H}}{states}"


def check_lesson(lesson: Lesson, solve: Callable[[Layout], Result]) -> list[str]:
    """Return what keeps a lesson from being sound, a sentence for each fault; none when it is.

    `solve` searches for a win from a layout: `kungen.solve`, or `kungen.reference.solve`.

    >>> from kungen import LESSONS, reference
    >>> check_lesson(LESSONS["small-ending"], reference.solve)
    []
    """
    check_type(lesson, Lesson, "a Lesson is checked, not")
    if not callable(solve):
        raise TypeError(f"a lesson is checked by a function that solves, not by {quoted(solve)}")
    if lesson.goal.proof:
        return [*_proof_faults(_solved(lesson.layout, solve)), *_states_faults(lesson)]
    layouts = [lesson.layout]
    for move in lesson.line:
        layouts.append(layouts[-1].play(move))
    return [
        *_line_faults(lesson.goal, layouts),
        *_search_faults("from the start", _solved(layouts[0], solve)),
        *_search_faults("from where the line ends", _solved(layouts[-1], solve)),
    ]


def _solved(layout: Layout, solve: Callable[[Layout], Result]) -> Result:
    """Return what a search finds."""
    result = solve(layout)
    check_type(result, Result, "a function that solves gives a Result, not")
    return result


def _states_faults(lesson: Lesson) -> Iterator[str]:
    """Iterate over the texts that tell a number of states which no catalogue has."""
    if states_of(lesson.game, lesson.deal) is not None:
        return
    for language in LANGUAGES:
        texts = lesson.text(language)
        for key in _WITH_PLACES:
            if STATES in PLACES.findall(getattr(texts, key)):
                yield (
                    f"[{language}] {key}: {{{STATES}}} is not known:"
                    f" no catalogue has the states of deal {lesson.deal} of {lesson.game}"
                )


def _proof_faults(result: Result) -> Iterator[str]:
    """Iterate over what keeps a search from being a proof."""
    if result.verdict is Verdict.SOLVED:
        moves = counted(len(result.line), "move")
        yield f"there is no proof: the solver wins in {moves}"
    elif result.verdict is Verdict.UNDECIDED:
        yield f"there is no proof: the search was cut: {result.reason}"


def _line_faults(goal: Goal, layouts: Sequence[Layout]) -> Iterator[str]:
    """Iterate over what is wrong with a line, given by its layouts."""
    moves = len(layouts) - 1
    first = next((place for place, layout in enumerate(layouts) if goal.reached(layout)), None)
    if first is None:
        yield "the line does not reach the goal"
    elif first == 0:
        yield "the goal is reached at the start"
    elif first < moves:
        yield f"the line reaches the goal with move {first}, before its last, {moves}"
    if goal.moves is not None and moves > goal.moves:
        yield f"the line has {counted(moves, 'move')}; allowed are {goal.moves}"


def _search_faults(where: str, result: Result) -> Iterator[str]:
    """Iterate over what keeps a search from finding a win."""
    if result.verdict is Verdict.UNSOLVABLE:
        yield f"nobody can win {where}"
    elif result.verdict is Verdict.UNDECIDED:
        yield f"it is not known whether one can win {where}: the search was cut: {result.reason}"

"""Saved games: JSON that every version of the program reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kungen.deals import LAST_DEAL, DealError, check_deal_number, deal, identify
from kungen.game import Game, Step
from kungen.game_file import (
    BYTE_ORDER_MARK,
    choose,
    find_rules,
    known_key,
    parse_rules,
    rules_file,
)
from kungen.json_reading import JsonError, read_json
from kungen.layout import Layout, LayoutError, Move, MoveError
from kungen.notation import parse_layout
from kungen.quoting import check_type, quoted, quoted_json
from kungen.replay import ReplayError
from kungen.rules import Rules, RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
_KEYS = ("format", "game", "rules", "deal", "layout", "steps", "position", "restarted")


class SaveError(ValueError):
    """A text that is no saved game, or a game that cannot be saved."""


def save_game(game: Game) -> str:
    """Return a game as JSON; one that does not come with the package has its rules beside it.

    Rules that no file can say and extras that are no JSON raise `SaveError`; the format's own
    keys among the extras are left out.

    >>> save_game(Game(617))
    '{"format": 1, "game": "freecell", "deal": 617, "steps": [], "position": 0}'
    """
    check_type(game, Game, "a Game is saved, not")
    rules, number = game.start.rules, _number_of(game)
    saved: dict[str, object] = {
        "format": FORMAT,
        **_saved_rules(rules),
        **({"layout": game.start.text()} if number is None else {"deal": number}),
        "steps": [[move.json() for move in step] for step in game.steps],
        "position": game.move_count,
        **({"restarted": True} if game.restarted else {}),
    }
    try:
        extras = {key: value for key, value in game.extras.items() if key not in _KEYS}
        return json.dumps(saved | extras, allow_nan=False)
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise SaveError(
            f"the extras of a game are a dict that JSON has, not {quoted(game.extras)}"
        ) from None


def _number_of(game: Game) -> int | None:
    """Return the number that deals the start of a game to the very cells, None for none."""
    if game.number is not None:
        return game.number
    number = identify(game.start, LAST_DEAL)
    return None if number is None or deal(number, game.start.rules) != game.start else number


def _saved_rules(rules: Rules) -> dict[str, object]:
    """Return the key of a game, and its file unless the game comes with the package."""
    if known_key(rules) is not None:
        return {"game": rules.key}
    saved: dict[str, object] = {"game": rules.key, "rules": rules_file(rules)}
    if _read_rules(saved) != rules:
        raise SaveError(f"the rules of {quoted(rules.id)} cannot be saved: no file says them")
    return saved


def load_game(text: str) -> Game:
    """Read a saved game; a fault raises `SaveError` that names its step and move, from 1.

    Keys that are unknown are kept in the game's `extras`.

    >>> load_game('{"format": 2}')
    Traceback (most recent call last):
    ...
    kungen.saves.SaveError: format is 2; this program reads format 1
    """
    check_type(text, str, "a saved game is read from a text, not from")
    saved = _read_saved(text.removeprefix(BYTE_ORDER_MARK))
    steps = _read_steps(saved)
    position = _read_position(saved.get("position", len(steps)), len(steps))
    start, rules = _read_start(saved)
    try:
        game = Game.replay(
            start, steps, position, game=rules, restarted=_was_restarted(saved, position)
        )
    except ReplayError as error:
        raise SaveError(f"step {error.index + 1}, {error.reason}") from None
    game.extras = {key: value for key, value in saved.items() if key not in _KEYS}
    return game


def _read_saved(text: str) -> Mapping[str, Any]:
    """Read the JSON object and check its version."""
    try:
        saved = read_json(text)
    except JsonError as error:
        problem = str(error)
        if not problem.startswith("this is"):
            problem = f"this is not a saved game: {problem}"
        raise SaveError(problem) from None
    if not isinstance(saved, dict):
        raise SaveError(f"a saved game is a JSON object, not {quoted_json(saved)}")
    version = saved.get("format")
    if type(version) is not int or version != FORMAT:
        raise SaveError(f"format {_state(saved, 'format')}; this program reads format {FORMAT}")
    return saved


def _state(saved: Mapping[str, Any], key: str) -> str:
    """Return what the value of a key is, for a sentence."""
    return f"is {quoted_json(saved[key])}" if key in saved else "is missing"


def _was_restarted(saved: Mapping[str, Any], position: int) -> bool:
    """Tell whether the game was restarted last; a reader that knew no better may have gone on."""
    restarted = saved.get("restarted", False)
    if not isinstance(restarted, bool):
        raise SaveError(f"restarted {_state(saved, 'restarted')}; it must be true or false")
    return restarted and position == 0


def _read_start(saved: Mapping[str, Any]) -> tuple[Layout, None] | tuple[int, Rules]:
    """Read the layout that the steps begin with, or the number of a deal and its game."""
    rules = _read_rules(saved)
    if ("deal" in saved) == ("layout" in saved):
        raise SaveError("a saved game has either deal or layout")
    try:
        if "deal" in saved:
            return check_deal_number(_read_number(saved["deal"])), rules
        if isinstance(saved["layout"], str):
            return parse_layout(saved["layout"], rules), None
    except DealError as error:
        raise SaveError(f"deal: {error}") from None
    except LayoutError as error:
        raise SaveError(f"layout: {error}") from None
    raise SaveError(f"layout {_state(saved, 'layout')}; it must be a board text")


def _read_number(value: object) -> int:
    """Read the number of a deal, in range or not."""
    if type(value) is int:
        return value
    raise SaveError(f"deal is {quoted_json(value)}; it must be a whole number")


def _read_rules(saved: Mapping[str, Any]) -> Rules:
    """Read the game's key, and the game's file where there is one."""
    key = saved.get("game")
    if not isinstance(key, str):
        raise SaveError(f"game {_state(saved, 'game')}; it must be the key of a game")
    try:
        return _own_rules(saved, key) if "rules" in saved else find_rules(key)
    except RulesError as error:
        raise SaveError(f"game: {error}") from None


def _own_rules(saved: Mapping[str, Any], key: str) -> Rules:
    """Read a game's file, and choose the options that the key has."""
    if not isinstance(saved["rules"], dict):
        raise SaveError(f"rules {_state(saved, 'rules')}; it must be the file of a game")
    try:
        rules = parse_rules(saved["rules"])
    except RulesError as error:
        raise SaveError(str(error)) from None
    game, colon, options = key.partition(":")
    return choose(rules, options) if colon and game == rules.id else rules


def _read_steps(saved: Mapping[str, Any]) -> list[Step]:
    """Read the steps as moves, without regard to the rules."""
    value = saved.get("steps")
    if not isinstance(value, list):
        raise SaveError(f"steps {_state(saved, 'steps')}; it must be a list of steps")
    return [_read_step(step, number) for number, step in enumerate(value, 1)]


def _read_step(value: object, number: int) -> Step:
    """Read the moves of one step."""
    if not isinstance(value, list) or not value:
        raise SaveError(f"step {number} is {quoted_json(value)}; it must be a list of moves")
    moves: list[Move] = []
    for place, move in enumerate(value, 1):
        try:
            moves.append(Move.from_json(move))
        except MoveError as error:
            raise SaveError(f"step {number}, move {place}: {error}") from None
    return tuple(moves)


def _read_position(value: object, steps: int) -> int:
    """Read the number of steps in effect."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= steps:
        return value
    raise SaveError(
        f"position is {quoted_json(value)}; it must be a whole number from 0 to {steps}"
    )

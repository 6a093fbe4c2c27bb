"""Saved games: JSON that every version of the program reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from kungen.deals import LAST_DEAL, DealError, deal, identify
from kungen.game import Game, Step
from kungen.game_file import (
    BYTE_ORDER_MARK,
    choose,
    find_rules,
    known_key,
    parse_rules,
    rules_file,
)
from kungen.layout import Layout, LayoutError, Move, MoveError
from kungen.notation import parse_layout
from kungen.quoting import quoted, quoted_json
from kungen.replay import ReplayError
from kungen.rules import Rules, RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
_KEYS = ("format", "game", "rules", "deal", "layout", "steps", "position")


class SaveError(ValueError):
    """A text that is no saved game, or a game that cannot be saved."""


def save_game(game: Game) -> str:
    """Return a game as JSON; one that does not come with the package has its rules beside it.

    Rules that no file can say and extras that are no JSON raise `SaveError`; the format's own
    keys among the extras are left out.

    >>> save_game(Game(617))
    '{"format": 1, "game": "freecell", "deal": 617, "steps": [], "position": 0}'
    """
    rules, number = game.start.rules, identify(game.start, LAST_DEAL)
    saved: dict[str, object] = {
        "format": FORMAT,
        **_saved_rules(rules),
        **({"layout": game.start.text()} if number is None else {"deal": number}),
        "steps": [[move.json() for move in step] for step in game.steps],
        "position": game.move_count,
    }
    try:
        extras = {key: value for key, value in game.extras.items() if key not in _KEYS}
        return json.dumps(saved | extras, allow_nan=False)
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise SaveError(
            f"the extras of a game are a dict that JSON has, not {quoted(game.extras)}"
        ) from None


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
    if not isinstance(text, str):
        raise TypeError(f"a saved game is read from a text, not from {quoted(text)}")
    saved = _read_json(text.removeprefix(BYTE_ORDER_MARK))
    steps = _read_steps(saved)
    position = _read_position(saved.get("position", len(steps)), len(steps))
    try:
        game = Game.replay(_read_start(saved), steps, position)
    except ReplayError as error:
        raise SaveError(f"step {error.index + 1}, {error.reason}") from None
    game.extras = {key: value for key, value in saved.items() if key not in _KEYS}
    return game


def _read_json(text: str) -> Mapping[str, Any]:
    """Read the JSON object and check its version."""
    try:
        saved = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise SaveError("this is not a saved game: it is nested too deeply") from None
    except SaveError:
        raise
    except json.JSONDecodeError as error:
        raise SaveError(f"this is not JSON: {error}") from None
    except ValueError:
        raise SaveError("this is not a saved game: a number has too many digits") from None
    if not isinstance(saved, dict):
        raise SaveError(f"a saved game is a JSON object, not {quoted_json(saved)}")
    version = saved.get("format")
    if type(version) is not int or version != FORMAT:
        raise SaveError(f"format {_state(saved, 'format')}; this program reads format {FORMAT}")
    return saved


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which other readers of JSON do not know."""
    raise SaveError(f"this is not JSON: {name} is no number")


def _state(saved: Mapping[str, Any], key: str) -> str:
    """Return what the value of a key is, for a sentence."""
    return f"is {quoted_json(saved[key])}" if key in saved else "is missing"


def _read_start(saved: Mapping[str, Any]) -> Layout:
    """Read the layout that the steps begin with."""
    rules = _read_rules(saved)
    if ("deal" in saved) == ("layout" in saved):
        raise SaveError("a saved game has either deal or layout")
    try:
        if "deal" in saved:
            return deal(_read_number(saved["deal"]), rules)
        if isinstance(saved["layout"], str):
            return parse_layout(saved["layout"], rules)
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

"""Kungen: a patience house. Deal, play, check and solve numbered deals.

>>> import kungen
>>> game = kungen.Game(617)
>>> len(game.legal_moves)
35
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen import reference as reference
from kungen.autoplay import Autoplay
from kungen.cards import Card, CardError, card_text, parse_card
from kungen.deals import LAST_DEAL, DealError, deal, identify
from kungen.game import Game
from kungen.game_file import GAMES, find_rules, load_rules, parse_rules, rules_file
from kungen.layout import IllegalMove, Layout, LayoutError, LegalMoves, Move, MoveError
from kungen.notation import (
    layout_text,
    line_notation,
    move_notation,
    parse_layout,
    parse_line,
    parse_move,
)
from kungen.perft import distinct, perft
from kungen.replay import ReplayError, replay
from kungen.rules import Names, Option, Points, Rules, RulesError
from kungen.saves import SaveError, load_game, save_game
from kungen.verdict import Limits, Result, Strategy, StrategyError, Verdict
from kungen.view import View

__all__ = [
    "GAMES",
    "LAST_DEAL",
    "LESSONS",
    "Autoplay",
    "Card",
    "CardError",
    "DealError",
    "Game",
    "Goal",
    "IllegalMove",
    "Layout",
    "LayoutError",
    "LegalMoves",
    "Lesson",
    "LessonError",
    "LessonTexts",
    "Limits",
    "Move",
    "MoveError",
    "Names",
    "Option",
    "Points",
    "ReplayError",
    "Result",
    "Rules",
    "RulesError",
    "SaveError",
    "Strategy",
    "StrategyError",
    "Verdict",
    "View",
    "card_text",
    "deal",
    "distinct",
    "find_rules",
    "identify",
    "layout_text",
    "line_notation",
    "load_game",
    "load_lesson",
    "load_rules",
    "move_notation",
    "parse_card",
    "parse_layout",
    "parse_lesson",
    "parse_line",
    "parse_move",
    "parse_rules",
    "perft",
    "replay",
    "rules_file",
    "save_game",
]

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kungen.bulk import DealResult as DealResult
    from kungen.bulk import solve_deals as solve_deals
    from kungen.goal import Goal as Goal
    from kungen.lesson import Lesson as Lesson
    from kungen.lesson import LessonError as LessonError
    from kungen.lesson import LessonTexts as LessonTexts
    from kungen.lesson import load_lesson as load_lesson
    from kungen.lesson import parse_lesson as parse_lesson
    from kungen.solver import Solver as Solver
    from kungen.solver import solve as solve

    LESSONS: Mapping[str, Lesson]
    """The lessons that come with the package, by id in their order."""
else:
    _OF_SOLVING = {"Solver", "solve", "solve_deals", "DealResult"}
    _OF_LESSONS = {"Goal", "Lesson", "LessonError", "LessonTexts", "load_lesson", "parse_lesson"}

    def __getattr__(name: str) -> object:
        """Import what has to do with lessons, or with solving, when it is first asked for.

        Few who deal and play need lessons, and solving alone needs the native module.
        """
        if name == "LESSONS" or name in _OF_LESSONS:
            from kungen import lesson  # noqa: PLC0415 - importing the rest is quicker without it

            return lesson.lessons() if name == "LESSONS" else getattr(lesson, name)
        if name not in _OF_SOLVING:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            from kungen import bulk, solver  # noqa: PLC0415 - the rest works without them
        except ModuleNotFoundError as error:
            raise ImportError(
                f"kungen.{name} needs the native module, and there is none here ({error});"
                " kungen.reference.solve works without it"
            ) from error
        return getattr(solver if name in {"Solver", "solve"} else bulk, name)

"""Code as a user writes it, for the type checkers to read: every line says its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_type

import kungen
from kungen import (
    Autoplay,
    Card,
    Game,
    Goal,
    Layout,
    LegalMoves,
    Lesson,
    LessonTexts,
    Limits,
    Move,
    Option,
    Points,
    Result,
    Rules,
    Verdict,
    View,
    deal,
    distinct,
    find_rules,
    identify,
    line_notation,
    load_game,
    load_lesson,
    move_notation,
    parse_card,
    parse_layout,
    parse_line,
    parse_move,
    parse_rules,
    perft,
    replay,
    rules_file,
    save_game,
)
from kungen.reference import solve as plain_solve


def deal_and_play() -> None:
    layout = assert_type(deal(617), Layout)
    assert_type(deal(617, "Kungen"), Layout)
    assert_type(deal(617, find_rules("freecell")), Layout)
    assert_type(deal(617, "klondike:draw=3"), Layout)
    assert_type(find_rules("klondike", draw=3, passes=None), Rules)
    assert_type(layout.rules, Rules)
    assert_type(layout.columns, tuple[tuple[Card, ...], ...])
    assert_type(layout.cells, tuple[Card | None, ...])
    assert_type(layout.foundations, tuple[int, ...])
    assert_type(layout.hidden, tuple[int, ...])
    assert_type(layout.reserve, tuple[Card | None, ...])
    assert_type(layout.stock, tuple[Card, ...])
    assert_type(layout.waste, tuple[Card, ...])
    assert_type(layout.turned_over, int)
    assert_type(layout.base, int)
    assert_type(layout.legal_moves, LegalMoves)
    assert_type(list(layout.legal_moves), list[Move])
    assert_type(layout.play(Move("column3", "cell1")), Layout)
    assert_type(layout.expand(Move("column3", "cell1")), tuple[Move, ...])
    assert_type(layout.capacity(to_empty=True), int)
    assert_type(layout.svg("sv"), str)
    assert_type(identify(layout), int | None)
    assert_type(parse_card("KnH"), Card)


def see(layout: Layout) -> None:
    view = assert_type(layout.view(), View)
    assert_type(view.columns, tuple[tuple[Card | None, ...], ...])
    assert_type(view.stock, tuple[None, ...])
    assert_type(view.text(), str)
    assert_type(view.svg(), str)
    assert_type(view.legal_moves, tuple[Move, ...])


def choose(rules: Rules) -> None:
    assert_type(rules.options, tuple[Option, ...])
    assert_type(rules.points, Points | None)
    assert_type(rules.passes, int | None)
    assert_type(rules.key, str)
    assert_type(rules.with_options(single_card=True, build="suit"), Rules)
    assert_type(parse_rules("format = 2"), Rules)
    assert_type(parse_rules({"format": 2}), Rules)
    assert_type(rules_file(rules), dict[str, Any])


def read_and_write(layout: Layout) -> None:
    assert_type(parse_layout(layout.text()), Layout)
    assert_type(parse_move("3a", layout), Move)
    assert_type(move_notation(Move("column3", "cell1"), layout), str)
    assert_type(parse_line("3a 2b", layout), tuple[Move, ...])
    assert_type(line_notation([Move("column3", "cell1")], layout), str)
    assert_type(replay(layout, [Move("column3", "cell1")]), Layout)
    assert_type(Layout.unpack(layout.rules, layout.pack()), Layout)
    assert_type(Move.from_json(["column3", "cell1", 1]), Move)


def go_through_a_game() -> None:
    game = assert_type(Game(617, "all"), Game)
    assert_type(Game(deal(617), autoplay="off").autoplay, Autoplay)
    assert_type(Game(617, game="klondike:draw=3").number, int | None)
    assert_type(Game.replay(617, game.steps, game="plato", restarted=True).restarted, bool)
    assert_type(game.push(Move("column3", "cell1")), tuple[Move, ...])
    assert_type(game.pop(), tuple[Move, ...])
    assert_type(game.redo(), tuple[Move, ...])
    assert_type(game.tip(), Move | None)
    assert_type(game.finish_step(), Move | None)
    assert_type(game.finish(), int)
    assert_type(game.score, int | None)
    assert_type(game.is_useless_pass(), bool)
    assert_type(game.steps, tuple[tuple[Move, ...], ...])
    assert_type(game.marks, frozenset[Card])
    assert_type(load_game(save_game(game)), Game)


def search(layout: Layout) -> None:
    result = assert_type(plain_solve(layout, Limits(nodes=1000)), Result)
    assert_type(result.verdict, Verdict)
    assert_type(result.line, tuple[Move, ...])
    assert_type(kungen.solve(layout), Result)
    strategy: kungen.Strategy = "short"
    assert_type(kungen.solve(layout, Limits(seconds=1), strategy=strategy), Result)
    assert_type(result.moves, int)
    assert_type(result.single_moves, int)
    assert_type(perft(layout, 2), int)
    assert_type(distinct(layout, 2), int)


def teach() -> None:
    lesson = assert_type(load_lesson("buried.toml"), Lesson)
    assert_type(kungen.LESSONS, Mapping[str, Lesson])
    assert_type(lesson.layout, Layout)
    assert_type(lesson.deal, int | None)
    assert_type(lesson.line, tuple[Move, ...])
    assert_type(lesson.text("sv"), LessonTexts)
    assert_type(lesson.state(Game(lesson.layout)), Literal["open", "reached", "missed"])
    assert_type(lesson.goal.reached(lesson.layout), bool)
    assert_type(Goal.unpack(lesson.rules, lesson.goal.pack()), Goal)

"""Goals and single moves: the law and every build of the core say the same of every layout."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kungen import Card, Goal, Layout, LessonError, Move, _core, deal, find_rules, replay
from kungen.cards import make_card
from tests.differential.several_rules import ALL, RULES
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kungen import Rules
    from tests.differential.engines import Engine, Session, Wasm

FREECELL = find_rules("freecell")


def layouts_of(rules: Rules, source: random.Random, count: int) -> Iterator[Layout]:
    """Return layouts of random play, and cards laid out at random."""
    for number in range(1, count + 1):
        yield walk(deal(number, rules), source.randrange(60), source)
        yield scatter(rules, source)


def pairs_of(layout: Layout) -> list[tuple[Card, Card]]:
    """Return the pairs of cards that lie on each other, those face down too."""
    return [
        (column[place], column[place - 1])
        for column in layout.columns
        for place in range(1, len(column))
    ]


def random_goal(layout: Layout, source: random.Random) -> Goal:
    """Return a goal that the layout reaches about as often as not."""
    rules = layout.rules
    deck = [Card(number) for number in range(rules.cards)]
    there = pairs_of(layout)
    kinds = source.sample(("up", "on", "cells", "columns", "hidden", "won"), source.randint(1, 2))
    on = source.sample(there, min(len(there), source.randint(1, 3))) if "on" in kinds else []
    if on and source.random() < 0.3:
        on.append((source.choice(deck), source.choice(deck)))
    goal = Goal(
        up=tuple(source.sample(deck, source.randint(1, 3))) if "up" in kinds else (),
        on=tuple(on),
        cells=source.randint(0, min(2, rules.cells)) if "cells" in kinds else 0,
        columns=source.randint(0, min(2, rules.columns)) if "columns" in kinds else 0,
        face_down=source.choice((0, 3, 12, 52)) if "hidden" in kinds else None,
        won="won" in kinds and source.random() < 0.3,
    )
    return Goal(up=(deck[0],)) if goal.fault(rules) else goal


@pytest.mark.parametrize("name", RULES)
def test_a_goal_is_reached_by_the_law_and_by_the_core_or_by_neither(
    engine: Engine, name: str
) -> None:
    source, verdicts = random.Random(name), Counter[bool]()
    for layout in layouts_of(RULES[name], source, 12):
        session = engine.open(RULES[name].pack(), layout.pack())
        for _ in range(6):
            goal = random_goal(layout, source)
            reached = goal.reached(layout)
            assert session.goal(goal.pack()) == reached, (goal, layout)
            verdicts[reached] += 1
    assert min(verdicts.values()) > 10


@pytest.mark.parametrize("name", RULES)
def test_a_goal_read_from_its_record_is_the_same(name: str) -> None:
    source = random.Random(name)
    for layout in layouts_of(RULES[name], source, 10):
        goal = random_goal(layout, source)
        assert Goal.unpack(RULES[name], goal.pack()) == goal


def accepted_by_the_law(rules: Rules, record: bytes) -> bool:
    try:
        return Goal.unpack(rules, record).pack() == record
    except LessonError:
        return False


def accepted(session: Session, record: bytes) -> bool:
    try:
        session.goal(record)
    except ValueError:
        return False
    return True


def spoilt(record: bytes, source: random.Random) -> bytes:
    """Change, drop or add a byte, so that some stay right."""
    bytes_ = bytearray(record)
    place, kind = source.randrange(len(bytes_)), source.randrange(4)
    if kind == 0:
        del bytes_[place]
    elif kind == 1:
        bytes_.insert(place, source.choice((0, 1, 2, 52, 255)))
    else:
        bytes_[place] = source.choice((0, 1, 2, 4, 5, 11, 51, 52, 53, 255, source.randrange(256)))
    return bytes(bytes_)


@pytest.mark.parametrize("name", RULES)
def test_damaged_goals_are_refused_by_both_or_by_neither(engine: Engine, name: str) -> None:
    source, verdicts = random.Random(name), Counter[bool]()
    rules = RULES[name]
    for layout in layouts_of(rules, source, 3):
        session = engine.open(rules.pack(), layout.pack())
        for _ in range(30):
            record = spoilt(random_goal(layout, source).pack(), source)
            verdicts[accepted_by_the_law(rules, record)] += 1
            assert accepted(session, record) == accepted_by_the_law(rules, record), record.hex(" ")
    assert min(verdicts.values()) > 5


def test_random_bytes_are_refused_by_both_or_by_neither(engine: Engine) -> None:
    source = random.Random(5)
    session = engine.open(FREECELL.pack(), 617)
    for _ in range(500):
        record = b"G\x01" + bytes(source.choices(range(56), k=source.randint(0, 12)))
        assert accepted(session, record) == accepted_by_the_law(FREECELL, record), record.hex(" ")


@pytest.mark.parametrize(
    ("record", "place", "expected"),
    [
        ("", 0, "more bytes"),
        ("48 01 00 00 00 ff 00 00", 0, "the mark 0x47"),
        ("47 02 00 00 00 ff 00 00", 1, "version 1"),
        ("47 01 02 00 00 ff 00 00", 2, "0 or 1"),
        ("47 01 00 05 00 ff 00 00", 3, "no more cells than there are"),
        ("47 01 00 00 09 ff 00 00", 4, "no more columns than there are"),
        ("47 01 00 00 00 35 00 00", 5, "0 to 52, or 255"),
        ("47 01 00 00 00 ff 35 00", 6, "0 to 52"),
        ("47 01 00 00 00 ff 01 34 00", 7, "a card of the deck"),
        ("47 01 00 00 00 ff 02 00 00 00", 8, "every card only once"),
        ("47 01 00 00 00 ff 00 01 00", 9, "more bytes"),
        ("47 01 00 00 00 ff 00 01 00 34", 9, "a card of the deck"),
        ("47 01 01 00 00 ff 00 00 00", 8, "the end of the record"),
        ("47 01 00 00 00 ff 00 00", 8, "a condition"),
    ],
)
def test_a_bad_goal_is_refused_with_the_place_and_what_was_expected(
    record: str, place: int, expected: str
) -> None:
    session = _core.Session(FREECELL.pack(), 617)
    sentence = f"goal record, byte {place}: expected {expected}"
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        session.goal(bytes.fromhex(record))
    assert not accepted_by_the_law(FREECELL, bytes.fromhex(record))


@pytest.mark.parametrize("name", ALL)
def test_every_legal_move_stands_for_the_same_single_moves(name: str) -> None:
    rules, source = ALL[name], random.Random(name)
    for layout in layouts_of(rules, source, 5):
        session = _core.Session(rules.pack(), layout.pack())
        for move in layout.legal_moves:
            single = layout.expand(move)
            assert session.expand(move.pack()) == b"".join(each.pack() for each in single)
            assert replay(layout, single) == layout.play(move)


@pytest.mark.parametrize("name", RULES)
def test_single_moves_in_the_browser_are_those_of_the_law(wasm: Wasm, name: str) -> None:
    rules, source = RULES[name], random.Random(name)
    for layout in layouts_of(rules, source, 3):
        session = wasm.open(rules.pack(), layout.pack())
        for move in layout.legal_moves:
            single = layout.expand(move)
            assert session.expand(move.pack()) == b"".join(each.pack() for each in single)


def long_run(cells: int, empty: int) -> tuple[Layout, Move]:
    """Return a run of the whole deck, and the move of as much of it as may move."""
    rules = replace(FREECELL, columns=2 + empty, cells=cells, wrap=True, options=())
    run = [
        make_card(13 - place % 13, ((1, 2), (0, 3))[place % 2][place // 26]) for place in range(52)
    ]
    count = min(len(run) - 1, (1 + cells) << empty)
    layout = Layout.checked(rules, [run[-count:], run[:-count]])
    return layout, Move("column1", "column2", count)


@pytest.mark.parametrize("cells", range(5))
def test_a_long_run_goes_by_the_same_moves_through_all_columns(engine: Engine, cells: int) -> None:
    for empty in range(9):
        layout, move = long_run(cells, empty)
        session = engine.open(layout.rules.pack(), layout.pack())
        single = layout.expand(move)
        assert session.expand(move.pack()) == b"".join(each.pack() for each in single)


def test_an_illegal_move_stands_for_none(engine: Engine) -> None:
    session = engine.open(FREECELL.pack(), 617)
    for move in (b"\x00\x01\x01", b"\x00\x00\x01", b"\x00\x10\x02", b"\xff\xff\xff"):
        assert session.expand(move) == b""

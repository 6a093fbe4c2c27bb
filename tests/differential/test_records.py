"""Records: what the law refuses the core refuses, and says where."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from kungen import Layout, LayoutError, Rules, _core, deal, find_rules
from tests.differential.native import program, run
from tests.differential.random_rules import damaged, random_record, rules_of
from tests.differential.several_rules import ALL, RULES
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from tests.differential.engines import Wasm

FREECELL = RULES["freecell"]
RECORD = FREECELL.pack()
KLONDIKE = RULES["klondike"].pack()
PENGUIN = RULES["penguin"].pack()
FIRST_VERSION = bytes((0x4B, 1, 13, 8, 4, 0, 0, 0, 0))
"""FreeCell in a record of version 1."""


def changed(record: bytes, *changes: tuple[int, int]) -> bytes:
    """Return a record with other bytes at some places."""
    bytes_ = bytearray(record)
    for place, byte in changes:
        bytes_[place] = byte
    return bytes(bytes_)


@pytest.mark.parametrize(
    ("record", "place", "expected"),
    [
        (b"", 0, "a record of exactly 50 bytes, or 9 in version 1"),
        (RECORD + b"\x00", 51, "a record of exactly 50 bytes, or 9 in version 1"),
        (RECORD[:9], 1, "version 1"),
        (FIRST_VERSION + b"\x00" * 41, 1, "version 2"),
        (changed(RECORD, (0, 0x6B)), 0, "the mark 0x4B"),
        (changed(RECORD, (1, 3)), 1, "version 2"),
        (changed(RECORD, (2, 0)), 2, "1 to 13 ranks"),
        (changed(RECORD, (2, 14)), 2, "1 to 13 ranks"),
        (changed(RECORD, (3, 0)), 3, "1 to 10 columns"),
        (changed(RECORD, (4, 11)), 4, "0 to 10 cells"),
        (changed(RECORD, (5, 2)), 5, "build order 0 (alternating colour) or 1 (same suit)"),
        (changed(RECORD, (6, 2)), 6, "empty column 0 (any card) or 1 (the last rank)"),
        (changed(RECORD, (7, 3)), 7, "runs 0 (supermove), 1 (any length) or 2 (single card)"),
        (changed(RECORD, (8, 2)), 8, "foundation return 0 (off) or 1 (on)"),
        (changed(RECORD, (9, 2)), 9, "wrapping build 0 (off) or 1 (on)"),
        (changed(RECORD, (2, 1), (9, 1)), 9, "two ranks or more where the build wraps"),
        (changed(RECORD, (10, 14)), 10, "base 1 to 13, or 0 (the beak)"),
        (changed(RECORD, (2, 5), (10, 6)), 10, "a base that is one of the ranks"),
        (changed(RECORD, (11, 17)), 11, "0 to 16 places in the reserve"),
        (changed(KLONDIKE, (12, 2)), 12, "1 or 3 cards drawn, or 0 (no stock)"),
        (changed(KLONDIKE, (13, 100)), 13, "1 to 99 passes, or 0 (unlimited)"),
        (changed(RECORD, (13, 1)), 13, "0 passes without a stock"),
        (changed(RECORD, (14, 2)), 14, "direction 0 (right) or 1 (left)"),
        (changed(RECORD, (15, 2)), 15, "score 0 (none) or 1"),
        (changed(RECORD, (12, 1)), 16, "columns with sizes of their own in a game with a stock"),
        (changed(KLONDIKE, (16, 53)), 16, "0 to 52 cards, and 0 where there is no column"),
        (changed(KLONDIKE, (23, 1)), 23, "0 to 52 cards, and 0 where there is no column"),
        (changed(KLONDIKE, (33, 1)), 33, "0 to 52 cards, and 0 where there is no column"),
        (changed(KLONDIKE, (32, 7)), 32, "fewer cards face down than cards in the column"),
        (changed(RECORD, (26, 1)), 26, "fewer cards face down than cards in the column"),
        (changed(RECORD, (36, 2)), 36, "0 or 1 (filled), and 0 where there is no cell"),
        (changed(RECORD, (40, 1)), 40, "0 or 1 (filled), and 0 where there is no cell"),
        (changed(KLONDIKE, (22, 32)), 16, "no more cards dealt than the deck has"),
        (changed(RECORD, (2, 1), (11, 5)), 16, "no more cards dealt than the deck has"),
        (changed(RECORD, (16, 51)), 16, "every card dealt where there is no stock"),
        (changed(KLONDIKE, (10, 0)), 27, "no card face down with a beak"),
        (changed(PENGUIN, (2, 1), (9, 0), (11, 1)), 16, "a column for the beak"),
        (changed(KLONDIKE, (46, 101)), 46, "-100 to 100 points"),
        (changed(KLONDIKE, (49, 155)), 49, "-100 to 100 points"),
        (changed(RECORD, (48, 1)), 48, "0 points in a game without a score"),
    ],
)
def test_bad_rules_are_refused_with_the_place_and_what_was_expected(
    wasm: Wasm, record: bytes, place: int, expected: str
) -> None:
    assert _core.rules_fault(record) == (place, expected)
    assert wasm.rules_fault(record) == (place, expected)
    sentence = f"rules record, byte {place}: expected {expected}"
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        _core.deal(record, 1)
    assert wasm.call("rules", "game_open", len(record), 1, 0, send=record)[0] == -1


@pytest.mark.parametrize("name", RULES)
def test_the_rules_of_every_game_have_no_fault(wasm: Wasm, name: str) -> None:
    assert _core.rules_fault(RULES[name].pack()) is None
    assert wasm.rules_fault(RULES[name].pack()) is None


def test_a_record_of_the_first_version_means_the_same_game() -> None:
    assert _core.rules_fault(FIRST_VERSION) is None
    assert _core.deal(FIRST_VERSION, 617) == deal(617).pack()
    start = deal(1).pack()
    assert _core.perft(FIRST_VERSION, start, 3) == _core.perft(RECORD, start, 3)


def changed_start(place: int, byte: int) -> bytes:
    start = bytearray(deal(1).pack())
    start[place] = byte
    return bytes(start)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (b"", "layout record, byte 0: expected more bytes"),
        (deal(1).pack()[:-1], "layout record, byte 67: expected more bytes"),
        (deal(1).pack() + b"\x00", "layout record, byte 68: expected the end of the record"),
        (changed_start(0, 53), "layout record, byte 0: expected a column no longer than the deck"),
        (changed_start(1, 52), "layout record, byte 1: expected a card of the deck"),
        (changed_start(2, 41), "layout record, byte 2: expected every card only once"),
        (changed_start(64, 14), "layout record, byte 64: expected a foundation no higher than"),
        (changed_start(64, 1), "layout record, byte 64: expected every card only once"),
    ],
)
def test_bad_layouts_are_refused_with_the_place_and_what_was_expected(
    record: bytes, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        _core.legal_moves(RECORD, record)


@pytest.mark.parametrize(
    ("key", "place", "byte", "expected"),
    [
        ("klondike", 1, 1, "a free card face up"),
        ("klondike", 4, 2, "a free card face up"),
        ("klondike", 46, 53, "a pile no larger than the deck"),
        ("klondike", 72, 1, "fewer turnings over than passes"),
        ("klondike:passes=2", 72, 2, "fewer turnings over than passes"),
        ("klondike:passes=1", 72, 1, "fewer turnings over than passes"),
        ("penguin", 67, 0, "a base that is one of the ranks"),
        ("penguin", 67, 14, "a base that is one of the ranks"),
        ("king-albert", 54, 1, "every card only once"),
    ],
)
def test_bad_parts_of_a_layout_that_few_games_have_are_refused(
    key: str, place: int, byte: int, expected: str
) -> None:
    rules = find_rules(key)
    record = changed(deal(1, rules).pack(), (place, byte))
    with pytest.raises(ValueError, match=f"layout record, byte {place}: expected {expected}"):
        _core.legal_moves(rules.pack(), record)
    assert not accepted_by_the_law(rules, record)


@pytest.mark.parametrize(("key", "turned_over"), [("klondike:passes=2", 1), ("klondike", 0)])
def test_a_stock_turned_over_less_often_than_there_are_passes_is_right(
    key: str, turned_over: int
) -> None:
    rules = find_rules(key)
    record = changed(deal(1, rules).pack(), (72, turned_over))
    assert accepted_by_the_core(rules, record)
    assert accepted_by_the_law(rules, record)


def test_a_layout_without_some_card_is_refused() -> None:
    record = bytes([0] * 8 + [255] * 4 + [13, 13, 13, 12])
    with pytest.raises(ValueError, match="byte 16: expected every card of the deck"):
        _core.legal_moves(RECORD, record)


@pytest.mark.parametrize("number", [-1, 0, 2**33, 2**40])
def test_a_number_without_a_deal_is_refused(wasm: Wasm, number: int) -> None:
    with pytest.raises(
        ValueError, match=f"deal {number} is out of range: expected 1 to 8589934591"
    ):
        _core.deal(RECORD, number)
    words = (number & 0xFFFFFFFF, number >> 32 & 0xFFFFFFFF)
    assert wasm.call("rules", "game_open", len(RECORD), *words, send=RECORD)[0] == -2


@pytest.mark.parametrize("number", [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
@pytest.mark.parametrize("name", RULES)
def test_deals_of_every_stretch_of_numbers_are_those_of_the_law(name: str, number: int) -> None:
    assert _core.deal(RULES[name].pack(), number) == deal(number, RULES[name]).pack()


def accepted_by_the_law(rules: Rules, record: bytes) -> bool:
    try:
        return Layout.unpack(rules, record).pack() == record
    except LayoutError:
        return False


def accepted_by_the_core(rules: Rules, record: bytes) -> bool:
    try:
        _core.legal_moves(rules.pack(), record)
    except ValueError:
        return False
    return True


def spoilt(record: bytes, source: random.Random) -> bytes:
    """Change, drop, add or exchange a byte or two, so that about half stay right."""
    bytes_ = bytearray(record)
    first, second = source.randrange(len(bytes_)), source.randrange(len(bytes_))
    kind = source.randrange(5)
    if kind == 0:
        bytes_[first] = source.choice((0, 1, 5, 52, 254, 255, source.randrange(256)))
    elif kind == 1:
        del bytes_[first]
    elif kind == 2:
        bytes_.insert(first, source.randrange(256))
    else:
        bytes_[first], bytes_[second] = bytes_[second], bytes_[first]
    return bytes(bytes_)


@pytest.mark.parametrize("name", RULES)
def test_spoilt_layouts_are_refused_by_both_or_by_neither(wasm: Wasm, name: str) -> None:
    rules, source = RULES[name], random.Random(1)
    verdicts = []
    for number in range(1, 120):
        record = spoilt(walk(deal(number, rules), number % 20, source).pack(), source)
        verdicts.append(accepted_by_the_law(rules, record))
        assert accepted_by_the_core(rules, record) == verdicts[-1], record.hex(" ")
        lengths = (len(rules.pack()), len(record))
        opened, _ = wasm.call("rules", "game_open_layout", *lengths, send=rules.pack() + record)
        assert (opened > 0) == verdicts[-1]
    assert 10 < sum(verdicts) < 110


def test_other_bad_values_are_refused_with_a_sentence() -> None:
    session = _core.Session(RECORD, 1)
    start = deal(1).pack()
    with pytest.raises(ValueError, match="a move has 3 bytes, not 2"):
        session.play(b"\x00\x01")
    with pytest.raises(ValueError, match=r"autoplay level 3: expected 0 \(off\), 1 \(safe\) or 2"):
        session.autoplay(3)
    with pytest.raises(ValueError, match="the move is not legal in this layout"):
        _core.play(RECORD, start, b"\x00\x01\x01")
    with pytest.raises(ValueError, match="depth -1 is out of range: expected 0 to 40"):
        _core.perft(RECORD, start, -1)
    with pytest.raises(ValueError, match="depth 41 is out of range: expected 0 to 40"):
        _core.distinct(RECORD, start, 41)


def test_a_played_move_gives_the_layout_of_the_law() -> None:
    start = deal(617)
    for move in start.legal_moves:
        assert _core.play(RECORD, start.pack(), move.pack()) == start.play(move).pack()
    assert _core.capacity(RECORD, start.pack()) == (5, 0)


def accepted_rules(record: bytes) -> bool:
    try:
        return rules_of(record).pack() == record
    except ValueError:
        return False


def test_random_and_damaged_rules_are_refused_by_both_or_by_neither(wasm: Wasm) -> None:
    source, verdicts = random.Random(3), Counter[bool]()
    for number in range(1500):
        record = random_record(source)
        for _ in range(number % 3):
            record = damaged(record, source)
        accepted = accepted_rules(record)
        assert (_core.rules_fault(record) is None) == accepted, record.hex(" ")
        if number % 10 == 0:
            assert (wasm.rules_fault(record) is None) == accepted
        verdicts[accepted] += 1
    assert min(verdicts.values()) > 400


def test_deals_under_random_rules_are_those_of_the_law() -> None:
    source = random.Random(4)
    for number in range(1, 2000):
        record = random_record(source)
        if _core.rules_fault(record) is None:
            assert _core.deal(record, number) == deal(number, rules_of(record)).pack()


@pytest.mark.parametrize("name", RULES)
def test_spoilt_layouts_of_cards_at_random_are_refused_by_both_or_by_neither(name: str) -> None:
    rules, source, verdicts = RULES[name], random.Random(name), Counter[bool]()
    for _ in range(150):
        record = spoilt(scatter(rules, source).pack(), source)
        verdicts[accepted_by_the_law(rules, record)] += 1
        assert accepted_by_the_core(rules, record) == accepted_by_the_law(rules, record)
    assert min(verdicts.values()) > 10


@pytest.mark.slow
def test_games_and_damaged_records_come_back_whole_and_keep_the_sanitizers_silent() -> None:
    records = [rules.pack().hex() for rules in ALL.values()]
    out = run([program("records", sanitize=True), "3000", *records])
    good_rules, good_layouts, good_histories, good_goals, turned_up, wrong = map(int, out.split())
    assert wrong == 0
    assert min(good_rules, turned_up) > 1000
    assert min(good_layouts, good_histories, good_goals) > 100

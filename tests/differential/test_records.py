"""Records: what the law refuses the core refuses, and says where."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kungen import Layout, LayoutError, Rules, _core, deal
from tests.differential.engines import Wasm
from tests.differential.several_rules import RULES
from tests.differential.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

FREECELL = RULES["freecell"]
RECORD = FREECELL.pack()


@pytest.fixture(scope="module")
def wasm() -> Iterator[Wasm]:
    host = Wasm()
    yield host
    host.close()


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (b"", "rules record, byte 0: expected a record of exactly 9 bytes"),
        (RECORD + b"\x00", "rules record, byte 10: expected a record of exactly 9 bytes"),
        (b"k" + RECORD[1:], "rules record, byte 0: expected the mark 0x4B"),
        (RECORD[:1] + b"\x02" + RECORD[2:], "rules record, byte 1: expected version 1"),
        (RECORD[:2] + b"\x0e" + RECORD[3:], "rules record, byte 2: expected 1 to 13 ranks"),
        (RECORD[:3] + b"\x00" + RECORD[4:], "rules record, byte 3: expected 1 to 10 columns"),
        (RECORD[:4] + b"\x0b" + RECORD[5:], "rules record, byte 4: expected 0 to 10 cells"),
        (RECORD[:7] + b"\x03" + RECORD[8:], "rules record, byte 7: expected runs 0"),
        (RECORD[:8] + b"\x02", "rules record, byte 8: expected foundation return 0"),
    ],
)
def test_bad_rules_are_refused_with_the_place_and_what_was_expected(
    wasm: Wasm, record: bytes, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        _core.deal(record, 1)
    assert wasm.call("rules", "game_open", len(record), 1, 0, send=record)[0] == -1


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
    assert wasm.call("rules", "game_open", 9, *words, send=RECORD)[0] == -2


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
        lengths = (9, len(record))
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

"""Rules that no game has: random records, and what they say to the law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, get_args

from kungen import GAMES, Rules
from kungen.rules import Build, EmptyColumn, Points, Runs

if TYPE_CHECKING:
    import random

Value = TypeVar("Value")

NAMES: Final = GAMES["freecell"].names


def rules_of(record: bytes) -> Rules:
    """Return the rules of a record; one that no rules can have raises `ValueError`."""
    if len(record) != 50 or record[:2] != b"\x4b\x02":
        raise ValueError("no record")
    points = tuple(byte - 256 if byte > 127 else byte for byte in record[46:])
    if any(points) and not record[15]:
        raise ValueError("points without a score")
    if record[15] > 1 or record[14] > 1 or (record[13] and not record[12]):
        raise ValueError("a byte out of range")
    return Rules(
        id="random",
        names=NAMES,
        ranks=record[2],
        columns=record[3],
        cells=record[4],
        build=_choice(get_args(Build), record[5]),
        empty_column=_choice(get_args(EmptyColumn), record[6]),
        runs=_choice(get_args(Runs), record[7]),
        foundation_return=_choice((False, True), record[8]),
        wrap=_choice((False, True), record[9]),
        base=record[10] or "beak",
        reserve=record[11],
        draw=record[12],
        passes=record[13] or None,
        direction="left" if record[14] else "right",
        column_sizes=_list(record[16:26], record[3]),
        hidden=_list(record[26:36], record[3]),
        filled_cells=_filled(record[36:46]),
        points=Points(*points) if record[15] else None,
    )


def _choice(values: tuple[Value, ...], byte: int) -> Value:
    if byte >= len(values):
        raise ValueError("a byte out of range")
    return values[byte]


def _list(numbers: bytes, columns: int) -> tuple[int, ...]:
    """Return the numbers of the columns, with those of columns that are not there; none for 0."""
    last = max((place for place, number in enumerate(numbers, 1) if number), default=0)
    return tuple(numbers[: max(last, columns)]) if last else ()


def _filled(cells: bytes) -> tuple[int, ...]:
    if max(cells) > 1:
        raise ValueError("a byte out of range")
    return tuple(place for place, filled in enumerate(cells, 1) if filled)


def random_record(source: random.Random) -> bytes:
    """Return a record of random rules, most of them good."""
    ranks, columns = source.choice((2, 3, 4, 5, 6, 13)), source.randint(1, 10)
    cells, reserve = source.choice((0, 1, 2, 5, 10)), source.choice((0, 0, 1, 3, 7))
    filled = [source.random() < 0.2 for _ in range(cells)]
    base, draw = source.choice((0, 1, 1, source.randint(1, ranks))), source.choice((0, 0, 1, 3))
    room = 4 * ranks - reserve - sum(filled) - 3 * (base == 0)
    sizes = _sizes(source, columns, room, draw=draw)
    hidden = [source.randrange(size) if size and base else 0 for size in sizes]
    if source.random() < 0.5:
        hidden = []
    score = source.random() < 0.5
    record = bytearray(50)
    record[:5] = 0x4B, 2, ranks, columns, cells
    record[5:10] = (source.randrange(2), source.randrange(2), source.randrange(3),
                    source.randrange(2), source.randrange(2))  # fmt: skip
    record[10:13] = base, reserve, draw
    record[13] = source.choice((0, 1, 2, 3, 99)) if draw else 0
    record[14:16] = source.randrange(2), score
    record[16 : 16 + len(sizes)] = bytes(sizes)
    record[26 : 26 + len(hidden)] = bytes(hidden)
    record[36 : 36 + cells] = bytes(filled)
    record[46:] = bytes(source.randint(-100, 100) % 256 if score else 0 for _ in range(4))
    return bytes(record)


def _sizes(source: random.Random, columns: int, room: int, *, draw: int) -> list[int]:
    """Return how many cards go to each column, none for as many as there are."""
    if room <= 0 or (not draw and source.random() < 0.5):
        return []
    dealt = source.randint(1, room) if draw else room
    sizes = [0] * columns
    for _ in range(dealt):
        sizes[source.randrange(columns)] += 1
    return sizes


def damaged(record: bytes, source: random.Random) -> bytes:
    """Return the record with another byte somewhere, or with bytes too many or too few."""
    bytes_, place = bytearray(record), source.randrange(len(record))
    kind = source.randrange(8)
    if kind == 0:
        del bytes_[place]
    elif kind == 1:
        bytes_.insert(place, source.randrange(256))
    else:
        bytes_[place] = source.choice((0, 1, 2, 3, 4, 13, 100, 156, source.randrange(256)))
    return bytes(bytes_)

"""Draws the icons of the page for devices that take no SVG: web/svg/icon.svg, in points.

    python tools/icons.py

Writes web/svg/icons/*.png, which are checked in. The drawing may have rectangles and paths of the
commands M, c, C, H and z; each point's colour is mixed by how much of it each shape covers.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
DRAWING: Final = ROOT / "web" / "svg" / "icon.svg"
OUT: Final = ROOT / "web" / "svg" / "icons"
SIDE: Final = 64
"""The drawing's own width and height."""
LINES: Final = 8
"""Lines in which each row of points is measured."""
SHADES: Final = 8
"""Steps between two colours at an edge."""
CURVE: Final = 12
"""Straight pieces for one curve."""
OPAQUE: Final = 255
SHORT: Final = len("111")
ARC: Final = 0.5523
"""How far the handles of a Bezier curve lie from its ends for a quarter of a circle, as a share."""

Point = tuple[float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed outline in the drawing's units, and its colour."""

    outline: tuple[Point, ...]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Icon:
    """A file to be drawn: points in a row, the share of it that the card has, and its corners."""

    name: str
    size: int
    scale: float = 1.0
    is_full: bool = False


ICONS: Final = (
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    # Devices cut these to shapes of their own, of which the middle four fifths are sure.
    Icon("maskable-192.png", 192, 0.8, is_full=True),
    Icon("maskable-512.png", 512, 0.8, is_full=True),
    Icon("apple-180.png", 180, 0.9, is_full=True),
)


def shapes() -> list[Shape]:
    """Read the drawing's shapes, the deepest first."""
    tree = ET.parse(DRAWING)  # noqa: S314 - a file of the project
    return [
        Shape(tuple(_rectangle(part) if "width" in part.attrib else _path(part)), _colour(part))
        for part in tree.getroot()
    ]


def paint(icon: Icon) -> list[list[Colour]]:
    """Return the rows of an icon's points."""
    ground, *rest = shapes()
    whole = Shape(((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)), ground.colour)
    drawn = [whole if icon.is_full else ground, *(_scaled(shape, icon.scale) for shape in rest)]
    rows = []
    for row in range(icon.size):
        colours: list[Colour] = [ground.colour] * icon.size
        for shape in drawn:
            for at, share in enumerate(_cover(shape.outline, row, icon.size)):
                if share:
                    colours[at] = _mix(colours[at], shape.colour, share)
        rows.append(colours)
    return rows


def edges(icon: Icon) -> list[list[int]]:
    """Return for each point how much of it the icon's ground covers, from 0 to 255."""
    ground, *_ = shapes()
    if icon.is_full:
        return [[OPAQUE] * icon.size for _ in range(icon.size)]
    return [
        [round(OPAQUE * share) for share in _cover(ground.outline, row, icon.size)]
        for row in range(icon.size)
    ]


def png(icon: Icon) -> bytes:
    """Return an icon as a PNG with a palette, in which each colour has its transparency."""
    points = [
        [(*colour, alpha) for colour, alpha in zip(*rows, strict=True)]
        for rows in zip(paint(icon), edges(icon), strict=True)
    ]
    palette = sorted({point for row in points for point in row}, key=lambda point: point[3])
    place = {point: at for at, point in enumerate(palette)}
    body = b"".join(b"\0" + bytes(place[point] for point in row) for row in points)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", icon.size, icon.size, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(value for point in palette for value in point[:3])),
        (b"tRNS", bytes(point[3] for point in palette if point[3] < OPAQUE)),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, data) for kind, data in chunks if data or kind == b"IEND"
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _cover(outline: tuple[Point, ...], row: int, size: int) -> list[float]:
    """Return how much of each point of a row lies inside an outline, in steps of SHADES."""
    shares = [0.0] * size
    unit = size / SIDE
    for line in range(LINES):
        y = (row + (line + 0.5) / LINES) / unit
        crossings = sorted(x * unit for x in _crossings(outline, y))
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            for at in range(max(0, int(left)), min(size, int(right) + 1)):
                shares[at] += max(0.0, min(at + 1, right) - max(at, left)) / LINES
    return [round(share * SHADES) / SHADES for share in shares]


def _crossings(outline: tuple[Point, ...], y: float) -> Iterator[float]:
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)


def _mix(under: Colour, over: Colour, share: float) -> Colour:
    red, green, blue = (
        round(low + (high - low) * share) for low, high in zip(under, over, strict=True)
    )
    return red, green, blue


def _scaled(shape: Shape, scale: float) -> Shape:
    middle = SIDE / 2
    outline = (
        (middle + (x - middle) * scale, middle + (y - middle) * scale) for x, y in shape.outline
    )
    return Shape(tuple(outline), shape.colour)


def _colour(part: ET.Element) -> Colour:
    text = part.attrib["fill"].removeprefix("#")
    whole = "".join(2 * digit for digit in text) if len(text) == SHORT else text
    red, green, blue = bytes.fromhex(whole)
    return red, green, blue


def _rectangle(part: ET.Element) -> Iterator[Point]:
    """Trace a rectangle with round corners, clockwise from the left end of its upper edge."""
    x, y, width, height, r = (
        float(part.attrib.get(name, "0")) for name in ("x", "y", "width", "height", "rx")
    )
    right, foot, k = x + width, y + height, r * (1 - ARC)
    yield from _curve((right - r, y), (right - k, y), (right, y + k), (right, y + r))
    yield from _curve((right, foot - r), (right, foot - k), (right - k, foot), (right - r, foot))
    yield from _curve((x + r, foot), (x + k, foot), (x, foot - k), (x, foot - r))
    yield from _curve((x, y + r), (x, y + k), (x + k, y), (x + r, y))


def _path(part: ET.Element) -> Iterator[Point]:
    """Trace a path."""
    at: Point = (0.0, 0.0)
    for command, written in re.findall(r"([MCcHz])([^MCcHz]*)", part.attrib["d"]):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", written)]
        if command == "H":
            at = (numbers[0], at[1])
            yield at
        elif command == "M":
            at = (numbers[0], numbers[1])
            yield at
        for first in range(0, len(numbers) if command in "Cc" else 0, 6):
            ends = list(_points(numbers[first : first + 6], at if command == "c" else (0.0, 0.0)))
            yield from _curve(at, *ends)
            at = ends[2]


def _points(numbers: list[float], origin: Point) -> Iterator[Point]:
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        yield origin[0] + x, origin[1] + y


def _curve(start: Point, *ends: Point) -> Iterator[Point]:
    """Trace a cubic Bezier curve by straight pieces, its first point too."""
    points: Iterable[Point] = (start, *ends)
    for step in range(CURVE + 1):
        t = step / CURVE
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        yield (
            sum(weight * x for weight, (x, _) in zip(weights, points, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, points, strict=True)),
        )


def main() -> None:
    """Draw all icons."""
    OUT.mkdir(exist_ok=True)
    for icon in ICONS:
        (OUT / icon.name).write_bytes(png(icon))


if __name__ == "__main__":
    main()

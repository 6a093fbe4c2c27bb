"""Pictures: a layout as SVG that needs nothing else, not even a font's suit signs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal, get_args

from kungen.cards import RANKS, SUIT_NAMES, SUITS, card_text, is_red, make_card, rank_of, suit_of
from kungen.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kungen.cards import Card
    from kungen.layout import Layout

Letters = Literal["en", "sv", "da"]

_WIDTH, _HEIGHT = 60, 84
_GAP = 10
_STEP = 24
"""What shows of a covered card."""

_COURT_LETTERS = {"en": "AJQK", "sv": ("E", "Kn", "D", "K"), "da": ("E", "Kn", "D", "K")}
_COURT_RANKS = (1, 11, 12, 13)

_RED, _BLACK = "#b3261e", "#1c1b1f"
_FELT, _FACE, _LINE = "#2f6b4f", "#fffdf7", "#cfd8d3"

_SUIT_PATHS = (
    (
        "M8 7.2A3.6 3.6 0 1 0 4.6 12 3.6 3.6 0 0 0 7.3 11Q7.2 13.6 5 15.6H11Q8.8 13.6 8.7 11"
        "A3.6 3.6 0 1 0 8 7.2Z"
    ),
    "M8 0.6Q10.4 4.8 13.4 8 10.4 11.2 8 15.4 5.6 11.2 2.6 8 5.6 4.8 8 0.6Z",
    "M8 15Q1 9.4 1 5A3.6 3.6 0 0 1 8 3.8 3.6 3.6 0 0 1 15 5Q15 9.4 8 15Z",
    (
        "M8 0.6Q14.6 6 14.6 9.4A3.2 3.2 0 0 1 8.7 11Q8.8 13.6 11 15.6H5Q7.2 13.6 7.3 11"
        "A3.2 3.2 0 0 1 1.4 9.4Q1.4 6 8 0.6Z"
    ),
)
"""The suits on a field of 16 by 16."""


def layout_svg(layout: Layout, letters: str = "en") -> str:
    """Return a picture of a layout: cells and foundations above, columns below.

    Card letters are those of `en`, `sv` or `da`; other words raise `ValueError`. The picture has
    a title and a description for those who hear it.

    >>> from kungen.deals import deal
    >>> layout_svg(deal(617)).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    if letters not in get_args(Letters):
        raise ValueError(
            f"there are no letters {quoted(letters)}; they are {', '.join(_COURT_LETTERS)}"
        )
    places = max(len(layout.columns), len(layout.cells) + len(SUITS))
    width = _GAP + places * (_WIDTH + _GAP)
    deepest = max(1, *map(len, layout.columns))
    height = 3 * _GAP + 2 * _HEIGHT + (deepest - 1) * _STEP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}">',
        f"<title>{escape(layout.rules.names.en)}</title>",
        f"<desc>{_description(layout)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{_FELT}"/>',
        *_top_row(layout, letters, places),
        *_columns(layout, letters),
        "</svg>",
    ]
    return "\n".join(parts)


def _description(layout: Layout) -> str:
    """Return the layout in words: every pile with its cards, the free one last."""
    ranks = "0" + RANKS
    sentences = [
        "Foundations: "
        + ", ".join(
            f"{name} {ranks[height]}"
            for name, height in reversed([*zip(SUIT_NAMES, layout.foundations, strict=True)])
        )
    ]
    held = [card_text(card) for card in layout.cells if card is not None]
    if layout.cells:
        sentences.append(f"Cells: {' '.join(held) or 'empty'}")
    for number, column in enumerate(layout.columns, 1):
        sentences.append(f"Column {number}: {' '.join(map(card_text, column)) or 'empty'}")
    return ". ".join(sentences) + "."


def _top_row(layout: Layout, letters: str, places: int) -> Iterator[str]:
    """Draw the cells from the left and the foundations to the right, spades first as on a table."""
    for index, card in enumerate(layout.cells):
        yield _slot(_left(index), _GAP) if card is None else _card(card, index, _GAP, letters)
    for suit, height in reversed([*enumerate(layout.foundations)]):
        place = places - 1 - suit
        if height:
            yield _card(make_card(height, suit), place, _GAP, letters)
        else:
            yield _slot(_left(place), _GAP)
            yield _sign(suit, _left(place) + 18, _GAP + 30, 1.5, _LINE)


def _columns(layout: Layout, letters: str) -> Iterator[str]:
    """Draw the columns."""
    top = 2 * _GAP + _HEIGHT
    for index, column in enumerate(layout.columns):
        if not column:
            yield _slot(_left(index), top)
        for depth, card in enumerate(column):
            yield _card(card, index, top + depth * _STEP, letters)


def _left(place: int) -> int:
    """Return the left edge of a place in a row."""
    return _GAP + place * (_WIDTH + _GAP)


def _slot(left: int, top: int) -> str:
    """Draw an empty place."""
    return (
        f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="none"'
        f' stroke="{_LINE}" stroke-opacity=".6"/>'
    )


def _card(card: Card, place: int, top: int, letters: str) -> str:
    """Draw a card: its index in the corner, its suit beside that and large below."""
    left, suit = _left(place), suit_of(card)
    colour = _RED if is_red(card) else _BLACK
    return (
        f'<g><rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"'
        f' fill="{_FACE}" stroke="{_BLACK}" stroke-opacity=".35"/>'
        f'<text x="{left + 5}" y="{top + 18}" font-family="Georgia, serif" font-size="18"'
        f' font-weight="bold" fill="{colour}">{_index(rank_of(card), letters)}</text>'
        f"{_sign(suit, left + 39, top + 4, 1, colour)}"
        f"{_sign(suit, left + 14, top + 38, 2, colour)}</g>"
    )


def _sign(suit: int, left: int, top: int, scale: float, colour: str) -> str:
    """Draw a suit."""
    return (
        f'<path transform="translate({left} {top}) scale({scale})" fill="{colour}"'
        f' d="{_SUIT_PATHS[suit]}"/>'
    )


def _index(rank: int, letters: str) -> str:
    """Return what stands in the corner of a card."""
    if rank in _COURT_RANKS:
        return _COURT_LETTERS[letters][_COURT_RANKS.index(rank)]
    return str(rank)

"""Pictures: a layout as SVG that needs nothing else, not even a font's suit signs."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Literal, get_args

from kungen.cards import RANKS, SUIT_NAMES, SUITS, card_text, is_red, rank_of, suit_of
from kungen.legality import free_card, tells_base
from kungen.moves import FOUNDATIONS
from kungen.quoting import quoted
from kungen.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kungen.cards import Card
    from kungen.layout import Layout

Letters = Literal["en", "sv", "da"]

_WIDTH, _HEIGHT = 60, 84
_GAP = 10
_STEP, _STEP_FACE_DOWN = 24, 10
"""What shows of a covered card, face up and face down."""

_COURT_LETTERS = {"en": "AJQK", "sv": ("E", "Kn", "D", "K"), "da": ("E", "Kn", "D", "K")}
_COURT_RANKS = (1, 11, 12, 13)

_RED, _BLACK = "#b3261e", "#1c1b1f"
_FELT, _FACE, _BACK, _LINE = "#2f6b4f", "#fffdf7", "#2b4a7f", "#cfd8d3"

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


def layout_svg(layout: Layout | View, letters: str = "en") -> str:
    """Return a picture of what a player sees: other piles above, columns in the middle below.

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
    view = layout if isinstance(layout, View) else layout.view()
    places = max(len(view.columns), _places_left(view) + len(SUITS))
    width = _GAP + places * (_WIDTH + _GAP)
    height = 3 * _GAP + 2 * _HEIGHT + max(map(_depth, view.columns))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}">',
        f"<title>{escape(view.rules.names.en)}</title>",
        f"<desc>{_description(view)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{_FELT}"/>',
        *_top_row(view, letters, places),
        *_columns(view, letters, (places - len(view.columns)) * (_WIDTH + _GAP) // 2),
        "</svg>",
    ]
    return "\n".join(parts)


def _description(view: View) -> str:
    """Return the view in words: every pile with its cards, the free one last."""
    sentences = [f"Base: {RANKS[view.base - 1]}"] if tells_base(view) else []
    sentences.append(
        "Foundations: "
        + ", ".join(
            f"{SUIT_NAMES[suit]} {0 if card is None else RANKS[rank_of(card) - 1]}"
            for suit, card in reversed([*enumerate(_foundation_cards(view))])
        )
    )
    if view.rules.has_stock:
        sentences.append(f"Stock: {_cards_in_words([], len(view.stock))}")
        sentences.append(f"Waste: {_cards_in_words(view.waste)}")
    if view.cells:
        sentences.append(f"Cells: {_places_in_words(view.cells)}")
    if view.reserve:
        sentences.append(f"Reserve: {_places_in_words(view.reserve)}")
    for number, (column, hidden) in enumerate(zip(view.columns, view.hidden, strict=True), 1):
        sentences.append(f"Column {number}: {_cards_in_words(column[hidden:], hidden)}")
    return ". ".join(sentences) + "."


def _places_in_words(places: Sequence[Card | None]) -> str:
    """Return what each place holds, in their order."""
    if not any(card is not None for card in places):
        return f"{len(places)} empty"
    return ", ".join("empty" if card is None else card_text(card) for card in places)


def _cards_in_words(cards: Sequence[Card | None], hidden: int = 0) -> str:
    """Return a number of cards face down and then cards face up."""
    shown = " ".join(card_text(card) for card in cards if card is not None)
    down = f"{hidden} face down" if hidden else ""
    return ", then ".join(filter(None, (down, shown))) or "empty"


def _foundation_cards(view: View) -> Iterator[Card | None]:
    """Iterate over the highest card of each foundation, None where there is none."""
    return (free_card(view, foundation) for foundation in FOUNDATIONS)


def _places_left(view: View) -> int:
    """Return how many places the stock, the waste, the cells and the reserve take."""
    piles = len(view.cells) + len(view.reserve)
    if view.rules.has_stock:
        fan = (view.rules.draw - 1) * _STEP
        piles += 2 + math.ceil(fan / (_WIDTH + _GAP))
    return piles


def _top_row(view: View, letters: str, places: int) -> Iterator[str]:
    """Draw stock, waste, cells and reserve from the left, the foundations to the right."""
    if view.rules.has_stock:
        yield from _stock_and_waste(view, letters)
    held = (*view.cells, *view.reserve)
    for place, card in enumerate(held, _places_left(view) - len(held)):
        left = _left(place)
        yield _slot(left, _GAP) if card is None else _card(card, left, _GAP, letters)
    for suit, card in reversed([*enumerate(_foundation_cards(view))]):
        left = _left(places - 1 - suit)  # spades first, as on a table
        if card is not None:
            yield _card(card, left, _GAP, letters)
        else:
            yield _slot(left, _GAP)
            yield _sign(suit, left + 18, _GAP + 30, 1.5, _LINE)
            if tells_base(view):
                yield _corner(view.base, left, _GAP, letters, _LINE)


def _stock_and_waste(view: View, letters: str) -> Iterator[str]:
    """Draw the back of the stock, and of the waste as many cards as are drawn at a time."""
    yield _back(_left(0), _GAP) if view.stock else _slot(_left(0), _GAP)
    if not view.waste:
        yield _slot(_left(1), _GAP)
    for place, card in enumerate(view.waste[-view.rules.draw :]):
        if card is not None:
            yield _card(card, _left(1) + place * _STEP, _GAP, letters)


def _columns(view: View, letters: str, left: int) -> Iterator[str]:
    """Draw the columns from a left edge on."""
    for index, column in enumerate(view.columns):
        place, top = left + _left(index), 2 * _GAP + _HEIGHT
        if not column:
            yield _slot(place, top)
        for card in column:
            yield _back(place, top) if card is None else _card(card, place, top, letters)
            top += _step(card)


def _depth(column: Sequence[Card | None]) -> int:
    """Return how far the free card of a column lies below the first."""
    return sum(map(_step, column[:-1]))


def _step(card: Card | None) -> int:
    """Return what shows of a card that another one covers, None for a card face down."""
    return _STEP_FACE_DOWN if card is None else _STEP


def _left(place: int) -> int:
    """Return the left edge of a place in a row."""
    return _GAP + place * (_WIDTH + _GAP)


def _slot(left: int, top: int) -> str:
    """Draw an empty place."""
    return (
        f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="none"'
        f' stroke="{_LINE}" stroke-opacity=".6"/>'
    )


def _back(left: int, top: int) -> str:
    """Draw a card face down."""
    return (
        f'<g><rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"'
        f' fill="{_FACE}" stroke="{_BLACK}" stroke-opacity=".35"/>'
        f'<rect x="{left + 4}" y="{top + 4}" width="{_WIDTH - 8}" height="{_HEIGHT - 8}" rx="3"'
        f' fill="{_BACK}"/></g>'
    )


def _card(card: Card, left: int, top: int, letters: str) -> str:
    """Draw a card: its index in the corner, its suit beside that and large below."""
    suit = suit_of(card)
    colour = _RED if is_red(card) else _BLACK
    return (
        f'<g><rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"'
        f' fill="{_FACE}" stroke="{_BLACK}" stroke-opacity=".35"/>'
        f"{_corner(rank_of(card), left, top, letters, colour)}"
        f"{_sign(suit, left + 39, top + 4, 1, colour)}"
        f"{_sign(suit, left + 14, top + 38, 2, colour)}</g>"
    )


def _corner(rank: int, left: int, top: int, letters: str, colour: str) -> str:
    """Draw a rank in the corner of a card or of its place."""
    return (
        f'<text x="{left + 5}" y="{top + 18}" font-family="Georgia, serif" font-size="18"'
        f' font-weight="bold" fill="{colour}">{_index(rank, letters)}</text>'
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

"""Pictures of cards as they lie on the table, from the same sprite, as SVG within the HTML.

Colours come from the page's style sheet. Units are those of the cards, which are 100 wide.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from language import ROOT

from kungen.building import last_rank
from kungen.cards import HIGHEST_RANK, is_red, rank_of, suit_of
from kungen.legality import free_card
from kungen.moves import FOUNDATIONS
from kungen.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from language import Language

    from kungen.cards import Card
    from kungen.layout import Layout

WIDTH: Final = 100
HEIGHT: Final = 140
GAP: Final = 12
STEP: Final = 46
"""What shows of a card face up that another one covers."""
STEP_DOWN: Final = 16
STEP_ASIDE: Final = 52
"""What shows of a card of the waste under the next."""
SUITS_SHOWN: Final = (3, 2, 1, 0)
"""The foundations from left to right: spades, hearts, diamonds, clubs."""
_EDGE: Final = 4
"""Round a picture, for the lines of its outermost cards."""
_EMS: Final = 0.033
"""The size of a unit of a small picture, in the text's own size."""
_HIGHEST_PLAIN: Final = 10
_TWO_SIGNS_WIDE: Final = 43


def svg(parts: str, size: tuple[float, float], name: str, kind: str = "picture") -> str:
    """Return parts as a picture with a name for the ear; a small one is as large as its text."""
    width, height = (side + 2 * _EDGE for side in size)
    sized = f' width="{_EMS * width:.2f}em"' if kind == "picture" else ""
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(name)}"{sized}'
        f' viewBox="-{_EDGE} -{_EDGE} {width:g} {height:g}">{parts}</svg>'
    )


def card_word(card: Card, language: Language) -> str:
    """Return a small card that stands in a line of text, with its name for the ear."""
    return (
        f'<svg class="card-word {_colour(card)}" role="img"'
        f' aria-label="{escape(language.card(card))}" viewBox="0 0 94 56">'
        '<rect class="paper" x="1" y="1" width="92" height="54" rx="9"/>'
        f"{_use(f'rank-{rank_of(card)}', 3, 4, 48)}{_suit('small', card, 53, 10, 34)}</svg>"
    )


def face(card: Card, x: float, y: float, *, covered: bool = False) -> str:
    """Return a card face up; of a covered one only its corner, which is all that is seen."""
    royal = rank_of(card) > _HIGHEST_PLAIN and not covered
    court = '<rect class="court" x="19" y="70" width="62" height="62" rx="9"/>' if royal else ""
    large = "" if covered else _suit("large", card, 23, 74, 54)
    return (
        f'<g class="{_colour(card)}{" royal" if royal else ""}"{_moved(x, y)}>{_PAPER}{court}'
        f"{_use(f'rank-{rank_of(card)}', 2, 8, 48)}{_suit('small', card, 57, 11, 33)}{large}</g>"
    )


_PAPER: Final = f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="7.5"/>'


def back(x: float, y: float) -> str:
    """Return a card face down."""
    edge = f'<rect class="paper back-edge" width="{WIDTH}" height="{HEIGHT}" rx="7.5"/>'
    drawn = f'<use class="lying" href="#card-back" width="{WIDTH}" height="{HEIGHT}"/>'
    return f'<g class="down"{_moved(x, y)}>{drawn}{edge}</g>'


def place(x: float, y: float, kind: str = "place") -> str:
    """Return the outline of an empty place."""
    return f'<rect class="{kind}"{_moved(x, y)} width="{WIDTH}" height="{HEIGHT}" rx="7.5"/>'


def sign(name: str, x: float, y: float, size: float = 48) -> str:
    """Return what is drawn in an empty place: the suit or the rank that goes there."""
    return _use(name, x, y, size, ' class="sign"')


def foundation_place(suit: int, base: int, x: float, y: float) -> str:
    """Return an empty foundation with its suit, and its base where that is not the ace."""
    if base == 1:
        return place(x, y) + sign(f"suit-{suit}", x + 27, y + 14, 46)
    return place(x, y) + sign(f"rank-{base}", x + 4, y + 14) + sign(f"suit-{suit}", x + 52, y + 16)


def _colour(card: Card) -> str:
    """Return the classes that give a card its colour in each deck."""
    return f"{'red' if is_red(card) else 'black'} of-{suit_of(card)}"


def _moved(x: float, y: float) -> str:
    return f' transform="translate({x:g} {y:g})"' if x or y else ""


def _use(name: str, x: float, y: float, size: float, more: str = "") -> str:
    return f'<use{more} href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def _suit(part: str, card: Card, x: float, y: float, size: float) -> str:
    return _use(f"suit-{suit_of(card)}", x, y, size, f' class="{part}"')


def layout_picture(layout: Layout | View, language: Language, name: str = "") -> str:
    """Return a picture of what a player sees of a layout, as SVG that needs the page's sprite.

    Its name for the ear is *name*, or else says only that these are the cards on the table;
    `layout_words` says which.
    """
    view = layout if isinstance(layout, View) else layout.view()
    upper = [*_upper_piles(view)]
    places = max(len(view.columns), sum(span for span, _ in upper) + len(FOUNDATIONS))
    depth = max(sum(map(_step, column[:-1])) for column in view.columns)
    size = places * (WIDTH + GAP) + GAP, 2 * HEIGHT + depth + 3 * GAP
    parts = [f'<rect class="felt-ground" width="{size[0]:g}" height="{size[1]:g}" rx="18"/>']
    at = 0
    for span, draw in upper:
        parts.append(f"<g{_moved(_left(at), GAP)}>{draw}</g>")
        at += span
    parts += _foundations(view, places)
    middle = (places - len(view.columns)) / 2
    parts += [_column(column, _left(middle + at)) for at, column in enumerate(view.columns)]
    if view.rules.empty_column == "king":
        rank = f"rank-{last_rank(view.base, view.rules.ranks)}"
        parts += [
            sign(rank, _left(middle + at) + 26, 2 * GAP + HEIGHT + 16)
            for at, column in enumerate(view.columns)
            if not column
        ]
    return svg(
        "".join(parts), size, name or language.string("picture.layout"), "picture table-picture"
    )


def _left(place: float) -> float:
    return GAP + place * (WIDTH + GAP)


def _upper_piles(view: View) -> Iterator[tuple[int, str]]:
    """Draw stock, waste, cells and reserve, each at 0, with the number of places it takes."""
    if view.rules.has_stock:
        yield 1, back(0, 0) if view.stock else place(0, 0)
        yield 1 + (view.rules.draw - 1) // 2, _waste(view)
    for card in (*view.cells, *view.reserve):
        yield 1, place(0, 0) if card is None else face(card, 0, 0)


def _waste(view: View) -> str:
    """Draw as many cards of the waste as are drawn at a time."""
    shown = [card for card in view.waste[-view.rules.draw :] if card is not None]
    return waste_fan(shown) if shown else place(0, 0)


def waste_fan(cards: Sequence[Card]) -> str:
    """Return cards of the waste, the free one last; of a covered one the suit goes below."""
    last = len(cards) - 1
    fan = [face(card, STEP_ASIDE * at, 0, covered=at < last) for at, card in enumerate(cards)]
    return "".join(f'<g class="aside">{part}</g>' for part in fan[:-1]) + fan[-1]


def _foundations(view: View, places: int) -> Iterator[str]:
    for at, suit in enumerate(SUITS_SHOWN):
        x, card = _left(places - len(SUITS_SHOWN) + at), free_card(view, FOUNDATIONS[suit])
        yield foundation_place(suit, view.base, x, GAP) if card is None else face(card, x, GAP)


def _column(column: Sequence[Card | None], x: float) -> str:
    y: float = 2 * GAP + HEIGHT
    parts = [] if column else [place(x, y)]
    for at, card in enumerate(column):
        covered = at + 1 < len(column)
        parts.append(back(x, y) if card is None else face(card, x, y, covered=covered))
        y += _step(card)
    return "".join(parts)


def _step(card: Card | None) -> int:
    return STEP_DOWN if card is None else STEP


def layout_words(layout: Layout | View, language: Language) -> list[str]:
    """Return a line for each part of what a player sees of a layout, the free cards last."""
    view = layout if isinstance(layout, View) else layout.view()
    tops = [free_card(view, FOUNDATIONS[suit]) for suit in SUITS_SHOWN]
    held = [language.card(card) for card in tops if card is not None]
    shown = language.listed(held) or language.string("layout.foundations.empty")
    parts = [(language.string("layout.foundations"), shown)]
    if view.rules.has_stock:
        stock, waste = len(view.stock), _cards_in_words(view.waste, language)
        parts.append((language.string("layout.stock.cards"), f"{stock}"))
        parts.append((language.string("layout.waste"), waste))
    for key, cards in (("layout.cells", view.cells), ("layout.places", view.reserve)):
        if cards:
            parts.append((language.string(key), _places_in_words(cards, language)))
    for number, column in enumerate(view.columns, 1):
        name = language.string("layout.column", n=number)
        parts.append((name, _cards_in_words(column, language)))
    return [language.string("layout.pile", pile=name, cards=cards) for name, cards in parts]


def _cards_in_words(cards: Sequence[Card | None], language: Language) -> str:
    down = sum(card is None for card in cards)
    ending = "one" if down == 1 else "other"
    hidden = [language.lines[f"cards.hidden.{ending}"].format(n=down)] if down else []
    shown = [language.card(card) for card in cards if card is not None]
    return ", ".join([*hidden, *shown]) or language.string("layout.empty")


def _places_in_words(cards: Sequence[Card | None], language: Language) -> str:
    empty = language.string("layout.empty")
    return ", ".join(empty if card is None else language.card(card) for card in cards)


def sprite(language: Language) -> str:
    """Return the page's sprite with the letters of a language on its ranks.

    Two signs are pressed together, so that they never reach the suit whatever the font.
    """
    text = (ROOT / "web" / "svg" / "suits.svg").read_text(encoding="utf-8").strip()
    for rank in range(1, HIGHEST_RANK + 1):
        letters = language.letters(rank)
        shape = 'x="22" text-anchor="middle" class="rank"'
        if len(letters) > 1:
            pressed = f'textLength="{_TWO_SIGNS_WIDE}" lengthAdjust="spacingAndGlyphs"'
            shape = f'x="3" {pressed} class="rank narrow"'
        blank = f'id="rank-{rank}" viewBox="0 0 48 48"><text y="34" '
        text = text.replace(f'{blank}class="rank">', f"{blank}{shape}>{letters}")
    return text

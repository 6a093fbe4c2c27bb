"""The small pictures of the guide: what the rules allow and what they refuse, checked by them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from language import file_card
from pictures import (
    GAP,
    HEIGHT,
    STEP,
    STEP_ASIDE,
    WIDTH,
    back,
    face,
    foundation_place,
    place,
    sign,
    svg,
    waste_fan,
)

from kungen.building import card_at, hosts_of, last_rank, place_of
from kungen.cards import card_text, rank_of, suit_of
from kungen.deals import deal
from kungen.legality import enters_empty
from kungen.moves import STOCK, WASTE, make_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from language import Language

    from kungen.cards import Card
    from kungen.rules import Rules

ASIDE: Final = 176
"""Where the card lies that is to move."""


class PictureError(ValueError):
    """A picture that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws for one game in one language."""

    rules: Rules
    language: Language

    def move(self, guest: str, host: str) -> str:
        """Return a card that goes onto another; the rules must allow it."""
        moving, lying = file_card(guest), file_card(host)
        if lying not in hosts_of(self.rules)[moving]:
            raise PictureError(f"{guest} does not go on {host} in {self.rules.id}")
        parts = face(lying, 0, 0) + place(0, STEP, "landing") + _coming(moving, STEP)
        return svg(parts, _onto(STEP), self._said("move", card=moving, host=lying))

    def refused(self, guest: str, host: str) -> str:
        """Return a card that does not go onto another; the rules must refuse it."""
        moving, lying = file_card(guest), file_card(host)
        if lying in hosts_of(self.rules)[moving]:
            raise PictureError(f"{guest} does go on {host} in {self.rules.id}")
        if moving == lying:
            raise PictureError(f"there is only one {guest}: it cannot lie beside itself")
        middle = (WIDTH + ASIDE) / 2 - 30
        parts = face(lying, 0, 0) + face(moving, ASIDE, STEP)
        parts += f'<g class="no">{sign("sign-spent", middle, STEP + HEIGHT / 2 - 30, 60)}</g>'
        return svg(parts, _onto(STEP), self._said("refused", card=moving, host=lying))

    def empty(self, card: str) -> str:
        """Return a card that goes into an empty column.

        Where the beak says which rank goes there, it is that of deal 1.
        """
        moving, dealt = file_card(card), deal(1, self.rules)
        if not enters_empty(dealt, moving):
            beak = f" (deal 1 begins with {dealt.base})" if self.rules.base == "beak" else ""
            raise PictureError(f"{card} does not go into an empty column{beak}")
        rank = last_rank(dealt.base, self.rules.ranks)
        only = "" if self.rules.empty_column == "any" else sign(f"rank-{rank}", 26, 16)
        parts = place(0, 0) + only + _coming(moving, 0)
        return svg(parts, _onto(0), self._said("empty", card=moving))

    def cell(self, card: str, below: Sequence[str]) -> str:
        """Return a card that goes into a cell from the column in which it covers others."""
        column = [file_card(one) for one in (*below, card)]
        if not self.rules.cells:
            raise PictureError(f"{self.rules.id} has no cells")
        if len(column) < 2 or len({*column}) < len(column):  # noqa: PLR2004 - it covers another
            raise PictureError(f"{card} must cover other cards")
        end = STEP * (len(column) - 1) + STEP / 2
        parts = _fan(column, STEP / 2)
        start = max(end + 0.6 * HEIGHT, HEIGHT + 50)
        parts += place(ASIDE, 0) + _arrow((WIDTH + 8, start), (ASIDE + 50, HEIGHT + 10))
        said = self._said("cell", card=column[-1], below=column[-2])
        return svg(parts, (ASIDE + WIDTH, end + HEIGHT), said)

    def up(self, card: str) -> str:
        """Return a card that goes to its foundation, which has what goes there before it.

        Where the beak says what the foundations begin with, the card is the first of its own.
        """
        moving, ranks = file_card(card), self.rules.ranks
        base = rank_of(moving) if self.rules.base == "beak" else self.rules.base
        above = place_of(moving, base, ranks)
        suit = suit_of(moving)
        lying = (
            foundation_place(suit, base, 0, 0)
            if above == 1
            else face(card_at(above - 1, suit, base, ranks), 0, 0)
        )
        return svg(lying + _coming(moving, 0), _onto(0), self._said("up", card=moving))

    def run(self, cards: Sequence[str]) -> str:
        """Return a run, from its deepest card to the free one."""
        run = [file_card(card) for card in cards]
        for host, guest in pairwise(run):
            if host not in hosts_of(self.rules)[guest]:
                raise PictureError(f"{card_text(guest)} does not go on {card_text(host)}")
        if len({*run}) < len(run):
            raise PictureError("a run has no card twice")
        listed = self.language.listed([*map(self.language.card, run)])
        said = self.language.string("picture.run", cards=listed)
        return svg(_fan(run, 0), (WIDTH, STEP * (len(run) - 1) + HEIGHT), said)

    def stock(self) -> str:
        """Return the stock and the waste after the first draw of deal 1."""
        if not self.rules.draw:
            raise PictureError(f"{self.rules.id} has no stock")
        waste = deal(1, self.rules).play(make_move(STOCK, WASTE, self.rules.draw)).waste
        fan = f'<g transform="translate({WIDTH + GAP})">{waste_fan(waste)}</g>'
        size = (2 * WIDTH + GAP + STEP_ASIDE * (len(waste) - 1), HEIGHT)
        return svg(back(0, 0) + fan, size, self._said("stock", card=waste[-1]))

    def _said(self, kind: str, **cards: Card) -> str:
        """Return the name of a picture, with its cards in words."""
        words = {name: self.language.card(card) for name, card in cards.items()}
        return self.language.string(f"picture.{kind}", **words)


def _onto(drop: float) -> tuple[float, float]:
    """Return the size of a picture of a card that goes to its left, so much lower."""
    return ASIDE + WIDTH, HEIGHT + drop


def _fan(cards: Sequence[Card], y: float) -> str:
    last = len(cards) - 1
    return "".join(face(card, 0, y + STEP * at, covered=at < last) for at, card in enumerate(cards))


def _coming(card: Card, y: float) -> str:
    """Draw a card at the right that goes to the left."""
    middle = y + HEIGHT / 2
    return face(card, ASIDE, y) + _arrow((ASIDE - 10, middle), (WIDTH + 10, middle))


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Draw an arrow that ends level when it goes to the left, else upwards."""
    (x, y), (to_x, to_y) = start, end
    if y == to_y:
        return f'<path class="arrow" d="M{x:g} {y:g}H{to_x:g}m18-18-18 18 18 18"/>'
    bend = f"Q{to_x:g} {y:g} {to_x:g} {to_y:g}"
    return f'<path class="arrow" d="M{x:g} {y:g}{bend}m-18 18 18-18 18 18"/>'

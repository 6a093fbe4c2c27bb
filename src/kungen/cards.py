"""Cards: one small number each, read and written as text."""

from __future__ import annotations

from typing import NewType

from kungen.quoting import quoted

Card = NewType("Card", int)
"""A card as one byte, `4 * (rank - 1) + suit`: `AC` is 0 and `KS` is 51."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
HIGHEST_RANK = len(RANKS)

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)

_RANK_WORDS = dict(zip(RANKS, range(1, HIGHEST_RANK + 1), strict=True)) | {
    word: rank
    for rank, words in {1: "1 E ES Ä", 10: "10", 11: "KN B", 12: "D"}.items()
    for word in words.split()
}
_SUIT_LETTERS = {
    letter: suit for suit, letters in enumerate(("CK♣", "DR♦", "H♥", "S♠")) for letter in letters
}
_EMOJI_SELECTOR = "\ufe0f"


class CardError(ValueError):
    """A text or a number that is no card."""


def make_card(rank: int, suit: int) -> Card:
    """Return the card of a rank 1 (ace) to 13 (king) and a suit 0 to 3 (C, D, H, S).

    >>> make_card(13, 3)
    51
    """
    return Card(4 * (rank - 1) + suit)


def rank_of(card: Card) -> int:
    """Return the rank, 1 (ace) to 13 (king).

    >>> rank_of(parse_card("QH"))
    12
    """
    return (card >> 2) + 1


def suit_of(card: Card) -> int:
    """Return the suit, 0 to 3 for clubs, diamonds, hearts and spades.

    >>> suit_of(parse_card("QH"))
    2
    """
    return card & 3


def is_red(card: Card) -> bool:
    """Tell whether the card is a diamond or a heart.

    >>> is_red(parse_card("QH")), is_red(parse_card("QS"))
    (True, False)
    """
    return suit_of(card) in (1, 2)


def card_text(card: Card) -> str:
    """Return the card as in files: a rank of `A23456789TJQK` and a suit of `CDHS`.

    A number that is no card raises `CardError`.

    >>> card_text(make_card(10, 0))
    'TC'
    """
    if not isinstance(card, int) or not 0 <= card < len(_TEXTS):
        raise CardError(f"a card is a number from 0 to {len(_TEXTS) - 1}, not {quoted(card)}")
    return _TEXTS[card]


def _word(text: str) -> str:
    """Return the letters of a text, none when it is no text at all."""
    return text.strip().removesuffix(_EMOJI_SELECTOR) if isinstance(text, str) else ""


def parse_rank(text: str) -> int:
    """Read a rank in English, Swedish or Danish letters; another text raises `CardError`.

    >>> parse_rank("Kn"), parse_rank("10")
    (11, 10)
    """
    rank = _RANK_WORDS.get(_word(text).upper())
    if rank is None:
        raise CardError(f"{quoted(text)} is no rank: the ranks are {' '.join(RANKS)}")
    return rank


def parse_suit(text: str) -> int:
    """Read a suit in English, Swedish or Danish letters or as a sign, 0 to 3 for C, D, H, S.

    Another text raises `CardError`.

    >>> parse_suit("r"), parse_suit("♠")
    (1, 3)
    """
    suit = _SUIT_LETTERS.get(_word(text).upper())
    if suit is None:
        raise CardError(f"{quoted(text)} is no suit: the suits are {' '.join(SUITS)}")
    return suit


def parse_card(text: str) -> Card:
    """Read a card: the rank, then the suit, in English, Swedish or Danish letters of any case.

    Ranks are A (also E, Es, Ä, 1), 2 to 10 (also T), J (Kn, B), Q (D) and K; suits are C (K, ♣),
    D (R, ♦), H (♥) and S (♠). A text that is none raises `CardError`.

    >>> [card_text(parse_card(text)) for text in ("10s", "KnR", "DD", "KK", "ES", "q♥")]
    ['TS', 'JD', 'QD', 'KC', 'AS', 'QH']
    """
    word = _word(text)
    try:
        return make_card(parse_rank(word[:-1]), parse_suit(word[-1:]))
    except CardError:
        raise CardError(
            f"{quoted(text)} is no card: a card is a rank ({' '.join(RANKS)}) and a suit"
            f" ({' '.join(SUITS)})"
        ) from None

"""How a language of the page writes numbers, words, cards and lists; from its text files."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parent.parent
# The checkout's own rules, not installed ones.
sys.path.insert(0, str(ROOT / "src"))

from kungen.cards import RANKS, parse_card, rank_of, suit_of  # noqa: E402 - after the path to it

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kungen.cards import Card


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the page: its code, the lines of its table and the strings of its guide."""

    code: str
    lines: Mapping[str, str]
    strings: Mapping[str, str]

    def string(self, key: str, **values: object) -> str:
        """Return a string of the guide with its places filled.

        A value fills `{card}`, and with a capital letter `{Card}`.
        """
        both = values | {name.capitalize(): capitalised(f"{it}") for name, it in values.items()}
        return self.strings[key].format(**both)

    def counted(self, key: str, number: int) -> str:
        """Return the string for one or for another number, the number in its place `{n}`."""
        ending = "one" if number == 1 else "other"
        return self.string(f"{key}.{ending}", n=self.number(number))

    def number(self, number: int) -> str:
        """Return a whole number as the language writes it: 32 000, 32.000, 32,000."""
        return f"{number:,}".replace(",", self.strings["thousands"])

    def decimal(self, number: float, decimals: int) -> str:
        """Return a number with so many decimals."""
        return f"{number:.{decimals}f}".replace(".", self.strings["decimal"])

    def percent(self, share: float, decimals: int) -> str:
        """Return a share of 0 to 1 in per cent with so many decimals."""
        return self.strings["percent"].format(n=self.decimal(100 * share, decimals))

    def words(self, number: int) -> str:
        """Return a number up to twelve in words, and another one in digits."""
        words = self.strings["numbers"].split()
        return words[number] if 0 <= number < len(words) else self.number(number)

    def card(self, card: Card) -> str:
        """Return a card in words: hjärter sex."""
        rank, suit = self.rank(rank_of(card)), self.lines[f"suit.{suit_of(card)}"]
        return self.lines["card"].format(rank=rank, suit=suit)

    def rank(self, rank: int) -> str:
        """Return a rank in words."""
        return self.lines[f"rank.{rank}"]

    def letters(self, rank: int) -> str:
        """Return what stands in the corner of a card."""
        return self.lines.get(f"letter.{rank}", f"{rank}")

    def listed(self, parts: Sequence[str]) -> str:
        """Return parts as a list in a sentence: a, b and c."""
        if len(parts) < 2:  # noqa: PLR2004 - two is what has a word between
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.strings['and']} {parts[-1]}"


def read_language(code: str) -> Language:
    """Read the text files of a language, sv, da or en."""
    return Language(
        code,
        read_lines(code),
        _read(ROOT / "web" / "guide" / code / "strings.json"),
    )


def read_lines(name: str) -> dict[str, str]:
    """Read a text file of the page, such as sv or lessons.sv."""
    return {**_read(ROOT / "web" / "locales" / f"{name}.json")}


@cache
def _read(path: Path) -> Mapping[str, str]:
    texts: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def capitalised(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def file_card(text: str) -> Card:
    """Read a card as files have it, such as 6H; another text raises `ValueError`."""
    if len(text) != 2 or text[0] not in RANKS:  # noqa: PLR2004 - a rank and a suit
        raise ValueError(f"{text} is no card: it is a rank of {RANKS} and a suit of CDHS")
    return parse_card(text)

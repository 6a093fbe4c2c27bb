"""The order of dealing that the page prints is the one in which the law deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen import GAMES, deal, find_rules
from kungen.cards import card_text, rank_of
from kungen.deals import _drawn_cards
from tests.differential.test_page_files import ask_page

if TYPE_CHECKING:
    from pathlib import Path

    from kungen import Card

KEYS = (*GAMES, "plato:columns=10,cells=3", "klondike:draw=3")
NUMBERS = (1, 2, 617, 11982, 999_999)


def dealt_by_hand(key: str, number: int) -> list[str]:
    """The cards as they are drawn; those that go straight to the foundations may come last."""
    rules = find_rules(key)
    drawn = list(_drawn_cards(number, rules.cards))
    beak = drawn[0] if rules.base == "beak" else None
    others: list[Card] = []
    if beak is not None:
        others = [card for card in drawn[1:] if rank_of(card) == rank_of(beak)]
        drawn = [card for card in drawn if card not in others]
        others.sort(reverse=True)
    layout = deal(number, key)
    down = {
        card
        for column, hidden in zip(layout.columns, layout.hidden, strict=True)
        for card in column[:hidden]
    } | set(layout.stock)
    texts = [card_text(card) for card in (*drawn, *others)]
    return [
        f"<{text}>" if card in down else text
        for text, card in zip(texts, (*drawn, *others), strict=True)
    ]


def test_cards_are_listed_in_the_order_in_which_they_are_dealt(tmp_path: Path) -> None:
    asked = [(key, number) for key in KEYS for number in NUMBERS]
    answers = ask_page(tmp_path, deals=asked)["deals"]
    for (key, number), answer in zip(asked, answers, strict=True):
        assert answer == dealt_by_hand(key, number), (key, number)
    hidden = [len([card for card in answer if "<" in card]) for answer in answers]
    assert set(hidden) == {0, 21 + 24}

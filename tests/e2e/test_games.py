"""Every kind of table, played by taps, drags and keys beside the law, which says what is right."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

from kungen import Game, Layout, Move, deal
from kungen.cards import card_text
from tests.e2e.hands import Table, pile_byte

OpenTable = Callable[..., Table]

PAGES: Final = {
    "eight-off": "eight-off",
    "penguin": "pingvinen",
    "king-albert": "kung-albert",
    "klondike": "harpan",
    "klondike:draw=3": "harpan",
    "plato:columns=4,cells=1": "plato",
    "plato:columns=10,cells=10": "plato",
}
"""One game for each kind of table: many cells, a beak, a reserve, a stock, few and many columns."""


def address(key: str, number: int) -> str:
    _, _, options = key.partition(":")
    asked = "".join(f"&{option}" for option in options.split(",") if option)
    return f"/{PAGES[key]}.html?deal={number}{asked}"


def heard(layout: Layout) -> dict[str, list[str]]:
    """What the page's piles own when they show a layout: what can be seen one by one."""
    piles = {f"column{n}": list(column) for n, column in enumerate(layout.columns, 1)}
    for n, hidden in enumerate(layout.hidden, 1):
        del piles[f"column{n}"][:hidden]
    for area, cards in (("cell", layout.cells), ("reserve", layout.reserve)):
        piles |= {f"{area}{n}": [] if card is None else [card] for n, card in enumerate(cards, 1)}
    for suit, height in zip("CDHS", layout.foundations, strict=True):
        rank = (layout.base - 2 + height) % layout.rules.ranks
        piles[f"foundation{suit}"] = [4 * rank + "CDHS".index(suit)] if height else []  # type: ignore[list-item]
    if layout.rules.has_stock:
        piles |= {"stock": [], "waste": list(layout.waste[-layout.rules.draw :])}
    return {
        str(pile_byte(pile)): [card_text(card) for card in cards] for pile, cards in piles.items()
    }


def hand(table: Table, move: Move, way: str) -> None:
    """Make a move by taps, by a drag or by keys; the stock is tapped, or drawn from by a key."""
    if "stock" in (move.source, move.target):
        if way == "keys":
            table.press("d")
        else:
            table.page.locator("[data-pile='64']").click()
    elif way == "drag":
        table.drag((move.source, move.target, move.count))
    elif way == "keys":
        table.key_move((move.source, move.target, move.count))
    else:
        table.tap_move((move.source, move.target, move.count))


def choose(game: Game, dice: random.Random) -> Move:
    """Take a move that does something: to a foundation, off a card face down, or any other."""
    moves = [move for move in game.legal_moves if not move.source.startswith("foundation")]
    up = [move for move in moves if move.target.startswith("foundation")]
    return dice.choice(up or moves)


@pytest.mark.parametrize("key", PAGES)
def test_every_way_to_move_does_what_the_law_says(open_table: OpenTable, key: str) -> None:
    dice = random.Random(key)
    game = Game(deal(617, key))
    size = dice.choice([(390, 844), (844, 390), (1366, 768)])
    table = open_table(address(key, 617), size=size, reduced_motion="reduce")
    for turn in range(24):
        assert table.piles() == heard(game.layout), turn
        move = choose(game, dice)
        way = ("tap", "drag", "keys")[turn % 3]
        hand(table, move, way)
        game.push(move)
        assert table.piles() == heard(game.layout), f"{turn}: {move} by {way}"
        points = game.move_count if game.score is None else game.score
        assert table.moves() == points, f"{turn}: {move} by {way}"
        if game.is_won() or game.is_stuck():
            break
    while game.can_undo():
        game.pop()
        table.press("Control+z")
    assert table.piles() == heard(game.layout)
    assert table.moves() == 0
    assert table.check_access() == []

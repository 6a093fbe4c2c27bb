"""Layouts on the way: what random play makes of a deal, and cards laid out at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kungen import Layout
from kungen.cards import make_card

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from kungen import Card, Rules


def walk(layout: Layout, moves: int, source: random.Random) -> Layout:
    """Play so many random legal moves, fewer when the layout is stuck."""
    for _ in range(moves):
        legal = list(layout.legal_moves)
        if not legal:
            break
        layout = layout.play(source.choice(legal))
    return layout


def scatter(rules: Rules, source: random.Random) -> Layout:
    """Lay the cards out at random: some ranks up, the others anywhere, often nearly in order."""
    base = source.randint(1, rules.ranks) if rules.base == "beak" else rules.base
    most = source.randint(0, rules.ranks)
    foundations = [source.randint(max(0, most - 3), most) for _ in range(4)]
    left = [
        make_card((base + place - 1) % rules.ranks + 1, suit)
        for place in reversed(range(rules.ranks))
        for suit in source.sample(range(4), 4)
        if place >= foundations[suit]
    ]
    if source.random() < 0.4:
        source.shuffle(left)
    columns, cells, reserve, stock = _pile(rules, left, source)
    drawn = source.randint(0, len(stock))
    return Layout.checked(
        rules,
        columns,
        cells,
        foundations,
        hidden=[_hidden(rules, column, source) for column in columns],
        reserve=reserve,
        stock=stock[drawn:],
        waste=stock[:drawn],
        turned_over=source.randrange(rules.passes) if rules.passes else 0,
        base=base,
    )


def _pile(
    rules: Rules, cards: Sequence[Card], source: random.Random
) -> tuple[list[list[Card]], list[Card | None], list[Card | None], list[Card]]:
    """Put the cards into columns, cells, reserve and stock, where there is room."""
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    cells: list[Card | None] = [None] * rules.cells
    reserve: list[Card | None] = [None] * rules.reserve
    stock: list[Card] = []
    used = source.sample(columns, source.randint(1, rules.columns))
    for card in cards:
        kind = source.randrange(6)
        room = {0: cells, 1: reserve}.get(kind, [])
        if None in room:
            room[source.choice([place for place, held in enumerate(room) if held is None])] = card
        elif kind == 2 and rules.has_stock:
            stock.append(card)
        else:
            source.choice(used).append(card)
    return columns, cells, reserve, stock


def _hidden(rules: Rules, column: Sequence[Card], source: random.Random) -> int:
    """Return how many cards of a column lie face down, mostly none."""
    if not rules.has_hidden or not column or source.random() < 0.7:
        return 0
    return source.randrange(len(column))

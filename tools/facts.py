"""What the guide's texts may ask for: the numbers of a game's rules and of its catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kungen.deals import deal
from kungen.layout import Layout
from kungen.legality import capacity

if TYPE_CHECKING:
    from collections.abc import Callable

    from language import Language

    from kungen.cards import Card
    from kungen.catalogue import Catalogue
    from kungen.rules import Points, Rules

    FindCatalogue = Callable[[str], Catalogue]

FIRST: Final = "freecell"
"""The game whose time is known; the others are measured by it."""
MINUTES: Final = 5
"""What a deal of FreeCell takes."""
ALL: Final = 100
"""Per cent."""
FEW_DECIMALS: Final = (1, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The numbers of a game's rules, by the names that the texts use."""

    id: str
    name: str
    columns: int
    cells: int
    filled: int
    """Cells that the deal fills."""
    reserve: int
    cards: int
    """Cards in the columns."""
    stock: int
    hidden: int
    """Cards face down in the columns."""
    draw: int
    largest: int
    smallest: int
    """Cards in the longest and in the shortest column."""
    points: Points | None
    return_option: bool
    """Whether a card may come down from a foundation."""


def game_facts(rules: Rules, language: Language) -> GameFacts:
    """Return the numbers of a game, the sizes of its piles as deal 1 has them."""
    layout = deal(1, rules)
    sizes = [*map(len, layout.columns)]
    return GameFacts(
        id=rules.id,
        name=getattr(rules.names, language.code),
        columns=rules.columns,
        cells=rules.cells,
        filled=rules.cells - layout.cells.count(None),
        reserve=rules.reserve,
        cards=sum(sizes),
        stock=len(layout.stock),
        hidden=sum(layout.hidden),
        draw=rules.draw,
        largest=max(sizes),
        smallest=min(sizes),
        points=rules.points,
        return_option=rules.foundation_return,
    )


@dataclass(frozen=True, slots=True)
class CatalogueFacts:
    """The numbers of a game's catalogue, over its whole range, by the names that the texts use."""

    first: int
    last: int
    deals: int
    winnable: int
    lost: int
    undecided: int
    share: float
    """Of winnable deals among the decided ones."""
    lost_to: Callable[[int], tuple[int, ...]]
    """The lost deals up to a number."""


def catalogue_facts(catalogue: Catalogue) -> CatalogueFacts:
    """Return the numbers of a catalogue."""
    return CatalogueFacts(
        first=catalogue.first,
        last=catalogue.last,
        deals=catalogue.deals,
        winnable=catalogue.winnable,
        lost=len(catalogue.lost),
        undecided=len(catalogue.undecided),
        share=catalogue.share,
        lost_to=catalogue.lost_to,
    )


def most_cards(rules: Rules, cells: int, columns: int, *, to_empty: bool = False) -> int:
    """Return how many cards move at once with so many empty cells and columns, by the rules.

    >>> from kungen import find_rules
    >>> rules = find_rules("freecell")
    >>> most_cards(rules, 4, 2), most_cards(rules, 4, 2, to_empty=True)
    (20, 10)
    """
    none: tuple[Card, ...] = ()
    return capacity(Layout(rules, (none,) * columns, (None,) * cells), to_empty=to_empty)


def minutes(rules: Rules, find: FindCatalogue) -> int:
    """Return about how many minutes a deal takes: FreeCell's, by the length of the solutions."""
    moves, first = find(rules.id).moves, find(FIRST).moves
    return max(1, round(MINUTES * moves / first)) if moves and first else MINUTES


def decimals(share: float) -> int:
    """Return how many decimals of per cent a share needs, so that it is neither all nor none.

    >>> decimals(0.5), decimals(1.0), decimals(0.999992), decimals(0.999998), decimals(0.0002)
    (1, 0, 3, 4, 3)
    """
    if share in {0.0, 1.0}:
        return 0
    return next((places for places in FEW_DECIMALS if 0 < round(ALL * share, places) < ALL), 0)

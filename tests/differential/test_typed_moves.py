"""Moves typed on the page mean what Python reads them as, in every game."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Final

from kungen import IllegalMove, Layout, Move, MoveError, deal, move_notation, parse_move
from kungen.moves import CELLS, COLUMNS, FOUNDATIONS, RESERVE, is_of_stock
from kungen.notation import has_notation
from tests.differential.several_rules import RULES
from tests.differential.test_page_files import ask_page
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIGNS: Final = {
    **dict(zip(COLUMNS, "1234567890", strict=True)),
    **dict(zip(CELLS, "abcdefgklm", strict=True)),
    **{pile: f"r{place}" for place, pile in enumerate(RESERVE, 1)},
    **dict(zip(FOUNDATIONS, ("hc", "hd", "hh", "hs"), strict=True)),
    "waste": "w",
}
"""The signs of the piles that a typed move begins with."""


def typed(move: Move) -> str:
    """Write a move as it is typed, without its number of cards."""
    if is_of_stock(move):
        return "d"
    return SIGNS[move.source] + ("h" if move.target in FOUNDATIONS else SIGNS[move.target])


def spoken(move: Move) -> str:
    """Write a move in words, without its number of cards."""
    if is_of_stock(move):
        return "draw" if move.source == "stock" else "turn over"
    return f"{move.source} {'home' if move.target in FOUNDATIONS else move.target}"


def layouts() -> Iterator[Layout]:
    """Iterate over layouts of all games and of the corpus: dealt, played on, and laid at random."""
    dice = random.Random(46)
    for rules in RULES.values():
        for number in (1, 617):
            yield deal(number, rules)
            yield walk(deal(number, rules), dice.randrange(60), dice)
        for _ in range(6):
            yield scatter(rules, dice)


def texts_of(layout: Layout) -> dict[str, Move]:
    """Return what the legal moves are typed as, each with what Python reads it as."""
    texts: dict[str, Move] = {}
    for move in layout.legal_moves:
        texts[typed(move)] = parse_move(spoken(move), layout)
        if not is_of_stock(move):
            texts[f"{typed(move)}v{move.count}"] = move
        if has_notation(layout.rules) and move.source not in FOUNDATIONS:
            texts[move_notation(move, layout)] = move
    return texts


def answers(work: Path, asked: list[tuple[Layout, list[str]]]) -> list[list[Move | None]]:
    """Let the page read texts on layouts."""
    typed = [(layout.rules.pack().hex(), layout.pack().hex(), texts) for layout, texts in asked]
    found = ask_page(work, typed=typed)["typed"]
    return [[move and Move.unpack(bytes(move)) for move in moves] for moves in found]


def test_what_a_legal_move_is_typed_as_means_that_move(tmp_path: Path) -> None:
    wanted = [(layout, texts_of(layout)) for layout in layouts()]
    assert sum(len(texts) for _, texts in wanted) > 5000
    asked = [(layout, list(texts)) for layout, texts in wanted]
    for (layout, texts), found in zip(wanted, answers(tmp_path, asked), strict=True):
        assert dict(zip(texts, found, strict=True)) == texts, layout


def law_reads(text: str, layout: Layout) -> Move | None:
    """Return the legal move that Python reads a text as, None where it refuses it."""
    try:
        return parse_move(text, layout)
    except (MoveError, IllegalMove):
        return None


def test_where_python_refuses_a_text_the_page_reads_no_legal_move(tmp_path: Path) -> None:
    pairs = ["".join(pair) for pair in product("1234567890abcdefgklm", "1234567890abcdefgklmh")]
    texts = [*pairs, *(pair + "v2" for pair in pairs)]
    written = [layout for layout in layouts() if has_notation(layout.rules)]
    asked = [(layout, texts) for layout in written]
    for layout, found in zip(written, answers(tmp_path, asked), strict=True):
        legal = set(layout.legal_moves)
        read = [move if move in legal else None for move in found]
        assert read == [law_reads(text, layout) for text in texts], layout

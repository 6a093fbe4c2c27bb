"""Perft: counts by hand on tables small enough to count."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.deals import deal
from kungen.game_file import find_rules, load_rules
from kungen.layout import Layout
from kungen.notation import parse_layout
from kungen.perft import distinct, perft
from kungen.quoting import quoted

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"


def two_kings() -> Layout:
    """Two free cards, two cells and one empty column: everything can be counted."""
    rules = replace(find_rules("freecell"), columns=3, cells=2)
    return parse_layout("Foundations: H-K C-K D-Q S-Q\n: KS\n: KD\n:", rules)


@pytest.mark.parametrize(
    ("depth", "sequences", "layouts"),
    [
        (0, 1, 1),
        # Each king: foundation, the empty column, two cells.
        (1, 8, 5),
    ],
)
def test_counts_made_by_hand(depth: int, sequences: int, layouts: int) -> None:
    assert perft(two_kings(), depth) == sequences
    assert distinct(two_kings(), depth) == layouts


def counted(layout: Layout, depth: int) -> int:
    """The number of sequences, from the moves that can be played alone."""
    if depth == 0:
        return 1
    return sum(counted(layout.play(move), depth - 1) for move in layout.legal_moves)


def reached(layout: Layout, depth: int) -> set[object]:
    """The keys after so many moves, without keeping only one layout for each."""
    if depth == 0:
        return {layout.canonical()}
    moves = list(layout.legal_moves)
    return set().union(*(reached(layout.play(move), depth - 1) for move in moves))


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.toml")), ids=lambda path: path.stem)
def test_counts_agree_with_play(path: Path) -> None:
    layout = deal(3, load_rules(path))
    depths = (1, 2) if layout.rules.cells > 4 else (1, 2, 3)
    for depth in depths:
        assert perft(layout, depth) == counted(layout, depth)
        assert distinct(layout, depth) == len(reached(layout, depth))


@pytest.mark.parametrize("count", [perft, distinct])
@pytest.mark.parametrize("depth", [-1, 41, 5000, 10**5000, 1.0, 0.5, True, "1", None], ids=quoted)
def test_a_depth_that_is_not_0_to_40_is_refused(
    count: Callable[[Layout, object], int], depth: object
) -> None:
    with pytest.raises(ValueError, match="it must be a whole number from 0 to 40") as error:
        count(deal(617), depth)
    assert str(error.value).startswith(f"the depth is {quoted(depth)};")


@pytest.mark.parametrize("count", [perft, distinct])
def test_the_depth_may_be_40(count: Callable[[Layout, int], int]) -> None:
    assert count(parse_layout("Foundations: H-K C-K D-K S-K"), 40) == 0


@pytest.mark.parametrize("count", [perft, distinct])
def test_what_is_no_layout_has_no_counts(count: Callable[[object, int], int]) -> None:
    with pytest.raises(TypeError, match="the moves of a Layout are counted, not of 617"):
        count(617, 1)

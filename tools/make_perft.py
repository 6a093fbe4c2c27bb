"""Counts tests/corpus/perft.txt anew with the law: the counts every build must reproduce.

Run as ``python tools/make_perft.py``. The layouts are deals under all rules of the package, some
of their options and the rules of the corpus, as dealt and after random play; each is counted as
deep as is quick in Python.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import kungen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kungen import Layout, Rules

ROOT: Final = Path(__file__).resolve().parent.parent
CORPUS: Final = ROOT / "tests" / "corpus"
HEAD: Final = (
    "# Sequences of legal moves (perft) and different layouts reached (distinct) by depth,\n"
    "# counted by the law in Python: see tools/make_perft.py.\n"
)
MOST: Final = {"perft": 150_000, "distinct": 6_000}
DEEPEST: Final = 8
PLAYED: Final = (0, 4, 12, 40)
KEYS: Final = (
    "forecell:foundation-return=true",
    "freecell:single-card=true",
    "klondike:draw=3",
    "klondike:draw=3,passes=2",
    "klondike:passes=1,foundation-return=false",
    "penguin:single-card=true,foundation-return=true",
    "plato:columns=4,cells=10",
    "plato:columns=6,cells=3,build=suit",
    "plato:columns=10,cells=1,empties=king",
)
"""Games with options of the player's."""


def main() -> int:
    """Write the corpus."""
    entries = "".join(f"\n{entry}" for entry in _all_entries())
    (CORPUS / "perft.txt").write_text(HEAD + entries, encoding="utf-8")
    return 0


def _all_entries() -> Iterator[str]:
    """Iterate over the entries of the package's games, with options, and of the corpus."""
    for key in sorted((*kungen.GAMES, *KEYS)):
        yield from _entries(key, f"game {key}", kungen.find_rules(key))
    for path in sorted((CORPUS / "rules").glob("*.toml")):
        yield from _entries(path.stem, f"rules {path.name}", kungen.load_rules(path))


def _entries(name: str, source: str, rules: Rules) -> Iterator[str]:
    """Iterate over the entries of one game; `source` is the line that tells where it is from."""
    for number, played in enumerate(PLAYED, 1):
        layout = _play_some(kungen.deal(number, rules), played)
        start = f"deal {number}" if played == 0 else layout.text().rstrip()
        yield "\n".join(
            (
                f"id {name}-{number}",
                source,
                start,
                *_counts("perft", kungen.perft, layout),
                *_counts("distinct", kungen.distinct, layout),
                "",
            )
        )


def _play_some(layout: Layout, moves: int) -> Layout:
    """Play random moves, to the foundations where one goes, short of a layout without moves."""
    source = random.Random(moves)  # noqa: S311 - the same layouts every time
    for _ in range(moves):
        legal = [move for move in layout.legal_moves if layout.play(move).legal_moves]
        if not legal:
            break
        up = [move for move in legal if move.target.startswith("foundation")]
        layout = layout.play(source.choice(up or legal))
    return layout


def _counts(name: str, count: Callable[[Layout, int], int], layout: Layout) -> Iterator[str]:
    for depth in range(1, DEEPEST + 1):
        found = count(layout, depth)
        yield f"{name} {depth} {found}"
        if found * 8 > MOST[name] or found == 0:
            break


if __name__ == "__main__":
    sys.exit(main())

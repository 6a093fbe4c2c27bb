"""Rules for the tests: the games that come with the package and those of the corpus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from kungen import GAMES, Rules, load_rules

CORPUS: Final = Path(__file__).resolve().parents[1] / "corpus"

CORPUS_RULES: Final = {
    path.stem: load_rules(path) for path in sorted((CORPUS / "rules").glob("*.toml"))
}
RULES: Final[dict[str, Rules]] = {**GAMES, **CORPUS_RULES}


def small_rules(base: Rules) -> list[Rules]:
    """Return every mix of the fields that matter, on decks small enough to search through."""
    return [
        replace(
            base,
            ranks=ranks,
            columns=columns,
            cells=cells,
            build=build,
            empty_column=empty_column,
            runs=runs,
            foundation_return=foundation_return,
        )
        for ranks, columns, cells in ((3, 3, 0), (3, 2, 1), (3, 4, 1), (4, 3, 1), (4, 4, 0))
        for build in ("alternating", "suit")
        for empty_column in ("any", "king")
        for runs in ("supermove", "any-length", "single")
        for foundation_return in (False, True)
    ]

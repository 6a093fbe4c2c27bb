"""Rules for the tests: the games of the package, their options, and those of the corpus."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kungen import GAMES, Rules, find_rules, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPUS: Final = Path(__file__).resolve().parents[1] / "corpus"

CORPUS_RULES: Final = {
    path.stem: load_rules(path) for path in sorted((CORPUS / "rules").glob("*.toml"))
}
RULES: Final[dict[str, Rules]] = {**GAMES, **CORPUS_RULES}
PLATO: Final = [
    find_rules("plato", columns=columns, cells=cells)
    for columns in range(4, 11)
    for cells in range(1, 11)
]
"""Every size of PLATO."""

_CHOICES: Final[dict[str, tuple[int | bool | str | None, ...]]] = {
    "build": ("alternating", "suit"),
    "empties": ("any", "king"),
    "draw": (1, 3),
    "passes": (None, 1, 3),
    "single-card": (False, True),
    "foundation-return": (False, True),
}
"""Values of the options that all games are tried with."""


def _with_options(rules: Rules) -> Iterator[Rules]:
    names = [option.name for option in rules.options if option.name in _CHOICES]
    for values in product(*(_CHOICES[name] for name in names)):
        chosen = {name.replace("-", "_"): value for name, value in zip(names, values, strict=True)}
        yield rules.with_options(**chosen)


OPTIONS: Final[dict[str, Rules]] = {
    rules.key: rules for game in GAMES.values() for rules in _with_options(game) if rules.chosen
}
"""Every mix of the options of every game, without the sizes of PLATO and the games as they are."""

ALL: Final[dict[str, Rules]] = {**RULES, **OPTIONS}


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

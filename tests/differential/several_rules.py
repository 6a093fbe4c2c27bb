"""Rules for the tests: the games of the package, their options, and those of the corpus."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kungen import GAMES, Rules, find_rules, load_rules

if TYPE_CHECKING:
    import random
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


def random_rules(source: random.Random) -> Rules:
    """Return rules of any kind for a deck of two to five ranks, to lay cards out by at random."""
    ranks, columns, reserve = source.randint(2, 5), source.randint(1, 4), source.choice((0, 0, 1))
    draw = source.choice((0, 0, 1, 3))
    has_hidden = source.random() < 0.4
    deepest = 2 if draw else 4 * ranks - reserve - (columns - 1)
    return replace(
        GAMES["freecell"],
        ranks=ranks,
        columns=columns,
        cells=source.choice((0, 0, 1, 2)),
        build=source.choice(("alternating", "suit")),
        empty_column=source.choice(("any", "king")),
        runs=source.choice(("supermove", "any-length", "single")),
        foundation_return=source.random() < 0.5,
        wrap=source.random() < 0.3,
        base=source.choice((1, source.randint(1, ranks), 1 if draw or has_hidden else "beak")),
        reserve=reserve,
        draw=draw,
        passes=source.choice((None, 1, 2, 3)) if draw else None,
        column_sizes=(deepest, *[1] * (columns - 1)) if draw or has_hidden else (),
        hidden=(1, *[0] * (columns - 1)) if has_hidden else (),
        options=(),
    )

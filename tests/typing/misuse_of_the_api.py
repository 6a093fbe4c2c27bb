"""Code that the type checkers must refuse: each line is marked, and a mark too many is an error."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from kungen import Game, Layout, Limits, Move, deal, solve


def misuse(layout: Layout) -> None:
    deal("617")  # type: ignore[arg-type]
    Game(617, "some")  # type: ignore[arg-type]
    Move(3, "cell1")  # type: ignore[arg-type]
    Limits(1000)  # type: ignore[call-arg]
    solve(layout, strategy="shortest")  # type: ignore[arg-type]
    layout.capacity(True)  # type: ignore[call-arg]  # noqa: FBT003 - it is misuse
    layout.play("3a")  # type: ignore[arg-type]
    layout.cells = ()  # type: ignore[misc]
    layout.view().waste = ()  # type: ignore[misc]
    layout.rules.with_options(draw=[3])  # type: ignore[arg-type]
    layout.columns[0][0] = None  # type: ignore[index]

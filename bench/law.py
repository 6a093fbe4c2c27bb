"""Measure the law beside python-chess: playing a move, and listing the legal ones.

Run `python bench/law.py`. Both sides work on positions from the middle of games with a fixed
seed; rounds alternate, and the ratios are those of the medians. `Layout.play` checks that the move
is legal, `Board.push` does not.
"""

from __future__ import annotations

import random
import time
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

import chess

from kungen import Game, Layout, Move

if TYPE_CHECKING:
    from collections.abc import Callable

POSITIONS = 60
ROUNDS = 40
SEED = 617


def middle_layouts(source: random.Random) -> list[Layout]:
    """Return layouts some moves, more of them sensible than not, into as many deals."""
    layouts: list[Layout] = []
    for number in range(1, POSITIONS + 1):
        game = Game(number)
        for _ in range(source.randint(8, 20)):
            moves = [game.tip(), game.tip(), source.choice([*game.legal_moves, None])]
            move = source.choice(moves)
            if move is not None:
                game.push(move)
        if game.legal_moves:
            layouts.append(game.layout)
    return layouts


def middle_boards(source: random.Random) -> list[chess.Board]:
    """Return boards some moves into as many games."""
    boards: list[chess.Board] = []
    while len(boards) < POSITIONS:
        board = chess.Board()
        for _ in range(source.randint(16, 40)):
            moves = list(board.legal_moves)
            if moves:
                board.push(source.choice(moves))
        if any(board.legal_moves):
            boards.append(board)
    return boards


def seconds_each(work: Callable[[], int]) -> float:
    """Return the time of one of the pieces of work whose number `work` returns."""
    start = time.perf_counter()
    count = work()
    return (time.perf_counter() - start) / count


def list_layouts(layouts: list[Layout]) -> int:
    """List the legal moves of each layout."""
    for layout in layouts:
        list(layout.legal_moves)
    return len(layouts)


def list_boards(boards: list[chess.Board]) -> int:
    """List the legal moves of each board."""
    for board in boards:
        list(board.legal_moves)
    return len(boards)


def play_layouts(pairs: list[tuple[Layout, list[Move]]]) -> int:
    """Play each legal move of each layout."""
    for layout, moves in pairs:
        for move in moves:
            layout.play(move)
    return sum(len(moves) for _, moves in pairs)


def push_boards(pairs: list[tuple[chess.Board, list[chess.Move]]]) -> int:
    """Push each legal move on each board; the pop that must follow is timed apart."""
    for board, moves in pairs:
        for move in moves:
            board.push(move)
            board.pop()
    return sum(len(moves) for _, moves in pairs)


def pop_boards(boards: list[chess.Board]) -> int:
    """Pop all moves of boards."""
    count = 0
    for board in boards:
        while board.move_stack:
            board.pop()
            count += 1
    return count


def main() -> None:
    """Print the medians and their ratios."""
    source = random.Random(SEED)  # noqa: S311 - not for secrets
    layouts, boards = middle_layouts(source), middle_boards(source)
    layout_pairs = [(layout, list(layout.legal_moves)) for layout in layouts]
    board_pairs = [(board, list(board.legal_moves)) for board in boards]
    times: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        works: dict[str, Callable[[], int]] = {
            "list layout": partial(list_layouts, layouts),
            "list board": partial(list_boards, boards),
            "play": partial(play_layouts, layout_pairs),
            "push and pop": partial(push_boards, board_pairs),
            "pop": partial(pop_boards, [board.copy() for board in boards]),
        }
        for name, work in works.items():
            times.setdefault(name, []).append(seconds_each(work))
    medians = {name: median(values) for name, values in times.items()}
    push = medians["push and pop"] - medians["pop"]
    for name, value in medians.items():
        print(f"{name:14} {value * 1e6:8.2f} us")
    print(
        f"moves listed   {sum(len(m) for _, m in layout_pairs) / len(layouts):8.1f} a layout,",
        end="",
    )
    print(f" {sum(len(m) for _, m in board_pairs) / len(boards):.1f} a board")
    print(f"Layout.play / Board.push:        {medians['play'] / push:.2f}")
    print(f"list(layout) / list(board):      {medians['list layout'] / medians['list board']:.2f}")


if __name__ == "__main__":
    main()

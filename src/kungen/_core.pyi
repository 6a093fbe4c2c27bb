"""The native core: games, counts and searches on the records of docs/formats.md.

Records and moves are bytes; a bad record raises `ValueError` with a sentence.
"""

from typing import overload

class Session:
    """A game in play, as docs/architecture.md describes the engine of the page."""

    @overload
    def __init__(self, rules: bytes, number: int) -> None: ...
    @overload
    def __init__(self, rules: bytes, layout: bytes) -> None: ...
    def layout(self) -> bytes:
        """Return the layout record."""

    def status(self) -> tuple[int, int, int, int, int, int, int, int]:
        """Return the words of the status."""

    def runs(self) -> bytes:
        """Return for each column the length of the longest run at its free end."""

    def moves(self) -> bytes:
        """Return the legal moves, three bytes each."""

    def play(self, move: bytes) -> bytes:
        """Play a move and the autoplay after it, and return the step; empty when illegal."""

    def undo(self) -> bytes:
        """Undo a step and return it; empty when there is none."""

    def redo(self) -> bytes:
        """Redo a step and return it; empty when there is none."""

    def restart(self) -> int:
        """Undo all steps and return their number."""

    def finish_step(self) -> bytes | None:
        """Play one card of the finish; None when no finish is offered."""

    def tip(self) -> bytes | None:
        """Return the tip; None in a won or a stuck layout."""

    def autoplay(self, level: int) -> None:
        """Set the level: 0 off, 1 safe, 2 all."""

    def safe(self) -> bytes:
        """Return the cards that are safe, ascending, one byte each."""

    def goal(self, goal: bytes) -> bool:
        """Tell whether the layout reaches the goal of a record."""

    def expand(self, move: bytes) -> bytes:
        """Return the single-card moves for which a legal move stands; empty when illegal."""

    def history(self) -> bytes:
        """Return the history record of all steps."""

    def replay(self, history: bytes, position: int) -> int:
        """Replay a history record; -1 - i when step i cannot be played."""

def solve_deals(
    rules: bytes, first: int, count: int, bytes_limit: int, nodes_limit: int
) -> list[tuple[int, int, int, int, bytes, bool]]:
    """Solve deals in a row: state, nodes, states, bytes, winning moves, whether they win."""

class Solver:
    """A search for a win, in steps. Strategies: 0 complete, 1 fast, 2 for short lines."""

    def __init__(
        self, rules: bytes, layout: bytes, bytes_limit: int, nodes_limit: int, strategy: int = 0
    ) -> None: ...
    def step(self, nodes: int) -> int:
        """Search on: 0 running, 1 solved, 2 unsolvable, 3 out of nodes, 4 of memory, 5 gave up."""

    def line(self) -> bytes:
        """Return the winning moves, those of the shortest line so far; empty without one."""

    def progress(self) -> tuple[int, int, int]:
        """Return layouts expanded, layouts kept and bytes in use."""

def rules_fault(rules: bytes) -> tuple[int, str] | None:
    """Return the byte at which a rules record is bad and what was expected there."""

def legal_moves(rules: bytes, layout: bytes) -> bytes:
    """Return the legal moves, three bytes each."""

def play(rules: bytes, layout: bytes, move: bytes) -> bytes:
    """Return the layout after a move, without autoplay."""

def deal(rules: bytes, number: int) -> bytes:
    """Return the numbered deal."""

def perft(rules: bytes, layout: bytes, depth: int) -> int:
    """Count the sequences of so many legal moves."""

def distinct(rules: bytes, layout: bytes, depth: int) -> int:
    """Count the different layouts that exactly so many moves reach."""

def capacity(rules: bytes, layout: bytes) -> tuple[int, int]:
    """Return how many cards move onto a card, and into an empty column (0 without one)."""

def signature() -> str:
    """Return the signature of this build: one line of numbers."""

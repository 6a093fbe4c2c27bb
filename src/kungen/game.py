"""A game: the steps of a player from a layout on, to be undone and redone without end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

from kungen.autoplay import Autoplay, automatic_line, finishing_line
from kungen.deals import check_deal_number, deal
from kungen.layout import Layout, LegalMoves, Move
from kungen.legality import free_card
from kungen.moves import FIRST_CELL, FOUNDATIONS, PILE_BYTES, WASTE, is_of_stock
from kungen.quoting import check_type, quoted
from kungen.replay import ReplayError, replay_step
from kungen.tips import find_tip

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from kungen.cards import Card
    from kungen.rules import Rules

Step = tuple[Move, ...]
"""A player's move and the automatic moves that followed it."""


class Game:
    """A game in progress: layouts one after the other, and what the player has taken back.

    >>> game = Game(617)
    >>> game.push(Move("column3", "cell1"))
    (Move('column3', 'cell1'),)
    >>> game.move_count, game.layout.cells[0] is None
    (1, False)
    >>> game.pop()
    (Move('column3', 'cell1'),)
    >>> game.layout == game.start
    True
    """

    __slots__ = (
        "_autoplay",
        "_layouts",
        "_number",
        "_position",
        "_restarted",
        "_scores",
        "_steps",
        "_taken_down",
        "_undone",
        "extras",
    )

    def __init__(
        self,
        start: Layout | SupportsIndex,
        autoplay: Autoplay = "safe",
        *,
        game: str | Rules | None = None,
    ) -> None:
        """Begin with a layout, or with the deal of a number in a game, FreeCell if none is named.

        Autoplay is `off`, `safe` or `all`; another word raises `ValueError`, and so does a game
        beside a layout, which has its own.

        >>> Game(617, game="klondike:draw=3")
        <Game of klondike:draw=3: 0 of 0 steps in effect, 0 of 52 cards up>
        """
        if isinstance(start, Layout):
            if game is not None:
                raise ValueError(f"a layout says its game: give no other beside it, {quoted(game)}")
            self._number, layout = None, start
        else:
            self._number = check_deal_number(start)
            layout = deal(self._number, "freecell" if game is None else game)
        self._layouts = [layout]
        self._scores = [0]
        self._steps: list[Step] = []
        self._position = 0
        self._taken_down: list[frozenset[Card]] = [frozenset()]
        self._undone: frozenset[Card] = frozenset()
        self._restarted = False
        self.autoplay = autoplay
        self.extras: dict[str, object] = {}
        """Keys of a saved game that belong to other readers, such as a page's clock."""

    @property
    def autoplay(self) -> Autoplay:
        """What goes to the foundations after a player's move: `off`, `safe` or `all`."""
        return self._autoplay

    @autoplay.setter
    def autoplay(self, level: Autoplay) -> None:
        levels = get_args(Autoplay)
        if level not in levels:
            raise ValueError(
                f"there is no autoplay {quoted(level)}; it is one of {', '.join(levels)}"
            )
        self._autoplay: Autoplay = level

    @property
    def start(self) -> Layout:
        """The layout before the first step."""
        return self._layouts[0]

    @property
    def number(self) -> int | None:
        """The number of the deal that the game was made from; None when that was a layout."""
        return self._number

    @property
    def restarted(self) -> bool:
        """Whether nothing was played, undone or redone since the last restart."""
        return self._restarted

    @property
    def layout(self) -> Layout:
        """The layout now."""
        return self._layouts[self._position]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now, as a view."""
        return self.layout.legal_moves

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in the order played, those that can be redone too."""
        return tuple(self._steps)

    @property
    def move_count(self) -> int:
        """The number of steps in effect; those after them in `steps` can be redone."""
        return self._position

    @property
    def score(self) -> int | None:
        """The points of the steps in effect, never below 0; None in a game without a score."""
        return None if self.start.rules.points is None else self._scores[self._position]

    @property
    def taken_down(self) -> frozenset[Card]:
        """The cards that the player has moved from a foundation to a column, and not since.

        The mark goes when the player moves the card or moves another onto it; undo and redo bring
        back the marks of that moment.
        """
        return self._taken_down[self._position]

    @property
    def just_undone(self) -> frozenset[Card]:
        """The cards that undone steps had sent to a foundation; until the player's next move."""
        return self._undone

    @property
    def marks(self) -> frozenset[Card]:
        """The cards that autoplay holds back: taken down or just undone."""
        return self.taken_down | self._undone

    def push(self, move: Move) -> Step:
        """Play a legal move and the autoplay after it as one step, and return the step.

        The steps that could be redone are forgotten. A move that is not legal raises
        `IllegalMove`, and nothing changes.
        """
        layout = self.layout.play(move)
        marks = _marks_after(self.taken_down, self.layout, move)
        line, layout = automatic_line(layout, self._autoplay, marks | self._undone)
        return self._add((move, *line), layout, marks)

    def _add(self, step: Step, layout: Layout, marks: frozenset[Card]) -> Step:
        """Add a step that leads to a layout and marks, and forget those that could be redone."""
        self._undone, self._restarted = frozenset(), False
        score = _score_after(self._scores[self._position], self.layout, step)
        self._steps[self._position :] = [step]
        self._position += 1
        self._scores[self._position :] = [score]
        self._layouts[self._position :] = [layout]
        self._taken_down[self._position :] = [marks]
        return step

    def pop(self) -> Step:
        """Undo the last step and return it; `IndexError` when there is none."""
        if not self.can_undo():
            raise IndexError("there is no step to undo")
        self._position -= 1
        step = self._steps[self._position]
        self._undone |= _sent_home(self.layout, step)
        return step

    def redo(self) -> Step:
        """Play the step undone last again and return it; `IndexError` when there is none."""
        if not self.can_redo():
            raise IndexError("there is no step to redo")
        step = self._steps[self._position]
        self._undone -= _sent_home(self.layout, step)
        self._restarted = False
        self._position += 1
        return step

    def can_undo(self) -> bool:
        """Tell whether there is a step to undo."""
        return self._position > 0

    def can_redo(self) -> bool:
        """Tell whether there is a step to redo."""
        return self._position < len(self._steps)

    def restart(self) -> None:
        """Undo all steps, which can be redone, and clear all marks."""
        self._position = 0
        self._undone, self._restarted = frozenset(), True

    def is_won(self) -> bool:
        """Tell whether all cards are on the foundations."""
        return self.layout.is_won()

    def is_stuck(self) -> bool:
        """Tell whether the game is not won and nothing but draw and turn over is ever legal."""
        return self.layout.is_stuck()

    def is_useless_pass(self) -> bool:
        """Tell whether the last steps went through the stock and changed nothing.

        They are draws and turnings over without any automatic move, and before one of them the
        stock and the waste were what they are now.
        """
        now = self.layout
        for place in range(self._position - 1, -1, -1):
            move, *automatic = self._steps[place]
            if automatic or not is_of_stock(move):
                return False
            before = self._layouts[place]
            if (before.stock, before.waste) == (now.stock, now.waste):
                return True
        return False

    def can_finish(self) -> bool:
        """Tell whether sending every card up that goes, one after the other, wins from here.

        Cards are drawn and turned over for that; no card in a column may lie face down.
        """
        return bool(finishing_line(self.layout))

    def finish_step(self) -> Move | None:
        """Play one move of the finish as a step of its own; None when no finish is offered."""
        line = finishing_line(self.layout)
        if not line:
            return None
        marks = _marks_after(self.taken_down, self.layout, line[0])
        self._add(line[:1], self.layout.after(line[0]), marks)
        return line[0]

    def finish(self) -> int:
        """Play the whole finish, and return the number of its steps; 0 when none is offered."""
        before = self._position
        while self.finish_step() is not None:
            pass
        return self._position - before

    def tip(self) -> Move | None:
        """Return a sensible legal move, None in a won or a stuck layout."""
        if self.is_stuck():
            return None
        seen = {layout.view().canonical() for layout in self._layouts[: self._position + 1]}
        return find_tip(self.layout.view(), seen)

    @staticmethod
    def replay(  # noqa: PLR0913 - what a saved game says
        start: Layout | SupportsIndex,
        steps: Iterable[Iterable[Move]],
        position: int | None = None,
        autoplay: Autoplay = "safe",
        *,
        game: str | Rules | None = None,
        restarted: bool = False,
    ) -> Game:
        """Return a game with these steps, undone to a position; nothing is added to the steps.

        A move that is not legal, an automatic one that does not go to a foundation and a step
        without moves raise `ReplayError` with the place of the step; a position that is no number
        of steps raises `ValueError`, and so does one above 0 in a game that was `restarted`.
        """
        played = Game(start, autoplay, game=game)
        check_type(steps, Iterable, "a game is replayed from steps, not from")
        for index, step in enumerate(steps):
            played._replay_step(step, index)
        for _ in range(_position_in(played.steps, position, restarted), played.move_count):
            played.pop()
        if restarted:
            played.restart()
        return played

    def _replay_step(self, step: Iterable[Move], index: int) -> None:
        """Play a step as it was played once, the one with this index."""
        check_type(step, Iterable, f"step {index + 1} must be moves one after the other, not")
        moves = tuple(step)
        if not moves:
            raise ReplayError(index, "it has no moves", "step")
        try:
            layout = replay_step(self.layout, moves)
        except ReplayError as error:
            raise ReplayError(index, str(error), "step") from None
        self._add(moves, layout, _marks_after(self.taken_down, self.layout, moves[0]))

    def __repr__(self) -> str:
        """Return what game it is and how far it has come."""
        rules, up = self.start.rules, sum(self.layout.foundations)
        steps = f"{self._position} of {len(self._steps)} steps in effect"
        return f"<Game of {rules.key}: {steps}, {up} of {rules.cards} cards up>"


def _position_in(steps: Sequence[Step], position: object, restarted: object) -> int:
    """Return how many of the steps are in effect, all for None; no such number is a `ValueError`.

    >>> _position_in([], 5, False)
    Traceback (most recent call last):
    ...
    ValueError: the position is 5; it must be a whole number from 0 to 0
    """
    check_type(restarted, bool, "a game was restarted or not, True or False, not")
    if position is None:
        position = 0 if restarted else len(steps)
    if type(position) is not int or not 0 <= position <= len(steps):
        raise ValueError(
            f"the position is {quoted(position)}; it must be a whole number from 0 to {len(steps)}"
        )
    if restarted and position:
        raise ValueError(f"the position is {position}; in a game that was restarted it is 0")
    return position


def _marks_after(marks: frozenset[Card], layout: Layout, move: Move) -> frozenset[Card]:
    """Return the cards taken down after a player's move in a layout."""
    source = PILE_BYTES[move.source]
    touched = {free_card(layout, move.target) if PILE_BYTES[move.target] < FIRST_CELL else None}
    if source < FIRST_CELL:
        touched.update(layout.columns[source][-move.count :])
    taken = free_card(layout, move.source)
    if move.source not in FOUNDATIONS or taken is None:
        return marks - touched - {taken}
    return (marks - touched) | {taken}


def _sent_home(layout: Layout, step: Step) -> frozenset[Card]:
    """Return the cards that a step, played in a layout, sends to foundations."""
    cards: set[Card] = set()
    for move in step:
        if move.target in FOUNDATIONS:
            card = free_card(layout, move.source)
            if card is not None:
                cards.add(card)
        layout = layout.after(move)
    return frozenset(cards)


def _score_after(score: int, layout: Layout, step: Step) -> int:
    """Return the score after a step that is played in a layout: after each move at least 0."""
    points = layout.rules.points
    if points is None:
        return 0
    for move in step:
        after = layout.after(move)
        if move.target in FOUNDATIONS:
            score += points.to_foundation
        elif move.source == WASTE and not is_of_stock(move):
            score += points.from_waste
        elif move.source in FOUNDATIONS:
            score += points.from_foundation
        score += points.turned * (sum(layout.hidden) - sum(after.hidden))
        score, layout = max(0, score), after
    return score

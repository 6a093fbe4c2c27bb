"""Random games, step by step: the law and every build of the core must show the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from kungen import (
    Game,
    IllegalMove,
    Layout,
    Move,
    ReplayError,
    _core,
    deal,
    find_rules,
    parse_card,
)
from kungen.autoplay import is_safe
from kungen.cards import Card
from kungen.legality import face_up, run_length
from kungen.moves import STOCK
from tests.differential.engines import Native
from tests.differential.random_rules import random_record, rules_of
from tests.differential.several_rules import ALL, OPTIONS, PLATO, RULES
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kungen import Rules
    from kungen.autoplay import Autoplay
    from tests.differential.engines import Engine, Session, Status

LEVELS: Final[tuple[Autoplay, ...]] = ("off", "safe", "all")
TURNS: Final = 120


def pack_moves(moves: Sequence[Move]) -> bytes:
    return b"".join(move.pack() for move in moves)


def unpack_moves(packed: bytes) -> tuple[Move, ...]:
    return tuple(Move.unpack(packed[at : at + 3]) for at in range(0, len(packed), 3))


def pack_history(game: Game) -> bytes:
    return b"".join(bytes((len(step),)) + pack_moves(step) for step in game.steps)


def status_of(game: Game) -> Status:
    facts = (
        game.is_won(),
        game.is_stuck(),
        game.can_undo(),
        game.can_redo(),
        game.can_finish(),
        game.is_useless_pass(),
    )
    return (
        sum(1 << bit for bit, fact in enumerate(facts) if fact),
        game.move_count,
        len(game.steps) - game.move_count,
        game.layout.capacity(to_empty=False),
        game.layout.capacity(to_empty=True),
        LEVELS.index(game.autoplay),
        sum(game.layout.foundations),
        game.score or 0,
    )


def runs_of(layout: Layout) -> bytes:
    columns = range(len(layout.columns))
    return bytes(run_length(face_up(layout, column), layout.rules) for column in columns)


def safe_cards(layout: Layout) -> bytes:
    return bytes(card for card in range(4 * layout.rules.ranks) if is_safe(layout, Card(card)))


def is_stock_move(move: Move) -> bool:
    return STOCK in (move.source, move.target)


class Pair:
    """The law's game and an engine's, played alike and compared after everything."""

    def __init__(self, game: Game, session: Session, seed: int) -> None:
        self.game = game
        self.session = session
        self.random = random.Random(seed)

    def compare(self) -> None:
        assert self.session.layout() == self.game.layout.pack()
        assert self.session.moves() == pack_moves(list(self.game.legal_moves))
        assert self.session.status() == status_of(self.game)
        assert self.session.runs() == runs_of(self.game.layout)
        assert self.session.safe() == safe_cards(self.game.layout)
        tip = self.game.tip()
        assert self.session.tip() == (None if tip is None else tip.pack())

    def turn(self) -> None:
        act = self.random.choices(
            (self.play, self.undo, self.redo, self.restart, self.level, self.finish, self.draw),
            (60, 14, 8, 1, 4, 6, 6),
        )[0]
        act()
        self.compare()

    def play(self) -> None:
        move = self.choose()
        if move is not None:
            assert self.session.play(move.pack()) == pack_moves(self.game.push(move))

    def draw(self) -> None:
        """Draw and turn over a few times."""
        for _ in range(self.random.randint(1, 12)):
            move = next((move for move in self.game.legal_moves if is_stock_move(move)), None)
            if move is None:
                return
            assert self.session.play(move.pack()) == pack_moves(self.game.push(move))
            self.compare()

    def choose(self) -> Move | None:
        """Choose among tips, moves from foundations and all moves, so that games get on."""
        moves = list(self.game.legal_moves)
        returns = [move for move in moves if move.source.startswith("foundation")]
        if not moves:
            return None
        pool = self.random.choices(([self.game.tip() or moves[0]], returns or moves, moves))[0]
        return self.random.choice(pool)

    def undo(self) -> None:
        step = self.game.pop() if self.game.can_undo() else ()
        assert self.session.undo() == pack_moves(step)

    def redo(self) -> None:
        step = self.game.redo() if self.game.can_redo() else ()
        assert self.session.redo() == pack_moves(step)

    def restart(self) -> None:
        assert self.session.restart() == self.game.move_count
        self.game.restart()

    def level(self) -> None:
        level = self.random.choice(LEVELS)
        self.game.autoplay = level
        self.session.autoplay(LEVELS.index(level))

    def finish(self) -> None:
        move = self.game.finish_step()
        assert self.session.finish_step() == (None if move is None else move.pack())


def play_both(game: Game, session: Session, seed: int, turns: int) -> Pair:
    """Play a law's game and an engine's alike for so many turns."""
    pair = Pair(game, session, seed)
    pair.compare()
    for _ in range(turns):
        pair.turn()
    assert pair.session.history() == pack_history(pair.game)
    return pair


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_show_the_same_after_every_turn(engine: Engine, name: str, seed: int) -> None:
    rules, number = RULES[name], 1 + seed * 2**31
    play_both(Game(deal(number, rules)), engine.open(rules.pack(), number), seed, TURNS)


@pytest.mark.parametrize("key", OPTIONS)
def test_random_games_with_every_mix_of_options_show_the_same(engine: Engine, key: str) -> None:
    rules = OPTIONS[key]
    play_both(Game(deal(7, rules)), engine.open(rules.pack(), 7), 7, 40)


@pytest.mark.parametrize("rules", PLATO, ids=lambda rules: rules.key)
def test_random_games_of_every_size_show_the_same(rules: Rules) -> None:
    for number in (1, 2**32):
        play_both(Game(deal(number, rules)), Native().open(rules.pack(), number), number, 15)


@pytest.mark.parametrize("name", ALL)
def test_games_from_cards_laid_out_at_random_show_the_same(engine: Engine, name: str) -> None:
    source = random.Random(name)
    for seed in range(6):
        layout = scatter(ALL[name], source)
        session = engine.open(layout.rules.pack(), layout.pack())
        play_both(Game(layout), session, seed, 12)


def test_games_under_rules_that_no_game_has_show_the_same() -> None:
    source, played = random.Random(5), 0
    for number in range(300):
        record = random_record(source)
        if _core.rules_fault(record) is not None:
            continue
        rules = rules_of(record)
        start = scatter(rules, source) if number % 3 == 0 else deal(number + 1, rules)
        play_both(Game(start), Native().open(record, start.pack()), number, 10)
        played += 1
    assert played > 100


@pytest.mark.parametrize(
    ("key", "stock", "steps"),
    [
        ("klondike", "8S 9S TS JS QS KS", 12),
        ("klondike", "TS QS 9S KS 8S JS", 26),
        ("klondike:passes=4", "TS QS 9S KS 8S JS", 26),
        ("klondike:passes=3", "TS QS 9S KS 8S JS", 0),
        ("klondike:draw=3", "QS JS 8S 9S TS KS", 14),
        ("klondike:draw=3", "8S 9S TS JS QS KS", 0),
    ],
)
def test_a_finish_goes_through_the_stock_as_long_as_cards_go_up(
    engine: Engine, key: str, stock: str, steps: int
) -> None:
    rules, cards = find_rules(key), [parse_card(text) for text in stock.split()]
    start = Layout.checked(rules, [], foundations=(13, 13, 13, 13 - len(cards)), stock=cards)
    pair = Pair(Game(start), engine.open(rules.pack(), start.pack()), 1)
    for _ in range(steps):
        assert pair.game.can_finish()
        pair.finish()
        pair.compare()
    assert pair.game.move_count == steps
    assert pair.game.is_won() == (steps > 0)
    assert not pair.game.can_finish()
    pair.compare()


def test_everything_a_status_says_is_seen_both_ways() -> None:
    seen: Counter[tuple[int, bool]] = Counter()
    scores, source = set(), random.Random(2)
    for name in ("klondike", "draw-3-3x2-4ranks-passes-2", "beak-stock-4x0-5ranks"):
        rules = RULES[name]
        for seed in range(40):
            start = scatter(rules, source)
            pair = play_both(Game(start), Native().open(rules.pack(), start.pack()), seed, 8)
            flags, *_, score = pair.session.status()
            seen.update((bit, bool(flags >> bit & 1)) for bit in range(6))
            scores.add(score)
    assert len(seen) == 12
    assert len(scores) > 5


@pytest.mark.parametrize("name", RULES)
def test_a_history_replayed_in_another_game_gives_the_same_game(engine: Engine, name: str) -> None:
    rules = RULES[name]
    start = deal(5, rules)
    pair = Pair(Game(start), engine.open(rules.pack(), start.pack()), 5)
    for _ in range(60):
        pair.turn()
    history, steps = pack_history(pair.game), len(pair.game.steps)
    other = engine.open(rules.pack(), start.pack())
    for position in {0, steps // 2, steps}:
        assert other.replay(history, position) == steps
        again = Pair(Game.replay(start, pair.game.steps, position), other, position)
        again.compare()
        for _ in range(10):
            again.turn()
        assert other.history() == pack_history(again.game)
        again.game.autoplay = "safe"
        other.autoplay(1)


def test_a_replay_stops_before_the_first_step_that_is_illegal(engine: Engine) -> None:
    rules = RULES["freecell"]
    session = engine.open(rules.pack(), 1)
    good = bytes((1, 0, 16, 1))
    assert session.replay(good + bytes((1, 0, 16, 1)), 2) == -2
    assert session.history() == good
    assert session.layout() == deal(1).play(Move("column1", "cell1")).pack()


def test_a_replay_takes_back_the_half_of_a_step_that_cannot_go_on(engine: Engine) -> None:
    rules = RULES["freecell"]
    session = engine.open(rules.pack(), 1)
    assert session.replay(bytes((2, 0, 16, 1, 1, 16, 1)), 1) == -1
    assert session.layout() == deal(1).pack()
    assert session.history() == b""


@pytest.mark.parametrize(
    ("name", "steps", "played"),
    [
        ("klondike", "01 404101", 1),
        ("klondike", "02 404101 404101", -1),
        ("freecell", "02 001001 011101", -1),
        ("freecell", "02 001001 070001", -1),
        ("freecell", "02 001001 100001", -1),
    ],
)
def test_an_automatic_move_that_does_not_go_to_a_foundation_is_no_history(
    engine: Engine, name: str, steps: str, played: int
) -> None:
    rules, history = RULES[name], bytes.fromhex(steps)
    session = engine.open(rules.pack(), 617)
    assert session.replay(history, 1) == played
    moves = unpack_moves(history[1:])
    if played > 0:
        assert Game.replay(617, [moves], game=rules).layout.pack() == session.layout()
        return
    assert (session.history(), session.layout()) == (b"", deal(617, rules).pack())
    with pytest.raises(ReplayError):
        Game.replay(617, [moves], game=rules)


@pytest.mark.parametrize("name", RULES)
def test_a_history_replayed_and_restarted_has_no_marks(engine: Engine, name: str) -> None:
    rules = RULES[name]
    pair = Pair(Game(9, game=rules), engine.open(rules.pack(), 9), 9)
    for _ in range(40):
        pair.play()
    other = engine.open(rules.pack(), 9)
    other.replay(pack_history(pair.game), 0)
    other.restart()
    again = Pair(Game.replay(9, pair.game.steps, game=rules, restarted=True), other, 3)
    for _ in range(10):
        again.play()
        again.compare()


@pytest.mark.parametrize("cut", [b"\x00", b"\x01", b"\x01\x00\x10", b"\x02\x00\x10\x01"])
def test_a_history_that_is_cut_short_is_no_history(engine: Engine, cut: bytes) -> None:
    rules = RULES["freecell"]
    assert engine.open(rules.pack(), 1).replay(bytes((1, 0, 16, 1)) + cut, 0) == -2


@pytest.mark.parametrize("name", RULES)
def test_every_move_of_any_bytes_is_legal_in_both_or_in_neither(engine: Engine, name: str) -> None:
    rules = RULES[name]
    layout = walk(deal(3, rules), 8, random.Random(3))
    piles = [*range(10), *range(16, 26), *range(32, 48), *range(48, 52), 64, 65]
    chosen = random.Random(4).choices([(s, t) for s in piles for t in piles], k=150)
    odd = [(10, 0), (0, 10), (255, 1), (63, 0), (66, 0), (0, 52), (64, 64), (64, 65), (65, 64)]
    for source, target in [*chosen, *odd]:
        for count in (0, 1, 2, 3, 24, 255):
            session = engine.open(rules.pack(), layout.pack())
            played = session.play(bytes((source, target, count)))
            assert bool(played) == is_legal(layout, bytes((source, target, count)))


def is_legal(layout: Layout, packed: bytes) -> bool:
    try:
        layout.play(Move.unpack(packed))
    except (IllegalMove, ValueError):
        return False
    return True

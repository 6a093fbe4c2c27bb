"""Strategies: the fast search in steps, and ever shorter lines that the law plays to a win."""

from __future__ import annotations

import struct
import subprocess
from typing import TYPE_CHECKING, Any, Final

import pytest

from kungen import Game, Limits, Verdict, _core, deal, find_rules, parse_layout, replay, solve_deals
from kungen.cards import Card, card_text
from kungen.replay import count_single_moves
from kungen.solver import Solver, solve
from kungen.verdict import STRATEGIES, StrategyError
from tests.differential.native import program
from tests.differential.several_rules import PLATO, RULES

if TYPE_CHECKING:
    from kungen import Layout, Move, Rules
    from tests.differential.engines import Wasm

NO_BOARD: Final = {
    key for key, rules in RULES.items() if rules.has_stock or any(rules.hidden) or rules.base == 0
}
FEW: Final = Limits(nodes=6000)
WON: Final = parse_layout("Foundations: H-K C-K D-K S-K", find_rules("freecell"))
LAST: Final = parse_layout("Foundations: H-K C-K D-K S-J\n: QS KS", find_rules("freecell"))
"""Won by one move, the king aside: both cards then go up by themselves."""


def has_board(rules: Rules) -> bool:
    try:
        Solver(deal(1, rules), strategy="short")
    except StrategyError:
        return False
    return True


BOARDS: Final = [key for key, rules in sorted(RULES.items()) if has_board(rules)]


def length_at_autoplay_all(layout: Layout, line: tuple[Move, ...]) -> int:
    """Play a line as a player would whose cards go up by themselves, and return the counter.

    Cards that can go up before the first move do so after it; where they are in its way one of them
    is sent up by hand, and that is not counted.
    """
    game = Game(layout, "all")
    played = [move for move in line if not move.target.startswith("foundation")]
    by_hand = int(line[:1] != tuple(played[:1]))
    if by_hand and line:
        game.push(line[0])
    for move in played:
        game.push(move)
    assert game.layout.is_won()
    return game.move_count - by_hand


def test_every_game_without_a_stock_is_searched_for_short_lines() -> None:
    assert set(BOARDS) >= {key for key in RULES if key in find_family()}
    assert not set(BOARDS) & {"klondike"}


def find_family() -> set[str]:
    return {
        "freecell", "bakers-game", "relaxed-freecell", "forecell", "eight-off",
        "seahaven-towers", "penguin", "plato", "king-albert",
    }  # fmt: skip


@pytest.mark.parametrize("key", BOARDS)
def test_every_short_line_wins_and_is_as_long_as_the_game_counts(key: str) -> None:
    for number in range(1, 7):
        layout = deal(number, RULES[key])
        result = solve(layout, FEW, strategy="short")
        assert result.verdict is not Verdict.UNSOLVABLE
        assert result.nodes <= 6000
        if result.verdict is Verdict.SOLVED:
            assert replay(layout, result.line).is_won()
            assert result.moves == length_at_autoplay_all(layout, result.line)
            assert result.single_moves == count_single_moves(layout, result.line)


@pytest.mark.parametrize("rules", PLATO[::9], ids=lambda rules: rules.key)
def test_every_size_of_plato_has_short_lines_that_win(rules: Rules) -> None:
    for number in range(1, 4):
        result = solve(deal(number, rules), FEW, strategy="short")
        assert replay(deal(number, rules), result.line).is_won() == (
            result.verdict is Verdict.SOLVED
        )


def test_short_lines_are_far_shorter_than_others() -> None:
    short = [solve(deal(number), Limits(nodes=50_000), strategy="short") for number in range(1, 21)]
    usual = [solve(deal(number), strategy="fast") for number in range(1, 21)]
    assert sum(one.moves for one in short) < 0.75 * sum(one.moves for one in usual)


@pytest.mark.parametrize(
    ("key", "lengths"),
    [
        ("freecell", [29, 21, 18, 27, 34, 23]),
        ("bakers-game", [31, 20, 20, 32, 38, 26]),
        ("eight-off", [26, 14, 14, 24, 33, 20]),
        ("seahaven-towers", [21, 9, 12, 25, 28, 30]),
        ("penguin", [28, 21, 21, 26, 41, 24]),
        ("relaxed-freecell", [28, 21, 18, 26, 31, 22]),
    ],
)
def test_lines_are_as_short_as_they_were(key: str, lengths: list[int]) -> None:
    """Other first lines shift where a limit cuts: a move more here and there is no fault."""
    found = [
        solve(deal(number, key), Limits(nodes=60_000), strategy="short").moves
        for number in range(1, 7)
    ]
    assert all(abs(one - length) <= 3 for one, length in zip(found, lengths, strict=True))
    assert sum(found) <= sum(lengths) + 4


def test_the_best_line_never_gets_worse_and_is_there_at_any_time() -> None:
    solver = Solver(deal(1), Limits(nodes=40_000), strategy="short")
    lengths = []
    while solver.result is None:
        solver.step(333)
        lengths.append(sum(not move.target.startswith("foundation") for move in solver.line))
    found = [length for length in lengths if length]
    assert lengths.index(found[0]) <= 10
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0]
    assert solver.result.moves == found[-1]


def test_the_size_of_the_steps_changes_nothing() -> None:
    for strategy in STRATEGIES:
        found = []
        for size in (1, 977, 10**6):
            solver = Solver(deal(617), Limits(nodes=3000), strategy=strategy)
            while solver.result is None:
                solver.step(size)
            found.append(solver.result)
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("number", "key"), [(5, "freecell"), (7, "freecell"), (12, "freecell"), (3, "seahaven-towers")]
)
def test_the_size_of_the_steps_changes_no_short_line(number: int, key: str) -> None:
    lines = set()
    for size in (1, 200, 500, 2000, 10**9):
        solver = Solver(deal(number, key), Limits(nodes=7001), strategy="short")
        while solver.result is None:
            solver.step(size)
        lines.add(solver.result.line)
    assert len(lines) == 1


@pytest.mark.parametrize("key", ["freecell", "bakers-game", "king-albert", "klondike"])
def test_the_fast_strategy_says_what_it_says_of_deals_in_a_row(key: str) -> None:
    for found in solve_deals(key, 1, 12, limits=Limits(nodes=3000)):
        solver = Solver(deal(found.number, key), Limits(nodes=3000), strategy="fast")
        while solver.result is None:
            solver.step(101)
        result = solver.result
        assert (result.verdict, result.reason) == (found.verdict, found.reason)
        assert (result.nodes, result.bytes) == (found.nodes, found.bytes)
        assert result.line == found.line


LONG: Final = deal(5087, "forecell")
"""What the complete search does not soon win, and a second try with other weights does."""


def test_a_long_search_tries_other_weights_before_it_goes_on() -> None:
    limits = Limits(bytes=24 << 20)
    assert solve(LONG, limits).verdict is Verdict.UNDECIDED
    result = solve(LONG, limits, strategy="fast")
    assert result.verdict is Verdict.SOLVED
    assert replay(LONG, result.line).is_won()
    assert result.bytes <= 24 << 20
    solver = Solver(LONG, limits, strategy="fast")
    while solver.result is None:
        solver.step(997)
    assert solver.result == result


@pytest.mark.parametrize("memory", [1 << 20, 2 << 20, 4 << 20])
def test_other_weights_are_tried_only_where_there_is_memory_for_them(memory: int) -> None:
    result = solve(LONG, Limits(bytes=memory), strategy="fast")
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "bytes")
    assert result.bytes <= memory


def test_a_step_looks_at_so_many_layouts() -> None:
    for strategy in STRATEGIES:
        solver = Solver(deal(11982), strategy=strategy)
        for times in range(1, 6):
            solver.step(100)
            assert solver.progress.nodes == 100 * times


@pytest.mark.parametrize("nodes", [1, 31, 1000, 20_001])
def test_the_limit_of_nodes_is_met_exactly(nodes: int) -> None:
    for strategy in STRATEGIES:
        result = solve(deal(11982), Limits(nodes=nodes), strategy=strategy)
        assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "nodes")
        assert result.nodes == nodes
    assert solve(deal(1), Limits(nodes=nodes), strategy="short").nodes == nodes


def test_a_limit_that_ends_a_search_for_short_lines_leaves_the_best_one() -> None:
    for limits in (Limits(nodes=5000), Limits(seconds=0.05), Limits(bytes=1_000_000)):
        result = solve(deal(1), limits, strategy="short")
        assert (result.verdict, result.reason) == (Verdict.SOLVED, "")
        assert replay(deal(1), result.line).is_won()
        assert result.bytes <= (limits.bytes or 0)


def test_a_limit_of_bytes_that_allows_no_beam_is_said() -> None:
    result = solve(deal(1), Limits(bytes=1000), strategy="short")
    assert (result.verdict, result.reason, result.nodes) == (Verdict.UNDECIDED, "bytes", 0)


def test_a_cancelled_search_keeps_its_line() -> None:
    solver = Solver(deal(1), strategy="short")
    solver.step(5000)
    solver.cancel()
    assert solver.result is not None
    assert solver.result.verdict is Verdict.SOLVED
    assert solver.result.line == solver.line


def test_a_search_for_short_lines_proves_nothing() -> None:
    result = solve(deal(1, "forecell"), strategy="short")
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "width")
    assert solve(deal(1, "forecell")).verdict is Verdict.UNSOLVABLE


def test_the_shortest_lines_of_all() -> None:
    assert solve(WON, strategy="short").line == ()
    result = solve(LAST, strategy="short")
    assert (result.verdict, result.moves, result.single_moves) == (Verdict.SOLVED, 1, 3)


@pytest.mark.parametrize(
    ("game", "strategy", "said"),
    [
        ("freecell", "shortest", "'shortest' is no strategy; these are: complete, fast, short"),
        ("freecell", 5, "5 is no strategy"),
        ("freecell", [], r"\[\] is no strategy"),
        ("klondike", "short", "the strategy 'short' is not for klondike: it takes no stock"),
    ],
)
def test_a_strategy_that_cannot_be_followed_is_said(game: str, strategy: Any, said: str) -> None:
    with pytest.raises(StrategyError, match=said):
        Solver(deal(1, game), strategy=strategy)


def test_a_column_that_is_too_long_for_a_strategy_is_said() -> None:
    cards = " ".join(card_text(Card(card)) for card in range(52))
    board = parse_layout("\n".join([f": {cards}", *[":"] * 7]))
    with pytest.raises(StrategyError, match="of at most 31 cards, and column 1 has 52"):
        solve(board, strategy="short")


def test_the_core_refuses_a_strategy_by_its_number() -> None:
    start = deal(1)
    with pytest.raises(ValueError, match=r"strategy 3: expected 0 \(complete\), 1 \(fast\) or 2"):
        _core.Solver(start.rules.pack(), start.pack(), 1 << 20, 0, 3)


@pytest.mark.parametrize("key", BOARDS)
def test_the_webassembly_finds_the_same_lines_with_the_same_work(wasm: Wasm, key: str) -> None:
    for number, strategy in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2)):
        start = deal(number, RULES[key])
        rules, layout = start.rules.pack(), start.pack()
        core = _core.Solver(rules, layout, 32 << 20, 4000, strategy)
        sizes = (len(rules), len(layout))
        limits = (32 << 20, 4000)
        handle, _ = wasm.call(
            "solver", "solver_open", *sizes, *limits, strategy, send=rules + layout
        )
        for nodes in (1500, 10_000):
            assert wasm.call("solver", "solver_step", handle, nodes)[0] == core.step(nodes)
            assert wasm.call("solver", "solver_line", handle, unit=3)[1] == core.line()
            words = wasm.call("solver", "solver_progress", handle, unit=4)[1]
            assert struct.unpack("<3I", words)[:2] == core.progress()[:2]
        wasm.call("solver", "solver_close", handle)


def test_the_webassembly_refuses_a_strategy_that_cannot_be_followed(wasm: Wasm) -> None:
    for game, strategy in (("freecell", 3), ("klondike", 2)):
        start = deal(1, game)
        rules, layout = start.rules.pack(), start.pack()
        sizes = (len(rules), len(layout))
        opened = wasm.call(
            "solver", "solver_open", *sizes, 1 << 20, 0, strategy, send=rules + layout
        )
        assert opened[0] == -5


def test_the_search_for_short_lines_keeps_the_sanitizers_silent_in_every_game() -> None:
    records = b"".join(RULES[key].pack() for key in BOARDS)
    done = subprocess.run(
        [program("shortening", sanitize=True)], input=records, capture_output=True, check=False
    )
    assert done.stderr == b""
    lines = [list(map(int, line.split())) for line in done.stdout.decode("ascii").splitlines()]
    assert len(lines) == 12 * len(BOARDS)
    for _, state, nodes, used, improves, wins in lines:
        assert nodes <= 6000
        assert used <= 2 << 20
        assert improves == 1
        assert wins == (state == 1)


def test_the_weights_are_fitted_alike_every_time() -> None:
    def fitted(*numbers: int, rules: bytes = find_rules("freecell").pack()) -> tuple[int, str]:
        done = subprocess.run(
            [program("tune_beam", sanitize=True), *map(str, numbers)],
            input=rules,
            capture_output=True,
            check=False,
        )
        return done.returncode, done.stdout.decode("ascii")

    status, weights = fitted(200_001, 200_030, 8, 40, 1)
    assert status == 0
    assert weights == fitted(200_001, 200_030, 8, 40, 1)[1]
    assert weights != fitted(200_001, 200_030, 8, 40, 2)[1]
    for name in ("violator", "group", "untouched", "low_card", "card_left", "buried", "slot"):
        assert f"    .{name} =" in weights
    assert fitted(200_001, 200_000, 8, 40, 1) == (2, "")
    assert fitted(200_001, 200_030, 8, 40) == (2, "")
    assert fitted(1, 2, 8, 40, 1, rules=find_rules("klondike").pack()) == (2, "")

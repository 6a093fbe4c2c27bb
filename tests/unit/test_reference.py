"""The plain search: its verdicts, its lines and its limits."""

from dataclasses import replace
from pathlib import Path

import pytest

from kungen.deals import deal
from kungen.game_file import find_rules, load_rules, parse_rules
from kungen.layout import Layout
from kungen.legality import list_moves
from kungen.notation import parse_layout
from kungen.reference import solve
from kungen.replay import replay
from kungen.rules import Rules
from kungen.verdict import Limits, Verdict

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"


def small(name: str) -> Rules:
    return load_rules(CORPUS / f"{name}.toml")


def reachable(layout: Layout) -> dict[object, Layout]:
    """All layouts that can be reached, each by its key."""
    found: dict[object, Layout] = {layout.canonical(): layout}
    waiting = [layout]
    while waiting:
        before = waiting.pop()
        for move in list_moves(before):
            after = before.after(move)
            if after.canonical() not in found:
                found[after.canonical()] = after
                waiting.append(after)
    return found


def found_out(rules: Rules, numbers: range) -> set[Verdict]:
    """The verdicts of deals, each held against the set of all layouts."""
    verdicts: set[Verdict] = set()
    for number in numbers:
        layout = deal(number, rules)
        found = reachable(layout)
        result = solve(layout)
        won = any(other.is_won() for other in found.values())
        assert result.verdict is (Verdict.SOLVED if won else Verdict.UNSOLVABLE)
        if won:
            assert replay(layout, result.line).is_won()
        else:
            assert result.nodes == len(found)
            assert result.line == ()
        verdicts.add(result.verdict)
    return verdicts


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("suit-any-3x0-3ranks", 24),
        ("alternating-any-3x1-4ranks-single", 24),
        ("no-stock-left-3x0-4ranks", 24),
        ("beak-left-3x1-4ranks-reserve", 2),
    ],
)
def test_verdicts_are_those_of_the_set_of_all_layouts(name: str, most: int) -> None:
    verdicts = found_out(small(name), range(1, most + 1))
    assert verdicts == {Verdict.SOLVED, Verdict.UNSOLVABLE}


DIFFICULT = {
    "format": 2,
    "id": "difficult",
    "layout": {"ranks": 3, "columns": 2},
    "build": {"order": "suit", "empty-column": "king"},
    "deal": {"columns": [2, 2], "hidden": [1, 1]},
    "stock": {"draw": 3},
}


@pytest.mark.parametrize("passes", ["unlimited", 1, 2, 3])
@pytest.mark.parametrize("returns", [False, True])
def test_every_layout_of_a_game_with_a_stock_is_looked_at(passes: int | str, returns: bool) -> None:
    rules = parse_rules(
        DIFFICULT | {"stock": {"draw": 3, "passes": passes}, "foundations": {"return": returns}}
    )
    assert found_out(rules, range(1, 12)) == {Verdict.SOLVED, Verdict.UNSOLVABLE}


def test_more_passes_win_more() -> None:
    wins: list[int] = []
    for passes in (1, 2, 3, 99, "unlimited"):
        rules = parse_rules(DIFFICULT | {"stock": {"draw": 3, "passes": passes}})
        results = [solve(deal(number, rules)) for number in range(1, 21)]
        wins.append(sum(result.verdict is Verdict.SOLVED for result in results))
    assert wins[0] < wins[1] < wins[2] == wins[3] == wins[4]


@pytest.mark.parametrize("game", ["klondike", "king-albert", "penguin", "forecell"])
def test_deals_of_other_games_are_decided(game: str) -> None:
    decided = {}
    for number in range(1, 6):
        result = solve(deal(number, game), Limits(nodes=600))
        decided[number] = result.verdict
        if result.verdict is Verdict.SOLVED:
            assert replay(deal(number, game), result.line).is_won()
    if game == "forecell":
        assert decided[1] is Verdict.UNSOLVABLE
    else:
        assert Verdict.UNSOLVABLE not in decided.values()


def test_a_won_layout_needs_no_moves() -> None:
    won = Layout.checked(find_rules("freecell"), [], foundations=(13, 13, 13, 13))
    result = solve(won)
    assert (result.verdict, result.line, result.nodes) == (Verdict.SOLVED, (), 0)


def test_a_deal_of_the_whole_deck_is_won() -> None:
    result = solve(deal(8), Limits(nodes=5000))
    assert result.verdict is Verdict.SOLVED
    assert replay(deal(8), result.line).is_won()
    assert 0 < result.bytes < 100_000_000


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(nodes=20), "nodes"),
        (Limits(bytes=20_000), "bytes"),
        (Limits(seconds=1e-9), "seconds"),
    ],
)
def test_a_search_cut_short_is_undecided(limits: Limits, reason: str) -> None:
    result = solve(deal(1), limits)
    assert (result.verdict, result.reason, result.line) == (Verdict.UNDECIDED, reason, ())
    assert result.nodes <= 20


def test_a_card_from_a_foundation_can_decide() -> None:
    text = """Foundations: H-3 C-0 D-4 S-4
    : 4C AC
    : 4H 3C 2C"""
    rules = replace(small("alternating-any-4x2-5ranks-return"), ranks=4, columns=2, cells=0)
    with_return = solve(parse_layout(text, rules))
    assert with_return.verdict is Verdict.SOLVED

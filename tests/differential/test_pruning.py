"""No pruning changes a verdict: small decks, searched without any, say what is right."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from kungen import GAMES, Layout, Limits, Verdict, deal, reference
from kungen.solver import solve
from tests.differential.native import program, run
from tests.differential.several_rules import random_rules, small_rules
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from kungen import Rules
    from kungen.layout import CanonicalKey

    Graph = dict[CanonicalKey, tuple[Layout, list[CanonicalKey]]]

SMALL: Final = small_rules(GAMES["freecell"])
MOST_STATES: Final = 1200


def rules_id(rules: Rules) -> str:
    shape = f"{rules.ranks}ranks-{rules.columns}x{rules.cells}"
    back = "-return" if rules.foundation_return else ""
    return f"{rules.build}-{rules.empty_column}-{rules.runs}-{shape}{back}"


def reachable(start: Layout, most: int = MOST_STATES) -> Graph | None:
    """Return all layouts that can be reached, each with those one move on; None for too many."""
    found: Graph = {start.canonical(): (start, [])}
    waiting = [start]
    while waiting:
        layout = waiting.pop()
        for move in layout.legal_moves:
            after = layout.after(move)
            key = after.canonical()
            found[layout.canonical()][1].append(key)
            if key not in found:
                found[key] = (after, [])
                waiting.append(after)
        if len(found) > most:
            return None
    return found


def winnable(graph: Graph) -> set[CanonicalKey]:
    """Return the keys from which a won layout can be reached, by going back from those."""
    before: dict[CanonicalKey, list[CanonicalKey]] = {key: [] for key in graph}
    for key, (_, afters) in graph.items():
        for after in afters:
            before[after].append(key)
    won = [key for key, (layout, _) in graph.items() if layout.is_won()]
    found = set(won)
    while won:
        for key in before[won.pop()]:
            if key not in found:
                found.add(key)
                won.append(key)
    return found


def check_layouts_reached(
    start: Layout, source: random.Random, seen: Counter[Verdict], most: int = MOST_STATES
) -> None:
    """Compare the verdicts of layouts that can be reached, unless there are too many."""
    graph = reachable(start, most)
    if graph is None:
        return
    can_win = winnable(graph)
    for expected, keys in ((Verdict.SOLVED, can_win), (Verdict.UNSOLVABLE, graph.keys() - can_win)):
        some = source.sample(sorted(keys, key=repr), min(len(keys), 30))
        for key in some:
            assert solve(graph[key][0]).verdict is expected, (start.rules, graph[key][0])
        seen[expected] += len(some)


def check_small_deals(rules: Rules, seen: Counter[Verdict]) -> None:
    for number in range(1, 7):
        check_layouts_reached(deal(number, rules), random.Random(number), seen)


@pytest.mark.parametrize("rules", SMALL, ids=rules_id)
def test_every_layout_that_small_deals_reach_gets_the_right_verdict(rules: Rules) -> None:
    check_small_deals(rules, Counter())


@pytest.mark.parametrize("rules", SMALL, ids=rules_id)
def test_random_layouts_get_the_verdict_of_the_plain_search(rules: Rules) -> None:
    source = random.Random(11)
    for number in range(100, 108):
        layout = walk(deal(number, rules), source.randrange(12), source)
        plain = reference.solve(layout, Limits(nodes=400))
        if plain.verdict is not Verdict.UNDECIDED:
            assert solve(layout).verdict is plain.verdict, layout


def test_both_verdicts_are_tried_often() -> None:
    seen: Counter[Verdict] = Counter()
    for rules in SMALL[::5]:
        check_small_deals(rules, seen)
    assert min(seen[Verdict.SOLVED], seen[Verdict.UNSOLVABLE]) > 100


@pytest.mark.parametrize("seed", range(6))
def test_layouts_under_rules_of_any_kind_get_the_verdict_of_the_plain_search(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(50):
        layout = scatter(random_rules(source), source)
        plain = reference.solve(layout, Limits(nodes=400))
        if plain.verdict is not Verdict.UNDECIDED:
            assert solve(layout).verdict is plain.verdict, (layout.rules, layout)


def test_layouts_reached_under_rules_of_any_kind_get_the_right_verdict() -> None:
    source = random.Random(1)
    seen: Counter[Verdict] = Counter()
    for _ in range(80):
        check_layouts_reached(scatter(random_rules(source), source), source, seen, most=500)
    assert min(seen[Verdict.SOLVED], seen[Verdict.UNSOLVABLE]) > 100


@pytest.mark.slow
def test_random_layouts_get_the_verdict_of_a_plain_native_search() -> None:
    won, lost, wrong = map(int, run([program("pruning", sanitize=False), "10000"]).split())
    assert wrong == 0
    assert won > 4000
    assert lost > 1000


@pytest.mark.slow
def test_searches_under_all_rules_keep_the_sanitizers_silent() -> None:
    assert run([program("pruning", sanitize=True), "400"]).split()[2] == "0"

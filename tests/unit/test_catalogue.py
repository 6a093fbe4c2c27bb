"""Catalogues: what they say, what a file may not say, and that they are true."""

import random
from pathlib import Path

import pytest

import kungen
from kungen import catalogue
from kungen.catalogue import CatalogueError, catalogues, find, parse_catalogue, wilson

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
TEXT = """
format = 1
game = "freecell"
first = 1
last = 100
bytes = 67108864
signature = "0123456789ab"
moves = 90
lost = [7, 50]
undecided = [20, 70]
[states]
7 = 123
"""
SAMPLE = 4
QUICK = 70_000
"""The states of searches that are not too long for a test."""


def test_the_eight_deals_of_the_first_million_that_nobody_can_win() -> None:
    freecell = find("freecell")
    assert (freecell.first, freecell.last) == (1, 1_000_000)
    assert freecell.lost == IMPOSSIBLE
    assert freecell.undecided == ()
    assert freecell.lost_to(32_000) == (11982,)
    assert freecell.winnable == 999_992


def test_every_game_of_the_house_has_a_catalogue_of_a_thousand_deals_or_more() -> None:
    assert {found.game.partition(":")[0] for found in catalogues().values()} == set(kungen.GAMES)
    assert {found.first for found in catalogues().values()} == {1}
    assert min(found.last for found in catalogues().values()) >= 1000


@pytest.mark.parametrize("key", sorted(catalogues()))
def test_a_sample_of_each_catalogue_is_found_again(key: str) -> None:
    found = find(key)
    draw = random.Random(key)
    limits = kungen.Limits(bytes=found.bytes, nodes=QUICK)
    rest = set(found.lost) | set(found.undecided)
    numbers = draw.sample(range(found.first, min(found.last, 100_000) + 1), 4 * SAMPLE)
    won = [number for number in numbers if number not in rest][:SAMPLE]
    lost = draw.sample(found.lost, min(SAMPLE, len(found.lost)))
    for number in (*won, *lost):
        result = kungen.solve(kungen.deal(number, key), limits)
        expected = kungen.Verdict.UNSOLVABLE if number in lost else kungen.Verdict.SOLVED
        if result.reason != "nodes":
            assert (number, result.verdict) == (number, expected)
        if number in found.states:
            assert result.nodes == found.states[number]


def test_counts_and_shares_are_of_the_decided_deals() -> None:
    found = parse_catalogue(TEXT)
    assert (found.deals, found.winnable, found.share) == (100, 96, 96 / 98)
    assert (found.lost_to(49), found.undecided_to(49), found.winnable_to(49)) == ((7,), (20,), 47)
    assert found.share_to(6) == 1.0
    assert found.states[7] == 123


def test_a_number_outside_the_range_is_named() -> None:
    with pytest.raises(CatalogueError, match="freecell has no deal 101; it has 1 to 100"):
        parse_catalogue(TEXT).winnable_to(101)


def test_a_game_without_a_catalogue_is_named() -> None:
    with pytest.raises(CatalogueError, match="no catalogue of 'freecell:single-card=true'"):
        find("freecell:single-card=true")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format is 2; it must be 1"),
        ("moves = 90", "", "moves is missing"),
        ("moves = 90", "moves = 90\nodd = 1", "'odd' is unknown"),
        ("moves = 90", 'moves = "90"', "moves is '90'; that is of another kind"),
        ("moves = 90", "moves = true", "moves is True; that is of another kind"),
        ("lost = [7, 50]", "lost = [7, 7]", "lost must be deals from 1 to 100, in rising order"),
        ("lost = [7, 50]", "lost = [7, 101]", "lost must be deals from 1 to 100"),
        ("lost = [7, 50]", 'lost = ["7"]', "lost is .* another kind"),
        ("lost = [7, 50]", "lost = [7, 20]", "deal 20 is both lost and undecided"),
        ("7 = 123", "8 = 123", "states has deal 8, which is not lost"),
        ("7 = 123", "x = 123", "states is .* another kind"),
        ("last = 100", "last = 0", "deals 1 to 0 are no range"),
        ('"freecell"', '"frecell"', "there is no game 'frecell'"),
        ("format = 1", "format", "this is not TOML"),
    ],
)
def test_a_faulty_file_is_refused_with_its_name(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(CatalogueError, match=f"^odd.toml: .*{said}"):
        parse_catalogue(TEXT.replace(old, new), "odd.toml")


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = wilson(1573, 4426)
    assert (round(low, 3), round(high, 3)) == (0.341, 0.37)
    assert wilson(0, 10)[0] == pytest.approx(0.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (5, 4), (-1, 4)])
def test_no_share_has_no_interval(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(successes, trials)


def test_catalogues_lie_beside_the_module() -> None:
    folder = Path(catalogue.__file__).with_name("catalogues")
    assert {path.suffix for path in folder.iterdir()} == {".toml"}

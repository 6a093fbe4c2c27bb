"""Catalogues: what they say, what a file may not say, and that they are true."""

import copy
import math
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kungen
from kungen import catalogue
from kungen.catalogue import (
    CatalogueError,
    catalogues,
    find,
    parse_catalogue,
    states_of,
    wilson,
)

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


@pytest.mark.parametrize("wrong", [0, 101, -1, 10**400, 7.0, math.nan, "7", None, True, []])
@pytest.mark.parametrize("ask", ["lost_to", "undecided_to", "winnable_to", "share_to"])
def test_what_is_no_number_of_the_range_is_refused(ask: str, wrong: object) -> None:
    with pytest.raises(CatalogueError, match=r"^the catalogue of freecell has no deal "):
        getattr(parse_catalogue(TEXT), ask)(wrong)


def test_a_catalogue_can_be_compared_hashed_copied_and_pickled() -> None:
    found = parse_catalogue(TEXT)
    assert hash(found) == hash(parse_catalogue(TEXT))
    for other in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301 - our own
        assert other == found
        with pytest.raises(TypeError):
            other.states[7] = 1  # type: ignore[index]
    assert replace(found, states={7: 124}) != found


@pytest.mark.parametrize("wrong", [[], None, 5])
def test_a_catalogue_is_found_by_a_text_and_read_from_one(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a catalogue is found by the key of a game, not by "):
        find(wrong)
    with pytest.raises(TypeError, match="a catalogue is read from a text, not from "):
        parse_catalogue(wrong)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogue, "_FOLDER", tmp_path)
    return tmp_path


def test_files_of_catalogues_that_are_wrong_are_named(folder: Path) -> None:
    (folder / "one.toml").write_text(TEXT, encoding="utf-8")
    assert [*catalogues.__wrapped__()] == ["freecell"]
    (folder / "other.toml").write_text(TEXT, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"^other\.toml: freecell has another catalogue besid"):
        catalogues.__wrapped__()
    (folder / "odd.toml").mkdir()
    with pytest.raises(
        CatalogueError, match=r"odd\.toml: the file cannot be read: is a directory$"
    ):
        catalogues.__wrapped__()


def test_states_are_those_of_a_catalogue_or_not_known() -> None:
    assert states_of("freecell", 11982) == find("freecell").states[11982]
    assert states_of("freecell", 617) is None
    assert states_of("freecell", None) is None
    assert states_of("plato:columns=4", 1) is None


def test_a_catalogue_is_found_by_any_name_of_its_game() -> None:
    assert find("Kungen") is find("freecell")
    assert find("plato:columns=8,cells=3") is find("plato:cells=3")
    assert states_of("Napoleon", 11982) == states_of("freecell", 11982) == 29358


def test_a_game_without_a_catalogue_is_named() -> None:
    with pytest.raises(CatalogueError, match="no catalogue of 'freecell:single-card=true'"):
        find("freecell:single-card=true")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format is 2; it must be 1"),
        ("format = 1", "format = true", "format is true; it must be 1"),
        ("format = 1", "format = 1.0", "format is 1.0; it must be 1"),
        ("format = 1", "", "format is missing; it must be 1"),
        ("moves = 90", "", "moves is missing; it must be a whole number from 0"),
        ("moves = 90", "moves = 90\nodd = 1", "odd is unknown; the keys here are format, game, "),
        ("moves = 90", 'moves = "90"', 'moves is "90"; it must be a whole number from 0'),
        ("moves = 90", "moves = true", "moves is true; it must be a whole number from 0"),
        ("moves = 90", "moves = -1", "moves is -1; it must be a whole number from 0"),
        ("moves = 90", f"moves = {'9' * 6000}", "a number has too many digits"),
        ("bytes = 67108864", "bytes = 0", "bytes is 0; it must be a whole number from 1"),
        ("first = 1", "first = 0", "first is 0; it must be a whole number from 1"),
        ("last = 100", "last = 1e2", "last is 100.0; it must be a whole number from 1"),
        ("last = 100", f"last = {10**30}", "last is 10*; it must be a whole number from 1"),
        ("first = 1", "first = 101", "deals 101 to 100 are no range"),
        ("lost = [7, 50]", "", "lost is missing; it must be a list of deals"),
        ("lost = [7, 50]", "lost = [7, 7]", "lost must be deals from 1 to 100, in rising order"),
        ("lost = [7, 50]", "lost = [7, 101]", "lost must be deals from 1 to 100"),
        ("lost = [7, 50]", 'lost = ["7"]', 'lost is \\["7"\\]; it must be a list of deals'),
        ("lost = [7, 50]", "lost = [7, 20]", "deal 20 is both lost and undecided"),
        ("7 = 123", "8 = 123", "\\[states\\] has deal 8, which is not lost"),
        ("7 = 123", "x = 123", "\\[states\\] x is no number of a deal"),
        ("7 = 123", "07 = 123", "\\[states\\] 07 is no number of a deal"),
        ("7 = 123", '"\N{ARABIC-INDIC DIGIT SEVEN}" = 123', "is no number of a deal"),
        ("7 = 123", f"{'7' * 6000} = 123", "\\[states\\] '7*… is no number of a deal"),
        ("7 = 123", "7 = 0", "\\[states\\] 7 is 0; it must be a number of states"),
        ('"freecell"', '"frecell"', "there is no game 'frecell'"),
        ('"freecell"', '"FreeCell"', 'game is "FreeCell"; the key of this game is freecell'),
        ('"freecell"', "5", "game is 5; it must be the key of a game"),
        ('"0123456789ab"', '"0123456789aB"', "signature is .*; it must be twelve hexadecimal"),
        ('"0123456789ab"', '"0123456789"', "signature is .*; it must be twelve hexadecimal"),
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
    assert (wilson(0, 10)[0], wilson(10, 10)[1]) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_the_interval_of_a_share_of_very_many_is_the_share() -> None:
    assert wilson(10**400, 4 * 10**400) == (0.25, 0.25)


@pytest.mark.parametrize(
    ("successes", "trials"),
    [(0, 0), (5, 4), (-1, 4), (1.0, 4), (True, 4), ("1", 4), (1, None), (math.nan, 4), (1, 1e9)],
)
def test_no_share_has_no_interval(successes: Any, trials: Any) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(successes, trials)


def test_catalogues_lie_beside_the_module() -> None:
    folder = Path(catalogue.__file__).with_name("catalogues")
    assert {path.suffix for path in folder.iterdir()} == {".toml"}

"""Par: what the file says, and what it may not say."""

import pytest

from kungen import DealError, RulesError
from kungen.par import DIGITS, ParError, par, pars, parse_pars

TEXT = """
format = 1
game = "freecell"
first = 11
nodes = 1000
bytes = 1000000
version = "0.1.0"
moves = ["9A", "z-"]
"""


def test_the_deals_of_freecell_have_a_par() -> None:
    found = pars()["freecell"]
    assert (found.first, found.last) == (1, 32_000)
    assert found.moves(11982) is None
    unknown = [number for number in range(1, 32_001) if found.moves(number) is None]
    assert unknown == [1941, 11982]
    mean = sum(found.moves(number) or 0 for number in range(1, 1001)) / 1000
    assert 25 < mean < 28


def test_digits_stand_for_numbers() -> None:
    found = parse_pars(TEXT)
    assert (found.first, found.last) == (11, 14)
    assert [found.moves(number) for number in range(10, 16)] == [None, 9, 10, 61, None, None]
    assert len(DIGITS) == 62


def test_games_and_deals_without_a_par_have_none() -> None:
    assert par("klondike", 1) is None
    assert par("freecell", 32_001) is None
    for number in ("5", 0, True):
        with pytest.raises(DealError, match=f"from 1 to 8589934591, not {number!r}"):
            par("freecell", number)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="there is no game 'frecell'"):
        par("frecell", 1)
    with pytest.raises(TypeError, match="named by a key, not by 5"):
        par(5, 1)  # type: ignore[arg-type]


def test_a_game_goes_by_any_of_its_names() -> None:
    assert par("Kungen", 617) == par("napoleon", 617) == par("freecell", 617) == 34


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format is 2; it must be 1"),
        ('"freecell"', '"frecell"', "frecell"),
        ('"freecell"', "5", "game is 5; it must be the key of a game"),
        ('"freecell"', '"plato:cells=4"', "the key of this game is plato"),
        ("first = 11", "first = 0", "first is 0"),
        ("nodes = 1000", "", "nodes is missing"),
        ('version = "0.1.0"', "", "version is missing; it must be the version"),
        ('["9A", "z-"]', '"9A"', 'moves is "9A"; it must be rows of digits'),
        ('["9A", "z-"]', '["9A", "z+"]', 'digit 4 of moves is "+"'),
        ("format = 1", "format = 1\nlast = 5", "last"),
        ("format = 1", "format =", "this is not TOML"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_fault(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(ParError, match=f"^odd.toml: .*{said.replace('+', '.')}"):
        parse_pars(TEXT.replace(old, new), "odd.toml")

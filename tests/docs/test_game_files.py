"""The page on the file of a game: it names every key, and its examples are the games."""

import re
from pathlib import Path

import pytest

from kungen import GAMES, parse_rules
from kungen.keys import KEYS, OPTIONS, TABLES
from tests.docs.transcripts import blocks

PAGE = Path(__file__).parents[2] / "docs" / "games.md"
TEXT = PAGE.read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """The text under each heading that begins with a table's name."""
    parts = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    named = {re.match(r"`\[(\w+)\]`", part): part for part in parts}
    return {found[1]: part for found, part in named.items() if found} | {"": parts[1]}


def test_every_table_and_key_is_told_of() -> None:
    assert {*TABLES, ""} == {*sections()}
    for key in KEYS:
        row = re.search(rf"^\| (`\w+`, )*`{key.name}`[ ,]", sections()[key.table], re.MULTILINE)
        assert row or f", `{key.name}` |" in sections()[key.table], key.place


def test_every_option_is_told_of() -> None:
    told = re.search(r"^## Options\n(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL)
    assert told
    assert re.findall(r"^\| `([\w-]+)`", told[1], re.MULTILINE) == [key.name for key in OPTIONS]


@pytest.mark.parametrize(("place", "game"), [(0, "freecell"), (1, "klondike")])
def test_the_examples_are_the_games(place: int, game: str) -> None:
    files = [block for block in blocks(PAGE) if block.startswith("format")]
    assert len(files) == 2
    assert parse_rules(files[place]) == GAMES[game]

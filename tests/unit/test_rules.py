"""Rules: the files of the games, what is wrong with them, and the record packed from them."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kungen.deals import deal
from kungen.quoting import quoted
from kungen.game_file import GAMES, find_rules, load_rules, parse_rules
from kungen.rules import Names, Rules, RulesError

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"

GOOD = """
format = 1
id = "small"
[names]
sv = "Liten"
da = "Lille"
en = "Small"
[layout]
ranks = 5
columns = 3
cells = 2
[build]
order = "suit"
empty-column = "king"
runs = "single"
[foundations]
return = true
"""


def test_a_file_gives_all_its_rules() -> None:
    rules = parse_rules(GOOD)
    assert (rules.id, rules.names.sv, rules.names.da, rules.names.en) == (
        "small",
        "Liten",
        "Lille",
        "Small",
    )
    assert (rules.ranks, rules.columns, rules.cells, rules.cards) == (5, 3, 2, 20)
    assert (rules.build, rules.empty_column, rules.runs) == ("suit", "king", "single")
    assert rules.foundation_return is True


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("format = 1", "format = 2", "s.toml: format is 2; it must be 1"),
        ("format = 1", "format = true", "s.toml: format is true; it must be 1"),
        ("format = 1", "", "s.toml: format is missing; it must be 1"),
        ('"small"', '"Small one"', 'id is "Small one"; it must be lower-case words joined by hy'),
        ('"Liten"', "7", "s.toml: [names] sv is 7; it must be text"),
        ('"Liten"', '" "', 's.toml: [names] sv is " "; it must be text'),
        ("ranks = 5", "ranks = 14", "[layout] ranks is 14; it must be a whole number from 1 to 13"),
        ("ranks = 5", "ranks = 5.0", "[layout] ranks is 5.0; it must be a whole number from 1 to"),
        ("columns = 3", "columns = 0", "columns is 0; it must be a whole number from 1 to 10"),
        ("columns = 3", "columns = true", "columns is true; it must be a whole number from 1"),
        ("cells = 2", "cells = 11", "cells is 11; it must be a whole number from 0 to 10"),
        ("cells = 2", "cels = 2", "[layout] cels is unknown; the keys here are ranks, columns, c"),
        ("cells = 2", "", "[layout] cells is missing; it must be a whole number from 0 to 10"),
        ('"suit"', '"colour"', 'order is "colour"; it must be "alternating" or "suit"'),
        ('"king"', '"ace"', 'empty-column is "ace"; it must be "any" or "king"'),
        ('"single"', '"two"', 'it must be "supermove" or "any-length" or "single"'),
        ("= true", "= 1", "[foundations] return is 1; it must be false or true"),
        (
            "[foundations]",
            "[piles]",
            "piles is unknown; the keys here are format, id and the tables [names], [layout], [bui",
        ),
        (
            '"Liten"',
            '"Li\\u0001ten"',
            '[names] sv is "Li\\u0001ten"; it must be text without control',
        ),
        (
            '"Liten"',
            '"Li\\u2028ten"',
            '[names] sv is "Li\\u2028ten"; it must be text without control',
        ),
        ('"Liten"', f'"{"a" * 50_000}\\u0001"', '[names] sv is "aaaa'),
        ("format = 1", 'format = 1\n"" = 2', "s.toml: '' is unknown; the keys here are format, id"),
        ("format = 1", f"format = {'1' * 5000}", "s.toml: a number has too many digits"),
        ("format = 1", f"a = {'[' * 60_000}", "s.toml: this is not TOML: it is nested too deeply"),
        ("format = 1", f"[{'a.' * 30_000}a]", "s.toml: a is unknown"),
        ("format = 1", f"{'a' * 900} = 1\n{'a' * 900} = 1", "s.toml: this is not TOML: "),
        ("format = 1", "#" * 70_000, "s.toml: the text is longer than 65536 characters"),
        ("[foundations]\nreturn = true", "", "s.toml: the table [foundations] is missing"),
        ("ranks = 5", "ranks = ", "s.toml: this is not TOML: "),
    ],
)
def test_a_wrong_file_gets_a_sentence(old: str, new: str, sentence: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(RulesError) as error:
        parse_rules(text, "s.toml")
    assert sentence in str(error.value)
    assert str(error.value).startswith("s.toml: ")
    assert len(str(error.value)) < 200


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(tmp_path / "none.toml")
    assert str(error.value) == f"{tmp_path / 'none.toml'}: there is no such file"


def test_a_file_may_be_named_by_a_text_and_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert load_rules(str(path)) == load_rules(path) == parse_rules(GOOD)


def test_a_file_that_cannot_be_read_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes("sv = 'Ä'".encode("latin-1"))
    (tmp_path / "long.toml").write_text("#" * 70_000)
    for name, sentence in (
        ("", f"{tmp_path}: the file cannot be read: is a directory"),
        ("latin.toml", f"{tmp_path / 'latin.toml'}: the file is not UTF-8 text"),
        ("long.toml", "long.toml: the text is longer than 65536 characters"),
    ):
        with pytest.raises(RulesError) as error:
            load_rules(tmp_path / name)
        assert str(error.value) == sentence


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_a_name_that_no_file_has_is_refused(path: str) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(path)
    assert str(error.value) == f"{path!r}: no file can have this name"


def test_rules_are_read_from_a_text_only() -> None:
    with pytest.raises(TypeError, match="rules are read from a text, not from None"):
        parse_rules(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [None, 5, "a" * 10**6], ids=quoted)
def test_what_names_no_game_is_quoted_shortly(name: str) -> None:
    with pytest.raises(RulesError) as error:
        find_rules(name)
    assert str(error.value) == f"there is no game {quoted(name)}; the games are freecell"


@pytest.mark.parametrize("name", [None, 5, "", " ", "a\nb", "a\x00", "\ud800", "\uffff"])
def test_a_name_has_letters_and_no_control_characters(name: str) -> None:
    for language in ("sv", "da", "en"):
        with pytest.raises(RulesError) as error:
            replace(GAMES["freecell"].names, **{language: name})
        assert str(error.value) == (
            f"{language} is {quoted(name)}; it must be text without control characters"
        )


def test_a_picture_of_a_game_with_any_name_is_xml() -> None:
    rules = replace(GAMES["freecell"], names=Names("<&>", "\u00a0é", "<&\"' \U0001f0cf>"))
    title = ET.fromstring(deal(1, rules).svg())[0]  # noqa: S314 - it is our own
    assert title.text == "<&\"' \U0001f0cf>"


@pytest.mark.parametrize("name", ["freecell", "Kungen", "NAPOLEON", " FreeCell ", "kungen"])
def test_a_game_is_found_by_its_id_and_its_names(name: str) -> None:
    assert find_rules(name) is GAMES["freecell"]


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(RulesError, match="there is no game 'whist'; the games are freecell"):
        find_rules("whist")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "Small one"),
        ("id", "a\nb"),
        ("id", None),
        ("names", None),
        ("ranks", 0),
        ("ranks", 13.0),
        ("ranks", True),
        ("ranks", None),
        ("foundation_return", 1),
        ("build", ["suit"]),
        ("columns", 11),
        ("cells", -1),
        ("build", "colour"),
        ("empty_column", "queen"),
        ("runs", "long"),
    ],
)
def test_rules_that_no_game_can_have_are_refused(field: str, value: object) -> None:
    with pytest.raises(RulesError) as error:
        replace(GAMES["freecell"], **{field: value})  # type: ignore[arg-type]
    assert str(error.value).startswith(f"{field} is {value!r}; it must be ")


def test_the_rules_record_of_freecell() -> None:
    assert GAMES["freecell"].pack() == bytes([0x4B, 1, 13, 8, 4, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("alternating-any-3x1-4ranks-single", [0x4B, 1, 4, 3, 1, 0, 0, 2, 0]),
        ("alternating-any-4x1-5ranks-any-length", [0x4B, 1, 5, 4, 1, 0, 0, 1, 0]),
        ("alternating-kings-4x2-5ranks-return", [0x4B, 1, 5, 4, 2, 0, 1, 1, 1]),
        ("suit-kings-3x2-5ranks", [0x4B, 1, 5, 3, 2, 1, 1, 0, 0]),
    ],
)
def test_the_rules_record_has_every_rule(name: str, record: list[int]) -> None:
    assert load_rules(CORPUS / f"{name}.toml").pack() == bytes(record)


def test_every_file_of_the_corpus_is_called_after_its_id() -> None:
    rules = {path.stem: load_rules(path) for path in CORPUS.glob("*.toml")}
    assert len(rules) >= 8
    assert {stem: found.id for stem, found in rules.items()} == {stem: stem for stem in rules}


def test_rules_are_equal_and_hashable_by_value() -> None:
    rules = find_rules("freecell")
    assert {rules, replace(rules)} == {rules}
    assert isinstance(rules, Rules)
    assert rules != replace(rules, cells=3)

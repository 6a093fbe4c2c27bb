"""Game files: what they say, what is wrong with them, and the games that are found by name."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.game_file import (
    GAMES,
    choose,
    find_rules,
    known_key,
    load_rules,
    parse_rules,
    rules_file,
)
from kungen.keys import KEYS, OPTIONS
from kungen.quoting import quoted
from kungen.rules import Names, Option, Points, RulesError

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

SHORT = """
format = 2
id = "small-one"
[layout]
columns = 3
[build]
order = "suit"
"""

FULL = """
format = 2
id = "full"
options = ["foundation-return", "passes", "draw"]
[names]
sv = "Full"
da = "Fuld"
en = "Full house"
[layout]
ranks = 6
columns = 3
cells = 2
reserve = 3
[build]
order = "suit"
empty-column = "king"
runs = "any-length"
wrap = true
[foundations]
return = true
base = 4
[deal]
direction = "left"
columns = [1, 4, 0]
hidden = [0, 3, 0]
cells = [2]
[stock]
draw = 3
passes = 7
[score]
to-foundation = 10
from-waste = -3
turned = 5
from-foundation = -15
"""


def test_a_file_gives_all_its_rules() -> None:
    rules = parse_rules(FULL)
    assert (rules.id, rules.names) == ("full", Names("Full", "Fuld", "Full house"))
    assert (rules.ranks, rules.columns, rules.cells, rules.reserve) == (6, 3, 2, 3)
    assert (rules.build, rules.empty_column, rules.runs) == ("suit", "king", "any-length")
    assert (rules.wrap, rules.foundation_return, rules.base) == (True, True, 4)
    assert (rules.direction, rules.column_sizes, rules.hidden) == ("left", (1, 4, 0), (0, 3, 0))
    assert (rules.filled_cells, rules.draw, rules.passes) == ((2,), 3, 7)
    assert rules.points == Points(10, -3, 5, -15)
    assert rules.single_card is False
    assert rules.options == (
        Option("draw", 3),
        Option("passes", 7),
        Option("foundation-return", default=True),
    )


def test_a_game_of_ones_own_takes_few_lines() -> None:
    rules = parse_rules(SHORT)
    assert rules.names == Names("small-one", "small-one", "small-one")
    assert (rules.ranks, rules.cells, rules.empty_column, rules.runs) == (13, 0, "any", "supermove")
    assert (rules.foundation_return, rules.base, rules.draw, rules.points) == (False, 1, 0, None)
    assert (rules.column_sizes, rules.hidden, rules.filled_cells) == ((), (), ())
    assert rules.options == ()
    assert len(SHORT.strip().splitlines()) < 10


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ('en = "Small"', ("Small", "Small", "Small")),
        ('sv = "Liten"', ("Liten", "small-one", "small-one")),
        ('sv = "Liten"\nen = "Small"', ("Liten", "Small", "Small")),
    ],
)
def test_a_name_left_out_is_the_english_one(names: str, expected: tuple[str, str, str]) -> None:
    assert parse_rules(f"{SHORT}[names]\n{names}").names == Names(*expected)


def test_a_file_of_format_1_means_the_same_in_format_2() -> None:
    old = parse_rules(GOOD)
    assert (old.ranks, old.columns, old.cells, old.cards) == (5, 3, 2, 20)
    assert (old.build, old.empty_column, old.runs) == ("suit", "king", "single")
    assert old.foundation_return is True
    assert parse_rules(GOOD.replace("format = 1", "format = 2")) == old


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("format = 1", "format = 3", "s.toml: format is 3; it must be 1 or 2"),
        ("format = 1", "format = true", "s.toml: format is true; it must be 1 or 2"),
        ("format = 1", "", "s.toml: format is missing; it must be 1 or 2"),
        ('"small"', '"Small one"', 'id is "Small one"; it must be lower-case words joined by hy'),
        (
            'id = "small"',
            "",
            "s.toml: id is missing; it must be lower-case words joined by hyphens",
        ),
        ('"Liten"', "7", "s.toml: [names] sv is 7; it must be text"),
        ('"Liten"', '" "', 's.toml: [names] sv is " "; it must be text'),
        ("ranks = 5", "ranks = 14", "[layout] ranks is 14; it must be a whole number from 1 to 13"),
        ("ranks = 5", "ranks = 5.0", "[layout] ranks is 5.0; it must be a whole number from 1 to"),
        ("ranks = 5", "ranks = [5]", "[layout] ranks is [5]; it must be a whole number from 1 to"),
        ("columns = 3", "columns = 0", "columns is 0; it must be a whole number from 1 to 10"),
        ("columns = 3", "columns = true", "columns is true; it must be a whole number from 1"),
        ("columns = 3", "columns = '3'", 'columns is "3"; it must be a whole number from 1 to 10'),
        ("columns = 3", "", "[layout] columns is missing; it must be a whole number from 1 to 10"),
        ("cells = 2", "cells = 11", "cells is 11; it must be a whole number from 0 to 10"),
        ("cells = 2", "cels = 2", "[layout] cels is unknown; the keys here are ranks, columns, c"),
        ("cells = 2", "reserve = 2", "reserve is unknown; the keys here are ranks, columns, cells"),
        ('"suit"', '"colour"', 'order is "colour"; it must be "alternating" or "suit"'),
        ('order = "suit"', "", '[build] order is missing; it must be "alternating" or "suit"'),
        ('"king"', '"ace"', 'empty-column is "ace"; it must be "any" or "king"'),
        ('"single"', '"two"', 'it must be "supermove" or "any-length" or "single"'),
        ("= true", "= 1", "[foundations] return is 1; it must be false or true"),
        (
            "[foundations]",
            "[piles]",
            "piles is unknown; the keys here are format, id and the tables [names], [layout], [bui",
        ),
        ("[foundations]\nreturn = true", "[stock]", "stock is unknown; the keys here are format,"),
        ("[names]", "layout = 5\n[names]", "s.toml: this is not TOML: "),
        (
            '"Liten"',
            '"Li\\u0001ten"',
            '[names] sv is "Li\\u0001ten"; it must be text with letters or signs, at most',
        ),
        (
            '"Liten"',
            '"Li\\u2028ten"',
            '[names] sv is "Li\\u2028ten"; it must be text with letters or signs, at most',
        ),
        ('"Liten"', f'"{"a" * 50_000}\\u0001"', '[names] sv is "aaaa'),
        ("format = 1", 'format = 1\n"" = 2', "s.toml: '' is unknown; the keys here are format, id"),
        ("format = 1", f"format = {'1' * 5000}", "s.toml: a number has too many digits"),
        ("format = 1", f"a = {'[' * 60_000}", "s.toml: this is not TOML: it is nested too deeply"),
        ("format = 1", f"format = 1\n[{'a.' * 30_000}a]", "s.toml: a is unknown"),
        ("format = 1", f"{'a' * 900} = 1\n{'a' * 900} = 1", "s.toml: this is not TOML: "),
        ("format = 1", "#" * 70_000, "s.toml: the text is longer than 65536 characters"),
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


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("reserve = 3", "reserve = 17", "[layout] reserve is 17; it must be a whole number from 0"),
        ("wrap = true", "wrap = 1", "[build] wrap is 1; it must be false or true"),
        (
            "base = 4",
            'base = "beek"',
            '[foundations] base is "beek"; it must be a whole number from 1 to 13 or "beak"',
        ),
        ("base = 4", "base = 7", "[foundations] base is 7; the last rank of the deck is 6"),
        ('"left"', '"up"', '[deal] direction is "up"; it must be "right" or "left"'),
        (
            "columns = [1, 4, 0]",
            "columns = 5",
            "[deal] columns is 5; it must be a list of at most 10 whole numbers from 0 to 52",
        ),
        ("[1, 4, 0]", "[1, 4.0, 0]", "[deal] columns is [1, 4.0, 0]; it must be a list of at most"),
        ("[1, 4, 0]", "[1, [4], 0]", "[deal] columns is [1, [4], 0]; it must be a list of at most"),
        ("[1, 4, 0]", "[1, true, 0]", "[deal] columns is [1, true, 0]; it must be a list of at"),
        ("[1, 4, 0]", "[1, 53, 0]", "[deal] columns is [1, 53, 0]; it must be a list of at most"),
        ("[1, 4, 0]", str([1] * 11), "[deal] columns is [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]; it mus"),
        ("[1, 4, 0]", "[1, 4]", "[deal] columns has 2 numbers; it must have 3, one a column"),
        ("[1, 4, 0]", "[0, 0, 0]", "[deal] columns is 0 throughout; at least one column must get"),
        ("columns = [1, 4, 0]\nhidden = [0, 3, 0]", "", "[deal] columns must be there: a game wit"),
        ("[0, 3, 0]", "[0, 3]", "[deal] hidden has 2 numbers; it must have 3, one a column"),
        ("[0, 3, 0]", "[0, 4, 0]", "[deal] hidden has 4 for column 2, which gets 4; it must be l"),
        ("[0, 3, 0]", "[0, 3, 1]", "hidden has 1 for column 3, which gets no card; it must be 0"),
        (
            "cells = [2]",
            "cells = [2, 1]",
            "cells is [2, 1]; it must be a list of whole numbers from 1 to 10 in rising order",
        ),
        ("cells = [2]", "cells = [2, 2]", "[deal] cells is [2, 2]; it must be a list of whole nu"),
        ("cells = [2]", "cells = [0]", "[deal] cells is [0]; it must be a list of whole numbers"),
        ("cells = [2]", "cells = [3]", "[deal] cells has cell 3; the last cell is 2"),
        (
            "[1, 4, 0]",
            "[16, 5, 0]",
            (
                "[deal] columns does not add up: 21 in columns, 1 in cells and 3 in the reserve"
                " are 25; they must be at most 24"
            ),
        ),
        ("draw = 3", "draw = 2", "[stock] draw is 2; it must be 1 or 3"),
        ("draw = 3", "draw = 0", "[stock] draw is 0; it must be 1 or 3"),
        (
            "passes = 7",
            "passes = 100",
            "[stock] passes is 100; it must be a whole number from 1 to",
        ),
        (
            "passes = 7",
            'passes = "all"',
            'passes is "all"; it must be a whole number from 1 to 99 or',
        ),
        (
            "turned = 5",
            "turned = 101",
            "[score] turned is 101; it must be a whole number from -100",
        ),
        ("turned = 5", "turns = 5", "[score] turns is unknown; the keys here are to-foundation, "),
        (
            '["foundation-return", "passes", "draw"]',
            '["draw", "speed"]',
            'options is ["draw", "speed"]; it must be a list of different options among columns,',
        ),
        ('"passes", "draw"]', '"draw", "draw"]', "it must be a list of different options among c"),
        ('"passes", "draw"]', '"draw", 5]', "it must be a list of different options among colum"),
        ('"passes", "draw"]', '"cells"]', "options has cells; it must be dealt evenly, and no cel"),
        ("[stock]\ndraw = 3\npasses = 7", "", "[deal] columns does not add up: 5 in columns, 1 in"),
    ],
)
def test_a_wrong_file_of_format_2_gets_a_sentence(old: str, new: str, sentence: str) -> None:
    text = FULL.replace(old, new, 1)
    assert text != FULL
    with pytest.raises(RulesError) as error:
        parse_rules(text, "s.toml")
    assert sentence in str(error.value)
    assert str(error.value).startswith("s.toml: ")
    assert len(str(error.value)) < 200


BEAK = '[foundations]\nbase = "beak"\n'


@pytest.mark.parametrize(
    ("layout", "tables", "sentence"),
    [
        ("reserve = 16\nranks = 3", "", "[layout] reserve does not add up: 16 in the reserve are"),
        ("ranks = 1\ncells = 1", f"{BEAK}[deal]\ncells = [1]", '[foundations] base is "beak"; '),
        ("ranks = 1", "[build]\nwrap = true", "[build] wrap is true; a deck of one rank has no ki"),
        ("", "[deal]\nhidden = [1, 0, 0]", "[deal] hidden has cards face down; it needs the card"),
        (
            "",
            f"{BEAK}[deal]\ncolumns = [40, 5, 4]\nhidden = [1, 0, 0]",
            "[deal] hidden has cards face down; a game with a beak deals them all face up",
        ),
        (
            "",
            f"{BEAK}[deal]\ncolumns = [40, 5, 7]",
            (
                "[deal] columns does not add up: 52 in columns and 3 on foundations are 55;"
                " they must be 52"
            ),
        ),
        ("", "[deal]\ncolumns = [40, 5, 6]", "[deal] columns does not add up: 51 in columns are "),
    ],
)
def test_rules_that_do_not_go_together_are_named(layout: str, tables: str, sentence: str) -> None:
    text = SHORT.replace("columns = 3\n", f"columns = 3\n{layout}\n")
    with pytest.raises(RulesError) as error:
        parse_rules(text + tables.removeprefix("[build]"), "s.toml")
    assert str(error.value).startswith(f"s.toml: {sentence}")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ({"format": 2, "layout": 5}, "s.json: layout is 5; it must be a table"),
        ({"format": 2, "names": [["sv", "a"]]}, 's.json: names is [["sv", "a"]]; it must be a tab'),
        ({"format": [2]}, "s.json: format is [2]; it must be 1 or 2"),
        ({}, "s.json: format is missing; it must be 1 or 2"),
        ({"format": 2, 5: 6}, "s.json: 5 is unknown; the keys here are format, id, options and"),
        (
            {"format": 10**5000},
            "s.json: format is a number of about 5000 digits; it must be 1 or 2",
        ),
    ],
    ids=quoted,
)
def test_a_wrong_object_of_json_gets_a_sentence(file: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        parse_rules(file, "s.json")
    assert str(error.value).startswith(sentence)


def test_an_option_that_the_game_cannot_offer_is_refused() -> None:
    for options, line, sentence in (
        ('["single-card"]', 'runs = "single"', 'runs must not be "single" already'),
        ('["columns"]', "", "options has columns, which the game has as 3; it must be a whole n"),
        ('["cells"]', "", "options has cells, which the game has as 0; it must be a whole number"),
        ('["draw"]', "", "options has draw; the game must have a [stock]"),
        ('["passes"]', "", "options has passes; the game must have a [stock]"),
    ):
        text = SHORT.replace("[layout]", f"options = {options}\n[layout]") + line
        with pytest.raises(RulesError) as error:
            parse_rules(text, "s.toml")
        assert sentence in str(error.value)


def test_every_key_of_a_file_can_be_said_and_has_its_place_in_the_record() -> None:
    record = bytearray(parse_rules(FULL).pack())
    for key in KEYS:
        assert f"\n{key.name} = " in FULL
        if key.offset is not None:
            assert any(record[key.offset : key.offset + key.length]), key
            record[key.offset : key.offset + key.length] = bytes(key.length)
    assert record == b"\x4b\x02" + bytes(13) + b"\x01" + bytes(34)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_file_is_written_as_it_was_read(path: Path) -> None:
    rules = load_rules(path)
    file = json.loads(json.dumps(rules_file(rules)))
    assert parse_rules(file) == rules


def test_a_file_has_only_what_is_not_left_to_defaults() -> None:
    assert rules_file(find_rules("freecell")) == {
        "format": 2,
        "id": "freecell",
        "options": ["single-card", "foundation-return"],
        "names": {"sv": "Kungen", "da": "Napoleon", "en": "FreeCell"},
        "layout": {"columns": 8, "cells": 4},
        "build": {"order": "alternating"},
    }
    assert rules_file(find_rules("klondike"))["stock"] == {}
    assert "score" not in rules_file(find_rules("penguin"))


def test_a_file_has_the_games_own_values_whatever_is_chosen() -> None:
    chosen = find_rules("plato:columns=6,cells=2,single-card=true")
    assert rules_file(chosen) == rules_file(find_rules("plato"))
    assert choose(parse_rules(rules_file(chosen)), chosen.key.partition(":")[2]) == chosen


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


@pytest.mark.parametrize("file", [None, 5, [], b"format = 2"])
def test_rules_are_read_from_a_text_or_an_object_only(file: object) -> None:
    with pytest.raises(TypeError, match="rules are read from a text or a dict, not from "):
        parse_rules(file)  # type: ignore[arg-type]


def test_every_file_of_the_corpus_is_called_after_its_id() -> None:
    rules = {path.stem: load_rules(path) for path in CORPUS.glob("*.toml")}
    assert len(rules) >= 8
    assert {stem: found.id for stem, found in rules.items()} == {stem: stem for stem in rules}


def test_the_games_of_the_house() -> None:
    assert list(GAMES) == [
        "bakers-game",
        "eight-off",
        "forecell",
        "freecell",
        "king-albert",
        "klondike",
        "penguin",
        "plato",
        "relaxed-freecell",
        "seahaven-towers",
    ]
    names = {
        game: tuple(rules.names.__getattribute__(language) for language in ("sv", "da", "en"))
        for game, rules in GAMES.items()
    }
    assert names["relaxed-freecell"] == ("Lätta Kungen", "Let Napoleon", "Relaxed FreeCell")
    assert names["klondike"] == ("Harpan", "7 kabale", "Klondike")
    offered = {game: [option.name for option in rules.options] for game, rules in GAMES.items()}
    assert offered["klondike"] == ["draw", "passes", "foundation-return"]
    assert offered["plato"] == [
        *("columns", "cells", "build", "empties"),
        *("single-card", "foundation-return"),
    ]
    for game in set(GAMES) - {"klondike", "plato"}:
        assert offered[game] == ["single-card", "foundation-return"]
    returns = [game for game, rules in GAMES.items() if rules.foundation_return]
    assert returns == ["king-albert", "klondike"]


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *((name, "freecell") for name in ("freecell", "Kungen", "NAPOLEON", " FreeCell ")),
        *((name, "klondike") for name in ("harpan", "7 Kabale", "KLONDIKE")),
        ("Otte ud", "eight-off"),
        ("lätta kungen", "relaxed-freecell"),
        ("Kong Albert", "king-albert"),
        ("pingvinen", "penguin"),
    ],
)
def test_a_game_is_found_by_its_id_and_its_names(name: str, game: str) -> None:
    assert find_rules(name) is GAMES[game] or find_rules(name) == GAMES[game]


@pytest.mark.parametrize("name", [None, 5, "a" * 10**6, "whist", ""], ids=quoted)
def test_what_names_no_game_is_quoted_shortly(name: str) -> None:
    with pytest.raises(RulesError) as error:
        find_rules(name)
    assert str(error.value) == f"there is no game {quoted(name)}; the games are {', '.join(GAMES)}"


@pytest.mark.parametrize(
    ("key", "chosen", "again"),
    [
        ("klondike:draw=3", {"draw": 3}, "klondike:draw=3"),
        ("harpan : passes=2, draw=3", {"draw": 3, "passes": 2}, "klondike:draw=3,passes=2"),
        ("klondike:draw=1,passes=unlimited", {}, "klondike"),
        (
            "PLATO:empties=king,build=suit,cells=10,columns=4",
            {"columns": 4, "cells": 10, "build": "suit", "empties": "king"},
            "plato:columns=4,cells=10,build=suit,empties=king",
        ),
        ("freecell:single-card=TRUE", {"single-card": True}, "freecell:single-card=true"),
        (
            "king-albert:foundation-return=false",
            {"foundation-return": False},
            "king-albert:foundation-return=false",
        ),
    ],
)
def test_a_key_says_the_options(key: str, chosen: dict[str, object], again: str) -> None:
    rules = find_rules(key)
    assert rules.chosen == chosen
    assert rules.key == again
    assert find_rules(again) == rules
    assert known_key(rules) == again
    assert rules == GAMES[rules.id].with_options(**rules.chosen)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("klondike:draw=2", "option draw is 2; it must be 1 or 3"),
        ("klondike:draw=three", "option draw is 'three'; it must be 1 or 3"),
        ("klondike:draw=", "option draw is ''; it must be 1 or 3"),
        ("klondike:draw=٣", "option draw is '٣'; it must be 1 or 3"),
        ("klondike:draw=+3", "option draw is '+3'; it must be 1 or 3"),
        ("klondike:draw=03", "option draw is '03'; it must be 1 or 3"),
        ("klondike:draw=" + "1" * 9, "option draw is 111111111; it must be 1 or 3"),
        ("klondike:passes=0", 'option passes is 0; it must be a whole number from 1 to 99 or "unl'),
        ("klondike:passes=none", "option passes is 'none'; it must be a whole number from 1 to 99"),
        ("klondike:draw=3,draw=1", "option draw is there twice"),
        ("klondike:", "'' is no option; one is a name, = and a value"),
        ("klondike:draw", "'draw' is no option; one is a name, = and a value"),
        ("klondike:cells=3", "klondike has no option 'cells'; its options are draw, passes, found"),
        ("plato:columns=3", "option columns is 3; it must be a whole number from 4 to 10"),
        ("plato:cells=0", "option cells is 0; it must be a whole number from 1 to 10"),
        ("freecell:single-card=1", "option single-card is '1'; it must be false or true"),
        ("plato:build=king", 'option build is \'king\'; it must be "alternating" or "suit"'),
    ],
)
def test_a_wrong_key_gets_a_sentence(key: str, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        find_rules(key)
    assert str(error.value).startswith(sentence)


def test_rules_that_are_not_of_the_package_have_no_known_key() -> None:
    assert known_key(replace(GAMES["freecell"], cells=3)) is None
    assert known_key(replace(GAMES["freecell"], options=())) is None
    assert known_key(replace(GAMES["freecell"], id="other")) is None
    assert known_key(GAMES["plato"].with_options(cells=3)) == "plato:cells=3"


def test_the_options_have_the_values_of_their_keys() -> None:
    by_field = {key.field: key for key in KEYS}
    for option in OPTIONS:
        if option.name != "single-card":
            key = by_field[option.field]
            assert option.kind == key.kind
            assert {*option.numbers} <= {*key.numbers}
            assert option.choices == key.choices


@pytest.mark.parametrize(
    "name",
    ["Karin's \u2660 10", "é", "日本", "\u05d0\u05d1", "\u200fa", "x" * 100, "😀 ♠"],
    ids=quoted,
)
def test_a_name_may_have_any_letters_and_signs(name: str) -> None:
    assert find_rules("freecell").names != Names(name, name, name)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\xa0\u3000", "\u200b\u2060", "\xad", "\u3164", "\u2800", "\ufeff", "x" * 101),
        *("a\u202eb", "a\u2066b", "a\nb", "a\x9fb", "a\u2029b", "a\ud800b", "\U000e0041"),
    ],
    ids=quoted,
)
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    expected = "text with letters or signs, at most 100 characters, without control characters"
    with pytest.raises(RulesError, match=expected) as error:
        parse_rules({"format": 2, "id": "a", "names": {"en": name}}, "s.toml")
    assert str(error.value).startswith("s.toml: [names] en is ")


def test_a_day_or_a_time_of_a_file_is_shown_as_the_file_has_it() -> None:
    for text in ("2020-01-31", "10:20:30", "2020-01-31T10:20:30Z", "2020-01-31T10:20:30"):
        with pytest.raises(RulesError) as error:
            parse_rules(f"format = {text}", "s.toml")
        assert str(error.value) == f"s.toml: format is {text}; it must be 1 or 2"


def test_a_file_is_named_by_a_path_that_is_not_empty() -> None:
    with pytest.raises(RulesError, match="the name of a game's file is empty"):
        load_rules("")
    with pytest.raises(TypeError, match="a game's file is named by a path, not by 5"):
        load_rules(5)  # type: ignore[arg-type]

"""Saved games: what is written, what is read, and what is wrong."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.deals import deal, identify
from kungen.game import Game
from kungen.game_file import GAMES, find_rules, load_rules, parse_rules, rules_file
from kungen.layout import Move
from kungen.quoting import quoted
from kungen.rules import Rules
from kungen.saves import SaveError, load_game, save_game

CORPUS = Path(__file__).parent.parent / "corpus"
SAVES, RULES = CORPUS / "saves", CORPUS / "rules"
SAVED = """{"format": 1, "game": "freecell", "deal": 617,
 "steps": [[["column3", "cell1", 1]], [["column2", "cell2", 1]]], "position": 1}"""


def test_a_game_is_written_in_format_1() -> None:
    game = Game(617)
    game.push(Move("column3", "cell1"))
    game.push(Move("column2", "cell2"))
    game.pop()
    assert json.loads(save_game(game)) == json.loads(SAVED)


def test_a_saved_game_goes_on_where_it_was() -> None:
    game = load_game(SAVED)
    assert game.layout == deal(617).play(Move("column3", "cell1"))
    assert game.redo() == (Move("column2", "cell2"),)
    assert json.loads(save_game(load_game(SAVED))) == json.loads(SAVED)


def test_all_steps_are_in_effect_where_no_position_is_given() -> None:
    assert load_game(SAVED.replace(', "position": 1', "")).move_count == 2


def test_a_layout_without_a_number_is_saved_as_a_board() -> None:
    start = deal(617).play(Move("column3", "cell1"))
    saved = json.loads(save_game(Game(start)))
    assert "deal" not in saved
    assert saved["layout"] == start.text()
    assert load_game(json.dumps(saved)).start == start


def test_unknown_keys_are_kept() -> None:
    text = SAVED.replace('"format"', '"clock": {"seconds": 31}, "format"')
    game = load_game(text)
    assert game.extras == {"clock": {"seconds": 31}}
    assert json.loads(save_game(game)) == json.loads(text)


def test_kept_keys_do_not_replace_those_of_the_format() -> None:
    game = Game(617)
    game.extras = {"position": 7, "clock": 31}
    saved = json.loads(save_game(game))
    assert (saved["position"], saved["clock"]) == (0, 31)


def test_the_steps_are_those_played_with_autoplay_written_out() -> None:
    game = Game(5, "all")
    for _ in range(60):
        move = game.tip()
        if move is None:
            break
        game.push(move)
    assert any(len(step) > 1 for step in game.steps)
    loaded = load_game(save_game(game))
    assert loaded.steps == game.steps
    assert loaded.layout == game.layout


HARBOUR = parse_rules(
    """
    format = 2
    id = "harbour"
    options = ["single-card"]
    layout = { columns = 9, cells = 2 }
    build = { order = "alternating" }
    """
)


@pytest.mark.parametrize("game", [*GAMES, "klondike:draw=3,passes=2", "plato:columns=6,cells=3"])
def test_a_game_is_saved_by_its_key(game: str) -> None:
    played = Game(deal(617, game))
    for _ in range(12):
        move = played.tip()
        if move is not None:
            played.push(move)
    saved = json.loads(save_game(played))
    assert (saved["game"], saved["deal"], "rules" in saved) == (game, 617, False)
    loaded = load_game(json.dumps(saved))
    assert (loaded.start.rules.key, loaded.layout, loaded.steps) == (
        game,
        played.layout,
        played.steps,
    )


@pytest.mark.parametrize(
    ("rules", "key"),
    [(HARBOUR, "harbour"), (HARBOUR.with_options(single_card=True), "harbour:single-card=true")],
)
def test_a_game_of_ones_own_is_saved_with_its_file(rules: Rules, key: str) -> None:
    saved = json.loads(save_game(Game(deal(5, rules))))
    assert (saved["game"], saved["deal"]) == (key, 5)
    assert saved["rules"] == {
        "format": 2,
        "id": "harbour",
        "options": ["single-card"],
        "names": {"sv": "harbour", "da": "harbour", "en": "harbour"},
        "layout": {"columns": 9, "cells": 2},
        "build": {"order": "alternating"},
    }
    assert load_game(json.dumps(saved)).start == deal(5, rules)


def test_the_rules_say_what_the_game_is_whatever_its_name() -> None:
    saved = json.loads(save_game(Game(deal(5, HARBOUR))))
    for name in ("freecell", "klondike:draw=3", "mine:?"):
        assert load_game(json.dumps(saved | {"game": name})).start.rules == HARBOUR


def test_rules_that_have_the_name_of_a_game_but_are_others_are_saved_as_a_file() -> None:
    rules = replace(find_rules("freecell"), cells=3)
    saved = json.loads(save_game(Game(deal(1, rules))))
    assert (saved["game"], saved["rules"]["layout"]) == ("freecell", {"columns": 8, "cells": 3})
    assert load_game(json.dumps(saved)).start == deal(1, rules)


def test_rules_that_no_file_says_are_not_saved() -> None:
    rules = replace(find_rules("freecell"), options=(), single_card=True)
    with pytest.raises(SaveError, match="the rules of 'freecell' cannot be saved: no file says"):
        save_game(Game(deal(1, rules)))


@pytest.mark.parametrize(
    ("game", "rules", "sentence"),
    [
        ("klondike:draw=2", None, "game: option draw is 2; it must be 1 or 3"),
        ("klondike:cells=2", None, "game: klondike has no option 'cells'; its options are draw,"),
        ("klondike:", None, "game: '' is no option; one is a name, = and a value"),
        ("harbour", None, "game: there is no game 'harbour'; the games are "),
        ("harbour", "file", 'rules is "file"; it must be the file of a game'),
        ("harbour", {}, "rules: format is missing; it must be 1 or 2"),
        ("harbour", {"format": 2, "id": "?"}, 'rules: id is "?"; it must be lower-case words'),
        (7, rules_file(HARBOUR), "game is 7; it must be the key of a game"),
        ("harbour:draw=3", rules_file(HARBOUR), "game: harbour has no option 'draw'; its options"),
    ],
)
def test_a_fault_in_the_game_of_a_save_is_named(game: object, rules: object, sentence: str) -> None:
    saved = {"format": 1, "game": game, "deal": 5, "steps": []}
    with pytest.raises(SaveError) as error:
        load_game(json.dumps(saved if rules is None else saved | {"rules": rules}))
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.json")), ids=lambda path: path.name)
def test_every_sample_is_read_whole_and_written_so_that_it_is_read_again(path: Path) -> None:
    saved = json.loads(path.read_text(encoding="utf-8"))
    game = load_game(json.dumps(saved))
    assert [[move.json() for move in step] for step in game.steps] == saved["steps"]
    assert (game.move_count, game.start.rules.key) == (saved["position"], saved["game"])
    assert game.extras == ({"page": saved["page"]} if "page" in saved else {})
    again = load_game(save_game(game))
    assert (again.start, again.start.rules, again.steps) == (
        game.start,
        game.start.rules,
        game.steps,
    )
    assert (again.layout, again.extras) == (game.layout, game.extras)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('{"format"', '"format"', "this is not JSON: Extra data"),
        (SAVED, "[" * 100_000, "this is not a saved game: it is nested too deeply"),
        ("617", "6" * 5000, "this is not a saved game: a number has too many digits"),
        ("617", "1e400", 'this is not a saved game: "deal" has a number that is too large'),
        ("617", "[1, [-1e999]]", 'this is not a saved game: "deal" has a number that is too larg'),
        ('"deal"', '"x": {"y": 1e999}, "deal"', 'this is not a saved game: "y" has a number that'),
        ('"deal"', '"deal": 1, "deal"', 'this is not a saved game: "deal" is there twice'),
        ('"deal"', '"x": [{"y": 1, "y": 1}], "deal"', 'this is not a saved game: "y" is there'),
        (SAVED, "[1e999]", "this is not a saved game: a value has a number that is too large"),
        ('"position": 1', '"restarted": 1', "restarted is 1; it must be true or false"),
        ('"position": 1', '"restarted": null', "restarted is null; it must be true or false"),
        ("617", "NaN", "this is not JSON: NaN is no number"),
        ("617", "617.0", "deal is 617.0; it must be a whole number"),
        ("617", "true", "deal is true; it must be a whole number"),
        ("617", "null", "deal is null; it must be a whole number"),
        ("617", "[" * 500 + "]" * 500, "deal is [[[["),
        (SAVED, "{}", "format is missing; this program reads format 1"),
        ('"format": 1', '"format": 1.0', "format is 1.0; this program reads format 1"),
        ('"game": "freecell", ', "", "game is missing; it must be the key of a game"),
        ('"deal": 617', '"layout": null', "layout is null; it must be a board text"),
        (SAVED, "[]", "a saved game is a JSON object, not []"),
        ('"format": 1', '"format": 2', "format is 2; this program reads format 1"),
        ('"format": 1', '"format": true', "format is true; this program reads format 1"),
        ('"format": 1, ', "", "format is missing; this program reads format 1"),
        ('"freecell"', '"whist"', "game: there is no game 'whist'; the games are "),
        ('"freecell"', "7", "game is 7; it must be the key of a game"),
        ("617", "0", "deal: a deal number is a whole number from 1 to 8589934591, not 0"),
        ("617", '"x"', 'deal is "x"; it must be a whole number'),
        ('"deal": 617,', "", "a saved game has either deal or layout"),
        ('"deal"', '"layout": "", "deal"', "a saved game has either deal or layout"),
        ('"deal": 617', '"layout": ": XX"', "layout: line 1, card 1: 'XX' is no card"),
        ('"deal": 617', '"layout": 617', "layout is 617; it must be a board text"),
        ('"steps"', '"moves"', "steps is missing; it must be a list of steps"),
        ('[["column3", "cell1", 1]]', "[]", "step 1 is []; it must be a list of moves"),
        ('[["column3", "cell1", 1]]', "7", "step 1 is 7; it must be a list of moves"),
        ('"cell2", 1]', '"cell2"]', "step 2, move 1: a move is [source, target, number of card"),
        ('"cell2"', '"cell1"', "step 2, move 1: cell 1 holds KC"),
        ('"cell2"', '"cell7"', "step 2, move 1: there is no cell 7: the game has 4 cells"),
        (
            '["column2", "cell2", 1]',
            '["column2", "cell2", 1], ["column2", "foundationH", 1]',
            "step 2, move 2: TS does not go to the foundation of hearts",
        ),
        (
            '["column2", "cell2", 1]',
            '["column2", "cell2", 1], ["column2", "cell3", 1]',
            "step 2, move 2: an automatic move goes to a foundation, not to cell 3",
        ),
        ('"position": 1', '"position": 3', "position is 3; it must be a whole number from 0 to 2"),
        ('"position": 1', '"position": true', "position is true; it must be a whole number from"),
        ('"position": 1', '"position": null', "position is null; it must be a whole number from"),
    ],
    ids=quoted,
)
def test_a_fault_in_a_saved_game_is_named(old: str, new: str, sentence: str) -> None:
    text = SAVED.replace(old, new, 1)
    assert text != SAVED
    with pytest.raises(SaveError) as error:
        load_game(text)
    assert str(error.value).startswith(sentence)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("number", [1, 1_000_001, 2**31, 2**32, 2**33 - 1])
def test_the_number_of_every_deal_is_saved(number: int) -> None:
    saved = json.loads(save_game(Game(number)))
    assert saved["deal"] == number
    assert "layout" not in saved
    assert load_game(json.dumps(saved)).start == deal(number)


def test_a_layout_whose_cells_lie_otherwise_than_dealt_is_saved_as_it_is() -> None:
    fresh = deal(1, "eight-off")
    start = replace(fresh, cells=fresh.cells[::-1])
    assert identify(start) == 1
    assert load_game(save_game(Game(start))).start == start


def test_the_number_that_was_asked_for_is_saved_however_the_deal_is_found_again() -> None:
    small = load_rules(RULES / "alternating-any-1x0-1ranks.toml")
    assert identify(deal(1000, small)) != 1000
    for number, game in ((1000, small), (2_000_000, find_rules("penguin"))):
        saved = save_game(Game(number, game=game))
        assert json.loads(saved)["deal"] == number
        assert load_game(saved).number == number
        assert save_game(load_game(saved)) == saved
    assert json.loads(save_game(Game(deal(1000, small))))["deal"] == identify(deal(1000, small))


def after_autoplay() -> Game:
    """A game in which autoplay sent cards up, which undo would hold back."""
    game = Game(5, "all")
    while not any(len(step) > 1 for step in game.steps):
        game.push(game.tip() or Move("column1", "cell1"))
    return game


def test_a_game_that_was_restarted_is_loaded_without_marks() -> None:
    game = after_autoplay()
    game.restart()
    assert json.loads(save_game(game))["restarted"] is True
    loaded = load_game(save_game(game))
    assert (loaded.marks, loaded.restarted, loaded.move_count) == (frozenset(), True, 0)
    assert (loaded.steps, save_game(loaded)) == (game.steps, save_game(game))
    loaded.redo()
    assert "restarted" not in json.loads(save_game(loaded))


def test_a_game_that_was_undone_to_its_start_is_loaded_with_its_marks() -> None:
    game = after_autoplay()
    for _ in game.steps:
        game.pop()
    assert "restarted" not in json.loads(save_game(game))
    loaded = load_game(save_game(game))
    assert loaded.marks == game.marks != frozenset()


def test_what_was_played_after_a_restart_counts_though_the_save_still_speaks_of_it() -> None:
    game = load_game(SAVED.replace('"format"', '"restarted": true, "format"'))
    assert (game.move_count, game.restarted, game.extras) == (1, False, {})


@pytest.mark.parametrize(
    "key", ["format", "game", "rules", "deal", "layout", "steps", "position", "restarted"]
)
def test_extras_never_stand_in_for_keys_of_the_format(key: str) -> None:
    for start in (deal(617), deal(617).play(Move("column3", "cell1"))):
        game = Game(start)
        game.extras = {key: "mine", "clock": 31}
        loaded = load_game(save_game(game))
        assert (loaded.start, loaded.extras) == (start, {"clock": 31})


LOOP: list[object] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "extras",
    [{"a": {1, 2}}, {"a": LOOP}, {("a",): 1}, {"a": float("nan")}, {"a": 10**5000}, None],
    ids=quoted,
)
def test_extras_that_json_does_not_have_are_refused(extras: dict[str, object]) -> None:
    game = Game(617)
    game.extras = extras
    with pytest.raises(SaveError, match="the extras of a game are a dict that JSON has, not"):
        save_game(game)


def test_a_byte_order_mark_before_a_saved_game_is_passed_over() -> None:
    assert load_game("\ufeff" + SAVED).steps == load_game(SAVED).steps


def test_a_saved_game_is_read_from_a_text_only() -> None:
    with pytest.raises(TypeError, match="a saved game is read from a text, not from None"):
        load_game(None)  # type: ignore[arg-type]

"""`play`: moves piped in, as a person would type them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import GAMES, Card, Game, Layout, Move, card_text, deal, move_notation, replay

Kungen = Callable[..., Any]

ONE_CARD_LEFT = "Foundations: H-K C-K D-K S-Q\n: KS\n"
TWO_CARDS_LEFT = "Foundations: H-K C-K D-K S-J\n: QS KS\n"


def status_lines(out: str) -> list[str]:
    """What was printed beside the boards."""
    lines = (":", "Found", "Freecells:", "Base:", "Reserve:", "Stock:", "Waste:", "Turned")
    board = (*lines, *(rules.names.en for rules in GAMES.values()))
    return [line for line in out.splitlines() if not line.startswith(board)]


def test_the_board_and_the_moves_are_shown(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="3a\n58\n")
    assert (done.status, done.err) == (0, "")
    assert status_lines(done.out) == ["0 moves", "1 move", "2 moves"]
    assert "Freecells: KC - - -" in done.out
    assert ": AH KH TC JS 2S QH JC" in done.out


def test_several_moves_may_stand_on_a_line(kungen: Kungen) -> None:
    assert status_lines(kungen("play", "617", stdin="3a 58").out) == ["0 moves", "2 moves"]


def test_a_byte_order_mark_is_no_part_of_a_move(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="\ufeff3a\r\n")
    assert (done.status, status_lines(done.out)) == (0, ["0 moves", "1 move"])


def test_wrong_input_says_why_and_the_game_goes_on(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="12\nhello\n99\n\n3a\n")
    assert done.status == 1
    first, second, third = done.err.splitlines()
    assert first == "kungen: line 1: 12: JD does not go on KS: it goes on a card one rank higher"
    assert second.startswith("kungen: line 2: 'hello' is no move: a move is a column")
    assert third == "kungen: line 3: 99: there is no column 9: the game has 8 columns"
    assert status_lines(done.out) == ["0 moves", "1 move"]


def test_the_moves_before_a_wrong_one_stand(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="3a 3b 3a\n")
    assert status_lines(done.out) == ["0 moves", "2 moves, 2 of this line"]
    assert (done.status, done.err) == (1, "kungen: line 1: move 3: 3a: cell 1 holds KC\n")


def test_undo_redo_and_restart(kungen: Kungen) -> None:
    typed = "undo\nredo\n3a\n58\nundo\nredo\nrestart\nredo\n"
    done = kungen("play", "617", stdin=typed)
    assert (done.status, done.err.splitlines()) == (
        1,
        [
            "kungen: line 1: there is no move to undo",
            "kungen: line 2: there is no move to redo",
        ],
    )
    assert status_lines(done.out) == [
        "0 moves",
        "1 move",
        "2 moves",
        "1 move",
        "2 moves",
        "0 moves",
        "1 move",
    ]


def test_the_end_of_a_game_is_said(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(ONE_CARD_LEFT)
    done = kungen("play", "--board", str(board), stdin="1h\nmoves\ntip\n")
    assert status_lines(done.out)[1:] == ["won in 1 move", "none", "won in 1 move"]


def test_finish_plays_the_rest(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    typed = "finish\n1a\nfinish\n"
    done = kungen("play", "--board", str(board), stdin=typed)
    assert status_lines(done.out) == ["0 moves", "won in 1 move"]
    assert done.err.splitlines() == [
        f"kungen: line {line}: playing the cards up does not win from here" for line in (1, 3)
    ]


def test_finish_is_offered_where_autoplay_leaves_cards(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    typed = "1a\nfinish\n"
    done = kungen("play", "--board", str(board), "--autoplay", "off", stdin=typed)
    assert status_lines(done.out)[1:] == ["1 move; `finish` plays the rest", "won in 3 moves"]


def test_a_stuck_game_is_said(kungen: Kungen) -> None:
    # Every free card is black, so none goes on another; the aces lie deep.
    free = ["KC", "KS", "JC", "JS", "9C", "9S", "7C", "7S"]
    cells = ["5C", "5S", "3C", "3S"]
    deep = [card for card in map(card_text, map(Card, range(52))) if card not in free + cells]
    columns = [f": {' '.join([*deep[place::8], card])}" for place, card in enumerate(free)]
    board = "\n".join([f"Freecells: {' '.join(cells)}", *columns])
    assert status_lines(kungen("play", "--board", "-", stdin=board).out) == [
        "stuck from the start: no card can move, and nobody is to blame; try another deal"
    ]


def test_a_tip_is_a_legal_move_and_claims_no_more(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="tip\n")
    assert status_lines(done.out)[1] == "58 is possible; nobody has proven it best"


def test_quit_leaves_at_once(kungen: Kungen) -> None:
    for word in ("quit", "exit", "q", "QUIT"):
        done = kungen("play", "617", stdin=f"{word}\n3a\n")
        assert (done.status, status_lines(done.out)) == (0, ["0 moves"])


@pytest.mark.parametrize("line", ["undo undo", "finish 3", "moves x y", "quit now", "tip 3a"])
def test_words_after_a_command_are_refused(kungen: Kungen, line: str) -> None:
    done = kungen("play", "617", stdin=f"3a\n{line}\n3b\n")
    command, _, rest = line.partition(" ")
    assert (done.status, done.err) == (
        1,
        f"kungen: line 2: {command} stands alone, without '{rest}'\n",
    )
    assert status_lines(done.out) == ["0 moves", "1 move", "2 moves"]


def test_help_lists_what_can_be_typed(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin="help\n")
    assert kungen("play", "617", stdin="?\n").out == done.out
    for word in ("26v4", "moves", "tip", "undo", "redo", "restart", "finish", "save", "quit"):
        assert word in done.out


def test_a_saved_game_goes_on_where_it_was(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    kungen("play", "617", stdin=f"3a\n58\nundo\nsave {saved}\n")
    assert json.loads(saved.read_text()) == {
        "format": 1,
        "game": "freecell",
        "deal": 617,
        "steps": [[["column3", "cell1", 1]], [["column5", "column8", 1]]],
        "position": 1,
    }
    assert status_lines(kungen("play", "--load", str(saved), stdin="redo\n").out) == [
        "1 move",
        "2 moves",
    ]


def test_a_loaded_game_has_the_autoplay_that_is_asked_for(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    board = tmp_path / "board.txt"
    board.write_text(TWO_CARDS_LEFT)
    kungen("play", "--board", str(board), stdin=f"save {saved}\n")
    by_hand = kungen("play", "--load", str(saved), "--autoplay", "off", stdin="1a\n").out
    assert status_lines(by_hand)[-1] == "1 move; `finish` plays the rest"
    assert status_lines(kungen("play", "--load", str(saved), stdin="1a\n").out)[-1] == (
        "won in 1 move"
    )


def test_saving_where_one_cannot_is_said_and_the_game_goes_on(
    kungen: Kungen, tmp_path: Path
) -> None:
    done = kungen("play", "617", stdin=f"save {tmp_path}\nsave\nsave a\0b\n3a\n")
    assert done.status == 1
    assert done.err.splitlines() == [
        f"kungen: line 1: {tmp_path}: this is a directory; a file is expected",
        "kungen: line 2: save takes the name of a file: save game.json",
        "kungen: line 3: 'a\\x00b': the system can have no file of this name",
    ]
    assert status_lines(done.out) == ["0 moves", "1 move"]


def test_a_name_with_blanks_is_one_file(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "my  game.json"
    done = kungen("play", "617", stdin=f" save   {saved} \n")
    assert (done.status, status_lines(done.out)) == (0, ["0 moves", f"saved in {saved}"])
    assert list(tmp_path.iterdir()) == [saved]


def test_a_game_saved_on_standard_output_is_a_line_of_its_own(kungen: Kungen) -> None:
    lines = status_lines(kungen("play", "617", stdin="save -\n3a\n").out)
    assert json.loads(lines[1])["deal"] == 617
    assert (lines[0], lines[2:]) == ("0 moves", ["1 move"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "this is not JSON"),
        ('{"format": 2}', "format is 2; this program reads format 1"),
        (
            (
                '{"format": 1, "game": "freecell", "deal": 617,'
                ' "steps": [[["column3", "cell1", 1]],'
                ' [["column3", "cell1", 1]]]}'
            ),
            "step 2, move 1: cell 1 holds KC",
        ),
    ],
)
def test_a_wrong_saved_game_is_said_with_its_place(
    kungen: Kungen, tmp_path: Path, text: str, sentence: str
) -> None:
    saved = tmp_path / "game.json"
    saved.write_text(text)
    done = kungen("play", "--load", str(saved))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: {saved}: {sentence}")


def test_load_stands_alone(kungen: Kungen) -> None:
    for other in (["617"], ["--board", "-"], ["--game", "freecell"]):
        done = kungen("play", "--load", "game.json", *other)
        assert (done.status, done.err) == (
            2,
            "kungen: give --load FILE alone, without a number, --board or --game\n",
        )


def test_input_that_is_no_text_is_answered(kungen: Kungen) -> None:
    done = kungen("play", "617", stdin=b"\xff\xfe\n3a\n")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert done.err.startswith(r"kungen: line 1: '\\xff\\xfe' is no move")
    assert status_lines(done.out)[-1] == "1 move"


KLONDIKE = """\
Foundations: H-K C-K D-J S-9
Stock: KD QS
Waste: QD JS
: <KS> TS
"""


def play_klondike(kungen: Kungen, tmp_path: Path, typed: str, game: str = "klondike") -> Any:
    board = tmp_path / "board.txt"
    board.write_text(KLONDIKE)
    arguments = ["--board", str(board), "--game", game, "--autoplay", "off"]
    return kungen("play", *arguments, stdin=typed)


def test_a_player_sees_no_card_that_lies_face_down(kungen: Kungen) -> None:
    out = kungen("play", "617", "--game", "klondike").out
    assert out.splitlines()[2:6] == ["Stock: 24 cards", "Waste:", ": 3C", ": <?> 9S"]
    assert kungen("deal", "617", "--game", "klondike").out.count("<?>") == 0


def test_draw_and_turn_over_are_words(kungen: Kungen, tmp_path: Path) -> None:
    done = play_klondike(kungen, tmp_path, "draw\nDRAW\nturn  over\nundo\n")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line for line in lines if line.startswith("Stock")] == [
        f"Stock:{f' {count}' if count else ''}"
        for count in ("2 cards", "1 card", "", "4 cards", "")
    ]
    assert [line for line in lines if line.startswith("Waste")] == [
        "Waste: QD JS",
        "Waste: QD JS KD",
        "Waste: QD JS KD QS",
        "Waste:",
        "Waste: QD JS KD QS",
    ]


def test_three_cards_are_drawn_where_the_game_draws_three(kungen: Kungen) -> None:
    out = kungen("play", "617", "--game", "klondike:draw=3", stdin="draw\n").out
    assert len(out.splitlines()[-9].split()) == 4


def test_the_last_cards_are_drawn_though_they_are_fewer(kungen: Kungen, tmp_path: Path) -> None:
    done = play_klondike(kungen, tmp_path, "draw\n", "klondike:draw=3")
    assert (done.status, "Waste: QD JS KD QS" in done.out) == (0, True)


def test_draw_and_turn_over_are_refused_where_they_cannot_be(
    kungen: Kungen, tmp_path: Path
) -> None:
    typed = "turn over\ndraw\ndraw\ndraw\n"
    assert play_klondike(kungen, tmp_path, typed).err.splitlines() == [
        "kungen: line 1: turn over: the stock is turned over when it is empty: it has 2 cards",
        "kungen: line 4: draw: the stock is empty: turn the waste over",
    ]
    last_pass = play_klondike(kungen, tmp_path, f"{typed}turn over\n", "klondike:passes=1").err
    assert last_pass.splitlines()[1:] == [
        "kungen: line 4: draw: the stock is empty",
        "kungen: line 5: turn over: the stock is gone through 1 time at most",
    ]
    assert kungen("play", "617", stdin="draw\nturn over\nturn\n").err.splitlines()[:2] == [
        "kungen: line 1: draw: the game has no stock",
        "kungen: line 2: turn over: the game has no waste",
    ]


def test_moves_are_json_or_the_names_of_two_piles(kungen: Kungen, tmp_path: Path) -> None:
    by_json = '["stock", "waste", 1] ["waste", "column2", 1]\n["column1", "foundationS", 1]\n'
    by_names = "stock waste\nwaste column2\ncolumn1 home\n"
    by_others = "draw\nWaste Column2 1\ncolumn1 foundationS\n"
    ends = {
        play_klondike(kungen, tmp_path, typed).out.split("score")[-1]
        + play_klondike(kungen, tmp_path, typed).out.split("Foundations")[-1]
        for typed in (by_json, by_names, by_others)
    }
    assert len(ends) == 1
    assert ": KS\n: KD\n" in ends.pop()


def test_the_names_of_two_piles_move_the_most_cards_or_as_many_as_are_said(
    kungen: Kungen, tmp_path: Path
) -> None:
    board = tmp_path / "board.txt"
    board.write_text("Foundations: H-T C-K D-K S-J\n: KS QH\n:\n: KH QS JH\n")
    for typed, column in (("column3 column2", ": KH QS JH"), ("column3 column2 2", ": QS JH")):
        out = kungen("play", "--board", str(board), "--autoplay", "off", stdin=typed).out
        assert out.splitlines()[-8] == column


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("waste", "'waste' is no move: it is two piles, such as column2 column6, and a number of"),
        ("waste column2 x", "waste column2: an empty column takes a card of rank K only, not JS"),
        ("waste home home", "waste home: the foundation of spades takes TS next, not JS"),
        ("waste deck", "there is no pile 'deck'"),
        ("reserve1 home", "reserve1 home: there is no reserve place 1: the game has 0 reserve pla"),
        ("waste column2", "waste column2: an empty column takes a card of rank K only, not JS"),
        ("column2 column3", "column2 column3: column 2 is empty"),
        ("12", "'12' is no move: Klondike has no standard notation; a move is two piles such as c"),
        ("turn", "'turn' is no move: Klondike has no standard notation; a move is two piles such"),
        ("[12]", "a move is [source, target, number of cards], not [12]"),
    ],
)
def test_piles_between_which_nothing_moves_are_refused(
    kungen: Kungen, tmp_path: Path, typed: str, sentence: str
) -> None:
    done = play_klondike(kungen, tmp_path, f"{typed}\n")
    assert done.status == 1
    assert done.err.startswith(f"kungen: line 1: {sentence}")


def test_the_score_is_shown_where_there_is_one(kungen: Kungen, tmp_path: Path) -> None:
    typed = "column1 home\ndraw\nwaste column2\nundo\n"
    assert status_lines(play_klondike(kungen, tmp_path, typed).out) == [
        "0 moves, score 0",
        "1 move, score 15; `finish` plays the rest",
        "2 moves, score 15; `finish` plays the rest",
        "3 moves, score 20; `finish` plays the rest",
        "2 moves, score 15; `finish` plays the rest",
    ]


@pytest.mark.parametrize("draw", ["draw", '["stock", "waste", 1]'])
def test_a_useless_pass_is_told_once(kungen: Kungen, tmp_path: Path, draw: str) -> None:
    said = "the stock has gone round with no card played: these cards were there before"
    typed = "turn over\n" + 5 * "draw\n" + "turn over\ndraw\n"
    out = play_klondike(kungen, tmp_path, f"draw\ndraw\n{typed}".replace("draw", draw)).out
    assert out.count(said) == 1
    lines = out.splitlines()
    assert lines[lines.index(said) - 10 :][:3] == [
        "Foundations: H-K C-K D-J S-9",
        "Stock: 2 cards",
        "Waste: QD JS",
    ]


def test_a_stuck_game_with_a_stock_is_said(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("Foundations: H-K C-K D-K S-9\nStock: JS\n: <TS> <KS> QS\n")
    arguments = ["--board", str(board), "--game", "klondike:foundation-return=false,passes=1"]
    done = kungen("play", *arguments, stdin="tip\ndraw\n")
    begun = (
        "stuck from the start: no card can move now, nor whatever the stock brings, and nobody is"
        " to blame; try another deal"
    )
    assert status_lines(done.out) == [
        begun,
        begun,
        ("stuck after 1 move, score 0, pass 1 of 1: no card can move; undo some moves, or restart"),
    ]


def test_the_game_and_its_deal_are_said_first(kungen: Kungen, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    for game, heading in (
        ("freecell", "FreeCell, deal 617"),
        ("klondike:draw=3,passes=2", "Klondike (draw=3,passes=2), deal 617, 3 cards drawn at a "),
        ("harpan", "Klondike, deal 617, 1 card drawn at a time"),
    ):
        done = kungen("play", "617", "--game", game, stdin=f"save {saved}\n")
        assert done.out.splitlines()[0].startswith(heading)
        again = kungen("play", "--load", str(saved))
        assert again.out.splitlines()[0] == done.out.splitlines()[0]
    assert kungen("play", "--board", "-", stdin=ONE_CARD_LEFT).out.startswith("FreeCell\nFound")


def test_the_passes_that_are_left_are_shown(kungen: Kungen, tmp_path: Path) -> None:
    typed = "draw\ndraw\nturn over\n"
    lines = status_lines(play_klondike(kungen, tmp_path, typed, "klondike:passes=2").out)
    assert [line.partition(";")[0] for line in lines] == [
        "0 moves, score 0, pass 1 of 2",
        "1 move, score 0, pass 1 of 2",
        "2 moves, score 0, pass 1 of 2",
        "3 moves, score 0, pass 2 of 2",
    ]


@pytest.mark.parametrize(
    ("game", "there", "missing"),
    [
        ("freecell", ["26v4", "3a a3", "3h ah", '["column2"'], ["draw", "waste", "foundationS"]),
        ("freecell:single-card=true", ["one card"], ["26v4", "as many"]),
        ("freecell:foundation-return=true", ["foundationS column3"], ["begin with"]),
        ("klondike", ["draw 1 card", "turn over", "are waste\n", "foundationS c"], ["26v", "cell"]),
        ("klondike:draw=3,passes=2", ["draw 3 cards", "gone through 2 times at most"], ["26v4"]),
        ("king-albert", ["are reserve1\n", "column2 column6 4"], ["waste", "draw", "cell"]),
        ("penguin", ["the foundations begin with 7; after the king comes the ace"], ["draw"]),
    ],
)
def test_the_help_of_a_game_lists_what_can_be_typed_in_it(
    kungen: Kungen, game: str, there: list[str], missing: list[str]
) -> None:
    out = kungen("play", "617", "--game", game, stdin="help\n").out
    told = out[out.index("\n0 moves") :]
    assert [text for text in there if text not in told] == []
    assert [text for text in missing if text in told] == []


def test_a_tip_and_the_moves_can_be_typed_as_they_are_shown(kungen: Kungen) -> None:
    arguments = ["play", "617", "--game", "king-albert"]
    tip = status_lines(kungen(*arguments, stdin="tip\n").out)[1].partition(" is possible")[0]
    moves = status_lines(kungen(*arguments, stdin="moves\n").out)[1:]
    assert tip in moves
    done = kungen(*arguments, stdin=f"{tip}\n")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize(
    ("game", "number", "left"),
    [("freecell", 1, "left;"), ("king-albert", 3, "left, or taking cards down;")],
)
def test_where_only_moves_back_and_forth_are_left_there_is_no_tip(
    kungen: Kungen, game: str, number: int, left: str
) -> None:
    played = Game(deal(number, game))
    while (move := played.tip()) is not None:
        played.push(move)
    assert played.legal_moves
    lines = [move_notation(step[0], layout) for layout, step in before_each_step(played)]
    done = kungen("play", str(number), "--game", game, stdin="\n".join([*lines, "tip"]))
    expected = f"only moves back and forth are {left} undo some to look for another way"
    assert status_lines(done.out)[-1] == expected


def before_each_step(game: Game) -> list[tuple[Layout, tuple[Move, ...]]]:
    layouts = [game.start]
    for step in game.steps:
        layouts.append(replay(layouts[-1], step))
    return list(zip(layouts, game.steps, strict=False))


@pytest.mark.parametrize("game", [*GAMES, "klondike:draw=3,passes=2", "plato:columns=4,cells=9"])
def test_every_game_is_played_as_in_python(kungen: Kungen, game: str) -> None:
    played = Game(deal(617, game))
    lines: list[str] = []
    while len(lines) < 60 and (move := played.tip()) is not None:
        lines.append(move_notation(move, played.layout))
        played.push(move)
    done = kungen("play", "617", "--game", game, stdin="\n".join(lines))
    assert (done.status, done.err) == (0, "")
    shown = f"Foundations{done.out.rpartition('Foundations')[2]}"
    assert status_lines(shown)[-1].startswith((f"{len(lines)} move", "stuck", "won"))
    assert played.layout.view().text().endswith("\n".join(shown.splitlines()[:-1]))

"""Moves in words: what is read, and why a text is none."""

import pytest

from kungen.deals import deal
from kungen.layout import IllegalMove, Move
from kungen.moves import MoveError
from kungen.notation import parse_layout, parse_line, parse_move

SPOKEN = """Foundations: H-Q C-K D-T S-9
Stock: KD
Waste: TS
: QS JD
: QD JS
: KH
: KS
"""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Move("stock", "waste")),
        ("Stock Waste", Move("stock", "waste")),
        ("waste column1", Move("waste", "column1")),
        ("waste HOME", Move("waste", "foundationS")),
        ("waste foundations", Move("waste", "foundationS")),
        ("column1 column3", Move("column1", "column3", 2)),
        ("column1  column3 2", Move("column1", "column3", 2)),
        ("foundationD column2", Move("foundationD", "column2")),
    ],
)
def test_a_move_may_be_said_in_words(text: str, move: Move) -> None:
    assert parse_move(text, parse_layout(SPOKEN, "klondike")) == move


def test_a_line_may_mix_words_json_and_notation() -> None:
    words = 'draw\nturn over ["stock", "waste", 1]   TURN\n  OVER draw'
    layout = parse_layout("Foundations: H-K C-K D-K S-Q\nStock: KS", "klondike")
    draw, turn = Move("stock", "waste"), Move("waste", "stock")
    assert parse_line(words, layout) == (draw, turn, draw, turn, draw)
    spoken = parse_line("3a column2 cell2 column5 column8 1", deal(617))
    assert spoken == parse_line("3a 2b 58", deal(617))


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("waste", MoveError, "'waste' is no move: it is two piles, such as column2 column6, and a"),
        ("waste column1 x", MoveError, "'waste column1 x' is no move: it is two piles"),
        ("waste deck", MoveError, "there is no pile 'deck'"),
        ("waste column1 1234", MoveError, "'waste column1 1234' is no move: it is two piles"),
        ("cell1 home", IllegalMove, "cell1 home: there is no cell 1: the game has 0 cells"),
        ("reserve3 home", IllegalMove, "reserve3 home: there is no reserve place 3: the game has"),
        ("column9 home", IllegalMove, "column9 home: there is no column 9: the game has 7 columns"),
        ("turn over", IllegalMove, "turn over: the waste is empty"),
        ("draw", IllegalMove, "draw: the stock is empty"),
    ],
)
def test_words_that_are_no_move_say_why(text: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as error:
        parse_move(text, parse_layout("Foundations: H-K C-K D-K S-Q\n: KS", "klondike"))
    assert str(error.value).startswith(sentence)

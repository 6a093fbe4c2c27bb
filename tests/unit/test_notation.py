"""Board text and standard notation."""

from dataclasses import replace
from pathlib import Path

import pytest

from kungen.cards import parse_card
from kungen.deals import deal
from kungen.game_file import GAMES, find_rules, load_rules, parse_rules
from kungen.layout import IllegalMove, LayoutError, Move
from kungen.moves import MoveError
from kungen.notation import (
    has_notation,
    layout_text,
    line_notation,
    move_notation,
    parse_layout,
    parse_line,
    parse_move,
)
from kungen.quoting import quoted
from kungen.replay import replay

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
SOLUTIONS = Path(__file__).parent.parent / "corpus" / "solutions"
SMALL = load_rules(CORPUS / "alternating-any-4x2-6ranks.toml")

PRINTED = """\
Foundations: H-A C-0 D-0 S-0\x20
Freecells:      2S      KH
: 7D TD TH KD 4C 4S JD
: AD 7S QC 5H QS TS KS QH JS
: 5C QD 3H 9S 9C 2H KC
: 3S AC 9D 3C 9H 5D 4H
: 5S 6D 6S 8S 7C JC
: 8C 8H 8D 7H 6H 6C
: 2D AS 3D 4D 2C JH TC
:\x20
"""


def test_a_board_that_fc_solve_printed_is_read() -> None:
    layout = parse_layout(PRINTED)
    assert layout.foundations == (0, 0, 1, 0)
    assert layout.cells == (None, parse_card("2S"), None, parse_card("KH"))
    assert layout.columns[7] == ()
    assert layout.columns[1][-1] == parse_card("JS")


def test_the_text_of_a_layout() -> None:
    assert layout_text(parse_layout(PRINTED)).splitlines()[:4] == [
        "Foundations: H-A C-0 D-0 S-0",
        "Freecells: - 2S - KH",
        ": 7D TD TH KD 4C 4S JD",
        ": AD 7S QC 5H QS TS KS QH JS",
    ]
    assert layout_text(parse_layout(PRINTED)).splitlines()[-1] == ":"


def test_columns_alone_are_a_deal() -> None:
    columns = "\n".join(line[2:] for line in deal(617).text().splitlines()[2:])
    assert parse_layout(columns) == deal(617)
    assert parse_layout(columns.replace("T", "10").lower()) == deal(617)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Foundations:", "Founds:"),
        ("Foundations: H-A C-0 D-0 S-0", "foundations: S-0 H-1"),
        ("Freecells:      2S      KH", "Freecells: - 2S - KH"),
        ("Freecells:      2S      KH", "Freecells: * 2S * KH"),
        ("Freecells:      2S      KH", "Freecells:  -  2S   -  KH"),
        (": 7D TD TH", "# a remark\n\n7D 10D  10h"),
        ("7D TD TH KD", "7R TR 10H KR"),
        ("\n", "\r\n"),
        ("Freecells:      2S      KH", "Freecells:\t-\t2S\t-\tKH\t"),
        ("Freecells:      2S      KH", "Freecells: -\u30002S - KH"),
        ("Freecells:      2S      KH", "Freecells:\u00a0-\u00a02S\u00a0-\u00a0KH"),
        (" ", "\u00a0"),
        (": 7D TD TH", ":\t7D\tTD\u00a0TH"),
        ("Foundations: H-A C-0", "\ufeffFoundations:\tH-A\tC-0"),
    ],
)
def test_boards_may_be_written_in_other_ways(old: str, new: str) -> None:
    changed = PRINTED.replace(old, new)
    assert changed != PRINTED
    assert parse_layout(changed) == parse_layout(PRINTED)


def test_a_game_without_cells_has_no_line_for_them() -> None:
    rules = load_rules(CORPUS / "suit-any-3x0-3ranks.toml")
    assert "Freecells" not in deal(1, rules).text()
    assert parse_layout(deal(1, rules).text(), rules) == deal(1, rules)


def test_the_game_may_be_named() -> None:
    assert parse_layout(PRINTED, "Kungen") == parse_layout(PRINTED, find_rules("freecell"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("7D TD", "7D 11D", "line 3, card 2: '11D' is no card: a card is a rank (A 2 3"),
        ("7D TD", "7D 7D", "line 3, card 2: 7D is there twice, first in line 3, card 1"),
        ("7D TD", "7D KH", "line 3, card 2: KH is there twice, first in line 2, cell 4"),
        ("7D TD", "7D AH", "line 3, card 2: AH is there twice: it is on its foundation too"),
        ("7D TD", "TD", "7D is missing"),
        ("2S      KH", "2S      K1", "line 2, cell 4: 'K1' is no card"),
        ("Freecells:      2S", "Freecells: - 2S - -", "line 2: there are 5 cells; the game has 4"),
        ("\n: 7D", "\n: \n: 7D", "line 11: there is a column too many: the game has 8"),
        ("H-A", "H-X", "line 1: 'H-X' is no foundation: one is a suit, - and a rank or 0"),
        ("H-A", "HA", "line 1: 'HA' is no foundation: one is a suit, - and a rank or 0"),
        ("C-0", "H-0", "line 1: the foundation of H is there twice"),
        ("Freecells:", "Cells:", "line 2: 'Cells' is unknown; a line is Foundations:, Freecell"),
        ("Freecells:", "Free cells:", "line 2: 'Free cells' is unknown; a line is Foundations:,"),
        (": 7D", "Stock: 7D", "line 3: the game has no stock"),
        (": 7D", "Talon: 7D", "line 3: the game has no stock"),
        (": 7D", "Waste: 7D", "line 3: the game has no waste"),
        (": 7D", "Base: 7\n: 7D", "line 3: the base is 7; in this game it is A"),
        (": 7D", "Turned over: 0\n: 7D", "line 3: the game has no limit of passes"),
        (": 7D", "Reserve: 7D\n:", "line 3: the game has no reserve"),
        (": 7D", ": <7D>", "line 3, card 1: <7D> is face down in a game with none so"),
        (": 7D", ": <?>", "line 3, card 1: <?> is a card not seen; a board text names every"),
        ("      2S", "     <2S>", "line 2, cell 1: '<2S>' is no card"),
        (": 7D", "Foundations: H-A\n: 7D", "line 3: the foundations are there twice"),
        (": 7D", "Freecells: 2S\n: 7D", "line 3: the freecells are there twice"),
    ],
)
def test_a_fault_in_a_board_has_its_line_and_place(old: str, new: str, sentence: str) -> None:
    changed = PRINTED.replace(old, new, 1)
    assert changed != PRINTED
    with pytest.raises(LayoutError) as error:
        parse_layout(changed)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Foundations: H-7", "line 1: 'H-7' is beyond the deck: it ends with 6"),
        (": 7H", "line 1, card 1: 7H is not in the deck: it ends with 6"),
        ("", "AC, AD and 22 more are missing: the board has 0 of 24 cards and 0 of 4 columns"),
        (
            "Foundations: H-6 C-6 D-5 S-6\n:\n:\n:\n:",
            "6D is missing",
        ),
        (
            "Foundations: H-6 C-6 D-5 S-5\n:\n:\n:\n:",
            "6D and 6S are missing: the board has 22 of 24 cards",
        ),
        (
            "Foundations: H-6 C-5 D-5 S-5\n:\n:\n:",
            "6C, 6D and 1 more are missing: the board has 21 of 24 cards and 3 of 4 columns",
        ),
    ],
)
def test_a_board_of_a_small_deck_has_its_cards_only(text: str, sentence: str) -> None:
    with pytest.raises(LayoutError) as error:
        parse_layout(text, SMALL)
    assert str(error.value) == sentence


BOARD = """Foundations: H-2 C-2 D-2 S-2
Freecells: - 6H
: 6S 5H 4S 3H
: 5D 6D
:
: 6C 5C 4D 4C 5S 4H 3C 3D 3S"""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1a", Move("column1", "cell1")),
        ("b3", Move("cell2", "column3")),
        ("1h", Move("column1", "foundationH")),
        ("4H", Move("column4", "foundationS")),
        (" 2A ", Move("column2", "cell1")),
        ("23", Move("column2", "column3")),
        ("13", Move("column1", "column3", 2)),
        ("13v1", Move("column1", "column3", 1)),
        ("13v2", Move("column1", "column3", 2)),
    ],
)
def test_moves_are_read_in_standard_notation(text: str, move: Move) -> None:
    assert parse_move(text, parse_layout(BOARD, SMALL)) == move


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("", MoveError, "'' is no move: a move is a column (1-9, 0) or a cell (a-g, k, l, m), th"),
        ("x1", MoveError, "'x1' is no move"),
        ("12v", MoveError, "'12v' is no move"),
        ("13v20", MoveError, "'13v20' is no move"),
        ("13v٣", MoveError, "'13v٣' is no move"),
        ("h1", MoveError, "'h1' is no move"),
        ("1h2", MoveError, "'1h2' is no move"),
        ("12", IllegalMove, "12: 5H does not go on 6D: the build is in alternating colours"),
        ("15", IllegalMove, "15: there is no column 5: the game has 4 columns"),
        ("71", IllegalMove, "71: there is no column 7: the game has 4 columns"),
        ("7h", IllegalMove, "7h: there is no column 7: the game has 4 columns"),
        ("m1", IllegalMove, "m1: there is no cell 10: the game has 2 cells"),
        ("3a", IllegalMove, "3a: column 3 is empty"),
        ("3h", IllegalMove, "3h: column 3 is empty"),
        ("ah", IllegalMove, "ah: cell 1 is empty"),
        ("1b", IllegalMove, "1b: cell 2 holds 6H"),
        ("2h", IllegalMove, "2h: the foundation of diamonds takes 3D next, not 6D"),
        ("13v3", IllegalMove, "13v3: at most 2 cards can move to column 3, not 3"),
        ("1av2", IllegalMove, "1av2: cell 1 takes 1 card at a time, not 2"),
        ("11", IllegalMove, "11: a card does not move to its own pile"),
    ],
)
def test_a_move_that_cannot_be_says_why(text: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as error:
        parse_move(text, parse_layout(BOARD, SMALL))
    assert str(error.value).startswith(sentence)


def test_a_run_too_long_for_the_room_is_named_with_its_number() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-2 D-2 S-2
        Freecells: 6H -
        : 6C 5H 4S 3H
        : 6D 6S
        : 4H 3C 5C
        : 3D 4D 4C 5D 3S 5S""",
        SMALL,
    )
    with pytest.raises(IllegalMove) as error:
        parse_move("12", layout)
    assert str(error.value) == "12: at most 2 cards can move to column 2, not 3"


def test_the_number_is_written_where_another_could_move_too() -> None:
    layout = parse_layout(BOARD, SMALL)
    assert move_notation(Move("column1", "column3", 2), layout) == "13v2"
    assert move_notation(Move("column1", "column3", 1), layout) == "13v1"
    assert move_notation(Move("column2", "column3"), layout) == "23"
    assert move_notation(Move("cell2", "column3"), layout) == "b3"
    assert move_notation(Move("column4", "foundationS"), layout) == "4h"


def test_the_tenth_column_is_0_and_the_later_cells_skip_h() -> None:
    layout = deal(1, load_rules(CORPUS / "alternating-any-10x10-13ranks.toml"))
    assert parse_move("0m", layout) == Move("column10", "cell10")
    assert parse_move("0g", layout) == Move("column10", "cell7")
    assert parse_move("0k", layout) == Move("column10", "cell8")
    assert move_notation(Move("column10", "cell8"), layout) == "0k"


@pytest.mark.parametrize("text", ["12v10", "12va", "12VA"])
def test_numbers_above_9_are_decimal_or_one_hexadecimal_digit(text: str) -> None:
    run = "QS JH TS 9H 8S 7H 6S 5H 4S 3H"
    layout = parse_layout(
        f"Foundations: H-2 C-K D-K S-2\nFreecells: QH KH KS -\n: 3S 4H 5S 6H 7S 8H 9S TH JS {run}",
        replace(find_rules("freecell"), runs="any-length"),
    )
    move = parse_move(text, layout)
    assert move == Move("column1", "column2", 10)
    assert move_notation(move, layout) == "12v10"


def test_a_move_off_a_foundation_is_written_as_json() -> None:
    rules = replace(find_rules("freecell"), foundation_return=True)
    layout = parse_layout("Foundations: H-K C-K D-K S-J\n: KS\n: QS", rules)
    move = Move("foundationD", "column1")
    assert move in parse_layout("Foundations: H-K C-K D-Q S-J\n: KS\n: QS\n: KD", rules).legal_moves
    assert move not in layout.legal_moves
    layout = parse_layout("Foundations: H-K C-K D-Q S-J\n: KS\n: QS\n: KD", rules)
    assert move_notation(move, layout) == '["foundationD", "column1", 1]'
    line = (move, Move("column1", "cell1"))
    assert line_notation(line, layout) == '["foundationD", "column1", 1] 1a'
    assert parse_line(line_notation(line, layout), layout) == line


def test_a_line_is_read_as_it_is_played() -> None:
    moves = parse_line("3a 2b\n 3c", deal(617))
    assert moves == (
        Move("column3", "cell1"),
        Move("column2", "cell2"),
        Move("column3", "cell3"),
    )
    assert line_notation(moves, deal(617)) == "3a 2b 3c"
    assert parse_line("", deal(617)) == ()


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("3a 3a", IllegalMove, "move 2: 3a: cell 1 holds KC"),
        ("3a 2b ?", MoveError, "move 3: '?' is no move"),
    ],
)
def test_a_fault_in_a_line_has_its_move(text: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as error:
        parse_line(text, deal(617))
    assert str(error.value).startswith(sentence)


def test_a_bare_move_into_an_empty_column_can_be_one_card() -> None:
    layout = parse_layout(BOARD, SMALL)
    assert parse_move("13", layout, bare="one") == Move("column1", "column3")
    assert parse_move("13", layout, bare="most") == Move("column1", "column3", 2)
    assert parse_move("13v2", layout, bare="one") == Move("column1", "column3", 2)
    assert parse_line("13", layout, bare="one") == (Move("column1", "column3"),)


def test_a_bare_move_onto_a_card_has_one_number_in_both_readings() -> None:
    layout = parse_layout(BOARD, SMALL).play(Move("column1", "column3", 2))
    assert parse_move("31", layout, bare="one") == Move("column3", "column1", 2)
    assert parse_move("31", layout, bare="most") == Move("column3", "column1", 2)


def test_a_solution_of_fc_solve_is_read_with_single_bare_cards() -> None:
    number, _, words = (SOLUTIONS / "fc-solve-44.txt").read_text().split("\n", 2)
    start = deal(int(number.removeprefix("#")))
    assert replay(start, parse_line(words, start, bare="one")).is_won()
    with pytest.raises(IllegalMove, match="move 79: 2h: column 2 is empty"):
        parse_line(words, start)


@pytest.mark.parametrize(
    ("move", "kind", "sentence"),
    [
        (Move("x", "cell1"), MoveError, "there is no pile 'x'"),
        (Move("column1", "x" * 99), MoveError, "there is no pile 'xxx"),
        (Move([], "cell1"), MoveError, "there is no pile []"),  # type: ignore[arg-type]
        (Move("column1", "foundationC"), IllegalMove, "JD does not go to the foundation of clubs"),
        (Move("column1", "column1"), IllegalMove, "a card does not move to its own pile"),
        (Move("column1", "column2"), IllegalMove, "JD does not go on KS: it goes on a card one"),
        (Move("column1", "cell1", 2), IllegalMove, "the last 2 cards of column 1 are no run: "),
        (Move("column1", "cell9"), IllegalMove, "there is no cell 9: the game has 4 cells"),
    ],
)
def test_a_move_that_is_not_legal_is_not_written(
    move: Move, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as error:
        move_notation(move, deal(617))
    assert str(error.value).startswith(sentence)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize("text", [None, 58, b"58", "5" * 10**6], ids=quoted)
def test_what_is_no_text_of_a_move_is_named_shortly(text: str) -> None:
    with pytest.raises(MoveError) as error:
        parse_move(text, deal(617))
    assert str(error.value).startswith(f"{quoted(text)} is no move: a move is")


def test_a_board_is_read_from_a_text_only() -> None:
    with pytest.raises(TypeError, match="a board is read from a text, not from None"):
        parse_layout(None)  # type: ignore[arg-type]


def test_a_long_word_in_a_board_is_quoted_shortly() -> None:
    for text in (": " + "x" * 10**5, "x" * 10**5 + ":", "Foundations: " + "x" * 10**5):
        with pytest.raises(LayoutError) as error:
            parse_layout(text)
        assert len(str(error.value)) < 200


def test_cells_divided_by_tabs_are_not_taken_for_one() -> None:
    won = "Foundations: H-6 C-6 D-6 S-6\nFreecells:\t-\t-\n:\n:\n:\n:"
    assert parse_layout(won, SMALL).cells == (None, None)


KLONDIKE = """\
Foundations: H-K C-K D-J S-9
Stock: KD QS
Waste: QD JS
: <KS> TS
:
:
:
:
:
:"""
PENGUIN = """\
Base: 5
Foundations: H-4 C-0 D-4 S-2
Freecells: - 3S - - - - -
: KC 4S
: 4C 3C 2C AC
: QC JC TC 9C 8C 7C 6C
:
:
: 5C
:"""
KING_ALBERT = """\
Foundations: H-K C-K D-K S-9
Reserve: - TS - JS - - -
: QS
: KS
:
:
:
:
:
:
:"""


def test_a_board_with_stock_waste_and_hidden_cards() -> None:
    layout = parse_layout(KLONDIKE, "klondike")
    assert layout.columns[0] == (parse_card("KS"), parse_card("TS"))
    assert layout.hidden == (1, 0, 0, 0, 0, 0, 0)
    assert layout.stock == (parse_card("KD"), parse_card("QS"))
    assert layout.waste == (parse_card("QD"), parse_card("JS"))
    assert layout_text(layout) == KLONDIKE


def test_the_next_card_of_the_stock_is_drawn_and_the_free_card_of_the_waste_played() -> None:
    layout = parse_layout(KLONDIKE, "klondike").play(Move("stock", "waste"))
    assert layout_text(layout).splitlines()[1:3] == ["Stock: QS", "Waste: QD JS KD"]
    layout = layout.play(Move("waste", "column2"))
    assert layout_text(layout).splitlines()[2:5] == ["Waste: QD JS", ": <KS> TS", ": KD"]


def test_a_board_with_a_beak() -> None:
    layout = parse_layout(PENGUIN, "penguin")
    assert layout.base == 5
    assert layout.foundations == (0, 13, 13, 11)
    assert layout_text(layout) == PENGUIN


def test_a_board_with_a_reserve() -> None:
    layout = parse_layout(KING_ALBERT, "king-albert")
    assert layout.reserve == (None, parse_card("TS"), None, parse_card("JS"), None, None, None)
    assert layout_text(layout) == KING_ALBERT


def test_a_board_with_limited_passes() -> None:
    text = KLONDIKE.replace(": <KS>", "Turned over: 1\n: <KS>")
    layout = parse_layout(text, "klondike:passes=2")
    assert layout.turned_over == 1
    assert layout_text(layout) == text
    assert parse_layout(KLONDIKE, "klondike:passes=2").turned_over == 0


@pytest.mark.parametrize(
    ("text", "game", "old", "new"),
    [
        (KLONDIKE, "klondike", "Stock:", "Talon:"),
        (KLONDIKE, "klondike", "Waste: QD JS\n: <KS> TS", ": <KS> TS\nWASTE : QD JS"),
        (KLONDIKE, "klondike", "<KS>", "<ks>"),
        (KLONDIKE, "klondike:passes=3", ": <KS>", "turned  over: 0\n: <KS>"),
        (
            PENGUIN,
            "penguin",
            "Base: 5\nFoundations: H-4 C-0 D-4 S-2",
            "Founds: H-4 D-4 S-2\nbase:5",
        ),
        (KING_ALBERT, "king-albert", "- TS - JS - - -", "* TS * JS"),
    ],
)
def test_lines_above_the_columns_may_be_written_in_other_ways(
    text: str, game: str, old: str, new: str
) -> None:
    changed = text.replace(old, new)
    assert changed != text
    assert parse_layout(changed, game) == parse_layout(text, game)


@pytest.mark.parametrize(
    ("text", "game", "old", "new", "sentence"),
    [
        (KLONDIKE, "klondike", "KD QS", "KD QD", "line 3, card 1: QD is there twice, first in li"),
        (KLONDIKE, "klondike", "KD QS", "KD XX", "line 2, card 2: 'XX' is no card"),
        (KLONDIKE, "klondike", "KD QS", "2 cards", "line 2: the stock is not shown; a board text"),
        (KLONDIKE, "klondike", "<KS>", "<?>", "line 4, card 1: <?> is a card not seen; a board te"),
        (KLONDIKE, "klondike", "<KS> TS", "TS <KS>", "line 4, card 2: <KS> is face down on a card"),
        (
            KLONDIKE,
            "klondike",
            "<KS> TS",
            "<KS> <TS>",
            "line 4, card 2: <TS> is face down; the fre",
        ),
        (KLONDIKE, "klondike", "Waste", "Stock", "line 3: the stock is there twice"),
        (KLONDIKE, "klondike", "Waste", "Talon", "line 3: the stock is there twice"),
        (KLONDIKE, "klondike", "Stock", "Deck", "line 2: 'Deck' is unknown; a line is Foundations"),
        (
            KLONDIKE,
            "klondike:passes=2",
            "Waste",
            "Turned over: x\nWaste",
            "line 3: 'x' is no whole number of times",
        ),
        (PENGUIN, "penguin", "Base: 5\n", "", "the line Base: is missing, the rank that the foun"),
        (PENGUIN, "penguin", "Base: 5", "Base: X", "line 1: 'X' is no rank: the ranks are A 2 3"),
        (PENGUIN, "penguin", "Base: 5", "Base: 6", "5D, 5H and 1 more are missing: the b"),
        (PENGUIN, "penguin", ": 5C", ": 5H", "line 9, card 1: 5H is there twice: it is on its fou"),
        (
            KING_ALBERT,
            "king-albert",
            "- - -\n",
            "- - - -\n",
            "line 2: there are 8 places of the reserve; the game has 7",
        ),
        (
            KING_ALBERT,
            "king-albert",
            "JS",
            "TS",
            "line 2, reserve 4: TS is there twice, first in l",
        ),
    ],
)
def test_a_fault_above_the_columns_has_its_line_and_place(
    text: str, game: str, old: str, new: str, sentence: str
) -> None:
    changed = text.replace(old, new, 1)
    assert changed != text
    with pytest.raises(LayoutError) as error:
        parse_layout(changed, game)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("freecell", "Foundations:, Freecells: or a column"),
        ("klondike", "Foundations:, Stock:, Waste: or a column"),
        ("klondike:passes=1", "Foundations:, Stock:, Waste:, Turned over: or a column"),
        ("king-albert", "Foundations:, Reserve: or a column"),
        ("penguin", "Foundations:, Freecells:, Base: or a column"),
    ],
)
def test_an_unknown_line_is_answered_with_those_of_the_game(game: str, known: str) -> None:
    with pytest.raises(LayoutError) as error:
        parse_layout("Deck: KS", game)
    assert str(error.value) == f"line 1: 'Deck' is unknown; a line is {known}"


def test_a_base_beyond_the_deck_is_refused() -> None:
    small = parse_rules(
        """
        format = 2
        id = "small"
        layout = { ranks = 6, columns = 3 }
        build = { order = "suit" }
        foundations = { base = "beak" }
        """
    )
    with pytest.raises(LayoutError, match="line 1: '7' is beyond the deck: it ends with 6"):
        parse_layout("Base: 7", small)


def test_a_wrapping_run_too_long_for_the_room_is_named_with_its_number() -> None:
    rules = replace(find_rules("penguin"), runs="supermove", cells=0)
    layout = parse_layout(
        """Base: 3
        Foundations: H-2 D-2 S-2 C-J
        : 2C
        : AC KC QC""",
        replace(rules, columns=2),
    )
    with pytest.raises(IllegalMove) as error:
        parse_move("21", layout)
    assert str(error.value) == "21: at most 1 card can move to column 1, not 3"


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_of_every_game_are_read_back(game: str) -> None:
    for number in (1, 617, 2**33 - 1):
        assert parse_layout(layout_text(deal(number, game)), game) == deal(number, game)


def test_a_view_shows_what_a_player_sees() -> None:
    layout = parse_layout(KLONDIKE, "klondike")
    shown = KLONDIKE.replace("KD QS", "2 cards").replace("<KS>", "<?>")
    assert layout.view().text() == shown
    assert deal(617).view().text() == deal(617).text()
    turned = layout.play(Move("column1", "foundationS"))
    assert turned.view().text().splitlines()[3] == ": KS"


@pytest.mark.parametrize(("stock", "words"), [("", "Stock:"), ("KD", "Stock: 1 card")])
def test_a_view_counts_the_cards_of_the_stock(stock: str, words: str) -> None:
    rest = " ".join(card for card in ("KD", "QS") if card != stock)
    text = KLONDIKE.replace("Stock: KD QS", f"Stock: {stock}").replace("QD JS", f"QD JS {rest}")
    assert parse_layout(text, "klondike").view().text().splitlines()[1] == words


@pytest.mark.parametrize(("game", "answer"), [("penguin", True), ("king-albert", False)])
def test_a_game_with_a_stock_or_a_reserve_has_no_notation(game: str, answer: bool) -> None:
    assert has_notation(find_rules(game)) is answer
    assert not has_notation(find_rules("klondike"))


def test_moves_of_a_game_without_notation_are_json() -> None:
    layout = parse_layout(KLONDIKE, "klondike")
    text = '["stock", "waste", 1]\n["waste", "column2", 1]\n["column1", "foundationS", 1]'
    line = parse_line(text, layout)
    assert line == (
        Move("stock", "waste"),
        Move("waste", "column2"),
        Move("column1", "foundationS"),
    )
    assert line_notation(line, layout) == text
    assert parse_line(text.replace("\n", " ").replace(" ", ""), layout) == line


def test_json_is_a_move_in_every_game() -> None:
    move = parse_move(' ["column3", "cell1", 1] ', deal(617))
    assert move == parse_move("3a", deal(617))
    assert parse_line('["column3","cell1",1] 2b', deal(617)) == parse_line("3a 2b", deal(617))


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        (
            "12",
            MoveError,
            "'12' is no move: Klondike has no standard notation; a move is two piles such as",
        ),
        ("turn", MoveError, "'turn' is no move: Klondike has no standard notation; a move is two"),
        ("[", MoveError, '\'[\' is no move: as JSON one is ["column3", "column5", 2]'),
        ("[" * 10**5, MoveError, "'[[[[["),
        ("[1]", MoveError, "a move is [source, target, number of cards], not [1]"),
        ('["deck", "waste", 1]', MoveError, "there is no pile 'deck'"),
        ('["column2", "column3", 1]', IllegalMove, '["column2", "column3", 1]: column 2 is empty'),
        (f"[{9:9000}]", MoveError, "a move is [source, target, number of cards], not [9]"),
        (f"[{'9' * 9000}]", MoveError, "'[999"),
    ],
)
def test_json_that_is_no_move_says_why(text: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind) as error:
        parse_move(text, parse_layout(KLONDIKE, "klondike"))
    assert str(error.value).startswith(sentence)
    assert len(str(error.value)) < 200


def test_a_base_that_is_not_the_ace_is_written_and_may_be_left_out_where_the_rules_fix_it() -> None:
    rules = replace(find_rules("freecell"), base=7)
    layout = deal(617, rules)
    text = layout.text()
    assert text.startswith("Base: 7\nFoundations: ")
    assert str(layout.view()).startswith("Base: 7\n")
    assert parse_layout(text, rules) == layout
    assert parse_layout(text.partition("\n")[2], rules) == layout
    assert parse_layout(f"Base: A\n{deal(617).text()}") == deal(617)
    with pytest.raises(LayoutError, match="line 1: the base is 8; in this game it is 7"):
        parse_layout(text.replace("Base: 7", "Base: 8"), rules)
    with pytest.raises(LayoutError, match="line 2: the base is there twice"):
        parse_layout(f"Base: 7\n{text}", rules)


def test_the_base_is_among_the_lines_of_a_game_that_has_one() -> None:
    for base, known in ((7, "Freecells:, Base: or"), (1, "Freecells: or")):
        with pytest.raises(LayoutError, match=known):
            parse_layout("Bass: 7", replace(find_rules("freecell"), base=base))


def test_more_turnings_over_than_the_passes_allow_have_their_line() -> None:
    board = "Stock:\nTurned over: {}\nFoundations: H-K C-K D-K S-K"
    assert parse_layout(board.format(2), "klondike:passes=3").turned_over == 2
    with pytest.raises(LayoutError, match="line 2: 3 times is more often than the 2 that are all"):
        parse_layout(board.format(3), "klondike:passes=3")

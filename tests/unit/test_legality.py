"""Legal moves: their order, how many cards move, and why a move is not legal."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from kungen.deals import deal
from kungen.game import Game
from kungen.game_file import find_rules, load_rules
from kungen.layout import IllegalMove, Layout, Move
from kungen.notation import parse_layout
from kungen.quoting import quoted
from kungen.rules import Rules

CORPUS = Path(__file__).parent.parent / "corpus" / "rules"
FREECELL = find_rules("freecell")


def small(name: str) -> Rules:
    return load_rules(CORPUS / f"{name}.toml")


def moves(layout: Layout) -> list[str]:
    """The moves as short words: source, target and number."""
    short = {"column": "", "cell": "c", "foundation": "f"}
    words = []
    for move in layout.legal_moves:
        word = f"{move.source}>{move.target}"
        for long, letter in short.items():
            word = word.replace(long, letter)
        words.append(word if move.count == 1 else f"{word}x{move.count}")
    return words


def test_moves_come_in_the_order_of_sources_and_then_of_targets() -> None:
    layout = parse_layout(
        """Foundations: H-3 C-3 D-A S-0
        Freecells: 2D -
        : 4C 3S
        : AS 4D
        :
        : 2S 4H 3D 4S""",
        replace(small("alternating-any-4x2-6ranks"), ranks=4),
    )
    assert moves(layout) == [
        *("1>2", "1>3", "1>c2"),
        *("2>3", "2>c2"),
        *("4>3", "4>c2"),
        *("c1>fD", "c1>1", "c1>3"),
    ]


def test_a_run_has_one_number_for_a_card_and_every_number_for_an_empty_column() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-2 D-2 S-2
        Freecells: - -
        : 5S 5H 4S 3H
        : 5D
        :
        : 5C 4D 4C 4H 3C 3D 3S""",
        replace(small("alternating-any-4x2-6ranks"), ranks=5),
    )
    found = [move for move in moves(layout) if move[:2] in ("1>", "2>")]
    assert found == [
        *("1>fH", "1>2x2", "1>3", "1>3x2", "1>3x3", "1>c1", "1>c2"),
        *("2>3", "2>c1", "2>c2"),
    ]


def test_only_the_highest_rank_enters_an_empty_column_of_kings() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-3 D-3 S-2
        Freecells: 4D -
        : 4C 5H 5S 4S 3S
        :
        : 5D 5C 4H 3H""",
        small("suit-kings-3x2-5ranks"),
    )
    assert moves(layout) == ["1>fS", "1>c2", "3>fH", "3>c2", "c1>fD"]
    layout = layout.play(Move("column1", "foundationS")).play(Move("column1", "foundationS"))
    assert moves(layout)[:2] == ["1>fS", "1>2"]


def test_a_run_with_the_highest_rank_deepest_enters_whole() -> None:
    layout = parse_layout(
        """Foundations: H-2 C-3 D-5 S-2
        Freecells: - -
        : 4C 5S 4S 3S
        :
        : 5C 5H 4H 3H""",
        small("suit-kings-3x2-5ranks"),
    )
    assert moves(layout) == [
        *("1>fS", "1>2x3", "1>c1", "1>c2"),
        *("3>fH", "3>2x3", "3>c1", "3>c2"),
    ]


def test_cards_come_down_from_foundations_to_columns_where_the_rules_have_it() -> None:
    text = """Foundations: H-4 C-3 D-0 S-5
        Freecells: AD -
        : 5C 5D
        : 4C 3D
        : 2D 5H
        : 4D"""
    rules = small("alternating-any-4x2-5ranks-return")
    layout = parse_layout(text, rules)
    assert [move for move in moves(layout) if move.startswith("f")] == ["fC>4"]
    empty = layout.play(Move("column4", "cell2"))
    assert [move for move in moves(empty) if move.startswith("f")] == ["fC>4", "fH>4", "fS>4"]
    assert empty.play(Move("foundationS", "column4")).foundations == (3, 0, 4, 4)
    off = parse_layout(text, replace(rules, foundation_return=False))
    assert [move for move in moves(off) if move.startswith("f")] == []


def table(cells: int, empty_columns: int, rules: Rules = FREECELL) -> Layout:
    """A layout of all cards with so many empty cells and columns."""
    deck = list(range(52))
    held, rest = deck[: rules.cells - cells], deck[rules.cells - cells :]
    filled = rules.columns - empty_columns
    columns = [rest[index::filled] for index in range(filled)]
    return Layout.checked(rules, columns, held)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "empty_columns", "onto", "into"),
    [
        (0, 0, 1, 0),
        (4, 0, 5, 0),
        (0, 1, 2, 1),
        (1, 1, 4, 2),
        (3, 1, 8, 4),
        (4, 2, 20, 10),
        (2, 3, 24, 12),
        (4, 4, 52, 40),
    ],
)
def test_the_capacity_doubles_with_each_empty_column(
    cells: int, empty_columns: int, onto: int, into: int
) -> None:
    layout = table(cells, empty_columns)
    assert (layout.capacity(to_empty=False), layout.capacity(to_empty=True)) == (onto, into)


@pytest.mark.parametrize(
    ("runs", "empty_column", "onto", "into"),
    [
        ("supermove", "king", 4, 4),
        ("single", "any", 1, 1),
        ("single", "king", 1, 1),
        ("any-length", "any", 52, 52),
        ("any-length", "king", 52, 52),
    ],
)
def test_other_rules_have_other_capacities(
    runs: str, empty_column: str, onto: int, into: int
) -> None:
    rules = replace(FREECELL, runs=runs, empty_column=empty_column)  # type: ignore[arg-type]
    layout = table(3, 2, rules)
    assert (layout.capacity(to_empty=False), layout.capacity(to_empty=True)) == (onto, into)
    assert table(3, 0, rules).capacity(to_empty=True) == 0


def test_a_run_of_any_length_moves_without_room() -> None:
    layout = parse_layout(
        """Foundations: H-A C-A D-A S-A
        Freecells: 2D
        : 2H 2S 4D 3C
        : 5H 4H 3H 5D 4S 3D 2C
        : 5S
        : 4C 3S 5C""",
        small("alternating-any-4x1-5ranks-any-length"),
    )
    assert [move for move in layout.legal_moves if move.count > 1] == [
        Move("column1", "column3", 2),
        Move("column1", "column4", 2),
    ]
    assert layout.capacity(to_empty=False) == 52


REFUSED = """Foundations: H-0 C-0 D-A S-0
Freecells: 4H - 9H TD
: 7D 6S 5H 4S 3D
: AS 7C
: 8D 8S 8H
:
: 2H 9C 9S
: KS QC QD QH QS JC JD JH JS TC TH TS KC KD KH
: 9D 7S 7H 6C 6D 6H 5C 5D 5S 4C 4D 3S 3H 3C 2S 2D 2C
: 8C AH AC"""


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("column11", "cell1"), "there is no pile 'column11'"),
        (Move("column1", "waste"), "the game has no waste"),
        (Move("stock", "waste"), "the game has no stock"),
        (Move("reserve1", "column1"), "there is no reserve place 1: the game has 0 reserve places"),
        (Move("column9", "cell1"), "there is no column 9: the game has 8 columns"),
        (Move("column1", "cell5"), "there is no cell 5: the game has 4 cells"),
        (Move("column1", "column1"), "a card does not move to its own pile"),
        (Move("column4", "column1"), "column 4 is empty"),
        (Move("cell2", "column1"), "cell 2 is empty"),
        (Move("foundationH", "column1"), "the foundation of hearts is empty"),
        (Move("column1", "column2", 0), "a move takes at least 1 card, not 0"),
        (Move("column2", "column1", 3), "column 2 has 2 cards, not 3"),
        (Move("cell1", "column2", 2), "cell 1 gives 1 card, not 2"),
        (
            Move("column5", "column4", 2),
            (
                "the last 2 cards of column 5 are no run:"
                " 9S does not go on 9C: it goes on a card one rank higher"
            ),
        ),
        (
            Move("column2", "column6"),
            "7C does not go on KH: it goes on a card one rank higher",
        ),
        (Move("cell1", "column2"), "4H does not go on 7C: it goes on a card one rank higher"),
        (
            Move("column5", "column3"),
            "9S does not go on 8H: it goes on a card one rank higher",
        ),
        (Move("column3", "column5", 1), None),
        (Move("column1", "column4", 3), "at most 2 cards can move to column 4, not 3"),
        (Move("column1", "column4", 2), None),
        (Move("column1", "cell2", 2), "cell 2 takes 1 card at a time, not 2"),
        (Move("column1", "cell1"), "cell 1 holds 4H"),
        (Move("cell1", "cell2"), "a card does not move from cell to cell"),
        (Move("column1", "foundationS"), "3D does not go to the foundation of spades"),
        (Move("column1", "foundationD"), "the foundation of diamonds takes 2D next, not 3D"),
        (
            Move("column1", "foundationD", 2),
            "the foundation of diamonds takes 1 card at a time, not 2",
        ),
        (
            Move("foundationD", "column7"),
            "no card comes down from a foundation in this game",
        ),
        (Move("column8", "foundationC"), None),
    ],
)
def test_a_refused_move_says_why(move: Move, sentence: str | None) -> None:
    layout = parse_layout(REFUSED)
    assert (move in layout.legal_moves) == (sentence is None)
    assert (move in list(layout.legal_moves)) == (sentence is None)
    if sentence is not None:
        with pytest.raises(IllegalMove) as error:
            layout.play(move)
        assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("name", "text", "move", "sentence"),
    [
        (
            "alternating-any-4x2-6ranks",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("column3", "column1"),
            "5S does not go on 6C: the build is in alternating colours",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("column3", "column1"),
            "5S does not go on 6C: the build is in one suit",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-3\nFreecells: 6C\n: 6S\n: 5S 4S\n: 5C",
            Move("column2", "column1", 2),
            "at most 1 card can move to column 1, not 2",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("foundationH", "cell1"),
            "a card comes down from a foundation to a column, not to cell 1",
        ),
        (
            "suit-any-5x1-6ranks-single-return",
            "Foundations: H-6 C-4 D-6 S-4\n: 6C\n: 6S\n: 5S\n: 5C",
            Move("foundationH", "foundationD"),
            "a card comes down from a foundation to a column, not to the foundation of diamonds",
        ),
        (
            "suit-kings-3x2-5ranks",
            "Foundations: H-5 C-5 D-5 S-3\n:\n: 5S 4S",
            Move("column2", "column1"),
            "an empty column takes a card of rank 5 only, not 4S",
        ),
    ],
)
def test_other_rules_refuse_for_reasons_of_their_own(
    name: str, text: str, move: Move, sentence: str
) -> None:
    layout = parse_layout(text, small(name))
    assert move not in list(layout.legal_moves)
    with pytest.raises(IllegalMove) as error:
        layout.play(move)
    assert str(error.value) == sentence


def test_the_view_of_legal_moves_counts_and_looks_up() -> None:
    view = deal(617).legal_moves
    assert len(view) == view.count() == len(list(view)) == 35
    assert bool(view)
    assert "column1" not in view
    assert not parse_layout("Foundations: H-K C-K D-K S-K").legal_moves


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1.0, "a move takes a whole number of cards, not 1.0"),
        ("1", "a move takes a whole number of cards, not '1'"),
        (None, "a move takes a whole number of cards, not None"),
        (True, "a move takes a whole number of cards, not True"),
        (0, "a move takes at least 1 card, not 0"),
        (-(10**5000), "a move takes at least 1 card, not a number of about 5000 digits"),
        (10**5000, "column 1 has 7 cards, not a number of about 5000 digits"),
    ],
    ids=quoted,
)
def test_a_number_of_cards_that_no_move_has_is_refused(count: int, sentence: str) -> None:
    move = Move("column1", "cell1", count)
    assert move not in deal(617).legal_moves
    with pytest.raises(IllegalMove) as error:
        deal(617).play(move)
    assert str(error.value) == sentence


@pytest.mark.parametrize("pile", [None, 0, [], "col", "a" * 10**6], ids=quoted)
def test_a_pile_that_is_none_is_refused(pile: str) -> None:
    for move in (Move(pile, "cell1"), Move("column1", pile)):
        assert move not in deal(617).legal_moves
        with pytest.raises(IllegalMove) as error:
            deal(617).play(move)
        assert str(error.value) == f"there is no pile {quoted(pile)}"


@pytest.mark.parametrize("text", ["58", None, 3])
def test_what_is_no_move_at_all_is_not_played(text: object) -> None:
    for play in (deal(617).play, Game(617).push):
        with pytest.raises(TypeError, match="; parse_move reads a text"):
            play(text)  # type: ignore[arg-type]


def test_legal_moves_can_be_chosen_from() -> None:
    moves = deal(617).legal_moves
    assert moves[0] == next(iter(moves))
    assert moves[-1] == list(moves)[-1]
    assert random.choice(moves) in moves
    with pytest.raises(IndexError):
        moves[len(moves)]

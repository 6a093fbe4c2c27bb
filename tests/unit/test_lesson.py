"""Lessons: what a file may say, how a lesson stands, and what keeps one from being sound."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from kungen import (
    Game,
    Goal,
    Lesson,
    LessonError,
    Limits,
    Move,
    Result,
    Verdict,
    deal,
    load_lesson,
    parse_card,
    parse_lesson,
    parse_move,
    reference,
    solve,
)
from kungen.layout import Layout
from kungen.lesson import check_lesson
from tests.docs.transcripts import blocks

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = blocks(DOCS / "your-own-lesson.md")[0]
BOARD = EXAMPLE[EXAMPLE.index("layout") : EXAMPLE.index("line")]
GOAL = 'up = ["2H"]\nmoves = 4\n'
PROOF = (
    EXAMPLE.replace(BOARD, "deal = 11982\n").replace("2a 2b 2h ah", "").replace(GOAL, "proof=true")
)


def with_goal(goal: str, line: str = "2a 2b 2h ah") -> str:
    return EXAMPLE.replace(GOAL, f"{goal}\n").replace("2a 2b 2h ah", line)


def test_a_file_says_a_lesson() -> None:
    lesson = parse_lesson(EXAMPLE)
    assert (lesson.id, lesson.order, lesson.game, lesson.deal) == ("buried", 900, "freecell", None)
    assert lesson.goal == Goal(up=(parse_card("2H"),), moves=4)
    assert [move.json()[:2] for move in lesson.line] == [
        ["column2", "cell1"],
        ["column2", "cell2"],
        ["column2", "foundationH"],
        ["cell1", "foundationH"],
    ]
    assert lesson.text("da").name == "Esset under to kort"
    assert lesson.text("en").task == "Get the {2H} up. Begin with what lies over the {AH}."


def test_a_goal_has_every_condition() -> None:
    goal = """
up = ["AH", "2H"]
on = [["3S", "4H"]]
cells = 2
columns = 1
face-down = 0
won = true
moves = 99"""
    found = parse_lesson(with_goal(goal)).goal
    ace, two, three, four = map(parse_card, ("AH", "2H", "3S", "4H"))
    assert found == Goal(
        up=(ace, two), on=((three, four),), cells=2, columns=1, face_down=0, won=True, moves=99
    )


def test_a_lesson_may_begin_with_a_deal_of_any_game() -> None:
    text = EXAMPLE.replace(BOARD, "deal = 5\n").replace('"freecell"', '"klondike:draw=3"')
    lesson = parse_lesson(
        text.replace('"2a 2b 2h ah"', '\'["stock", "waste", 3] draw draw ; drawn\'')
    )
    assert (lesson.game, lesson.deal) == ("klondike:draw=3", 5)
    assert lesson.layout == deal(5, "klondike:draw=3")
    assert lesson.line == (Move("stock", "waste", 3),) * 3


def test_a_proof_has_no_line_and_no_moves() -> None:
    lesson = parse_lesson(PROOF.replace("{2H}", "{states}"))
    assert (lesson.goal, lesson.line) == (Goal(proof=True), ())


def test_line_ends_in_a_text_are_blanks() -> None:
    text = EXAMPLE.replace(
        '"Two cards lie over the ace, and the cells have room for both."',
        '"""\nTwo cards lie over the ace,   \n  and the cells have\u00a0room.\n"""',
    )
    missed = parse_lesson(text).text("en").missed
    assert missed == "Two cards lie over the ace, and the cells have\u00a0room."


def test_a_lesson_can_be_compared_hashed_and_pickled() -> None:
    lesson, other = parse_lesson(EXAMPLE), parse_lesson(EXAMPLE)
    assert lesson == other
    assert hash(lesson) == hash(other)
    assert pickle.loads(pickle.dumps(lesson)) == lesson  # noqa: S301 - our own


def test_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="a lesson has no language 'no'; it has sv, da, en"):
        parse_lesson(EXAMPLE).text("no")


FAULTS = [
    ("format = 1", "", "format is missing; it must be 1"),
    ("format = 1", "format = 2", "format is 2; it must be 1"),
    (
        "format = 1",
        "format = 1\nfoo = 2",
        "foo is unknown; the keys here are format, id, order, de",
    ),
    ('"buried"', '"Buried"', 'id is "Buried"; it must be lower-case words joined by hyphens'),
    ("order = 900", "order = 0", "order is 0; it must be a whole number from 1 to 9999"),
    ("order = 900", "order = true", "order is true; it must be a whole number from 1 to 9999"),
    ('game = "freecell"', "", "game is missing; it must be the key of a game"),
    ('game = "freecell"', "game = 5", "game is 5; it must be the key of a game"),
    ('"freecell"', '"whist"', "game: there is no game 'whist'; the games are "),
    ('"freecell"', '"FreeCell"', 'game is "FreeCell"; the key of this game is freecell'),
    ('"freecell"', '"freecell:cells=2"', "game: freecell has no option 'cells'; its options are "),
    (BOARD, "", "a lesson has either layout, a board text, or deal, a number"),
    (BOARD, f"{BOARD}deal = 5\n", "a lesson has either layout, a board text, or deal, a number"),
    (BOARD, "deal = 0\n", "deal is 0; it must be a whole number from 1 to 8589934591"),
    (BOARD, 'layout = ["AC"]\n', 'layout is ["AC"]; it must be a board text'),
    ("AH 3H 2H", "AH 3H", "layout: 2H is missing"),
    ("AH 3H 2H", "AH 3H XH", "layout: line 3, card 5: 'XH' is no card: "),
    ('line = "2a 2b 2h ah"', "", "line is missing; it must be moves that reach the goal"),
    ('line = "2a 2b 2h ah"', "line = 5", "line is 5; it must be moves that reach the goal"),
    ("2a 2b 2h ah", " ; none", "line is empty; it must be moves that reach the goal"),
    ("2a 2b 2h ah", "2a 2b 2x", "line: move 3: '2x' is no move: "),
    ("2a 2b 2h ah", "2a 2a", "line: move 2: 2a: cell 1 holds 2H"),
    ("[goal]", "[other]", "other is unknown; the keys here are "),
    (f"[goal]\n{GOAL}", "", "[goal] is missing; it must be a table"),
    (f"[goal]\n{GOAL}", "", "[goal] is missing; it must be a table"),
    (GOAL, "moves = 4\n", "[goal] there is no condition"),
    ("moves = 4", "", "[goal] moves is missing; it must be a whole number from 1 to 99"),
    ("moves = 4", "moves = 100", "[goal] moves is 100; it must be a whole number from 1 to 99"),
    ("moves = 4", "moves = 4\ncell = 1", "[goal] cell is unknown; the keys here are up, on, cel"),
    ("moves = 4", "moves = 4\ncells = 5", "[goal] cells is 5; the game has 4"),
    ("moves = 4", "moves = 4\ncells = 11", "[goal] cells is 11; it must be a whole number from 0"),
    ("moves = 4", "moves = 4\ncolumns = 9", "[goal] columns is 9; the game has 8"),
    ("moves = 4", "moves = 4\nface-down = 53", "[goal] face-down is 53; it must be a whole numb"),
    ("moves = 4", "moves = 4\nwon = false", "[goal] won is false; it must be true"),
    ("moves = 4", "moves = 4\nproof = 1", "[goal] proof is 1; it must be true"),
    ("moves = 4", "moves = 4\nproof = true", "[goal] up stands beside proof, which stands alone"),
    (GOAL, "proof = true\n", "line has moves; with [goal] proof it must be empty"),
    ('up = ["2H"]', 'up = "2H"', '[goal] up is "2H"; it must be a list of cards'),
    ('up = ["2H"]', 'up = ["2H", "2h"]', '[goal] up, card 2 is "2h"; it must be a card such as "6'),
    ('up = ["2H"]', "up = [5]", '[goal] up, card 1 is 5; it must be a card such as "6H"'),
    ('up = ["2H"]', 'up = ["2H", "2H"]', "[goal] up: 2H is there twice"),
    ('up = ["2H"]', "on = 5", "[goal] on is 5; it must be a list of pairs of cards"),
    ('up = ["2H"]', 'on = ["7S", "8H"]', '[goal] on, pair 1 is "7S"; it must be two cards'),
    ('up = ["2H"]', 'on = [["7S"]]', '[goal] on, pair 1 is ["7S"]; it must be two cards'),
    ('up = ["2H"]', 'on = [["7S", "7S"]]', "[goal] on, pair 1: 7S is to lie on itself"),
    ('up = ["2H"]', 'on = [["7S", "XX"]]', '[goal] on, pair 1 is "XX"; it must be a card such a'),
    ('up = ["2H"]', 'on = [["7S", "8H"], ["7S", "8D"]]', "[goal] on: 7S is to lie on two cards"),
    (
        "[sv]",
        "[no]",
        "no is unknown; the keys here are format, id, order, deal, game, layout, line",
    ),
    ("[goal]", "da = 5\n[goal]", "this is not TOML: "),
    (
        'name = "Esset under to kort"\n',
        "",
        "[da] name is missing; it must be text with letters or signs, at",
    ),
    ('"Esset under to kort"', "[]", "[da] name is []; it must be text with letters or signs, at"),
    ('"Esset under to kort"', '" "', '[da] name is ""; it must be text with letters or signs, at'),
    (
        '"Esset under to kort"',
        '"\\u200b\\u2060"',
        r'[da] name is "\u200b\u2060"; it must be text with letters or signs',
    ),
    ("under to kort", "under to" * 9, "[da] name has 78 characters; it must be text with lett"),
    (
        "til begge.",
        "til begge." * 99,
        "[da] missed has 1039 characters; it must be text with",
    ),
    (
        "Esset under to kort",
        r"Esset\u0007",
        r'[da] name is "Esset\u0007"; it must be text with let',
    ),
    ("{AH}.", "{6X}", "[sv] task: {6X} is unknown; in braces stands a card of"),
    ("{AH}.", "{6h}", "[sv] task: {6h} is unknown; in braces stands a card of"),
    ("{AH}.", "{states}", "[sv] task: {states} is unknown; in braces stands a card "),
    ("{AH}.", "{AH", "[sv] task: a brace is alone; in braces stands a card of"),
    ("{AH}.", "} {AH}", "[sv] task: a brace is alone; in braces stands a card"),
    ("Esset under to kort", "Under {3H}", "[da] name has a brace; only the other texts have pl"),
    ("Esset under to kort", "Under }", "[da] name has a brace; only the other texts have places"),
    (
        "[en]\n",
        '[en]\nhint = "x"\n',
        "[en] hint is unknown; the keys here are name, task, missed, ",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS)
def test_whatever_a_file_has_wrong_is_said_with_its_place(
    old: str, new: str, sentence: str
) -> None:
    assert old in EXAMPLE
    with pytest.raises(LessonError) as found:
        parse_lesson(EXAMPLE.replace(old, new, 1), "buried.toml")
    assert str(found.value).startswith(f"buried.toml: {sentence}")
    assert "\n" not in str(found.value)


def test_a_proof_of_a_board_has_no_number_of_states() -> None:
    text = with_goal("proof = true", "").replace("{2H}", "{states}")
    with pytest.raises(LessonError, match=r"\[sv\] task: \{states\} is unknown"):
        parse_lesson(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(LessonError, match=f"^{path}: there is no such file$"):
        load_lesson(path)
    path.write_bytes(b"\xff")
    with pytest.raises(LessonError, match=f"^{path}: the file is not UTF-8 text$"):
        load_lesson(path)
    path.write_text("format", encoding="utf-8")
    with pytest.raises(LessonError, match=r"^none\.toml: this is not TOML: "):
        load_lesson(path)
    path.write_text(f"\ufeff{EXAMPLE}", encoding="utf-8")
    assert load_lesson(path) == parse_lesson(EXAMPLE)


def play(game: Game, text: str) -> None:
    for word in text.split():
        game.push(parse_move(word, game.layout))


def test_a_lesson_is_reached_with_its_line_and_open_before() -> None:
    lesson = parse_lesson(EXAMPLE)
    game = Game(lesson.layout, "off")
    states = [lesson.state(game)]
    for move in lesson.line:
        game.push(move)
        states.append(lesson.state(game))
    assert states == ["open"] * 4 + ["reached"]
    play(game, "bh")
    assert lesson.state(game) == "reached"


def test_a_lesson_is_missed_with_its_last_move_and_open_again_when_it_is_undone() -> None:
    lesson = parse_lesson(EXAMPLE)
    game = Game(lesson.layout, "off")
    play(game, "1a 1b 1c")
    assert lesson.state(game) == "open"
    play(game, "1d")
    assert lesson.state(game) == "missed"
    game.pop()
    assert lesson.state(game) == "open"


STUCK = """layout = \"\"\"
Freecells: 6H 8H TH -
: AC 2C 3C 4C 5C 2D QH
: AS 2S 3S 4S 5S 4D
: AD 6C 7C 8C 9C 6D
: AH 6S 7S 8S 9S 8D
: TC JC QC KC 3D TD
: TS JS QS KS 5D QD
: 7D 9D JD KD 3H 2H
: 5H 7H 9H JH KH 4H
\"\"\"
"""


def test_a_lesson_is_missed_where_no_move_is_left() -> None:
    text = EXAMPLE.replace("moves = 4", "moves = 99").replace(BOARD, STUCK)
    lesson = parse_lesson(text.replace("2a 2b 2h ah", "1d"))
    game = Game(lesson.layout, "off")
    assert lesson.state(game) == "open"
    play(game, "1d")
    assert not game.legal_moves
    assert lesson.state(game) == "missed"


def test_a_lesson_is_missed_where_one_can_only_draw() -> None:
    board = """layout = \"\"\"
Foundations: H-8 C-8 D-8 S-8
Stock: TD
: <9C> <QH> KC
: <9D> <QC> KH
: <9H> <QD> KS
: <9S> <QS> KD
: <TC> <TS> JH
: <JC> JD
: <JS> TH
\"\"\"
"""
    text = EXAMPLE.replace('"freecell"', '"klondike"').replace(BOARD, board)
    lesson = parse_lesson(text.replace("2a 2b 2h ah", "draw").replace('["2H"]', '["KH"]'))
    game = Game(lesson.layout, "off")
    assert list(game.legal_moves) == [Move("stock", "waste")]
    assert lesson.state(game) == "missed"


def test_a_proof_is_open_whatever_is_played() -> None:
    lesson = parse_lesson(PROOF)
    game = Game(lesson.layout, "off")
    play(game, "1a 1b 1c 1d")
    assert lesson.state(game) == "open"


def solved(_layout: Layout) -> Result:
    return Result(verdict=Verdict.SOLVED)


def test_a_sound_lesson_has_no_faults() -> None:
    lesson = parse_lesson(EXAMPLE)
    assert check_lesson(lesson, solve) == []
    assert check_lesson(lesson, reference.solve) == []
    assert check_lesson(parse_lesson(PROOF), solve) == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (with_goal('up = ["3H"]\nmoves = 4'), ["the line does not reach the goal"]),
        (with_goal('up = ["AC"]\nmoves = 4'), ["the goal is reached at the start"]),
        (
            with_goal('up = ["AH"]\nmoves = 4'),
            ["the line reaches the goal with move 3, before its last, 4"],
        ),
        (with_goal('up = ["2H"]\nmoves = 3'), ["the line has 4 moves; allowed are 3"]),
        (
            with_goal('up = ["3H"]\nmoves = 3'),
            ["the line does not reach the goal", "the line has 4 moves; allowed are 3"],
        ),
    ],
)
def test_what_is_wrong_with_a_line_is_said(text: str, faults: list[str]) -> None:
    assert check_lesson(parse_lesson(text), solved) == faults


LOST = Result(verdict=Verdict.UNSOLVABLE)


def verdicts(*results: Result) -> Callable[[Layout], Result]:
    answers = iter(results)
    return lambda _layout: next(answers)


def test_where_nobody_can_win_is_said() -> None:
    lesson = parse_lesson(EXAMPLE)
    won, lost = Result(verdict=Verdict.SOLVED), Result(verdict=Verdict.UNSOLVABLE)
    cut = Result(verdict=Verdict.UNDECIDED, reason="nodes")
    assert check_lesson(lesson, verdicts(won, won)) == []
    assert check_lesson(lesson, verdicts(lost, lost)) == [
        "nobody can win from the start",
        "nobody can win from where the line ends",
    ]
    assert check_lesson(lesson, verdicts(won, cut)) == [
        "it is not known whether one can win from where the line ends: the search was cut: nodes"
    ]


def test_the_searches_are_from_the_start_and_from_where_the_line_ends() -> None:
    lesson, asked = parse_lesson(EXAMPLE), list[Layout]()

    def search(layout: Layout) -> Result:
        asked.append(layout)
        return Result(verdict=Verdict.SOLVED)

    check_lesson(lesson, search)
    assert asked[0] == lesson.layout
    assert asked[1].text().splitlines()[:2] == [
        "Foundations: H-2 C-K D-K S-K",
        "Freecells: - 3H - -",
    ]


def test_a_proof_that_is_none_is_said() -> None:
    easy = parse_lesson(PROOF.replace("11982", "617"))
    (fault,) = check_lesson(easy, solve)
    assert fault.startswith("there is no proof: the solver wins in ")
    cut = check_lesson(parse_lesson(PROOF), lambda layout: solve(layout, Limits(nodes=10)))
    assert cut == ["there is no proof: the search was cut: nodes"]


def test_a_proof_that_tells_states_which_no_catalogue_has_is_not_sound() -> None:
    told = PROOF.replace("{2H}", "{states}")
    assert check_lesson(parse_lesson(told), verdicts(LOST)) == []
    other = parse_lesson(told.replace("deal = 11982", "deal = 617"))
    assert check_lesson(other, verdicts(LOST)) == [
        f"[{language}] {key}: {{states}} is not known:"
        " no catalogue has the states of deal 617 of freecell"
        for language, key in (
            ("sv", "task"),
            ("sv", "reason"),
            ("da", "task"),
            ("da", "reason"),
            ("en", "task"),
            ("en", "reason"),
        )
    ]
    silent = parse_lesson(PROOF.replace("deal = 11982", "deal = 617"))
    assert check_lesson(silent, verdicts(LOST)) == []


@pytest.mark.parametrize("text", [EXAMPLE, PROOF])
def test_a_lesson_is_checked_by_a_function_that_gives_a_result(text: str) -> None:
    lesson, wrong = parse_lesson(text), cast("Any", None)
    with pytest.raises(TypeError, match="is checked by a function that solves, not by None"):
        check_lesson(lesson, wrong)
    with pytest.raises(TypeError, match="a function that solves gives a Result, not None"):
        check_lesson(lesson, lambda _layout: wrong)
    with pytest.raises(TypeError, match="a Lesson is checked, not None"):
        check_lesson(wrong, solve)


def test_faults_of_a_lesson_made_by_hand_are_found() -> None:
    lesson: Lesson = replace(parse_lesson(EXAMPLE), line=())
    assert check_lesson(lesson, solved) == ["the line does not reach the goal"]

"""The page reads and writes board texts as Python does: the same layouts, the same faults."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Final

from kungen import GAMES, Layout, LayoutError, deal, find_rules, parse_layout
from tests.differential.test_page_files import ask_page
from tests.differential.walks import scatter, walk

if TYPE_CHECKING:
    from pathlib import Path

    from kungen.rules import Rules

Board = tuple[str, str]
KEYS: Final = (*GAMES, "klondike:draw=3,passes=2", "plato:columns=4,cells=10", "plato:columns=10")

FAULTS: Final = (
    ("is not shown|a card not seen", "unseen"),
    ("is no card", "card"),
    ("is no foundation", "foundation"),
    ("is no rank", "rank"),
    ("is no whole number", "number"),
    ("beyond the deck|not in the deck", "deck"),
    ("foundation of . is there twice|(are|is) there twice$", "again"),
    ("is there twice", "twice"),
    ("is unknown; a line", "heading"),
    ("the game has no (stock|waste|limit)", "closed"),
    ("column too many", "columns"),
    ("cells; the game has|the game has no cell", "cells"),
    ("places of the reserve; the game|the game has no reserve", "reserve"),
    ("is face down", "down"),
    ("in this game it is", "base"),
    ("Base: is missing", "baseless"),
    ("more often than", "turned"),
    ("missing", "missing"),
)
"""What Python's sentences say, and the kind that the page has for it."""


ODD: Final[list[Board]] = [
    ("freecell", ""),
    ("freecell", "Foundations: H-K C-K D-K S-Q\nFreecells: KS"),
    ("freecell", "Foundations: H-K C-K D-K S-Q\nFreecells:      KS"),
    ("freecell", "Foundations: H-K C-K D-K S-Q\nFreecells:    -  KS\n# a word\n"),
    ("freecell", "Foundations: H-K C-K D-K S-Q\nFreecells:\tKS"),
    ("freecell", "\ufeffFounds: H-K C-K D-K S-10\n: jS dS\nkS"),
    ("freecell", "Foundations: ♥-K ♣-K ♦-K ♠-Q\n: K♠\ufe0f"),
    ("freecell", "Foundations: H-K C-K D-K S-K S-K"),
    ("freecell", "Foundations: H-K C-K D-K\nFoundations: S-K"),
    ("freecell", "Foundations: H-K C-K D-K S-K\nBase: 2"),
    ("freecell", "Foundations: H-K C-K D-K S-K\nbase : A"),
    ("freecell", "Foundations: H-K C-K D-K S-K\n:\n:\n:\n:\n:\n:\n:\n:\n:"),
    ("penguin", "Foundations: H-K C-K D-K S-K"),
    ("penguin", "Base: 5\nFoundations: H-4 C-4 D-4 S-4"),
    ("penguin", "Base: 5\nFoundations: H-4 C-4 D-4 S-3\n: 4S"),
    ("penguin", "Base: 5\nFoundations: H-4 C-4 D-4 S-4\n: 4S"),
    ("klondike", "Foundations: H-K C-K D-K S-J\n: <QS> KS"),
    ("klondike", "Foundations: H-K C-K D-K S-J\n: <QS> <KS>"),
    ("klondike", "Foundations: H-K C-K D-K S-J\n: QS <KS>"),
    ("klondike", "Foundations: H-K C-K D-K S-J\nStock: 2 cards"),
    ("klondike", "Foundations: H-K C-K D-K S-J\nTalon: KS\nWaste: <?>"),
    ("klondike", "Foundations: H-K C-K D-K S-J\nTurned over: 1"),
    ("klondike:passes=2", "Foundations: H-K C-K D-K S-K\nturned  OVER: 1"),
    ("klondike:passes=2", "Foundations: H-K C-K D-K S-K\nTurned over: 2"),
]
"""Texts with something that is easily read in another way, and the keys of their games."""


def law_answer(board: Board) -> dict[str, Any]:
    """Answer for the law what the page is asked."""
    key, text = board
    try:
        layout = parse_layout(text, key)
    except LayoutError as error:
        return fault_of(f"{error}")
    return {"record": layout.pack().hex(), "text": layout.text()}


def fault_of(sentence: str) -> dict[str, Any]:
    place = re.match(r"line (\d+)", sentence)
    again = re.search(
        r": the \w+ (are|is) there twice|number of times turned over is there", sentence
    )
    kind = "again" if again else next(kind for words, kind in FAULTS if re.search(words, sentence))
    return {"kind": kind, "line": int(place[1]) if place else 0}


def random_layout(rules: Rules, dice: random.Random) -> Layout:
    if dice.random() < 0.5:
        return scatter(rules, dice)
    return walk(deal(dice.randint(1, 1_000_000), rules), dice.randint(0, 60), dice)


def boards(dice: random.Random, each: int) -> list[Board]:
    return [(key, random_layout(find_rules(key), dice).text()) for key in KEYS for _ in range(each)]


def spoil(text: str, dice: random.Random) -> str:
    """Return a text with something changed that a person might get wrong."""
    lines = text.splitlines()
    at = dice.randrange(len(lines))
    words = lines[at].split(" ")
    other = dice.choice(text.split())
    word = dice.choice([
        "XX", "7H", "TS", "<7H>", "<?>", "-", "*", "10h", "KnR", "dd", "q♥", "♥7", "H-0", "S-K",
        "C-11", "Stock:", "Talon:", "Waste:", "Reserve:", "Freecells:", "Base: 5", "Base: 99",
        "Turned over: 1", "Turned over: 9", "Turned over: x", "Notes: 3", "Foundations:", "", other,
    ])  # fmt: skip
    where = dice.randrange(len(words))
    match dice.randrange(7):
        case 0:
            words[where] = word
        case 1:
            words.insert(where, word)
        case 2:
            del words[where]
        case 3:
            lines.insert(at, word)
        case 4:
            del lines[at]
        case 5:
            lines.insert(at, dice.choice(lines))
        case _:
            words = [each.lower() if dice.random() < 0.5 else f" {each}" for each in words]
    if at < len(lines):
        lines[at] = " ".join(words)
    return dice.choice(["\n", "\r\n", "\n\n"]).join(lines)


def test_layouts_of_every_game_are_read_and_written_as_the_law_does(tmp_path: Path) -> None:
    asked = boards(random.Random(7), 30)
    answers = ask_page(tmp_path, boards=asked)["boards"]
    for board, answer in zip(asked, answers, strict=True):
        assert answer == law_answer(board), board
        assert answer["text"] == board[1]


def test_spoilt_texts_are_read_alike_or_refused_for_the_same_reason(tmp_path: Path) -> None:
    dice = random.Random(2026)
    asked = [(key, spoil(text, dice)) for key, text in boards(dice, 120)]
    expected = [law_answer(board) for board in asked]
    answers = ask_page(tmp_path, boards=asked)["boards"]
    for board, answer, wanted in zip(asked, answers, expected, strict=True):
        assert answer == wanted, board
    kinds = {answer["kind"] for answer in expected if "kind" in answer}
    assert kinds >= {kind for _, kind in FAULTS} - {"deck", "baseless", "turned"}
    assert sum("record" in answer for answer in expected) > 100


def test_odd_texts_mean_for_the_page_what_they_mean_for_the_law(tmp_path: Path) -> None:
    answers = ask_page(tmp_path, boards=ODD)["boards"]
    for board, answer in zip(ODD, answers, strict=True):
        assert answer == law_answer(board), board

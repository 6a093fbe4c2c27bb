"""The tutorials, your own game and your own lesson: everything that they show, in its order."""

import doctest
from pathlib import Path

import pytest

from kungen import parse_lesson, parse_rules
from tests.docs.transcripts import PROMPT, assert_prints, blocks, transcript

DOCS = Path(__file__).parents[2] / "docs"
GAME = DOCS / "your-own-game.md"
LESSON = DOCS / "your-own-lesson.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_python(block: str, names: dict[str, object]) -> None:
    """Run the examples of a block, and keep the names that it makes."""
    test = doctest.DocTestParser().get_doctest(block, names, "tutorial", None, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False).failed == 0
    names |= test.globs


@pytest.mark.parametrize(
    ("tutorial", "file", "expected"),
    [
        (GAME, "harbour.toml", {"prompt": 3, "python": 4}),
        (LESSON, "buried.toml", {"prompt": 5, "python": 5}),
    ],
    ids=["game", "lesson"],
)
def test_a_tutorial_runs(
    tutorial: Path,
    file: str,
    expected: dict[str, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    first, *rest = blocks(tutorial)
    Path(file).write_text(first, encoding="utf-8")
    names: dict[str, object] = {}
    ran = dict.fromkeys(expected, 0)
    for block in rest:
        if block.startswith(PROMPT):
            for command, output in transcript(block):
                assert_prints(command, output, tmp_path)
            ran["prompt"] += 1
        elif block.startswith(">>> "):
            run_python(block, names)
            ran["python"] += 1
    assert ran == expected


def test_the_game_has_ten_lines() -> None:
    file = blocks(GAME)[0]
    assert parse_rules(file).id == "harbour"
    assert len([line for line in file.splitlines() if line]) == 10


def test_the_lesson_is_named_as_its_file() -> None:
    assert parse_lesson(blocks(LESSON)[0]).id == "buried"

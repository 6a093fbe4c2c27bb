"""Your own game in ten lines: everything that the tutorial shows, in its order."""

import doctest
from pathlib import Path

import pytest

from kungen import parse_rules
from tests.docs.transcripts import PROMPT, assert_prints, blocks, transcript

TUTORIAL = Path(__file__).parents[2] / "docs" / "your-own-game.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_python(block: str, names: dict[str, object]) -> None:
    """Run the examples of a block, and keep the names that it makes."""
    test = doctest.DocTestParser().get_doctest(block, names, TUTORIAL.name, str(TUTORIAL), 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False).failed == 0
    names |= test.globs


def test_the_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, *rest = blocks(TUTORIAL)
    Path("harbour.toml").write_text(file, encoding="utf-8")
    names: dict[str, object] = {}
    ran = {"prompt": 0, "python": 0}
    for block in rest:
        if block.startswith(PROMPT):
            for command, output in transcript(block):
                assert_prints(command, output, tmp_path)
            ran["prompt"] += 1
        elif block.startswith(">>> "):
            run_python(block, names)
            ran["python"] += 1
    assert ran == {"prompt": 3, "python": 4}


def test_the_game_has_ten_lines() -> None:
    file = blocks(TUTORIAL)[0]
    assert parse_rules(file).id == "harbour"
    assert len([line for line in file.splitlines() if line]) == 10

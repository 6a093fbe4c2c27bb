"""The perft corpus: every build and the law count what tests/corpus/perft.txt says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import kungen
from kungen import GAMES, Layout, parse_layout
from tests.differential.several_rules import CORPUS, CORPUS_RULES

if TYPE_CHECKING:
    from tests.differential.engines import Engine

QUICK_IN_PYTHON: Final = 2000


@dataclass(frozen=True, slots=True)
class Entry:
    """A layout of the corpus with its counts: kind, depth, number."""

    id: str
    layout: Layout
    counts: tuple[tuple[str, int, int], ...]


def read_entry(block: str) -> Entry:
    name, line, *rest = block.strip().splitlines()
    kind, source = line.split(maxsplit=1)
    rules = kungen.find_rules(source) if kind == "game" else CORPUS_RULES[Path(source).stem]
    counted = [line for line in rest if line.startswith(("perft", "distinct"))]
    start = rest[: len(rest) - len(counted)]
    if start[0].startswith("deal "):
        layout = kungen.deal(int(start[0].removeprefix("deal ")), rules)
    else:
        layout = parse_layout("\n".join(start), rules)
    counts = [line.split() for line in counted]
    return Entry(
        name.removeprefix("id "), layout, tuple((kind, int(d), int(n)) for kind, d, n in counts)
    )


def read_corpus() -> list[Entry]:
    text = (CORPUS / "perft.txt").read_text(encoding="utf-8")
    return [read_entry(block) for block in text.split("\n\n")[1:]]


ENTRIES: Final = read_corpus()


def test_the_corpus_is_not_small() -> None:
    assert len(ENTRIES) >= 150
    assert len({entry.layout for entry in ENTRIES}) >= 130
    assert sum(entry.counts[-1][2] > 0 for entry in ENTRIES) >= 130
    assert set(GAMES) <= {entry.layout.rules.id for entry in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_build_counts_what_the_corpus_says(engine: Engine, entry: Entry) -> None:
    rules, layout = entry.layout.rules.pack(), entry.layout.pack()
    counters = {"perft": engine.perft, "distinct": engine.distinct}
    found = [(kind, depth, counters[kind](rules, layout, depth)) for kind, depth, _ in entry.counts]
    assert found == list(entry.counts)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_law_counts_what_the_corpus_says(entry: Entry) -> None:
    counters = {"perft": kungen.perft, "distinct": kungen.distinct}
    quick = [count for count in entry.counts if count[2] <= QUICK_IN_PYTHON]
    assert [(kind, depth, counters[kind](entry.layout, depth)) for kind, depth, _ in quick] == quick


def test_no_moves_are_one_sequence_and_one_layout(engine: Engine) -> None:
    start = kungen.deal(1)
    assert engine.perft(start.rules.pack(), start.pack(), 0) == 1
    assert engine.distinct(start.rules.pack(), start.pack(), 0) == 1

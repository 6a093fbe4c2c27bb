"""The page reads game files and options as Python does: the same records, the same refusals."""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
from contextlib import suppress
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import build_web
import pytest

from kungen import GAMES, RulesError, find_rules, load_game, parse_rules, save_game
from kungen.game_file import rules_file
from kungen.keys import KEYS, OPTIONS, FileKey
from kungen.rules import Rules, option_text
from tests.differential.engines import node
from tests.differential.random_rules import random_record, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).resolve().parents[2]
WEB: Final = ROOT / "web"

FREE: Final = """format = 2
id = "mine"
options = ["single-card", "foundation-return"]

[names]
en = "Mine"

[layout]
columns = 8
cells = 4

[build]
order = "alternating"
"""

WAITING: Final = """format = 2
id = "waiting"
options = ["draw", "passes"]

[layout]
columns = 7

[build]
order = "suit"
empty-column = "king"
runs = "any-length"

[deal]
direction = "left"
columns = [1, 2, 3, 4, 5, 6, 7]
hidden = [0, 1, 2, 3, 4, 5, 6]

[stock]
draw = 3

[score]
turned = 5
from-foundation = -15
"""

# Characters that leave no mark, some that turn the direction of writing, and some that do neither.
UNSEEN: Final = [
    f"\\U{code:0>8}"
    for code in re.findall(
        r"\w+",
        "9 a0 ad 34f 61b 61c 115e 115f 1160 1680 17b4 17b5 180a 180b 180f 1810 2000 200b 200f 2010"
        " 2027 2028 202a 202e 202f 205f 2060 2065 2066 2069 206f 2070 27ff 2800 2801 3000 3164"
        " 3165 fdff fe00 fe0f fe10 feff ffa0 fffd fffe ffff dffff e0000 e0fff e1000 1c 85 7f",
    )
]

# Changes to the files above, each of which gives another good file or a refusal.
FREE_EDITS: Final = (
    ("format = 2", "format = 1"),
    ("format = 2", "format = 3"),
    ("format = 2", "format = 2.0"),
    ("format = 2", "format = true"),
    ("format = 2", 'format = "2"'),
    ("format = 2\n", ""),
    ('options = ["single-card", "foundation-return"]\n', ""),
    ('"foundation-return"]', '"foundation-return", "columns", "cells", "build", "empties"]'),
    ('"foundation-return"]', '"foundation-return", "single-card"]'),
    ('"foundation-return"]', '"draw"]'),
    ('"foundation-return"]', '"passes"]'),
    ('"foundation-return"]', '"wrap"]'),
    ('"foundation-return"]', "1]"),
    ('["single-card", "foundation-return"]', '"single-card"'),
    ('id = "mine"', 'id = "Mine"'),
    ('id = "mine"', 'id = "a-b-1"'),
    ('id = "mine"', 'id = "a--b"'),
    ('id = "mine"', 'id = ""'),
    ('id = "mine"', "id = 5"),
    ('id = "mine"\n', ""),
    ('en = "Mine"', 'sv = "Mitt"\nda = "Min"\nen = "Mine"'),
    ('en = "Mine"', 'de = "Meins"'),
    ('en = "Mine"', 'en = ""'),
    ('en = "Mine"', 'en = "  "'),
    ('en = "Mine"', 'en = "a\\nb"'),
    ('en = "Mine"', 'en = "😀 ♠"'),
    ('[names]\nen = "Mine"\n', ""),
    ("[names]", "[naming]"),
    ('[names]\nen = "Mine"\n', ""),
    ("columns = 8", "columns = 0"),
    ("columns = 8", "columns = 11"),
    ("columns = 8", "columns = 10"),
    ("columns = 8", "columns = 8.0"),
    ("columns = 8", "columns = true"),
    ("columns = 8", 'columns = "8"'),
    ("columns = 8", "columns = -8"),
    ("columns = 8", "columns = +8"),
    ("columns = 8", "columns = 0x8"),
    ("columns = 8", "columns = 1979-05-27"),
    ("columns = 8", "columns = { a = 1 }"),
    ("columns = 8\n", ""),
    ("columns = 8", "columns = 8\nkolumner = 8"),
    ("cells = 4", "cells = 10"),
    ("cells = 4", "cells = 11"),
    ("cells = 4\n", ""),
    ("cells = 4", "cells = 4\nranks = 5"),
    ("cells = 4", "cells = 4\nranks = 14"),
    ("cells = 4", "cells = 4\nreserve = 16"),
    ("cells = 4", "cells = 4\nreserve = 17"),
    ("cells = 4", "cells = 4\nranks = 1\nreserve = 5"),
    ("cells = 4", "cells = 4\nranks = 1\nreserve = 4"),
    ("[layout]", "[[layout]]"),
    ("[layout]", "layout = 5\n[other]"),
    ('order = "alternating"', 'order = "suit"'),
    ('order = "alternating"', 'order = "colour"'),
    ('order = "alternating"', "order = [1]"),
    ('order = "alternating"', 'order = "suit"\nwrap = true'),
    ('order = "alternating"', 'order = "suit"\nwrap = 1'),
    ('order = "alternating"', 'order = "suit"\nruns = "single"'),
    ('order = "alternating"', 'order = "suit"\nempty-column = "queen"'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nbase = 5\nreturn = true'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nbase = 14'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nbase = 0'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nbase = "beak"'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nbase = "peak"'),
    ('order = "alternating"', 'order = "suit"\n[foundations]\nreturn = "yes"'),
    ('order = "alternating"', 'order = "suit"\n[deal]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = [1, 4]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = [5]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = [11]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = [2, 2]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = [3, 1]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncells = 3'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [7, 7, 7, 7, 6, 6, 6, 6]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [7, 7, 7, 7, 6, 6, 6, 5]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [7, 7, 7, 7, 6, 6, 6, 7]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [0, 0, 0, 0, 0, 0, 0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [52, 0, 0, 0, 0, 0, 0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [26, 26]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [53, 0, 0, 0, 0, 0, 0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = [1.0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\ncolumns = []\nhidden = []'),
    ('order = "alternating"', 'order = "suit"\n[deal]\nhidden = [0, 0, 0, 0, 0, 0, 0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\nhidden = [1, 0, 0, 0, 0, 0, 0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[deal]\nhidden = [0, 0]'),
    ('order = "alternating"', 'order = "suit"\n[stock]'),
    ('order = "alternating"', 'order = "suit"\n[score]'),
    ('order = "alternating"', 'order = "suit"\n[score]\nturned = 101'),
    ('order = "alternating"', 'order = "suit"\n[score]\nturned = -100'),
    ('order = "alternating"', 'order = "suit"\n[[score]]'),
    ('order = "alternating"', "order = "),
    ('order = "alternating"', 'order = "suit"\norder = "suit"'),
    ("format = 2", "\ufeffformat = 2"),
    ("format = 2", "# a game\r\nformat = 2"),
    ("format = 2", "format = 9223372036854775807"),
    ("format = 2", 'format = 2\ntitle = "x"'),
    # Names that can be read, and others.
    ('en = "Mine"', f'en = "{"x" * 100}"'),
    ('en = "Mine"', f'en = "{"x" * 101}"'),
    ('en = "Mine"', f'en = "{"😀" * 100}"'),
    ('en = "Mine"', f'en = "{"😀" * 101}"'),
    *(('en = "Mine"', f'en = "{sign}"') for sign in UNSEEN),
    *(('en = "Mine"', f'en = "x{sign}"') for sign in UNSEEN),
    # What TOML 1.1 has and 1.0 has not, and what looks like it.
    ('[names]\nen = "Mine"', 'names = {\nen = "Mine" }'),
    ('[names]\nen = "Mine"', 'names = { en = "Mine"\n}'),
    ('[names]\nen = "Mine"', 'names = { en = "Mine", }'),
    ('[names]\nen = "Mine"', 'names = { en = "Mine" # {\n}'),
    ('[names]\nen = "Mine"', 'names = { en = "Mine" } # {\n'),
    ('[names]\nen = "Mine"', 'names = { en = "Mi\\\\x4e" }'),
    ('[names]\nen = "Mine"', "names = { \"en\" = 'Mi\\x4e,}' }"),
    ('[names]\nen = "Mine"', 'names = { en = """Mi\nne""" }'),
    ('[names]\nen = "Mine"', "names.en = '''Mi'''''"),
    ('en = "Mine"', 'en = "Mi\\x6ee"'),
    ('en = "Mine"', 'en = "Mi\\e"'),
    ('en = "Mine"', 'en = """Mi\\x6ee"""'),
    ('en = "Mine"', 'en = "Mi\\u006ee"'),
    ('"foundation-return"]', '"foundation-return",\n# both\n]'),
    ("columns = 8", "columns = 07:32"),
    ("columns = 8", "columns = 07:32:00"),
    ("columns = 8", "columns = 1979-05-27T07:32Z"),
    ("columns = 8", "columns = 1979-05-27 07:32"),
    ("columns = 8", "columns = { a = [\n1,\n] }"),
    ("columns = 8", "columns = [{ a = 1,\n}]"),
)
WAITING_EDITS: Final = (
    ("draw = 3", "draw = 1"),
    ("draw = 3", "draw = 2"),
    ("draw = 3", "draw = 0"),
    ("draw = 3", ""),
    ("draw = 3", 'draw = 3\npasses = "unlimited"'),
    ("draw = 3", "draw = 3\npasses = 99"),
    ("draw = 3", "draw = 3\npasses = 0"),
    ("draw = 3", "draw = 3\npasses = 100"),
    ("draw = 3", 'draw = 3\npasses = "many"'),
    ("[stock]\ndraw = 3\n", ""),
    ('options = ["draw", "passes"]', 'options = ["columns"]'),
    ('options = ["draw", "passes"]', 'options = ["cells"]'),
    ('options = ["draw", "passes"]', 'options = ["single-card", "build", "empties"]'),
    ('options = ["draw", "passes"]', 'options = ["single-card"] #'),
    ("hidden = [0, 1, 2, 3, 4, 5, 6]", "hidden = [1, 1, 2, 3, 4, 5, 6]"),
    ("hidden = [0, 1, 2, 3, 4, 5, 6]", "hidden = [0, 1, 2, 3, 4, 5]"),
    ("hidden = [0, 1, 2, 3, 4, 5, 6]", "hidden = [0, 1, 2, 3, 4, 5, 6, 7]"),
    ("columns = [1, 2, 3, 4, 5, 6, 7]\nhidden = [0, 1, 2, 3, 4, 5, 6]\n", ""),
    ("columns = [1, 2, 3, 4, 5, 6, 7]", "columns = [7, 7, 7, 7, 7, 7, 10]"),
    ("columns = [1, 2, 3, 4, 5, 6, 7]", "columns = [7, 7, 7, 7, 7, 7, 11]"),
    ("columns = [1, 2, 3, 4, 5, 6, 7]", "columns = [0, 2, 3, 4, 5, 6, 7]"),
    ('runs = "any-length"', 'runs = "single"'),
    ('direction = "left"', 'direction = "up"'),
    ("turned = 5", "turned = 5.5"),
    ("turned = 5", "turnd = 5"),
    ('empty-column = "king"', 'empty-column = "king"\n[foundations]\nbase = "beak"'),
)

FILES: Final = {
    "free": FREE,
    "waiting": WAITING,
    **{f"free, {old!r} as {new!r}": FREE.replace(old, new, 1) for old, new in FREE_EDITS},
    **{f"waiting, {old!r} as {new!r}": WAITING.replace(old, new, 1) for old, new in WAITING_EDITS},
    **{
        path.name: path.read_text(encoding="utf-8")
        for folder in ("src/kungen/games", "tests/corpus/rules")
        for path in sorted((ROOT / folder).glob("*.toml"))
    },
    "empty": "",
    "long": FREE + "#" * (1 << 16),
}


def ask_page(work: Path, **questions: Sequence[object]) -> Any:
    """Let the page's code answer under Node."""
    build_web.build()
    host = work / "host.mjs"
    command = [str(WEB / "node_modules" / ".bin" / "esbuild"), "test/host.ts", "--bundle"]
    flags = ["--platform=node", "--format=esm", "--log-level=warning", f"--outfile={host}"]
    subprocess.run([*command, *flags], cwd=WEB, check=True)
    asked = json.dumps({"keys": [], "files": []} | questions)
    done = subprocess.run(
        [node(), host], cwd=WEB, input=asked, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def keys_of(rules: Rules) -> list[str]:
    """Return a key for each value of each option by itself, and for all options together."""
    values = {
        key.name: [
            *([False, True] if key.kind == "flag" else key.numbers if key.kind == "whole" else []),
            *key.choices,
        ]
        for key in OPTIONS
        if key.name in {option.name for option in rules.options}
    }
    single = [
        rules.with_options(**{name: None if value == "unlimited" else value})
        for name, options in values.items()
        for value in options
    ]
    last = {name: options[-1] for name, options in values.items() if name != "passes"}
    return [*dict.fromkeys(found.key for found in (*single, rules.with_options(**last)))]


def plato_keys() -> list[str]:
    """Return the keys of all sizes, builds and empty columns of the game that offers them."""
    sizes = itertools.product(range(4, 11), range(1, 11), ("alternating", "suit"), ("any", "king"))
    plato = find_rules("plato")
    return [
        plato.with_options(columns=columns, cells=cells, build=build, empties=empties).key
        for columns, cells, build, empties in sizes
    ]


def test_every_option_of_every_game_gives_the_record_that_python_packs(tmp_path: Path) -> None:
    keys = [key for rules in GAMES.values() for key in (rules.id, *keys_of(rules))]
    keys += plato_keys()
    assert len(keys) > 380
    assert len(set(plato_keys())) == 280
    records = ask_page(tmp_path, keys=keys)["records"]
    assert dict(zip(keys, records, strict=True)) == {
        key: find_rules(key).pack().hex() for key in keys
    }


def test_keys_that_python_would_not_write_are_no_keys(tmp_path: Path) -> None:
    wrong = [
        "klondike:draw=1",
        "klondike:passes=2,draw=3",
        "klondike:draw=2",
        "klondike:columns=7",
        "freecell:draw=3",
        "plato:columns=11",
        "plato:columns=07",
        "nonsense",
        "",
        "freecell:",
        "constructor",
        "freecell:constructor=1",
        "plato:build=constructor",
    ]
    assert ask_page(tmp_path, keys=wrong)["records"] == [None] * len(wrong)


@pytest.fixture(scope="module")
def page_answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    answers = ask_page(tmp_path_factory.mktemp("page"), files=list(FILES.values()))["files"]
    return dict(zip(FILES, answers, strict=True))


def law_answer(text: str) -> dict[str, Any]:
    """Return what Python says of a file: its record and options, or the key at fault."""
    try:
        rules = parse_rules(text, "f")
    except RulesError as error:
        return {"fault": faulty_place(str(error))}
    offers = {option.name: option_text(option.default) for option in rules.options}
    return {"record": rules.pack().hex(), "offers": offers}


def faulty_place(sentence: str) -> str:
    """Return the key that a refusal names, or what kind of text it refuses."""
    if "not TOML" in sentence:
        return "toml"
    if "longer than" in sentence:
        return "long"
    found = re.match(r"f: (\[\w+\] [\w-]+|[\w-]+) ", sentence)
    assert found, sentence
    return found[1]


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_the_same_record_or_a_refusal_naming_the_same_key(
    page_answers: dict[str, Any], name: str
) -> None:
    assert page_answers[name] == law_answer(FILES[name])


def test_games_that_the_page_has_saved_are_read_by_python() -> None:
    saves = sorted((ROOT / "tests" / "corpus" / "saves").glob("page-1-*.json"))
    assert len(saves) >= 4
    for path in saves:
        text = path.read_text(encoding="utf-8")
        saved, game = json.loads(text), load_game(text)
        assert game.start.rules.key == saved["game"]
        assert game.move_count == saved["position"]
        assert game.extras == {"page": saved["page"]}
        assert json.loads(save_game(game)) == saved


def random_file(dice: random.Random) -> dict[str, Any]:
    """Return a file of random rules, with some values changed."""
    while True:
        with suppress(ValueError):
            file = rules_file(rules_of(random_record(dice)))
            break
    offered = dice.sample(OPTIONS, dice.choice((0, 0, 1, 3)))
    file["options"] = [option.name for option in offered]
    for key in dice.sample(KEYS[2:], dice.choice((0, 1, 2, 4))):
        table = file.setdefault(key.table, {}) if key.table else file
        table[key.name] = random_value(key, dice)
    return file


def random_value(key: FileKey, dice: random.Random) -> Any:
    """Return a value that a key may have, mostly."""
    number = dice.randint(key.low - (dice.random() < 0.1), key.high + (dice.random() < 0.1))
    values: dict[str, Any] = {
        "whole": dice.choice([number, key.low, key.high, *key.choices]),
        "choice": dice.choice([*key.choices, "other"]),
        "flag": dice.choice([False, True]),
        "list": [dice.choice([0, 0, 1, 5, 13]) for _ in range(dice.randint(0, 10))],
        "places": sorted(dice.sample(range(1, 11), dice.randint(0, 4))),
        "options": [name for name in key.choices if dice.random() < 0.2],
    }
    return values.get(key.kind, dice.choice(["name", "", "a b"]))


def toml_text(file: dict[str, Any]) -> str:
    """Write a file as TOML; its strings need no escapes but those that JSON has too."""
    tables = {name: table for name, table in file.items() if isinstance(table, dict)}
    plain = {name: value for name, value in file.items() if name not in tables}
    lines = [f"{name} = {json.dumps(value)}" for name, value in plain.items()]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return "\n".join(lines)


def test_random_files_give_the_same_records_or_are_refused_by_both(tmp_path: Path) -> None:
    dice = random.Random(2026)
    texts = [toml_text(random_file(dice)) for _ in range(1500)]
    expected = [law_answer(text) for text in texts]
    assert sum("record" in answer for answer in expected) > 300
    answers = ask_page(tmp_path, files=texts)["files"]
    # A file with several faults may be refused for another of them.
    for text, found, wanted in zip(texts, answers, expected, strict=True):
        assert found == wanted or ("fault" in found and "fault" in wanted), text
    assert sum(map(eq, answers, expected)) > 0.95 * len(texts)


def test_the_corpus_has_good_files_and_refusals_of_most_keys() -> None:
    answers = [law_answer(text) for text in FILES.values()]
    assert sum("record" in answer for answer in answers) > 50
    assert len({answer["fault"] for answer in answers if "fault" in answer}) > 25

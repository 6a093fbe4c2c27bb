"""`solve --deals --out`: surveys in files, cut short, gone on with, and read back."""

import errno
import fcntl
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from kungen.cli.files import write_file

Kungen = Callable[..., Any]

PROGRAM = [sys.executable, "-m", "kungen"]
DEALS = ("--deals", "11980-11984")
SUM = "5 deals of freecell: 4 solved, 1 unsolvable, 0 undecided\n"
HEADING = {
    "format": 1,
    "kungen": "survey",
    "version": "0.1.0",
    "game": "freecell",
    "first": 11980,
    "last": 11984,
    "nodes": None,
    "bytes": 2**30,
}
ENDINGS = pytest.mark.parametrize("ending", [".jsonl", ".parquet"])


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def whole(kungen: Kungen) -> bytes:
    """The file of a survey that was never interrupted."""
    file = Path("whole.jsonl")
    assert kungen("solve", *DEALS, "--out", str(file)).status == 0
    return file.read_bytes()


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def test_a_survey_is_a_heading_and_what_json_prints_of_each_deal(kungen: Kungen) -> None:
    done = kungen("solve", *DEALS, "--out", "survey.jsonl")
    assert (done.status, done.out, done.err) == (0, SUM, "")
    heading, *records = map(json.loads, Path("survey.jsonl").read_text().splitlines())
    assert heading == HEADING
    printed = kungen("solve", *DEALS, "--json").out
    assert records == [json.loads(line) for line in printed.splitlines()]
    assert [record["deal"] for record in records] == [*range(11980, 11985)]
    assert [record["verdict"] for record in records].index("unsolvable") == 2
    assert files() == ["survey.jsonl"]


def test_a_parquet_file_has_typed_columns_the_same_records_and_what_made_it(
    kungen: Kungen, whole: bytes
) -> None:
    done = kungen("solve", *DEALS, "--out", "survey.parquet", "--threads", "2")
    assert (done.status, done.out, done.err) == (0, SUM, "")
    assert files() == ["survey.parquet", "whole.jsonl"]
    table = parquet.read_table("survey.parquet")
    word = pa.dictionary(pa.int32(), pa.string())
    assert dict(zip(table.schema.names, table.schema.types, strict=True)) == {
        "game": word,
        "deal": pa.int64(),
        "verdict": word,
        "reason": pa.string(),
        "moves": pa.int32(),
        "nodes": pa.int64(),
        "states": pa.int64(),
        "bytes": pa.int64(),
        "replayed": pa.string(),
    }
    heading, *records = map(json.loads, whole.splitlines())
    assert table.to_pylist() == records
    assert json.loads(table.schema.metadata[b"kungen"]) == heading == HEADING


def test_a_large_parquet_file_is_written_in_groups(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.cli.parquet.GROUP", 2)
    assert kungen("solve", *DEALS, "--out", "survey.parquet").status == 0
    file = parquet.ParquetFile("survey.parquet")
    assert [file.metadata.row_group(place).num_rows for place in range(3)] == [2, 2, 1]
    assert file.read()["deal"].to_pylist() == [*range(11980, 11985)]


def wait_for_lines(file: Path, count: int) -> None:
    end = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.usefixtures("_ctrl_c_is_heard")
@ENDINGS
def test_interrupted_and_gone_on_with_it_is_the_file_of_one_run(
    kungen: Kungen, ending: str
) -> None:
    name, growing = f"cut{ending}", f"cut{ending.replace('.parquet', '.parquet.part')}"
    command = ["solve", "--deals", "1-6000", "--out"]
    with subprocess.Popen(
        [*PROGRAM, *command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for_lines(Path(growing), 100)
        process.send_signal(signal.SIGINT)
        out, complaint = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert files() == [growing]
    done = Path(growing).read_bytes().count(b"\n") - 1
    assert 99 <= done < 6000
    # A record that was written in the moment of the signal may not have been counted yet.
    assert complaint in [
        f"{count} deals of freecell: {count} solved, 0 unsolvable, 0 undecided\n"
        f"{growing} has {count} of 6000 deals; the same command goes on from there\n"
        for count in (done, done - 1)
    ]
    said = "6000 deals of freecell: 6000 solved, 0 unsolvable, 0 undecided\n"
    again = kungen(*command, name)
    assert (again.status, again.out, again.err) == (0, said, "")
    assert kungen(*command, f"one{ending}", "--threads", "2").status == 0
    assert Path(name).read_bytes() == Path(f"one{ending}").read_bytes()
    assert files() == [name, f"one{ending}"]


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_does_not_wait_for_a_deal_that_takes_minutes() -> None:
    command = ["solve", "--deals", "1-100000", "--game", "klondike", "--out", "klondike.jsonl"]
    with subprocess.Popen([*PROGRAM, *command], stderr=subprocess.PIPE) as process:
        try:
            wait_for_lines(Path("klondike.jsonl"), 12)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("cut", "rest"),
    [
        (0, b""),
        (1, b""),
        (-1, b""),
        (-100, b""),
        (-100, bytes(100_000)),
        (-150, b'{"game": '),
    ],
    ids=["nothing", "heading", "line end", "line", "zeros", "next line"],
)
@ENDINGS
def test_what_was_written_in_part_is_written_again(
    kungen: Kungen, whole: bytes, ending: str, cut: int, rest: bytes
) -> None:
    growing = Path("cut.jsonl" if ending == ".jsonl" else "cut.parquet.part")
    growing.write_bytes(whole[:cut] + rest)
    done = kungen("solve", *DEALS, "--out", f"cut{ending}")
    assert (done.status, done.out, done.err) == (0, SUM, "")
    if ending == ".jsonl":
        assert growing.read_bytes() == whole
    else:
        assert kungen("solve", *DEALS, "--out", "other.parquet").status == 0
        assert Path("cut.parquet").read_bytes() == Path("other.parquet").read_bytes()


def test_deals_that_are_there_are_not_searched_again(
    kungen: Kungen, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("cut.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:4]))
    searched = []

    def none(_rules: object, start: int, stop: int, **_: object) -> Generator[object, None, None]:
        searched.append((start, stop))
        return nothing()

    monkeypatch.setattr("kungen.bulk.solve_deals", none)
    done = kungen("solve", *DEALS, "--out", "cut.jsonl")
    assert searched == [(11983, 11985)]
    assert done.out == "3 deals of freecell: 2 solved, 1 unsolvable, 0 undecided\n"


@ENDINGS
def test_a_complete_file_says_so_and_stays_as_it_is(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    name = f"survey{ending}"
    command = ["solve", "--deals", "11980-11982", "--nodes", "100", "--out", name]
    said = "3 deals of freecell: 1 solved, 0 unsolvable, 2 undecided\n"
    first = kungen(*command)
    assert (first.status, first.out) == (1, said)
    kept = Path(name).read_bytes()
    monkeypatch.delattr("kungen.bulk.solve_deals")
    again = kungen(*command)
    assert (again.status, again.out, again.err) == (1, f"{name} is complete\n{said}", "")
    assert Path(name).read_bytes() == kept


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*DEALS, "--game", "penguin"], '"game" in it is "freecell", not "penguin"'),
        (["--deals", "11979-11984"], '"first" in it is 11980, not 11979'),
        (["--deals", "11980-11985"], '"last" in it is 11984, not 11985'),
        ([*DEALS, "--nodes", "100"], '"nodes" in it is null, not 100'),
        ([*DEALS, "--memory", "1"], '"bytes" in it is 1073741824, not 1048576'),
    ],
    ids=["game", "first", "last", "nodes", "memory"],
)
@pytest.mark.parametrize("name", ["x.jsonl", "x.parquet", "x.parquet.part"])
def test_another_survey_is_not_gone_on_with(
    kungen: Kungen, name: str, arguments: list[str], said: str
) -> None:
    out = name.removesuffix(".part")
    assert kungen("solve", *DEALS, "--out", "y.jsonl" if name.endswith("part") else out).status == 0
    if name.endswith("part"):
        Path("y.jsonl").rename(name)
    kept = Path(name).read_bytes()
    done = kungen("solve", *arguments, "--out", out)
    assert (done.status, done.out) == (1, "")
    assert done.err == f"kungen: {name}: this is another survey: {said}; another file is needed\n"
    assert (files(), Path(name).read_bytes()) == ([name], kept)


def test_a_survey_of_another_version_is_not_gone_on_with(
    kungen: Kungen, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.cli.survey.version", lambda _name: "9.0.0")
    done = kungen("solve", *DEALS, "--out", "whole.jsonl")
    assert done.status == 1
    assert '"version" in it is "0.1.0", not "9.0.0"' in done.err
    assert Path("whole.jsonl").read_bytes() == whole


def test_a_survey_of_a_game_of_ones_own_has_its_rules(kungen: Kungen) -> None:
    game = Path("mine.toml")
    text = (
        'format = 2\nid = "mine"\n[names]\nsv = "M"\nda = "M"\nen = "M"\n'
        '[layout]\ncolumns = 8\ncells = 4\n[build]\norder = "suit"\n'
    )
    game.write_text(text)
    command = ["solve", "--deals", "1-2", "--game", "mine.toml", "--out", "mine.jsonl"]
    assert kungen(*command).status == 0
    heading, first, _ = map(json.loads, Path("mine.jsonl").read_text().splitlines())
    assert heading["game"] == first["game"] == "mine"
    assert heading["rules"]["build"] == {"order": "suit"}
    game.write_text(text.replace("cells = 4", "cells = 3"))
    done = kungen(*command)
    assert done.status == 1
    assert done.err == (
        'kungen: mine.jsonl: this is another survey: "rules" is not the same; another file is'
        " needed\n"
    )


@pytest.mark.parametrize(
    "content",
    [
        b"hello\n",
        b"hello",
        b'{"deal": 617}\n',
        b"[" * 60_000,
        b"\xff\n",
        b"\0" * 70_000,
        b"[1]\n",
    ],
    ids=["text", "no line", "JSON", "brackets", "no UTF-8", "zeros", "list"],
)
@pytest.mark.parametrize("name", ["x.jsonl", "x.parquet", "x.parquet.part"])
def test_a_file_in_the_way_is_left_alone(kungen: Kungen, name: str, content: bytes) -> None:
    Path(name).write_bytes(content)
    done = kungen("solve", *DEALS, "--out", name.removesuffix(".part"))
    assert (done.status, done.out) == (1, "")
    assert done.err == f"kungen: {name}: this is no survey; another file is needed\n"
    assert (files(), Path(name).read_bytes()) == ([name], content)


def test_a_parquet_file_of_others_is_left_alone(kungen: Kungen) -> None:
    parquet.write_table(pa.table({"deal": [1]}), "x.parquet")
    kept = Path("x.parquet").read_bytes()
    done = kungen("solve", *DEALS, "--out", "x.parquet")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: x.parquet: this is no survey; another file is needed\n"
    assert Path("x.parquet").read_bytes() == kept


def test_a_part_of_a_parquet_file_is_not_taken_for_it(kungen: Kungen) -> None:
    assert kungen("solve", *DEALS, "--out", "x.parquet").status == 0
    table = parquet.read_table("x.parquet")
    for changed in (table.slice(0, 4), table.drop_columns(["verdict"])):
        parquet.write_table(changed, "x.parquet")
        done = kungen("solve", *DEALS, "--out", "x.parquet")
        assert (done.status, done.out) == (1, "")
        assert done.err == (
            "kungen: x.parquet: this is not as it was written; without it the same command makes it"
            " anew\n"
        )


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        (b'"solved"', b'"unsolvable"'),
        (b'"reason": ""', b'"reason": "nodes"'),
        (b'"replayed": "core"', b'"replayed": ""'),
        (b'"nodes": ', b'"nodes": -'),
        (b'"nodes": ', b'"nodes": 99999999999999999999'),
        (b'"deal": 11981', b'"deal": 11981, "deal": 11981'),
        (b"}\n", b"}\r\n"),
    ],
)
def test_a_record_that_was_changed_is_said(
    kungen: Kungen, whole: bytes, there: bytes, instead: bytes
) -> None:
    heading, first, second, *rest = whole.splitlines(keepends=True)
    assert there in second
    damaged = b"".join([heading, first, second.replace(there, instead), *rest])
    Path("x.jsonl").write_bytes(damaged)
    done = kungen("solve", *DEALS, "--out", "x.jsonl")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("kungen: x.jsonl: line 3 is not the record of deal 11981;")
    assert Path("x.jsonl").read_bytes() == damaged


@pytest.mark.parametrize(
    ("line", "record"),
    [
        (2, b"{}\n"),
        (3, b"\n"),
        (4, b"no JSON\n"),
        (4, b"[" * 60_000 + b"\n"),
        (4, b"x" * 70_000 + b"\n"),
        (4, None),
        (7, None),
    ],
    ids=["empty", "blank", "text", "brackets", "long", "twice", "too many"],
)
def test_a_line_that_is_not_the_record_of_its_deal_is_said(
    kungen: Kungen, whole: bytes, line: int, record: bytes | None
) -> None:
    lines = whole.splitlines(keepends=True)
    before = lines[line - 2].replace(b'"deal": 11984', b'"deal": 11985')
    lines[line - 1 : line] = [before if record is None else record]
    damaged = b"".join(lines)
    Path("x.jsonl").write_bytes(damaged)
    done = kungen("solve", *DEALS, "--out", "x.jsonl")
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"kungen: x.jsonl: line {line} is not the record of deal {11978 + line}; without it and all"
        " after it the same command goes on\n"
    )
    assert Path("x.jsonl").read_bytes() == damaged


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "penguin"),
        ("deal", 11981),
        ("verdict", "lost"),
        ("moves", "104"),
        ("nodes", 1.5),
        ("states", True),
        ("reason", None),
        ("more", 1),
    ],
)
def test_a_record_is_what_the_survey_writes(
    kungen: Kungen, whole: bytes, key: str, value: object
) -> None:
    heading, first, *rest = whole.splitlines()
    changed = json.dumps({**json.loads(first), key: value}).encode()
    Path("x.jsonl").write_bytes(b"\n".join([heading, changed, *rest, b""]))
    done = kungen("solve", *DEALS, "--out", "x.jsonl")
    assert done.status == 1
    assert "x.jsonl: line 2 is not the record of deal 11980; " in done.err


@pytest.mark.parametrize(("key", "value"), [("moves", 2**31), ("nodes", 2**63), ("deal", 10**30)])
def test_a_number_that_its_column_does_not_hold_is_said(
    kungen: Kungen, whole: bytes, key: str, value: int
) -> None:
    heading, first, *rest = whole.splitlines()
    changed = json.dumps({**json.loads(first), key: value}).encode()
    Path("x.parquet.part").write_bytes(b"\n".join([heading, changed, *rest, b""]))
    done = kungen("solve", *DEALS, "--out", "x.parquet")
    assert done.status == 1
    assert done.err.startswith("kungen: x.parquet")
    assert done.err.count("\n") == 1
    assert files() == ["whole.jsonl", "x.parquet.part"]


def test_without_pyarrow_parquet_says_what_to_install(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.cli.surveying.find_spec", lambda _name: None)
    done = kungen("solve", *DEALS, "--out", "x.parquet")
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        "kungen: Parquet is an extra: pip install 'kungen[parquet]'; .jsonl goes without it\n"
    )
    assert files() == []
    assert kungen("solve", *DEALS, "--out", "x.jsonl").status == 0


def with_blocks(blocks: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line where no file can be larger than so many KiB."""
    script = f'ulimit -f {blocks}; exec "{sys.executable}" -m kungen "$@"'
    command = ["bash", "-c", script, "bash", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@ENDINGS
def test_a_full_disk_keeps_whole_records_and_is_gone_on_from(kungen: Kungen, ending: str) -> None:
    name, growing = f"x{ending}", f"x{ending.replace('.parquet', '.parquet.part')}"
    command = ["solve", "--deals", "1-200", "--out"]
    done = with_blocks(4, *command, name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"kungen: {growing}: file too large; it keeps what it has, and the same command goes on"
        " from there\n"
    )
    assert files() == [growing]
    kept = Path(growing).read_bytes()
    assert (len(kept) > 4096 - 200, kept[-2:]) == (True, b"}\n")
    assert kungen(*command, name).status == 0
    assert kungen(*command, f"y{ending}").status == 0
    assert Path(name).read_bytes() == Path(f"y{ending}").read_bytes()


def test_a_disk_too_full_for_the_parquet_file_leaves_the_records(kungen: Kungen) -> None:
    command = ["solve", "--deals", "1-300", "--out"]
    assert kungen(*command, "x.jsonl").status == 0
    kept = Path("x.jsonl").rename("x.parquet.part").read_bytes()
    done = with_blocks(4, *command, "x.parquet")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "kungen: x.parquet: file too large\n"
    assert files() == ["x.parquet.part"]
    assert Path("x.parquet.part").read_bytes() == kept
    assert kungen(*command, "x.parquet").status == 0
    assert files() == ["x.parquet"]


def test_a_disk_that_fails_at_the_end_is_said(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = kungen("solve", *DEALS, "--out", "x.jsonl")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: x.jsonl: no space left on device\n"


def nothing() -> Generator[object, None, None]:
    yield from ()


def test_interrupted_while_parquet_is_written_nothing_is_lost(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_name: str, _write: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kungen.cli.parquet.write_file", interrupted)
    done = kungen("solve", *DEALS, "--out", "x.parquet")
    assert (done.status, done.out) == (130, "")
    assert done.err == (
        f"{SUM}x.parquet.part has 5 of 5 deals; the same command goes on from there\n"
    )
    assert files() == ["x.parquet.part"]
    monkeypatch.setattr("kungen.cli.parquet.write_file", write_file)
    monkeypatch.delattr("kungen.bulk.solve_deals")
    assert kungen("solve", *DEALS, "--out", "x.parquet").out == SUM
    assert files() == ["x.parquet"]


def test_two_processes_do_not_write_one_file(kungen: Kungen, whole: bytes) -> None:
    with Path("whole.jsonl").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        done = kungen("solve", *DEALS, "--out", "whole.jsonl")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: whole.jsonl: another process is writing it\n"
    assert Path("whole.jsonl").read_bytes() == whole


@ENDINGS
def test_a_place_where_no_file_can_be_is_said(kungen: Kungen, ending: str) -> None:
    done = kungen("solve", *DEALS, "--out", f"none/x{ending}")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: none/x{ending}")
    assert done.err.endswith(f": there is no directory {Path('none').absolute()}\n")
    Path(f"d{ending}").mkdir()
    done = kungen("solve", *DEALS, "--out", f"d{ending}")
    assert done.status == 1
    assert done.err == f"kungen: d{ending}: this is a directory; a file is expected\n"
    Path(f"x{ending}").symlink_to("/dev/full")
    done = kungen("solve", *DEALS, "--out", f"x{ending}")
    assert done.status == 1
    assert done.err == f"kungen: x{ending}: this is a pipe or a device; a file is expected\n"
    done = kungen("solve", *DEALS, "--out", f"{'a' * 300}{ending}")
    assert done.status == 1
    assert done.err.endswith(": file name too long\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            [*DEALS, "--out", "x.csv"],
            "--out is a file that ends in .jsonl or .parquet, not 'x.csv'",
        ),
        ([*DEALS, "--out", "-"], "--out is a file that ends in .jsonl or .parquet, not '-'"),
        ([*DEALS, "--out", ""], "the name of a file is empty; "),
        ([*DEALS, "--out", "--x.jsonl"], "unknown option --x.jsonl; a file of that name is ./"),
        ([*DEALS, "--out", "x.jsonl", "--json"], "give --json or --out FILE, not both: "),
        (["617", "--out", "x.jsonl"], "one deal is printed; --out goes with --deals"),
    ],
    ids=["ending", "standard output", "no name", "option", "json", "one deal"],
)
def test_a_file_that_makes_no_sense_is_wrong_usage(
    kungen: Kungen, arguments: list[str], said: str
) -> None:
    done = kungen("solve", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kungen: {said}")
    assert files() == []


def test_a_link_to_a_survey_stays_a_link(kungen: Kungen) -> None:
    Path("there").mkdir()
    for name in ("x.jsonl", "x.parquet"):
        Path(name).symlink_to(f"there/{name}")
        assert kungen("solve", *DEALS, "--out", name).status == 0
        assert Path(name).is_symlink()
    assert files() == ["there", "x.jsonl", "x.parquet"]
    assert sorted(path.name for path in Path("there").iterdir()) == ["x.jsonl", "x.parquet"]

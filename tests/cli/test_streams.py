"""Standard streams that are closed, full, the wrong way round or short of characters."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CLOSED_OUTPUT = (1, "", "kungen: standard output: it is closed\n")
CLOSED_INPUT = (1, "", "kungen: standard input: it is closed\n")
NUMBERS = "kungen: a deal number is a whole number from 1 to 8589934591"


def shell(script: str, folder: Path, **variables: str) -> tuple[int, str, str]:
    """The status, output and complaints of a shell script in which `kungen` is this Python's."""
    ran = subprocess.run(
        ["bash", "-c", f'kungen() {{ "{sys.executable}" -m kungen "$@"; }}\n{script}'],
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(
    "command",
    [
        "deal 617",
        "deal 617 --svg -",
        "solve 617",
        "play 617",
        "serve --port 0",
        "--help",
        "--version",
    ],
)
def test_closed_output_is_said(tmp_path: Path, command: str) -> None:
    assert shell(f"kungen {command} >&-", tmp_path) == CLOSED_OUTPUT


def test_a_command_that_prints_nothing_needs_no_output(tmp_path: Path) -> None:
    assert shell("kungen deal 617 --svg y.svg >&-", tmp_path) == (0, "", "")
    picture = (tmp_path / "y.svg").read_text()
    assert (picture[:4], picture[-7:]) == ("<svg", "</svg>\n")


@pytest.mark.parametrize(
    "command", ["identify -", "deal --board -", "verify -", "play --load -", "play --board -"]
)
@pytest.mark.parametrize("redirection", ["<&-", "0>only-for-writing"])
def test_closed_input_is_said(tmp_path: Path, command: str, redirection: str) -> None:
    assert shell(f"kungen {command} {redirection}", tmp_path) == CLOSED_INPUT


def test_a_game_without_input_shows_the_board_and_says_so(tmp_path: Path) -> None:
    status, out, complaint = shell("kungen play 617 <&-", tmp_path)
    assert (status, "", complaint) == CLOSED_INPUT
    assert out.endswith("\n0 moves\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_where_nothing_can_be_said_the_status_stands(tmp_path: Path, redirection: str) -> None:
    assert shell(f"kungen deal 0 {redirection}", tmp_path) == (2, "", "")
    assert shell(f"kungen identify nothing {redirection}", tmp_path) == (1, "", "")


def test_with_all_streams_closed_the_status_stands(tmp_path: Path) -> None:
    assert shell("kungen deal 617 <&- >&- 2>&-", tmp_path)[0] == 1


@pytest.mark.parametrize("command", ["--help", "deal --help", "--version"])
def test_help_ends_like_a_command_when_its_reader_leaves(tmp_path: Path, command: str) -> None:
    script = f"kungen {command} | true; echo ${{PIPESTATUS[0]}}"
    assert shell(script, tmp_path) == (0, "141\n", "")


@pytest.mark.parametrize(
    "variables", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_an_encoding_that_lacks_a_character_shows_its_escape(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    script = r"printf '3a\n\xc3\xa9\n58\n' | kungen play 617"
    status, out, complaint = shell(script, tmp_path, **variables)
    assert (status, out[-8:]) == (1, "2 moves\n")
    assert complaint.startswith(r"kungen: line 2: '\xe9' is no move")
    assert shell("kungen --help", tmp_path, **variables)[1].isascii()


def test_arguments_that_are_no_text_are_shown(tmp_path: Path) -> None:
    assert shell(r"kungen deal $'\xff'", tmp_path) == (2, "", NUMBERS + r", not '\udcff'" + "\n")
    said = r"kungen: 'a\udcff\n': there is no such file" + "\n"
    assert shell(r"kungen identify $'a\xff\n'", tmp_path) == (1, "", said)


@pytest.mark.parametrize("columns", ["0", "-3", "1", "19", "²", "100000000000", "x"])
def test_a_width_that_nothing_fits_in_is_forgotten(tmp_path: Path, columns: str) -> None:
    for command in ("--help", "deal --help"):
        status, out, complaint = shell(f"kungen {command}", tmp_path, COLUMNS=columns)
        assert (status, complaint) == (0, "")
        assert max(map(len, out.splitlines())) == 80


@pytest.mark.parametrize("columns", [20, 60, 120])
def test_help_is_as_wide_as_is_asked(tmp_path: Path, columns: int) -> None:
    _, out, _ = shell("kungen deal --help", tmp_path, COLUMNS=str(columns))
    assert max(len(line) for line in out.splitlines() if line.startswith("│")) == columns


def test_a_lack_of_descriptors_is_said_in_a_sentence(tmp_path: Path) -> None:
    # Python itself needs a few, more or less by how it is installed.
    status, out, complaint = shell("ulimit -n 8; kungen serve --port 0", tmp_path)
    assert (status, out) == (1, "")
    assert complaint.endswith(": too many open files\n")
    assert complaint.count("\n") == 1

"""The command line as a process of its own: pipes, signals, extras, and its examples."""

import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kungen import cli

Kungen = Callable[..., Any]

COMMANDS = (
    "deal",
    "moves",
    "identify",
    "play",
    "verify",
    "perft",
    "solve",
    "games",
    "lessons",
    "serve",
    "db",
)
PROGRAM = [sys.executable, "-m", "kungen"]


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell script in which `kungen` is this Python's."""
    # Output must be buffered, as it is for everyone, or a failure at the end goes unseen.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    function = f'kungen() {{ "{sys.executable}" -m kungen "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", function + script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def examples(help_text: str) -> list[str]:
    return re.findall(r"^  \$ (.*)$", help_text, re.MULTILINE)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "serve"])
def test_the_examples_of_the_help_run(kungen: Kungen, tmp_path: Path, command: str) -> None:
    done = kungen(command, "--help")
    assert done.status == 0
    lines = examples(done.out)
    assert len(lines) >= 2
    for line in lines:
        ran = shell(f"set -o pipefail; {line}", tmp_path)
        assert (ran.returncode, ran.stderr) == (0, ""), line


def test_the_examples_of_the_whole_run(kungen: Kungen, tmp_path: Path) -> None:
    for line in examples(kungen("--help").out):
        assert shell(line, tmp_path).returncode == 0, line


def test_help_lists_every_command(kungen: Kungen) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        done = kungen(*arguments)
        assert (done.status, done.err) == (0, "")
        assert all(re.search(rf"^│ {command} ", done.out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_breaks_no_sentence(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = kungen(command, "--help").out.partition("╭")[0]
    usage, *paragraphs = text.strip().split("\n\n")
    forms = [line.strip() for line in usage.removeprefix("Usage:").splitlines()]
    assert all(form.startswith(f"kungen {command} ") for form in forms)
    assert paragraphs
    for paragraph in paragraphs:
        assert (paragraph.count("\n"), paragraph[-1]) == (0, ".")


def test_the_version_is_that_of_the_project(kungen: Kungen) -> None:
    assert re.fullmatch(r"kungen \d+\.\d+\.\d+\n", kungen("--version").out)


def test_an_unknown_command_is_said(kungen: Kungen) -> None:
    done = kungen("shuffle")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "kungen: there is no command 'shuffle'; the commands are deal, moves, identify, play,"
        " verify, perft, solve, games, lessons, serve, db; `kungen --help` tells more\n"
    )


def test_a_reader_that_leaves_ends_the_program_quietly(tmp_path: Path) -> None:
    ran = shell("kungen moves 617 | head -n 0; echo ${PIPESTATUS[0]}", tmp_path)
    assert (ran.stdout, ran.stderr) == ("141\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = shell("kungen deal 617 > /dev/full", tmp_path)
    assert ran.returncode == 1
    assert ran.stderr == "kungen: standard output: no space left on device\n"


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_ends_a_game_quietly() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "617"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "FreeCell, deal 617\n"
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
    assert (process.returncode, complaint) == (130, "")


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What a terminal shows up to and with the *wanted* bytes, or until it is closed."""
    shown = b""
    while wanted not in shown:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # how Linux says that the other side has closed
            break
    return shown


def test_at_a_terminal_a_game_prompts_and_ctrl_d_ends_it() -> None:
    terminal, other_side = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "play", "617"], stdin=other_side, stdout=other_side, stderr=other_side
    ) as process:
        os.close(other_side)
        assert b"0 moves" in read_until(terminal, b"> ")
        os.write(terminal, b"3a\n")
        assert b"1 move\r\n" in read_until(terminal, b"> ")
        os.write(terminal, b"12 \xff\n")
        refused = read_until(terminal, b"> ")
        assert b"\r\n12: JD does not go on KS" in refused
        os.write(terminal, b"\x04")
        assert b"Traceback" not in read_until(terminal, b"no more")
    os.close(terminal)
    assert process.returncode == 0


def test_a_terminal_that_nothing_fits_in_gets_help_all_the_same() -> None:
    terminal, other_side = pty.openpty()
    termios.tcsetwinsize(other_side, (5, 3))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        [*PROGRAM, "deal", "--help"],
        stdin=other_side,
        stdout=other_side,
        stderr=other_side,
        env=environment,
    ) as process:
        os.close(other_side)
        assert b"kungen deal 617" in read_until(terminal, b"no more")
    os.close(terminal)
    assert process.returncode == 0


def test_ctrl_c_ends_a_long_count_at_once() -> None:
    with subprocess.Popen(
        [*PROGRAM, "perft", "617", "40"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1 35\n"
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
    assert (process.returncode, complaint) == (-signal.SIGINT, "")


def ask_raw(address: str, request: bytes) -> bytes:
    """What a server answers to bytes that need not be a request."""
    place = urllib.parse.urlsplit(address)
    with socket.create_connection((place.hostname, place.port)) as connection:
        connection.sendall(request)
        return connection.recv(4096)


def test_serve_prints_its_address_answers_and_ends_by_ctrl_c() -> None:
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.fullmatch(
            r"The table is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends\)\.\n", said
        )
        assert address
        with urllib.request.urlopen(f"{address[1]}healthz") as answer:  # noqa: S310
            assert answer.read() == b"ok\n"
        upgrade = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        answered = ask_raw(address[1], b"GET /healthz HTTP/1.1\r\n" + upgrade)
        assert answered.startswith(b"HTTP/1.1 200 ")
        answered = ask_raw(address[1], b"GET http://a.example/healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 200 ")
        answered = ask_raw(address[1], b"no request\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 400 ")
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate()
    assert (process.returncode, rest, complaint) == (0, "", "")


@pytest.mark.usefixtures("_ctrl_c_is_heard")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("seconds", [0, 0.1, 0.3, 1])
def test_ctrl_c_at_a_terminal_ends_a_server_quietly_while_its_processes_start(
    tmp_path: Path, workers: str, seconds: float
) -> None:
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"KUNGEN_DATABASE_URL": f"sqlite:///{tmp_path}/kungen.db"},
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("The table is at ")
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes get it
        _, complaint = process.communicate()
    assert (process.returncode, complaint) in {(0, ""), (130, "")}


def test_ctrl_c_while_a_command_is_being_loaded_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "prepare_streams", interrupted)
    assert cli.main(["deal", "617"]) == 130


def test_a_backup_that_finds_no_room_blames_the_copy_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    database = f"KUNGEN_DATABASE_URL=sqlite:///{tmp_path}/site/kungen.db"
    ran = shell(
        f"export {database}; kungen db upgrade; ulimit -f 40; kungen db backup copy.db", tmp_path
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("kungen: copy.db: d")
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


def test_a_taken_port_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        # A server that started all the same would never end by itself.
        command = [*PROGRAM, "serve", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"kungen: port {port} on 127.0.0.1 is taken; --port names another\n"


@pytest.mark.parametrize(
    ("port", "shown"),
    [
        ("-1", "'-1'"),
        ("65536", "65536"),
        ("8617.5", "'8617.5'"),
        ("0x10", "'0x10'"),
        ("5_000", "'5_000'"),
        (" 5", "' 5'"),
        ("٣", "'٣'"),
    ],
)
def test_a_port_out_of_range_is_wrong_usage(kungen: Kungen, port: str, shown: str) -> None:
    done = kungen("serve", "--port", port)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"kungen: --port is a whole number from 0 to 65535, not {shown}\n"


@pytest.mark.parametrize(
    "address",
    [
        "patience.example",
        "https://",
        "ftp://a.example/",
        "https://a.example/?deal=5",
        'http://a"/',
        "http://a:0/",
        "http://a:65536/",
    ],
)
def test_an_address_that_is_none_is_wrong_usage(kungen: Kungen, address: str) -> None:
    done = kungen("serve", "--address", address)
    assert (done.status, done.out) == (2, "")
    sentence = "--address is the page's own, such as https://patience.example/, not "
    assert done.err == f"kungen: {sentence}{address!r}\n"


def test_an_empty_host_is_wrong_usage(kungen: Kungen) -> None:
    done = kungen("serve", "--host", "")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("kungen: --host is empty; ")


def test_without_their_extra_the_command_line_and_the_server_say_what_to_install(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kungen.cli.serving.find_spec", lambda _name: None)
    done = kungen("serve")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: the server is an extra: pip install 'kungen[server]'\n"
    monkeypatch.setattr("kungen.cli.find_spec", lambda _name: None)
    done = kungen("deal", "617")
    assert (done.status, done.out) == (1, "")
    assert done.err == "kungen: the command line is an extra: pip install 'kungen[cli]'\n"

"""What `make` installs, and what it says when it cannot."""

import contextlib
import dataclasses
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Final

import chromium
import install
import packages
import postgresql
import pytest
import webkit

ROOT = Path(__file__).parents[2]


def test_tools_come_from_wheels_only_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("install.shutil.which", lambda name: f"/usr/bin/{name}")
    assert install.with_build_tools(["test"]) == ["build", "wasm", "page", "test"]
    monkeypatch.setattr("install.shutil.which", lambda _name: None)
    every = install.with_build_tools(["test"])
    assert every == ["build", "wasm", "page", "cmake", "ninja", "node", "test"]
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    assert set(every) <= set(groups)


def test_without_a_compiler_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr("install.shutil.which", lambda _name: None)
    with pytest.raises(SystemExit, match=r"needs a C\+\+20 compiler: install g\+\+ or clang"):
        install.main([".venv"])


def test_an_old_python_is_told_to_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.10"):
        install.main([".venv"])


TOOLS: Final = {"Chromium": chromium, "PostgreSQL": postgresql, "WebKit": webkit}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have been run."""
    commands: list[list[str]] = []

    def record(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("packages.subprocess.run", record)
    return commands


def has(monkeypatch: pytest.MonkeyPatch, *programs: str, user: int = 1000) -> None:
    """Make the system one that has these programs and no other."""
    places = {name: f"/bin/{name}" for name in programs}
    monkeypatch.setattr("packages.shutil.which", places.get)
    monkeypatch.setattr("packages.os.geteuid", lambda: user)
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))


def test_a_chromium_that_is_there_is_enough(
    monkeypatch: pytest.MonkeyPatch, run: list[list[str]]
) -> None:
    has(monkeypatch, "apt-get", "google-chrome", user=0)
    chromium.main()
    assert run == []


@pytest.mark.parametrize(
    ("tool", "manager", "said"),
    [
        (chromium, "apt-get", "apt-get install --yes --quiet=2 fonts-dejavu-core chromium"),
        (chromium, "dnf", "dnf install --assumeyes chromium dejavu-sans-fonts"),
        (chromium, "pacman", "pacman --sync --refresh --noconfirm chromium ttf-dejavu"),
        (chromium, "none", "your system's packages"),
        (postgresql, "apt-get", "apt-get install --yes --quiet=2 postgresql"),
        (postgresql, "dnf", "dnf install --assumeyes postgresql-server"),
        (postgresql, "pacman", "pacman --sync --refresh --noconfirm postgresql"),
        (postgresql, "none", "your system's packages"),
    ],
)
def test_what_is_missing_and_cannot_be_installed_is_said(
    monkeypatch: pytest.MonkeyPatch,
    run: list[list[str]],
    tool: ModuleType,
    manager: str,
    said: str,
) -> None:
    has(monkeypatch, manager)
    (name,) = (name for name, one in TOOLS.items() if one is tool)
    with pytest.raises(SystemExit) as ended:
        tool.main()
    assert re.fullmatch(
        rf"The (browser tests|tests of the service) need {name}, which is not installed and could "
        rf"not be installed from here. Install it \({re.escape(said)}\) and run `make test` again.",
        str(ended.value),
    )
    assert run == []


@pytest.mark.parametrize("manager", ["apt-get", "dnf"])
def test_a_missing_webkit_is_said_and_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    run: list[list[str]],
    manager: str,
) -> None:
    has(monkeypatch, manager)
    webkit.main()
    assert capsys.readouterr().out == webkit.advice() + "\n"
    assert run == []


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("Chromium", ["chromium-headless-shell", "chromium"]),
        ("PostgreSQL", ["postgresql"]),
        ("WebKit", ["fonts-dejavu-core"]),
    ],
)
def test_what_is_missing_is_installed_by_root_without_a_question(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    run: list[list[str]],
    name: str,
    last: list[str],
) -> None:
    has(monkeypatch, "apt-get", user=0)
    with contextlib.suppress(SystemExit):
        TOOLS[name].main()
    assert capsys.readouterr().out.startswith(f"Installing {name} with apt-get\n")
    update, *installs = run
    assert update == ["apt-get", "update", "--quiet=2"]
    assert [command[-1] for command in installs] == last
    assert all(command[:3] == ["apt-get", "install", "--yes"] for command in installs)


def test_another_user_asks_sudo_and_nothing_is_run_that_is_not_needed(
    monkeypatch: pytest.MonkeyPatch, run: list[list[str]]
) -> None:
    has(monkeypatch, "apt-get", "sudo")
    found = iter([None, "/bin/chromium", "/bin/chromium"])
    wanted = dataclasses.replace(chromium.CHROMIUM, find=lambda: next(found))
    packages.require(wanted, "The browser tests")
    assert run == [
        ["/bin/sudo", "-n", "true"],
        ["/bin/sudo", "-n", "apt-get", "update", "--quiet=2"],
    ]

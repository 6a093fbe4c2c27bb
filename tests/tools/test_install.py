"""What `make` installs, and what it says when it cannot."""

import subprocess
import sys
import tomllib
from pathlib import Path

import chromium
import install
import pytest

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


def test_a_chromium_that_is_there_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chromium.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(chromium, "install", lambda _manager: pytest.fail("it installs"))
    chromium.main()


def test_a_missing_chromium_that_cannot_be_installed_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chromium.shutil.which", lambda name: "/bin/dnf" if name == "dnf" else None)
    monkeypatch.setattr("chromium.os.geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match=r"Install it \(dnf install --assumeyes chromium"):
        chromium.main()


def test_chromium_is_installed_by_root_without_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run: list[list[str]] = []

    def record(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        run.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("chromium.subprocess.run", record)
    monkeypatch.setattr("chromium.os.geteuid", lambda: 0)
    monkeypatch.setattr("chromium.shutil.which", lambda _name: None)
    chromium.install("apt-get")
    assert [command[1] for command in run] == ["update", "install", "install"]
    assert [command[-1] for command in run[1:]] == ["chromium-headless-shell", "chromium"]
    assert all("--yes" in command for command in run[1:])
    run.clear()
    monkeypatch.setattr("chromium.os.geteuid", lambda: 1000)
    monkeypatch.setattr("chromium.shutil.which", lambda name: f"/usr/bin/{name}")
    chromium.install("apt-get")
    assert run[0] == ["/usr/bin/sudo", "-n", "true"]
    # There was one already: no more than the first command is run.
    assert [command[:3] for command in run[1:]] == [["/usr/bin/sudo", "-n", "apt-get"]]

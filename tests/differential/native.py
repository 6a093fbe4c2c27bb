"""Native test programs, built once for each state of the sources under build/."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from tests.differential.engines import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ZIG: Final = (
    "-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti",
    "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-Icore",
)  # fmt: skip


def core_sources() -> list[Path]:
    """Return the core's own sources, without its test programs."""
    return sorted([*ROOT.glob("core/*.cpp"), *ROOT.glob("core/search/**/*.cpp")])


def fingerprint() -> str:
    """Return a name for the state of everything that goes into a test program."""
    digest = hashlib.sha256()
    for path in sorted(
        [ROOT / "CMakeLists.txt", *ROOT.glob("core/**/*.?pp"), *ROOT.glob("core/**/*.inc")]
    ):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def program(name: str, *, sanitize: bool) -> Path:
    """Build a test program of core/tests with CMake and the system's compiler."""
    directory = ROOT / "build" / f"tests-{'sanitize' if sanitize else 'plain'}"
    built = directory / f"kungen_{name}-{fingerprint()}"
    directory.mkdir(parents=True, exist_ok=True)
    # Tests that run side by side build in one directory.
    with (directory / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            options = ["-DKUNGEN_PYTHON=OFF", f"-DKUNGEN_SANITIZE={'ON' if sanitize else 'OFF'}"]
            run(["cmake", "-S", ".", "-B", str(directory), *options])
            run(["cmake", "--build", str(directory), "--target", f"kungen_{name}"])
            shutil.copy2(directory / f"kungen_{name}", built)
    return built


def zig_program(name: str) -> Path:
    """Build a test program of core/tests with the compiler that makes the WebAssembly."""
    directory = ROOT / "build" / "tests-zig"
    built = directory / f"kungen_{name}-{fingerprint()}"
    if not built.exists():
        directory.mkdir(parents=True, exist_ok=True)
        sources = [*map(str, core_sources()), f"core/tests/{name}.cpp"]
        run([sys.executable, "-m", "ziglang", "c++", *ZIG, *sources, "-o", str(built)])
    return built


def run(command: Sequence[str | Path]) -> str:
    """Run a command in the project and return what it prints; a failure shows its errors."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout

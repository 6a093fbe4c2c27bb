"""Builds rules.wasm and solver.wasm from the core.

Run as ``python tools/build_wasm.py DIRECTORY``. What was built once from the same sources with the
same flags is copied from the cache, so that only a change of the core costs a compilation.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SHARED_FLAGS: Final = (
    "-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20",
    "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fvisibility=hidden", "-s",
    "-Wl,-z,stack-size=262144",
)  # fmt: skip
SHARED_SOURCES: Final = (
    "core/autoplay.cpp", "core/deals.cpp", "core/game.cpp", "core/key.cpp", "core/key_set.cpp",
    "core/layout.cpp", "core/moves.cpp", "core/perft.cpp", "core/rules.cpp", "core/tip.cpp",
    "bindings/wasm_exchange.cpp", "bindings/wasm_support.cpp",
)  # fmt: skip
SOLVER_SOURCES: Final = (
    "core/signature.cpp", "core/search/any_solver.cpp", "core/search/beam/beam.cpp",
    "core/search/beam/branches.cpp", "core/search/beam/cost_weights_for.cpp",
    "core/search/beam/costs.cpp", "core/search/beam/short_solver.cpp",
    "core/search/board/board.cpp", "core/search/board/line.cpp", "core/search/board/relations.cpp",
    "core/search/complete/board_solver.cpp", "core/search/complete/compact_key.cpp",
    "core/search/complete/forcing.cpp", "core/search/complete/play.cpp",
    "core/search/greedy/fast_solver.cpp", "core/search/greedy/greedy.cpp",
    "core/search/greedy/weights_for.cpp", "core/search/greedy/worths.cpp",
    "core/search/pruning.cpp", "core/search/solver.cpp", "core/search/talon.cpp",
    "core/search/twins.cpp", "core/search/value.cpp",
    "bindings/wasm_solver.cpp",
)  # fmt: skip
RULES_SOURCES: Final = ("core/goal.cpp", "core/supermove.cpp", "bindings/wasm_rules.cpp")
MODULES: Final = {
    # Every visit loads the rules first, and each call takes microseconds: they are made small.
    "rules": (("-Oz",), (*SHARED_SOURCES, *RULES_SOURCES)),
    # Its vectors of sixteen bytes are half the size, too, where WebAssembly has them itself.
    "solver": (("-O3", "-msimd128"), (*SHARED_SOURCES, *SOLVER_SOURCES)),
}


def build(out_dir: Path) -> None:
    """Write every WebAssembly module to a directory, which is made when it is missing.

    Raises:
        RuntimeError: the compiler refused a source or is not installed.

    """
    out_dir.mkdir(parents=True, exist_ok=True)
    for name in MODULES:
        shutil.copyfile(_cached(name), out_dir / f"{name}.wasm")


def _cached(name: str) -> Path:
    cached = _cache_dir() / f"{name}-{_fingerprint(name)}.wasm"
    if not cached.exists():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached.parent) as scratch:
            built = Path(scratch) / "module.wasm"
            _compile(name, built)
            # Moved whole, so that two builds at once cannot leave half a file.
            built.replace(cached)
    return cached


def _cache_dir() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "kungen" / "wasm"


def _fingerprint(name: str) -> str:
    flags, sources = MODULES[name]
    digest = hashlib.sha256(repr((version("ziglang"), SHARED_FLAGS, flags, sources)).encode())
    headers = (path.relative_to(ROOT).as_posix() for path in _included())
    for source in sorted({*headers, "bindings/wasm_exchange.hpp", *sources}):
        digest.update(source.encode() + b"\0" + (ROOT / source).read_bytes())
    return digest.hexdigest()[:32]


def _included() -> list[Path]:
    return [*ROOT.glob("core/**/*.hpp"), *ROOT.glob("core/**/*.inc")]


def _compile(name: str, out: Path) -> None:
    flags, sources = MODULES[name]
    command = [
        sys.executable, "-m", "ziglang", "c++", *SHARED_FLAGS, *flags, "-Icore", *sources,
        "-o", str(out),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{name}.wasm could not be built:\n{done.stderr}")


def main(arguments: list[str]) -> int:
    """Build into the directory named on the command line."""
    if len(arguments) != 1:
        print("usage: python tools/build_wasm.py DIRECTORY", file=sys.stderr)
        return 2
    try:
        build(Path(arguments[0]))
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

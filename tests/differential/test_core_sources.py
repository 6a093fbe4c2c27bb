"""What the core may be made of: few headers, no input or output, and files of a readable size."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.differential.engines import ROOT

CORE: Final = sorted([*ROOT.glob("core/*.?pp"), *ROOT.glob("core/search/**/*.?pp")])
ALL: Final = sorted([*ROOT.glob("core/**/*.?pp"), *ROOT.glob("bindings/*.?pp")])
STANDARD_HEADERS: Final = {
    "algorithm",
    "array",
    "bit",
    "cstddef",
    "cstdint",
    "limits",
    "memory",
    "new",
    "optional",
    "span",
    "string",
    "string_view",
    "utility",
    "vector",
}
FORBIDDEN: Final = re.compile(
    r"\b(throw|try|catch|typeid|dynamic_cast|thread_local|goto|float|double)\b"
    r"|\bstatic (?!constexpr)|#define|\busing namespace std\b"
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_includes_itself_and_few_standard_headers(path: Path) -> None:
    includes = re.findall(r'#include (?:<(.+)>|"(.+)")', path.read_text(encoding="utf-8"))
    assert {standard for standard, _ in includes if standard} <= STANDARD_HEADERS
    for _, own in includes:
        assert not own or (ROOT / "core" / own).exists()


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_has_no_exceptions_no_floating_point_and_no_macros(path: Path) -> None:
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    assert not FORBIDDEN.search(code)


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_files_have_a_readable_size(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= (300 if path.suffix == ".hpp" else 700)
    assert max(map(len, lines)) <= 100


def test_the_sources_are_formatted() -> None:
    clang_format = Path(sys.executable).with_name("clang-format")
    command = [str(clang_format), "--dry-run", "--Werror", *map(str, ALL)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_source_is_in_every_build() -> None:
    sources = {name_of(path) for path in CORE if path.suffix == ".cpp"}
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert set(re.findall(r"  (core/\w\S+\.cpp)\n", cmake)) == sources
    wasm = (ROOT / "tools" / "build_wasm.py").read_text(encoding="utf-8")
    assert set(re.findall(r'"(core/[^"]+\.cpp)"', wasm)) == sources

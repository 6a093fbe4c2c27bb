"""The package: what it exports, and what importing it needs."""

import os
import subprocess
import sys
from pathlib import Path

import kungen

WITHOUT_NATIVE = """
import sys
sys.modules["kungen._core"] = None
"""


def run(code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(kungen.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=environment,
    )
    return done.stdout.strip()


def test_every_public_name_is_there() -> None:
    assert all(hasattr(kungen, name) for name in kungen.__all__)
    assert len(set(kungen.__all__)) == len(kungen.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(kungen, "whist")


def test_importing_loads_neither_the_native_module_nor_what_needs_extras() -> None:
    code = "import sys, kungen; print([name for name in ('kungen._core', 'kungen.solver',"
    code += " 'kungen.cli', 'kungen.server', 'kungen.svg', 'cyclopts') if name in sys.modules])"
    assert run(code) == "[]"


def test_the_law_works_without_the_native_module() -> None:
    code = WITHOUT_NATIVE + (
        "import kungen\n"
        "limits = kungen.Limits(nodes=5000)\n"
        "print(kungen.reference.solve(kungen.deal(8), limits).verdict.value)"
    )
    assert run(code) == "solved"


def test_solving_without_the_native_module_says_what_is_missing() -> None:
    code = WITHOUT_NATIVE + (
        "import kungen\ntry:\n    kungen.solve\nexcept ImportError as error:\n    print(error)"
    )
    said = run(code)
    assert said.startswith("kungen.solve needs the native module, and there is none here (")
    assert said.endswith("kungen.reference.solve works without it")

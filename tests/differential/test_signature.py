"""The signature: one line of numbers that every build of the core must print."""

from __future__ import annotations

from typing import Final

import pytest

from tests.differential.engines import Native, Wasm
from tests.differential.native import program, run, zig_program
from tests.differential.several_rules import CORPUS

EXPECTED: Final = (CORPUS / "signature.txt").read_text(encoding="ascii").strip()


def test_the_python_module_prints_it() -> None:
    assert Native().signature() == EXPECTED


def test_the_webassembly_module_prints_it() -> None:
    wasm = Wasm()
    line = wasm.signature()
    wasm.close()
    assert line == EXPECTED


@pytest.mark.slow
def test_the_system_compiler_with_sanitizers_prints_it() -> None:
    assert run([program("signature", sanitize=True)]).strip() == EXPECTED


@pytest.mark.slow
def test_the_webassembly_compiler_prints_it_natively() -> None:
    assert run([zig_program("signature")]).strip() == EXPECTED

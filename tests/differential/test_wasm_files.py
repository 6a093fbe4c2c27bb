"""The WebAssembly files: small, without imports, and with just the exports of the contract."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Final

import pytest

from tests.differential.engines import ROOT, wasm_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

IMPORTS: Final = 2
EXPORTS: Final = 7
MOST_COMPRESSED: Final = {"rules": 25_600, "solver": 96_000}
"""Every visit loads the rules; the solver, half of it weights, who asks for a verdict."""
SHARED: Final = {"memory", "_initialize", "exchange", "exchange_reserve"}
EXPECTED: Final = {
    "rules": SHARED
    | {"game_open", "game_open_layout", "game_close", "game_layout", "game_status", "game_moves"}
    | {"game_play", "game_undo", "game_redo", "game_restart", "game_finish_step", "game_tip"}
    | {"game_autoplay", "game_history", "game_replay", "perft_count", "distinct_count"}
    | {"rules_fault", "game_runs", "game_safe", "game_goal", "game_expand"},
    "solver": SHARED
    | {"solver_open", "solver_step", "solver_line", "solver_progress", "solver_close"}
    | {"signature"},
}


def read_number(data: bytes, at: int) -> tuple[int, int]:
    """Read an unsigned LEB128 number; return it and the place after it."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    assert module[:8] == b"\0asm\1\0\0\0"
    at = 8
    while at < len(module):
        kind = module[at]
        size, at = read_number(module, at + 1)
        yield kind, module[at : at + size]
        at += size


def exports(section: bytes) -> Iterator[str]:
    count, at = read_number(section, 0)
    for _ in range(count):
        size, at = read_number(section, at)
        yield section[at : at + size].decode("ascii")
        _, at = read_number(section, at + size + 1)


def read_module(name: str) -> bytes:
    return (wasm_directory() / f"{name}.wasm").read_bytes()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_module_imports_nothing_and_exports_the_contract(name: str) -> None:
    found = dict(sections(read_module(name)))
    assert IMPORTS not in found
    assert set(exports(found[EXPORTS])) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_module_is_small(name: str) -> None:
    assert len(gzip.compress(read_module(name), 9)) <= MOST_COMPRESSED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_every_export_is_in_the_description_of_the_architecture(name: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for export in EXPECTED[name] - {"memory", "_initialize"}:
        assert f"{export}(" in text or f"`{export}`" in text

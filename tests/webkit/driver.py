"""WebKit by its own WebDriver: what W3C's protocol says, as far as the tests need it.

See https://www.w3.org/TR/webdriver2/ for the commands.
"""

from __future__ import annotations

import base64
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import httpx2

Pointer = Literal["mouse", "pen"]
Json = dict[str, Any]

PATIENCE: Final = 60.0
# Keys that have no sign of their own, https://www.w3.org/TR/webdriver2/#keyboard-actions.
KEYS: Final = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e",
    "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip


class DriverError(Exception):
    """The driver did not do what it was asked; the message is its own."""


@dataclass(frozen=True, slots=True)
class Session:
    """One open browser window."""

    client: httpx2.Client
    id: str

    def command(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Send a command of this session, and return its value."""
        return send(self.client, method, f"/session/{self.id}{path}", body)

    def go(self, address: str) -> None:
        self.command("POST", "/url", {"url": address})

    def reload(self) -> None:
        self.command("POST", "/refresh", {})

    def back(self) -> None:
        self.command("POST", "/back", {})

    def address(self) -> str:
        return str(self.command("GET", "/url"))

    def evaluate(self, script: str, *arguments: object) -> Any:
        """Run the body of a function, and return what it returns, also by a promise."""
        return self.command("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait_for(self, script: str, *arguments: object) -> Any:
        """Wait until the body of a function returns what is true, and return that."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(script, *arguments)):
            if time.monotonic() > end:
                raise DriverError(f"waited in vain for: {script} {arguments}")
            time.sleep(0.02)
        return found

    def resize(self, width: int, height: int) -> None:
        """Give the page that much room."""
        self.command("POST", "/window/rect", {"width": width, "height": height})
        self.wait_for(
            "return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height
        )

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def pull(self, points: Iterable[tuple[float, float]], pointer: Pointer = "mouse") -> None:
        """Press at the first point, go over the others, and let go at the last one."""
        first, *others = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0} for x, y in points
        ]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._act(
            {
                "type": "pointer",
                "id": pointer,
                "parameters": {"pointerType": pointer},
                "actions": [first, down, *others, up],
            }
        )

    def _act(self, device: Json) -> None:
        self.command("POST", "/actions", {"actions": [device]})

    def shoot(self, path: Path) -> None:
        """Write what the window shows as a PNG file."""
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(base64.b64decode(self.command("GET", "/screenshot")))

    def close(self) -> None:
        self.command("DELETE", "")


def open_session(client: httpx2.Client, browser: str) -> Session:
    """Open a browser window that remembers nothing; in full screen it has no bars of its own."""
    options = {"binary": browser, "args": ["--automation", "--full-screen"]}
    wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    return Session(client, send(client, "POST", "/session", wanted)["sessionId"])


def send(
    client: httpx2.Client, method: str, path: str, body: Mapping[str, Any] | None = None
) -> Any:
    """Send a command and return its value; raise `DriverError` where it failed."""
    value = client.request(method, path, json=body if method == "POST" else None).json()["value"]
    if isinstance(value, dict) and "error" in value:
        raise DriverError(f"{path}: {value['error']}: {value['message']}")
    return value

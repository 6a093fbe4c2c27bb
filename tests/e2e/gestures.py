"""Hands that a browser cannot lend: fingers, frames of a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.e2e.hands import Table

FELT_FRAMES: Final = """async ({ card, frames, x, y }) => {
  const felt = document.querySelector("#felt");
  felt.setPointerCapture = () => {};
  const button = document.querySelector(`[data-card="${card}"]`);
  const box = button.getBoundingClientRect();
  const [fromX, fromY] = [box.x + box.width / 2, box.y + 8];
  const send = (type, at) => button.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, pointerType: "touch", bubbles: true, button: 0,
    clientX: fromX + x * at, clientY: fromY + y * at }));
  send("pointerdown", 0);
  send("pointermove", 0.2);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  window.framesOfDrag = async () => {
    for (let frame = 0; frame < frames; frame++) {
      send("pointermove", 0.2 + 0.8 * frame / frames);
      await new Promise(requestAnimationFrame);
    }
  };
  window.endOfDrag = () => send("pointercancel", 1);
}"""


def drag_frames(table: Table, card: int, frames: int = 60) -> dict[str, float]:
    """Drag a card for some frames; what the browser counted meanwhile, by CDP's names.

    Of its metrics the differences: `LayoutCount`, `RecalcStyleCount`, and in seconds
    `LayoutDuration`, `RecalcStyleDuration`, `ScriptDuration`, `TaskDuration`.
    """
    session = table.page.context.new_cdp_session(table.page)
    session.send("Performance.enable")
    reach = {"card": card, "frames": frames, "x": 120, "y": -160}
    table.landed()
    table.page.evaluate(FELT_FRAMES, reach)
    before = read_metrics(session)
    table.page.evaluate("framesOfDrag()")
    after = read_metrics(session)
    table.page.evaluate("endOfDrag()")
    return {name: after[name] - before[name] for name in after if name in before}


def read_metrics(session: Any) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in found}


class Fingers:
    """Fingers on the glass, by their places."""

    def __init__(self, table: Table) -> None:
        self.session = table.page.context.new_cdp_session(table.page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def down(self, *points: tuple[float, float]) -> None:
        self.send("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        self.send("touchMove", *points)

    def up(self) -> None:
        self.send("touchEnd")

    def tap(self, x: float, y: float) -> None:
        self.down((x, y))
        self.up()

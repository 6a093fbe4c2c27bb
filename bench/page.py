"""Measure the page in Chromium, beside what it may cost and beside another page's table.

Run `python bench/page.py`, or `make bench`. Each value is the median of five rounds. The page is
that of `kungen serve`. Beside it, in the same rounds, the board of chessground is dragged and
tapped in the same way; it is fetched by npm for that and is no part of Kungen. Without npm or a
network the page is measured alone.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import chromium
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.e2e.chromium_port import listening
from tests.e2e.conftest import FLAGS
from tests.e2e.hands import Move, Table, read_saved
from tests.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
ROUNDS: Final = 5
SLOWER: Final = 4
"""How much slower than this machine's the processor is made."""
SLOW_4G: Final = {
    "offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 93_750,
}  # fmt: skip
PHONE: Final = ViewportSize(width=390, height=844)
PATIENCE: Final = 120_000
FRAME: Final = 1 / 60
DRAG_STEPS: Final = 60
TAPS: Final = 24
VERDICTS: Final = 40
SHORTEST: Final = 16.0
"""Interactions that were shorter are not told by the browser."""
PEER: Final = "chessground@9.2.1"
PEER_PAGE: Final = """<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="node_modules/chessground/assets/chessground.base.css">
<link rel="stylesheet" href="node_modules/chessground/assets/chessground.brown.css">
<link rel="stylesheet" href="node_modules/chessground/assets/chessground.cburnett.css">
<div id="board" style="width: 376px; height: 376px"></div>
<script type="module">
import { Chessground } from "./node_modules/chessground/dist/chessground.min.js";
Chessground(document.getElementById("board"), { movable: { free: true, color: "both" } });
document.body.dataset.ready = "true";
</script>"""
PEER_SQUARE: Final = 47

# Notes the largest paint, the moment at which cards can be played, frames, interactions, saves.
NOTE: Final = """
window.noted = { paint: 0, laid: 0, frames: 0, events: [], saves: [], answers: [], stops: [] };
new PerformanceObserver((list) => {
  window.noted.paint = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) window.noted.events.push([interactionId, duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
new MutationObserver(() => {
  if (document.body?.dataset.laid && window.noted.laid === 0) window.noted.laid = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-laid"] });
requestAnimationFrame(function count() {
  window.noted.frames += 1;
  requestAnimationFrame(count);
});
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode, ...others) {
  const start = performance.now();
  const change = begin.call(this, names, mode, ...others);
  if (mode === "readwrite" && [names].flat().includes("games"))
    change.addEventListener("complete", () => window.noted.saves.push(performance.now() - start));
  return change;
};
window.Worker = class extends Worker {
  #start = performance.now();
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => {
      if (data.kind !== "progress") window.noted.answers.push(performance.now() - this.#start);
    });
  }
  terminate() {
    super.terminate();
    if (window.event !== undefined && window.event.type !== "message")
      window.noted.stops.push(performance.now() - window.event.timeStamp);
  }
};"""
SETTLED: Final = 4_000
SOLUTION: Final[list[Move]] = [
    tuple(step[0]) for step in read_saved("solutions/freecell-3.json")["steps"]
]
LONG_SEARCH: Final = "/kung-albert?deal=231"
DEAL: Final = "/kungen-patiens?deal=3"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing measured: the most (of a score the least) it may be, if any, and what came out."""

    name: str
    unit: str
    target: float | None
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def line(self) -> str:
        """Return the row as it is printed: ours, the target, the other table's, ours by theirs."""
        if not self.ours:
            return f"{self.name:44} not measured here"
        mine = median(self.ours)
        target = "" if self.target is None else f"{self.target:.0f}"
        line = f"{self.name:44}{mine:8.1f}{target:>8} {self.unit:3}"
        if not self.theirs:
            return line.rstrip()
        other = median(self.theirs)
        ratio = f"{mine / other:8.2f}" if other else ""
        return f"{line}{other:10.1f}{ratio}"


def rows() -> dict[str, Row]:
    """Return all that is measured, by short names, with its budget."""
    return {
        "paint": Row("largest paint, slow 4G, processor 4x slower", "ms", 1500),
        "laid": Row("playable, slow 4G, processor 4x slower", "ms", 2000),
        "taps": Row("tap to next paint, 4x slower, 95 of 100", "ms", 100),
        "drag": Row("drag, 4x slower: main thread for a frame", "ms", 4),
        "floor": Row("the same over a page with nothing on it", "ms", None),
        "layouts": Row(f"drag: layouts for {DRAG_STEPS} moves of the pointer", "", 0),
        "save": Row("a move: until it is kept", "ms", 5),
        "verdict": Row("FreeCell's verdict: 95 of 100 deals", "ms", 50),
        "stop": Row("a search: told to stop until it has", "ms", 5),
        "memory": Row("memory at rest, after a search", "MB", 60),
        "score": Row("Lighthouse: performance, phone", "", 95),
    }


@contextmanager
def opened(browser: Browser, *, network: bool = False, slower: int = 1) -> Iterator[Page]:
    """Open a page as a Swedish phone that knows nothing yet, on a slow network or processor."""
    context = browser.new_context(viewport=PHONE, locale="sv-SE")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOTE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    if network:
        session.send("Network.emulateNetworkConditions", dict(SLOW_4G))
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def noted(page: Page) -> dict[str, Any]:
    """Return what the page has noted, when the frames and events that are due have come."""
    page.wait_for_timeout(500)
    found: dict[str, Any] = page.evaluate("window.noted")
    return found


def measure_load(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure a first visit to the front page."""
    with opened(browser, network=True, slower=SLOWER) as page:
        page.goto(f"{site}/")
        page.wait_for_selector("body[data-ready]")
        told = noted(page)
    found["paint"].ours.append(told["paint"])
    found["laid"].ours.append(told["laid"])


def drag(page: Page, start: tuple[float, float]) -> tuple[float, float]:
    """Drag in circles, a move of the pointer each frame; main thread per frame (ms), layouts."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    x, y = start
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.wait_for_timeout(200)
    before, frames = metrics(session), page.evaluate("noted.frames")
    for step in range(DRAG_STEPS):
        page.mouse.move(x + 12 + step % 20 * 3, y + 12 + step * 2)
        time.sleep(FRAME)
    after, frames_after = metrics(session), page.evaluate("noted.frames")
    page.mouse.move(x, y)
    page.mouse.up()
    busy = (after["TaskDuration"] - before["TaskDuration"]) * 1000
    return busy / (frames_after - frames), after["LayoutCount"] - before["LayoutCount"]


def metrics(session: Any) -> dict[str, float]:
    """Return what the browser has counted."""
    told = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in told}


def slowest(events: list[tuple[int, float]], count: int) -> float:
    """Return the 95th percentile of interactions; those that are not told were short."""
    longest: dict[int, float] = {}
    for interaction, duration in events:
        longest[interaction] = max(duration, longest.get(interaction, 0))
    durations = sorted([*longest.values(), *[SHORTEST] * (count - len(longest))])
    return durations[int(len(durations) * 0.95) - 1]


def measure_table(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure a drag and taps on the table."""
    with opened(browser, slower=SLOWER) as page:
        table = Table(page, site).go(DEAL)
        busy, layouts = drag(page, table.corner("column1"))
        table.landed()
        for tap in range(TAPS):
            page.mouse.click(*table.corner(f"column{tap % 8 + 1}"))
            page.wait_for_timeout(150)
        taps = slowest(noted(page)["events"], TAPS)
    found["drag"].ours.append(busy)
    found["layouts"].ours.append(layouts)
    found["taps"].ours.append(taps)


def measure_board(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure the same on the other board: a drag of a pawn, taps on pieces."""
    with opened(browser, slower=SLOWER) as page:
        page.goto(site)
        page.wait_for_selector("body[data-ready]")
        x, y = page.evaluate(
            "(({ x, y }) => [x, y])(document.querySelector('cg-board').getBoundingClientRect())"
        )
        left, top = x + PEER_SQUARE / 2, y + PEER_SQUARE * 6.5
        busy, layouts = drag(page, (left, top - PEER_SQUARE * 5))
        for tap in range(TAPS):
            page.mouse.click(left + PEER_SQUARE * (tap % 8), top)
            page.wait_for_timeout(150)
        taps = slowest(noted(page)["events"], TAPS)
    found["drag"].theirs.append(busy)
    found["layouts"].theirs.append(layouts)
    found["taps"].theirs.append(taps)


def measure_empty(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure what the browser and this measuring cost in a drag by themselves."""
    with opened(browser, slower=SLOWER) as page:
        page.goto(f"{site}/healthz")
        busy, _ = drag(page, (PHONE["width"] / 8, PHONE["height"] / 4))
    found["floor"].ours.append(busy)


def measure_saves(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure how long it takes until a move is in the browser's storage."""
    with opened(browser) as page:
        table = Table(page, site).go(DEAL)
        for move in SOLUTION[:20]:
            table.tap_move(move)
            page.wait_for_timeout(50)
        found["save"].ours.append(median(noted(page)["saves"]))


def ask(page: Page) -> None:
    """Ask from the menu whether the deal can be won."""
    page.locator("[data-do=menu]:visible").first.click()
    page.locator("#menu [data-do=verdict]").click()


def measure_verdicts(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure the solver's answers, its worker's start included, and how soon a search ends."""
    answers = []
    with opened(browser) as page:
        for number in range(1, 32_001, 32_000 // VERDICTS):
            Table(page, site).go(f"/kungen-patiens?deal={number}")
            ask(page)
            page.wait_for_selector("#note:not([hidden])")
            answers += noted(page)["answers"]
        Table(page, site).go(LONG_SEARCH)
        ask(page)
        page.wait_for_timeout(500)
        page.locator("#note-do").click()
        found["stop"].ours.extend(noted(page)["stops"])
    found["verdict"].ours.append(sorted(answers)[int(VERDICTS * 0.95) - 1])


def measure_memory(browser: Browser, site: str, found: dict[str, Row]) -> None:
    """Measure what a page at rest has more than an empty one, after a search by the solver."""
    with opened(browser) as page:
        page.goto(f"{site}/healthz")
        page.wait_for_timeout(SETTLED)
        empty = private_memory(browser)
        Table(page, site).go("/kungen-patiens?deal=617")
        ask(page)
        page.wait_for_selector("#note:not([hidden])")
        page.wait_for_timeout(SETTLED)
        found["memory"].ours.append(private_memory(browser) - empty)


def private_memory(browser: Browser) -> float:
    """Return the memory (MB) that the processes of pages share with no other, by Linux's count."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in told if process["type"] == "renderer"]
    counts = [Path(f"/proc/{page}/smaps_rollup").read_text(encoding="ascii") for page in pages]
    found = re.findall(r"^Private_\w+: +(\d+) kB", "".join(counts), re.MULTILINE)
    return sum(map(int, found)) / 1000


def measure_score(path: str, site: str, found: dict[str, Row]) -> None:
    """Let Lighthouse judge the front page's speed."""
    with listening(path) as port:
        asked = {"port": port, "addresses": [f"{site}/"], "categories": ["performance"]}
        command = ["node", "web/test/lighthouse.mjs", json.dumps(asked)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    found["score"].ours.append(json.loads(done.stdout)["scores"]["performance"] * 100)


class Quiet(SimpleHTTPRequestHandler):
    """A host of plain files that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Leave the table of the results alone."""


@contextmanager
def other_board() -> Iterator[str | None]:
    """Serve a page with the other board; None where it cannot be fetched."""
    with tempfile.TemporaryDirectory() as folder:
        npm = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", PEER]
        if shutil.which("npm") is None or subprocess.run(npm, cwd=folder, check=False).returncode:
            yield None
            return
        Path(folder, "index.html").write_text(PEER_PAGE, encoding="utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        server.server_close()


def measure(path: str, site: str, board: str | None) -> dict[str, Row]:
    """Measure all in rounds, ours and the other's in turns."""
    found = rows()
    for _ in range(ROUNDS):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            measure_load(browser, site, found)
            measure_table(browser, site, found)
            measure_empty(browser, site, found)
            if board is not None:
                measure_board(browser, board, found)
            measure_saves(browser, site, found)
            measure_verdicts(browser, site, found)
            if Path("/proc/self/smaps_rollup").is_file():
                measure_memory(browser, site, found)
            browser.close()
        measure_score(path, site, found)
    return found


def main() -> int:
    """Print the table of the medians."""
    # Browsers with windows are what players have; the other draws in the page's own process.
    path = shutil.which("chromium") or chromium.find()
    if path is None:
        print("Chromium is needed: run tools/chromium.py", file=sys.stderr)
        return 1
    with Served() as served, other_board() as board:
        found = measure(path, served.site, board)
    beside = PEER if board is not None else f"({PEER} could not be fetched)"
    print(f"{'median of ' + str(ROUNDS):44}{'kungen':>8}{'budget':>8}     {beside}, ratio")
    for row in found.values():
        print(row.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A player's hands and ears: what can be done to the table, and what it says."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

ROOT: Final = Path(__file__).resolve().parents[2]
CORPUS: Final = ROOT / "tests" / "corpus"
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SHOTS: Final = Path(__file__).parent / "shots"
SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"

Move = tuple[str, str, int]

# Reads what the lists of the piles own, as assistive technology does.
READ_PILES: Final = """() => Object.fromEntries(
  [...document.querySelectorAll("#table [role=list]")].map((list) => [
    list.querySelector("[data-pile]").dataset.pile,
    (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean)
      .map((id) => Number(document.getElementById(id).querySelector("button").dataset.card)),
  ]))"""

MEASURE: Final = """counted => {
  const felt = document.querySelector("#felt").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".card, .slot")]
    .map((node) => node.getBoundingClientRect());
  const root = document.documentElement;
  const counts = Object.entries(counted)
    .map(([name, selector]) => [name, document.querySelectorAll(selector).length]);
  return {
    inside: boxes.every((box) => box.left >= felt.left && box.right <= felt.right
      && box.top >= felt.top && box.bottom <= felt.bottom),
    fits: root.scrollWidth <= root.clientWidth
      && document.querySelector(".page").offsetHeight <= innerHeight,
    ...Object.fromEntries(counts),
  };
}"""
"""Whether all lies on the felt and the table fits, and how many there are of what is counted."""

OPEN_BASE: Final = """new Promise((resolve, reject) => {
  const open = indexedDB.open("kungen");
  open.onsuccess = () => resolve(open.result);
  open.onerror = () => reject(open.error);
})"""

READ_PART: Final = f"""async (part) => {{
  const base = await {OPEN_BASE};
  return new Promise((resolve, reject) => {{
    const all = base.transaction(part).objectStore(part).getAll();
    all.onsuccess = () => resolve(all.result);
    all.onerror = () => reject(all.error);
  }}).finally(() => base.close());
}}"""

PUT_RECORD: Final = f"""async ([part, record, key]) => {{
  const base = await {OPEN_BASE};
  return new Promise((resolve, reject) => {{
    const change = base.transaction(part, "readwrite");
    change.objectStore(part).put(record, key ?? undefined);
    change.oncomplete = () => resolve(null);
    change.onabort = () => reject(change.error);
  }}).finally(() => base.close());
}}"""

PATIENCE: Final = 30
"""Seconds in which whatever a test waits for must have come."""


def read_saved(name: str) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads((CORPUS / name).read_text(encoding="utf-8"))
    return saved


FIRST_BYTES: Final = {"column": 0, "cell": 16, "reserve": 32}


def pile_byte(name: str) -> int:
    """Number a pile as formats.md does."""
    if name in {"stock", "waste"}:
        return 64 if name == "stock" else 65
    area, place = name.rstrip("0123456789CDHS"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
    if area == "foundation":
        return 48 + SUITS.index(place)
    return int(place) - 1 + FIRST_BYTES[area]


def card_text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


class Table:
    """One open page."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.faults: list[str] = []
        page.kungen_faults = self.faults  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self.hear_complaint)

    def hear_complaint(self, message: ConsoleMessage) -> None:
        """Note what the page complains of, but not that its host has no service."""
        if message.type == "error" and "/api/v1/" not in message.location["url"]:
            self.faults.append(message.text)

    def go(self, address: str) -> Self:
        self.page.goto(self.site + address)
        return self.ready()

    def ready(self) -> Self:
        self.page.wait_for_selector("body[data-ready]")
        return self

    def piles(self) -> dict[str, list[str]]:
        """The cards of each pile, by the pile's number; of a foundation only the free one."""
        found: dict[str, list[int]] = self.page.evaluate(READ_PILES)
        return {pile: [card_text(card) for card in cards] for pile, cards in found.items()}

    def pile(self, name: str) -> list[str]:
        return self.piles()[str(pile_byte(name))]

    def kept(self, part: str) -> list[Any]:
        """All records of a part of the browser's storage."""
        records: list[Any] = self.page.evaluate(READ_PART, part)
        return records

    def keep(self, part: str, record: Any, key: str | None = None) -> None:
        """Put a record into the browser's storage, as another visit would have left it."""
        self.page.evaluate(PUT_RECORD, [part, record, key])

    def saved_in_browser(self, deal: int, key: str = "freecell") -> dict[str, Any] | None:
        """The saved game as it lies in the browser's storage."""
        places = {(saved["game"], saved["deal"]): saved for saved in self.kept("games")}
        return places.get((key, deal))

    def put_in_browser(self, saved: dict[str, Any]) -> None:
        self.keep("games", saved)

    def choose(self, **settings: Any) -> Self:
        """Open the page again as a player who has chosen so before."""
        self.keep("settings", {"visited": True, **settings}, "settings")
        self.page.reload()
        return self.ready()

    def until(self, read: Callable[[], T], is_right: Callable[[T], object] = bool) -> T:
        """Read again and again; what was read, as soon as it is right."""
        end = time.monotonic() + PATIENCE
        while not is_right(found := read()):
            if time.monotonic() > end:
                pytest.fail(f"after {PATIENCE} seconds there was still {found!r}")
            self.page.wait_for_timeout(50)
        return found

    def until_saved(self, deal: int, position: int, key: str = "freecell") -> dict[str, Any]:
        """The saved game of a deal, as soon as so many of its steps are in effect."""
        saved = self.until(
            lambda: self.saved_in_browser(deal, key),
            lambda saved: saved is not None and saved["position"] == position,
        )
        assert saved is not None
        return saved

    def resume(self, deal: int, saved: dict[str, Any], position: int) -> Self:
        """Open a deal as a player left it after the first steps of a saved game."""
        steps = saved["steps"][:position]
        self.put_in_browser({**saved, "steps": steps, "position": position})
        return self.go(f"/kungen-patiens.html?deal={deal}")

    def button(self, pile: str, count: int = 1) -> Locator:
        """The button of a pile's card, counted from the free end, or of its empty place."""
        byte = pile_byte(pile)
        cards = self.page.evaluate(READ_PILES)[str(byte)]
        if cards:
            return self.page.locator(f"[data-card='{cards[len(cards) - count]}']")
        return self.page.locator(f"[data-pile='{byte}']")

    def corner(self, pile: str, count: int = 1) -> tuple[float, float]:
        """A point in the strip of a card that is never covered."""
        box = self.button(pile, count).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + min(9, box["height"] / 4)

    def landed(self) -> None:
        """Let the table fit its room, and the cards in flight come down at once."""
        self.page.evaluate("""async () => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          document.getAnimations().forEach((one) => one.finish());
        }""")

    def drag(self, move: Move) -> None:
        source, target, count = move
        self.landed()
        from_x, from_y = self.corner(source, count)
        to_x, to_y = self.corner(target)
        mouse = self.page.mouse
        mouse.move(from_x, from_y)
        mouse.down()
        mouse.move(from_x + 6, from_y + 6)
        mouse.move(to_x, to_y + 2)
        mouse.up()

    def tap(self, pile: str, count: int = 1) -> None:
        self.landed()
        self.page.mouse.click(*self.corner(pile, count))

    def tap_move(self, move: Move) -> None:
        source, target, count = move
        self.tap(source, count)
        self.tap(target)

    def key_move(self, move: Move) -> None:
        source, target, count = move
        self.focus_pile(source)
        for _ in range(count - 1):
            self.press("+")
        if count == 1:
            self.press("Enter")
        self.focus_pile(target)
        self.press("Enter")

    def focus_pile(self, pile: str) -> None:
        """Walk to a pile with the arrow keys alone."""
        self.page.keyboard.press("PageDown" if pile.startswith("column") else "PageUp")
        areas = "#columns" if pile.startswith("column") else "#table > :not(#columns)"
        order: list[str] = self.page.evaluate(
            """(areas) => [...document.querySelectorAll(areas)]
              .flatMap((area) => [...area.querySelectorAll("[data-pile]")])
              .map(({ dataset }) => dataset.pile)""",
            areas,
        )
        for _ in range(order.index(str(pile_byte(pile)))):
            self.press("ArrowRight")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        """Press the first visible button of a name, also when it can do nothing now."""
        self.page.locator(f"[data-do='{name}']:visible").first.click(force=True)

    def status(self) -> str:
        return self.page.locator("#moves").inner_text()

    def moves(self) -> int:
        return int(self.status().split()[0])

    def said(self) -> Locator:
        return self.page.locator("#live")

    def note(self) -> Locator:
        return self.page.locator("#note")

    def heading(self) -> Locator:
        return self.page.locator("h1")

    def expect_won(self) -> None:
        expect(self.page.locator("#end")).to_be_visible()
        expect(self.page.locator("#end-head")).to_have_text("Du vann!")

    def check_access(self) -> list[str]:
        """What axe finds wrong with the page as it stands."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{fault['id']}: {node['html'][:120]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    def shoot(self, name: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")

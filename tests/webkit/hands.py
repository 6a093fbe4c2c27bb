"""A player's hands in WebKit; what the page has for them is read as the other browser tests do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from tests.e2e.hands import AXE, MEASURE, READ_PILES, Move, card_text, pile_byte

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.webkit.driver import Pointer, Session

# The first that is seen: a page may have a thing twice, for two sizes.
SEEN: Final = """
const seen = [...document.querySelectorAll(arguments[0])].find((node) => node.checkVisibility());
"""
BOX: Final = f"""{SEEN}
const box = seen.getBoundingClientRect();
return [box.x, box.y, box.width, box.height];"""
PUT: Final = """
return new Promise((resolve, reject) => {
  const open = indexedDB.open("kungen");
  open.onsuccess = () => {
    const change = open.result.transaction("games", "readwrite");
    change.objectStore("games").put(arguments[0]);
    change.oncomplete = () => { open.result.close(); resolve(true); };
    change.onabort = () => reject(change.error);
  };
});"""


@dataclass(frozen=True, slots=True)
class Table:
    """One open page."""

    window: Session
    site: str

    def go(self, address: str) -> Self:
        self.window.go(self.site + address)
        return self.ready()

    def reload(self) -> Self:
        self.window.reload()
        return self.ready()

    def ready(self) -> Self:
        self.window.wait_for("return document.body?.dataset.ready === 'true'")
        return self

    def piles(self) -> dict[str, list[str]]:
        """The cards of each pile, by the pile's number; of a foundation only the free one."""
        found: dict[str, list[int]] = self.window.evaluate(f"return ({READ_PILES})()")
        return {pile: [card_text(card) for card in cards] for pile, cards in found.items()}

    def pile(self, name: str) -> list[str]:
        return self.piles()[str(pile_byte(name))]

    def measure(self, **counted: str) -> Mapping[str, Any]:
        """Whether all lies on the felt and fits, and how many there are of what is counted."""
        found: Mapping[str, Any] = self.window.evaluate(
            f"return ({MEASURE})(arguments[0])", counted
        )
        return found

    def landed(self) -> None:
        """Let the cards in flight come down at once."""
        self.window.evaluate("document.getAnimations().forEach((one) => one.finish())")

    def corner(self, pile: str, count: int = 1) -> tuple[float, float]:
        """A point in the strip of a card that is never covered."""
        byte = pile_byte(pile)
        cards = self.window.evaluate(f"return ({READ_PILES})()")[str(byte)]
        place = f"[data-card='{cards[len(cards) - count]}']" if cards else f"[data-pile='{byte}']"
        left, top, width, height = self.window.evaluate(BOX, place)
        return left + width / 2, top + min(9, height / 4)

    def tap(self, pile: str, count: int = 1, pointer: Pointer = "mouse") -> None:
        self.landed()
        self.window.pull([self.corner(pile, count)], pointer)

    def tap_move(self, move: Move, pointer: Pointer = "mouse") -> None:
        source, target, count = move
        self.tap(source, count, pointer)
        self.tap(target, 1, pointer)

    def drag(self, move: Move, pointer: Pointer = "mouse") -> None:
        source, target, count = move
        self.landed()
        (left, top), (right, bottom) = self.corner(source, count), self.corner(target)
        way = [(left, top), (left + 9, top + 9), (right, bottom + 2), (right, bottom + 2)]
        self.window.pull(way, pointer)

    def click(self, selector: str) -> None:
        """Click the first that is seen of what a selector finds."""
        self.wait_seen(selector)
        self.landed()
        self.window.evaluate(f"{SEEN} seen.scrollIntoView({{ block: 'nearest' }});", selector)
        left, top, width, height = self.window.evaluate(BOX, selector)
        self.window.pull([(left + width / 2, top + height / 2)])

    def choose(self, selector: str, value: str) -> None:
        """Choose of a list as WebKit does, which draws the open list outside the page."""
        self.wait_seen(selector)
        self.window.evaluate(
            """const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            list.dispatchEvent(new Event("change", { bubbles: true }));""",
            selector,
            value,
        )

    def focus(self, selector: str) -> str:
        """Bring the focus to the first that is seen of what a selector finds."""
        self.wait_seen(selector)
        self.window.evaluate(f"{SEEN} seen.focus();", selector)
        return self.focused()

    def focused(self) -> str:
        return str(self.window.evaluate("return document.activeElement.outerHTML"))

    def press(self, key: str) -> None:
        self.window.press(key)

    def text(self, selector: str) -> str:
        found = self.window.evaluate(f"{SEEN} return seen?.innerText", selector)
        return str(found)

    def said(self) -> str:
        return str(self.window.evaluate("return document.querySelector('#live').textContent"))

    def moves(self) -> int:
        return int(self.text("#moves").split()[0])

    def is_seen(self, selector: str) -> bool:
        return bool(self.window.evaluate(f"{SEEN} return seen !== undefined", selector))

    def wait_seen(self, selector: str) -> None:
        self.window.wait_for(f"{SEEN} return seen !== undefined", selector)

    def wait_gone(self, selector: str) -> None:
        self.window.wait_for(f"{SEEN} return seen === undefined", selector)

    def wait_text(self, selector: str, text: str) -> None:
        self.window.wait_for(
            f"{SEEN} return seen?.innerText.includes(arguments[1])", selector, text
        )

    def focus_pile(self, pile: str) -> None:
        """Walk to a pile with the arrow keys alone."""
        self.press("PageDown" if pile.startswith("column") else "PageUp")
        areas = "#columns" if pile.startswith("column") else "#table > :not(#columns)"
        order: list[str] = self.window.evaluate(
            """return [...document.querySelectorAll(arguments[0])]
              .flatMap((area) => [...area.querySelectorAll("[data-pile]")])
              .map(({ dataset }) => dataset.pile)""",
            areas,
        )
        for _ in range(order.index(str(pile_byte(pile)))):
            self.press("ArrowRight")

    def key_move(self, move: Move) -> None:
        source, target, count = move
        self.focus_pile(source)
        for _ in range(count - 1):
            self.press("+")
        if count == 1:
            self.press("Enter")
        self.focus_pile(target)
        self.press("Enter")

    def resume(self, deal: int, saved: Mapping[str, Any], position: int) -> Self:
        """Open a deal as a player left it after the first steps of a saved game."""
        steps = saved["steps"][:position]
        self.window.evaluate(PUT, {**saved, "steps": steps, "position": position})
        return self.go(f"/kungen-patiens?deal={deal}")

    def check_access(self) -> list[str]:
        """What axe finds wrong with the page as it stands."""
        if not self.window.evaluate("return 'axe' in window"):
            self.window.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.window.evaluate("return axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{fault['id']}: {node['html'][:120]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

"""Nothing that lies on the page moves by itself while it loads."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.e2e.hands import Table
from tests.served import Served

# What the browser notes from the first paint on, and what moved there.
NOTE: Final = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) {
      const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? `${node}`);
      window.shifts.push({ value, moved });
    }
}).observe({ type: "layout-shift", buffered: true });
"""
# The shifts are told after the frame in which they were seen.
READ: Final = """new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(
  () => setTimeout(() => then(window.shifts), 50))))"""
# Settings that change how the table is drawn and what stands round it.
SET: Final[dict[str, Any]] = {
    "tour": False, "language": "da", "autoplay": "all", "theme": "dark",
    "felt": "wine", "deck": "four", "print": "large", "mirror": True, "merge": True, "quiet": True,
    "panel": True,
}  # fmt: skip
SLOW: Final = {
    "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000,
}  # fmt: skip
PAGES: Final = ("/", "/kungen-patiens?deal=617", "/harpan?deal=617&draw=3&passes=2")
PATIENCE: Final = 120_000
SIZES: Final = ((390, 844), (1366, 768))

Visit = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as page:
        yield page


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open a browser that remembers nothing, at a size."""
    contexts: list[BrowserContext] = []

    def open_one(size: tuple[int, int]) -> BrowserContext:
        viewport = ViewportSize(width=size[0], height=size[1])
        context = browser.new_context(viewport=viewport)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NOTE)
        contexts.append(context)
        return context

    yield open_one
    for context in contexts:
        context.close()


def shifts(page: Page, address: str) -> list[Any]:
    """Open a page, and return what moved until all of it had come."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    found: list[Any] = page.evaluate(READ)
    return found


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
@pytest.mark.parametrize("address", PAGES)
def test_nothing_moves_on_the_first_visit_nor_later(
    served: Served, visit: Visit, size: tuple[int, int], address: str
) -> None:
    page = visit(size).new_page()
    assert shifts(page, served.site + address) == []
    assert shifts(page, served.site + address) == []
    # The reload lays ready what later visits have before they paint.
    Table(page, served.site).choose(**SET)
    assert shifts(page, served.site + address) == []


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
@pytest.mark.parametrize("address", PAGES)
def test_nothing_moves_when_the_network_is_slow(
    served: Served, visit: Visit, size: tuple[int, int], address: str
) -> None:
    context = visit(size)
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    assert shifts(page, served.site + address) == []


def test_a_shift_would_be_seen(served: Served, visit: Visit) -> None:
    page = visit(SIZES[0]).new_page()
    shifts(page, f"{served.site}/kungen-patiens?deal=617")
    page.evaluate("""document.querySelector("#page").style.marginTop = "60px" """)
    found = page.evaluate(READ)
    assert sum(shift["value"] for shift in found) > 0

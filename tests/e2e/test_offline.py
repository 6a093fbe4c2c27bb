"""The page without a network, and a new version of it."""

from __future__ import annotations

import json
import re
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import build_web
import pytest
from html_files import Page
from offline import write_worker
from playwright.sync_api import Browser, BrowserContext, Expect, Route

from tests.e2e.hands import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

# A table tells of it; until then it may still take a version that waits, as long as none plays.
IS_KEPT: Final = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const isTold = document.querySelector("#menu .version")?.textContent.includes("utan nät");
  return registration?.active?.state === "activated"
    && (isTold || document.querySelector("#felt") === null);
}"""
# Asked again: what is asked while the browser looks by itself gets the answer of that look.
IS_WAITING: Final = """async (version) => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const names = await caches.keys();
  return registration.waiting !== null && registration.installing === null
    && names.some((name) => name.endsWith(version));
}"""
# Much of what is waited for is the work of a worker, which a busy machine puts off.
expect: Final = Expect()
expect.set_options(timeout=30_000)
VERSION: Final = "() => document.querySelector('meta[name=version]').content"


class Host(SimpleHTTPRequestHandler):
    """A host of plain files that can lead from one name to another, as some hosts do."""

    def translate_path(self, path: str) -> str:
        site: Site = self.server.site  # type: ignore[attr-defined]
        name = path.partition("?")[0].removeprefix(site.below)
        plain = name + ".html" if name.strip("/") and "." not in name else name
        return str(site.folder / plain.strip("/")) if plain.strip("/") else str(site.folder) + "/"

    def do_GET(self) -> None:
        site: Site = self.server.site  # type: ignore[attr-defined]
        site.asked.append(self.path)
        # A build that is older than the one before it is served all the same.
        del self.headers["If-Modified-Since"]
        name = self.path.partition("?")[0]
        if site.is_short and name.endswith(".html"):
            self.send_response(301)
            self.send_header("location", name.removesuffix(".html").removesuffix("index") or "/")
            self.send_header("content-length", "0")
            self.end_headers()
            return
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        self.send_header("x-told-by", "host")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing: pytest shows what matters."""


class Site:
    """A host that can be stopped, and whose files can be exchanged."""

    def __init__(self, folder: Path, below: str = "") -> None:
        self.folder = folder
        self.below = below
        self.asked: list[str] = []
        self.is_short = False
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
        self.server.site = self  # type: ignore[attr-defined]
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}{below}"
        self.thread = threading.Thread(target=partial(self.server.serve_forever, 0.05), daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self.thread.is_alive():
            self.server.shutdown()
            self.server.server_close()
            self.thread.join()


def built_as(folder: Path) -> dict[str, Any]:
    """What the service worker of a build knows of it."""
    script = (folder / "sw.js").read_text(encoding="utf-8")
    build: dict[str, Any] = json.loads(script.partition(";\n")[0].removeprefix("const BUILD="))
    return build


def rebuild(built: Path, out: Path, mark: str = "5ec0d000") -> None:
    """Make another build of a page: its texts, and so the names of its files and its version."""
    names = {
        path.name: re.sub(r"\.[0-9a-f]{8}\.", f".{mark}.", path.name)
        for path in built.iterdir()
        if re.search(r"\.[0-9a-f]{8}\.(js|json)$", path.name) and not path.name.startswith("pages")
    }
    out.mkdir()
    page = Page(out, {}, {}, f"0.2.0 ({mark})")
    old = built_as(built)
    for path in built.iterdir():
        if path.name in {"sw.js", "build.json", old["pack"]}:
            continue
        body = path.read_bytes()
        if path.suffix in {".html", ".js", ".json"}:
            text = body.decode().replace(old["version"], page.version).replace("Ångra", "Ta igen")
            for name, fresh in names.items():
                text = text.replace(name, fresh)
            body = text.encode()
        (out / names.get(path.name, path.name)).write_bytes(body)
    script = (built / "sw.js").read_bytes().partition(b";\n")[2]
    write_worker(page, script)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is, in a place where no build replaces it."""
    build_web.build()
    return Path(shutil.copytree(build_web.PAGE_DIR, tmp_path_factory.mktemp("page") / "first"))


@pytest.fixture(scope="module")
def renewed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another build: other words, and with them other names of files; the old ones are gone."""
    out = tmp_path_factory.mktemp("page") / "second"
    rebuild(built, out)
    return out


@pytest.fixture(scope="module")
def third(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One more build."""
    out = tmp_path_factory.mktemp("page") / "third"
    rebuild(built, out, "781d0000")
    return out


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(30_000)
    yield context
    context.close()


def visit(context: BrowserContext, site: Site, address: str) -> Table:
    """Open a page, until all is kept."""
    table = Table(context.new_page(), site.address).go(address)
    table.until(lambda: table.page.evaluate(IS_KEPT))
    return table


def read(table: Table, selector: str) -> str:
    return table.page.locator(selector).first.inner_text()


OFFLINE: Final = [
    ("/", ".card"),
    ("/kungen-patiens.html?deal=617", ".card"),
    ("/kungen?deal=617", ".card"),
    ("/harpan", ".card"),
    ("/latta-kungen", ".card"),
    ("/bakers-game-patiens", ".card"),
    ("/forecell-patiens", ".card"),
    ("/eight-off-patiens", ".card"),
    ("/seahaven-towers-patiens", ".card"),
    ("/pingvinen", ".card"),
    ("/kung-albert", ".card"),
    ("/plato-patiens?columns=7", ".card"),
    ("/napoleon", ".card"),
    ("/Klondike.html?draw=3", ".card"),
    ("/spel", ".games"),
    ("/spil", ".games"),
    ("/games.html", ".games"),
    ("/patiensskolan", "#book"),
    ("/lessons", "#book"),
    ("/statistik", "main"),
]


def test_after_the_first_visit_every_page_opens_without_a_network_and_without_a_server(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/harpan")
        context.set_offline(True)
        table.go("/kungen-patiens?deal=11982")
        context.set_offline(False)
    for address, there in OFFLINE:
        table.page.goto(site.address + address)
        expect(table.page.locator(there).first).to_be_visible()
        if there == ".card":
            table.ready()
    assert table.faults == []


def test_without_a_network_lessons_the_search_the_guide_and_the_languages_are_there(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/kungen-patiens?deal=617")
    page = table.page
    table.go("/kungen-patiens?deal=617")
    assert page.locator(".guide h2, .guide h3").count() > 5
    page.locator("[data-do=verdict]").first.click()
    expect(page.locator("#note-text")).to_have_text(re.compile("går att vinna"))
    table.click("menu")
    page.locator("#language").select_option("da")
    expect(page.locator("#game")).to_have_text(re.compile("Napoleon"))
    page.reload()
    table.ready()
    assert page.locator("html").get_attribute("lang") == "da"
    assert page.url.endswith("/napoleon?deal=617")
    page.goto(site.address + "/patiensskolan")
    page.locator("#book a[href*='lesson=']").first.click()
    expect(page.locator("#lesson")).to_be_visible()
    expect(page.locator("#lesson .card")).to_have_count(52)
    assert table.faults == []


def test_what_there_is_no_page_for_leads_to_the_list_without_a_network_too(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/spel")
        found = context.request.get(f"{site.address}/nonsense")
        assert found.status == 404
    answer = table.page.goto(site.address + "/nonsense")
    assert answer is not None
    assert answer.status == 404
    expect(table.page.locator("#fault")).to_be_visible()
    deeper = table.page.goto(site.address + "/far/down/klondike?deal=5")
    assert deeper is not None
    assert table.page.url.endswith("/klondike?deal=5")


def test_what_the_server_answers_itself_is_never_answered_from_what_is_kept(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/spel")
        site.asked.clear()
        ask = "(address) => fetch(address).then(({ status }) => status)"
        for address in ("/api/deals", "/healthz"):
            assert table.page.evaluate(ask, site.address + address) == 404
            assert address in site.asked
        assert table.page.evaluate("() => fetch('/spel', { method: 'POST' }).then((a) => a.status)")
        site.asked.clear()
        table.go("/harpan")
        # Whether there is a newer version and a service only the host knows.
        assert set(site.asked) <= {"/sw.js", "/api/v1/results"}


def test_below_a_path_of_a_host_the_page_is_kept_there(
    built: Path, context: BrowserContext
) -> None:
    with Site(built, "/play/patience") as site:
        table = visit(context, site, "/spel")
        scope = "() => navigator.serviceWorker.ready.then(({ scope }) => scope)"
        assert table.page.evaluate(scope) == f"{site.address}/"
    table.go("/harpan?deal=5")
    assert table.faults == []


def test_a_host_that_leads_from_one_name_to_another_breaks_nothing(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        site.is_short = True
        table = visit(context, site, "/spel")
    for address in ("/harpan.html", "/harpan", "/index.html", "/"):
        answer = table.page.goto(site.address + address)
        assert answer is not None
        assert answer.status == 200
        table.ready()
    assert table.faults == []


def test_pages_that_are_kept_have_the_headers_of_the_host(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/spel")
    answer = table.page.goto(site.address + "/harpan")
    assert answer is not None
    assert answer.headers["x-told-by"] == "host"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


LOSE: Final = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (/harpan|table\\./.test(request.url)) await cache.delete(request);
      if (/rules\\./.test(request.url)) await cache.put(request, new Response("damaged"));
    }
  }
  sessionStorage.clear();
}"""
IS_WHOLE: Final = """async () => {
  const page = await caches.match(new URL("harpan.html", location.href));
  const wasm = await caches.match(document.body.dataset.rulesWasm);
  return page !== undefined && (await wasm.text()) !== "damaged";
}"""


def test_what_is_lost_or_damaged_of_what_is_kept_comes_back(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/spel")
        table.page.evaluate(LOSE)
        table.go("/spel")
        table.until(lambda: table.page.evaluate(IS_WHOLE))
    table.go("/harpan?deal=5")
    assert table.faults == []


def test_a_page_that_is_lost_is_shown_all_the_same(built: Path, context: BrowserContext) -> None:
    with Site(built) as site:
        table = visit(context, site, "/spel")
        table.page.evaluate(LOSE.replace("|table\\\\.", ""))
    answer = table.page.goto(site.address + "/harpan")
    assert answer is not None
    assert answer.status == 200


def test_a_first_visit_asks_for_nothing_that_is_kept_before_the_table_is_played(
    built: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = Table(context.new_page(), site.address).go("/harpan")
        asked = [path.partition("?")[0] for path in site.asked]
        table.until(lambda: table.page.evaluate(IS_KEPT))
        before = asked[: asked.index("/sw.js")] if "/sw.js" in asked else asked
        assert not [path for path in before if "pages." in path]
        assert {"/sw.js"} < {path.partition("?")[0] for path in site.asked}


def test_no_version_is_looked_for_before_the_services_scripts_are_there(
    built: Path, context: BrowserContext
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route("**/service.*.js", hold)
    with Site(built) as site:
        table = Table(context.new_page(), site.address).go("/harpan")
        table.until(lambda: held)
        # By now the worker is asked for if it does not wait for them.
        table.page.wait_for_timeout(1_000)
        assert "/sw.js" not in site.asked
        held[0].continue_()
        context.unroute("**/service.*.js")
        table.until(lambda: table.page.evaluate(IS_KEPT))
        assert table.faults == []


def renew(site: Site, folder: Path, table: Table) -> None:
    """Serve another build, and wait until its worker waits."""
    site.folder = folder
    version = built_as(folder)["version"]
    table.until(lambda: table.page.evaluate(IS_WAITING, version))


def test_a_new_version_waits_until_the_player_takes_it_and_the_game_is_the_same(
    built: Path, renewed: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/kungen-patiens?deal=617")
        table.go("/kungen-patiens?deal=617")
        old = table.page.evaluate(VERSION)
        table.drag(("column1", "cell1", 1))
        table.drag(("column2", "cell2", 1))
        laid = table.piles()
        renew(site, renewed, table)
        expect(table.page.locator("#note")).to_be_hidden()
        # What is fetched only now is of the version that is played on.
        table.page.locator("[data-do=menu]").first.click()
        expect(table.page.locator("#menu .update")).to_be_visible()
        assert old in read(table, "#menu .version")
        table.page.locator("#menu [data-do=settings]").click()
        expect(table.page.locator("dialog[open]")).to_be_visible()
        table.page.keyboard.press("Escape")
        assert table.piles() == laid
        assert "Ångra" in read(table, ".bar [data-do=undo]")
        table.page.locator("[data-do=menu]").first.click()
        table.page.locator("#menu [data-do=switch]").click()
        expect(table.page.locator(".bar [data-do=undo]")).to_have_text("Ta igen")
        table.ready()
        assert table.page.evaluate(VERSION) == "0.2.0 (5ec0d000)"
        assert table.piles() == laid
        table.page.locator(".bar [data-do=undo]").click()
        table.page.locator(".bar [data-do=undo]").click()
        expect(table.page.locator(".bar [data-do=undo]")).to_have_attribute("aria-disabled", "true")
        assert table.faults == []


def test_without_a_game_in_progress_the_new_version_is_there_at_the_next_load(
    built: Path, renewed: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/kungen-patiens?deal=617")
        renew(site, renewed, table)
        table.go("/harpan")
        expect(table.page.locator(".bar [data-do=undo]")).to_have_text("Ta igen")
        assert table.page.evaluate(VERSION) == "0.2.0 (5ec0d000)"


def test_a_load_in_the_midst_of_a_game_stays_with_its_version(
    built: Path, renewed: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/kungen-patiens?deal=617")
        table.drag(("column1", "cell1", 1))
        renew(site, renewed, table)
        table.page.reload()
        table.ready()
        expect(table.page.locator("[data-do=undo]").first).to_have_text("Ångra")
        table.page.locator("[data-do=menu]").first.click()
        expect(table.page.locator("#menu .update")).to_be_visible()


def test_a_new_deal_is_when_the_new_version_is_offered(
    built: Path, renewed: Path, context: BrowserContext
) -> None:
    with Site(built) as site:
        table = visit(context, site, "/kungen-patiens?deal=617")
        table.drag(("column1", "cell1", 1))
        renew(site, renewed, table)
        table.page.clock.install()
        table.page.locator("[data-do=menu]").first.click()
        table.page.locator("#menu [data-do=new]").last.click()
        expect(table.page.locator("#note-do")).to_have_text("Ångra")
        table.page.clock.run_for(21_000)
        expect(table.page.locator("#note-text")).to_have_text("En ny version finns.")
        expect(table.page.locator("#note-do")).to_have_text("Byt nu")


@pytest.mark.parametrize("is_one_skipped", [False, True])
def test_another_window_plays_on_with_the_version_it_has(
    built: Path, renewed: Path, third: Path, context: BrowserContext, is_one_skipped: bool
) -> None:
    with Site(built) as site:
        other = visit(context, site, "/harpan?deal=5")
        other.page.locator(".bar [data-do=tip]").click()
        table = visit(context, site, "/kungen-patiens?deal=617")
        for folder in (third, renewed) if is_one_skipped else (renewed,):
            renew(site, folder, table)
        table.page.locator("[data-do=menu]").first.click()
        table.page.locator("#menu [data-do=switch]").click()
        expect(table.page.locator(".bar [data-do=undo]")).to_have_text("Ta igen")
        # Nothing of the old version is on the server any more.
        other.page.locator("[data-do=menu]").first.click()
        expect(other.page.locator("#menu .update")).to_be_visible()
        other.page.locator("#menu [data-do=share]").click()
        expect(other.page.locator("dialog[open]")).to_be_visible()
        assert read(other, "[data-do=undo]") == "Ångra"
        assert other.faults == []


IS_ENDED: Final = """async () => (await caches.keys()).length === 0
  && (await navigator.serviceWorker.getRegistration()) === undefined"""


def test_a_worker_that_removes_itself_ends_it_all(
    built: Path, tmp_path: Path, context: BrowserContext
) -> None:
    told = (Path(build_web.ROOT) / "docs" / "serving.md").read_text(encoding="utf-8")
    script = told.partition("```js\n")[2].partition("```")[0]
    assert "unregister" in script
    ended = Path(shutil.copytree(built, tmp_path / "ended"))
    (ended / "sw.js").write_text(script, encoding="utf-8")
    with Site(built) as site:
        table = visit(context, site, "/spel")
        site.folder = ended
        table.go("/spel")
        table.until(lambda: table.page.evaluate(IS_ENDED))
        site.asked.clear()
        table.page.goto(f"{site.address}/harpan")
        assert "/harpan" in site.asked


def test_where_no_worker_can_be_the_page_is_played_as_ever(
    built: Path, context: BrowserContext
) -> None:
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    with Site(built) as site:
        table = Table(context.new_page(), site.address).go("/harpan?deal=5")
        table.page.locator("[data-do=menu]").first.click()
        assert re.fullmatch(r"Version 0\.1\.0 \([0-9a-f]{8}\)\.", read(table, "#menu .version"))
        assert table.faults == []


def test_what_cannot_be_fetched_is_said(built: Path, browser: Browser) -> None:
    context = browser.new_context(service_workers="block")
    with Site(built) as site:
        table = Table(context.new_page(), site.address).go("/kungen-patiens?deal=617")
    table.page.locator("[data-do=menu]").first.click()
    table.page.locator("#menu [data-do=settings]").click()
    expect(table.page.locator("#note-text")).to_have_text(re.compile("gick inte att hämta"))
    context.close()

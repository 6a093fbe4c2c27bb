"""The page and the service beside it: what is sent, when, once, and what is told of all plays."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any, Final
from urllib.parse import urlsplit

import chromium
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from kungen import Game, Limits, deal, solve
from kungen.notation import move_notation
from tests.e2e.conftest import FLAGS
from tests.e2e.hands import Table, pile_byte
from tests.e2e.test_keeping import CALM, MOVES, SOLUTION, near_win
from tests.e2e.test_offline import IS_KEPT
from tests.served import Served

OpenTable = Callable[..., Table]
RESULTS: Final[dict[str, Any]] = {
    "measure": 1,
    "cohort": "",
    "games": {
        "freecell": {
            "starts": 4426,
            "completed": 1573,
            "with_help": 12,
            "share": 0.3554,
            "interval": [0.3414, 0.3696],
            "first_day": "2026-12-01",
            "last_day": "2026-12-07",
            "catalogue": [],
        },
        "klondike": {
            "starts": 0,
            "completed": 0,
            "with_help": 0,
            "share": None,
            "interval": None,
            "first_day": None,
            "last_day": None,
            "catalogue": [],
        },
    },
}
FIGURES: Final = {
    "measure": 1,
    "game": "freecell",
    "deal": 3,
    "starts": 10,
    "completed": 4,
    "with_help": 0,
    "fewest_moves": 79,
}
YES: Final[dict[str, Any]] = {"measure": "yes", "autoplay": "all", "tour": False}
LINE: Final = ".measure"
TO_READ: Final = 1_200
"""After so many milliseconds a question that is seen counts as read."""
FIRST: Final = ("column1", "cell1", 1)
LOOKED: Final = "localStorage.getItem('kungen service')"
FORGET: Final = "localStorage.removeItem('kungen service')"
"""A script before those of a page, so that it has to look for the service itself."""


class Service:
    """A service of which only the answers are there."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.answers: list[dict[str, Any]] = []
        """What is answered to the next posts, each once, in place of 201."""
        self.is_there = True
        self.is_reached = True
        self.holds = ""
        """What is asked or told in this path waits for its answer."""
        self.held: list[Route] = []

    def open(self, open_table: OpenTable, address: str, **options: Any) -> Table:
        """Open a table in a browser that finds this service beside it."""
        table = open_table(address, service=self.answer, **options)
        table.until(lambda: table.page.evaluate(LOOKED))
        return table

    def answer(self, route: Route) -> None:
        request = route.request
        path = urlsplit(request.url).path.partition("/api/v1/")[2]
        if self.holds and path.endswith(self.holds):
            self.held.append(route)
        elif not self.is_reached:
            route.abort()
        elif not self.is_there:
            self.asked.append(path)
            route.fulfill(status=404, content_type="text/html", body="<p>There is no page here")
        elif request.method == "POST":
            assert "cookie" not in request.headers
            self.told.append((path, json.loads(request.post_data or "")))
            route.fulfill(**(self.answers.pop(0) if self.answers else {"status": 201, "json": {}}))
        else:
            self.asked.append(path)
            route.fulfill(json=RESULTS if path == "results" else FIGURES)

    def release(self) -> None:
        """Answer what has waited."""
        self.holds = ""
        while self.held:
            self.answer(self.held.pop(0))

    @property
    def starts(self) -> list[dict[str, Any]]:
        return [body for path, body in self.told if path == "plays"]

    @property
    def wins(self) -> list[dict[str, Any]]:
        return [body for path, body in self.told if path != "plays"]


def problem(status: int, kind: str, **headers: str) -> dict[str, Any]:
    document = {"type": f"urn:kungen:problem:{kind}", "title": kind, "status": status}
    return {
        "status": status,
        "content_type": "application/problem+json",
        "body": json.dumps({**document, "detail": "No."}),
        "headers": {"content-type": "application/problem+json", **headers},
    }


@pytest.fixture
def service() -> Service:
    return Service()


@cache
def words_to_win(number: int) -> tuple[str, ...]:
    """A short line of a deal as it is typed, where all cards that can go up do so."""
    game = Game(number, autoplay="all")
    words = []
    for move in solve(deal(number), Limits(nodes=3000), strategy="short").line:
        if move in game.layout.legal_moves:
            words.append(move_notation(move, game.layout))
            game.push(move)
    assert game.layout.is_won()
    return tuple(words)


def type_moves(table: Table, words: tuple[str, ...]) -> None:
    # Letters and digits are moves where no button has the focus.
    table.page.evaluate("document.activeElement?.blur()")
    for word in words:
        before = table.status()
        table.page.keyboard.type(f".{word}" if word[0] in "abcd" else word)
        if table.status() == before:
            table.press("Enter")
        assert table.status() != before, word


def win(table: Table, number: int) -> None:
    """Win a deal that lies on the table as it was dealt."""
    type_moves(table, words_to_win(number))
    table.expect_won()


def restart(table: Table) -> None:
    table.click("menu")
    table.page.locator("#menu [data-do=restart]").click()


def open_counted(open_table: OpenTable, service: Service, address: str, **options: Any) -> Table:
    """Open a deal as a player who has said yes."""
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM, **options).choose(**YES)
    return table.go(address)


def until_told(table: Table, service: Service, starts: int, wins: int) -> None:
    table.until(lambda: (len(service.starts), len(service.wins)), (starts, wins).__eq__)
    table.until(lambda: table.kept("outbox"), lambda letters: letters == [])


def test_before_a_yes_nothing_is_sent_and_the_service_is_looked_for_once(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(autoplay="all")
    table.go("/kungen-patiens?deal=3")
    win(table, 3)
    table.page.reload()
    table.ready()
    expect(table.page.locator(LINE)).to_be_visible()
    assert service.asked == ["results"]
    assert service.told == []
    assert table.kept("outbox") == []


def test_a_host_without_a_service_is_asked_once_a_day_and_shows_no_trace_of_one(
    open_table: OpenTable, service: Service
) -> None:
    service.is_there = False
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose()
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    table.expect_won()
    table.click("menu")
    table.click("settings")
    expect(table.page.locator("#settings h3").first).to_be_visible()
    assert table.page.locator(".measure, .counting:visible, .counted:visible").count() == 0
    assert service.asked == ["results"]


def test_after_a_yes_a_deal_and_its_win_are_told_with_the_moves_that_were_made(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.drag(("column6", "cell1", 1))
    table.click("undo")
    win(table, 1)
    until_told(table, service, 1, 1)
    (start,) = service.starts
    (installation,) = (one for one in table.kept("settings") if isinstance(one, str))
    saved = table.saved_in_browser(1)
    assert saved is not None
    assert start == {
        "uuid": saved["page"]["play"],
        "installation": installation,
        "game": "freecell",
        "deal": 1,
        "measure": 1,
        "daily": None,
    }
    assert [path for path, _ in service.told] == ["plays", f"plays/{start['uuid']}/result"]
    (told,) = service.wins
    assert (told["help"], told["seconds"]) == (0, round(saved["page"]["elapsed"] / 1000))
    assert moves_in(told["steps"]) == sum(len(step) for step in saved["steps"])


def moves_in(steps: str) -> int:
    """How many moves a history record has."""
    record = urlsafe_b64decode(steps + "=" * (-len(steps) % 4))
    count = place = 0
    while place < len(record):
        count += record[place]
        place += 1 + 3 * record[place]
    return count


def test_what_is_not_begun_on_a_deal_as_it_was_dealt_is_not_told(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM)
    table.drag(FIRST)
    table.until_saved(1, 1)
    table.choose(**YES)
    restart(table)
    table.drag(FIRST)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    table.expect_won()
    restart(table)
    table.drag(MOVES[0])
    table.go("/kungen-patiens?deal=4").drag(("column1", "cell1", 1))
    until_told(table, service, 1, 0)
    assert service.starts[0]["deal"] == 4
    restart(table)
    table.drag(("column2", "cell1", 1))
    table.page.reload()
    table.ready().drag(("column3", "cell2", 1))
    table.until_saved(4, 2)
    assert [start["deal"] for start in service.starts] == [4]
    assert service.wins == []


@pytest.mark.parametrize("at", [0, 2])
def test_a_play_that_goes_on_from_another_players_is_not_told(
    open_table: OpenTable, service: Service, at: int
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    steps = [(1, pile_byte("column2"), pile_byte("cell1"), 1), (1, 2, pile_byte("cell2"), 1)]
    play = urlsafe_b64encode(bytes(chain(*steps))).decode().rstrip("=")
    table.go(f"/kungen-patiens?deal=617&play={play}&at={at}")
    table.drag(("column5", "column8", 1))
    table.drag(("column7", "cell4", 1))
    saved = table.until_saved(617, at + 2)
    assert "play" not in saved["page"]
    assert (table.kept("outbox"), service.told) == ([], [])


def test_the_verdict_is_help_and_is_remembered(open_table: OpenTable, service: Service) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    type_moves(table, words_to_win(3)[:3])
    table.click("verdict")
    expect(table.note()).to_contain_text("Ja, den går att vinna härifrån.")
    table.until(lambda: (table.saved_in_browser(3) or {})["page"].get("help") == 2)
    table.page.reload()
    table.ready()
    table.click("tip")
    type_moves(table, words_to_win(3)[3:])
    until_told(table, service, 1, 1)
    assert service.wins[0]["help"] == 2


def test_what_cannot_be_sent_waits_as_long_as_the_service_says(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [problem(429, "rate", **{"retry-after": "3600"})]
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    win(table, 3)
    table.until(lambda: len(table.kept("outbox")) == 2)
    table.until(lambda: service.told)
    table.go("/kungen-patiens?deal=4")
    # By now it is sent again if it is not waited.
    table.until(lambda: "deals/freecell/4" in service.asked)
    table.page.evaluate("dispatchEvent(new Event('online'))")
    table.drag(FIRST)
    table.until(lambda: len(table.kept("outbox")) == 3)
    table.page.wait_for_timeout(500)
    assert len(service.told) == 1
    table.page.evaluate("localStorage.setItem('kungen waiting', '{\"until\": 1, \"failed\": 1}')")
    table.page.evaluate("dispatchEvent(new Event('online'))")
    table.until(lambda: table.kept("outbox"), lambda letters: letters == [])
    first, *others = service.starts
    assert [start["deal"] for start in others] == [3, 4]
    assert others[0] == first
    assert table.page.evaluate("localStorage.getItem('kungen waiting')") is None


def test_a_letter_that_others_answer_lets_those_of_other_plays_by(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [{"status": 413, "body": "Too large."}] * 3
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    table.drag(FIRST)
    table.until(lambda: service.told)
    table.go("/kungen-patiens?deal=4").drag(FIRST)
    table.until(lambda: len(table.kept("outbox")) == 2)
    for told in (2, 4):
        table.page.evaluate("localStorage.removeItem('kungen waiting')")
        table.page.evaluate("dispatchEvent(new Event('online'))")
        table.until(lambda: len(service.told), told.__eq__)
    assert [start["deal"] for start in service.starts] == [3, 3, 3, 4]
    (letter,) = table.until(lambda: table.kept("outbox"), lambda letters: len(letters) == 1)
    assert (letter["deal"], letter["astray"]["times"]) == (3, 3)


def test_a_start_before_its_day_waits_with_its_win_and_holds_up_no_other(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [problem(422, "future")]
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    win(table, 3)
    table.until(lambda: len(table.kept("outbox")) == 2)
    table.until(lambda: service.told)
    table.go("/kungen-patiens?deal=4").drag(FIRST)
    table.until(lambda: [start["deal"] for start in service.starts], [3, 4].__eq__)
    table.page.wait_for_timeout(500)
    letters = table.kept("outbox")
    assert sorted(letter["kind"] for letter in letters) == ["result", "start"]
    assert (table.kept("aside"), service.wins) == ([], [])
    start = next(letter for letter in letters if letter["kind"] == "start")
    table.keep("outbox", {**start, "astray": {"times": 3, "until": 1}})
    table.page.evaluate("dispatchEvent(new Event('online'))")
    until_told(table, service, 3, 1)
    assert service.starts[2] == service.starts[0]


def test_to_clear_all_takes_what_waits_and_what_was_refused_too(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [problem(422, "measure")]
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    table.drag(FIRST)
    table.until(lambda: table.kept("aside"))
    service.is_reached = False
    table.go("/kungen-patiens?deal=4").drag(FIRST)
    table.until(lambda: table.kept("outbox"))
    table.page.goto(f"{table.site}/statistik")
    table.page.get_by_role("button", name="Rensa allt").click()
    table.until(lambda: (table.kept("outbox"), table.kept("aside")), ([], []).__eq__)
    table.page.get_by_role("button", name="Ångra").click()
    table.until(lambda: len(table.kept("outbox")), (1).__eq__)
    assert len(table.kept("aside")) == 1
    assert len(service.starts) == 1


def test_what_is_refused_for_good_is_kept_aside_with_the_reason(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [{"status": 201, "json": {}}, problem(422, "not-won")]
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    win(table, 3)
    until_told(table, service, 1, 1)
    (aside,) = table.kept("aside")
    assert (aside["letter"]["kind"], aside["letter"]["help"]) == ("result", 0)
    assert (aside["refused"]["status"], aside["refused"]["problem"]["detail"]) == (422, "No.")
    assert len(table.kept("results")) == 1


def test_a_start_that_the_service_has_lost_is_told_again_before_the_win(
    open_table: OpenTable, service: Service
) -> None:
    service.answers = [{"status": 201, "json": {}}, problem(404, "unknown-play")]
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    win(table, 3)
    until_told(table, service, 2, 2)
    assert service.starts[0] == service.starts[1]
    assert service.wins[0] == service.wins[1]
    assert table.kept("aside") == []


def test_a_no_empties_the_outbox_and_forgets_the_browser(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    table.until(lambda: table.page.evaluate(LOOKED))
    service.is_reached = False
    type_moves(table, words_to_win(3)[:3])
    table.until(lambda: table.kept("outbox"))
    table.click("menu")
    table.click("settings")
    table.page.get_by_label("Låt mina spel räknas").uncheck()
    table.until(lambda: table.kept("outbox"), lambda letters: letters == [])
    assert not any(isinstance(one, str) for one in table.kept("settings"))
    assert [game["page"].get("play") for game in table.kept("games")] == [None]
    service.is_reached = True
    table.press("Escape")
    type_moves(table, words_to_win(3)[3:])
    table.expect_won()
    table.page.reload()
    table.ready()
    table.page.wait_for_timeout(500)
    assert service.told == []
    assert table.kept("outbox") == []


def test_two_windows_that_begin_one_deal_tell_one_start(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=4")
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens?deal=4")
    service.is_reached = False
    table.drag(("column1", "cell1", 1))
    table.until_saved(4, 1)
    other.drag(("column2", "cell1", 1))
    other.drag(("column3", "cell2", 1))
    saved = other.until_saved(4, 2)
    (letter,) = other.kept("outbox")
    assert letter["uuid"] == saved["page"]["play"]
    service.is_reached = True
    other.page.evaluate("dispatchEvent(new Event('online'))")
    until_told(other, service, 1, 0)
    assert other.faults == []


QUESTIONS: Final = {
    "/kungen-patiens": ("Får dina spel räknas?", "Ja", "Tack! Nya givar räknas"),
    "/napoleon": ("Må dine spil tælles med?", "Ja", "Tak! Nye uddelinger tælles"),
    "/freecell": ("May your games be counted?", "Yes", "Thank you! New deals are"),
}


@pytest.mark.parametrize("path", QUESTIONS)
def test_the_question_is_asked_at_a_win_and_answered_by_keys(
    open_table: OpenTable, service: Service, path: str
) -> None:
    asks, yes, thanks = QUESTIONS[path]
    table = service.open(open_table, f"{path}?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go(f"{path}?deal=3")
    assert table.page.locator(LINE).count() == 0
    table.drag(MOVES[-1])
    line = table.page.locator(f"#end {LINE}")
    expect(line).to_contain_text(asks)
    expect(table.said()).to_contain_text(asks)
    assert table.check_access() == []
    answers = line.get_by_role("button", name=yes, exact=True)
    for _ in range(30):
        table.press("Tab")
        if answers.evaluate("(node) => node === document.activeElement"):
            break
    table.press("Enter")
    expect(table.page.locator(f"#end {LINE}")).to_have_text(re.compile(f"^{thanks}"))
    expect(table.said()).to_contain_text(thanks)
    expect(table.note()).to_be_hidden()
    assert table.page.evaluate("document.activeElement !== document.body")
    table.page.reload()
    table.ready()
    table.go(f"{path}?deal=4").drag(("column1", "cell1", 1))
    until_told(table, service, 1, 0)


def test_a_question_that_is_left_does_not_come_again(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=4")
    expect(table.page.locator(f".foot {LINE}")).to_be_visible()
    table.page.reload()
    table.ready()
    expect(table.page.locator(f".foot {LINE}")).to_be_visible()
    table.page.wait_for_timeout(TO_READ)
    table.drag(("column1", "cell1", 1))
    expect(table.page.locator(LINE)).to_have_count(0)
    table.page.add_init_script(FORGET)
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    table.expect_won()
    table.until(lambda: table.page.evaluate(LOOKED))
    table.page.wait_for_timeout(500)
    expect(table.page.locator(LINE)).to_have_count(0)
    table.click("menu")
    table.click("settings")
    expect(table.page.get_by_label("Låt mina spel räknas")).not_to_be_checked()
    assert service.told == []


@pytest.mark.parametrize("way", ["new", "cross"])
def test_a_question_that_is_passed_over_at_a_win_is_not_asked_again(
    open_table: OpenTable, service: Service, way: str
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    expect(table.page.locator(f"#end {LINE}")).to_be_visible()
    # Who loads the page anew has not passed it over.
    table.page.reload()
    table.ready()
    expect(table.page.locator(f"#end {LINE}")).to_be_visible()
    assert "measure" not in table.kept("settings")[-1]
    table.page.evaluate(COUNT_LINES)
    table.page.wait_for_timeout(TO_READ)
    if way == "new":
        table.page.locator("#end [data-do=new]").click()
        expect(table.page.locator("#moves")).to_have_text("0 drag")
    else:
        table.page.locator("#end-close").click()
    table.until(lambda: table.kept("settings")[-1].get("measure"), "asked".__eq__)
    assert table.page.evaluate("window.lines") == 0
    table.page.reload()
    table.ready()
    # By now the question is there if it is asked.
    expect(table.page.locator(".guide .results tbody tr:last-child td")).to_contain_text("35,5 %")
    expect(table.page.locator(LINE)).to_have_count(0)


COUNT_LINES: Final = """() => {
  window.lines = 0;
  const count = (changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) window.lines += node.matches?.(".measure") ? 1 : 0;
  };
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""
"""Counts how often the question is put anywhere from now on."""


def test_an_answer_on_another_page_is_not_written_over(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=4")
    expect(table.page.locator(LINE)).to_be_visible()
    # As another page has written it that this one has not heard of.
    table.keep("settings", {"visited": True, "tour": False, "measure": "yes"}, "settings")
    table.page.wait_for_timeout(TO_READ)
    table.drag(FIRST)
    expect(table.page.locator(LINE)).to_have_count(0)
    table.click("menu")
    table.click("settings")
    expect(table.page.get_by_label("Låt mina spel räknas")).to_be_checked()
    assert table.kept("settings")[-1]["measure"] == "yes"


def open_without_room(open_table: OpenTable, service: Service) -> Table:
    """Open a deal in a window so small that a note hides the question."""
    options: dict[str, Any] = {**CALM, "size": (320, 568)}
    table = service.open(open_table, "/kungen-patiens?deal=1", **options).choose(tour=False)
    table.put_in_browser(near_win(1))
    service.holds = "results"
    table.page.add_init_script(FORGET)
    table.go("/kungen-patiens?deal=4")
    table.until(lambda: service.held)
    table.press("*")
    expect(table.note()).to_be_visible()
    service.release()
    expect(table.page.locator(LINE)).to_have_count(1)
    expect(table.page.locator(LINE)).to_be_hidden()
    return table


def test_a_question_that_has_no_room_yet_is_heard_when_it_is_seen(
    open_table: OpenTable, service: Service
) -> None:
    table = open_without_room(open_table, service)
    line = table.page.locator(LINE)
    table.page.wait_for_timeout(200)
    expect(table.said()).not_to_contain_text("Får dina spel räknas?")
    expect(line).to_be_visible(timeout=20_000)
    expect(table.said()).to_contain_text("Får dina spel räknas?")


def test_a_question_that_was_never_seen_is_asked_again(
    open_table: OpenTable, service: Service
) -> None:
    table = open_without_room(open_table, service)
    line = table.page.locator(LINE)
    table.drag(FIRST)
    expect(line).to_have_count(0)
    table.until_saved(4, 1)
    assert "measure" not in table.kept("settings")[-1]
    table.go("/kungen-patiens?deal=6")
    expect(line).to_be_visible(timeout=20_000)
    table.page.wait_for_timeout(TO_READ)
    table.drag(FIRST)
    table.until(lambda: table.kept("settings")[-1].get("measure"), "asked".__eq__)


def test_who_looks_at_the_play_of_a_win_has_not_passed_over_the_question(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    line = table.page.locator(f"#end {LINE}")
    expect(line).to_be_visible()
    table.page.wait_for_timeout(TO_READ)
    table.page.locator("#end [data-do=history]").click()
    expect(table.page.locator(".player")).to_be_visible()
    expect(table.page.locator(LINE)).to_have_count(0)
    table.press("Escape")
    expect(line).to_be_visible()
    assert "measure" not in table.kept("settings")[-1]
    table.page.wait_for_timeout(TO_READ)
    table.page.locator("#end-close").click()
    table.until(lambda: table.kept("settings")[-1].get("measure"), "asked".__eq__)


NO_NOTES: Final = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("refused", "SecurityError"); },
});"""


@pytest.mark.parametrize("script", ["", NO_NOTES], ids=["at once", "without notes"])
def test_settings_that_are_opened_at_once_tell_of_the_service_as_soon_as_it_is_known(
    open_table: OpenTable, service: Service, script: str
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.page.add_init_script(script or FORGET)
    service.holds = "results"
    table.page.reload()
    table.ready()
    table.click("menu")
    table.click("settings")
    expect(table.page.locator("#settings")).to_be_visible()
    switch = table.page.get_by_label("Låt mina spel räknas")
    expect(switch).not_to_be_visible()
    table.until(lambda: service.held)
    service.release()
    expect(switch).to_be_visible()
    assert table.faults == []


NO_BASE: Final = """
IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); };"""


def test_where_nothing_can_be_kept_the_switch_says_that_nothing_can_be_counted(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM, script=NO_BASE)
    table.click("menu")
    table.click("settings")
    switch = table.page.get_by_label("Låt mina spel räknas")
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()
    expect(switch).to_have_accessible_description(re.compile("^Webbläsaren sparar ingenting"))
    assert table.check_access() == []


def test_a_no_on_another_page_unticks_the_open_settings_and_ends_the_asking(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.until(lambda: "deals/freecell/1" in service.asked)
    other = Table(table.page.context.new_page(), table.site).go("/kungen-patiens?deal=1")
    for one in (table, other):
        one.click("menu")
        one.click("settings")
    other.page.get_by_label("Låt mina spel räknas").uncheck()
    expect(table.page.get_by_label("Låt mina spel räknas")).not_to_be_checked()
    table.press("Escape")
    before = len(service.asked)
    table.click("menu")
    table.page.locator("#menu .choices [data-do=new]").click()
    # By now the figures are asked for if they are.
    table.page.wait_for_timeout(2_000)
    assert service.asked[before:] == []


def test_a_service_that_could_not_be_looked_for_is_looked_for_with_a_network(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.page.add_init_script(FORGET)
    table.put_in_browser(near_win(1))
    scripts: list[Route] = []
    table.page.context.route("**/service.*.js", lambda route: fail(route, scripts))
    service.is_reached = False
    table.go("/kungen-patiens?deal=4")
    table.until(lambda: scripts)
    table.page.context.unroute("**/service.*.js")
    table.page.wait_for_timeout(200)
    table.page.evaluate("dispatchEvent(new Event('online'))")
    refused: list[str] = []
    table.page.on("requestfailed", lambda request: refused.append(request.url))
    table.until(lambda: refused)
    service.is_reached = True
    table.page.evaluate("dispatchEvent(new Event('online'))")
    expect(table.page.locator(LINE)).to_be_visible()
    assert len(table.faults) == len(scripts)
    table.faults.clear()


def fail(route: Route, failed: list[Route]) -> None:
    failed.append(route)
    route.abort()


def test_the_question_leads_to_what_is_sent(open_table: OpenTable, service: Service) -> None:
    options: dict[str, Any] = {**CALM, "size": (390, 844)}
    table = service.open(open_table, "/freecell?deal=1", **options).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/freecell?deal=4")
    table.click("measure-what")
    details = table.page.locator("#settings .counting details")
    expect(details).to_contain_text("Without a yes nothing is sent.")
    expect(details.locator("summary")).to_be_focused()
    expect(details.locator("p").last).to_be_visible()
    top = table.page.locator("#settings .top").bounding_box()
    head = table.page.locator(".counting h3").bounding_box()
    assert top is not None
    assert head is not None
    assert top["y"] + top["height"] <= head["y"] < 700
    assert table.check_access() == []


def test_in_large_text_the_question_is_seen_at_a_win_without_scrolling(
    open_table: OpenTable, service: Service
) -> None:
    options: dict[str, Any] = {**CALM, "size": (390, 844)}
    table = service.open(open_table, "/kungen-patiens?deal=1", **options).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3")
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    table.drag(MOVES[-1])
    expect(table.page.locator(f"#end {LINE} span").first).to_be_in_viewport(ratio=1)


CONTROLS_UNDER: Final = """(over) => {
  const boxOf = (node) => node.getBoundingClientRect();
  const box = boxOf(document.querySelector(over));
  return [...document.querySelectorAll("#end button, #end a")].filter((control) => {
    const { left, right, top, bottom, width } = boxOf(control);
    return width > 0 && left < box.right && right > box.left && top < box.bottom
      && bottom > box.top;
  }).map((control) => control.textContent);
}"""
"""The controls of the panel of a win over which something lies."""


REPLIES: Final = {"yes": "Tack!", "no": "Då räknas inga spel."}


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)], ids=str)
@pytest.mark.parametrize("answer", REPLIES)
def test_in_large_text_a_win_shows_its_main_button_and_the_reply_lies_over_none(
    site: str, browser: Browser, service: Service, size: tuple[int, int], answer: str
) -> None:
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=chromium.find(), args=flags) as large_text:
        viewport = ViewportSize(width=size[0], height=size[1])
        context = large_text.new_context(viewport=viewport, service_workers="block", **CALM)
        context.route("**/api/v1/**", service.answer)
        table = Table(context.new_page(), site).go("/kungen-patiens?deal=1")
        table.until(lambda: table.page.evaluate(LOOKED))
        table.choose(tour=False).put_in_browser(near_win(1))
        table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
        table.expect_won()
        new = table.page.locator("#end [data-do=new]")
        expect(new).to_be_in_viewport(ratio=1)
        table.page.locator(f"[data-do=measure-{answer}]").click()
        reply = table.page.locator(f"#end {LINE}")
        expect(reply).to_contain_text(REPLIES[answer])
        expect(new).to_be_in_viewport(ratio=1)
        reply.scroll_into_view_if_needed()
        assert table.page.evaluate(CONTROLS_UNDER, f"#end {LINE}") == []
        expect(table.note()).to_be_hidden()
        new.click()
        expect(table.page.locator("#moves")).to_have_text("0 drag")
        expect(reply).to_have_count(0)
        assert table.faults == []


def test_a_newcomer_is_not_asked_in_the_first_minute(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM)
    table.page.add_init_script(FORGET)
    service.asked.clear()
    table.page.clock.install()
    table.keep("settings", {"visited": True, "tour": True}, "settings")
    table.page.reload()
    table.ready()
    table.page.clock.run_for(10_000)
    table.until(lambda: service.asked)
    table.drag(FIRST)
    table.click("menu")
    table.page.locator("#menu .choices [data-do=new]").click()
    table.page.clock.run_for(1000)
    expect(table.page.locator("#moves")).to_have_text("0 drag")
    assert table.page.locator(LINE).count() == 0
    table.page.clock.run_for(60_000)
    expect(table.page.locator(LINE)).to_be_visible()


TO: Final = "\N{EN DASH}"
MEASURED: Final = {
    "/kungen-patiens": f"35,5 % vunna av 4 426 påbörjade givar, 95 %-intervall 34,1{TO}37,0 %."
    f" Mätt 1{TO}7 december 2026, mätsätt 1. Dessutom 12 vunna med hjälp.",
    "/napoleon": f"35,5 % vundet af 4.426 påbegyndte uddelinger, 95 %-interval 34,1{TO}37,0 %."
    f" Målt 1.{TO}7. december 2026, målemetode 1. Desuden 12 vundet med hjælp.",
    "/freecell": f"35.5% won of 4,426 deals begun, 95% interval 34.1{TO}37.0%."
    f" Measured 1 {TO} 7 December 2026, method 1. 12 more won with help.",
}


@pytest.mark.parametrize("path", MEASURED)
def test_the_guide_tells_what_was_measured_and_remembers_it_without_a_network(
    open_table: OpenTable, service: Service, path: str
) -> None:
    said = MEASURED[path]
    table = service.open(open_table, f"{path}?deal=1", **CALM).choose()
    row = table.page.locator(".guide .results tbody tr:last-child td")
    expect(row).to_have_text(said)
    service.is_reached = False
    table.page.evaluate(
        """() => {
          const found = JSON.parse(localStorage.getItem("kungen service"));
          found.asked = Date.UTC(2026, 0, 2);
          localStorage.setItem("kungen service", JSON.stringify(found));
        }"""
    )
    table.page.reload()
    table.ready()
    expect(row).to_contain_text(said)
    expect(row).to_contain_text("2026.")
    assert table.check_access() == []


def test_a_game_that_nobody_has_begun_says_what_the_guide_says(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/harpan?deal=1", **CALM).choose()
    row = table.page.locator(".guide .results .none")
    expect(row).to_have_text("Inga spel är uppmätta än.")


def test_what_is_read_in_the_guide_does_not_move(open_table: OpenTable, service: Service) -> None:
    options: dict[str, Any] = {**CALM, "size": (320, 568)}
    table = service.open(open_table, "/kungen-patiens?deal=1", **options)
    service.holds = "results"
    table.page.add_init_script(FORGET)
    table.page.reload()
    row = table.ready().page.locator(".guide .results .none")
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    table.until(lambda: service.held)
    service.release()
    table.until(lambda: table.page.evaluate(LOOKED))
    table.page.wait_for_timeout(200)
    assert row.bounding_box() == box
    table.page.evaluate("scrollTo(0, 0)")
    expect(row).to_contain_text("35,5 %")


def counted_near_win() -> dict[str, Any]:
    """A game that is won by one move, and whose beginning was counted."""
    kept = near_win(1)
    kept["page"] |= {"began": 1_790_000_000_000, "play": "5d2c2f36-6d0e-4f3c-8a53-0c8e1e7f2b11"}
    return kept


def test_a_win_that_is_not_among_the_figures_is_not_contradicted_by_them(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3")
    table.until(lambda: "deals/freecell/3" in service.asked)
    table.drag(MOVES[-1])
    table.expect_won()
    table.until(lambda: service.asked.count("deals/freecell/3") > 1)
    table.click("menu")
    expect(table.page.locator("#menu .counted")).to_have_text(re.compile("10 har börjat"))
    assert table.page.locator("#end .counted:not([hidden])").count() == 0


def test_an_answer_on_one_page_is_taken_up_on_the_other(
    open_table: OpenTable, service: Service
) -> None:
    table = service.open(open_table, "/kungen-patiens?deal=1", **CALM).choose(tour=False)
    table.put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    line = table.page.locator(LINE)
    expect(line).to_be_visible()
    other = Table(table.page.context.new_page(), table.site)
    other.go("/kungen-patiens?deal=3").expect_won()
    other.page.locator("[data-do=measure-yes]").click()
    expect(line).to_have_count(0)
    table.click("new")
    table.drag(FIRST)
    table.until(lambda: service.starts)
    assert {"measure": "yes"}.items() <= other.kept("settings")[-1].items()


@pytest.mark.parametrize("script", ["", NO_NOTES], ids=["at once", "without notes"])
def test_a_question_that_is_answered_in_one_window_is_gone_in_the_other(
    open_table: OpenTable, service: Service, script: str
) -> None:
    options: dict[str, Any] = {**CALM, "script": script}
    table = open_table("/kungen-patiens?deal=1", service=service.answer, **options)
    table.choose(tour=False).put_in_browser(near_win(1))
    table.go("/kungen-patiens?deal=4")
    lines = [table.page.locator(f".foot {LINE}")]
    other = Table(table.page.context.new_page(), table.site)
    other.go("/kungen-patiens?deal=3").drag(MOVES[-1])
    lines.append(other.page.locator(f"#end {LINE} [data-do=measure-what]"))
    for line in lines:
        expect(line).to_be_visible()
    table.click("measure-what")
    other.click("measure-yes")
    switch = table.page.get_by_label("Låt mina spel räknas")
    expect(switch).to_be_checked()
    for line in lines:
        expect(line).to_have_count(0)
    other.click("menu")
    other.click("settings")
    other.page.get_by_label("Låt mina spel räknas").uncheck()
    expect(switch).not_to_be_checked()
    switch.check()
    expect(other.page.get_by_label("Låt mina spel räknas")).to_be_checked()
    assert {"measure": "yes"}.items() <= table.kept("settings")[-1].items()
    assert (table.faults, other.faults) == ([], [])


def test_a_win_that_hangs_is_not_contradicted_by_the_figures(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.put_in_browser(counted_near_win())
    table.go("/kungen-patiens?deal=3")
    table.until(lambda: "deals/freecell/3" in service.asked)
    service.holds = "result"
    table.drag(MOVES[-1])
    table.expect_won()
    table.until(lambda: service.held)
    # By now they are shown if they do not wait for the win.
    table.page.wait_for_timeout(2_000)
    told = table.page.locator("#end .counted")
    expect(told).to_be_hidden()
    service.release()
    expect(told).to_contain_text("10 har börjat")


def test_the_menu_holds_its_figures_back_while_a_win_waits(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.put_in_browser(counted_near_win())
    table.go("/kungen-patiens?deal=3")
    menu = table.page.locator("#menu .counted")
    expect(menu).to_have_text(re.compile("10 har börjat"))
    service.answers = [problem(503, "busy", **{"retry-after": "3600"})]
    table.drag(MOVES[-1])
    table.expect_won()
    table.until(lambda: service.wins)
    asked = service.asked.count("deals/freecell/3")
    table.until(lambda: service.asked.count("deals/freecell/3") > asked - 1)
    expect(menu).to_have_attribute("hidden", "")
    restart(table)
    table.page.reload()
    table.ready()
    # By now the figures are asked for if they are.
    table.page.wait_for_timeout(2_500)
    expect(menu).to_have_attribute("hidden", "")
    table.page.evaluate("localStorage.removeItem('kungen waiting')")
    table.page.evaluate("dispatchEvent(new Event('online'))")
    expect(menu).to_have_text(re.compile("10 har börjat"))


def test_a_second_win_stands_beside_the_figures_as_the_first_one_does(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=3")
    words = words_to_win(3)
    told = re.compile(f"^Ditt bästa: {len(words)} drag.")
    win(table, 3)
    expect(table.page.locator("#end .counted")).to_have_text(told)
    restart(table)
    expect(table.page.locator("#end .counted")).to_be_hidden()
    win(table, 3)
    expect(table.page.locator("#end .counted")).to_have_text(told)
    until_told(table, service, 1, 1)


def test_a_win_that_is_refused_is_not_told_as_counted(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.put_in_browser(counted_near_win())
    table.go("/kungen-patiens?deal=3")
    table.until(lambda: "deals/freecell/3" in service.asked)
    service.answers = [problem(422, "not-won")]
    table.drag(MOVES[-1])
    table.expect_won()
    table.until(lambda: table.kept("aside"))
    told = table.page.locator("#end .counted")
    # By now they are shown if they are, also where the win lies there anew.
    table.page.wait_for_timeout(2_500)
    expect(told).to_be_hidden()
    table.page.reload()
    table.ready()
    asked = service.asked.count("deals/freecell/3")
    table.until(lambda: service.asked.count("deals/freecell/3") > asked)
    table.page.wait_for_timeout(500)
    expect(told).to_be_hidden()
    assert table.kept("outbox") == []


def test_beside_the_deal_stands_how_it_has_gone_for_all(
    open_table: OpenTable, service: Service
) -> None:
    table = open_counted(open_table, service, "/kungen-patiens?deal=1")
    table.put_in_browser(counted_near_win())
    table.go("/kungen-patiens?deal=3")
    table.until(lambda: "deals/freecell/3" in service.asked)
    table.drag(MOVES[-1])
    table.expect_won()
    told = "10 har börjat på den, 4 har vunnit. Färst drag: 79."
    expect(table.page.locator("#end .counted")).to_have_text(
        f"Ditt bästa: {len(SOLUTION)} drag. {told}"
    )
    assert table.check_access() == []
    table.go("/kungen-patiens?deal=4")
    table.until(lambda: "deals/freecell/4" in service.asked)
    table.click("menu")
    expect(table.page.locator("#menu .counted")).to_have_text(told)
    table.choose(**YES, quiet=True)
    table.go("/kungen-patiens?deal=3")
    table.expect_won()
    table.page.wait_for_timeout(2000)
    assert table.page.locator(".counted:not([hidden])").count() == 0


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as served:
        yield served


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, **CALM)
    context.set_default_timeout(30_000)
    yield context
    context.close()


def read_json(table: Table, path: str) -> dict[str, Any]:
    """What the service answers to others."""
    told: dict[str, Any] = table.page.request.get(f"{table.site}/api/v1/{path}").json()
    return told


def test_ten_games_won_without_a_network_arrive_once_each(
    served: Served, context: BrowserContext
) -> None:
    sent: list[str] = []
    context.on("request", lambda request: note_post(sent, request.method, request.url))
    table = Table(context.new_page(), served.site).go("/kungen-patiens?deal=1").choose(**YES)
    table.until(lambda: table.page.evaluate(IS_KEPT))
    other = Table(context.new_page(), served.site).go("/kungen-patiens?deal=2")
    context.set_offline(True)
    for number in (1, 3, 4, 6):
        win(table.go(f"/kungen-patiens?deal={number}"), number)
    for number in (2, 7, 8):
        win(other.go(f"/kungen-patiens?deal={number}"), number)
    words = words_to_win(9)
    type_moves(table.go("/kungen-patiens?deal=9"), words[:10])
    table.until_saved(9, 10)
    table.page.reload()
    type_moves(table.ready(), words[10:])
    for number in (11, 13):
        win(table.go(f"/kungen-patiens?deal={number}"), number)
    assert sent == []
    assert len(table.kept("outbox")) == 20
    context.set_offline(False)
    table.until(lambda: table.kept("outbox"), lambda letters: letters == [])
    assert table.kept("aside") == []
    results = read_json(table, "results")["games"]["freecell"]
    assert (results["starts"], results["completed"], results["with_help"]) == (10, 10, 0)
    for number in (1, 2, 3, 4, 6, 7, 8, 9, 11, 13):
        figures = read_json(table, f"deals/freecell/{number}")
        assert (figures["starts"], figures["completed"]) == (1, 1)
        assert figures["fewest_moves"] == len(words_to_win(number))
    assert len(sent) == len(set(sent)) + 9
    assert (table.faults, other.faults) == ([], [])


def note_post(sent: list[str], method: str, url: str) -> None:
    if method == "POST":
        sent.append(url)


def test_the_daily_deal_is_told_as_such_on_its_day(served: Served, context: BrowserContext) -> None:
    page: Page = context.new_page()
    table = Table(page, served.site).go("/kungen-patiens?deal=1").choose(**YES)
    table.go("/kungen-patiens?deal=daily")
    day = table.page.evaluate("new Date().toLocaleDateString('sv')")
    figures = read_json(table, f"daily/{day}")["games"]["freecell"]
    assert figures["starts"] == 0
    table.until(lambda: table.page.url.endswith(f"?deal={figures['deal']}"))
    table.drag(FIRST)
    table.until(
        lambda: read_json(table, f"daily/{day}")["games"]["freecell"]["starts"],
        lambda starts: starts == 1,
    )

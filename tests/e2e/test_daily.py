"""The daily deal: its calendar, its streak, its address; and new deals that can be won."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import build_web
import pytest
from playwright.sync_api import Browser, Locator, expect

from kungen.catalogue import find
from kungen.daily import daily
from tests.e2e.hands import Table
from tests.e2e.test_axe import LARGE_TEXT, OVERFLOWS, faults
from tests.e2e.test_house import draw
from tests.e2e.test_keeping import CALM, MOVES, SOLUTION
from tests.e2e.test_offline import Site, visit

OpenTable = Callable[..., Table]
STOCKHOLM: Final = "Europe/Stockholm"
TODAY: Final = date(2026, 12, 17)
DAY: Final = timedelta(days=1)
# The first number that is drawn of a list, and the deal 42 of all.
FIXED_LOT: Final = "crypto.getRandomValues = (numbers) => numbers.fill(41)"


def at(day: date, hour: int = 12, zone: str = STOCKHOLM) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone))


def result(game: str, deal: int, ended: datetime, zone: str = STOCKHOLM) -> dict[str, Any]:
    instant = int(ended.timestamp() * 1000)
    rest = {"zone": zone, "moves": 90, "elapsed": 300_000, "helped": 0}
    return {
        "format": 1, "game": game, "deal": deal, "began": instant - 1000, "ended": instant, **rest,
    }  # fmt: skip


def won_on(game: str, day: date) -> dict[str, Any]:
    """The win of a day's deal on the day itself."""
    return result(game, daily(game, day), at(day))


def open_on(
    open_table: OpenTable, day: date, address: str = "/kungen-patiens?deal=617", **options: Any
) -> Table:
    """Open a page in Stockholm at noon of a day."""
    table = open_table("/statistik", **{"timezone_id": STOCKHOLM, **CALM, **options})
    table.page.clock.set_fixed_time(at(day))
    return table.go(address)


def calendar(table: Table) -> Locator:
    table.click("menu")
    table.page.locator("#menu [data-do=daily]").click()
    dialog = table.page.locator("#daily")
    expect(dialog).to_be_visible()
    return dialog


def labels(dialog: Locator) -> list[str]:
    """What is heard of the days that can be opened."""
    found: list[str] = dialog.locator("td button").evaluate_all(
        "(buttons) => buttons.map((button) => button.ariaLabel)"
    )
    return found


def test_each_day_up_to_today_opens_its_deal(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    dialog = calendar(table)
    expect(dialog).to_have_accessible_name("Dagens giv")
    expect(dialog.get_by_role("grid")).to_have_accessible_name("december 2026")
    assert labels(dialog) == [f"{day} december" for day in range(1, 18)]
    expect(dialog.locator("td.ahead")).to_have_text([f"{day}" for day in range(18, 32)])
    expect(dialog.locator("[aria-current=date]")).to_have_attribute("aria-label", "17 december")
    dialog.get_by_role("button", name="3 december", exact=True).click()
    deal = daily("freecell", date(2026, 12, 3))
    table.page.wait_for_url(f"**/kungen-patiens?deal={deal}")
    expect(dialog).to_have_count(0)
    expect(table.note()).to_contain_text("Dagens giv, 3 december")
    focused = table.page.evaluate("document.activeElement.dataset.card !== undefined")
    assert focused, "the focus is on the table"
    table.page.go_back()
    expect(table.heading()).to_have_text("Kungen, giv 617")


def test_the_button_plays_the_deal_of_today(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY, "/klondike?deal=617&draw=3")
    dialog = calendar(table)
    expect(dialog.locator(".why")).to_contain_text("Klondike")
    dialog.get_by_role("button", name="Play the daily deal").click()
    deal = daily("klondike:draw=3", TODAY)
    table.page.wait_for_url(f"**/klondike?deal={deal}&draw=3")


def test_earlier_months_go_back_to_the_first_and_not_past_today(open_table: OpenTable) -> None:
    table = open_on(open_table, date(2026, 3, 31))
    dialog = calendar(table)
    month = dialog.get_by_role("heading", level=3)
    following = dialog.get_by_role("button", name="Nästa månad")
    before = dialog.get_by_role("button", name="Föregående månad")
    expect(following).to_be_disabled()
    before.click()
    expect(month).to_have_text("februari 2026")
    assert len(labels(dialog)) == 28
    before.click()
    expect(month).to_have_text("januari 2026")
    expect(before).to_be_disabled()
    following.click()
    following.click()
    expect(month).to_have_text("mars 2026")
    expect(following).to_be_disabled()


def test_the_keys_walk_through_days_and_months(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    dialog = calendar(table)
    expect(dialog.locator("h2")).to_be_focused()
    for _ in range(4):
        table.press("Tab")
    walks = [
        ("", "17 december"), ("ArrowRight", "17 december"), ("Home", "14 december"),
        ("ArrowUp", "7 december"), ("End", "13 december"), ("ArrowLeft", "12 december"),
        ("PageUp", "12 november"), ("ArrowUp", "5 november"), ("ArrowUp", "29 oktober"),
        ("ArrowDown", "5 november"), ("PageDown", "5 december"), ("PageDown", "17 december"),
        ("ArrowUp", "10 december"),
    ]  # fmt: skip
    for key, day in walks:
        if key:
            table.press(key)
        expect(dialog.get_by_role("button", name=day, exact=True)).to_be_focused()
        assert dialog.locator("td button[tabindex='0']").count() == 1
    table.press("Tab")
    expect(dialog.get_by_role("button", name="Spela dagens giv")).to_be_focused()
    table.press("Shift+Tab")
    table.press("Enter")
    table.page.wait_for_url(f"**deal={daily('freecell', date(2026, 12, 10))}")


def test_escape_and_the_cross_close_the_calendar_and_leave_the_deal(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    dialog = calendar(table)
    table.press("Escape")
    expect(dialog).to_have_count(0)
    dialog = calendar(table)
    dialog.get_by_role("button", name="Stäng").click()
    expect(dialog).to_have_count(0)
    expect(table.heading()).to_have_text("Kungen, giv 617")


def test_days_that_were_won_are_told_from_those_that_were_won_later(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    game, days = "freecell", [date(2026, 12, day) for day in (1, 2, 3, 4, 5)]
    for day in (*days[:2], days[4]):
        table.keep("results", won_on(game, day))
    table.keep("results", result(game, daily(game, days[2]), at(days[3])))
    # Half past ten in the evening in New York is the next day in Stockholm.
    evening = datetime(2026, 12, 4, 22, 30, tzinfo=ZoneInfo("America/New_York"))
    won = result(game, daily(game, days[3]), evening, "America/New_York")
    table.keep("results", won)
    # Another game's win of a deal with the same number, and one before the day.
    table.keep("results", result("plato", daily(game, date(2026, 12, 6)), at(date(2026, 12, 6))))
    table.keep("results", result(game, daily(game, date(2026, 12, 7)), at(date(2026, 12, 6))))
    dialog = calendar(table)
    assert labels(dialog)[:7] == [
        "1 december, vunnen",
        "2 december, vunnen",
        "3 december, vunnen senare",
        "4 december, vunnen",
        "5 december, vunnen",
        "6 december",
        "7 december",
    ]
    expect(dialog.locator("td svg.own")).to_have_count(4)
    expect(dialog.locator("td svg.later")).to_have_count(1)
    shapes = dialog.locator("td svg path").evaluate_all("(all) => all.map((one) => one.outerHTML)")
    assert len({*shapes}) == 2, "the marks differ in shape"
    expect(dialog.locator(".legend")).to_have_text(re.compile("Vunnen samma dag.*Vunnen senare"))


STREAKS: Final = [
    # Days before today that were won on the day; what is told.
    ([1, 2, 3, 6, 7], ["3", "dagar i rad", "3", "som mest"]),
    ([0, 1, 5, 6, 7], ["2", "dagar i rad", "3", "som mest"]),
    ([0], ["1", "dag i rad", "1", "som mest"]),
    ([2, 3], ["0", "dagar i rad", "2", "som mest"]),
]


@pytest.mark.parametrize(("days", "told"), STREAKS)
def test_the_streak_counts_days_up_to_today_or_yesterday(
    open_table: OpenTable, days: list[int], told: list[str]
) -> None:
    # From 1 March back the days go over a leap day.
    today = date(2028, 3, 1)
    table = open_on(open_table, today)
    for back in days:
        table.keep("results", won_on("freecell", today - back * DAY))
    line = calendar(table).locator(".streaks")
    assert line.locator("b, b + span").all_inner_texts() == told


def test_where_nothing_was_won_or_counters_are_hidden_no_streak_is_told(
    open_table: OpenTable,
) -> None:
    table = open_on(open_table, TODAY)
    expect(calendar(table).locator(".streaks")).to_be_hidden()
    table.press("Escape")
    table.keep("results", won_on("freecell", TODAY))
    table.choose(quiet=True)
    dialog = calendar(table)
    expect(dialog.locator(".streaks")).to_be_hidden()
    assert labels(dialog)[-1] == "17 december, vunnen"


def test_at_midnight_another_day_is_today(open_table: OpenTable) -> None:
    table = open_table("/statistik", timezone_id=STOCKHOLM, **CALM)
    # On 25 October clocks are set back an hour: it has 25.
    table.page.clock.install(time=datetime(2026, 10, 25, 22, 59, 50, tzinfo=UTC))
    table.go("/kungen-patiens?deal=617")
    dialog = calendar(table)
    current = dialog.locator("[aria-current=date]")
    expect(current).to_have_attribute("aria-label", "25 oktober")
    table.page.clock.run_for(5_000)
    expect(current).to_have_attribute("aria-label", "25 oktober")
    table.page.clock.run_for(10_000)
    expect(current).to_have_attribute("aria-label", "26 oktober")
    dialog.get_by_role("button", name="Spela dagens giv").click()
    table.page.wait_for_url(f"**deal={daily('freecell', date(2026, 10, 26))}")


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Kiritimati", 18), ("UTC", 17), ("Pacific/Pago_Pago", 16)]
)
def test_an_address_opens_the_deal_of_the_players_own_day(
    open_table: OpenTable, zone: str, day: int
) -> None:
    table = open_table("/statistik", timezone_id=zone)
    table.page.clock.set_fixed_time(datetime(2026, 12, 17, 10, 30, tzinfo=UTC))
    table.go("/freecell?deal=daily")
    deal = daily("freecell", date(2026, 12, day))
    expect(table.heading()).to_have_text(f"FreeCell, deal {deal:,}")
    assert table.page.url.endswith(f"/freecell?deal={deal}")
    expect(table.note()).to_have_text(f"Daily deal, {day} December")


@pytest.mark.parametrize(
    ("language", "shortcut"),
    [
        ("sv", {"name": "Dagens giv", "url": "kungen-patiens.html?deal=daily"}),
        ("da", {"name": "Dagens kabale", "url": "napoleon.html?deal=daily"}),
        ("en", {"name": "Daily deal", "url": "freecell.html?deal=daily"}),
    ],
)
def test_the_icon_of_the_page_leads_to_it(
    site: str, language: str, shortcut: dict[str, str]
) -> None:
    assert site
    manifest = (build_web.PAGE_DIR / f"kungen.{language}.webmanifest").read_text(encoding="utf-8")
    assert json.loads(manifest)["shortcuts"][0] == shortcut


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/kungen-patiens", "Dagens giv, 17 december"),
        ("/napoleon", "Dagens kabale, 17. december"),
        ("/freecell", "Daily deal, 17 December"),
    ],
)
def test_the_deal_of_the_day_is_told_where_it_lies_already(
    open_table: OpenTable, address: str, told: str
) -> None:
    deal = daily("freecell", TODAY)
    table = open_on(open_table, TODAY, f"{address}?deal={deal}")
    expect(table.note()).to_be_hidden()
    calendar(table).locator(".play").click()
    expect(table.note()).to_have_text(told)
    expect(table.said()).to_have_text(told)
    assert table.page.url.endswith(f"{address}?deal={deal}")


SIX_WEEKS: Final = date(2026, 11, 30)


def test_a_month_of_six_weeks_has_room_with_its_streaks_in_a_small_window(
    open_table: OpenTable,
) -> None:
    table = open_on(open_table, SIX_WEEKS, size=(320, 568))
    for back in (0, 1, 17):
        table.keep("results", won_on("freecell", SIX_WEEKS - back * DAY))
    late = daily("freecell", SIX_WEEKS - 15 * DAY)
    table.keep("results", result("freecell", late, at(SIX_WEEKS)))
    dialog = calendar(table)
    expect(dialog.locator("tbody tr")).to_have_count(6)
    expect(dialog.locator(".streaks")).to_be_visible()
    assert dialog.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0


@pytest.mark.parametrize("address", ["/kungen-patiens", "/napoleon", "/freecell"])
def test_the_name_of_a_month_stays_between_its_arrows_in_large_text(
    open_table: OpenTable, address: str
) -> None:
    table = open_on(open_table, SIX_WEEKS, f"{address}?deal=617", size=(320, 568))
    table.page.evaluate(LARGE_TEXT)
    dialog = calendar(table)
    head = dialog.locator("#daily-month")
    for month in range(11, 0, -1):
        if month < 11:
            dialog.locator("[data-turn=previous]").click()
        assert head.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0, head.inner_text()


def test_the_statistics_lead_to_it_where_a_game_has_it(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    for game in ("klondike:draw=3", "freecell:single-card=true"):
        table.keep("results", result(game, 5, at(TODAY)))
    table.go("/statistik")
    cards = table.page.locator(".tally")
    expect(cards).to_have_count(2)
    link = table.page.get_by_role("link", name="Dagens giv")
    expect(link).to_have_count(1)
    link.click()
    table.ready()
    deal = daily("klondike:draw=3", TODAY)
    expect(table.heading()).to_have_text(f"Harpan, giv {deal}")


def test_the_address_lays_the_deal_as_it_was_left_and_keeps_the_options(
    open_table: OpenTable,
) -> None:
    table = open_on(open_table, TODAY, "/harpan?draw=3&deal=daily")
    deal = daily("klondike:draw=3", TODAY)
    assert table.page.url.endswith(f"/harpan?deal={deal}&draw=3")
    draw(table)
    table.until_saved(deal, 1, "klondike:draw=3")
    table.go("/kungen-patiens?deal=617")
    table.go("/harpan?deal=daily&draw=3")
    expect(table.heading()).to_have_text(f"Harpan, giv {deal}")
    expect(table.page.locator("#moves")).not_to_have_text("0 drag")
    assert len(table.pile("waste")) == 3


def test_a_game_without_proven_deals_has_no_daily_deal(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY, "/kungen-patiens?deal=5&single-card=true")
    table.click("menu")
    expect(table.page.locator("#menu [data-do=daily]")).to_be_hidden()
    table.go("/kungen-patiens?deal=daily&single-card=true")
    expect(table.note()).to_contain_text("ingen dagens giv")
    assert re.search(r"\?deal=\d+&single-card=true$", table.page.url)
    assert len(table.pile("column1")) == 7


def as_daily(table: Table, deal: int) -> None:
    """Let a deal be the only one that is proven, and so that of each day."""
    ranges = {"freecell": {"first": deal, "last": deal, "but": []}}
    table.page.route("**/winnable.*.json", lambda route: route.fulfill(body=json.dumps(ranges)))


def nearly_won(table: Table) -> None:
    steps = SOLUTION[:-1]
    page = {"elapsed": 60_000, "won": False, "open": 1_790_000_000_000}
    game = {"format": 1, "game": "freecell", "deal": 3, "steps": steps, "position": len(steps)}
    table.put_in_browser({**game, "page": page})
    table.go("/freecell?deal=daily")
    expect(table.heading()).to_have_text("FreeCell, deal 3")


def test_a_win_of_todays_deal_tells_the_streak(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    as_daily(table, 3)
    table.keep("results", result("freecell", 3, at(TODAY - DAY)))
    nearly_won(table)
    table.drag(MOVES[-1])
    told = table.page.locator("#end-daily")
    expect(told).to_have_text("That was the daily deal. 2 days in a row.")
    expect(table.said()).to_have_text(
        re.compile(r"^You have won!.*That was the daily deal\. 2 days in a row\.$")
    )
    table.until(lambda: len(table.kept("results")) == 2)
    assert table.kept("results")[1]["zone"] == STOCKHOLM
    dialog = calendar(table)
    assert labels(dialog)[-2:] == ["16 December, won", "17 December, won"]
    # The next day it is no longer today's.
    table.page.clock.set_fixed_time(at(TODAY + DAY))
    table.go("/freecell?deal=3")
    expect(table.page.locator("#end")).to_be_visible()
    expect(told).to_be_hidden()


def test_the_streak_is_not_told_at_a_win_when_counters_are_hidden(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    as_daily(table, 3)
    table.choose(quiet=True)
    nearly_won(table)
    table.drag(MOVES[-1])
    expect(table.page.locator("#end-daily")).to_have_text("That was the daily deal.")


def test_a_win_of_another_deal_tells_nothing_of_it(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY)
    as_daily(table, 3)
    nearly_won(table)
    table.page.unroute("**/winnable.*.json")
    with table.page.expect_response("**/winnable.*.json"):
        table.drag(MOVES[-1])
    expect(table.page.locator("#end")).to_be_visible()
    expect(table.page.locator("#end-daily")).to_be_hidden()


def test_new_deals_are_those_that_are_proven_winnable(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY, "/harpan?deal=5", script=FIXED_LOT)
    known = find("klondike")
    deals = [one for one in range(1, 1001) if one not in {*known.lost, *known.undecided}]
    table.click("new")
    expect(table.heading()).to_have_text(f"Harpan, giv {deals[41]}")
    assert deals[41] != 42
    table.choose(winnable=False)
    table.click("new")
    expect(table.heading()).to_have_text("Harpan, giv 42")
    # A number that is typed is opened in any case.
    table.choose(winnable=True)
    lost = known.lost[0]
    field = table.page.locator("input[name=deal]:visible").first
    field.fill(f"{lost}")
    field.press("Enter")
    expect(table.heading()).to_have_text(f"Harpan, giv {lost}")


def test_an_address_for_a_new_deal_gives_a_winnable_one(open_table: OpenTable) -> None:
    table = open_on(open_table, TODAY, "/kungen-patiens?deal=1", script=FIXED_LOT)
    table.go("/forecell-patiens?deal=new")
    known = find("forecell")
    deals = [one for one in range(1, 200) if one not in known.lost]
    expect(table.heading()).to_have_text(f"ForeCell, giv {deals[41]}")


def test_the_list_is_not_fetched_before_it_is_wanted(open_table: OpenTable) -> None:
    table = open_table("/harpan", **CALM)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.click("menu")
    table.page.keyboard.press("Escape")
    table.click("next")
    assert [address for address in asked if "winnable" in address] == []
    table.click("new")
    expect(table.heading()).not_to_have_text("Harpan, giv 2")
    assert len([address for address in asked if "winnable" in address]) == 1


SWITCH: Final = {
    "/kungen-patiens?deal=5": "bland 999 992 av numren 1 till 1 000 000: en fullständig sökning",
    "/harpan?deal=5": "bland 917 av numren 1 till 1 000: en fullständig sökning",
    "/harpan?deal=5&passes=2": "inte bevisat för någon giv, så alla nummer kan komma",
    "/patiensskolan?lesson=ace": "Gäller de spel och regler",
    "/statistik": "Gäller de spel och regler",
}


@pytest.mark.parametrize("address", SWITCH)
def test_the_switch_says_what_it_means(open_table: OpenTable, address: str) -> None:
    table = open_table(address)
    opener = "#settings-open" if address == "/statistik" else "[data-do=settings]"
    table.page.evaluate("(opener) => document.querySelector(opener).click()", opener)
    switch = table.page.get_by_role("checkbox", name="Bara nya givar som går att vinna")
    expect(switch).to_be_checked()
    told = re.compile(SWITCH[address].replace(" ", r"\s"))
    expect(switch).to_have_accessible_description(told)
    switch.uncheck()
    table.until(lambda: table.kept("settings")[0].get("winnable") is False)


def test_the_daily_deal_and_new_deals_are_had_without_a_network(
    site: str, browser: Browser
) -> None:
    assert site
    context = browser.new_context(timezone_id=STOCKHOLM, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    with Site(build_web.PAGE_DIR) as host:
        table = visit(context, host, "/harpan?deal=5")
        host.stop()
        dialog = calendar(table)
        dialog.get_by_role("button", name="Spela dagens giv").click()
        today = datetime.now(ZoneInfo(STOCKHOLM)).date()
        expect(table.heading()).to_have_text(f"Harpan, giv {daily('klondike', today)}")
        table.go("/harpan?deal=daily")
        expect(table.heading()).to_have_text(f"Harpan, giv {daily('klondike', today)}")
        table.click("new")
        table.page.wait_for_url(lambda url: not url.endswith(f"={daily('klondike', today)}"))
        deal = int(table.page.url.rpartition("=")[2])
        known = find("klondike")
        assert known.first <= deal <= known.last
        assert deal not in {*known.lost, *known.undecided}
    context.close()


@pytest.mark.parametrize(
    ("size", "script", "options"),
    [
        ((320, 568), "", {"color_scheme": "light"}),
        ((844, 390), "", {"color_scheme": "dark"}),
        ((1366, 768), "", {"forced_colors": "active"}),
        ((320, 568), LARGE_TEXT, {}),
    ],
    ids=["small", "low and dark", "forced colours", "text at 200 %"],
)
def test_axe_finds_nothing_in_a_calendar_with_all_its_marks(
    open_table: OpenTable, size: tuple[int, int], script: str, options: dict[str, Any]
) -> None:
    table = open_on(open_table, TODAY, size=size, **options)
    for back in (0, 1, 2):
        table.keep("results", won_on("freecell", TODAY - back * DAY))
    table.keep("results", result("freecell", daily("freecell", TODAY - 5 * DAY), at(TODAY)))
    table.page.evaluate(script or "0")
    dialog = calendar(table)
    assert faults(table, "#daily") + table.page.evaluate(OVERFLOWS) == []
    small = dialog.locator("button").evaluate_all(
        """(all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => Math.min(width, height) < 24).length"""
    )
    assert small == 0

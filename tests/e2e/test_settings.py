"""The settings: seen at once, kept for every page, and shared by pages that are open together."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import Table
from tests.e2e.test_looks import clashes, places
from tests.e2e.test_states import SOLUTION

OpenTable = Callable[..., Table]
LAST = len(SOLUTION["steps"]) - 1


def settings_of(table: Table) -> Locator:
    """Open the settings from the menu."""
    table.click("menu")
    table.page.locator("#menu [data-do=settings]").click()
    dialog = table.page.get_by_role("dialog", name="Inställningar")
    expect(dialog).to_be_visible()
    return dialog


def pick(dialog: Locator, name: str, value: str) -> None:
    dialog.locator(f"input[name={name}][value={value}]").check()


def select(dialog: Locator, name: str, label: str) -> None:
    dialog.locator(f"select[name={name}]").select_option(label=label)


def tick(dialog: Locator, name: str) -> None:
    dialog.locator(f"input[name={name}]").check()


def mark(page: Page, name: str) -> str:
    found: str = page.evaluate("(name) => document.documentElement.dataset[name]", name)
    return found


def colour(page: Page, card: int) -> str:
    found: str = page.evaluate(
        "(card) => getComputedStyle(document.querySelector(`[data-card='${card}']`)).color", card
    )
    return found


def test_each_look_is_seen_behind_the_dialog_and_after_a_reload(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    bar = "getComputedStyle(document.body).backgroundColor"
    before = table.page.evaluate(bar)
    dialog = settings_of(table)
    pick(dialog, "felt", "wine")
    assert table.page.evaluate(bar) != before
    pick(dialog, "back", "leaves")
    expect(table.page.locator("#card-back[data-back=leaves] .leaf")).to_have_count(7)
    select(dialog, "theme", "Mörkt")
    select(dialog, "letters", "A J Q K")
    tick(dialog, "print")
    ranks = "[1, 10, 11, 13].map((rank) => document.querySelector(`#rank-${rank}`).textContent)"
    for _ in range(2):
        assert mark(table.page, "theme") == "dark"
        assert mark(table.page, "felt") == "wine"
        assert mark(table.page, "print") == "large"
        assert table.page.evaluate(ranks) == ["A", "10", "J", "K"]
        expect(table.page.locator("#card-back[data-back=leaves]")).to_have_count(1)
        table.page.reload()
        table.ready()


def test_a_page_looks_as_chosen_before_its_scripts_have_come(open_table: OpenTable) -> None:
    table = open_table()
    dialog = settings_of(table)
    select(dialog, "theme", "Mörkt")
    pick(dialog, "felt", "blue")
    for address in ("/spel.html", "/patiensskolan.html", "/napoleon.html"):
        table.page.route("**/table.*.js", lambda route: route.abort())
        table.page.goto(table.site + address, wait_until="domcontentloaded")
        assert (mark(table.page, "theme"), mark(table.page, "felt")) == ("dark", "blue"), address
    table.faults.clear()


def test_the_theme_follows_the_device_until_the_player_has_chosen(open_table: OpenTable) -> None:
    table = open_table(color_scheme="dark")
    assert mark(table.page, "theme") == "dark"
    table.page.emulate_media(color_scheme="light")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
    select(settings_of(table), "theme", "Mörkt")
    table.page.reload()
    table.ready()
    assert mark(table.page, "theme") == "dark"


def test_the_browsers_bar_has_the_colour_of_the_pages(open_table: OpenTable) -> None:
    table = open_table()
    colours = """() => [document.querySelector("meta[name=theme-color]").content,
      getComputedStyle(document.documentElement).getPropertyValue("--bar")]"""
    seen = set()
    dialog = settings_of(table)
    for felt in ("green", "blue", "wine", "graphite"):
        pick(dialog, "felt", felt)
        meta, bar = table.page.evaluate(colours)
        assert meta == bar
        seen.add(bar)
    assert len(seen) == 4


def test_a_game_keeps_its_own_deck_and_one_key_goes_through_them(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    club, diamond, heart, spade = range(4)
    assert colour(table.page, club) == colour(table.page, spade)
    table.page.locator("#table [tabindex='0']").focus()
    table.press("*")
    expect(table.note()).to_contain_text("Två familjer")
    table.press("*")
    expect(table.note()).to_contain_text("Fyra färger")
    assert len({colour(table.page, suit) for suit in (club, diamond, heart, spade)}) == 4
    table.go("/harpan.html?deal=617")
    assert mark(table.page, "deck") == "two"
    table.go("/kungen-patiens.html?deal=617")
    assert mark(table.page, "deck") == "four"
    pick(settings_of(table), "deck", "families")
    assert mark(table.page, "deck") == "families"


def test_the_list_chooses_the_deck_of_all_games(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    table.press("*")
    assert mark(table.page, "deck") == "families"
    table.go("/spel.html")
    table.page.get_by_role("button", name="Inställningar").click()
    dialog = table.page.get_by_role("dialog", name="Inställningar")
    expect(dialog.locator(".sample .rank").first).to_be_visible()
    pick(dialog, "deck", "four")
    table.press("Escape")
    for address in ("/kungen-patiens.html?deal=617", "/harpan.html?deal=617"):
        table.go(address)
        assert mark(table.page, "deck") == "four"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_a_mirrored_table_has_its_cells_at_the_right(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table(size=size)
    dialog = settings_of(table)
    tick(dialog, "mirror")
    cells, foundations, columns = (
        places(table, f"#{area} [data-pile]") for area in ("cells", "foundations", "columns")
    )
    assert min(cell["x"] for cell in cells) > max(one["x"] for one in foundations)
    assert [one["x"] for one in columns] == sorted(one["x"] for one in columns)
    table.press("Escape")
    table.tap_move(("column1", "cell1", 1))
    assert table.pile("cell1") != []


def test_merged_cards_say_how_many_they_are(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    tick(settings_of(table), "merge")
    counts = table.page.locator(".down .face[data-count]").evaluate_all(
        "(faces) => faces.map((face) => face.dataset.count).filter(Boolean).sort()"
    )
    assert counts == ["1", "2", "3", "4", "5", "6"]
    expect(table.page.locator("#columns .unseen").last).to_have_text("6 dolda kort")


def test_one_switch_hides_time_and_counters(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    expect(table.page.locator("#clock")).to_be_visible()
    tick(settings_of(table), "quiet")
    for hidden in ("#clock", "#moves"):
        expect(table.page.locator(hidden)).to_be_hidden()
    table.page.reload()
    table.ready()
    expect(table.page.locator("#clock")).to_be_hidden()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("kungen-patiens", "Giv 3 gick ut."),
        ("napoleon", "Uddeling 3 gik op."),
        ("freecell", "Deal 3 came out."),
    ],
)
def test_the_same_switch_leaves_a_win_without_numbers(
    open_table: OpenTable, page: str, text: str
) -> None:
    table = open_table(f"/{page}.html?deal=3", reduced_motion="reduce")
    table.choose(quiet=True)
    table.put_in_browser({**SOLUTION, "steps": SOLUTION["steps"][:LAST], "position": LAST})
    table.go(f"/{page}.html?deal=3")
    table.drag(SOLUTION["steps"][LAST][0])
    expect(table.page.locator("#end-text")).to_have_text(text)
    expect(table.said()).to_have_text(re.compile(rf"^\D+! {text}$"))
    table.choose()
    expect(table.page.locator("#end-text")).to_have_text(re.compile(r" 40 .+ \d+:\d\d\.$"))


def test_a_tip_may_say_only_that_there_is_a_move_and_is_then_no_help(open_table: OpenTable) -> None:
    table = open_table()
    select(settings_of(table), "tips", "Säger bara om det finns ett")
    table.press("Escape")
    table.click("tip")
    expect(table.note()).to_have_text("Det finns ett drag att göra.")
    expect(table.page.locator(".card.tip")).to_have_count(0)
    table.drag(("column4", "cell1", 1))
    expect(table.page.locator("#moves")).to_have_text("1 drag")
    saved = table.saved_in_browser(617)
    assert saved is not None
    assert "helped" not in saved["page"]


def test_autoplay_is_chosen_in_the_settings_and_kept(open_table: OpenTable) -> None:
    table = open_table()
    autoplay = settings_of(table).get_by_label("Automatisk förflyttning")
    expect(autoplay.locator("option:checked")).to_have_text("Säkra kort")
    autoplay.select_option(label="Av")
    table.page.reload()
    table.ready()
    expect(settings_of(table).get_by_label("Automatisk").locator("option:checked")).to_have_text(
        "Av"
    )


def test_one_tap_is_the_fingers_own_until_the_player_chooses(open_table: OpenTable) -> None:
    for touches, words in ((True, "Flyttar det"), (False, "Väljer det")):
        table = open_table(has_touch=touches, is_mobile=touches)
        chosen = settings_of(table).locator("select[name=tap] option:checked")
        expect(chosen).to_contain_text(words)


def test_two_pages_keep_what_each_of_them_chose(open_table: OpenTable) -> None:
    table = open_table()
    other = Table(table.page.context.new_page(), table.site).go("/harpan.html?deal=5")
    select(settings_of(table), "pace", "Lugn")
    pick(settings_of(other), "felt", "blue")
    # What is looked at follows without being asked, in the page that was open before.
    expect(table.page.locator("html")).to_have_attribute("data-felt", "blue")
    (kept,) = table.kept("settings")
    assert (kept["pace"], kept["felt"]) == ("calm", "blue")


def test_settings_that_are_broken_are_as_usual(open_table: OpenTable) -> None:
    table = open_table()
    broken = {"theme": 7, "felt": {"a": 1}, "decks": "four", "hold": -1, "tap": None, "pace": "x"}
    table.page.evaluate("localStorage.setItem('kungen look', '{broken')")
    table.choose(**broken, tour=False)
    assert [mark(table.page, name) for name in ("theme", "felt", "deck")] == [
        "light",
        "green",
        "two",
    ]
    chosen = settings_of(table).locator("select[name=hold] option:checked")
    expect(chosen).to_have_text("0,35 sekunder")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1366, 768)], ids=str)
def test_the_dialog_cuts_nothing_and_leaves_the_table_in_sight(
    open_table: OpenTable, size: tuple[int, int], scheme: str
) -> None:
    table = open_table(size=size, color_scheme=scheme)
    dialog = settings_of(table)
    assert clashes(table) == []
    box = dialog.bounding_box()
    assert box is not None
    assert box["width"] * box["height"] < 0.72 * size[0] * size[1]
    assert dialog.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    dialog.locator(".cross").click(trial=True)
    expect(dialog.locator(".sample")).to_be_in_viewport(ratio=1)
    dialog.locator(".close").scroll_into_view_if_needed()
    expect(dialog.locator(".sample")).to_be_in_viewport(ratio=1)
    assert table.check_access() == []


def test_the_dialog_closes_by_cross_by_escape_and_beside_it(open_table: OpenTable) -> None:
    table = open_table()
    for close in (
        lambda dialog: dialog.get_by_role("button", name="Stäng").first.click(),
        lambda _: table.press("Escape"),
        lambda _: table.page.mouse.click(20, 400),
    ):
        dialog = settings_of(table)
        close(dialog)
        expect(table.page.locator("#settings")).to_have_count(0)


def test_the_settings_are_all_reached_and_changed_with_the_keyboard(open_table: OpenTable) -> None:
    table = open_table()
    settings_of(table)
    seen = set()
    for _ in range(40):
        table.press("Tab")
        seen.add(table.page.evaluate("document.activeElement.name || document.activeElement.type"))
    names = table.page.locator("#settings :is(input, select)").evaluate_all(
        "(nodes) => [...new Set(nodes.filter((n) => n.checkVisibility()).map((n) => n.name))]"
    )
    assert set(names) <= seen
    table.page.locator("#settings input[name=felt]:checked").focus()
    table.press("ArrowRight")
    assert mark(table.page, "felt") == "blue"


def test_a_lesson_is_played_with_the_players_settings(open_table: OpenTable) -> None:
    table = open_table()
    dialog = settings_of(table)
    tick(dialog, "mirror")
    pick(dialog, "felt", "graphite")
    table.go("/patiensskolan.html?lesson=ace")
    assert mark(table.page, "felt") == "graphite"
    cells = places(table, "#cells [data-pile]")
    foundations = places(table, "#foundations [data-pile]")
    assert min(one["x"] for one in cells) > max(one["x"] for one in foundations)
    table.page.locator("[data-do=settings]").first.click()
    tick(table.page.get_by_role("dialog", name="Inställningar"), "print")
    assert mark(table.page, "print") == "large"


def panel_of(table: Table) -> Locator:
    """Open the panel from the menu."""
    table.click("menu")
    table.page.locator("#menu [data-do=panel]").click()
    panel = table.page.get_by_role("complementary", name="Panel bredvid bordet")
    expect(panel).to_be_visible()
    return panel


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768)], ids=str)
def test_the_panel_lists_the_moves_and_marks_the_last_one(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/kungen-patiens.html?deal=1", size=size).resume(3, SOLUTION, 4)
    panel = panel_of(table)
    moves = panel.get_by_role("listitem")
    expect(moves).to_have_count(4)
    current = panel.locator("[aria-current=step]")
    expect(current).to_have_text(moves.nth(3).inner_text())
    table.click("undo")
    expect(moves).to_have_count(4)
    expect(current).to_have_text(moves.nth(2).inner_text())
    told = moves.nth(3).inner_text()
    table.click("redo")
    expect(table.said()).to_contain_text(told)
    expect(current).to_have_text(told)
    assert clashes(table) == []
    assert table.check_access() == []
    felt = table.page.locator("#felt").bounding_box()
    box = panel.bounding_box()
    assert felt is not None
    assert box is not None
    assert felt["x"] + felt["width"] <= box["x"] + 0.5
    assert box["y"] + box["height"] <= size[1]


def test_the_panel_comes_again_and_speaks_the_language(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, 2)
    expect(panel_of(table)).to_contain_text("8 kolumner")
    table.go("/harpan.html?deal=617")
    panel = table.page.locator("#panel")
    expect(panel).to_contain_text("7 kolumner")
    expect(panel.get_by_text("Inga drag än.")).to_be_visible()
    table.click("menu")
    table.page.locator("#language").select_option("en")
    expect(panel).to_contain_text("7 columns")
    expect(panel.get_by_text("No moves yet.")).to_be_visible()
    table.press("Escape")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    table.page.reload()
    table.ready()
    expect(panel).to_have_count(0)


def test_the_panel_tells_the_verdict_that_was_asked_for(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    panel = panel_of(table)
    panel.get_by_role("button", name="Går den att vinna?").click()
    told = panel.get_by_text("Ja, den går att vinna härifrån.")
    expect(told).to_be_visible(timeout=30_000)
    table.tap_move(("column1", "cell1", 1))
    expect(told).to_be_hidden()


def test_a_verdict_in_the_panel_leaves_the_last_move_in_sight(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1").resume(3, SOLUTION, 30)
    panel = panel_of(table)
    panel.get_by_role("button", name="Går den att vinna?").click()
    expect(panel.get_by_text("Ja, den går att vinna")).to_be_visible(timeout=30_000)
    expect(panel.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
    table.click("undo")
    expect(panel.locator(".told")).to_be_hidden()
    expect(panel.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)


def test_a_phone_has_no_panel(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    panel = panel_of(table)
    table.page.set_viewport_size({"width": 390, "height": 844})
    expect(panel).to_have_count(0)
    table.click("menu")
    expect(table.page.locator("#menu [data-do=panel]")).to_be_hidden()
    assert table.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


RATIOS = """(pairs) => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    const probe = document.createElement("i");
    probe.style.color = colour;
    document.body.append(probe);
    context.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return pairs.map(([one, other]) => {
    const [low, high] = [light(`var(--${one})`), light(`var(--${other})`)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
SEEN = {
    ("slot", "felt"): 3,
    ("slot", "felt-edge"): 3,
    ("ring", "felt"): 3,
    ("gold", "felt"): 3,
    ("on-bar", "bar"): 7,
    ("quiet", "bar"): 4.5,
    ("on-panel", "panel"): 7,
    ("strong", "panel"): 4.5,
    ("on-strong", "strong"): 4.5,
    ("clubs", "paper"): 4.5,
    ("diamonds", "paper"): 4.5,
    ("red", "paper"): 4.5,
    ("black", "paper"): 7,
}
"""What is seen on what, and how much they must differ at least."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_felt_and_deck_has_contrast_enough(open_table: OpenTable, theme: str) -> None:
    table = open_table(color_scheme=theme)
    for felt in ("green", "blue", "wine", "graphite"):
        for deck in ("two", "families", "four"):
            table.page.evaluate(
                "(marks) => Object.assign(document.documentElement.dataset, marks)",
                {"felt": felt, "deck": deck},
            )
            ratios = table.page.evaluate(RATIOS, [list(pair) for pair in SEEN])
            for (pair, least), ratio in zip(SEEN.items(), ratios, strict=True):
                assert ratio >= least, (theme, felt, deck, pair, ratio)


def test_without_colours_suits_differ_by_their_shapes_and_families_by_a_bar(
    open_table: OpenTable,
) -> None:
    table = open_table("/kungen-patiens.html?deal=617")
    paths = [table.page.locator(f"#suit-{suit} path").get_attribute("d") for suit in range(4)]
    assert len(set(paths)) == 4
    bar = (
        "(card) => getComputedStyle(document.querySelector(`[data-card='${card}']`)).backgroundSize"
    )
    table.press("*")
    clubs, diamonds, hearts, spades = (table.page.evaluate(bar, suit) for suit in range(4))
    assert clubs == spades == "auto"
    assert diamonds == hearts == "max(2px, 5%) 100%"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_grey_the_families_differ_by_how_light_they_are(
    open_table: OpenTable, theme: str
) -> None:
    table = open_table(color_scheme=theme)
    mark_all = "(deck) => { document.documentElement.dataset.deck = deck; }"
    table.page.evaluate(mark_all, "families")
    reds, darks = ("red", "diamonds"), ("black", "clubs")
    pairs = [[red, dark] for red in reds for dark in darks]
    assert min(table.page.evaluate(RATIOS, pairs)) >= 1.7
    # The red family is nearer to the card, in the dark too.
    on_paper = table.page.evaluate(RATIOS, [[one, "paper"] for one in (*reds, *darks)])
    assert max(on_paper[:2]) < min(on_paper[2:])


COLOURS = """(parts) => parts.map((part) =>
  getComputedStyle(document.querySelector(part)).color)"""


@pytest.mark.parametrize("address", ["/kungen-patiens.html?deal=617", "/patiensskolan.html"])
def test_pictures_in_texts_have_the_deck_of_the_player(open_table: OpenTable, address: str) -> None:
    table = open_table(color_scheme="dark").choose(deck="four").go(address)
    pictured = [f".guide .picture .of-{suit}" for suit in range(4)]
    # Clubs, diamonds, hearts, spades: on dark cards, and on white paper.
    dark = ["rgb(123, 216, 143)", "rgb(130, 177, 255)", "rgb(255, 138, 128)", "rgb(238, 240, 242)"]
    assert table.page.evaluate(COLOURS, pictured) == dark
    table.page.emulate_media(media="print")
    paper = ["rgb(10, 122, 47)", "rgb(11, 92, 173)", "rgb(200, 16, 46)", "rgb(20, 23, 26)"]
    assert table.page.evaluate(COLOURS, pictured) == paper


def test_more_contrast_has_whole_frames_and_stronger_lines(open_table: OpenTable) -> None:
    table = open_table(contrast="more")
    frame = "getComputedStyle(document.querySelector('.slot button')).borderStyle"
    assert table.page.evaluate(frame) == "solid"
    [ratio] = table.page.evaluate(RATIOS, [["slot", "felt"]])
    assert ratio >= 6


@pytest.mark.parametrize("print_", ["usual", "large"])
@pytest.mark.parametrize("letters", ["nordic", "english"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1366, 768)], ids=str)
def test_rank_and_suit_never_touch(
    open_table: OpenTable, size: tuple[int, int], letters: str, print_: str
) -> None:
    table = open_table("/kungen-patiens.html?deal=617", size=size)
    table.choose(letters=letters, print=print_)
    gaps = table.page.evaluate(
        """() => [...document.querySelectorAll(".card")].map((card) => {
          const width = card.getBoundingClientRect().width;
          const suit = card.querySelector(".small").getBoundingClientRect();
          const rank = card.querySelector(".rank");
          const text = document.querySelector(`${rank.getAttribute("href")} text`);
          const isWide = text.hasAttribute("textLength");
          const wide = isWide ? Number(text.getAttribute("textLength")) : 33;
          const start = Number(text.getAttribute("x")) - (isWide ? 0 : 16);
          const scale = rank.getBoundingClientRect().width / 48;
          const end = rank.getBoundingClientRect().left + scale * (start + wide);
          // The suits' drawings leave a part of their boxes free at both sides.
          return [(suit.left + suit.width / 16 - end) / width,
            (card.getBoundingClientRect().right - suit.right) / width];
        })"""
    )
    assert min(gap for gap, _ in gaps) >= 0.03
    assert min(edge for _, edge in gaps) >= 0.02

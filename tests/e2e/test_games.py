"""Every kind of table, played by taps, drags and keys beside the law, which says what is right."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from kungen import Game, Layout, Move, deal, load_game, save_game
from kungen.cards import card_text
from tests.e2e.hands import MEASURE, Table, pile_byte

OpenTable = Callable[..., Table]

PAGES: Final = {
    "eight-off": "eight-off",
    "penguin": "pingvinen",
    "king-albert": "kung-albert",
    "klondike": "harpan",
    "klondike:draw=3": "harpan",
    "plato:columns=4,cells=1": "plato",
    "plato:columns=10,cells=10": "plato",
}
"""One game for each kind of table: many cells, a beak, a reserve, a stock, few and many columns."""


def address(key: str, number: int) -> str:
    _, _, options = key.partition(":")
    asked = "".join(f"&{option}" for option in options.split(",") if option)
    return f"/{PAGES[key]}.html?deal={number}{asked}"


def heard(layout: Layout) -> dict[str, list[str]]:
    """What the page's piles own when they show a layout: what can be seen one by one."""
    piles = {f"column{n}": list(column) for n, column in enumerate(layout.columns, 1)}
    for n, hidden in enumerate(layout.hidden, 1):
        del piles[f"column{n}"][:hidden]
    for area, cards in (("cell", layout.cells), ("reserve", layout.reserve)):
        piles |= {f"{area}{n}": [] if card is None else [card] for n, card in enumerate(cards, 1)}
    for suit, height in zip("CDHS", layout.foundations, strict=True):
        rank = (layout.base - 2 + height) % layout.rules.ranks
        piles[f"foundation{suit}"] = [4 * rank + "CDHS".index(suit)] if height else []  # type: ignore[list-item]
    if layout.rules.has_stock:
        piles |= {"stock": [], "waste": list(layout.waste[-layout.rules.draw :])}
    return {
        str(pile_byte(pile)): [card_text(card) for card in cards] for pile, cards in piles.items()
    }


def hand(table: Table, move: Move, way: str) -> None:
    """Make a move by taps, by a drag or by keys; the stock is tapped, or drawn from by a key."""
    if "stock" in (move.source, move.target):
        if way == "keys":
            table.press("d")
        else:
            table.page.locator("[data-pile='64']").click()
    elif way == "drag":
        table.drag((move.source, move.target, move.count))
    elif way == "keys":
        table.key_move((move.source, move.target, move.count))
    else:
        table.tap_move((move.source, move.target, move.count))


def choose(game: Game, dice: random.Random) -> Move:
    """Take a move to a foundation where there is one, else any."""
    moves = list(game.legal_moves)
    up = [move for move in moves if move.target.startswith("foundation")]
    return dice.choice(up or moves)


@pytest.mark.parametrize("key", PAGES)
def test_every_way_to_move_does_what_the_law_says(open_table: OpenTable, key: str) -> None:
    dice = random.Random(key)
    game = Game(deal(617, key))
    size = dice.choice([(390, 844), (844, 390), (1366, 768)])
    table = open_table(address(key, 617), size=size, reduced_motion="reduce")
    for turn in range(24):
        assert table.piles() == heard(game.layout), turn
        move = choose(game, dice)
        way = ("tap", "drag", "keys")[turn % 3]
        hand(table, move, way)
        game.push(move)
        assert table.piles() == heard(game.layout), f"{turn}: {move} by {way}"
        points = game.move_count if game.score is None else game.score
        assert table.moves() == points, f"{turn}: {move} by {way}"
        if game.is_won() or game.is_stuck():
            break
    while game.can_undo():
        game.pop()
        table.press("Control+z")
    assert table.piles() == heard(game.layout)
    assert table.moves() == 0
    assert table.check_access() == []


SIZES: Final = [(320, 568), (390, 844), (667, 375), (768, 1024), (1024, 768), (1366, 768)]


@pytest.mark.parametrize("key", PAGES)
def test_every_table_fits_every_screen_without_scrolling(open_table: OpenTable, key: str) -> None:
    table = open_table(address(key, 617), size=SIZES[0])
    for size in SIZES:
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.page.wait_for_timeout(60)
        table.landed()
        found = table.page.evaluate(MEASURE, {"cards": ".card"})
        assert found == {"inside": True, "fits": True, "cards": 52}, size


def hidden_items(table: Table) -> list[str]:
    found: list[str] = table.page.evaluate(
        """() => [...document.querySelectorAll("#columns [role=listitem].unseen")]
          .filter((item) => item.checkVisibility()).map((item) => item.textContent)"""
    )
    return found


def test_cards_face_down_are_one_thing_to_the_ear_and_say_nothing(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    assert hidden_items(table) == ["1 dolt kort", *(f"{n} dolda kort" for n in range(2, 7))]
    names = table.page.evaluate(
        """() => [...document.querySelectorAll(".card")]
          .filter((card) => card.ariaHidden === "true")
          .map((card) => [card.textContent.trim(), card.querySelector("button").ariaLabel,
            card.querySelector("button").tabIndex])"""
    )
    assert names == [["", None, -1]] * 45
    table.focus_pile("column7")
    table.press("ArrowUp")
    assert focused(table) == "Klövergrundhögen, tom"
    tap_deepest(table, "column7")
    expect(table.said()).to_have_text("Kortet är dolt.")
    assert table.check_access() == []


def tap_deepest(table: Table, pile: str) -> None:
    """Tap the strip of a column's deepest card."""
    box = table.page.locator(f"[data-pile='{pile_byte(pile)}']").bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + 8, box["y"] + 3)


# Whatever a card's node says of itself: its own attributes but for its place, and those within.
MARKS: Final = """() => [...document.querySelectorAll(".card.down")].map((card) => {
  const node = card.cloneNode(true);
  node.removeAttribute("style");
  node.removeAttribute("id");
  return node.outerHTML;
})"""


def test_while_a_card_lies_face_down_the_page_holds_nothing_that_tells_it(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan.html?deal=617", reduced_motion="reduce")

    def hidden_alike(count: int) -> bool:
        marks = table.page.evaluate(MARKS)
        faces = {mark.replace(" buried", "") for mark in marks}
        return len(marks) == count and len(faces) == 1 and "#suit" not in faces.pop()

    assert hidden_alike(45)
    table.drag(("column7", "column2", 1))
    assert hidden_alike(44)
    table.page.locator("[data-pile='64']").click()
    assert hidden_alike(43)
    table.click("undo")
    table.click("undo")
    assert hidden_alike(45)
    tap_deepest(table, "column4")
    assert hidden_alike(45)


def test_no_node_belongs_to_a_card_from_one_deal_to_the_next(open_table: OpenTable) -> None:
    table = open_table("/kungen-patiens.html?deal=1")
    whose = """() => Object.fromEntries([...document.querySelectorAll(".card")]
      .map(({ id, firstElementChild }) => [id, firstElementChild.dataset.card]))"""
    seen = [table.page.evaluate(whose)]
    for number in (2, 3):
        table.page.locator(".head [data-do=next]").click()
        expect(table.page.locator("#deal-title")).to_have_text(f"giv {number}")
        seen.append(table.page.evaluate(whose))
    assert all(sorted(one.values()) == sorted(seen[0].values()) for one in seen)
    assert seen[0] != seen[1] != seen[2] != seen[0]
    table.click("undo")
    assert table.page.evaluate(whose) == seen[2]


def focused(table: Table) -> str:
    name: str = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    return name


def test_the_stock_is_drawn_from_turned_over_and_taken_back(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617&draw=3&passes=2")
    stock = table.page.locator("[data-pile='64']")
    expect(stock).to_have_attribute("aria-label", "Talongen, 24 kort, vänd tre, 1 varv till")
    stock.dblclick()
    assert table.pile("waste") == ["JS", "4C", "QS"]
    expect(table.said()).to_have_text("3 kort från talongen. Spader dam ligger fritt.")
    expect(stock).to_have_attribute("aria-label", "Talongen, 18 kort, vänd tre, 1 varv till")
    for _ in range(6):
        stock.click()
    expect(stock).to_have_attribute("aria-label", "Talongen, tom, vänd om kasthögen, 1 varv till")
    stock.click()
    expect(stock).to_have_attribute("aria-label", "Talongen, 24 kort, vänd tre, sista varvet")
    assert table.pile("waste") == []
    for _ in range(8):
        stock.click()
    expect(stock).to_have_attribute("aria-label", "Talongen, tom, inga varv kvar")
    stock.click()
    expect(table.said()).to_have_text("Talongen är slut och får inte vändas fler gånger.")
    for _ in range(17):
        table.press("Control+z")
    assert table.pile("waste") == []
    expect(stock).to_have_attribute("aria-label", "Talongen, 24 kort, vänd tre, 1 varv till")


def stock_signs(table: Table) -> list[str]:
    signs: list[str] = table.page.locator("[data-pile='64'] svg > *").evaluate_all(
        "(nodes) => nodes.filter((node) => node.checkVisibility({ visibilityProperty: true }))"
        ".map((node) => node.getAttribute('href') ?? node.textContent)"
    )
    return signs


def test_the_stock_shows_how_often_it_may_yet_be_gone_through(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617&draw=3&passes=2")
    stock = table.page.locator("[data-pile='64']")
    assert stock_signs(table) == ["#sign-over", "1"]
    for _ in range(8):
        stock.click()
    assert stock_signs(table) == ["#sign-over", "1"]
    stock.click()
    assert stock_signs(table) == ["#sign-over", "0"]
    for _ in range(8):
        stock.click()
    assert stock_signs(table) == ["#sign-spent"]


def test_a_stock_that_has_nothing_more_to_give_shows_it(open_table: OpenTable) -> None:
    game = Game(deal(53, "klondike"))
    table = open_table("/harpan.html?deal=53", reduced_motion="reduce")
    assert stock_signs(table) == []
    for move in played_out(game):
        hand(table, move, "tap")
    assert not game.layout.stock
    assert not game.layout.waste
    assert stock_signs(table) == ["#sign-spent"]


def played_out(game: Game) -> list[Move]:
    """Play tips, and from where it is offered the finish, until stock and waste are empty."""
    moves: list[Move] = []
    while game.layout.stock or game.layout.waste:
        up = [move for move in game.legal_moves if move.target.startswith("foundation")]
        move = up[0] if up and game.can_finish() else game.tip()
        assert move is not None
        game.push(move)
        moves.append(move)
    return moves


def test_turning_a_card_up_scores_and_is_told(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617")
    assert table.status() == "0 poäng"
    table.drag(("column7", "column2", 1))
    expect(table.said()).to_have_text(
        "Ruter åtta till spader nio i kolumn 2. Spader sex vänds upp."
    )
    assert table.status() == "5 poäng"
    assert hidden_items(table)[-1] == "5 dolda kort"
    assert table.pile("column7") == ["6S"]
    table.click("undo")
    assert table.status() == "0 poäng"
    assert table.pile("column7") == ["8D"]
    assert hidden_items(table)[-1] == "6 dolda kort"


def test_a_card_turns_as_it_moves_and_at_once_where_motion_is_not_wanted(
    open_table: OpenTable,
) -> None:
    turns = """() => document.getAnimations()
      .filter(({ effect }) => effect.target.matches(".back")).length"""
    for motion, expected in (("no-preference", 1), ("reduce", 0)):
        table = open_table("/harpan.html?deal=617", reduced_motion=motion)
        drawn = table.page.evaluate(
            f"() => {{ document.querySelector(\"[data-pile='64']\").click(); return ({turns})(); }}"
        )
        assert drawn == expected
        table.landed()
        expect(table.page.locator(".card.last .back")).to_be_hidden()


def test_klondike_is_won_by_keys_alone(open_table: OpenTable) -> None:
    game = Game(deal(53, "klondike"))
    table = open_table("/harpan.html?deal=53", reduced_motion="reduce")
    while not game.can_finish():
        move = game.tip()
        assert move is not None
        hand(table, move, "keys")
        game.push(move)
    assert table.piles() == heard(game.layout)
    assert table.moves() == game.score
    table.press("f")
    table.press("Enter")
    expect(table.page.locator("#end-head")).to_have_text("Du vann!", timeout=20_000)
    game.finish()
    assert table.moves() == game.score
    expect(table.page.locator("#end-text")).to_contain_text(f" {game.score} poäng.")


def test_while_there_are_cards_to_draw_a_tap_on_a_card_plays_on(open_table: OpenTable) -> None:
    game = Game(deal(53, "klondike"))
    table = open_table("/harpan.html?deal=53", reduced_motion="reduce")
    while not game.can_finish():
        move = game.tip()
        assert move is not None
        hand(table, move, "tap")
        game.push(move)
    assert game.layout.stock
    expect(table.page.locator("#offer")).to_be_visible()
    table.tap("column5")
    expect(table.page.locator(".held")).to_have_count(1)
    table.press("Escape")
    table.page.locator("[data-pile='64']").click()
    game.push(Move("stock", "waste", 1))
    assert table.piles() == heard(game.layout)
    assert table.check_access() == []


def test_a_pass_without_a_card_played_is_told_once(open_table: OpenTable) -> None:
    table = open_table("/harpan.html?deal=617&draw=3")
    stock = table.page.locator("[data-pile='64']")
    for _ in range(8):
        stock.click()
    expect(table.note()).to_be_hidden()
    stock.click()
    expect(table.note()).to_contain_text("utan att ett enda kort spelades")
    expect(table.said()).to_contain_text("utan att ett enda kort spelades")
    stock.click()
    expect(table.note()).to_be_hidden()
    table.click("tip")
    expect(table.said()).to_contain_text("Tips: Ruter åtta till spader nio i kolumn 2.")


def test_a_tip_may_point_at_the_stock_and_tells_no_card(open_table: OpenTable) -> None:
    game = Game(deal(617, "klondike"))
    table = open_table("/harpan.html?deal=617", reduced_motion="reduce")
    while (move := game.tip()) is not None and move.source != "stock":
        hand(table, move, "tap")
        game.push(move)
    table.click("tip")
    expect(table.said()).to_contain_text("Tips: vänd kort från talongen.")
    expect(table.page.locator(".slot.stock.tip")).to_have_count(1)


@pytest.mark.parametrize(
    ("key", "number", "page", "sentence"),
    [
        (
            "king-albert",
            3,
            "kung-albert",
            (
                "Bara drag fram och tillbaka återstår. Ångra några drag och sök en annan väg, "
                "eller ta ned ett kort från en grundhög."
            ),
        ),
        (
            "eight-off",
            1,
            "eight-off",
            "Only moves back and forth are left. Undo some moves and look for another way.",
        ),
    ],
)
def test_where_only_moves_back_and_forth_are_left_the_hint_says_so(
    open_table: OpenTable, key: str, number: int, page: str, sentence: str
) -> None:
    game = Game(deal(number, key))
    while (move := game.tip()) is not None:
        game.push(move)
    assert not game.is_stuck()
    table = open_table(f"/{page}.html?deal=617", locale="en-GB")
    table.put_in_browser(json.loads(save_game(game)))
    table.go(f"/{page}.html?deal={number}")
    table.click("tip")
    expect(table.note()).to_have_text(sentence)
    expect(table.said()).to_have_text(sentence)
    expect(table.page.locator(".tip")).to_have_count(0)


def test_a_stuck_deal_with_a_stock_says_nothing_that_the_table_denies(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan.html?deal=10&draw=3")
    panel, head = table.page.locator("#end"), table.page.locator("#end-head")
    stock = table.page.locator("[data-pile='64']")
    luck = "Ren otur: inget kort på bordet går att flytta"
    expect(head).to_have_text("Inget kort passar")
    expect(panel).to_contain_text(luck)
    expect(table.said()).to_contain_text(f"Giv 10 ligger på bordet. Inget kort passar. {luck}")
    stock.click()
    expect(table.said()).to_have_text("3 kort från talongen. Spader nio ligger fritt.")
    expect(panel).to_contain_text(luck)
    for act in ("undo", "restart"):
        expect(panel.locator(f"[data-do={act}]")).to_be_hidden()
    table.page.locator("#end-close").click()
    stock.click()
    expect(panel).to_be_hidden()
    table.click("undo")
    expect(table.said()).to_have_text("Ångrat: 3 kort från talongen.")
    expect(panel).to_be_hidden()


def test_a_deal_stuck_with_one_pass_says_that_no_move_is_left_when_none_is(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan.html?deal=10&draw=3&passes=1")
    head = table.page.locator("#end-head")
    for _ in range(7):
        table.page.locator("[data-pile='64']").click()
    expect(head).to_have_text("Inget kort passar")
    table.page.locator("[data-pile='64']").click()
    expect(head).to_have_text("Inga drag kvar")
    expect(table.page.locator("#end-text")).to_contain_text("Ren otur")


@pytest.mark.parametrize(
    ("page", "lacks", "upper", "upper_pile"),
    [
        ("harpan", "cell", "till talongen", "talongen, 24 kort"),
        ("kung-albert", "cell", "till reserven", "reservplats 1"),
        ("kungen-patiens", "talong", "till de fria cellerna", "fri cell 1"),
    ],
)
def test_the_help_names_only_what_the_game_has(
    open_table: OpenTable, page: str, lacks: str, upper: str, upper_pile: str
) -> None:
    table = open_table(f"/{page}.html?deal=617")
    table.focus_pile("column1")
    table.press("?")
    shown = table.page.locator("#help").inner_text().lower()
    assert lacks not in shown
    expect(table.page.locator("#help-upper")).to_have_text(upper)
    table.press("Escape")
    table.press("c")
    assert upper_pile in focused(table).lower()


def test_a_run_is_taken_apart_where_the_player_lifts_it(open_table: OpenTable) -> None:
    game = Game(deal(53, "klondike"))
    table = open_table("/harpan.html?deal=53", reduced_motion="reduce")
    for _ in range(34):
        move = game.tip()
        assert move is not None
        hand(table, move, "drag")
        game.push(move)
    parts = {move.count for move in game.legal_moves if move.source == "column5"}
    assert len(game.layout.columns[4]) - game.layout.hidden[4] >= 8
    table.tap("column5", 3)
    expect(table.page.locator(".held")).to_have_count(3)
    table.press("Escape")
    table.drag(("column5", "column1", 8))
    assert 8 in parts
    game.push(Move("column5", "column1", 8))
    assert table.piles() == heard(game.layout)


def test_penguin_shows_where_its_foundations_begin_and_what_a_column_takes(
    open_table: OpenTable,
) -> None:
    table = open_table("/pingvinen.html?deal=617")
    expect(table.said()).to_have_text("Giv 617 ligger på bordet. Näbben är ruter sju.")
    base = table.page.locator("[data-pile='49']")
    expect(base).to_have_attribute("aria-label", "Rutergrundhögen, tom, börjar med sju")
    assert table.page.locator("[data-pile='49'] use").evaluate_all(
        "(uses) => uses.map((use) => use.getAttribute('href'))"
    ) == ["#rank-7", "#suit-1"]
    signs = table.page.locator("[data-pile='0'] use").evaluate_all(
        "(uses) => uses.map((use) => use.getAttribute('href'))"
    )
    assert signs == ["#rank-6"]
    assert table.button("column1", 7).get_attribute("aria-label") == (
        "Ruter sju, näbben, kolumn 1, kort 1 av 7"
    )


def test_the_reserve_is_played_from_and_never_filled(open_table: OpenTable) -> None:
    game = Game(deal(617, "king-albert"))
    table = open_table("/kung-albert.html?deal=617")
    move = next(move for move in game.legal_moves if move.source.startswith("reserve"))
    table.drag((move.source, move.target, move.count))
    game.push(move)
    assert table.piles() == heard(game.layout)
    assert table.pile(move.source) == []
    table.drag(("column9", move.source, 1))
    expect(table.note()).to_have_text(
        f"Går inte: inget kort läggs på reservplats {move.source[-1]}."
    )


def test_a_deal_without_a_move_is_told_kindly_and_the_next_one_offered(
    open_table: OpenTable,
) -> None:
    table = open_table("/forecell.html?deal=46", locale="sv-SE")
    expect(table.page.locator("#end-head")).to_have_text("Inga drag kvar")
    expect(table.page.locator("#end-text")).to_contain_text("Nästa giv väntar.")
    expect(table.page.locator("#end [data-do='restart']")).to_be_hidden()
    table.page.locator("#end [data-do='next']").click()
    expect(table.heading()).to_contain_text("giv 47")


def test_a_column_that_takes_kings_only_says_so(open_table: OpenTable) -> None:
    game = Game(deal(600, "klondike"))
    table = open_table("/harpan.html?deal=600", reduced_motion="reduce")
    while all(game.layout.columns):
        move = game.tip()
        assert move is not None
        hand(table, move, "tap")
        game.push(move)
    empty = f"column{game.layout.columns.index(()) + 1}"
    full = next(f"column{n}" for n, cards in enumerate(game.layout.columns, 1) if cards)
    expect(table.button(empty)).to_have_attribute("aria-label", "Kolumn 1, tom, tar bara kung")
    table.drag((full, empty, 1))
    expect(table.note()).to_have_text("Går inte: en tom kolumn tar bara kung.")


def test_letters_tell_what_is_free_what_can_move_and_the_whole_table(
    open_table: OpenTable,
) -> None:
    table = open_table("/harpan.html?deal=617")
    table.focus_pile("column1")
    table.press("w")
    expect(table.said()).to_contain_text("Fria kort: klöver tre i kolumn 1, spader nio i kolumn 2")
    table.press("m")
    expect(table.said()).to_have_text(
        "Möjliga drag: Ruter åtta till spader nio i kolumn 2. Vänd kort från talongen."
    )
    table.press("s")
    expect(table.said()).to_contain_text("Talongen, 24 kort, vänd ett. Kasthögen, tom.")
    table.press("d")
    expect(table.said()).to_have_text("Spader åtta från talongen.")
    # The focus stays where it is, also on the stock itself.
    assert focused(table) == "Klöver tre, kolumn 1, kort 1 av 1, fritt"
    table.press("PageUp")
    for left in (22, 21):
        table.press("Enter")
        assert focused(table) == f"Talongen, {left} kort, vänd ett"
    table.press("?")
    expect(table.page.locator("#help")).to_contain_text("vänd kort från talongen")
    assert table.check_access() == []


# The large suits and frames that another card lies over, but not over all of it.
CUT: Final = """() => [...document.querySelectorAll("#columns [role=list]")].flatMap((list) => {
  const nodes = (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id));
  return nodes.slice(0, -1).filter((node, at) => {
    const edge = nodes[at + 1].getBoundingClientRect().top;
    return [...node.querySelectorAll(".large, .royal .court")].some((part) => {
      const { top, bottom, height } = part.getBoundingClientRect();
      return height > 0 && top < edge - 0.5 && bottom > edge + 0.5;
    });
  }).map((node) => node.querySelector("button").ariaLabel);
})"""


@pytest.mark.parametrize(
    "page",
    ["seahaven-towers.html?", "kung-albert.html?", "plato.html?columns=10&cells=10&"],
)
def test_no_large_suit_shows_half_of_itself_in_a_strip(open_table: OpenTable, page: str) -> None:
    table = open_table(f"/{page}deal=617", size=(320, 568))
    assert table.page.evaluate(CUT) == []
    # The card under one that is dragged away is seen whole.
    x, y = table.corner("column9")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x - 30, y + 90)
    below = table.button("column9", 2).locator(".large")
    assert below.evaluate("(large) => large.getBoundingClientRect().height") > 8
    table.page.mouse.up()


# Each card that is heard is seen at its upper edge, in the place that it has in its pile.
COVERED: Final = """() => [...document.querySelectorAll("#table [role=list]")]
  .flatMap((list) => (list.getAttribute("aria-owns") ?? "").split(" ").filter(Boolean))
  .filter((id) => {
    const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
    const seen = document.elementFromPoint(left + 0.3 * width, top + Math.min(4, height / 8));
    return seen?.closest(".card")?.id !== id;
  })"""


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("klondike:draw=3", (390, 844)),
        ("klondike", (844, 390)),
        ("king-albert", (667, 375)),
        ("penguin", (320, 568)),
        ("eight-off", (844, 390)),
    ],
    ids=str,
)
def test_whatever_the_hands_do_the_table_shows_the_game_that_is_saved(
    open_table: OpenTable, key: str, size: tuple[int, int]
) -> None:
    dice = random.Random(f"{key} {size}")
    table = open_table(address(key, 617), size=size)
    hand(table, next(iter(deal(617, key).legal_moves)), "drag")
    for _ in range(80):
        do_anything(table, dice)
    table.press("Escape")
    table.page.wait_for_timeout(200)
    table.landed()
    saved = table.saved_in_browser(617, key)
    assert saved is not None
    game = load_game(json.dumps(saved))
    assert table.piles() == heard(game.layout)
    assert table.page.evaluate(COVERED) == []
    assert table.moves() == (game.move_count if game.score is None else game.score)
    assert table.page.locator(".card").count() == 52


def do_anything(table: Table, dice: random.Random) -> None:
    """Tap or drag somewhere, or press a key, without waiting for anything to land."""
    mouse = table.page.mouse
    spots = table.page.evaluate(
        """() => [...document.querySelectorAll(".card, .slot")].map((node) => {
          const { x, y, width } = node.getBoundingClientRect();
          return [x + width / 2, y + 8];
        })"""
    )
    way = dice.random()
    if way < 0.4:
        mouse.click(*dice.choice(spots))
    elif way < 0.7:
        mouse.move(*dice.choice(spots))
        mouse.down()
        mouse.move(*dice.choice(spots), steps=2)
        mouse.up()
    else:
        keys = ["d", "d", "Enter", " ", "ArrowLeft", "ArrowDown", "+", "u", "r", "h", "f", "c", "k"]
        table.press(dice.choice(keys))

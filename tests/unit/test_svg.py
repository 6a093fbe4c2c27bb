"""Pictures: well-formed, with every card, and in words."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from kungen.cards import card_text
from kungen.deals import deal
from kungen.game_file import GAMES, find_rules, parse_rules
from kungen.layout import Layout, Move
from kungen.notation import parse_layout

NS = "{http://www.w3.org/2000/svg}"


def indexes(svg: str) -> list[str | None]:
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    return [text.text for text in root.iter(f"{NS}text")]


def test_every_card_of_a_deal_is_drawn() -> None:
    drawn = indexes(deal(617).svg())
    assert len(drawn) == 52
    assert sorted(map(str, drawn)) == sorted(4 * ["A", *map(str, range(2, 11)), "J", "Q", "K"])


@pytest.mark.parametrize(
    ("letters", "court"),
    [("en", {"A", "J", "Q", "K"}), ("sv", {"E", "Kn", "D", "K"}), ("da", {"E", "Kn", "D", "K"})],
)
def test_the_letters_are_those_of_a_language(letters: str, court: set[str]) -> None:
    drawn = set(map(str, indexes(deal(617).svg(letters))))
    assert drawn - set(map(str, range(2, 11))) == court


def test_unknown_letters_are_named() -> None:
    with pytest.raises(ValueError, match="there are no letters 'de'; they are en, sv, da"):
        deal(617).svg("de")


def test_a_picture_has_a_title_and_a_description() -> None:
    layout = parse_layout("Foundations: H-K C-K D-K S-J\nFreecells: QS\n: KS")
    root = ET.fromstring(layout.svg())  # noqa: S314 - our own text
    assert root.get("role") == "img"
    title, description = root.find(f"{NS}title"), root.find(f"{NS}desc")
    assert title is not None
    assert title.text == "FreeCell"
    assert description is not None
    assert str(description.text).startswith(
        "Foundations: spades J, hearts K, diamonds K, clubs K. Cells: QS, empty, empty, empty. Col"
    )


def test_the_foundations_lie_as_on_the_page_spades_first() -> None:
    layout = parse_layout("Foundations: H-K C-K D-K S-J\nFreecells: QS\n: KS")
    assert indexes(layout.svg())[:5] == ["Q", "J", "K", "K", "K"]


def test_a_name_with_signs_of_its_own_is_escaped() -> None:
    rules = find_rules("freecell")
    odd = replace(rules, names=replace(rules.names, en="<Kings & Aces>"))
    won = Layout.checked(odd, [], foundations=(13, 13, 13, 13))
    root = ET.fromstring(won.svg())  # noqa: S314 - our own text
    title = root.find(f"{NS}title")
    assert title is not None
    assert title.text == "<Kings & Aces>"
    assert len(indexes(won.svg())) == 4


def test_a_picture_needs_nothing_else() -> None:
    svg = deal(617).play(Move("column3", "cell1")).svg()
    assert "href" not in svg
    assert svg.count("http") == 1
    assert svg.count("<path") == 4 + 2 * 52
    assert deal(617)._repr_svg_() == deal(617).svg()


KLONDIKE = """\
Foundations: H-K C-K D-J S-8
Stock: KD QS
Waste: QD JS
: <KS> TS
: 9S"""
BACK = "#2b4a7f"


def description(layout: Layout) -> str:
    root = ET.fromstring(layout.svg())  # noqa: S314 - our own text
    found = root.find(f"{NS}desc")
    assert found is not None
    return str(found.text)


def klondike(game: str = "klondike") -> Layout:
    """A late layout: a card face down, two in the stock and two in the waste."""
    return parse_layout(KLONDIKE, game)


def edges(svg: str) -> list[float]:
    """The left edges of the large suit signs, one on each card face up, in the order drawn."""
    signs = [path.get("transform", "") for path in ET.fromstring(svg).iter(f"{NS}path")]  # noqa: S314
    return [float(sign.split("(")[1].split()[0]) - 14 for sign in signs if "scale(2)" in sign]


def test_cards_face_down_show_their_backs_only() -> None:
    fresh = deal(617, "klondike")
    assert len(indexes(fresh.svg())) == 7
    assert fresh.svg().count(BACK) == 21 + 1
    assert klondike().svg().count(BACK) == 1 + 1
    free = {column[-1] for column in fresh.columns}
    for column in fresh.columns:
        for card in column[:-1]:
            assert card in free or f" {card_text(card)}" not in description(fresh)


def test_a_picture_of_a_stock_says_how_many_cards_it_has() -> None:
    assert description(klondike()).startswith(
        "Foundations: spades 8, hearts K, diamonds J, clubs K. Stock: 2 face down. Waste: QD JS. "
        "Column 1: 1 face down, then TS. Column 2: 9S. Column 3: empty."
    )
    assert "Waste: empty" in description(deal(1, "klondike"))
    drawn = klondike().play(Move("stock", "waste")).play(Move("stock", "waste"))
    assert "Stock: empty" in description(drawn)
    assert drawn.svg().count(BACK) == 1


def test_the_free_card_of_the_waste_is_drawn_and_as_many_as_are_drawn_at_a_time() -> None:
    first, *_ = indexes(klondike().svg())
    assert first == "J"
    three = klondike("klondike:draw=3")
    assert indexes(three.svg())[:2] == ["Q", "J"]
    assert edges(three.svg())[:2] == [80, 104]


def test_the_cards_of_the_waste_have_room_before_the_foundations() -> None:
    rules = parse_rules(
        """
        format = 2
        id = "narrow"
        layout = { columns = 4 }
        build = { order = "suit" }
        deal = { columns = [4, 4, 4, 4] }
        stock = { draw = 3 }
        """
    )
    drawn = deal(1, rules).play(Move("stock", "waste", 3))
    width = ET.fromstring(drawn.svg()).get("viewBox", "").split()[2]  # noqa: S314 - our own text
    assert (edges(drawn.svg())[:3], width) == ([80, 104, 128], str(10 + 70 * (1 + 2 + 4)))


def lines_of_text(svg: str) -> list[int]:
    """How far down the index of each card face up stands, in the order drawn."""
    texts = ET.fromstring(svg).iter(f"{NS}text")  # noqa: S314 - our own text
    return [int(text.get("y", "")) for text in texts]


def test_less_shows_of_a_covered_card_that_lies_face_down() -> None:
    first = 10 + 84 + 10 + 18
    hidden, shown = deal(617, "klondike").svg(), deal(617).svg()
    assert lines_of_text(hidden) == [first + 10 * step for step in range(7)]
    assert lines_of_text(shown)[:7] == [first + 24 * step for step in range(7)]


def test_a_reserve_lies_beside_the_foundations() -> None:
    layout = deal(617, "king-albert")
    assert edges(layout.svg())[:7] == [10 + 70 * place for place in range(7)]
    assert description(layout).split(". ")[1] == "Reserve: 6C, JH, QH, JD, KS, KC, 4H"


def test_the_base_of_a_beak_is_said_and_its_foundations_drawn() -> None:
    layout = deal(617, "penguin")
    assert description(layout).startswith("Base: 7. Foundations: spades 7, hearts 7, diamonds 0, ")
    assert indexes(layout.svg())[:3] == ["7", "7", "7"]


def test_a_fixed_base_is_said_and_stands_in_the_outlines_of_empty_foundations() -> None:
    layout = deal(617, replace(find_rules("freecell"), base=11))
    assert description(layout).startswith("Base: J. Foundations: spades 0")
    assert indexes(layout.svg("sv"))[:4] == ["Kn"] * 4
    assert "Base" not in description(deal(617))
    assert indexes(deal(617).svg())[:2] == ["7", "10"]


def test_the_description_says_which_cell_holds_what_and_what_lies_face_down() -> None:
    assert "Cells: 4 empty. " in description(deal(617))
    layout = deal(617).play(Move("column3", "cell2"))
    assert "Cells: empty, KC, empty, empty. " in description(layout)
    klondike = description(deal(617, "klondike"))
    assert "Column 1: 3C. Column 2: 1 face down, then 9S. " in klondike


def test_a_view_is_drawn_as_its_layout_is() -> None:
    layout = deal(617, "klondike")
    assert layout.view().svg("da") == layout.svg("da")


def test_columns_lie_in_the_middle_below_wider_rows() -> None:
    first = edges(deal(617, "eight-off").svg())[4]
    assert first == 10 + 2 * 70
    assert edges(deal(617).svg())[0] == 10


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_picture_lies_beside_it(game: str) -> None:
    root = ET.fromstring(deal(617, game).svg())  # noqa: S314 - our own text
    _, _, width, height = map(int, root.get("viewBox", "").split())
    places = [
        (rect.get("x"), rect.get("y"), rect.get("width"), rect.get("height"))
        for rect in root.iter(f"{NS}rect")
    ]
    for left, top, wide, high in places:
        assert 0 <= int(left or 0) <= width - int(wide or 0)
        assert 0 <= int(top or 0) <= height - int(high or 0)

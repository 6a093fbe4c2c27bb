"""Pictures: well-formed, with every card, and in words."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from kungen.deals import deal
from kungen.layout import Layout, Move
from kungen.notation import parse_layout
from kungen.game_file import find_rules

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
        "Foundations: spades J, hearts K, diamonds K, clubs K. Cells: QS. Column 1: KS. Column 2: e"
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

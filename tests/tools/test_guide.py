"""The guides of the house: whole, the same in three languages, and never against the rules."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import facts
import guide
import guide_tables
import house
import pytest
from figures import Artist, PictureError
from language import read_language
from pictures import layout_picture, layout_words

from kungen import deal, find_rules
from kungen.catalogue import Catalogue
from kungen.catalogue import find as find_catalogue

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS: Final = [
    "short", "goal", "moves", "score", "strategy",
    "results", "history", "relatives", "questions", "words",
]  # fmt: skip
GAMES: Final = [rules.id for rules in house.games()]
COMMON: Final = {"sv": " och ", "da": " og ", "en": " and "}


@cache
def read(game: str, language: str) -> guide.Guide:
    return guide.read_guide(game, language)


def texts() -> list[tuple[str, str]]:
    return [(game, language) for game in GAMES for language in house.LANGUAGES]


@pytest.mark.parametrize(("game", "language"), texts())
def test_every_game_has_a_guide_of_ten_sections_in_their_order(game: str, language: str) -> None:
    html = read(game, language).html
    assert re.findall(r'<h3 id="guide-(\w+)"', html) == SECTIONS
    assert re.findall(r'<li><a href="#guide-(\w+)">', html) == SECTIONS
    assert f'lang="{language}" data-guide="{game}"' in html


@pytest.mark.parametrize(("game", "language"), texts())
def test_no_place_and_no_mark_is_left_in_a_guide(game: str, language: str) -> None:
    found = read(game, language)
    for text in (found.html, found.title, found.description):
        assert re.findall(r"[{}\ue000\ue001]|Undefined|object at|&lt;", text) == []


@pytest.mark.parametrize(("game", "language"), texts())
def test_a_guide_is_in_its_own_language(game: str, language: str) -> None:
    html = read(game, language).html
    counts = {code: html.count(word) for code, word in COMMON.items()}
    assert max(counts, key=lambda code: counts[code]) == language
    assert counts[language] > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_three_languages_have_the_same_results(game: str) -> None:
    found = set()
    for language in house.LANGUAGES:
        html = read(game, language).html
        assert html.count('class="short"') == html.count('class="results"') == 1
        (table,) = re.findall(r'<div class="results">.*?</table>', html)
        found.add(re.sub(r"\D+", " ", table.partition("<tbody>")[2]))
    assert len(found) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_capacity_tables_of_the_three_languages_have_the_same_numbers(game: str) -> None:
    found = {
        tuple(re.findall(r'<td data-cells="[^>]*>(\d+)</td>', read(game, language).html))
        for language in house.LANGUAGES
    }
    assert len(found - {()}) <= 1


def html_rows(html: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2])
    return [re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", row) for row in rows]


def test_the_capacity_table_is_that_of_the_rules() -> None:
    html = guide_tables.capacity_table(find_rules("freecell"), read_language("sv"))
    assert html_rows(html) == [
        ["0", "1", "2", "4"],
        ["1", "2", "4", "8"],
        ["2", "3", "6", "12"],
        ["3", "4", "8", "16"],
        ["4", "5", "10", "20"],
    ]
    assert '<td data-cells="4" data-columns="2">20</td>' in html
    assert facts.most_cards(find_rules("freecell"), 4, 2, to_empty=True) == 10


def test_where_only_kings_enter_a_column_the_table_counts_cells_alone() -> None:
    html = guide_tables.capacity_table(find_rules("seahaven-towers"), read_language("en"))
    assert html_rows(html) == [[f"{cells}", f"{cells + 1}"] for cells in range(5)]


def test_the_capacity_table_has_rows_for_all_cells_that_may_be_chosen() -> None:
    html = guide_tables.capacity_table(find_rules("plato"), read_language("da"))
    rows = html_rows(html)
    assert [row[0] for row in rows] == [f"{cells}" for cells in range(11)]
    assert rows[10] == ["10", "11", "22", "44"]


@pytest.mark.parametrize(
    ("game", "kinds"),
    [("plato", ["single", "king"]), ("freecell", ["single"]), ("seahaven-towers", ["single"])],
)
def test_a_sentence_stands_by_for_each_choice_that_makes_the_table_anothers(
    game: str, kinds: list[str]
) -> None:
    html = guide_tables.capacity_table(find_rules(game), read_language("sv"))
    assert re.findall(r'data-of="(\w+)" hidden>', html) == kinds


def test_a_game_whose_runs_move_whole_has_no_capacity_table() -> None:
    with pytest.raises(ValueError, match="the runs of penguin do not move as a supermove"):
        guide_tables.capacity_table(find_rules("penguin"), read_language("en"))


def made_catalogue(last: int, lost: tuple[int, ...], undecided: tuple[int, ...]) -> Catalogue:
    return Catalogue(
        game="freecell",
        first=1,
        last=last,
        bytes=1,
        signature="",
        moves=100,
        lost=lost,
        undecided=undecided,
        states=MappingProxyType({}),
    )


def test_the_results_table_has_both_ranges_and_no_measured_plays() -> None:
    found = made_catalogue(1_000_000, (11982, 146692), ())
    html = guide_tables.results_table(found, read_language("sv"))
    nb = "\N{NO-BREAK SPACE}"
    assert [row[1:5] for row in html_rows(html)[:2]] == [
        [f"32{nb}000", f"31{nb}999", "1", f"99,997{nb}%"],
        [f"1{nb}000{nb}000", f"999{nb}998", "2", f"99,9998{nb}%"],
    ]
    assert len(html_rows(html)) == 3
    assert html_rows(html)[2][1] == read_language("sv").string("results.none")


@pytest.mark.parametrize(("lost", "deals"), [(8, 1_000_000), (1, 32_000), (99_999, 100_000)])
def test_no_bound_of_a_share_rounds_to_all_or_to_none(lost: int, deals: int) -> None:
    found = made_catalogue(deals, tuple(range(1, lost + 1)), ())
    row = html_rows(guide_tables.results_table(found, read_language("en")))[-2]
    low, high = (float(bound) for bound in row[-1].removesuffix("%").split("\N{EN DASH}"))
    assert 0 < low < high < 100


def test_where_no_deal_is_lost_the_share_and_the_upper_bound_are_all() -> None:
    html = guide_tables.results_table(made_catalogue(1000, (), ()), read_language("en"))
    assert html_rows(html)[0][-2:] == ["100%", "99.6\N{EN DASH}100%"]


def test_undecided_deals_have_a_column_where_there_are_any() -> None:
    html = guide_tables.results_table(made_catalogue(100, (1, 2), (3,)), read_language("en"))
    assert html_rows(html)[0][1:] == ["100", "97", "2", "1", "98.0%", "92.9\N{EN DASH}99.4%"]


@pytest.mark.parametrize(
    ("code", "number", "share", "card", "listed"),
    [
        ("sv", "32_000", "35,5_%", "hjärter sex", "a, b och c"),
        ("da", "32.000", "35,5_%", "hjerter seks", "a, b og c"),
        ("en", "32,000", "35.5%", "six of hearts", "a, b and c"),
    ],
)
def test_each_language_writes_numbers_cards_and_lists_in_its_way(
    code: str, number: str, share: str, card: str, listed: str
) -> None:
    language = read_language(code)
    assert language.number(32_000) == number.replace("_", "\N{NO-BREAK SPACE}")
    assert language.percent(0.3554, 1) == share.replace("_", "\N{NO-BREAK SPACE}")
    assert language.card(deal(1).columns[3][-1]) == card
    assert language.listed(["a", "b", "c"]) == listed


def test_the_strings_of_the_three_languages_have_the_same_keys_and_places() -> None:
    swedish, *others = (read_language(code).strings for code in house.LANGUAGES)
    for strings in others:
        assert strings.keys() == swedish.keys()
        for key, text in strings.items():
            assert places_of(text) == places_of(swedish[key]), key


def places_of(text: str) -> set[str]:
    return {place.lower() for place in re.findall(r"\{(\w+)\}", text)}


def artist(game: str) -> Artist:
    return Artist(find_rules(game), read_language("sv"))


def test_a_picture_of_a_move_says_its_cards() -> None:
    assert 'aria-label="Hjärter sex läggs på spader sju."' in artist("freecell").move("6H", "7S")
    assert 'href="#suit-2"' in artist("freecell").up("AH")


def test_no_picture_shows_what_the_rules_refuse_nor_refuses_what_they_allow() -> None:
    with pytest.raises(PictureError, match="6H does not go on 7D in freecell"):
        artist("freecell").move("6H", "7D")
    with pytest.raises(PictureError, match="6H does go on 7S in freecell"):
        artist("freecell").refused("6H", "7S")
    with pytest.raises(PictureError, match="6H does not go on 7S in eight-off"):
        artist("eight-off").move("6H", "7S")
    with pytest.raises(PictureError, match="QC does not go into an empty column"):
        artist("klondike").empty("QC")
    with pytest.raises(PictureError, match="QH does not go on 8H"):
        artist("freecell").run(["8H", "QH"])
    with pytest.raises(PictureError, match="klondike has no cells"):
        artist("klondike").cell("JC", ["6D"])
    with pytest.raises(PictureError, match="freecell has no stock"):
        artist("freecell").stock()
    with pytest.raises(ValueError, match="10H is no card"):
        artist("freecell").up("10H")


def test_the_picture_of_a_table_has_its_cards_and_hides_those_face_down() -> None:
    swedish = read_language("sv")
    open_deal = layout_picture(deal(1), swedish)
    assert len(re.findall(r'class="(?:red|black)', open_deal)) == 52
    hiding = layout_picture(deal(1, "klondike"), swedish)
    assert len(re.findall(r'class="(?:red|black)', hiding)) == 7
    assert hiding.count('href="#back"') == 21 + 1
    assert layout_words(deal(1, "klondike"), swedish)[-1] == "Kolumn 7: 6 dolda kort, spader ess."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Swedish texts of one's own."""
    monkeypatch.setattr(guide, "TEXTS", tmp_path)
    (tmp_path / "sv").mkdir()
    return tmp_path / "sv"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# No front", "line 1: there is no line ---"),
        ("title: a\n---\n# x", "line 1: description is missing"),
        ("title: a\nname: b\n---\n", "line 2: this is neither title nor description: name: b"),
        ("title: a\ndescription: b\n---\n\n{{ nothing }}", "line 5: 'nothing' is undefined"),
        ("title: a\ndescription: b\n---\n{{ game.colums }}", "line 4: .* no attribute 'colums'"),
        ("title: a\ndescription: b\n---\n{% if %}", "line 4: "),
        ('title: a\ndescription: b\n---\n{% include "_no.md" %}', "line 4: there is no file _no"),
        (
            'title: a\ndescription: b\n---\n\n\n{{ picture_move("6H", "7D", "") }}',
            "line 6: 6H does",
        ),
        ('title: a\ndescription: b\n---\n{{ lesson("no") }}', "line 4: there is no lesson no"),
        ("title: a\ndescription: b\n---\n# x\n## y", "there are 1 sections, not 10: y"),
    ],
)
def test_a_fault_in_a_text_is_told_with_file_and_line(folder: Path, text: str, fault: str) -> None:
    (folder / "freecell.md").write_text(text, encoding="utf-8")
    with pytest.raises(guide.GuideError, match=rf"freecell\.md: {fault}"):
        guide.read_guide("freecell", "sv")


def test_a_fault_in_an_included_text_names_that_file(folder: Path) -> None:
    (folder / "_part.md").write_text("one\n\n{{ nothing }}", encoding="utf-8")
    text = 'title: a\ndescription: b\n---\n{% include "_part.md" %}'
    (folder / "freecell.md").write_text(text, encoding="utf-8")
    with pytest.raises(guide.GuideError, match=r"_part\.md: line 3: 'nothing' is undefined"):
        guide.read_guide("freecell", "sv")


def test_a_tag_on_a_line_of_its_own_breaks_no_paragraph(folder: Path) -> None:
    body = "\n".join(f"## {section}" for section in SECTIONS)
    part = "one\n{% if game.cells %}\ntwo\n{% endif %}\nthree"
    (folder / "freecell.md").write_text(
        f"title: a\ndescription: b\n---\n# x\n{part}\n\n{body}", encoding="utf-8"
    )
    assert "<p>one\ntwo\nthree</p>" in guide.read_guide("freecell", "sv").html


def test_time_is_measured_by_the_length_of_solutions() -> None:
    long = {"freecell": 100, "klondike": 220}

    def find(game: str) -> Catalogue:
        made = made_catalogue(10, (), ())
        return Catalogue(
            **{name: getattr(made, name) for name in made.__slots__} | {"moves": long[game]}
        )

    assert facts.minutes(find_rules("freecell"), find) == 5
    assert facts.minutes(find_rules("klondike"), find) == 11


@pytest.mark.parametrize("language", house.LANGUAGES)
def test_a_deals_number_has_no_separators_and_a_count_has(language: str, folder: Path) -> None:
    spelled = read_language(language)
    text = "{{ deal_link(146692) }}; {{ catalogue.lost_to(200000) }}; {{ n(146692) }}"
    body = "\n".join(f"## {section}" for section in SECTIONS)
    other = folder.parent / language
    other.mkdir(exist_ok=True)
    (other / "freecell.md").write_text(
        f"title: a\ndescription: b\n---\n# x\n{text}\n\n{body}", encoding="utf-8"
    )
    html = guide.read_guide("freecell", language).html
    listed = spelled.listed(["11982", "146692", "186216"])
    assert f">146692</a>; {listed}; {spelled.number(146_692)}</p>" in html


@pytest.mark.parametrize(("game", "language"), texts())
def test_no_guide_writes_a_lost_deals_number_with_separators(game: str, language: str) -> None:
    said = re.sub(r'<div class="results">.*?</div>', "", read(game, language).html, flags=re.DOTALL)
    for number in find_catalogue("freecell").lost:
        assert read_language(language).number(number) not in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("sv", ["omkring en minut", "omkring två minuter"]),
        ("da", ["omkring et minut", "omkring to minutter"]),
        ("en", ["about one minute", "about two minutes"]),
    ],
)
def test_one_minute_and_several_have_their_own_words(language: str, said: list[str]) -> None:
    def find(game: str) -> Catalogue:
        return dataclasses.replace(made_catalogue(10, (), ()), moves=moves[game])

    for minutes, words in enumerate(said, 1):
        moves = {"freecell": 100, "klondike": 20 * minutes}
        table = guide_tables.short_table(find_rules("klondike"), read_language(language), find)
        assert f"<td>{words}</td>" in table


def test_questions_are_what_search_engines_are_told(folder: Path) -> None:
    sections = [f"## {section}" for section in SECTIONS]
    sections[8] += "\n### Why?\nBecause.\n### How?\nSo."
    (folder / "freecell.md").write_text(
        "title: a\ndescription: b\n---\n# x\n" + "\n\n".join(sections), encoding="utf-8"
    )
    html = guide.read_guide("freecell", "sv").html
    assert html.count('itemtype="https://schema.org/Question"') == 2
    assert '<h4 itemprop="name">Why?</h4>' in html
    assert '<div itemprop="text">\n<p>Because.</p>' in html

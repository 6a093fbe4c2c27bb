"""The guides of the house: whole, the same in three languages, and never against the rules."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import facts
import guide
import guide_forms
import guide_tables
import house
import pytest
from figures import Artist, PictureError
from language import ROOT, read_language
from pictures import layout_picture, layout_words

from kungen import deal, find_rules
from kungen.catalogue import Catalogue
from kungen.catalogue import find as find_catalogue

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
    with pytest.raises(PictureError, match="a run has no card twice"):
        artist("penguin").run([f"{rank}H" for rank in "KQJT98765432AK"])
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
    assert hiding.count('href="#card-back"') == 21 + 1
    assert layout_words(deal(1, "klondike"), swedish)[-1] == "Kolumn 7: 6 dolda kort, spader ess."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Swedish texts of one's own."""
    monkeypatch.setattr(guide, "TEXTS", tmp_path)
    (tmp_path / "sv").mkdir()
    return tmp_path / "sv"


def section_names(code: str) -> list[str]:
    return [read_language(code).string(f"section.{section}") for section in SECTIONS]


def text_with(inserted: str, code: str = "sv") -> str:
    """A text that is as it must be, with something in its line 6."""
    sections = "\n".join(f"## {name}" for name in section_names(code))
    return f"title: a\ndescription: b\n---\n# x\n\n{inserted}\n\n{sections}\n"


def html_with(folder: Path, inserted: str) -> str:
    (folder / "freecell.md").write_text(text_with(inserted), encoding="utf-8")
    return guide.read_guide("freecell", "sv").html


def fault_of(folder: Path, text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "freecell.md").write_bytes(data)
    with pytest.raises(guide.GuideError) as caught:
        guide.read_guide("freecell", "sv")
    return str(caught.value).removeprefix(f"{folder}/")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# No front", "line 1: there is no line --- after title and description"),
        ("title: a\n---\n# x", "line 1: description is missing before ---"),
        ("title: a\nname: b\n---\n", "line 2: this is neither title nor description: name: b"),
        (
            "title: a {{ n(1) }}\ndescription: b\n---\n",
            "line 1: title has braces, and places are filled in the text only",
        ),
        ("title: a\ntitle: b\ndescription: c\n---\n", "line 2: title is there twice"),
        (
            f"description: {'a' * 161}\ntitle: b\n---\n",
            "line 1: the description has 161 characters, more than 160",
        ),
        (b"title: a\ndescription: b\n---\n# x\n\xe5\n", "line 5: this is not UTF-8"),
        (
            "title: a\ndescription: \ue0001\ue001\n---\n",
            r"line 2: '\ue000' is no character of a text",
        ),
        (b"title: a\ndescription: b\n---\n\0", r"line 4: '\x00' is no character of a text"),
    ],
)
def test_a_fault_before_a_text_is_told_with_file_and_line(
    folder: Path, text: str | bytes, fault: str
) -> None:
    assert fault_of(folder, text) == f"freecell.md: {fault}"


ALONE: Final = "a picture or a table stands in a paragraph of its own"
LINKS: Final = "links are made by places: link, deal_link, lesson, lessons_link, games_link, to"
IMAGES: Final = "images are made by places: picture_move, picture_deal and the others"
PICTURE: Final = 'picture_move("6H", "7S", "a")'
UNREADABLE: Final = "this nests too deeply, or has a number that is too long"
UNSHARED: Final = "its name is such as _words.md, and it lies beside this file"


@pytest.mark.parametrize(
    ("inserted", "fault"),
    [
        ("{{ nothing }}", "there is no place nothing"),
        ("{{ nothing() }}", "there is no place nothing"),
        (
            "{{ game.colums }}",
            "game has no colums; it has id, name, columns, cells, filled, reserve, cards, stock, ",
        ),
        ("{{ n(game.colums) }}", "game has no colums; it has id, name, columns, cells, filled,"),
        ("{{ catalogue.won }}", "catalogue has no won; it has first, last, deals, winnable,"),
        ("{{ game.points.turned }}", "this has no turned"),
        ("{{ game.return_option }}", "False is neither a text nor a whole number"),
        ("{{ catalogue.share }}", "0.99"),
        ("{{ n }}", "n is written with what it takes: n(32000)"),
        ("{{ [[n]] }}", "n is written with what it takes: n(32000)"),
        ("{{ range(3) }}", "there is no place range"),
        ("{{ pictures(nothing) }}", "there is no place nothing"),
        ("{{ n(nothing) }}", "there is no place nothing"),
        (f"{{{{ {'1' * 5000} }}}}", UNREADABLE),
        (f"{{{{ {'[' * 999}1{']' * 999} }}}}", UNREADABLE),
        ('{{ "a" * 10**15 }}', "this cannot be worked out: MemoryError"),
        ("{% if %}", "Expected an expression, got 'end of statement block'"),
        ("{{ 1/0 }}", "this cannot be worked out: division by zero"),
        ("{{ 10**5000 }}", "this number has too many digits to be written"),
        ('{{ "a" + 1 }}', "this cannot be worked out: can only concatenate str"),
        ('{% include "_no.md" %}', f"there is no shared text _no.md: {UNSHARED}"),
        ('{% include "/etc/passwd" %}', f"there is no shared text /etc/passwd: {UNSHARED}"),
        ('{% include "../_a.md" %}', f"there is no shared text ../_a.md: {UNSHARED}"),
        ('{% include "plato.md" %}', f"there is no shared text plato.md: {UNSHARED}"),
        ('{% include "freecell.md" %}', "this text takes in itself"),
        ("{{ n(x=1) }}", "n takes no arguments by name; write n(32000)"),
        ("{{ n() }}", "n takes 1 argument, not 0; write n(32000)"),
        ('{{ n("x") }}', "n: 'x' is not a whole number; write n(32000)"),
        ("{{ words(1.5) }}", "words: 1.5 is not a whole number; write words(4)"),
        (
            "{{ percent(0.5, -1) }}",
            "percent: -1 is not a number of decimals, 0 to 6; write percent(x, 1)",
        ),
        ("{{ percent(35.5, 1) }}", "percent: 35.5 is not a share of 0 to 1; write percent(x, 1)"),
        ('{{ count(1, "{m} kort", "kort") }}', "count: '{m} kort' has other braces than {n}"),
        ("{{ card(6) }}", "card: 6 is not a card, a rank of A23456789TJQK and a suit of CDHS;"),
        ('{{ name("") }}', "name: '' is not a card, a rank of A23456789TJQK and a suit of CDHS;"),
        ("{{ capacity(-1, 0) }}", "freecell has 0 to 4 empty cells, not -1"),
        ("{{ capacity(9, 0) }}", "freecell has 0 to 4 empty cells, not 9"),
        ("{{ capacity(0, 9) }}", "freecell has 0 to 8 empty columns, not 9"),
        ("{{ capacity_empty(0, 0) }}", "freecell has 1 to 8 empty columns, not 0"),
        ('{{ catalogue.lost_to("x") }}', "lost_to: 'x' is not a whole number; write catalogue."),
        ('{{ catalogue_of("no").share }}', "there is no catalogue of 'no'; there are"),
        ("{{ states(1) }}", "the catalogue of freecell has no states of deal 1"),
        ('{{ link("no") }}', "there is no game 'no'; the games are"),
        ("{{ deal_link(0) }}", "a deal number is a whole number from 1 to 8589934591, not 0"),
        ('{{ deal_link("1") }}', "deal_link: '1' is not a whole number; write deal_link(617,"),
        ('{{ picture_deal(-1, "a") }}', "a deal number is a whole number from 1 to 8589934591,"),
        ('{{ lesson("no") }}', "there is no lesson no"),
        ('{{ lesson("../games/plato") }}', "there is no lesson ../games/plato"),
        ('{{ to("nowhere", "a") }}', "there is no section nowhere; there are short, goal,"),
        ('{{ to("goal") }}', 'to takes 2 arguments, not 1; write to("strategy", "text")'),
        ('{{ to("goal", link("plato")) }}', "the text of a link has a link in it"),
        ('{{ to("goal", "[a](b)") }}', LINKS),
        ('{{ to("goal", in_short()) }}', ALONE),
        (
            '{{ picture_move("6H", "7S") }}',
            "picture_move takes 3 arguments, not 2; write picture_move(",
        ),
        ('{{ picture_move("6H", "7S", "") }}', "picture_move: '' is not a caption; write"),
        ('{{ picture_move("6H", "7D", "a") }}', "6H does not go on 7D in freecell"),
        ('{{ picture_up("AH", "![a](b)") }}', IMAGES),
        (
            '{{ picture_refused("6H", "6H", "a") }}',
            "there is only one 6H: it cannot lie beside itself",
        ),
        ('{{ picture_run([], "a") }}', "picture_run: [] is not a list of two cards or more;"),
        ('{{ picture_run("8H", "a") }}', "picture_run: '8H' is not a list of two cards or more;"),
        ("{{ pictures() }}", "pictures takes pictures, not nothing; write pictures(one, two, …)"),
        ('{{ pictures("x") }}', "pictures takes pictures, not 'x'; write pictures(one, two, …)"),
        ("# y", "the text has its heading, and this is another: y"),
        ("y\n===", "a heading begins with #; this one has a line under it"),
        ("y\n---", "a heading begins with #; this one has a line under it"),
        ("> ## Ord", "a heading stands neither in a list nor in a quotation"),
        ("### y", "### is too deep here: sections have ##, parts of them ###"),
        ("##", "this heading has no name"),
        ("## y", "here the section ## I korthet begins, not y"),
        ("[x](#guide-nowhere)", LINKS),
        ("[x](https://example.org)", LINKS),
        ("<https://example.org>", LINKS),
        ("![x](y.png)", IMAGES),
        ("y {{ in_short() }}", ALONE),
        (f"{{{{ {PICTURE} }}}} y", ALONE),
        (f"{{{{ {PICTURE} }}}}\n{{{{ {PICTURE} }}}}", ALONE),
        ("    {{ in_short() }}", ALONE),
        ("`{{ in_short() }}`", ALONE),
        ("# {{ in_short() }}", "the text has its heading, and this is another: "),
        ("|a|\n|-|\n|{{ in_short() }}|", None),
    ],
)
def test_a_fault_in_a_text_is_told_with_file_and_line(
    folder: Path, inserted: str, fault: str | None
) -> None:
    line, fault = (6, fault) if fault else (8, ALONE)
    found = fault_of(folder, text_with(inserted))
    assert found.startswith(f"freecell.md: line {line}: {fault}")
    assert "\n" not in found


def test_a_text_that_is_set_is_what_stands_in_it(folder: Path) -> None:
    text = '{% set x %}goal{% endset %}{{ to(x, x) }}{% if x == "goal" %} as it is{% endif %}'
    for before in ("", "{% if 1 %}\n{% endif %}\n", "{% set y = 1 -%}\n\n"):
        assert '<a href="#guide-goal">goal</a> as it is' in html_with(folder, before + text)


def test_a_number_beyond_the_catalogue_is_told_with_file_and_line(folder: Path) -> None:
    found = fault_of(folder, text_with("{{ catalogue.lost_to(10000000) }}"))
    assert found.startswith("freecell.md: line 6: the catalogue of freecell has no deal 10000000")


@pytest.mark.parametrize(
    ("swap", "fault"),
    [
        (
            {"## Dragen": "## Strategi", "## Strategi": "## Dragen"},
            "line 10: here the section ## Dr",
        ),
        ({"## Ord": "## Ordlista"}, "line 17: here the section ## Ord begins, not Ordlista"),
        ({"## Ord": ""}, "line 16: the text ends without its section ## Ord"),
        ({"## Ord": "## Ord\n## Mer"}, "line 18: ## Mer is one section too many"),
        ({"# x": "x"}, "line 4: the text must begin with its heading, # and a name"),
        ({"## Ord": "## Ord\n#### y"}, "line 18: #### is too deep here"),
    ],
)
def test_the_sections_are_those_of_every_guide_in_their_order(
    folder: Path, swap: dict[str, str], fault: str
) -> None:
    lines = [swap.get(line, line) for line in text_with("").splitlines()]
    assert fault_of(folder, "\n".join(lines)).startswith(f"freecell.md: {fault}")


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (b"one\n\n{{ nothing }}", "line 3: there is no place nothing"),
        (b"{% if game.cells -%}\n\n\none\n{%- endif %}\n\n[a](b)", f"line 7: {LINKS}"),
        (b"{{ n(1) }}\n\n{{- n(1) }}\n# y", "line 4: the text has its heading, and this is"),
        (b"one\n\n\n{{- n('x') }}", "line 4: n: 'x' is not a whole number"),
        (b"one\ntwo\n![a](b)", f"line 3: {IMAGES}"),
        (b"one\n{% include '_part.md' %}", "line 2: this text takes in itself"),
        (b"one\n\xff", "line 2: this is not UTF-8"),
        (b"one\n{% no %}", "line 2: Encountered unknown tag 'no'."),
    ],
)
def test_a_fault_in_an_included_text_names_that_file_and_its_line(
    folder: Path, part: bytes, fault: str
) -> None:
    (folder / "_part.md").write_bytes(part)
    found = fault_of(folder, text_with('{% include "_part.md" %}'))
    assert found.startswith(f"_part.md: {fault}")


def test_a_fault_behind_an_included_text_names_the_line_of_its_own_file(folder: Path) -> None:
    (folder / "_part.md").write_text("one\n\ntwo\n\nthree", encoding="utf-8")
    found = fault_of(folder, text_with('{% include "_part.md" %}\n\n[a](b)'))
    assert found == f"freecell.md: line 8: {LINKS}"


def test_a_byte_order_mark_and_foreign_line_ends_are_read_as_in_lessons(folder: Path) -> None:
    text = text_with("one").replace("\n", "\r\n")
    (folder / "freecell.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert "<p>one</p>" in guide.read_guide("freecell", "sv").html


def test_pictures_stand_alone_and_links_stand_in_paragraphs(folder: Path) -> None:
    assert "<p><a href=" in html_with(folder, '{{ link("plato") }}')
    assert "<p><figure" not in html_with(folder, f"{{{{ {PICTURE} }}}}")
    assert '<div class="figures"><figure' in html_with(folder, f"{{{{ pictures({PICTURE}) }}}}")


def test_a_game_with_options_counts_the_cells_that_they_can_give(folder: Path) -> None:
    text = text_with("{{ capacity(10, 0) }}")
    (folder / "plato.md").write_text(text, encoding="utf-8")
    assert "<p>11</p>" in guide.read_guide("plato", "sv").html


def test_every_place_is_in_the_document_as_the_faults_show_it() -> None:
    document = (ROOT / "docs" / "writing-the-guide.md").read_text(encoding="utf-8")
    for name, form in guide_forms.FORMS.items():
        assert f"`{{{{ {form.use} }}}}`" in document, name


def test_a_file_is_shown_with_what_lies_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "da").mkdir()
    file = tmp_path / "da" / "freecell.md"
    (tmp_path / "da" / "_part.md").write_text("Ved siden af.", encoding="utf-8")
    file.write_text(text_with('{% include "_part.md" %}', "da"), encoding="utf-8")
    assert guide.main([str(file)]) == 0
    page = Path(capsys.readouterr().out.strip()).read_text(encoding="utf-8")
    assert "<p>Ved siden af.</p>" in page
    assert '<html lang="da">' in page


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("sv/freecell.md", "there is no such file"),
        ("sv", "this is a directory, not a guide"),
        ("de/freecell.md", "a guide lies in a directory named by its language: sv, da, en"),
        ("sv/_part.md", "a guide is named by its game, such as freecell.md: "),
        ("sv/freecell.txt", "a guide is named by its game, such as freecell.md: "),
        ("sv/plato.md", "line 1: there is no line --- after title and description"),
    ],
)
def test_a_file_that_is_no_guide_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, fault: str
) -> None:
    for code in ("sv", "de"):
        (tmp_path / code).mkdir()
    for file in ("de/freecell.md", "sv/_part.md", "sv/freecell.txt", "sv/plato.md"):
        (tmp_path / file).write_text("x", encoding="utf-8")
    assert guide.main([str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / name}: {fault}")
    assert said.count("\n") == 1


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2), (["--no"], 2)])
def test_what_names_no_file_gets_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int
) -> None:
    with pytest.raises(SystemExit) as caught:
        guide.main(arguments)
    assert caught.value.code == code
    assert "usage: tools/guide.py" in "".join(capsys.readouterr())


def test_a_tag_on_a_line_of_its_own_breaks_no_paragraph(folder: Path) -> None:
    part = "one\n{% if game.cells %}\ntwo\n{% endif %}\nthree"
    assert "<p>one\ntwo\nthree</p>" in html_with(folder, part)


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
    other = folder.parent / language
    other.mkdir(exist_ok=True)
    (other / "freecell.md").write_text(text_with(text, language), encoding="utf-8")
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
    sections = [f"## {name}" for name in section_names("sv")]
    sections[8] += "\n### Why?\nBecause.\n### How?\nSo."
    (folder / "freecell.md").write_text(
        "title: a\ndescription: b\n---\n# x\n" + "\n\n".join(sections), encoding="utf-8"
    )
    html = guide.read_guide("freecell", "sv").html
    assert html.count('itemtype="https://schema.org/Question"') == 2
    assert '<h4 itemprop="name">Why?</h4>' in html
    assert '<div itemprop="text">\n<p>Because.</p>' in html

"""The built HTML files: valid, with links that lead somewhere, and told to search engines."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import build_web
import house
import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
CONFIG: Final = ROOT / "web" / ".htmlvalidate.json"
# The rules that the validator is not asked to check, and why.
TURNED_OFF: Final = {
    "empty-heading": "a script writes the headings of the panels; axe reads them as they are shown",
    "text-content": "a script names the buttons of the templates, from what they lie on",
    "unique-landmark": "a region may be named by a heading that a script writes",
}
LONGEST_TITLE: Final = 65
LONGEST_DESCRIPTION: Final = 160


@dataclass(slots=True)
class Found:
    """What lies in a file: what can be linked to, and what is linked to."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Collects the places and the links of a file."""

    def __init__(self) -> None:
        super().__init__()
        self.found = Found()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.found.ids.append(values["id"])
        if tag in {"a", "link", "use", "script"}:
            self.found.links += [values[name] for name in ("href", "src") if name in values]


@pytest.fixture(scope="module")
def page() -> Path:
    build_web.build()
    return build_web.PAGE_DIR


@pytest.fixture(scope="module")
def files(page: Path) -> dict[str, Found]:
    read = {}
    for path in sorted(page.glob("*.html")):
        reader = Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        read[path.name] = reader.found
    return read


def test_every_file_is_valid_html(page: Path) -> None:
    validator = ROOT / "web" / "node_modules" / ".bin" / "html-validate"
    names = sorted(map(str, page.glob("*.html")))
    command = [str(validator), "--config", str(CONFIG), "--formatter", "text", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout + done.stderr).strip() == ""
    assert done.returncode == 0


def test_the_validator_leaves_out_only_what_there_is_a_reason_for() -> None:
    rules = json.loads(CONFIG.read_text(encoding="utf-8"))["rules"]
    assert {name for name, level in rules.items() if level == "off"} == set(TURNED_OFF)


def test_every_link_and_fragment_leads_somewhere(page: Path, files: dict[str, Found]) -> None:
    lost = []
    for name, found in files.items():
        for link in found.links:
            address = urlsplit(link)
            target = address.path or name
            there = target in files or (page / target).is_file()
            led = not address.fragment or (there and address.fragment in files[target].ids)
            if address.scheme or not (there and led):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_links_to_deals_and_lessons_ask_for_what_there_is(files: dict[str, Found]) -> None:
    lessons = {path.stem for path in (ROOT / "src" / "kungen" / "lessons").glob("*.toml")}
    for found in files.values():
        for link in found.links:
            query = parse_qs(urlsplit(link).query)
            assert set(query) <= {"deal", "lesson"}, link
            assert 1 <= int(query.get("deal", ["1"])[0]) <= 1_000_000, link
            assert set(query.get("lesson", [])) <= lessons, link


def test_no_file_has_an_id_twice(files: dict[str, Found]) -> None:
    for name, found in files.items():
        assert len(found.ids) == len(set(found.ids)), name


def test_a_page_has_one_place_for_what_is_said(page: Path) -> None:
    for path in sorted(page.glob("*.html")):
        polite = re.findall(r'aria-live="polite"|role="status"', path.read_text(encoding="utf-8"))
        assert polite == ['aria-live="polite"'], path.name


def head_of(page: Path, name: str) -> dict[str, str]:
    text = (page / f"{name}.html").read_text(encoding="utf-8")
    title = re.search(r"<title>(.*?)</title>", text)
    metas = re.findall(r'<meta (?:name|property)="([\w:-]+)" content="(.*?)">', text)
    assert title is not None
    return {"title": title[1], **dict(metas)}


def best_pages() -> list[tuple[str, str, str]]:
    """The page of each game in each language: its name, the game, the language."""
    return [
        (house.pages_of(rules.id)[language][0], rules.id, language)
        for rules in house.games()
        for language in house.LANGUAGES
    ]


def test_titles_and_descriptions_are_short_and_each_has_its_own(page: Path) -> None:
    heads = [head_of(page, name) for name, _, _ in best_pages()]
    for key, longest in (("title", LONGEST_TITLE), ("description", LONGEST_DESCRIPTION)):
        assert len({head[key] for head in heads}) == len(heads) == 30
        for head in heads:
            assert 20 <= len(head[key]) <= longest, head[key]


def test_a_link_that_is_passed_on_shows_title_and_description(page: Path) -> None:
    locales = {"sv": "sv_SE", "da": "da_DK", "en": "en_GB"}
    for name, _, language in best_pages():
        head = head_of(page, name)
        assert head["og:title"] == head["title"]
        assert head["og:description"] == head["description"]
        assert head["og:type"] == "website"
        assert head["og:locale"] == locales[language]


def test_each_game_is_described_to_search_engines(page: Path) -> None:
    genres = {"sv": "Patiens", "da": "Kabale", "en": "Patience"}
    for name, game, language in best_pages():
        text = (page / f"{name}.html").read_text(encoding="utf-8")
        (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text)
        told = json.loads(block)
        rules = next(rules for rules in house.games() if rules.id == game)
        assert told["@context"] == "https://schema.org"
        assert told["@type"] == ["VideoGame", "WebApplication"]
        assert told["name"] == getattr(rules.names, language)
        assert told["name"] not in told.get("alternateName", [])
        assert told["inLanguage"] == language
        assert told["genre"] == genres[language]
        assert told["isAccessibleForFree"] is True
        assert told["offers"]["price"] == 0
        assert told["playMode"] == "SinglePlayer"
        assert told["applicationCategory"] == "GameApplication"
        assert len(told["description"]) > 40


def test_the_questions_and_the_way_here_are_told_on_the_text_itself(page: Path) -> None:
    for name, _, _ in best_pages():
        text = (page / f"{name}.html").read_text(encoding="utf-8")
        assert text.count('itemtype="https://schema.org/FAQPage"') == 1
        asked = text.count('itemtype="https://schema.org/Question"')
        assert asked >= 3
        assert text.count('itemprop="acceptedAnswer"') == asked
        assert text.count('itemprop="name"') == asked + 2
        assert text.count('itemtype="https://schema.org/BreadcrumbList"') == 1
        assert re.findall(r'itemprop="position" content="(\d)"', text) == ["1", "2"]


@pytest.mark.parametrize("name", ["kungen-patiens", "napoleon", "freecell"])
def test_the_shuffle_is_told_so_that_it_can_be_worked_out(page: Path, name: str) -> None:
    text = (page / f"{name}.html").read_text(encoding="utf-8")
    for number in ("214013", "2531011"):
        grouped = re.sub(r"\B(?=(\d{3})+$)", r"\\D{1,6}?", number)
        assert re.search(rf"\b{grouped}\b", text), number


def test_rank_letters_need_no_script(page: Path) -> None:
    letters = {"sv": "EKnDK", "da": "EKnDK", "en": "AJQK"}
    for name, language in (("harpan", "sv"), ("napoleon", "da"), ("klondike", "en")):
        text = (page / f"{name}.html").read_text(encoding="utf-8")
        drawn = dict(re.findall(r'id="rank-(\d+)"[^>]*><text[^>]*>(\w+)</text>', text))
        assert "".join(drawn[rank] for rank in ("1", "11", "12", "13")) == letters[language]
        assert [drawn[f"{rank}"] for rank in range(2, 11)] == [f"{rank}" for rank in range(2, 11)]

"""The built page: what lies in it, and that building again costs nothing."""

import json
import re
from pathlib import Path
from typing import Final

import build_web
import pytest

ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def page() -> Path:
    build_web.build()
    return build_web.PAGE_DIR


SWEDISH: Final = [
    "kungen-patiens", "kungen", "harpan", "latta-kungen", "bakers-game-patiens", "forecell-patiens",
    "eight-off-patiens", "seahaven-towers-patiens", "pingvinen", "kung-albert", "plato-patiens",
]  # fmt: skip
DANISH: Final = [
    "napoleon", "7-kabale", "let-napoleon", "bakers-game-kabale", "forecell-kabale", "otte-ud",
    "seahaven-towers-kabale", "pingvin", "kong-albert", "plato-kabale",
]  # fmt: skip
ENGLISH: Final = ["freecell", "klondike", "relaxed-freecell", "penguin", "king-albert"]
SHARED: Final = ["eight-off", "bakers-game", "forecell", "seahaven-towers", "plato"]
LISTS: Final = ["spel", "spil", "games"]
LESSONS: Final = ["patiensskolan", "kabaleskolen", "lessons"]
PAGES: Final = [*SWEDISH, *DANISH, *ENGLISH, *SHARED, *LISTS, *LESSONS, "index", "404"]


def read(page: Path, name: str) -> str:
    return (page / f"{name}.html").read_text(encoding="utf-8")


def test_every_game_has_its_pages_and_the_front_page_and_the_lists_are_beside_them(
    page: Path,
) -> None:
    assert {path.stem for path in page.glob("*.html")} == set(PAGES)


def test_each_page_has_a_title_and_a_description_of_its_own(page: Path) -> None:
    texts = [read(page, name) for name in PAGES if name not in {"index", "kungen", "404"}]
    for pattern in (r"<title>(.+?)</title>", r'<meta name="description" content="(.+?)">'):
        found = [re.findall(pattern, text) for text in texts]
        assert all(len(one) == 1 for one in found)
        assert len({one[0] for one in found}) == len(texts)


@pytest.mark.parametrize(
    ("name", "opening", "text", "game"),
    [
        ("harpan", 'lang="sv" data-page="sv"', "sv/klondike", "klondike"),
        ("penguin", 'lang="en" data-page="en"', "en/penguin", "penguin"),
        ("plato-kabale", 'lang="da" data-page="da"', "da/plato", "plato"),
        ("plato", 'lang="en" data-page="index"', "en/plato", "plato"),
        ("index", 'lang="sv" data-page="index"', "sv/freecell", ""),
    ],
)
def test_a_page_says_its_game_and_its_language_and_has_the_title_of_its_guide(
    page: Path, name: str, opening: str, text: str, game: str
) -> None:
    found = read(page, name)
    assert f"<html {opening}>" in found
    assert f'data-game="{game}"' in found
    guide = (ROOT / "web" / "guide" / f"{text}.md").read_text(encoding="utf-8")
    title = guide.splitlines()[0].removeprefix("title: ")
    assert f"<title>{title}</title>" in found


def test_the_languages_of_a_page_name_each_other(page: Path) -> None:
    for name, mine in (
        ("harpan", "harpan"),
        ("klondike", "klondike"),
        ("kungen", "kungen-patiens"),
    ):
        text = read(page, name)
        found = dict(re.findall(r'hreflang="([\w-]+)" href="(.+?)"', text))
        klondike = {"sv": "harpan", "da": "7-kabale", "en": "klondike", "x-default": "klondike"}
        king = {
            "sv": "kungen-patiens",
            "da": "napoleon",
            "en": "freecell",
            "x-default": "index",
        }
        expected = king if name == "kungen" else klondike
        assert found == {language: f"{file}.html" for language, file in expected.items()}
        assert f'<link rel="canonical" href="{mine}.html">' in text


def test_the_list_of_games_needs_no_script_to_lead_to_them(page: Path) -> None:
    text = read(page, "spil")
    links = re.findall(r'<li><a href="([\w-]+)\.html">(.+?)</a>', text)
    assert len(links) == 10
    assert ("7-kabale", "7 kabale") in links
    assert ("otte-ud", "Otte Ud") in links


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_only_files_that_lie_beside_it(page: Path, name: str) -> None:
    html = (page / f"{name}.html").read_text(encoding="utf-8")
    addresses = re.findall(
        r'(?:src|href|data-[a-z-]+)="([^"#]+\.(?:js|css|svg|json|wasm|html))"', html
    )
    assert len(addresses) >= 12
    for address in addresses:
        assert (page / address).is_file(), address


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_script_or_style_of_its_own(page: Path, name: str) -> None:
    html = (page / f"{name}.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=|[^>]*ld\+json)", html) == []
    assert "{{" not in html


def test_assets_are_named_by_their_content(page: Path) -> None:
    for path in page.iterdir():
        if path.suffix not in {".html", ".json"} or path.name.count(".") > 1:
            assert re.fullmatch(r"[\w.]+\.[0-9a-f]{8}\.\w+", path.name), path.name


def test_building_again_without_a_change_touches_nothing(page: Path) -> None:
    before = page.stat().st_ino
    build_web.build()
    assert page.stat().st_ino == before


def test_the_first_load_is_small(page: Path) -> None:
    sizes = build_web.first_load(page)
    assert sum(sizes.values()) <= 60_000, sizes


def test_the_lock_names_no_host(page: Path) -> None:
    assert page
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert all("resolved" not in entry for entry in json.loads(lock)["packages"].values())

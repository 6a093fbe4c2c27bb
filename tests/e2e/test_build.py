"""The built page: what lies in it, and that building again costs nothing."""

import gzip
import hashlib
import json
import re
import struct
from itertools import chain
from pathlib import Path
from typing import Any, Final

import build_web
import icons
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
STATISTICS: Final = ["statistik", "kabalestatistik", "statistics"]
BOOKS: Final = [*LISTS, *LESSONS, *STATISTICS]
PAGES: Final = [*SWEDISH, *DANISH, *ENGLISH, *SHARED, *BOOKS, "index", "404"]


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


def test_suits_are_drawn_and_nowhere_written(page: Path) -> None:
    # As characters some devices show them as pictures in colours of their own.
    for path in chain(page.glob("*.html"), page.glob("*.json"), page.glob("*.css")):
        assert re.findall("[\u2660-\u2667]", path.read_text(encoding="utf-8")) == [], path.name


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_script_or_style_of_its_own(page: Path, name: str) -> None:
    html = (page / f"{name}.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=|[^>]*ld\+json)", html) == []
    assert "{{" not in html


MANIFESTS: Final = [f"kungen.{language}.webmanifest" for language in ("sv", "da", "en")]
UNHASHED: Final = {"build.json", "sw.js", *MANIFESTS}


def test_assets_are_named_by_their_content(page: Path) -> None:
    for path in page.iterdir():
        if path.suffix != ".html" and path.name not in UNHASHED:
            assert re.fullmatch(r"[\w.-]+\.[0-9a-f]{8}\.\w+", path.name), path.name


def test_building_again_without_a_change_touches_nothing(page: Path) -> None:
    before = page.stat().st_ino
    build_web.build()
    assert page.stat().st_ino == before


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def built(page: Path, name: str) -> Path:
    names: dict[str, str] = json.loads((page / "build.json").read_text(encoding="utf-8"))["files"]
    return page / names[name]


def test_the_first_load_is_small(page: Path) -> None:
    sizes = build_web.first_load(page)
    assert sum(sizes.values()) <= 60_000, sizes


def test_the_scripts_of_the_first_move_are_small(page: Path) -> None:
    assert build_web.table_code(page) <= 20_000


def test_all_that_is_kept_for_play_without_a_network_is_small(page: Path) -> None:
    sizes = build_web.offline_load(page)
    assert sum(sizes.values()) <= 600_000, sizes


def test_the_search_and_the_texts_of_a_language_are_small(page: Path) -> None:
    search = [built(page, name) for name in ("solver.wasm", "engine.worker.js")]
    assert sum(map(packed, [*search, *page.glob("verdict.*.js")])) <= 150_000
    for language in ("sv", "da", "en"):
        assert packed(built(page, f"{language}.json")) <= 6_000


def kept(page: Path) -> dict[str, Any]:
    """What the service worker is told of the build."""
    first, _, _ = (page / "sw.js").read_text(encoding="utf-8").partition(";\n")
    told: dict[str, Any] = json.loads(first.removeprefix("const BUILD="))
    return told


def test_the_worker_knows_every_file_by_its_content_and_every_page(page: Path) -> None:
    told = kept(page)
    others = {path.name for path in page.iterdir()} - {"sw.js", "build.json"}
    assert {*told["files"], *told["pages"]} == others
    assert {f"{name}.html" for name in PAGES} == {*told["pages"]}
    for name, digest in told["files"].items():
        assert len(digest) == 8
        assert hashlib.sha256((page / name).read_bytes()).hexdigest().startswith(digest)


def test_every_page_is_in_the_pack_as_it_was_built(page: Path) -> None:
    pack = json.loads((page / kept(page)["pack"]).read_text(encoding="utf-8"))
    for name in kept(page)["pages"]:
        runs = iter(pack["pages"][name])
        parts = [
            pack["parts"][first : first + count] for first, count in zip(runs, runs, strict=True)
        ]
        assert "".join(chain(*parts)) == (page / name).read_text(encoding="utf-8"), name


def test_every_page_tells_the_version_that_the_worker_keeps(page: Path) -> None:
    version = kept(page)["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+ \([0-9a-f]{8}\)", version)
    for name in PAGES:
        assert f'<meta name="version" content="{version}">' in read(page, name)


@pytest.mark.parametrize(("language", "name"), [("sv", "Harpan"), ("da", "7 kabale")])
def test_a_manifest_installs_the_page_in_its_language(page: Path, language: str, name: str) -> None:
    text = (page / f"kungen.{language}.webmanifest").read_text(encoding="utf-8")
    manifest = json.loads(text)
    assert (manifest["name"], manifest["lang"]) == ("Kungen", language)
    assert (manifest["start_url"], manifest["scope"]) == (".", ".")
    assert manifest["display"] == "standalone"
    assert any(name in shortcut["name"] for shortcut in manifest["shortcuts"])
    for shortcut in manifest["shortcuts"]:
        assert (page / shortcut["url"].partition("?")[0]).is_file()
    told = {(icon.get("purpose"), icon["sizes"]) for icon in manifest["icons"]}
    for purpose in ("any", "maskable"):
        assert {(purpose, "192x192"), (purpose, "512x512")} < told


def test_icons_have_the_size_that_is_told_of_them(page: Path) -> None:
    manifest = json.loads((page / MANIFESTS[0]).read_text(encoding="utf-8"))
    painted = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert len(painted) == 4
    for icon in painted:
        body = (page / icon["src"]).read_bytes()
        assert body.startswith(b"\x89PNG")
        size = "x".join(f"{side}" for side in struct.unpack(">II", body[16:24]))
        assert size == icon["sizes"]


def test_icons_are_those_that_are_drawn() -> None:
    for icon in icons.ICONS[:1]:
        assert (icons.OUT / icon.name).read_bytes() == icons.png(icon)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_can_be_installed(page: Path, name: str) -> None:
    html = read(page, name)
    language = re.findall(r'<html lang="(\w+)"', html)[0]
    assert f'<link rel="manifest" href="kungen.{language}.webmanifest">' in html
    assert len(re.findall(r'<link rel="apple-touch-icon" href="apple-180\.\w+\.png">', html)) == 1


def test_the_lock_names_no_host(page: Path) -> None:
    assert page
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert all("resolved" not in entry for entry in json.loads(lock)["packages"].values())

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


def test_every_language_has_a_page_and_the_front_page_is_beside_them(page: Path) -> None:
    names = {path.name for path in page.glob("*.html")}
    assert names == {"index.html", "kungen-patiens.html", "napoleon.html", "freecell.html"}


@pytest.mark.parametrize("name", ["index", "kungen-patiens", "napoleon", "freecell"])
def test_a_page_names_only_files_that_lie_beside_it(page: Path, name: str) -> None:
    html = (page / f"{name}.html").read_text(encoding="utf-8")
    addresses = re.findall(
        r'(?:src|href|data-[a-z-]+)="([^"#]+\.(?:js|css|svg|json|wasm|html))"', html
    )
    assert len(addresses) >= 12
    for address in addresses:
        assert (page / address).is_file(), address


@pytest.mark.parametrize("name", ["index", "kungen-patiens", "napoleon", "freecell"])
def test_a_page_has_no_script_or_style_of_its_own(page: Path, name: str) -> None:
    html = (page / f"{name}.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html) == []
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
    assert sum(sizes.values()) <= 80_000, sizes


def test_the_lock_names_no_host(page: Path) -> None:
    assert page
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert all("resolved" not in entry for entry in json.loads(lock)["packages"].values())

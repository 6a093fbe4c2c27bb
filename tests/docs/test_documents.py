"""The documents lead where they say, and name what is there."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "bench" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = [
        *project["project"]["dependencies"],
        *(
            name
            for extra, names in project["project"]["optional-dependencies"].items()
            if extra != "all"
            for name in names
        ),
        *(name for group in project["dependency-groups"].values() for name in group),
    ]
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in named:
        if isinstance(requirement, str):
            package = re.split(r"[\[<>=]", requirement)[0]
            assert package == "kungen" or f"`{package}`" in reasons, package


def test_the_changelog_tells_of_the_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_make_target_is_told_of_in_the_readme() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert targets
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"make {target}" in readme for target in targets[1].split())


def test_every_module_of_the_page_is_told_of_and_no_other() -> None:
    scripts, _ = parts_about_the_page()
    there = {f"{path.parent.name}/{path.stem}" for path in (ROOT / "web" / "src").glob("*/*.ts")}
    told = []
    folder = ""
    for named_folder, modules in re.findall(
        r"^\| ?(`\w+/`)? \| (`[^|]+) \|", scripts, re.MULTILINE
    ):
        folder = named_folder.strip("`") or folder
        told += [folder + module for module in re.findall(r"`([\w.]+)`", modules)]
    assert sorted(told) == sorted(there)


def test_every_tool_is_told_of_and_no_other() -> None:
    _, tools = parts_about_the_page()
    rows = re.findall(r"^\|[^|]*\| (`[^|]+) \|", tools, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+\.py)`", row)]
    assert sorted(told) == sorted(path.name for path in (ROOT / "tools").glob("*.py"))


def test_every_module_of_the_service_is_told_of_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, section = text.partition("\n## The service\n")
    rows = re.findall(r"^\|[^|]*\| (`[^|]+) \|", section.partition("\n## ")[0], re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    there = {path.stem for path in (ROOT / "src" / "kungen" / "server").glob("*.py")}
    assert sorted(told) == sorted(there - {"__init__"})


def parts_about_the_page() -> tuple[str, str]:
    """What the architecture says of the page's scripts, and of the tools."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, section = text.partition("\n## The page\n")
    scripts, _, tools = section.partition("\n## ")[0].partition("In `tools`")
    return scripts, tools

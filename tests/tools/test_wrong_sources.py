"""Building from sources that are wrong: one sentence, and a status that says that it failed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import build_web
import dev
import pytest

from kungen.catalogue import CatalogueError


def test_a_source_that_cannot_be_read_ends_the_build_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "src" / "kungen" / "lessons" / "odd.toml").mkdir(parents=True)
    monkeypatch.setattr(build_web, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_web.py", str(tmp_path / "page")])
    assert build_web.main() == 1
    told = capsys.readouterr().err
    assert told == "src/kungen/lessons/odd.toml cannot be read: is a directory\n"
    assert not (tmp_path / "page").exists()


def test_a_wrong_catalogue_ends_the_build_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: object) -> None:
        raise CatalogueError("odd.toml: moves is missing")

    monkeypatch.setattr(build_web, "_write_page", write)
    with pytest.raises(RuntimeError, match=r"^A catalogue is wrong: odd\.toml: moves is missing$"):
        build_web.build(tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_table_that_is_not_built_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: str) -> bool:
        return False

    monkeypatch.setattr(dev, "run", refuse)
    monkeypatch.setattr(sys, "argv", ["dev.py"])
    # In a thread of its own: browsers leave a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(dev.main).exception()
    assert isinstance(ended, SystemExit)
    assert ended.code == 1

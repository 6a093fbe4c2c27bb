"""What a build asks for, and when."""

import shutil
import tomllib
from pathlib import Path

import build_backend
import pytest

ROOT = Path(__file__).parents[2]
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
HOOKS = ("wheel", "editable", "sdist")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree without a built page, which the backend takes for its own."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(build_backend, "ROOT", tmp_path)
    monkeypatch.setattr(build_backend, "PAGE", tmp_path / "src" / "kungen" / "web")
    return tmp_path


def requires(hook: str) -> list[str]:
    wanted: list[str] = getattr(build_backend, f"get_requires_for_build_{hook}")()
    return wanted


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.usefixtures("checkout")
def test_a_checkout_asks_for_the_wasm_compiler_and_for_node_only_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    monkeypatch.setattr("build_backend.shutil.which", lambda _name: "/usr/bin/npm")
    assert "ziglang==0.17.1" in requires(hook)
    assert not set(GROUPS["node"]) & set(requires(hook))
    monkeypatch.setattr("build_backend.shutil.which", lambda _name: None)
    assert {"ziglang==0.17.1", *GROUPS["node"]} <= set(requires(hook))


@pytest.mark.parametrize("hook", HOOKS)
def test_an_sdist_asks_for_nothing_of_the_page(checkout: Path, hook: str) -> None:
    (checkout / "PKG-INFO").touch()
    assert not {*GROUPS["wasm"], *GROUPS["node"]} & set(requires(hook))


def test_an_sdist_without_its_page_is_refused(checkout: Path) -> None:
    (checkout / "PKG-INFO").touch()
    with pytest.raises(SystemExit, match="This sdist is incomplete"):
        build_backend.build_wheel(str(checkout))


def test_an_isolated_build_and_make_use_the_same_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["build-system"]["requires"] == GROUPS["build"]

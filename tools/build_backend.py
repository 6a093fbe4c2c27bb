"""The build backend: scikit-build-core, with the page built before anything is packed.

A wheel or an sdist made from a checkout gets a freshly built page. An sdist carries the built
page, so a wheel made from it needs neither Node nor the WebAssembly compiler.
"""

import shutil
import tomllib
from pathlib import Path
from typing import Final, TypeAlias

from scikit_build_core import build as native
from scikit_build_core.build import (
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings: TypeAlias = dict[str, list[str] | str] | None

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "src" / "kungen" / "web"


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel needs: CMake and Ninja when missing, and what the page needs."""
    return native.get_requires_for_build_wheel(config_settings) + _page_requires()


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an editable install needs: the same as a wheel."""
    return native.get_requires_for_build_editable(config_settings) + _page_requires()


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What an sdist needs: only what the page needs."""
    return native.get_requires_for_build_sdist(config_settings) + _page_requires()


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the page, then the wheel that contains it; give the wheel's name."""
    _build_page()
    return native.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the page in its place in the source tree, then the editable wheel."""
    _build_page()
    return native.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build the page, then the sdist that contains it; give the sdist's name."""
    _build_page()
    return native.build_sdist(sdist_directory, config_settings)


def _in_sdist() -> bool:
    return (ROOT / "PKG-INFO").is_file()


def _page_requires() -> list[str]:
    """The WebAssembly compiler, what makes the guide, and Node where there is none.

    An sdist needs nothing: it carries the built page.
    """
    if _in_sdist():
        return []
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    wanted: list[str] = groups["wasm"] + groups["page"]
    return wanted if shutil.which("npm") else [*wanted, *groups["node"]]


def _build_page() -> None:
    if _in_sdist():
        if not (PAGE / "index.html").is_file():
            raise SystemExit(f"This sdist is incomplete: {PAGE} has no built page.")
        return
    from build_web import build  # noqa: PLC0415 - an sdist's build does not need it

    try:
        build(PAGE)
    except RuntimeError as error:
        raise SystemExit(str(error)) from error

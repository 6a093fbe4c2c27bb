"""Lighthouse, as a phone: accessibility, best practices and search engines at 100 on each page."""

import json
import subprocess
from typing import Any, Final

import chromium
import pytest

from tests.e2e.chromium_port import listening
from tests.served import Served

PAGES: Final = (
    "/",
    "/kungen-patiens",
    "/7-kabale",
    "/penguin",
    "/spel",
    "/statistik",
    "/patiensskolan",
    "/lessons?lesson=ace",
)
CATEGORIES: Final = ("accessibility", "best-practices", "seo")
RUNNER: Final = "web/test/lighthouse.mjs"


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    """What Lighthouse says of each page."""
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium is installed")
    with Served() as served, listening(path) as port:
        addresses = [f"{served.site}{page}" for page in PAGES]
        asked = {"port": port, "addresses": addresses, "categories": CATEGORIES}
        done = subprocess.run(
            ["node", RUNNER, json.dumps(asked)], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    found = map(json.loads, done.stdout.splitlines())
    return {report["address"].removeprefix(served.site): report for report in found}


@pytest.mark.parametrize("page", PAGES)
def test_lighthouse_finds_nothing(reports: dict[str, dict[str, Any]], page: str) -> None:
    report = reports[page]
    assert report["error"] is None
    assert report["lacking"] == []
    assert report["scores"] == dict.fromkeys(CATEGORIES, 1)

"""The service against the document that it serves, by requests that are made from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kungen.server.openapi import document
from kungen.server.problems import KINDS
from tests.server.process import serving

CONFIG = Path(__file__).with_name("schemathesis.toml")
# By itself, or by the signal that it was sent once all was done.
STOPPED = {0, -15}
NOT_IN_THE_DOCUMENT = {"unknown-address", "method", "server"}


def test_it_answers_whatever_is_asked_as_its_document_says(database: str, tmp_path: Path) -> None:
    with serving(database) as service:
        tool = Path(sys.executable).with_name("schemathesis")
        command = [
            str(tool),
            "--config-file",
            str(CONFIG),
            "run",
            f"{service.site}/api/v1/openapi.json",
        ]
        ran = subprocess.run(
            [*command, "--checks=all", "--max-examples=50", "--generation-database=none"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout
        assert "5 selected / 5 total" in ran.stdout
        assert service.stop() in STOPPED
        assert service.process.stderr is not None
        assert service.process.stderr.read() == ""


def test_the_document_tells_every_kind_of_problem() -> None:
    told = {
        kind
        for path in document()["paths"].values()
        for operation in path.values()
        for answer in operation["responses"].values()
        for kind in KINDS
        if f"`{kind}`" in answer["description"]
    }
    assert told == KINDS.keys() - NOT_IN_THE_DOCUMENT

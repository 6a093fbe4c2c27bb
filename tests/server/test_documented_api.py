"""The document of the API: what it shows is asked of the service, and what it lists is there."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kungen.server.api import routes
from kungen.server.problems import KINDS
from tests.docs.transcripts import PROMPT, blocks

if TYPE_CHECKING:
    import httpx2
    from starlette.testclient import TestClient

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
PROGRAM = "curl"
SITE = "http://127.0.0.1:8617"
FILE = "@win.json"
BODY = "win"
"""What the example in Python calls the body of that file."""


def examples() -> list[tuple[list[str], str]]:
    """Each command of the document as its words, and the answer that is shown under it."""
    shown = [block for block in blocks(DOCUMENT) if block.startswith(PROMPT + PROGRAM)]
    return [command_and_answer(block.removeprefix(PROMPT)) for block in shown]


def command_and_answer(block: str) -> tuple[list[str], str]:
    """The words of a command, which ends with the first line that leaves no quotation open."""
    lines = block.splitlines(keepends=True)
    for end in range(1, len(lines) + 1):
        command = "".join(lines[:end])
        if command.count("'") % 2 == 0:
            return shlex.split(command), "".join(lines[end:])
    raise AssertionError(block)


def made_in_python() -> dict[str, Any]:
    """The names that the document's Python makes."""
    (block,) = (block for block in blocks(DOCUMENT) if block.startswith(">>> "))
    test = doctest.DocTestParser().get_doctest(block, {}, "api", None, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    return test.globs


def ask(client: TestClient, words: list[str], files: dict[str, str]) -> httpx2.Response:
    """Do what a command asks for: GET, or POST with the header and the body that it names."""
    program, address, *options = words
    assert program == PROGRAM
    path = address.removeprefix(SITE)
    assert path.startswith("/api/")
    if not options:
        return client.get(path)
    said = dict(zip(options[::2], options[1::2], strict=True))
    assert {*said} == {"-H", "-d"}
    name, _, value = said["-H"].partition(": ")
    body = files.get(said["-d"], said["-d"])
    return client.post(path, content=body, headers={name: value})


def matches(shown: str, answer: str) -> bool:
    """Whether an answer is what is shown, wherever its lines are broken."""
    want, got = (re.sub(r"\s", "", text) for text in (shown, answer))
    return doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS)


def test_the_service_answers_as_the_document_shows(client: TestClient) -> None:
    client.app_state["service"].now = lambda: datetime(2026, 12, 1, 12, tzinfo=UTC)
    files = {FILE: made_in_python()[BODY]}
    asked = set()
    for words, shown in examples():
        answer = ask(client, words, files)
        assert matches(shown, answer.text), f"{words}\n{answer.text}"
        status = json.loads(answer.text).get("status")
        assert answer.status_code in ({200, 201} if status is None else {status})
        asked.add(next(route.path for route in routes() if route.path_regex.match(answer.url.path)))
    assert asked == {route.path for route in routes()}


def test_the_document_lists_every_address_and_no_other() -> None:
    told = re.findall(r"^\| `(\w+) (/api/\S+)` \|", TEXT, re.MULTILINE)
    there = [
        (method, route.path) for route in routes() for method in {*(route.methods or ())} - {"HEAD"}
    ]
    assert sorted(told) == sorted(there)


def test_the_document_lists_every_problem_with_its_status() -> None:
    told = re.findall(r"^\| `urn:kungen:problem:(\S+)` \| (\d+) \|", TEXT, re.MULTILINE)
    assert told == [(kind, str(status)) for kind, (status, _) in KINDS.items()]

"""`kungen db` and `kungen serve --check`, as an operator types them."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from kungen.server import Settings, create_app
from kungen.server.settings import read_settings
from tests.server.plays import start, win
from tests.server.running import rows

Kungen = Callable[..., Any]
KEY = "0123456789abcdef" * 4
LINE_OF_ALL = 5


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the database will be that the commands work on."""
    url = f"sqlite:///{tmp_path}/site/kungen.db"
    (tmp_path / "site").mkdir()
    monkeypatch.setenv("KUNGEN_DATABASE_URL", url)
    monkeypatch.setenv("KUNGEN_KEY", KEY)
    monkeypatch.setenv("KUNGEN_RATE", "0")
    return url


@pytest.fixture
def kungen(kungen: Kungen) -> Kungen:
    """The command line in a thread of its own: in this one the loop of a browser may run."""

    def run(*arguments: str, **options: Any) -> Any:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(kungen, *arguments, **options).result()

    return run


@pytest.fixture
def filled(kungen: Kungen, tmp_path: Path) -> Settings:
    """The settings of a site with three plays, of which two are won."""
    assert kungen("db", "upgrade").status == 0
    (tmp_path / "index.html").write_text("<!doctype html>")
    settings = read_settings(os.environ)
    with TestClient(create_app(tmp_path, settings=settings)) as client:
        for game, deal, won in (("freecell", 617, 1), ("klondike:draw=3", 1, 1), ("penguin", 2, 0)):
            body = start(deal, game=game)
            client.post("/api/v1/plays", json=body)
            if won:
                ended = client.post(f"/api/v1/plays/{body['uuid']}/result", json=win(deal, game))
                assert ended.status_code == 201, ended.text
    return settings


def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Let the commands work on another database, and give its settings."""
    monkeypatch.setenv("KUNGEN_DATABASE_URL", f"sqlite:///{tmp_path}/other.db")
    return read_settings(os.environ)


def test_upgrade_says_what_the_schema_was_and_is(kungen: Kungen, database: str) -> None:
    first, again = kungen("db", "upgrade"), kungen("db", "upgrade")
    assert first.out == f"The database {database} has the schema 0001 (it had none).\n"
    assert again.out == f"The database {database} has the schema 0001 (was there already).\n"


def test_what_is_exported_comes_back_whole_and_once(
    kungen: Kungen, filled: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(tmp_path / "plays.jsonl")
    assert kungen("db", "export", name).status == 0
    lines = Path(name).read_text().splitlines()
    assert len(lines) == LINE_OF_ALL
    heading, ending = json.loads(lines[0]), json.loads(lines[-1])
    assert (heading["format"], heading["kungen"], ending) == (1, "plays", {"plays": 3})
    other = elsewhere(tmp_path, monkeypatch)
    done = kungen("db", "import", name)
    assert (done.status, done.out) == (
        0, f"3 plays in {name}; 3 plays and 2 wins were new.\n"
    )  # fmt: skip
    assert rows(other) == rows(filled)
    again = kungen("db", "import", name)
    assert again.out == f"3 plays in {name}; 0 plays and 0 wins were new.\n"
    assert rows(other) == rows(filled)


def test_an_export_goes_through_pipes_too(
    kungen: Kungen, filled: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    other = elsewhere(tmp_path, monkeypatch)
    done = kungen("db", "import", "-", stdin=name.read_bytes())
    assert done.out == "3 plays in standard input; 3 plays and 2 wins were new.\n"
    assert rows(other) == rows(filled)


def change(lines: list[str], number: int, old: str, new: str) -> str:
    """An export with a line changed."""
    assert old in lines[number - 1], lines[number - 1]
    changed = lines[number - 1].replace(old, new)
    return "\n".join([*lines[: number - 1], changed, *lines[number:], ""])


def expect_refused(kungen: Kungen, name: Path, sentence: str) -> None:
    """Import a file in which something is wrong, which must be told so."""
    done = kungen("db", "import", str(name))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: {name}: {sentence}")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    "case",
    [
        (1, '"format":1', '"format":2', "its format is 2; this version reads format 1"),
        (1, '"plays"', '"survey"', "line 1 is not the heading of an export of plays"),
        (1, "{", "", "line 1 is not the heading of an export of plays"),
        (
            3,
            '"deal":',
            '"deal":"x","deal":',
            "line 3, deal: a whole number is expected, not a text",
        ),
        (3, '"game":"', '"game":"<b>', "line 3, game: there is no game '<b>"),
        (3, '"uuid"', '"uid"', "line 3: "),
        (
            4,
            '"measure":1',
            '"measure":0',
            "line 4, measure: a whole number of at least 1 is ",
        ),
        (5, '{"plays":3}', '{"plays":4}', "it has 3 plays, and its last line says 4"),
        (5, '{"plays":3}', "", "line 5: this is empty, and JSON is expected"),
        (5, '{"plays":3}', '{"plays":3}\n{"plays":3}', "line 6 comes after the last one"),
    ],
)
def test_an_export_with_a_fault_is_refused_whole_with_the_line(
    kungen: Kungen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    case: tuple[int, str, str, str],
) -> None:
    number, old, new, sentence = case
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    name.write_text(change(name.read_text().splitlines(), number, old, new))
    elsewhere(tmp_path, monkeypatch)
    expect_refused(kungen, name, sentence)
    assert not (tmp_path / "other.db").exists()


@pytest.mark.usefixtures("filled")
def test_a_win_that_is_none_is_refused_however_it_came_into_the_file(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    lines = name.read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if '"deal":617' in line)
    name.write_text(change(lines, place + 1, '"deal":617', '"deal":618'))
    elsewhere(tmp_path, monkeypatch)
    done = kungen("db", "import", str(name))
    assert done.err.startswith(f"kungen: {name}: line {place + 1}, win.steps: step ")
    assert done.status == 1


@pytest.mark.usefixtures("filled")
def test_an_export_of_another_key_is_refused(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(tmp_path / "plays.jsonl")
    kungen("db", "export", name)
    other = elsewhere(tmp_path, monkeypatch)
    monkeypatch.setenv("KUNGEN_KEY", KEY[::-1])
    with TestClient(create_app(tmp_path)):
        pass
    assert kungen("db", "import", name).status == 0  # it now belongs to the first key
    done = kungen("serve", "--check", "--port", "0")
    assert "missing the database belongs to another key\n" in done.out
    assert done.status == 1
    assert len(rows(other)["plays"]) == 3


@pytest.mark.usefixtures("filled")
def test_a_backup_is_whole_and_replaces_nothing(
    kungen: Kungen, tmp_path: Path, database: str
) -> None:
    name = tmp_path / "copy.db"
    done = kungen("db", "backup", str(name))
    assert done.out == f"{database} is copied to {name}.\n"
    copy = sqlite3.connect(name)
    assert copy.execute("SELECT count(*) FROM results").fetchone() == (2,)
    copy.close()
    again = kungen("db", "backup", str(name))
    assert (again.status, again.err) == (1, f"kungen: {name}: this file is there already\n")
    assert [one.name for one in tmp_path.glob(".kungen*")] == []


@pytest.mark.parametrize("command", ["export", "backup"])
def test_a_database_that_is_not_there_is_said_and_not_made(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("KUNGEN_DATABASE_URL", f"sqlite:///{tmp_path}/none.db")
    done = kungen("db", command, str(tmp_path / "file"))
    assert done.status == 1
    assert done.err.startswith(f"kungen: there is no database sqlite:///{tmp_path}/none.db")
    assert not (tmp_path / "none.db").exists()
    assert not (tmp_path / "file").exists()


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "no/such/file"), "no/such/file: there is no directory"),
        (("import", "no-such-file"), "no-such-file: there is no such file"),
        (("backup", "no/such/file"), "no/such/file: there is no directory"),
        (("import", "."), ".: this is a directory; a file is expected"),
    ],
)
def test_a_file_that_cannot_be_is_said(
    kungen: Kungen, arguments: tuple[str, ...], sentence: str
) -> None:
    done = kungen("db", *arguments)
    assert (done.status, done.err.splitlines()[0][: len(sentence) + 8]) == (
        1, f"kungen: {sentence}"
    )  # fmt: skip


def test_a_database_that_is_none_is_said(kungen: Kungen, tmp_path: Path) -> None:
    (tmp_path / "site" / "kungen.db").write_text("something else" * 100)
    for command in (("upgrade",), ("export", "-")):
        done = kungen("db", *command)
        assert (done.status, done.out) == (1, "")
        assert done.err.endswith("cannot be used: file is not a database\n")


def test_check_tells_what_there_is_and_changes_nothing(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KUNGEN_KEY")
    done = kungen("serve", "--check", "--port", "0")
    path = tmp_path / "site" / "kungen.db"
    assert done.status == 0
    assert f"ok      a key will be made in {path}.key\n" in done.out
    assert f"ok      the database will be made in {path}\n" in done.out
    assert [*(tmp_path / "site").iterdir()] == []


def test_a_folder_that_is_not_there_is_said_by_all(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUNGEN_DATABASE_URL", f"sqlite:///{tmp_path}/none/kungen.db")
    checked = kungen("serve", "--check", "--port", "0")
    assert checked.status == 1
    sentence = f"missing the database {tmp_path}/none/kungen.db cannot be made in the folder"
    said = "no such file or directory; KUNGEN_DATABASE_URL names another place"
    assert f"{sentence} {tmp_path}/none: {said}\n" in checked.out
    done = kungen("db", "upgrade")
    assert done.status == 1
    assert done.err.endswith("kungen.db cannot be used: no such file or directory\n")
    assert not (tmp_path / "none").exists()


@pytest.mark.usefixtures("filled")
def test_check_tells_what_is_missing(kungen: Kungen, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "missing" not in kungen("serve", "--check", "--port", "0").out
    monkeypatch.setenv("KUNGEN_KEY", KEY[::-1])
    monkeypatch.setenv("KUNGEN_RATE", "many")
    monkeypatch.setenv("KUNGEN_TRUSTED_PROXIES", "proxy")
    done = kungen("serve", "--check", "--port", "0")
    assert done.status == 1
    assert [line for line in done.out.splitlines() if line.startswith("missing")] == [
        (
            "missing KUNGEN_TRUSTED_PROXIES has addresses and networks, such as 127.0.0.1 or"
            " 10.0.0.0/8, not 'proxy'"
        ),
        "missing KUNGEN_RATE is the number of requests a minute, 0 to 1000000, not 'many'",
        "missing the database belongs to another key",
    ]


@pytest.mark.usefixtures("filled")
def test_check_notes_what_may_have_been_forgotten(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KUNGEN_KEY")
    key = tmp_path / "site" / "kungen.db.key"
    key.write_text(f"{KEY}\n")
    key.chmod(0o644)
    address = ("--address", "https://patience.example/", "--workers", "64")
    done = kungen("serve", "--check", "--port", "0", *address)
    notes = [line for line in done.out.splitlines() if line.startswith("note")]
    assert done.status == 0
    assert f"note    others may read {key}: chmod 600" in notes
    assert any("all clients behind a proxy share one limit" in note for note in notes)
    assert any(note.startswith("note    64 workers are many for ") for note in notes)


@pytest.mark.usefixtures("filled")
def test_a_site_of_another_key_is_not_served(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUNGEN_KEY", KEY[::-1])
    done = kungen("serve", "--port", "0")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("kungen: the database belongs to another key: KUNGEN_KEY,")


def test_db_tells_what_it_can_do(kungen: Kungen) -> None:
    told = kungen("db", "--help").out
    for command in ("upgrade", "export", "import", "backup"):
        assert command in told
    assert kungen("db", "mend").status == 2


@pytest.mark.usefixtures("filled")
def test_a_key_that_is_lost_is_said_no_other_is_made_and_it_can_be_given_up(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    monkeypatch.delenv("KUNGEN_KEY")
    key = tmp_path / "site" / "kungen.db.key"
    said = "the key that the database belongs to is not here: KUNGEN_KEY names it, or it lies in"
    done = kungen("serve", "--port", "0")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"kungen: {said} {key}; ")
    assert not key.exists()
    assert f"missing {said} {key}\n" in kungen("serve", "--check", "--port", "0").out
    assert kungen("db", "forget-key").out == f"{database} belongs to no key now.\n"
    assert f"ok      a key will be made in {key}\n" in kungen("serve", "--check", "--port", "0").out


def test_plays_are_not_laid_over_others_with_their_uuids(
    kungen: Kungen, tmp_path: Path, filled: Settings
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    lines = name.read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if '"penguin"' in line)
    name.write_text(change(lines, place + 1, '"penguin"', '"eight-off"'))
    kept = rows(filled)
    done = kungen("db", "import", str(name))
    uuid = json.loads(lines[place])["uuid"]
    sentence = f"line {place + 1}, uuid: {uuid} is that of another play in the database"
    assert (done.status, done.err) == (1, f"kungen: {name}: {sentence}\n")
    assert rows(filled) == kept


def test_the_file_of_a_database_is_its_owners_alone(kungen: Kungen, tmp_path: Path) -> None:
    kungen("db", "upgrade")
    path = tmp_path / "site" / "kungen.db"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_export_of_a_database_without_a_key_ties_to_none(
    kungen: Kungen, filled: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kungen("db", "forget-key")
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    assert json.loads(name.read_text().splitlines()[0])["key"] is None
    other = elsewhere(tmp_path, monkeypatch)
    assert kungen("db", "import", str(name)).status == 0
    assert rows(other)["site"] == []
    assert rows(other)["plays"] == rows(filled)["plays"]


@pytest.mark.usefixtures("filled")
def test_a_time_that_no_play_takes_is_refused_before_anything_is_made(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    name.write_text(name.read_text().replace('"seconds":300', f'"seconds":{2**63}'))
    elsewhere(tmp_path, monkeypatch)
    done = kungen("db", "import", str(name))
    assert done.status == 1
    assert done.err.startswith(f"kungen: {name}: line ")
    assert not (tmp_path / "other.db").exists()


@pytest.mark.usefixtures("filled")
def test_a_backup_and_an_export_are_their_owners_alone(kungen: Kungen, tmp_path: Path) -> None:
    kungen("db", "backup", str(tmp_path / "copy.db"))
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    kungen("db", "export", str(tmp_path / "plays.jsonl"))
    assert stat.S_IMODE((tmp_path / "plays.jsonl").stat().st_mode) == 0o600


@pytest.mark.usefixtures("filled")
def test_no_export_is_laid_over_the_database_or_its_key(kungen: Kungen, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "site" / "kungen.db")
    before = (tmp_path / "site" / "kungen.db").read_bytes()
    for name in ("site/kungen.db", "site/kungen.db-wal", "site/kungen.db.key", "link"):
        done = kungen("db", "export", str(tmp_path / name))
        assert (done.status, done.err) == (
            1, f"kungen: {tmp_path / name}: this is a file of the database itself\n"
        )  # fmt: skip
    assert (tmp_path / "site" / "kungen.db").read_bytes() == before


def test_a_backup_goes_to_a_file(kungen: Kungen) -> None:
    done = kungen("db", "backup", "-")
    assert done.status == 2
    assert done.err == "kungen: a backup goes to a file, not to standard output\n"


def test_a_database_of_something_else_is_left_alone(kungen: Kungen, tmp_path: Path) -> None:
    path = tmp_path / "site" / "kungen.db"
    with contextlib.closing(sqlite3.connect(path)) as opened:
        opened.execute("CREATE TABLE recipes (it TEXT)")
    sentence = f"the database sqlite:///{path} is that of something else: it has 'recipes'"
    assert f"missing {sentence}\n" in kungen("serve", "--check", "--port", "0").out
    done = kungen("db", "upgrade")
    assert (done.status, done.err) == (1, f"kungen: {sentence}\n")


def test_a_line_that_has_no_end_is_refused(kungen: Kungen) -> None:
    done = kungen("db", "import", "-", stdin="x" * 10**6)
    assert done.err == "kungen: standard input: line 1 is longer than 65536 bytes\n"


@pytest.mark.usefixtures("filled")
def test_plays_of_no_key_do_not_go_to_those_of_one(kungen: Kungen, tmp_path: Path) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    lines = name.read_text().splitlines()
    name.write_text("\n".join(['{"format":1,"kungen":"plays","key":null}', *lines[1:], ""]))
    done = kungen("db", "import", str(name))
    sentence = "it is of no key, and the database belongs to one"
    assert (done.status, done.err) == (1, f"kungen: {name}: {sentence}\n")


def test_a_name_that_is_too_long_is_said_with_the_name(kungen: Kungen) -> None:
    kungen("db", "upgrade")
    for command in ("export", "backup", "import"):
        done = kungen("db", command, "x" * 300)
        assert (done.status, done.err) == (1, f"kungen: {'x' * 300}: file name too long\n")


def test_check_looks_where_the_service_would_listen(kungen: Kungen) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = kungen("serve", "--check", "--port", port)
        assert done.status == 1
        assert f"missing port {port} on 127.0.0.1 is taken; --port names another\n" in done.out
        assert kungen("serve", "--check", "--port", port, "--next-free").status == 0
    done = kungen("serve", "--check", "--host", "no.such.host.invalid")
    assert done.status == 1
    assert "missing there is no host 'no.such.host.invalid' to listen on\n" in done.out


def test_check_of_the_page_alone_looks_at_no_database(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUNGEN_DATABASE_URL", "mysql://nowhere")
    monkeypatch.setenv("KUNGEN_KEY", "none")
    done = kungen("serve", "--check", "--page-only", "--port", "0")
    assert (done.status, len(done.out.splitlines())) == (0, 3)


def test_check_finds_the_data_folder_that_cannot_be_made(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KUNGEN_DATABASE_URL")
    monkeypatch.delenv("KUNGEN_KEY")
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    done = kungen("serve", "--check", "--port", "0")
    missing = [line for line in done.out.splitlines() if line.startswith("missing")]
    assert done.status == 1
    sentence = "the database /dev/null/kungen/kungen.db cannot be made in the folder /dev/null"
    assert [line.partition(": ")[0] for line in missing] == [f"missing {sentence}"]


@pytest.mark.usefixtures("filled")
def test_check_finds_a_damaged_file(kungen: Kungen, tmp_path: Path) -> None:
    path = tmp_path / "site" / "kungen.db"
    with contextlib.closing(sqlite3.connect(path)) as opened:
        opened.execute("PRAGMA wal_checkpoint(truncate)")
        index = "SELECT rootpage FROM sqlite_master WHERE name = 'one_qualified_start'"
        page = opened.execute(index).fetchone()[0]
        size = opened.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size + size // 2)
        file.write(b"\xff" * (size // 2))
    done = kungen("serve", "--check", "--port", "0")
    assert done.status == 1
    assert f"missing the database sqlite:///{path} " in done.out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KUNGEN_DATABASE_URL", "sqlite:///x?timeout=abc"),
        ("KUNGEN_KEY", "short"),
        ("KUNGEN_RATE", "many"),
        ("KUNGEN_TRUSTED_PROXIES", "10.0.0.1/8"),
    ],
)
def test_a_setting_that_makes_no_sense_is_wrong_usage(
    kungen: Kungen, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    done = kungen("serve", "--port", "0")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"kungen: {name} ")
    assert done.err.endswith("; --page-only serves the page without a service\n")


TODAY = datetime.now(UTC).date()


def later(**changes: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A function that changes the line of a play."""
    return lambda line: line | changes


def ended(day: date) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A function that changes the day of a win."""
    return lambda line: line | {"win": line["win"] | {"ended": day.isoformat()}}


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (later(started="2990-01-01"), "started: 2990-01-01 has not come"),
        (ended(date(2990, 1, 1)), "win.ended: 2990-01-01 has not come"),
        (
            ended(TODAY - timedelta(days=2)),
            f"win.ended: {TODAY - timedelta(days=2)} is before {TODAY}, when it started",
        ),
        (later(daily="2990-01-01"), "daily: 2990-01-01 is nowhere today: it is "),
        (later(daily="2025-12-31"), "daily: the first daily deal was that of 2026-01-01"),
        (later(daily="2026-11-30"), "deal: the deal of 2026-11-30 in freecell is "),
    ],
)
def test_a_play_that_cannot_have_been_is_refused_with_its_line(
    kungen: Kungen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changed: Callable[[dict[str, Any]], dict[str, Any]],
    sentence: str,
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    lines = name.read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if '"deal":617' in line)
    lines[place] = json.dumps(changed(json.loads(lines[place])))
    name.write_text("\n".join([*lines, ""]))
    elsewhere(tmp_path, monkeypatch)
    expect_refused(kungen, name, f"line {place + 1}, {sentence}")
    assert not (tmp_path / "other.db").exists()


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("same", ["uuid", "start"])
def test_a_play_that_is_there_twice_is_refused_with_both_lines(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: str
) -> None:
    name = tmp_path / "plays.jsonl"
    kungen("db", "export", str(name))
    lines = name.read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if '"deal":617' in line)
    line = json.loads(lines[place])
    again = line | ({"deal": 618} if same == "uuid" else {"uuid": str(uuid4())})
    again.pop("win")
    name.write_text("\n".join([*lines[:-1], json.dumps(again), '{"plays":4}', ""]))
    elsewhere(tmp_path, monkeypatch)
    done = kungen("db", "import", str(name))
    sentence = {
        "uuid": f"line 5, uuid: line {place + 1} has {line['uuid']} already",
        "start": (
            f"line 5, qualified: line {place + 1} is the installation's first start of deal 617 of"
            " freecell"
        ),
    }[same]
    assert (done.status, done.err) == (1, f"kungen: {name}: {sentence}\n")
    assert not (tmp_path / "other.db").exists()

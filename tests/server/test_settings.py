"""Settings: read from the environment, and refused in a sentence."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from kungen.server.database import open_database
from kungen.server.settings import (
    PlaceError,
    Settings,
    SettingsError,
    database_text,
    parse_database,
    read_database,
    read_key,
    read_settings,
)

KEY = "00112233445566778899aabbccddeeff" * 2


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_without_settings_all_lies_in_the_users_data_folder() -> None:
    settings = read_settings({})
    path = Path(str(settings.database.database))
    assert path.name == "kungen.db"
    assert path.parent.name == "kungen"
    assert path.parent.is_dir()
    assert (settings.rate, settings.trusted_proxies, len(settings.key)) == (300, (), 32)
    assert read_settings({}) == settings


def test_a_key_is_made_once_for_its_owner_alone(folder: Path) -> None:
    database = parse_database(f"sqlite:///{folder}/some/kungen.db")
    key = read_key({}, database)
    path = folder / "some" / "kungen.db.key"
    assert bytes.fromhex(path.read_text()) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_key({}, database) == key
    assert [one.name for one in path.parent.iterdir()] == ["kungen.db.key"]


def test_the_key_of_the_environment_goes_before_the_files(folder: Path) -> None:
    database = parse_database(f"sqlite:///{folder}/kungen.db")
    assert read_key({"KUNGEN_KEY": KEY}, database) == bytes.fromhex(KEY)
    assert not (folder / "kungen.db.key").exists()


def test_looking_makes_nothing(folder: Path) -> None:
    database = read_database({}, make=False)
    with pytest.raises(PlaceError, match=r"the key that the database belongs to is not here: KU"):
        read_key({}, database, make=False)
    assert [*folder.iterdir()] == []


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("sqlite:////var/lib/kungen/kungen.db", "sqlite+aiosqlite"),
        ("postgresql://kungen:secret@db/kungen", "postgresql+psycopg"),
        ("postgres://kungen@db/kungen", "postgresql+psycopg"),
        ("postgresql+psycopg://kungen@db/kungen?sslmode=require", "postgresql+psycopg"),
    ],
)
def test_each_kind_of_database_has_its_driver(text: str, driver: str) -> None:
    assert parse_database(text).drivername == driver


@pytest.mark.parametrize("name", ["autocommit", "row_factory", "prepare_threshold", "nosuch"])
def test_what_is_no_parameter_of_libpq_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match=f'^KUNGEN_DATABASE_URL: .* option "{name}"$'):
        open_database(parse_database(f"postgresql:///kungen?{name}=1"))


def test_a_password_is_never_shown() -> None:
    assert "secret" not in database_text(parse_database("postgresql:///kungen?password=secret"))
    url = parse_database("postgresql://kungen:secret@db/kungen")
    assert "secret" not in database_text(url)
    assert "secret" not in repr(Settings(database=url, key=bytes.fromhex(KEY)))
    assert KEY not in repr(Settings(database=url, key=bytes.fromhex(KEY)))
    with pytest.raises(SettingsError) as raised:
        parse_database("postgresql://kungen:secret@db:port/kungen")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"KUNGEN_DATABASE_URL": "kungen.db"}, "KUNGEN_DATABASE_URL is no address of a database"),
        ({"KUNGEN_DATABASE_URL": "mysql://db/x"}, "begins with sqlite:/// or postgresql://, not"),
        ({"KUNGEN_DATABASE_URL": "sqlite://"}, "KUNGEN_DATABASE_URL names no file"),
        ({"KUNGEN_DATABASE_URL": "sqlite:///:memory:"}, "KUNGEN_DATABASE_URL names no file"),
        ({"KUNGEN_DATABASE_URL": "sqlite:///x%00y"}, "KUNGEN_DATABASE_URL is no address of a"),
        ({"KUNGEN_DATABASE_URL": "sqlite:///x\udcff"}, "KUNGEN_DATABASE_URL is no address of a"),
        ({"KUNGEN_DATABASE_URL": "sqlite://user:pw@host/x"}, "has a host, and SQLite has none: sq"),
        ({"KUNGEN_DATABASE_URL": "sqlite+aiosqlite://host/x"}, "has a host, and SQLite has none"),
        ({"KUNGEN_DATABASE_URL": "sqlite:///x?timeout=abc"}, "has timeout after `\\?`, and SQLite"),
        ({"KUNGEN_DATABASE_URL": "sqlite:///x?a=1&b=2"}, "has a, b after `\\?`"),
        ({"KUNGEN_DATABASE_URL": "postgresql:///k?port=abc"}, "KUNGEN_DATABASE_URL is no address"),
        ({"KUNGEN_DATABASE_URL": "postgresql://a:1,b:2/k"}, "KUNGEN_DATABASE_URL is no address"),
        ({"KUNGEN_DATABASE_URL": "sqlite:////x/%ff.db"}, "KUNGEN_DATABASE_URL is no address"),
        ({"KUNGEN_DATABASE_URL": "sqlite:////x/%0a.db"}, "KUNGEN_DATABASE_URL is no address"),
        ({"KUNGEN_DATABASE_URL": "postgresql://u:pa@ss@h/k"}, "in a password @ is written %40"),
        ({"KUNGEN_DATABASE_URL": "postgresql://u:%00@h/k"}, "KUNGEN_DATABASE_URL is no address"),
        ({"KUNGEN_KEY": "short"}, "KUNGEN_KEY must hold a key of 64 hexadecimal digits"),
        ({"KUNGEN_RATE": "-1"}, "KUNGEN_RATE is the number of requests a minute, 0 to 1000000"),
        ({"KUNGEN_RATE": "1000001"}, "not '1000001'"),
        ({"KUNGEN_TRUSTED_PROXIES": "proxy"}, "has addresses and networks.*not 'proxy'"),
        ({"KUNGEN_TRUSTED_PROXIES": "10.0.0.1/8"}, "not '10.0.0.1/8'"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        read_settings(environment)


def test_a_file_that_holds_no_key_is_told_and_stays(folder: Path) -> None:
    path = folder / "kungen.db.key"
    path.write_text("something else\n")
    with pytest.raises(PlaceError, match=r"kungen\.db\.key must hold a key of 64"):
        read_key({}, parse_database(f"sqlite:///{folder}/kungen.db"))
    assert path.read_text() == "something else\n"


def test_a_folder_that_cannot_be_made_is_told(folder: Path) -> None:
    (folder / "data").write_text("in the way")
    with pytest.raises(PlaceError, match=r"cannot be made: .*KUNGEN_DATABASE_URL names anot"):
        read_settings({})

"""Making a catalogue: it goes on from where it was, and believes nothing that is damaged."""

import json
from pathlib import Path

import make_catalogue
import pytest
import ranges

from kungen.catalogue import Catalogue, parse_catalogue

KEY = "bakers-game"
LAST = 25
LOST = (10, 14, 22, 23)


@pytest.fixture(autouse=True)
def _small_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_catalogue, "PLANS", {KEY: (LAST, (64 << 20,))})
    monkeypatch.setattr(make_catalogue, "CHUNK", 10)
    monkeypatch.setattr(ranges, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(make_catalogue, "SHIPPED", tmp_path / "shipped")


def made() -> Catalogue:
    assert make_catalogue.main(["--workers", "1"]) == 0
    path = make_catalogue.SHIPPED / "bakers-game.toml"
    return parse_catalogue(path.read_text(encoding="utf-8"))


def kept_file() -> Path:
    (path,) = ranges.KEPT.iterdir()
    return path


def test_every_deal_of_the_plan_is_in_the_catalogue() -> None:
    found = made()
    assert (found.game, found.first, found.last, found.lost) == (KEY, 1, LAST, LOST)
    assert set(found.states) == set(LOST)
    assert found.signature == make_catalogue.signature()
    assert len(kept_file().read_text(encoding="utf-8").splitlines()) == 3


def test_what_was_found_is_not_searched_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = made()
    lines = kept_file().read_text(encoding="utf-8").splitlines(keepends=True)
    kept_file().write_text("".join(lines[:2]), encoding="utf-8")
    capsys.readouterr()
    assert made() == first
    said = capsys.readouterr().err
    assert "1 of 1 ranges" in said
    assert "bakers-game.toml is written" in said
    assert made() == first
    assert "ranges" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "damage",
    [
        b"5",
        b"[1, null]",
        b"{}",
        b"\xff\xfe",
        b'{"first": 1, "last": 10, "lost": {}, "undecided": [], "lengths": {}}',
        b'{"first": 1, "last": 10, "lost": {"11": 3}, "undecided": [], "lengths": {"90": 9}}',
    ],
)
def test_a_damaged_line_is_told_and_searched_again(
    damage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    first = made()
    lines = kept_file().read_bytes().splitlines()
    whole = [line for line in lines if json.loads(line)["first"] != 1]
    kept_file().write_bytes(b"\n".join([damage, *whole]) + b"\n")
    capsys.readouterr()
    assert made() == first
    said = capsys.readouterr().err
    assert "line 1 is damaged; its range is searched again" in said
    assert "1 of 1 ranges" in said


def test_what_follows_a_line_cut_short_is_not_joined_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = made()
    kept_file().write_bytes(kept_file().read_bytes()[:-30])
    assert made() == first
    capsys.readouterr()
    assert made() == first
    assert "ranges," not in capsys.readouterr().err


def test_deals_that_little_memory_leaves_open_are_searched_with_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    little = 200_000
    monkeypatch.setattr(make_catalogue, "PLANS", {KEY: (LAST, (little,))})
    assert made().undecided != ()
    monkeypatch.setattr(make_catalogue, "PLANS", {KEY: (LAST, (little, 64 << 20))})
    found = made()
    assert (found.lost, found.undecided, found.bytes) == (LOST, (), 64 << 20)


def test_ranges_that_are_not_planned_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    monkeypatch.setattr(make_catalogue, "PLANS", {KEY: (15, (64 << 20,))})
    found = made()
    assert (found.last, found.lost) == (15, (10, 14))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frecell"], "there is no plan for 'frecell'"),
        (["--workers", "0"], "--workers is 0; it must be 1 or more"),
    ],
)
def test_bad_arguments_are_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        make_catalogue.main(arguments)
    assert end.value.code == 2
    assert said in capsys.readouterr().err

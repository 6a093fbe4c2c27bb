"""Making pars: each deal has its digit, and what was found is not searched again."""

import random
from pathlib import Path

import make_par
import pytest
import ranges

import kungen
from kungen.par import pars, parse_pars

NODES = make_par.NODES
SHIPPED = pars()["freecell"]


@pytest.fixture(autouse=True)
def _small_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("LAST", 5), ("CHUNK", 2), ("NODES", 2000), ("SHIPPED", tmp_path / "to")):
        monkeypatch.setattr(make_par, name, value)
    monkeypatch.setattr(ranges, "KEPT", tmp_path / "kept")


def shortest(number: int, nodes: int) -> int:
    limits = kungen.Limits(nodes=nodes, bytes=make_par.BYTES)
    return kungen.solve(kungen.deal(number), limits, strategy="short").moves


def test_every_deal_has_the_length_of_the_line_that_the_search_finds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert make_par.main(["--workers", "1"]) == 0
    text = (make_par.SHIPPED / "freecell.toml").read_text(encoding="utf-8")
    found = parse_pars(text)
    for number in range(1, 6):
        moves = shortest(number, 2000)
        if moves > make_par.LONG:
            moves = shortest(number, make_par.LONGER * 2000)
        assert found.moves(number) == moves
    capsys.readouterr()
    assert make_par.main(["--workers", "1"]) == 0
    assert "ranges" not in capsys.readouterr().err
    assert (make_par.SHIPPED / "freecell.toml").read_text(encoding="utf-8") == text


def test_a_sample_of_those_that_are_shipped_is_found_again() -> None:
    for number in random.Random(1).sample(range(1, 32_001), 6):
        digit = SHIPPED.digits[number - 1]
        assert make_par.search(NODES, number, number)["moves"] == digit


def test_a_number_of_workers_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        make_par.main(["--workers", "0"])
    assert end.value.code == 2
    assert "--workers is 0; it must be 1 or more" in capsys.readouterr().err

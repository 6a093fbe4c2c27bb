"""Files are written whole or not at all, and read as people have them."""

import errno
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Kungen = Callable[..., Any]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    kungen: Kungen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    picture = tmp_path / "617.svg"
    picture.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    done = kungen("deal", "617", "--svg", str(picture))
    assert (done.status, done.err) == (1, f"kungen: {picture}: no space left on device\n")
    assert picture.read_text() == "old"
    assert list(tmp_path.iterdir()) == [picture]


def test_a_link_stays_a_link(kungen: Kungen, tmp_path: Path) -> None:
    picture, link = tmp_path / "617.svg", tmp_path / "link.svg"
    link.symlink_to(picture)
    assert kungen("deal", "617", "--svg", str(link)).status == 0
    assert link.is_symlink()
    assert "<svg" in picture.read_text()


def test_a_pipe_stays_a_pipe(kungen: Kungen, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert kungen("deal", "617", "--svg", str(pipe)).status == 0
    reader.join(timeout=30)
    assert "<svg" in read[0]
    assert pipe.is_fifo()


def test_a_byte_order_mark_and_windows_line_ends_are_read(kungen: Kungen, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    text = kungen("deal", "617").out.replace("\n", "\r\n")
    board.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert kungen("identify", str(board)).out == "617\n"


def test_a_file_keeps_its_permissions(kungen: Kungen, tmp_path: Path) -> None:
    picture = tmp_path / "617.svg"
    for mode in (0o600, 0o640, 0o666, 0o777):
        picture.write_text("old")
        picture.chmod(mode)
        assert kungen("deal", "617", "--svg", str(picture)).status == 0
        assert stat.S_IMODE(picture.stat().st_mode) == mode
        assert picture.read_text().startswith("<svg")


def test_a_new_file_has_the_permissions_that_files_get(kungen: Kungen, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        kungen("deal", "617", "--svg", str(tmp_path / "617.svg"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "617.svg").stat().st_mode) == 0o640


def test_a_read_only_file_stays_as_it_is(kungen: Kungen, tmp_path: Path) -> None:
    picture = tmp_path / "617.svg"
    picture.write_text("old")
    picture.chmod(0o444)
    done = kungen("deal", "617", "--svg", str(picture))
    assert (done.status, done.err) == (1, f"kungen: {picture}: this file may only be read\n")
    assert picture.read_text() == "old"


def test_a_name_may_be_as_long_as_the_system_lets_it(kungen: Kungen, tmp_path: Path) -> None:
    picture = tmp_path / ("a" * 250)
    assert kungen("deal", "617", "--svg", str(picture)).status == 0
    assert list(tmp_path.iterdir()) == [picture]


@pytest.mark.parametrize("ending", ["/", "/."])
def test_the_name_of_a_directory_is_no_name_of_a_file(
    kungen: Kungen, tmp_path: Path, ending: str
) -> None:
    name = f"{tmp_path}/x{ending}"
    done = kungen("deal", "617", "--svg", name)
    assert (done.status, done.err) == (
        1,
        f"kungen: {name}: this names a directory; a file is expected\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_missing_is_named(kungen: Kungen, tmp_path: Path) -> None:
    name = f"{tmp_path}/none/617.svg"
    done = kungen("deal", "617", "--svg", name)
    assert (done.status, done.err) == (
        1,
        f"kungen: {name}: there is no directory {tmp_path}/none\n",
    )

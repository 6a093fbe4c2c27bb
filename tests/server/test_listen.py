"""Finding an address to listen at, and stopping."""

import errno
import os
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kungen.server import ServeError, listen


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as occupied:
        yield occupied.getsockname()[1]


def test_port_0_is_any_free_port_and_the_address_names_it() -> None:
    listener = listen("127.0.0.1", 0)
    with listener.socket:
        port = listener.socket.getsockname()[1]
        assert port > 0
        assert listener.url == f"http://127.0.0.1:{port}/"


def test_a_taken_port_is_said(taken: int) -> None:
    with pytest.raises(ServeError, match=f"port {taken} on 127.0.0.1 is taken"):
        listen("127.0.0.1", taken)


def test_the_next_free_port_follows_a_taken_one(taken: int) -> None:
    listener = listen("127.0.0.1", taken, next_free=True)
    with listener.socket:
        assert taken < listener.socket.getsockname()[1] <= taken + 20


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70, "a b", "..", "a\0b"])
def test_an_unknown_host_is_said(host: str) -> None:
    for next_free, port in ((False, 0), (True, 8617)):
        with pytest.raises(ServeError, match=r"^there is no host '.*to listen on$"):
            listen(host, port, next_free=next_free)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "the system does not allow port 80; those from 1024 on are free to use"),
        (
            errno.EADDRNOTAVAIL,
            "port 80 on '127.0.0.1' cannot be listened on: cannot assign requested address",
        ),
    ],
)
def test_what_the_system_refuses_is_said(
    monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    def refuse(*_arguments: object, **_options: object) -> socket.socket:
        raise OSError(number, "refused")

    monkeypatch.setattr(socket, "create_server", refuse)
    for next_free in (False, True):
        with pytest.raises(ServeError, match=f"^{sentence}$"):
            listen("127.0.0.1", 80, next_free=next_free)


def test_too_many_taken_ports_are_said_with_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> socket.socket:
        raise OSError(errno.EADDRINUSE, "refused")

    monkeypatch.setattr(socket, "create_server", refuse)
    for port, last in ((8617, 8717), (65500, 65535)):
        sentence = f"the ports {port} to {last} on 127.0.0.1 are all taken"
        with pytest.raises(ServeError, match=sentence):
            listen("127.0.0.1", port, next_free=True)


def test_too_few_descriptors_are_said_before_there_is_an_address() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open("rb") as lowest_free:
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free.fileno() + 5, hard))
    try:
        with pytest.raises(ServeError, match=r"cannot be listened on: too many open files$"):
            listen("127.0.0.1", 0)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_no_answer_waits_for_the_client_to_acknowledge_its_first_half() -> None:
    listener = listen("127.0.0.1", 0)
    with listener.socket, socket.create_connection(listener.socket.getsockname()):
        accepted, _ = listener.socket.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_every_address_is_reached_as_localhost() -> None:
    listener = listen("0.0.0.0", 0)  # noqa: S104 - the wildcard is what is tested
    with listener.socket:
        assert listener.url.startswith("http://localhost:")

"""Finding an address to listen at, and stopping."""

import errno
import socket
from collections.abc import Iterator

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


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70, "a b"])
def test_an_unknown_host_is_said(host: str) -> None:
    with pytest.raises(ServeError, match=f"there is no host '{host}' to listen on"):
        listen(host, 0)


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
    with pytest.raises(ServeError, match=f"^{sentence}$"):
        listen("127.0.0.1", 80)


def test_every_address_is_reached_as_localhost() -> None:
    listener = listen("0.0.0.0", 0)  # noqa: S104 - the wildcard is what is tested
    with listener.socket:
        assert listener.url.startswith("http://localhost:")

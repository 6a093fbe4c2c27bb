"""Finding an address to listen at, and stopping."""

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


def test_an_unknown_host_is_said() -> None:
    with pytest.raises(ServeError, match=r"there is no host 'no-such-host\.invalid'"):
        listen("no-such-host.invalid", 0)


def test_every_address_is_reached_as_localhost() -> None:
    listener = listen("0.0.0.0", 0)  # noqa: S104 - the wildcard is what is tested
    with listener.socket:
        assert listener.url.startswith("http://localhost:")

"""Listening at an address and running the application there until it is told to stop."""

import errno
import os
import socket
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

WILDCARDS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - recognised, not bound to
PORTS_TRIED = 100


class ServeError(Exception):
    """The server cannot listen where it was asked to; the message says why."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A socket that accepts connections, and the address that a browser finds it at."""

    socket: socket.socket
    url: str


def listen(host: str, port: int, *, next_free: bool = False) -> Listener:
    """Listen at *host* and *port*; port 0 is any free one.

    With *next_free* the next ports are tried when the first is taken. Raises `ServeError` when
    the host is unknown, the port is taken or the system does not allow it.
    """
    last = min(port + PORTS_TRIED, 65535) if next_free and port else port
    for candidate in range(port, last):
        try:
            return _bind(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                break
    try:
        return _bind(host, last)
    except UnicodeError as error:
        raise ServeError(f"there is no host {host!r} to listen on") from error
    except OSError as error:
        raise ServeError(_why_not(host, last, error)) from error


def serve(app: ASGIApp, listener: Listener) -> None:
    """Run *app* on *listener* until Ctrl-C or a termination signal."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(config).run(sockets=[listener.socket])
    except KeyboardInterrupt:
        return  # uvicorn raises it again after it has closed the connections
    finally:
        listener.socket.close()


def _bind(host: str, port: int) -> Listener:
    family, *_ = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
    bound = socket.create_server((host, port), family=family, backlog=2048)
    return Listener(bound, _url(host, bound.getsockname()[1]))


def _url(host: str, port: int) -> str:
    """The address to type into a browser.

    >>> _url("::1", 8617), _url("0.0.0.0", 80)
    ('http://[::1]:8617/', 'http://localhost:80/')
    """
    name = "localhost" if host in WILDCARDS else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _why_not(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"there is no host {host!r} to listen on"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is taken; --port names another"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"the system does not allow port {port}; those from 1024 on are free to use"
    return f"port {port} on {host!r} cannot be listened on: {os.strerror(error.errno or 0).lower()}"

"""Listening at an address and running the application there until it is told to stop."""

import contextlib
import errno
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Literal

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from kungen.quoting import quoted
from kungen.server.interrupts import end_at_interrupts, hear_interrupts, passing_by_children
from kungen.server.metrics import FOLDER

WILDCARDS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - recognised, not bound to
PORTS_TRIED = 100
HIGHEST_PORT = 65535
DESCRIPTORS_NEEDED = 8


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
    last = min(port + PORTS_TRIED, HIGHEST_PORT) if next_free and port else port
    for candidate in range(port, last + 1):
        try:
            return _bind(host, candidate)
        except ValueError as error:  # such as a text that cannot be encoded as a host
            raise ServeError(f"there is no host {quoted(host)} to listen on") from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ServeError(_why_not(host, candidate, error)) from error
    raise ServeError(_all_taken(host, port, last))


def serve(
    make_app: Callable[[], ASGIApp],
    listener: Listener,
    *,
    workers: int = 1,
    trusted_proxies: Sequence[str] = (),
    lifespan: Literal["on", "off"] = "off",
) -> None:
    """Run an application on *listener* until Ctrl-C or a termination signal.

    Several workers are processes of their own, each with an application that it makes; one that
    dies is replaced. What *trusted_proxies* say of the client's address and of TLS is believed.
    Raises `ServeError` when the system does not give what the server needs.
    """
    with passing_by_children():  # until uvicorn hears it: what is loaded meanwhile may swallow it
        _serve(make_app, listener, workers, trusted_proxies, lifespan)


def _serve(
    make_app: Callable[[], ASGIApp],
    listener: Listener,
    workers: int,
    trusted_proxies: Sequence[str],
    lifespan: Literal["on", "off"],
) -> None:
    config = uvicorn.Config(
        make_app if workers > 1 else partial(_made_for_interrupts, make_app),
        factory=True,
        log_level="error",  # a warning is what any stranger's odd request would give
        access_log=False,
        server_header=False,
        lifespan=lifespan,
        ws="none",
        workers=workers,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        timeout_graceful_shutdown=2,
    )
    try:
        if workers == 1:
            uvicorn.Server(config).run(sockets=[listener.socket])
        else:
            _serve_together(config, listener.socket)
    except SystemExit as error:  # so uvicorn ends where the application does not start
        raise ServeError("the service could not start") from error
    except KeyboardInterrupt:
        return  # uvicorn raises it again after it has closed the connections
    except OSError as error:
        raise ServeError(f"the system does not let the server run: {_said(error)}") from error
    finally:
        listener.socket.close()


def _made_for_interrupts(make_app: Callable[[], ASGIApp]) -> ASGIApp:
    """Make the application, which uvicorn asks for when it hears Ctrl-C."""
    hear_interrupts()
    return make_app()


def end_with_parent() -> None:
    """End this process as by a signal when the one that has started it is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=[parent], daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _serve_together(config: uvicorn.Config, bound: socket.socket) -> None:
    with tempfile.TemporaryDirectory(prefix="kungen-") as folder:
        os.environ[FOLDER] = folder  # each worker leaves its numbers there for all
        supervisor = Multiprocess(config, sockets=[bound])
        end_at_interrupts()
        supervisor.run()
    if any(worker.process.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
        raise ServeError("a worker could not start")


def _bind(host: str, port: int) -> Listener:
    family, *_ = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
    bound = socket.create_server((host, port), family=family, backlog=2048)
    # Connections have it from here: asyncio sets it only where it is told the protocol, and without
    # it the second half of an answer waits for the client to acknowledge the first.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        _check_descriptors()
    except OSError:
        bound.close()
        raise
    return Listener(bound, _url(host, bound.getsockname()[1]))


def _check_descriptors() -> None:
    """Raise `OSError` where the server would lack descriptors: its event loop fails untidily."""
    with contextlib.ExitStack() as spare:
        for _ in range(DESCRIPTORS_NEEDED):
            spare.enter_context(open(os.devnull, "rb", buffering=0))  # noqa: PTH123 - no path


def _url(host: str, port: int) -> str:
    """The address to type into a browser.

    >>> _url("::1", 8617), _url("0.0.0.0", 80)
    ('http://[::1]:8617/', 'http://localhost:80/')
    """
    name = "localhost" if host in WILDCARDS else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _why_not(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror) and error.errno != socket.EAI_SYSTEM:
        return f"there is no host {quoted(host)} to listen on"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"the system does not allow port {port}; those from 1024 on are free to use"
    return f"port {port} on {quoted(host)} cannot be listened on: {_said(error)}"


def _all_taken(host: str, port: int, last: int) -> str:
    if last == port:
        return f"port {port} on {host} is taken; --port names another"
    return f"the ports {port} to {last} on {host} are all taken; --port names another"


def _said(error: OSError) -> str:
    # Python adds an address to some of its own sentences; the system's are short.
    number = error.errno or 0
    return (os.strerror(number) if number > 0 else str(error.strerror)).lower()

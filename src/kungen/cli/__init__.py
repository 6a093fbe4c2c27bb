"""The command line: `kungen deal 617`, and one module for each group of commands."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from kungen.cli.errors import STATUS_INTERRUPTED
from kungen.cli.streams import complain, prepare_streams

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on *arguments*, those of the process when None.

    Returns the exit status: 0 done, 1 failure, 2 wrong usage, 130 interrupted.
    """
    try:
        status = _run(arguments)
    except KeyboardInterrupt:  # while what the commands need is still being loaded
        status = STATUS_INTERRUPTED
    if status == STATUS_INTERRUPTED and arguments is None:
        os._exit(status)  # Python would wait for the threads, whose search may take minutes more
    return status


def _run(arguments: Sequence[str] | None) -> int:
    prepare_streams()
    if find_spec("cyclopts") is None:
        complain("kungen: the command line is an extra: pip install 'kungen[cli]'")
        return 1
    from kungen.cli.app import run  # noqa: PLC0415 - needs the extra

    return run(sys.argv[1:] if arguments is None else arguments)

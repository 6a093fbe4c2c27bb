"""The commands put together, and every way in which they can end turned into an exit status."""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import UnusedCliTokensError

from kungen.cli import counting, dealing, playing, serving, solving, verifying
from kungen.cli.errors import Failure, UsageError
from kungen.cli.wording import examples

INTERRUPTED = 130
PIPE_CLOSED = 141  # what a shell reports for a program that a closed pipe has ended


def make_app() -> App:
    """The application with all its commands."""
    app = App(
        name="kungen",
        version=_version,
        help="Deal, play, verify and solve numbered patience.",
        help_format="plaintext",
        help_epilogue=examples("kungen deal 617", "kungen solve 617", "kungen deal --help"),
        default_parameter=Parameter(negative=""),
        suppress_keyboard_interrupt=False,
    )
    for group in (dealing, playing, verifying, counting, solving, serving):
        group.add_commands(app)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name and return the exit status."""
    try:
        status = make_app()(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except (CycloptsError, UsageError) as error:
        return _complain(_sentence(error), 2)
    except Failure as error:
        return _complain(str(error), 1)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _output_failed(error)
    return status if isinstance(status, int) else 0


def _version() -> str:
    try:
        return f"kungen {version('kungen')}"
    except PackageNotFoundError:
        return "kungen, from a source tree that is not installed"


def _complain(sentence: str, status: int) -> int:
    print(f"kungen: {sentence}", file=sys.stderr)
    return status


def _sentence(error: CycloptsError | UsageError) -> str:
    """What is wrong with the arguments, and where to read on."""
    if isinstance(error, UsageError):
        return str(error)
    command = " ".join(["kungen", *(error.command_chain or ())])
    if isinstance(error, UnusedCliTokensError):
        said = f"unexpected argument {' '.join(map(repr, error.unused_tokens or ()))}"
    else:
        text = str(error).rstrip(".")
        said = text[:1].lower() + text[1:]
    return f"{said}; `{command} --help` tells more"


def _output_failed(error: OSError) -> int:
    """End when standard output takes no more: quietly if its reader has left."""
    # What is still buffered goes nowhere: the interpreter would fail on it at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    return _complain(f"standard output: {(error.strerror or str(error)).lower()}", 1)

"""The commands put together, and every way in which they can end turned into an exit status."""

import io
import os
import re
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import UnknownCommandError, UnknownOptionError, UnusedCliTokensError
from rich.console import Console

from kungen.cli import (
    counting,
    database,
    dealing,
    listing,
    playing,
    serving,
    solving,
    teaching,
    verifying,
)
from kungen.cli.errors import STATUS_INTERRUPTED, Failure, OutputError, UsageError, reason
from kungen.cli.streams import complain, forget, write_out
from kungen.cli.wording import examples
from kungen.quoting import quoted, shortened

PIPE_CLOSED = 141  # what a shell reports for a program that a closed pipe has ended
NARROWEST: Final = 20
SIZE: Final = re.compile(r"[1-9][0-9]{1,2}", re.ASCII)
END_OF_OPTIONS: Final = "--"


def make_app() -> App:
    """The application with all its commands."""
    app = App(
        name="kungen",
        version=_version,
        help="Deal, play, verify and solve numbered patience.",
        help_format="plaintext",
        help_epilogue=examples(
            "kungen deal 617", "kungen solve 617", "kungen games", "kungen deal --help"
        ),
        default_parameter=Parameter(negative=""),
        suppress_keyboard_interrupt=False,
    )
    for group in (
        dealing,
        playing,
        verifying,
        counting,
        solving,
        listing,
        teaching,
        serving,
        database,
    ):
        group.add_commands(app)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name and return the exit status."""
    try:
        return _obey(arguments)
    except (CycloptsError, UsageError) as error:
        return _end(_sentence(error, arguments), 2)
    except Failure as error:
        return _end(str(error), 1)
    except KeyboardInterrupt:
        return STATUS_INTERRUPTED
    except OutputError as error:
        forget(sys.stdout)
        closed = isinstance(error.cause, BrokenPipeError)  # its reader has left: no need for words
        return PIPE_CLOSED if closed else _end(str(error), 1)
    except OSError as error:
        return _end(f"the system does not let it go on: {reason(error)}", 1)


def _obey(arguments: Sequence[str]) -> int:
    """Run a command, or print what there is to read about it."""
    _forget_odd_sizes()
    page = io.TextIOWrapper(io.BytesIO(), sys.stdout.encoding or "utf-8", "backslashreplace")
    status = make_app()(
        arguments,
        console=Console(file=page, width=_width(), force_terminal=sys.stdout.isatty()),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )
    page.seek(0)
    write_out(page.read())
    return status if isinstance(status, int) else 0


def _forget_odd_sizes() -> None:
    """Drop sizes of the terminal that nothing fits in: the tables of the help need some room."""
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "")
        if not SIZE.fullmatch(size) or int(size) < NARROWEST:
            os.environ.pop(name, None)


def _width() -> int:
    return max(NARROWEST, shutil.get_terminal_size().columns)


def _version() -> str:
    try:
        return f"kungen {version('kungen')}"
    except PackageNotFoundError:
        return "kungen, from a source tree that is not installed"


def _end(sentence: str, status: int) -> int:
    complain(f"kungen: {sentence}")
    return status


def _sentence(error: CycloptsError | UsageError, arguments: Sequence[str]) -> str:
    """What is wrong with the arguments, and where to read on."""
    if isinstance(error, UsageError):
        return str(error)
    command = " ".join(["kungen", *(error.command_chain or ())])
    said = _fault(error, arguments)
    return f"{said}{'' if said.endswith('?') else ';'} `{command} --help` tells more"


def _fault(error: CycloptsError, arguments: Sequence[str]) -> str:
    if isinstance(error, UnknownCommandError):
        commands = ", ".join(name for name in make_app() if not name.startswith("-"))
        given = quoted((error.unused_tokens or ("",))[0])
        return f"there is no command {given}; the commands are {commands}"
    if isinstance(error, UnusedCliTokensError):
        return f"unexpected argument {' '.join(map(quoted, error.unused_tokens or ()))}"
    if isinstance(error, UnknownOptionError) and END_OF_OPTIONS in arguments:
        text = error.token.keyword or error.token.value
        if text in arguments[arguments.index(END_OF_OPTIONS) :]:
            return f"unexpected argument {quoted(text)}"
    text = _shortened(str(error).rstrip("."), arguments)
    return text[:1].lower() + text[1:]


def _shortened(text: str, arguments: Sequence[str]) -> str:
    """A sentence with the arguments in it that are long or not to be printed shown as quoted."""
    for argument in arguments:
        for part in (argument, argument.partition("=")[2]):
            if part:
                text = text.replace(part, shortened(part))
    return " ".join(text.split())

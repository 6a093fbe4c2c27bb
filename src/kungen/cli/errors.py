"""The ways in which a command ends early, each with one sentence for the user."""

import errno
from typing import Final

STATUS_INTERRUPTED: Final = 130  # what a shell reports for a program that Ctrl-C has ended


class UsageError(Exception):
    """Arguments that make no sense: exit status 2."""


class Failure(Exception):  # noqa: N818 - it is the user's word for it
    """A file, a move or the machine that does not let the command succeed: exit status 1."""


class OutputError(Exception):
    """Standard output takes no more; `cause` is what the system said."""

    def __init__(self, cause: OSError) -> None:
        """Keep the system's error beside the sentence."""
        super().__init__(f"standard output: {reason(cause)}")
        self.cause = cause


def reason(error: OSError) -> str:
    """What the system has against it, to stand after the name of a file or a stream.

    >>> reason(FileNotFoundError()), reason(OSError(errno.ENOSPC, "No space left on device"))
    ('there is no such file', 'no space left on device')
    """
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "this is a directory; a file is expected"
        case PermissionError():
            return "the system does not allow it"
    if error.errno == errno.EBADF:
        return "it is closed"
    return (error.strerror or str(error)).lower()

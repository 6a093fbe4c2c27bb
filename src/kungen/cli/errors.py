"""The two ways in which a command ends early, each with one sentence for the user."""


class UsageError(Exception):
    """Arguments that make no sense: exit status 2."""


class Failure(Exception):  # noqa: N818 - it is the user's word for it
    """A file, a move or the machine that does not let the command succeed: exit status 1."""

"""What the tests need of the system: found, or installed by its package manager.

Without a way to install it, or to become root without a question, it is said what to install.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

NEEDS_ROOT: Final = frozenset({"apt-get", "dnf", "pacman"})
APT_UPDATE: Final = ("apt-get", "update", "--quiet=2")
APT_INSTALL: Final = ("apt-get", "install", "--yes", "--quiet=2")
DNF: Final = ("dnf", "install", "--assumeyes")
PACMAN: Final = ("pacman", "--sync", "--refresh", "--noconfirm")
BREW: Final = ("brew", "install")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A program of the system's."""

    name: str
    find: Callable[[], object]
    """Where it is, or None."""
    managers: Mapping[str, tuple[tuple[str, ...], ...]]
    """How each package manager installs it: what may not be there first, and what a person would
    install last."""

    def manager(self) -> str | None:
        """The system's package manager, of those that have it."""
        return next(filter(shutil.which, self.managers), None)


def bring(wanted: Wanted) -> bool:
    """Install what is missing, as far as that succeeds; whether it is there."""
    manager = wanted.manager()
    if wanted.find() is None and manager:
        install(wanted, manager)
    return wanted.find() is not None


def require(wanted: Wanted, by: str) -> None:
    """Make sure that it is there, or end with status 1 and say what to install."""
    if bring(wanted):
        return
    manager = wanted.manager()
    by_hand = " ".join(wanted.managers[manager][-1]) if manager else "your system's packages"
    sys.exit(
        f"{by} need {wanted.name}, which is not installed and could not be "
        f"installed from here. Install it ({by_hand}) and run `make test` again."
    )


def install(wanted: Wanted, manager: str) -> None:
    """Run the commands of *manager*, as root where it needs that, until it is there."""
    prefix = root_prefix() if manager in NEEDS_ROOT else []
    if prefix is None:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    print(f"Installing {wanted.name} with {manager}", flush=True)
    for command in wanted.managers[manager]:
        subprocess.run([*prefix, *command], env=environment, check=False)
        if wanted.find() is not None:
            return


def root_prefix() -> list[str] | None:
    """What to put before a command so that it runs as root without a question; None: no way."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        return None
    return [sudo, "-n"] if sudo else None

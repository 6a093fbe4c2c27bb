"""Find PostgreSQL for the tests of the service, and install it by the system's package manager.

    python tools/postgresql.py

Ends with status 1 and a sentence that says what to install when it cannot. The tests start a
cluster of their own: whatever runs on the system is left alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from chromium import NEEDS_ROOT, root_prefix

PROGRAMS: Final = ("initdb", "postgres")
# Debian and its kin keep them out of the way of a user's shell.
FOLDERS: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)
MANAGERS: Final = {
    "apt-get": (
        ("apt-get", "update", "--quiet=2"),
        ("apt-get", "install", "--yes", "--quiet=2", "postgresql"),
    ),
    "dnf": (("dnf", "install", "--assumeyes", "postgresql-server"),),
    "pacman": (("pacman", "--sync", "--refresh", "--noconfirm", "postgresql"),),
    "brew": (("brew", "install", "postgresql"),),
}


def find() -> Path | None:
    """The folder of an installed PostgreSQL's programs, of several the newest, or None."""
    found = shutil.which(PROGRAMS[0])
    folders = [Path(found).resolve().parent] if found else []
    for pattern in FOLDERS:
        folders += sorted(Path("/").glob(pattern.removeprefix("/")), key=_version, reverse=True)
    complete = (one for one in folders if all((one / name).exists() for name in PROGRAMS))
    return next(complete, None)


def install(manager: str) -> None:
    """Run the commands of *manager*, as root where it needs that."""
    prefix = root_prefix() if manager in NEEDS_ROOT else []
    if prefix is None:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    print(f"Installing PostgreSQL with {manager}", flush=True)
    for command in MANAGERS[manager]:
        subprocess.run([*prefix, *command], env=environment, check=False)


def main() -> None:
    """Make sure that there is a PostgreSQL."""
    manager = next(filter(shutil.which, MANAGERS), None)
    if find() is None and manager:
        install(manager)
    if find() is None:
        by_hand = " ".join(MANAGERS[manager][-1]) if manager else "your system's packages"
        sys.exit(
            "The tests of the service need PostgreSQL, which is not installed and could not be "
            f"installed from here. Install it ({by_hand}) and run `make test` again."
        )


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.replace("-", ".").split(".") if part.isdigit()]


if __name__ == "__main__":
    main()

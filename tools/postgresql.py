"""Find PostgreSQL for the tests of the service, and install it by the system's package manager.

    python tools/postgresql.py

Ends with status 1 and a sentence that says what to install when it cannot. The tests start a
cluster of their own: whatever runs on the system is left alone.
"""

import shutil
from pathlib import Path
from typing import Final

from packages import APT_INSTALL, APT_UPDATE, BREW, DNF, PACMAN, Wanted, require

PROGRAMS: Final = ("initdb", "postgres")
# Debian and its kin keep them out of the way of a user's shell.
FOLDERS: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)


def find() -> Path | None:
    """The folder of an installed PostgreSQL's programs, of several the newest, or None."""
    found = shutil.which(PROGRAMS[0])
    folders = [Path(found).resolve().parent] if found else []
    for pattern in FOLDERS:
        folders += sorted(Path("/").glob(pattern.removeprefix("/")), key=_version, reverse=True)
    complete = (one for one in folders if all((one / name).exists() for name in PROGRAMS))
    return next(complete, None)


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parent.name.replace("-", ".").split(".") if part.isdigit()]


POSTGRESQL: Final = Wanted(
    "PostgreSQL",
    find,
    {
        "apt-get": (APT_UPDATE, (*APT_INSTALL, "postgresql")),
        "dnf": ((*DNF, "postgresql-server"),),
        "pacman": ((*PACMAN, "postgresql"),),
        "brew": ((*BREW, "postgresql"),),
    },
)


def main() -> None:
    """Make sure that there is a PostgreSQL."""
    require(POSTGRESQL, "The tests of the service")


if __name__ == "__main__":
    main()

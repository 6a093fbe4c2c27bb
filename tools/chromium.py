"""Find Chromium for the browser tests, and install it by the system's package manager if needed.

    python tools/chromium.py

Ends with status 1 and a sentence that says what to install when it cannot.
"""

import os
import shutil
import subprocess
import sys
from typing import Final

# The one without windows first: the same engine, and half the work for each page that is opened.
NAMES: Final = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
APT_INSTALL: Final = ("apt-get", "install", "--yes", "--quiet=2", "fonts-dejavu-core")

# How each package manager installs Chromium, with a font for the text on the cards: what may not be
# there first, and what a person would install last.
MANAGERS: Final = {
    "apt-get": (
        ("apt-get", "update", "--quiet=2"),
        (*APT_INSTALL, "chromium-headless-shell"),
        (*APT_INSTALL, "chromium"),
    ),
    "dnf": (("dnf", "install", "--assumeyes", "chromium", "dejavu-sans-fonts"),),
    "pacman": (("pacman", "--sync", "--refresh", "--noconfirm", "chromium", "ttf-dejavu"),),
    "brew": (("brew", "install", "--cask", "chromium"),),
}
NEEDS_ROOT: Final = frozenset({"apt-get", "dnf", "pacman"})


def find() -> str | None:
    """The path of an installed Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def root_prefix() -> list[str] | None:
    """What to put before a command so that it runs as root without a question; None: no way."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        return None
    return [sudo, "-n"] if sudo else None


def install(manager: str) -> None:
    """Run the commands of *manager*, as root where it needs that, until there is a Chromium."""
    prefix = root_prefix() if manager in NEEDS_ROOT else []
    if prefix is None:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    print(f"Installing Chromium with {manager}", flush=True)
    for command in MANAGERS[manager]:
        subprocess.run([*prefix, *command], env=environment, check=False)
        if find() is not None:
            return


def main() -> None:
    """Make sure that there is a Chromium."""
    manager = next(filter(shutil.which, MANAGERS), None)
    if find() is None and manager:
        install(manager)
    if find() is None:
        by_hand = " ".join(MANAGERS[manager][-1]) if manager else "your system's packages"
        sys.exit(
            "The browser tests need Chromium, which is not installed and could not be "
            f"installed from here. Install it ({by_hand}) and run `make test` again."
        )


if __name__ == "__main__":
    main()

"""Find Chromium for the browser tests, and install it by the system's package manager if needed.

    python tools/chromium.py

Ends with status 1 and a sentence that says what to install when it cannot.
"""

import shutil
from typing import Final

from packages import APT_INSTALL, APT_UPDATE, BREW, DNF, PACMAN, Wanted, require

# The one without windows first: the same engine, and half the work for each page that is opened.
NAMES: Final = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip


def find() -> str | None:
    """The path of an installed Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


# With a font for the text on the cards.
CHROMIUM: Final = Wanted(
    "Chromium",
    find,
    {
        "apt-get": (
            APT_UPDATE,
            (*APT_INSTALL, "fonts-dejavu-core", "chromium-headless-shell"),
            (*APT_INSTALL, "fonts-dejavu-core", "chromium"),
        ),
        "dnf": ((*DNF, "chromium", "dejavu-sans-fonts"),),
        "pacman": ((*PACMAN, "chromium", "ttf-dejavu"),),
        "brew": ((*BREW, "--cask", "chromium"),),
    },
)


def main() -> None:
    """Make sure that there is a Chromium."""
    require(CHROMIUM, "The browser tests")


if __name__ == "__main__":
    main()

"""Find WebKit for its browser tests, and install it by apt if needed.

    python tools/webkit.py

WebKitGTK is driven by its own WebDriver; Xvfb is the screen that it draws on. Without them its
tests are skipped: a sentence says what then was not tested and what to install. That is no fault,
and the status is 0.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packages import APT_INSTALL, APT_UPDATE, Wanted, bring

DRIVER: Final = "WebKitWebDriver"
SCREEN: Final = "Xvfb"
BROWSER: Final = "MiniBrowser"
# Where systems put the browser that the driver starts; it is never on PATH.
PLACES: Final = (
    "/usr/lib/*/webkit2gtk-4.*",
    "/usr/lib*/webkit2gtk-4.*",
    "/usr/libexec/webkit2gtk*",
)

PACKAGES: Final = ("webkit2gtk-driver", "xvfb", "fonts-dejavu-core")


@dataclass(frozen=True, slots=True)
class WebKit:
    """Where the driver, its browser and the screen are."""

    driver: str
    browser: str
    screen: str


def find() -> WebKit | None:
    """Where WebKit is, or None when a part of it is missing."""
    driver, screen = shutil.which(DRIVER), shutil.which(SCREEN)
    folders = (folder for place in PLACES for folder in Path("/").glob(place.lstrip("/")))
    browser = next((path for folder in folders if (path := folder / BROWSER).is_file()), None)
    if driver is None or screen is None or browser is None:
        return None
    return WebKit(driver, str(browser), screen)


def advice() -> str:
    """What is not tested without WebKit, and what to install."""
    return (
        "Not tested: the page in WebKit, Safari's engine. Install WebKitGTK with its "
        f"{DRIVER} and {BROWSER}, and {SCREEN}; on Debian: apt-get install {' '.join(PACKAGES)}"
    )


WEBKIT: Final = Wanted(
    "WebKit",
    find,
    {"apt-get": (APT_UPDATE, (*APT_INSTALL, "--no-install-recommends", *PACKAGES))},
)


def main() -> None:
    """Make sure that there is a WebKit, or say what is missing."""
    if not bring(WEBKIT):
        print(advice())


if __name__ == "__main__":
    main()

"""What a document shows, run as a reader would type it."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

PROMPT = "$ "
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=\n*    ))+", re.MULTILINE)


def blocks(document: Path) -> list[str]:
    """The indented blocks of a document, without their indent."""
    text = document.read_text(encoding="utf-8")
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in _indented(text)]


def _indented(text: str) -> list[str]:
    return [found.strip("\n") + "\n" for found in BLOCK.findall(text) if found.strip()]


def transcript(block: str) -> list[tuple[str, str]]:
    """Each command of a block with the output that is shown under it."""
    shown: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith(PROMPT):
            shown.append((line.removeprefix(PROMPT), ""))
        elif shown:
            command, output = shown[-1]
            shown[-1] = command, f"{output}{line}\n"
    return shown


def assert_prints(command: str, output: str, folder: Path) -> None:
    """Run a command in a folder, and compare what it prints with what is shown."""
    function = f'kungen() {{ "{sys.executable}" -m kungen "$@"; }}\n'
    ran = subprocess.run(
        ["bash", "-c", function + command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    matches = doctest.OutputChecker().check_output(output, ran.stdout, doctest.ELLIPSIS)
    assert matches, f"{command}\n{ran.stdout}"

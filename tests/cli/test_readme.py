"""The commands in the README, run as typed; its Python runs as a doctest."""

import doctest
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
PROMPT = "    $ "
NOT_RUN = ("pip ", "kungen serve ")


def transcript() -> list[tuple[str, str]]:
    """Each command with the output that is shown under it."""
    found: list[tuple[str, str]] = []
    shown = False
    for line in README.read_text(encoding="utf-8").splitlines():
        if line.startswith(PROMPT):
            found.append((line.removeprefix(PROMPT), ""))
            shown = True
        elif shown and line.startswith("    "):
            command, output = found[-1]
            found[-1] = command, f"{output}{line[4:]}\n"
        else:
            shown = False
    return [(command, output) for command, output in found if not command.startswith(NOT_RUN)]


def test_the_commands_print_what_the_readme_shows(tmp_path: Path) -> None:
    commands = transcript()
    assert len(commands) >= 8
    function = f'kungen() {{ "{sys.executable}" -m kungen "$@"; }}\n'
    for command, output in commands:
        ran = subprocess.run(
            ["bash", "-c", function + command],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        matches = doctest.OutputChecker().check_output(output, ran.stdout, doctest.ELLIPSIS)
        assert matches, f"{command}\n{ran.stdout}"

"""Two type checkers read code that uses the package, and agree that it is right."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def check(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_takes_the_use_and_refuses_the_misuse() -> None:
    check("mypy", *(str(HERE / f"{kind}_of_the_api.py") for kind in ("use", "misuse")))


def test_pyright_takes_the_use_and_refuses_the_misuse() -> None:
    check("pyright", "--project", str(HERE), "--pythonpath", sys.executable)

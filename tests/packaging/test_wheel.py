"""The sdist, the wheel built from it without Node, and what is said where an extra is missing."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NODE_PROGRAMS = frozenset({"node", "npm", "npx", "corepack"})
PAGES = ("index.html", "kungen-patiens.html", "7-kabale.html", "games.html", "404.html")


def run(*command: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    if path is not None:
        environment["PATH"] = str(path)
    return subprocess.run(
        list(map(str, command)), env=environment, capture_output=True, text=True, check=False
    )


def succeed(*command: str | Path, path: Path | None = None) -> str:
    done = run(*command, path=path)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packaging")


@pytest.fixture(scope="module")
def sdist(folder: Path) -> Path:
    script = "import sys, build_backend; build_backend.build_sdist(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", script, folder],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools")},
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.fixture(scope="module")
def path_without_node(folder: Path) -> Path:
    """A folder with every program of the system but Node's."""
    programs = folder / "bin"
    programs.mkdir()
    for place in ("/usr/local/bin", "/usr/bin", "/bin"):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = programs / program.name
            if program.name not in NODE_PROGRAMS and not link.is_symlink():
                link.symlink_to(program)
    for tool in ("cmake", "ninja"):
        found = shutil.which(tool)
        if found and not (programs / tool).is_symlink():
            (programs / tool).symlink_to(found)
    return programs


@pytest.fixture(scope="module")
def python(folder: Path) -> Path:
    """The Python of a new virtual environment."""
    venv.create(folder / "venv", with_pip=True)
    return folder / "venv" / "bin" / "python"


@pytest.fixture(scope="module")
def wheel(folder: Path, sdist: Path, python: Path, path_without_node: Path) -> Path:
    assert shutil.which("node", path=str(path_without_node)) is None
    wheels = folder / "wheels"
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        wheels,
        sdist,
    ]
    succeed(*command, path=path_without_node)
    (built,) = wheels.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(python: Path, wheel: Path) -> Path:
    """The Python of the environment with the wheel and none of its extras."""
    succeed(python, "-m", "pip", "install", "--quiet", wheel)
    return python


def test_the_sdist_holds_the_sources_and_the_built_page(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/kungen/web/{page}" for page in PAGES} <= names
    assert {"LICENSE", "README.md", "CMakeLists.txt", "tools/build_backend.py"} <= names
    assert "src/kungen/games/freecell.toml" in names
    strays = ("node_modules/", ".venv/", "__pycache__/", "build/", ".git/", ".hypothesis/")
    assert [name for name in names if any(stray in f"{name}/" for stray in strays)] == []


def test_the_wheel_serves_every_python_and_holds_the_page(wheel: Path) -> None:
    assert re.fullmatch(r"kungen-\d+\.\d+\.\d+-cp311-abi3-\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"kungen/web/{page}" for page in PAGES} <= names
    assert "kungen/_core.abi3.so" in names
    assert {"kungen/py.typed", "kungen/_core.pyi", "kungen/games/freecell.toml"} <= names
    lessons = (ROOT / "src" / "kungen" / "lessons").glob("*.toml")
    assert {f"kungen/lessons/{path.name}" for path in lessons} <= names
    kinds = (
        r"app\.\w{8}\.js",
        r"chooser\.\w{8}\.js",
        r"rules\.\w{8}\.wasm",
        r"solver\.\w{8}\.wasm",
        r"page\.\w{8}\.css",
    )
    for kind in kinds:
        assert sum(bool(re.fullmatch(f"kungen/web/{kind}", name)) for name in names) == 1, kind
    assert all(name.startswith(("kungen/", "kungen-")) for name in names)


def test_the_wheel_works_without_extras(installed: Path) -> None:
    succeed(installed, "-m", "pip", "check")
    script = (
        "import kungen; layout = kungen.deal(617); "
        "print(kungen.identify(layout), kungen.solve(layout).verdict.value)"
    )
    assert succeed(installed, "-c", script) == "617 solved\n"


def test_without_extras_the_command_says_what_to_install(installed: Path) -> None:
    program = installed.with_name("kungen")
    commands: list[list[str | Path]] = [[program, "--help"], [installed, "-m", "kungen"]]
    for command in commands:
        done = run(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "kungen: the command line is an extra: pip install 'kungen[cli]'\n"


def test_with_the_command_line_alone_serve_says_what_to_install(
    installed: Path, wheel: Path
) -> None:
    succeed(installed, "-m", "pip", "install", "--quiet", f"{wheel}[cli]")
    program = installed.with_name("kungen")
    assert "Usage: kungen COMMAND" in succeed(program, "--help")
    assert succeed(program, "deal", "617").startswith("Foundations: H-0 C-0 D-0 S-0\n")
    done = run(program, "serve")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "kungen: the server is an extra: pip install 'kungen[server]'\n"


def test_with_all_extras_the_page_is_served(installed: Path, wheel: Path) -> None:
    succeed(installed, "-m", "pip", "install", "--quiet", f"{wheel}[all]")
    succeed(installed, "-m", "pip", "check")
    with subprocess.Popen(
        [installed.with_name("kungen"), "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[4]
        with urllib.request.urlopen(f"{address}kungen-patiens?deal=617") as answer:  # noqa: S310
            assert '<html lang="sv"' in answer.read().decode()
        server.send_signal(signal.SIGINT)
    assert server.returncode == 0

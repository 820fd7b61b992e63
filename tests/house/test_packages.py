"""Tablier as it is installed, with each of its extras: what is missing is a sentence that says how to get it."""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical

import tablier
from tablier.__main__ import FROM_EXTRAS
from tablier.cli import app
from tests.house.packages import EXTRAS, ROOT, Environment, Unavailable, built, installed, linked
from tests.house.test_house import MODULES, THIRD_PARTY, imported, name
from tests.house.test_show import FAIR

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COMMANDS = sorted(str(command.name or getattr(command.callback, "__name__", "")) for command in app.registered_commands)
ADVISED = {
    "": "server",
    "serve": "server",
    "worker": "server",
    "backup": "server",
    "move-store": "server",
    "moderate": "server",
    "picture": "terminal,pictures",
}
ADVICE = re.compile(r"“tablier( [\w-]+)?” needs \w+\. Install it by: pip install \"tablier\[([a-z,]+)\]\"\n")

IN_PYTHON = """
import tablier
match = tablier.Match("minelfield", seed=7)
match.play(tablier.Bot("minelfield", kind="random", seed=1).choose(match))
assert tablier.Match.from_text(match.text()).svg() == match.svg()
print(tablier.__version__)
"""
DRAW = """
import tablier
from tablier import pictures
picture = pictures.png(tablier.Match("minelfield").svg(), 200)
print(picture[1:4].decode())
"""


# What every installation does


def advised(environment: Environment, command: str, *arguments: str) -> str:
    """The extra that a command names which is not there."""
    done = environment.tablier(*([command] if command else []), *arguments)
    assert done.returncode == 1, done.stderr
    found = ADVICE.fullmatch(done.stderr)
    assert found, done.stderr
    assert (found[1] or "").strip() == command
    return found[2]


def check_python(environment: Environment) -> None:
    """Matches, bots and pictures as SVG need no extra; nor does the version."""
    for done in (environment.run("-c", IN_PYTHON), environment.tablier("--version")):
        assert (done.stdout, done.stderr) == (PROJECT["version"] + "\n", "")


def check_plain(environment: Environment) -> None:
    """Without extras every command says which one it needs."""
    check_python(environment)
    for command in ["", *COMMANDS]:
        assert advised(environment, command) == ADVISED.get(command, "terminal")
    assert advised(environment, "", "--help") == "server"
    french = environment.tablier("play", LANG="fr_FR.UTF-8", PYTHONIOENCODING="utf-8")
    assert "Installez-le par" in french.stderr
    drawn = environment.run("-c", DRAW)
    assert (
        'tablier.core.errors.NotNow: This picture needs resvg_py. Install it by: pip install "tablier[pictures]"'
        in (drawn.stderr)
    )


def check_terminal(environment: Environment) -> None:
    """Games are played and replayed; what needs the server or pixels says so."""
    check_python(environment)
    done = environment.tablier("play", "minelfield", "--people", "0", "--level", "0", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
    assert environment.tablier("show", str(FAIR)).returncode == 0
    assert environment.tablier("picture", str(FAIR), "-o", "board.svg").returncode == 0
    missing = environment.tablier("picture", str(FAIR), "-o", "board.png")
    assert missing.stderr == 'This picture needs resvg_py. Install it by: pip install "tablier[pictures]"\n'
    elsewhere = environment.tablier("bot", "--seat", "ftp://nowhere.example/seat/x")
    assert (elsewhere.returncode, elsewhere.stderr.count("\n")) == (2, 1)
    assert "ftp://nowhere.example" in elsewhere.stderr
    assert advised(environment, "") == advised(environment, "serve") == "server"
    assert advised(environment, "backup", "copy.sqlite") == "server"


def check_pictures(environment: Environment) -> None:
    """Pictures are made in Python; the command line says what it needs."""
    check_python(environment)
    assert environment.run("-c", DRAW).stdout == "PNG\n"
    assert advised(environment, "picture") == "terminal,pictures"


def check_server(environment: Environment) -> None:
    """The server serves its pages and those of the documentation, and what it keeps can be copied."""
    check_python(environment)
    command: list[str | Path] = [
        environment.python,
        "-m",
        "tablier",
        "serve",
        "--no-browser",
        "--data",
        "data",
        "--workers",
        "1",
    ]
    pipe, variables = subprocess.PIPE, environment.variables({})
    with subprocess.Popen(command, env=variables, cwd=environment.home, stdout=pipe, stderr=pipe, text=True) as running:
        assert running.stdout
        try:
            address = running.stdout.readline().removeprefix("Tablier: ").strip()
            pages = {path: page(address + path) for path in PAGES}
            running.send_signal(signal.SIGTERM)
            _, log = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 0, log
    assert all(sign in pages[path] for path, sign in PAGES.items())
    assert json.loads(pages["openapi.json"])["info"]["version"] == PROJECT["version"]
    assert environment.tablier("backup", "--data", "data", "copy.sqlite").returncode == 0


def page(address: str) -> str:
    """What stands at an address."""
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


PAGES = {
    "": "Samarra", "health": "ok", "static/room.css": "color", "api/guide": "<h1", "api/saved-games": "<h1",
    "api/bot.py": "import", "openapi.json": "openapi",
}  # fmt: skip
"""Pages of every kind, and what stands on each."""
CHECKS: dict[str, Callable[[Environment], None]] = {
    "": check_plain, "terminal": check_terminal, "pictures": check_pictures, "server": check_server,
}  # fmt: skip


# In the usual tests: this Python, with the packages that are here


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra or "plain")
def test_an_installation_does_what_its_extra_is_for_and_names_the_others(
    extra: str, wheel: Path, tmp_path: Path
) -> None:
    CHECKS[extra](linked(tmp_path / "environment", wheel, extra))


def test_modules_that_come_with_extras_are_known_to_the_command() -> None:
    ours = {module.split(".")[0] for path in MODULES for module in imported(path)} - set(sys.stdlib_module_names)
    assert ours - THIRD_PARTY - {"tablier"} <= FROM_EXTRAS


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_what_is_imported_is_asked_for_by_the_extra_that_needs_it(path: Path) -> None:
    """Not only by another package, which may do without it one day."""
    packages = packages_of_modules()
    modules = {module.split(".")[0] for module in imported(path)} - set(sys.stdlib_module_names) - {"tablier"}
    for extra in EXTRAS_OF.get(name(path)) or EXTRAS_OF.get(name(path).split("/")[0], ("",)):
        for module in modules:
            assert {canonical(wanted) for wanted in packages[module]} & asked_for(extra), (
                f"{module} in {extra or 'all'}"
            )


@cache
def packages_of_modules() -> Mapping[str, list[str]]:
    """The packages here from which a module may come; finding them out reads what every package says of itself."""
    return packages_distributions()


EXTRAS_OF = {
    "cli.py": ("terminal", "server"), "terminal": ("terminal",), "remote": ("terminal",), "pictures.py": ("pictures",),
    "server": ("server",), "web": ("server",), "lab": ("server",), "lab/jobs.py": ("cluster",),
    "adapters/pettingzoo.py": ("pettingzoo",), "adapters/gymnasium.py": ("gymnasium",),
    "adapters/openspiel.py": ("openspiel",), "lab/bench_batch.py": ("openspiel",),
    "lab/faults.py": ("postgres",), "lab/throwaway.py": ("postgres",), "server/people/passkeys.py": ("public",),
    "server/ratings/strengths.py": ("public",),
} | {
    f"server/store/{module}.py": ("postgres",) for module in ("asking", "connecting", "layout", "postgres", "sessions")
} | {
    f"server/notices/{module}.py": ("public",) for module in ("keys", "pushing", "subscriptions")
}  # fmt: skip
"""The extras with which each part is used; the others need none."""


@cache
def asked_for(extra: str) -> set[str]:
    """The packages that an installation with an extra asks for by name."""
    wishes = PROJECT["dependencies"] + (PROJECT["optional-dependencies"][extra] if extra else [])
    return {canonical(Requirement(wish).name) for wish in wishes}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_what_is_locked_is_what_is_asked_for(lock: str) -> None:
    versions = locked(lock)
    extras = ["terminal", "pictures", "server", *(["test"] if "test" in lock else [])]
    for wish in [Requirement(wish) for extra in extras for wish in PROJECT["optional-dependencies"][extra]]:
        assert versions[canonical(wish.name)] in wish.specifier, str(wish)


def test_classes_of_uvicorn_are_subclassed_of_a_version_that_is_known() -> None:
    (wish,) = (wish for wish in PROJECT["optional-dependencies"]["server"] if wish.startswith("uvicorn"))
    bounds = {bound.operator for bound in Requirement(wish).specifier}
    assert bounds == {">=", "<"}


def test_there_is_one_number_of_the_version() -> None:
    assert tablier.__version__ == PROJECT["version"]


def test_what_runs_is_locked_without_what_tests_and_both_agree() -> None:
    run, test = (locked(name) for name in ("requirements.lock", "requirements-test.lock"))
    assert run.items() <= test.items()
    assert {"numpy", "numba", "fastapi", "typer", "pillow"} <= run.keys()
    assert not {"pytest", "playwright", "mypy", "ruff", "hypothesis"} & run.keys()
    assert {"pytest", "playwright", "mypy", "ruff", "hypothesis"} <= test.keys()
    assert "requirements-test" not in (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file and their versions; it names no place to get them from."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"://|^-|--index|--find", text, re.MULTILINE)
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize(("goal", "tested"), [("play", False), ("setup", False), ("test", True), ("lint", True)])
def test_make_fetches_what_tests_need_only_to_test(goal: str, tested: bool, tmp_path: Path) -> None:
    command = ["make", "-n", f"VENV={tmp_path}/none", goal]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-r requirements.lock" in planned
    assert ("-r requirements-test.lock" in planned) == tested


# All Pythons at hand, with what pip installs

PYTHONS = ("3.11", "3.12", "3.13")


def found(version: str) -> Path | None:
    """A Python of a version on this machine."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return Path(sys.executable)
    homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    folders = [Path(folder) / f"python{version}" for folder in os.environ.get("PATH", "").split(os.pathsep)]
    return next((path for path in (*homes, *folders) if path.exists() and "shims" not in path.parts), None)


@pytest.mark.slow
@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra or "plain")
@pytest.mark.parametrize("version", PYTHONS)
def test_pip_installs_it_on_every_python(version: str, extra: str, wheel: Path, tmp_path: Path) -> None:
    python = found(version)
    if python is None:
        pytest.skip(f"There is no Python {version} on this machine.")
    try:
        environment = installed(tmp_path / "environment", wheel, extra, python)
    except Unavailable as error:
        pytest.skip(f"{error} ({version})")
    CHECKS[extra](environment)

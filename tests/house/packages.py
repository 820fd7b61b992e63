"""Environments that hold Tablier as it is installed, with some of its extras and nothing else."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SOURCES = ("pyproject.toml", "README.md", "LICENSE")
EXTRAS = ("", "terminal", "pictures", "server")
SECONDS = 120


@dataclass(frozen=True)
class Environment:
    """A Python with Tablier in it."""

    python: Path
    home: Path  # where its files go

    def run(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run Python in it."""
        command = [str(self.python), *arguments]
        return subprocess.run(
            command, env=self.variables(settings), cwd=self.home, capture_output=True, text=True, timeout=SECONDS,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def tablier(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the command."""
        return self.run("-m", "tablier", *arguments, **settings)

    def variables(self, settings: dict[str, str]) -> dict[str, str]:
        """What the processes in it are told: nothing of the environment in which the tests run."""
        usual = {
            "HOME": str(self.home),
            "LANG": "C",
            "NUMBA_DISABLE_JIT": "1",
            "TABLIER_PREPARE": "no",
            "COLUMNS": "200",
        }
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PATH", "PIP_", "SSL_"))}
        return kept | usual | settings


def built(folder: Path) -> Path:
    """The wheel, built from a copy of the sources, since building leaves files there."""
    copy = folder / "sources"
    shutil.copytree(
        ROOT / "src", copy / "src", symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    shutil.copytree(ROOT / "docs", copy / "docs", ignore=shutil.ignore_patterns("pictures"))
    for name in SOURCES:
        shutil.copy(ROOT / name, copy)
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        copy,
    ]
    subprocess.run(command, check=True, timeout=SECONDS)
    (wheel,) = folder.glob("*.whl")
    return wheel


def linked(folder: Path, wheel: Path, extra: str) -> Environment:
    """An environment whose packages are those of this one that Tablier with an extra asks for, and no others."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as content:
        content.extractall(packages)
    for found in needed(distribution_in(packages), {"", extra}, {}):
        for top in {Path(str(file)).parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(found.locate_file(top))))
    return Environment(folder / "bin" / "python", folder)


def distribution_in(packages: Path) -> Distribution:
    """Tablier as it was put into a folder."""
    return next(iter(Distribution.discover(name="tablier", path=[str(packages)])))


def needed(root: Distribution, extras: set[str], seen: dict[str, set[str]]) -> Iterator[Distribution]:
    """What a distribution with some extras needs, directly or not; "" is what it needs without any."""
    for wish in map(Requirement, root.requires or ()):
        applies = wish.marker is None or any(wish.marker.evaluate({"extra": extra}) for extra in extras)
        wanted = wish.extras | {""}
        if applies and not wanted <= seen.setdefault(wish.name, set()):
            seen[wish.name] |= wanted
            found = distribution(wish.name)
            yield found
            yield from needed(found, wanted, seen)


def installed(folder: Path, wheel: Path, extra: str, python: Path) -> Environment:
    """An environment into which pip has installed the wheel with an extra."""
    subprocess.run([python, "-m", "venv", folder], check=True, timeout=SECONDS)
    wish = f"{wheel}[{extra}]" if extra else str(wheel)
    pip: list[str | Path] = [folder / "bin" / "python", "-m", "pip", "install", "-q", "--only-binary=:all:", wish]
    done = subprocess.run(pip, capture_output=True, text=True, timeout=5 * SECONDS, check=False)
    if "No matching distribution found for numba" in done.stderr:
        raise Unavailable("There is no numba for this Python.")
    assert done.returncode == 0, done.stderr
    return Environment(folder / "bin" / "python", folder)


class Unavailable(Exception):
    """A package that there is not for some Python."""

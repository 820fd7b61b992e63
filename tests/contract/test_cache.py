"""Compiled kernels are found again by a second process, and never answer for rules that have been edited since."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablier.core import compile
from tablier.games import GAMES
from tests import EXAMPLE

PROGRAM = """
import sys
from tablier.core import kernels
from tablier.core.compile import bind
from tablier.core.engine import Engine
from tablier.core.registry import announce, load
announce({"heap": "heap"})
engine = Engine(load("heap"))
moves = engine.survey(engine.start()).moves
hits = sum(bind(kernel, engine.game).stats.cache_hits.total() for kernel in (kernels.begin, kernels.survey))
print(moves, hits)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLE / "heap", tmp_path / "heap", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(package: Path, **more: str) -> str:
    """What the program says in a new process, with a cache of its own."""
    environment = os.environ | {"PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(package / "cache")} | more
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=package, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_second_process_finds_the_kernels_in_the_disk_cache(package: Path) -> None:
    assert run(package) == "(1, 2, 3) 0"
    assert run(package) == "(1, 2, 3) 2"


def test_an_edited_rule_is_never_answered_from_an_old_cache(package: Path) -> None:
    assert run(package) == "(1, 2, 3) 0"
    rules = package / "heap" / "rules.py"
    stamp = rules.stat()
    rules.write_text(rules.read_text().replace("moves[number] = number + 1", "moves[number] = number + 5"))
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    shutil.rmtree(package / "heap" / "__pycache__", ignore_errors=True)
    assert run(package) == "(5, 6, 7) 0"


NAMES = """
from tablier.bots import tree, wins
from tablier.core import kernels
from tablier.core.compile import bound
from tablier.core.registry import announce, load
announce({"heap": "heap"})
for kernel in (kernels.begin, kernels.survey, tree.search, wins.wins_now, wins.prove, kernels.look):
    print(kernel.__name__, bound(kernel, load("heap")).py_func.__qualname__)
"""
ADVICE = """
from tablier.core.compile import rule

@rule
def favour(options, state, moves, count, careful, out):
    for index in range(count):
        out[index] = index + 1

@rule
def forced_win(options, states, moves, budget):
    return -1
"""


def names(package: Path) -> dict[str, str]:
    """The names of the kernels of the example, as a new process gives them."""
    environment = os.environ | {"PYTHONPATH": str(package)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-B", "-c", NAMES]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(line.split(" ") for line in done.stdout.splitlines())


ANEW: dict[str, set[str]] = {
    "tensors": {"look"},
    "advice": {"search", "prove"},
    "rules": {"begin", "survey", "search", "wins_now", "look"},
    "view": set(),
    "notation": set(),
    "terminal": set(),
}


def test_an_edit_renames_the_kernels_that_use_the_module_and_no_others(package: Path) -> None:
    game, advice = package / "heap" / "__init__.py", package / "heap" / "advice.py"
    text = game.read_text().replace("import notation", "import advice, notation")
    game.write_text(text.replace("tensors=", "advice=advice, tensors="))
    advice.write_text(ADVICE)
    before = names(package)
    for module, anew in ANEW.items():
        edited = package / "heap" / f"{module}.py"
        edited.write_text(edited.read_text() + "\nADDED = 1\n")
        after = names(package)
        assert {kernel for kernel in before if before[kernel] != after[kernel]} == anew, module
        before = after


def test_code_with_checked_bounds_is_kept_apart(package: Path) -> None:
    assert run(package) == "(1, 2, 3) 0"
    assert run(package, NUMBA_BOUNDSCHECK="1") == "(1, 2, 3) 0"


def test_a_game_of_another_package_is_found_by_its_entry_point(package: Path) -> None:
    metadata = package / "heap-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: heap\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[tablier.games]\nheap = heap\n")
    program = "import tablier; print('heap' in tablier.games(), tablier.Match('heap').legal())"
    environment = os.environ | {"PYTHONPATH": str(package)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True ['1', '2', '3']"


def test_two_threads_never_parse_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = threading.Lock()

    def parse(source: bytes) -> ast.Module:
        assert busy.acquire(blocking=False)
        time.sleep(0.001)
        tree = ast.parse(source)
        busy.release()
        return tree

    monkeypatch.setattr(compile, "ast", SimpleNamespace(**vars(ast) | {"parse": parse}))
    names = [importlib.import_module(f"tablier.games.{game}.rules").__name__ for game in GAMES]
    with ThreadPoolExecutor(len(names)) as pool:
        assert len(set(pool.map(compile.fingerprint.__wrapped__, names))) == len(names)

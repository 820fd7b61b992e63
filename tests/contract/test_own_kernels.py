"""A game's own kernels: compiled by ``@compiled``, found again on disk, and never older than the rules they call."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import EXAMPLE

MODULE = '''
from heap.rules import legal_moves
from tablier.core.compile import compiled

@compiled
def largest(options, state, moves):
    """The most stones that can be taken."""
    return moves[legal_moves(options, state, moves) - 1]
'''
PROGRAM = """
import numpy as np
from tablier.core import compile
from tablier.core.engine import Engine
from tablier.core.registry import announce, load
announce({"heap": "heap"})
from heap.counting import largest
engine = Engine(load("heap"))
kernel = compile.own(largest.__wrapped__)
def called():
    return int(largest(engine.record[0], engine.start()[0], np.zeros(3, np.int16))), len(kernel.overloads)
"""
WAITING = "print(called()[0], kernel.stats.cache_hits.total())"
DEFERRED = """
compile.defer()
plain = called()
with compile.compiling(print):
    others = called()
with compile.compiling():
    print(plain, others, called())
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLE / "heap", tmp_path / "heap", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "heap" / "counting.py").write_text(MODULE)
    return tmp_path


def run(package: Path, end: str) -> str:
    """What the program says in a new process, with a cache of its own."""
    environment = os.environ | {"PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(package / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", PROGRAM + end]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def edit(package: Path, module: str, old: str, new: str) -> None:
    path = package / "heap" / module
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    shutil.rmtree(package / "heap" / "__pycache__", ignore_errors=True)


def test_it_is_found_on_disk_until_a_rule_that_it_calls_is_edited(package: Path) -> None:
    assert run(package, WAITING) == "3 0"
    assert run(package, WAITING) == "3 1"
    edit(package, "view.py", "GAP = 10", "GAP = 11")
    assert run(package, WAITING) == "3 1"
    edit(package, "rules.py", "moves[number] = number + 1", "moves[number] = number + 5")
    assert run(package, WAITING) == "7 0"


def test_where_nobody_waits_for_the_compiler_it_is_plain_python(package: Path) -> None:
    assert run(package, DEFERRED) == "(3, 0) (3, 0) (3, 1)"

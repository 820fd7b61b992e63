"""Nothing is compiled while somebody waits for an answer, whatever is asked of a server that has nothing compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_no_request_waits_for_the_compiler(game: str, tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-m", "tests.server.cold", game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []

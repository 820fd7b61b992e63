"""A GPU plays the same games as the processor: tried in numba's simulator, since there may be no GPU here.

The simulator runs a launch as plain Python, each thread of it by itself, so it shows that stepping, launching and
handing out arrays are right; that the rules compile for a GPU it does not show.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import tablier
from tablier.games import GAMES

needs_extra = pytest.mark.skipif(find_spec("numba_cuda") is None, reason="the extra cuda is not installed")
WITHOUT_EXTRA = """
import sys
sys.modules["_numba_cuda_redirector"] = None
import tablier
try:
    tablier.batch("minelfield", 4, device="cuda")
except tablier.NotNow as error:
    print(error.key, error.say("en"), error.say("fr"), sep="|")
"""
HANDED_OUT = """
import numpy as np
import tablier
games = tablier.batch("minelfield", 5, device="cuda", seed=7)
seen = np.from_dlpack(games.masks)
before = seen.copy()
games.step(games.random())
assert games.masks.__dlpack_device__()[0] == 1 and np.shares_memory(seen, np.from_dlpack(games.masks))
assert (seen != before).any() and (seen == np.asarray(games.masks)).all()
match = tablier.Match.from_position(games.position(3))
assert match.state[0].tobytes() == games.states[3].tobytes()
first = games.states.tobytes()
codes = games.random().numpy()
for wrong in (codes[:4], np.where(np.arange(5) == 2, 2055, codes)):
    try:
        games.step(wrong)
    except tablier.Error as error:
        print(error.key)
    assert games.states.tobytes() == first
games.step(codes.tolist())
assert games.states.tobytes() != first
games.restart()
assert games.states.tobytes() == tablier.batch("minelfield", 5, seed=7).states.tobytes()
"""


def run(*arguments: str, simulated: bool = True) -> "subprocess.Popen[str]":
    """A Python of its own, in which the simulator takes the place of a GPU, as numba decides once and for all."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1" if simulated else "0"}
    command = [sys.executable, "-W", "ignore", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@needs_extra
@pytest.mark.parametrize("game", GAMES)
def test_a_gpu_plays_the_same_games_as_the_processor(game: str) -> None:
    """All that can be looked at is compared after every step, with dice and cards thrown and to be chosen."""
    arguments = ("--games", "3", "--steps", "3", "--most", "6", "--variants", "1")
    process = run("-m", "tablier.lab.devices", game, *arguments)
    told = process.communicate()[0]
    assert process.returncode == 0, told
    assert "3 games, equal" in told


@needs_extra
def test_arrays_are_given_on_without_copying_and_moves_are_taken_from_anywhere() -> None:
    process = run("-c", HANDED_OUT)
    assert process.communicate()[0].split() == ["core.batch.shape", "core.batch.illegal"]
    assert process.returncode == 0


def test_without_the_extra_a_sentence_names_it() -> None:
    key, english, french = run("-c", WITHOUT_EXTRA).communicate()[0].strip().split("|")
    assert key == "core.batch.extra"
    for sentence in (english, french):
        assert 'pip install "tablier[cuda]"' in sentence


@needs_extra
@pytest.mark.skipif(Path("/dev/nvidia0").exists(), reason="there is a GPU here")
def test_without_a_gpu_a_sentence_says_so() -> None:
    told = run("-c", "import tablier; tablier.batch('konane', 4, device='cuda')", simulated=False).communicate()[0]
    assert 'There is no GPU here that CUDA can use; choose device="cpu".' in told


def test_a_device_that_is_not_known_is_refused() -> None:
    with pytest.raises(tablier.BadOption, match="cpu, cuda"):
        tablier.batch("konane", 4, device="tpu")

"""Benchmarks: the speed of random play on one core, and what compiling costs."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from tablier.bots.search import Search, strong_plan
from tablier.core import kernels
from tablier.core.contract import Game
from tablier.core.engine import Engine
from tablier.core.random import seeded
from tablier.core.registry import keys, load
from tablier.lab.variants import Variant, variants

RUNS = 5
SEED = 1
FIRST_GAMES = 20  # to guess how many games fill a run

FIRST_MOVES = """
import sys, time
import tablier
from tablier.core.engine import Engine
from tablier.core.registry import load
started = time.perf_counter()
engine = Engine(load(sys.argv[1]))
from tablier.core import kernels, random
engine.call(kernels.playouts, engine.blank(), *engine.buffers, random.seeded(1), 1)
print(time.perf_counter() - started)
"""


def benchmark(games: list[str], seconds: float, tell: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """One row for each variant of each game."""
    for key in games or keys():
        game = load(key)
        tell(f"{key}: compiling")
        cold, warm = compile_seconds(key)
        for variant in variants(game):
            tell(f"{key}, {variant.seats} seats {variant.options or ''}")
            yield {**measured(game, variant, seconds), "compile_seconds_cold": cold, "compile_seconds_warm": warm}


def measured(game: Game, variant: Variant, seconds: float) -> dict[str, Any]:
    """Random games of one variant: the median of several runs that take so many seconds together."""
    engine = Engine(game, *variant)
    runs = [timed(engine, FIRST_GAMES) for _ in range(2)]
    games = max(FIRST_GAMES, round(seconds / RUNS * FIRST_GAMES / runs[-1][0]))
    runs = [timed(engine, games) for _ in range(RUNS)]
    return {
        "game": game.key,
        "seats": variant.seats,
        "options": variant.options,
        "playouts_per_second": round(median(games / taken for taken, _ in runs)),
        "decisions_per_second": round(median(decisions / taken for taken, decisions in runs)),
        "simulations_per_second": round(simulations(engine, seconds / RUNS)),
    }


def simulations(engine: Engine, seconds: float) -> float:
    """How many simulations a bot makes in a second, at the start of a game."""
    search = Search(engine, engine.start(), 0, strong_plan(engine.game), SEED)
    search.run(FIRST_GAMES, None)
    before, started = search.simulations, time.perf_counter()
    search.run(None, started + seconds)
    return (search.simulations - before) / (time.perf_counter() - started)


def timed(engine: Engine, games: int) -> tuple[float, int]:
    """Seconds and decisions of that many random games."""
    state, rng = engine.blank(), seeded(SEED)
    started = time.perf_counter()
    decisions = engine.call(kernels.playouts, state, *engine.buffers, rng, games)
    return time.perf_counter() - started, decisions


def compile_seconds(key: str) -> tuple[float, float]:
    """Seconds until the first random game of a new process, without and with a disk cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-c", FIRST_MOVES, key]
        cold, warm = (
            float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
            for _ in range(2)
        )
    return round(cold, 2), round(warm, 2)

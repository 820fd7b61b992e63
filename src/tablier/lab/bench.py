"""Benchmarks: the speed of random play on one core, what a search's tree costs, and what compiling costs."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from tablier.bots.nodes import credit
from tablier.bots.search import Search, strong_plan
from tablier.bots.tree import descend, play_out
from tablier.core import kernels
from tablier.core.compile import kernel
from tablier.core.engine import Engine
from tablier.core.game import Game
from tablier.core.random import seeded
from tablier.core.records import Array
from tablier.core.registry import keys, load
from tablier.lab.variants import Variant, variants

RUNS = 5
SEED = 1
FIRST_GAMES = 20  # to guess how many games fill a run
BATCH = 500  # simulations that are timed at once, then their playouts alone

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
        **searched(engine, seconds / RUNS),
    }


def searched(engine: Engine, seconds: float) -> dict[str, Any]:
    """Simulations of a bot from the start of a game and, from the same positions, their playouts without a tree."""
    search = Search(engine, engine.start(), 0, strong_plan(engine.game), SEED)
    timed_batch(search)
    started = time.perf_counter()
    batches: list[tuple[float, float]] = []
    while not batches or time.perf_counter() < started + seconds:
        batches.append(timed_batch(search))
    whole, alone = (sum(column) for column in zip(*batches, strict=True))
    return {
        "simulations_per_second": round(BATCH * len(batches) / whole),
        "advised_playouts_per_second": round(BATCH * len(batches) / alone),
        "tree_share": round(1 - alone / whole, 3),
    }


def timed_batch(search: Search) -> tuple[float, float]:
    """Seconds that the next simulations of a search take, and seconds that their playouts alone do."""
    engine, begun = search.engine, search.engine.blank(BATCH)
    search.make_room(BATCH)
    grown = search.known, search.state, search.seat, search.plan, search.nodes, search.desk, search.overlooked
    started = time.perf_counter()
    engine.call(simulations, *grown, *search.buffers, *search.scratch, begun)
    between = time.perf_counter()
    engine.call(advised_playouts, begun, search.plan, *search.buffers, search.rng, np.zeros(engine.seats))
    return between - started, time.perf_counter() - between


@kernel
def simulations(
    options: Any, roots: Any, states: Any, seat: int, plans: Any, tree: Any, desks: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array, scores: Array,
    begun: Any,
) -> None:  # fmt: skip
    """As many simulations as there is room to keep the positions in which their playouts begin."""
    plan, desk = plans[0], desks[0]
    for number in range(begun.size):
        depth = descend(
            options, roots, states, seat, plan, tree, desk, overlooked,
            moves, chances, places, rng, path, movers, aside,
        )  # fmt: skip
        begun[number] = states[0]
        play_out(options[0], states[0], plan, moves, chances, rng, scores)
        credit(options, tree, desk, path, movers, aside, scores, depth)


@kernel
def advised_playouts(
    options: Any, begun: Any, plans: Any, moves: Array, chances: Array, rng: Array, scores: Array
) -> None:
    """A playout from each of these positions, as a search makes them."""
    for number in range(begun.size):
        play_out(options[0], begun[number], plans[0], moves, chances, rng, scores)


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

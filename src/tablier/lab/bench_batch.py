"""Benchmark of ``tablier.batch``, and of other libraries in the same run, as far as they are installed.

``python -m tablier.lab.bench_batch --write docs/benchmarks-batch.md``. A decision is one of a seat; chance decides
beside it. Whoever decides is told what they see and what is legal, and a legal move is drawn at random.

``--device cuda`` measures a GPU instead, with pgx on the same one if JAX sees it. Before that all variants of all games
are compared with the processor's (``devices.py``), in processes that also compile what is measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.core.registry import keys, load
from tablier.research.batch import CPU, CUDA, DEVICES, batch

SIZE = 512  # games, whose arrays fit into the caches of a core
GPU_SIZES = (65_536, 262_144)
WANDERED = 20  # moves of every game at a time
RUNS = 5  # the median counts
OPENSPIEL = ("breakthrough", "connect_four", "othello", "hex(board_size=11)", "backgammon")
PGX = ("connect_four", "othello", "hex", "backgammon")
HEADS = ("what", "planes", "actions", "cores", "decisions/s", "a core")
INTRODUCTION = """# Benchmarks of many games at once

Made by `make bench`. A decision is one of a seat; dice and cards are thrown beside it, and games that are over begin
anew. Before each one, whoever decides gets what they see (the planes) and which moves are legal; the move is drawn at
random. OpenSpiel's games, written in C++, are driven from Python by a loop of one game; pgx steps {size} games at
once, compiled by JAX for the processor, on all cores. What plays by itself (`Batch.wander`) shows neither.

"""
GPU_INTRODUCTION = """# Benchmarks of many games at once on a GPU

Made by `python -m tablier.lab.bench_batch --device cuda`. What is measured is the same as in
[the processor's](benchmarks-batch.md), but with {size} games at once. "Unseen" are games of which neither observations
nor masks are written.

"""


class BatchRow(NamedTuple):
    """What was measured of one library and game."""

    what: str
    planes: str
    actions: str
    cores: int
    rate: float

    def cells(self) -> Sequence[str]:
        """As a row of a table."""
        return (
            self.what,
            self.planes,
            self.actions,
            str(self.cores),
            f"{self.rate:,.0f}",
            f"{self.rate / self.cores:,.0f}",
        )


def timed(play: Callable[[], int], seconds: float) -> float:
    """Decisions a second: the median of some runs."""
    play()
    rates = []
    for _ in range(RUNS):
        made, started = 0, time.perf_counter()
        while (taken := time.perf_counter() - started) < seconds / RUNS:
            made += play()
        rates.append(made / taken)
    return float(np.median(rates))


def ours(seconds: float, cores: int) -> Iterator[BatchRow]:
    """All games of the house, with what is seen and without."""
    for key in keys():
        for seats in sorted({load(key).seats[0], load(key).seats[-1]}):
            yield seen(key, seats, seconds, cores)
            games = batch(key, SIZE * cores, seats=seats, cores=cores, masks=False, observations=False)
            rate = timed(lambda games=games: games.wander(WANDERED), seconds)  # type: ignore[misc]
            yield BatchRow(f"tablier {key}, {seats} seats, by themselves", "", "", cores, rate)


def on_gpu(seconds: float, sizes: Sequence[int]) -> Iterator[BatchRow]:
    """The same on a GPU."""
    for size in sizes:
        for key in keys():
            for seats in sorted({load(key).seats[0], load(key).seats[-1]}):
                named = f"tablier {key}, {seats} seats, {size:,} games"
                games = batch(key, size, seats=seats, device=CUDA)
                planes, actions = shape(games.shape), str(games.actions)
                yield BatchRow(named, planes, actions, 1, timed(lambda games=games: stepped_on(games), seconds))  # type: ignore[misc]
                games = batch(key, size, seats=seats, device=CUDA, masks=False, observations=False)
                yield BatchRow(f"{named}, unseen", "", "", 1, timed(lambda games=games: stepped_on(games), seconds))  # type: ignore[misc]
                rate = timed(lambda games=games: games.wander(WANDERED), seconds)  # type: ignore[misc]
                yield BatchRow(f"{named}, by themselves", "", "", 1, rate)


def stepped_on(games: Any) -> int:
    """One random move in each game."""
    games.step(games.random())
    return int(games.size)


def seen(key: str, seats: int, seconds: float, cores: int) -> BatchRow:
    """One of our games, with all that a learner needs."""
    games = batch(key, SIZE * cores, seats=seats, cores=cores)
    rate = timed(lambda: stepped_on(games), seconds)
    return BatchRow(f"tablier {key}, {seats} seats", shape(games.shape), str(games.actions), cores, rate)


def shape(numbers: Sequence[int]) -> str:
    """The shape of planes, for people."""
    return " × ".join(map(str, numbers))


def openspiel(seconds: float) -> Iterator[BatchRow]:
    """OpenSpiel's games."""
    import pyspiel

    for name in OPENSPIEL:
        game = pyspiel.load_game(name)
        rng = np.random.default_rng(1)
        rate = timed(lambda game=game, rng=rng: one_game(game, rng), seconds)  # type: ignore[misc]
        planes = shape(game.observation_tensor_shape())
        yield BatchRow(f"OpenSpiel {name}", planes, str(game.num_distinct_actions()), 1, rate)


def one_game(game: Any, rng: np.random.Generator) -> int:
    """A random game of OpenSpiel's; how many decisions its players made."""
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[rng.integers(len(outcomes))][0])
            continue
        state.observation_tensor(state.current_player())
        state.legal_actions_mask(state.current_player())
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
        made += 1
    return made


def pgx_games(seconds: float, cores: int, size: int) -> Iterator[BatchRow]:
    """The games of pgx."""
    jax, pgx = import_module("jax"), import_module("pgx")
    for name in PGX:
        game = pgx.make(name)
        key = jax.random.PRNGKey(1)
        begin, step = jax.jit(jax.vmap(game.init)), jax.jit(jax.vmap(stepped(game, jax)))
        held = [begin(jax.random.split(key, size)), key]

        def play(step: Any = step, held: list[Any] = held) -> int:
            held[1], now = jax.random.split(held[1])
            held[0] = step(held[0], jax.random.split(now, size))
            held[0].observation.block_until_ready()
            return size

        state = held[0]
        planes, actions = shape(state.observation.shape[1:]), str(state.legal_action_mask.shape[1])
        yield BatchRow(f"pgx {name}", planes, actions, cores, timed(play, seconds))


def stepped(game: Any, jax: Any) -> Callable[[Any, Any], Any]:
    """A random move of a pgx game, which begins anew when it is over."""
    step = import_module("pgx.experimental.wrappers").auto_reset(game.step, game.init)

    def move(state: Any, key: Any) -> Any:
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        drawing, going_on = jax.random.split(key)
        return step(state, jax.random.categorical(drawing, weights), going_on)

    return move


def measured(seconds: float, cores: int) -> Iterator[BatchRow]:
    """Everything that can be measured here."""
    for number in sorted({1, cores}):
        yield from ours(seconds, number)
    if find_spec("pyspiel"):
        yield from openspiel(seconds)
    if find_spec("pgx"):
        yield from pgx_games(seconds, cores, SIZE)


def measured_on_gpu(seconds: float, sizes: Sequence[int]) -> Iterator[BatchRow]:
    """Everything that can be measured on a GPU here."""
    yield from on_gpu(seconds, sizes)
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or JAX takes most of the memory for itself
    if find_spec("pgx") and import_module("jax").default_backend() == "gpu":
        for size in sizes:
            yield from (row._replace(what=f"{row.what}, {size:,} games") for row in pgx_games(seconds, 1, size))


def compare_devices() -> None:
    """Compare both devices in a process for each game, all at the same time, before anything is measured."""
    command = (sys.executable, "-m", "tablier.lab.devices")
    running = [subprocess.Popen([*command, key]) for key in keys()]
    results = [process.wait() for process in running]
    if any(results):
        sys.exit("The devices differ, or could not be compared.")


def main() -> None:
    """Measure, and show or write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each row")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--device", choices=DEVICES, default=CPU)
    parser.add_argument("--sizes", type=int, nargs="+", default=GPU_SIZES, help="games at once, on a GPU")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the page to this file")
    given = parser.parse_args()
    if given.device == CUDA:
        compare_devices()
        text = GPU_INTRODUCTION.format(size=" and ".join(f"{size:,}" for size in given.sizes))
        rows = shown(measured_on_gpu(given.seconds, given.sizes))
    else:
        text, rows = INTRODUCTION.format(size=SIZE), shown(measured(given.seconds, given.cores))
    if given.write:
        lines = [HEADS, ("---",) * len(HEADS), *rows]
        given.write.write_text(text + "".join(f"| {' | '.join(line)} |\n" for line in lines), encoding="utf-8")


def shown(rows: Iterator[BatchRow]) -> list[Sequence[str]]:
    """The cells of all rows, each printed as soon as it is there."""
    found = []
    for row in rows:
        print(*row.cells(), sep="\t", flush=True)
        found.append(row.cells())
    return found


if __name__ == "__main__":
    main()

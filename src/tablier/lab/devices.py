"""Whether a GPU plays the same games as the processor: ``python -m tablier.lab.devices samarra --games 10000``.

Batches of the same seed are stepped and wander on both, for variants that together hold every pair of options, and
after every step all arrays are compared, number by number. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence

import numpy as np

from tablier.authors.cases import TestedVariant, cases
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.records import Array
from tablier.core.registry import keys
from tablier.research.batch import CPU, CUDA, Batch, batch

GAMES, STEPS = 10_000, 20
WANDERED, LONGEST = 50, 20_000  # moves between two looks, and after which nobody waits for the end any more
ARRAYS = ("states", "actors", "counts", "moves", "weights", "masks", "observations", "rewards", "ended", "reasons")
LISTS = ("moves", "weights")  # of which what stands after the count means nothing


def both(case: TestedVariant, games: int, *, chance: bool, restart: bool) -> tuple[Batch, Batch]:
    """The same games on either device."""
    given = {"seats": case.seats, "options": dict(case.options), "seed": games, "chance": chance, "restart": restart}
    one, other = (batch(case.game, games, device=device, **given) for device in (CPU, CUDA))  # type: ignore[arg-type]
    return one, other


def differing(one: Batch, other: Batch) -> list[str]:
    """The arrays in which two batches differ."""
    return [name for name in ARRAYS if not np.array_equal(held(one, name), held(other, name))]


def held(games: Batch, name: str) -> Array:
    """What an array of a batch holds, as far as it means anything."""
    array = np.asarray(getattr(games, name))
    if name == "states":
        return np.frombuffer(array.tobytes(), np.uint8)
    if name not in LISTS:
        return array
    listed = np.arange(array.shape[1]) < np.asarray(games.counts)[:, None]
    at_chance = (np.asarray(games.actors) == CHANCE)[:, None]
    return np.where(listed & (at_chance | (name == "moves")), array, 0)


def stepped(one: Batch, other: Batch, steps: int) -> Iterator[list[str]]:
    """After each step of both, what differs."""
    yield differing(one, other)
    for _ in range(steps):
        one.step(one.random())
        other.step(other.random())
        yield differing(one, other)


def wandered(one: Batch, other: Batch, most: int) -> Iterator[list[str]]:
    """While both play on by themselves, until all games are over or so many moves were made, what differs."""
    made = 0
    while made < most and (np.asarray(one.actors) != NOBODY).any():
        count = min(WANDERED, most - made)
        moves = one.wander(count), other.wander(count)
        made += count
        yield [*differing(one, other), *(["the number of moves"] if moves[0] != moves[1] else [])]


def compared(case: TestedVariant, games: int, steps: int, most: int) -> set[str]:
    """All that differs for a variant."""
    found: set[str] = set()
    for chance in (True, False):
        for names in stepped(*both(case, games, chance=chance, restart=True), steps):
            found.update(names)
    for names in wandered(*both(case, games, chance=True, restart=False), most):
        found.update(names)
    one, other = both(case, games, chance=True, restart=True)
    if not np.array_equal(one.observe(case.seats - 1), np.asarray(other.observe(case.seats - 1))):
        found.add("observe")
    return found


def report(game: str, games: int, steps: int, most: int, variants: int | None) -> bool:
    """Compare a game's variants, and say of each what came of it; whether all were alike."""
    alike = True
    for case in cases(game)[:variants]:
        started = time.perf_counter()
        found = compared(case, games, steps, most)
        alike &= not found
        result = "differs in " + ", ".join(sorted(found)) if found else "equal"
        print(f"{case}: {games} games, {result} ({time.perf_counter() - started:.1f} s)", flush=True)
    return alike


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare some games, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="all, if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="of each variant")
    parser.add_argument("--steps", type=int, default=STEPS, help="after each of which everything is compared")
    parser.add_argument("--most", type=int, default=LONGEST, help="moves after which a game may stay unfinished")
    parser.add_argument("--variants", type=int, help="no more than so many of each game")
    given = parser.parse_args(arguments)
    chosen = given.game or keys()
    alike = [report(game, given.games, given.steps, given.most, given.variants) for game in chosen]
    sys.exit(0 if all(alike) else 1)


if __name__ == "__main__":
    main()

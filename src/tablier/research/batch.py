"""Thousands of games of one kind at once, as arrays: ``tablier.batch("minelfield", 4096, seed=7)``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from tablier.core import positions
from tablier.core.compile import bind
from tablier.core.engine import Engine
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.random import ALL, GOLDEN
from tablier.core.records import Array, Bytes, new
from tablier.core.registry import load
from tablier.research import stepping
from tablier.research.stepping import FOR_CHANCE, FOR_SEATS, Wanted

DEVICES = ("cpu",)
LEAST_SHARE = 64  # games that are worth a core of their own
WORTH_SHARING = 4096  # games, of which even a look is worth sharing out
STREAMS = len((FOR_CHANCE, FOR_SEATS))


def batch(
    game: str,
    size: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    device: str = "cpu",
    chance: bool = True,
    restart: bool = True,
    masks: bool = True,
    observations: bool = True,
    cores: int | None = None,
) -> Batch:
    """So many games at their start; see ``Batch``.

    ``chance``: dice and cards decide by themselves. ``restart``: a game that is over begins anew at once. What is not
    wanted, ``masks`` and ``observations``, is not written, which saves time.
    """
    if device not in DEVICES:
        raise BadOption("core.batch.device", given=repr(device), known=", ".join(DEVICES))
    wanted = {"chance": chance, "restart": restart, "masks": masks, "observed": observations}
    return Batch(Engine(load(game), seats, options), size, seed, wanted, cores)


class Batch:
    """Games of one kind that go on at the same time. Row ``g`` of each array is about game ``g``, now.

    ``actors`` says who decides: a seat, CHANCE (-1) or NOBODY (-2) when the game is over. ``moves[g, :counts[g]]`` are
    the codes of the legal moves, ascending, and ``masks[g, code]`` is 1 where a code is legal. At CHANCE ``weights[g,
    :counts[g]]`` says how likely each is. ``observations[g]`` is what the seat that decides sees, from its side, and
    zero at CHANCE and when the game is over. Of the last step ``rewards[g]`` are the scores of a game that ended by
    it, which add up to 1, else zeros; ``ended[g]`` says whether it did, and ``reasons[g]`` why the last game of the
    row that is over ended, as 1 + the place among ``Batch.reasons_known``.

    The arrays are those that the games are played on: they change with every step, and nothing is copied. What becomes
    of a game depends on its seed, its row and the moves, however many cores or which device play it.
    """

    def __init__(
        self, engine: Engine, size: int, seed: int, wanted: Mapping[str, bool], cores: int | None = None
    ) -> None:
        if type(size) is not int or size < 1:
            raise BadOption("core.batch.size", given=repr(size))
        self.engine, self.size, self.seed = engine, size, seed
        self.seats, self.actions = engine.seats, int(engine.game.tensors.ACTIONS)
        self.shape = engine.game.tensors.PLANES
        self.reasons_known = engine.game.rules.REASONS
        self.wanted: Bytes = new(Wanted)
        for name, value in wanted.items():
            self.wanted[0][name] = value
        self.wanted[0].hidden = engine.game.hidden
        self._make_room()
        self.bounds = shares(size, cores or available())
        self.aside = [engine.blank() for _ in self.bounds]
        self.threads = ThreadPoolExecutor(len(self.bounds)) if len(self.bounds) > 1 else None
        self.restart()

    def _make_room(self) -> None:
        """All arrays."""
        size, most, wanted = self.size, self.engine.game.rules.MOST_MOVES, self.wanted[0]
        self.states = self.engine.blank(size)
        self.actors, self.counts = np.zeros(size, np.int8), np.zeros(size, np.int32)
        self.moves, self.weights = np.zeros((size, most), np.int16), np.zeros((size, most), np.int32)
        self.masks = np.zeros((size, self.actions if wanted.masks else 0), np.uint8)
        self.observations = np.zeros((size, *(self.shape if wanted.observed else (0, 0, 0))), np.float32)
        self.rewards = np.zeros((size, self.seats), np.float32)
        self.ended, self.reasons = np.zeros(size, np.uint8), np.zeros(size, np.int8)

    def restart(self) -> None:
        """All games at their start, and their generators as they were in the beginning."""
        self.generators = generators(self.seed, self.size)
        for array in (self.rewards, self.ended, self.reasons):
            array[:] = 0
        self._all(stepping.begin_games, self.generators, *self._looked_at())

    def step(self, codes: Any) -> Batch:
        """Make a move in every game; refused, and nothing is done, if one of them is not legal.

        In games that are over, and do not restart, anything may stand.
        """
        given = np.ascontiguousarray(codes, dtype=np.int16)
        if given.shape != (self.size,):
            raise BadOption("core.batch.shape", given=str(given.shape), size=self.size)
        wrong = max(self._quickly(stepping.first_illegal, self.actors, self.counts, self.moves, given))
        if wrong >= 0:
            raise IllegalMove("core.batch.illegal", code=int(given[wrong]), row=wrong)
        told = given, self.rewards, self.ended, self.reasons
        self._all(stepping.step_games, self.generators, *self._looked_at(), *told)
        return self

    def random(self) -> Array:
        """The code of a random legal move in every game; chance's by weight, those of seats evenly."""
        codes = np.zeros(self.size, np.int16)
        rows = self.generators, self.actors, self.counts, self.moves, self.weights, codes
        self._quickly(stepping.draw_codes, *rows)
        return codes

    def wander(self, steps: int) -> int:
        """Make so many random moves in every game, as ``step(random())`` would, and look only afterwards; how many."""
        rows = self.generators, self.actors, self.moves, self.weights, steps
        self.masks[:], self.counts[:] = 0, 0
        made = sum(map(int, self._all(stepping.wander_games, *rows)))
        self._all(stepping.look_at_games, *self._looked_at())
        return made

    def observe(self, seat: int) -> Array:
        """What one seat sees of every game, in a new array."""
        planes = np.zeros((self.size, *self.shape), np.float32)
        self._all(stepping.see_games, seat, planes)
        return planes

    def position(self, row: int) -> dict[str, Any]:
        """One of the games as a position, with all that is hidden; ``Match.from_position`` takes it."""
        return positions.saved(self.engine, self.states[row : row + 1])

    def _looked_at(self) -> tuple[Array, ...]:
        """The arrays that say what can be chosen and seen."""
        return self.actors, self.counts, self.moves, self.weights, self.masks, self.observations

    def _quickly(self, kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel that takes so little time that few games are not worth handing out."""
        return self._each(self.bounds if self.size >= WORTH_SHARING else [(0, self.size)], kernel, *rows)

    def _all(self, kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel for all games, a share of them on each core."""
        return self._each(self.bounds, kernel, *rows)

    def _each(self, bounds: list[tuple[int, int]], kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel for each share of the games; what it returned for each."""
        record, bound = self.engine.record, bind(kernel, self.engine.game)

        def share(number: int) -> Any:
            first, last = bounds[number]
            return bound(record, self.states, self.wanted, self.aside[number], first, last, *rows)

        if self.threads is None or len(bounds) == 1:
            return [share(0)]
        return list(self.threads.map(share, range(len(bounds))))


def available() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares(size: int, cores: int) -> list[tuple[int, int]]:
    """From which game to which each core plays."""
    parts = max(1, min(cores, size // LEAST_SHARE))
    return list(pairwise(size * part // parts for part in range(parts + 1)))


def generators(seed: int, size: int) -> Array:
    """For each game a generator for chance and one for seats: a word each, which its number and the seed give."""
    words = np.arange(STREAMS * size, dtype=np.uint64) + np.uint64(1)
    words = words * np.uint64(GOLDEN) + np.uint64(seed & ALL)
    for shift, factor in MIXING:
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return (words ^ (words >> np.uint64(LAST_SHIFT))).reshape(size, STREAMS, 1)


MIXING = ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53))
LAST_SHIFT = 33

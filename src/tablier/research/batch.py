"""Thousands of games of one kind at once, as arrays: ``tablier.batch("minelfield", 4096, seed=7)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.core import positions
from tablier.core.engine import Engine
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.random import ALL, GOLDEN
from tablier.core.records import Array, Bytes, new
from tablier.core.registry import load
from tablier.research import stepping
from tablier.research.processor import Processor
from tablier.research.stepping import FOR_CHANCE, FOR_SEATS, Wanted

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
STREAMS = len((FOR_CHANCE, FOR_SEATS))


def batch(
    game: str,
    size: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    device: str = CPU,
    chance: bool = True,
    restart: bool = True,
    masks: bool = True,
    observations: bool = True,
    cores: int | None = None,
) -> Batch:
    """So many games at their start; see ``Batch``.

    ``chance``: dice and cards decide by themselves. ``restart``: a game that is over begins anew at once. What is not
    wanted, ``masks`` and ``observations``, is not written, which saves time. ``device`` is "cpu", of which so many
    ``cores`` are used, or "cuda": a GPU, which the extra ``cuda`` is needed for.
    """
    if device not in DEVICES:
        raise BadOption("core.batch.device", given=repr(device), known=", ".join(DEVICES))
    wanted = {"chance": chance, "restart": restart, "masks": masks, "observed": observations}
    return Batch(Engine(load(game), seats, options), size, seed, wanted, device, cores)


class Batch:
    """Games of one kind that go on at the same time. Row ``g`` of each array is about game ``g``, now.

    ``actors`` says who decides: a seat, CHANCE (-1) or NOBODY (-2) when the game is over. ``moves[g, :counts[g]]`` are
    the codes of the legal moves, ascending, and ``masks[g, code]`` is 1 where a code is legal. At CHANCE ``weights[g,
    :counts[g]]`` says how likely each is. ``observations[g]`` is what the seat that decides sees, from its side, and
    zero at CHANCE and when the game is over. Of the last step ``rewards[g]`` are the scores of a game that ended by
    it, which add up to 1, else zeros; ``ended[g]`` says whether it did, and ``reasons[g]`` why the last game of the
    row that is over ended, as 1 + the place among ``Batch.reasons_known``.

    The arrays are those that the games are played on: they change with every step, and nothing is copied. On a GPU
    they lie there (``graphics.DeviceArray``). What becomes of a game depends on its seed, its row and the moves,
    however many cores or which device play it.
    """

    def __init__(
        self, engine: Engine, size: int, seed: int, wanted: Mapping[str, bool], device: str, cores: int | None
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
        self.device = opened(device, engine, size, self.wanted, cores)
        self._make_room()
        self.restart()

    def _make_room(self) -> None:
        """All arrays."""
        size, most, array = self.size, self.engine.game.rules.MOST_MOVES, self.device.array
        self.actors, self.counts = array(size, kind=np.int8), array(size, kind=np.int32)
        self.moves, self.weights = array(size, most, kind=np.int16), array(size, most, kind=np.int32)
        self.masks = array(size, self.actions if self.wanted[0].masks else 0, kind=np.uint8)
        self.observations = array(size, *(self.shape if self.wanted[0].observed else (0, 0, 0)), kind=np.float32)
        self.rewards = array(size, self.seats, kind=np.float32)
        self.ended, self.reasons = array(size, kind=np.uint8), array(size, kind=np.int8)

    def restart(self) -> None:
        """All games at their start, and their generators as they were in the beginning."""
        self.generators = self.device.holding(generators(self.seed, self.size))
        self.device.all(stepping.begin_games, self.generators, *self._looked_at(), *self._told())

    def step(self, codes: Any) -> Batch:
        """Make a move in every game; refused, and nothing is done, if one of them is not legal.

        In games that are over, and do not restart, anything may stand.
        """
        given = self.device.given(codes)
        if given.shape != (self.size,):
            raise BadOption("core.batch.shape", given=str(given.shape), size=self.size)
        wrong = max(self.device.quickly(stepping.first_illegal, self.actors, self.counts, self.moves, given))
        if wrong:
            raise IllegalMove("core.batch.illegal", code=int(np.asarray(given)[wrong - 1]), row=wrong - 1)
        self.device.all(stepping.step_games, self.generators, *self._looked_at(), given, *self._told())
        return self

    def random(self) -> Any:
        """The code of a random legal move in every game; chance's by weight, those of seats evenly."""
        codes = self.device.array(self.size, kind=np.int16)
        rows = self.generators, self.actors, self.counts, self.moves, self.weights, codes
        self.device.quickly(stepping.draw_codes, *rows)
        return codes

    def wander(self, steps: int) -> int:
        """Make so many random moves in every game, as ``step(random())`` would, and look only afterwards; how many."""
        rows = self.generators, self.actors, self.moves, self.weights, steps
        made = sum(map(int, self.device.all(stepping.wander_games, *rows)))
        self.device.all(stepping.look_at_games, *self._looked_at())
        return made

    def observe(self, seat: int) -> Any:
        """What one seat sees of every game, in a new array."""
        planes = self.device.array(self.size, *self.shape, kind=np.float32)
        self.device.all(stepping.see_games, seat, planes)
        return planes

    @property
    def states(self) -> Any:
        """The records of all games."""
        return self.device.states

    def position(self, row: int) -> dict[str, Any]:
        """One of the games as a position, with all that is hidden; ``Match.from_position`` takes it."""
        return positions.saved(self.engine, self.device.state(row))

    def _looked_at(self) -> tuple[Any, ...]:
        """The arrays that say what can be chosen and seen."""
        return self.actors, self.counts, self.moves, self.weights, self.masks, self.observations

    def _told(self) -> tuple[Any, ...]:
        """The arrays that say what ended."""
        return self.rewards, self.ended, self.reasons


def opened(device: str, engine: Engine, size: int, wanted: Bytes, cores: int | None) -> Any:
    """A device with room for the games of a batch."""
    if device == CPU:
        return Processor(engine, size, wanted, cores)
    from tablier.research.graphics import Graphics

    return Graphics(engine, size, wanted)


def generators(seed: int, size: int) -> Array:
    """For each game a generator for chance and one for seats: a word each, which its number and the seed give."""
    words = np.arange(STREAMS * size, dtype=np.uint64) + np.uint64(1)
    words = words * np.uint64(GOLDEN) + np.uint64(seed & ALL)
    for shift, factor in MIXING:
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return (words ^ (words >> np.uint64(LAST_SHIFT))).reshape(size, STREAMS, 1)


MIXING = ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53))
LAST_SHIFT = 33

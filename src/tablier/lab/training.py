"""A network being trained by self-play: what it has learned so far, kept on disk so that an interrupted run goes on.

What it becomes depends on the game, its options, the seed and the number of games, and on nothing else.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tablier.bots.network import RESTING, SAYING, sight
from tablier.core import records
from tablier.core.engine import Engine
from tablier.core.errors import BadText, Error
from tablier.core.networks import ROWS, UNREADABLE, Network
from tablier.core.random import seeded
from tablier.core.records import Array, Bytes
from tablier.lab import selfplay
from tablier.lab.selfplay import Practice, Slate

UNITS = 32
SLICE = 32  # games between two looks at the clock
LONGEST = 1024  # decisions of a game that are learned from
LISTS = 3  # of moves: of the seat that decides, of chance while it comes to rest, of the throw that is weighed
RESTS, SAYS = 0.1, 0.3  # how far numbers lie from 0 at first; what is never learned stays 0
FIRST_SQUARE = 0.1  # as if each number had been changed so much before
RECENT = 4  # the average of what was learned is mostly about the last of so many parts
MEETINGS = 100  # games for a point of the curve
FIRST_MARK, FARTHER = 256, 1.3  # games until the first point, and how many times as many until the next
STRAY = 1  # of two generators: for games that are learned from, and for those of the curve
LEARNING = {"explore": 0.1, "later": 0.8, "rate": 0.03, "openings": 12, "candidates": 32}
DEALS = 3  # redeals for a look ahead, where anything is hidden
KEPT = ("numbers", "squares", "average", "rng")


@dataclass(frozen=True)
class Assignment:
    """What is to be learned, and from which seed."""

    game: str
    version: int
    seats: int
    options: Mapping[str, Any]
    seed: int
    units: int = UNITS


@dataclass
class Mark:
    """A point of the curve: after how many games, how wrong expectations were, and the points against drawn moves."""

    games: int
    loss: float
    points: float


@dataclass
class Training:
    """A network, and all that is needed to go on."""

    engine: Engine
    wanted: Assignment
    numbers: Array
    squares: Array
    average: Array
    rng: Array
    practice: Bytes
    games: int = 0
    seconds: float = 0.0
    curve: list[Mark] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slate = slate(self.engine)
        self.sight = sight(self.engine, self.numbers)

    def advance(self) -> None:
        """A slice of games, and a point of the curve when it is time for one."""
        given = self.numbers, self.squares, self.sight, self.practice, self.slate, self.rng, SLICE
        self.engine.call(selfplay.learn_games, *given)
        self.games += SLICE
        slices = self.games // SLICE
        self.average += (self.numbers - self.average) * np.float32(min(1.0, RECENT / (slices + RECENT - 1)))
        if self.games >= self.next_mark:
            self.curve.append(Mark(self.games, self.loss(), self.points()))

    @property
    def next_mark(self) -> int:
        """After how many games the next point of the curve comes."""
        return round(self.curve[-1].games * FARTHER) if self.curve else FIRST_MARK

    def loss(self) -> float:
        """The mean square of what expectations lacked since this was last asked."""
        practice = self.practice[0]
        found = float(practice.loss) / max(1, int(practice.positions))
        practice.loss = practice.positions = 0
        return found

    def points(self) -> float:
        """The share of points against seats that draw their moves by how good they look, seeing one move ahead."""
        rng = seeded(hash((self.wanted.seed, STRAY, self.games)))
        numbers = self.network().numbers
        given = numbers, self.sight, self.practice, self.slate, rng, MEETINGS, LONGEST
        return float(self.engine.call(selfplay.meet, *given))

    def network(self) -> Network:
        """What has been learned so far."""
        numbers = self.average.copy()
        told = {"games": self.games, "seed": self.wanted.seed}
        wanted = self.wanted
        return Network(wanted.game, wanted.version, wanted.seats, wanted.options, numbers, told=told)

    def save(self, file: Path) -> None:
        """Keep everything, all at once."""
        told = {
            "wanted": vars(self.wanted), "games": self.games, "seconds": self.seconds,
            "curve": [[mark.games, mark.loss, mark.points] for mark in self.curve],
        }  # fmt: skip
        arrays = {name: getattr(self, name) for name in KEPT}
        arrays["practice"] = self.practice.view(np.uint8)
        content = io.BytesIO()
        np.savez(content, allow_pickle=False, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays)
        beside = file.with_name(f"{file.name}.part")
        beside.write_bytes(content.getvalue())
        os.replace(beside, file)


def begun(engine: Engine, wanted: Assignment) -> Training:
    """A training that has learned nothing."""
    rng = np.random.default_rng(wanted.seed)
    count = int(engine.game.advice.FEATURES)
    numbers = np.zeros((count + ROWS, wanted.units), np.float32)
    numbers[count + RESTING] = rng.normal(0, RESTS, wanted.units)
    numbers[count + SAYING] = rng.normal(0, SAYS, wanted.units)
    squares = np.full(numbers.shape, FIRST_SQUARE, np.float32)
    practice: Bytes = records.new(Practice)
    for name, value in LEARNING.items():
        setattr(practice[0], name, value)
    practice[0].deals = DEALS if engine.game.hidden else 1
    return Training(engine, wanted, numbers, squares, numbers.copy(), seeded(wanted.seed), practice)


def resumed(engine: Engine, wanted: Assignment, file: Path) -> Training:
    """A training that was interrupted, if it was about the same."""
    training = begun(engine, wanted)
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        told = json.loads(arrays["told"].tobytes())
        if told["wanted"] != json.loads(json.dumps(vars(wanted))):
            raise BadText("lab.train.other", file=str(file))
        for name in KEPT:
            getattr(training, name)[:] = arrays[name]
        training.practice.view(np.uint8)[:] = arrays["practice"]
        training.games, training.seconds = int(told["games"]), float(told["seconds"])
        training.curve = [Mark(int(games), float(loss), float(points)) for games, loss, points in told["curve"]]
    except Error:
        raise
    except UNREADABLE:
        raise BadText("lab.train.unreadable", file=str(file)) from None
    return training


def slate(engine: Engine) -> Slate:
    """Room to work in."""
    most, seats = engine.game.rules.MOST_MOVES, engine.seats
    return Slate(
        engine.blank(), engine.blank(LISTS), np.zeros((LISTS, most), np.int16), np.zeros((LISTS, most), np.int32),
        np.zeros((most, seats)), np.zeros(seats), engine.blank(LONGEST), np.zeros((LONGEST, seats)),
        np.zeros(LONGEST, np.uint8),
    )  # fmt: skip

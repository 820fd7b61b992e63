"""Moments of games for algorithms that walk their trees: each is a value, from which others follow; none changes.

In a game with secrets a moment also holds what each seat remembers: its own moves, those of others as it saw them, and
a digest of all records as it knew them, one after the other. Two moments that a seat cannot tell apart are the
same to it, and two that it could once tell apart stay different.
"""

from __future__ import annotations

import json
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from tablier.core import positions
from tablier.core.compile import kernel
from tablier.core.contract import NOBODY
from tablier.core.engine import Engine, Survey
from tablier.core.generic import seen
from tablier.core.kernels import judge
from tablier.core.random import seeded
from tablier.core.records import Array, Bytes, frozen
from tablier.core.registry import load

DIGEST = 16  # bytes
CODE_BITS = 16  # in which every code fits, as a seat sees it


class Memory(NamedTuple):
    """What a seat remembers: who decided and what it saw of the move, in order; a digest of all that it knew."""

    noticed: tuple[tuple[int, int], ...]
    digest: bytes


@kernel
def notice(options: Any, states: Any, decider: int, move: int, looks: Array) -> None:
    """Under which code every seat sees a move."""
    for seat in range(int(options[0].seats)):
        looks[seat] = move if seat == decider else seen(options[0], states[0], move, seat)


@cache
def engine_of(game: str, seats: int, options: str) -> Engine:
    """The engine of a variant, its options written as JSON; the same one for the same."""
    return Engine(load(game), seats, json.loads(options))


class Moment:
    """How a game stands, and what its seats remember."""

    def __init__(self, engine: Engine, state: Bytes, memories: tuple[Memory, ...]) -> None:
        self.engine, self.state, self.memories = engine, state, memories

    @classmethod
    def first(cls, engine: Engine) -> Moment:
        """The start of a game."""
        state = engine.start()
        return cls(engine, state, remembered(engine, state, (), (), NOBODY))

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        engine = self.engine
        variant = engine.game.key, engine.seats, json.dumps(engine.options)
        return revived, (*variant, self.state.tobytes(), self.memories)

    @cached_property
    def survey(self) -> Survey:
        """Who decides, and what can follow."""
        return self.engine.survey(self.state)

    @cached_property
    def scores(self) -> list[float]:
        """The scores: all 0 while the game runs."""
        scores = np.zeros(self.engine.seats)
        self.engine.call(judge, self.state, scores)
        return scores.tolist()

    def after(self, move: int) -> Moment:
        """The moment after a legal move."""
        state = self.engine.after(self.state, move)
        if not self.engine.game.hidden:
            return Moment(self.engine, state, ())
        looks = np.zeros(self.engine.seats, np.int64)
        decider = self.survey.actor
        self.engine.call(notice, self.state, decider, move, looks)
        return Moment(self.engine, state, remembered(self.engine, state, self.memories, looks.tolist(), decider))

    def redealt(self, seat: int, seed: int) -> Moment:
        """A moment that a seat takes for possible, drawn by a seed; what the others remember of it is made up."""
        engine = self.engine
        if not engine.game.hidden:
            return self
        state = engine.redealt(engine.concealed(self.state, seat), seat, seeded(seed))
        guessed = remembered(engine, state, (), (), NOBODY)
        memories = (self.memories[seat] if other == seat else guess for other, guess in enumerate(guessed))
        return Moment(engine, state, tuple(memories))

    def written(self, move: int) -> str:
        """A legal move in its notation."""
        return self.engine.game.notation.write(self.engine.frozen_options, frozen(self.state), move)

    def viewed(self, viewpoint: int) -> str:
        """The position as a viewpoint knows it, as JSON."""
        return json.dumps(positions.saved(self.engine, self.engine.concealed(self.state, viewpoint)), sort_keys=True)

    def recalled(self, seat: int) -> str:
        """All that a seat remembers, as one line of text."""
        memory = self.memories[seat]
        moves = " ".join(f"{decider}:{look}" for decider, look in memory.noticed)
        return f"{seat} | {moves} | {memory.digest.hex()}"

    def bits_recalled(self, seat: int) -> Array:
        """The digest of all that a seat remembers, bit by bit."""
        return np.unpackbits(np.frombuffer(self.memories[seat].digest, np.uint8)).astype(np.float32)

    def rows_recalled(self, seat: int, rows: int) -> Array:
        """The last moves that a seat remembers, the latest first: who decided, chance last, and the code in bits."""
        deciders = self.engine.seats + 1
        filled = np.zeros((rows, deciders + CODE_BITS), np.float32)
        for row, (decider, look) in zip(filled, reversed(self.memories[seat].noticed), strict=False):
            row[decider if decider >= 0 else deciders - 1] = 1
            row[deciders:] = [look >> bit & 1 for bit in range(CODE_BITS)]
        return filled


def revived(game: str, seats: int, options: str, record: bytes, memories: tuple[Memory, ...]) -> Moment:
    """A moment that was pickled."""
    engine = engine_of(game, seats, options)
    state = engine.blank()
    state.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
    return Moment(engine, state, memories)


def remembered(
    engine: Engine, state: Bytes, before: tuple[Memory, ...], looks: Any, decider: int
) -> tuple[Memory, ...]:
    """What all seats remember once they have seen a record; nothing in a game in which everybody sees everything."""
    if not engine.game.hidden:
        return ()
    if not before:
        return tuple(Memory((), digested(b"", engine.concealed(state, seat))) for seat in range(engine.seats))
    return tuple(
        Memory((*known.noticed, (decider, look)), digested(known.digest, engine.concealed(state, seat)))
        for seat, (known, look) in enumerate(zip(before, looks, strict=True))
    )


def digested(known: bytes, record: Bytes) -> bytes:
    """The digest of all records before and one more."""
    return blake2b(known + record.tobytes(), digest_size=DIGEST).digest()

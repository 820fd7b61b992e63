"""An engine: a game with its options filled in, its rules callable from Python on single records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tablier.core import kernels, options, records
from tablier.core.compile import bind
from tablier.core.contract import CHANCE, EVERYONE, RUNNING
from tablier.core.errors import BadOption
from tablier.core.game import Game
from tablier.core.records import Array, Bytes


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a score per seat (the winners split 1) and the reason, one word of the game's rules."""

    scores: tuple[float, ...]
    reason: str


TABLE_REASONS = ("resigned", "agreed", "time")
"""Why people may end a game whose rules have not."""


def shared(scores: Sequence[Any], seats: int) -> bool:
    """Whether these are scores: one per seat, of which the winners split 1 evenly."""
    if len(scores) != seats or not all(type(score) in (int, float) and 0 <= score <= 1 for score in scores):
        return False
    winners = sum(score > 0 for score in scores)
    return winners > 0 and np.allclose(scores, [(score > 0) / winners for score in scores])


class Survey(NamedTuple):
    """What can happen in a position: who decides, the codes of the legal moves and, at CHANCE, their weights."""

    actor: int
    moves: tuple[int, ...]
    weights: tuple[int, ...]


class Engine:
    """A game with a number of seats and options. Its states are arrays of one record; none is changed, but copied."""

    def __init__(self, game: Game, seats: int | None = None, given: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.seats = game.seats[0] if seats is None else seats
        if type(self.seats) is not int or self.seats not in game.seats:
            raise BadOption("core.game.seats", game=game.key, seats=list(game.seats), given=repr(seats))
        if given is not None and not isinstance(given, Mapping):
            raise BadOption("core.option.mapping")
        self.options = options.checked(game.table, given or {}, self.seats)
        self.record: Bytes = records.new(game.options.Options)
        self.record[0].seats = self.seats
        game.options.fill(self.record[0], self.options)

    @cached_property
    def frozen_options(self) -> Any:
        """The options' record, for plain Python that looks at it often."""
        return records.frozen(self.record)

    @cached_property
    def buffers(self) -> tuple[Array, Array]:
        """Room for the legal moves and for their weights."""
        most = self.game.rules.MOST_MOVES
        return np.zeros(most, dtype=np.int16), np.zeros(most, dtype=np.int32)

    def call(self, kernel: Any, *args: Any) -> Any:
        """A generic kernel, bound to this game, on this engine's options."""
        return bind(kernel, self.game)(self.record, *args)

    def blank(self, count: int = 1) -> Bytes:
        """Zeroed states."""
        return records.new(self.game.rules.State, count)

    def start(self) -> Bytes:
        """The start of a game."""
        state = self.blank()
        self.call(kernels.begin, state)
        return state

    def actor(self, state: Bytes) -> int:
        """Who decides."""
        return int(self.call(kernels.who, state))

    def survey(self, state: Bytes) -> Survey:
        """What can happen in a position."""
        moves, chances = self.buffers
        actor, count = self.call(kernels.survey, state, moves, chances)
        weights = tuple(chances[:count].tolist()) if actor == CHANCE else ()
        return Survey(actor, tuple(moves[:count].tolist()), weights)

    def after(self, state: Bytes, move: int) -> Bytes:
        """The position after a legal move."""
        following = records.copied(state)
        self.call(kernels.advance, following, move)
        return following

    def outcome(self, state: Bytes) -> Outcome | None:
        """How the game ended, None while it runs."""
        scores = np.zeros(self.seats)
        reason = self.call(kernels.judge, state, scores)
        if reason == RUNNING:
            return None
        return Outcome(tuple(scores.tolist()), self.game.rules.REASONS[reason - 1])

    def concealed(self, state: Bytes, seat: int) -> Bytes:
        """What a seat, or SPECTATOR, knows of a position."""
        if not self.game.hidden or seat == EVERYONE:
            return state
        known = records.copied(state)
        self.call(kernels.erase, known, seat)
        return known

    def redealt(self, state: Bytes, seat: int, rng: Array) -> Bytes:
        """A position that a seat takes for possible, at random, from what it knows."""
        dealt = state.copy()
        self.call(kernels.deal, dealt, seat, rng)
        return dealt

    def observed(self, state: Bytes, seat: int) -> Array:
        """The tensor that a learner on a seat sees."""
        planes = np.zeros(self.game.tensors.PLANES, dtype=np.float32)
        self.call(kernels.look, self.concealed(state, seat), seat, planes)
        return planes

    def wander(self, state: Bytes, rng: Array, most: int) -> tuple[int, ...]:
        """Make up to that many random moves, changing the state; the moves made."""
        played = np.zeros(most, dtype=np.int16)
        count = self.call(kernels.wander, state, *self.buffers, rng, played)
        return tuple(played[:count].tolist())

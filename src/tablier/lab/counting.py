"""Odds, counted exactly: what dice and cards may do, and what whoever comes next makes of it. It knows no game."""

from typing import Any, NamedTuple

import numpy as np

from tablier.core.compile import kernel
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.generic import actor, apply, legal_moves, returns, weights
from tablier.core.records import Array, Bytes

DEEPEST = 4  # throws, one after the other, of which the odds are counted
WIN, LOSS = 0, 1


class Outlook(NamedTuple):
    """How likely a seat is to win and to lose before it decides again."""

    win: float
    loss: float

    @property
    def balance(self) -> float:
        """By how much winning is more likely than losing."""
        return self.win - self.loss


@kernel
def settle(options: Any, state: Any, seat: int, share: float, scores: Array, out: Array) -> None:
    """Add the chance of a game that is over to what it is for a seat."""
    returns(options, state, scores)
    out[WIN] += share * (scores[seat] == 1.0)
    out[LOSS] += share * (scores[seat] == 0.0)


@kernel
def throw(
    options: Any, states: Any, shares: Array, depths: Array, top: int, moves: Array, chances: Array
) -> int:  # fmt: skip
    """Put all that may come of the topmost position of a heap in its place; returns how high the heap is then."""
    count, total = legal_moves(options, states[top], moves), 0
    weights(options, states[top], chances)
    for index in range(count):
        total += int(chances[index])
    for index in range(count - 1, -1, -1):
        states[top + index] = states[top]
        apply(options, states[top + index], int(moves[index]))
        shares[top + index] = shares[top] * int(chances[index]) / total
        depths[top + index] = depths[top] + 1
    return top + count


@kernel
def undecided(
    options: Any, states: Any, shares: Array, depths: Array, height: int, seat: int, moves: Array, chances: Array,
    scores: Array, out: Array,
) -> int:  # fmt: skip
    """Throw, and count what is over, until somebody decides at the top of a heap; returns how high it is then."""
    while height:
        top = height - 1
        who = actor(options[0], states[top])
        if who == CHANCE and depths[top] < DEEPEST:
            height = throw(options[0], states, shares, depths, top, moves, chances)
        elif who == NOBODY:
            settle(options[0], states[top], seat, shares[top], scores, out)
            height = top
        else:
            return height
    return 0


@kernel
def count_alone(
    options: Any, states: Any, shares: Array, depths: Array, seat: int, moves: Array, chances: Array, scores: Array,
    out: Array,
) -> None:  # fmt: skip
    """How likely chance alone wins and loses from ``states[0]`` for a seat, before anybody decides."""
    out[:] = 0.0
    shares[0], depths[0], height = 1.0, 0, 1
    while height > 0:
        height = undecided(options, states, shares, depths, height, seat, moves, chances, scores, out) - 1


@kernel
def count_ahead(
    options: Any, states: Any, further: Any, shares: Array, depths: Array, more: Array, deeper: Array, seat: int,
    moves: Array, replies: Array, chances: Array, scores: Array, found: Array, out: Array,
) -> None:  # fmt: skip
    """The same until the seat decides again, if whoever comes next takes the best odds of winning at once."""
    out[:] = 0.0
    shares[0], depths[0] = 1.0, 0
    height = undecided(options, states, shares, depths, 1, seat, moves, chances, scores, out)
    while height:
        top = height - 1
        who = actor(options[0], states[top])
        if who not in (CHANCE, seat) and depths[top] < DEEPEST:
            best, win, loss = -2.0, 0.0, 0.0
            for index in range(legal_moves(options[0], states[top], replies)):
                further[0] = states[top]
                apply(options[0], further[0], int(replies[index]))
                count_alone(options, further, more, deeper, who, moves, chances, scores, found)
                if found[WIN] - found[LOSS] > best:
                    best, win, loss = found[WIN] - found[LOSS], found[WIN], found[LOSS]
            out[WIN] += shares[top] * loss
            out[LOSS] += shares[top] * win
        height = undecided(options, states, shares, depths, top, seat, moves, chances, scores, out)


class OddsCounter:
    """Room to count odds in, of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, most = engine, engine.game.rules.MOST_MOVES
        room = DEEPEST * most + 1
        self.states, self.further = engine.blank(room), engine.blank(room)
        self.shares, self.more = np.zeros(room), np.zeros(room)
        self.depths, self.deeper = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        self.moves, self.replies = np.zeros(most, dtype=np.int16), np.zeros(most, dtype=np.int16)
        self.chances, self.scores = np.zeros(most, dtype=np.int32), np.zeros(engine.seats)
        self.found, self.out = np.zeros(2), np.zeros(2)

    def ahead(self, state: Bytes, seat: int) -> Outlook:
        """How likely a seat wins and loses before it decides again."""
        self.states[0] = state[0]
        self.engine.call(
            count_ahead, self.states, self.further, self.shares, self.depths, self.more, self.deeper, seat,
            self.moves, self.replies, self.chances, self.scores, self.found, self.out,
        )  # fmt: skip
        return Outlook(float(self.out[WIN]), float(self.out[LOSS]))

"""What follows from what a seat knows: its best plan for this turn, counted over all deals that it takes for possible.

The seat may go on as it likes after what its first action brings to light, and cannot tell deals apart that look alike
to it. Whoever comes next is thought to know everything. It knows no game.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablier.bots import wins
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.records import Bytes


class DealCount(NamedTuple):
    """In how many deals the seat wins in its turn, and in how many others can win next, by the seat's best plan."""

    win: int
    loss: int

    @property
    def rank(self) -> tuple[int, int]:
        """How good it is: what is won less what is lost, then what is won."""
        return self.win - self.loss, self.win

    def plus(self, other: "DealCount") -> "DealCount":
        """Both together, of deals that differ."""
        return DealCount(self.win + other.win, self.loss + other.loss)


NOTHING = DealCount(0, 0)
Deals = Sequence[Bytes]
"""Positions that a seat cannot tell apart."""


class Dealings:
    """Counts over deals, for one seat of one game."""

    def __init__(self, engine: Engine, seat: int) -> None:
        self.engine, self.seat = engine, seat
        self.lists = np.zeros((3, engine.game.rules.MOST_MOVES), dtype=np.int16)
        self.states = engine.blank(3)

    def best(self, deals: Deals) -> DealCount:
        """What the best plan brings."""
        return max((self.after(deals, move) for move in self.engine.survey(deals[0]).moves), key=lambda each: each.rank)

    def leading(self, deals: Deals) -> list[int]:
        """The moves with which the best plans begin."""
        found = {move: self.after(deals, move).rank for move in self.engine.survey(deals[0]).moves}
        return [move for move, rank in found.items() if rank == max(found.values())]

    def after(self, deals: Deals, move: int) -> DealCount:
        """What the best plan brings that begins with a move."""
        reached = [self.engine.after(deal, move) for deal in deals]
        found = NOTHING
        for state in reached:
            found = found.plus(self.outcome(state))
        for alike in self.apart([state for state in reached if self.engine.actor(state) == self.seat]):
            found = found.plus(self.best(alike))
        return found

    def outcome(self, state: Bytes) -> DealCount:
        """What is decided after the seat's turn: a win, a loss, or neither."""
        actor = self.engine.actor(state)
        if actor == NOBODY:
            won, lost = int(state[0].winners) == 1 << self.seat, not int(state[0].winners) >> self.seat & 1
            return DealCount(int(won), int(lost))
        return DealCount(0, int(actor not in (self.seat, CHANCE) and self.is_in_danger(state)))

    def is_in_danger(self, state: Bytes) -> bool:
        """Whether the next seat can win within its turn, if it knows everything."""
        self.states[0] = state[0]
        return bool(self.engine.call(wins.can_win, self.states, self.lists))

    def apart(self, deals: Deals) -> list[list[Bytes]]:
        """Deals in groups that the seat can tell apart."""
        groups: dict[bytes, list[Bytes]] = {}
        for deal in deals:
            groups.setdefault(self.engine.concealed(deal, self.seat).tobytes(), []).append(deal)
        return list(groups.values())

    def alike(self, deals: Deals, state: Bytes) -> Deals:
        """Those deals that the seat cannot tell from a position."""
        seen = self.engine.concealed(state, self.seat).tobytes()
        return [deal for deal in deals if self.engine.concealed(deal, self.seat).tobytes() == seen]

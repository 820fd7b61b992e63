"""What can be proved of the moves of a position: wins within the turn, wins by force, moves that lose at once.

A win within the turn holds in every deal that the seat takes for possible. Wins by force are proved by looking at all
that can follow or, where that is too much, by the game's own ``forced_win``.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from tablier.bots.search import Search, strong_plan
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.random import seeded
from tablier.core.records import Bytes
from tablier.lab.dealing import Dealings
from tablier.lab.solving import UNKNOWN, WON, Solver, looks

DEALS = 256  # redeals of which the different ones are kept
MoveCodes = tuple[int, ...]
"""Moves one after the other."""


class Diligence(NamedTuple):
    """How much is looked at: positions of a whole proof and of one by threats, simulations of two searches."""

    whole: int = 400_000
    threats: int = 25_000
    first: int = 4_000
    second: int = 12_000


USUAL = Diligence()


class Proofs:
    """What can be proved for the seat that decides at one position, of which it knows a concealed record."""

    def __init__(self, engine: Engine, state: Bytes, seat: int, effort: Diligence) -> None:
        self.engine, self.seat, self.effort = engine, seat, effort
        self.state, self.known = state, engine.concealed(state, seat)
        self.moves = engine.survey(state).moves
        self.search = Search(engine, self.known, seat, strong_plan(engine.game), 1)
        self.solver, self.dealings = Solver(engine, seat), Dealings(engine, seat)

    def worlds(self) -> list[Bytes]:
        """All deals that the seat takes for possible, as far as many redeals tell; without secrets the position."""
        if not self.engine.game.hidden:
            return [self.state]
        rng = seeded(1)
        dealt = [self.engine.redealt(self.known, self.seat, rng) for _ in range(DEALS)]
        return list({deal.tobytes(): deal for deal in dealt}.values())

    def wins_now(self) -> list[MoveCodes]:
        """All ways to win for certain within this turn, by one move or by two."""
        if self.engine.game.hidden:
            return self.wins_by_knowing()
        if self.search.sure_win() is None:
            return []
        worlds = self.worlds()
        single = [move for move in self.moves if all(self.wins(world, (move,)) for world in worlds)]
        others = [move for move in self.moves if move not in single]
        return [*((move,) for move in single), *self.pairs(worlds, others)]

    def pairs(self, worlds: Sequence[Bytes], firsts: Sequence[int]) -> Iterator[MoveCodes]:
        """Wins by two moves of one turn, of which the first is one of these."""
        for first in firsts:
            after = self.engine.after(worlds[0], first)
            if self.engine.actor(after) == self.seat:
                for second in self.engine.survey(after).moves:
                    if all(self.wins(world, (first, second)) for world in worlds):
                        yield first, second

    def wins(self, world: Bytes, codes: MoveCodes) -> bool:
        """Whether moves of this turn are legal in a deal and win it."""
        for code in codes:
            survey = self.engine.survey(world)
            if survey.actor != self.seat or code not in survey.moves:
                return False
            world = self.engine.after(world, code)
        return self.has_won(world)

    def has_won(self, state: Bytes) -> bool:
        """Whether the seat alone has won."""
        return self.engine.actor(state) == NOBODY and int(state[0].winners) == 1 << self.seat

    def wins_by_knowing(self) -> list[MoveCodes]:
        """The same in every deal, where the second move may follow from what the first one shows."""
        worlds = self.worlds()
        sure = [move for move in self.moves if self.dealings.after(worlds, move).win == len(worlds)]
        return [(first, *second) for first in sure for second in self.continued(first)]

    def continued(self, first: int) -> list[MoveCodes]:
        """With what the best plan goes on this turn after a move, as the position really is: nothing, or a move."""
        after = self.engine.after(self.state, first)
        if self.engine.actor(after) != self.seat:
            return [()]
        alike = self.dealings.alike([self.engine.after(world, first) for world in self.worlds()], after)
        return [(move,) for move in self.dealings.leading(alike)]

    def solved(self) -> list[bool] | None:
        """Of every move whether it wins by force, if all that can follow can be looked at."""
        if self.engine.game.hidden or self.engine.game.rolls(self.engine.options) or not self.effort.whole:
            return None
        found = list[int]()
        for move in self.moves:
            found.append(self.solver.solved(self.engine.after(self.state, move), self.effort.whole))
            if found[-1] == UNKNOWN:
                return None
        return [verdict == WON for verdict in found]

    def forced(self, most: int) -> MoveCodes:
        """The moves that win by force as the game itself can prove it, or one more than so many of them."""
        if self.search.forced_win(self.effort.threats) is None:
            return ()
        wins = (move for move in self.ordered(self.state) if self.still_wins(self.engine.after(self.state, move)))
        return tuple(islice(wins, most + 1))

    def still_wins(self, state: Bytes) -> bool:
        """Whether the seat can force a win whatever others, who are to move, do next."""
        actor = self.engine.actor(state)
        if actor == NOBODY:
            return self.has_won(state)
        if actor == CHANCE:
            return False
        if actor == self.seat:
            return proved(self.engine, state, self.seat, self.effort.threats) is not None
        return all(self.still_wins(self.engine.after(state, reply)) for reply in self.ordered(state))

    def ordered(self, state: Bytes) -> list[int]:
        """The moves of whoever decides, those first that look good."""
        moves = self.engine.survey(state).moves
        return sorted(moves, key=dict(zip(moves, favours(self.engine, state, moves), strict=True)).__getitem__)[::-1]

    def safe(self, most: int) -> MoveCodes:
        """The moves after which whoever comes next is not seen to win, or one more than so many of them."""
        safe = (move for move in self.ordered(self.known) if not self.search.refuted(move, self.effort.threats))
        return tuple(islice(safe, most + 1))


def proved(engine: Engine, state: Bytes, seat: int, budget: int) -> int | None:
    """A move that wins at once or by force as the game can prove it."""
    search = Search(engine, state, seat, strong_plan(engine.game), 1)
    now = search.sure_win()
    return search.forced_win(budget) if now is None else now


def favours(engine: Engine, state: Bytes, moves: Sequence[int]) -> list[int]:
    """How good moves look to the game's advice."""
    out = np.zeros(len(moves), dtype=np.int32)
    engine.call(looks, state, np.array(moves, dtype=np.int16), out)
    return [int(number) for number in out]

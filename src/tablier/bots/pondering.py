"""Pondering: a position is thought over a little at a time, and after each time it is known what was found so far.

The tree goes on growing, so that many short times are worth one long one.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from tablier.bots.bot import Bot, spelled, spread
from tablier.core.errors import NotNow
from tablier.core.match import Match

LEVEL = 6  # by which wins are looked for
MOST_SIMULATIONS = 400_000  # after which nothing is worth another thought
WORDS = 8  # moves of a line that are told


class Suggestion(NamedTuple):
    """A move, the chance of whoever makes it, how often it was tried, and what is expected to follow, it included."""

    move: str
    chance: float
    visits: int
    moves: list[str]


class Thought(NamedTuple):
    """What is known of a position so far: the chances of all seats, the best lines, and after how many simulations."""

    chances: list[float]
    lines: list[Suggestion]
    simulations: int


class Pondering:
    """A position that is being thought over, from what the seat that decides knows."""

    def __init__(self, match: Match) -> None:
        if not isinstance(match.actor, int):
            raise NotNow("core.bot.no_seat")
        self.match, self.seat = match, match.actor
        bot = Bot(match.game, level=LEVEL)
        self.names = {code: move for move, code in bot._legal(match).items()}
        self.search = bot._searches(match)[0]
        self.won = bot._won(self.search)

    def go_on(self, seconds: float) -> None:
        """Think for some time more."""
        self.search.run(MOST_SIMULATIONS, time.perf_counter() + seconds)

    def found(self, count: int) -> Thought:
        """What is known now, with so many of the best lines."""
        children = sorted(self.search.children(), key=lambda child: (child[0] == self.won, *child[1:3]), reverse=True)
        lines = [self.line(*child) for child in children[:count] if child[1] or child[0] == self.won]
        chances = self.search.chances(self.search.values())
        if self.won is not None:
            chances = [float(seat == self.seat) for seat in range(self.match.seats)]
        return Thought(chances, lines, self.search.simulations)

    def line(self, code: int, visits: int, score: float, node: int) -> Suggestion:
        """A move with what is expected to follow."""
        chances = self.search.chances(spread(score / max(1, visits), self.seat, self.match.seats))
        chance = 1.0 if code == self.won else chances[self.seat]
        return Suggestion(
            self.names[code], chance, visits, spelled(self.search, [code, *self.search.line(node)][:WORDS])
        )

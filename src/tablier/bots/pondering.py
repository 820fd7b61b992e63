"""Pondering: a position is thought over a little at a time, and after each time it is known what was found so far.

The tree goes on growing, so that many short times are worth one long one.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from tablier.bots.bot import Bot, spelled, spread
from tablier.bots.search import Search
from tablier.core.errors import NotNow
from tablier.core.match import Match

LEVEL = 6  # by which wins are looked for
MOST_SIMULATIONS = 400_000  # after which nothing is worth another thought
WORDS = 8  # moves of a line that are told
BESIDE = 0.5  # of the time, with more than two seats, in which moves are looked at one by one
MOST_BESIDE = 3  # moves


class Suggestion(NamedTuple):
    """A move, everybody's chances after it, how often it was tried, and what is expected to follow, it included."""

    move: str
    chances: list[float]
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
        self.bot, self.search = bot, bot._searches(match)[0]
        self.won = bot._won(self.search)
        self.beside: dict[int, Search] = {}  # the best moves by themselves, where more than two seats share the rest

    def go_on(self, seconds: float) -> None:
        """Think for some time more."""
        share = BESIDE if self.match.seats > 2 else 0.0
        self.search.run(MOST_SIMULATIONS, time.perf_counter() + seconds * (1 - share))
        for code, *_ in self.ranked()[: MOST_BESIDE if share else 0]:
            self.apart(code).run(MOST_SIMULATIONS, time.perf_counter() + seconds * share / MOST_BESIDE)

    def ranked(self) -> list[tuple[int, int, float, int]]:
        """The moves, the best one first, as the search keeps them."""
        return sorted(self.search.children(), key=lambda child: (child[0] == self.won, *child[1:3]), reverse=True)

    def apart(self, code: int) -> Search:
        """The search in which one move alone is made."""
        if code not in self.beside:
            found = self.beside[code] = self.bot._searches(self.match)[0]
            found.overlook([other for other in self.names if other != code])
        return self.beside[code]

    def found(self, count: int) -> Thought:
        """What is known now, with so many of the best lines."""
        lines = [self.line(*child) for child in self.ranked()[:count] if child[1] or child[0] == self.won]
        chances = self.search.chances(self.search.values())
        if self.won is not None:
            chances = self.certain()
        return Thought(chances, lines, self.search.simulations)

    def line(self, code: int, visits: int, score: float, node: int) -> Suggestion:
        """A move with what is expected to follow."""
        values = self.shared(code, score / max(1, visits))
        chances = self.certain() if code == self.won else self.search.chances(values)
        return Suggestion(
            self.names[code], chances, visits, spelled(self.search, [code, *self.search.line(node)][:WORDS])
        )

    def certain(self) -> list[float]:
        """The chances where the seat has won."""
        return [float(seat == self.seat) for seat in range(self.match.seats)]

    def shared(self, code: int, value: float) -> list[float]:
        """What a move is worth to all seats: the others share the rest as was found when it was looked at by itself."""
        found = self.beside[code].values() if code in self.beside else []
        rest = sum(found) - found[self.seat] if found else 0.0
        if rest <= 0:
            return spread(value, self.seat, self.match.seats)
        return [value if seat == self.seat else each * (1 - value) / rest for seat, each in enumerate(found)]

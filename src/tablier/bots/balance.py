"""Whether a board is fair: bots of one level play on it against each other, and how it went is counted."""

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablier.bots.bot import Bot
from tablier.core.match import Match

CONFIDENT = 1.96  # standard deviations within which the truth lies 95 times of 100
SEEDS = 2**31
LEVEL = 4  # of bots that are quick, and no longer blind


class Result(NamedTuple):
    """How a game ended: a score per seat, and how many turns it took."""

    scores: Sequence[float]
    turns: int


def played(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    level: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> list[Result]:
    """Games between bots of a level, begun for so many seconds: each is played to its end, or long ones would lack."""
    end = clock() + seconds
    results = [one_game(game, seats, options, level)]
    while clock() < end:
        results.append(one_game(game, seats, options, level))
    return results


def one_game(game: str, seats: int, options: Mapping[str, Any], level: int) -> Result:
    """A whole game."""
    seed = random.randrange(SEEDS)
    match, bot = Match(game, seats, options, seed), Bot(game, level=level, seed=seed)
    while match.outcome is None:
        if match.actor == "chance":
            match.roll()
        else:
            match.play(bot.choose(match))
    return Result(match.outcome.scores, int(match.position()["turns"]))


@dataclass(frozen=True)
class Share:
    """How much of the points a seat has won, and where the truth lies."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Balance:
    """What many games have shown."""

    games: int
    seats: Sequence[Share]
    draws: float  # of all games
    turns: float  # of a game, on average
    shortest: int
    longest: int

    @property
    def favoured(self) -> int | None:
        """The seat that certainly wins more than its share, if there is one."""
        return next((seat for seat, won in enumerate(self.seats) if won.low > 1 / len(self.seats)), None)


class Finding(NamedTuple):
    """What is known so far, and how much of the time is over, from 0 to 1."""

    balance: Balance
    progress: float


def balance(results: Sequence[Result]) -> Balance:
    """All games together; there must be some."""
    number, seats = len(results), len(results[0].scores)
    shares = [sum(result.scores[seat] for result in results) / number for seat in range(seats)]
    drawn = sum(min(result.scores) == max(result.scores) for result in results)
    turns = [result.turns for result in results]
    lengths = sum(turns) / number, min(turns), max(turns)
    return Balance(number, [Share(share, *around(share, number)) for share in shares], drawn / number, *lengths)


def around(share: float, number: int) -> tuple[float, float]:
    """Where a share lies that was seen in so many games, with 95 per cent confidence (Wilson's interval)."""
    if not number:
        return 0.0, 1.0
    square = CONFIDENT**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    spread = CONFIDENT * math.sqrt(share * (1 - share) / number + square / (4 * number**2)) / (1 + square / number)
    return max(0.0, middle - spread), min(1.0, middle + spread)

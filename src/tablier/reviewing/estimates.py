"""What a search of bounded effort finds in a position: everybody's chances, and the moves of whoever decides."""

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablier.bots import nodes
from tablier.bots.bot import line, spread
from tablier.bots.branch import child, graft
from tablier.bots.levels import LEVELS
from tablier.bots.search import Search, as_chances, strong_search
from tablier.core.contract import NOBODY
from tablier.core.engine import Engine
from tablier.core.errors import BadOption
from tablier.core.records import Bytes

GRAIN = 2**20  # chances are whole multiples of its inverse, so that sums of them have no rounding errors
DEFAULT_LEVEL, HIGHEST_LEVEL = 6, 7  # the levels that think in simulations, the same on every machine
NAMED = 3  # moves that are named, best first
BOLDNESS = 0.25  # how far what is told lies from all simulations towards those of the best move; measured
NETWORK_BOLDNESS = 0.0  # the same where a network judges
FRESH = 2  # at least one in so many simulations is made at the position itself

Odds = tuple[float, ...]
"""Somebody's chances to win for every seat, as far as they can be told."""


class Effort(NamedTuple):
    """How much is thought about each position: simulations, and positions looked at for a forced win."""

    simulations: int
    foresight: int


class Candidate(NamedTuple):
    """A move that a search has looked at: its code, the chance to win of whoever makes it, and how often."""

    code: int
    chance: float
    visits: int


class Subtree(NamedTuple):
    """A node of a tree that an earlier search has grown, and who made the move to it."""

    tree: Bytes
    node: int
    mover: int

    def towards(self, move: int, mover: int) -> "Subtree | None":
        """The branch that a move leads to, if the search has looked at it."""
        found = child(self.tree, self.node, move)
        return None if found == nodes.NO_NODE else Subtree(self.tree, found, mover)


@dataclass(frozen=True)
class Estimate:
    """Everybody's chances, the moves looked at, best first, the line expected, and whether a win is certain."""

    chances: Odds
    moves: tuple[Candidate, ...] = ()
    line: tuple[str, ...] = ()
    certain: str = ""  # "now" within this turn, "force" by force

    @property
    def best(self) -> int | None:
        """The code of the best move."""
        return self.moves[0].code if self.moves else None


def effort(engine: Engine, level: int | None, simulations: int | None) -> Effort:
    """What a level, or a number of simulations, comes to in a game."""
    if level is not None and (type(level) is not int or not 1 <= level <= HIGHEST_LEVEL):
        raise BadOption("core.bot.level", given=repr(level), last=HIGHEST_LEVEL)
    if simulations is not None and (type(simulations) is not int or simulations <= 0):
        raise BadOption("core.bot.limit", name="simulations", given=repr(simulations))
    chosen = LEVELS[DEFAULT_LEVEL if level is None else level]
    advice = engine.game.advice
    eased = chosen.eased(advice.EFFORT * advice.SEAT_EFFORT.get(engine.seats, 1.0)).simulations
    return Effort(eased or 1 if simulations is None else simulations, chosen.foresight)


def rounded(chances: list[float]) -> Odds:
    """Chances as multiples of one over GRAIN."""
    return tuple(round(chance * GRAIN) / GRAIN for chance in chances)


def weighed(parts: list[tuple[float, Odds]]) -> Odds:
    """The mean of chances, each with its weight."""
    total = sum(weight for weight, _ in parts)
    seats = range(len(parts[0][1]))
    return rounded([sum(weight * chances[seat] for weight, chances in parts) / total for seat in seats])


def sure(winner: int, seats: int) -> Odds:
    """The chances when it is certain who wins."""
    return tuple(float(seat == winner) for seat in range(seats))


class Searcher:
    """Searches positions of one game, each with chance of its own, so that the order does not matter."""

    def __init__(self, engine: Engine, effort: Effort, seed: int) -> None:
        self.engine, self.effort, self.seed = engine, effort, seed

    def apart(self) -> "Searcher":
        """The same for another thread: an engine has memory of its own."""
        engine = Engine(self.engine.game, self.engine.seats, self.engine.options)
        return Searcher(engine, self.effort, self.seed)

    def begin(self, known: Bytes, seat: int, key: str, begun: Subtree | None) -> Search:
        """A search from what a seat knows; where nothing is hidden it goes on from what was found before.

        Where something is hidden each seat imagines games of its own, in which even its own move may have taught it
        something else than it did, so a tree of before says too little of what is known now.
        """
        rng = random.Random(f"{self.seed} {key}")
        search = strong_search(self.engine, known, seat, rng.getrandbits(64))
        if begun is not None and not self.engine.game.hidden:
            graft(search, *begun)
        return search

    def glance(self, known: Bytes, seat: int, key: str, begun: Subtree | None = None) -> Odds:
        """The chances in a position that was not reached, by half the effort."""
        if self.engine.actor(known) == NOBODY:
            return self.scores(known)
        search = self.begin(known, seat, key, begun)
        certain, _ = self.certain(search)
        if certain:
            return sure(seat, self.engine.seats)
        self.run(search, max(1, self.effort.simulations // 2))
        return self.told(search)

    def study(self, known: Bytes, seat: int, key: str, begun: Subtree | None = None) -> tuple[Estimate, Search]:
        """All that is found about a position, and the search."""
        search = self.begin(known, seat, key, begun)
        certain, move = self.certain(search)
        self.run(search, self.effort.simulations)
        if certain:
            return self.proved(search, certain, move), search
        return Estimate(self.told(search), self.moves(search), tuple(line(search))), search

    def certain(self, search: Search) -> tuple[str, int]:
        """Whether the seat wins within its turn or by force, and by which move."""
        if self.engine.actor(search.known) != search.seat:
            return "", -1
        now = search.sure_win()
        if now is not None:
            return "now", now
        forced = search.forced_win(self.effort.foresight)
        return ("", -1) if forced is None else ("force", forced)

    def proved(self, search: Search, certain: str, move: int) -> Estimate:
        """The estimate where a win is certain."""
        others = tuple(other for other in self.moves(search) if other.code != move)
        expected = line(search)
        first = self.written(search.known, move)
        told = tuple(expected) if expected[:1] == [first] else (first,)
        return Estimate(sure(search.seat, self.engine.seats), (Candidate(move, 1.0, 0), *others), told, certain)

    def run(self, search: Search, simulations: int) -> None:
        """As many simulations as the effort allows, those counted that an earlier search has made, or half as many."""
        search.run(max(simulations, search.simulations + simulations // FRESH), None)

    def told(self, search: Search) -> Odds:
        """The chances that a search has found.

        All simulations together are too modest about whoever decides, since they try what is bad, and those of the best
        move alone too bold, since in them the others do. At BOLDNESS between them the best moves change nothing on
        average, as they should.
        """
        values, decider = search.values(), self.engine.actor(search.known)
        best = max(search.children(), key=lambda found: found[1:3], default=None)
        if best is not None and decider == search.seat and best[1]:
            boldness = NETWORK_BOLDNESS if search.judge else BOLDNESS
            share = values[decider] + boldness * max(0.0, best[2] / best[1] - values[decider])
            values = shared_out(values, decider, share)
        return rounded(as_chances(values, search.calibration, search.seat))

    def moves(self, search: Search) -> tuple[Candidate, ...]:
        """The moves that a search has looked at most, the best first."""
        found = sorted(search.children(), key=lambda each: each[1:3], reverse=True)
        return tuple(
            Candidate(code, self.chance(search, score / max(1, visits)), visits) for code, visits, score, _ in found
        )

    def chance(self, search: Search, value: float) -> float:
        """What a move has scored, as the chance to win of whoever makes it."""
        values = spread(value, search.seat, self.engine.seats)
        return rounded(as_chances(values, search.calibration, search.seat))[search.seat]

    def scores(self, state: Bytes) -> Odds:
        """The scores of a game that is over."""
        outcome = self.engine.outcome(state)
        assert outcome is not None
        return rounded(list(outcome.scores))

    def written(self, state: Bytes, move: int) -> str:
        """The notation of a move."""
        notation: Any = self.engine.game.notation
        return str(notation.write(self.engine.record[0], state[0], move))


def shared_out(values: list[float], seat: int, share: float) -> list[float]:
    """The same values with another one for a seat, the others in proportion."""
    rest = sum(values) - values[seat]
    scale = (1 - share) / rest if rest else 0.0
    return [share if other == seat else value * scale for other, value in enumerate(values)]

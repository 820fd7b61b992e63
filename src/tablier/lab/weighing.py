"""What a move is worth: each one searched by itself, with as many simulations as the others."""

from collections.abc import Sequence
from typing import NamedTuple

from tablier.bots.search import Search, as_chances, strong_plan
from tablier.core.engine import Engine
from tablier.core.records import Bytes


class Weighed(NamedTuple):
    """A move, the chances of whoever makes it, and what others are expected to answer, by its code, if anything."""

    code: int
    chance: float
    replies: tuple[int, ...]


def searched(engine: Engine, known: Bytes, seat: int, simulations: int, seed: int) -> Search:
    """A search from what a seat knows."""
    search = Search(engine, known, seat, strong_plan(engine.game), seed)
    search.run(simulations, None)
    return search


def ranked(search: Search) -> list[int]:
    """The moves that a search has looked at, those most looked at first."""
    return [child[0] for child in sorted(search.children(), key=lambda child: child[1:3], reverse=True)]


def weighed(
    engine: Engine, known: Bytes, seat: int, moves: Sequence[int], move: int, simulations: int, seed: int
) -> Weighed:
    """One of the legal moves, searched by itself."""
    search = Search(engine, known, seat, strong_plan(engine.game), seed)
    search.overlook([other for other in moves if other != move])
    search.run(simulations, None)
    chances = as_chances(search.values(), search.calibration, seat)
    return Weighed(move, chances[seat], tuple(search.line()[1:]))

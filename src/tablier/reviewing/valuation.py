"""Everybody's chances in every position of a game, and what was to be expected of every move.

Each position has one value, so what the moves have changed adds up to the change from the beginning to the end: the
value of a decision is what a search finds, that of dice and cards the mean of what may come of them, each searched by
itself, and that of the end the scores. Where only one move is legal, nothing is decided, and the next value counts.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from tablier.core.contract import CHANCE
from tablier.core.course import Course
from tablier.reviewing.estimates import Estimate, Odds, Searcher, sure
from tablier.reviewing.portions import Glimpse, Portion, Tick, looked, portions

Found = TypeVar("Found")
KnownOdds = tuple[float | None, ...]
"""Chances of every seat, None for those of whom nothing may be told."""


@dataclass
class Valuation:
    """The chances in every position, what was expected of every move, and what its maker could find."""

    chances: list[KnownOdds] = field(default_factory=list)
    expected: list[KnownOdds] = field(default_factory=list)
    estimates: list[Estimate | None] = field(default_factory=list)


def examined(course: Course, searcher: Searcher, cores: int, tick: Tick) -> Valuation:
    """All that can be found about a game; on however many cores, the same."""
    parts = portions(course)
    found = shared([partial(looked, course, searcher.apart(), part, tick) for part in parts], cores)
    return valued(course, parts, found)


def shared(tasks: Sequence[Callable[[], Found]], cores: int) -> list[Found]:
    """What comes of several tasks, in their order, done on so many cores; if one fails, the rest are not begun."""
    pool = ThreadPoolExecutor(cores)
    try:
        return [future.result() for future in [pool.submit(task) for task in tasks]]
    finally:
        pool.shutdown(cancel_futures=True)


def valued(course: Course, parts: Sequence[Portion], found: Sequence[Sequence[Glimpse]]) -> Valuation:
    """The chances in every position, put together from what was found in all portions of a game."""
    glimpses: dict[int, dict[int, Glimpse]] = {}
    for part, seen in zip(parts, found, strict=True):
        glimpses.setdefault(part.seat, {}).update(zip(range(part.first, part.stop), seen, strict=True))
    if not course.engine.game.hidden:
        (whole,) = glimpses.values()
        return openly(course, whole)
    return together(course, {seat: secretly(mine) for seat, mine in glimpses.items()})


def openly(course: Course, glimpses: dict[int, Glimpse]) -> Valuation:
    """The same where everybody knows everything, worked out from the last position."""
    movers = [course.engine.actor(state) for state in course.history]
    looks = {number: each.estimate for number, each in glimpses.items() if each.estimate is not None}
    estimates = kept(course, movers, looks)
    chances: list[Odds] = []
    for number in reversed(range(len(movers))):
        following = chances[-1] if chances else ()
        if number in estimates:
            chances.append(estimates[number].chances)
        else:
            chances.append(glimpses[number].chances(following))
    chances.reverse()
    expected = [chances[number + (mover != CHANCE)] for number, mover in enumerate(movers[:-1])]
    return Valuation([*chances], [*expected], [estimates.get(number) for number in range(len(movers))])


def secretly(glimpses: dict[int, Glimpse]) -> Valuation:
    """A seat's chances by what it knew, and what it could expect of its moves and of chance."""
    chances: list[Odds] = []
    expected: list[KnownOdds] = []
    for number in reversed(range(len(glimpses))):
        glimpse, following = glimpses[number], chances[-1] if chances else ()
        hoped = glimpse.hoped(following)
        chances.append(glimpse.chances(following))
        expected.append(hoped or following)
    estimates = [glimpses[number].estimate for number in range(len(glimpses))]
    return Valuation([*reversed(chances)], expected[:0:-1], estimates)


def kept(course: Course, movers: Sequence[int], estimates: dict[int, Estimate]) -> dict[int, Estimate]:
    """The estimates, with a win that was proved still certain until the winner strays from it or chance has its say."""
    winner, found = None, dict[int, Estimate]()
    for number, mover in enumerate(movers):
        estimate = estimates.get(number)
        if estimate is not None and winner is not None and not estimate.certain:
            estimate = replace(estimate, chances=sure(winner, course.seats))
        if estimate is not None:
            found[number] = estimate
        if estimate is not None and estimate.certain:
            winner = mover if course.codes[number : number + 1] == [estimate.best] else None
        elif mover == CHANCE or (mover == winner and estimate is not None):
            winner = None
    return found


def together(course: Course, walks: dict[int, Valuation]) -> Valuation:
    """What was found from each seat: everybody's chances as they knew them themselves."""
    seats = range(course.seats)
    chances = [own(seats, walks, [walk.chances[number] for walk in walks.values()]) for number in positions(course)]
    expected = [own(seats, walks, [walk.expected[n] for walk in walks.values()]) for n in range(len(course.codes))]
    estimates = [[walk.estimates[number] for walk in walks.values()] for number in positions(course)]
    return Valuation(chances, expected, [next(filter(None, each), None) for each in estimates])


def positions(course: Course) -> range:
    """The numbers of all positions."""
    return range(len(course.history))


def own(seats: range, walks: dict[int, Valuation], told: list[KnownOdds]) -> KnownOdds:
    """Of what was found from several seats, the part of each that is about itself."""
    mine = {seat: found[seat] for seat, found in zip(walks, told, strict=True)}
    return tuple(mine.get(seat) for seat in seats)

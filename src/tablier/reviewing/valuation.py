"""Everybody's chances in every position of a game, and what was to be expected of every move.

Each position has one value, so what the moves have changed adds up to the change from the beginning to the end: the
value of a decision is what a search finds, that of dice and cards the mean of what may come of them, each searched by
itself, and that of the end the scores. Where only one move is legal, nothing is decided, and the next value counts.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, TypeVar

from tablier.core.contract import CHANCE, NOBODY
from tablier.core.course import Course
from tablier.core.engine import Survey
from tablier.reviewing.estimates import Estimate, Odds, Searcher, Subtree, sure, weighed
from tablier.reviewing.guesses import Possible, possible

STRETCH = 12  # positions that share their searches, one going on from the other
Found = TypeVar("Found")
KnownOdds = tuple[float | None, ...]
"""Chances of every seat, None for those of whom nothing may be told."""
Tick = Callable[[], None]
"""Called after each position that was looked at."""


@dataclass
class Valuation:
    """The chances in every position, what was expected of every move, and what its maker could find."""

    chances: list[KnownOdds] = field(default_factory=list)
    expected: list[KnownOdds] = field(default_factory=list)
    estimates: list[Estimate | None] = field(default_factory=list)


def examined(course: Course, searcher: Searcher, cores: int, tick: Tick) -> Valuation:
    """All that can be found about a game; on however many cores, the same."""
    if not course.engine.game.hidden:
        parts = [Stretch(course, searcher.apart(), numbers) for numbers in stretches(len(course.history))]
        return valued(course, shared([partial(part.examined, tick) for part in parts], cores))
    walks = {seat: SecretWalk(course, searcher.apart(), seat) for seat in told_of(course)}
    found = shared([partial(walk.examined, tick) for walk in walks.values()], cores)
    return together(course, dict(zip(walks, found, strict=True)))


def told_of(course: Course) -> Sequence[int]:
    """The seats of whose chances something may be told in a game with secrets."""
    return range(course.seats) if course.viewpoint < 0 else [course.viewpoint]


def work(course: Course) -> int:
    """How many positions are looked at."""
    return len(course.history) * (len(told_of(course)) if course.engine.game.hidden else 1)


def stretches(positions: int) -> Iterator[range]:
    """Parts of a game that are looked at each by itself."""
    for first in range(0, positions, STRETCH):
        yield range(first, min(first + STRETCH, positions))


def shared(tasks: Sequence[Callable[[], Found]], cores: int) -> list[Found]:
    """What comes of several tasks, in their order, done on so many cores; if one fails, the rest are not begun."""
    pool = ThreadPoolExecutor(cores)
    try:
        return [future.result() for future in [pool.submit(task) for task in tasks]]
    finally:
        pool.shutdown(cancel_futures=True)


class Prospected(NamedTuple):
    """What may come of chance: how likely, and the chances then; None for what did come."""

    weight: float
    chances: Odds | None


class Stretch:
    """Some positions of a game in which everybody knows everything; each search goes on from the last."""

    def __init__(self, course: Course, searcher: Searcher, numbers: range) -> None:
        self.course, self.searcher, self.engine, self.numbers = course, searcher, searcher.engine, numbers
        self.estimates: dict[int, Estimate] = {}
        self.outcomes: dict[int, Sequence[Prospected]] = {}
        self.scores: dict[int, Odds] = {}
        self.branch: Subtree | None = None  # of the last search, at the position that comes next

    def examined(self, tick: Tick) -> "Stretch":
        """All its positions looked at, in order."""
        for number in self.numbers:
            self.look(number)
            tick()
        self.branch = None
        return self

    def look(self, number: int) -> None:
        """Look at one position, and go on to the next."""
        survey = self.engine.survey(self.course.history[number])
        played = self.course.codes[number] if number < len(self.course.codes) else None
        if survey.actor == NOBODY:
            self.scores[number] = self.searcher.scores(self.course.history[number])
        elif survey.actor == CHANCE:
            self.outcomes[number] = self.weighed_up(number, survey, played)
        elif played is None or len(survey.moves) > 1:
            self.study(number, survey.actor)
        if self.branch is not None and played is not None:
            self.branch = self.branch.towards(played, survey.actor)

    def study(self, number: int, seat: int) -> None:
        """Search a position in which somebody decides."""
        state, key = self.course.history[number], str(number)
        self.estimates[number], search = self.searcher.study(state, seat, key, self.branch)
        self.branch = Subtree(search.nodes, 0, seat)

    def weighed_up(self, number: int, survey: Survey, played: int | None) -> Sequence[Prospected]:
        """What may come of chance, each searched but for what did come, which is looked at next."""
        found = []
        for move, weight in zip(survey.moves, survey.weights, strict=True):
            chances = None if move == played else self.imagined(number, move)
            found.append(Prospected(weight, chances))
        return found

    def imagined(self, number: int, move: int) -> Odds:
        """The chances after something that did not happen."""
        after = self.engine.after(self.course.history[number], move)
        branch = self.branch.towards(move, CHANCE) if self.branch is not None else None
        return self.searcher.glance(after, max(0, self.engine.actor(after)), f"{number} {move}", branch)


def valued(course: Course, parts: Sequence[Stretch]) -> Valuation:
    """The chances in every position, worked out from the last one."""
    movers = [course.engine.actor(state) for state in course.history]
    estimates = kept(course, movers, {number: each for part in parts for number, each in part.estimates.items()})
    scores = {number: each for part in parts for number, each in part.scores.items()}
    outcomes = {number: each for part in parts for number, each in part.outcomes.items()}
    chances: list[Odds] = []
    for number in reversed(range(len(movers))):
        following = chances[-1] if chances else ()
        if number in outcomes:
            chances.append(weighed([(weight, odds or following) for weight, odds in outcomes[number]]))
        elif number in estimates:
            chances.append(estimates[number].chances)
        else:
            chances.append(scores.get(number, following))
    chances.reverse()
    expected = [chances[number + (mover != CHANCE)] for number, mover in enumerate(movers[:-1])]
    return Valuation([*chances], [*expected], [estimates.get(number) for number in range(len(movers))])


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


class SecretWalk:
    """Through a game in which something is hidden, as one seat knew it at each moment."""

    def __init__(self, course: Course, searcher: Searcher, seat: int) -> None:
        self.course, self.searcher, self.engine, self.seat = course, searcher, searcher.engine, seat
        self.known = [self.engine.concealed(state, seat) for state in course.history]
        self.estimates: list[Estimate | None] = [None] * len(self.known)

    def examined(self, tick: Tick) -> Valuation:
        """The seat's chances by what it knew, and what it could expect of its moves and of chance."""
        movers = [self.engine.actor(state) for state in self.known]
        chances: list[Odds | None] = []
        for number, mover in enumerate(movers):
            chances.append(None if mover == CHANCE else self.look(number, mover))
            tick()
        expected: list[KnownOdds] = []
        for number in reversed(range(len(self.known))):
            following = chances[number + 1] if number + 1 < len(chances) else None
            hoped = self.hoped(number, movers[number], following)
            chances[number] = hoped if chances[number] is None else chances[number]
            expected.append(hoped or following or ())
        return Valuation([told or () for told in chances], expected[:0:-1], self.estimates)

    def look(self, number: int, mover: int) -> Odds:
        """The chances where a seat decides, or at the end."""
        if mover == NOBODY:
            return self.searcher.scores(self.known[number])
        estimate, _ = self.searcher.study(self.known[number], self.seat, f"{number} {self.seat}")
        self.estimates[number] = estimate if mover == self.seat else None
        return estimate.chances

    def hoped(self, number: int, mover: int, following: Odds | None) -> Odds | None:
        """What could be expected of chance, or of a move of the seat that may uncover something; None of others."""
        if mover not in (CHANCE, self.seat) or (mover == self.seat and following is None):
            return None
        played = self.course.codes[number] if mover == self.seat else None
        reached = self.known[number + 1] if following is not None else None
        key = f"{self.searcher.seed} {number} {self.seat}"
        cases = possible(self.engine, self.known[number], self.seat, played, reached, key)
        if following is not None and len(cases) == 1:
            return following
        return weighed([(case.count, self.case(case, number, place, following)) for place, case in enumerate(cases)])

    def case(self, case: Possible, number: int, place: int, following: Odds | None) -> Odds:
        """The chances in something that may come, as it did or as it might have."""
        if case.reached and following is not None:
            return following
        return self.searcher.glance(case.known, self.seat, f"{number} {self.seat} {place}")


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

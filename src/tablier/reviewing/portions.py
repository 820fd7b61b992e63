"""A game in portions, each looked at by itself, in whatever order and process, and always with the same result."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tablier.core.contract import CHANCE, EVERYONE, NOBODY
from tablier.core.course import Course
from tablier.core.engine import Survey
from tablier.reviewing.estimates import NAMED, Candidate, Estimate, Odds, Searcher, Subtree, weighed
from tablier.reviewing.guesses import Possible, possible

STRETCH = 12  # positions that share their searches where nothing is hidden, one going on from the other
Tick = Callable[[], None]
"""Called after each position that was looked at."""


class Portion(NamedTuple):
    """Some positions of a game: as everybody knows them, or as one seat knew them where something is hidden."""

    seat: int
    first: int
    stop: int


class Prospected(NamedTuple):
    """What may come of a move: how likely, and the chances then; None for what did come."""

    weight: float
    chances: Odds | None


class Glimpse(NamedTuple):
    """What was found in one position: by a search, of what may come of its move, or how the game has ended."""

    estimate: Estimate | None = None
    outcomes: Sequence[Prospected] = ()
    told: Odds | None = None  # of whoever does not decide here, or at the end

    def chances(self, following: Odds) -> Odds:
        """The chances here, if those after the move are known."""
        if self.estimate is not None:
            return self.estimate.chances
        return self.told if self.told is not None else self.hoped(following) or following

    def hoped(self, following: Odds) -> Odds | None:
        """What could be expected of the move, if anything could come of it."""
        if not self.outcomes:
            return None
        return weighed([(weight, chances or following) for weight, chances in self.outcomes])


def portions(course: Course) -> list[Portion]:
    """All portions of a game."""
    last = len(course.history)
    seats = told_of(course) if course.engine.game.hidden else [EVERYONE]
    return [Portion(seat, first, min(first + STRETCH, last)) for seat in seats for first in range(0, last, STRETCH)]


def told_of(course: Course) -> Sequence[int]:
    """The seats of whose chances something may be told in a game with secrets."""
    return range(course.seats) if course.viewpoint < 0 else [course.viewpoint]


def work(course: Course) -> int:
    """How many positions are looked at."""
    return sum(portion.stop - portion.first for portion in portions(course))


def looked(course: Course, searcher: Searcher, portion: Portion, tick: Tick = lambda: None) -> list[Glimpse]:
    """What is found in a portion, position by position."""
    look = Stretch(course, searcher) if portion.seat == EVERYONE else SecretStretch(course, searcher, portion.seat)
    found = []
    for number in range(portion.first, portion.stop):
        found.append(look.at(number))
        tick()
    return found


class Stretch:
    """Positions of a game in which everybody knows everything; each search goes on from the last."""

    def __init__(self, course: Course, searcher: Searcher) -> None:
        self.course, self.searcher, self.engine = course, searcher, searcher.engine
        self.branch: Subtree | None = None  # of the last search, at the position that comes next

    def at(self, number: int) -> Glimpse:
        """Look at one position, and go on to the next."""
        survey = self.engine.survey(self.course.history[number])
        played = self.course.codes[number] if number < len(self.course.codes) else None
        found = self.look(number, survey, played)
        if self.branch is not None and played is not None:
            self.branch = self.branch.towards(played, survey.actor)
        return found

    def look(self, number: int, survey: Survey, played: int | None) -> Glimpse:
        """What is found in one position."""
        if survey.actor == NOBODY:
            return Glimpse(told=self.searcher.scores(self.course.history[number]))
        if survey.actor == CHANCE:
            return Glimpse(outcomes=self.weighed_up(number, survey, played))
        if played is None or len(survey.moves) > 1:
            return Glimpse(self.study(number, survey.actor))
        return Glimpse()

    def study(self, number: int, seat: int) -> Estimate:
        """Search a position in which somebody decides."""
        state, key = self.course.history[number], str(number)
        found, search = self.searcher.study(state, seat, key, self.branch)
        self.branch = Subtree(search.nodes, 0, seat)
        return found

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


class SecretStretch:
    """Positions of a game in which something is hidden, as one seat knew them; each is searched by itself."""

    def __init__(self, course: Course, searcher: Searcher, seat: int) -> None:
        self.course, self.searcher, self.engine, self.seat = course, searcher, searcher.engine, seat

    def at(self, number: int) -> Glimpse:
        """Look at one position."""
        known = self.engine.concealed(self.course.history[number], self.seat)
        mover = self.engine.actor(known)
        if mover == NOBODY:
            return Glimpse(told=self.searcher.scores(known))
        if mover == CHANCE:
            return Glimpse(outcomes=self.hoped(number, known, None))
        found, _ = self.searcher.study(known, self.seat, f"{number} {self.seat}")
        if mover != self.seat:
            return Glimpse(told=found.chances)
        played = self.course.codes[number] if number < len(self.course.codes) else None
        return Glimpse(found, () if played is None else self.hoped(number, known, played))

    def hoped(self, number: int, known: Any, played: int | None) -> Sequence[Prospected]:
        """What may come of chance, or of a move of the seat that may uncover something."""
        history = self.course.history
        reached = self.engine.concealed(history[number + 1], self.seat) if number + 1 < len(history) else None
        cases = possible(self.engine, known, self.seat, played, reached, f"{self.searcher.seed} {number} {self.seat}")
        return [Prospected(case.count, self.case(case, number, place)) for place, case in enumerate(cases)]

    def case(self, case: Possible, number: int, place: int) -> Odds | None:
        """The chances in something that may come; None for what did."""
        return None if case.reached else self.searcher.glance(case.known, self.seat, f"{number} {self.seat} {place}")


# As JSON


def plain(found: Sequence[Glimpse]) -> list[Any]:
    """What was found in a portion as JSON data."""
    return [[plain_estimate(each.estimate), list(each.outcomes), each.told] for each in found]


def plain_estimate(found: Estimate | None) -> list[Any] | None:
    """An estimate as JSON data, with the moves that are named."""
    return None if found is None else [found.chances, found.moves[:NAMED], found.line, found.certain]


def glimpsed(data: Sequence[Any]) -> list[Glimpse]:
    """The same as it was before."""
    return [
        Glimpse(
            estimated(estimate),
            [Prospected(weight, None if chances is None else tuple(chances)) for weight, chances in outcomes],
            None if told is None else tuple(told),
        )
        for estimate, outcomes, told in data
    ]


def estimated(data: Sequence[Any] | None) -> Estimate | None:
    """An estimate as it was before, but for moves that nobody names."""
    if data is None:
        return None
    chances, moves, line, certain = data
    return Estimate(tuple(chances), tuple(Candidate(*move) for move in moves), tuple(line), certain)

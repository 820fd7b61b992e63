"""How much is thought about each position when nobody says how much: in long games less, so that nobody waits long.

What a simulation costs is estimated by its turns and the moves that are legal, and not by the clock, so that the same
game has the same review on every machine.
"""

from tablier.core.contract import NOBODY
from tablier.core.course import Course
from tablier.reviewing.estimates import Effort, Searcher

BUDGET = 2_000_000_000  # turns times legal moves, in all simulations of a game: under a minute on 2 cores
LEAST = 200  # simulations
SAMPLES, TRIES = 8, 4  # positions, and simulations from each


def paced(course: Course, effort: Effort, seed: int) -> Effort:
    """No more effort than the budget allows."""
    searcher = Searcher(course.engine, effort, seed)
    last = len(course.history) - 1
    numbers = sorted({last * sample // SAMPLES for sample in range(SAMPLES)})
    costs = [cost(course, searcher, number) for number in numbers]
    allowed = BUDGET * len(costs) / max(1.0, sum(costs) * len(course.history))
    return effort._replace(simulations=max(min(LEAST, effort.simulations), min(effort.simulations, int(allowed))))


def cost(course: Course, searcher: Searcher, number: int) -> float:
    """What a simulation from a position costs."""
    engine = course.engine
    seat = course.viewpoint if course.viewpoint >= 0 else max(0, engine.actor(course.history[number]))
    known = engine.concealed(course.history[number], seat)
    if engine.actor(known) == NOBODY:
        return 0.0
    search, turns = searcher.begin(known, seat, f"cost {number}", None), 0
    for _ in range(TRIES):
        search.grow(1)
        turns += int(search.state[0].turns) - int(known[0].turns)
    return (1 + turns / TRIES) * len(engine.survey(engine.redealt(known, seat, search.rng)).moves)

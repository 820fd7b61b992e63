"""What a game does to the strengths of all who played it: Glicko-2 for two, OpenSkill for more, on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from tablier.server.ratings.glicko import MIDDLE, Strength, grown, updated

TWO = 2
DAY = 86_400.0
PERIOD = 5 * DAY  # seconds of a rating period
UNSURE = 150.0  # a deviation above which a rating is provisional
POINTS = 42.0  # of a rating that is shown, for one of OpenSkill: whoever is unknown is 1500 ± 350 in both
CENTRE = 25.0  # in OpenSkill, of somebody unknown
WON, DRAWN, LOST = 1.0, 0.5, 0.0


def periods(since: float, now: float) -> float:
    """How many rating periods have passed."""
    return max(0.0, now - since) / PERIOD


def is_provisional(strength: Strength) -> bool:
    """Whether too little is known for a rating to be compared."""
    return strength.deviation > UNSURE


def can_rate(seats: int) -> bool:
    """Whether games of so many can be rated here: for more than two the library has to be installed."""
    return seats == TWO or (seats > TWO and find_spec("openskill") is not None)


def after_game(before: Sequence[Strength], ranks: Sequence[int], idle: Sequence[float]) -> list[Strength]:
    """All strengths after a game; who was idle for how many periods is less sure when it begins."""
    if len(before) == TWO:
        return after_duel(before, ranks, idle)
    return after_round([grown(*one) for one in zip(before, idle, strict=True)], ranks)


def after_duel(before: Sequence[Strength], ranks: Sequence[int], idle: Sequence[float]) -> list[Strength]:
    """Both strengths after a game of two."""
    now = [grown(*one) for one in zip(before, idle, strict=True)]
    scores = [score(ranks[seat], ranks[1 - seat]) for seat in range(TWO)]
    return [updated(before[seat], [(now[1 - seat], scores[seat])], idle[seat]) for seat in range(TWO)]


def score(mine: int, other: int) -> float:
    """What a rank is worth beside another one."""
    return WON if mine < other else LOST if mine > other else DRAWN


def after_round(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """The strengths of three or more after a game, by OpenSkill's model of Plackett and Luce."""
    model = plackett_luce()
    teams = [[model.rating(mu=skill(one.rating), sigma=one.deviation / POINTS)] for one in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Strength(MIDDLE + (one.mu - CENTRE) * POINTS, one.sigma * POINTS) for (one,) in rated]


def skill(rating: float) -> float:
    """A rating as OpenSkill counts."""
    return CENTRE + (rating - MIDDLE) / POINTS


def plackett_luce() -> Any:
    """The model, as its library sets it up; nobody loads it who does not need it."""
    from openskill.models import PlackettLuce

    return PlackettLuce()

"""Swiss tournaments: each round people with the same points meet, and nobody meets anybody twice.

Pairs are made from the top of the standings down. Each gets the best opponent that leaves all others still able to be
paired, which is asked of a matching; so nothing that was decided is ever taken back, and no round is impossible that
need not be. The best opponent has the same points, or as few less as can be; has had the other seat; did not play
somebody with more points a round ago; and stands half of the group away, as upper and lower halves meet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tablier.server.tournaments.bouts import Performance
from tablier.server.tournaments.matching import can_all_be_paired
from tablier.server.tournaments.robin import Encounter

IN_A_ROW, FURTHEST = 2, 2  # games with the same seat running, or more often than with the other one, are enough
FIRST, SECOND = 0, 1
Fit = Mapping[int, Collection[int]]
"""Whom each may meet."""


def paired(field: Sequence[Performance]) -> list[Encounter] | None:
    """The pairs of the next round, of people in the order of the standings; None if there are none any more."""
    for rule in (is_fair, is_new):
        may = {one.number: {other.number for other in field if other is not one and rule(one, other)} for one in field}
        resting = rest_of(field, may)
        waiting = [tally for tally in field if tally is not resting]
        if len(waiting) % 2 == 0 and fits(waiting, may):
            pairs = from_the_top(waiting, may)
            return pairs if resting is None else [*pairs, (resting.number, None)]
    return None


def from_the_top(waiting: list[Performance], may: Fit) -> list[Encounter]:
    """Pairs, each of the first who has none yet and the best opponent for whom all others can be paired too."""
    pairs: list[Encounter] = []
    while waiting:
        one = waiting.pop(0)
        other = next(other for other in preferred(one, waiting, may) if fits(without(waiting, other), may))
        waiting = without(waiting, other)
        pairs.append(seated(one, other))
    return pairs


def rest_of(field: Sequence[Performance], may: Fit) -> Performance | None:
    """Who has nobody to meet: the last in the standings who never had, if all others can be paired then."""
    if len(field) % 2 == 0:
        return None
    fresh = (tally for tally in reversed(field) if not tally.byes)
    return next((tally for tally in fresh if fits(without(field, tally), may)), None)


def without(field: Sequence[Performance], one: Performance) -> list[Performance]:
    """All others."""
    return [tally for tally in field if tally is not one]


def fits(field: Sequence[Performance], may: Fit) -> bool:
    """Whether all can be paired."""
    return can_all_be_paired([tally.number for tally in field], lambda one, other: other in may[one])


def is_new(one: Performance, other: Performance) -> bool:
    """Whether two have not met."""
    return other.number not in one.met


def is_fair(one: Performance, other: Performance) -> bool:
    """Whether two have not met, and can sit so that neither has a seat far too often or a third time running."""
    return is_new(one, other) and any(bears(one, seat) and bears(other, 1 - seat) for seat in (FIRST, SECOND))


def bears(tally: Performance, seat: int) -> bool:
    """Whether somebody can have a seat once more."""
    ahead = tally.seats.count(seat) - tally.seats.count(1 - seat)
    return ahead < FURTHEST and tally.seats[-IN_A_ROW:] != [seat] * IN_A_ROW


def preferred(one: Performance, others: Sequence[Performance], may: Fit) -> list[Performance]:
    """Possible opponents, the best first."""
    group = sum(other.points == one.points for other in others)
    middle = group // 2

    def cost(place: int) -> tuple[float, int, bool, int]:
        other = others[place]
        gap = one.points - other.points
        return gap, clash(one, other), gap > 0 and other.floated, abs(place - middle) if gap == 0 else place

    places = (place for place, other in enumerate(others) if other.number in may[one.number])
    return [others[place] for place in sorted(places, key=cost)]


def clash(one: Performance, other: Performance) -> int:
    """How badly two seats fit two people, whichever way they sit."""
    return min(ahead(one, seat) + ahead(other, 1 - seat) for seat in (FIRST, SECOND))


def ahead(tally: Performance, seat: int) -> int:
    """By how much somebody has had a seat too often."""
    return max(0, tally.seats.count(seat) - tally.seats.count(1 - seat))


def seated(one: Performance, other: Performance) -> Encounter:
    """Who sits first: whoever did less often, then whoever did not last time."""

    def need(tally: Performance) -> tuple[bool, int, bool]:
        balance = tally.seats.count(FIRST) - tally.seats.count(SECOND)
        return not bears(tally, FIRST), balance, tally.seats[-1:] == [FIRST]

    even = need(one) == need(other)
    first = one if (one.number % 2 == 0 if even else need(one) < need(other)) else other
    return (first.number, other.number if first is one else one.number)

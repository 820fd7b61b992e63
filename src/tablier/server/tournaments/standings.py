"""How people stand in a tournament, and by what ties are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablier.server.tournaments.bouts import BOT, LEAGUE, ROBIN, VOID, Performance, Tournament, tallies

BUCHHOLZ, BERGER, WINS, STRENGTH = "buchholz", "berger", "wins", "strength"
BREAKS = {ROBIN: (BERGER, WINS), LEAGUE: (WINS, STRENGTH)}
SWISS_BREAKS = (BUCHHOLZ, BERGER, WINS)
"""What decides between people with the same points, one after the other."""


@dataclass(frozen=True)
class Placing:
    """Somebody's place: ``breaks`` as the kind of tournament has them; who is level in all of them shares a place."""

    place: int
    number: int
    points: float
    breaks: tuple[float, ...]
    wins: int
    draws: int
    losses: int
    active: bool


def breaks_of(kind: str) -> tuple[str, ...]:
    """By what ties are broken in a kind of tournament."""
    return BREAKS.get(kind, SWISS_BREAKS)


def standings(tournament: Tournament) -> list[Placing]:
    """All entrants, the first first."""
    done = tallies(tournament)
    values = {BUCHHOLZ: buchholz(tournament, done), BERGER: berger(tournament, done), STRENGTH: strength(done),
              WINS: [float(tally.wins) for tally in done]}  # fmt: skip
    breaks = [tuple(values[name][tally.number] for name in breaks_of(tournament.plan.kind)) for tally in done]
    worth = [(round(tally.points, 6), *(round(value, 6) for value in breaks[tally.number])) for tally in done]
    order = sorted(range(len(done)), key=lambda number: (*(-value for value in worth[number]), number))
    return [placing(tournament, done[number], breaks[number], 1 + sum(one > worth[number] for one in worth))
            for number in order]  # fmt: skip


def placing(tournament: Tournament, tally: Performance, breaks: tuple[float, ...], place: int) -> Placing:
    """One line of the standings."""
    active = tournament.entrants[tally.number].left is None
    return Placing(place, tally.number, tally.points, breaks, tally.wins, tally.draws, tally.losses, active)


def buchholz(tournament: Tournament, done: Sequence[Performance]) -> list[float]:
    """The points of all opponents; a round without one counts as one with half of a point for each round."""
    middle = len(tournament.rounds) / 2
    return [sum(done[other].points for other in tally.met) + tally.byes * middle for tally in done]


def berger(tournament: Tournament, done: Sequence[Performance]) -> list[float]:
    """Sonneborn and Berger's number: the points of those who were beaten, and half of those with whom one drew."""
    found = [0.0] * len(done)
    for _, bout in tournament.bouts():
        if bout.points is None or bout.how == VOID or BOT in bout.seats or len(bout.seats) == 1:
            continue
        for seat, number in enumerate(bout.seats):
            others = [other for other in bout.seats if other != number]
            found[number] += bout.points[seat] * sum(done[other].points for other in others)
    return found


def strength(done: Sequence[Performance]) -> list[float]:
    """The points of all whom somebody has met, on average."""
    return [sum(done[other].points for other in one.met) / len(one.met) if one.met else 0.0 for one in done]


def in_order(tournament: Tournament) -> list[Performance]:
    """Those who still take part with what they have done, in the order by which the next round is made."""
    done = tallies(tournament)
    return [done[line.number] for line in standings(tournament) if line.active]

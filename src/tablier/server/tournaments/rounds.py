"""The next round of a tournament: who plays whom, as its kind wants it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tablier.server.tournaments import leagues, swiss
from tablier.server.tournaments.bouts import (
    BOT,
    BYE,
    FORFEIT,
    LEAGUE,
    ROBIN,
    TWO,
    Bout,
    Performance,
    Tournament,
    points_of,
)
from tablier.server.tournaments.robin import Encounter, timetable
from tablier.server.tournaments.standings import in_order


def most_rounds(tournament: Tournament) -> int:
    """How many rounds there are: as many as were wished, or as many as are due and can be."""
    plan, count = tournament.plan, len(tournament.entrants)
    if plan.kind == ROBIN:
        return max(1, plan.rounds) * (count - 1 + count % 2)
    due = max(1, (count - 1).bit_length())
    if plan.kind == LEAGUE:
        return plan.rounds or due
    return min(plan.rounds or due, max(1, (count + 1) // 2))


def drawn(tournament: Tournament) -> list[Bout] | None:
    """The games of the next round; None if there is none."""
    if len(tournament.rounds) >= most_rounds(tournament):
        return None
    if tournament.plan.kind == ROBIN:
        return robin(tournament)
    field = order(tournament)
    if tournament.plan.kind == LEAGUE:
        return league(tournament, field)
    pairs = swiss.paired(field) if len(field) >= TWO else None
    return None if pairs is None else [swiss_bout(tournament, pair) for pair in pairs]


def order(tournament: Tournament) -> list[Performance]:
    """Those who still take part in the order of the standings; level ones in one that was drawn once."""
    lots = draw_lots(tournament)
    field = in_order(tournament)
    return sorted(field, key=lambda tally: (-round(tally.points, 6), lots[tally.number]))


def draw_lots(tournament: Tournament) -> list[int]:
    """A number for each entrant, drawn at random from the seed of the tournament."""
    lots = list(range(len(tournament.entrants)))
    random.Random(tournament.seed).shuffle(lots)
    return lots


def robin(tournament: Tournament) -> list[Bout] | None:
    """A round of a timetable; whoever has withdrawn loses by default."""
    active = set(tournament.active)
    if len(active) < TWO:
        return None
    lots = draw_lots(tournament)
    pairs = timetable(len(lots), max(1, tournament.plan.rounds))[len(tournament.rounds)]
    people = sorted(range(len(lots)), key=lots.__getitem__)
    named = [(people[one], None if other is None else people[other]) for one, other in pairs]
    return [robin_bout(tournament, pair, active) for pair in named]


def robin_bout(tournament: Tournament, pair: Encounter, active: set[int]) -> Bout:
    """A game of a round robin, in which a rest is worth nothing, since everybody has one."""
    one, other = pair
    if other is None:
        return bot_bout(one) if tournament.plan.bots and one in active else Bout("", (one,), (0.0,), BYE)
    if one in active and other in active:
        return Bout("", (one, other))
    return Bout("", (one, other), (float(one in active), float(other in active)), FORFEIT)


def swiss_bout(tournament: Tournament, pair: Encounter) -> Bout:
    """A game of a Swiss tournament, in which a rest is worth a point."""
    one, other = pair
    if other is not None:
        return Bout("", (one, other))
    return bot_bout(one) if tournament.plan.bots else Bout("", (one,), (1.0,), BYE)


def bot_bout(one: int) -> Bout:
    """A game against a bot."""
    return Bout("", (one, BOT))


def league(tournament: Tournament, field: Sequence[Performance]) -> list[Bout] | None:
    """A round of tables; who has none gets what a table is worth on average."""
    size, fill = tournament.plan.seats, bool(tournament.plan.bots)
    if len(field) < (TWO if fill else size):
        return None
    tables, resting = leagues.dealt(field, size, fill)
    middle = points_of((0,) * size)[0]
    return [*(Bout("", seats) for seats in tables), *(Bout("", (number,), (middle,), BYE) for number in resting)]

"""What may happen to a tournament, and what follows from it: each step gives the tournament as it is then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tablier.server.authority.checks import followed, spared
from tablier.server.authority.checks import left as left_to_a_bot
from tablier.server.authority.events import DAYS, Event
from tablier.server.authority.making import fresh_name
from tablier.server.authority.prospects import Prospect, prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import ABANDONED, Table
from tablier.server.ratings.counting import decisions, ranks
from tablier.server.tournaments.bouts import (
    CANCELLED,
    FORFEIT,
    LEAGUE,
    NOBODY,
    OPEN,
    OVER,
    ROBIN,
    RUNNING,
    TWO,
    VOID,
    Bout,
    Entrant,
    Round,
    Tournament,
    TournamentPlan,
    points_of,
    with_bout,
)
from tablier.server.tournaments.rounds import drawn

MOST_ENTRANTS = {ROBIN: 20}
USUALLY_MOST = 64
MINUTE = 60.0
SHOW_UP = 10 * MINUTE  # seconds in which one has to come to a table with a live clock
SHOW_UP_SOON = 3 * MINUTE  # the same where everybody has less time than that for a whole game


def most_entrants(kind: str) -> int:
    """How many may take part at the most."""
    return MOST_ENTRANTS.get(kind, USUALLY_MOST)


def fewest_entrants(plan: TournamentPlan) -> int:
    """How many it takes at the least."""
    return plan.seats if plan.kind == LEAGUE and not plan.bots else TWO


def patience(plan: TournamentPlan) -> float:
    """How many seconds one has to come to one's table: by correspondence, as long as a turn."""
    if plan.clock.kind == DAYS:
        return plan.clock.first
    return SHOW_UP if plan.clock.first > SHOW_UP_SOON else SHOW_UP_SOON


# People


def joined(tournament: Tournament, person: str) -> Tournament:
    """Somebody takes part."""
    number = tournament.number_of(person)
    if number is not None and tournament.entrants[number].expelled:
        raise Refused("server.tournament.expelled", 403)
    if number is not None and tournament.entrants[number].left is None:
        return tournament
    if tournament.state != OPEN:
        raise Refused("server.tournament.begun")
    if len(tournament.active) >= tournament.plan.most:
        raise Refused("server.tournament.full")
    return replace(tournament, entrants=(*tournament.entrants, Entrant(person)))


def withdrawn(tournament: Tournament, person: str) -> Tournament:
    """Somebody does not take part any more."""
    number = tournament.number_of(person)
    if number is None or tournament.entrants[number].left is not None:
        return tournament
    refuse_ended(tournament)
    if tournament.state == OPEN:
        entrants = (entrant for entrant in tournament.entrants if entrant.person != person)
        return replace(tournament, entrants=tuple(entrants))
    return gone(tournament, [number])


def expelled(tournament: Tournament, number: int) -> Tournament:
    """The organiser does not let somebody take part any more."""
    refuse_ended(tournament)
    if number not in range(len(tournament.entrants)):
        raise Refused("server.tournament.nobody", 404)
    return gone(tournament, [number], expelled=True)


def gone(tournament: Tournament, numbers: Collection[int], expelled: bool = False) -> Tournament:
    """Some entrants take part no more after the rounds that there are."""
    last = len(tournament.rounds)
    entrants = tuple(
        replace(entrant, left=last if entrant.left is None else entrant.left, expelled=expelled or entrant.expelled)
        if number in numbers
        else entrant
        for number, entrant in enumerate(tournament.entrants)
    )
    return replace(tournament, entrants=entrants)


def cancelled(tournament: Tournament, now: float, why: str = "organiser") -> Tournament:
    """There is no tournament any more; games that run go on for themselves."""
    refuse_ended(tournament)
    return replace(tournament, state=CANCELLED, ended=now, why=why)


def refuse_ended(tournament: Tournament) -> None:
    """Refuse what cannot be done any more."""
    if tournament.state in (OVER, CANCELLED):
        raise Refused("server.tournament.over")


def started(tournament: Tournament) -> Tournament:
    """The tournament begins, whether or not it is due."""
    if tournament.state != OPEN:
        raise Refused("server.tournament.begun")
    if len(tournament.active) < fewest_entrants(tournament.plan):
        raise Refused("server.tournament.few", 422, least=fewest_entrants(tournament.plan))
    entrants = tuple(entrant for entrant in tournament.entrants if entrant.left is None)
    return replace(tournament, state=RUNNING, entrants=entrants)


# What follows


def advanced(tournament: Tournament, now: float, by: str) -> Tournament:
    """A tournament with all that is due: its beginning, the next round, its end. ``by``: who will make the tables."""
    if tournament.state == OPEN and is_due(tournament, now):
        few = len(tournament.active) < fewest_entrants(tournament.plan)
        tournament = cancelled(tournament, now, "few") if few else started(tournament)
    while tournament.state == RUNNING and all(one.is_over for one in tournament.rounds[-1:]):
        tournament = next_round(tournament, now, by)
    return tournament


def is_due(tournament: Tournament, now: float) -> bool:
    """Whether a tournament begins by itself now."""
    plan = tournament.plan
    return len(tournament.active) >= plan.most or (plan.at is not None and now >= plan.at)


def next_round(tournament: Tournament, now: float, by: str) -> Tournament:
    """The next round with names for its tables, or the end."""
    bouts = drawn(tournament)
    if bouts is None:
        return replace(tournament, state=OVER, ended=now)
    named = tuple(replace(bout, table=fresh_name()) if bout.points is None else bout for bout in bouts)
    made = all(bout.points is not None for bout in named)
    return replace(tournament, rounds=(*tournament.rounds, Round(now, named, made=made)), maker_of_tables=by, since=now)


def last_round(tournament: Tournament, made: bool | None = None, seen: bool | None = None) -> Tournament:
    """A tournament of whose last round is noted that its tables are there, or that all have come who will."""
    last = tournament.rounds[-1]
    last = replace(last, made=last.made if made is None else made, seen=last.seen if seen is None else seen)
    return replace(tournament, rounds=(*tournament.rounds[:-1], last))


def unfinished(tournament: Tournament) -> list[Bout]:
    """The games that are still played."""
    if tournament.state != RUNNING:
        return []
    return [bout for one in tournament.rounds[-1:] for bout in one.bouts if bout.points is None]


def reported(tournament: Tournament, table: str, points: Sequence[float], how: str) -> Tournament:
    """A game has its points; those that it has had before stay."""
    bout = next((bout for bout in unfinished(tournament) if bout.table == table), None)
    if bout is None or len(points) != len(bout.seats):
        return tournament
    return with_bout(tournament, table, replace(bout, points=tuple(points), how=how))


# What tables tell


def result_of(table: Table) -> tuple[tuple[float, ...], str]:
    """The points of a table that is over, and how they came about."""
    seats = len(table.seats)
    if table.outcome is None:
        return ((0.0,) * seats, NOBODY) if table.abandoned else (points_of((0,) * seats), VOID)
    unplayed = table.match.ending is not None and not decisions(table)
    return points_of(ranks(table)), FORFEIT if unplayed else ""


def absent(table: Table) -> list[int]:
    """The seats whose people have not come to a table."""
    return [] if table.over else list(table.unsealed)


def without_absent(table: Table, now: float) -> Prospect:
    """A table at which nobody is waited for any more: who has not come gives up, and who has gone again plays on."""
    missing = absent(table)
    if not missing:
        events = spares(table, now)
        return followed(table, events, now) if events else prospect(table, [])
    if len(missing) == sum(seat.place.kind != "bot" for seat in table.seats) or alone(table) is not None:
        return prospect(table, [Event(ABANDONED, now)])
    return given_up(table, missing, now)


def alone(table: Table) -> tuple[float, ...] | None:
    """The points at a table of more than two to which a single person has come, if that is so."""
    missing, people = absent(table), [seat.place.kind != "bot" for seat in table.seats]
    if len(table.seats) == TWO or sum(people) - len(missing) != 1 or not missing:
        return None
    return points_of(tuple(int(seat in missing or not person) for seat, person in enumerate(people)))


def spares(table: Table, now: float) -> list[Event]:
    """The server's parts in the dice for those who have promised theirs and are not there to give it."""
    return [] if table.over else [spared(table, seat, now) for seat in table.unsalted]


def given_up(table: Table, seats: Sequence[int], now: float) -> Prospect:
    """A table at which seats are given up, one after the other."""
    events, after = list[Event](), table
    for seat in seats:
        if after.seats[seat].is_person and not after.over:
            ahead = left_to_a_bot(after, Event("resign", now, seat), now)
            events, after = [*events, *ahead.events], ahead.table
    return Prospect(events, after)

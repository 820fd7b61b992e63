"""A tournament as it is told: names in the place of numbers' owners, the rounds, the standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablier.server.tournaments.bouts import BOT, Bout, Tournament
from tablier.server.tournaments.rounds import most_rounds
from tablier.server.tournaments.standings import Placing, breaks_of, standings

DIGITS = 2  # of points and of what breaks ties


def address(tournament: Tournament) -> str:
    """The page of a tournament."""
    return f"/tournaments/{tournament.id}"


def summed(tournament: Tournament) -> dict[str, Any]:
    """A tournament in a list."""
    plan = tournament.plan
    return {
        "tournament": tournament.id,
        "url": address(tournament),
        "name": plan.name,
        "game": plan.game,
        "kind": plan.kind,
        "seats": plan.seats,
        "state": tournament.state,
        "people": len(tournament.active),
        "most": plan.most,
        "round": len(tournament.rounds),
        "rounds": most_rounds(tournament) if tournament.entrants else 0,
        "at": plan.at,
        "rated": plan.rated,
        "listed": plan.listed,
    }


def told(tournament: Tournament, names: Sequence[str], person: str) -> dict[str, Any]:
    """A tournament with all that has happened, for somebody."""
    entrants = [
        {"number": number, "name": names[number], "active": one.left is None, "expelled": one.expelled}
        for number, one in enumerate(tournament.entrants)
    ]
    return summed(tournament) | {
        "entrants": entrants,
        "played": [[game(bout) for bout in one.bouts] for one in tournament.rounds],
        "standings": [line(placing) for placing in standings(tournament)],
        "breaks": list(breaks_of(tournament.plan.kind)),
        "you": tournament.number_of(person),
        "organiser": tournament.maker == person,
    }


def game(bout: Bout) -> dict[str, Any]:
    """A game."""
    return {
        "url": f"/t/{bout.table}" if bout.table else None,
        "entrants": [None if number == BOT else number for number in bout.seats],
        "points": None if bout.points is None else [round(value, DIGITS) for value in bout.points],
        "how": bout.how,
    }


def line(placing: Placing) -> dict[str, Any]:
    """A line of the standings."""
    return {
        "place": placing.place,
        "entrant": placing.number,
        "points": round(placing.points, DIGITS),
        "breaks": [round(value, DIGITS) for value in placing.breaks],
        "wins": placing.wins,
        "draws": placing.draws,
        "losses": placing.losses,
    }

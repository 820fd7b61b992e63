"""Ratings as they are told: in lists, at a table, of a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablier.core import registry
from tablier.core.words import word
from tablier.server.authority.table import Table
from tablier.server.people.persons import Person
from tablier.server.ratings.book import Ratings, people_fault
from tablier.server.ratings.counting import CLOCKS, Division, division_from, division_of, fault, planned_fault
from tablier.server.ratings.rated import Rated, handle, shown
from tablier.server.ratings.strengths import is_provisional

MOST = 100  # lines of a list


def known_division(key: str) -> Division | None:
    """A division by its name, if there can be one."""
    game, _, rest = key.partition(".")
    seats, _, clock = rest.partition(".")
    fits = game in registry.keys() and clock in CLOCKS and len(seats) == 1 and seats.isdecimal()  # noqa: SIM118
    return Division(game, int(seats), clock) if fits and int(seats) in registry.load(game).seats else None


def division_told(division: Division, language: str) -> dict[str, Any]:
    """A division, and what it is called."""
    return {
        "division": division.key,
        "game": division.game,
        "seats": division.seats,
        "clock": division.clock,
        "name": called(division, language),
        "url": f"/ratings/{division.path}",
    }


def called(division: Division, language: str) -> str:
    """What a division is called."""
    clock = word(f"server.rating.clock.{division.clock}")
    game = word(f"{division.game}.name")
    return word("server.rating.division", game=game, seats=division.seats, clock=clock).say(language)


async def leaders(ratings: Ratings, division: Division, now: float) -> list[dict[str, Any]]:
    """Those with the highest ratings; who is not sure any more has no place."""
    found, lines = await ratings.leaders(division.key, MOST), list[dict[str, Any]]()
    for person, rated in found:
        who, strength = await ratings.people.person(person), rated.now(now)
        if who is not None and not is_provisional(strength):
            lines.append(line(len(lines) + 1, person, who.name, division, rated, now))
    return lines


def line(place: int, person: str, name: str, division: Division, rated: Rated, now: float) -> dict[str, Any]:
    """A line of a list."""
    url = f"/ratings/{division.path}/{handle(person)}"
    told = {"place": place, "person": handle(person), "name": name, "games": rated.games, "url": url}
    return told | shown(rated.now(now), rated.games)


async def of_person(ratings: Ratings, name: str, now: float, language: str) -> dict[str, Any] | None:
    """All ratings of somebody, if there is somebody of that handle."""
    person = await ratings.named(name)
    who = None if person is None else await ratings.people.person(person)
    if who is None:
        return None
    found = [
        division_told(division_from(key), language) | {"games": rated.games} | shown(rated.now(now), rated.games)
        for key, rated in await ratings.ratings_of(who.id)
    ]
    return {"person": name, "name": who.name, "ratings": found}


async def at_table(ratings: Ratings, table: Table, now: float, language: str) -> dict[str, Any]:
    """What a table means for ratings: who has which, what it did to them, why it does not count."""
    division, setup = division_of(table.setup), table.setup
    people = [await ratings.person_at(seat.owners) for seat in table.seats]
    changed = {one["person"]: round(one["after"]) - round(one["before"]) for one in await ratings.changes(setup.table)}
    seats = []
    for number, person in enumerate(people):
        if person is not None:
            rated = await ratings.rated(division.key, person.id)
            told = {"seat": number, "url": f"/ratings/{division.path}/{handle(person.id)}"}
            told |= shown(rated.now(now), rated.games)
            seats.append(told | ({"change": changed[person.id]} if person.id in changed else {}))
    why = uncounted(table, people) if setup.rated and not changed else ""
    return {"rated": setup.rated, "why": why and word(f"server.rating.never.{why}").say(language), "seats": seats}


def uncounted(table: Table, people: Sequence[Person | None]) -> str:
    """Why a table that should be rated will not be, or was not, in a word."""
    why = planned_fault(table.setup) or (fault(table) if table.over else "")
    taken = all(seat.owners for seat in table.seats)
    return why or (people_fault(people) if taken else "")

"""Leavers: who has gone from a table with a clock, and when a bot takes their seat, by a vote or by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablier.server.authority import limits
from tablier.server.authority.events import BY_ITSELF, DAYS
from tablier.server.authority.table import Table


class Ballot(NamedTuple):
    """A vote about a seat: how many want a bot there, and of how many it takes."""

    seat: int
    yes: int
    needed: int


def follows(table: Table) -> bool:
    """Whether a table follows who is there: while one with a live clock runs."""
    plan = table.setup.clock
    return plan is not None and plan.kind != DAYS and not table.over and not table.waiting


def gone(table: Table) -> dict[int, float]:
    """The seats of people who have gone, and since when."""
    if table.clocks is None:
        return {}
    return {
        seat: since for seat, since in enumerate(table.clocks.gone) if since is not None and table.seats[seat].is_person
    }


def people(table: Table) -> list[frozenset[str]]:
    """Those who play, each by the visitors that they are; several seats of one are one."""
    owners = (frozenset(seat.owners) for seat in table.seats if seat.is_person and seat.owners)
    return list(dict.fromkeys(owners))


def electorate(table: Table, seat: int) -> list[frozenset[str]]:
    """Who may vote about a seat: all others who are there."""
    absent = {frozenset(table.seats[other].owners) for other in gone(table)}
    return [who for who in people(table) if who not in absent and not who & set(table.seats[seat].owners)]


def patience(table: Table, seat: int) -> float:
    """After how many seconds the others may decide about a seat: one alone waits longer."""
    return limits.GONE_ALONE if len(electorate(table, seat)) == 1 else limits.GONE_SEVERAL


def open_seats(table: Table, now: float) -> list[int]:
    """The seats about which may be decided."""
    if not follows(table):
        return []
    return [seat for seat, since in gone(table).items() if now - since >= patience(table, seat)]


def voted(table: Table, seat: int) -> set[frozenset[str]]:
    """Those who want a bot to take a seat."""
    votes = () if table.clocks is None else table.clocks.votes
    there = set(electorate(table, seat))
    return {frozenset(table.seats[by].owners) for by, to in votes if to == seat} & there


def ballot(table: Table, seat: int) -> Ballot:
    """How a vote stands: more than half of those who are there have to want it."""
    return Ballot(seat, len(voted(table, seat)), len(electorate(table, seat)) // 2 + 1)


def open_to(table: Table, visitor: str, now: float) -> list[int]:
    """The seats that a visitor could vote about and has not."""
    if not table.active_of(visitor):
        return []
    return [
        seat
        for seat in open_seats(table, now)
        if visitor not in table.seats[seat].owners and not any(visitor in who for who in voted(table, seat))
    ]


def goes_by_itself(table: Table, now: float) -> list[int]:
    """The seats that a bot takes now without a vote, at a table that is set up so."""
    plan = table.setup.clock
    if plan is None or plan.leavers != BY_ITSELF or not follows(table):
        return []
    return [seat for seat, since in gone(table).items() if now - since >= limits.GONE_FOR_GOOD]


def moments(table: Table) -> Iterable[float]:
    """When something about leavers changes by time alone."""
    if follows(table):
        for seat, since in gone(table).items():
            yield since + patience(table, seat)
            yield since + limits.GONE_FOR_GOOD

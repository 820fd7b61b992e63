"""Which games count for ratings, for which of them, and with which ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablier.server.authority.events import DAYS, ClockPlan, Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.seats import Seat
from tablier.server.authority.table import Table
from tablier.server.ratings.strengths import can_rate

NONE, FAST, SLOW, MAIL = "none", "fast", "slow", "mail"
CLOCKS = (NONE, FAST, SLOW, MAIL)
"""Classes of clocks: none, live and fast, live and slow, by correspondence."""
LONG = 600.0  # seconds that a seat has on the whole, from which on a live clock is slow
TURNS = 40  # of a game, in which a clock's seconds for each turn are counted
ENOUGH = 2  # decisions for each seat, without which a game counts only if the rules end it
LEFT = ("resigned", "resigned_bot", "flagged", "flagged_bot", "handed")


@dataclass(frozen=True)
class Division:
    """Games whose ratings can be compared: of one game, with so many seats, by a class of clocks."""

    game: str
    seats: int
    clock: str

    @property
    def key(self) -> str:
        """Its name, under which ratings are kept."""
        return f"{self.game}.{self.seats}.{self.clock}"

    @property
    def path(self) -> str:
        """The end of the address of its page."""
        return f"{self.game}/{self.seats}/{self.clock}"


@dataclass(frozen=True)
class Played:
    """A game that is over: its division, how the seats ended, and why it does not count, if it does not."""

    table: str
    division: Division
    ranks: tuple[int, ...]
    at: float
    fault: str = ""


def clock_class(plan: ClockPlan | None) -> str:
    """The class of a clock, by what a seat has for a game of forty turns."""
    if plan is None:
        return NONE
    if plan.kind == DAYS:
        return MAIL
    return FAST if plan.first + TURNS * plan.more < LONG else SLOW


def division_of(setup: Setup) -> Division:
    """For which ratings a table counts, if it does."""
    return Division(setup.game, len(setup.places), clock_class(setup.clock))


def division_from(key: str) -> Division:
    """A division from its name."""
    game, seats, clock = key.rsplit(".", 2)
    return Division(game, int(seats), clock)


def played(table: Table) -> Played:
    """A table that is over, as ratings see it."""
    return Played(table.setup.table, division_of(table.setup), ranks(table), table.latest, fault(table))


def fault(table: Table) -> str:
    """Why a game that is over does not count, in a word; empty if it does."""
    if table.outcome is None or table.abandoned or table.closed:
        return "abandoned"
    if table.hinting or table.match.hints or happened(table, "hint"):
        return "hints"
    if any(seat.handed for seat in table.seats) or happened(table, "hand_over"):
        return "bots"
    if table.match.ending is not None and decisions(table) < ENOUGH * len(table.seats):
        return "short"
    return planned_fault(table.setup)


def happened(table: Table, kind: str) -> bool:
    """Whether some seat has done something, even if it was taken back."""
    return any(what == kind for what, _ in table.often)


def decisions(table: Table) -> int:
    """How many moves were made that were no dice."""
    return sum(actor >= 0 for actor in table.actors)


def planned_fault(setup: Setup) -> str:
    """Why a table cannot count, as it was set up, in a word."""
    if not setup.rated:
        return "choice"
    if setup.start is not None:
        return "start"
    return seats_fault([place.kind for place in setup.places])


def countable(setup: Setup) -> Setup:
    """A table as it was set up; refused if it should be rated and never could."""
    fault = planned_fault(setup) if setup.rated else ""
    if fault:
        raise Refused(f"server.rating.never.{fault}", 422)
    return setup


def seats_fault(kinds: Sequence[str]) -> str:
    """Why seats that are set up so cannot count, in a word."""
    if "bot" in kinds:
        return "bots"
    if "here" in kinds:
        return "here"
    return "" if can_rate(len(kinds)) else "library"


def ranks(table: Table) -> tuple[int, ...]:
    """How the seats ended, 0 for the first: who left is behind all who stayed, and the earlier the further."""
    if table.outcome is None:
        return (0,) * len(table.seats)
    gone = list(dict.fromkeys(leaving(table)))
    worth = [
        (0, gone.index(number) if number in gone else -1) if has_left(seat) else (1, scored)
        for number, (seat, scored) in enumerate(zip(table.seats, table.outcome.scores, strict=True))
    ]
    return tuple(sum(other > mine for other in worth) for mine in worth)


def has_left(seat: Seat) -> bool:
    """Whether a bot plays on for somebody, or nobody does."""
    return seat.resigned or seat.flagged or seat.handed


def leaving(table: Table) -> Iterable[int]:
    """The seats that were given up, ran out of time or were handed over, in this order."""
    return (note.seat or 0 for note in table.notes if note.key in LEFT)

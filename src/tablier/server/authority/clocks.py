"""The clocks of a table, worked out from its events and their moments alone, so the same events give the same clocks.

One clock runs at a time: that of the person whose turn it is. A turn is all that one seat decides until another seat
does; dice and cards take no time, and neither do bots. Times are seconds, moments those of the events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

from tablier.server.authority.events import DAYS, DELAY, FISCHER, ClockPlan, Event
from tablier.server.authority.limits import DAY

MOST_LAG = 0.5  # seconds that a move is given back for its way to the server
ALL_LAG = 20.0  # seconds that a seat is given back for that in a whole game
FLOOR = 5.0  # seconds that are left to whoever has moves taken back, if they had so many
DIGITS = 3  # of seconds that are kept

Value = TypeVar("Value")


@dataclass(frozen=True)
class Clocks:
    """The clocks of all seats after some event; lists go by seat."""

    plan: ClockPlan
    left: tuple[float, ...]  # what each seat had when its turn began
    rest: tuple[float, ...]  # holidays left
    lagged: tuple[float, ...]  # given back so far for the way of moves
    resting: tuple[float | None, ...]  # since when on holiday
    gone: tuple[float | None, ...]  # since when nobody of the seat is connected
    turn: int | None = None  # the seat whose turn it is
    person: bool = False  # whether a person plays there
    running: bool = False
    since: float = 0.0  # up to which moment ``spent`` is counted
    spent: float = 0.0  # in this turn
    decided: float = 0.0  # of it, before the last decision
    votes: frozenset[tuple[int, int]] = frozenset()  # seats, and those that they want a bot to take

    @property
    def free(self) -> float:
        """What a turn may take before time is used."""
        return self.plan.more if self.plan.kind == DELAY else 0.0


def begun(plan: ClockPlan, seats: int) -> Clocks:
    """The clocks before anything has happened."""
    nobody = (None,) * seats
    return Clocks(plan, (plan.first,) * seats, (plan.holidays * DAY,) * seats, (0.0,) * seats, nobody, nobody)


# What they show


def starts(clocks: Clocks) -> float:
    """The moment from which time counts that is not counted yet: a holiday comes first."""
    resting = None if clocks.turn is None else clocks.resting[clocks.turn]
    return clocks.since if resting is None else max(clocks.since, resting + clocks.rest[clocks.turn or 0])


def counted(clocks: Clocks, at: float) -> float:
    """What has been used up to a moment and is not in ``spent`` yet."""
    return max(0.0, at - starts(clocks)) if clocks.running else 0.0


def remaining(clocks: Clocks, seat: int, at: float) -> float:
    """What a seat has left at a moment; less than nothing if it has overstepped."""
    if seat != clocks.turn:
        return clocks.left[seat]
    return clocks.left[seat] - max(0.0, clocks.spent + counted(clocks, at) - clocks.free)


def standing_still(clocks: Clocks, at: float) -> float:
    """For how long the clock that runs does not go down yet, by its delay."""
    return max(0.0, clocks.free - clocks.spent - counted(clocks, at)) if clocks.running else 0.0


def out_at(clocks: Clocks) -> float | None:
    """The moment at which the time of the clock that runs is over."""
    if not clocks.running or clocks.turn is None:
        return None
    return starts(clocks) + clocks.left[clocks.turn] + clocks.free - clocks.spent


def allowance(clocks: Clocks, lag: float) -> float:
    """How much of a measured lag is given back to whoever moves now."""
    if clocks.turn is None or clocks.plan.kind == DAYS:
        return 0.0
    return max(0.0, min(lag, MOST_LAG, ALL_LAG - clocks.lagged[clocks.turn]))


def given_back(clocks: Clocks, lag: float, at: float) -> float:
    """What a move is given back that comes now: never more than it took."""
    return round(min(allowance(clocks, lag), counted(clocks, at)), DIGITS)


def is_out(clocks: Clocks, lag: float, at: float) -> bool:
    """Whether the time of the clock that runs is over, compensation included."""
    out = out_at(clocks)
    return out is not None and at >= out + allowance(clocks, lag)


def holiday_left(clocks: Clocks, seat: int, at: float) -> float:
    """How much holiday a seat has left at a moment."""
    begun = clocks.resting[seat]
    return clocks.rest[seat] if begun is None else max(0.0, clocks.rest[seat] - max(0.0, at - begun))


def is_resting(clocks: Clocks, seat: int, at: float) -> bool:
    """Whether a seat is on holiday at a moment."""
    return clocks.resting[seat] is not None and holiday_left(clocks, seat, at) > 0


# What happens to them


def after(clocks: Clocks, event: Event, deciding: int | None, person: bool) -> Clocks:
    """The clocks after an event that has led to a seat that decides, or to none; ``person``: whether a person does."""
    changed = CHANGES.get(event.kind, unchanged)(settled(clocks, event), event)
    if deciding is None:
        return replace(changed, running=False)
    if deciding == clocks.turn:
        return replace(changed, person=person, running=person)
    return replace(passed(changed, event), turn=deciding, person=person, running=person, spent=0.0, decided=0.0)


def settled(clocks: Clocks, event: Event) -> Clocks:
    """The time until an event written down, without what is given back."""
    used = max(0.0, counted(clocks, event.at) - event.given)
    return replace(clocks, spent=clocks.spent + used, since=max(event.at, clocks.since))


def passed(clocks: Clocks, event: Event) -> Clocks:
    """The end of a turn: a move ends it with the increment, taking back without."""
    turn = clocks.turn
    if turn is None:
        return clocks
    if clocks.plan.kind == DAYS:
        return replace(clocks, left=put(clocks.left, turn, clocks.plan.first))
    more = clocks.plan.more if clocks.plan.kind == FISCHER and event.kind == "move" and clocks.person else 0.0
    return replace(clocks, left=put(clocks.left, turn, remaining(clocks, turn, clocks.since) + more))


def withdrawn(clocks: Clocks, actors: Sequence[int], deciding: int | None) -> Clocks:
    """Without the increments of turns that are taken back; ``actors``: who made the moves, the dice included."""
    if clocks.plan.kind != FISCHER:
        return clocks
    seats = [actor for actor in (*actors, deciding) if actor is not None and actor >= 0]
    left = clocks.left
    for seat, following in pairwise(seats):
        if seat != following:
            left = put(left, seat, max(left[seat] - clocks.plan.more, min(left[seat], FLOOR)))
    return replace(clocks, left=left)


def put(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The values of all seats, with another one for a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def unchanged(clocks: Clocks, _: Event) -> Clocks:
    """Nothing but time has passed."""
    return clocks


def moved(clocks: Clocks, event: Event) -> Clocks:
    """Note up to when a decision took, and what its way was given back."""
    clocks = replace(clocks, decided=clocks.spent)
    if clocks.turn is None or not event.given:
        return clocks
    return replace(clocks, lagged=put(clocks.lagged, clocks.turn, clocks.lagged[clocks.turn] + event.given))


def paused(clocks: Clocks, event: Event) -> Clocks:
    """Move holidays and absences on by the time in which there was no server."""
    shift = event.given
    resting = tuple(None if begun is None else begun + shift for begun in clocks.resting)
    gone = tuple(None if left is None else left + shift for left in clocks.gone)
    return replace(clocks, resting=resting, gone=gone)


def holiday(clocks: Clocks, event: Event) -> Clocks:
    """A holiday begins, or ends."""
    seat = event.seat or 0
    rest = put(clocks.rest, seat, holiday_left(clocks, seat, event.at))
    return replace(clocks, rest=rest, resting=put(clocks.resting, seat, event.at if event.yes else None))


def leaving(clocks: Clocks, event: Event) -> Clocks:
    """Nobody of a seat is connected any more."""
    return replace(clocks, gone=put(clocks.gone, event.seat or 0, event.at))


def returning(clocks: Clocks, event: Event) -> Clocks:
    """Somebody of a seat is there again: nobody votes about it any more."""
    seat = event.seat or 0
    votes = frozenset(vote for vote in clocks.votes if vote[1] != seat)
    return replace(clocks, gone=put(clocks.gone, seat, None), votes=votes)


def handed(clocks: Clocks, event: Event) -> Clocks:
    """A bot has a seat: nobody votes about it any more."""
    return replace(clocks, votes=frozenset(vote for vote in clocks.votes if vote[1] != event.seat))


def vote(clocks: Clocks, event: Event) -> Clocks:
    """A seat wants a bot to take another one."""
    return replace(clocks, votes=clocks.votes | {(event.seat or 0, event.to)})


CHANGES: dict[str, Callable[[Clocks, Event], Clocks]] = {
    "move": moved, "paused": paused, "holiday": holiday, "left": leaving, "returned": returning,
    "hand_over": handed, "vote": vote,
}  # fmt: skip
"""What events of certain kinds change, besides the time that has passed."""


# What is kept of them with a game


def after_move(before: Clocks, now: Clocks, event: Event, actor: int) -> tuple[float, float | None]:
    """What a move took, and what the clock of whoever made it showed then; dice and bots have none."""
    if actor < 0 or not before.person:
        return 0.0, None
    took = before.spent + max(0.0, counted(before, event.at) - event.given) - before.decided
    left = remaining(before, actor, event.at) if now.plan.kind == DAYS else remaining(now, actor, now.since)
    return round(took, DIGITS), round(max(0.0, left), DIGITS)


def described(plan: ClockPlan) -> dict[str, Any]:
    """A clock as it stands in a saved game, without what does not belong to its kind."""
    if plan.kind == DAYS:
        return {"kind": plan.kind, "days": plan.first / DAY, "holidays": plan.holidays}
    return {"kind": plan.kind, "minutes": plan.first / 60, "seconds": plan.more}

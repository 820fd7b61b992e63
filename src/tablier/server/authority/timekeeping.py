"""What happens at a table by time: flags fall, seats are left, pauses and holidays begin, answers are left behind."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

from tablier.server.authority import clocks, conditions, leavers, limits
from tablier.server.authority.clocks import Clocks
from tablier.server.authority.events import DAYS, Event
from tablier.server.authority.prospects import Prospect, prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table


def next_moment(table: Table, lag: float, now: float) -> float | None:
    """When something happens here by time alone, or can be decided then; None if nothing does."""
    due = [moment for moment in leavers.moments(table) if moment > now]
    out = None if table.clocks is None or table.over else clocks.out_at(table.clocks)
    if table.clocks is not None and out is not None:
        due.append(out + clocks.allowance(table.clocks, lag))
    return min(due, default=None)


def by_time(table: Table, lag: float, absent: Collection[int], now: float) -> Prospect:
    """What time alone brings: a flag that falls, people who are gone, a seat that a bot takes by itself."""
    if table.clocks is None or table.over:
        return prospect(table, [])
    if clocks.is_out(table.clocks, lag, now):
        return prospect(table, [Event("flag", now, table.clocks.turn)])
    events = [Event("left", now, seat) for seat in absent if may_leave(table, table.clocks, seat)]
    events += [Event("hand_over", now, seat) for seat in leavers.goes_by_itself(table, now)]
    return prospect(table, events)


def may_leave(table: Table, kept: Clocks, seat: int) -> bool:
    """Whether it can be noted that somebody is gone."""
    follows = leavers.follows(table) and not table.is_full and not table.is_spent("left", seat)
    return follows and table.seats[seat].is_person and kept.gone[seat] is None


def returned(table: Table, visitor: str, now: float) -> Prospect:
    """Somebody who was gone and is there again."""
    known = () if table.clocks is None or table.over else enumerate(table.clocks.gone)
    mine = table.seats_of(visitor)
    back = [seat for seat, since in known if since is not None and seat in mine]
    return prospect(table, [Event("returned", now, seat) for seat in back])


def paused(table: Table, outages: Iterable[tuple[float, float]], now: float) -> Prospect:
    """The time in which there was no server, given back to whose clock was running."""
    if table.clocks is None or table.over or table.clocks.turn is None:
        return prospect(table, [])
    since = table.clocks.since
    down = sum(max(0.0, min(end, now) - max(begun, since)) for begun, end in outages)
    given = round(down, clocks.DIGITS)
    return prospect(table, [Event("paused", now, given=given)] if given > 0 else [])


def refuse_late(table: Table, lag: float, now: float) -> float:
    """Refuse a move that comes after its time; what is given back to it otherwise."""
    if table.clocks is None:
        return 0.0
    if clocks.is_out(table.clocks, lag, now):
        raise Refused("server.clock.late")
    return clocks.given_back(table.clocks, lag, now)


def holiday(table: Table, visitor: str, yes: bool, now: float) -> Prospect:
    """A holiday of the visitor that begins or ends: their clock stands still."""
    kept = table.clocks
    if kept is None or kept.plan.kind != DAYS:
        raise Refused("server.holiday.never")
    mine = table.active_of(visitor)
    if yes and not any(clocks.holiday_left(kept, seat, now) > 0 for seat in mine):
        raise Refused("server.holiday.spent")
    changed = [seat for seat in mine if clocks.is_resting(kept, seat, now) != yes]
    return prospect(table, [Event("holiday", now, seat, yes=yes) for seat in changed])


def vote(table: Table, visitor: str, seat: int, now: float) -> Prospect:
    """A vote that a bot takes the seat of somebody who is gone; it does when enough want it."""
    if seat not in leavers.open_to(table, visitor, now):
        raise Refused("server.seat.not_gone", several=int(limits.GONE_SEVERAL), alone=int(limits.GONE_ALONE))
    ahead = prospect(table, [Event("vote", now, table.active_of(visitor)[0], to=seat)])
    found = leavers.ballot(ahead.table, seat)
    if found.yes < found.needed:
        return ahead
    return prospect(table, [*ahead.events, Event("hand_over", now, seat)])


def may_leave_conditions(table: Table, visitor: str) -> bool:
    """Whether a visitor could leave conditional moves here."""
    plan = table.setup.clock
    mine = table.active_of(visitor)
    known = plan is not None and plan.kind == DAYS and not table.hidden
    return known and table.deciding is not None and len(mine) == 1 and table.deciding not in mine


def refuse_conditions(table: Table, visitor: str) -> int:
    """The seat for which a visitor may leave conditional moves; refused if there is none."""
    plan = table.setup.clock
    if plan is None or plan.kind != DAYS:
        raise Refused("server.conditions.never")
    if table.hidden:
        raise Refused("server.conditions.secrets")
    mine = table.active_of(visitor)
    if len(mine) != 1:
        raise Refused("server.conditions.shared")
    if table.deciding in mine:
        raise Refused("server.conditions.your_turn")
    return mine[0]


def leave(table: Table, visitor: str, command: dict[str, Any], now: float) -> Prospect:
    """The conditional moves of the visitor, in the place of those that were left before."""
    seat = refuse_conditions(table, visitor)
    if command["number"] != table.number:
        raise Refused("server.table.stale")
    kept = conditions.checked(table.match, seat, command["lines"])
    if kept == conditions.lines(table.conditions, [seat]):
        return prospect(table, [])
    return prospect(table, [Event("conditions", now, seat, text=json.dumps(kept))])

"""What is told of the clocks of a table: seconds as of the message, from which whoever is told counts down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.core.words import Word, word
from tablier.server.authority import clocks, conditions, leavers
from tablier.server.authority.clocks import Clocks
from tablier.server.authority.events import DAYS
from tablier.server.authority.table import Table

DIGITS = 2  # of seconds that are told


def told(table: Table, visitor: str, now: float) -> dict[str, Any]:
    """What the clocks show now, and the conditional moves of whoever is told."""
    if table.clocks is None:
        return {}
    mine = conditions.lines(table.conditions, table.seats_of(visitor))
    return {"clock": clock(table, table.clocks, now)} | ({"conditions": mine} if mine else {})


def clock(table: Table, kept: Clocks, now: float) -> dict[str, Any]:
    """The clocks of all seats; a bot has none."""
    running = kept.turn if kept.running and not table.over else None
    data: dict[str, Any] = {
        "kind": kept.plan.kind,
        "left": [left(table, kept, seat, now) for seat in range(len(table.seats))],
        "running": running,
    }
    still = 0.0 if running is None else round(clocks.standing_still(kept, now), DIGITS)
    if still:
        data["delay"] = still
    return data | (days(table, kept, now) if kept.plan.kind == DAYS else about_leavers(table, now))


def left(table: Table, kept: Clocks, seat: int, now: float) -> float | None:
    """The seconds of a seat; None where a bot plays that was never somebody's."""
    if table.seats[seat].place.kind == "bot":
        return None
    moment = kept.since if table.over else now
    return round(max(0.0, clocks.remaining(kept, seat, moment)), DIGITS)


def days(table: Table, kept: Clocks, now: float) -> dict[str, Any]:
    """The holidays of all seats, and who takes one."""
    seats = range(len(table.seats))
    if not kept.plan.holidays:
        return {}
    rest = [round(clocks.holiday_left(kept, seat, now)) for seat in seats]
    resting = [seat for seat in seats if clocks.is_resting(kept, seat, now)]
    return {"holidays": rest} | ({"resting": resting} if resting else {})


def about_leavers(table: Table, now: float) -> dict[str, Any]:
    """Who has gone, and how votes about them stand."""
    gone = list(leavers.gone(table)) if leavers.follows(table) else []
    votes = [leavers.ballot(table, seat)._asdict() for seat in leavers.open_seats(table, now)]
    begun = [vote for vote in votes if vote["yes"]]
    return ({"gone": gone} if gone else {}) | ({"votes": begun} if begun else {})


def called(plan: Mapping[str, Any]) -> Word:
    """A clock in words, from how it stands in a saved game."""
    if plan["kind"] == DAYS:
        one = plan["days"] == 1
        return word("server.clock.days_one") if one else word("server.clock.days", days=short(plan["days"]))
    kind = plan["kind"] if plan["seconds"] else "fischer_plain"
    args = {"minutes": short(plan["minutes"])} | ({"seconds": short(plan["seconds"])} if plan["seconds"] else {})
    return word(f"server.clock.{kind}", **args)


def short(value: float) -> str:
    """A number without decimals that say nothing."""
    return f"{round(value, DIGITS):g}"

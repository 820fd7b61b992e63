"""Before the first move: two seats that change places, by agreement of those concerned, and a table that is closed
to strangers again.
"""

from __future__ import annotations

from typing import Any

from tablier.core.contract import SPECTATOR
from tablier.server.authority.events import Event
from tablier.server.authority.matters import Offer
from tablier.server.authority.prospects import Prospect, prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table

SWAP = "swap"


def partners(table: Table, visitor: str) -> list[int]:
    """The seats with which a visitor may change places now."""
    mine = table.active_of(visitor)
    if not mine or not is_early(table):
        return []
    return [seat for seat in range(len(table.seats)) if seat != mine[0] and can_move(table, seat)]


def is_early(table: Table) -> bool:
    """Whether nothing has happened yet that belongs to a seat: no move, no salt that was promised for good, no secret.

    As long as a hash is missing, everybody may send another one; once all salts are there, the dice are settled.
    """
    settled = not table.waiting or bool(table.unsealed)
    return not table.over and not table.number and settled and not has_secrets(table)


def has_secrets(table: Table) -> bool:
    """Whether some seat already knows what others do not."""
    if not table.hidden:
        return False
    engine, state = table.match.engine, table.match.state
    common = engine.concealed(state, SPECTATOR).tobytes()
    return any(engine.concealed(state, seat).tobytes() != common for seat in range(len(table.seats)))


def can_move(table: Table, seat: int) -> bool:
    """Whether somebody sits on a seat who can change places; a bot has a salt, so only once the dice are settled."""
    there = table.seats[seat]
    if there.place.kind == "bot":
        return not table.waiting
    return there.is_person and bool(there.owners)


def swap(table: Table, visitor: str, command: dict[str, Any], now: float) -> Prospect:
    """Two seats change places, at once if nobody else is concerned, or if whoever sits on the other one agrees."""
    mine, other = table.active_of(visitor), command["seat"]
    if not mine:
        raise Refused("server.table.spectator", 403)
    if not is_early(table):
        raise Refused("server.swap.late")
    if other not in partners(table, visitor):
        raise Refused("server.swap.nobody")
    if not table.seats[other].is_person or visitor in table.seats[other].owners:
        return prospect(table, [Event(SWAP, now, mine[0], to=other)])
    if table.offer is not None:
        raise Refused("server.offer.pending")
    if (SWAP, visitor) in table.declined:
        raise Refused("server.offer.again")
    return prospect(table, [Event("offer", now, mine[0], visitor=visitor, offer=SWAP, to=other)])


def answered(table: Table, offer: Offer, visitor: str, yes: bool, now: float) -> Prospect:
    """Yes or no of whoever sits on the other seat."""
    if offer.other not in table.active_of(visitor):
        raise Refused("server.offer.not_yours", 403)
    events = [Event("answer", now, offer.other, visitor=visitor, offer=SWAP, yes=yes)]
    if yes and not is_early(table):
        raise Refused("server.swap.late")
    return prospect(table, [*events, Event(SWAP, now, offer.seat, to=offer.other or 0)] if yes else events)


def is_listed(table: Table) -> bool:
    """Whether strangers may sit down: it was opened to them, has a free seat, and has not begun."""
    return table.open and not table.over and not table.number and bool(free_seats(table))


def free_seats(table: Table) -> list[int]:
    """The seats that whoever comes may take."""
    return [number for number, seat in enumerate(table.seats) if seat.place.kind == "link" and not seat.owners]


def may_withdraw(table: Table, visitor: str) -> bool:
    """Whether a visitor may close a table to strangers again."""
    return visitor == table.setup.maker and is_listed(table)


def withdraw(table: Table, visitor: str, _: dict[str, Any], now: float) -> Prospect:
    """A table closed to strangers again by whoever made it; its links stay good."""
    if visitor != table.setup.maker:
        raise Refused("server.withdraw.not_yours", 403)
    return prospect(table, [Event("withdraw", now, None, visitor=visitor)] if table.open else [])


def may(table: Table, visitor: str) -> dict[str, Any]:
    """What of this a visitor may do now; nothing is said of what they may not."""
    seats, open_to_all = partners(table, visitor), may_withdraw(table, visitor)
    return ({"swap": seats} if seats else {}) | ({"withdraw": True} if open_to_all else {})


def told(offer: Offer) -> dict[str, Any]:
    """An offer as it is told."""
    return {"kind": offer.kind, "by": offer.seat} | ({} if offer.other is None else {"other": offer.other})

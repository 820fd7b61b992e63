"""The chat of a table: what is said and remembered, who is muted for whom, and whether spectators may speak."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablier.server.authority import limits
from tablier.server.authority.chat import Muted
from tablier.server.authority.events import SAID, Event
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table

# What is remembered


def forgotten(before: Table, after: Table) -> list[int]:
    """The numbers of the messages that have made room for others."""
    kept = {event.number for event in after.chat}
    return [event.number for event in before.chat if event.number not in kept]


def spectators(table: Table) -> dict[str, int]:
    """The numbers of the spectators of whom something is remembered."""
    known = {event.visitor: event.to for event in table.chat if event.seat is None and event.visitor}
    return known | {muted.visitor: muted.number for muted in table.muted if muted.visitor}


def heard(chat: Iterable[Event], table: Table, visitor: str) -> list[Event]:
    """What somebody reads of what was said: nothing of those whom they have muted."""
    mine = table.seats_of(visitor)
    muted = [other for other in table.muted if other.by in mine]
    return [event for event in chat if not any(other.said(event) for other in muted)]


def silence(table: Table, visitor: str) -> dict[str, list[int]]:
    """Whom somebody has muted."""
    mine = table.seats_of(visitor)
    muted = sorted({(other.visitor != "", other.number) for other in table.muted if other.by in mine})
    return {
        "seats": [number for is_spectator, number in muted if not is_spectator],
        "spectators": [number for is_spectator, number in muted if is_spectator],
    }


# What is asked for


def spoken(table: Table, visitor: str, text: str, now: float) -> list[Event]:
    """Something said by somebody at the table, or by a spectator, who has a number there."""
    text, mine = limits.clean(text, limits.CHAT_LENGTH), table.seats_of(visitor)
    if not text:
        raise Refused("server.chat.empty", 422)
    number = table.said + 1
    if mine:
        seat = table.deciding if table.deciding in mine else mine[0]
        return [Event(SAID, now, seat, text=text, number=number)]
    if not table.chat_open:
        raise Refused("server.chat.closed", 403)
    known = spectators(table)
    spectator = known.get(visitor) or max(known.values(), default=0) + 1
    return [Event(SAID, now, visitor=visitor, text=text, to=spectator, number=number)]


def muting(table: Table, visitor: str, command: dict[str, Any], now: float) -> list[Event]:
    """Somebody muted for a player, or heard again."""
    mine, other = table.seats_of(visitor), meant(table, visitor, command["seat"], command["spectator"])
    known = [muted for muted in table.muted if muted.by in mine and muted[1:] == other[1:]]
    if command["yes"]:
        return [] if known else [muted_event(other, True, now)]
    return [muted_event(muted, False, now) for muted in known]


def meant(table: Table, visitor: str, seat: int | None, spectator: int | None) -> Muted:
    """Whom a player wants to mute; refused if there is no such person, or if it is the player."""
    by = table.seats_of(visitor)[0]
    if seat is None:
        found = [name for name, number in spectators(table).items() if number == spectator]
        if not found:
            raise Refused("server.chat.nobody", 404)
        return Muted(by, spectator or 0, found[-1])
    if seat >= len(table.seats):
        raise Refused("server.chat.nobody", 404)
    if visitor in table.seats[seat].owners:
        raise Refused("server.chat.yourself", 422)
    return Muted(by, seat)


def muted_event(other: Muted, yes: bool, now: float) -> Event:
    """The event by which somebody is muted, or heard again."""
    return Event("mute", now, other.by, visitor=other.visitor, to=other.number, yes=yes)


def opening(table: Table, visitor: str, yes: bool, now: float) -> list[Event]:
    """The chat opened to spectators, or closed; nothing if it is so already."""
    return [] if table.chat_open == yes else [Event("open_chat", now, table.seats_of(visitor)[0], yes=yes)]

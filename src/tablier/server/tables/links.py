"""Links: to a seat, for a second device, and to another game."""

from __future__ import annotations

import asyncio
import secrets

from tablier.server.authority import checks
from tablier.server.authority.limits import DEVICE_LINKS, DEVICE_SECONDS
from tablier.server.authority.making import again
from tablier.server.authority.refusals import Refused
from tablier.server.store.protocol import Token
from tablier.server.tables.hub import Hub


async def claim(hub: Hub, token: str, visitor: str, name: str) -> str:
    """A seat taken by whoever has its link; the table's name."""
    found = await seat_token(hub, token)
    here = await hub.open(found.table)
    seat = found.seat or 0
    await hub.change(here, lambda: checks.claim(here.table, visitor, seat, name, hub.clock()))
    return found.table


async def seat_token(hub: Hub, token: str) -> Token:
    """What a link to a seat leads to."""
    found = await asyncio.wrap_future(hub.store.token(token))
    if found is None or found.kind != "seat":
        raise Refused("server.seat.unknown", 404)
    return found


async def device_link(hub: Hub, name: str, visitor: str) -> str:
    """A token for a second device of a visitor."""
    here = await hub.open(name)
    checks.refuse_spectator(here.table, visitor)
    token = Token(secrets.token_urlsafe(16), "device", name, None, visitor, hub.clock())
    await asyncio.wrap_future(hub.store.add_token(token, DEVICE_LINKS))
    return token.token


async def device_token(hub: Hub, token: str) -> Token:
    """What a link for a second device leads to."""
    found = await asyncio.wrap_future(hub.store.token(token))
    good = found is not None and found.kind == "device" and not found.used
    if found is None or not good or hub.clock() - found.made > DEVICE_SECONDS:
        raise Refused("server.device.unknown", 404)
    return found


async def add_device(hub: Hub, token: str, visitor: str) -> str:
    """A second device for whoever made the link; the table's name."""
    found = await device_token(hub, token)
    here = await hub.open(found.table)
    if not await asyncio.wrap_future(hub.store.spend(token)):
        raise Refused("server.device.unknown", 404)
    await hub.change(here, lambda: checks.device(here.table, found.visitor, visitor, hub.clock()))
    return found.table


async def rematch(hub: Hub, name: str, visitor: str) -> str:
    """The table of another game of the same people, each one seat further."""
    here = await hub.open(name)
    if here.table.rematch and here.table.seats_of(visitor):
        return here.table.rematch
    checks.refuse_rematch(here.table, visitor)
    other = await hub.make(again(here.table, hub.clock()))
    other_name = other.table.setup.table

    await hub.change(here, lambda: checks.rematch(here.table, visitor, other_name, hub.clock()))
    return here.table.rematch

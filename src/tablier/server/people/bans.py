"""Bans: who may not talk, may not begin games or may not have a name for a time, as operators have decided.

All that hold are in memory, where nobody waits for them, and read again every few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from tablier.server.authority.refusals import Refused, wait_word
from tablier.server.people.names import skeleton
from tablier.server.store.protocol import Document, Store

BAN = "ban"
HOLDS = "holds"  # the tag of those that have not been lifted
TALK, PLAY, CALLED = "talk", "play", "name"
"""What can be forbidden: to say anything, to sit down to new games, and to be called so."""
MOST = 10_000
ADDRESS = "address:"
"""Before an address for which a ban holds, in the place of a visitor."""


@dataclass(frozen=True)
class Ban:
    """What somebody may not do, and until when. ``name``: how they may not be called."""

    key: str
    whom: str
    what: str
    until: float
    name: str = ""


class Bans:
    """Those that hold."""

    def __init__(self, store: Store | None = None, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.held: dict[tuple[str, str], list[Ban]] = {}

    async def read(self) -> None:
        """Read again which hold."""
        if self.store is None:
            return
        now, held = self.clock(), dict[tuple[str, str], list[Ban]]()
        for document in await asyncio.wrap_future(self.store.documents(BAN, HOLDS, MOST)):
            ban = ban_from(document)
            if ban.until > now:
                held.setdefault((ban.whom, ban.what), []).append(ban)
        self.held = held

    def refuse(self, what: str, visitor: str, address: str) -> None:
        """Refuse what somebody may not do, and say for how long."""
        now = self.clock()
        found = [*self.held.get((visitor, what), ()), *self.held.get((ADDRESS + address, what), ())]
        until = max((ban.until for ban in found), default=0.0)
        if until > now:
            raise Refused(f"server.ban.{what}", 403, wait=wait_word(until - now))

    def refuse_name(self, visitor: str, name: str) -> None:
        """Refuse a name that was taken from somebody."""
        now, meant = self.clock(), skeleton(name)
        for ban in self.held.get((visitor, CALLED), ()):
            if ban.until > now and ban.name == meant:
                raise Refused("server.ban.name", 403, wait=wait_word(ban.until - now))


def ban_from(document: Document) -> Ban:
    """The ban that a document tells of."""
    data = document.data
    return Ban(document.key, data["whom"], data["what"], data["until"], data.get("name", ""))

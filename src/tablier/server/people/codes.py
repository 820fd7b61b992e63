"""Codes by which somebody is themselves on another device: a link that is good for minutes, a code to be written down.

Of both only a digest is kept. The code has a hundred random bits, so that nobody finds it by trying.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable

from tablier.server.authority.refusals import Refused
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import read
from tablier.server.store.protocol import Conflict, Document, Store

LINK, RECOVERY = "device link", "recovery code"
LINK_SECONDS = 900.0  # for which a link is good
MOST_LINKS = 5  # of one person that are good at the same time
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that could be taken for another
LENGTH, GROUP = 20, 5  # of a recovery code: letters, and letters between two hyphens
READ_AS = str.maketrans({"O": "Q", "0": "Q", "1": "J", "I": "J", "L": "J", "U": "V"})
DIGEST = 40


class Codes:
    """All codes that are good."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock

    async def link(self, person: str) -> str:
        """The end of a link that makes another browser somebody's device; the oldest ones are no longer good."""
        known = await asyncio.wrap_future(self.store.documents(LINK, of(person), MOST_LINKS * 2))
        for old in known[MOST_LINKS - 1 :]:
            await self.spend(old)
        token = secrets.token_urlsafe(16)
        await self._kept(LINK, token, person)
        return token

    async def owner(self, token: str) -> str:
        """Whose device a link makes of a browser; refused if it is no longer good."""
        found = await read(self.store, LINK, digest(token))
        if found.data is None or self.clock() - found.data["made"] > LINK_SECONDS:
            raise Refused("server.you.link", 404)
        return str(found.data["person"])

    async def use_link(self, token: str) -> str:
        """Use a link up; whose it is."""
        person = await self.owner(token)
        if not await self.spend(await read(self.store, LINK, digest(token))):
            raise Refused("server.you.link", 404)
        return person

    async def recovery(self, person: str) -> str:
        """A new code for somebody to write down, in the place of the one before. It can be told this once."""
        for old in await asyncio.wrap_future(self.store.documents(RECOVERY, of(person), MOST_LINKS)):
            await self.spend(old)
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        await self._kept(RECOVERY, code, person)
        return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))

    async def has_recovery(self, person: str) -> bool:
        """Whether somebody has a code."""
        return await asyncio.wrap_future(self.store.counted(RECOVERY, of(person))) > 0

    async def recover(self, code: str) -> str:
        """Who has a code, which is used up by it."""
        typed = "".join(letter for letter in code.upper() if letter.isalnum()).translate(READ_AS)
        found = await read(self.store, RECOVERY, digest(typed))
        if found.data is None or not await self.spend(found):
            raise Refused("server.you.code", 403)
        return str(found.data["person"])

    async def spend(self, document: Document) -> bool:
        """Let a code be good no longer; False if that was so already."""
        if document.text is None:
            return False
        try:
            await asyncio.wrap_future(self.store.keep([document.gone()]))
        except Conflict:
            return False
        return True

    async def _kept(self, kind: str, secret: str, person: str) -> None:
        """Keep a code, of which nobody can make it again."""
        now = self.clock()
        document = Document(kind, digest(secret)).saying({"person": person, "made": now}, [of(person)], now)
        await asyncio.wrap_future(self.store.keep([document]))


def digest(secret: str) -> str:
    """Under what a code is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()[:DIGEST]


def when(document: Document) -> dict[str, float]:
    """What somebody takes along of a code: that there was one."""
    return {"made": document.data["made"]}


keeps(LINK, when)
keeps(RECOVERY, when)

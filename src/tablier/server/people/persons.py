"""People who keep a name: a person is a visitor whose identity is kept, under the same id on all devices."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from tablier.server.authority.refusals import Refused
from tablier.server.people.bans import Bans
from tablier.server.people.belongings import keeps, of
from tablier.server.people.codes import Codes
from tablier.server.people.devices import DEVICE, PERSON, Devices
from tablier.server.people.names import proper, skeleton
from tablier.server.people.passkeys import Passkeys
from tablier.server.store.documents import read
from tablier.server.store.protocol import Conflict, Document, Store

NAME = "name"
"""The kind of the documents by which a name is one person's, by what is the same of all that look like it."""
TRIES = 5


@dataclass(frozen=True)
class Person:
    """Somebody who keeps a name. ``id`` is that of the visitor whose tables are theirs, on whatever device."""

    id: str
    name: str
    made: float
    rated: bool = True  # whether their games may count for ratings


class People:
    """All who keep a name at this server."""

    def __init__(self, store: Store) -> None:
        self.store, self.bans = store, Bans(store)
        self.devices, self.passkeys, self.codes = Devices(store), Passkeys(store), Codes(store)

    async def person(self, visitor: str) -> Person | None:
        """Who a visitor is, if they keep a name."""
        return person_from(await read(self.store, PERSON, visitor))

    async def keep(self, visitor: str, name: str, now: float) -> Person:
        """Keep a visitor's name from now on, or another one than before; refused if it is somebody else's."""
        name = proper(name)
        self.bans.refuse_name(visitor, name)
        for _ in range(TRIES):
            documents = await self._named(visitor, name, now)
            try:
                await asyncio.wrap_future(self.store.keep(documents))
            except Conflict:
                continue
            await self.changed(visitor)
            person = person_from(documents[0])
            assert person is not None
            return person
        raise Refused("server.you.taken")

    async def _named(self, visitor: str, name: str, now: float) -> list[Document]:
        """What is to be kept for a name: the person, the name as theirs, and the old name as nobody's."""
        before, claim = await read(self.store, PERSON, visitor), await read(self.store, NAME, skeleton(name))
        if claim.data is not None and claim.data["person"] != visitor:
            raise Refused("server.you.taken")
        data: dict[str, Any] = (before.data or {"made": now}) | {"name": name}
        documents = [before.saying(data, [of(visitor)], data["made"])]
        old = skeleton(before.data["name"]) if before.data else ""
        if old not in ("", skeleton(name)):
            documents.append((await read(self.store, NAME, old)).gone())
        if claim.data is None:
            documents.append(claim.saying({"person": visitor}, [of(visitor)], now))
        return documents

    async def unname(self, visitor: str) -> str:
        """Take somebody's kept name from them; who they are stays kept. The name."""
        before = await read(self.store, PERSON, visitor)
        name = str(before.data["name"]) if before.data else ""
        if name:
            claim = await read(self.store, NAME, skeleton(name))
            mine = [claim.gone()] if claim.data is not None and claim.data["person"] == visitor else []
            await asyncio.wrap_future(
                self.store.keep([before.saying(before.data | {"name": ""}, [of(visitor)]), *mine])
            )
            await self.changed(visitor)
        return name

    async def changed(self, visitor: str) -> None:
        """Have everybody look again who somebody is."""
        self.devices.tell([visitor, *(device.id for device in await self.devices.all(visitor))])

    async def owner(self, name: str) -> str:
        """Whose a name is, if somebody keeps it."""
        claim = await read(self.store, NAME, skeleton(name)) if skeleton(name) else None
        return "" if claim is None or claim.data is None else str(claim.data["person"])

    async def refuse_name(self, visitor: str, name: str) -> None:
        """Refuse a name at a table that somebody else keeps, or that an operator has taken from the visitor."""
        self.bans.refuse_name(visitor, name)
        if await self.owner(name) not in ("", visitor):
            raise Refused("server.you.taken")


def person_from(document: Document) -> Person | None:
    """The person that a document tells of."""
    data = document.data
    return None if data is None else Person(document.key, data["name"], data["made"], data.get("rated", True))


def profile(document: Document) -> Any:
    """What somebody takes along of who they are."""
    return {"id": document.key, **document.data}


def device(document: Document) -> Any:
    """What somebody takes along of a device."""
    return {name: value for name, value in document.data.items() if name != "person"}


keeps(PERSON, profile)
keeps(NAME, told=None)  # it stands in the profile
keeps(DEVICE, device)

"""People who keep a name: a person is a visitor whose identity is kept, under the same id on all devices."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.server.authority.limits import NAME_LENGTH, clean
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Document, Store

PERSON = "person"
"""The kind of the documents in which people are kept, by their ids."""


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
        self.store = store

    async def person(self, visitor: str) -> Person | None:
        """Who a visitor is, if they keep a name."""
        return person_from(await read(self.store, PERSON, visitor))

    async def keep(self, visitor: str, name: str, now: float) -> Person:
        """Keep a visitor's name from now on, or another one than before."""

        def change(document: Document) -> Document:
            data = (document.data or {"made": now}) | {"name": clean(name, NAME_LENGTH)}
            return document.saying(data, moment=data["made"])

        person = person_from(await changed(self.store, PERSON, visitor, change))
        assert person is not None
        return person


def person_from(document: Document) -> Person | None:
    """The person that a document tells of."""
    data = document.data
    return None if data is None else Person(document.key, data["name"], data["made"], data.get("rated", True))

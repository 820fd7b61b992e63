"""Moderation: what operators decide about names, words and people, each with one command, each noted, each undone.

All of it is documents, so that a terminal can do it beside a server that runs, and without one. What is to be done at
tables is an errand, which the server does.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from tablier.core.words import word
from tablier.server.authority.limits import DAY
from tablier.server.authority.refusals import Refused
from tablier.server.people.bans import ADDRESS, BAN, CALLED, HOLDS
from tablier.server.people.belongings import keeps, of
from tablier.server.people.errands import ACT, errand, give
from tablier.server.people.names import skeleton
from tablier.server.people.persons import People
from tablier.server.people.reports import ALL, OPEN, REPORT, about
from tablier.server.store.documents import read
from tablier.server.store.protocol import Document, Store

NAME_DAYS = 30.0  # for which a name that was removed cannot be taken again
LISTED = 200
KEY_BYTES = 4
VISITOR_LENGTH = 32


class Operator:
    """Somebody who decides, by the name under which that is noted."""

    def __init__(self, store: Store, who: str, clock: Callable[[], float] = time.time) -> None:
        self.store, self.who, self.clock, self.people = store, who, clock, People(store)

    # What there is

    async def reports(self, every: bool = False) -> list[Document]:
        """The reports that wait, or all of them, the latest first."""
        return await asyncio.wrap_future(self.store.documents(REPORT, ALL if every else OPEN, LISTED))

    async def report(self, key: str) -> Document:
        """A report."""
        return await self._known(REPORT, key, "report")

    async def acts(self) -> list[Document]:
        """What was decided, the latest first."""
        return await asyncio.wrap_future(self.store.documents(ACT, ALL, LISTED))

    async def _known(self, kind: str, key: str, what: str) -> Document:
        """A document that must be there."""
        found = await read(self.store, kind, key)
        if found.data is None:
            raise unknown(what)
        return found

    # Decisions

    async def unname(self, key: str, days: float = NAME_DAYS) -> str:
        """Remove the name that a report is about, or that somebody keeps; it cannot be taken again for some days."""
        report = await read(self.store, REPORT, key)
        if report.data is None:
            owner = await self.people.owner(key)
            if not owner:
                raise unknown("person")
            person = await self.people.person(owner)
            return await self._unname([owner], person.name if person else key, days, [])
        return await self._unname(report.data["whom"], report.data["name"], days, [self._settled(report)])

    async def _unname(self, visitors: Sequence[str], name: str, days: float, settled: list[Document]) -> str:
        """Remove a name from visitors."""
        act, now = self._act("unname", visitors, name=name), self.clock()
        documents = [act, *settled]
        for visitor in visitors:
            documents.append(errand("unname", now, visitor=visitor, name=name, act=act.key))
            documents.append(self._ban(act.key, visitor, CALLED, days, skeleton(name)))
        await give(self.store, documents)
        return act.key

    async def unsay(self, key: str, number: int | None = None) -> str:
        """Remove something said: all that a report is about, or the message of a number at a table (or a report's)."""
        report = await read(self.store, REPORT, key)
        data = report.data or {"table": key, "whom": [], "said": []}
        meant = [one["number"] for one in data["said"] if one["it"]] if number is None else [number]
        known = report.data is not None or await asyncio.wrap_future(self.store.game(key)) is not None
        if not known or not meant:
            raise unknown("message" if known else "report")
        act = self._act("unsay", data["whom"], table=data["table"], number=", ".join(map(str, meant)))
        tasks = [errand("unsay", self.clock(), table=data["table"], number=one, act=act.key) for one in meant]
        await give(self.store, [act, *tasks, *([self._settled(report)] if report.data else [])])
        return act.key

    async def ban(self, key: str, what: str, days: float, why: str = "") -> str:
        """Forbid somebody to talk or to begin games: by a report, a kept name, a visitor, or an address."""
        report = await read(self.store, REPORT, key)
        whom = report.data["whom"] if report.data else [await self._meant(key)]
        until = self.clock() + days * DAY
        act = self._act("ban", whom, what=what, until=until, why=why)
        bans = [self._ban(act.key, one, what, days) for one in whom]
        await give(self.store, [act, *bans, *([self._settled(report)] if report.data else [])])
        return act.key

    async def _meant(self, key: str) -> str:
        """Who is meant: an address, a visitor by id, or who keeps a name."""
        if "." in key or ":" in key:
            return ADDRESS + key
        if len(key) == VISITOR_LENGTH and all(letter in "0123456789abcdef" for letter in key):
            return key
        owner = await self.people.owner(key)
        if not owner:
            raise unknown("person")
        return owner

    async def dismiss(self, key: str) -> str:
        """Let a report rest."""
        report = await self.report(key)
        act = self._act("dismiss", report.data["whom"], report=key)
        await give(self.store, [act, self._settled(report)])
        return act.key

    async def undo(self, key: str) -> str:
        """Let a decision not have been made."""
        act = await self._known(ACT, key, "act")
        if act.data["annulled"]:
            raise Refused("server.moderate.known")
        now, data = self.clock(), act.data
        documents = [act.saying(data | {"annulled": now}, data["tags"])]
        for ban in await asyncio.wrap_future(self.store.documents(BAN, f"act:{key}", LISTED)):
            documents.append(ban.gone())
        for undo in data["undo"]:
            do = "resay" if "event" in undo else "name"
            documents.append(errand(do, now, **undo, **({} if "event" in undo else {"name": data["name"]})))
        await give(self.store, documents)
        if data["do"] == "unname":
            await self._named_again(data["whom"], data["name"])
        return key

    async def _named_again(self, visitors: Sequence[str], name: str) -> None:
        """Give those who kept a name theirs again, if it is still free."""
        for visitor in visitors:
            person = await self.people.person(visitor)
            if person is not None and not person.name:
                await self.people.keep(visitor, name, self.clock())

    # How that is kept

    def _act(self, do: str, whom: Sequence[str], **what: Any) -> Document:
        """A decision, noted: what it was, about whom, when and by whom."""
        now, tags = self.clock(), [ALL, *(about(one) for one in whom)]
        data = {
            "do": do, "whom": list(whom), "by": self.who, "at": now, "undo": [], "annulled": None, "tags": tags, **what,
        }  # fmt: skip
        return Document(ACT, secrets.token_hex(KEY_BYTES)).saying(data, tags, now)

    def _ban(self, act: str, whom: str, what: str, days: float, name: str = "") -> Document:
        """What somebody may not do for some days."""
        data = {"whom": whom, "what": what, "until": self.clock() + days * DAY, "name": name}
        tags = [HOLDS, f"act:{act}", *([] if whom.startswith(ADDRESS) else [of(whom)])]
        return Document(BAN, secrets.token_hex(KEY_BYTES * 2)).saying(data, tags, self.clock())

    def _settled(self, report: Document) -> Document:
        """A report that is decided on; it is still there to be read."""
        data = report.data | {"state": "settled"}
        return report.saying(data, [ALL, of(data["by"]), *(about(one) for one in data["whom"])])


def unknown(what: str) -> Refused:
    """Something that is not there."""
    return Refused("server.moderate.unknown", 404, what=word(f"server.moderate.{what}"))


def restriction(document: Document) -> dict[str, Any]:
    """What somebody takes along of a ban."""
    return {name: document.data[name] for name in ("what", "until")}


keeps(BAN, restriction)

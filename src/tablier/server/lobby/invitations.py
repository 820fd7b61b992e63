"""Invitations: those who played together are asked to a new table, each may come or not."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablier.core.registry import load
from tablier.core.words import word
from tablier.server.authority import checks, swapping
from tablier.server.authority.events import ClockPlan
from tablier.server.authority.limits import DAY, MOST_INVITATIONS, NAME_LENGTH, clean
from tablier.server.authority.making import ONE_TOUCH_LEVEL, Wish, arranged
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import game_name
from tablier.server.people.belongings import keeps, of
from tablier.server.people.persons import People
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Document, Listed, Store
from tablier.server.tables.connections import OpenTable
from tablier.server.tables.hub import Hub
from tablier.server.telling import Message

INVITATION = "invitation"
OPEN_DAYS = 3.0  # for so long an invitation can be answered
SENT = 3  # of one's own, that are shown
LATEST = 12  # tables of which is looked with whom somebody played
GROUPS = 5


@dataclass(frozen=True)
class Companion:
    """Somebody with whom a visitor has played: their name, and all devices on which they sat."""

    name: str
    owners: tuple[str, ...]
    kept: bool = False  # whether they keep that name


def to(visitor: str) -> str:
    """The tag of invitations that wait for somebody's answer."""
    return f"to {visitor}"


def by(visitor: str) -> str:
    """The tag of invitations that somebody has sent."""
    return f"by {visitor}"


# With whom


async def groups(hub: Hub, people: People, visitor: str) -> list[tuple[Listed, list[Companion]]]:
    """The groups with which somebody played last, each once, by the latest table."""
    found: dict[frozenset[str], tuple[Listed, list[Companion]]] = {}
    for listed in (await hub.listed(visitor))[:LATEST]:
        group = await companions(hub.store, people, listed, visitor)
        key = frozenset(one.owners[0] for one in group)
        if group and len(found) < GROUPS:
            found.setdefault(key, (listed, group))
    return list(found.values())


async def companions(store: Store, people: People, listed: Listed, visitor: str) -> list[Companion]:
    """The other people at a table, each once."""
    players, found = json.loads(listed.players), list[Companion]()
    for seat, place in enumerate(listed.setup.places):
        if place.kind == "bot":
            continue
        owners = await asyncio.wrap_future(store.owners(listed.setup.table, seat))
        known = {one for companion in found for one in companion.owners}
        if owners and visitor not in owners and not known & set(owners):
            found.append(await companion_of(people, players[seat]["name"], owners))
    return found


async def companion_of(people: People, name: str, owners: Sequence[str]) -> Companion:
    """Somebody by the name that they keep, or else by that at the table."""
    for owner in owners:
        person = await people.person(owner)
        if person is not None:
            return Companion(person.name, tuple(owners), True)
    return Companion(name, tuple(owners))


async def group_of(hub: Hub, people: People, table: str, visitor: str) -> list[Companion]:
    """The people with whom a visitor sat at a table of theirs."""
    listed = next((one for one in await hub.listed(visitor) if one.setup.table == table), None)
    group = [] if listed is None else await companions(hub.store, people, listed, visitor)
    if not group:
        raise Refused("server.invitation.nobody", 422)
    return group


# Sending


def count_for(game: str, people: int) -> int:
    """The number of seats for so many people; bots take those that are too many."""
    count = next((seats for seats in sorted(load(game).seats) if seats >= people), None)
    if count is None:
        raise Refused("server.invitation.seats", 422, most=max(load(game).seats))
    return count


async def invite(
    hub: Hub, group: Sequence[Companion], visitor: str, name: str, game: str, clock: ClockPlan | None
) -> OpenTable:
    """A new table, to which a group is invited."""
    bots = count_for(game, len(group) + 1) - len(group) - 1
    for companion in group:
        await refuse_flooded(hub.store, companion)
    wishes = [Wish("me", None, name), *[Wish("link")] * len(group), *[Wish("bot", ONE_TOUCH_LEVEL)] * bots]
    setup = arranged(game, wishes, {}, visitor, hub.clock(), order="random", clock=clock)
    here = await hub.make(setup)
    people = [{"name": one.name, "owners": one.owners, "answer": None} for one in group]
    data = {"table": setup.table, "game": game, "from": clean(name, NAME_LENGTH), "by": visitor, "people": people}
    document = Document(INVITATION, secrets.token_urlsafe(16))
    await asyncio.wrap_future(hub.store.keep([kept(document, data, setup.made)]))
    return here


async def refuse_flooded(store: Store, companion: Companion) -> None:
    """Refuse one invitation too many for somebody who answers none."""
    if await asyncio.wrap_future(store.counted(INVITATION, to(companion.owners[0]))) >= MOST_INVITATIONS:
        raise Refused("server.invitation.many", 429, most=MOST_INVITATIONS)


def kept(document: Document, data: Message, moment: float) -> Document:
    """An invitation, found by whoever has not answered yet and by whoever sent it."""
    asked = [owner for person in data["people"] if person["answer"] is None for owner in person["owners"]]
    known = {data["by"], *(owner for person in data["people"] for owner in person["owners"])}
    return document.saying(data, [*map(to, asked), by(data["by"]), *map(of, sorted(known))], moment)


# Answering


async def answer(hub: Hub, token: str, visitor: str, yes: bool) -> tuple[str, str]:
    """Come to the table, or not; its name, and who has sent the invitation."""
    document = await read(hub.store, INVITATION, token)
    data = document.data
    person = None if data is None else asked_in(data, visitor)
    if person is None or hub.clock() - document.moment > OPEN_DAYS * DAY:
        raise Refused("server.invitation.unknown", 404)
    if yes:
        await come(hub, data["table"], visitor, person["name"])
    await changed(hub.store, INVITATION, token, answering(visitor, yes))
    return data["table"], data["by"]


def asked_in(data: Message, visitor: str) -> Message | None:
    """The person in an invitation that a visitor is."""
    found: list[Message] = data["people"]
    return next((person for person in found if visitor in person["owners"]), None)


def answering(visitor: str, yes: bool) -> Callable[[Document], Document | None]:
    """What writes an answer down."""

    def change(document: Document) -> Document | None:
        data = document.data
        person = None if data is None else asked_in(data, visitor)
        if person is None:
            return None
        person["answer"] = yes
        return kept(document, data, document.moment)

    return change


async def come(hub: Hub, name: str, visitor: str, called: str) -> None:
    """Take a free seat of the table to which somebody was invited."""
    here = await hub.open(name)

    def check() -> Prospect:
        free = swapping.free_seats(here.table)
        seats = here.table.seats_of(visitor) or free
        if here.table.over or not seats:
            raise Refused("server.invitation.late")
        return checks.claim(here.table, visitor, seats[0], called, hub.clock())

    await hub.change(here, check)


# Telling


async def waiting(store: Store, visitor: str, now: float) -> list[Document]:
    """The invitations that somebody has not answered, without those that are too old."""
    found = await asyncio.wrap_future(store.documents(INVITATION, to(visitor), MOST_INVITATIONS))
    return [document for document in found if now - document.moment < OPEN_DAYS * DAY]


async def sent(store: Store, visitor: str, now: float) -> list[Document]:
    """The latest invitations that somebody has sent and that not everybody has followed."""
    found = await asyncio.wrap_future(store.documents(INVITATION, by(visitor), SENT))
    return [document for document in found if now - document.moment < DAY]


def received_told(document: Document, visitor: str, language: str) -> Message:
    """An invitation as whoever is invited is told of it."""
    data = document.data
    others = [person["name"] for person in data["people"] if visitor not in person["owners"] and person["name"]]
    return {
        "token": document.key,
        "game": data["game"],
        "name": game_name(data["game"], language),
        "by": data["from"] or word("server.lobby.somebody").say(language),
        "others": others,
        "sent": round(document.moment, 1),
    }


def sent_told(document: Document, language: str) -> Message:
    """An invitation as whoever sent it is told of it."""
    data = document.data
    somebody = word("server.lobby.somebody").say(language)
    people = [{"name": person["name"] or somebody, "answer": person["answer"]} for person in data["people"]]
    return {
        "url": f"/t/{data['table']}",
        "game": data["game"],
        "name": game_name(data["game"], language),
        "people": people,
    }


# What belongs to people


def told(document: Document) -> Message:
    """What somebody takes along of an invitation: not who else is who."""
    return {"table": document.data["table"], "game": document.data["game"], "at": document.moment}


def without(document: Document, visitor: str) -> Document:
    """An invitation that nobody has sent is gone; who is nobody is not asked any more."""
    data = document.data
    if data["by"] == visitor:
        return document.gone()
    data["people"] = [person for person in data["people"] if visitor not in person["owners"]]
    return kept(document, data, document.moment)


def exchanged(document: Document, old: str, new: str) -> Document:
    """An invitation of, or to, a visitor who turns out to be a person."""
    data = document.data
    data["by"] = new if data["by"] == old else data["by"]
    for person in data["people"]:
        person["owners"] = [new if owner == old else owner for owner in person["owners"]]
    return kept(document, data, document.moment)


keeps(INVITATION, told, without, exchanged)

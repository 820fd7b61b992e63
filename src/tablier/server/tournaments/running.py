"""Tournaments run by the server: rounds begin and end by themselves, and every result is taken from its table once.

A tournament is one document. Whatever happens to it replaces the revision that was read, so several servers may run
one tournament together: who is slower looks again. Tables are named in the document before they are made, so after a
crash those that are missing are known.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tablier.core.errors import Error
from tablier.server.authority.events import Event, SeatPlan, Setup
from tablier.server.authority.making import fresh_name, fresh_salt, sealed
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.people.belongings import keeps, of
from tablier.server.people.persons import People
from tablier.server.store.documents import TRIES, changed, read
from tablier.server.store.protocol import Conflict, Document
from tablier.server.tables.glancing import glance
from tablier.server.tables.hub import Hub
from tablier.server.tables.owning import Elsewhere
from tablier.server.tournaments import changes
from tablier.server.tournaments.bouts import (
    BOT,
    CANCELLED,
    FORFEIT,
    OPEN,
    RUNNING,
    VOID,
    Bout,
    Entrant,
    Tournament,
    TournamentPlan,
    points_of,
    tournament_data,
    tournament_from,
)

KIND, ENTRY = "tournament", "entry"
"""Kinds of documents: tournaments, and that somebody takes part in one."""
MARK = "tournament:"  # begins what stands at a table for whoever made it
DUE = "due"
PAUSE = 5.0  # seconds between two looks at what is due
SELDOM = 24  # looks, after which results are looked for that nobody has brought
TAKE_OVER = 30.0  # seconds after which another server makes the tables of a round
PAGE = 200
LOST = (404, 410)  # how a table is refused that is not there, or cannot be played any more
MOST_RUNNING = 5  # tournaments of one organiser that are not over

TournamentChange = Callable[[Tournament], Tournament]

log = logging.getLogger(__name__)


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, hub: Hub, people: People) -> None:
        self.hub, self.store, self.people = hub, hub.store, people
        self.token = secrets.token_hex(8)  # this server, as one that makes tables
        self.tasks = set[asyncio.Task[None]]()

    # What people do

    async def make(self, plan: TournamentPlan, person: str) -> Tournament:
        """A new tournament."""
        if await asyncio.wrap_future(self.store.counted(KIND, f"by:{person}")) >= MOST_RUNNING:
            raise Refused("server.tournament.many", 429, most=MOST_RUNNING)
        made = Tournament(fresh_name(), plan, person, self.hub.clock(), secrets.randbits(64))
        await asyncio.wrap_future(self.store.keep([written(Document(KIND, made.id), made)]))
        return made

    async def find(self, name: str) -> Tournament:
        """A tournament by its name in addresses."""
        return (await self.found(name))[1]

    async def found(self, name: str) -> tuple[Document, Tournament]:
        """A tournament with its document."""
        document = await read(self.store, KIND, name)
        if document.text is None:
            raise Refused("server.tournament.unknown", 404)
        return document, tournament_from(document.data)

    async def join(self, name: str, person: str) -> None:
        """Somebody takes part."""
        await self.change(name, lambda one: changes.joined(one, person))
        tags, now = [of(person), f"in:{name}"], self.hub.clock()
        await changed(self.store, ENTRY, f"{name}/{person}", lambda old: old.saying({"tournament": name}, tags, now))
        await self.step(name)

    async def withdraw(self, name: str, person: str) -> None:
        """Somebody does not take part any more: from the next round on, if there are rounds."""
        await self.change(name, lambda one: changes.withdrawn(one, person))
        await self.step(name)

    async def start(self, name: str, person: str) -> None:
        """The organiser has it begin."""
        await self.organise(name, person, changes.started)

    async def cancel(self, name: str, person: str) -> None:
        """The organiser gives it up."""
        await self.organise(name, person, lambda one: changes.cancelled(one, self.hub.clock()))

    async def expel(self, name: str, person: str, number: int) -> None:
        """The organiser sends somebody away, who loses the game that is played."""
        await self.organise(name, person, lambda one: changes.expelled(one, number))
        for bout in changes.unfinished(await self.find(name)):
            if number in bout.seats and not await self.is_lost(name, bout):
                await self.at(bout, partial(changes.given_up, seats=[bout.seats.index(number)]))

    async def organise(self, name: str, person: str, change: TournamentChange) -> None:
        """Something that only the organiser may do."""

        def checked(one: Tournament) -> Tournament:
            if one.maker != person:
                raise Refused("server.tournament.not_yours", 403)
            return change(one)

        await self.change(name, checked)
        await self.step(name)

    async def listed(self, state: str, most: int) -> list[Tournament]:
        """Tournaments that everybody may see, the latest first."""
        found = await asyncio.wrap_future(self.store.documents(KIND, f"listed:{state}", most))
        return [tournament_from(document.data) for document in found]

    async def of(self, person: str, most: int) -> list[Tournament]:
        """Tournaments in which somebody takes part or that they have made, those first that are not over."""
        mine = await asyncio.wrap_future(self.store.documents(KIND, f"by:{person}", MOST_RUNNING))
        entries = await asyncio.wrap_future(self.store.documents(ENTRY, of(person), most))
        names = dict.fromkeys([*(one.key for one in mine), *(one.data["tournament"] for one in entries)])
        documents = [await read(self.store, KIND, name) for name in names]
        return [tournament_from(one.data) for one in documents if one.text is not None]

    async def names(self, one: Tournament) -> list[str]:
        """What the entrants are called now; nothing who keeps no name any more."""
        people = await asyncio.gather(*(self.people.person(entrant.person) for entrant in one.entrants))
        return [person.name if person else "" for person in people]

    # How it goes on

    async def change(self, name: str, change: TournamentChange) -> Tournament:
        """TournamentChange a tournament, again if somebody else was faster."""
        for _ in range(TRIES):
            document, before = await self.found(name)
            after = await asyncio.to_thread(change, before)
            if after == before:
                return before
            try:
                await asyncio.wrap_future(self.store.keep([written(document, after)]))
            except Conflict:
                continue
            return after
        raise Conflict(KIND, name)

    async def step(self, name: str) -> None:
        """Do what is due: begin, go on to the next round, make its tables, wait no longer for who has not come."""
        now = self.hub.clock()
        one = await self.change(name, lambda one: changes.advanced(one, now, self.token))
        if one.state != RUNNING:
            return
        last = one.rounds[-1]
        if not last.made:
            await self.lay(one)
        elif not last.seen and now >= last.begun + changes.patience(one.plan):
            await self.see(one)

    async def lay(self, one: Tournament) -> None:
        """Make the tables of a round; another server does only if the one that should seems to be gone."""
        now = self.hub.clock()
        if one.maker_of_tables != self.token:
            if now - one.since < TAKE_OVER:
                return
            one = await self.change(one.id, partial(taken_over, before=one, by=self.token, now=now))
            if one.maker_of_tables != self.token:
                return
        for bout in changes.unfinished(one):
            if await self.hub.game_of(bout.table) is None:
                await self.hub.make(await self.setup(one, bout))
        await self.change(one.id, partial(laid, number=len(one.rounds)))

    async def setup(self, one: Tournament, bout: Bout) -> Setup:
        """The table of a game."""
        plan, now = one.plan, self.hub.clock()
        places = tuple([await self.place(one, number) for number in bout.seats])
        name, rated = f"{plan.name} · {len(one.rounds)}", plan.rated and BOT not in bout.seats
        made = sealed(plan.game, plan.options, places, name, MARK + one.id, now, None)
        return replace(made, table=bout.table, clock=plan.clock, rated=rated)

    async def place(self, one: Tournament, number: int) -> SeatPlan:
        """A seat for an entrant, or for a bot."""
        if number == BOT:
            return SeatPlan("bot", one.plan.bots, salt=fresh_salt())
        owner = one.entrants[number].person
        person = await self.people.person(owner)
        return SeatPlan("link", name=person.name if person else "", owners=(owner,))

    async def see(self, one: Tournament) -> None:
        """Wait no longer for those who have not come; they take part no more, even if the round ends by that."""
        number, missing = len(one.rounds), set[int]()
        bouts = [bout for bout in changes.unfinished(one) if not await self.is_lost(one.id, bout)]
        for bout in bouts:
            missing |= {bout.seats[seat] for seat in changes.absent(await glance(self.hub, bout.table))}
        await self.change(one.id, partial(changes.gone, numbers=missing))
        left = False
        for bout in bouts:
            alone = changes.alone(await glance(self.hub, bout.table))
            if alone is not None:
                await self.report(one.id, bout.table, alone, FORFEIT)
            left |= not await self.at(bout, changes.without_absent)
        if not left:
            await self.change(one.id, partial(seen, number=number))

    async def at(self, bout: Bout, what: Callable[..., Prospect]) -> bool:
        """Do something at a table; False if that is left to the node whose table it is."""
        if not what(await glance(self.hub, bout.table), now=self.hub.clock()).events:
            return True
        try:
            here = await self.hub.open_any(bout.table)
        except Elsewhere:
            return False
        await self.hub.change(here, lambda: what(here.table, now=max(self.hub.clock(), here.table.latest)))
        return True

    async def is_lost(self, name: str, bout: Bout) -> bool:
        """Whether a table is not there any more, or cannot be played; then it is worth the same to all."""
        try:
            await glance(self.hub, bout.table)
        except Refused as error:
            if error.status not in LOST:
                raise
            await self.report(name, bout.table, points_of((0,) * len(bout.seats)), VOID)
            return True
        return False

    # Results

    def follow(self, table: Table, _: Sequence[Event]) -> None:
        """See what has happened at a table."""
        if table.over and table.setup.maker.startswith(MARK):
            name = table.setup.maker.removeprefix(MARK)
            self._begin(self.report(name, table.setup.table, *changes.result_of(table)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done besides; what goes wrong is found again later."""
        task = asyncio.create_task(guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def settle(self) -> None:
        """Wait for all that is being done."""
        while self.tasks:
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def report(self, name: str, table: str, points: Sequence[float], how: str) -> None:
        """Take the result of a game, and go on."""
        await self.change(name, lambda one: changes.reported(one, table, points, how))
        await self.step(name)

    async def catch_up(self, one: Tournament) -> None:
        """Take the results of games that ended while nobody took them."""
        if not one.rounds or not one.rounds[-1].made:
            return
        for bout in changes.unfinished(one):
            stored = await asyncio.wrap_future(self.store.load(bout.table))
            if stored is None:
                await self.report(one.id, bout.table, points_of((0,) * len(bout.seats)), VOID)
                continue
            table = await asyncio.to_thread(Table, stored.setup, stored.events)
            if table.over:
                await self.report(one.id, bout.table, *changes.result_of(table))

    async def keep_running(self) -> None:
        """Do what is due, every few seconds."""
        looks = 0
        while True:
            await self.look(thoroughly=looks % SELDOM == 0)
            looks += 1
            await asyncio.sleep(PAUSE)

    async def look(self, thoroughly: bool) -> None:
        """Do what is due now; ``thoroughly``: results that nobody has brought are looked for too."""
        try:
            found = await asyncio.wrap_future(self.store.documents(KIND, DUE, PAGE))
        except Error:
            log.warning("tournaments could not be read", exc_info=True)
            return
        for document in found:
            if thoroughly:
                await guarded(self.catch_up(tournament_from(document.data)))
            await guarded(self.step(document.key))


async def guarded(work: Coroutine[Any, Any, None]) -> None:
    """Do something for a tournament; whatever goes wrong stops no other."""
    try:
        await work
    except Exception:
        log.exception("a tournament could not go on yet")


def written(document: Document, one: Tournament) -> Document:
    """A tournament as it is kept; found by its state, its people, its organiser until it is over, and if it is due."""
    tags = [f"listed:{one.state}"] if one.plan.listed else []
    if one.state in (OPEN, RUNNING):
        tags.append(f"by:{one.maker}")
    if one.state == RUNNING or (one.state == OPEN and one.plan.at is not None):
        tags.append(DUE)
    tags += [of(person) for person in sorted({one.maker, *(entrant.person for entrant in one.entrants)} - {""})]
    return document.saying(tournament_data(one), tags, one.ended or one.since or one.made)


def taken_over(one: Tournament, before: Tournament, by: str, now: float) -> Tournament:
    """The tables of a round are made by another server, if nobody else has begun to meanwhile."""
    if (one.maker_of_tables, one.since) != (before.maker_of_tables, before.since):
        return one
    return replace(one, maker_of_tables=by, since=now)


def laid(one: Tournament, number: int) -> Tournament:
    """The tables of a round are there."""
    return changes.last_round(one, made=True) if len(one.rounds) == number else one


def seen(one: Tournament, number: int) -> Tournament:
    """Nobody is waited for any more in a round."""
    return changes.last_round(one, seen=True) if len(one.rounds) == number else one


def without(document: Document, person: str) -> Document:
    """A tournament in which somebody who is unknown now takes part no more; without its organiser it does not begin."""
    one = tournament_from(document.data)
    rounds = len(one.rounds)
    entrants = (forgotten(entrant, rounds) if entrant.person == person else entrant for entrant in one.entrants)
    one = replace(one, entrants=tuple(entrants))
    if one.maker == person:
        one = replace(one, maker="", state=CANCELLED if one.state == OPEN else one.state)
    return written(document, one)


def forgotten(entrant: Entrant, rounds: int) -> Entrant:
    """An entrant of whom nothing is known."""
    return replace(entrant, person="", left=rounds if entrant.left is None else entrant.left)


keeps(ENTRY)
keeps(KIND, told=None, leave=without)

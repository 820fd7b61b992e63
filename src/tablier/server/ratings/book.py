"""The book of ratings: who plays a rated table is noted when its last seat is taken, and its end is counted once.

A note stands in the store until the table is counted. The ratings after a game, what it did to them, and the note's end
are kept together, so a game counts once, on however many servers and whatever fails meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from tablier.server.authority.events import Event, Setup
from tablier.server.authority.table import Table
from tablier.server.operation.logs import pseudonym
from tablier.server.people.belongings import keeps, of
from tablier.server.people.persons import People, Person
from tablier.server.ratings.counting import Played, planned_fault, played
from tablier.server.ratings.glicko import Strength
from tablier.server.ratings.rated import DIVISION, Rated, after, division_tag, handle, handle_tag, rated_from
from tablier.server.ratings.strengths import after_game, periods
from tablier.server.store.documents import TRIES, read
from tablier.server.store.protocol import Conflict, Document, Store

PENDING, RESULT, RATING = "pending", "rated game", "rating"
"""Kinds of documents: rated tables that are not counted yet, what games did, and ratings."""
PAGE = 200  # notes that are read at a time
LISTED = 200  # tables of a person that are looked at before they are read one by one
KNOWN = 10_000  # tables that need no look any more
PAUSE = 600.0  # seconds between two looks for games that nobody has counted

log = logging.getLogger(__name__)


class Ratings:
    """The ratings of a server."""

    def __init__(self, store: Store, people: People, clock: Callable[[], float]) -> None:
        self.store, self.people, self.clock = store, people, clock
        self.known: set[str] = set()  # tables that were noted, or never will be
        self.tasks: dict[str, asyncio.Task[None]] = {}

    # What happens at tables

    def follow(self, table: Table, _: Sequence[Event]) -> None:
        """See what has happened at a table: whether its last seat was taken, or it is over."""
        name = table.setup.table
        if not table.setup.rated:
            return
        if table.over:
            self._begin(name, self._finish(name, played(table)))
        elif name not in self.known and all(seat.owners for seat in table.seats):
            self._begin(name, self.enter(table.setup, [seat.owners for seat in table.seats]))

    def _begin(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Have something done about a table after what is being done about it already."""
        task = self.tasks[name] = asyncio.create_task(guarded(name, self.tasks.get(name), work))
        task.add_done_callback(lambda done: self.tasks.pop(name) if self.tasks.get(name) is done else None)

    async def settle(self) -> None:
        """Wait for all that is being done."""
        while self.tasks:
            await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    async def _finish(self, name: str, game: Played) -> None:
        """Count a table, and forget that it was noted."""
        await self.count(game)
        self.known.discard(name)

    async def enter(self, setup: Setup, owners: Sequence[Sequence[str]]) -> str:
        """Note who plays a rated table; why it cannot count, in a word, if it cannot."""
        people = [await self.person_at(one) for one in owners]
        fault = planned_fault(setup) or people_fault(people)
        found = await read(self.store, PENDING, setup.table)
        if not fault and found.text is None:
            ids = [person.id for person in people if person is not None]
            note = found.saying({"people": ids}, [PENDING, *map(of, ids)], self.clock())
            await kept(self.store, [note])
        if len(self.known) >= KNOWN:
            self.known.clear()
        self.known.add(setup.table)
        return fault

    async def person_at(self, owners: Iterable[str]) -> Person | None:
        """Who sits at a seat, if one person does who keeps a name."""
        found = [person for owner in owners if (person := await self.people.person(owner)) is not None]
        return found[0] if len({person.id for person in found}) == 1 else None

    # Counting

    async def count(self, game: Played) -> bool:
        """Count a game that is over, unless it was counted or does not count."""
        for _ in range(TRIES):
            pending = await read(self.store, PENDING, game.table)
            if pending.text is None:
                return False
            if await kept(self.store, await self.consequences(game, pending)):
                return not game.fault
        raise Conflict(PENDING, game.table)

    async def consequences(self, game: Played, pending: Document) -> list[Document]:
        """All that is to be kept once a game is counted: ratings, what it did to them, and no note any more."""
        people = pending.data["people"]
        if game.fault or None in [await self.people.person(person) for person in people]:
            return [pending.gone()]
        keys = [rating_key(game.division.key, person) for person in people]
        documents = [await read(self.store, RATING, key) for key in keys]
        before = [rated_from(document) for document in documents]
        now = after_game([one.strength for one in before], game.ranks, [periods(one.at, game.at) for one in before])
        ratings = [
            rated_document(document, game, person, old, new)
            for document, person, old, new in zip(documents, people, before, now, strict=True)
        ]
        division = await read(self.store, DIVISION, game.division.key)
        first = [division.saying({}, [DIVISION], game.at)] if division.text is None else []
        return [pending.gone(), *first, *ratings, result_document(game, people, before, now)]

    # Games that nobody has counted

    async def keep_counting(self) -> None:
        """Look for games that are over and not counted, at the start and now and then."""
        while True:
            try:
                await self.catch_up()
            except Exception:
                log.exception("games that are over could not be counted")
            await asyncio.sleep(PAUSE)

    async def catch_up(self) -> int:
        """Count what is over and was not counted; how many games that were."""
        counted, before = 0, None
        while notes := await asyncio.wrap_future(self.store.documents(PENDING, PENDING, PAGE, before)):
            running = await self.running({person for note in notes for person in note.data["people"]})
            for note in notes:
                counted += note.key not in running and await self.count_table(note.key)
            before = notes[-1].moment
        return counted

    async def running(self, people: Iterable[str]) -> set[str]:
        """The tables of people that are not over, as lists know them: so nobody has to read those."""
        found = set[str]()
        for person in people:
            listed = await asyncio.wrap_future(self.store.listed(person, LISTED))
            found |= {table.setup.table for table in listed if not table.over}
        return found

    async def count_table(self, name: str) -> bool:
        """Count a table that is read for it, if it is over; the note of one that is gone goes too."""
        stored = await asyncio.wrap_future(self.store.load(name))
        if stored is None:
            note = await read(self.store, PENDING, name)
            return note.text is not None and not await kept(self.store, [note.gone()])
        table = await asyncio.to_thread(Table, stored.setup, stored.events)
        return table.over and await self.count(played(table))

    # What is known

    async def rated(self, division: str, person: str) -> Rated:
        """A rating as it was after the last game; that of somebody unknown if there was none."""
        return rated_from(await read(self.store, RATING, rating_key(division, person)))

    async def leaders(self, division: str, most: int) -> list[tuple[str, Rated]]:
        """Whose ratings in a division are the highest, with their ratings."""
        found = await asyncio.wrap_future(self.store.documents(RATING, division_tag(division), most))
        return [(document.data["person"], rated_from(document)) for document in found]

    async def ratings_of(self, person: str) -> list[tuple[str, Rated]]:
        """All ratings of somebody, by division, those with the highest first."""
        found = await asyncio.wrap_future(self.store.documents(RATING, of(person), PAGE))
        return [(document.data["division"], rated_from(document)) for document in found]

    async def games_of(self, division: str, person: str, most: int) -> list[Document]:
        """The latest games of somebody that counted in a division."""
        return await asyncio.wrap_future(self.store.documents(RESULT, rating_key(division, person), most))

    async def named(self, name: str) -> str | None:
        """Who is meant by the handle in an address."""
        found = await asyncio.wrap_future(self.store.documents(RATING, handle_tag(name), 1))
        return str(found[0].data["person"]) if found else None

    async def divisions(self) -> list[str]:
        """All divisions in which somebody has a rating, those with the latest games first."""
        found = await asyncio.wrap_future(self.store.documents(DIVISION, DIVISION, PAGE))
        return [document.key for document in found]

    async def changes(self, table: str) -> list[dict[str, Any]]:
        """What a table did to the ratings of its seats, once it is counted."""
        found = await read(self.store, RESULT, table)
        return list(found.data["seats"]) if found.text else []


async def guarded(name: str, before: asyncio.Task[None] | None, work: Coroutine[Any, Any, object]) -> None:
    """Do something about a table after what came before; what goes wrong is found again later."""
    if before is not None:
        await asyncio.wait([before])
    try:
        await work
    except Exception:
        log.exception("table %s could not be counted yet", pseudonym(name))


async def kept(store: Store, documents: Sequence[Document]) -> bool:
    """Keep documents together, unless somebody else was faster."""
    try:
        await asyncio.wrap_future(store.keep(documents))
    except Conflict:
        return False
    return True


def people_fault(people: Sequence[Person | None]) -> str:
    """Why people cannot be rated together, in a word."""
    if any(person is None for person in people):
        return "people"
    if any(person is not None and not person.rated for person in people):
        return "unrated"
    return "same" if len({person.id for person in people if person}) < len(people) else ""


def rating_key(division: str, person: str) -> str:
    """The key of a rating, and the tag of the games that made it."""
    return f"{division}/{person}"


def rated_document(document: Document, game: Played, person: str, old: Rated, new: Strength) -> Document:
    """A rating after a game, as it is kept."""
    division = game.division.key
    data = after(old, new, game.at).data() | {"person": person, "division": division}
    tags = [of(person), handle_tag(handle(person)), division_tag(division)]
    return document.saying(data, tags, new.rating)


def result_document(game: Played, people: Sequence[str], before: Sequence[Rated], now: Sequence[Strength]) -> Document:
    """What a game did, as it is kept."""
    seats = [
        {"person": person, "rank": rank, "before": round(old.strength.rating, 2), "after": round(new.rating, 2),
         "deviation": round(new.deviation, 2)}
        for person, rank, old, new in zip(people, game.ranks, before, now, strict=True)
    ]  # fmt: skip
    tags = [tag for person in people for tag in (of(person), rating_key(game.division.key, person))]
    data = {"division": game.division.key, "at": game.at, "seats": seats}
    return Document(RESULT, game.table).saying(data, tags, game.at)


def without(document: Document, person: str) -> Document:
    """What a game did, once somebody is unknown who has played in it."""
    data = document.data
    for seat in data["seats"]:
        if seat["person"] == person:
            seat["person"] = ""
    people = [seat["person"] for seat in data["seats"] if seat["person"]]
    tags = [tag for one in people for tag in (of(one), rating_key(data["division"], one))]
    return document.saying(data, tags) if people else document.gone()


keeps(RATING)
keeps(RESULT, told=None, leave=without)  # of one's own share the rating remembers
keeps(PENDING, told=None)

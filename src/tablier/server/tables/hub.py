"""The hub: open tables in memory, those who look at them, and the one path on which everything happens.

A command is checked, kept on disk, applied, and told to each viewer. Bots take the same path as people.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from tablier.core.errors import Error
from tablier.server.authority import checks, talk
from tablier.server.authority.events import SAID, Event, Setup
from tablier.server.authority.limits import MOST_TABLES
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused, described
from tablier.server.authority.shelf import Progress, Shelf
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.bots.exploring import Explorers
from tablier.server.bots.pool import Bots
from tablier.server.bots.preparing import Preparation
from tablier.server.bots.trials import Trials
from tablier.server.operation.logs import note, pseudonym
from tablier.server.operation.metrics import Metrics
from tablier.server.operation.settings import Settings
from tablier.server.store.protocol import Listed, Store, Trouble
from tablier.server.tables import hints, thinking, timing
from tablier.server.tables.connections import Change, Check, Connection, OpenTable, refusal, resolve, spare
from tablier.server.tables.crowds import Crowd
from tablier.server.tables.news import news
from tablier.server.tables.outlets import REFUSED, STORAGE_FULL, TRY_AGAIN
from tablier.server.tables.owning import Holder, Holding, Sole
from tablier.server.telling import Message, Teller

CATCH_UP = 40  # moves that are told one by one to somebody who comes back
LISTED = 100
CLOSING = 0.01  # seconds between looks at what is still to be done

Follower = Callable[[Table, Sequence[Event]], object]
"""What is called when events have happened at a table, with the table as it is then; it must not wait."""

log = logging.getLogger(__name__)


class Hub:
    """All tables of a server."""

    def __init__(self, store: Store, bots: Bots, settings: Settings, clock: Callable[[], float] | None = None) -> None:
        self.store, self.bots, self.settings, self.clock = store, bots, settings, clock or timing.SteadyTime()
        self.began, self.outages = self.clock(), list[tuple[float, float]]()  # when there was no server before that
        self.ringing: set[asyncio.Task[None]] = set()
        self.open_tables: OrderedDict[str, OpenTable] = OrderedDict()
        self.opening: dict[str, asyncio.Task[OpenTable]] = {}
        self.crowd, self.metrics = Crowd(settings.limited), Metrics()
        self.trials, self.explorers = Trials(bots), Explorers(bots)
        self.shelf = Shelf(settings.games)
        self.preparation: Preparation | None = None  # of games that are not ready
        self.watch: Callable[[str, Progress | None], None] | None = None  # told how far they are
        self.all_prepared = asyncio.Event()  # as far as they can be
        self.node: Holder = Sole()
        self.followers: list[Follower] = []  # told of all that is on disk, for notices, ratings and the like

    # Tables

    async def make(self, setup: Setup) -> OpenTable:
        """A new table."""
        if setup.maker and await asyncio.wrap_future(self.store.running(setup.maker)) >= MOST_TABLES:
            raise Refused("server.limits.tables", 429, most=MOST_TABLES)
        events, table = checks.opening(Table(setup, patience=self.settings.patience), setup.made)
        holding = await self.node.take(setup.table)
        await asyncio.wrap_future(self.store.create(setup, events, summary(table)))
        here = self._placed(table, holding)
        self._count(here, events)
        self._follow(here, events)
        self.metrics.made += 1
        note("table made", table=pseudonym(setup.table), game=setup.game, seats=len(setup.places))
        self._wake(here)
        return here

    def _wake(self, here: OpenTable) -> None:
        """Let bots and time go on at a table."""
        thinking.wake(self, here)
        timing.arm(self, here)

    async def game_of(self, name: str) -> str | None:
        """The game that is played at a table, if there is such a table; nothing else is read for it."""
        here = self.open_tables.get(name)
        return here.table.setup.game if here else await asyncio.wrap_future(self.store.game(name))

    async def owners_of(self, name: str, seat: int) -> Collection[str]:
        """The visitors to whom a seat at a table belongs; nothing else is read for it."""
        here = self.open_tables.get(name)
        if here is not None:
            return here.table.seats[seat].owners
        return await asyncio.wrap_future(self.store.owners(name, seat))

    async def open(self, name: str) -> OpenTable:
        """A table whose game is on the shelf, from memory or replayed."""
        game = await self.game_of(name)
        if game is None:
            raise Refused("server.table.unknown", 404)
        self.shelf.refuse_absent(game)
        return await self.open_any(name)

    async def open_any(self, name: str) -> OpenTable:
        """A table, whether or not its game is on the shelf."""
        if name in self.open_tables and self.node.lives():
            self.open_tables.move_to_end(name)
            return self.open_tables[name]
        if name not in self.opening:
            self._begin_to_open(name)
        here = await asyncio.shield(self.opening[name])
        return self.open_tables.setdefault(name, here)  # it may have been dropped again before it was asked for

    def _begin_to_open(self, name: str) -> None:
        """Have a table read, once for all who ask for it meanwhile."""
        self.opening[name] = asyncio.create_task(self._load(name))
        self.opening[name].add_done_callback(lambda _: self.opening.pop(name, None))

    async def _load(self, name: str) -> OpenTable:
        """A table, replayed from what is kept, once it is ours."""
        holding = await self.node.take(name)
        stored = await asyncio.wrap_future(self.store.load(name))
        if stored is None:
            raise Refused("server.table.unknown", 404)
        try:
            table = await asyncio.to_thread(Table, stored.setup, stored.events, self.settings.patience, stored.chat)
        except Refused:
            raise
        except Error as error:
            raise Refused("server.table.closed", 410) from error
        if not self.node.keeps(holding):
            raise Trouble(full=False)
        here = self._placed(table, holding)
        timing.resume(self, here, holding.vacant)
        self._wake(here)
        return here

    def _placed(self, table: Table, holding: Holding) -> OpenTable:
        """A table put into memory, and others dropped if there are too many."""
        if self.preparation is not None:
            self.preparation.hurry(table.setup.game)
        here = OpenTable(table, Teller(table, preparing=self.progress(table.setup.game)), holding.fence)
        self.open_tables[table.setup.table] = here
        if len(self.open_tables) > self.settings.open_tables:
            self._make_room(here)
        return here

    def _make_room(self, but: OpenTable) -> None:
        """Drop tables at which nothing happens, those first that were not used for the longest time."""
        dropped = spare(self.open_tables, len(self.open_tables) - self.settings.open_tables, but)
        for name in dropped:
            del self.open_tables[name]
        self.node.release(dropped)

    async def listed(self, visitor: str) -> list[Listed]:
        """The tables of a visitor."""
        return await asyncio.wrap_future(self.store.listed(visitor, LISTED))

    # Connections

    async def connect(self, name: str, connection: Connection, number: int | None) -> OpenTable:
        """Somebody begins to look at a table and is told everything, or the last moves one by one."""
        here = await self.open(name)
        older = self.crowd.come(here, connection)
        if older is not None:
            self._replace(older)
        here.connections.append(connection)
        here.address = here.address or connection.address
        self._tell_presence(here, but=connection)
        first = self._first_to_tell(here, connection, number)
        messages: list[Message | bytes] = [here.teller.everything(connection, self.clock(), first)]
        messages += here.teller.happened(connection, range(first + 1, here.table.number + 1))
        if first < here.table.number:
            messages.append(self._now(here, connection))
        connection.send(*messages)
        timing.welcome(self, here, connection)
        self._wake(here)
        return here

    def _replace(self, older: Connection) -> None:
        """End a connection of somebody who has too many, and say why."""
        self.refuse(older, Refused("server.limits.sockets", 429))
        older.hang_up(REFUSED)

    def _first_to_tell(self, here: OpenTable, connection: Connection, number: int | None) -> int:
        """How many moves somebody who comes back has seen, if the others can be told one by one."""
        last = here.table.number
        told_openly = not here.table.over and not here.teller.is_shared(connection)
        return number if number is not None and told_openly and max(0, last - CATCH_UP) <= number < last else last

    def disconnect(self, here: OpenTable, connection: Connection) -> None:
        """Somebody no longer looks at a table."""
        here.connections.remove(connection)
        self.crowd.leave(connection)
        self._tell_presence(here)
        timing.arm(self, here)

    def tell_now(self, here: OpenTable) -> None:
        """Tell everybody how things stand."""
        for connection in here.connections:
            connection.send(self._now(here, connection))

    def _tell_presence(self, here: OpenTable, but: Connection | None = None) -> None:
        """Tell the others if somebody at the table came or went."""
        before = here.teller.online
        here.teller.online = frozenset(connection.visitor for connection in here.connections)
        sitting = {owner for seat in here.table.seats for owner in seat.owners}
        if (before ^ here.teller.online) & sitting:
            for connection in here.connections:
                if connection is not but:
                    connection.send(self._now(here, connection))

    def _now(self, here: OpenTable, connection: Connection) -> bytes:
        """How things stand."""
        return here.teller.now(connection, self.clock())

    # The one path

    def command(self, here: OpenTable, connection: Connection, command: dict[str, Any]) -> None:
        """Do what somebody asks for, as soon as all that was asked for before is done, or tell them why not."""
        if command["type"] == "ready":
            self._lift_curtain(here, connection, command["seat"])
            return
        if command["type"] == "why":
            connection.send(here.teller.why(connection, command["number"], command["begun"], command["part"]))
            return
        if command["type"] == "suppose":
            connection.send(here.teller.suppose(connection, command["number"], command["moves"]))
            return
        arrived = self.clock()
        if command["type"] == "move" and connection.outlet is not None:
            command["lag"] = connection.outlet.lag

        def check() -> Prospect:
            return checks.decide(here.table, connection.visitor, command, max(arrived, here.table.latest))

        done = partial(self._answer, connection)
        if command["type"] == "hint":
            done = partial(self._advise, here, connection)
        self.queue(here, Change(check, done))

    def _advise(self, here: OpenTable, connection: Connection, error: BaseException | None) -> None:
        """Have a hint thought of, if it may be given."""
        if error is not None:
            self._answer(connection, error)
        elif connection.advice is None or connection.advice.done():
            hints.give(self, here, connection)

    def _answer(self, connection: Connection, error: BaseException | None) -> None:
        """Tell somebody why something was not done, if it was not."""
        if isinstance(error, Error):
            self.refuse(connection, error)
        elif error is not None:
            log.error("a command failed", exc_info=error)
            connection.hang_up()

    def refuse(self, connection: Connection, error: Error) -> None:
        """Tell somebody why something is not done."""
        told = described(error, connection.language)
        self.metrics.refused(told["code"])
        connection.send({"type": "refused", **told})

    async def change(self, here: OpenTable, check: Check) -> None:
        """Check something, keep it, let it happen and tell everybody, even if whoever asked for it has gone."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queue(here, Change(check, partial(resolve, waiter)))
        try:
            await waiter
        finally:
            del waiter  # an error that it holds would hold it

    def queue(self, here: OpenTable, change: Change) -> None:
        """Let something be done at a table when it is its turn."""
        here.changes.append(change)
        if len(here.changes) == 1:
            self._go_on(here)

    def _go_on(self, here: OpenTable) -> None:
        """Begin what is to be done next at a table, until something has to be written to disk."""
        while here.changes:
            try:
                ahead = here.changes[0].check()
                if ahead.events:
                    self._keep(here, ahead)
                    return
            except Exception as error:
                here.changes.popleft().done(error)
            else:
                here.changes.popleft().done(None)
        self._wake(here)

    def _keep(self, here: OpenTable, ahead: Prospect) -> None:
        """Write events to disk; until that is done nothing has happened."""
        table, loop, thread = here.table, asyncio.get_running_loop(), threading.get_ident()

        def done(error: BaseException | None) -> None:
            if threading.get_ident() == thread:
                self._kept(here, ahead, error)
            else:
                loop.call_soon_threadsafe(self._kept, here, ahead, error)

        name, (events, after) = table.setup.table, ahead
        if here.changes[0].keep is not None:
            here.changes[0].keep(ahead, done)
        elif events[0].kind == SAID:
            self.store.say(name, events[0], talk.forgotten(table, after), done, here.fence)
        else:
            self.store.append(name, table.count, events, summary(after, table), done, here.fence)

    def _kept(self, here: OpenTable, ahead: Prospect, error: BaseException | None) -> None:
        """Let events happen that are on disk, and go on; if they are not, the table is read anew."""
        if error is None:
            before = here.table.number
            self._count(here, ahead.events)
            here.table.become(ahead.table)
            self._tell(here, ahead.events, before)
            self._follow(here, ahead.events)
            here.changes.popleft().done(None)
            self._go_on(here)
        else:
            self._give_up(here, error)

    def _count(self, here: OpenTable, events: Sequence[Event]) -> None:
        """Count what has happened."""
        self.metrics.happened(events, [seat.is_person for seat in here.table.seats])

    def _follow(self, here: OpenTable, events: Sequence[Event]) -> None:
        """Let those who follow all tables know what is on disk; whatever goes wrong with them stops nobody's game."""
        for follower in self.followers:
            try:
                follower(here.table, events)
            except Exception:
                log.exception("what happened at table %s was not followed", pseudonym(here.table.setup.table))

    def _give_up(self, here: OpenTable, error: BaseException) -> None:
        """Tell all who wait why nothing was kept, and forget a table that may be kept otherwise; all connect anew."""
        if self.open_tables.get(here.table.setup.table) is here:
            del self.open_tables[here.table.setup.table]
        while here.changes:
            here.changes.popleft().done(refusal(here.table.setup.table, error))
        full = isinstance(error, Trouble) and error.full
        for connection in here.connections:
            connection.hang_up(STORAGE_FULL if full else TRY_AGAIN)

    def _tell(self, here: OpenTable, events: Sequence[Event], before: int) -> None:
        """Tell everybody what has happened."""
        for connection in here.connections:
            try:
                connection.send(*news(here, connection, events, before, self.clock()))
            except Exception:
                log.exception("somebody at table %s could not be told", pseudonym(here.table.setup.table))
                connection.hang_up()

    def _lift_curtain(self, here: OpenTable, connection: Connection, seat: int) -> None:
        """Show a seat's side to the person who has come to the screen."""
        if here.teller.curtain(connection) != seat:
            raise Refused("server.seat.not_here")
        connection.looking = seat
        connection.send(here.teller.everything(connection, self.clock()))

    # Games that are being compiled

    def progress(self, game: str) -> Progress | None:
        """How far a game is that is being compiled."""
        return None if self.preparation is None else self.preparation.progress(game)

    def prepared(self, game: str, progress: Progress | None) -> None:
        """Tell those who wait for a bot how far its game is; without any progress left to be made it is ready."""
        if progress is None and self.preparation is not None and game not in self.preparation.failed:
            self.shelf.ready.add(game)
            note("game ready", game=game)
        if self.watch is not None:
            self.watch(game, progress)
        for here in [here for here in self.open_tables.values() if here.table.setup.game == game]:
            here.teller.preparing = progress
            if thinking.bot_to_move(here) is not None:
                self.tell_now(here)

    async def close(self) -> None:
        """Let everybody go."""
        for here in self.open_tables.values():
            here.stop()
            for connection in here.connections:
                connection.hang_up()
        for task in self.ringing:
            task.cancel()
        while self.ringing or any(here.changes for here in self.open_tables.values()):
            await asyncio.sleep(CLOSING)
        for here in self.open_tables.values():
            here.stop()  # what was done last may have set an alarm

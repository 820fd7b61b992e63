"""Time at open tables: flags that fall by themselves, stops of the server, who has gone; in simulated time."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tablier.server.authority import checks, clocks
from tablier.server.authority.events import ClockPlan, Event
from tablier.server.authority.limits import DAY, GONE_AFTER
from tablier.server.authority.making import Wish, arranged
from tablier.server.authority.summaries import FINISHED
from tablier.server.operation.settings import Settings
from tablier.server.store.protocol import ServerRun
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tablier.server.tables import timing
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub
from tests.server.kit import NOW, seasoned
from tests.server.test_clocks import BLITZ, SLOW, of
from tests.server.test_live import QuickBots

SOON = 50  # turns of a loop in which whatever is under way is done


class Screen:
    """The way to somebody's screen: what was sent there."""

    def __init__(self, lag: float = 0.0) -> None:
        self.lag = lag
        self.texts: list[bytes] = []

    def write(self, texts: Sequence[bytes]) -> None:
        self.texts += texts

    def close(self) -> None:
        pass

    def last(self) -> dict[str, Any]:
        """How things stand, as told last."""
        told = next(json.loads(text) for text in reversed(self.texts) if b'"happened"' not in text[:20])
        return dict(told.get("now", told))


class Evening:
    """A server's hub with a clock of its own; whatever waits for time is waited for by calling ``rings``."""

    def __init__(self, folder: Path, now: float = NOW) -> None:
        self.now = now
        self.store = SqliteStore(folder / DATABASE)
        self.hub = Hub(self.store, QuickBots(1, 1.0), Settings(folder, prepare=False), lambda: self.now)

    async def begin(self) -> "Evening":
        self.store.deliver = asyncio.get_running_loop().call_soon_threadsafe
        await timing.begin(self.hub)
        return self

    async def table(self, plan: ClockPlan, seats: int = 2) -> OpenTable:
        """A table of Ann and others, at which it is Ann's turn and her clock runs."""
        wishes = [Wish("me"), *[Wish("link")] * (seats - 1)]
        setup = arranged("samliam" if seats == 2 else "sprawl", wishes, {}, "ann", self.now, clock=plan)
        here = await self.hub.make(seasoned(setup))
        for seat, name in enumerate(("bob", "cid")[: seats - 1], 1):
            await self.hub.change(here, lambda seat=seat, name=name: checks.claim(here.table, name, seat, "", self.now))  # type: ignore[misc]
        return here

    async def sit(self, here: OpenTable, visitor: str, lag: float = 0.0) -> tuple[Connection, Screen]:
        """Somebody who looks at the table."""
        screen = Screen(lag)
        connection = Connection(visitor, "en", outlet=screen)
        await self.hub.connect(here.table.setup.table, connection, None)
        return connection, screen

    async def say(self, here: OpenTable, connection: Connection, **command: Any) -> None:
        self.hub.command(here, connection, command)
        await self.settle()

    async def move(self, here: OpenTable, connection: Connection) -> None:
        await self.say(here, connection, type="move", number=here.table.number, move=here.table.match.legal()[0])

    async def settle(self) -> None:
        """Let all happen that is under way."""
        for _ in range(SOON):
            await asyncio.sleep(0)
            if not self.hub.ringing and not any(here.changes for here in self.hub.open_tables.values()):
                return
            await asyncio.wrap_future(self.store.spend("nothing"))  # what was to be written before is written

    async def later(self, here: OpenTable, seconds: float) -> None:
        """So much later, what time brings about."""
        self.now += seconds
        await timing.rung(self.hub, here.table.setup.table)
        await self.settle()

    async def end(self, beat: bool = False) -> None:
        """Stop; as a kill does, unless it is noted."""
        if beat:
            await timing.beat(self.hub)
        await self.hub.close()
        await self.hub.bots.close()
        self.store.deliver = lambda function: function()
        self.store.close()


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def test_a_flag_falls_by_itself_and_everybody_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        (_, screen), (_, other) = await evening.sit(here, "ann"), await evening.sit(here, "bob")
        assert here.alarm is not None
        due = here.alarm.when() - asyncio.get_running_loop().time()
        assert 299 < due <= 301
        await evening.later(here, 299)
        assert screen.last()["clock"] == {"kind": "fischer", "left": [1.0, 300.0], "running": 0}
        await evening.later(here, 1)
        for told in (screen.last(), other.last()):
            assert told["outcome"]["reason"] == "time"
            assert told["clock"]["left"] == [0.0, 300.0]
        assert here.alarm is None
        name = here.table.setup.table
        stored = evening.store.load(name).result()
        assert stored
        assert stored.events[-1] == Event("flag", NOW + 300, 0)
        assert evening.store.still(FINISHED, NOW + 1000).result() == [name]
        await evening.end()

    run(story)


def test_the_alarm_is_set_anew_by_each_move_and_when_a_table_is_read(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        ann, _ = await evening.sit(here, "ann")
        first = here.alarm
        evening.now += 10
        await evening.move(here, ann)
        assert first is not None
        assert first.cancelled()
        assert here.table.deciding == 1
        evening.hub.open_tables.clear()
        again = await evening.hub.open(here.table.setup.table)
        assert again.table is not here.table
        assert again.alarm is not None
        assert again.table.clocks == here.table.clocks
        await evening.end()

    run(story)


def test_a_flag_that_is_overdue_falls_at_once_when_its_table_is_read(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        evening.hub.open_tables.clear()
        evening.now += 10_000
        again = await evening.hub.open(here.table.setup.table)
        assert again.alarm is not None
        assert again.alarm.when() - asyncio.get_running_loop().time() < 1
        await evening.later(again, 0)
        assert again.table.outcome is not None
        await evening.end()

    run(story)


def test_a_move_that_comes_before_its_time_is_over_counts_although_it_has_to_wait(tmp_path: Path) -> None:
    """It is on disk late: what counts is when it came."""

    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        ann, screen = await evening.sit(here, "ann")
        evening.now += 299.9
        evening.hub.command(here, ann, {"type": "chat", "text": "wait"})
        evening.hub.command(here, ann, {"type": "move", "number": 0, "move": here.table.match.legal()[0]})
        evening.now += 5
        await timing.rung(evening.hub, here.table.setup.table)
        await evening.settle()
        assert here.table.number == 1
        assert screen.last()["outcome"] is None
        await evening.end()

    run(story)


def test_the_measured_way_of_the_mover_is_given_back(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        ann, _ = await evening.sit(here, "ann", lag=0.25)
        evening.now += 10
        await evening.move(here, ann)
        assert clocks.remaining(of(here.table), 0, evening.now) == 293.25
        bob, screen = await evening.sit(here, "bob", lag=0.25)
        await evening.later(here, 300.2)
        assert screen.last()["outcome"] is None, "a move may be on its way"
        await evening.later(here, 0.06)
        assert screen.last()["outcome"]["reason"] == "time"
        await evening.say(here, bob, type="chat", text="late")
        await evening.end()

    run(story)


def test_the_time_in_which_there_was_no_server_counts_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ)
        evening.now += 20
        await timing.beat(evening.hub)
        await evening.end()
        other = await Evening(tmp_path, NOW + 7220).begin()
        again = await other.hub.open(here.table.setup.table)
        await other.settle()
        _, screen = await other.sit(again, "bob")
        assert screen.last()["clock"]["left"] == [280.0, 300.0]
        assert json.loads(screen.texts[0])["log"][-1]["lines"] == [
            "The server had stopped: that time counts for nobody."
        ]
        stored = other.store.load(here.table.setup.table).result()
        assert stored
        assert stored.events[-1] == Event("paused", NOW + 7220, given=7200)
        other.hub.open_tables.clear()
        other.now += 5
        await other.hub.open(here.table.setup.table)
        await other.settle()
        later = other.store.load(here.table.setup.table).result()
        assert later
        assert later.events == stored.events, "once"
        await other.end()

    run(story)


def test_of_several_stops_each_is_given_back(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(SLOW)
        await evening.end(beat=True)
        second = await Evening(tmp_path, NOW + DAY).begin()
        second.now += DAY
        await second.end(beat=True)
        third = await Evening(tmp_path, NOW + 4 * DAY).begin()
        again = await third.hub.open(here.table.setup.table)
        await third.settle()
        assert clocks.remaining(of(again.table), 0, third.now) == 2 * DAY
        assert third.store.runs().result() == [
            ServerRun(NOW, NOW), ServerRun(NOW + DAY, NOW + 2 * DAY), ServerRun(NOW + 4 * DAY, NOW + 4 * DAY)
        ]  # fmt: skip
        await third.end()

    run(story)


def test_a_clock_of_the_machine_that_is_set_moves_no_clock_of_a_table() -> None:
    wall, passed = [5_000.0], [100.0]
    clock = timing.SteadyTime(lambda: wall[0], lambda: passed[0])
    assert clock() == 5_000
    wall[0], passed[0] = 90_000.0, 103.0
    assert clock() == 5_003
    wall[0], passed[0] = 10.0, 104.0
    assert clock() == 5_004
    clock.go_on_from(6_000)
    assert clock() == 6_000
    clock.go_on_from(5_500)
    assert clock() == 6_000, "never back"


def test_after_a_restart_with_an_older_time_of_day_no_event_is_earlier(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / DATABASE)
        store.beat(9e9, 9e9 + 5).result()
        hub = Hub(store, QuickBots(1, 1.0), Settings(tmp_path, prepare=False))
        store.deliver = asyncio.get_running_loop().call_soon_threadsafe
        await timing.begin(hub)
        assert hub.clock() >= 9e9 + 5
        store.deliver = lambda function: function()
        store.close()

    run(story)


def test_who_has_gone_is_noted_after_a_while_and_who_is_back_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(BLITZ, 3)
        people = {name: await evening.sit(here, name) for name in ("ann", "bob", "cid")}
        evening.hub.disconnect(here, people["cid"][0])
        await evening.later(here, GONE_AFTER - 1)
        assert "gone" not in people["ann"][1].last()["clock"]
        await evening.later(here, 1)
        assert people["ann"][1].last()["clock"]["gone"] == [2]
        assert people["ann"][1].last()["may"]["hand_over"] == []
        await evening.later(here, 60)
        assert people["ann"][1].last()["may"]["hand_over"] == [2], "told by itself when that may be decided"
        await evening.say(here, people["bob"][0], type="hand_over", seat=2)
        assert people["ann"][1].last()["clock"]["votes"] == [{"seat": 2, "yes": 1, "needed": 2}]
        await evening.sit(here, "cid")
        await evening.settle()
        assert "gone" not in people["ann"][1].last()["clock"]
        assert people["ann"][1].last()["may"]["hand_over"] == []
        await evening.end()

    run(story)


def test_conditional_moves_are_told_to_whoever_left_them_and_to_no_socket_else(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        here = await evening.table(SLOW)
        people = {name: await evening.sit(here, name) for name in ("ann", "bob", "eve")}
        before = {name: list(screen.texts) for name, (_, screen) in people.items()}
        first = here.table.match.legal()[0]
        ahead = here.table.match.copy()
        ahead.play(first)
        line = [first, ahead.legal()[2]]
        await evening.say(here, people["bob"][0], type="suppose", number=0, moves=[first])
        assert json.loads(people["bob"][1].texts[-1])["type"] == "supposed"
        await evening.say(here, people["bob"][0], type="conditions", number=0, lines=[line])
        assert people["bob"][1].last()["conditions"] == [line]
        for name in ("ann", "eve"):
            assert people[name][1].texts == before[name]
        await evening.move(here, people["ann"][0])
        assert here.table.match.moves == line
        assert [json.loads(text)["type"] for text in people["ann"][1].texts[-3:]] == ["happened", "happened", "now"]
        await evening.end()

    run(story)


def test_a_table_whose_live_clock_runs_stays_in_memory(tmp_path: Path) -> None:
    async def story() -> None:
        evening = await Evening(tmp_path).begin()
        live, slow = await evening.table(BLITZ), await evening.table(SLOW)
        assert not live.is_idle()
        assert slow.is_idle()
        evening.hub.open_tables.pop(slow.table.setup.table)
        evening.now += 3 * DAY
        await timing.rung(evening.hub, slow.table.setup.table)
        again = await evening.hub.open(slow.table.setup.table)
        assert again.table.outcome is not None, "its flag falls although nobody had it open"
        await evening.end()

    run(story)

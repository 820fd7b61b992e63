"""Tables at which nobody plays any more: closed with a sentence and their seed, later deleted."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tablier.core import fairness
from tablier.server.api import replay
from tablier.server.authority import checks
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.limits import DAY
from tablier.server.authority.making import Wish, arranged
from tablier.server.authority.prospects import prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import ABANDONED, FINISHED, RUNNING, summary
from tablier.server.authority.table import Table
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import SqliteStore
from tablier.server.tables import cleaning, links
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read, written
from tests.server.kit import NOW, person, seasoned, table
from tests.server.test_authority import refusal
from tests.server.test_live import QuickBots

CLOSED, DELETED = 60 * DAY, 365 * DAY


class House:
    """A hub with a clock of its own."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.now = NOW
        self.store = SqliteStore(folder / "tables.sqlite")
        self.hub = Hub(self.store, QuickBots(1, 1.0), settings, lambda: self.now)

    async def make(self, game: str = "samliam") -> OpenTable:
        return await self.hub.make(seasoned(arranged(game, [Wish("me"), Wish("here")], {}, "ann", self.now)))

    async def move(self, here: OpenTable) -> None:
        command = {"type": "move", "number": here.table.number, "move": here.table.match.legal()[0]}
        await self.hub.change(here, lambda: checks.decide(here.table, "ann", command, self.now))

    async def after(self, seconds: float) -> None:
        """Clean up at that time."""
        self.now = NOW + seconds
        await cleaning.clean_up(self.hub, self.now)

    async def is_kept(self, here: OpenTable) -> bool:
        return await asyncio.wrap_future(self.store.load(here.table.setup.table)) is not None


def in_house(folder: Path, story: Callable[[House], Awaitable[None]], **settings: float) -> None:
    async def told() -> None:
        house = House(folder, replace(Settings(folder), **settings))  # type: ignore[arg-type]
        try:
            await story(house)
        finally:
            await house.hub.close()
            house.store.close()

    asyncio.run(told())


def test_a_table_that_has_not_moved_for_long_is_closed_and_tells_its_seed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here = await house.make("minelfield")
        await house.move(here)
        await house.after(CLOSED - 1)
        assert not here.table.abandoned
        await house.after(CLOSED + 1)
        assert here.table.over
        seed = str(here.table.setup.seed)
        told = read(written(Teller(here.table).everything(Viewer("eve", "en"), house.now)))["now"]
        assert (told["dice"]["seed"], told["to_move"], told["outcome"]) == (seed, None, None)
        assert told["status"].startswith("Nobody has played here")
        assert refusal(checks.decide, here.table, "ann", {"type": "resign", "seat": 0}, NOW) == "table.abandoned"
        assert fairness.verify(replay.text(here.table, "eve", "en", None)).right

    in_house(tmp_path, story)


def test_a_move_a_salt_or_a_new_player_keeps_a_table_open(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here = await house.make()
        waits = await house.hub.make(arranged("samliam", [Wish("me"), Wish("link")], {}, "ann", NOW))
        house.now = NOW + CLOSED - 1
        await house.move(here)
        token = waits.table.setup.places[1].token
        await links.claim(house.hub, token, "bob", "Bob")
        await house.after(CLOSED + 1)
        assert not here.table.over
        assert not waits.table.over
        house.now = NOW + 2 * CLOSED - 9
        seal = {"type": "seal", "seat": 1, "hash": "0" * 64}
        await house.hub.change(waits, lambda: checks.decide(waits.table, "bob", seal, house.now))
        await house.after(2 * CLOSED)
        assert (here.table.over, waits.table.over) == (True, False)

    in_house(tmp_path, story)


def test_an_abandoned_table_is_deleted_later_and_a_finished_one_kept(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here, finished = await house.make(), await house.make()
        await house.hub.change(finished, lambda: prospect(finished.table, [Event("resign", house.now, 0)]))
        await house.after(CLOSED + 1)
        await house.after(CLOSED + DELETED)
        assert await house.is_kept(here)
        await house.after(CLOSED + DELETED + 2)
        assert not await house.is_kept(here)
        assert here.table.setup.table not in house.hub.open_tables
        assert [row.setup for row in await house.hub.listed("ann")] == [finished.table.setup]
        await house.after(40 * DELETED)
        assert await house.is_kept(finished)

    in_house(tmp_path, story)


def test_a_table_is_never_deleted_in_the_hour_in_which_it_is_closed(tmp_path: Path) -> None:
    """Also a server that was off for years publishes a seed before it deletes a table."""

    async def story(house: House) -> None:
        here = await house.make()
        await house.after(9 * DELETED)
        assert await house.is_kept(here)
        assert here.table.abandoned

    in_house(tmp_path, story)


def test_finished_games_are_deleted_if_a_setting_says_so(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        finished, late = await house.make(), await house.make()
        await house.hub.change(finished, lambda: prospect(finished.table, [Event("resign", house.now, 0)]))
        house.now = NOW + 5 * DAY
        await house.move(late)
        await house.hub.change(late, lambda: prospect(late.table, [Event("resign", house.now, 0)]))
        await house.after(8 * DAY)
        assert (await house.is_kept(finished), await house.is_kept(late)) == (False, True)

    in_house(tmp_path, story, forget_finished_days=7.0)


def test_nothing_is_deleted_while_somebody_looks_at_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here = await house.make()
        await house.after(CLOSED + 1)
        viewer = Connection("eve", "en")
        await house.hub.connect(here.table.setup.table, viewer, None)
        await house.after(9 * DELETED)
        assert await house.is_kept(here)
        house.hub.disconnect(here, viewer)
        await house.after(9 * DELETED)
        assert not await house.is_kept(here)

    in_house(tmp_path, story)


def test_whoever_looks_at_a_table_that_is_closed_is_told_everything_anew(tmp_path: Path) -> None:
    class Outlet:
        lag = 0.0

        def __init__(self) -> None:
            self.texts: list[bytes] = []

        def write(self, texts: Sequence[bytes]) -> None:
            self.texts += texts

        def close(self) -> None:
            pass

    async def story(house: House) -> None:
        here, outlet = await house.make("samarra"), Outlet()
        await house.move(here)
        await house.hub.connect(here.table.setup.table, Connection("eve", "en", outlet=outlet), None)
        assert str(here.table.setup.seed).encode() not in b"".join(outlet.texts)
        await house.after(CLOSED + 1)
        assert outlet.texts[-1].startswith(b'{"type":"table"')
        assert str(here.table.setup.seed).encode() in outlet.texts[-1]

    in_house(tmp_path, story)


def test_a_table_whose_game_is_not_on_the_shelf_is_closed_all_the_same(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        here = await house.make("minelfield")
        house.hub.open_tables.clear()
        house.hub.shelf.chosen = ("samliam",)
        await house.after(CLOSED + 1)
        assert (await house.hub.open_any(here.table.setup.table)).table.abandoned
        with pytest.raises(Refused) as refused:
            await house.hub.open(here.table.setup.table)
        assert refused.value.key == "server.game.absent"

    in_house(tmp_path, story)


def test_a_table_whose_game_is_no_longer_there_does_not_stop_the_cleaning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        lost = Setup("lost", "chess", {}, 12345678987654321, (person("ann"), person("bob")), made=NOW)
        stand_in = table("samliam", person("ann"), person("bob"))
        await asyncio.wrap_future(house.store.create(lost, [], summary(stand_in)))
        here = await house.make()
        await house.after(CLOSED + 1)
        assert here.table.abandoned

    in_house(tmp_path, story)
    assert "could not be closed" in caplog.text
    assert "12345678987654321" not in caplog.text


def test_a_table_of_old_rules_is_closed_and_tells_its_seed_too(tmp_path: Path) -> None:
    setup = seasoned(arranged("samliam", [Wish("me"), Wish("here")], {}, "ann", NOW))
    here = Table(setup, [Event("move", NOW, 0, "a rule of old"), Event("abandoned", NOW)])
    assert (here.closed, here.abandoned, here.over) == (True, True, True)
    assert here.dice
    assert here.dice["seed"] == str(setup.seed)


def test_states_are_kept(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        names = {}
        for state in (RUNNING, FINISHED, ABANDONED):
            here = await house.make()
            names[state] = here.table.setup.table
            kind = {FINISHED: "agreed", ABANDONED: "abandoned"}.get(state)
            if kind:
                event = Event(kind, NOW)
                await house.hub.change(here, lambda here=here, event=event: prospect(here.table, [event]))  # type: ignore[misc]
        for state, name in names.items():
            found = house.store.still(state, NOW + 1)
            assert await asyncio.wrap_future(found) == [name]
            assert await asyncio.wrap_future(house.store.still(state, NOW)) == []
        assert [row.over for row in await house.hub.listed("ann")].count(True) == 2

    in_house(tmp_path, story)


def test_cleaning_goes_on_hour_after_hour_even_if_it_fails_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times: list[float] = []
    waits: list[float] = []

    async def story(house: House) -> None:
        enough, sleep = asyncio.Event(), asyncio.sleep

        async def clean_up(_: Hub, now: float) -> None:
            times.append(now)
            if len(times) == 1:
                raise OSError("the disk is full")
            enough.set()

        async def an_hour(seconds: float) -> None:
            waits.append(seconds)
            house.now += seconds
            await sleep(0)

        monkeypatch.setattr(cleaning, "clean_up", clean_up)
        monkeypatch.setattr(asyncio, "sleep", an_hour)
        cleaner = asyncio.create_task(cleaning.keep_clean(house.hub))
        await enough.wait()
        cleaner.cancel()
        monkeypatch.undo()

    in_house(tmp_path, story)
    assert times[:2] == [NOW + 3600, NOW + 7200]
    assert set(waits) == {3600}
    assert "could not be cleaned up" in caplog.text

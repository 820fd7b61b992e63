"""Nothing that one client can do for ever makes what is kept of a table grow for ever."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tablier.server.authority import checks, limits
from tablier.server.authority.making import Wish, arranged
from tablier.server.authority.table import Table
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import SqliteStore
from tablier.server.tables.connections import Connection
from tablier.server.tables.hub import Hub
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read
from tests.server.kit import NOW, PEOPLE, bot, bot_move, do, move, person, seasoned, table
from tests.server.test_authority import MANY, OPEN, refusal
from tests.server.test_live import QuickBots


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", dict.fromkeys(limits.MOST_EVENTS, 3))


def may(here: Table, visitor: str, what: str) -> bool:
    return bool(read(Teller(here).now(Viewer(visitor, "en"), NOW))["may"][what])


def test_a_move_is_taken_back_only_so_often() -> None:
    here = table(OPEN, person("ann"), bot())
    for _ in range(3):
        move(here, "ann")
        bot_move(here, 1)
        assert may(here, "ann", "takeback")
        do(here, "ann", "takeback")
    move(here, "ann")
    assert refusal(do, here, "ann", "takeback") == "limits.often"
    assert not may(here, "ann", "takeback")
    bot_move(here, 1)
    move(here, "ann")


def test_one_seat_does_not_use_up_what_another_may_do() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    for number in range(3):
        do(here, "ann", "name", name=f"Ann {number}")
    assert refusal(do, here, "ann", "name", name="Anna") == "limits.often"
    do(here, "bob", "name", name="Bob")
    assert not do(here, "bob", "name", name="Bob"), "the same name is nothing new"


def test_offers_and_answers_end() -> None:
    here = table(MANY, *(person(visitor) for visitor in PEOPLE[:3]))
    for _ in range(3):
        do(here, "ann", "draw")
        do(here, "bob", "answer", offer="draw", yes=True)
        assert not do(here, "bob", "answer", offer="draw", yes=True), "a second yes is nothing new"
        do(here, "cid", "answer", offer="draw", yes=False)
        move(here, PEOPLE[here.deciding or 0])
    assert refusal(do, here, "ann", "draw") == "limits.often"
    do(here, "bob", "draw")


def test_muting_and_closing_end() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    for yes in (True, False, True):
        do(here, "ann", "mute", seat=1, spectator=None, yes=yes)
        do(here, "ann", "open_chat", yes=not yes)
    assert refusal(do, here, "ann", "mute", seat=1, spectator=None, yes=False) == "limits.often"
    assert refusal(do, here, "ann", "open_chat", yes=True) == "limits.often"
    do(here, "bob", "open_chat", yes=True)


def test_a_seat_is_shared_by_a_few_devices() -> None:
    here = table(OPEN, person("ann"), bot())
    for number in range(limits.MOST_DEVICES - 1):
        for event in checks.device(here, "ann", f"device {number}", NOW).events:
            here.apply(event)
    assert refusal(checks.device, here, "ann", "one more", NOW) == "device.many"
    assert checks.device(here, "ann", "device 1", NOW).events == [], "who has it already needs no place"


def test_a_game_without_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_HISTORY", 4)
    here = table(OPEN, person("ann"), person("bob"))
    for number in range(4):
        move(here, PEOPLE[number % 2])
    assert refusal(move, here, "ann") == "table.long"
    do(here, "ann", "resign", seat=0)
    assert here.over


def test_bots_stop_where_nobody_moves_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "MOST_HISTORY", 6)

    async def played() -> Table:
        store = SqliteStore(tmp_path / "tables.sqlite")
        hub = Hub(store, QuickBots(1, 1.0), Settings(tmp_path, pace=0.0))
        here = await hub.make(seasoned(arranged(OPEN, [Wish("bot", 1), Wish("bot", 1)], {}, "", 0.0)))
        await hub.connect(here.table.setup.table, Connection("eve", "en"), None)
        assert here.thinking
        await here.thinking
        store.close()
        return here.table

    here = asyncio.run(played())
    assert (here.count, here.over) == (6, False)
    assert not caplog.records


def test_how_many_only_look_is_not_remembered_for_ever() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    for number in range(5_000):
        assert here.seats_of(f"spectator {number}") == []
    assert len(here.roles) < 2_000
    assert here.seats_of("bob") == [1]


def test_what_was_done_often_is_still_known_after_a_restart() -> None:
    here, kept = table(OPEN, person("ann"), bot()), []
    for number in range(3):
        kept += do(here, "ann", "name", name=f"Ann {number}")
    again = Table(replace(here.setup), kept)
    assert refusal(do, again, "ann", "name", name="Anna") == "limits.often"

"""Room at a table: players always find some, spectators as long as there is any."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tablier.server.app import create
from tablier.server.authority import limits
from tablier.server.authority.making import Wish, arranged
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Bots
from tablier.server.entrance import rates
from tablier.server.entrance.rates import Rate
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import SqliteStore
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub
from tests.server.kit import TestClient, seasoned
from tests.server.test_live import HERE, LINK, ME, Player, live, make


class Outlet:
    """The way to somebody's screen: what was sent, and whether it was closed."""

    lag = 0.0

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, texts: Any) -> None:
        self.sent += texts

    def close(self) -> None:
        self.closed = True


class Room:
    """A hub with one table, and people who come to it."""

    def __init__(self, hub: Hub, here: OpenTable) -> None:
        self.hub, self.here, self.outlets = hub, here, list[Outlet]()

    async def come(self, visitor: str, address: str) -> Connection:
        self.outlets.append(Outlet())
        connection = Connection(visitor, "en", address=address, outlet=self.outlets[-1])
        await self.hub.connect(self.here.table.setup.table, connection, None)
        return connection

    async def refusal(self, visitor: str, address: str) -> str:
        with pytest.raises(Refused) as refused:
            await self.come(visitor, address)
        assert refused.value.retry_after
        return refused.value.key.removeprefix("server.")


def in_a_room(data: Path, happens: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        store = SqliteStore(data / "tables.sqlite")
        hub = Hub(store, Bots(1, 1.0), Settings(data))
        here = await hub.make(seasoned(arranged("samliam", [Wish("me"), Wish("here")], {}, "ann", 0.0)))
        await happens(Room(hub, here))
        store.close()

    asyncio.run(whole())


def test_a_table_full_of_spectators_has_room_for_its_players(tmp_path: Path) -> None:
    async def happens(room: Room) -> None:
        for number in range(limits.SPECTATORS_PER_TABLE):
            await room.come(f"spectator {number}", f"address {number}")
        assert await room.refusal("one more", "elsewhere") == "table.full"
        await room.come("ann", "elsewhere")
        await room.come("ann", "address 1")

    in_a_room(tmp_path, happens)


def test_one_address_has_a_few_of_the_places_at_a_table(tmp_path: Path) -> None:
    async def happens(room: Room) -> None:
        crowd = [await room.come(f"spectator {number}", "one") for number in range(limits.NEIGHBOURS_PER_TABLE)]
        assert await room.refusal("one more", "one") == "limits.crowd"
        await room.come("one more", "another")
        await room.come("ann", "one")
        room.hub.disconnect(room.here, crowd[3])
        await room.come("one more", "one")
        assert await room.refusal("yet another", "one") == "limits.crowd"

    in_a_room(tmp_path, happens)


def test_one_address_has_not_all_places_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SPECTATORS_PER_ADDRESS", 2)

    async def happens(room: Room) -> None:
        first = await room.come("eve", "one")
        await room.come("dan", "one")
        assert await room.refusal("cid", "one") == "limits.crowd"
        await room.come("ann", "one")
        room.hub.disconnect(room.here, first)
        await room.come("cid", "one")

    in_a_room(tmp_path, happens)


def test_a_player_with_too_many_windows_loses_the_oldest_and_a_spectator_gets_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_VISITOR", 3)

    async def happens(room: Room) -> None:
        windows = [await room.come("ann", "here") for _ in range(5)]
        assert [outlet.closed for outlet in room.outlets] == [True, True, False, False, False]
        assert json.loads(room.outlets[0].sent[-1])["code"] == "limits.sockets"
        assert [window.closing for window in windows] == [4000, 4000, 1013, 1013, 1013]
        for window in windows[:2]:
            room.hub.disconnect(room.here, window)
        for _ in range(3):
            await room.come("eve", "here")
        assert await room.refusal("eve", "here") == "limits.sockets"
        await room.come("ann", "here")
        assert [outlet.closed for outlet in room.outlets[:3]] == [True, True, True]

    in_a_room(tmp_path, happens)


def test_nothing_is_remembered_of_those_who_have_gone(tmp_path: Path) -> None:
    async def happens(room: Room) -> None:
        for connection in [await room.come(visitor, "one") for visitor in ("ann", "eve", "eve")]:
            room.hub.disconnect(room.here, connection)
        assert not room.hub.crowd.visitors
        assert not room.hub.crowd.spectators

    in_a_room(tmp_path, happens)


@pytest.fixture
def hurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., TestClient]:
    """A browser at a server with limits of one's own."""

    def made(**given: Rate) -> TestClient:
        for name, rate in given.items():
            monkeypatch.setattr(rates, name, rate)
        return TestClient(
            create(Settings(tmp_path, prepare=False, pace=0.0), Bots(1, 1.0)), base_url="http://testserver"
        )

    return made


def test_a_window_too_many_is_closed_for_good_with_a_sentence(
    hurried: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_VISITOR", 1)
    with hurried() as client:
        table = make(client, "samliam", ME, HERE)["table"]
        with live(client, table) as socket:
            first = Player(socket)
            with live(client, table) as second:
                Player(second)
                assert first.hear("refused")["code"] == "limits.sockets"
                assert socket.receive()["code"] == 4000


def test_messages_count_over_all_sockets_and_after_reconnecting(hurried: Callable[..., TestClient]) -> None:
    with hurried(MESSAGES=Rate(6, 0.001)) as client:
        table = make(client, "samliam", ME, HERE)["table"]
        with live(client, table) as socket:
            player = Player(socket)  # which sends two salts
            for _ in range(4):
                player.say("chat", text="a")
            with live(client, table) as second:
                other = Player(second)
                other.say("chat", text="b")
                refused = other.hear("refused")
            assert (refused["code"], refused["retry_after"] > 0) == ("limits.rate", True)
        with live(client, table) as socket:
            again = Player(socket)
            again.say("chat", text="a")
            assert again.hear("refused")["code"] == "limits.rate"


def test_what_is_said_counts_by_address_whoever_says_it(hurried: Callable[..., TestClient]) -> None:
    with hurried(ADDRESS_CHATS=Rate(3, 0.001)) as client:
        table = make(client, "samliam", ME, LINK)["table"]
        for number in range(4):
            client.cookies.clear()
            with live(client, table) as socket:
                spectator = Player(socket)
                spectator.say("chat", text=str(number))
                assert ("code" in spectator.hear("chat", "refused")) == (number == 3)


def test_what_is_malformed_counts_like_everything_else(hurried: Callable[..., TestClient]) -> None:
    with hurried(REQUESTS=Rate(3, 0.4)) as client:
        statuses = [client.post("/api/tables", content=body).status_code for body in ("{", "[]", "", "{")]
        assert statuses == [422, 422, 422, 429]
        assert client.get("/api/tables").status_code == 200
        refused = client.post("/play/samliam")
        assert int(refused.headers["retry-after"]) >= refused.json()["error"]["retry_after"] > 0


def test_pictures_that_have_to_be_drawn_are_counted(hurried: Callable[..., TestClient]) -> None:
    with hurried(PICTURES=Rate(3, 0.001)) as client:
        addresses = [f"/games/samliam/start.svg?options=%7B%22turn_limit%22:{number}%7D" for number in range(3)]
        assert [client.get(address).status_code for address in addresses] == [200, 200, 200]
        assert client.get("/games/samliam/start.svg").status_code == 429
        assert client.get("/seat/none/code.svg").status_code == 429
        assert client.get("/").status_code == 200

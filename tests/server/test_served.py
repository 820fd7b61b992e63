"""Whole servers whose tables are in PostgreSQL: they keep the same promises as others, and lose nothing when killed."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablier.server.app import create
from tablier.server.operation.settings import Settings
from tablier.server.store.postgres import PostgresStore
from tests.server import test_live
from tests.server.kit import TestClient
from tests.server.postgres import Cluster, running
from tests.server.test_kill import SERVER, Game, Killing, played

MOVES = 100  # told in all
KILLS_BEFORE_THE_END = (70, 40)  # moves that are still to be told when the database is killed


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    chosen = Settings(Path("/nowhere"), database, prepare=False, pace=0.0, limited=False)
    with TestClient(create(chosen, test_live.QuickBots(1, 1.0)), base_url="http://testserver") as client:
        yield client


@pytest.mark.parametrize(
    "promise",
    [
        test_live.test_two_people_by_a_link,
        test_live.test_a_second_device_by_a_link_good_for_one_use,
        test_live.test_a_rematch_is_one_table_with_the_seats_rotated,
        test_live.test_who_comes_back_is_told_the_moves_in_between,
        test_live.test_a_screen_shared_by_two_who_hide_things_has_a_curtain,
        test_live.test_against_bots_a_move_is_taken_back,
    ],
)
def test_what_any_server_promises(client: TestClient, promise: Callable[[TestClient], None]) -> None:
    promise(client)


def test_tables_are_still_there_when_a_server_comes_back(database: str) -> None:
    chosen = Settings(Path("/nowhere"), database, prepare=False, pace=0.0, limited=False)
    with TestClient(create(chosen, test_live.QuickBots(1, 1.0)), base_url="http://testserver") as client:
        table = test_live.make(client, "samliam", test_live.ME, test_live.HERE)["table"]
        with test_live.live(client, table) as socket:
            test_live.Player(socket).play(5)
        cookies = client.cookies
    with TestClient(create(chosen, test_live.QuickBots(1, 1.0)), base_url="http://testserver") as client:
        client.cookies = cookies
        assert [row["table"] for row in client.get("/api/tables").json()] == [table]
        with test_live.live(client, table) as socket:
            player = test_live.Player(socket)
            assert player.now["number"] == 5
            player.play(1)


@pytest.fixture
def mortal() -> Iterator[Cluster]:
    with running() as cluster:
        yield cluster


def started(data: Path, address: str) -> subprocess.Popen[str]:
    """A server in a process of its own."""
    given = [sys.executable, "-c", SERVER, str(data), address]
    return subprocess.Popen(given, stdout=subprocess.PIPE, text=True)


def end(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.stdout.close()
    server.wait()


def test_moves_that_were_told_survive_a_kill_of_the_server(mortal: Cluster, tmp_path: Path) -> None:
    server = started(tmp_path, mortal.address())
    try:
        table, told = asyncio.run(played(int(server.stdout.readline()), server.pid))
    finally:
        end(server)
    compare(mortal, [Game(table, "", told)])


def test_moves_that_were_told_survive_kills_of_the_database(mortal: Cluster, tmp_path: Path) -> None:
    """Games go on as soon as it is back; no move that was told is lost, doubled or in another place."""
    server, games = started(tmp_path, mortal.address()), list[Game]()
    try:
        asyncio.run(Interrupted(int(server.stdout.readline()), server.pid, mortal).play(games))
    finally:
        end(server)
    assert sum(len(game.told) for game in games) >= MOVES
    compare(mortal, games)


class Interrupted(Killing):
    """Games during which the database is killed and comes back, more than once, and the server in the end."""

    def __init__(self, port: int, process: int, cluster: Cluster) -> None:
        super().__init__(port, process, MOVES)
        self.cluster, self.threads = cluster, ThreadPoolExecutor(1)

    async def play(self, games: list[Game]) -> None:
        await super().play(games)
        self.threads.shutdown()

    def count(self) -> None:
        super().count()
        if self.left in KILLS_BEFORE_THE_END:
            self.threads.submit(self.renew)

    def renew(self) -> None:
        self.cluster.kill()
        self.cluster.start()


def compare(cluster: Cluster, games: list[Game]) -> None:
    """Hold what was told against what is kept."""
    store = PostgresStore(cluster.address())
    for game in games:
        kept = [event.move for event in store.load(game.table).result().events if event.kind == "move"]
        assert kept[: len(game.told)] == game.told
        assert len(kept) <= len(game.told) + 1
    store.close()

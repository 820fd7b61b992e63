"""A server that is killed in the middle of a game has lost no move that it told anybody about."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablier.server.store.sqlite import SqliteStore
from tests.server.kit import dice_message

SERVER = """
import asyncio, sys
from pathlib import Path
import uvicorn
from tablier.server.net.serving import configured, listening
from tablier.server.operation.settings import Settings
listener = listening("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
server = uvicorn.Server(configured(Settings(Path(sys.argv[1]), "".join(sys.argv[2:]), prepare=False)))
asyncio.run(server.serve([listener]))
"""
MOVES_BEFORE_THE_KILL = 25
SERIES, KILLS, TABLES = 20, 10, 6
FEWEST, MOST = 1, 120  # moves told between two kills


def test_moves_that_were_told_survive_a_kill(tmp_path: Path) -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        table, told = asyncio.run(played(int(server.stdout.readline()), server.pid))
    finally:
        server.kill()
        server.stdout.close()
        server.wait()
    store = SqliteStore(tmp_path / "tables.sqlite")
    stored = store.load(table).result()
    store.close()
    assert stored
    kept = [event.move for event in stored.events if event.kind == "move" and event.seat is not None]
    assert len(told) >= MOVES_BEFORE_THE_KILL
    assert kept[: len(told)] == told
    assert len(kept) <= len(told) + 1


async def played(port: int, process: int) -> tuple[str, list[str]]:
    """Play alone on both seats until the server is killed; the moves of people that it has told us about."""
    body = {"game": "samliam", "seats": [{"kind": "me"}, {"kind": "here"}], "options": {"announcements": "off"}}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        made = (await client.post("/api/tables", json=body)).json()
        cookie = {"Cookie": f"visitor={client.cookies['visitor']}"}
    told: list[str] = []
    sent: list[str] = []
    given: list[dict[str, Any]] = []
    address = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/live"
    async with connect(address, additional_headers=cookie, max_size=None) as socket:
        try:
            async for text in socket:
                message: dict[str, Any] = json.loads(text)
                now = message.get("now", message)
                if message["type"] == "happened":
                    told.append(sent[message["number"] - 1])
                elif now["waiting"]:
                    due = [dice_message(now, seat) for seat in now["waiting"]]
                    for part in (part for part in due if part not in given):
                        given.append(part)
                        await socket.send(json.dumps(part))
                elif now["moves"]:
                    sent.append(random.Random(now["number"]).choice(now["moves"])["move"])
                    await socket.send(json.dumps({"type": "move", "number": now["number"], "move": sent[-1]}))
                if len(told) == MOVES_BEFORE_THE_KILL:
                    os.kill(process, signal.SIGKILL)
        except ConnectionClosed:
            pass
    return made["table"], told


@dataclass
class Game:
    """A table at which somebody plays alone, and the moves that the server has told about it."""

    table: str
    cookie: str
    told: list[str] = field(default_factory=list)
    over: bool = False


@pytest.mark.slow
@pytest.mark.parametrize("series", range(SERIES))
def test_kill_after_kill_no_move_is_lost_that_was_told(tmp_path: Path, series: int) -> None:
    """The same folder is used by one server after the other, each of which is killed in the middle of several games."""
    rng, games = random.Random(series), list[Game]()
    for _ in range(KILLS):
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert server.stdout
        try:
            port = int(server.stdout.readline())
            asyncio.run(Killing(port, server.pid, rng.randint(FEWEST, MOST)).play(games))
        finally:
            server.kill()
            server.stdout.close()
            server.wait()
        compare(tmp_path, games)


def compare(data: Path, games: list[Game]) -> None:
    """Hold what was told against what is kept; from then on that is what is known."""
    store = SqliteStore(data / "tables.sqlite")
    for game in games:
        stored = store.load(game.table).result()
        assert stored
        kept = [event.move for event in stored.events if event.kind == "move"]
        assert kept[: len(game.told)] == game.told
        assert len(kept) <= len(game.told) + 1
        game.told = kept
    store.close()


class Killing:
    """Games at a server that is killed after so many moves."""

    def __init__(self, port: int, process: int, left: int) -> None:
        self.port, self.process, self.left = port, process, left

    async def play(self, games: list[Game]) -> None:
        """Play on, and at new tables instead of those whose game is over, until the server is killed."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as client:
            games[:] = [game for game in games if not game.over]
            games += [await self.made(client) for _ in range(TABLES - len(games))]
        await asyncio.gather(*(self.played(game) for game in games))
        os.kill(self.process, signal.SIGKILL)

    async def made(self, client: httpx.AsyncClient) -> Game:
        """A new table."""
        client.cookies.clear()
        body = {"game": "samliam", "seats": [{"kind": "me"}, {"kind": "here"}], "options": {"announcements": "off"}}
        answer = await client.post("/api/tables", json=body)
        return Game(answer.json()["table"], f"visitor={answer.cookies['visitor']}")

    async def played(self, game: Game) -> None:
        """Play on both seats until the game is over or the server is gone."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{game.table}/live"
        with contextlib.suppress(ConnectionClosed, OSError):
            async with connect(address, additional_headers={"Cookie": game.cookie}, max_size=None) as socket:
                sent = ""
                async for text in socket:
                    message: dict[str, Any] = json.loads(text)
                    if message["type"] == "happened":
                        game.told.append(sent)
                        self.count()
                    elif command := answer(message, game):
                        sent = command.get("move", sent)
                        await socket.send(json.dumps(command))
                    if game.over:
                        return

    def count(self) -> None:
        """One more move was told; after the last one the server is killed."""
        self.left -= 1
        if self.left == 0:
            os.kill(self.process, signal.SIGKILL)


def answer(message: dict[str, Any], game: Game) -> dict[str, Any]:
    """What a player does when told how things stand: does their part for the dice, moves, or nothing."""
    now = message.get("now", message)
    if message["type"] not in ("table", "now"):
        return {}
    game.over = now["outcome"] is not None
    if now["waiting"]:
        return dice_message(now, now["waiting"][0])
    if now["moves"]:
        assert now["number"] == len(game.told)
        return {"type": "move", "number": now["number"], "move": random.choice(now["moves"])["move"]}
    return {}

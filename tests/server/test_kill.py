"""A server that is killed in the middle of a game has lost no move that it told anybody about."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablier.server.sqlite import SqliteStore
from tests.server.kit import dice_message

SERVER = """
import asyncio, sys
from pathlib import Path
import uvicorn
from tablier.server.serving import configured, listening
from tablier.server.settings import Settings
listener = listening("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
server = uvicorn.Server(configured(Settings(Path(sys.argv[1]), prepare=False)))
asyncio.run(server.serve([listener]))
"""
MOVES_BEFORE_THE_KILL = 25


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

"""Tic-tac-toe at a server of boardgame.io, played by the same clients as our games: over real sockets, as they come.

The package is fetched by its name into a folder of its own; the server is ``tictactoe.js``.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import time
from pathlib import Path

from tablier.lab import processors
from tablier.lab.bench_clients import HANDSHAKES, HOST, Pair, Player, Tally, framed
from tablier.lab.ports import free_port

PACKAGE, ITS_STORE = "boardgame.io@0.50.2", "node-persist@3.1.3"
SCRIPT = Path(__file__).with_name("tictactoe.js")
SPACE = "/tic-tac-toe,"
OPENED, JOINED, PING = b"0{", f"40{SPACE}".encode(), b"2"
SYNCED, UPDATED = f'42{SPACE}["sync",'.encode(), f'42{SPACE}["update",'.encode()
STATE_ID, CELLS, OVER = b'"_stateID":', b'"cells":[', b'"gameover":'
EMPTY = "null"
START_SECONDS = 60.0


def fetched(folder: Path) -> Path:
    """A folder with boardgame.io in it, fetched if it is not there."""
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text("{}")
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", PACKAGE, ITS_STORE]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder


def why_not() -> str:
    """Why boardgame.io cannot be measured here; nothing if it can."""
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"there is no {' and no '.join(missing)} here" if missing else ""


def version() -> str:
    """The version of node, if there is one."""
    node = shutil.which("node")
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout if node else ""
    return told.strip().removeprefix("v")


class OtherServer:
    """The server of boardgame.io, in memory or with its store on disk."""

    def __init__(self, folder: Path, disk: Path | None) -> None:
        self.port = free_port()
        script = folder / SCRIPT.name
        script.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
        command = ["node", str(script), str(self.port), *([str(disk)] if disk else [])]
        environment = os.environ | {"NODE_ENV": "production"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout
        if b"ready" not in self.process.stdout.readline():
            raise RuntimeError("boardgame.io has not started")

    def cpu(self) -> float:
        """Seconds that it has worked."""
        return processors.worked(self.process.pid)

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


class OtherPlayer(Player):
    """One client of it: joins a match, and looks only at what it needs of its messages."""

    def __init__(self, port: int, match: str, seat: int) -> None:
        super().__init__(port, match, "", "en")
        self.match, self.seat = match, seat
        self.request = (
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )

    def say(self, text: str) -> None:
        """Send something."""
        self.transport.write(framed(text.encode()))

    def heard(self, message: bytes) -> None:
        """Join, and then remember how things stand."""
        if message.startswith((SYNCED, UPDATED)):
            self.now = message
            self.told.set()
            if self.pair is not None:
                self.pair.heard(self, message)
        elif message.startswith(OPENED):
            self.say(f"40{SPACE}")
        elif message.startswith(JOINED):
            self.say(f"42{SPACE}" + json.dumps(["sync", self.match, str(self.seat), None, 2]))
        elif message == PING:
            self.say("3")

    def move(self, number: int) -> bool:
        """Take some empty cell, if it is this seat's turn and the game goes on."""
        if number % 2 != self.seat or OVER in self.now:
            return False
        start = self.now.index(CELLS) + len(CELLS)
        cells = self.now[start : self.now.index(b"]", start)].decode().split(",")
        cell = random.choice([index for index, taken in enumerate(cells) if taken == EMPTY])
        payload = {"type": "take", "args": [cell], "playerID": str(self.seat)}
        told = ["update", {"type": "MAKE_MOVE", "payload": payload}, number, self.match, str(self.seat)]
        self.say(f"42{SPACE}" + json.dumps(told, separators=(",", ":")))
        return True


class OtherPair(Pair):
    """Two of them at a match."""

    def number_in(self, message: bytes) -> int:
        """The number of moves made."""
        start = message.index(STATE_ID) + len(STATE_ID)
        end = start
        while message[end : end + 1].isdigit():
            end += 1
        return int(message[start:end])


async def joined(port: int, matches: int, tally: Tally) -> list[Pair]:
    """Two clients at each of many matches."""
    gate, loop = asyncio.Semaphore(HANDSHAKES), asyncio.get_running_loop()

    async def join(match: str, seat: int) -> Player:
        async with gate:
            _, player = await loop.create_connection(lambda: OtherPlayer(port, match, seat), HOST, port)
            await player.told.wait()
            return player

    async def both(number: int) -> Pair:
        name = f"match{number:06}-{time.monotonic_ns():x}"
        return OtherPair((await join(name, 0), await join(name, 1)), tally)

    return list(await asyncio.gather(*map(both, range(matches))))

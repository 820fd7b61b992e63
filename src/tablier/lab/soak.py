"""A soak: many tables at a real server for many minutes, games ended or left and new ones made, always as many.

Prints each minute what the server holds and how fast it is, and in the end by how much it has grown.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, quantiles
from typing import Any

from tablier.core.dice import hash_of
from tablier.core.registry import keys, load
from tablier.lab.bench_clients import HOST, Laid, Pair, Player, Tally, framed, seated
from tablier.lab.bench_server import MeasuredServer
from tablier.server.authority import making
from tablier.server.entrance import visitors
from tablier.server.net.descriptors import raise_descriptors
from tablier.server.operation.settings import variable

TABLES, MINUTES, PACE = 300, 30, 300.0
SETTLING = 5  # minutes that do not count for the growth
MINUTE = 60.0
LEFT = 0.3  # the part of the games that is left before its end
FEWEST_MOVES, MOST_MOVES = 1, 30  # after which such a game is left
ASKING = 8  # requests that are on their way at the same time
PAGES = ("/t/{table}", "/api/tables", "/api/tables/{table}/replay", "/api/tables/{table}/text")
SECONDS_TO_ANSWER = 30.0
SEALED = re.compile(rb'"hashes":\["\w+","\w+"\]')
BEGUN = re.compile(rb'"waiting":\[\]')


def for_two() -> list[str]:
    """The games that two can play."""
    return [game for game in keys() if 2 in load(game).seats]


def say(player: Player, **message: Any) -> None:
    """Have a player send something."""
    player.transport.write(framed(json.dumps(message).encode()))


async def until(player: Player, told: re.Pattern[bytes]) -> None:
    """Wait until a player has been told something about how things stand."""
    while not told.search(player.now):
        player.told.clear()
        await player.told.wait()


class SoakPair(Pair):
    """Two clients at a table, who may leave it after so many decisions."""

    def __init__(self, players: tuple[Player, Player], tally: Tally, laid: Laid) -> None:
        super().__init__(players, tally)
        self.laid = laid
        self.wanted = random.randint(FEWEST_MOVES, MOST_MOVES) if random.random() < LEFT else None

    def move(self) -> bool:
        """Let whoever is to move do so; False when the game is over, or nobody wants to play on."""
        if self.wanted is not None:
            self.wanted -= 1
        return self.wanted != 0 and super().move()

    def leave(self) -> None:
        """Hang up."""
        for player in self.players:
            player.pair = None
            player.transport.abort()


class Soak(Tally):
    """Tables at which is played; where a game is over or left, another one is made."""

    def __init__(self, server: MeasuredServer, games: Sequence[str], pace: float) -> None:
        super().__init__([], pace)
        self.server, self.games = server, itertools.cycle(games)
        self.threads = ThreadPoolExecutor(ASKING)
        self.gate = asyncio.Semaphore(ASKING)
        self.making: set[asyncio.Task[None]] = set()
        self.playing: set[SoakPair] = set()

    def ask(self, path: str, cookie: str, body: dict[str, Any] | None = None) -> bytes:
        """What the server answers to a visitor."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Cookie": f"visitor={cookie}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"http://{HOST}:{self.server.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=SECONDS_TO_ANSWER) as answer:
            return bytes(answer.read())

    def laid(self, before: Laid | None) -> Laid:
        """A new table for two, made as browsers do it, after a last look at the pages of another one."""
        if before is not None:
            for path in PAGES:
                self.ask(path.format(table=before.table), before.cookies[0])
        cookies = visitors.fresh(), visitors.fresh()
        wish = {"game": next(self.games), "seats": [{"kind": "me"}, {"kind": "link"}]}
        made = json.loads(self.ask("/api/tables", cookies[0], wish))
        token = made["seats"][1]["link"].removeprefix("/seat/")
        self.ask(f"/api/seats/{token}/claim", cookies[1], {"name": ""})
        return Laid(made["table"], cookies)

    def begin(self, before: Laid | None = None) -> None:
        """Have a table made, instead of one at which nobody plays any more."""
        task = asyncio.create_task(self.begun(before))
        self.making.add(task)
        task.add_done_callback(self.making.discard)

    async def begun(self, before: Laid | None) -> None:
        """Make a table, sit down at it and give the dice their salts."""
        async with self.gate:
            laid = await asyncio.get_running_loop().run_in_executor(self.threads, self.laid, before)
            (players,) = await seated(self.server.port, [laid])
            salts = [making.fresh_salt() for _ in players]
            for seat, (player, salt) in enumerate(zip(players, salts, strict=True)):
                say(player, type="seal", seat=seat, hash=hash_of(salt))
            for player in players:
                await until(player, SEALED)
            for seat, (player, salt) in enumerate(zip(players, salts, strict=True)):
                say(player, type="salt", seat=seat, salt=salt)
            for player in players:
                await until(player, BEGUN)
        game = SoakPair(players, self, laid)
        self.playing.add(game)
        self.ready.append(game)

    def go_on(self, pair: Pair) -> None:
        """The next move at a table, or another table."""
        assert isinstance(pair, SoakPair)
        if not pair.move():
            self.playing.remove(pair)
            pair.leave()
            self.begin(pair.laid)

    async def close(self) -> None:
        """Leave all tables, once those that are being made are."""
        await asyncio.gather(*self.making)
        for game in self.playing:
            game.leave()
        self.threads.shutdown()
        await asyncio.sleep(0)  # until they have hung up

    async def tables(self) -> int:
        """How many tables the server holds in memory."""
        answer = await asyncio.get_running_loop().run_in_executor(self.threads, self.ask, "/health", visitors.fresh())
        return int(json.loads(answer)["tables"])


@dataclass
class Minute:
    """What a minute has shown."""

    number: int
    memory: float
    tables: int  # in the server's memory
    playing: int  # of them with two clients; less where the clients cannot make new ones fast enough
    moves: float
    half: float  # milliseconds from sending to both being told: the median
    most: float  # and what 99 of 100 stay under


async def soaked(server: MeasuredServer, games: Sequence[str], arguments: argparse.Namespace) -> AsyncIterator[Minute]:
    """Play for so many minutes."""
    soak = Soak(server, games, arguments.pace)
    for _ in range(arguments.tables):
        soak.begin()
    await asyncio.gather(*soak.making)
    playing = asyncio.create_task(soak.paced())
    for number in range(1, arguments.minutes + 1):
        soak.clear()
        began = time.perf_counter()
        await asyncio.sleep(MINUTE)
        cuts = [1000 * cut for cut in quantiles(soak.seconds, n=100)]
        moves = soak.moves / (time.perf_counter() - began)
        yield Minute(number, server.memory(), await soak.tables(), len(soak.playing), moves, cuts[49], cuts[98])
    soak.ended.set()
    await playing
    await soak.close()


def growth(minutes: Sequence[Minute]) -> float | None:
    """Megabytes by which the memory grows in a minute, once it has settled; None if it has had no time to."""
    settled = [minute for minute in minutes if minute.number >= SETTLING]
    if len(settled) < 2:  # a line goes through two points
        return None
    return linear_regression([m.number for m in settled], [m.memory for m in settled]).slope


async def told(server: MeasuredServer, games: Sequence[str], arguments: argparse.Namespace) -> None:
    """Print each minute, and the growth."""
    print("| minute | memory, MB | tables | played at | moves/s | p50, ms | p99, ms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    minutes = []
    async for minute in soaked(server, games, arguments):
        minutes.append(minute)
        speeds = f"{minute.moves:,.0f} | {minute.half:.1f} | {minute.most:.1f}"
        print(f"| {minute.number} | {minute.memory:.1f} | {minute.tables} | {minute.playing} | {speeds} |", flush=True)
    found = growth(minutes)
    print("\nToo short to tell its growth." if found is None else f"\nGrowth: {found:.2f} MB a minute.")


def read_arguments() -> argparse.Namespace:
    """How long, and how much."""
    parser = argparse.ArgumentParser(description="Play at many tables for long, and see whether the server grows.")
    parser.add_argument("--tables", type=int, default=TABLES, help="at which is played at the same time")
    parser.add_argument("--minutes", type=int, default=MINUTES)
    parser.add_argument("--pace", type=float, default=PACE, help="decisions of players a second, at all tables")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--data", type=Path, help="a folder on the disk that is to be used")
    parser.add_argument("--server-core", type=int, help="the core of the server")
    return parser.parse_args()


def main() -> None:
    """Soak a server, and tell."""
    arguments = read_arguments()
    games = arguments.game or for_two()
    raise_descriptors()
    os.environ[variable("open_tables")] = str(arguments.tables)
    with tempfile.TemporaryDirectory(dir=arguments.data) as folder:
        server = MeasuredServer(Path(folder), games, arguments.server_core, 0)
        try:
            asyncio.run(told(server, games, arguments))
        finally:
            server.stop()


if __name__ == "__main__":
    main()

"""A server in a process of its own, and tables that are set up in its store before anybody looks at them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tablier import Match
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.server.authority import making
from tablier.server.authority.events import Event, SeatPlan, Setup
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.store.sqlite import SqliteStore

PREPARED = 600  # seconds that a server may take until its games can be played
ANN, BOB = "ann".ljust(22, "-"), "bob".ljust(22, "-")
"""The cookies of two people who already sit at tables."""


class Server:
    """A server that can be killed and started again where it was."""

    def __init__(self, data: Path, games: tuple[str, ...] = tuple(GAMES)) -> None:
        self.data, self.games, self.port = data, games, 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, the second time at the same address, and wait until all games can be played."""
        command = [sys.executable, str(Path(__file__).with_name("serve.py")), str(self.data), str(self.port)]
        self.process = subprocess.Popen([*command, *self.games], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())
        until(lambda: set(self.ready()) == set(self.games))

    def ready(self) -> list[str]:
        """The games that can be played."""
        try:
            with urlopen(f"{self.url}/health", timeout=PREPARED) as answer:
                return list(json.load(answer)["ready"])
        except URLError:
            return []

    def kill(self) -> None:
        """End it as a failing machine would."""
        if self.process and self.process.stdout:
            self.process.kill()
            self.process.stdout.close()
            self.process.wait()
            self.process = None

    def lay(self, game: str, moves: int = 0, *, seed: int = 1, places: tuple[SeatPlan, ...] = ()) -> str:
        """Lay a table for Ann after so many random moves, the same every time; the address of its page."""
        seats = places or (ann(), *[bot()] * (min(load(game).seats) - 1))
        return self.keep(random_moves(game, len(seats), moves, seed), seats)

    def keep(self, match: Match, seats: tuple[SeatPlan, ...]) -> str:
        """Have a game kept as that of a table; the address of its page."""
        made, maker = time.time(), visitors.identity(ANN)
        setup = Setup(making.fresh_name(), match.game, match.options, 1, seats, "", maker, made)
        events = [Event("move", made, None, move) for move in match.moves]
        store = SqliteStore(self.data / "tables.sqlite")
        store.create(setup, events, summary(Table(setup, events))).result()
        store.close()
        return f"/t/{setup.table}"


def ann(kind: str = "me") -> SeatPlan:
    return SeatPlan(kind, name="Ann" if kind == "me" else "Ada", owners=(visitors.identity(ANN),))


def bob() -> SeatPlan:
    return SeatPlan("link", name="Bob", owners=(visitors.identity(BOB),))


def bot(level: int = 1) -> SeatPlan:
    return SeatPlan("bot", level)


def random_moves(game: str, seats: int, count: int, seed: int) -> Match:
    """A game in which seat 0 decides next, after at least so many random moves."""
    for attempt in range(1000):
        match, player = Match(game, seats, seed=seed + attempt), random.Random(seed + attempt)
        while match.actor is not None and (len(match.moves) < count or match.actor != 0):
            if match.actor == "chance":
                match.roll()
            else:
                match.play(player.choice(match.legal()))
        if match.actor == 0:
            return match
    raise AssertionError(f"no game of {game} lasts {count} moves")


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PREPARED
    while not true():
        assert time.monotonic() < end, "the server is not ready"
        time.sleep(0.05)

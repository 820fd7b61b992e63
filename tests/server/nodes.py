"""Several nodes over one database, in threads of the tests or in processes that may be killed, and players at them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import connect

from tablier.server.net.neighbours import doorstep, own_name
from tablier.server.net.serving import configured, listening
from tablier.server.operation.settings import Settings
from tablier.server.tables.hub import Hub
from tests.api.kit import QuickBots, process
from tests.server.kit import dice_message

SECONDS = 30  # after which a test has failed
SHORT = "2"  # seconds that a lease lasts
PEOPLE = [{"kind": "me"}, {"kind": "link"}]


class NodeHouse:
    """A node in a thread of its own; its bots answer at once."""

    def __init__(self, database: str, **settings: Any) -> None:
        usual = {"prepare": False, "pace": 0.0, "limited": False, "lease": 30.0} | settings
        chosen = Settings(Path("/nowhere"), database, node="127.0.0.1", **usual)
        self.step, self.listener = doorstep(chosen, own_name()), listening("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        config = configured(chosen, QuickBots(1, 1.0), self.step)
        self.application: FastAPI = config.app  # type: ignore[assignment]
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.served()))

    async def served(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([self.listener, self.step.listener])

    @property
    def name(self) -> str:
        return self.step.place.name

    @property
    def inside(self) -> str:
        """Where other nodes ask."""
        return f"http://{self.step.place.address}"

    @property
    def hub(self) -> Hub:
        hub: Hub = self.application.state.hub
        return hub

    def __enter__(self) -> Self:
        self.thread.start()
        until(lambda: self.server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        for listener in (self.listener, self.step.listener):
            listener.close()


@contextmanager
def node_process(database: str, folder: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A node in a process of its own, and its address."""
    environment = {"TABLIER_STORE": database, "TABLIER_NODE": "127.0.0.1", "TABLIER_LEASE": SHORT} | settings
    with process(folder, **environment) as found:
        yield found


def until(true: Callable[[], object]) -> None:
    """Wait for something that another thread or process does."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.01)


def owner(url: str) -> tuple[str, int]:
    """Which node answers, and how many tables are its own."""
    told = httpx.get(f"{url}/health", timeout=SECONDS).json()
    return told["node"], told["owned"]


def alive(process: int) -> bool:
    """Whether a process runs."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


@dataclass
class Guest:
    """Somebody with a seat, who connects wherever they like and notes what they were told."""

    url: str
    cookie: str
    seat: int
    told: list[str] = field(default_factory=list)  # moves that were acknowledged, whoever made them

    def ask(self, how: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Cookie": f"visitor={self.cookie}"} | more.pop("headers", {})
        return httpx.request(how, self.url + path, headers=headers, timeout=SECONDS, **more)

    def live(self, table: str, query: str = "") -> Any:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/live{query}"
        headers = {"Cookie": f"visitor={self.cookie}"} if self.cookie else {}
        return connect(address, additional_headers=headers, max_size=None, max_queue=None, open_timeout=SECONDS)


def sat(first: str, second: str, game: str = "samliam", **more: Any) -> tuple[str, Guest, Guest]:
    """A table that Ann makes at one node, where Bob takes his seat at another one."""
    made = httpx.post(f"{first}/api/tables", json={"game": game, "seats": PEOPLE} | more, timeout=SECONDS)
    assert made.status_code == 201, made.text
    link = made.json()["seats"][1]["link"].removeprefix("/seat/")
    claimed = httpx.post(f"{second}/api/seats/{link}/claim", json={"name": "Bob"}, timeout=SECONDS)
    assert claimed.status_code == 200, claimed.text
    return made.json()["table"], Guest(first, made.cookies["visitor"], 0), Guest(second, claimed.cookies["visitor"], 1)


def heard(line: Any) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(line.recv(timeout=SECONDS))
    return message


def played(table: str, guests: tuple[Guest, Guest], moves: int, rng: random.Random) -> None:
    """Play until so many moves were made or the game is over, both over sockets of their own."""
    with ExitStack() as stack:
        lines = [stack.enter_context(guest.live(table)) for guest in guests]
        states = [heard(line) for line in lines]
        while (now := how_it_stands(states[0]))["number"] < moves and now["outcome"] is None:
            seat = now["waiting"][0] if now["waiting"] else mover(states)
            said = due(how_it_stands(states[seat]), seat, rng)
            lines[seat].send(json.dumps(said))
            for number, line in enumerate(lines):
                states[number] = follow(line, how_it_stands(states[number]))
            if said["type"] == "move":
                for guest in guests:
                    guest.told.append(said["move"])


def how_it_stands(message: dict[str, Any]) -> dict[str, Any]:
    """What can be done now."""
    now: dict[str, Any] = message.get("now", message)
    return now


def mover(states: list[dict[str, Any]]) -> int:
    """Who is offered moves."""
    return next(seat for seat, state in enumerate(states) if how_it_stands(state)["moves"])


def due(now: dict[str, Any], seat: int, rng: random.Random) -> dict[str, Any]:
    """What somebody does whose turn it is."""
    if now["waiting"]:
        return dice_message(now, seat)
    return {"type": "move", "number": now["number"], "move": rng.choice(now["moves"])["move"]}


def follow(line: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Hear how things stand after the next change."""
    while True:
        message = heard(line)
        assert message["type"] != "refused", message
        if message["type"] in ("table", "now") and changed(how_it_stands(message), before):
            return message


def changed(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether something was done."""
    return any(now[name] != before[name] for name in ("number", "waiting", "outcome", "dice"))

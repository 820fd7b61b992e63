"""What a newcomer waits for: ``python -m tablier.lab.first_minute`` starts a server without anything compiled, clicks
on a box as soon as there is a page, and tells when the table is there and when its bot has moved.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from tablier.core.registry import keys
from tablier.lab.bench_clients import HOST
from tablier.lab.ports import free_port
from tablier.remote.client import Server
from tablier.remote.promises import Message
from tablier.remote.sitting import Sitting
from tablier.server.entrance.visitors import fresh

PAUSE = 0.05  # seconds between two looks
LONGEST = 600.0


@dataclass
class Waited:
    """Seconds that a newcomer has waited for each thing, one after the other."""

    game: str
    page: float  # from the start to the shelf
    table: float  # from the click to the table, with moves that can be made
    bot: float  # from the click to the bot's first move
    ready: float  # from the start until this game, and then all games, are compiled
    all_ready: float


@contextmanager
def started(folder: Path, port: int) -> Iterator[None]:
    """A server that has nothing to begin with."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "serve", "--port", str(port)]
    command += ["--data", str(folder / "data"), "--no-browser"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def waited(game: str) -> Waited:
    """One newcomer who opens one box."""
    with tempfile.TemporaryDirectory() as name:
        port = free_port()
        began = time.monotonic()
        with started(Path(name), port):
            until(lambda: bool(fetched(port, "/")))
            page = time.monotonic()
            table, bot = opened(Server(f"http://{HOST}:{port}", fresh()), game)
            until(lambda: game in ready(port))
            one = time.monotonic()
            until(lambda: set(keys()) <= ready(port))
            return Waited(game, page - began, table - page, bot - page, one - began, time.monotonic() - began)


def opened(server: Server, game: str) -> tuple[float, float]:
    """When the table of a click can be played at, and when the bot has made its first move there."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 3}] * (fewest(server, game) - 1)]
    sitting = Sitting(server, server.post("/api/tables", {"game": game, "seats": seats})["table"])
    there = 0.0
    for message in sitting.messages():
        now = message.get("now", message)
        there = there or (time.monotonic() if now.get("moves") else 0.0)
        if moved(message):
            return there, time.monotonic()
        if now.get("moves"):
            sitting.send(type="move", number=now["number"], move=now["moves"][0]["move"])
    raise AssertionError


def fewest(server: Server, game: str) -> int:
    """The least number of seats of a game."""
    return int(min(server.get(f"/api/games/{game}")["seats"]))


def moved(message: Message) -> bool:
    """Whether a message tells of a bot's move."""
    return message["type"] == "happened" and message["who"] not in (0, "chance")


def fetched(port: int, path: str) -> bytes:
    """An answer of the server, nothing as long as it does not answer."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}{path}") as answer:
            content: bytes = answer.read()
            return content
    except OSError:
        return b""


def ready(port: int) -> set[str]:
    """The games that are compiled."""
    return set(json.loads(fetched(port, "/health") or b'{"ready": []}')["ready"])


def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + LONGEST
    while not true():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(PAUSE)


def main() -> None:
    """Measure for each game that is named, or for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=keys())
    for game in parser.parse_args().games or keys():
        print(
            json.dumps({name: round(v, 1) if isinstance(v, float) else v for name, v in asdict(waited(game)).items()})
        )


if __name__ == "__main__":
    main()

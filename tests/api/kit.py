"""A server for tests of its interface: real sockets, and bots that answer at once."""

import asyncio
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import uvicorn
from fastapi import FastAPI

from tablier import Match
from tablier.remote.client import Server
from tablier.server.bots.pool import Answer, Bots, Question
from tablier.server.entrance.visitors import fresh
from tablier.server.net.serving import configured, listening
from tablier.server.operation.settings import Settings
from tablier.server.tables.hub import Hub

ROOT = Path(__file__).parents[2]
ME, HERE, LINK, BOT = {"kind": "me"}, {"kind": "here"}, {"kind": "link"}, {"kind": "bot", "level": 1}
TABLIER = str(Path(sys.executable).with_name("tablier"))


class QuickBots(Bots):
    """Bots that make some legal move, always the same."""

    async def choose(self, asked: Question) -> Answer:
        return Answer(random.Random(len(asked.text)).choice(Match.from_text(asked.text).legal()))

    async def hint(self, asked: Question) -> dict[str, Any]:
        match = Match.from_text(asked.text)
        moves = [{"move": match.legal()[0], "chance": 1 / match.seats}]
        return {"chances": [1 / match.seats] * match.seats, "moves": moves}


class House:
    """A server in a thread of its own."""

    def __init__(self, data: Path, **settings: Any) -> None:
        usual = {"prepare": False, "pace": 0.0, "limited": False, "workers": 1} | settings
        self.listener = listening("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        config = configured(Settings(data, **usual), QuickBots(1, 1.0))
        self.application: FastAPI = config.app  # type: ignore[assignment]
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.listener])))

    @property
    def hub(self) -> Hub:
        hub: Hub = self.application.state.hub
        return hub

    def visitor(self, language: str = "en") -> Server:
        """Somebody new."""
        return Server(self.url, fresh(), language)

    def __enter__(self) -> Self:
        self.thread.start()
        self.visitor().get("/health")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.listener.close()


@contextmanager
def process(data: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as people start it, in a process of its own, and its address; settings by environment."""
    environment = {"TABLIER_PREPARE": "no", "TABLIER_LIMITED": "no", "TABLIER_PACE": "0", "TABLIER_WORKERS": "1"}
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        [TABLIER, "serve", "--no-browser", "--data", str(data)],
        env=clean_environment() | environment | settings, stdout=pipe, stderr=pipe, text=True,
    )  # fmt: skip
    assert running.stdout
    assert running.stderr
    try:
        url = running.stdout.readline().removeprefix("Tablier: ").strip().rstrip("/")
        assert url, running.stderr.read()
        yield running, url
    finally:
        running.kill()
        running.wait()
        running.stdout.close()
        running.stderr.close()


def clean_environment() -> dict[str, str]:
    """The environment, without settings of whoever runs the tests."""
    import os

    return {name: value for name, value in os.environ.items() if not name.startswith("TABLIER_")}

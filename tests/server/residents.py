"""A server for tests of who is who: browsers that are told apart by their cookies, on either store."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tablier.server.app import create
from tablier.server.authority.events import Event
from tablier.server.entrance import rates
from tablier.server.entrance.visitors import fresh, identity
from tablier.server.operation.settings import Settings
from tablier.server.people.errands import Errands
from tablier.server.store.postgres import PostgresStore
from tablier.server.tables.hub import Hub
from tests.server.kit import RATES, TestClient

GAME = "minelfield"
ME, LINK, BOT = {"kind": "me"}, {"kind": "link"}, {"kind": "bot", "level": 1}
SITE = "https://tablier.example"


@dataclass
class Browser:
    """One browser at the server."""

    client: TestClient
    cookie: str
    headers: dict[str, str]

    @property
    def id(self) -> str:
        """The visitor that it is as long as nobody keeps a name there."""
        return identity(self.cookie)

    def get(self, path: str, status: int = 200, page: bool = False) -> Any:
        """What is answered to a look."""
        answer = self.client.get(path, headers=self._headers | ({"accept": "text/html"} if page else {}))
        assert answer.status_code == status, answer.text
        return answer.text if page else answer.json()

    def post(self, path: str, data: dict[str, Any] | None = None, status: int = 200, **headers: str) -> Any:
        """What is answered to a wish."""
        answer = self.client.post(path, json=data or {}, headers=self._headers | headers)
        assert answer.status_code == status, answer.text
        for cookie in answer.headers.get_list("set-cookie"):
            if cookie.startswith("visitor="):
                self.cookie = cookie.split("=")[1].split(";")[0]
        self.client.cookies.clear()
        return answer.json()

    @property
    def _headers(self) -> dict[str, str]:
        self.client.cookies.clear()
        return {"cookie": f"visitor={self.cookie}", **self.headers}

    def keep(self, name: str) -> str:
        """Keep a name; the recovery code."""
        return str(self.post("/you/name", {"name": name})["code"])

    def join(self, other: "Browser") -> dict[str, Any]:
        """Be a device of whoever sits at another browser."""
        link = other.post("/you/link")["link"]
        answer: dict[str, Any] = self.post(link)
        return answer

    def table(self, *others: dict[str, Any], name: str = "") -> dict[str, Any]:
        """A new table."""
        me = ME | {"name": name}
        wish = {"game": GAME, "seats": [me, *(others or (LINK,))]}
        answer: dict[str, Any] = self.post("/api/tables", wish, 201)
        return answer

    def claim(self, made: dict[str, Any], seat: int = 1, name: str = "") -> None:
        """Take a seat."""
        token = made["seats"][seat]["link"].rpartition("/")[2]
        self.post(f"/api/seats/{token}/claim", {"name": name})

    def tables(self) -> set[str]:
        """The tables in this browser's list."""
        return {one["table"] for one in self.get("/api/tables")}


class Town:
    """A server and all who come."""

    def __init__(self, application: FastAPI, client: TestClient) -> None:
        self.application, self.client = application, client

    @property
    def hub(self) -> Hub:
        found: Hub = self.application.state.hub
        return found

    @property
    def errands(self) -> Errands:
        found: Errands = self.application.state.living.errands
        return found

    def browser(self, **headers: str) -> Browser:
        """A new browser."""
        return Browser(self.client, fresh(), headers)

    def seats(self, made: dict[str, Any]) -> list[tuple[str, ...]]:
        """Who sits where at a table, in memory."""
        return [seat.owners for seat in self.run(self.hub.open, made["table"]).table.seats]

    def names(self, made: dict[str, Any]) -> list[str]:
        """How they are called there."""
        return [seat.name for seat in self.run(self.hub.open, made["table"]).table.seats]

    def run(self, do: Callable[..., Any], *args: Any) -> Any:
        """Have something done in the server's own loop."""
        return self.client.portal.call(do, *args)

    def end(self, made: dict[str, Any], by: str) -> None:
        """Let somebody resign their seat."""

        async def resign() -> None:
            from tablier.server.authority import checks

            here = await self.hub.open(made["table"])
            seat = {"seat": here.table.seats_of(by)[0]}
            await self.hub.change(here, lambda: checks.resign(here.table, by, seat, self.hub.clock()))
            await self.errands.results.settled()

        self.run(resign)

    def say(self, made: dict[str, Any], by: str, text: str) -> None:
        """Let somebody say something."""

        async def speak() -> None:
            from tablier.server.authority import checks

            here = await self.hub.open(made["table"])
            await self.hub.change(here, lambda: checks.chat(here.table, by, {"text": text}, self.hub.clock()))

        self.run(speak)

    def said(self, made: dict[str, Any]) -> list[Event]:
        """What can be read at a table, as it is kept."""
        stored = self.hub.store.load(made["table"]).result()
        return list(stored.chat)

    def everything(self) -> str:
        """All that is kept, as text."""
        store = self.hub.store
        if hasattr(store, "path"):
            import sqlite3

            connection = sqlite3.connect(store.path)
            return "\n".join(connection.iterdump())
        import psycopg

        assert isinstance(store, PostgresStore)
        names = ("tables", "standings", "events", "sitters", "tokens", "chat", "documents", "tags")
        with psycopg.connect(store.address) as found:
            return "\n".join(str(found.execute(f"select * from {name}".encode()).fetchall()) for name in names)


@contextmanager
def town(data: Path, store: str = "", limited: bool = False) -> Iterator[Town]:
    """A server for which nobody is too fast, unless that is wanted."""
    with pytest.MonkeyPatch.context() as patch:
        if not limited:
            for name in RATES:
                patch.setattr(rates, name, rates.Rate(1e6, 1e6))
        settings = Settings(data, store=store, prepare=False, pace=0.0, workers=1)
        application = create(settings)
        with TestClient(application, base_url=SITE) as client:
            yield Town(application, client)


def asked(store: Any, do: Callable[..., Any], *args: Any) -> Any:
    """Have something done beside the server."""
    return asyncio.run(do(store, *args))

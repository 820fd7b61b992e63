"""The interface to games that are kept: downloads, replays, and the check of their dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tablier.server.api import messages, replay
from tablier.server.authority import fair, limits, starting
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.tables.hub import Hub
from tablier.server.telling.writing import written

Result = TypeVar("Result")

AT_ONCE = 2  # games that are replayed at the same time

Side = Annotated[str | None, Query(alias="as", max_length=limits.SIDE_LENGTH)]
"""From where: everyone, spectator, or the number of a seat."""


def router(hub: Hub, gate: Gate) -> APIRouter:
    """All of it, as routes."""
    archive = Archive(hub, gate)
    routes = APIRouter()
    looks: dict[str, Callable[..., Any]] = {"replay": archive.table_replay, "verify": archive.table_verified}
    for name, answer in looks.items():
        routes.add_api_route(f"/api/tables/{{table}}/{name}", answer, methods=["GET"])
    routes.add_api_route(
        "/api/tables/{table}/text", archive.table_text, methods=["GET"], response_class=PlainTextResponse
    )
    routes.add_api_route("/api/replays", archive.text_replay, methods=["POST"])
    routes.add_api_route("/api/verify", archive.text_verified, methods=["POST"])
    return routes


class Archive:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate) -> None:
        self.hub, self.gate = hub, gate
        self.busy = asyncio.Semaphore(AT_ONCE)

    async def table_text(self, request: Request, table: str, side: Side = None) -> PlainTextResponse:
        """A table as a saved game."""
        here = await self._opened(request, table)
        who = visitors.visitor(request), visitors.language(request)
        text = await self._read(replay.text, here, *who, side)
        name = f"{here.setup.game}-{here.match.date}.txt"
        return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})

    async def table_replay(self, request: Request, table: str, side: Side = None) -> Response:
        """A table, move by move; nothing if whoever asks knows it as it is."""
        here = await self._opened(request, table)
        who = visitors.visitor(request), visitors.language(request)
        tag = f'"{await self._read(replay.stamp, here, *who, side)}"'
        if request.headers.get("if-none-match") == tag:
            return Response(None, 304, {"ETag": tag})
        return as_json(await self._read(replay.of_table, here, *who, side), {"ETag": tag})

    async def table_verified(self, request: Request, table: str) -> dict[str, Any]:
        """Whether the dice of a table are right."""
        here = await self._opened(request, table)
        return await self._read(fair.of_table, here, visitors.language(request))

    async def text_replay(self, request: Request, given: messages.ReplayText) -> Response:
        """A saved game, move by move."""
        self._count(request, given.text)
        return as_json(await self._read(replay.of_text, given.text, visitors.language(request), given.side))

    async def text_verified(self, request: Request, given: messages.Text) -> dict[str, Any]:
        """Whether the dice of a saved game are right."""
        self._count(request, given.text)
        return await self._read(fair.of_text, given.text, visitors.language(request))

    async def _opened(self, request: Request, table: str) -> Table:
        """A table as it stands now; what happens there meanwhile does not change it."""
        self._count_one(request)
        return (await self.hub.open(table)).table.fork()

    def _count(self, request: Request, text: str) -> None:
        """Refuse what is too much, or a game that would have to be compiled first."""
        self._count_one(request)
        self.gate.shelf.refuse_unprepared(starting.game_of(text))

    def _count_one(self, request: Request) -> None:
        """Refuse what comes from another site or too often."""
        self.gate.admit(request, "readings")

    async def _read(self, read: Callable[..., Result], *args: Any) -> Result:
        """Replay something without keeping others waiting."""
        async with self.busy:
            return await asyncio.to_thread(read, *args)


def as_json(message: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """A message whose lists may be written already, as an answer."""
    return Response(written(message), headers=headers, media_type="application/json")

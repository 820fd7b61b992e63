"""The interface to the lobby: open tables, people who look for others, invitations, and a socket that tells of them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import Field

from tablier.core.errors import Error
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, word
from tablier.server.api.messages import Name, NewClock
from tablier.server.api.routes import CLOSING, GONE, Queue, listen, url
from tablier.server.authority import limits
from tablier.server.authority.refusals import described
from tablier.server.declaration.meeting import ClockChoice
from tablier.server.declaration.shape import MOST_SEATS, Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.lobby import invitations, openings, pairing
from tablier.server.lobby.hall import Lobby, Watcher
from tablier.server.lobby.seekers import MINUTE, Seeker
from tablier.server.store.protocol import Listed
from tablier.server.tables.hub import Hub
from tablier.server.tables.outlets import REFUSED
from tablier.server.telling.writing import written

MOST_GAMES, LONGEST_WAIT = 60, 60
GameKey = Annotated[str, Field(max_length=60)]


class SearchWish(Shape):
    """Whom somebody looks for: lists say what would all be fine, the best first; no seats mean any number."""

    games: Annotated[list[GameKey], Field(min_length=1, max_length=MOST_GAMES)]
    seats: Annotated[list[Annotated[int, Field(ge=2, le=MOST_SEATS)]], Field(max_length=MOST_SEATS)] = Field([])
    clocks: Annotated[list[ClockChoice], Field(min_length=1, max_length=4)]
    minutes: Annotated[float, Field(gt=0, le=LONGEST_WAIT)] = 10.0
    rated: bool = False
    name: Name = ""


class SitDown(Shape):
    """Somebody who sits down at an open table."""

    name: Name = ""


class InviteWish(Shape):
    """A group invited to a new table, by a table at which one sat with them."""

    game: GameKey
    clock: NewClock | None = None
    name: Name = ""


class InvitationAnswer(Shape):
    """Whether somebody comes."""

    answer: Literal["come", "decline"]


def router(lobby: Lobby, gate: Gate) -> APIRouter:
    """All of it, as routes."""
    meeting = Meeting(lobby, gate)
    routes = APIRouter()
    looks: dict[str, Callable[..., Any]] = {"/api/lobby": meeting.look, "/api/lobby/groups": meeting.groups}
    changes: dict[str, Callable[..., Any]] = {
        "/api/lobby/search": meeting.search,
        "/api/lobby/leave": meeting.leave,
        "/api/tables/{table}/sit": meeting.sit,
        "/api/tables/{table}/withdraw": meeting.withdraw,
        "/api/tables/{table}/invite": meeting.invite,
        "/api/invitations/{token}/answer": meeting.answer,
    }
    for path, answer in looks.items():
        routes.add_api_route(path, answer, methods=["GET"])
    for path, answer in changes.items():
        routes.add_api_route(path, answer, methods=["POST"])
    routes.add_api_websocket_route("/api/lobby/live", meeting.live)
    return routes


class Meeting:
    """The answers."""

    def __init__(self, lobby: Lobby, gate: Gate) -> None:
        self.lobby, self.gate = lobby, gate

    @property
    def hub(self) -> Hub:
        """The tables."""
        return self.lobby.hub

    async def look(self, request: Request) -> Response:
        """The lobby as it is now; nothing if whoever asks knows it."""
        self.gate.count(request, "looks")
        return await self.now(request)

    async def now(self, request: Request) -> Response:
        """The same as an answer with a tag."""
        told = await self.lobby.told(visitors.visitor(request), visitors.language(request))
        content = written(told)
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(None, 304, {"ETag": tag})
        return Response(content, headers={"ETag": tag}, media_type="application/json")

    async def groups(self, request: Request) -> list[dict[str, Any]]:
        """With whom one has played."""
        self.gate.count(request, "looks")
        language, visitor = visitors.language(request), visitors.visitor(request)
        found = await invitations.groups(self.hub, self.lobby.people, visitor)
        return [self.group_data(listed, group, language) for listed, group in found]

    def group_data(self, listed: Listed, group: list[invitations.Companion], language: str) -> dict[str, Any]:
        """A group in words."""
        somebody = word("server.lobby.somebody").say(language)
        return {
            "table": listed.setup.table,
            "game": listed.setup.game,
            "name": listed.setup.title(language),
            "people": [{"name": one.name or somebody, "kept": one.kept} for one in group],
            "games": [key for key in self.gate.shelf.games if max(load(key).seats) > len(group)],
        }

    async def search(self, request: Request, wish: SearchWish) -> Response:
        """Begin to look for others."""
        self.gate.admit(request, "searches")
        for game in wish.games:
            self.gate.shelf.refuse_absent(game)
        visitor, now = visitors.visitor(request), self.hub.clock()
        seeker = Seeker(
            visitor,
            await self.named(visitor, wish.name),
            tuple(wish.games),
            tuple(wish.seats),
            tuple(wish.clocks),
            wish.rated,
            now,
            now + wish.minutes * MINUTE,
            now,
        )
        await pairing.seek(self.hub.store, seeker)
        await self.lobby.changed(visitor)
        return await self.now(request)

    async def leave(self, request: Request) -> Response:
        """Look for nobody any more."""
        self.gate.admit(request, "searches")
        visitor = visitors.visitor(request)
        await pairing.leave(self.hub.store, visitor)
        await self.lobby.changed(visitor)
        return await self.now(request)

    async def named(self, visitor: str, name: str) -> str:
        """The name that somebody gives, or keeps."""
        given = limits.clean(name, limits.NAME_LENGTH)
        person = None if given else await self.lobby.people.person(visitor)
        return given or (person.name if person is not None else "")

    async def sit(self, request: Request, table: str, who: SitDown) -> dict[str, str]:
        """Sit down at an open table."""
        self.gate.admit(request, "searches")
        visitor = visitors.visitor(request)
        await openings.sit(self.hub, table, visitor, await self.named(visitor, who.name))
        return {"url": url(table)}

    async def withdraw(self, request: Request, table: str) -> dict[str, str]:
        """Take a table out of the lobby."""
        self.gate.admit(request, "searches")
        await openings.withdraw(self.hub, table, visitors.visitor(request))
        return {"url": url(table)}

    async def invite(self, request: Request, table: str, wish: InviteWish) -> dict[str, str]:
        """Invite a group to a new table."""
        self.gate.admit(request, "invitations", "tables")
        self.gate.shelf.refuse_absent(wish.game)
        visitor = visitors.visitor(request)
        name = await self.named(visitor, wish.name)
        group = await invitations.group_of(self.hub, self.lobby.people, table, visitor)
        clock = None if wish.clock is None else wish.clock.plan()
        here = await invitations.invite(self.hub, group, visitor, name, wish.game, clock)
        await self.lobby.invited(group, wish.game, name)
        return {"url": url(here.table.setup.table)}

    async def answer(self, request: Request, token: str, given: InvitationAnswer) -> dict[str, str]:
        """Come, or not."""
        self.gate.admit(request, "searches")
        visitor, comes = visitors.visitor(request), given.answer == "come"
        table, by = await invitations.answer(self.hub, token, visitor, comes)
        await self.lobby.changed(visitor)
        await self.lobby.changed(by)
        return {"url": url(table) if comes else "/lobby"}

    async def live(self, socket: WebSocket) -> None:
        """Somebody's connection to the lobby, from beginning to end."""
        if not self.gate.is_ours(socket):
            await socket.close(1008)
            return
        await socket.accept()
        outlet, asked = Queue(), socket.query_params.get("language", "")
        language = asked if asked in LANGUAGES else visitors.language(socket)
        who = visitors.visitor(socket), language, visitors.address(socket)
        watcher = Watcher(*who, lambda text: outlet.write([text]), outlet.close)
        try:
            self.lobby.come(watcher)
        except Error as error:
            await socket.send_text(written({"type": "refused", **described(error, language)}).decode())
            await socket.close(CLOSING.get(getattr(error, "status", 0), REFUSED))
            return
        try:
            await outlet.converse(socket, listen(socket, lambda _: None))
            with contextlib.suppress(*GONE):
                await socket.close(REFUSED)
        finally:
            self.lobby.go(watcher)

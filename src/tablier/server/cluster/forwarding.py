"""Visitors passed on: whoever asks for a table of another node is answered by that one, wherever they are connected.

What asks is run first, and tells by Elsewhere that it has to be run where the table is; so nothing here knows what is
asked for. If the owner cannot be reached, it is waited until the table is its or our own again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any, Protocol

from fastapi import Request, Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.core.errors import Error
from tablier.server.authority.refusals import Refused, described
from tablier.server.cluster.envelope import HEADER, IDENTITY, about, forged, opened
from tablier.server.cluster.errand import Errand
from tablier.server.cluster.membership import Membership
from tablier.server.entrance import visitors
from tablier.server.entrance.knots import untie_error
from tablier.server.tables.outlets import TRY_AGAIN, WIRE
from tablier.server.tables.owning import Elsewhere
from tablier.server.telling.writing import written

PASSED = "passed"  # what a request has been that comes from another node
PAUSE = 0.1  # seconds between looks whose a table is by now
BEYOND = 3.0  # seconds more than a lease, after which nobody is waited for any more
FORBIDDEN = 1008
OPEN = ("/health", "/metrics")
REQUESTS = ("http", "websocket")

Refusing = Callable[[Request, Exception], Response]


class SocketPassage(Protocol):
    """A socket that can be passed on to another node before its handshake is answered."""

    async def pass_on(self, node: str, address: str, header: tuple[bytes, bytes], member: Membership) -> bool:
        """Pass it on, and come back when it has ended; False if the node cannot be reached."""


class Admission:
    """Middleware, before all others: who comes from another node is whom that one says, and nobody else can say so."""

    def __init__(self, app: ASGIApp, member: Membership, refused: Refusing) -> None:
        self.app, self.member, self.refused = app, member, refused
        self.port = int(member.place.address.rpartition(":")[2])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in REQUESTS:
            await self.app(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name.lower() == HEADER]
        if given or self.is_inside(scope):
            try:
                self.admit(scope, given)
            except Refused as error:
                await self.turn_away(error, scope, receive, send)
                return
        await self.app(scope, receive, send)

    def is_inside(self, scope: Scope) -> bool:
        """Whether a request comes by the way that is for nodes alone; how this one is may be asked there, too."""
        server = scope.get("server") or ("", None)
        return bool(server[1] == self.port) and scope["path"] not in OPEN

    def admit(self, scope: Scope, given: list[bytes]) -> None:
        """Take what the other node has found out for our own; refused if no node says so."""
        if len(given) != 1:
            raise forged()
        envelope = opened(given[0], self.member.secret, scope, self.member.hub.clock())
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name.lower() != HEADER]
        scope["client"], scope["scheme"] = envelope.client, envelope.scheme
        who = zip(IDENTITY, (envelope.visitor, envelope.device, envelope.called), strict=True)
        scope.setdefault("state", {}).update({**dict(who), PASSED: True})

    async def turn_away(self, error: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse somebody who is no node."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": FORBIDDEN})
        else:
            await self.refused(Request(scope), error)(scope, receive, send)


class Forwarding:
    """Middleware, after all others: a request for a table of another node is answered there."""

    def __init__(self, app: ASGIApp, member: Membership, refused: Refusing) -> None:
        self.app, self.member, self.refused = app, member, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in REQUESTS:
            await self.app(scope, receive, send)
            return
        again = Again(receive) if scope["type"] == "http" else None
        inner = dict(scope)
        try:
            found = await self.asked(inner, again or receive, send)
            deadline = asyncio.get_running_loop().time() + self.member.node.seconds + BEYOND
            while found is not None and not await self.passed_on(found, scope, again, send):
                found = await self.settled(found, deadline)
                if found is None:
                    found = await self.asked(dict(scope), again.rewound() if again else receive, send)
        except Refused as error:
            await self.refuse(error, scope, receive, send)
        finally:
            scope.update({name: inner[name] for name in ("route",) if name in inner})

    async def asked(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> Elsewhere | None:
        """Answer a request here; where it has to be answered, if that is elsewhere."""
        try:
            await self.app(scope, receive, send)
        except Elsewhere as error:
            untie_error(error)
            if scope["state"].get(PASSED):
                raise
            return error
        return None

    async def passed_on(self, found: Elsewhere, scope: Scope, again: Again | None, send: Send) -> bool:
        """Have a request answered by another node; False if that cannot be reached."""
        envelope = about(scope, self.member.hub.clock()).sealed(self.member.secret)
        header = HEADER, envelope
        self.member.hub.metrics.passed_on += 1
        if again is not None:
            errand = Errand(self.member, found.node, found.address)
            return await errand.run(scope, await again.body(), header, send)
        passage: SocketPassage | None = scope.get("extensions", {}).get(WIRE)
        return passage is not None and await passage.pass_on(found.node, found.address, header, self.member)

    async def settled(self, found: Elsewhere, deadline: float) -> Elsewhere | None:
        """Wait for a moment, and see whose a table is by now; None if it is ours."""
        if asyncio.get_running_loop().time() > deadline:
            raise Refused("server.cluster.unreachable", 503, found.retry_after)
        await asyncio.sleep(PAUSE)
        try:
            await self.member.hub.open_any(found.table)
        except Elsewhere as error:
            untie_error(error)
            return error
        except Error as error:
            untie_error(error)
            return found
        return None

    async def refuse(self, error: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell whoever asks to try again."""
        if scope["type"] == "http":
            await self.refused(Request(scope), error)(scope, receive, send)
            return
        told = described(error, visitors.language(HTTPConnection(scope)))
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": written({"type": "refused", **told}).decode()})
        await send({"type": "websocket.close", "code": TRY_AGAIN})


class Again:
    """What was read of a request, to be read once more."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.read, self.place = receive, list[Message](), 0

    async def __call__(self) -> Message:
        """The next message."""
        if self.place == len(self.read):
            message = await self.receive()
            if message["type"] != "http.request":
                return message
            self.read.append(message)
        self.place += 1
        return self.read[self.place - 1]

    def rewound(self) -> Again:
        """The same from its beginning."""
        self.place = 0
        return self

    async def body(self) -> bytes:
        """All of it."""
        self.place = len(self.read)
        while not self.read or self.read[-1].get("more_body"):
            if (await self())["type"] != "http.request":
                break
        return b"".join(message.get("body", b"") for message in self.read)

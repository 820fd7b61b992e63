"""The guard: what is too much, too long or illegible does not come in, and what goes out keeps browsers safe."""

from __future__ import annotations

import re
from collections.abc import Callable

from fastapi import Request, Response, WebSocket
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server.authority.limits import BODY_BYTES, TEXT_BYTES
from tablier.server.authority.refusals import Refused
from tablier.server.entrance.gate import Gate

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
LOOKS = ("GET", "HEAD")
ILLEGIBLE = 1008  # the code with which a socket is closed
TOO_LARGE = 413
TEXT_PATHS = (
    "/api/tables", "/api/replays", "/api/reviews", "/api/reviews/better", "/api/verify", "/api/analysis",
    "/api/analysis/why", "/api/analysis/lines", "/api/analysis/tree", "/api/analysis/text", "/api/films",
    "/api/diagrams",
)  # fmt: skip
"""Where a saved game may be sent."""


class Guard:
    """Middleware: what is too much, too long or illegible is refused, and every answer has safe headers."""

    def __init__(self, app: ASGIApp, gate: Gate, refused: Callable[[Request, Exception], Response]) -> None:
        self.app, self.gate, self.refused = app, gate, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answered(scope, receive, send)
        elif scope["type"] == "websocket" and not is_legible(scope):
            await WebSocket(scope, receive, send).close(ILLEGIBLE)
        else:
            await self.app(scope, receive, send)

    async def answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        left = TEXT_BYTES if scope["path"] in TEXT_PATHS else BODY_BYTES

        async def limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(TOO_LARGE)
            return message

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                complete(MutableHeaders(scope=message), scope["path"])
            await send(message)

        try:
            self.count(Request(scope))
        except Refused as error:
            await self.refused(Request(scope), error)(scope, receive, guarded)
        else:
            await self.app(scope, limited, guarded)

    def count(self, request: Request) -> None:
        """Refuse an address that cannot be read, and what is not just a look if it comes too often."""
        if not is_legible(request.scope):
            raise Refused("server.request.address", 400)
        if request.method not in LOOKS:
            self.gate.count(request, "requests")


def is_legible(scope: Scope) -> bool:
    """Whether the address that is asked for can be read: its host, if there is one, and its query."""
    host = Headers(scope=scope).get("host")
    return (not host or HOST.fullmatch(host) is not None) and bool(scope["query_string"].isascii())


def complete(headers: MutableHeaders, path: str) -> None:
    """Add the headers that an answer lacks."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-cache" if path.startswith(("/static/", "/games/")) else "no-store")

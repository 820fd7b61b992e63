"""Every answer written down, by its route and never by its address."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server.operation.logs import log, note


class Watched:
    """Middleware: every answer is written down."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not log.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            seconds = round(time.perf_counter() - began, 4)
            note("answered", method=scope["method"], route=route(scope), status=status, seconds=seconds)


def route(scope: Scope) -> str:
    """Which route answers, with its parameters unnamed."""
    return str(getattr(scope.get("route"), "path", "none"))

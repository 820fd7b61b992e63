"""The application: interface, pages and files put together, with headers that keep browsers safe."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import re
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier import web
from tablier.core import registry
from tablier.core.compile import defer
from tablier.core.errors import Error
from tablier.core.words import LANGUAGES
from tablier.server import api, cleaning, limits, logs, messages, metrics, pages, visitors
from tablier.server.bots import Bots
from tablier.server.hub import Hub
from tablier.server.knots import untie_error
from tablier.server.preparing import Preparation
from tablier.server.reference import guide
from tablier.server.reference import page as reference
from tablier.server.refusals import Refused, described
from tablier.server.settings import Settings
from tablier.server.sqlite import DATABASE, SqliteStore
from tablier.server.store import call
from tablier.server.storing import Disk

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SMALL = 1000  # bytes; longer answers are compressed
UNREADABLE = 400  # a body that is not even text
HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
LOOKS = ("GET", "HEAD")
ILLEGIBLE = 1008  # the code with which a socket is closed
STATUS_WORDS = {404: "server.request.unknown", 405: "server.request.method", 413: "server.limits.size"}

log = logging.getLogger(__name__)


def create(settings: Settings | None = None, bots: Bots | None = None) -> FastAPI:
    """The application with its settings."""
    settings = settings or Settings()
    store = SqliteStore(settings.data / DATABASE)
    bots = bots or Bots(settings.workers, settings.bot_seconds)
    hub = Hub(store, bots, settings)

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        store.deliver, store.collect = loop.call_soon_threadsafe, loop.call_soon
        store.measure, store.warn = hub.metrics.commit_seconds.add, Disk(hub.metrics).note
        tasks = [asyncio.create_task(prepare_all(hub, settings)), asyncio.create_task(cleaning.keep_clean(hub))]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()
        await bots.close()
        store.deliver = store.collect = call
        store.close()

    application = FastAPI(title="Tablier", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    application.state.hub = hub
    application.include_router(api.router(hub, settings))
    application.include_router(metrics.router(hub, settings))
    include_web(application, hub, settings)
    for kind, handler in ((Error, refused), (RequestValidationError, malformed), (HTTPException, missing)):
        application.add_exception_handler(kind, handler)
    application.add_exception_handler(Exception, failed)
    application.add_middleware(GZipMiddleware, minimum_size=SMALL)
    application.add_middleware(Guard)
    application.add_middleware(visitors.Visitors)
    application.add_middleware(logs.Watched)
    return application


def include_web(application: FastAPI, hub: Hub, settings: Settings) -> None:
    """The pages and their files."""

    @application.get("/static/words/{language}.json")
    async def words(language: str) -> dict[str, str]:
        if language not in LANGUAGES:
            raise Refused("server.request.unknown", 404)
        return web.words(language)

    application.mount("/static", StaticFiles(directory=web.STATIC), "static")
    application.state.pages = pages.Pages(hub, settings)
    application.include_router(reference.router(application.state.pages))
    application.include_router(guide.router(application.state.pages))
    application.include_router(pages.router(application.state.pages))


# Preparing


async def prepare_all(hub: Hub, settings: Settings) -> None:
    """Have every game compiled, and meanwhile run as plain Python what is not."""
    games = tuple(settings.games or registry.keys())
    if not settings.prepare:
        hub.ready |= set(games)
        hub.all_prepared.set()
        return
    defer()
    hub.preparation = Preparation(games, hub.bots, hub.prepared)
    await hub.preparation.run()
    hub.all_prepared.set()


# Refusals


def refused(request: Request, error: Exception) -> Response:
    """A refusal as an answer: a page for people, data for programs."""
    assert isinstance(error, Error)
    told, status = described(error, visitors.language(request)), int(getattr(error, "status", 422))
    request.app.state.hub.metrics.refused(told["code"])
    answer = JSONResponse({"error": told}, status)
    if wants_page(request):
        answer = request.app.state.pages.refusal(request, told["message"], status)
    if "retry_after" in told:
        answer.headers["retry-after"] = str(math.ceil(told["retry_after"]))
    untie_error(error)
    return answer


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")


def malformed(request: Request, error: Exception) -> Response:
    """A request of the wrong shape."""
    assert isinstance(error, RequestValidationError)
    answer = refused(request, messages.malformed(error.errors()))
    for fault in (error, *(fault.get("ctx", {}).get("error") for fault in error.errors())):
        untie_error(fault)
    return answer


def missing(request: Request, error: Exception) -> Response:
    """An address that does not exist, or is not used that way."""
    assert isinstance(error, HTTPException)
    if error.status_code == UNREADABLE:
        untie_error(error)
        return refused(request, Refused("server.request.malformed", 422, detail="JSON"))
    key = STATUS_WORDS.get(error.status_code, "server.request.failed")
    answer = refused(request, Refused(key, error.status_code))
    answer.headers.update(error.headers or {})
    untie_error(error)
    return answer


def failed(request: Request, error: Exception) -> Response:
    """Something that should not have happened."""
    log.error("%s %s failed", request.method, logs.route(request.scope), exc_info=error)
    return refused(request, Refused("server.request.failed", 500))


class Guard:
    """Middleware: what is too much, too long or illegible is refused, and every answer has safe headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.answered(scope, receive, send)
        elif scope["type"] == "websocket" and not is_legible(scope):
            await WebSocket(scope, receive, send).close(ILLEGIBLE)
        else:
            await self.app(scope, receive, send)

    async def answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        left = limits.body_bytes(scope["path"])

        async def limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                complete(MutableHeaders(scope=message), scope["path"])
            await send(message)

        try:
            count(Request(scope))
        except Refused as error:
            await refused(Request(scope), error)(scope, receive, guarded)
        else:
            await self.app(scope, limited, guarded)


def count(request: Request) -> None:
    """Refuse an address that cannot be read, and what is not just a look if it comes too often, whatever it holds."""
    if not is_legible(request.scope):
        raise Refused("server.request.address", 400)
    if request.method not in LOOKS:
        meters = request.app.state.hub.meters
        meters.take("requests", visitors.visitor(request), visitors.address(request))


def is_legible(scope: Scope) -> bool:
    """Whether the address that is asked for can be read: its host, if there is one, and its query."""
    host = Headers(scope=scope).get("host")
    return (not host or HOST.fullmatch(host) is not None) and bool(scope["query_string"].isascii())


def complete(headers: MutableHeaders, path: str) -> None:
    """Add the headers that an answer lacks."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-cache" if path.startswith(("/static/", "/games/")) else "no-store")

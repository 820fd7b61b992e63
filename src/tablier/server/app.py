"""The application: tables, interface, pages and files put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncIterator, Callable, Sequence

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from tablier import web
from tablier.core.compile import defer
from tablier.core.errors import Error
from tablier.core.words import LANGUAGES
from tablier.server.api import identity, messages, metrics, you
from tablier.server.api import routes as api
from tablier.server.api.reference import guide
from tablier.server.api.reference import page as reference
from tablier.server.authority.refusals import Refused, described
from tablier.server.bots.pool import Bots
from tablier.server.bots.preparing import Preparation
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.entrance.guard import Guard
from tablier.server.entrance.knots import untie_error
from tablier.server.entrance.watched import Watched, route
from tablier.server.operation.metrics import Metrics
from tablier.server.operation.settings import Settings
from tablier.server.pages import routes as pages
from tablier.server.pages import yours
from tablier.server.people.errands import Errands
from tablier.server.people.hearing import hearing
from tablier.server.people.persons import People
from tablier.server.people.results import ResultKeeper
from tablier.server.store.disk import Disk
from tablier.server.store.opening import opened
from tablier.server.store.protocol import call
from tablier.server.tables import cleaning, timing
from tablier.server.tables.hub import Hub

AUTHORS_FIRST = 1.5  # seconds in which pages are shown before helpers begin to compile
SMALL = 1000  # bytes; longer answers are compressed
UNREADABLE = 400  # a body that is not even text
STATUS_WORDS = {404: "server.request.unknown", 405: "server.request.method", 413: "server.limits.size"}

log = logging.getLogger(__name__)


def create(settings: Settings | None = None, bots: Bots | None = None, developing: bool = False) -> FastAPI:
    """The application with its settings; for authors, tables follow their rules, and pages go before compiling."""
    settings = settings or Settings()
    store = opened(settings.store, settings.data, developing)
    delay = AUTHORS_FIRST if developing else 0.0
    hub = Hub(store, bots or Bots(settings.workers, settings.bot_seconds), settings)
    people = People(store)
    errands = Errands(hub, people, ResultKeeper(store))
    gate = Gate(settings, hub.shelf, people.bans)

    def life(_: FastAPI) -> contextlib.AbstractAsyncContextManager[None]:
        return running(hub, errands, delay)

    application = FastAPI(title="Tablier", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    application.state.hub, application.state.errands = hub, errands
    shown = application.state.pages = pages.Pages(hub, gate)
    for router in (
        api.router(hub, gate, people),
        you.router(hub, gate, errands),
        identity.router(hub, gate, errands),
        metrics.router(hub, settings),
        yours.router(shown, errands),
    ):
        application.include_router(router)
    include_web(application, shown)
    refusals = Refusals(hub.metrics, shown)
    for kind, handler in refusals.handlers.items():
        application.add_exception_handler(kind, handler)
    application.add_middleware(GZipMiddleware, minimum_size=SMALL)
    application.add_middleware(Guard, gate=gate, refused=refusals.refused)
    application.add_middleware(visitors.Visitors, devices=people.devices)
    application.add_middleware(Watched)
    return application


@contextlib.asynccontextmanager
async def running(hub: Hub, errands: Errands, delay: float) -> AsyncIterator[None]:
    """The life of a server, from before it answers until all is on disk."""
    loop, store = asyncio.get_running_loop(), hub.store
    store.deliver, store.collect = loop.call_soon_threadsafe, loop.call_soon
    store.measure, store.warn = hub.metrics.commit_seconds.add, Disk(hub.metrics).note
    hub.followers.append(errands.results.follow)
    await timing.begin(hub)
    works = prepare_all(hub, hub.settings, delay), cleaning.keep_clean(hub), timing.keep_beating(hub), errands.run()
    tasks = list(map(asyncio.create_task, works))
    with hearing(hub, errands):
        yield
        await ended(tasks)
    await hub.close()
    await errands.results.settled()
    await hub.bots.close()
    await timing.beat(hub)
    store.deliver = store.collect = call
    store.close()


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Have what is done besides come to its end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def include_web(application: FastAPI, shown: pages.Pages) -> None:
    """The pages and their files."""

    @application.get("/static/words/{language}.json")
    async def words(language: str) -> dict[str, str]:
        if language not in LANGUAGES:
            raise Refused("server.request.unknown", 404)
        return web.words(language)

    application.mount("/static", StaticFiles(directory=web.STATIC), "static")
    for router in (reference.router, guide.router, pages.router):
        application.include_router(router(shown))


# Preparing


async def prepare_all(hub: Hub, settings: Settings, delay: float = 0) -> None:
    """Have every game compiled, and meanwhile run as plain Python what is not."""
    games = hub.shelf.games
    if not settings.prepare:
        hub.shelf.ready |= set(games)
        hub.all_prepared.set()
        return
    defer()
    await asyncio.sleep(delay)
    hub.preparation = Preparation(games, hub.bots, hub.prepared, gently=delay > 0)
    await hub.preparation.run()
    hub.all_prepared.set()


# Refusals


class Refusals:
    """What goes wrong, as answers: pages for people, data for programs."""

    def __init__(self, metrics: Metrics, shown: pages.Pages) -> None:
        self.metrics, self.pages = metrics, shown
        self.handlers: dict[type[Exception], Callable[[Request, Exception], Response]] = {
            Error: self.refused,
            RequestValidationError: self.malformed,
            HTTPException: self.missing,
            Exception: self.failed,
        }

    def refused(self, request: Request, error: Exception) -> Response:
        """A refusal as an answer."""
        assert isinstance(error, Error)
        told, status = described(error, visitors.language(request)), int(getattr(error, "status", 422))
        self.metrics.refused(told["code"])
        answer: Response = JSONResponse({"error": told}, status)
        if wants_page(request):
            answer = self.pages.refusal(request, told["message"], status)
        if "retry_after" in told:
            answer.headers["retry-after"] = str(math.ceil(told["retry_after"]))
        untie_error(error)
        return answer

    def malformed(self, request: Request, error: Exception) -> Response:
        """A request of the wrong shape."""
        assert isinstance(error, RequestValidationError)
        answer = self.refused(request, messages.malformed(error.errors()))
        for fault in (error, *(fault.get("ctx", {}).get("error") for fault in error.errors())):
            untie_error(fault)
        return answer

    def missing(self, request: Request, error: Exception) -> Response:
        """An address that does not exist, or is not used that way."""
        assert isinstance(error, HTTPException)
        if error.status_code == UNREADABLE:
            untie_error(error)
            return self.refused(request, Refused("server.request.malformed", 422, detail="JSON"))
        key = STATUS_WORDS.get(error.status_code, "server.request.failed")
        answer = self.refused(request, Refused(key, error.status_code))
        answer.headers.update(error.headers or {})
        untie_error(error)
        return answer

    def failed(self, request: Request, error: Exception) -> Response:
        """Something that should not have happened."""
        log.error("%s %s failed", request.method, route(request.scope), exc_info=error)
        return self.refused(request, Refused("server.request.failed", 500))


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    return "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api/")

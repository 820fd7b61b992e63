"""The application: tables, interface, pages and files put together."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from tablier import web
from tablier.core.errors import Error
from tablier.core.words import LANGUAGES
from tablier.server.api import (
    identity,
    meeting,
    messages,
    metrics,
    notices,
    puzzles,
    ratings,
    reviews,
    tournaments,
    you,
)
from tablier.server.api import routes as api
from tablier.server.api.reference import guide
from tablier.server.api.reference import page as reference
from tablier.server.authority.refusals import Refused, described
from tablier.server.bots.pool import Bots
from tablier.server.cluster.forwarding import Admission, Forwarding
from tablier.server.cluster.membership import NodePlace
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.entrance.guard import Guard
from tablier.server.entrance.knots import untie_error
from tablier.server.entrance.watched import Watched, route
from tablier.server.living import Living
from tablier.server.operation.metrics import Metrics
from tablier.server.operation.settings import Settings
from tablier.server.pages import contests, exploring, previews, puzzling, yours
from tablier.server.pages import meeting as lobby_pages
from tablier.server.pages import routes as pages
from tablier.server.tables.owning import Elsewhere

SMALL = 1000  # bytes; longer answers are compressed
UNREADABLE = 400  # a body that is not even text
STATUS_WORDS = {404: "server.request.unknown", 405: "server.request.method", 413: "server.limits.size"}

log = logging.getLogger(__name__)


def create(
    settings: Settings | None = None,
    bots: Bots | None = None,
    developing: bool = False,
    place: NodePlace | None = None,
) -> FastAPI:
    """The application with its settings; for authors, tables follow their rules, and pages go before compiling.

    ``place``: where it is reached as one of several nodes; without one it has its store for itself.
    """
    living = Living(settings or Settings(), bots, developing, place)
    gate = Gate(living.settings, living.hub.shelf, living.people.bans)
    application = FastAPI(title="Tablier", lifespan=living.run, docs_url=None, redoc_url=None, openapi_url=None)
    application.state.living, application.state.hub = living, living.hub
    shown = application.state.pages = pages.Pages(living.hub, gate)
    include_interface(application, living, gate)
    include_pages(application, living, shown)
    let_in(application, living, gate, Refusals(living.hub.metrics, shown))
    return application


def include_interface(application: FastAPI, living: Living, gate: Gate) -> None:
    """What programs ask, and the pages' own scripts."""
    for router in (
        api.router(living.hub, gate, living.people),
        you.router(living.hub, gate, living.errands),
        identity.router(living.hub, gate, living.errands),
        ratings.router(living.hub, gate, living.ratings, living.tournaments),
        tournaments.router(gate, living.tournaments),
        meeting.router(living.lobby, gate),
        notices.router(living.lobby.notices, gate),
        reviews.router(living.hub, gate, living.reviews),
        metrics.router(living.hub, living.settings),
        puzzles.router(gate),
    ):
        application.include_router(router)


def include_pages(application: FastAPI, living: Living, shown: pages.Pages) -> None:
    """The pages and their files."""

    @application.get("/static/words/{language}.json")
    async def words(language: str) -> dict[str, str]:
        if language not in LANGUAGES:
            raise Refused("server.request.unknown", 404)
        return web.words(language)

    application.mount("/static", StaticFiles(directory=web.STATIC), "static")
    application.include_router(yours.router(shown, living.errands))
    application.include_router(contests.router(shown, living.ratings, living.tournaments))
    shelves = exploring.router, previews.router, puzzling.router, pages.router
    for router in (reference.router, guide.router, lobby_pages.router, *shelves):
        application.include_router(router(shown))


def let_in(application: FastAPI, living: Living, gate: Gate, refusals: Refusals) -> None:
    """What stands around all answers: how something is refused, and what a request passes, the last thing first."""
    for kind, handler in refusals.handlers.items():
        application.add_exception_handler(kind, handler)
    if living.member is not None:
        application.add_middleware(Forwarding, member=living.member, refused=refusals.refused)
    application.add_middleware(GZipMiddleware, minimum_size=SMALL)
    application.add_middleware(Guard, gate=gate, refused=refusals.refused)
    application.add_middleware(visitors.Visitors, devices=living.people.devices)
    application.add_middleware(Watched)
    if living.member is not None:
        application.add_middleware(Admission, member=living.member, refused=refusals.refused)


# Refusals


class Refusals:
    """What goes wrong, as answers: pages for people, data for programs."""

    def __init__(self, metrics: Metrics, shown: pages.Pages) -> None:
        self.metrics, self.pages = metrics, shown
        self.handlers: dict[type[Exception], Callable[[Request, Exception], Any]] = {
            Elsewhere: self.passed_on,
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

    async def passed_on(self, request: Request, error: Exception) -> Response:
        """A table of another node: whoever passes requests on has to know."""
        raise error

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

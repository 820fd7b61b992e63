"""The pages on which strangers meet and are told: the lobby, the settings of notices, feeds, the worker of push."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from tablier.core.registry import load
from tablier.server.authority import clocks
from tablier.server.entrance import visitors
from tablier.server.lobby.seekers import CLOCKS
from tablier.server.notices import feeds
from tablier.server.pages.routes import Pages, kept, say
from tablier.server.telling import timing
from tablier.web import STATIC

WAITS = (3, 10, 30)
FORMS = {"atom": "application/atom+xml", "calendar": "text/calendar"}


def router(pages: Pages) -> APIRouter:
    """All of them, as routes."""
    shown = MeetingPages(pages)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/lobby": shown.lobby,
        "/notices": shown.notices,
        "/turn": shown.turn,
        "/worker.js": shown.worker,
        f"/feeds/{{token}}/{feeds.FILES['atom']}": shown.atom,
        f"/feeds/{{token}}/{feeds.FILES['calendar']}": shown.calendar,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class MeetingPages:
    """The answers."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.hub, self.gate = pages, pages.hub, pages.gate
        pages.templates.globals |= {"clock_choices": clock_choices, "waits": WAITS}

    def lobby(self, request: Request) -> Response:
        """Open tables, people who look for others, invitations."""
        language = visitors.language(request)
        games = self.pages.games()
        return self.pages.page(
            request,
            "lobby.html",
            boxes=[self.pages.lid(key, language) for key in games],
            counts=sorted({count for key in games for count in load(key).seats}),
        )

    def notices(self, request: Request) -> Response:
        """How somebody is told who does not look."""
        return self.pages.page(request, "notices.html")

    async def turn(self, request: Request) -> Response:
        """The table at which it is one's turn; without one, the lobby."""
        tables = await self.hub.listed(visitors.visitor(request))
        mine = next((one for one in tables if one.your_turn and not one.over), None)
        return RedirectResponse("/lobby" if mine is None else f"/t/{mine.setup.table}", 303)

    def worker(self) -> Response:
        """What a browser keeps running to show notices; for the whole site, so it stands at its root."""
        return FileResponse(STATIC / "lobby" / "worker.js", media_type="text/javascript")

    async def atom(self, request: Request, token: str) -> Response:
        """Turns, for a feed reader."""
        self.gate.count(request, "looks")
        reader = await feeds.reader_of(self.hub.store, token)
        found = await feeds.turns(self.hub, reader)
        return kept(request, feeds.atom(found, reader, site(request), request.url.path), FORMS["atom"])

    async def calendar(self, request: Request, token: str) -> Response:
        """Deadlines, for a calendar."""
        self.gate.count(request, "looks")
        reader = await feeds.reader_of(self.hub.store, token)
        found = await feeds.deadlines(self.hub, reader)
        return kept(request, feeds.calendar(found, reader, site(request), self.hub.clock()), FORMS["calendar"])


def site(request: Request) -> str:
    """The address of this site."""
    return str(request.base_url).rstrip("/")


def clock_choices(language: str) -> dict[str, str]:
    """The clocks that can be asked for, in words."""
    named = {key: plan and timing.called(clocks.described(plan)).say(language) for key, plan in CLOCKS.items()}
    return {key: text or say(language, "clock.none") for key, text in named.items()}

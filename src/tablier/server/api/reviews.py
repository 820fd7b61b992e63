"""The interface to reviews: of tables that are over and of saved games; asked for, told, and asked for no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from starlette.concurrency import run_in_threadpool

from tablier.core.match import Match
from tablier.server.api import branches, messages, replay
from tablier.server.api.archive import AT_ONCE, as_json
from tablier.server.authority import starting
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.reviews import subjects
from tablier.server.reviews.running import Reviews, ReviewState
from tablier.server.reviews.subjects import TEXT, Subject
from tablier.server.tables.hub import Hub
from tablier.server.telling.writing import Fragment

NumberInGame = Annotated[int, Path(ge=1, le=subjects.MOST_MOVES)]
TextKey = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


def router(hub: Hub, gate: Gate, reviews: Reviews) -> APIRouter:
    """All of it, as routes."""
    desk = ReviewDesk(hub, gate, reviews)
    routes = APIRouter()
    of_tables: dict[str, Callable[..., Any]] = {"GET": desk.of_table, "POST": desk.begin, "DELETE": desk.leave}
    for method, answer in of_tables.items():
        routes.add_api_route("/api/tables/{table}/review", answer, methods=[method])
    routes.add_api_route("/api/tables/{table}/review/{number}", desk.branch, methods=["GET"])
    routes.add_api_route("/api/reviews", desk.begin_text, methods=["POST"])
    routes.add_api_route("/api/reviews/better", desk.branch_of_text, methods=["POST"])
    routes.add_api_route("/api/reviews/{key}", desk.of_text, methods=["GET"])
    routes.add_api_route("/api/reviews/{key}", desk.leave_text, methods=["DELETE"])
    return routes


class ReviewDesk:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate, reviews: Reviews) -> None:
        self.hub, self.gate, self.reviews = hub, gate, reviews
        self.busy = asyncio.Semaphore(AT_ONCE)

    # Of a table

    async def of_table(self, request: Request, table: str) -> Response:
        """How the review of a table stands."""
        self.gate.admit(request, "glances")
        here, subject = await self._subject(table)
        return await self._told(request, subject, here.seats_of(visitors.visitor(request)))

    async def begin(self, request: Request, table: str) -> Response:
        """Have a table reviewed that is over."""
        self.gate.admit(request)
        here, subject = await self._subject(table)
        await self._begin(request, subject)
        return await self._told(request, subject, here.seats_of(visitors.visitor(request)))

    async def leave(self, request: Request, table: str) -> Response:
        """Want to know no more."""
        self.gate.admit(request)
        here, subject = await self._subject(table)
        await self.reviews.leave(subject.key, visitors.visitor(request))
        return await self._told(request, subject, here.seats_of(visitors.visitor(request)))

    async def branch(self, request: Request, table: str, number: NumberInGame) -> Response:
        """What would have been better at a move."""
        self.gate.admit(request, "readings")
        here, subject = await self._subject(table)
        told = await self._kept(request, subject)
        match = replay.named(here.fork(), visitors.language(request))
        return await self._drawn(request, match, told, number, here.seats_of(visitors.visitor(request)))

    async def _subject(self, name: str) -> tuple[Table, Subject]:
        """A table and its game, if it may be reviewed."""
        table = (await self.hub.open(name)).table
        return table, await run_in_threadpool(subjects.of_table, table.fork())

    # Of a saved game

    async def begin_text(self, request: Request, given: messages.Text) -> Response:
        """Have a saved game reviewed."""
        subject = await self._text_subject(request, given.text)
        await self._begin(request, subject)
        return await self._told(request, subject, ())

    async def of_text(self, request: Request, key: TextKey) -> Response:
        """How the review of a saved game stands."""
        self.gate.admit(request, "glances")
        found = await self.reviews.standing_of(key, None, visitors.visitor(request))
        return told(found, key, (), visitors.language(request))

    async def leave_text(self, request: Request, key: TextKey) -> Response:
        """Want to know no more."""
        self.gate.admit(request)
        await self.reviews.leave(key, visitors.visitor(request))
        return await self.of_text(request, key)

    async def branch_of_text(self, request: Request, given: messages.BetterInText) -> Response:
        """What would have been better at a move of a saved game."""
        subject = await self._text_subject(request, given.text)
        kept = await self._kept(request, subject)
        match = await run_in_threadpool(Match.from_text, given.text)
        return await self._drawn(request, match, kept, given.number, ())

    async def _text_subject(self, request: Request, text: str) -> Subject:
        """A saved game, if it may be reviewed."""
        self.gate.admit(request, "readings")
        self.gate.shelf.refuse_unprepared(starting.game_of(text))
        async with self.busy:
            return await asyncio.to_thread(subjects.of_text, text)

    # Of both

    async def _begin(self, request: Request, subject: Subject) -> None:
        """Have a game reviewed, unless that is done; only what is begun anew counts."""
        visitor = visitors.visitor(request)
        standing = await self.reviews.standing(subject, visitor)
        if standing.state == "none":
            self.gate.shelf.refuse_unprepared(subject.game)
            self.gate.count(request, "reviews")
        if standing.state != "kept":
            await self.reviews.begin(subject, visitor)

    async def _told(self, request: Request, subject: Subject, yours: Sequence[int]) -> Response:
        """How a review stands now, for whoever asks."""
        standing = await self.reviews.standing(subject, visitors.visitor(request))
        key = subject.key if subject.kind == TEXT else None
        return told(standing, key, yours, visitors.language(request))

    async def _kept(self, request: Request, subject: Subject) -> str:
        """A review that is kept, written in the visitor's language; refused if there is none."""
        standing = await self.reviews.standing(subject, visitors.visitor(request))
        if standing.review is None:
            raise Refused("server.review.none", 404)
        return standing.review[visitors.language(request)]

    async def _drawn(self, request: Request, match: Match, told: str, number: int, yours: Sequence[int]) -> Response:
        """A better line as it is sent."""
        viewpoint, language = branches.viewpoint_of(yours), visitors.language(request)

        def draw() -> dict[str, Any]:
            return branches.drawn(match, orjson.loads(told), number, viewpoint, language)

        async with self.busy:
            return as_json(await asyncio.to_thread(draw))


def told(standing: ReviewState, key: str | None, yours: Sequence[int], language: str) -> Response:
    """How a review stands, as it is sent."""
    review = None if standing.review is None else Fragment(standing.review[language])
    return as_json(
        {
            "state": standing.state,
            "key": key,
            "looked": standing.looked,
            "positions": standing.positions,
            "asked": standing.asked,
            "yours": list(yours),
            "fault": None if standing.fault is None else standing.fault.say(language),
            "review": review,
        }
    )

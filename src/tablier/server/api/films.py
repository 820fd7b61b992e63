"""Pictures of a game that somebody has: a diagram of one position, and a film of many, made in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from tablier.core.match import Match, Viewpoint
from tablier.server.api import messages
from tablier.server.api.messages import HIGHEST
from tablier.server.authority import limits, starting
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.pages.previews import has_pictures

COMMAND = (sys.executable, "-m", "tablier.server.api.projector")
SECONDS = 120.0  # that a film may take
WAITING = 4  # films that may wait for the one that is being made
MOST_FRAMES = 150
KINDS = {"webp": "image/webp", "gif": "image/gif"}


class DiagramWish(Shape):
    """A saved game, to be drawn after so many moves, as seen from a side; if none is given, with all that is known."""

    text: messages.SavedGame
    side: Annotated[str | None, Field(alias="as", max_length=limits.SIDE_LENGTH)] = None
    number: Annotated[int, Field(ge=0, le=HIGHEST)]


class FilmWish(Shape):
    """A saved game of which a film is to be made, up to a number of moves and at most so many of them."""

    text: messages.SavedGame
    side: Annotated[str | None, Field(alias="as", max_length=limits.SIDE_LENGTH)] = None
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    most: Annotated[int, Field(ge=1, le=MOST_FRAMES)] = MOST_FRAMES
    kind: Literal["webp", "gif"] = "webp"


def router(gate: Gate) -> APIRouter:
    """Both, as routes."""
    routes = APIRouter(include_in_schema=False)
    projection = Projection()

    async def diagram(request: Request, wish: DiagramWish) -> Response:
        """One position as SVG."""
        gate.admit(request, "readings")
        gate.shelf.refuse_unprepared(starting.game_of(wish.text))
        svg = await asyncio.to_thread(drawn, wish, visitors.language(request))
        return Response(svg, media_type="image/svg+xml")

    async def film(request: Request, wish: FilmWish) -> Response:
        """Many positions, one after the other."""
        gate.admit(request)
        if not has_pictures():
            raise Refused("server.film.extra", 503)
        gate.shelf.refuse_unprepared(starting.game_of(wish.text))
        await asyncio.to_thread(frames_of, wish.model_dump())
        gate.count(request, "films")
        content = await projection.film(wish, visitors.language(request))
        return Response(content, media_type=KINDS[wish.kind])

    routes.add_api_route("/api/diagrams", diagram, methods=["POST"])
    routes.add_api_route("/api/films", film, methods=["POST"])
    return routes


def drawn(wish: DiagramWish, language: str) -> str:
    """A position as SVG."""
    match = reached(wish.text, wish.number)
    return match.svg(viewpoint(match, wish.side), language)


def reached(text: str, number: int) -> Match:
    """A saved game after so many moves, or as far as it goes."""
    saved = Match.read(text)
    if saved.match is None:
        assert saved.fault is not None
        raise saved.fault
    return saved.match.at(min(number, saved.replayed))


def viewpoint(match: Match, side: str | None) -> Viewpoint:
    """The viewpoint of a side; the match refuses one from which it does not know enough."""
    known: dict[str | None, Viewpoint] = {None: match.knower, "everyone": "everyone", "spectator": None}
    known |= {str(seat): seat for seat in range(match.seats)}
    if side not in known:
        raise Refused("server.replay.side", 422, last=match.seats - 1)
    match.known(known[side])
    return known[side]


class Projection:
    """The films of one server: made one at a time, by a process that leaves the processors to others."""

    def __init__(self) -> None:
        self.one = asyncio.Lock()
        self.waiting = 0

    async def film(self, wish: FilmWish, language: str) -> bytes:
        """A film; refused if many wait already, or if it takes too long."""
        if self.waiting >= WAITING:
            raise Refused("server.film.busy", 503, 10.0)
        self.waiting += 1
        try:
            async with self.one:
                return await self.made(json.dumps(wish.model_dump() | {"language": language}).encode())
        finally:
            self.waiting -= 1

    async def made(self, wish: bytes) -> bytes:
        """What the process makes of a wish; it ends when nobody waits for it any more."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
        try:
            async with asyncio.timeout(SECONDS):
                content, _ = await process.communicate(wish)
        except TimeoutError:
            raise Refused("server.film.long", 503) from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode != 0 or not content:
            raise Refused("server.film.failed", 500)
        return content


def frames_of(told: dict[str, Any]) -> tuple[Match, Viewpoint, range]:
    """What a film shows: the match, from where, and after which numbers of moves."""
    match = reached(told["text"], told["number"])
    last = len(match.moves)
    return match, viewpoint(match, told["side"]), range(max(0, last - told["most"] + 1), last + 1)

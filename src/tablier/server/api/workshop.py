"""Boards drawn by hand: changed, drawn and checked touch by touch, and tried by bots. Nothing is kept."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError
from starlette.concurrency import run_in_threadpool

from tablier.bots.balance import LEVEL, Balance, Finding
from tablier.core import editing
from tablier.core.engine import Engine
from tablier.core.reading import is_plain
from tablier.core.registry import load
from tablier.core.words import seat_word, word
from tablier.core.workshop import Sketch, begun
from tablier.server.api import messages
from tablier.server.api.archive import as_json
from tablier.server.api.editor import Targets, tool_data
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import MOST_SEATS, Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.tables.hub import Hub
from tablier.server.telling.parts import scene_data
from tablier.server.telling.writing import written

EVENTS = "text/event-stream"  # which is sent as it comes

BoardText = Annotated[str, Field(max_length=60)]


def plain(value: Any) -> Any:
    """Refuse what could not be written again."""
    if not is_plain({"": value}):
        raise PydanticCustomError("plain", "should hold plain JSON")
    return value


class Drawing(Shape):
    """A board, and a tool that is used on a target."""

    game: BoardText
    board: Annotated[Any, AfterValidator(plain)] = None
    tool: BoardText | None = None
    target: BoardText = ""


class TrialWish(Shape):
    """A board, with other options, on which bots shall play."""

    game: BoardText
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    options: messages.PlainData = Field({})


def router(hub: Hub, gate: Gate) -> APIRouter:
    """What the page of the workshop asks for, as routes."""
    routes = APIRouter()

    async def draw(request: Request, wish: Drawing) -> Response:
        """A board after a touch: how it looks, what is wrong with it, and what can be done with it."""
        gate.admit(request, "edits")
        gate.shelf.refuse_withheld(wish.game)
        return as_json(await run_in_threadpool(drawn, wish, visitors.language(request)))

    async def tried(request: Request, wish: TrialWish) -> Response:
        """What bots find out about a board, told as they do so; whoever no longer listens ends it."""
        gate.admit(request)
        gate.shelf.refuse_unprepared(wish.game)
        engine = await run_in_threadpool(Engine, load(wish.game), wish.seats, wish.options)
        hub.trials.refuse_second(visitors.visitor(request))
        gate.count(request, "trials")
        found = hub.trials.run(engine, visitors.visitor(request), visitors.address(request))
        return StreamingResponse(told(found, wish.game, visitors.language(request)), media_type=EVENTS)

    routes.add_api_route("/api/workshop", draw, methods=["POST"])
    routes.add_api_route("/api/workshop/trial", tried, methods=["POST"], include_in_schema=False)
    return routes


def drawn(wish: Drawing, language: str) -> dict[str, Any]:
    """What is answered."""
    sketch = begun(wish.game, wish.board)
    return board_data(sketch.edited(wish.tool, wish.target) if wish.tool is not None else sketch, language)


def board_data(sketch: Sketch, language: str) -> dict[str, Any]:
    """A board as it is sent; the tools share lists of what can be touched with them."""
    scene, targets = sketch.scene(), Targets()
    tools = [tool_data(tool, targets.number(sketch.targets(tool.key)), language) for tool in sketch.tools.values()]
    names = editing.spoken(scene, targets.all())
    return {
        "option": sketch.workshop.OPTION,
        "board": sketch.board,
        "scene": scene_data(scene, language),
        "tools": tools,
        "targets": targets.lists,
        "names": {name: ", ".join(part.say(language) for part in words) for name, words in names.items()},
        "fault": sketch.fault.say(language) if sketch.fault else None,
    }


# Trials


async def told(found: AsyncGenerator[Finding, None], game: str, language: str) -> AsyncIterator[bytes]:
    """All that bots find out, as events."""
    async with aclosing(found):
        try:
            async for finding in found:
                yield event(balance_data(game, finding.balance, finding.progress, language))
        except Refused as error:
            yield event({"error": error.say(language)})


def event(data: dict[str, Any]) -> bytes:
    """Something that is told at once."""
    return b"data: " + written(data) + b"\n\n"


def balance_data(game: str, found: Balance, progress: float, language: str) -> dict[str, Any]:
    """What is known of a board as it is sent."""
    seats = [
        {"title": seat_word(game, seat).say(language), "share": won.share, "low": won.low, "high": won.high}
        for seat, won in enumerate(found.seats)
    ]
    return {
        "games": found.games,
        "seats": seats,
        "draws": found.draws,
        "turns": found.turns,
        "shortest": found.shortest,
        "longest": found.longest,
        "sentences": [sentence.say(language) for sentence in sentences(game, found)],
        "progress": progress,
    }


def sentences(game: str, found: Balance) -> list[Any]:
    """The same in words: how many games, whom the board favours, how long and how often undecided."""
    lengths = {"turns": round(found.turns), "shortest": found.shortest, "longest": found.longest}
    fair = word("server.workshop.fair")
    if found.favoured is not None:
        fair = word("server.workshop.favoured", seat=seat_word(game, found.favoured))
    return [
        fair,
        word("server.workshop.games", games=found.games, level=LEVEL),
        word("server.workshop.turns", **lengths),
        word("server.workshop.draws", draws=round(100 * found.draws)),
    ]

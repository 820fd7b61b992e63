"""Exploring positions: any move of any seat is tried on a board, bots say what they think, and what was tried is kept.

Nothing is kept here: whoever explores sends what they have, a saved game or a position, so they know it already.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field, model_validator

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.match import Match
from tablier.core.notebook import Notebook, Ply
from tablier.core.records import frozen
from tablier.core.words import word
from tablier.server.api import messages
from tablier.server.api.archive import as_json
from tablier.server.api.messages import HIGHEST, MOST_STEPS, MoveText, PartId
from tablier.server.api.replay import Narrator, laid_out
from tablier.server.api.workshop import EVENTS, event
from tablier.server.authority import exploring, limits, starting
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.analysis import TriedMove
from tablier.server.declaration.shape import Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.tables.hub import Hub
from tablier.server.telling import Message, Viewer
from tablier.server.telling.parts import scene_data
from tablier.server.telling.writing import read

Result = TypeVar("Result")
AT_ONCE = 2  # positions that are worked out at the same time
MOST_TRIED = 1_000  # moves after those of the game
MOST_CHANCES = 100  # dice or cards that are offered one by one; of more, some are drawn
MOST_LINES = 3


class Exploration(Shape):
    """What is explored: a saved game or a position, after so many of its moves (all, if none are given) and others."""

    text: messages.SavedGame | None = None
    position: messages.PlainData | None = None
    number: Annotated[int | None, Field(ge=0, le=HIGHEST)] = None
    moves: Annotated[list[MoveText], Field(max_length=MOST_TRIED)] = Field([])

    @model_validator(mode="after")
    def one_of_them(self) -> Exploration:
        """Refuse both and neither."""
        if (self.position is None) == (self.text is None):
            raise ValueError("should be a position or a text")
        return self

    def match(self) -> Match:
        """The match as it stands there."""
        begun = exploring.beginning(self.text, self.position)
        return exploring.reached(begun, len(begun.moves) if self.number is None else self.number, self.moves)


class ExploreWish(Exploration):
    """The same, and whether one more die or card is to be drawn there."""

    draw: bool = False


class WhyWish(Exploration):
    """The question why a part cannot be touched there after others."""

    begun: Annotated[list[PartId], Field(max_length=MOST_STEPS)]
    part: PartId


class LinesWish(Exploration):
    """The question what bots think of it, with so many of their best lines."""

    count: Annotated[int, Field(ge=1, le=MOST_LINES)] = MOST_LINES


class TreeWish(Exploration):
    """A tree of moves that were tried, to be written as a saved game."""

    comment: str = ""
    plies: Annotated[list[TriedMove], Field(max_length=limits.TEXT_LINES)]


def router(hub: Hub, gate: Gate) -> APIRouter:
    """What the page of the analysis board asks for, as routes."""
    desk = AnalysisDesk(hub, gate)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/api/analysis": desk.explore,
        "/api/analysis/why": desk.why,
        "/api/analysis/lines": desk.lines,
        "/api/analysis/tree": desk.tree,
        "/api/analysis/text": desk.text,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["POST"])
    return routes


class AnalysisDesk:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate) -> None:
        self.hub, self.gate = hub, gate
        self.busy = asyncio.Semaphore(AT_ONCE)

    async def explore(self, request: Request, wish: ExploreWish) -> Response:
        """A position: how it looks, and what can be tried there."""
        self._admit(request, wish, "edits")
        return as_json(await self._worked_out(explored, wish, visitors.language(request)))

    async def why(self, request: Request, wish: WhyWish) -> dict[str, str]:
        """Why something cannot be touched."""
        self._admit(request, wish, "edits")
        return {"text": await self._worked_out(reason, wish, visitors.language(request))}

    async def lines(self, request: Request, wish: LinesWish) -> Response:
        """What bots think of a position, told as they do so; whoever no longer listens ends it."""
        self._admit(request, wish)
        visitor, address = visitors.visitor(request), visitors.address(request)
        self.hub.explorers.refuse_many(visitor)
        self.gate.count(request, "explorations")
        match = await self._worked_out(wish.match)
        if not isinstance(match.actor, int):
            raise Refused("server.analysis.nobody", 422)
        known = await asyncio.to_thread(match.text, match.actor)
        found = self.hub.explorers.run(match.game, known, wish.count, visitor, address)
        return StreamingResponse(told(found, visitors.language(request)), media_type=EVENTS)

    async def tree(self, request: Request, wish: Exploration) -> dict[str, Any]:
        """A saved game with its comments and variations, or the beginning of one."""
        self._admit(request, wish, "readings")
        return await self._worked_out(tree_data, wish, visitors.language(request))

    async def text(self, request: Request, wish: TreeWish) -> dict[str, str]:
        """What was tried, as a saved game."""
        self._admit(request, wish, "readings")
        return {"text": await self._worked_out(written, wish)}

    def _admit(self, request: Request, wish: Exploration, *what: str) -> None:
        """Refuse what comes from another site or too often, or a game that would have to be compiled first."""
        self.gate.admit(request, *what)
        game = starting.game_of(wish.text) if wish.text is not None else (wish.position or {}).get("game")
        self.gate.shelf.refuse_unprepared(game)

    async def _worked_out(self, work: Callable[..., Result], *args: Any) -> Result:
        """Replay something without keeping others waiting."""
        async with self.busy:
            return await asyncio.to_thread(work, *args)


async def told(found: AsyncGenerator[Any, None], language: str) -> AsyncIterator[bytes]:
    """All that bots find out, as events."""
    async with aclosing(found):
        try:
            async for each in found:
                yield event(each)
        except Refused as error:
            yield event({"error": error.say(language)})


# A position


def explored(wish: ExploreWish, language: str) -> Message:
    """A position as it is sent; everybody's secrets are shown, since whoever explores has brought them."""
    match = wish.match()
    if wish.draw:
        match.roll()
    here, viewer = latest(match), Viewer("", language)
    narrator, before = seen(here, viewpoint(here)), seen(here, viewpoint(here.at(0)))
    decides = isinstance(here.actor, int)
    return {
        "scene": scene_data(narrator.seen.scene(len(here.codes)), language),
        "viewpoint": None if narrator.seen.viewpoint == SPECTATOR else narrator.seen.viewpoint,
        "happened": read(before.happened(viewer, [1])[0]) if here.codes else None,
        "move": match.moves[-1] if match.moves else None,
        "to_move": here.actor,
        "status": status(narrator, here, viewer),
        "asked": narrator.seen.asked(language) if decides else "",
        "moves": narrator.seen.moves(language) if decides else [],
        "chances": chances(here, language),
        "over": here.actor is None,
    }


def latest(match: Match) -> Match:
    """The same match as if it had begun before its last move: all that is told of a position."""
    begin = max(0, len(match.codes) - 1)
    here = match.elsewhere(match.moves[begin:], match.codes[begin:], match.history[begin:])
    here.clock = None
    return here


def viewpoint(here: Match) -> int:
    """From where a position is looked at: beside the table or, if not everything can be touched from there, a seat.

    It is the same one whoever decides, and after the last decision, so that nothing moves about from move to move.
    """
    if not isinstance(here.actor, int):
        return viewpoint(here.at(0)) if here.codes else SPECTATOR
    return next((place for place in (SPECTATOR, *range(here.seats)) if reaches(here, place)), here.actor)


def reaches(here: Match, place: int) -> bool:
    """Whether from some place everything can be touched that can be chosen."""
    told = seen(here, place).seen
    parts = {part.id for part in told.scene(len(here.codes)).parts}
    return all(parts.issuperset(choice.path) for choice in told.choices())


def seen(here: Match, viewpoint: int) -> Narrator:
    """Tells of a position, with nothing hidden."""
    return Narrator(laid_out(here), EVERYONE, viewpoint)


def status(narrator: Narrator, here: Match, viewer: Viewer) -> str:
    """Whose move it is, or how the game has ended."""
    if here.actor is None:
        return narrator.sentence(viewer)
    if here.actor == "chance":
        return word("server.analysis.chance").say(viewer.language)
    assert isinstance(here.actor, int)
    return word("server.analysis.to_move", name=narrator.called(here.actor, viewer.language)).say(viewer.language)


def chances(here: Match, language: str) -> list[Message]:
    """The dice and cards that may come, the likeliest first if there are too many."""
    if here.actor != "chance":
        return []
    rows: list[Message] = [
        {"move": move, "label": outcome_label(here, code, language) or move, "weight": weight}
        for (move, code), weight in zip(here._legal.items(), here.weights(), strict=True)
    ]
    return sorted(rows, key=lambda row: -row["weight"])[:MOST_CHANCES] if len(rows) > MOST_CHANCES else rows


def outcome_label(here: Match, code: int, language: str) -> str:
    """What is said when a die or card has come."""
    engine, before = here.engine, frozen(here.state)
    story = engine.game.view.story(engine.frozen_options, before, code, frozen(engine.after(here.state, code)))
    return " ".join(sentence.say(language) for sentence in story)


def reason(wish: WhyWish, language: str) -> str:
    """Why something cannot be touched."""
    here = latest(wish.match())
    if not isinstance(here.actor, int):
        raise Refused("server.table.not_your_turn")
    return seen(here, viewpoint(here)).seen.why(wish.begun, wish.part).say(language)


# The tree


def tree_data(wish: Exploration, language: str) -> Message:
    """A saved game with its variations as it is sent."""
    begun = exploring.beginning(wish.text, wish.position)
    notebook = Notebook.from_text(wish.text) if wish.text is not None else Notebook(begun)
    numbers: dict[Ply, int] = {ply: number for number, ply in enumerate(notebook.start.everything())}
    narrator = Narrator(laid_out(begun.at(0)), EVERYONE, SPECTATOR)
    return {
        "game": begun.game,
        "name": word(f"{begun.game}.name").say(language),
        "seats": [narrator.called(seat, language) for seat in range(begun.seats)],
        "comment": notebook.start.comment,
        "plies": [
            {"before": numbers[ply.before], "move": ply.move, "comment": ply.comment} for ply in numbers if ply.before
        ],
        "end": None if notebook.end is None else numbers[notebook.end],
        "moves": begun.moves,
        "hidden": begun.engine.game.hidden,
    }


def written(wish: TreeWish) -> str:
    """What was tried, as a saved game; each move is checked by the rules once more."""
    notebook = Notebook(exploring.beginning(wish.text, wish.position))
    notebook.replant(wish.comment, ((ply.before, ply.move, ply.comment) for ply in wish.plies))
    return notebook.text()

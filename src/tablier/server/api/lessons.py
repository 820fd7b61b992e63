"""Lessons over the interface: all steps of a game's lesson at once, and why something cannot be touched in one."""

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.lessons import Lesson, lesson
from tablier.core.match import Match
from tablier.core.registry import keys
from tablier.core.words import word
from tablier.server.api.archive import as_json
from tablier.server.api.messages import MOST_STEPS, PartId
from tablier.server.api.replay import Narrator, laid_out
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.telling import Message, Viewer
from tablier.server.telling.parts import scene_data
from tablier.server.telling.writing import read, written

LESSONS_KEPT = 64
FALLBACK = "en"


class LessonWhy(Shape):
    """The question why a part cannot be touched after others, in a step counted from 0."""

    step: Annotated[int, Field(ge=0, le=1_000)]
    begun: Annotated[list[PartId], Field(max_length=MOST_STEPS)]
    part: PartId


def router(gate: Gate) -> APIRouter:
    """What the page of a lesson asks for, as routes."""
    routes = APIRouter()

    async def taught(request: Request, game: str) -> Response:
        """All steps of a lesson."""
        known_lesson(gate, game)
        gate.count(request, "readings")
        return as_json(await run_in_threadpool(lesson_data, game, visitors.language(request)))

    async def why(request: Request, game: str, touched: LessonWhy) -> dict[str, str]:
        """Why something cannot be touched."""
        gate.admit(request, "edits")
        steps = known_lesson(gate, game).steps
        if touched.step >= len(steps):
            raise Refused("server.request.part", 422)
        return {"text": await run_in_threadpool(reason, game, touched, visitors.language(request))}

    routes.add_api_route("/api/games/{game}/lesson", taught, methods=["GET"])
    routes.add_api_route("/api/games/{game}/lesson/why", why, methods=["POST"])
    return routes


def known_lesson(gate: Gate, game: str) -> Lesson:
    """The lesson of a game on the shelf that can be played already."""
    found = lesson(game) if game in keys() else None
    if found is None:
        raise Refused("server.request.unknown", 404)
    gate.shelf.refuse_unprepared(game)
    return found


@lru_cache(LESSONS_KEPT)
def lesson_data(game: str, language: str) -> Message:
    """A lesson as it is sent."""
    found = lesson(game)
    assert found is not None
    steps = [step_data(found, number, language) for number in range(len(found.steps))]
    data = {"game": game, "name": word(f"{game}.name").say(language), "steps": steps}
    return read(written(data))


def step_data(found: Lesson, number: int, language: str) -> Message:
    """A step: the position, what is said, and what follows from the right moves."""
    step, match = found.steps[number], found.match(number)
    seat = learner(match)
    narrator, viewer = told_to(match, seat), Viewer("", language)
    teaches = bool(step.answers)
    return {
        "say": chosen(step.say, language),
        "seat": None if seat == SPECTATOR else seat,
        "number": len(match.codes),
        "scene": scene_data(narrator.seen.scene(len(match.codes)), language),
        "marked": list(step.marks),
        "moves": narrator.seen.moves(language) if teaches else [],
        "asked": narrator.seen.asked(language) if teaches else "",
        "answers": {
            move: answer_data(found.after(number, move), len(match.codes), seat, viewer) for move in step.answers
        },
        "right": chosen(step.right, language),
        "wrong": chosen(step.wrong, language),
        "tries": {move: chosen(texts, language) for move, texts in step.tries.items()},
    }


def answer_data(after: Match, before: int, seat: int, viewer: Viewer) -> list[Message]:
    """What is seen to happen after so many moves."""
    return list(map(read, told_to(after, seat).happened(viewer, range(before + 1, len(after.codes) + 1))))


def learner(match: Match) -> int:
    """The seat that the learner has in a position."""
    return match.actor if isinstance(match.actor, int) else SPECTATOR


def told_to(match: Match, seat: int) -> Narrator:
    """Tells of a position to a seat; where nobody decides nothing is hidden."""
    return Narrator(laid_out(match), EVERYONE if seat == SPECTATOR else seat, seat)


def reason(game: str, touched: LessonWhy, language: str) -> str:
    """Why something cannot be touched."""
    found = lesson(game)
    assert found is not None
    match = found.match(touched.step)
    if not isinstance(match.actor, int):
        raise Refused("server.table.not_your_turn")
    return told_to(match, match.actor).seen.why(touched.begun, touched.part).say(language)


def chosen(texts: Any, language: str) -> str:
    """A text in a language, or in one that it has."""
    return str(texts.get(language) or texts.get(FALLBACK) or next(iter(texts.values()), ""))

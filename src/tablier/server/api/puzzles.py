"""Puzzles over the interface: lists of them, one as it is told to whoever solves it, and what comes of a move."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from tablier.core import puzzle_words
from tablier.core.puzzles import Attempt, Puzzle, of_the_day, puzzles, today
from tablier.core.words import word
from tablier.server.api.archive import as_json
from tablier.server.api.lessons import told_to
from tablier.server.api.messages import MOST_STEPS, MoveText, PartId
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.telling import Message, Viewer
from tablier.server.telling.parts import scene_data
from tablier.server.telling.writing import read, written

MOST_MADE = 16
Made = Annotated[list[MoveText], Field(max_length=MOST_MADE)]


class PuzzlePlace(Shape):
    """How far somebody is: the right moves that they have made."""

    made: Made


class PuzzleTry(PuzzlePlace):
    """A legal move that somebody makes then."""

    move: MoveText


class PuzzleWhy(PuzzlePlace):
    """The question why a part cannot be touched then, after others."""

    begun: Annotated[list[PartId], Field(max_length=MOST_STEPS)]
    part: PartId


def router(gate: Gate) -> APIRouter:
    """What the pages of puzzles ask for, as routes."""
    api, routes, one = PuzzleAnswers(gate), APIRouter(), "/api/games/{game}/puzzles/{puzzle}"
    looks: dict[str, Callable[..., Any]] = {"/api/puzzles": api.listed, "/api/puzzles/today": api.today, one: api.told}
    for path, answer in looks.items():
        routes.add_api_route(path, answer, methods=["GET"])
    asks: dict[str, Callable[..., Any]] = {
        "try": api.tried, "hint": api.hint, "solution": api.solution, "why": api.why,
    }  # fmt: skip
    for name, answer in asks.items():
        routes.add_api_route(f"{one}/{name}", answer, methods=["POST"])
    return routes


class PuzzleAnswers:
    """The answers."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate

    async def listed(
        self, request: Request, game: str = "", theme: str = "", difficulty: int | None = None
    ) -> list[Message]:
        """The puzzles of the games on the shelf, or those of a game, a theme or a difficulty."""
        self.gate.count(request, "readings")
        language = visitors.language(request)
        found = chosen(list(self.gate.shelf.games), game, theme, difficulty)
        return [listed_data(puzzle, language) for puzzle in found]

    async def today(self, request: Request) -> Message:
        """The puzzle of the day, the same for everybody."""
        self.gate.count(request, "readings")
        found = of_the_day(list(self.gate.shelf.games), today())
        if found is None:
            raise Refused("server.request.unknown", 404)
        return listed_data(found, visitors.language(request))

    async def told(self, request: Request, game: str, puzzle: str) -> Response:
        """A puzzle as it is to be solved."""
        found = self.known(game, puzzle)
        self.gate.count(request, "readings")
        return as_json(await run_in_threadpool(told_data, found, visitors.language(request)))

    async def tried(self, request: Request, game: str, puzzle: str, move: PuzzleTry) -> Response:
        """What comes of a move."""
        return await self.answered(request, game, puzzle, tried_data, move)

    async def solution(self, request: Request, game: str, puzzle: str, place: PuzzlePlace) -> Response:
        """What is left to be found, and why it is right."""
        return await self.answered(request, game, puzzle, solution_data, place)

    async def hint(self, request: Request, game: str, puzzle: str, place: PuzzlePlace) -> Response:
        """What a puzzle is about, and where to look."""
        return await self.answered(request, game, puzzle, hint_data, place)

    async def why(self, request: Request, game: str, puzzle: str, touched: PuzzleWhy) -> Response:
        """Why something cannot be touched."""
        return await self.answered(request, game, puzzle, why_data, touched)

    async def answered(
        self, request: Request, game: str, puzzle: str, answer: Callable[[Puzzle, Any, str], Message], body: PuzzlePlace
    ) -> Response:
        """What comes of something that is asked at a point of a puzzle."""
        self.gate.admit(request, "edits")
        found = self.known(game, puzzle)
        return as_json(await run_in_threadpool(answer, found, body, visitors.language(request)))

    def known(self, game: str, puzzle: str) -> Puzzle:
        """A puzzle of a game on the shelf that can be played already."""
        found = puzzles(game).get(puzzle) if game in self.gate.shelf.games else None
        if found is None:
            raise Refused("server.request.unknown", 404)
        self.gate.shelf.refuse_unprepared(game)
        return found


def chosen(games: list[str], game: str = "", theme: str = "", difficulty: int | None = None) -> list[Puzzle]:
    """The puzzles of these games, or those of one, of a theme or a difficulty."""
    found = [puzzle for key in games if game in ("", key) for puzzle in puzzles(key).values()]
    return [each for each in found if theme in ("", each.group) and difficulty in (None, each.difficulty)]


def listed_data(puzzle: Puzzle, language: str) -> Message:
    """A puzzle in a list."""
    return {
        "game": puzzle.game, "name": word(f"{puzzle.game}.name").say(language), "id": puzzle.id,
        "theme": puzzle.group, "called": puzzle_words.theme(puzzle).say(language), "difficulty": puzzle.difficulty,
        "url": address(puzzle),
    }  # fmt: skip


def address(puzzle: Puzzle) -> str:
    """The page on which a puzzle is solved."""
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def told_data(puzzle: Puzzle, language: str) -> Message:
    """A puzzle as it is sent to be solved: nothing of its answer."""
    attempt = puzzle.begun(())
    narrator = told_to(attempt.match, puzzle.seat)
    return {
        "game": puzzle.game, "name": word(f"{puzzle.game}.name").say(language), "id": puzzle.id, "url": address(puzzle),
        "goal": puzzle_words.goal(puzzle).say(language), "length": puzzle_words.length(puzzle).say(language),
        "difficulty": puzzle.difficulty, "seat": puzzle.seat, "number": 0,
        "scene": read(written(scene_data(narrator.seen.scene(0), language))),
    } | offered(attempt, language)  # fmt: skip


def offered(attempt: Attempt, language: str) -> Message:
    """What can be done next; nothing, once it is solved."""
    if attempt.solved:
        return {"moves": [], "asked": ""}
    seen = told_to(attempt.match, attempt.puzzle.seat).seen
    return {"moves": seen.moves(language), "asked": seen.asked(language)}


def tried_data(puzzle: Puzzle, tried: PuzzleTry, language: str) -> Message:
    """What comes of a move: why it is not right, or what follows it."""
    attempt = puzzle.begun(tried.made)
    if not attempt.match.allows(tried.move):
        attempt.match.play(tried.move)  # which says why it is refused
    if tried.move in attempt.answers:
        after = attempt.after(tried.move)
        text = word(f"core.puzzle.right.{'solved' if after.solved else 'more'}").say(language)
        return standing(attempt, after, [*tried.made, tried.move], text, language)
    told = " ".join(sentence.say(language) for sentence in puzzle_words.wrong(attempt, tried.move))
    return {"verdict": "wrong", "text": told, "made": tried.made, "happened": [], "explained": []} | offered(
        attempt, language
    )


def solution_data(puzzle: Puzzle, place: PuzzlePlace, language: str) -> Message:
    """The rest of the main line, and why it is right."""
    attempt, made = puzzle.begun(place.made), list(place.made)
    after = attempt
    while not after.solved:
        made.append(after.answers[0])
        after = after.after(made[-1])
    names = ", ".join(made[len(place.made) :])
    return standing(attempt, after, made, word("server.puzzle.shown", moves=names).say(language), language)


def standing(before: Attempt, after: Attempt, made: list[str], text: str, language: str) -> Message:
    """What has happened from one point to another, and what follows."""
    puzzle = before.puzzle
    numbers = range(len(before.match.codes) + 1, len(after.match.codes) + 1)
    happened = told_to(after.match, puzzle.seat).happened(Viewer("", language), numbers)
    return {
        "verdict": "solved" if after.solved else "more", "text": text, "made": made,
        "happened": list(map(read, happened)), "explained": explained(puzzle, language) if after.solved else [],
    } | offered(after, language)  # fmt: skip


def explained(puzzle: Puzzle, language: str) -> list[str]:
    """What it was about, and why the answer is right."""
    about = word("server.puzzle.theme", theme=puzzle_words.theme(puzzle))
    return [sentence.say(language) for sentence in (about, *puzzle_words.explained(puzzle))]


def hint_data(puzzle: Puzzle, place: PuzzlePlace, language: str) -> Message:
    """What it is about, and what is touched first."""
    attempt = puzzle.begun(place.made)
    if attempt.solved:
        raise Refused("server.request.part", 422)
    text = word("core.puzzle.hint", theme=puzzle_words.theme(puzzle)).say(language)
    return {"text": text, "marked": [puzzle_words.first_touch(attempt)]}


def why_data(puzzle: Puzzle, touched: PuzzleWhy, language: str) -> Message:
    """Why something cannot be touched."""
    attempt = puzzle.begun(touched.made)
    if attempt.solved:
        raise Refused("server.request.part", 422)
    return {"text": told_to(attempt.match, puzzle.seat).seen.why(touched.begun, touched.part).say(language)}

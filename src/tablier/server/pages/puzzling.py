"""The pages of puzzles: all of them to choose from, and one to be solved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tablier.core import puzzle_words
from tablier.core.puzzles import EASIEST, HARDEST, Puzzle, of_the_day, puzzles, today
from tablier.core.words import word
from tablier.server.entrance import visitors
from tablier.server.pages.previews import Preview
from tablier.server.pages.routes import Pages, number, say

QUOTED = 40  # characters of what was asked for, in a sentence about it


@dataclass(frozen=True)
class PuzzleLid:
    """A puzzle as a page shows it before it is opened."""

    key: str  # by which a browser keeps that it is solved
    game: str
    name: str
    theme: str
    difficulty: int
    url: str


@dataclass(frozen=True)
class PuzzleTheme:
    """A theme that can be chosen."""

    key: str
    name: str
    count: int


def router(pages: Pages) -> APIRouter:
    """All of them, as routes."""
    shown = PuzzlePages(pages)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/puzzles": shown.all,
        "/puzzles/today": shown.today,
        "/puzzles/{game}/{puzzle}": shown.one,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class PuzzlePages:
    """The answers."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        pages.templates.globals |= {"puzzle_of_the_day": self.lid_of_the_day, "puzzles_of": puzzles}

    def games(self) -> list[str]:
        """The games on the shelf that have puzzles."""
        return [game for game in self.pages.games() if puzzles(game)]

    def lid_of_the_day(self, language: str) -> PuzzleLid | None:
        """The puzzle of the day, if there is one."""
        found = of_the_day(self.games(), today())
        return None if found is None else lid(found, language)

    def all(self, request: Request) -> Response:
        """The games that have puzzles; of one of them its puzzles, by theme and difficulty."""
        language, asked = visitors.language(request), request.query_params
        games, game = self.games(), asked.get("game", "")
        found = list(puzzles(game).values()) if game in games else []
        theme, difficulty = asked.get("theme", ""), number(asked.get("difficulty"))
        status, refusal = refused(asked, games, found, language)
        return self.pages.page(
            request,
            "puzzles.html",
            status,
            refusal=refusal,
            boxes=[self.pages.lid(key, language) for key in games],
            keys={key: [f"{key}/{each}" for each in puzzles(key)] for key in games},
            chosen=game if found else "",
            themes=themes(found, language),
            theme=theme,
            difficulties=range(EASIEST, HARDEST + 1),
            difficulty=difficulty,
            lids=[lid(each, language) for each in found if fits(each, theme, difficulty)],
            daily=self.lid_of_the_day(language),
        )

    def today(self, request: Request) -> Response:
        """The puzzle of the day."""
        found = of_the_day(self.games(), today())
        if found is None:
            return self.pages.fault(request, "page")
        return RedirectResponse(lid(found, visitors.language(request)).url, 303)

    def one(self, request: Request, game: str, puzzle: str) -> Response:
        """A puzzle to be solved."""
        found = puzzles(game).get(puzzle) if game in self.games() else None
        if found is None:
            return self.pages.fault(request, "page")
        language = visitors.language(request)
        box = self.pages.lid(game, language)
        title, goal = f"{say(language, 'puzzles.one')} · {box.name}", puzzle_words.goal(found).say(language)
        shown = Preview(title, goal, f"/preview/{game}/{found.id}.png")
        return self.pages.page(request, "puzzle.html", box=box, puzzle=lid(found, language), preview=shown)


def refused(asked: Mapping[str, str], games: Sequence[str], found: Sequence[Puzzle], language: str) -> tuple[int, str]:
    """The status of a page of puzzles, and what is said of a game, theme or difficulty that there is not."""
    game, theme, difficulty = (asked.get(name, "").strip() for name in ("game", "theme", "difficulty"))
    if game and game not in games:
        return 404, say(language, "puzzles.no_game", game=game[:QUOTED])
    if theme and found and theme not in {puzzle.group for puzzle in found}:
        return 422, say(language, "puzzles.no_theme", theme=theme[:QUOTED])
    if difficulty and number(difficulty) not in range(EASIEST, HARDEST + 1):
        return 422, say(language, "puzzles.no_difficulty", given=difficulty[:QUOTED], easiest=EASIEST, hardest=HARDEST)
    return 200, ""


def lid(puzzle: Puzzle, language: str) -> PuzzleLid:
    """A puzzle from outside."""
    name, theme = word(f"{puzzle.game}.name").say(language), puzzle_words.theme(puzzle).say(language)
    key = f"{puzzle.game}/{puzzle.id}"
    return PuzzleLid(key, puzzle.game, name, theme, puzzle.difficulty, f"/puzzles/{key}")


def fits(puzzle: Puzzle, theme: str, difficulty: int | None) -> bool:
    """Whether a puzzle is one that was asked for."""
    return theme in ("", puzzle.group) and difficulty in (None, puzzle.difficulty)


def themes(found: list[Puzzle], language: str) -> list[PuzzleTheme]:
    """The themes of some puzzles, with how many there are, the most frequent ones first."""
    groups = [puzzle.group for puzzle in found]
    told = [
        PuzzleTheme(group, puzzle_words.group_word(found[0].game, group).say(language), groups.count(group))
        for group in set(groups)
    ]
    return sorted(told, key=lambda theme: (-theme.count, theme.name))

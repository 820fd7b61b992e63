"""What is told of puzzles: lists of them, one to be solved, and what comes of a move."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.pictures import Happened, LegalMove, Picture
from tablier.server.declaration.shape import Count, SeatNumber, Shape

Difficulty = Annotated[
    int, Field(ge=1, le=5, description="From 1, which weak bots find, to 5, which strong ones miss.")
]


class ListedPuzzle(Shape):
    """A puzzle in a list."""

    game: str
    name: Annotated[str, Field(description="Of the game.")]
    id: str
    theme: Annotated[str, Field(description="What it is about, as a word to ask for.")]
    called: Annotated[str, Field(description="The same in words.")]
    difficulty: Difficulty
    url: str


class PuzzleToSolve(Shape):
    """A position, and what is to be found in it."""

    game: str
    name: str
    id: str
    url: str
    goal: str
    length: Annotated[str, Field(description="How many moves are to be found.")]
    difficulty: Difficulty
    seat: SeatNumber
    number: Count
    scene: Picture
    moves: list[LegalMove]
    asked: str


class PuzzleStanding(Shape):
    """What came of a move, or of asking for the solution."""

    verdict: Literal["wrong", "more", "solved"]
    text: str
    made: Annotated[list[str], Field(description="The right moves so far.")]
    happened: list[Happened]
    moves: list[LegalMove]
    asked: str
    explained: Annotated[list[str], Field(description="Why the answer is right; nothing before it is solved.")]


class PuzzleHint(Shape):
    """What a puzzle is about, and a part of the picture to look at."""

    text: str
    marked: list[str]

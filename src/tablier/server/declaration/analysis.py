"""What is told of positions that somebody explores, and the tree of what they have tried."""

from typing import Annotated

from pydantic import Field

from tablier.server.declaration.pictures import Happened, LegalMove, Picture
from tablier.server.declaration.shape import Count, SeatNumber, Shape, Who


class ChanceMove(Shape):
    """A die or card that may come, how it is called, and how likely it is among the others."""

    move: str
    label: str
    weight: Annotated[int, Field(ge=0)]


class Explored(Shape):
    """A position that somebody explores: how it looks, what has led to it, and what can be tried there."""

    scene: Picture
    viewpoint: SeatNumber | None
    happened: Annotated[Happened | None, Field(description="The last move; none at the beginning.")]
    move: Annotated[str | None, Field(description="The last move, also one that was drawn.")]
    to_move: Who | None
    status: str
    asked: str
    moves: list[LegalMove]
    chances: list[ChanceMove]
    over: bool


class TriedMove(Shape):
    """A move of a tree: after which other one it stands (0 is the beginning, 1 the first of them), and a comment."""

    before: Count
    move: str
    comment: str = ""


class TriedTree(Shape):
    """A saved game with its variations; the moves come in the order of the branches, the main one first."""

    game: str
    name: str
    seats: list[str]
    comment: Annotated[str, Field(description="What is said of the whole game.")]
    plies: list[TriedMove]
    end: Annotated[int | None, Field(description="After which move people gave up: what follows is aside.")]
    moves: Annotated[list[str], Field(description="The game as it was played.")]
    hidden: bool


class TreeText(Shape):
    """A saved game as text."""

    text: str


class BestLine(Shape):
    """A move, how likely whoever makes it wins then, and everybody, and what is expected to follow, it included."""

    move: str
    chance: float
    chances: Annotated[list[float], Field(description="How likely each seat wins after it, from 0 to 1.")]
    line: list[str]


class BestLines(Shape):
    """What bots think of a position so far."""

    chances: Annotated[list[float], Field(description="How likely each seat wins, from 0 to 1.")]
    lines: list[BestLine]
    simulations: Count

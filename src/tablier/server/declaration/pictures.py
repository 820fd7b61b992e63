"""Pictures as they are sent, and what a move changes in them."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.shape import Count, SeatNumber, Shape, Who

Area = tuple[float, float, float, float, float, float, float, Literal[0, 1]]
"""A rectangle of a picture (x, y, width, height), where it goes (x, y), how large, and whether it is turned."""


class Part(Shape):
    """One thing in a picture; what is left out is empty, 0, nobody's, or 1 for ``scale``."""

    id: str
    symbol: str = ""
    x: float = 0
    y: float = 0
    down: Annotated[float, Field(description="How far below its place, however the board is turned.")] = 0
    turn: float = 0
    scale: float = 1
    style: str = ""
    text: str = ""
    label: str = ""
    seat: Annotated[SeatNumber | None, Field(description="The seat whose colour it has.")] = None


class Layout(Shape):
    """The same picture arranged otherwise."""

    width: float
    height: float
    turn: int
    areas: list[Area]


class Picture(Shape):
    """A picture: parts in drawing order, those that never change first."""

    width: float
    height: float
    label: str
    layouts: list[Layout]
    still: list[Part]
    parts: list[Part]


class Effect(Shape):
    """Something to be shown of a move besides the change."""

    kind: str
    part: str


class Happened(Shape):
    """A move, as it is told at a table."""

    type: Literal["happened"]
    number: Annotated[int, Field(ge=1)]
    who: Who
    lines: list[str]
    changed: list[Part]
    gone: list[str]
    order: list[str] | None
    effects: list[Effect]
    marked: Annotated[list[str], Field(description="Parts of the board where it happened, from there to there.")]


class LegalMove(Shape):
    """A move that can be made: what to touch for it, how it is called, and how it would look."""

    move: str
    path: list[str]
    label: str
    ghost: list[Part]
    asks: Annotated[list[str], Field(description="The question that each step of the path answers.")]
    free: Annotated[int, Field(ge=1, description="So many steps, the first ones, may be touched in any order.")] = 1
    pairs: Annotated[bool, Field(description="Steps come by twos, in any order, and the move is confirmed.")] = False
    idle: Annotated[str, Field(description="A part that may be touched before all else and changes nothing.")] = ""


class Entry(Shape):
    """An entry of the log: a move, or something else that happened after so many."""

    number: Count
    who: Who | None
    lines: list[str]
    marked: Annotated[list[str], Field(description="Parts of the board where it happened.")]

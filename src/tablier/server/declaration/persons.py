"""What is told to somebody about themselves."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tablier.server.declaration.answers import MyTable
from tablier.server.declaration.shape import Count, Path, SeatNumber, Shape

Fate = Literal["won", "drawn", "lost", "unfinished", "shared"]


class You(Shape):
    """Who asks, as far as anything is kept of them."""

    name: Annotated[str | None, Field(description="The name that they keep, if they do.")]
    running: Annotated[int, Field(ge=0, description="Games that are not over.")]
    your_turn: Annotated[int, Field(ge=0, description="Those that wait for them.")]


class FinishedGame(Shape):
    """A game that is over, for somebody who played it; ``shared``: on more than one side."""

    table: str
    url: Path
    replay: Path
    game: str
    name: Annotated[str, Field(description="That of the table; empty if it has none.")]
    ended: Annotated[float, Field(description="When: seconds since 1970.")]
    fate: Fate
    players: list[str]
    scores: list[float] | None
    yours: list[SeatNumber]


class MyGames(Shape):
    """Somebody's games."""

    running: list[MyTable]
    finished: list[FinishedGame]
    before: Annotated[float | None, Field(description="With this as `before` there are older ones.")]
    counted: Annotated[bool, Field(description="False while games of old are still being counted.")]


class Tallied(Shape):
    """Games won, drawn and lost."""

    played: Count
    won: Count
    drawn: Count
    lost: Count


class GameStatistics(Shape):
    """What somebody has made of a game."""

    game: str
    all: Tallied
    people: Annotated[Tallied, Field(description="Against at least one other person.")]
    bots: Annotated[dict[str, Tallied], Field(description="Against bots alone, by the highest level among them.")]
    seats: Annotated[dict[str, Tallied], Field(description="By the number of seats.")]
    streak: Annotated[int, Field(ge=0, description="Games won in a row until now.")]
    longest: Count


class TakenAlong(Shape):
    """All that is kept of somebody: documents by kind, and tables with what they said there and the saved game."""

    you: str
    kept: dict[str, list[Any]]
    tables: list[dict[str, Any]]


class ReportKept(Shape):
    """That a report is kept."""

    status: Literal["kept"]

"""Reviews of games, as they are answered. Chances go from 0 to 1; null is what may not be told."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.pictures import Happened, Picture
from tablier.server.declaration.shape import Count, SeatNumber, Shape, Who

Chances = list[float | None]
Judgement = Literal["slip", "mistake", "blunder", "missed"]


class SeatLedger(Shape):
    """What came together for a seat: ``start`` and all parts add up to ``end``."""

    seat: SeatNumber
    start: float
    end: float
    luck: float
    own: Annotated[float, Field(description="What its own decisions did; mostly a loss.")]
    others: float
    settled: Annotated[float, Field(description="What the table did when it ended the game.")]
    accuracy: float | None
    judged: dict[Judgement, int]
    told: Annotated[str, Field(description="Luck and skill in a sentence.")]


class OtherMove(Shape):
    """A move that might have been made."""

    move: str
    chance: float


class BelievedThing(Shape):
    """What a seat could believe about one hidden thing, with the share of each."""

    about: str
    shares: dict[str, float]


class ReviewedMove(Shape):
    """What a move did to everybody's chances; ``luck`` and ``skill`` are what made the difference, by seat."""

    number: Annotated[int, Field(ge=1)]
    actor: Who
    move: str
    before: Chances
    after: Chances
    luck: list[float]
    skill: list[float]
    loss: float
    kind: Judgement | None
    better: str | None
    line: Annotated[list[str], Field(description="The better move and what was to follow.")]
    alternatives: list[OtherMove]
    reason: str | None
    told: Annotated[str | None, Field(description="What there is to say of a mistake or a turning point.")]
    marked: Annotated[list[str], Field(description="Parts of the picture before it that the better move is about.")]
    beliefs: Annotated[dict[str, list[BelievedThing]], Field(description="By seat, before the move.")]


class ReviewNames(Shape):
    """What kinds of mistakes and parts of ledgers are called."""

    kinds: dict[Judgement, str]
    parts: dict[str, str]


class GameReview(Shape):
    """A whole review."""

    review: Literal[1]
    game: str
    seats: int
    simulations: Annotated[int, Field(description="Of each position.")]
    called: ReviewNames
    start: Chances
    end: Chances
    ledgers: list[SeatLedger]
    turning_points: Annotated[list[int], Field(description="Numbers of moves.")]
    moves: list[ReviewedMove]


class ReviewStanding(Shape):
    """How a review stands: none, being worked out, or kept."""

    state: Literal["none", "running", "kept"]
    key: Annotated[str | None, Field(description="By which the review of a saved game is asked for again.")]
    looked: Annotated[int, Field(ge=0, description="Positions that were looked at.")]
    positions: Annotated[int, Field(ge=0, description="Of how many; 0 until that is known.")]
    asked: Annotated[bool, Field(description="Whether you are among those who have asked.")]
    yours: Annotated[list[SeatNumber], Field(description="Your seats.")]
    fault: Annotated[str | None, Field(description="Why the last attempt came to nothing.")]
    review: GameReview | None


class BetterLine(Shape):
    """What would have been better at a move: how it would have gone on, as whoever decided knew it."""

    number: Count
    actor: SeatNumber
    imagined: Annotated[bool, Field(description="Something is hidden: this is one of the games that could be.")]
    line: list[str]
    marked: list[str]
    scene: Picture
    moves: list[Happened]

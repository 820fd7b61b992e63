"""What all shapes are made of."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_SEATS = 8

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
SeatKind = Literal["me", "here", "link", "bot"]
Who = SeatNumber | Literal["chance"]
Giver = Literal["player", "server", "replaced"]
WishKind = Literal["takeback", "draw", "hints"]
OfferKind = Literal["takeback", "draw", "hints", "swap"]
ClockKind = Literal["fischer", "delay", "days"]
ContestKind = Literal["robin", "swiss", "league"]
Path = Annotated[str, Field(pattern="^/")]
Count = Annotated[int, Field(ge=0)]


class Shape(BaseModel):
    """A shape that holds nothing else, and no other types."""

    model_config = ConfigDict(strict=True, extra="forbid")

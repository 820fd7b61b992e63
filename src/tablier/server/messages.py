"""What clients may send: strict shapes, in which nothing unknown and no wrong type is let through."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tablier.server.limits import CHAT_LENGTH, MOVE_LENGTH
from tablier.server.refusals import Refused

TYPED = 4  # times as long as it may be in the end: spaces are taken out first
MOST_SEATS = 8
HIGHEST = 1_000_000


class Strict(BaseModel):
    """A shape that takes nothing else."""

    model_config = ConfigDict(strict=True, extra="forbid")


Name = Annotated[str, Field(max_length=CHAT_LENGTH)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]


class NewSeat(Strict):
    """A seat of a new table."""

    kind: Literal["me", "here", "link", "bot"]
    level: int | None = None
    name: Name = ""


class NewTable(Strict):
    """A new table."""

    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    order: Literal["given", "random"] = "given"
    name: Name = ""


class Claim(Strict):
    """Somebody who takes a seat."""

    name: Name = ""


class Move(Strict):
    """A move, made where so many were made before."""

    type: Literal["move"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    move: Annotated[str, Field(min_length=1, max_length=MOVE_LENGTH)]


class Chat(Strict):
    """Something said."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=TYPED * CHAT_LENGTH)]


class Plain(Strict):
    """A wish without more to say."""

    type: Literal["takeback", "draw"]


class Answer(Strict):
    """Yes or no."""

    type: Literal["answer"]
    offer: Literal["takeback", "draw"]
    yes: bool


class OfSeat(Strict):
    """Something about a seat."""

    type: Literal["resign", "ready", "hand_over", "take_seat_back"]
    seat: SeatNumber


class Rename(Strict):
    """Another name."""

    type: Literal["name"]
    name: Name


Command = Annotated[Move | Chat | Plain | Answer | OfSeat | Rename, Field(discriminator="type")]
COMMANDS: TypeAdapter[Any] = TypeAdapter(Command)


def read(text: str) -> dict[str, Any]:
    """A command from a socket."""
    try:
        command: dict[str, Any] = COMMANDS.validate_json(text).model_dump()
    except ValidationError as error:
        raise malformed(error.errors(include_input=False, include_url=False)) from None
    return command


def malformed(errors: Any) -> Refused:
    """What is wrong with a request, briefly."""
    first = errors[0]
    place = ".".join(str(step) for step in first["loc"] if step != "body")
    return Refused("server.request.malformed", 422, detail=f"{place} {first['msg']}".strip()[:200])

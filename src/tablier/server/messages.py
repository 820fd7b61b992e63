"""What clients may send: strict shapes, in which nothing unknown and no wrong type is let through."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from tablier.server.limits import CHAT_LENGTH, MOVE_LENGTH, SIDE_LENGTH, TEXT_LENGTH, TEXT_LINES
from tablier.server.refusals import Refused

TYPED = 4  # times as long as it may be in the end: spaces are taken out first
MOST_SEATS = 8
HIGHEST = 1_000_000
OURS = "Value error, "  # stands before what our own checks say


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


def short_lines(text: str) -> str:
    """Refuse a text of too many lines to be a game."""
    if len(text.splitlines()) > TEXT_LINES:
        raise ValueError(f"should have at most {TEXT_LINES} lines")
    return text


SavedGame = Annotated[str, Field(min_length=1, max_length=TEXT_LENGTH), AfterValidator(short_lines)]


class Start(Strict):
    """Where a new table begins: a position, or a saved game after so many moves (all of them, if none are given)."""

    position: dict[str, Any] | None = None
    text: SavedGame | None = None
    number: Annotated[int, Field(ge=0, le=HIGHEST)] | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> Start:
        """Refuse both and neither."""
        if (self.position is None) == (self.text is None) or (self.number is not None and self.text is None):
            raise ValueError("should be a position, or a text and a number")
        return self


class NewTable(Strict):
    """A new table; where it begins at a position, game, seats and options may be left out."""

    game: Annotated[str, Field(max_length=60)] = ""
    seats: Annotated[list[NewSeat], Field(max_length=MOST_SEATS)] = []
    options: dict[str, Any] = {}
    order: Literal["given", "random"] = "given"
    name: Name = ""
    start: Annotated[Start | None, Field(alias="from")] = None

    @model_validator(mode="after")
    def complete(self) -> NewTable:
        """Refuse a table of which neither is said what is played nor where it begins."""
        if self.start is None and not (self.game and self.seats):
            raise ValueError("should have a game and seats, or a beginning")
        return self


class Text(Strict):
    """A saved game."""

    text: SavedGame


class Replay(Text):
    """A saved game, to be looked at from a side."""

    side: Annotated[str | None, Field(alias="as", max_length=SIDE_LENGTH)] = None


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


class Salt(Strict):
    """A seat's part in the dice."""

    type: Literal["salt"]
    seat: SeatNumber
    salt: Annotated[str, Field(pattern="^[0-9a-fA-F]{16,64}$")]


Command = Annotated[Move | Chat | Plain | Answer | OfSeat | Rename | Salt, Field(discriminator="type")]
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
    return Refused("server.request.malformed", 422, detail=f"{place} {first['msg'].removeprefix(OURS)}".strip()[:200])

"""What clients may send: strict shapes, in which nothing unknown and no wrong type is let through."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from tablier.bots.levels import LEVELS
from tablier.core.reading import is_plain
from tablier.core.words import word
from tablier.server.authority import limits
from tablier.server.authority.events import DAYS, ClockPlan
from tablier.server.authority.limits import CHAT_LENGTH, MOVE_LENGTH, SIDE_LENGTH, TEXT_LENGTH, TEXT_LINES
from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import (
    MOST_SEATS,
    ClockKind,
    ContestKind,
    OfferKind,
    SeatKind,
    SeatNumber,
    Shape,
    WishKind,
)

TYPED = 4  # times as long as it may be in the end: spaces are taken out first
HIGHEST = 1_000_000
PART_LENGTH, MOST_STEPS = 80, 16
MINUTE = 60.0
OURS = "Value error, "  # stands before what our own checks say


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Refuse what could not be written again."""
    if not is_plain(data):
        raise PydanticCustomError("plain", "should hold plain JSON")
    return data


PlainData = Annotated[dict[str, Any], AfterValidator(plain)]
Name = Annotated[str, Field(max_length=CHAT_LENGTH)]


class NewSeat(Shape):
    """A seat of a new table."""

    kind: SeatKind
    level: int | None = None
    name: Name = ""


def short_lines(text: str) -> str:
    """Refuse a text of too many lines to be a game."""
    if len(text.splitlines()) > TEXT_LINES:
        raise ValueError(f"should have at most {TEXT_LINES} lines")
    return text


SavedGame = Annotated[str, Field(min_length=1, max_length=TEXT_LENGTH), AfterValidator(short_lines)]


class Start(Shape):
    """Where a new table begins: a position, or a saved game after so many moves (all of them, if none are given)."""

    position: PlainData | None = None
    text: SavedGame | None = None
    number: Annotated[int, Field(ge=0, le=HIGHEST)] | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> Start:
        """Refuse both and neither."""
        if (self.position is None) == (self.text is None) or (self.number is not None and self.text is None):
            raise ValueError("should be a position, or a text and a number")
        return self


class NewClock(Shape):
    """A clock: ``fischer`` adds seconds to the minutes after each turn, ``delay`` does not count them; or days."""

    kind: ClockKind
    minutes: Annotated[float | None, Field(gt=0, le=limits.MOST_MINUTES)] = None
    seconds: Annotated[float | None, Field(ge=0, le=limits.MOST_SECONDS)] = None
    days: Annotated[float | None, Field(gt=0, le=limits.MOST_DAYS)] = None
    holidays: Annotated[float | None, Field(ge=0, le=limits.MOST_HOLIDAYS)] = None
    leavers: Literal["vote", "bot"] = "vote"

    @model_validator(mode="after")
    def one_kind(self) -> NewClock:
        """Refuse what belongs to the other kinds."""
        live, slow = (self.minutes, self.seconds), (self.days, self.holidays)
        due, other = (slow, live) if self.kind == DAYS else (live, slow)
        if due[0] is None or (due[1] is None and self.kind != DAYS) or any(value is not None for value in other):
            raise PydanticCustomError("clock", "should have what belongs to its kind")
        return self

    def plan(self) -> ClockPlan:
        """The clock as a table is set up with it."""
        if self.kind == DAYS:
            return ClockPlan(DAYS, (self.days or 0.0) * limits.DAY, holidays=self.holidays or 0.0)
        return ClockPlan(self.kind, (self.minutes or 0.0) * MINUTE, self.seconds or 0.0, leavers=self.leavers)


class NewTable(Shape):
    """A new table; where it begins at a position, game, seats and options may be left out."""

    game: Annotated[str, Field(max_length=60)] = ""
    seats: Annotated[list[NewSeat], Field(max_length=MOST_SEATS)] = Field([])
    options: PlainData = Field({})
    order: Literal["given", "random"] = "given"
    name: Name = ""
    clock: NewClock | None = None
    start: Annotated[Start | None, Field(alias="from")] = None
    open: Annotated[bool, Field(description="Whether strangers may sit down: it is shown in the lobby.")] = False
    rated: Annotated[bool, Field(description="Whether the game shall count for ratings.")] = False

    @model_validator(mode="after")
    def complete(self) -> NewTable:
        """Refuse a table of which neither is said what is played nor where it begins."""
        if self.start is None and not (self.game and self.seats):
            raise ValueError("should have a game and seats, or a beginning")
        return self


class NewTournament(Shape):
    """A new tournament; it begins ``at`` a moment, or when ``most`` have joined; ``bots``: their level, 0 for none."""

    name: Name
    game: Annotated[str, Field(max_length=60)]
    options: PlainData = Field({})
    seats: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    clock: NewClock
    kind: ContestKind
    rounds: Annotated[int, Field(ge=0, le=20)] = 0
    most: Annotated[int, Field(ge=2, le=64)] = 64
    at: Annotated[float | None, Field(ge=0, le=1e11)] = None
    listed: bool = True
    rated: bool = False
    bots: Annotated[int, Field(ge=0, le=max(LEVELS))] = 0


class Expulsion(Shape):
    """Somebody who is sent away from a tournament."""

    entrant: Annotated[int, Field(ge=0, le=HIGHEST)]


class Text(Shape):
    """A saved game."""

    text: SavedGame


class ReplayText(Text):
    """A saved game, to be looked at from a side."""

    side: Annotated[str | None, Field(alias="as", max_length=SIDE_LENGTH)] = None


class BetterInText(Text):
    """A saved game that was reviewed, and the move of which is asked what would have been better."""

    number: Annotated[int, Field(ge=1, le=HIGHEST)]


class Claim(Shape):
    """Somebody who takes a seat."""

    name: Name = ""


class Move(Shape):
    """A move, made where so many were made before."""

    type: Literal["move"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    move: Annotated[str, Field(min_length=1, max_length=MOVE_LENGTH)]


PartId = Annotated[str, Field(min_length=1, max_length=PART_LENGTH)]


class Why(Shape):
    """The question why a part cannot be touched after others, where so many moves were made."""

    type: Literal["why"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    begun: Annotated[list[PartId], Field(max_length=MOST_STEPS)]
    part: PartId


class Hint(Shape):
    """A wish for the best moves, where so many moves were made."""

    type: Literal["hint"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]


class Chat(Shape):
    """Something said."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=TYPED * CHAT_LENGTH)]


class Plain(Shape):
    """A wish without more to say."""

    type: WishKind


class AnswerOffer(Shape):
    """Yes or no."""

    type: Literal["answer"]
    offer: OfferKind
    yes: bool


class OfSeat(Shape):
    """Something about a seat."""

    type: Literal["resign", "ready", "hand_over", "take_seat_back", "lost"]
    seat: SeatNumber


class Rename(Shape):
    """Another name."""

    type: Literal["name"]
    name: Name


class Mute(Shape):
    """Somebody to be muted, or to be heard again: a seat or a spectator."""

    type: Literal["mute"]
    seat: SeatNumber | None = None
    spectator: Annotated[int, Field(ge=1, le=HIGHEST)] | None = None
    yes: bool

    @model_validator(mode="after")
    def one_of_them(self) -> Mute:
        """Refuse both and neither."""
        if (self.seat is None) == (self.spectator is None):
            raise PydanticCustomError("whom", "should have a seat or a spectator")
        return self


class OpenChat(Shape):
    """Whether spectators may speak."""

    type: Literal["open_chat"]
    yes: bool


class Holiday(Shape):
    """A holiday that begins, or ends."""

    type: Literal["holiday"]
    yes: bool


MoveText = Annotated[str, Field(min_length=1, max_length=MOVE_LENGTH)]
MoveList = Annotated[list[MoveText], Field(max_length=limits.LONGEST_LINE)]


class LeaveConditions(Shape):
    """All conditional moves of one's seat, where so many moves were made: rows that begin with a move of others."""

    type: Literal["conditions"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    lines: Annotated[list[MoveList], Field(max_length=limits.MOST_LINES)]


class Suppose(Shape):
    """The question how the table would stand after some moves more, where so many were made."""

    type: Literal["suppose"]
    number: Annotated[int, Field(ge=0, le=HIGHEST)]
    moves: MoveList


class Swap(Shape):
    """A wish to change places with another seat, before the first move."""

    type: Literal["swap"]
    seat: SeatNumber


class Withdraw(Shape):
    """A table taken out of the lobby again."""

    type: Literal["withdraw"]


class Seal(Shape):
    """The hash of a seat's part in the dice."""

    type: Literal["seal"]
    seat: SeatNumber
    hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Salt(Shape):
    """A seat's part in the dice."""

    type: Literal["salt"]
    seat: SeatNumber
    salt: Annotated[str, Field(pattern="^[0-9a-fA-F]{16,64}$")]


Command = Annotated[
    Move
    | Chat
    | Plain
    | AnswerOffer
    | OfSeat
    | Rename
    | Seal
    | Salt
    | Mute
    | OpenChat
    | Why
    | Hint
    | Holiday
    | LeaveConditions
    | Suppose
    | Swap
    | Withdraw,
    Field(discriminator="type"),
]
COMMANDS: TypeAdapter[Any] = TypeAdapter(Command)


def read(text: str) -> dict[str, Any]:
    """A command from a socket."""
    try:
        command: dict[str, Any] = vars(COMMANDS.validate_json(text))
    except ValidationError as error:
        raise malformed(error.errors(include_input=False, include_url=False)) from None
    return command


def malformed(errors: Any) -> Refused:
    """What is wrong with a request: the first fault, in words."""
    fault = errors[0]
    told = {LIMITS[name]: value for name, value in fault.get("ctx", {}).items() if name in LIMITS}
    kind = told.pop("kind", None)
    steps = [str(step) for step in (*fault["loc"], *([kind.strip("'")] if kind else [])) if step != "body"]
    form = next((name for name, kinds in FORMS.items() if fault["type"] in kinds), "")
    whole = not steps or form == "json"
    place = word("server.form.whole") if whole else word("server.form.place", place=".".join(steps))
    if "values" in told:
        told["values"] = told["values"].replace(" or ", ", ")
    if form:
        detail = word(f"server.form.{form}", place=place, **told)
    else:
        detail = word("server.form.other", place=place, what=fault["msg"].removeprefix(OURS)[:LONGEST_FAULT])
    return Refused("server.request.malformed", 422, detail=detail)


LONGEST_FAULT = 200
LIMITS = {
    "max_length": "limit", "min_length": "limit", "ge": "limit", "le": "limit", "lt": "limit", "gt": "limit",
    "pattern": "values", "expected": "values", "expected_tags": "values", "discriminator": "kind",
}  # fmt: skip
"""What the library tells about a fault, and as what we pass it on."""
FORMS = {
    "missing": ("missing", "union_tag_not_found"),
    "extra": ("extra_forbidden",),
    "text": ("string_type", "string_unicode"),
    "number": ("int_type", "int_parsing", "int_from_float", "int_parsing_size", "float_type"),
    "yes_or_no": ("bool_type", "bool_parsing"),
    "list": ("list_type", "tuple_type"),
    "object": ("dict_type", "model_type", "model_attributes_type", "mapping_type"),
    "long": ("too_long", "string_too_long"),
    "short": ("too_short", "string_too_short"),
    "low": ("greater_than_equal",),
    "high": ("less_than_equal",),
    "too_high": ("less_than",),
    "one_of": ("literal_error", "union_tag_invalid"),
    "pattern": ("string_pattern_mismatch",),
    "json": ("json_invalid",),
    "plain": ("plain",),
    "whom": ("whom",),
    "clock": ("clock",),
    "above": ("greater_than",),
}
"""How faults of form are called here, and what the library calls them."""

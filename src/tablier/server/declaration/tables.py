"""What is told at a table, over its socket."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.answers import Fault
from tablier.server.declaration.pictures import Entry, Happened, LegalMove, Picture
from tablier.server.declaration.shape import ClockKind, Count, Giver, OfferKind, Path, SeatKind, SeatNumber, Shape, Who


class Seat(Shape):
    """A seat and who is on it; ``link`` is there for whoever made the table, as long as the seat is free."""

    seat: SeatNumber
    name: str
    title: str
    kind: SeatKind
    level: int | None
    yours: bool
    online: bool
    thinking: bool
    handed: Annotated[bool, Field(description="Whether a bot plays for whoever sat there.")]
    resigned: bool
    flagged: Annotated[bool, Field(description="Whether its time was over.")] = False
    link: Path = ""


class May(Shape):
    """What can be done besides moving; lists are of seats."""

    takeback: bool
    no_takeback: Annotated[str, Field(description="Why no move can be taken back, if somebody plays who could ask.")]
    draw: bool
    resign: bool
    rematch: bool
    hint: Annotated[bool, Field(description="Whether hints can be asked for.")]
    hints: Annotated[bool, Field(description="Whether the others can be asked to allow them.")]
    hand_over: list[SeatNumber]
    take_seat_back: list[SeatNumber]
    conditions: Annotated[bool, Field(description="Whether conditional moves can be left.")] = False
    swap: list[SeatNumber] = Field([], description="Seats with which one may change places, before the first move.")
    withdraw: Annotated[bool, Field(description="Whether the table can be taken out of the lobby.")] = False


class Ballot(Shape):
    """How a vote stands whether a bot takes the seat of somebody who is gone."""

    seat: SeatNumber
    yes: Count
    needed: Count


class Clock(Shape):
    """The clocks as of this message, in seconds; lists go by seat. Whoever is told counts down until the next one."""

    kind: ClockKind
    left: Annotated[list[float | None], Field(description="What each seat has left; null for a bot.")]
    running: SeatNumber | None
    delay: Annotated[float, Field(description="For how long the clock that runs does not go down yet.")] = 0.0
    gone: list[SeatNumber] = Field([], description="Seats whose people are not connected.")
    votes: list[Ballot] = Field([], description="Votes that have begun about some of them.")
    holidays: list[float] = Field([], description="What each seat has left of its holidays.")
    resting: list[SeatNumber] = Field([], description="Seats on holiday, whose clocks stand still.")


class Offer(Shape):
    """What a seat has asked the others for."""

    kind: OfferKind
    by: SeatNumber
    other: Annotated[SeatNumber | None, Field(description="With which seat it would change places.")] = None


class Outcome(Shape):
    """How a game ended; scores go by seat."""

    scores: list[float]
    reason: str
    sentence: str


class Silence(Shape):
    """Whom somebody has muted."""

    seats: list[SeatNumber]
    spectators: list[Annotated[int, Field(ge=1)]]


class Talk(Shape):
    """Whether spectators may speak, and whom one does not hear."""

    open: bool
    muted: Silence


class Dice(Shape):
    """What is published about the dice; lists go by seat."""

    commitment: str
    hashes: list[str | None]
    salts: list[str | None]
    given_by: list[Giver | None]
    seed: Annotated[str | None, Field(description="Its decimal digits, once the game is over.")]


class Standing(Shape):
    """How things stand for whoever looks."""

    number: Count
    to_move: Who | None
    waiting: Annotated[list[SeatNumber], Field(description="Seats that have to come before the game begins.")]
    moves: Annotated[list[LegalMove], Field(description="All that can be done; none if somebody else decides.")]
    asked: Annotated[str, Field(description="What is asked of whoever decides; empty for all others.")]
    status: str
    seats: list[Seat]
    may: May
    offers: list[Offer]
    outcome: Outcome | None
    curtain: Annotated[SeatNumber | None, Field(description="Who should come to the screen that several share.")]
    rematch: Path | None
    talk: Talk
    dice: Dice | None
    clock: Annotated[Clock | None, Field(description="At a table with one.")] = None
    conditions: list[list[str]] = Field([], description="One's own conditional moves, told to nobody else.")


class NowMessage(Standing):
    """How things stand now."""

    type: Literal["now"]


class Said(Shape):
    """Something that was said, by a seat or by a spectator."""

    seat: SeatNumber | None
    spectator: Annotated[int, Field(ge=1)] | None
    name: str
    text: str
    at: Annotated[float, Field(description="When: seconds since 1970.")]


class ChatMessage(Said):
    """Something that was said just now."""

    type: Literal["chat"]


class TableMessage(Shape):
    """A table as it stands."""

    type: Literal["table"]
    table: str
    game: str
    name: str
    seats: list[Seat]
    yours: list[SeatNumber]
    viewpoint: SeatNumber | None
    number: Count
    scene: Picture
    log: list[Entry]
    variant: Annotated[list[str], Field(description="The options that are not as usual, in words.")]
    dice: Annotated[bool, Field(description="Whether dice or cards decide anything.")]
    chat: list[Said]
    intro: list[str]
    now: Standing


class RefusedMessage(Fault):
    """Why something is not done."""

    type: Literal["refused"]


class WhyMessage(Shape):
    """Why something could not be touched: the parts touched before it, and the part itself."""

    type: Literal["why"]
    number: Count
    begun: list[str]
    part: str
    text: str


class SupposedMessage(Shape):
    """How a table would stand after moves that nobody has made: what conditional moves are made of."""

    type: Literal["supposed"]
    number: Count
    supposed: list[str]
    to_move: SeatNumber | None
    scene: Picture
    moves: list[LegalMove]
    rows: Annotated[list[str], Field(description="The supposed moves, in words.")]
    status: str


class Suggestion(Shape):
    """A move, and the chance to win with it."""

    move: str
    chance: float


class HintMessage(Shape):
    """The best moves that a bot finds with what the seat knows, and the chances of all seats."""

    type: Literal["hint"]
    number: Count
    chances: list[float]
    moves: list[Suggestion]


Told = Annotated[
    HintMessage | TableMessage | Happened | NowMessage | ChatMessage | WhyMessage | SupposedMessage | RefusedMessage,
    Field(discriminator="type"),
]
"""Everything that is told over the socket of a table."""

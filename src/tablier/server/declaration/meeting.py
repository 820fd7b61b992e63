"""What is answered, and told over its socket, about the lobby; and about notices."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.shape import Count, Path, Shape

ClockChoice = Literal["none", "quick", "calm", "days"]


class OfferedSeat(Shape):
    """A seat of an open table: who sits there, or that it is free."""

    kind: Literal["person", "bot", "free"]
    name: str
    title: str


class OfferedTable(Shape):
    """A table at which strangers may sit down."""

    table: str
    url: Path
    game: str
    name: str
    variant: Annotated[list[str], Field(description="The options that are not as usual, in words.")]
    clock: Annotated[str, Field(description="In words; empty without one.")]
    seats: list[OfferedSeat]
    free: Count
    rated: bool
    level: Annotated[str, Field(description="How much whoever set the table has played this game here.")]
    yours: Annotated[bool, Field(description="Whether you already sit there.")]
    withdraw: Annotated[bool, Field(description="Whether you can take it out of the lobby.")]


class SearchStanding(Shape):
    """What somebody looks for, and how that stands."""

    state: Literal["waiting", "found", "late"]
    games: list[str]
    seats: Annotated[list[int], Field(description="How many may play; none means any number.")]
    clocks: list[ClockChoice]
    rated: bool
    since: Annotated[float, Field(description="Seconds since 1970.")]
    until: Annotated[float, Field(description="Seconds since 1970.")]


class FoundTable(Shape):
    """The table to which a search has led."""

    url: Path


class ListedTable(Shape):
    """One of one's own tables."""

    url: Path
    game: str
    name: str
    others: list[str]
    your_turn: bool
    over: bool


class ReceivedInvitation(Shape):
    """An invitation that waits for an answer."""

    token: str
    game: str
    name: Annotated[str, Field(description="Of the game.")]
    by: str
    others: Annotated[list[str], Field(description="Who else is invited.")]
    sent: Annotated[float, Field(description="Seconds since 1970.")]


class InvitedPerson(Shape):
    """Somebody who was invited; null: no answer yet."""

    name: str
    answer: bool | None


class SentInvitation(Shape):
    """An invitation of one's own."""

    url: Path
    game: str
    name: Annotated[str, Field(description="Of the game.")]
    people: list[InvitedPerson]


class LobbyNow(Shape):
    """The lobby as it is for whoever looks."""

    tables: list[OfferedTable]
    looking: Annotated[int, Field(ge=0, description="How many others look for somebody to play with.")]
    search: SearchStanding | None
    found: FoundTable | None
    turns: Annotated[int, Field(ge=0, description="At how many of one's tables it is one's turn.")]
    mine: list[ListedTable]
    invitations: list[ReceivedInvitation]
    sent: list[SentInvitation]


class Fellow(Shape):
    """Somebody with whom one has played."""

    name: str
    kept: Annotated[bool, Field(description="Whether they keep that name.")]


class FellowGroup(Shape):
    """A group with which one has played, by the latest table at which one did."""

    table: str
    game: str
    name: Annotated[str, Field(description="Of the game.")]
    people: list[Fellow]
    games: Annotated[list[str], Field(description="Those on the shelf that can be played with so many.")]


class Feeds(Shape):
    """Secret addresses for programs that look by themselves: whoever has them can read whose turn it is."""

    atom: Path
    calendar: Path


class NoticeStanding(Shape):
    """How somebody is told who does not look."""

    push: Annotated[str | None, Field(description="The server’s public key; null if it cannot push.")]
    browsers: Annotated[int, Field(ge=0, description="How many are sent notices.")]
    feeds: Feeds | None

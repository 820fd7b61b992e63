"""What is answered about ratings and tournaments."""

from typing import Annotated, Literal

from pydantic import Field

from tablier.server.declaration.shape import ContestKind, Count, Path, SeatNumber, Shape


class Rating(Shape):
    """How strong somebody is thought to be; provisional as long as that is not sure enough to be compared."""

    rating: int
    deviation: Count
    provisional: bool


class SeatRating(Rating):
    """The rating at a seat; ``change``: what the game did to it, once it is counted."""

    seat: SeatNumber
    url: Path
    change: int | None = None


class TournamentLink(Shape):
    """The tournament to which a table belongs."""

    name: str
    url: Path


class TableRatings(Shape):
    """What a table means for ratings."""

    rated: bool
    why: Annotated[str, Field(description="Why it does not count although it should; empty if it does.")]
    seats: Annotated[list[SeatRating], Field(description="Of those who keep a name.")]
    tournament: TournamentLink | None


class MyRating(Shape):
    """Whether whoever asks can be rated, and if not, why."""

    rated: bool
    why: str
    library: Annotated[bool, Field(description="Whether games of more than two can be rated here.")]


class RatedDivision(Shape):
    """Games whose ratings can be compared: of one game, with so many seats, by a class of clocks."""

    division: str
    game: str
    seats: Count
    clock: Literal["none", "fast", "slow", "mail"]
    name: str
    url: Path


class RatingLine(Rating):
    """Somebody among those with the highest ratings."""

    place: Count
    person: str
    name: str
    games: Count
    url: Path


class Leaderboard(RatedDivision):
    """Those with the highest ratings that are not provisional."""

    lines: list[RatingLine]


class PersonRating(Rating, RatedDivision):
    """The rating of somebody in a division."""

    games: Count


class PersonRatings(Shape):
    """All ratings of somebody."""

    person: str
    name: str
    ratings: list[PersonRating]


class TournamentSummary(Shape):
    """A tournament in a list."""

    tournament: str
    url: Path
    name: str
    game: str
    kind: ContestKind
    seats: Count
    state: Literal["open", "running", "over", "cancelled"]
    people: Annotated[int, Field(description="That take part.")]
    most: Annotated[int, Field(description="That can take part.")]
    round: Annotated[int, Field(description="Rounds that have begun.")]
    rounds: Annotated[int, Field(description="Rounds that there will be, with these entrants.")]
    at: Annotated[float | None, Field(description="When it begins: seconds since 1970; null: once it is full.")]
    rated: bool
    listed: bool


class TournamentEntrant(Shape):
    """Somebody who takes part, by number."""

    number: Count
    name: str
    active: bool
    expelled: bool


class TournamentGame(Shape):
    """A game of a round; its lists go by seat."""

    url: Path | None
    entrants: Annotated[list[int | None], Field(description="By number; null for a bot.")]
    points: Annotated[list[float] | None, Field(description="Null while it is played.")]
    how: Literal["", "bye", "forfeit", "nobody", "void"]


class TournamentPlace(Shape):
    """A line of the standings; ``breaks`` as they are named."""

    place: Count
    entrant: Count
    points: float
    breaks: list[float]
    wins: Count
    draws: Count
    losses: Count


class TournamentTold(TournamentSummary):
    """A tournament with all that has happened."""

    entrants: list[TournamentEntrant]
    played: list[list[TournamentGame]]
    standings: list[TournamentPlace]
    breaks: list[Literal["buchholz", "berger", "wins", "strength"]]
    you: Annotated[int | None, Field(description="The number of whoever asks.")]
    organiser: Annotated[bool, Field(description="Whether whoever asks has made it.")]

"""What is answered to requests."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from tablier.server.declaration.pictures import Happened, LegalMove, Picture
from tablier.server.declaration.shape import Count, Giver, Path, SeatKind, SeatNumber, Shape


class Fault(Shape):
    """Why something is not done: a code that does not change, a sentence, and when it is worth asking again."""

    code: Annotated[str, Field(examples=["limits.rate"])]
    message: str
    retry_after: Annotated[float, Field(ge=0, description="Seconds; also in the header Retry-After.")] = 0.0


class Refusal(Shape):
    """A refusal."""

    error: Fault


class Health(Shape):
    """How the server is."""

    status: Literal["ok"]
    tables: Annotated[int, Field(ge=0, description="Tables in memory.")]
    node: Annotated[str, Field(description="How this server is called among several; empty if it is alone.")]
    owned: Annotated[int, Field(description="Tables that are this server's own at the moment.")]
    ready: Annotated[list[str], Field(description="Games that are compiled.")]


class Game(Shape):
    """A game on the shelf."""

    key: str
    name: str
    tagline: str
    author: str
    seats: Annotated[list[int], Field(description="Numbers of seats that it can be played with.")]
    hidden: Annotated[bool, Field(description="Whether the seats know different things.")]
    ready: Annotated[bool, Field(description="False while its rules are being compiled; it can be played meanwhile.")]
    minutes: int | None
    age: int | None
    year: int | None
    estimates: Annotated[list[str], Field(description="Which of these are not the author's.")]


class OptionValue(Shape):
    """A value of an option."""

    value: Any
    name: str


class Option(Shape):
    """An option of a game; the first value is the usual one. With ``most``, any whole number from 0 to it."""

    name: str
    sentence: str
    default: Any
    values: list[OptionValue]
    most: int | None
    own: Annotated[bool, Field(description="Whether it also takes values of one's own, such as a map.")]


class Preset(Shape):
    """A way to play that the box recommends."""

    key: str
    name: str
    seats: int
    options: dict[str, Any]


class GameWithOptions(Game):
    """A game with all that can be chosen."""

    titles: Annotated[list[str], Field(description="What the seats are called.")]
    options: list[Option]
    presets: list[Preset]


class MadeSeat(Shape):
    """A seat of a new table; ``link`` is what to send to somebody else."""

    seat: SeatNumber
    kind: SeatKind
    link: Path | None


class MadeTable(Shape):
    """A new table."""

    table: str
    url: Path
    seats: list[MadeSeat]


class MyTable(Shape):
    """A table in one's list."""

    table: str
    url: Path
    game: str
    name: str
    your_turn: bool
    over: bool
    players: list[str]
    moved: Annotated[float, Field(description="When it last moved: seconds since 1970.")]


class Url(Shape):
    """Where to go."""

    url: Path


class Link(Shape):
    """A link that can be used once."""

    link: Path


class Player(Shape):
    """Who sat where."""

    seat: SeatNumber
    name: str
    title: str


class View(Shape):
    """A side from which a game may be looked at."""

    model_config = ConfigDict(populate_by_name=True)
    side: Annotated[str, Field(alias="as")]
    label: str


class ReplayedGame(Shape):
    """A game from its beginning, told from one side. ``scene`` is the picture before the first move."""

    source: Literal["table", "text"]
    table: str | None
    url: Path | None
    game: str
    name: str
    seats: list[Player]
    views: list[View]
    side: Annotated[str | None, Field(alias="as")]
    number: Count
    scene: Picture | None
    moves: list[Happened]
    written: Annotated[list[str], Field(description="The moves in the notation of the game.")]
    heads: Annotated[dict[str, str], Field(description="What is known about the game, in words.")]
    clocks: list[list[float | None]] = Field(
        [], description="With a clock: the seconds that each seat had left before the first move and after each."
    )
    result: str | None
    fault: Annotated[str | None, Field(description="Why it cannot be shown to its end.")]
    doubts: list[str] = Field([], description="Of unknown headers, those that may be known ones misspelt.")


class DiceRecord(Shape):
    """What dice and cards are drawn from, and what was published of it before the game; lists go by seat."""

    seed: Annotated[str, Field(description="Its decimal digits, as they stand in the saved game: the key.")]
    commitment: str | None
    salts: list[str]
    hashes: list[str | None]
    given_by: list[Giver]


class Chance(Shape):
    """A die or card: the number of the move, counted from 0, all that was possible, and what was made."""

    number: Count
    moves: list[str]
    weights: list[int]
    made: str


class Verdict(Shape):
    """Whether the dice and cards are those that were drawn; null: there is nothing to check, or it cannot be known."""

    right: bool | None
    key: Annotated[str, Field(description="A name for the finding that does not change when its sentence does.")]
    sentence: str
    draws: Count
    number: Annotated[int | None, Field(description="The move that differs, counted from 1.")]
    found: str | None
    due: str | None
    record: Annotated[DiceRecord | None, Field(description="Null as long as the seed is secret.")]
    chances: list[Chance]


class Tool(Shape):
    """Something with which a position is set up; ``targets`` is the number of the list of what it can be used on."""

    key: str
    label: str
    symbol: str
    style: str
    turn: float
    group: Literal["pieces", "marks", "turn", "counts"]
    seat: int | None
    at_once: Annotated[bool, Field(description="It is used by choosing it, on nothing.")]
    chosen: Annotated[bool | None, Field(description="Whether the position is so already.")]
    targets: Count


class Draft(Shape):
    """A position that is being set up."""

    position: dict[str, Any]
    seats: int
    scene: Picture
    tools: list[Tool]
    targets: Annotated[list[list[str]], Field(description="Lists of parts of the picture.")]
    names: Annotated[dict[str, str], Field(description="What parts are called aloud.")]
    fault: Annotated[str | None, Field(description="Why it cannot be played yet.")]
    status: str


class Board(Shape):
    """A board that is being drawn: the value of an option."""

    option: str
    board: Annotated[Any, Field(description="The option's value.")]
    scene: Picture
    tools: list[Tool]
    targets: Annotated[list[list[str]], Field(description="Lists of parts of the picture.")]
    names: Annotated[dict[str, str], Field(description="What parts are called aloud.")]
    fault: Annotated[str | None, Field(description="Why nobody can play on it yet.")]


class SeatShare(Shape):
    """What a seat has won of all games, and between which shares the truth lies in 95 of 100 cases."""

    title: str
    share: float
    low: float
    high: float


class BoardBalance(Shape):
    """What games between bots have shown so far of a board."""

    games: Count
    seats: list[SeatShare]
    draws: float
    turns: Annotated[float, Field(description="Of a game, on average.")]
    shortest: Count
    longest: Count
    sentences: Annotated[list[str], Field(description="The same in words.")]
    progress: Annotated[float, Field(description="From 0 to 1: then it is over.")]


class LessonStep(Shape):
    """A step of a lesson: a position, what is said there, and what is to be done, if anything is."""

    say: str
    seat: Annotated[SeatNumber | None, Field(description="The seat that the learner has there.")]
    number: Count
    scene: Picture
    marked: Annotated[list[str], Field(description="Parts of the board that are pointed out.")]
    moves: list[LegalMove]
    asked: str
    answers: Annotated[
        dict[str, list[Happened]], Field(description="The right moves, each with what is seen to happen after it.")
    ]
    right: Annotated[str, Field(description="Said after a right move.")]
    wrong: Annotated[str, Field(description="Said after any other one.")]
    tries: Annotated[dict[str, str], Field(description="Said after certain other ones instead.")]


class Lesson(Shape):
    """A game taught step by step."""

    game: str
    name: str
    steps: list[LessonStep]


class Reason(Shape):
    """Why something cannot be touched."""

    text: str

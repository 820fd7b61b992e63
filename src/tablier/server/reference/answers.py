"""What the server answers: shapes for the description. Tests hold every answer against them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

SeatNumber = Annotated[int, Field(ge=0, le=7)]
Path = Annotated[str, Field(pattern="^/")]


class Shape(BaseModel):
    """A shape that holds nothing else."""

    model_config = ConfigDict(extra="forbid")


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


class Choice(Shape):
    """A value of an option."""

    value: Any
    name: str


class Option(Shape):
    """An option of a game; the first value is the usual one. With ``most``, any whole number from 0 to it."""

    name: str
    sentence: str
    default: Any
    values: list[Choice]
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
    kind: Literal["me", "here", "link", "bot"]
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


class Part(Shape):
    """One thing in a picture; what is left out is empty, 0, or 1 for ``scale``."""

    id: str
    symbol: str = ""
    x: float = 0
    y: float = 0
    down: Annotated[float, Field(description="How far below its place, however the board is turned.")] = 0
    turn: float = 0
    scale: float = 1
    style: str = ""
    text: str = ""
    label: str = ""
    seat: Annotated[SeatNumber | None, Field(description="Whose colour it has.")] = None


class Layout(Shape):
    """The same picture arranged otherwise."""

    width: float
    height: float
    turn: int
    areas: list[list[float]]


class Scene(Shape):
    """A picture: parts in drawing order, those that never change first."""

    width: float
    height: float
    label: str
    layouts: list[Layout]
    still: list[Part]
    parts: list[Part]


class Effect(Shape):
    """Something to be shown of a move besides the change."""

    kind: str
    part: str


class Happened(Shape):
    """A move, as it is told at a table."""

    type: Literal["happened"]
    number: Annotated[int, Field(ge=1)]
    who: SeatNumber | Literal["chance"]
    lines: list[str]
    changed: list[Part]
    gone: list[str]
    order: list[str] | None
    effects: list[Effect]
    marked: list[str]


class Player(Shape):
    """Who sat where."""

    seat: SeatNumber
    name: str
    title: str


class View(Shape):
    """A side from which a game may be looked at."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
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
    number: Annotated[int, Field(ge=0)]
    scene: Scene | None
    moves: list[Happened]
    written: Annotated[list[str], Field(description="The moves in the notation of the game.")]
    heads: Annotated[dict[str, str], Field(description="What is known about the game, in words.")]
    result: str | None
    fault: Annotated[str | None, Field(description="Why it cannot be shown to its end.")]


class Record(Shape):
    """What dice and cards are drawn from, and what was published of it before the game; lists go by seat."""

    seed: Annotated[str, Field(description="Its decimal digits, as they stand in the saved game: the key.")]
    commitment: str | None
    salts: list[str]
    hashes: list[str | None]
    given_by: list[Literal["player", "server", "replaced"]]


class Chance(Shape):
    """A die or card: the number of the move, counted from 0, all that was possible, and what was made."""

    number: Annotated[int, Field(ge=0)]
    moves: list[str]
    weights: list[int]
    made: str


class Verdict(Shape):
    """Whether the dice and cards are those that were drawn; null: there is nothing to check, or it cannot be known."""

    right: bool | None
    key: Annotated[str, Field(description="A name for the finding that does not change when its sentence does.")]
    sentence: str
    draws: Annotated[int, Field(ge=0)]
    number: Annotated[int | None, Field(description="The move that differs, counted from 1.")]
    found: str | None
    due: str | None
    record: Annotated[Record | None, Field(description="Null as long as the seed is secret.")]
    chances: list[Chance]


class Tool(Shape):
    """Something with which a position is set up; ``targets`` is the number of the list of what it can be used on."""

    key: str
    label: str
    symbol: str
    style: str
    turn: float
    group: str
    seat: int | None
    at_once: Annotated[bool, Field(description="It is used by choosing it, on nothing.")]
    chosen: Annotated[bool | None, Field(description="Whether the position is so already.")]
    targets: Annotated[int, Field(ge=0)]


class Draft(Shape):
    """A position that is being set up."""

    position: dict[str, Any]
    seats: int
    scene: Scene
    tools: list[Tool]
    targets: Annotated[list[list[str]], Field(description="Lists of parts of the picture.")]
    names: Annotated[dict[str, str], Field(description="What parts are called aloud.")]
    fault: Annotated[str | None, Field(description="Why it cannot be played yet.")]
    status: str

"""What happens at a table, as it is kept: how the table was set up, and events, one after the other."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import orjson

from tablier.server.authority.shelf import game_name


@dataclass(frozen=True)
class SeatPlan:
    """A seat as it was set up: me, here (somebody else at the same screen), link or bot."""

    kind: str
    level: int = 0  # of a bot
    name: str = ""
    owners: tuple[str, ...] = ()  # the visitors that play here
    token: str = ""  # with which somebody else can take it
    salt: str = ""  # a bot's part in the dice, published together with the commitment


FISCHER, DELAY, DAYS = "fischer", "delay", "days"
"""Kinds of clocks: with an increment, with a delay, and so many days for each turn."""
VOTE, BY_ITSELF = "vote", "bot"
"""How a bot takes the seat of somebody who has left: if the others want it, or also by itself."""


@dataclass(frozen=True)
class ClockPlan:
    """A clock as it was set up, the same for every seat; times are seconds."""

    kind: str
    first: float  # that a seat has in the beginning, or for each turn
    more: float = 0.0  # that a turn adds, or that it may take before time is used
    holidays: float = 0.0  # days of a seat in the whole game
    leavers: str = VOTE


@dataclass(frozen=True)
class Setup:
    """A table as it was set up."""

    table: str
    game: str
    options: dict[str, Any]
    seed: int
    places: tuple[SeatPlan, ...]
    name: str = ""
    maker: str = ""
    made: float = 0.0
    commitment: str = ""  # what is published of the seed; tables of old have none, and no salts
    start: dict[str, Any] | None = None  # the position at which it begins, if not the usual one
    clock: ClockPlan | None = None
    open: bool = False  # to strangers, in the lobby
    rated: bool = False  # whether it may count for ratings

    def title(self, language: str) -> str:
        """The name of the table, or that of the game."""
        return self.name or game_name(self.game, language)


class Event(NamedTuple):
    """One thing that happened; what does not belong to its kind is left empty."""

    kind: str
    at: float = 0.0
    seat: int | None = None  # whose; None for chance and for spectators
    move: str = ""
    note: str = ""  # said in the log beside a bot's move
    visitor: str = ""
    name: str = ""
    text: str = ""
    offer: str = ""
    yes: bool = False
    to: int = 0  # a number of moves, of a seat or of a spectator
    number: int = 0  # of something said
    given: float = 0.0  # seconds that whoever's clock runs is given back


SAID = "said"
"""The kind of what is said in the chat, which is kept beside the history; tables of old have it there, as ``chat``."""


FOREIGN = "foreign"
"""The kind of what another version has kept and nobody understands here."""


@dataclass
class Stored:
    """All that is kept of a table."""

    setup: Setup
    events: list[Event] = field(default_factory=list)
    chat: list[Event] = field(default_factory=list)  # what was said last


def event_text(event: Event) -> str:
    """An event as JSON, without what is empty."""
    told = {name: value for name, value, empty in zip(FIELDS, event, EMPTY, strict=True) if value != empty}
    return orjson.dumps(told).decode()


FIELDS = Event._fields
EMPTY = tuple(map(Event._field_defaults.get, FIELDS))


def event_from(text: str) -> Event:
    """An event from its JSON; what has a field that is not known is of a kind that is not."""
    try:
        return Event(**json.loads(text))
    except TypeError:
        return Event(FOREIGN)


def setup_text(setup: Setup) -> str:
    """A table's setup as JSON."""
    data = asdict(setup)
    for name in ("clock", "open", "rated"):  # of which tables of old know nothing
        if not data[name]:
            del data[name]
    return json.dumps(data)


def setup_from(text: str) -> Setup:
    """A table's setup from its JSON."""
    data = json.loads(text)
    places = tuple(SeatPlan(**place | {"owners": tuple(place["owners"])}) for place in data.pop("places"))
    clock = data.pop("clock", None)
    return Setup(places=places, clock=clock and ClockPlan(**clock), **data)

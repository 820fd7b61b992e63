"""Setting up positions by hand: what is the same in every game. A game's own part is its module ``editing``.

A *draft* is a position as JSON, still being set up. It may break the rules of the game: then its fault is named, by
the same check that every position goes through, and it is drawn all the same.
"""

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tablier.core import positions
from tablier.core.contract import SPECTATOR
from tablier.core.engine import Engine
from tablier.core.errors import BadPosition, Error, NotNow
from tablier.core.reading import Reader, parsed
from tablier.core.records import Bytes
from tablier.core.registry import load
from tablier.core.scene import Part, Scene, parts_of
from tablier.core.tools import CLEAR, COUNTS, EARLIER, ERASE, LATER, MARKS, TURN, Tool
from tablier.core.words import Word, seat_word, word

FRAME = ("game", "options", "seats", "outcome")
NEAR = 0.25  # of the way from one place to the next: what lies so near to a place lies on it


class Draft:
    """A position being set up."""

    def __init__(self, engine: Engine, position: dict[str, Any]) -> None:
        self.engine, self.position = engine, position
        self.editing: Any = engine.game.editing
        self.fault: Error | None = None
        try:
            state = positions.loaded(position)[1]
            self.position = positions.saved(engine, state)
        except BadPosition as fault:
            self.fault, state = fault, sketched(engine, position)
        self.state: Bytes = state

    @property
    def options(self) -> Any:
        """The options' record."""
        return self.engine.record[0]

    def scene(self) -> Scene:
        """The picture, in which nothing is hidden and nothing is to be decided."""
        return self.engine.game.view.scene(self.options, self.state[0], SPECTATOR)

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """All that the position can be changed with, by key."""
        own = self.editing.tools(self.options, self.position)
        return {tool.key: tool for tool in (*own, *self._common_tools())}

    def _common_tools(self) -> Iterator[Tool]:
        """The tools of every game."""
        yield Tool(ERASE, word("core.editing.erase"), group=MARKS)
        for seat in range(self.engine.seats):
            label = word("core.editing.turn", seat=seat_word(self.engine.game.key, seat))
            chosen = self.position["turn"] == seat
            yield Tool(f"turn.{seat}", label, style=f"seat{seat}", group=TURN, at_once=True, chosen=chosen)
        for key in (EARLIER, LATER, CLEAR):
            yield Tool(key, word(f"core.editing.{key}", turns=self.position["turns"]), group=COUNTS, at_once=True)

    def targets(self, tool: str) -> list[str]:
        """The parts of the picture that can be touched with a tool; none if it acts at once."""
        return [] if self.tool(tool).at_once else list(self.editing.targets(self.options, self.position, tool))

    def tool(self, key: str) -> Tool:
        """A tool by its key."""
        if key not in self.tools:
            raise NotNow("core.editing.tool", tool=key)
        return self.tools[key]

    def edited(self, tool: str, target: str = "") -> "Draft":
        """The draft after a tool was used; refused where it cannot be, or if the result could not even be drawn."""
        if self.tool(tool).at_once != (target == "") or (target and target not in self.targets(tool)):
            raise NotNow("core.editing.target", tool=self.tool(tool).label, target=target or "–")
        return Draft(self.engine, self.changed(tool, target))

    def changed(self, tool: str, target: str = "") -> dict[str, Any]:
        """The position after a tool was used where it can be."""
        position = copy.deepcopy(self.position)
        if not self._use_common(position, tool):
            self.editing.edit(self.options, position, tool, target)
        tidy(self.engine, position)
        return position

    def _use_common(self, position: dict[str, Any], tool: str) -> bool:
        """Use a tool of every game; False if it is none."""
        name, _, seat = tool.partition(".")
        if name == TURN:
            position["turn"] = int(seat)
        elif name == LATER:
            position["turns"] += self.engine.seats
        elif name == EARLIER:
            position["turns"] = max(position["turns"] - self.engine.seats, 0)
        return name in (TURN, LATER, EARLIER)

    def varied(self, seats: int | None, options: Mapping[str, Any]) -> "Draft":
        """The same pieces, as far as they are there, with other options or another number of seats."""
        engine = Engine(self.engine.game, seats, options)
        if (engine.seats, engine.options) == (self.engine.seats, self.engine.options):
            return self
        own = {key: value for key, value in copy.deepcopy(self.position).items() if key not in FRAME}
        position = positions.framed(engine, own)
        tidy(engine, position)
        return Draft(engine, position)


def tidy(engine: Engine, position: dict[str, Any]) -> None:
    """Fill in all that follows from the rest."""
    turn = position["turn"] if position["turn"] < engine.seats else 0
    turns = position["turns"]
    position["turn"], position["turns"] = turn, turns - turns % engine.seats + turn
    editing: Any = engine.game.editing
    editing.tidy(engine.record[0], position)


def begun(game: str, seats: int | None = None, options: Mapping[str, Any] | None = None) -> Draft:
    """The draft to begin with: the start of a game."""
    engine = Engine(editable(game), seats, options)
    return Draft(engine, positions.saved(engine, engine.start()))


def drafted(data: Any) -> Draft:
    """A draft given as JSON, the end of a finished game forgotten; BadPosition or BadOption if it is not even one."""
    whole = Reader(parsed(data) if isinstance(data, str) else data)
    engine = positions.read_engine(whole)
    editable(engine.game.key)
    own = {key: value for key, value in whole.data.items() if key not in FRAME}
    sketched(engine, own)
    return Draft(engine, positions.framed(engine, own))


def editable(game: str) -> Any:
    """A game whose positions can be set up."""
    found = load(game)
    if found.editing is None:
        raise NotNow("core.editing.none", game=word(f"{game}.name"))
    return found


def sketched(engine: Engine, position: Mapping[str, Any]) -> Bytes:
    """A record to be looked at and not to be played with, made of a draft that may break the rules."""
    state = engine.blank()
    own = Reader({key: value for key, value in position.items() if key not in FRAME})
    editing: Any = engine.game.editing
    editing.sketch(engine.record[0], state[0], own)
    return state


# How places are called


def spoken(scene: Scene, targets: Sequence[str]) -> dict[str, list[Word]]:
    """How each target is called aloud: by what lies there, or else by its own name."""
    parts = {part.id: part for part in scene.parts}
    places = [parts[target] for target in targets if target in parts]
    lying: dict[str, list[Word]] = {place.id: [] for place in places}
    reach = spacing(places) * NEAR
    for part in parts_of(scene.groups) if places else ():
        if part.label and part.id not in lying:
            nearest = min(places, key=lambda place: distance(place, part))
            if distance(nearest, part) <= reach:
                lying[nearest.id].append(part.label)
    return {place.id: lying[place.id] or [place.label or word("core.editing.place")] for place in places}


def spacing(places: Sequence[Part]) -> float:
    """How far the first place is from the next."""
    return min((distance(places[0], place) for place in places[1:]), default=0.0)


def distance(one: Part, other: Part) -> float:
    """How far two parts are apart."""
    return math.hypot(one.x - other.x, one.y - other.y)

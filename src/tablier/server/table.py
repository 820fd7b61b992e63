"""A table: who sits where and what they may do. The authority over one game, plain code without input or output.

Whatever changes a table is an event. A command is checked and becomes events (``checks.decide``); once those are kept,
they are applied (``Table.apply``). The same events, applied to the same setup, give the same table again.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tablier.core.contract import CHANCE
from tablier.core.engine import Outcome
from tablier.core.errors import Error
from tablier.core.match import Match
from tablier.server.events import Event, Place, Setup
from tablier.server.settings import DAY

SUBSTITUTE = 4  # the level of a bot that plays on for somebody
PEOPLE_TO_DRAW = 2
RESIGNED, AGREED = "resigned", "agreed"


@dataclass
class Seat:
    """A seat as it is now."""

    place: Place
    name: str
    owners: list[str]
    handed: bool = False
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person decides here now."""
        return self.place.kind != "bot" and not self.handed and not self.resigned

    @property
    def level(self) -> int | None:
        """The level of the bot that decides here now."""
        return None if self.is_person else self.place.level or SUBSTITUTE


@dataclass
class Offer:
    """What somebody asks the others to agree to, and the seats that have agreed."""

    kind: str
    seat: int
    visitor: str
    agreed: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Note:
    """Something for the log that is no move, said after so many moves."""

    number: int
    seat: int | None
    key: str


class Table:
    """One table: its setup, and all that has happened since."""

    def __init__(self, setup: Setup, events: Iterable[Event] = (), patience: float = 3 * DAY) -> None:
        self.setup, self.patience = setup, patience
        self.match = Match(setup.game, len(setup.places), setup.options, setup.seed)
        self.seats = [Seat(place, place.name, list(place.owners)) for place in setup.places]
        self.actors: list[int] = []  # who made each move
        self.notes: list[Note] = []
        self.chat: list[Event] = []
        self.offer: Offer | None = None
        self.declined: set[tuple[str, str]] = set()  # what was asked for in vain since the last move, and by whom
        self.ending: Outcome | None = None  # by agreement or resignation
        self.closed = False
        self.rematch = ""
        self.moved = setup.made
        self.count = 0  # events so far
        self.version = 0  # changes when moves that were told are taken back
        self._replay(events)

    def _replay(self, events: Iterable[Event]) -> None:
        """Apply what is kept; a table whose moves are no longer possible is closed."""
        for event in events:
            if not self.closed:
                try:
                    self.apply(event)
                    continue
                except Error:
                    self.closed = True
            self.count += 1

    def fork(self) -> Table:
        """An independent table at the same point."""
        other = copy.copy(self)
        other.match = self.match.copy()
        other.seats = [replace(seat, owners=list(seat.owners)) for seat in self.seats]
        other.offer = None if self.offer is None else replace(self.offer, agreed=set(self.offer.agreed))
        for name in ("actors", "notes", "chat", "declined"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    # Who is who

    @property
    def number(self) -> int:
        """How many moves have been made."""
        return len(self.actors)

    @property
    def hidden(self) -> bool:
        """Whether the seats know different things."""
        return self.match.engine.game.hidden

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.ending or self.match.outcome

    @property
    def over(self) -> bool:
        """Whether nobody can move any more."""
        return self.closed or self.outcome is not None

    @property
    def deciding(self) -> int | None:
        """The seat that decides now."""
        actor = None if self.over else self.match.actor
        return actor if isinstance(actor, int) else None

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of a visitor."""
        return [number for number, seat in enumerate(self.seats) if visitor in seat.owners]

    def active_of(self, visitor: str) -> list[int]:
        """The seats at which a visitor decides."""
        return [number for number in self.seats_of(visitor) if self.seats[number].is_person]

    def others(self, visitor: str) -> list[int]:
        """The seats at which other people decide."""
        return [n for n, seat in enumerate(self.seats) if seat.is_person and seat.owners and visitor not in seat.owners]

    # Events

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        getattr(self, f"_{event.kind}")(event)
        self.count += 1

    def _move(self, event: Event) -> None:
        actor = self.match.actor
        self.match.play(event.move)
        self.actors.append(actor if isinstance(actor, int) else CHANCE)
        if event.note:
            self.notes.append(Note(self.number, event.seat, event.note))
        self.moved = event.at
        self.offer = None
        self.declined.clear()

    def _back(self, event: Event) -> None:
        while self.number > event.to:
            self.match.undo()
            self.actors.pop()
        self.notes = [note for note in self.notes if note.number <= event.to]
        self.notes.append(Note(event.to, event.seat, "back"))
        self.offer, self.moved = None, event.at
        self.version += 1

    def _chat(self, event: Event) -> None:
        self.chat.append(event)

    def _offer(self, event: Event) -> None:
        self.offer = Offer(event.offer, event.seat or 0, event.visitor)

    def _answer(self, event: Event) -> None:
        if self.offer is None:
            return
        if event.yes:
            self.offer.agreed |= set(self.active_of(event.visitor))
        else:
            self.declined.add((self.offer.kind, self.offer.visitor))
            self.offer = None

    def _agreed(self, _: Event) -> None:
        self.ending = Outcome((1 / len(self.seats),) * len(self.seats), AGREED)
        self.offer = None

    def _resign(self, event: Event) -> None:
        seat = event.seat or 0
        self.seats[seat].resigned = True
        self.offer = None
        two = len(self.seats) == PEOPLE_TO_DRAW
        self.notes.append(Note(self.number, seat, "resigned" if two else "resigned_bot"))
        if two:
            self.ending = Outcome(tuple(float(number != seat) for number in range(2)), RESIGNED)

    def _hand_over(self, event: Event) -> None:
        self.seats[event.seat or 0].handed = True
        self.notes.append(Note(self.number, event.seat, "handed"))

    def _take_seat_back(self, event: Event) -> None:
        self.seats[event.seat or 0].handed = False
        self.notes.append(Note(self.number, event.seat, "taken_back"))

    def _name(self, event: Event) -> None:
        self.seats[event.seat or 0].name = event.name

    def _claim(self, event: Event) -> None:
        seat = self.seats[event.seat or 0]
        seat.owners, seat.name = [event.visitor], event.name or seat.name

    def _device(self, event: Event) -> None:
        for seat in self.seats:
            if event.text in seat.owners and event.visitor not in seat.owners:
                seat.owners.append(event.visitor)

    def _rematch(self, event: Event) -> None:
        self.rematch = event.text

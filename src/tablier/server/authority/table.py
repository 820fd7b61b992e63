"""A table: who sits where and what they may do. The authority over one game, plain code without input or output.

Whatever changes a table is an event. A command is checked and leads to events (``checks.decide``); once those are kept,
they have happened (``Table.apply``). The same events, applied to the same setup, give the same table again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tablier.core import dice
from tablier.core.contract import CHANCE
from tablier.core.engine import Outcome
from tablier.core.errors import Error
from tablier.core.lazy import lazy
from tablier.core.sealing import HASH, PLAYER, REPLACED, SALT, SERVER, Sealing
from tablier.server.authority import clocks, conditions, limits
from tablier.server.authority.chat import Muted, remembered
from tablier.server.authority.events import SAID, Event, Setup
from tablier.server.authority.matters import Note, Offer, Role
from tablier.server.authority.opening import begun
from tablier.server.authority.refusals import Refused
from tablier.server.authority.seats import as_begun, begun_seat, exchanged

PEOPLE_TO_DRAW = 2
ROLES_KEPT = 1_000  # visitors of whom is known how they sit; most only look
RESIGNED, AGREED, TIME, ABANDONED = "resigned", "agreed", "time", "abandoned"


CHANGING = ("outcome", "over", "waiting", "deciding")
"""What is worked out once after each event."""
SEATED = ("players", "sealed", "unsealed", "unsalted")
"""What is worked out once for a seating."""


class Table:
    """One table: its setup, and all that has happened since."""

    def __init__(
        self, setup: Setup, events: Iterable[Event] = (), patience: float = 3 * limits.DAY, chat: Iterable[Event] = ()
    ) -> None:
        self.setup, self.patience = setup, patience
        self.match = begun(setup)
        self.seats = tuple(map(begun_seat, setup.places))
        self.order = tuple((SALT, number) for number, seat in enumerate(self.seats) if seat.salt)
        self.roles: dict[str, Role] = {}
        self.actors: list[int] = []  # who made each move
        self.notes: list[Note] = []
        self.chat: tuple[Event, ...] = ()
        self.said = 0  # the number of the last thing said
        self.chat_open = True  # to spectators
        self.muted: frozenset[Muted] = frozenset()
        self.often: dict[tuple[str, int | None], int] = {}  # how often each seat did what it cannot do for ever
        self.offer: Offer | None = None
        self.declined: frozenset[tuple[str, str]] = (
            frozenset()
        )  # what was asked for in vain since the last move, and by whom
        self.hinting, self.open = False, setup.open  # whether all have agreed to hints; whether strangers may sit down
        self.closed = False  # its moves are no longer possible
        self.abandoned = False
        self.rematch = ""
        self.clocks = None if setup.clock is None else clocks.begun(setup.clock, len(setup.places))
        self.conditions: tuple[conditions.Condition, ...] = ()
        self.latest = self.moved = setup.made
        self.count = 0  # events so far
        self.version = 0  # changes when moves that were told are taken back
        self.seating = 0  # changes when seats do
        self._season()
        self._replay(events)
        for message in chat:
            self.apply(message)

    def _replay(self, events: Iterable[Event]) -> None:
        """Apply what is kept; a table whose moves are no longer possible is closed."""
        for event in events:
            if not self.closed:
                try:
                    self.apply(event)
                    continue
                except Error:
                    self.closed = True
            self.abandoned = self.abandoned or event.kind == ABANDONED
            self.count += 1

    def become(self, other: Table) -> None:
        """Be as another table is, which is not used any more."""
        self.__dict__ = other.__dict__

    def fork(self) -> Table:
        """An independent table at the same point."""
        other = Table.__new__(Table)
        other.__dict__ = self.__dict__.copy()
        other.match = self.match.copy()
        other.actors, other.notes = self.actors.copy(), self.notes.copy()
        return other

    # Who is who

    @property
    def number(self) -> int:
        """How many moves have been made."""
        return len(self.actors)

    @lazy
    def hidden(self) -> bool:
        """Whether the seats know different things."""
        return self.match.engine.game.hidden

    @lazy
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.match.outcome

    @property
    def shown(self) -> bool:
        """Whether nothing is hidden any more: neither what seats knew, nor the seed."""
        return self.abandoned or self.outcome is not None

    @lazy
    def over(self) -> bool:
        """Whether nobody can move any more."""
        return self.closed or self.shown

    @lazy
    def waiting(self) -> tuple[int, ...]:
        """The seats whose hash is not there yet, then those whose salt is not; until it is, nobody moves."""
        return () if self.over else self.unsealed or self.unsalted

    @lazy
    def unsealed(self) -> tuple[int, ...]:
        """The seats that have not promised a salt, at a table that needs them."""
        return tuple(number for number in self.unsalted if not self.seats[number].hash)

    @lazy
    def unsalted(self) -> tuple[int, ...]:
        """The seats without a salt, at a table that needs them."""
        sealed = bool(self.setup.commitment)
        return tuple(number for number, seat in enumerate(self.seats) if sealed and not seat.salt)

    @lazy
    def deciding(self) -> int | None:
        """The seat that decides now."""
        actor = None if self.over or self.waiting else self.match.actor
        return actor if isinstance(actor, int) else None

    @property
    def dice(self) -> dict[str, Any] | None:
        """What is published about the dice; nothing at a table of old."""
        sealed = self.sealed
        return sealed | {"seed": str(self.setup.seed)} if sealed and self.shown else sealed

    @lazy
    def sealed(self) -> dict[str, Any] | None:
        """The same, as long as the seed is a secret."""
        if not self.setup.commitment:
            return None
        return {
            "commitment": self.setup.commitment,
            "hashes": [seat.hash or None for seat in self.seats],
            "salts": [seat.salt or None for seat in self.seats],
            "given_by": [seat.giver or None for seat in self.seats],
            "seed": None,
        }

    @lazy
    def players(self) -> str:
        """Who plays, as JSON, for lists of tables."""
        seats = ((seat.name, seat.place) for seat in as_begun(self.setup.places, self.seats))
        return json.dumps([{"name": name, "kind": place.kind, "level": place.level or None} for name, place in seats])

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of a visitor."""
        return (self.roles.get(visitor) or self._role(visitor)).mine

    def active_of(self, visitor: str) -> list[int]:
        """The seats at which a visitor decides."""
        return (self.roles.get(visitor) or self._role(visitor)).active

    def others(self, visitor: str) -> list[int]:
        """The seats at which other people decide."""
        return (self.roles.get(visitor) or self._role(visitor)).others

    def _role(self, visitor: str) -> Role:
        """How a visitor sits here, worked out once for a seating."""
        if len(self.roles) >= ROLES_KEPT:
            self.roles.clear()
        people = [(number, seat.owners) for number, seat in enumerate(self.seats) if seat.is_person and seat.owners]
        role = self.roles[visitor] = Role(
            [number for number, seat in enumerate(self.seats) if visitor in seat.owners],
            [number for number, owners in people if visitor in owners],
            [number for number, owners in people if visitor not in owners],
        )
        return role

    # Events

    def apply(self, event: Event) -> None:
        """Let an event happen; one of a kind that is not known cannot."""
        happens = HAPPENINGS.get(event.kind)
        if happens is None:
            raise Refused("server.table.closed", 410)
        happens(self, event)
        for name in CHANGING:
            self.__dict__.pop(name, None)
        self.count += event.kind != SAID
        self.latest = max(self.latest, event.at)
        if self.clocks is not None and event.kind != SAID:
            self._time(self.clocks, event)
        if event.kind in limits.MOST_EVENTS:
            self.often = self.often | {(event.kind, event.seat): self.often.get((event.kind, event.seat), 0) + 1}

    def _time(self, before: clocks.Clocks, event: Event) -> None:
        """Let the clocks go on to an event, and note what a move took."""
        self.conditions = conditions.after(self.conditions, event, self.over)
        if event.kind == "conditions":  # of which clocks must show no trace
            return
        deciding = self.deciding
        person = deciding is not None and self.seats[deciding].is_person and not self.is_full
        self.clocks = clocks.after(before, event, deciding, person)
        if event.kind == "move":
            took, left = clocks.after_move(before, self.clocks, event, self.actors[-1])
            self.match.times, self.match.left = (*self.match.times, took), (*self.match.left, left)

    def is_spent(self, kind: str, seat: int | None) -> bool:
        """Whether a seat has done something as often as it may."""
        return kind in limits.MOST_EVENTS and self.often.get((kind, seat), 0) >= limits.MOST_EVENTS[kind]

    @property
    def is_full(self) -> bool:
        """Whether so much has happened here that nobody moves any more."""
        return self.count >= limits.MOST_HISTORY

    def _move(self, event: Event) -> None:
        actor = self.match.actor
        self.match.play(event.move)
        self.actors.append(actor if isinstance(actor, int) else CHANCE)
        if event.note:
            self.notes.append(Note(self.number, event.seat, event.note))
        self.moved = event.at
        self.offer = None
        self.declined = frozenset()

    def _back(self, event: Event) -> None:
        if self.clocks is not None:
            self.clocks = clocks.withdrawn(self.clocks, self.actors[event.to :], self.clocks.turn)
        while self.number > event.to:
            self.match.undo()
            self.actors.pop()
        self.notes = [note for note in self.notes if note.number <= event.to]
        self.match.hints = tuple(number for number in self.match.hints if number <= event.to)
        self.notes.append(Note(event.to, event.seat, "back"))
        self.offer, self.moved = None, event.at
        self.version += 1

    def _chat(self, event: Event) -> None:
        self.chat = remembered((*self.chat, event))

    def _said(self, event: Event) -> None:
        self.chat, self.said = remembered((*self.chat, event)), event.number

    def _mute(self, event: Event) -> None:
        other = Muted(event.seat or 0, event.to, event.visitor)
        self.muted = self.muted | {other} if event.yes else self.muted - {other}

    def _open_chat(self, event: Event) -> None:
        self.chat_open = event.yes

    def _offer(self, event: Event) -> None:
        other = event.to if event.offer == "swap" else None
        self.offer = Offer(event.offer, event.seat or 0, event.visitor, other=other)

    def _answer(self, event: Event) -> None:
        if self.offer is None:
            return
        if event.yes:
            self.offer = replace(self.offer, agreed=self.offer.agreed | set(self.active_of(event.visitor)))
        else:
            self.declined |= {(self.offer.kind, self.offer.visitor)}
            self.offer = None

    def _hinting(self, event: Event) -> None:
        self.hinting, self.offer = True, None
        self.notes.append(Note(self.number, event.seat, "hinting"))

    def _hint(self, event: Event) -> None:
        self.match.hints = (*self.match.hints, event.to)
        self.notes.append(Note(self.number, event.seat, "hint"))

    def _agreed(self, _: Event) -> None:
        self.match.end((1 / len(self.seats),) * len(self.seats), AGREED)
        self.offer = None

    def _resign(self, event: Event) -> None:
        seat = event.seat or 0
        self._seat(seat, resigned=True)
        self.offer = None
        two = len(self.seats) == PEOPLE_TO_DRAW
        self.notes.append(Note(self.number, seat, "resigned" if two else "resigned_bot"))
        if two:
            self.match.end([float(number != seat) for number in range(2)], RESIGNED)

    def _flag(self, event: Event) -> None:
        seat, two = event.seat or 0, len(self.seats) == PEOPLE_TO_DRAW
        self._seat(seat, flagged=True)
        self.offer = None
        self.notes.append(Note(self.number, seat, "flagged" if two else "flagged_bot"))
        if two:
            self.match.end([float(number != seat) for number in range(2)], TIME)

    def _still(self, event: Event) -> None:
        key = "holiday_over" if event.kind == "holiday" and not event.yes else event.kind
        self.notes.append(Note(self.number, event.seat, key))

    def _only_timed(self, _: Event) -> None:
        """Of this the clocks, or the conditional moves, know more."""

    def _hand_over(self, event: Event) -> None:
        self._seat(event.seat or 0, handed=True)
        self.notes.append(Note(self.number, event.seat, "handed"))

    def _take_seat_back(self, event: Event) -> None:
        self._seat(event.seat or 0, handed=False)
        self.notes.append(Note(self.number, event.seat, "taken_back"))

    def _name(self, event: Event) -> None:
        self._seat(event.seat or 0, name=event.name)

    def _claim(self, event: Event) -> None:
        seat = event.seat or 0
        self._seat(seat, owners=(event.visitor,), name=event.name or self.seats[seat].name)
        self.moved = event.at

    def _seal(self, event: Event) -> None:
        self._seat(event.seat or 0, hash=event.text)
        self.order += ((HASH, event.seat or 0),)
        self.moved = event.at

    def _salt(self, event: Event) -> None:
        seat = event.seat or 0
        spare = event.text == dice.spare_salt(self.setup.seed, seat)
        promised = self.seats[seat].hash
        giver = PLAYER if not spare else REPLACED if promised else SERVER
        self._seat(seat, salt=event.text, giver=giver, hash=promised or (dice.hash_of(event.text) if spare else ""))
        self.order += ((SALT, seat),)
        self._season()
        self.moved = event.at

    def _season(self) -> None:
        """Once every seat has its salt, the dice follow from them too."""
        seats = self.seats
        if self.setup.commitment and not self.unsalted:
            self.match.take_salts([seat.salt for seat in seats])
            hashes = (seat.hash or None for seat in seats)
            self.match.sealing = Sealing(tuple(hashes), tuple(seat.giver for seat in seats), self.order)

    def _abandoned(self, event: Event) -> None:
        self.abandoned, self.offer, self.moved = True, None, event.at

    def _device(self, event: Event) -> None:
        for number, seat in enumerate(self.seats):
            if event.text in seat.owners and event.visitor not in seat.owners:
                self._seat(number, owners=(*seat.owners, event.visitor))

    def _seat(self, number: int, **changes: Any) -> None:
        """Change a seat; all seats are other ones then, so what was worked out for the old ones is not used."""
        seat = replace(self.seats[number], **changes)
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        self.seating += 1
        self.roles = {}
        for name in SEATED:
            self.__dict__.pop(name, None)

    def _swap(self, event: Event) -> None:
        pair = event.seat or 0, event.to
        for number, seat in zip(pair, exchanged(*(self.seats[number] for number in pair)), strict=True):
            self._seat(number, **vars(seat))
            self.notes.append(Note(self.number, number, "swapped"))
        self.offer = None

    def _withdraw(self, _: Event) -> None:
        self.open = False

    def _rematch(self, event: Event) -> None:
        self.rematch = event.text


HAPPENINGS: dict[str, Callable[[Table, Event], None]] = {
    "move": Table._move, "back": Table._back, "chat": Table._chat, SAID: Table._said, "mute": Table._mute,
    "open_chat": Table._open_chat, "offer": Table._offer, "answer": Table._answer, AGREED: Table._agreed,
    "resign": Table._resign, "hand_over": Table._hand_over, "take_seat_back": Table._take_seat_back,
    "name": Table._name, "claim": Table._claim, "seal": Table._seal, "salt": Table._salt,
    "flag": Table._flag, "holiday": Table._still, "paused": Table._still, "left": Table._only_timed,
    "returned": Table._only_timed, "vote": Table._only_timed, "conditions": Table._only_timed,
    "hinting": Table._hinting, "hint": Table._hint, "swap": Table._swap, "withdraw": Table._withdraw,
    ABANDONED: Table._abandoned, "device": Table._device, "rematch": Table._rematch,
}  # fmt: skip
"""What an event of each kind does."""

"""What each viewer of a table is told: messages as data, each in the viewer's language and from the viewer's side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.core.contract import CHANCE, EVERYONE, SPECTATOR
from tablier.core.records import frozen
from tablier.core.words import Word, seat_word, word
from tablier.server.authority import checks, clocks, swapping, takebacks, talk, timekeeping
from tablier.server.authority.events import Event
from tablier.server.authority.matters import Note
from tablier.server.authority.refusals import Refused
from tablier.server.authority.seats import Seat
from tablier.server.authority.shelf import Progress
from tablier.server.authority.table import PEOPLE_TO_DRAW, Table
from tablier.server.telling import supposing, timing
from tablier.server.telling.cache import Cache
from tablier.server.telling.parts import scene_data
from tablier.server.telling.witness import Witness, who
from tablier.server.telling.writing import Fragment, written

Message = dict[str, Any]


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table. ``looking``: at a shared screen, the seat that is in front of it."""

    visitor: str
    language: str
    looking: int | None = None


@dataclass
class Teller:
    """Tells viewers about one table."""

    table: Table
    online: frozenset[str] = frozenset()  # visitors
    preparing: Progress | None = None  # of the game, if its bots have to wait for that
    cache: Cache = field(default_factory=Cache)

    # From where

    def is_shared(self, viewer: Viewer) -> bool:
        """Whether people who know different things look at the viewer's screen in turn."""
        return self.table.hidden and not self.table.over and len(self.table.seats_of(viewer.visitor)) > 1

    def curtain(self, viewer: Viewer) -> int | None:
        """The seat that should come to the screen before anything of it is shown."""
        if not self.is_shared(viewer):
            return None
        seat = self.table.deciding
        return seat if seat in self.table.active_of(viewer.visitor) and seat != viewer.looking else None

    def viewpoint(self, viewer: Viewer) -> int:
        """From where a viewer looks."""
        mine = self.table.seats_of(viewer.visitor)
        if not mine:
            return SPECTATOR
        if self.is_shared(viewer):
            return SPECTATOR if viewer.looking is None else viewer.looking
        return mine[0]

    def witness(self, viewer: Viewer) -> Witness:
        """What a viewer sees: with the eyes of the own viewpoint, or of everyone if nothing is hidden any more."""
        viewpoint = self.viewpoint(viewer)
        eyes = EVERYONE if self.table.shown or not self.table.hidden else viewpoint
        return Witness(self.table, self.cache, eyes, viewpoint)

    # Messages

    def everything(self, viewer: Viewer, now: float, number: int | None = None) -> Message:
        """The table as it stands, or as it stood after fewer moves that the viewer is told about next."""
        table, witness = self.table, self.witness(viewer)
        number = table.number if number is None else number
        return {
            "type": "table",
            "table": table.setup.table,
            "game": table.setup.game,
            "name": table.setup.title(viewer.language),
            "seats": self.seats(viewer),
            "yours": table.seats_of(viewer.visitor),
            "viewpoint": None if witness.viewpoint == SPECTATOR else witness.viewpoint,
            "number": number,
            "scene": scene_data(witness.scene(number), viewer.language),
            "log": self.log(viewer, number),
            "variant": self.variant(viewer.language),
            "dice": table.match.engine.game.rolls(table.match.engine.options),
            "chat": [self.said(event, viewer) for event in talk.heard(table.chat, table, viewer.visitor)],
            "intro": [sentence.say(viewer.language) for sentence in table.match.engine.game.box.intro],
            "now": {
                "number": table.number,
                **self.offered(viewer, number == table.number),
                **self.standing(viewer, now),
                **timing.told(table, viewer.visitor, now),
            },
        }

    def variant(self, language: str) -> list[str]:
        """The options that are not as usual, in words."""
        engine = self.table.match.engine
        changed = ((option, engine.options[name]) for name, option in engine.game.table.items())
        told = [option.named(value).say(language) for option, value in changed if value != option.default]
        plan = self.table.setup.clock
        return told if plan is None else [*told, timing.called(clocks.described(plan)).say(language)]

    def happened(self, viewer: Viewer, numbers: Sequence[int]) -> list[bytes]:
        """Moves, counted from 1, as the viewer saw them, written."""
        witness, language = self.witness(viewer), viewer.language
        return [witness.happened(number - 1, language, self.beside(number, language)) for number in numbers]

    def beside(self, number: int, language: str) -> tuple[str, ...]:
        """What else is said about a move, counted from 1."""
        notes = [note for note in self.table.notes if note.number == number and note.key in BESIDE_MOVES]
        return tuple(self.noted(note, language).say(language) for note in notes)

    def log(self, viewer: Viewer, most: int) -> list[Message]:
        """All that happened, in sentences."""
        language, actors = viewer.language, self.table.actors
        entries: list[Message] = [
            {
                "number": number,
                "who": who(actors[number - 1]),
                "lines": [*(word.say(language) for word in past.words), *self.beside(number, language)],
                "marked": list(past.marks),
            }
            for number, past in enumerate(self.witness(viewer).chronicle(most), 1)
        ]
        for note in reversed([note for note in self.table.notes if note.key not in BESIDE_MOVES]):
            line = self.noted(note, language).say(language)
            entry = {"number": note.number, "who": note.seat, "lines": [line], "marked": []}
            entries.insert(min(note.number, most), entry)
        return entries

    def noted(self, note: Note, language: str) -> Word:
        """A note for the log."""
        seat = note.seat or 0
        return word(f"server.note.{note.key}", name=self.called(seat, language), seat=self.seat_title(seat, language))

    def now(self, viewer: Viewer, now: float) -> bytes:
        """How things stand for a viewer, written."""
        number = self.table.number
        told = {"type": "now", "number": number, **self.offered(viewer), **self.standing(viewer, now)}
        return written(told if self.table.clocks is None else told | timing.told(self.table, viewer.visitor, now))

    def standing(self, viewer: Viewer, now: float) -> Message:
        """How things stand, but for what every move changes."""
        table, visitor = self.table, viewer.visitor
        fault, idle = self.takeback_fault(visitor), tuple(checks.idle_seats(table, visitor, now))
        key = (
            "standing", visitor, viewer.language, viewer.looking, table.deciding, table.waiting, table.over,
            table.shown, table.offer, table.declined, table.rematch, table.hinting,
            table.chat_open, table.muted, table.seating, self.online, self.preparing, fault, idle, table.open,
            not table.number,
        )  # fmt: skip
        return self.cache.once(key, self._standing, viewer, fault, idle)

    def _standing(self, viewer: Viewer, fault: str, idle: Sequence[int]) -> Message:
        table = self.table
        return {
            "to_move": None if table.over else who(CHANCE if table.deciding is None else table.deciding),
            "waiting": table.waiting,
            "status": self.status(viewer).say(viewer.language),
            "seats": self.seats_written(viewer),
            "may": Fragment(written(self.may(viewer, fault, idle))),
            "offers": [swapping.told(table.offer)] if table.offer else [],
            "outcome": self.outcome(viewer),
            "curtain": self.curtain(viewer),
            "rematch": f"/t/{table.rematch}" if table.rematch else None,
            "talk": {"open": table.chat_open, "muted": talk.silence(table, viewer.visitor)},
            "dice": self.cache.once(("dice", table.seating, table.shown), self._dice),
        }

    def _dice(self) -> Fragment:
        return Fragment(written(self.table.dice))

    def offered(self, viewer: Viewer, now: bool = True) -> Message:
        """The legal moves and what is asked, for the viewer who decides; nothing if it is not told now."""
        if not now or not self.decides(viewer):
            return {"moves": [], "asked": ""}
        witness, language = self.witness(viewer), viewer.language
        return {"moves": witness.moves(language), "asked": witness.asked(language)}

    def decides(self, viewer: Viewer) -> bool:
        """Whether a viewer makes the next move, and sees enough for that."""
        seat = self.table.deciding
        if seat not in self.table.active_of(viewer.visitor) or self.curtain(viewer) is not None:
            return False
        return self.is_shared(viewer) or not self.table.hidden or self.viewpoint(viewer) == seat

    def why(self, viewer: Viewer, number: int, begun: Sequence[str], part: str) -> Message:
        """Why a viewer cannot touch a part after others."""
        if number != self.table.number:
            raise Refused("server.table.stale")
        if not self.decides(viewer):
            raise Refused("server.table.not_your_turn")
        text = self.witness(viewer).why(begun, part).say(viewer.language)
        return {"type": "why", "number": number, "begun": begun, "part": part, "text": text}

    def suppose(self, viewer: Viewer, number: int, moves: Sequence[str]) -> Message:
        """How the table would stand after moves that nobody has made, for conditional moves."""
        if number != self.table.number:
            raise Refused("server.table.stale")
        timekeeping.refuse_conditions(self.table, viewer.visitor)
        return supposing.told(self, viewer, moves)

    def takeback_fault(self, visitor: str) -> str:
        """Why a visitor cannot take a move back, in a word; empty if nothing is in the way."""
        table = self.table
        if table.over or not table.active_of(visitor):
            return "closed"
        return takebacks.fault(table, visitor, self.taught)

    def taught(self, number: int) -> bool:
        """Whether somebody learned something from a move."""
        return self.cache.once(("taught", self.table.version, number), takebacks.taught, self.table, number)

    def asks(self, kind: str, visitor: str) -> bool:
        """Whether a visitor could ask the others for something."""
        table = self.table
        decides = not table.over and bool(table.active_of(visitor))
        return decides and table.offer is None and (kind, visitor) not in table.declined

    def may(self, viewer: Viewer, fault: str, idle: Sequence[int]) -> Message:
        """What a viewer could do besides moving; ``fault``: why no move can be taken back."""
        table, visitor = self.table, viewer.visitor
        why = "" if fault in ("", "closed") else word(f"server.takeback.why.{fault}").say(viewer.language)
        ahead = {"conditions": True} if timekeeping.may_leave_conditions(table, visitor) else {}
        return {
            "takeback": not fault,
            "no_takeback": why,
            "draw": self.asks("draw", visitor) and checks.may_draw(table, visitor),
            "resign": not table.over and bool(table.active_of(visitor)),
            "rematch": table.shown and bool(table.seats_of(visitor)),
            "hint": checks.may_hint(table, visitor),
            "hints": self.asks("hints", visitor) and not checks.may_hint(table, visitor),
            "hand_over": idle,
            "take_seat_back": checks.handed_seats(table, visitor),
            **ahead,
            **swapping.may(table, visitor),
        }

    def seats_written(self, viewer: Viewer) -> Fragment:
        """The seats and who is on them, written."""
        table = self.table
        thinking = table.deciding is not None and not table.seats[table.deciding].is_person
        busy = table.deciding if thinking else None
        key = "seats", viewer.visitor, viewer.language, table.seating, self.online, busy
        return self.cache.once(key, self._seats_written, viewer)

    def _seats_written(self, viewer: Viewer) -> Fragment:
        return Fragment(written(self.seats(viewer)))

    def seats(self, viewer: Viewer) -> list[Message]:
        """The seats and who is on them."""
        return [self.seat(number, seat, viewer) for number, seat in enumerate(self.table.seats)]

    def seat(self, number: int, seat: Seat, viewer: Viewer) -> Message:
        """One seat; whoever made the table also gets the link with which a free one can be taken."""
        told = {
            "seat": number,
            "name": self.name(number, viewer.language),
            "title": self.seat_title(number, viewer.language),
            "kind": seat.place.kind,
            "level": seat.level,
            "yours": viewer.visitor in seat.owners,
            "online": seat.place.kind == "bot" or not self.online.isdisjoint(seat.owners),
            "thinking": number == self.table.deciding and not seat.is_person,
            "handed": seat.handed,
            "resigned": seat.resigned,
        }
        if seat.flagged:
            told["flagged"] = True
        if seat.place.token and not seat.owners and viewer.visitor == self.table.setup.maker:
            told["link"] = f"/seat/{seat.place.token}"
        return told

    def seat_title(self, seat: int, language: str) -> str:
        """What the game calls a seat."""
        return seat_word(self.table.setup.game, seat).say(language)

    def name(self, number: int, language: str) -> str:
        """What somebody is called who has given no name: after the seat, or a bot."""
        seat = self.table.seats[number]
        if seat.name:
            return seat.name
        if seat.place.kind == "bot":
            return word("server.seat.bot", level=seat.place.level).say(language)
        return self.seat_title(number, language)

    def called(self, number: int, language: str) -> str:
        """A seat in a sentence: by its name, or by its title where several share the name."""
        return self.cache.once(("names", language, self.table.seating), self._names, language)[number]

    def _names(self, language: str) -> list[str]:
        names = [self.name(seat, language) for seat in range(len(self.table.seats))]
        return [self.seat_title(n, language) if names.count(name) > 1 else name for n, name in enumerate(names)]

    def said(self, event: Event, viewer: Viewer) -> Message:
        """Something that was said in the chat."""
        seat, spectator = event.seat, event.to or None  # those of old have no number
        if seat is not None:
            name = self.name(seat, viewer.language)
        elif spectator is None:
            name = word("server.seat.spectator").say(viewer.language)
        else:
            name = word("server.seat.spectator_number", number=spectator).say(viewer.language)
        return {"seat": seat, "spectator": spectator, "name": name, "text": event.text, "at": round(event.at, 1)}

    # Sentences

    def status(self, viewer: Viewer) -> Word:
        """What is going on."""
        table, seat = self.table, self.table.deciding
        if table.outcome is not None:
            return self.verdict(viewer)
        if table.over:
            return word("server.table.abandoned" if table.abandoned else "server.table.closed")
        if table.waiting:
            return self.awaited(viewer)
        if seat is None:
            return word("server.status.chance")
        name = self.called(seat, viewer.language)
        if not table.seats[seat].is_person:
            return self.thinking(name)
        if seat in table.seats_of(viewer.visitor):
            alone = len(table.seats_of(viewer.visitor)) == 1
            return word("server.status.you") if alone else word("server.status.turn", name=name)
        free = not table.seats[seat].owners
        return word("server.status.free", name=name) if free else word("server.status.waiting", name=name)

    def thinking(self, name: str) -> Word:
        """What a bot does, or waits for."""
        if self.preparing is None:
            return word("server.status.thinking", name=name)
        return word("server.status.preparing", name=name, done=self.preparing.done, all=self.preparing.all)

    def awaited(self, viewer: Viewer) -> Word:
        """Who has to come to the table before the game begins."""
        seats, mine = self.table.seats, self.table.seats_of(viewer.visitor)
        seat = min(self.table.waiting, key=lambda number: (bool(seats[number].owners), number in mine))
        if seat in mine:
            return word("server.status.opening")
        name = self.called(seat, viewer.language)
        return word("server.status.awaited" if seats[seat].owners else "server.status.free", name=name)

    def outcome(self, viewer: Viewer) -> Message | None:
        """How it ended."""
        outcome = self.table.outcome
        if outcome is None:
            return None
        sentence = self.sentence(viewer)
        return {"scores": list(outcome.scores), "reason": outcome.reason, "sentence": sentence}

    def sentence(self, viewer: Viewer) -> str:
        """Who won, and why."""
        verdict = self.verdict(viewer)
        reasons = () if verdict.key in TOLD_ALREADY else self.reasons()
        return " ".join(part.say(viewer.language) for part in (verdict, *reasons))

    def verdict(self, viewer: Viewer) -> Word:
        """Who won."""
        outcome = self.table.outcome
        assert outcome is not None
        winners = [seat for seat, score in enumerate(outcome.scores) if score > 0]
        names = [self.called(seat, viewer.language) for seat in winners]
        if len(winners) == len(self.table.seats):
            return word("server.verdict.draw")
        mine = self.table.seats_of(viewer.visitor)
        if len(mine) == 1:
            return word(f"server.verdict.{self.fate(mine[0], winners)}", names=names)
        return word("server.verdict.other", names=names)

    def reasons(self) -> Sequence[Word]:
        """Why it ended: by what the table decided, or by the rules."""
        match = self.table.match
        if match.ending is not None:
            return (word(f"server.reason.{match.ending.reason}"),)
        if not match.codes and match.outcome is not None:  # it began at a finished position
            return (word(f"{match.game}.reason.{match.outcome.reason}"),)
        engine, (before, after) = match.engine, map(frozen, match.history[-2:])
        return engine.game.view.reasons(engine.frozen_options, before, match.codes[-1], after)

    def fate(self, seat: int, winners: Sequence[int]) -> str:
        """How it ended for a seat."""
        if seat in winners:
            return "won"
        if self.table.seats[seat].resigned or self.table.seats[seat].flagged:
            return "resigned" if self.table.seats[seat].resigned else "flagged"
        return "lost" if len(self.table.seats) == PEOPLE_TO_DRAW else "lost_to"


TOLD_ALREADY = ("server.verdict.resigned", "server.verdict.flagged")
"""Verdicts that say why, too."""
BESIDE_MOVES = ("late", "hurried")
"""Notes that belong to the move before them."""

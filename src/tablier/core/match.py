"""A match: one game being played, its moves and positions as people and programs write them."""

from __future__ import annotations

import copy
import datetime
import difflib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core import dice, positions, records, saving, scene
from tablier.core.contract import CHANCE, EVERYONE, NOBODY, SPECTATOR, UNSEEN
from tablier.core.engine import TABLE_REASONS, Engine, Outcome, Survey, shared
from tablier.core.errors import BadOption, BadPosition, IllegalMove, NotNow
from tablier.core.lazy import lazy
from tablier.core.records import Bytes
from tablier.core.registry import load
from tablier.core.sealing import Sealing
from tablier.core.words import LANGUAGES

CLOSE_MOVES = 3  # so many legal moves are named when one is refused

Seat = int | str | None
"""A viewpoint: a seat's number, None for a spectator, "everyone" for nothing hidden."""


class Match:
    """One game, from its start or from a position. A refused call changes nothing."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        salts: Sequence[str] = (),
    ) -> None:
        engine = Engine(load(game), seats, options)
        self._begin(engine, engine.start(), seed)
        if salts:
            self.take_salts(salts)

    def _begin(self, engine: Engine, start: Bytes, seed: int | None) -> None:
        """Set up a match at a position."""
        if seed is not None and type(seed) is not int:
            raise BadOption("core.seed", given=repr(seed))
        self.engine = engine
        self.seed = secrets.randbits(64) if seed is None else seed
        self.salts: tuple[str, ...] = ()  # one per seat if players have a part in the dice
        self.commitment: str | None = None  # what was published of the seed before the game
        self.sealing: Sealing | None = None  # how the salts were promised and given
        self.digits = str(self.seed)  # the seed as it is written: the key of the dice
        self.ending: Outcome | None = None  # by the table, not by the rules
        self.names: list[str] = []
        self.date = datetime.date.today().isoformat()
        self.viewpoint = EVERYONE  # what this match knows; less than everything only for a seat's own account
        self._moves: list[str] = []
        self.codes: list[int] = []  # the moves as the rules number them
        self.history: list[Bytes] = [start]  # the record before each move, and now
        self.start: dict[str, Any] | None = None  # the position at which it began, if not the usual one

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any] | str, seed: int | None = None, salts: Sequence[str] = ()
    ) -> Match:
        """A match that begins at a position, given as data or as JSON text."""
        if not isinstance(position, Mapping | str):
            raise BadPosition("core.position.object", at="position")
        match = cls.__new__(cls)
        match._begin(*positions.loaded(position), seed)
        match.start = match.position()
        if salts:
            match.take_salts(salts)
        return match

    @classmethod
    def from_text(cls, text: str) -> Match:
        """A saved game, replayed."""
        return saving.loaded(cls, text)

    @classmethod
    def read(cls, text: str) -> saving.Saved:
        """A saved game as it was written, replayed as far as today's rules allow; raises only if it is none."""
        return saving.opened(cls, text)

    # What it is, and what was played

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.engine.game.key

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.engine.seats

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return copy.deepcopy(self.engine.options)

    @property
    def moves(self) -> list[str]:
        """What was played, chance included."""
        return list(self._moves)

    @property
    def state(self) -> Bytes:
        """The current record, as an array of one. Not to be changed."""
        return self.history[-1]

    @property
    def actor(self) -> int | str | None:
        """The seat that decides, "chance", or None when the game is over."""
        actor = self._survey.actor
        return None if actor == NOBODY else "chance" if actor == CHANCE else actor

    def legal(self) -> list[str]:
        """The notations of the legal moves."""
        return list(self._legal)

    def weights(self) -> list[int]:
        """At chance, how likely each legal move is: whole numbers in the order of ``legal()``."""
        if self._survey.actor != CHANCE:
            raise NotNow("core.match.no_chance")
        return list(self._survey.weights)

    @lazy
    def _survey(self) -> Survey:
        if self.ending is not None:
            return Survey(NOBODY, (), ())
        if self.viewpoint != EVERYONE:
            actor = self.engine.actor(self.state)
            if actor != self.viewpoint:  # what others may do depends on what is not known here
                return Survey(actor, (), ())
        return self.engine.survey(self.state)

    @lazy
    def _legal(self) -> dict[str, int]:
        write, options, state = self.engine.game.notation.write, self.engine.quick_record, records.quick(self.state)
        return {write(options, state, move): move for move in self._survey.moves}

    @lazy
    def _drawn(self) -> tuple[str, int]:
        """The chance move that follows from seed and salts, and its code."""
        index = dice.drawn(dice.key_of(self.digits), len(self._moves), self.weights(), self.salts)
        code = self._survey.moves[index]
        return self.engine.game.notation.write(self.engine.quick_record, records.quick(self.state), code), code

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.ending or self._outcome

    @lazy
    def _outcome(self) -> Outcome | None:
        return self.engine.outcome(self.state) if self._survey.actor == NOBODY else None

    # Playing

    def take_salts(self, salts: Sequence[str]) -> None:
        """Let the dice depend on a salt of every seat, in seat order; only before the first move."""
        self._refuse_account()
        if self._moves:
            raise NotNow("core.match.begun")
        if isinstance(salts, str) or len(salts) != self.seats or not all(map(dice.is_salt, salts)):
            raise BadOption("core.salts", seats=self.seats)
        self.salts = tuple(salts)
        self.commitment = dice.commitment(self.digits)
        self._forget()

    def play(self, move: str) -> None:
        """Make a move, given in its notation."""
        self._refuse_account()
        drawn = self.__dict__.get("_drawn")
        if drawn is not None and drawn[0] == move:
            self._push(*drawn)
        elif isinstance(move, str) and move in self._legal:
            self._push(move, self._legal[move])
        else:
            raise self._illegal(move)

    def allows(self, move: str) -> bool:
        """Whether a move, given in its notation, is legal."""
        return move in self._legal

    def roll(self) -> str:
        """Make one chance move, which follows from seed, salts and the number of the move; returns its notation."""
        move = self.draw()
        self._push(*self._drawn)
        return move

    def draw(self) -> str:
        """The notation of the chance move that ``roll`` would make."""
        self._refuse_account()
        return self._drawn[0]

    def undo(self) -> str:
        """Take back the last decision, chance included; returns its notation. An ending by the table goes with it."""
        self._refuse_account()
        if not self._moves:
            raise NotNow("core.match.no_move")
        move = self._moves[-1]
        self._cut(len(self._moves) - 1)
        return move

    def end(self, scores: Sequence[float], reason: str) -> None:
        """End a running game by what the table decided, ``resigned`` or ``agreed``; the winners split 1 evenly."""
        self._refuse_account()
        if self.outcome:
            raise NotNow("core.match.over")
        if reason not in TABLE_REASONS or not shared(scores, self.seats):
            raise BadOption("core.ending", reasons=list(TABLE_REASONS), seats=self.seats)
        self.ending = Outcome(tuple(map(float, scores)), reason)
        self._forget()

    def copy(self) -> Match:
        """An independent match at the same point, with the same seed."""
        other = type(self).__new__(type(self))
        other.__dict__ |= self.__dict__
        for name in ("names", "_moves", "codes", "history"):
            other.__dict__[name] = self.__dict__[name].copy()
        return other

    def at(self, number: int) -> Match:
        """An independent match as it stood after so many moves, also of an account."""
        self._refuse_number(number, len(self.codes))
        other = self.copy()
        if number < len(self._moves):
            other._cut(number)
        return other

    def _cut(self, number: int) -> None:
        """Forget all that came after so many moves."""
        del self.history[number + 1 :], self.codes[number:], self._moves[number:]
        self.ending = None
        self._forget()

    def _push(self, move: str, code: int) -> None:
        self.history.append(self.engine.after(self.state, code))
        self._moves.append(move)
        self.codes.append(code)
        self._forget()

    def narrow(self, viewpoint: int, history: list[Bytes], codes: list[int], moves: list[str]) -> None:
        """Make this match a viewpoint's own account of it."""
        self.viewpoint, self.history, self.codes, self._moves = viewpoint, history, codes, moves
        self._forget()

    def _forget(self) -> None:
        """Drop what was worked out about the position before."""
        for name in ("_survey", "_legal", "_drawn", "_outcome"):
            self.__dict__.pop(name, None)

    def _illegal(self, move: Any) -> IllegalMove:
        """Why a move is refused, and what would be close."""
        if self._survey.actor == NOBODY:
            return IllegalMove("core.move.over", move=str(move))
        if not isinstance(move, str):
            return IllegalMove("core.move.type", given=repr(move))
        close = difflib.get_close_matches(move, self._legal, CLOSE_MOVES, cutoff=0.0)
        return IllegalMove("core.move.illegal", move=repr(move), close=close)

    def _refuse_account(self) -> None:
        if self.viewpoint != EVERYONE:
            raise NotNow("core.match.account")

    def _refuse_number(self, number: int, last: int) -> None:
        if type(number) is not int or not 0 <= number <= last:
            raise NotNow("core.match.number", given=repr(number), last=last)

    # Looking

    @property
    def knower(self) -> Seat:
        """From where this match can be looked at: "everyone", or the viewpoint whose account it is."""
        seats: dict[int, Seat] = {SPECTATOR: None, EVERYONE: "everyone"}
        return seats.get(self.viewpoint, self.viewpoint)

    def position(self) -> dict[str, Any]:
        """The position as JSON data, with nothing hidden."""
        return self.view("everyone")

    def view(self, seat: Seat = None) -> dict[str, Any]:
        """The position as a seat sees it; None is a spectator, "everyone" hides nothing.

        An ending by the table is no part of it: from the position one could play on.
        """
        return copy.deepcopy(positions.saved(self.engine, self.known(seat)))

    def known(self, seat: Seat) -> Bytes:
        """The record as a seat knows it."""
        return self._seen(self._viewpoint(seat))

    def _seen(self, viewpoint: int) -> Bytes:
        """The record as a viewpoint knows it; nothing is hidden once the table has ended the game."""
        return self.engine.concealed(self.state, EVERYONE if self.ending else viewpoint)

    def svg(self, seat: Seat = None, language: str = "en") -> str:
        """A picture of the position as a seat sees it."""
        viewpoint = self._viewpoint(seat)
        picture = self.engine.game.view.scene(self.engine.record[0], self._seen(viewpoint)[0], viewpoint)
        return scene.svg(picture, self.engine.game.folder, spoken(language))

    def _repr_svg_(self) -> str:
        return self.svg(self.knower)

    def log(self, seat: Seat = None, language: str = "en") -> list[str]:
        """What happened, in sentences, as a seat saw it; when the game is over nothing is hidden."""
        viewpoint = EVERYONE if self.outcome else self._viewpoint(seat)
        numbers = range(len(self.codes))
        return [word.say(spoken(language)) for number in numbers for word in self._story(number, viewpoint)]

    def story(self, number: int, seat: Seat = None, language: str = "en") -> list[str]:
        """What happened by one move, counted from 0, in sentences, as a seat saw it when it happened."""
        self._refuse_number(number, len(self.codes) - 1)
        return [word.say(spoken(language)) for word in self._story(number, self._viewpoint(seat))]

    def _story(self, number: int, viewpoint: int) -> Any:
        """What happened by one move."""
        before, after = (self.engine.concealed(self.history[i], viewpoint)[0] for i in (number, number + 1))
        move = self.codes[number] if saving.is_open(self, number, viewpoint) else UNSEEN
        return self.engine.game.view.story(self.engine.record[0], before, move, after)

    def notation(self, number: int, seat: Seat = "everyone") -> str:
        """One move, counted from 0, as a seat could write it down when it was made."""
        self._refuse_number(number, len(self.codes) - 1)
        return saving.line(self, number, self.history[number + 1], self._viewpoint(seat))

    def text(self, seat: Seat = "everyone") -> str:
        """A saved game; for a seat, what it may keep of a running one."""
        return saving.saved(self, self._viewpoint(seat))

    def _viewpoint(self, seat: Seat) -> int:
        """The number of a viewpoint that this match can take."""
        numbers: dict[Seat, int] = {None: SPECTATOR, "everyone": EVERYONE} | {n: n for n in range(self.seats)}
        if isinstance(seat, bool) or not isinstance(seat, int | str | None) or seat not in numbers:
            raise NotNow("core.match.seat", given=repr(seat), last=self.seats - 1)
        if self.viewpoint not in (EVERYONE, numbers[seat]) and not self.outcome:
            raise NotNow("core.match.account")
        return numbers[seat]


def spoken(language: str) -> str:
    """A language we speak."""
    if language not in LANGUAGES:
        raise BadOption("core.language", given=repr(language), languages=list(LANGUAGES))
    return language

"""The course of a match: what was played, where that has led, and what can follow."""

from __future__ import annotations

import copy
import datetime
import difflib
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from typing import Any, Self, TypeVar

from tablier.core import dice, records
from tablier.core.contract import CHANCE, EVERYONE, NOBODY
from tablier.core.engine import TABLE_REASONS, Engine, Outcome, Survey, shared
from tablier.core.errors import BadOption, IllegalMove, NotNow
from tablier.core.lazy import lazy
from tablier.core.records import Bytes
from tablier.core.sealing import Sealing

CLOSE_MOVES = 3  # so many legal moves are named when one is refused
TEXTS_KEPT = 16_384
MEANT: dict[tuple[str, str], int] = {}
"""The code that a text had in a game when it was played last; in most games it is the same one in any position."""


class Course:
    """One game from a record on, with its seed. A refused call changes nothing."""

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
        self.hints: tuple[int, ...] = ()  # the numbers of the moves before which whoever decided was given a hint
        self.clock: dict[str, Any] | None = None  # by which it was played, if by any
        self.times: tuple[float, ...] = ()  # seconds that each move took, with a clock
        self.left: tuple[float | None, ...] = ()  # what the clock of whoever made it showed then
        self.names: list[str] = []
        self.extras: dict[str, str] = {}  # headers of others, which are kept as they are
        self.date = datetime.date.today().isoformat()
        self.viewpoint = EVERYONE  # what this match knows; less than everything only for a seat's own account
        self._moves: list[str] = []
        self.codes: list[int] = []  # the moves as the rules number them
        self.history: list[Bytes] = [start]  # the record before each move, and now
        self.start: dict[str, Any] | None = None  # the position at which it began, if not the usual one

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
    def _write(self) -> Callable[[int], str]:
        """What writes down a move that is legal here, given its code."""
        return partial(self.engine.game.notation.write, self.engine.frozen_options, records.frozen(self.state))

    @lazy
    def _legal(self) -> dict[str, int]:
        return {self._write(move): move for move in self._survey.moves}

    @lazy
    def _drawn(self) -> tuple[str, int]:
        """The chance move that follows from seed and salts, and its code."""
        index = dice.drawn(dice.key_of(self.digits), len(self._moves), self.weights(), self.salts)
        code = self._survey.moves[index]
        return self._write(code), code

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
            return
        code = self._code(move) if isinstance(move, str) else None
        if code is None:
            raise self._illegal(move)
        self._push(move, code)

    def _code(self, move: str) -> int | None:
        """The code of a legal move; the others are written down for it only if it meant another one before."""
        if "_legal" in self.__dict__:
            return self._legal.get(move)
        moves, usual = self._survey.moves, MEANT.get((self.game, move))
        if usual in moves and self._write(usual) == move:
            return usual
        code = next(compress(moves, map(move.__eq__, map(self._write, moves))), None)
        if code is not None:
            if len(MEANT) >= TEXTS_KEPT:
                MEANT.clear()
            MEANT[self.game, move] = code
        return code

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
        """End a running game as the table decided: ``resigned``, ``agreed``, ``time``; the winners split 1 evenly."""
        self._refuse_account()
        if self.outcome:
            raise NotNow("core.match.over")
        if reason not in TABLE_REASONS or not shared(scores, self.seats):
            raise BadOption("core.ending", reasons=list(TABLE_REASONS), seats=self.seats)
        self.ending = Outcome(tuple(map(float, scores)), reason)
        self._forget()

    def copy(self) -> Self:
        """An independent match at the same point, with the same seed."""
        other = type(self).__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        for name in ("names", "_moves", "codes", "history"):
            other.__dict__[name] = self.__dict__[name].copy()
        return other

    def at(self, number: int) -> Self:
        """An independent match as it stood after so many moves, also of an account."""
        self._refuse_number(number, len(self.codes))
        other = self.copy()
        if number < len(self._moves):
            other._cut(number)
        return other

    def elsewhere(self, moves: list[str], codes: list[int], history: list[Bytes]) -> Self:
        """An independent match that went another way: what is known of its moves holds as long as they are these."""
        other = self.copy()
        pairs = enumerate(zip(self._moves, moves, strict=False))
        same = next((number for number, (one, two) in pairs if one != two), min(len(moves), len(self._moves)))
        if same < max(len(moves), len(self._moves)):
            other._cut(same)
            other.hints = tuple(number for number in self.hints if number < same)
        other.history, other.codes, other._moves = history, codes, moves
        return other

    def resumed(self) -> Self:
        """An independent match in which what people ended goes on."""
        other = self.copy()
        other.ending = None
        other._forget()
        return other

    def _cut(self, number: int) -> None:
        """Forget all that came after so many moves."""
        del self.history[number + 1 :], self.codes[number:], self._moves[number:]
        self.times, self.left = self.times[:number], self.left[:number]
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
        for name in ("_survey", "_write", "_legal", "_drawn", "_outcome"):
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


Played = TypeVar("Played", bound=Course)
"""A match, or a course of another kind."""

"""A match: one game being played, its moves and positions as people and programs write them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.core import positions, saving, scene, sheet
from tablier.core.contract import EVERYONE, SPECTATOR, UNSEEN
from tablier.core.course import Course
from tablier.core.engine import Engine
from tablier.core.errors import BadOption, BadPosition, BadText, NotNow
from tablier.core.records import Bytes
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, Word

Viewpoint = int | str | None
"""A viewpoint: a seat's number, None for a spectator, "everyone" for nothing hidden."""


class Match(Course):
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
    def read(cls, text: str) -> Saved:
        """A saved game as it was written, replayed as far as today's rules allow; raises only if it is none."""
        return Saved(*saving.opened(cls, text))

    # Looking

    @property
    def knower(self) -> Viewpoint:
        """From where this match can be looked at: "everyone", or the viewpoint whose account it is."""
        seats: dict[int, Viewpoint] = {SPECTATOR: None, EVERYONE: "everyone"}
        return seats.get(self.viewpoint, self.viewpoint)

    def position(self) -> dict[str, Any]:
        """The position as JSON data, with nothing hidden."""
        return self.view("everyone")

    def view(self, seat: Viewpoint = None) -> dict[str, Any]:
        """The position as a seat sees it; None is a spectator, "everyone" hides nothing.

        An ending by the table is no part of it: from the position one could play on.
        """
        return copy.deepcopy(positions.saved(self.engine, self.known(seat)))

    def known(self, seat: Viewpoint) -> Bytes:
        """The record as a seat knows it."""
        return self._seen(self._viewpoint(seat))

    def _seen(self, viewpoint: int) -> Bytes:
        """The record as a viewpoint knows it; nothing is hidden once the table has ended the game."""
        return self.engine.concealed(self.state, EVERYONE if self.ending else viewpoint)

    def svg(self, seat: Viewpoint = None, language: str = "en") -> str:
        """A picture of the position as a seat sees it."""
        viewpoint = self._viewpoint(seat)
        picture = self.engine.game.view.scene(self.engine.record[0], self._seen(viewpoint)[0], viewpoint)
        return scene.svg(picture, self.engine.game.art, spoken(language))

    def _repr_svg_(self) -> str:
        return self.svg(self.knower)

    def log(self, seat: Viewpoint = None, language: str = "en") -> list[str]:
        """What happened, in sentences, as a seat saw it; when the game is over nothing is hidden."""
        viewpoint = EVERYONE if self.outcome else self._viewpoint(seat)
        numbers = range(len(self.codes))
        return [word.say(spoken(language)) for number in numbers for word in self._story(number, viewpoint)]

    def story(self, number: int, seat: Viewpoint = None, language: str = "en") -> list[str]:
        """What happened by one move, counted from 0, in sentences, as a seat saw it when it happened."""
        self._refuse_number(number, len(self.codes) - 1)
        return [word.say(spoken(language)) for word in self._story(number, self._viewpoint(seat))]

    def _story(self, number: int, viewpoint: int) -> Any:
        """What happened by one move."""
        before, after = (self.engine.concealed(self.history[i], viewpoint)[0] for i in (number, number + 1))
        move = self.codes[number] if saving.is_open(self, number, viewpoint) else UNSEEN
        return self.engine.game.view.story(self.engine.record[0], before, move, after)

    def notation(self, number: int, seat: Viewpoint = "everyone") -> str:
        """One move, counted from 0, as a seat could write it down when it was made."""
        self._refuse_number(number, len(self.codes) - 1)
        return saving.line(self, number, self.history[number + 1], self._viewpoint(seat))

    def text(self, seat: Viewpoint = "everyone") -> str:
        """A saved game; for a seat, what it may keep of a running one."""
        return saving.saved(self, self._viewpoint(seat))

    def _viewpoint(self, seat: Viewpoint) -> int:
        """The number of a viewpoint that this match can take."""
        numbers: dict[Viewpoint, int] = {None: SPECTATOR, "everyone": EVERYONE} | {n: n for n in range(self.seats)}
        if isinstance(seat, bool) or not isinstance(seat, int | str | None) or seat not in numbers:
            raise NotNow("core.match.seat", given=repr(seat), last=self.seats - 1)
        if self.viewpoint not in (EVERYONE, numbers[seat]) and not self.outcome:
            raise NotNow("core.match.account")
        return numbers[seat]


@dataclass(frozen=True)
class Saved:
    """A saved game as it was written, and what today's rules make of it."""

    headers: dict[str, str]
    moves: tuple[str, ...]
    match: Match | None  # replayed as far as it can be; None if it cannot even begin
    fault: BadText | None  # what stopped it, or is wrong at its end

    @property
    def result(self) -> str:
        """The result that was written down."""
        return self.headers["result"]

    @property
    def doubts(self) -> list[Word]:
        """Headers that nobody knows and that are spelt nearly like a known one, in sentences."""
        return sheet.doubts(self.headers)

    @property
    def replayed(self) -> int:
        """How many of the moves can be replayed."""
        return len(self.match.moves) if self.match else 0


def spoken(language: str) -> str:
    """A language we speak."""
    if language not in LANGUAGES:
        raise BadOption("core.language", given=repr(language), languages=list(LANGUAGES))
    return language

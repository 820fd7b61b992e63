"""One game as an environment drives it: seats decide by codes, chance decides by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np

from tablier import pictures
from tablier.core.contract import EVERYONE
from tablier.core.engine import Outcome
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.records import Array
from tablier.core.words import said
from tablier.research.batch import batch

PRINTED, TEXT, PIXELS = "human", "ansi", "rgb_array"
DRAWINGS = (PRINTED, TEXT, PIXELS)
SEEDS = 1 << 63


class Play:
    """One game, in a batch of one."""

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, Any] | None = None, drawing: str | None = None
    ) -> None:
        if drawing not in (None, *DRAWINGS):
            raise BadOption("core.adapter.drawing", given=repr(drawing), known=", ".join(DRAWINGS))
        self.drawing = drawing
        self.batch = batch(game, 1, seats=seats, options=options, restart=False, observations=False, cores=1)
        self.engine, self.seats, self.actions = self.batch.engine, self.batch.seats, self.batch.actions
        self.shape = self.batch.shape

    def begin(self, seed: int) -> None:
        """Another game, whose chance follows from a seed."""
        self.batch.seed = seed
        self.batch.restart()

    @property
    def actor(self) -> int:
        """The seat that decides, or NOBODY when the game is over."""
        return int(self.batch.actors[0])

    def mask(self, seat: int) -> Array:
        """1 for the code of each legal move of a seat; all 0 unless it decides now."""
        marked = self.batch.masks[0].view(np.int8)
        return marked.copy() if seat == self.actor else np.zeros_like(marked)

    def observe(self, seat: int) -> Array:
        """The planes that a seat sees."""
        planes: Array = self.batch.observe(seat)[0]
        return planes

    def is_legal(self, code: int) -> bool:
        """Whether the seat that decides may make this move."""
        return 0 <= code < self.actions and bool(self.batch.masks[0, code])

    def play(self, code: int) -> None:
        """Make a move, and those of chance that follow; refused if it is not legal."""
        self.batch.step([code])

    def draw(self) -> int:
        """A random legal move."""
        return int(self.batch.random()[0])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.engine.outcome(self.batch.states)

    @property
    def match(self) -> Match:
        """A match that begins where the game stands."""
        return Match.from_position(self.batch.position(0))

    def code_of(self, match: Match, move: str) -> int:
        """The code of a legal move of a match, by its notation."""
        after = match.copy()
        after.play(move)
        return after.codes[-1]

    def drawn(self, language: str = "en") -> Any:
        """The whole position, with nothing hidden, as was wanted: as text, as pixels, or None once it is printed."""
        if self.drawing == PRINTED:
            print(text(self.match, language))
        if self.drawing == TEXT:
            return text(self.match, language)
        return pixels(self.match, language) if self.drawing == PIXELS else None

    def show(self) -> None:
        """Print the position, if whoever looks on wants to follow the game."""
        if self.drawing == PRINTED:
            self.drawn()


def text(match: Match, language: str) -> str:
    """The board as letters, line by line."""
    engine = match.engine
    lines = engine.game.terminal.draw(engine.record[0], match.known("everyone")[0], EVERYONE)
    return "\n".join("".join(str(said(part, language)) for part, _ in line) for line in lines)


def pixels(match: Match, language: str) -> Array:
    """The picture as rows of pixels of red, green and blue."""
    image = pictures.needed("PIL.Image").open(BytesIO(pictures.png(match.svg("everyone", language))))
    return np.asarray(image.convert("RGB"))


def values(scores: Sequence[float]) -> list[float]:
    """Scores as rewards that add up to 0: a sole winner has 1, of two seats the loser -1, and a draw gives all 0."""
    seats = len(scores)
    return [(seats * float(score) - 1) / (seats - 1) for score in scores]


def least_value(seats: int) -> float:
    """The reward of whoever loses to a sole winner."""
    return -1 / (seats - 1)

"""Diagrams: pictures in the rules, drawn by the game's own view. A game may have some, in ``diagrams.toml``.

    [blocked]
    position = '{ ... }'            # as Match.position() gives it
    moves = ["b1-b2"]               # played from there, or from the start if there is no position
    seats = 2                       # of a start without a position, and its options
    options = { board = "small" }
    seat = 0                        # who looks; left out: everyone
    marks = ["cell.b4"]             # parts that are pointed out
    whole = true                    # with all that stands beside the board

In the rules, ``![What it shows.](diagram:blocked)`` puts one where it is needed, with its caption.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tablier.core.contract import EVERYONE
from tablier.core.match import Match
from tablier.core.records import frozen
from tablier.core.registry import load
from tablier.core.scene import Scene, svg

FILE = "diagrams.toml"


@dataclass(frozen=True)
class Diagram:
    """A position to be shown."""

    game: str
    position: str = ""
    moves: Sequence[str] = ()
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seat: int = EVERYONE
    marks: Sequence[str] = ()
    whole: bool = False

    def match(self) -> Match:
        """The position."""
        if self.position:
            match = Match.from_position(json.loads(self.position), seed=0)
        else:
            match = Match(self.game, self.seats, dict(self.options), seed=0)
        for move in self.moves:
            match.play(move)
        return match

    def scene(self) -> Scene:
        """The picture."""
        match = self.match()
        engine = match.engine
        known = frozen(engine.concealed(match.state, self.seat))
        return engine.game.view.scene(engine.frozen_options, known, self.seat)

    def svg(self, language: str) -> str:
        """The picture as a document: the board, or all of it."""
        scene = self.scene()
        board = scene.layouts[0].areas[0] if scene.layouts and not self.whole else None
        return svg(scene, load(self.game).art, language, board, self.marks)


@cache
def diagrams(game: str) -> dict[str, Diagram]:
    """The diagrams of a game, by name."""
    path = load(game).folder / FILE
    if not path.is_file():
        return {}
    return {name: Diagram(game, **data) for name, data in tomllib.loads(path.read_text(encoding="utf-8")).items()}

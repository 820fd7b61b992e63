"""How a table would stand after moves that nobody has made, for whoever leaves conditional moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tablier.core.contract import EVERYONE
from tablier.core.words import word
from tablier.server.authority import conditions
from tablier.server.authority.table import Table
from tablier.server.telling.cache import Cache
from tablier.server.telling.parts import scene_data
from tablier.server.telling.witness import Witness


class Supposing(Protocol):
    """Whoever tells of a table."""

    table: Table

    def called(self, number: int, language: str) -> str:
        """A seat in a sentence."""

    def viewpoint(self, viewer: Any) -> int:
        """From where a viewer looks."""


def told(speaker: Supposing, viewer: Any, moves: Sequence[str]) -> dict[str, Any]:
    """What would be seen, who would decide, and what could be chosen then."""
    table, language = speaker.table, viewer.language
    ahead = conditions.supposed(table.match, moves)
    forked = table.fork()
    forked.match, forked.actors = ahead.match, [*table.actors, *ahead.actors]
    witness = Witness(forked, Cache(), EVERYONE, speaker.viewpoint(viewer))
    decides = ahead.match.actor if isinstance(ahead.match.actor, int) else None
    return {
        "type": "supposed",
        "number": table.number,
        "supposed": list(moves),
        "to_move": decides,
        "scene": scene_data(witness.scene(len(ahead.match.codes)), language),
        "moves": [] if decides is None else witness.moves(language),
        "rows": [row(speaker, move, actor, viewer) for move, actor in zip(moves, ahead.actors, strict=True)],
        "status": status(speaker, decides, viewer),
    }


def row(speaker: Supposing, move: str, actor: int, viewer: Any) -> str:
    """One of the moves, in words."""
    key = "answer" if viewer.visitor in speaker.table.seats[actor].owners else "condition"
    return word(f"server.conditions.{key}", name=speaker.called(actor, viewer.language), move=move).say(viewer.language)


def status(speaker: Supposing, decides: int | None, viewer: Any) -> str:
    """Whose move is supposed next."""
    if decides is None:
        return word("server.conditions.end").say(viewer.language)
    mine = viewer.visitor in speaker.table.seats[decides].owners
    key = "answering" if mine else "supposing"
    return word(f"server.conditions.{key}", name=speaker.called(decides, viewer.language)).say(viewer.language)

"""Where a new table begins, if not as usual: at a position, or in the middle of a saved game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core import sheet
from tablier.core.match import Match
from tablier.server.authority.making import ONE_TOUCH_LEVEL, Wish
from tablier.server.authority.refusals import Refused


def game_of(text: str) -> str:
    """The game of a saved game."""
    return sheet.read(text).headers["game"]


def at_position(position: Mapping[str, Any]) -> Match:
    """A match that begins at a position."""
    return unfinished(Match.from_position(position))


def in_text(text: str, number: int | None) -> Match:
    """A saved game as it stood after so many moves, or as far as it goes."""
    saved = Match.read(text)
    if saved.match is None:
        assert saved.fault is not None
        raise saved.fault
    if number is not None and number > saved.replayed:
        raise Refused("server.from.number", 422, last=saved.replayed)
    return unfinished(saved.match.at(saved.replayed if number is None else number))


def unfinished(match: Match) -> Match:
    """A match in which the rules allow somebody to go on, even if those who played it gave it up."""
    if match.engine.outcome(match.state):
        raise Refused("server.from.over", 422)
    return match


def agreed(match: Match, game: str, wishes: Sequence[Wish], options: Mapping[str, Any]) -> list[Wish]:
    """The seats of a table that begins with a match; whatever else is said has to fit it."""
    fits = game in ("", match.game) and len(wishes) in (0, match.seats)
    if not fits or any(match.options.get(name) != value for name, value in options.items()):
        raise Refused("server.from.differs", 422)
    return list(wishes) or [Wish("me"), *[Wish("bot", ONE_TOUCH_LEVEL)] * (match.seats - 1)]

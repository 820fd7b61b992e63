"""Positions that somebody explores: a game they have, after some of its moves and others that they try."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tablier.core.contract import EVERYONE
from tablier.core.match import Match
from tablier.server.authority.refusals import Refused

GAMES_KEPT = 8  # games that are being explored, so that they are not replayed for every touch
POSITIONS_KEPT = 64


@lru_cache(GAMES_KEPT)
def in_text(text: str) -> Match:
    """A saved game, as far as it goes; only of one that hides nothing, so of no running one with secrets."""
    saved = Match.read(text)
    if saved.match is None:
        assert saved.fault is not None
        raise saved.fault
    if saved.match.viewpoint != EVERYONE:
        raise Refused("server.analysis.account", 422)
    return saved.match


@lru_cache(POSITIONS_KEPT)
def in_position(position: str) -> Match:
    """A match that begins at a position, given as JSON text."""
    return Match.from_position(position)


def beginning(text: str | None, position: Mapping[str, Any] | None) -> Match:
    """What somebody has brought to explore. Not to be changed."""
    return in_text(text) if text is not None else in_position(json.dumps(position))


def reached(match: Match, number: int, moves: Sequence[str]) -> Match:
    """A match after some of its moves and then others, even if people gave it up there."""
    if number > len(match.moves):
        raise Refused("server.from.number", 422, last=len(match.moves))
    here = match.at(number).resumed()
    for move in moves:
        here.play(move)
    return here

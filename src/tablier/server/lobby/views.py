"""What somebody is told of the lobby: open tables, their own search, their turns, their invitations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.core.words import word
from tablier.server.lobby import invitations, openings
from tablier.server.lobby.seekers import FOUND, WAITING, Seeker
from tablier.server.store.protocol import Document, Listed
from tablier.server.telling import Message

TURNS = 6  # tables of one's own that are told of


@dataclass
class Shared:
    """What all see, as of a moment."""

    at: float = 0.0
    openings: Sequence[Document] = ()
    looking: int = 0  # people who look for others


@dataclass
class Standing:
    """How things stand for one visitor."""

    tables: Sequence[Listed] = ()
    invitations: Sequence[Document] = ()
    sent: Sequence[Document] = ()
    search: Seeker | None = None
    at: float = 0.0  # when that was read
    kept: dict[str, Message] = field(default_factory=dict)  # what was told of it, by language


def told(shared: Shared, standing: Standing, visitor: str, language: str) -> Message:
    """All of it, in somebody's language."""
    if language not in standing.kept:
        standing.kept[language] = own(standing, visitor, language)
    waits = standing.search is not None and standing.search.state == WAITING
    return {
        "tables": [openings.told(document, visitor, language) for document in shared.openings],
        "looking": max(0, shared.looking - waits),
        **standing.kept[language],
    }


def own(standing: Standing, visitor: str, language: str) -> Message:
    """What belongs to one visitor."""
    running = [listed for listed in standing.tables if not listed.over]
    return {
        "search": None if standing.search is None else search_told(standing.search),
        "found": None if standing.search is None else found_told(standing.search),
        "turns": sum(listed.your_turn for listed in running),
        "mine": [mine_told(listed, visitor, language) for listed in standing.tables[:TURNS]],
        "invitations": [invitations.received_told(one, visitor, language) for one in standing.invitations],
        "sent": [invitations.sent_told(one, language) for one in standing.sent],
    }


def search_told(search: Seeker) -> Message:
    """What somebody looks for."""
    return {
        "state": search.state,
        "games": search.games,
        "seats": search.seats,
        "clocks": search.clocks,
        "rated": search.rated,
        "since": round(search.since, 1),
        "until": round(search.until, 1),
    }


def found_told(search: Seeker) -> Message | None:
    """The table that was found."""
    if search.state != FOUND:
        return None
    return {"url": f"/t/{search.table}"}


def mine_told(listed: Listed, visitor: str, language: str) -> Message:
    """A table of one's own."""
    return {
        "url": f"/t/{listed.setup.table}",
        "game": listed.setup.game,
        "name": listed.setup.title(language),
        "others": others(listed, visitor, language),
        "your_turn": listed.your_turn and not listed.over,
        "over": listed.over,
    }


def others(listed: Listed, visitor: str, language: str) -> list[str]:
    """With whom somebody sits at a table, as far as they have names."""
    seats = zip(listed.setup.places, json.loads(listed.players), strict=True)
    found = [(place, player["name"]) for place, player in seats if visitor not in place.owners]
    bots = [
        word("server.seat.bot", level=place.level).say(language) if place.kind == "bot" else "" for place, _ in found
    ]
    return [name or bot for (_, name), bot in zip(found, bots, strict=True) if name or bot]

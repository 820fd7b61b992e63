"""Games looked at again: a table, or a saved game that somebody has brought, told move by move from one side."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from tablier.core import clocks, saving
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.match import Match
from tablier.core.reading import is_plain
from tablier.core.registry import keys
from tablier.core.words import word
from tablier.server.authority.events import SeatPlan, Setup
from tablier.server.authority.limits import NAME_LENGTH, clean
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.telling import Message, Teller, Viewer, timing
from tablier.server.telling.parts import scene_data
from tablier.server.telling.witness import Witness
from tablier.server.telling.writing import read, written

DIGITS = 20  # of a stamp
ALL, OUTSIDE = "everyone", "spectator"
HEADS = ("date", "rules", "view", "position", "options", "clock", "commitment", "salts", "sealing", "seed", "result")
"""The headers of a saved game that are told in words, in this order; who plays what is told otherwise."""


class Narrator(Teller):
    """Tells a game from one side, whoever listens."""

    def __init__(self, table: Table, eyes: int, viewpoint: int) -> None:
        super().__init__(table)
        self.seen = Witness(table, self.cache, eyes if table.hidden else EVERYONE, viewpoint)

    def witness(self, viewer: Viewer) -> Witness:
        """What is seen from that side."""
        return self.seen


# From which sides


def sides(table: Table, visitor: str) -> list[str]:
    """From where a visitor may look at a table, the usual side first; at a shared screen nobody looks into a hand."""
    if table.shown:
        return [ALL, OUTSIDE, *map(str, range(len(table.seats)))]
    shared = Teller(table).is_shared(Viewer(visitor, ""))
    return [*([] if shared else map(str, table.seats_of(visitor))), OUTSIDE]


def chosen(side: str | None, allowed: Sequence[str], seats: int) -> str:
    """The side that is asked for, or the usual one; refused if it is none, or not allowed."""
    if side is None:
        return allowed[0]
    if side not in (ALL, OUTSIDE, *map(str, range(seats))):
        raise Refused("server.replay.side", 422, last=seats - 1)
    if side not in allowed:
        raise Refused("server.replay.hidden", 403)
    return side


def eyes_of(side: str) -> int:
    """The viewpoint of a side."""
    return {ALL: EVERYONE, OUTSIDE: SPECTATOR}[side] if side in (ALL, OUTSIDE) else int(side)


# Tables


def of_table(table: Table, visitor: str, language: str, side: str | None) -> Message:
    """A table from its beginning."""
    allowed = sides(table, visitor)
    side = chosen(side, allowed, len(table.seats))
    mine = table.seats_of(visitor)
    viewpoint = mine[0] if side == ALL and mine else SPECTATOR if side == ALL else eyes_of(side)
    narrator, viewer = Narrator(table, eyes_of(side), viewpoint), Viewer(visitor, language)
    match = named(table, language)
    ending = word("server.table.abandoned").say(language) if table.abandoned else None
    facts = {
        "source": "table", "table": table.setup.table, "url": f"/t/{table.setup.table}",
        "name": table.setup.title(language),
    }  # fmt: skip
    heads = saving.headers(match, EVERYONE if table.outcome else eyes_of(side))
    endings = {"result": narrator.sentence(viewer) if table.outcome else ending, "fault": closed(table, language)}
    lines = {"written": saving.lines(match, EVERYONE if table.outcome else eyes_of(side))}
    return facts | told(narrator, viewer, allowed, side) | lines | {"heads": in_words(heads, match, language)} | endings


def stamp(table: Table, visitor: str, language: str, side: str | None) -> str:
    """What is another one as soon as a replay is; it is made of nothing that the replay does not tell."""
    allowed = sides(table, visitor)
    side = chosen(side, allowed, len(table.seats))
    match, eyes = named(table, language), EVERYONE if table.outcome else eyes_of(side)
    state = [table.closed, table.abandoned, saving.headers(match, eyes), saving.lines(match, eyes)]
    return hashlib.sha256(json.dumps([language, allowed, side, state]).encode()).hexdigest()[:DIGITS]


def closed(table: Table, language: str) -> str | None:
    """Why a table cannot be shown to its end."""
    return word("server.table.closed").say(language) if table.closed else None


def named(table: Table, language: str) -> Match:
    """The match of a table with the names of those who play it."""
    match, teller = table.match.copy(), Teller(table)
    match.names = [teller.name(seat, language) for seat in range(len(table.seats))]
    return match


def text(table: Table, visitor: str, language: str, side: str | None) -> str:
    """A table as a saved game: of a running one what the visitor may keep, of one that is over everything."""
    side = chosen(side, sides(table, visitor), len(table.seats))
    return named(table, language).text({ALL: ALL, OUTSIDE: None}[side] if side in (ALL, OUTSIDE) else int(side))


# Saved games


def of_text(text: str, language: str, side: str | None) -> Message:
    """A saved game from its beginning, as far as it can be replayed."""
    saved = Match.read(text)
    fault = saved.fault.say(language) if saved.fault else None
    facts: Message = {"source": "text", "table": None, "url": None, "written": list(saved.moves)}
    heads: Message = {"heads": in_words(saved.headers, saved.match, language), "fault": fault}
    heads |= {"doubts": [doubt.say(language) for doubt in saved.doubts]} if saved.doubts else {}
    if saved.match is None:
        return facts | unseen(saved.headers, language) | heads
    table, viewer = laid_out(saved.match), Viewer("", language)
    known = saved.match.viewpoint
    allowed = [ALL, OUTSIDE, *map(str, range(len(table.seats)))] if known == EVERYONE else [side_of(known)]
    side = chosen(side, allowed, len(table.seats))
    narrator = Narrator(table, eyes_of(side), SPECTATOR if side == ALL else eyes_of(side))
    facts |= {"name": table.setup.title(language), "result": narrator.sentence(viewer) if table.outcome else None}
    return facts | told(narrator, viewer, allowed, side) | heads


def side_of(viewpoint: int) -> str:
    """The side of a viewpoint that does not know everything."""
    return OUTSIDE if viewpoint == SPECTATOR else str(viewpoint)


def laid_out(match: Match) -> Table:
    """A table at which a match was played."""
    names = match.names or [""] * match.seats
    places = tuple(SeatPlan("here", name=clean(name[:NAME_LENGTH], NAME_LENGTH)) for name in names)
    table = Table(Setup("", match.game, match.options, match.seed, places))
    table.match, table.actors = match, [match.engine.actor(state) for state in match.history[:-1]]
    return table


def unseen(heads: Mapping[str, str], language: str) -> Message:
    """What can be told of a saved game of which not even the beginning can be shown."""
    game = heads["game"]
    name = word(f"{game}.name").say(language) if game in keys() else game
    return {
        "game": game, "name": name, "seats": [], "views": [], "as": None, "number": 0, "scene": None,
        "moves": [], "result": None,
    }  # fmt: skip


# What is told of both


def told(narrator: Narrator, viewer: Viewer, allowed: Sequence[str], side: str) -> Message:
    """Who played, from where it can be looked at, and all that happened."""
    table, language = narrator.table, viewer.language
    views = allowed if table.hidden else [side]
    return {
        "game": table.setup.game,
        "seats": [
            {"seat": seat, "name": narrator.name(seat, language), "title": narrator.seat_title(seat, language)}
            for seat in range(len(table.seats))
        ],
        "views": [{"as": view, "label": label(view, narrator, language)} for view in views],
        "as": side,
        "number": table.number,
        "scene": read(written(scene_data(narrator.seen.scene(0), language))),
        "moves": list(map(read, narrator.happened(viewer, range(1, table.number + 1)))),
    } | timed(table)


def timed(table: Table) -> Message:
    """What the clocks showed, in a game with one."""
    shown = clocks.shown(table.match, table.actors, len(table.seats))
    return {"clocks": shown} if shown else {}


def label(side: str, narrator: Narrator, language: str) -> str:
    """What a side is called."""
    if side in (ALL, OUTSIDE):
        return word(f"server.replay.{side}").say(language)
    return word("server.replay.seat", name=narrator.called(int(side), language)).say(language)


def in_words(heads: Mapping[str, str], match: Match | None, language: str) -> dict[str, str]:
    """The headers of a saved game, as far as they are for people."""
    found = {name: headline(name, heads[name], match, language) for name in HEADS if name in heads}
    return {word(f"server.head.{name}").say(language): value for name, value in found.items() if value}


def headline(name: str, value: str, match: Match | None, language: str) -> str:
    """One header; empty if there is nothing to be said."""
    if name == "result":
        return "" if value == saving.RUNNING else value
    if name == "position":
        return word("server.head.placed").say(language)
    if name == "clock" and match is not None and match.clock is not None:
        return timing.called(match.clock).say(language)
    if name == "options" and match is not None:
        return " · ".join(Teller(laid_out(match)).variant(language)) or word("server.head.usual").say(language)
    if name == "view" and match is not None:
        return label(value, Narrator(laid_out(match), EVERYONE, SPECTATOR), language)
    if name == "sealing":
        givers = match.sealing.given_by if match is not None and match.sealing is not None else ()
        return ", ".join(word(f"server.head.by.{giver}").say(language) for giver in givers)
    return listed(value) if name == "salts" else value


def listed(value: str) -> str:
    """A list in JSON, with commas."""
    try:
        items = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return ", ".join(map(str, items)) if isinstance(items, list) and is_plain(items) else value

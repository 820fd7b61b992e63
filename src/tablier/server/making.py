"""How tables are made: from what somebody asks for, or for another game after one that is over."""

import json
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablier.bots.levels import LEVELS
from tablier.core.engine import Engine
from tablier.core.registry import load
from tablier.server.events import Place, Setup
from tablier.server.limits import NAME_LENGTH, clean
from tablier.server.refusals import Refused
from tablier.server.store import Digest
from tablier.server.table import Table

SEED_BITS = 128
ONE_TOUCH_LEVEL = 2


@dataclass(frozen=True)
class Wish:
    """A seat as somebody wishes it."""

    kind: str
    level: int | None = None
    name: str = ""


def arranged(
    game: str,
    wishes: Sequence[Wish],
    options: Mapping[str, Any],
    visitor: str,
    now: float,
    name: str = "",
    order: str = "given",
) -> Setup:
    """A new table as somebody wishes it, or a refusal."""
    engine = Engine(load(game), len(wishes), options)
    if sum(wish.kind == "me" for wish in wishes) > 1:
        raise Refused("server.table.me", 422)
    places = [placed(wish, visitor) for wish in wishes]
    if order == "random":
        random.SystemRandom().shuffle(places)
    title = clean(name, NAME_LENGTH)
    return Setup(fresh_name(), game, engine.options, fresh_seed(), tuple(places), title, visitor, now)


def placed(wish: Wish, visitor: str) -> Place:
    """A seat as it is set up."""
    if (wish.kind == "bot") != (wish.level is not None) or wish.level not in (None, *LEVELS):
        raise Refused("server.table.level", 422, last=max(LEVELS))
    owners = (visitor,) if wish.kind in ("me", "here") else ()
    token = secrets.token_urlsafe(16) if wish.kind == "link" else ""
    return Place(wish.kind, wish.level or 0, clean(wish.name, NAME_LENGTH), owners, token)


def one_touch(game: str, visitor: str, now: float) -> Setup:
    """A table for a newcomer: against bots, with the fewest seats and the usual options."""
    bots = [Wish("bot", ONE_TOUCH_LEVEL)] * (min(load(game).seats) - 1)
    return arranged(game, [Wish("me"), *bots], {}, visitor, now)


def again(table: Table, now: float) -> Setup:
    """Another game of the same people, each one seat further."""
    places = [
        Place(seat.place.kind, seat.place.level, seat.name, tuple(seat.owners), free_token(seat.owners, seat.place))
        for seat in table.seats
    ]
    rotated = (*places[1:], places[0])
    old = table.setup
    return Setup(fresh_name(), old.game, old.options, fresh_seed(), rotated, old.name, old.maker, now)


def free_token(owners: Sequence[str], place: Place) -> str:
    """A new link for a seat that nobody has taken."""
    return "" if owners or not place.token else secrets.token_urlsafe(16)


def fresh_name() -> str:
    """A name for a table that nobody can guess."""
    return secrets.token_urlsafe(12)


def fresh_seed() -> int:
    """A seed for the dice that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def digest(table: Table) -> Digest:
    """What lists tell about a table."""
    players = players_text(tuple((seat.name, seat.place.kind, seat.place.level) for seat in table.seats))
    sitters = tuple((owner, number) for number, seat in enumerate(table.seats) for owner in seat.owners)
    deciding = table.deciding
    waiting = deciding if deciding is not None and table.seats[deciding].is_person else None
    return Digest(table.moved, table.over, waiting, players, sitters)


@lru_cache(maxsize=1024)
def players_text(players: tuple[tuple[str, str, int], ...]) -> str:
    """Who plays, as JSON."""
    return json.dumps([{"name": name, "kind": kind, "level": level or None} for name, kind, level in players])

"""How tables are made: from what somebody asks for, or for another game after one that is over."""

import copy
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablier.bots.levels import LEVELS
from tablier.core import dice, positions
from tablier.core.box import Preset
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.engine import Engine
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.core.registry import load
from tablier.server.authority.events import ClockPlan, SeatPlan, Setup
from tablier.server.authority.limits import NAME_LENGTH, clean
from tablier.server.authority.refusals import Refused
from tablier.server.authority.seats import Seat
from tablier.server.authority.table import Table

SEED_BITS, RNG_BITS = 128, 64
SALT_BYTES = 16
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
    beginning: Match | None = None,
    clock: ClockPlan | None = None,
) -> Setup:
    """A new table as somebody wishes it, or a refusal; it begins as usual, or where a match stands."""
    engine = Engine(load(game), len(wishes), options) if beginning is None else beginning.engine
    if sum(wish.kind == "me" for wish in wishes) > 1:
        raise Refused("server.table.me", 422)
    places = [placed(wish, visitor) for wish in wishes]
    if order == "random":
        random.SystemRandom().shuffle(places)
    start = None if beginning is None else dealt(beginning, places, visitor)
    setup = sealed(game, engine.options, tuple(places), clean(name, NAME_LENGTH), visitor, now, start)
    return replace(setup, clock=clock)


def with_strangers(setup: Setup, wide: bool, rated: bool) -> Setup:
    """A table open to strangers, or rated, if that is wished; open is only one that has a free seat for them."""
    if wide and not any(place.kind == "link" for place in setup.places):
        raise Refused("server.lobby.no_seat", 422)
    return replace(setup, open=wide, rated=rated)


def sealed(
    game: str,
    options: dict[str, Any],
    places: tuple[SeatPlan, ...],
    name: str,
    maker: str,
    now: float,
    start: dict[str, Any] | None,
) -> Setup:
    """A table with a new seed, and what is published of it before anybody gives a salt."""
    seed = fresh_seed()
    return Setup(fresh_name(), game, options, seed, places, name, maker, now, dice.commitment(seed), start)


def dealt(match: Match, places: Sequence[SeatPlan], maker: str) -> dict[str, Any]:
    """The position at which a match stands; what nobody has seen yet is dealt anew if others than the maker play."""
    engine, state, viewpoint = match.engine, match.state, match.viewpoint
    if any(maker not in place.owners for place in places):
        viewpoint = SPECTATOR
    if engine.game.hidden and viewpoint != EVERYONE:
        rng = seeded(secrets.randbits(RNG_BITS))
        state = engine.redealt(engine.concealed(state, viewpoint), viewpoint, rng)
    return copy.deepcopy(positions.saved(engine, state))


def placed(wish: Wish, visitor: str) -> SeatPlan:
    """A seat as it is set up."""
    if (wish.kind == "bot") != (wish.level is not None) or wish.level not in (None, *LEVELS):
        raise Refused("server.table.level", 422, last=max(LEVELS))
    owners = (visitor,) if wish.kind in ("me", "here") else ()
    token = secrets.token_urlsafe(16) if wish.kind == "link" else ""
    salt = fresh_salt() if wish.kind == "bot" else ""
    return SeatPlan(wish.kind, wish.level or 0, clean(wish.name, NAME_LENGTH), owners, token, salt)


def one_touch(game: str, visitor: str, now: float, name: str = "") -> Setup:
    """A table for a newcomer, against bots: as the box recommends it for a first game, or as small as can be."""
    loaded = load(game)
    first = next(iter(loaded.box.presets), Preset(game, "", min(loaded.seats), {}))
    bots = [Wish("bot", ONE_TOUCH_LEVEL)] * (first.seats - 1)
    return arranged(game, [Wish("me", name=name), *bots], dict(first.options), visitor, now)


def again(table: Table, now: float) -> Setup:
    """Another game of the same people, each one seat further."""
    places = [kept_place(seat) for seat in table.seats]
    rotated = (*places[1:], places[0])
    old = table.setup
    start = None if old.start is None else dealt(Match.from_position(old.start), rotated, old.maker)
    return replace(
        sealed(old.game, old.options, rotated, old.name, old.maker, now, start), clock=old.clock, rated=old.rated
    )


def kept_place(seat: Seat) -> SeatPlan:
    """A seat as it is set up for another game."""
    place, salt = seat.place, fresh_salt() if seat.place.kind == "bot" else ""
    return SeatPlan(place.kind, place.level, seat.name, seat.owners, free_token(seat.owners, place), salt)


def free_token(owners: Sequence[str], place: SeatPlan) -> str:
    """A new link for a seat that nobody has taken."""
    return "" if owners or not place.token else secrets.token_urlsafe(16)


def fresh_name() -> str:
    """A name for a table that nobody can guess."""
    return secrets.token_urlsafe(12)


def fresh_salt() -> str:
    """A bot's part in the dice."""
    return secrets.token_hex(SALT_BYTES)


def fresh_seed() -> int:
    """A seed for the dice that nobody can guess."""
    return secrets.randbits(SEED_BITS)

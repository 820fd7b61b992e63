"""What somebody wishes for a tournament, made sure that it can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.core.engine import Engine
from tablier.core.registry import load
from tablier.server.authority.events import ClockPlan
from tablier.server.authority.limits import DAY, NAME_LENGTH, clean
from tablier.server.authority.refusals import Refused
from tablier.server.ratings.strengths import can_rate
from tablier.server.tournaments.bouts import KINDS, LEAGUE, ROBIN, TWO, TournamentPlan
from tablier.server.tournaments.changes import most_entrants

LATEST = 60 * DAY  # how far ahead a tournament may begin
MOST_LEGS, MOST_ROUNDS = 2, 20


def planned(
    name: str, game: str, options: Mapping[str, Any], seats: int, clock: ClockPlan, kind: str, now: float, **more: Any
) -> TournamentPlan:
    """A tournament as somebody wishes it, or a refusal; ``more`` as in a plan."""
    called = clean(name, NAME_LENGTH)
    if not called:
        raise Refused("server.tournament.nameless", 422)
    if kind not in KINDS or (kind == LEAGUE) != (seats > TWO):
        raise Refused("server.tournament.seats", 422)
    engine = Engine(load(game), seats, options)
    at, rounds = more.get("at"), more.get("rounds", 0)
    if at is not None and not now < at <= now + LATEST:
        raise Refused("server.tournament.when", 422, days=round(LATEST / DAY))
    if rounds > (MOST_LEGS if kind == ROBIN else MOST_ROUNDS):
        raise Refused("server.tournament.rounds", 422, most=MOST_LEGS if kind == ROBIN else MOST_ROUNDS)
    if more.get("rated") and not can_rate(seats):
        raise Refused("server.rating.never.library", 422)
    most = max(seats, min(more.pop("most"), most_entrants(kind)))
    return TournamentPlan(called, game, engine.options, seats, clock, kind, most=most, **more)

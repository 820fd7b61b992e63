"""The interface to ratings: who has which, and what a table means for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request

from tablier.core.words import word
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.ratings import telling
from tablier.server.ratings.book import Ratings, people_fault
from tablier.server.ratings.counting import division_from
from tablier.server.ratings.strengths import can_rate
from tablier.server.tables.hub import Hub
from tablier.server.tournaments.running import MARK, Tournaments
from tablier.server.tournaments.telling import address

THREE = 3


def router(hub: Hub, gate: Gate, ratings: Ratings, tournaments: Tournaments) -> APIRouter:
    """All of it, as routes."""
    desk = RatingDesk(hub, gate, ratings, tournaments)
    routes = APIRouter()
    looks: dict[str, Callable[..., Any]] = {
        "/api/tables/{table}/ratings": desk.table,
        "/api/rating": desk.mine,
        "/api/ratings": desk.divisions,
        "/api/ratings/{division}": desk.leaders,
        "/api/rated/{person}": desk.person,
    }
    for path, answer in looks.items():
        routes.add_api_route(path, answer, methods=["GET"])
    return routes


class RatingDesk:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate, ratings: Ratings, tournaments: Tournaments) -> None:
        self.hub, self.gate, self.ratings, self.tournaments = hub, gate, ratings, tournaments

    async def table(self, request: Request, table: str) -> dict[str, Any]:
        """What a table means for ratings, and the tournament to which it belongs."""
        self.gate.count(request, "readings")
        here, language = await self.hub.open(table), visitors.language(request)
        told = await telling.at_table(self.ratings, here.table, self.hub.clock(), language)
        return told | {"tournament": await self.tournament(here.table.setup.maker)}

    async def tournament(self, maker: str) -> dict[str, Any] | None:
        """The tournament for which a table was made."""
        if not maker.startswith(MARK):
            return None
        one = await self.tournaments.find(maker.removeprefix(MARK))
        return {"name": one.plan.name, "url": address(one)}

    async def mine(self, request: Request) -> dict[str, Any]:
        """Whether whoever asks can be rated."""
        person = await self.ratings.people.person(visitors.visitor(request))
        fault = people_fault([person])
        why = word(f"server.rating.never.{fault}").say(visitors.language(request)) if fault else ""
        return {"rated": not fault, "why": why, "library": can_rate(THREE)}

    async def divisions(self, request: Request) -> list[dict[str, Any]]:
        """All divisions in which somebody has a rating."""
        language, known = visitors.language(request), await self.ratings.divisions()
        divisions = [division_from(key) for key in known if telling.known_division(key)]
        return [telling.division_told(division, language) for division in divisions]

    async def leaders(self, request: Request, division: str) -> dict[str, Any]:
        """Those with the highest ratings."""
        known = telling.known_division(division)
        if known is None:
            raise Refused("server.request.unknown", 404)
        told = telling.division_told(known, visitors.language(request))
        return told | {"lines": await telling.leaders(self.ratings, known, self.hub.clock())}

    async def person(self, request: Request, person: str) -> dict[str, Any]:
        """All ratings of somebody."""
        told = await telling.of_person(self.ratings, person, self.hub.clock(), visitors.language(request))
        if told is None:
            raise Refused("server.request.unknown", 404)
        return told

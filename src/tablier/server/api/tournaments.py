"""The interface to tournaments: made, joined, led, looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request

from tablier.server.api import messages
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.people.persons import Person
from tablier.server.tournaments.bouts import OPEN, OVER, RUNNING
from tablier.server.tournaments.running import Tournaments
from tablier.server.tournaments.telling import address, summed, told
from tablier.server.tournaments.wishes import planned

LISTED = 50


def router(gate: Gate, tournaments: Tournaments) -> APIRouter:
    """All of it, as routes."""
    desk = TournamentDesk(gate, tournaments)
    routes = APIRouter()
    routes.add_api_route("/api/tournaments", desk.listed, methods=["GET"])
    routes.add_api_route("/api/tournaments", desk.make, methods=["POST"], status_code=201)
    routes.add_api_route("/api/tournaments/{tournament}", desk.tournament, methods=["GET"])
    deeds: dict[str, Callable[..., Any]] = {
        "join": desk.join,
        "leave": desk.leave,
        "start": desk.start,
        "cancel": desk.cancel,
        "expel": desk.expel,
    }
    for name, answer in deeds.items():
        routes.add_api_route(f"/api/tournaments/{{tournament}}/{name}", answer, methods=["POST"])
    return routes


class TournamentDesk:
    """The answers."""

    def __init__(self, gate: Gate, tournaments: Tournaments) -> None:
        self.gate, self.tournaments = gate, tournaments

    async def listed(self) -> list[dict[str, Any]]:
        """Tournaments that everybody may see."""
        found = [one for state in (RUNNING, OPEN, OVER) for one in await self.tournaments.listed(state, LISTED)]
        return [summed(one) for one in found]

    async def tournament(self, request: Request, tournament: str) -> dict[str, Any]:
        """A tournament with all that has happened."""
        one = await self.tournaments.find(tournament)
        return told(one, await self.tournaments.names(one), visitors.visitor(request))

    async def make(self, request: Request, wish: messages.NewTournament) -> dict[str, str]:
        """A new tournament."""
        self.gate.admit(request, "tables")
        self.gate.shelf.refuse_withheld(wish.game)
        person, now = await self._person(request), self.tournaments.hub.clock()
        more = {name: getattr(wish, name) for name in ("rounds", "most", "at", "listed", "rated", "bots")}
        plan = planned(wish.name, wish.game, wish.options, wish.seats, wish.clock.plan(), wish.kind, now, **more)
        return {"url": address(await self.tournaments.make(plan, person.id))}

    async def join(self, request: Request, tournament: str) -> dict[str, str]:
        """Take part."""
        person = await self._known(request)
        await self.tournaments.join(tournament, person.id)
        return self._here(tournament)

    async def leave(self, request: Request, tournament: str) -> dict[str, str]:
        """Take part no more."""
        self.gate.admit(request)
        await self.tournaments.withdraw(tournament, visitors.visitor(request))
        return self._here(tournament)

    async def start(self, request: Request, tournament: str) -> dict[str, str]:
        """Have it begin."""
        self.gate.admit(request)
        await self.tournaments.start(tournament, visitors.visitor(request))
        return self._here(tournament)

    async def cancel(self, request: Request, tournament: str) -> dict[str, str]:
        """Give it up."""
        self.gate.admit(request)
        await self.tournaments.cancel(tournament, visitors.visitor(request))
        return self._here(tournament)

    async def expel(self, request: Request, tournament: str, who: messages.Expulsion) -> dict[str, str]:
        """Send somebody away."""
        self.gate.admit(request)
        await self.tournaments.expel(tournament, visitors.visitor(request), who.entrant)
        return self._here(tournament)

    def _here(self, tournament: str) -> dict[str, str]:
        """The page of a tournament."""
        return {"url": f"/tournaments/{tournament}"}

    async def _known(self, request: Request) -> Person:
        """Who asks, from one of our own pages and not too often."""
        self.gate.admit(request)
        return await self._person(request)

    async def _person(self, request: Request) -> Person:
        """Who asks, if they keep a name."""
        person = await self.tournaments.people.person(visitors.visitor(request))
        if person is None:
            raise Refused("server.tournament.name", 403)
        return person

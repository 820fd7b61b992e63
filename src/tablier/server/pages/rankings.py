"""The pages of ratings: who is ahead in what, and how somebody came to be where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.server.entrance import visitors
from tablier.server.pages.curves import curve
from tablier.server.pages.routes import Pages, say
from tablier.server.ratings import telling
from tablier.server.ratings.book import Ratings
from tablier.server.ratings.counting import Division, division_from
from tablier.server.ratings.rated import handle, shown
from tablier.server.store.protocol import Document

GAMES = 30  # of somebody that are listed
AHEAD = 3  # people who are named of each division


def router(shown_pages: Pages, ratings: Ratings) -> APIRouter:
    """All of them, as routes."""
    pages = RankingPages(shown_pages, ratings)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/ratings": pages.all,
        "/ratings/people/{person}": pages.person,
        "/ratings/{game}/{seats}/{clock}": pages.leaders,
        "/ratings/{game}/{seats}/{clock}/{person}": pages.history,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class RankingPages:
    """The pages."""

    def __init__(self, pages: Pages, ratings: Ratings) -> None:
        self.pages, self.ratings = pages, ratings

    @property
    def now(self) -> float:
        """The moment."""
        return self.pages.hub.clock()

    async def all(self, request: Request) -> Response:
        """All divisions with those who are ahead, and the ratings of whoever looks."""
        language, person = visitors.language(request), visitors.visitor(request)
        keys = [key for key in await self.ratings.divisions() if telling.known_division(key)]
        divisions = [await self.division(division_from(key), language) for key in keys]
        mine = await telling.of_person(self.ratings, handle(person), self.now, language)
        return self.pages.page(request, "ratings.html", divisions=divisions, mine=mine, whose=handle(person))

    async def division(self, division: Division, language: str) -> dict[str, Any]:
        """A division with those who are ahead."""
        lines = await telling.leaders(self.ratings, division, self.now)
        return telling.division_told(division, language) | {"lines": lines[:AHEAD]}

    async def leaders(self, request: Request, game: str, seats: str, clock: str) -> Response:
        """Those with the highest ratings in a division."""
        division = telling.known_division(f"{game}.{seats}.{clock}")
        if division is None:
            return self.pages.fault(request, "page")
        lines = await telling.leaders(self.ratings, division, self.now)
        told = telling.division_told(division, visitors.language(request))
        return self.pages.page(
            request, "leaders.html", division=told, lines=lines, you=handle(visitors.visitor(request))
        )

    async def person(self, request: Request, person: str) -> Response:
        """All ratings of somebody."""
        told = await telling.of_person(self.ratings, person, self.now, visitors.language(request))
        return self.pages.fault(request, "page") if told is None else self.pages.page(request, "rated.html", told=told)

    async def history(self, request: Request, game: str, seats: str, clock: str, person: str) -> Response:
        """How somebody's rating in a division came about."""
        division, who = telling.known_division(f"{game}.{seats}.{clock}"), await self.ratings.named(person)
        known = None if who is None else await self.ratings.people.person(who)
        if division is None or known is None:
            return self.pages.fault(request, "page")
        rated = await self.ratings.rated(division.key, known.id)
        games = await self.ratings.games_of(division.key, known.id, GAMES)
        return self.pages.page(
            request,
            "history.html",
            name=known.name,
            person=person,
            division=telling.division_told(division, visitors.language(request)),
            rating=shown(rated.now(self.now), rated.games),
            rated=rated,
            curve=curve([(one.rating, one.deviation) for one in rated.history]) if rated.history else None,
            games=[await self.game(document, known.id, visitors.language(request)) for document in games],
        )

    async def game(self, document: Document, person: str, language: str) -> dict[str, Any]:
        """A game that counted, for somebody who played it."""
        seats = document.data["seats"]
        mine = next(one for one in seats if one["person"] == person)
        others = [await self.ratings.people.person(one["person"]) for one in seats if one is not mine]
        level = sum(one["rank"] == 0 for one in seats)
        result = "lost" if mine["rank"] else "won" if level == 1 else "drawn"
        names = [other.name if other else "–" for other in others]
        return {
            "url": f"/t/{document.key}/replay",
            "at": document.data["at"],
            "sentence": say(language, f"ratings.result.{result}", names=names),
            "rating": round(mine["after"]),
            "change": round(mine["after"]) - round(mine["before"]),
        }

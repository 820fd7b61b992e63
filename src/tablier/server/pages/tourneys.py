"""The pages of tournaments: those there are, a form for a new one, and one as it goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.core.registry import load
from tablier.core.words import word
from tablier.server.authority.clocks import described
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.pages import boxes
from tablier.server.pages.routes import Pages, say
from tablier.server.ratings.strengths import can_rate
from tablier.server.telling.timing import called
from tablier.server.tournaments import changes
from tablier.server.tournaments.bouts import (
    BYE,
    FORFEIT,
    LEAGUE,
    NOBODY,
    OPEN,
    OVER,
    ROBIN,
    RUNNING,
    SWISS,
    TWO,
    VOID,
    Tournament,
)
from tablier.server.tournaments.rounds import most_rounds
from tablier.server.tournaments.running import Tournaments
from tablier.server.tournaments.telling import address, told

LISTED = 30
THREE = 3
HALVES = {0.0: "", 0.5: "½"}


def router(shown: Pages, tournaments: Tournaments) -> APIRouter:
    """All of them, as routes."""
    pages = TourneyPages(shown, tournaments)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/tournaments": pages.all,
        "/tournaments/new": pages.new,
        "/tournaments/{tournament}": pages.one,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class TourneyPages:
    """The pages."""

    def __init__(self, pages: Pages, tournaments: Tournaments) -> None:
        self.pages, self.tournaments = pages, tournaments

    async def all(self, request: Request) -> Response:
        """The tournaments there are, one's own first."""
        language, person = visitors.language(request), visitors.visitor(request)
        groups = {"mine": await self.tournaments.of(person, LISTED)}
        known = {one.id for one in groups["mine"]}
        for state in (OPEN, RUNNING, OVER):
            found = await self.tournaments.listed(state, LISTED)
            groups[state] = [one for one in found if one.id not in known]
        titles = {name: say(language, f"tournaments.group.{name}") for name in groups}
        rows = {name: [row(one, language) for one in group] for name, group in groups.items() if group}
        return self.pages.page(request, "tournaments.html", groups=rows, titles=titles)

    async def new(self, request: Request) -> Response:
        """A form for a new tournament."""
        language = visitors.language(request)
        person = await self.tournaments.people.person(visitors.visitor(request))
        games = [choice(key, language) for key in self.pages.games()]
        kinds = {
            kind: {
                "name": say(language, f"tournament.kind.{kind}"),
                "meaning": say(language, f"tournament.meaning.{kind}"),
            }
            for kind in (SWISS, ROBIN, LEAGUE)
        }
        return self.pages.page(
            request, "tournament_new.html", person=person, games=games, kinds=kinds, many=can_rate(THREE)
        )

    async def one(self, request: Request, tournament: str) -> Response:
        """A tournament as it stands; nothing if whoever asks knows it so."""
        try:
            document, one = await self.tournaments.found(tournament)
        except Refused:
            return self.pages.fault(request, "tournament")
        person, language = visitors.visitor(request), visitors.language(request)
        keeps = await self.tournaments.people.person(person)
        tag = tagged(document.revision, person, language, str(visitors.theme(request)), str(keeps is not None))
        if request.headers.get("if-none-match") == tag:
            return Response(None, 304, {"ETag": tag})
        shown = view(one, await self.tournaments.names(one), person, language)
        page = self.pages.page(request, "tournament.html", keeps=keeps is not None, tag=tag, **shown)
        page.headers["ETag"] = tag
        return page


def tagged(revision: int, *whose: str) -> str:
    """By what a page is known."""
    return f'"{revision}-{hashlib.sha256("|".join(whose).encode()).hexdigest()[:16]}"'


def choice(key: str, language: str) -> dict[str, Any]:
    """A game as it can be chosen for a tournament."""
    game = load(key)
    presets = [{"text": one.text, "seats": one.seats, "options": json.loads(one.options)}
               for one in boxes.presets(game, language)]  # fmt: skip
    return {"key": key, "name": word(f"{key}.name").say(language), "seats": list(game.seats), "presets": presets}


def row(one: Tournament, language: str) -> dict[str, Any]:
    """A tournament in a list."""
    return {
        "url": address(one),
        "name": one.plan.name,
        "game": one.plan.game,
        "facts": facts(one, language),
        "status": status(one, language),
        "at": one.plan.at if one.state == OPEN else None,
    }


def facts(one: Tournament, language: str) -> list[str]:
    """What is played, and how, in words."""
    plan = one.plan
    told_facts = [word(f"{plan.game}.name").say(language), say(language, f"tournament.kind.{plan.kind}")]
    told_facts.append(called(described(plan.clock)).say(language))
    if plan.kind == LEAGUE:
        told_facts.append(say(language, "tournament.seats", seats=plan.seats))
    told_facts.append(say(language, "tournament.rated" if plan.rated else "tournament.unrated"))
    return told_facts


def status(one: Tournament, language: str) -> str:
    """How far a tournament is, in words."""
    if one.state == OPEN:
        return say(language, "tournament.status.open", people=len(one.active), most=one.plan.most)
    if one.state == RUNNING:
        return say(language, "tournament.status.running", round=len(one.rounds), rounds=most_rounds(one))
    if one.state == OVER:
        return say(language, "tournament.status.over")
    return say(language, f"tournament.status.{one.why or 'organiser'}")


def view(one: Tournament, names: list[str], person: str, language: str) -> dict[str, Any]:
    """All that the page of a tournament shows."""
    names = [name or "–" for name in names]
    data = told(one, names, person)
    mine = one.number_of(person)
    return {
        "one": data,
        "names": names,
        "bot": say(language, "tournament.bot"),
        "facts": facts(one, language),
        "progress": status(one, language),
        "at": one.plan.at if one.state == OPEN else None,
        "taking_part": mine is not None and one.entrants[mine].left is None,
        "fewest": changes.fewest_entrants(one.plan),
        "game_now": playing(one, mine, names),
        "matrix": matrix(data) if one.plan.kind == ROBIN and one.rounds else None,
        "courses": courses(data, len(names)) if one.plan.kind != ROBIN and one.rounds else None,
        "two": one.plan.seats == TWO,
        "figure": figure,
        "hows": {how: say(language, f"tournament.how.{how}") for how in (BYE, FORFEIT, NOBODY, VOID)},
        "breaks": [
            {
                "name": say(language, f"tournament.break.{name}"),
                "meaning": say(language, f"tournament.break_meaning.{name}"),
            }
            for name in data["breaks"]
        ],
    }


def playing(one: Tournament, mine: int | None, names: list[str]) -> dict[str, Any] | None:
    """The game that waits for somebody in this round."""
    for bout in changes.unfinished(one):
        if mine is not None and mine in bout.seats and one.rounds[-1].made:
            others = [names[number] for number in bout.seats if number not in (mine, -1)]
            last = one.rounds[-1]
            until = None if last.seen else last.begun + changes.patience(one.plan)
            return {"url": f"/t/{bout.table}", "others": ", ".join(others), "until": until, "round": len(one.rounds)}
    return None


def figure(value: float) -> str:
    """Points as people write them: halves as such."""
    whole, half = int(value), HALVES.get(value % 1)
    if half is None:
        return f"{value:g}"
    return half if half and not whole else f"{whole}{half}"


def matrix(data: dict[str, Any]) -> dict[int, dict[int, list[dict[str, Any]]]]:
    """What everybody has won against everybody, with the games."""
    cells: dict[int, dict[int, list[dict[str, Any]]]] = {}
    for game in (game for games in data["played"] for game in games):
        for seat, number in enumerate(game["entrants"]):
            for other in game["entrants"]:
                if number is not None and other is not None and other != number:
                    points = None if game["points"] is None else game["points"][seat]
                    cell = {"url": game["url"], "points": points}
                    cells.setdefault(number, {}).setdefault(other, []).append(cell)
    return cells


def courses(data: dict[str, Any], count: int) -> list[list[dict[str, Any] | None]]:
    """What everybody did in each round."""
    found: list[list[dict[str, Any] | None]] = [[None] * len(data["played"]) for _ in range(count)]
    for number, games in enumerate(data["played"]):
        for game in games:
            for seat, entrant in enumerate(game["entrants"]):
                if entrant is not None:
                    points = None if game["points"] is None else game["points"][seat]
                    others = [other for other in game["entrants"] if other != entrant]
                    found[entrant][number] = {
                        "url": game["url"], "points": points, "others": others, "how": game["how"], "seat": seat,
                    }  # fmt: skip
    return found

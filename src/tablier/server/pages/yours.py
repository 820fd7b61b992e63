"""The pages about whoever looks: the name they keep, their devices, their games, and the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.core.words import word
from tablier.server.authority.limits import MOST_TABLES
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.pages import pictures
from tablier.server.pages.boxes import in_order
from tablier.server.pages.routes import SVG, Pages, kept, number, row, say, titled
from tablier.server.people.errands import Errands
from tablier.server.people.passkeys import site
from tablier.server.people.tally import GameTally, fate, tallies

PAGE, MOST_RESULTS = 30, 5_000
JOINED = "/you/join/{token}"


def router(pages: Pages, errands: Errands) -> APIRouter:
    """All of them, as routes."""
    yours = Yours(pages, errands)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/you": yours.you,
        "/you/games": yours.games,
        "/you/delete": yours.leaving,
        "/you/gone": yours.gone,
        JOINED: yours.join,
        f"{JOINED}/code.svg": yours.code,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class Yours:
    """The pages."""

    def __init__(self, pages: Pages, errands: Errands) -> None:
        self.pages, self.errands, self.people, self.domain = pages, errands, errands.people, pages.hub.settings.domain
        self.store = errands.store

    async def you(self, request: Request) -> Response:
        """Who one is, and on which devices."""
        visitor, language = visitors.visitor(request), visitors.language(request)
        person = await self.people.person(visitor)
        mine = visitor if person else ""
        return self.pages.page(
            request,
            "you.html",
            person=person is not None,
            since=dated(person.made, language) if person else "",
            apart=number(request.query_params.get("apart")) or 0,
            device=visitors.device(request),
            devices=await self.people.devices.all(mine) if mine else [],
            passkeys=await self.people.passkeys.all(mine) if mine else [],
            passkeys_here=site(request.url.scheme, request.headers.get("host", ""), self.domain) is not None,
            has_code=bool(mine) and await self.people.codes.has_recovery(mine),
            date=lambda moment: dated(moment, language),
        )

    # Another device

    async def join(self, request: Request, token: str) -> Response:
        """A link that makes this browser somebody's device."""
        language, already = visitors.language(request), visitors.called(request)
        try:
            person = await self.people.person(await self.people.codes.owner(token))
        except Refused:
            return self.pages.fault(request, "device")
        title = say(language, "you.join_nameless")
        if person is not None and person.name:
            title = say(language, "you.join", name=person.name)
        return self.pages.page(
            request,
            "join.html",
            title=title,
            already=say(language, "you.join_already", name=already) if already else "",
            tables=await asyncio.wrap_future(self.store.running(visitors.visitor(request))),
            post=JOINED.format(token=token),
        )

    async def code(self, request: Request, token: str) -> Response:
        """The same link, to be scanned."""
        self.pages.gate.count(request, "pictures")
        await self.people.codes.owner(token)
        return kept(request, pictures.code(f"{request.base_url}you/join/{token}"), SVG)

    # Games

    async def games(self, request: Request) -> Response:
        """The games of whoever looks, and what they add up to."""
        visitor, language = visitors.visitor(request), visitors.language(request)
        game, before = request.query_params.get("game", ""), moment(request.query_params.get("before"))
        counted = await self.errands.results.is_counted(visitor)
        listed = await asyncio.wrap_future(self.store.listed(visitor, MOST_TABLES, False))
        results = await self.errands.results.of(visitor, MOST_RESULTS)
        ended = await self.errands.results.of(visitor, PAGE, game, before)
        here = self.pages.games()
        running = [one for one in listed if game in ("", one.setup.game) and one.setup.game in here and not before]
        played = in_order([game for game in here if game in {one["game"] for one in results}])
        return self.pages.page(
            request,
            "mine.html",
            filters=filters(played, game, language),
            counted=counted,
            words={name: say(language, f"games.{name}") for name in ("played", "won", "drawn", "lost")},
            running=[row(one, visitor, language) for one in running],
            finished=[result_row(one, visitor, language) for one in ended if one["game"] in here],
            older=address(game, ended[-1]["ended"]) if len(ended) == PAGE else "",
            later=address(game) if before else "",
            tallies=[shown(one, language) for one in tallies(results, visitor) if one.game in here],
        )

    # Leaving

    def leaving(self, request: Request) -> Response:
        """What becomes of what is kept, and the question whether it is meant."""
        return self.pages.page(request, "leaving.html")

    def gone(self, request: Request) -> Response:
        """All is deleted."""
        language = visitors.language(request)
        title, sentence = say(language, "you.gone"), say(language, "you.gone_sentence")
        return self.pages.page(request, "error.html", title=title, sentence=sentence, link="", link_text="")


def dated(moment: float, language: str) -> str:
    """A day as people write it."""
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.day} {say(language, 'months').split(',')[day.month - 1]} {day.year}"


def moment(text: str | None) -> float | None:
    """A moment in a query, if it is one."""
    try:
        found = float(text or "")
    except ValueError:
        return None
    return found if 0 < found < 1e12 else None


def address(game: str, before: float | None = None) -> str:
    """The page of somebody's games, of one game alone, before a moment."""
    parts = [f"game={game}"] if game else []
    parts += [f"before={before!r}"] if before else []
    return "/you/games" + ("?" + "&".join(parts) if parts else "")


def filters(games: list[str], chosen: str, language: str) -> list[dict[str, Any]]:
    """The ways to look at one game alone."""
    named = [("", say(language, "games.all")), *((game, titled(game, language)) for game in games)]
    return [{"url": address(game), "text": text, "chosen": game == chosen} for game, text in named]


def result_row(result: dict[str, Any], visitor: str, language: str) -> dict[str, Any]:
    """A game that is over, in the list."""
    ended, ending = datetime.fromtimestamp(result["ended"], UTC), fate(result, visitor)
    return {
        "url": f"/t/{result['table']}",
        "game": result["game"],
        "title": result["title"] or titled(result["game"], language),
        "players": ", ".join(others(result, visitor, language)),
        "fate": ending,
        "ended": say(language, f"games.fate.{ending}"),
        "date": dated(result["ended"], language),
        "moment": ended.isoformat(timespec="seconds"),
    }


def others(result: dict[str, Any], visitor: str, language: str) -> list[str]:
    """With whom somebody has played."""
    seats = [(number, seat) for number, seat in enumerate(result["seats"]) if visitor not in seat["owners"]]
    return [opponent(result["game"], number, seat, language) for number, seat in seats]


def opponent(game: str, number: int, seat: dict[str, Any], language: str) -> str:
    """What somebody is called in the list: by name, as a bot, or after the seat."""
    if seat["name"]:
        return str(seat["name"])
    if seat["level"]:
        return say(language, "shelf.bot", level=seat["level"])
    return word(f"{game}.seat.{number}").say(language)


def shown(tally: GameTally, language: str) -> dict[str, Any]:
    """What somebody has made of a game."""
    return {
        "game": tally.game,
        "title": titled(tally.game, language),
        "all": tally.all,
        "people": tally.people,
        "bots": sorted(tally.bots.items()),
        "seats": sorted(tally.seats.items()),
        "streak": tally.streak,
        "longest": tally.longest,
    }

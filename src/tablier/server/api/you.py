"""The interface to what is kept of whoever asks: their games, what they add up to, all to take along; and reports."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from tablier.core.errors import Error
from tablier.server.api import replay, wishes
from tablier.server.api.routes import player_name, table_data
from tablier.server.authority.events import Event, Stored
from tablier.server.authority.limits import MOST_TABLES
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.people import belongings, reports
from tablier.server.people.errands import Errands
from tablier.server.people.reports import Target
from tablier.server.people.tally import GameTally, Score, fate, tallies
from tablier.server.tables.hub import Hub

PAGE, MOST_RESULTS = 50, 5_000
GAME_KEY = "^[a-z][a-z0-9_]{0,59}$"

Before = Annotated[float | None, Query(ge=0, allow_inf_nan=False)]
"""Results that are older than this, in seconds since 1970."""
GameQuery = Annotated[str | None, Query(pattern=GAME_KEY)]


def router(hub: Hub, gate: Gate, errands: Errands) -> APIRouter:
    """All of it, as routes."""
    you = You(hub, gate, errands)
    routes = APIRouter()
    looks: dict[str, Callable[..., Any]] = {
        "/api/you": you.who,
        "/api/you/games": you.games,
        "/api/you/statistics": you.statistics,
    }
    for path, answer in looks.items():
        routes.add_api_route(path, answer, methods=["GET"])
    routes.add_api_route("/api/you/data", you.data, methods=["GET"], response_class=StreamingResponse)
    routes.add_api_route("/api/tables/{table}/reports", you.report, methods=["POST"], status_code=201)
    return routes


class You:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate, errands: Errands) -> None:
        self.hub, self.gate, self.errands = hub, gate, errands

    async def who(self, request: Request) -> dict[str, Any]:
        """Who asks."""
        name, running = visitors.called(request), await self._running(request)
        return {"name": name or None, "running": len(running), "your_turn": sum(one.your_turn for one in running)}

    async def _running(self, request: Request) -> Sequence[Any]:
        """The running tables of whoever asks."""
        return await asyncio.wrap_future(self.hub.store.listed(visitors.visitor(request), MOST_TABLES, False))

    async def games(self, request: Request, game: GameQuery = None, before: Before = None) -> dict[str, Any]:
        """The games of whoever asks."""
        visitor, language = visitors.visitor(request), visitors.language(request)
        running = [] if before else [one for one in await self._running(request) if game in (None, one.setup.game)]
        results = await self.errands.results.of(visitor, PAGE, game or "", before)
        return {
            "running": [table_data(one, language) for one in running],
            "finished": [result_data(one, visitor, language) for one in results],
            "before": results[-1]["ended"] if len(results) == PAGE else None,
            "counted": await self.errands.results.is_counted(visitor),
        }

    async def statistics(self, request: Request) -> list[dict[str, Any]]:
        """What the games of whoever asks add up to."""
        visitor = visitors.visitor(request)
        await self.errands.results.is_counted(visitor)
        results = await self.errands.results.of(visitor, MOST_RESULTS)
        return [tally_data(tally) for tally in tallies(results, visitor)]

    async def report(self, request: Request, table: str, wish: wishes.NewReport) -> dict[str, str]:
        """Something for operators to see."""
        self.gate.admit(request, "reports")
        here, target = await self.hub.open(table), Target(wish.seat, wish.spectator)
        who = visitors.visitor(request), target
        await reports.report(self.hub.store, here.table, *who, wish.thing, wish.text, self.hub.clock())
        return {"status": "kept"}

    # All that is somebody's

    async def data(self, request: Request) -> StreamingResponse:
        """All that is kept of whoever asks, written as it is read."""
        self.gate.admit(request, "exports")
        headers = {"content-disposition": 'attachment; filename="tablier.json"'}
        return StreamingResponse(self._written(request), media_type="application/json", headers=headers)

    async def _written(self, request: Request) -> AsyncIterator[str]:
        """The same, piece by piece: documents first, then tables one after the other."""
        visitor, language, store = visitors.visitor(request), visitors.language(request), self.hub.store
        kept = await belongings.taken_along(store, visitor)
        yield f'{{"you": {json.dumps(visitor)},\n"kept": {json.dumps(kept, ensure_ascii=False, indent=1)},\n"tables": ['
        comma = ""
        for name in await asyncio.wrap_future(store.mentioning(visitor)):
            told = await self._table(name, visitor, language)
            yield f"{comma}\n{json.dumps(told, ensure_ascii=False)}"
            comma = ","
        yield "\n]}\n"

    async def _table(self, name: str, visitor: str, language: str) -> dict[str, Any]:
        """What somebody takes along of a table: the game as they may keep it, and what they have said."""
        stored = await asyncio.wrap_future(self.hub.store.load(name))
        if stored is None:
            return {"table": name}
        try:
            return await asyncio.to_thread(partial(table_of, stored, visitor, language, self.hub.settings.patience))
        except Error as error:
            return {"table": name, "game": stored.setup.game, "fault": error.say(language)}


def table_of(stored: Stored, visitor: str, language: str, patience: float) -> dict[str, Any]:
    """What somebody takes along of a table as it is kept."""
    table = Table(stored.setup, stored.events, patience, stored.chat)
    seats = table.seats_of(visitor)
    told: dict[str, Any] = {"table": stored.setup.table, "game": stored.setup.game, "seats": seats}
    said = [event for event in (*stored.events, *stored.chat) if event.kind in ("chat", "said")]
    told["said"] = [{"at": one.at, "text": one.text} for one in said if is_own(one, seats, visitor)]
    return told | ({"text": replay.text(table, visitor, language, None)} if seats else {})


def is_own(event: Event, seats: Sequence[int], visitor: str) -> bool:
    """Whether somebody has said something."""
    return event.visitor == visitor if event.seat is None else event.seat in seats


def result_data(result: dict[str, Any], visitor: str, language: str) -> dict[str, Any]:
    """A game that is over, for somebody who played it."""
    seats = result["seats"]
    names = [called(seat, number, result["game"], language) for number, seat in enumerate(seats)]
    return {
        "table": result["table"], "url": f"/t/{result['table']}", "replay": f"/t/{result['table']}/replay",
        "game": result["game"], "name": result["title"], "ended": round(result["ended"], 1),
        "fate": fate(result, visitor), "players": names, "scores": result["scores"],
        "yours": [number for number, seat in enumerate(seats) if visitor in seat["owners"]],
    }  # fmt: skip


def called(seat: dict[str, Any], number: int, game: str, language: str) -> str:
    """What a player is called in a list of results."""
    kind = "bot" if seat["level"] else "link"
    return player_name({"name": seat["name"], "kind": kind, "level": seat["level"]}, game, number, language)


def tally_data(tally: GameTally) -> dict[str, Any]:
    """What somebody has made of a game."""
    return {
        "game": tally.game, "all": score_data(tally.all), "people": score_data(tally.people),
        "bots": {str(level): score_data(score) for level, score in sorted(tally.bots.items())},
        "seats": {str(count): score_data(score) for count, score in sorted(tally.seats.items())},
        "streak": tally.streak, "longest": tally.longest,
    }  # fmt: skip


def score_data(score: Score) -> dict[str, int]:
    """Games won, drawn and lost."""
    return {"played": score.played, "won": score.won, "drawn": score.drawn, "lost": score.lost}

"""The interface for browsers and programs: JSON over HTTP, and a WebSocket for each table."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import RedirectResponse

from tablier.core import registry
from tablier.core.errors import Error
from tablier.core.match import Match
from tablier.core.options import Option
from tablier.core.words import LANGUAGES, seat_word, word
from tablier.server.api import analysis, archive, editor, films, lessons, messages, workshop
from tablier.server.authority import limits, making, starting
from tablier.server.authority.making import Wish
from tablier.server.authority.refusals import Refused, described
from tablier.server.authority.shelf import seat_name
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.people.bans import PLAY, TALK
from tablier.server.people.persons import People
from tablier.server.ratings.counting import countable
from tablier.server.store.protocol import Listed
from tablier.server.tables import links, taking
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub
from tablier.server.tables.outlets import REFUSED, STORAGE_FULL, TRY_AGAIN, WIRE
from tablier.server.telling.writing import written

CLOSING = {429: TRY_AGAIN, 503: TRY_AGAIN, 507: STORAGE_FULL}
"""How a socket is closed that is refused with a status; others are closed for good."""
GONE = (WebSocketDisconnect, RuntimeError)
"""What is raised when the other side has hung up."""
UNSENT = 400  # messages that may wait for a slow connection
BOX_FIELDS = ("minutes", "age", "year", "estimates")


def router(hub: Hub, gate: Gate, people: People) -> APIRouter:
    """All of the interface, as routes."""
    api = Api(hub, gate, people)
    routes = APIRouter()
    looks: dict[str, Callable[..., Any]]
    looks = {"/health": api.health, "/api/games": api.games, "/api/games/{game}": api.game, "/api/tables": api.tables}
    for path, answer in looks.items():
        routes.add_api_route(path, answer, methods=["GET"])
    routes.add_api_route("/api/tables", api.make, methods=["POST"], status_code=201)
    changes: dict[str, Callable[..., Any]] = {
        "/api/seats/{token}/claim": api.claim,
        "/api/tables/{table}/device": api.device_link,
        "/api/devices/{token}": api.add_device,
        "/api/tables/{table}/rematch": api.rematch,
        "/play/{game}": api.play,
    }
    for path, answer in changes.items():
        routes.add_api_route(path, answer, methods=["POST"])
    routes.include_router(archive.router(hub, gate))
    routes.include_router(editor.router(gate))
    routes.include_router(workshop.router(hub, gate))
    routes.include_router(lessons.router(gate))
    routes.include_router(analysis.router(hub, gate))
    routes.include_router(films.router(gate))
    routes.add_api_websocket_route("/api/tables/{table}/live", api.live)
    return routes


class Api:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate, people: People) -> None:
        self.hub, self.gate, self.people = hub, gate, people
        self.renaming: set[asyncio.Task[None]] = set()

    async def health(self) -> dict[str, Any]:
        """Whether the server is well."""
        node, tables = self.hub.node, len(self.hub.open_tables)
        told = {"node": node.name, "owned": len(node.owned) if node.name else tables}
        return {"status": "ok", "tables": tables, **told, "ready": sorted(self.gate.shelf.ready)}

    async def games(self, request: Request) -> list[dict[str, Any]]:
        """The games on the shelf."""
        shelf, language = self.gate.shelf, visitors.language(request)
        return [game_data(key, key in shelf.ready, language) for key in shelf.games]

    async def game(self, request: Request, game: str) -> dict[str, Any]:
        """A game with all that can be chosen."""
        self._refuse_unknown(game)
        return choices_data(game, game in self.gate.shelf.ready, visitors.language(request))

    def _refuse_unknown(self, game: str) -> None:
        """Refuse an address that names no game, or one that is not on the shelf."""
        if game not in registry.keys():  # noqa: SIM118
            raise Refused("server.request.unknown", 404)
        self.gate.shelf.refuse_absent(game)

    async def tables(self, request: Request) -> list[dict[str, Any]]:
        """My tables, newest first."""
        language = visitors.language(request)
        return [table_data(listed, language) for listed in await self.hub.listed(visitors.visitor(request))]

    async def make(self, request: Request, wish: messages.NewTable) -> dict[str, Any]:
        """A new table."""
        self.gate.admit(request, "tables")
        self.gate.refuse_banned(request, PLAY)
        seats = [Wish(seat.kind, seat.level, await self._name(request, seat.name, seat.kind)) for seat in wish.seats]
        self.gate.shelf.refuse_withheld(wish.game)
        beginning = await self._beginning(request, wish)
        if beginning is not None:
            seats = starting.agreed(beginning, wish.game, seats, wish.options)
        visitor, now = visitors.visitor(request), self.hub.clock()
        game = wish.game if beginning is None else beginning.game
        clock = None if wish.clock is None else wish.clock.plan()
        setup = making.arranged(game, seats, wish.options, visitor, now, wish.name, wish.order, beginning, clock)
        here = await self.hub.make(countable(making.with_strangers(setup, wish.open, wish.rated)))
        return made_data(here)

    async def _name(self, request: Request, name: str, kind: str = "me") -> str:
        """How somebody is called at a table: as they wish if nobody else keeps that name, else by the one they keep."""
        if name and kind != "bot":
            await self.people.refuse_name(visitors.visitor(request), name)
        return name or (visitors.called(request) if kind == "me" else "")

    async def _beginning(self, request: Request, wish: messages.NewTable) -> Match | None:
        """The match with which a new table begins, if not as usual."""
        start = wish.start
        if start is None:
            return None
        self.gate.admit(request, "readings")
        if start.position is not None:
            self.gate.shelf.refuse_unprepared(start.position.get("game"))
            return starting.at_position(start.position)
        self.gate.shelf.refuse_unprepared(starting.game_of(start.text or ""))
        return await asyncio.to_thread(starting.in_text, start.text or "", start.number)

    async def play(self, request: Request, game: str) -> Response:
        """A table at one touch."""
        self.gate.admit(request, "tables")
        self.gate.refuse_banned(request, PLAY)
        self._refuse_unknown(game)
        who = visitors.visitor(request), self.hub.clock(), visitors.called(request)
        here = await self.hub.make(making.one_touch(game, *who))
        return RedirectResponse(url(here.table.setup.table), 303)

    async def claim(self, request: Request, token: str, who: messages.Claim) -> dict[str, str]:
        """A seat taken."""
        self.gate.admit(request)
        self.gate.refuse_banned(request, PLAY)
        name = await self._name(request, who.name)
        return {"url": url(await links.claim(self.hub, token, visitors.visitor(request), name))}

    async def device_link(self, request: Request, table: str) -> dict[str, str]:
        """A link for a second device."""
        self.gate.admit(request)
        return {"link": f"/device/{await links.device_link(self.hub, table, visitors.visitor(request))}"}

    async def add_device(self, request: Request, token: str) -> dict[str, str]:
        """A second device."""
        self.gate.admit(request)
        return {"url": url(await links.add_device(self.hub, token, visitors.visitor(request)))}

    async def rematch(self, request: Request, table: str) -> dict[str, str]:
        """Another game."""
        self.gate.admit(request, "tables")
        self.gate.refuse_banned(request, PLAY)
        return {"url": url(await links.rematch(self.hub, table, visitors.visitor(request)))}

    # The socket of a table

    async def live(self, socket: WebSocket, table: str) -> None:
        """A viewer's connection to a table, from beginning to end."""
        if not self.gate.is_ours(socket):
            await socket.close(1008)
            return
        await taking.arrive(self.hub, table)
        await socket.accept()
        wire = socket.scope.get("extensions", {}).get(WIRE)
        outlet = wire or Queue()
        asked = socket.query_params.get("language", "")
        language = asked if asked in LANGUAGES else visitors.language(socket)
        who = visitors.visitor(socket), language
        connection = Connection(*who, address=visitors.address(socket), device=visitors.device(socket), outlet=outlet)
        number = socket.query_params.get("number", "")
        try:
            known = int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else None
            here = await self.hub.connect(table, connection, known)
        except Error as error:
            told = described(error, language)
            self.hub.metrics.refused(told["code"])
            await socket.send_text(written({"type": "refused", **told}).decode())
            await socket.close(CLOSING.get(getattr(error, "status", 0), REFUSED))
            return
        hear = partial(self._heard, here, connection)
        try:
            if isinstance(outlet, Queue):
                await outlet.converse(socket, listen(socket, hear))
            else:
                outlet.hear = hear
                await listen(socket, hear)
            with contextlib.suppress(*GONE):
                await socket.close(connection.closing)
        finally:
            self.hub.disconnect(here, connection)
            connection.outlet = None

    def _heard(self, here: OpenTable, connection: Connection, text: str | None) -> None:
        """Do what somebody asks for, or say why not."""
        who = connection.visitor, connection.address
        try:
            self.gate.meters.take("messages", *who)
            if text is None:
                raise Refused("server.request.malformed", 422, detail="text")
            if len(text.encode(errors="replace")) > limits.MESSAGE_BYTES:
                raise Refused("server.limits.size", 413)
            command = messages.read(text)
            if command["type"] in ("chat", "name"):
                self.gate.meters.take("chats", *who)
                self.gate.bans.refuse(TALK, *who)
            if command["type"] == "name" and command["name"]:
                task = asyncio.create_task(self._rename(here, connection, command))
                self.renaming.add(task)
                task.add_done_callback(self.renaming.discard)
                return
            self.hub.command(here, connection, command)
        except Error as error:
            self.hub.refuse(connection, error)

    async def _rename(self, here: OpenTable, connection: Connection, command: dict[str, Any]) -> None:
        """Give somebody at a table another name, unless somebody else keeps it."""
        try:
            await self.people.refuse_name(connection.visitor, command["name"])
            self.hub.command(here, connection, command)
        except Error as error:
            self.hub.refuse(connection, error)


async def listen(socket: WebSocket, hear: Callable[[str | None], None]) -> None:
    """Pass on what comes in, one after the other, until the other side has hung up."""
    with contextlib.suppress(*GONE):
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            hear(message.get("text"))


class Queue:
    """The way to somebody's screen under any server: what is to be sent waits for a task that sends it."""

    lag = 0.0  # nobody measures it here

    def __init__(self) -> None:
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(UNSENT)

    def write(self, texts: Sequence[bytes]) -> None:
        """Have messages sent; who is too slow is cut off."""
        try:
            for text in texts:
                self.outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the connection, after what it was to be told if that is not too much."""
        while self.outgoing.full():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(None)

    async def converse(self, socket: WebSocket, receiving: Coroutine[Any, Any, None]) -> None:
        """Send and receive until either side has had enough."""
        tasks = {asyncio.create_task(self._send(socket)), asyncio.create_task(receiving)}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _send(self, socket: WebSocket) -> None:
        """Send what is waiting, until the connection is hung up."""
        with contextlib.suppress(*GONE):
            while (text := await self.outgoing.get()) is not None:
                await socket.send_text(text.decode())


def url(table: str) -> str:
    """The page of a table."""
    return f"/t/{table}"


def made_data(here: OpenTable) -> dict[str, Any]:
    """A new table as it is told to whoever made it."""
    setup = here.table.setup
    seats = [
        {"seat": number, "kind": place.kind, "link": f"/seat/{place.token}" if place.token else None}
        for number, place in enumerate(setup.places)
    ]
    return {"table": setup.table, "url": url(setup.table), "seats": seats}


def game_data(key: str, ready: bool, language: str) -> dict[str, Any]:
    """A game as it stands on the shelf."""
    game = registry.load(key)
    told = {name: word(f"{key}.{name}").say(language) for name in ("name", "tagline", "author")}
    extras = {name: getattr(game.box, name) for name in BOX_FIELDS}
    return {"key": key, **told, "seats": list(game.seats), "hidden": game.hidden, "ready": ready, **extras}


def choices_data(key: str, ready: bool, language: str) -> dict[str, Any]:
    """A game with its seats, options and presets."""
    game = registry.load(key)
    presets = [
        {"key": preset.key, "name": preset.words.say(language), "seats": preset.seats, "options": preset.options}
        for preset in game.box.presets
    ]
    return game_data(key, ready, language) | {
        "titles": [seat_word(key, seat).say(language) for seat in range(max(game.seats))],
        "options": [option_data(option, language) for option in game.options.TABLE],
        "presets": presets,
    }


def option_data(option: Option, language: str) -> dict[str, Any]:
    """An option of a game and its values."""
    return {
        "name": option.name,
        "sentence": option.words.say(language),
        "default": option.default,
        "values": [{"value": value, "name": option.named(value).say(language)} for value in option.values],
        "most": option.most,
        "own": option.own is not None,
    }


def table_data(listed: Listed, language: str) -> dict[str, Any]:
    """A table in a list."""
    setup = listed.setup
    known = enumerate(json.loads(listed.players))
    players = [player_name(player, setup.game, seat, language) for seat, player in known]
    return {
        "table": setup.table,
        "url": url(setup.table),
        "game": setup.game,
        "name": setup.title(language),
        "your_turn": listed.your_turn,
        "over": listed.over,
        "players": players,
        "moved": round(listed.moved, 1),
    }


def player_name(player: dict[str, Any], game: str, seat: int, language: str) -> str:
    """What a player is called in a list."""
    if player["name"]:
        return str(player["name"])
    if player["kind"] == "bot":
        return word("server.seat.bot", level=player["level"]).say(language)
    return seat_name(game, seat, language)

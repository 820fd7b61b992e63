"""The pages around the tables: the shelf, the games, invitations; and the pictures that they show."""

import hashlib
import json
from asyncio import wrap_future
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool

from tablier.core.diagrams import diagrams
from tablier.core.errors import Error
from tablier.core.lessons import lesson
from tablier.core.registry import ASIDE, load
from tablier.core.words import LANGUAGES, seat_word, word
from tablier.server.authority.limits import TEXT_LENGTH
from tablier.server.authority.refusals import Refused, described, preparing
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.pages import boxes, pictures, previews
from tablier.server.pages.booklet import DIAGRAM_FILE, booklet
from tablier.server.store.protocol import Listed, Token
from tablier.server.tables import links
from tablier.server.tables.hub import Hub
from tablier.web import TEMPLATES

TABLES_SHOWN = 6
LONGEST_NUMBER = 4  # digits
LATER = (429, 503)  # what is refused in this way may be asked for again
SVG, CSS = "image/svg+xml", "text/css"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a picture may do that is opened by itself: only bring its own styles."""


def router(pages: "Pages") -> APIRouter:
    """All pages, as routes."""
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/": pages.shelf,
        "/games/{game}": pages.game,
        "/games/{game}/editor": pages.editor,
        "/games/{game}/workshop": pages.workshop,
        "/games/{game}/learn": pages.learn,
        "/games/{game}/{picture}": pages.picture,
        "/t/{table}": pages.table,
        "/t/{table}/replay": pages.replay,
        "/replay": pages.upload,
        "/dice": pages.dice,
        "/seat/{token}": pages.seat,
        "/device/{token}": pages.device,
        "/{kind}/{token}/code.svg": pages.code,
        "/language/{language}": pages.set_language,
        "/theme/{theme}": pages.set_theme,
        "/{path:path}": pages.nowhere,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class Pages:
    """The pages of one server."""

    def __init__(self, hub: Hub, gate: Gate) -> None:
        self.hub, self.gate = hub, gate
        loader = FileSystemLoader(TEMPLATES)
        self.templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    # The shelf and the games

    async def shelf(self, request: Request) -> Response:
        """The boxes, and the tables of whoever looks."""
        language, players = visitors.language(request), number(request.query_params.get("players"))
        tables = await self.hub.listed(visitors.visitor(request))
        return self.page(
            request,
            "shelf.html",
            boxes=[self.lid(key, language) for key in boxes.fitting(self.games(), players)],
            filters=boxes.filters(self.games(), players, say(language, "shelf.all")),
            tables=[row(table, visitors.visitor(request), language) for table in tables[:TABLES_SHOWN]],
            aside={key: [fault.say(language) for fault in faults] for key, faults in ASIDE.items()},
        )

    async def game(self, request: Request, game: str) -> Response:
        """What a game is about, its rules, and a form to set a table."""
        if game not in self.games():
            return self.fault(request, "game")
        language, loaded, ready = visitors.language(request), load(game), game in self.gate.shelf.ready
        return self.page(
            request,
            "game.html",
            box=self.lid(game, language),
            intro=[sentence.say(language) for sentence in loaded.box.intro],
            estimates=boxes.estimates(loaded, language),
            booklet=booklet(game, language, ready),
            moments=await run_in_threadpool(moments, game, language, ready),
            presets=boxes.presets(loaded, language),
            titles=boxes.titles(loaded, language),
            levels=boxes.levels(language),
            options=boxes.fields(loaded, language),
            editable=loaded.editing is not None,
            drawable=loaded.workshop is not None,
            learnable=lesson(game) is not None,
        )

    def learn(self, request: Request, game: str) -> Response:
        """A game taught step by step."""
        if game not in self.games() or lesson(game) is None:
            return self.fault(request, "game")
        return self.page(request, "learn.html", box=self.lid(game, visitors.language(request)))

    def editor(self, request: Request, game: str) -> Response:
        """The board, the tools, and a form to play what was set up."""
        return self.bench(request, game, "editor.html", "editing")

    def workshop(self, request: Request, game: str) -> Response:
        """The same for a board of one's own."""
        return self.bench(request, game, "workshop.html", "workshop")

    def bench(self, request: Request, game: str, template: str, part: str) -> Response:
        """Something to be set up by hand, if the game has that part."""
        if game not in self.games() or getattr(load(game), part) is None:
            return self.fault(request, "game")
        language, loaded = visitors.language(request), load(game)
        return self.page(
            request,
            template,
            box=self.lid(game, language),
            editing=True,
            hidden=loaded.hidden,
            presets=(),
            titles=boxes.titles(loaded, language),
            levels=boxes.levels(language),
            options=boxes.fields(loaded, language),
        )

    async def picture(self, request: Request, game: str, picture: str) -> Response:
        """A game's art, its cover, or a position drawn by its own scene."""
        self.gate.count(request, "pictures")
        return await run_in_threadpool(self.drawn, request, game, picture)

    def drawn(self, request: Request, game: str, picture: str) -> Response:
        """A picture of a game."""
        if game not in self.games():
            return self.fault(request, "game")
        language = spoken(request)
        match picture:
            case "art.svg":
                return kept(request, pictures.art(game), SVG)
            case "art.css":
                return kept(request, pictures.style(game), CSS)
            case "cover.svg":
                return kept(request, pictures.cover(game, language, game in self.gate.shelf.ready), SVG)
            case "icon.svg":
                return kept(request, pictures.icon(game, game in self.gate.shelf.ready), SVG)
            case "middle.svg" | "end.svg" | "start.svg" if game not in self.gate.shelf.ready:
                raise preparing()
            case "middle.svg" | "end.svg":
                return kept(request, pictures.moment(picture.removesuffix(".svg"), game, language), SVG)
            case "start.svg":
                return start(request, game, language)
        return self.diagram(request, game, picture, language)

    def diagram(self, request: Request, game: str, picture: str, language: str) -> Response:
        """A diagram of the rules."""
        name = picture.removeprefix("diagram-").removesuffix(".svg")
        if picture != DIAGRAM_FILE.format(name=name) or name not in diagrams(game):
            return self.fault(request, "page")
        if game not in self.gate.shelf.ready:
            raise preparing()
        return kept(request, pictures.diagram(game, name, language), SVG)

    # Tables and links

    async def table(self, request: Request, table: str) -> Response:
        """The table itself, for players and spectators alike."""
        game = await self.game_of(table)
        if game is None:
            return self.fault(request, "table")
        language = visitors.language(request)
        learnable = lesson(game) is not None
        return self.page(
            request, "table.html", table=table, game=game, name=titled(game, language), learnable=learnable
        )

    async def replay(self, request: Request, table: str) -> Response:
        """A table from its beginning, move by move."""
        game = await self.game_of(table)
        if game is None:
            return self.fault(request, "table")
        language = visitors.language(request)
        name, levels = titled(game, language), boxes.levels(language)
        return self.page(request, "replay.html", table=table, game=game, name=name, levels=levels)

    def upload(self, request: Request) -> Response:
        """A form for a saved game, which is then shown in its place."""
        levels = boxes.levels(visitors.language(request))
        return self.page(request, "upload.html", name="", levels=levels, most=TEXT_LENGTH)

    def dice(self, request: Request) -> Response:
        """How dice are drawn, and how to check them oneself."""
        return self.page(request, "dice.html")

    async def seat(self, request: Request, token: str) -> Response:
        """An invitation to a seat; whoever already sits there goes to the table."""
        try:
            link = await links.seat_token(self.hub, token)
        except Refused:
            return self.fault(request, "seat")
        game, owners = await self.game_of(link.table), await self.hub.owners_of(link.table, link.seat or 0)
        if game is None:
            return self.fault(request, "seat")
        if visitors.visitor(request) in owners:
            return RedirectResponse(f"/t/{link.table}", 303)
        return self.taken(request, link) if owners else self.invitation(request, link, game)

    def invitation(self, request: Request, link: Token, game: str) -> Response:
        """A seat that waits for somebody."""
        language = visitors.language(request)
        box = self.lid(game, language)
        return self.page(
            request,
            "seat.html",
            box=box,
            title=say(language, "seat.title", game=box.name),
            sentence=say(language, "seat.sentence", seat=seat_word(game, link.seat or 0)),
            post=f"/api/seats/{link.token}/claim",
        )

    def taken(self, request: Request, link: Token) -> Response:
        """A seat that somebody else has."""
        language = visitors.language(request)
        title, sentence, text = (say(language, f"seat.{key}") for key in ("taken", "taken_sentence", "watch"))
        url = f"/t/{link.table}"
        return self.page(request, "error.html", 410, title=title, sentence=sentence, link=url, link_text=text)

    async def device(self, request: Request, token: str) -> Response:
        """A link for a second device of one's own."""
        try:
            link = await links.device_token(self.hub, token)
        except Refused:
            return self.fault(request, "device")
        game = await self.game_of(link.table)
        if game is None:
            return self.fault(request, "device")
        box = self.lid(game, visitors.language(request))
        return self.page(request, "device.html", box=box, post=f"/api/devices/{token}")

    async def code(self, request: Request, kind: str, token: str) -> Response:
        """A link as a code to be scanned."""
        self.gate.count(request, "pictures")
        found = await wrap_future(self.hub.store.token(token))
        if found is None or found.kind != kind:
            return self.fault(request, "page")
        return kept(request, pictures.code(f"{request.base_url}{kind}/{token}"), SVG)

    async def game_of(self, table: str) -> str | None:
        """The game of a table, if there is such a table; refused if it is not on the shelf."""
        game = await self.hub.game_of(table)
        if game is not None:
            self.gate.shelf.refuse_absent(game)
        return game

    # Language and light

    def set_language(self, request: Request, language: str) -> Response:
        """Choose a language, and stay on the page."""
        return self.chosen(request, visitors.LANGUAGE, language, LANGUAGES)

    def set_theme(self, request: Request, theme: str) -> Response:
        """Choose light or dark, and stay on the page."""
        return self.chosen(request, visitors.THEME, theme, visitors.THEMES)

    def chosen(self, request: Request, cookie: str, value: str, known: tuple[str, ...]) -> Response:
        """Keep a choice in a cookie that scripts can read."""
        if value not in known:
            return self.fault(request, "page")
        response = RedirectResponse(came_from(request), 303)
        response.set_cookie(cookie, value, max_age=visitors.YEAR, samesite="lax", secure=request.url.scheme == "https")
        return response

    def nowhere(self, request: Request, path: str) -> Response:
        """Any other address: a page for people, a refusal for programs."""
        if path.startswith("api/"):
            raise HTTPException(404)
        return self.fault(request, "page")

    # How pages are made

    def games(self) -> list[str]:
        """The games on the shelf."""
        return boxes.in_order(self.gate.shelf.games)

    def lid(self, game: str, language: str) -> boxes.Lid:
        """A game's box as it stands on the shelf now."""
        return boxes.lid(game, language, game in self.gate.shelf.ready)

    def fault(self, request: Request, what: str) -> Response:
        """A friendly page for what is not there."""
        language = visitors.language(request)
        title, sentence = say(language, "fault.title"), say(language, f"fault.{what}")
        return self.page(request, "error.html", 404, title=title, sentence=sentence, link="", link_text="")

    def refusal(self, request: Request, sentence: str, status: int) -> Response:
        """A page for what was asked for and is not done."""
        title = say(visitors.language(request), "fault.wait" if status in LATER else "fault.refused")
        return self.page(request, "error.html", status, title=title, sentence=sentence, link="", link_text="")

    def page(self, request: Request, template: str, status: int = 200, **context: Any) -> Response:
        """A page from its template, in the language and light of whoever looks."""
        language = visitors.language(request)
        context |= {"language": language, "theme": visitors.theme(request), "called": visitors.called(request)}
        context["say"] = lambda key, **args: say(language, key, **args)
        context["preview"] = previews.told(request, context, language)
        html = self.templates.get_template(template).render(context)
        return Response(html, status, {"Cache-Control": "private, no-cache"}, "text/html")


def say(language: str, key: str, **args: Any) -> str:
    """A text of the pages."""
    return word(f"pages.{key}", **args).say(language)


def titled(game: str, language: str) -> str:
    """The name of a game."""
    return word(f"{game}.name").say(language)


def number(text: str | None) -> int | None:
    """A small whole number in a query, if it is one."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def spoken(request: Request) -> str:
    """The language that an address asks for, or that of whoever looks."""
    asked = request.query_params.get("language")
    return asked if asked in LANGUAGES else visitors.language(request)


def came_from(request: Request) -> str:
    """The page of this site from which a request comes; else the shelf."""
    referer = request.headers.get("referer", "")
    if visitors.site(referer) != request.url.netloc:
        return "/"
    origin = urlsplit(referer)
    path = origin.path.replace("\\", "/")
    if not path.startswith("/") or path.startswith("//"):
        return "/"
    return f"{path}?{origin.query}" if origin.query else path


def row(table: Listed, visitor: str, language: str) -> dict[str, Any]:
    """A table in the list of somebody's tables."""
    status = "over" if table.over else "your_turn" if table.your_turn else "waiting"
    return {
        "url": f"/t/{table.setup.table}",
        "game": table.setup.game,
        "title": table.setup.title(language),
        "others": ", ".join(others(table, visitor, language)),
        "your_turn": table.your_turn and not table.over,
        "status": say(language, f"shelf.{status}"),
    }


def others(table: Listed, visitor: str, language: str) -> list[str]:
    """With whom somebody sits at a table, as far as they have names."""
    seats = zip(table.setup.places, json.loads(table.players), strict=True)
    found = [(place, player["name"]) for place, player in seats if visitor not in place.owners]
    bots = (say(language, "shelf.bot", level=place.level) if place.kind == "bot" else "" for place, _ in found)
    return [name or bot for (_, name), bot in zip(found, bots, strict=True) if name or bot]


def moments(game: str, language: str, ready: bool) -> dict[str, str]:
    """The pictures for the rules, by name, with what they show."""
    told = {name: pictures.moment_words(name, game, language) if ready else "" for name in pictures.MOMENTS}
    return {name: f"{say(language, f'game.{name}')} {words}".strip() for name, words in told.items()}


def start(request: Request, game: str, language: str) -> Response:
    """The position in which a game with certain options begins, or what is wrong with them."""
    seats, options = number(request.query_params.get("seats")), request.query_params.get("options", "{}")
    try:
        return kept(request, pictures.start(game, seats, options, language), SVG)
    except Error as error:
        return JSONResponse({"error": described(error, visitors.language(request))}, 422)


def kept(request: Request, content: str, kind: str) -> Response:
    """A file that browsers keep, and ask about by its tag."""
    tag = f'"{hashlib.sha256(content.encode()).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if kind == SVG:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    return Response(content, 200, headers, kind)

"""What is shown of a page where its link is posted: a title, a sentence and, with the extra ``pictures``, a picture.

Of a table only what everybody may see is drawn: the game when it is over, until then the cover of its box.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import io
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response

from tablier import pictures
from tablier.core.errors import BadPosition
from tablier.core.match import Match
from tablier.core.puzzles import puzzles
from tablier.core.words import word
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.pages import pictures as drawn
from tablier.server.tables.glancing import glance

WIDTH, HEIGHT = 1200, 630  # pixels, as those who show links like them
PAPER = (246, 241, 231)
KEPT = 100  # pictures, of some 60 kB each
LONGEST_POSITION = 8_000  # characters of an address
LONGEST_NUMBER = 5  # digits
VIEW_BOX = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
NEEDED = ("resvg_py", "PIL")
A_WEEK, AN_HOUR = 604_800, 3_600  # seconds for which others may keep a picture


class Preview(NamedTuple):
    """What is shown of a page elsewhere. ``image``: the path of its picture on this server, if there is one."""

    title: str
    description: str
    image: str | None = None


def has_pictures() -> bool:
    """Whether pictures can be made here."""
    return all(find_spec(module) for module in NEEDED)


def told(request: Request, context: Mapping[str, Any], language: str) -> dict[str, str | None]:
    """The preview of a page, as its template takes it: the page's own, or what follows from what it shows."""
    found = context.get("preview") or of_page(request, context, language)
    site = str(request.base_url).rstrip("/")
    image = site + found.image if found.image and has_pictures() else None
    return {"title": found.title, "description": found.description, "image": image, "site": site}


def of_page(request: Request, context: Mapping[str, Any], language: str) -> Preview:
    """The preview of a table, of a game or of a position; of any other page, that of the house."""
    query, game = request.query_params, str(context.get("game", ""))
    if context.get("table") and game:
        ways = {name: query[name] for name in ("move",) if name in query}
        key = "replay" if "move" in query or request.url.path.endswith("/replay") else "table"
        path = f"/t/{context['table']}/preview.png{'?' + urlencode(ways) if ways else ''}"
        return Preview(context["name"], word(f"pages.preview.{key}").say(language), path)
    box = context.get("box")
    if 0 < len(query.get("position", "")) <= LONGEST_POSITION:
        name = box.name if box else "Tablier"
        return of_position(name, word("pages.preview.position").say(language), query["position"])
    if box is not None:
        return Preview(box.name, word(f"{box.key}.tagline").say(language), f"/preview/{box.key}.png")
    return Preview("Tablier", word("pages.description").say(language))


def of_position(title: str, description: str, packed: str) -> Preview:
    """The preview of anything that shows a position, as it stands in links."""
    return Preview(title, description, f"/preview/position.png?position={quote(packed)}")


def packed(position: str) -> str:
    """A position, given as JSON text, as it stands in links."""
    return base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")


def unpacked(text: str) -> str:
    """A position out of a link, as JSON text."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (binascii.Error, ValueError):
        raise BadPosition("core.position.json", detail="base64") from None


# Pictures


def router(pages: Any) -> APIRouter:
    """The pictures, as routes."""
    shown = Previews(pages)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/preview/position.png": shown.position,
        "/preview/{game}.png": shown.game,
        "/preview/{game}/{puzzle}.png": shown.puzzle,
        "/t/{table}/preview.png": shown.table,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


class Previews:
    """The pictures of one server: drawn one at a time, and kept as long as others are not looked at."""

    def __init__(self, pages: Any) -> None:
        self.pages, self.gate, self.hub = pages, pages.gate, pages.hub
        self.one = asyncio.Lock()
        self.kept: OrderedDict[str, bytes] = OrderedDict()

    async def game(self, request: Request, game: str) -> Response:
        """The cover of a game."""
        self.refuse(request)
        self.gate.shelf.refuse_absent(game)
        return await self.cover(game, visitors.language(request))

    async def cover(self, game: str, language: str) -> Response:
        """The cover of a game that is on the shelf."""
        svg = await asyncio.to_thread(drawn.cover, game, language, game in self.gate.shelf.ready)
        return await self.answer(svg, AN_HOUR)

    async def puzzle(self, request: Request, game: str, puzzle: str) -> Response:
        """The position of a puzzle, as whoever solves it knows it."""
        self.refuse(request)
        self.gate.shelf.refuse_absent(game)
        language, found = visitors.language(request), puzzles(game).get(puzzle)
        if found is None:
            raise Refused("server.request.unknown", 404)
        if game not in self.gate.shelf.ready:
            return await self.cover(game, language)
        svg = await asyncio.to_thread(lambda: found.match().svg(found.seat, language))
        return await self.answer(svg, A_WEEK)

    async def position(self, request: Request, position: str = "") -> Response:
        """A position that stands in the address."""
        self.refuse(request)
        if len(position) > LONGEST_POSITION:
            raise Refused("server.limits.size", 413)
        return await self.answer(await asyncio.to_thread(self.position_svg, unpacked(position), request), A_WEEK)

    def position_svg(self, position: str, request: Request) -> str:
        """A position as a drawing; of a game that has to be compiled first, none."""
        match = Match.from_position(position)
        self.gate.shelf.refuse_unprepared(match.game)
        return match.svg("everyone", visitors.language(request))

    async def table(self, request: Request, table: str, move: str = "") -> Response:
        """A table after so many moves, if its game is over and nothing of it hidden any more; else its game's cover."""
        self.refuse(request)
        self.gate.count(request, "readings")
        here, language = await glance(self.hub, table), visitors.language(request)
        game = here.setup.game
        self.gate.shelf.refuse_absent(game)
        if not here.shown or game not in self.gate.shelf.ready:
            return await self.cover(game, language)
        number = min(int(move), here.number) if move.isdecimal() and len(move) <= LONGEST_NUMBER else here.number
        svg = await asyncio.to_thread(lambda: here.match.at(number).svg("everyone", language))
        return await self.answer(svg, A_WEEK)

    def refuse(self, request: Request) -> None:
        """Refuse what comes too often, or cannot be drawn here."""
        self.gate.count(request, "pictures")
        if not has_pictures():
            raise Refused("server.request.unknown", 404)

    async def answer(self, svg: str, seconds: int) -> Response:
        """A drawing as a picture that others may keep for some time."""
        key = hashlib.sha256(svg.encode()).hexdigest()
        async with self.one:
            if key not in self.kept:
                self.kept[key] = await asyncio.to_thread(framed, svg)
            self.kept.move_to_end(key)
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
            content = self.kept[key]
        headers = {"Cache-Control": f"public, max-age={seconds}", "Cross-Origin-Resource-Policy": "cross-origin"}
        return Response(content, headers=headers, media_type="image/png")


def framed(svg: str) -> bytes:
    """A drawing in the middle of a picture of the usual size."""
    images = pictures.needed("PIL.Image")
    image = images.open(io.BytesIO(pictures.png(svg, fitting(svg)))).convert("RGB")
    image.thumbnail((WIDTH, HEIGHT))
    sheet = images.new("RGB", (WIDTH, HEIGHT), PAPER)
    sheet.paste(image, ((WIDTH - image.width) // 2, (HEIGHT - image.height) // 2))
    file = io.BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()


def fitting(svg: str) -> int:
    """How wide a drawing has to be to fit into the sheet."""
    box = VIEW_BOX.search(svg)
    ratio = float(box[1]) / float(box[2]) if box else 1.0
    return max(1, min(WIDTH, round(HEIGHT * ratio)))

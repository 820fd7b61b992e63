"""What programs need besides the description: pages of our documentation and two small bots, as ``docs`` has them."""

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from markdown_it.token import Token

from tablier.server.pages.booklet import parsed, written
from tablier.server.pages.routes import Pages

FOLDER = Path(__file__).parent / "guide"
PAGES = {"guide": "api.md", "saved-games": "saved-games.md", "clocks": "clocks.md", "meeting": "lobby.md"}
PROGRAMS = {"bot.py": "bot.py.txt", "bot.js": "bot.js.txt"}
LINKS = {
    "openapi.json": "/openapi.json",
    "api.md": "/api/guide",
    "saved-games.md": "/api/saved-games",
    "clocks.md": "/api/clocks",
    "lobby.md": "/api/meeting",
    "fair-dice.md": "/dice",
    "example/bots/bot.py": "/api/bot.py",
    "example/bots/bot.js": "/api/bot.js",
}
"""Where a visitor finds what the documentation links to."""


def router(pages: Pages) -> APIRouter:
    """The pages and the programs."""
    routes = APIRouter(include_in_schema=False)

    def page(request: Request) -> Response:
        title, guide = rendered(request.url.path.rpartition("/")[2])
        return pages.page(request, "guide.html", title=title, guide=guide)

    def program(request: Request) -> Response:
        return PlainTextResponse(text(PROGRAMS[request.url.path.rpartition("/")[2]]))

    for names, answer in ((PAGES, page), (PROGRAMS, program)):
        for name in names:
            routes.add_api_route(f"/api/{name}", answer, methods=["GET", "HEAD"], response_class=Response)
    return routes


@cache
def rendered(name: str) -> tuple[str, str]:
    """A page of the documentation: its title, and all of it as HTML whose links lead to pages of this site."""
    tokens = parsed(text(PAGES[name]), first_heading=1)
    for token in tokens:
        for inner in token.children or ():
            redirect(inner)
    return tokens[1].content, written(tokens)


def text(file: str) -> str:
    """What stands in a file."""
    return (FOLDER / file).read_text(encoding="utf-8")


def redirect(token: Token) -> None:
    """Let a link lead to where its page is here."""
    if token.type == "link_open":
        token.attrs["href"] = LINKS.get(str(token.attrs["href"]), token.attrs["href"])

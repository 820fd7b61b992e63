"""Who a visitor is: a cookie with 128 random bits; and which language the visitor reads."""

import hashlib
import re
import secrets
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.core.words import LANGUAGES
from tablier.server.entrance.rates import network
from tablier.server.people.devices import NOBODY, Devices

COOKIE = "visitor"
DEVICE, CALLED = "device", "called"
LANGUAGE, THEME = "language", "theme"
THEMES = ("light", "dark")
YEAR = 365 * 86_400
SHAPE = re.compile(r"[A-Za-z0-9_-]{22}")


def fresh() -> str:
    """A cookie for a new visitor."""
    return secrets.token_urlsafe(16)


def identity(cookie: str) -> str:
    """The name under which a visitor is kept: whoever reads it cannot make the cookie of it."""
    return hashlib.sha256(cookie.encode()).hexdigest()[:32]


def visitor(connection: HTTPConnection) -> str:
    """Who is asking."""
    return str(connection.scope["state"][COOKIE])


def device(connection: HTTPConnection) -> str:
    """With which device: itself a visitor, as long as nobody keeps a name there."""
    return str(connection.scope["state"][DEVICE])


def called(connection: HTTPConnection) -> str:
    """The name that whoever is asking keeps; empty if none."""
    return str(connection.scope.get("state", {}).get(CALLED, ""))


def address(connection: HTTPConnection) -> str:
    """From where somebody is asking, as it is counted."""
    return network(connection.client.host) if connection.client else secrets.token_hex(4)


def site(url: str) -> str | None:
    """The host and port in an address, if it can be read."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return None


def language(connection: HTTPConnection) -> str:
    """The language of whoever is asking: chosen, or what the browser prefers, or English."""
    chosen = connection.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return chosen
    for wanted in connection.headers.get("accept-language", "").lower().split(","):
        if wanted.strip()[:2] in LANGUAGES:
            return wanted.strip()[:2]
    return "en"


def theme(connection: HTTPConnection) -> str | None:
    """Light or dark, if that was chosen."""
    chosen = connection.cookies.get(THEME)
    return chosen if chosen in THEMES else None


class Visitors:
    """Middleware: everybody who asks for something is a visitor, by a cookie that is set where there is none.

    Whoever keeps a name is the same visitor on all their devices.
    """

    def __init__(self, app: ASGIApp, devices: Devices) -> None:
        self.app, self.devices = app, devices

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or COOKIE in scope.get("state", {}):
            await self.app(scope, receive, send)
            return
        given = HTTPConnection(scope).cookies.get(COOKIE, "")
        known = SHAPE.fullmatch(given) is not None
        who = await self.devices.who(identity(given)) if known else NOBODY
        known = known and not who.gone
        cookie = given if known else fresh()
        device = identity(cookie)
        scope.setdefault("state", {}).update({COOKIE: who.person or device, DEVICE: device, CALLED: who.name})

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and not known and welcomes(scope):
                MutableHeaders(scope=message).append("set-cookie", baked(cookie, scope))
            await send(message)

        await self.app(scope, receive, answer)


def welcomes(scope: Scope) -> bool:
    """Whether an answer makes a visitor of whoever gets it: pages and whatever changes something do, files do not."""
    wants_page = "text/html" in Headers(scope=scope).get("accept", "")
    return scope["method"] not in ("GET", "HEAD") or wants_page or scope["path"].startswith("/api/")


def baked(cookie: str, scope: Scope) -> str:
    """The header that sets the cookie."""
    jar: SimpleCookie = SimpleCookie()
    jar[COOKIE] = cookie
    for name, value in (("path", "/"), ("max-age", YEAR), ("httponly", True), ("samesite", "Lax")):
        jar[COOKIE][name] = value
    if scope["scheme"] == "https":
        jar[COOKIE]["secure"] = True
    return jar[COOKIE].OutputString()

"""Pictures of every page and of each game in mid-play, wide and phone, light and dark: ``make screenshots``."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from tablier import Bot, Match
from tablier.games import GAMES
from tests.browser.conftest import launched
from tests.browser.house import ANN, Server, ann, bot
from tests.browser.people import PHONE, Person

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SCREENS: dict[str, dict[str, Any]] = {"wide": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 82
LEVEL = 4
MOMENTS = {"minelfield": (2, 14), "samarra": (2, 18), "samliam": (2, 22), "sprawl": (4, 16)}
"""How many seats, and after how many moves a game is worth a picture."""
LOADED = "() => document.fonts.ready.then(() => [...document.images].every((image) => image.complete))"


def played(game: str) -> Match:
    """A game between bots, the same every time, up to a moment when seat 0 decides."""
    seats, moves = MOMENTS[game]
    match, player = Match(game, seats, seed=5), Bot(game, level=LEVEL, seed=5)
    while match.actor is not None and (len(match.moves) < moves or match.actor != 0):
        if match.actor == "chance":
            match.roll()
        else:
            match.play(player.choose(match))
    return match


def addresses(server: Server, host: Person) -> Iterator[tuple[str, str]]:
    """The name of each picture and the page it shows."""
    yield "shelf", "/"
    yield from ((f"box-{game}", f"/games/{game}") for game in GAMES)
    yield "invitation", invitation(host)
    yield "device", device(server, host)
    yield "nowhere", "/nowhere"
    yield "curtain", server.lay("samarra", 8, places=(ann(), ann("here")))
    for game in GAMES:
        match = played(game)
        yield game, server.keep(match, (ann(), *[bot(LEVEL)] * (match.seats - 1)))


def invitation(host: Person) -> str:
    """A link to a seat."""
    host.go("/games/samarra")
    host.page.locator("[data-seat='1'] [data-kind]").select_option("link")
    host.page.locator("form#table > button").click()
    return host.page.locator("#links input[type=url]").input_value()


def device(server: Server, host: Person) -> str:
    """A link for a second device."""
    host.go(server.lay("minelfield", 2))
    host.sit()
    host.page.locator("#settings").click()
    host.page.locator("#dialog .device button").click()
    return host.page.locator("#dialog .device input").input_value()


def take(person: Person, name: str) -> None:
    """Take a picture of what a person looks at, once all of it is there."""
    person.page.mouse.move(0, 0)
    person.page.wait_for_function(LOADED)
    session = person.context.new_cdp_session(person.page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(answer["data"]))


def visit(person: Person, address: str) -> None:
    """Go to a page; at a table, until it is one's turn or the curtain is down."""
    person.go(address)
    if address.startswith("/t/"):
        while (seen := person.asked()).dialog:
            person.page.locator("dialog[open] .row button").first.click()
        assert seen.lit or seen.curtain


def look_around(browser: Browser, server: Server) -> None:
    """Take all pictures."""
    pages = list(addresses(server, Person(browser, server, "en", ANN)))
    for screen, look in SCREENS.items():
        visitor, player = Person(browser, server, "en", "", **look), Person(browser, server, "en", ANN, **look)
        for name, address in pages:
            person = player if address.startswith("/t/") else visitor
            visit(person, address)
            for light in LIGHTS:
                person.page.emulate_media(color_scheme=light, reduced_motion="reduce")
                take(person, f"{name}-{screen}-{light}")


def main() -> None:
    """Start a server and a browser, and take all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            server.start()
            look_around(launched(playwright), server)
        finally:
            server.kill()


if __name__ == "__main__":
    main()

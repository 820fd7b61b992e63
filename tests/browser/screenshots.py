"""Pictures of every page and of each game in mid-play, wide and phone, light and dark: ``make screenshots``."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from tablier import Match
from tablier.games import GAMES
from tests.browser.conftest import launched
from tests.browser.house import ANN, Server, ann, bot
from tests.browser.people import PHONE, Person
from tests.browser.test_reviews import reviewed
from tests.reviewing.kit import recorded

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SCREENS: dict[str, dict[str, Any]] = {"wide": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 82
LEVEL = 4
SIMULATIONS = 400  # of each position in a review
MOMENTS = {
    "minelfield": "+a4ne, *6, +i4se, *1, b4-c5, *1, +i4se, *3, d6-e6, *3, h5-g5, *1, *3, +a2nw, *5, +i2sw, *4, +a2nw, "
    "*6, +i2sw, *4, +a4ne, *1, +i2sw, *6, +a2nw, *5, g4-f5, *1, *1",
    "samarra": "S@b1 M@d1 D@c1, S@c5 M@d5 D@b5, d1-d2, d5-e5, e5-e4, d2-d3, d3-d4, c5-c4, c4-c5, b1-a1, d4-c4, "
    "e4-d4, c5-d5, c1-d1, d1-d2, d4-d3, d5-e5, d2-d1, c4-d4, b5-c5, d3?d4, d4-c4, c4?c5, d3-d2, c5-d5",
    "samliam": "c3sw, g3sw, f6ne, e3se, e1ne, c6nw, e5sw, f3sw, b2ne, f5se, e2nw, b5ne, c2nw, b3ne, a2ne, b7se, "
    "e6sw, a6se, c4sw, a4ne, d5ne, b6ne",
    "sprawl": "T3f2, T3f5, T3d3, T3a5, B2f2, B2f5, R3d2s, R3b5e, R3f3n, R3f4s, R2e3e, T3e5, R2e2w, R2e4w, R2d4n, "
    "B2a5, T2f6, T3f1, T3d6, R3a4s, R2e6w, T2c4, R3c3w, R2b4s",
}
"""Games that bots played, up to a moment that is worth a picture."""
ENDED = "T3f6, T3f5, T3e5, T3e6, B2f6, R3f4s, R3d5w, R3d6w, B1f6, T3f1, R3e4s, T3a6, R3f2n, T3e1, R3a5s"
SEATS = {"sprawl": 4}
LOADED = "() => document.fonts.ready.then(() => [...document.images].every((image) => image.complete))"


def laid(server: Server, game: str, moves: str) -> str:
    """A table in the middle of a game; the address of its page."""
    match = Match(game, SEATS.get(game, 2), seed=1)
    for move in moves.split(", "):
        match.play(move)
    return server.keep(match, (ann(), *[bot(LEVEL)] * (match.seats - 1)))


def addresses(server: Server, host: Person) -> Iterator[tuple[str, str]]:
    """The name of each picture and the page it shows."""
    yield "shelf", "/"
    yield from ((f"box-{game}", f"/games/{game}") for game in GAMES)
    yield "invitation", invitation(host)
    yield "device", device(server, host)
    yield "nowhere", "/nowhere"
    yield "curtain", server.lay("samarra", 8, places=(ann(), ann("here")))
    yield from ((game, laid(server, game, moves)) for game, moves in MOMENTS.items())
    yield "end", (ended := laid(server, "sprawl", ENDED))
    yield "replay", f"{ended}/replay?move=9"
    yield "review", f"{reviewed(server, recorded('unblocked'), SIMULATIONS)}?move=20"
    yield "upload", "/replay"
    yield "dice", "/dice"
    yield from ((f"editor-{game}", f"/games/{game}/editor") for game in GAMES)
    yield "api", "/api"


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
    """Go to a page; at a table, wait until it is one's turn, the curtain is down or the game is over."""
    person.go(address)
    if "editor" in address:
        person.page.locator("#fault:not(:empty)").wait_for()
    elif "/replay?" in address:
        person.page.locator("#log [aria-current]").wait_for(state="attached")
        person.page.locator("#chances" if "move=20" in address else "#count").wait_for()
    elif address.startswith("/t/"):
        while (seen := person.asked()).dialog:
            person.page.locator("dialog[open] .row button").first.click()
        assert seen.lit or seen.curtain or seen.end


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

"""People in front of browsers: they see what the page shows and touch what is lit, and know nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebSocket

from tests.browser.house import Server

WAIT = 30_000  # milliseconds
WORK = 10 * WAIT  # for what is worked out move by move, such as a review or a film, while others want the processor too
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
MOST_TOUCHES = 3000
LOOK = """
  const shown = (node) => node !== null && node.getClientRects().length > 0;
  const lit = [...document.querySelectorAll("#board [data-target]:not(.settled)")].map((node) => {
    const { x, y, width, height } = node.querySelector(".reach").getBoundingClientRect();
    const focused = node === document.activeElement;
    return { name: node.getAttribute("aria-label"), id: node.dataset.target, x, y, width, height, focused };
  });
  const dialog = document.querySelector("dialog[open]") !== null;
  const curtain = shown(document.querySelector("#curtain"));
  const confirm = document.querySelector("#confirm button") !== null;
  const end = document.querySelector("#end");
  if (!end) return null;
  const made = Number(document.querySelector("#log li:last-child")?.dataset.number ?? 0);
  const seen = { lit, dialog, curtain, confirm, made, end: end.hidden ? "" : end.querySelector("p").textContent };
"""
LIT = """() => {
  const lit = [...document.querySelectorAll("#board [data-target]")].map((node) => {
    const { x, y, width, height } = node.querySelector(".reach").getBoundingClientRect();
    const focused = node === document.activeElement;
    return { name: node.getAttribute("aria-label"), id: node.dataset.target, x, y, width, height, focused };
  });
  return lit.length ? lit : null;
}"""
SEEN = f"() => {{ {LOOK} return seen; }}"
ASKED = f"() => {{ {LOOK} return (lit.length || dialog || curtain || confirm || seen.end) && seen; }}"
WRITTEN = "[...document.querySelectorAll('#log li')].map((item) => item.innerText)"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MOST_TABS = 80


@dataclass(frozen=True)
class Lit:
    """A place that is lit."""

    name: str
    id: str
    x: float
    y: float
    width: float
    height: float
    focused: bool

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Sight:
    """What a page asks of whoever sits in front of it."""

    lit: list[Lit]
    dialog: bool
    curtain: bool
    confirm: bool  # whether a move waits for its confirmation
    made: int  # moves that stand in the log
    end: str


class Person:
    """Somebody with a browser of their own, which keeps what went wrong in it."""

    def __init__(self, browser: Browser, server: Server, language: str, cookie: str, **look: Any) -> None:
        self.server = server
        look = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}, **look}
        self.context = browser.new_context(base_url=server.url, locale=LOCALES[language], **look)
        self.context.set_default_timeout(WAIT)
        if cookie:
            self.context.add_cookies([{"name": "visitor", "value": cookie, "url": server.url, "httpOnly": True}])
        self.faults: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.heard: list[str] = []  # all that came over sockets
        self.context.on("request", self._asked)
        self.context.on("console", self._printed)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page = self.look()
        self.finger = bool(look.get("has_touch"))

    def look(self) -> Page:
        """One more window."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        return page

    def _listen(self, socket: WebSocket) -> None:
        """Note what is told about tables, not in the lobby."""
        if "/api/tables/" in socket.url:
            socket.on("framereceived", lambda text: self.heard.append(str(text)))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server.url, self.server.url.replace("http", "ws"), "data:")):
            self.faults.append(f"a request to {request.url}")

    def _printed(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.forgiven):
            self.faults.append(message.text)

    # Going and seeing

    def go(self, address: str) -> None:
        self.page.goto(address)

    def sees(self) -> Sight:
        """What the page shows now."""
        return sight(self.page.evaluate(SEEN))

    def sees_lit(self) -> list[Lit]:
        """What is lit on a board, as soon as something is, also where nobody else plays."""
        return [Lit(**lit) for lit in self.page.wait_for_function(LIT).json_value()]

    def asked(self) -> Sight:
        """What the page shows as soon as it asks for something."""
        return sight(self.page.wait_for_function(ASKED).json_value())

    def log(self) -> list[str]:
        """What the log says."""
        return list(self.page.evaluate(WRITTEN))

    def awaits(self, moves: int) -> None:
        """Wait until so many moves stand in the log."""
        made = "Number(document.querySelector('#log li:last-child')?.dataset.number ?? 0)"
        self.page.wait_for_function(f"(moves) => {made} >= moves", arg=moves)

    def reads(self, selector: str, text: str) -> None:
        """Wait until something shows a text."""
        self.page.locator(selector).filter(has_text=text).first.wait_for()

    # Touching

    def touch(self, lit: Lit) -> None:
        """Touch a lit place in its middle."""
        (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(*lit.middle)

    def press(self, name: str) -> None:
        """Press the button with a word on it."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def sit(self) -> Sight:
        """Close dialogs and lift curtains until the table itself asks for something."""
        while (seen := self.asked()).dialog or seen.curtain:
            self.page.locator("dialog[open] .row button, #curtain button").first.click()
        return seen

    def watch(self) -> None:
        """Close the first words of a table at which somebody else is to move."""
        self.page.locator("dialog[open] .row button").first.click()

    def skip_words(self) -> None:
        """Close the first words of a table whenever they come and are in the way."""
        words = self.page.locator("dialog[open]:has(.intro)")
        self.page.add_locator_handler(words, words.locator(".row button").first.click, times=1)

    def play(self, seed: int = 0) -> Iterator[Sight]:
        """Play to the end by touching what is lit: all that is seen on the way, the end last."""
        chance = random.Random(seed)
        for _ in range(MOST_TOUCHES):
            seen = self.sit()
            yield seen
            if seen.end:
                return
            self.go_on(seen, chance)
        raise AssertionError("this game never ends")

    def move(self, seed: int = 0) -> int:
        """Make one move; how many have been made then."""
        chance = random.Random(seed)
        seen = self.sit()
        before = seen.made
        while (seen.lit or seen.confirm) and seen.made == before:
            self.go_on(seen, chance)
            seen = self.sees()
        self.awaits(before + 1)
        return before + 1

    def go_on(self, seen: Sight, chance: random.Random) -> None:
        """Touch something that is lit, or confirm what was touched."""
        if seen.confirm:
            self.page.locator("#confirm button").first.click()
        else:
            self.touch(chance.choice(seen.lit))

    # The keyboard alone

    def tab(self, selector: str) -> None:
        """Go on with Tab until something has the focus."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached with Tab")

    def play_by_keys(self, seed: int = 0) -> str:
        """Play to the end without touching; what the end says."""
        chance = random.Random(seed)
        for _ in range(MOST_TOUCHES):
            seen = self.asked()
            if seen.end:
                return seen.end
            if not (seen.dialog or seen.curtain or seen.confirm):
                self.choose(seen, chance)
            self.page.keyboard.press("Enter")
        raise AssertionError("this game never ends")

    def choose(self, seen: Sight, chance: random.Random) -> None:
        """Walk to some lit place with the arrows."""
        if not any(lit.focused for lit in seen.lit):
            self.tab("[data-target]")
        for arrow in chance.choices(ARROWS, k=chance.randrange(4)):
            self.page.keyboard.press(arrow)


def sight(found: dict[str, Any]) -> Sight:
    return Sight(**found | {"lit": [Lit(**lit) for lit in found["lit"]]})

"""How quickly the pages answer: weight and time of the first one, and of a touch. Run by ``make bench-server``."""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Request, sync_playwright

from tablier.games import GAMES
from tests.browser.conftest import launched
from tests.browser.house import ANN, Server
from tests.browser.people import Person

VISITS, TOUCHES = 5, 10
WATCH = """() => {
  window.answered = new Promise((resolve) => document.addEventListener("pointerdown", () => {
    const began = performance.now();
    const change = new MutationObserver(() => { change.disconnect(); resolve(performance.now() - began); });
    change.observe(document.querySelector("#board"), { subtree: true, childList: true, attributes: true });
  }, { capture: true, once: true }));
}"""


def first_page(browser: Browser, server: Server) -> tuple[float, float]:
    """Kilobytes and milliseconds of the shelf for somebody who was never here, until all of it has come."""
    page = browser.new_context().new_page()
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108  # no built-in is taken
    page.goto(server.url, wait_until="load")
    taken = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    loaded = sum(map(weight, requests)) / 1000
    page.context.close()
    return loaded, float(taken)


def weight(request: Request) -> int:
    """The bytes of an answer."""
    sizes = request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def touch(person: Person) -> float:
    """Milliseconds from a touch to the first change of the board; the touch is taken back."""
    seen = person.sit()
    person.page.evaluate(WATCH)
    person.touch(seen.lit[0])
    taken = float(person.page.evaluate("window.answered"))
    person.page.keyboard.press("Escape")
    return taken


def main() -> None:
    """Measure, and tell."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), launched(playwright)
        server.start()
        try:
            visits = [first_page(browser, server) for _ in range(VISITS)]
            print(f"\n- First page, cold cache: {visits[0][0]:.0f} KB, {median(taken for _, taken in visits):.0f} ms.")
            for game in GAMES:
                person = Person(browser, server, "en", ANN)
                person.go(server.lay(game, 4))
                taken = sorted(touch(person) for _ in range(TOUCHES))
                print(f"- A touch in {game}: {median(taken):.1f} ms, at most {taken[-1]:.1f} ms.")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()

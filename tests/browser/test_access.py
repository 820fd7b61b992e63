"""Everybody can use every page: axe finds nothing, in light and in dark; and the pages keep to their policy."""

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob
from tests.browser.people import PHONE, Person

Meet = Callable[..., Person]
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
"""What can differ between light and dark."""


def findings(person: Person) -> list[str]:
    """What axe finds on a page, in light and in dark."""
    found = []
    looks: list[tuple[Literal["light", "dark"], dict]] = [("light", RULES), ("dark", CONTRAST)]
    for light, rules in looks:
        person.page.emulate_media(color_scheme=light, reduced_motion="reduce")
        for violation in Axe().run(person.page, options=rules).response["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            found.append(f"{person.page.url} {light}: {violation['id']}: {violation['help']}: {nodes}")
    return found


def invited(host: Person) -> str:
    """The link to a seat of a new table; the links are shown on the page."""
    host.go("/games/sprawl")
    host.page.locator("[data-seat='1'] [data-kind]").select_option("link")
    host.page.locator("form#table > button").click()
    return host.page.locator("#links input[type=url]").input_value()


def test_axe_would_find_something(meet: Meet) -> None:
    person = meet()
    person.go("/")
    person.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    person.page.evaluate("() => { document.querySelector('h1').style.color = 'var(--line)'; }")
    found = findings(person)
    assert any("light: button-name" in finding for finding in found)
    assert any("dark: color-contrast" in finding for finding in found)


def test_axe_finds_nothing_on_the_pages(meet: Meet, server: Server) -> None:
    person, guest = meet("fr", ANN), meet()
    person.forgiven = ("404",)
    server.lay("samliam", 3)
    found = []
    for address in ("/", *(f"/games/{game}" for game in GAMES), "/nowhere"):
        person.go(address)
        for details in person.page.locator("details").all():
            details.locator("summary").click()
        found += findings(person)
    guest.go(invited(person))
    found += findings(person) + findings(guest)
    assert not found


def test_axe_finds_nothing_on_a_device_page(meet: Meet, server: Server) -> None:
    person, other = meet(cookie=ANN), meet(**PHONE)
    person.go(server.lay("minelfield", 3))
    person.sit()
    person.press("Settings")
    found = findings(person)
    person.press("Go on on another device")
    other.go(person.page.locator("#dialog .device input").input_value())
    found += findings(person) + findings(other)
    assert not found


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(meet: Meet, server: Server, game: str) -> None:
    person = meet("fr", ANN)
    person.go(server.lay(game, 10))
    person.asked()
    found = findings(person)  # the first words
    person.sit()
    found += findings(person)
    person.page.locator("#rules").click()
    person.page.locator("#dialog .booklet").wait_for()
    found += findings(person)
    person.page.keyboard.press("Escape")
    person.page.locator("#actions button").last.click()
    found += findings(person)  # whether one really wants to resign
    person.page.locator("#dialog .main").click()
    if person.page.locator("#players li").count() == 2:
        person.page.locator("#end:not([hidden])").wait_for()
        found += findings(person)
    assert not found


def test_axe_finds_nothing_on_a_phone_with_an_offer_a_drawer_and_a_curtain(meet: Meet, server: Server) -> None:
    person, other, shared = meet(cookie=ANN, **PHONE), meet("fr", BOB, **PHONE), meet("fr", ANN)
    address = server.lay("samliam", 4, places=(ann(), bob()))
    person.go(address)
    other.go(address)
    person.sit()
    person.press("Offer a draw")
    other.page.locator("#offers button").first.wait_for()
    found = findings(person)
    other.watch()
    found += findings(other)
    person.press("Log")
    found += findings(person)
    shared.go(server.lay("samarra", 8, places=(ann(), ann("here"))))
    assert shared.asked().curtain
    found += findings(shared)
    assert not found


def test_nothing_from_elsewhere_gets_into_a_page(meet: Meet, server: Server) -> None:
    person = meet(cookie=ANN)
    person.go(server.lay("sprawl", 5))
    person.sit()
    assert not person.faults
    person.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'broken into'";
      document.body.append(script);
    }""")
    assert person.page.title() != "broken into"
    assert (
        person.page.evaluate("() => fetch('http://elsewhere.invalid/').then(() => 'let out', () => 'kept in')")
        == "kept in"
    )
    assert any("Content Security Policy" in fault for fault in person.faults), "a breach would be noticed"
    person.faults.clear()

"""A phone of 360 pixels: nothing scrolls sideways, and whatever can be touched is large enough for a finger."""

from collections.abc import Callable

import pytest

from tablier.games import GAMES
from tests.browser.house import ANN, Server
from tests.browser.people import PHONE, Person, Sight

Meet = Callable[..., Person]
SMALLEST = 24  # pixels
WIDE = """() => [document.scrollingElement.scrollWidth, innerWidth, document.scrollingElement.scrollLeft]"""
CUT = """() => [...document.querySelectorAll("button, a, input, select, h1, p")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, .skip"))
  .filter((node) => !node.closest(".keys, svg") && getComputedStyle(node).clipPath === "none")
  .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 120)])
  .filter(([box]) => box.width && (box.left < -1 || box.right > 361))"""

COVERED = """() => [...document.querySelectorAll(".above .says")]
  .map((node) => [node.getBoundingClientRect(), node.parentElement.getBoundingClientRect()])
  .filter(([said, room]) => said.height && (said.top < room.top - 1 || said.bottom > room.bottom + 1))"""


def fits(person: Person) -> None:
    """Nothing of the page lies beside the screen, and no word above the board behind it."""
    width, window, left = person.page.evaluate(WIDE)
    assert window == 360, "a page that is too wide makes the browser zoom out"
    assert width <= window
    assert left == 0
    assert not person.page.evaluate(CUT)
    assert not person.page.evaluate(COVERED)


def large(seen: Sight) -> None:
    """Every lit place is large enough, and on the screen."""
    small = [lit for lit in seen.lit if min(lit.width, lit.height) < SMALLEST - 0.01]
    assert not small
    assert not [lit for lit in seen.lit if not (0 <= lit.middle[0] <= 360 and 0 <= lit.middle[1] <= 740)]


OVERFLOWING = """() => [...document.querySelectorAll(".scroll")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.innerText.slice(0, 80))"""


def test_the_pages_fit(meet: Meet, server: Server) -> None:
    person = meet("fr", ANN, **PHONE)
    person.forgiven = ("404",)
    server.lay("samliam", 3)
    for address in ("/", "/?players=4", *(f"/games/{game}" for game in GAMES), "/nowhere"):
        person.go(address)
        fits(person)
    for details in person.page.locator("details").all():
        details.locator("summary").click()
        fits(person)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_mid_game_fits_a_finger(meet: Meet, server: Server, game: str) -> None:
    person = meet("fr", ANN, **PHONE)
    person.go(server.lay(game, 12))
    seen = person.sit()
    fits(person)
    before = seen.made
    while seen.lit and seen.made == before:
        large(seen)
        person.touch(seen.lit[len(seen.lit) // 2])
        fits(person)
        seen = person.sees()
    person.awaits(before + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_the_rules_fit(meet: Meet, game: str) -> None:
    person = meet("fr", **PHONE)
    person.go(f"/games/{game}")
    for details in person.page.locator("details").all():
        details.locator("summary").click()
    assert person.page.evaluate(OVERFLOWING) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(meet: Meet, game: str) -> None:
    person = meet("en", **PHONE)
    person.go("/")
    person.page.locator(f"form[action='/play/{game}'] button").tap()
    person.page.wait_for_url("**/t/*")
    for seen in person.play(seed=2):
        large(seen)
    fits(person)
    assert seen.end
    person.page.get_by_role("button", name="Log").tap()
    person.page.locator("#log li").last.wait_for()
    fits(person)

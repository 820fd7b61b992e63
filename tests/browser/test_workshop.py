"""Drawing a board: by mouse, by finger and by keyboard; faults are named, it is shared, tried by bots and played on."""

from collections.abc import Callable

import pytest

from tablier.core.registry import load
from tablier.games import GAMES
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings
from tests.browser.test_editor import pick

Meet = Callable[..., Person]
DRAWN = [game for game in GAMES if load(game).workshop]
SOUND = {"en": "This board can be played on.", "fr": "On peut jouer sur ce plateau."}


def open_workshop(person: Person, game: str, language: str = "en") -> None:
    person.go(f"/games/{game}/workshop")
    person.reads("#fault", SOUND[language])


def touch(person: Person, cell: str) -> None:
    """Touch a cell in its middle, and wait until that was taken note of."""
    before = link(person)
    place = person.page.locator(f"[data-target='cell.{cell}'] .reach")
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    (person.page.touchscreen.tap if person.finger else person.page.mouse.click)(*middle)
    changed(person, before)


def link(person: Person) -> str:
    return person.page.locator("#link").input_value()


def changed(person: Person, before: str) -> None:
    """Wait until there is another board."""
    person.page.wait_for_function("(before) => document.querySelector('#link').value !== before", arg=before)


def drawn(person: Person) -> str:
    """The board as the form will send it."""
    return person.page.locator("[data-option=board] [data-own]").input_value()


def test_by_mouse_with_a_fault_that_is_undone_shared_and_played_on(meet: Meet) -> None:
    person, guest = meet(), meet()
    person.go("/games/samarra")
    person.page.get_by_role("link", name="Draw a board").click()
    person.reads("#fault", SOUND["en"])
    pick(person, "A rock")
    touch(person, "c3")
    assert drawn(person) == ".SSS./...../..#../...../.BBB."
    touch(person, "c1")
    person.reads("#fault", "Each town, B and S, must have from 3 to 8 cells.")
    assert person.page.locator("#try").is_disabled()
    person.page.locator("form#table > button").click()
    person.reads("form#table .refusal", "Each town")
    person.press("Undo")
    person.reads("#fault", SOUND["en"])
    guest.page.goto(link(person))
    guest.reads("#fault", SOUND["en"])
    assert drawn(guest) == drawn(person)
    guest.page.locator("form#table > button").click()
    guest.page.wait_for_url("**/t/**")
    guest.page.locator("#board use[href='#samarra-rock']").first.wait_for(state="attached")


def test_by_keyboard(meet: Meet) -> None:
    person = meet()
    open_workshop(person, "minelfield")
    before = link(person)
    person.page.keyboard.press("3")
    person.page.locator("[data-target='cell.c3']").focus()
    person.page.keyboard.press("Enter")
    changed(person, before)
    assert '"c3"' in drawn(person)
    person.page.get_by_role("button", name="A smaller board").focus()
    before = link(person)
    person.page.keyboard.press("Enter")
    changed(person, before)
    assert '"side":4' in drawn(person)
    before = link(person)
    person.page.keyboard.press("Control+z")
    changed(person, before)
    assert '"side":5' in drawn(person)


def test_by_finger_on_a_phone_in_french(meet: Meet) -> None:
    person = meet("fr", **PHONE)
    open_workshop(person, "samarra", "fr")
    person.page.get_by_role("button", name="Une rangée de moins").tap()
    person.reads("#fault", "Chaque ville, B et S, doit avoir de 3 à 8 cases.")
    pick(person, "Une rue de Samarra")
    for cell in ("a4", "b4", "c4"):
        touch(person, cell)
    person.reads("#fault", SOUND["fr"])
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_a_link_that_cannot_be_read_leads_to_the_usual_board(meet: Meet) -> None:
    person = meet()
    person.forgiven = ("422",)
    person.go("/games/samarra/workshop?board=IioqKiI")
    person.reads("#fault", "This link holds no board that can be read; here is the usual one.")


def test_bots_try_a_board_until_they_are_stopped(meet: Meet) -> None:
    person = meet()
    open_workshop(person, "minelfield")
    person.press("Try it for a minute")
    person.page.locator("#shares li").first.wait_for()
    person.press("Stop the trial")
    person.reads("#findings", "Games between bots of level 4:")
    assert person.page.locator("#shares li").count() == 2
    assert person.page.locator("#finding").inner_text()
    assert person.page.locator("#progress").is_hidden()
    pick(person, "A red star")
    touch(person, "b2")
    assert person.page.locator("#shares li").count() == 0  # they were about another board
    person.press("Try it for a minute")
    person.page.locator("#shares li").first.wait_for()
    person.press("Stop the trial")


@pytest.mark.parametrize("game", DRAWN)
def test_axe_finds_nothing(meet: Meet, game: str) -> None:
    person = meet("fr")
    open_workshop(person, game, "fr")
    person.page.locator("details summary").first.click()
    found = findings(person)
    person.page.locator("#try").click()
    person.page.locator("#shares li").first.wait_for()
    found += findings(person)
    person.page.locator("#stop").click()
    assert not found

"""A whole game of each kind with the keyboard alone."""

from collections.abc import Callable

import pytest

from tests.browser.people import Person

LANGUAGES = {"minelfield": "fr", "samarra": "en", "samliam": "fr", "sprawl": "en"}
VERDICT = {
    "fr": ("Vous avez gagné", "Vous avez perdu", "Partie nulle"),
    "en": ("You have won", "You have lost", "A draw"),
}
ALOUD = "() => document.querySelector('#aloud').innerText"
SPOKEN = """() => [...document.querySelectorAll("#board .layer-parts [data-id][aria-label]")].length"""


@pytest.mark.parametrize(("game", "language"), LANGUAGES.items())
def test_a_whole_game_with_the_keyboard_alone(meet: Callable[..., Person], game: str, language: str) -> None:
    person = meet(language)
    person.go("/")
    person.tab(f"form[action='/play/{game}'] button")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/t/*")
    person.asked()
    person.page.keyboard.press("Enter")  # the first words
    listen(person)
    read_rules(person)
    end = person.play_by_keys(seed=3)
    assert end.startswith(VERDICT[language])
    assert end in person.page.evaluate(ALOUD).splitlines(), "the end is said aloud"


def listen(person: Person) -> None:
    """One key reads the board aloud."""
    person.page.wait_for_function("() => document.querySelector('#board [data-target]')")
    before = len(person.page.evaluate(ALOUD).splitlines())
    named = person.page.evaluate(SPOKEN)
    person.page.keyboard.press("b")
    aloud = person.page.evaluate(ALOUD).splitlines()
    assert len([line for line in aloud if line]) >= max(named, 1) or len(aloud) > before


def read_rules(person: Person) -> None:
    """One key opens the rules, another closes them."""
    person.page.keyboard.press("?")
    person.page.locator("#dialog .booklet").wait_for()
    assert len(person.page.locator("#dialog .booklet").inner_text()) > 500
    person.page.keyboard.press("Escape")
    person.page.locator("#dialog").wait_for(state="hidden")

"""Setting up a position: by mouse, by finger and by keyboard; faults are named and mended, and then it is played."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tablier.games import GAMES
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
SOUND = {"en": "This position can be played.", "fr": "Cette position peut se jouer."}


def open_editor(person: Person, game: str, language: str = "en") -> None:
    person.go(f"/games/{game}/editor")
    person.reads("#fault", SOUND[language])


def position(person: Person) -> dict[str, Any]:
    """The position as the page gives it away."""
    return dict(json.loads(person.page.locator("#json").input_value()))


def comes_to(person: Person, what: str, number: int) -> None:
    """Wait until a number in the position is so."""
    now = f"JSON.parse(document.querySelector('#json').value).{what}"
    person.page.wait_for_function(f"(number) => {now} === number", arg=number)


def pick(person: Person, tool: str) -> None:
    person.page.get_by_role("radio", name=tool, exact=True).click()


def touch(person: Person, cell: str) -> None:
    """Touch a cell in its middle, and wait until that was taken note of."""
    before = person.page.locator("#json").input_value()
    place = person.page.locator(f"[data-target='cell.{cell}'] .reach")
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    (person.page.touchscreen.tap if person.finger else person.page.mouse.click)(*middle)
    person.page.wait_for_function("(before) => document.querySelector('#json').value !== before", arg=before)


def use(person: Person, tool: str, cell: str) -> None:
    """Pick a tool and touch a cell with it."""
    pick(person, tool)
    touch(person, cell)


def test_by_mouse_with_a_fault_that_is_mended_and_played_on(meet: Meet) -> None:
    person = meet()
    person.go("/games/minelfield")
    person.page.get_by_role("link", name="Set up a position").click()
    person.reads("#fault", SOUND["en"])
    use(person, "Take a piece away", "a3")
    person.reads("#fault", "Blue has no commander")
    person.page.locator("form#table > button").click()
    person.reads("form#table .refusal", "Blue has no commander")
    person.press("Undo")
    person.reads("#fault", SOUND["en"])
    person.press("Redo")
    person.reads("#fault", "Blue has no commander")
    use(person, "Blue, commander", "c3")
    person.reads("#fault", SOUND["en"])
    pick(person, "Orange")
    use(person, "Orange, soldier", "e2")
    pick(person, "Orange to play")
    person.reads("#line", "Orange to move")
    person.page.locator("[data-seat='1'] [data-kind]").select_option("here")
    person.page.locator("form#table > button").click()
    person.page.wait_for_url("**/t/*")
    person.sit()
    for label in ("Blue, commander on c3", "Orange, soldier on e2", "Orange, commander on i3"):
        assert person.page.locator(f"#board [aria-label='{label}']").count()


def test_by_keyboard_alone(meet: Meet) -> None:
    person = meet("fr")
    open_editor(person, "samliam", "fr")
    person.tab(".tile[aria-checked=true]")
    person.page.keyboard.press("ArrowRight")
    assert person.page.evaluate("document.activeElement.ariaLabel") == "Rouge, angle droit au sud-est"
    person.page.keyboard.press("3")
    person.page.locator(".in-hand", has_text="Rouge, angle droit au sud-ouest").wait_for()
    person.page.evaluate("document.activeElement.blur()")
    person.tab("[data-target]")
    assert person.page.evaluate("document.activeElement.ariaLabel") == "Case a9"
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("Enter")
    comes_to(person, "triangles.length", 1)
    assert position(person)["triangles"] == [{"cell": "b8", "facing": "sw", "seat": 0}]
    assert position(person)["reserve"] == [39, 40]
    spoken = "() => document.activeElement.ariaLabel === 'Rouge, triangle en b8, angle droit au sud-ouest'"
    person.page.wait_for_function(spoken)
    person.page.keyboard.press("Control+z")
    comes_to(person, "triangles.length", 0)
    person.page.keyboard.press("Control+Shift+Z")
    comes_to(person, "triangles.length", 1)
    person.tab("[data-key='turn.0']")
    person.page.keyboard.press("ArrowRight")
    comes_to(person, "turn", 1)
    person.page.wait_for_function("() => document.activeElement.dataset.key === 'turn.1'")
    person.tab("form#table > button")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/t/*")


def test_by_finger_on_a_phone_piece_upon_piece(meet: Meet) -> None:
    person = meet(**PHONE)
    open_editor(person, "sprawl")
    use(person, "Blue, large piece, standing", "c3")
    use(person, "Blue, small piece, standing", "c3")
    person.reads("#fault", "The tower on c3 must have pieces that fall by one size")
    use(person, "Blue, medium piece, standing", "c3")
    person.reads("#fault", SOUND["en"])
    use(person, "Blue, large branch, pointing north", "c4")
    person.reads("#fault", SOUND["en"])
    assert position(person)["branches"] == [{"cell": "c4", "seat": 0, "size": 3, "points": "n", "source": "c3"}]
    assert position(person)["stash"] == [[4, 4, 3], [5, 5, 5], [5, 5, 5]]
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]  # type: ignore[index]


def test_a_position_goes_from_one_to_another_by_link_and_by_json(meet: Meet) -> None:
    person, other = meet(), meet("fr")
    other.forgiven = ("422",)
    open_editor(person, "samarra")
    use(person, "Black, the tent with the disc, which hides the Servant", "b1")
    person.reads("#fault", "Everybody has all three tents")
    other.go(person.page.locator("#link").input_value())
    other.reads("#fault", "Chacun a ses trois tentes")
    assert position(other) == position(person)
    other.page.locator("#json").fill("{")
    other.press("Reprendre ce JSON")
    other.reads("#unread", "Ce n’est pas du JSON")
    other.page.locator("#json").fill('{"game": "minelfield"}')
    other.press("Reprendre ce JSON")
    other.reads("#unread", "C’est une position d’un autre jeu.")
    person.press("Start of a game")
    person.reads("#fault", SOUND["en"])
    other.page.locator("#json").fill(person.page.locator("#json").input_value())
    other.press("Reprendre ce JSON")
    other.reads("#fault", SOUND["fr"])
    assert position(other) == position(person)


def test_other_options_and_more_seats(meet: Meet) -> None:
    person = meet()
    open_editor(person, "sprawl")
    person.page.locator("label.pill", has_text="5").click()
    comes_to(person, "seats", 5)
    assert person.page.locator("#palette [data-key^='turn.']").count() == 5
    person.press("Undo")
    comes_to(person, "seats", 3)
    assert person.page.locator("[name=count]:checked").input_value() == "3"


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(meet: Meet, game: str) -> None:
    found = []
    for language, look in (("fr", {}), ("en", PHONE)):
        person = meet(language, **look)
        open_editor(person, game, language)
        for details in person.page.locator("details").all():
            details.locator("summary").click()
        found += findings(person)
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not found

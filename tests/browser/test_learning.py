"""Lessons and hints: a stranger learns a game by mouse, by finger and by keyboard, and is helped where that is fair."""

from collections.abc import Callable
from itertools import cycle, repeat

import pytest

from tablier.core.lessons import Lesson, lesson
from tablier.core.words import LANGUAGES
from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob, bot
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
TALL = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LYING = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
ROOM = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [said, above, board, onward] = [".says", ".above", "#board", ".onward"].map(box);
  return { cut: said.height - above.height, wide: board.width, beyond: Math.max(board.right, onward.right) - innerWidth,
    below: onward.bottom - innerHeight };
}"""
HELPED = """() => {
  const hints = document.querySelector("#hints");
  const { x, y, width, bottom } = hints.getBoundingClientRect();
  const line = hints.querySelector("li button").getBoundingClientRect();
  const top = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
  const count = (look) => document.querySelectorAll(`#board .${look}`).length;
  const within = bottom <= innerHeight + 1 && x >= 0 && y >= 0 && x + width <= innerWidth + 1;
  const scrolls = document.scrollingElement.scrollHeight > innerHeight + 1;
  const board = [document.querySelector("#board").clientWidth, document.querySelector("#board").clientHeight];
  return { seen: hints.contains(top), within, board, scrolls, marks: count("mark"), chances: count("chance") };
}"""


def taught(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def does(person: Person, lesson: Lesson, number: int) -> None:
    """Find the move of a step by touching what leads to it, or read on."""
    if lesson.steps[number].answers:
        person.page.evaluate("document.querySelector('#show').click()")
    last = number == len(lesson.steps) - 1
    person.page.locator("#play" if last else "#next").wait_for()


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_a_lesson_is_gone_through_to_a_first_game(meet: Meet, game: str, language: str) -> None:
    person, course = meet(language), taught(game)
    person.go(f"/games/{game}/learn")
    for number, step in enumerate(course.steps):
        person.reads("#words", step.say[language][:40])
        does(person, course, number)
        if step.answers:
            person.reads("#answer.right", step.right[language][:40])
        if number < len(course.steps) - 1:
            person.page.locator("#next").click()
    person.page.locator("#play button").click()
    person.page.wait_for_url("**/t/*")
    person.sit()


@pytest.mark.parametrize("look", [{}, PHONE], ids=["mouse", "finger"])
def test_a_step_is_found_by_touching(meet: Meet, look: dict[str, object]) -> None:
    person, course = meet(**look), taught("minelfield")
    person.go("/games/minelfield/learn?step=2")
    person.reads("#words", course.steps[1].say["en"][:40])
    for part in ("reserve.0", "cell.a3"):
        person.touch(next(lit for lit in person.sees_lit() if lit.id == part))
    person.reads("#answer.right", course.steps[1].right["en"][:40])


def test_a_wrong_move_and_a_touch_in_vain_are_answered_and_tried_again(meet: Meet) -> None:
    person, course = meet(), taught("minelfield")
    person.go("/games/minelfield/learn?step=2")
    person.reads("#words", course.steps[1].say["en"][:40])
    for part in ("commander.0", "cell.b2"):
        person.touch(next(lit for lit in person.sees_lit() if lit.id == part))
    person.reads("#answer.wrong", course.steps[1].wrong["en"][:40])
    box = person.page.locator("#board [data-id='commander.1']").bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.reads("#answer.wrong", "g3")
    assert person.sees_lit()


def colours(person: Person, selector: str, of: str) -> list[str]:
    """What has a colour, by the colour as it is seen."""
    script = f"found => found.map((one) => getComputedStyle(one).{of})"
    return list(person.page.locator(selector).evaluate_all(script))


def test_the_keyboard_finds_a_step_too(meet: Meet) -> None:
    person, course = meet("fr"), taught("minelfield")
    person.go("/games/minelfield/learn?step=2")
    person.sees_lit()
    for part in ("reserve.0", "cell.a3"):
        person.page.locator(f"[data-target='{part}']").focus()
        person.page.keyboard.press("Enter")
    person.reads("#answer.right", course.steps[1].right["fr"][:40])
    person.page.wait_for_function("() => document.activeElement.id === 'next'")


@pytest.mark.parametrize("look", [{}, TALL], ids=["mouse", "finger"])
def test_what_waits_for_a_confirmation_gets_it_in_a_lesson_too(meet: Meet, look: dict[str, object]) -> None:
    person, course = meet("fr", **look), taught("samarra")
    person.go("/games/samarra/learn?step=2")
    for part in ("figure.0", "cell.b1", "figure.2", "cell.c1"):
        person.touch(next(lit for lit in person.sees_lit() if lit.id == part))
    person.press("Confirmer")
    person.reads("#answer.right", course.steps[1].right["fr"][:40])


def longest(course: Lesson) -> str:
    """The language in which the longest step of a lesson is said."""
    return max(LANGUAGES, key=lambda language: max(len(step.say[language]) for step in course.steps))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_fits_a_phone(meet: Meet, game: str) -> None:
    course = taught(game)
    person = meet(language := longest(course), **TALL)
    for number, step in enumerate(course.steps):
        person.go(f"/games/{game}/learn?step={number + 1}")
        person.reads("#words", step.say[language][:40])
        room = person.page.evaluate(ROOM)
        assert room["cut"] <= 0, "what is asked is not cut"
        assert room["wide"] >= 300
        assert room["beyond"] <= 0
        assert room["below"] <= 1, "the way on is in sight"


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_a_lesson(meet: Meet, game: str) -> None:
    person = meet("fr")
    person.go(f"/games/{game}/learn?step=2")
    person.reads("#words", taught(game).steps[1].say["fr"][:40])
    found = findings(person)
    does(person, taught(game), 1)
    assert not found + findings(person)


LOOKS = [*zip(GAMES, cycle(LANGUAGES), repeat(TALL)), *zip(GAMES, cycle(reversed(LANGUAGES)), cycle([{}, LYING]))]
"""Every game on a phone, and every second one on a wide screen or on a phone that lies."""


@pytest.mark.parametrize(("game", "language", "look"), LOOKS)
def test_a_hint_is_seen_and_takes_nothing_away(
    meet: Meet, server: Server, game: str, language: str, look: dict[str, object]
) -> None:
    person = meet(language, ANN, **look)
    person.go(server.lay(game, 8))
    person.sit()
    size = "() => [document.querySelector('#board').clientWidth, document.querySelector('#board').clientHeight]"
    before, marks = person.page.evaluate(size), person.page.locator("#board .mark").count()
    person.press("Hint" if language == "en" else "Indice")
    person.page.locator(".suggestions li").first.wait_for()
    person.page.wait_for_function("() => document.querySelector('#log li:last-child').textContent.includes('Ann')")
    seen = person.page.evaluate(HELPED)
    assert seen["seen"]
    assert seen["within"]
    assert seen["board"] == before, "the board stays as large as it was"
    assert seen["marks"] == marks, "asking for a hint is no move"
    assert seen["chances"] == person.page.locator(".suggestions li").count()
    assert not seen["scrolls"]
    assert not findings(person)
    if look:
        person.page.locator("#hints .close").tap()
        assert person.page.locator("#board .chance").count() == 0
        assert person.page.locator("#actions button").first.is_visible()


def test_who_plays_alone_is_given_a_hint_and_the_log_says_so(meet: Meet, server: Server) -> None:
    person = meet(cookie=ANN)
    person.go(server.lay("samliam", places=(ann(), bot())))
    person.sit()
    person.press("Hint")
    person.reads("#log", "asked for a hint")
    person.page.locator(".suggestions li").first.wait_for()
    assert person.page.locator(".chances i").count() == 2
    assert colours(person, ".chances i", "backgroundColor") == colours(person, ".player .disc g", "color")
    assert person.page.locator("#board .suggestion").count() >= 1


def test_against_people_hints_have_to_be_agreed_on(meet: Meet, server: Server) -> None:
    one, other = meet(cookie=ANN), meet(cookie=BOB)
    address = server.lay("samliam", places=(ann(), bob()))
    for person in (one, other):
        person.go(address)
    one.sit()
    other.page.locator("dialog[open] .row button").first.click()
    assert one.page.get_by_role("button", name="Hint", exact=True).count() == 0
    one.press("Allow hints")
    other.reads("#offers", "proposes to allow hints")
    other.press("Accept")
    one.page.get_by_role("button", name="Hint", exact=True).wait_for()

"""Lessons and hints: a stranger learns a game by mouse, by finger and by keyboard, and is helped where that is fair."""

from collections.abc import Callable

import pytest

from tablier.core.lessons import Lesson, lesson
from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob, bot
from tests.browser.people import PHONE, Person

Meet = Callable[..., Person]


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


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
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

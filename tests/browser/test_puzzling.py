"""Puzzles are solved by mouse, by finger and by keyboard, in both languages; the browser remembers what was solved."""

from collections.abc import Callable

import pytest

from tablier.core import puzzle_words
from tablier.core.puzzles import Puzzle, puzzles
from tablier.core.words import LANGUAGES
from tablier.games import GAMES
from tests.browser.people import Person
from tests.browser.test_access import findings
from tests.browser.test_learning import ROOM, TALL

Meet = Callable[..., Person]


def one_of(game: str, moves: int = 1, place: int = 0) -> Puzzle:
    """A puzzle in which so many moves are to be found."""
    return [puzzle for puzzle in puzzles(game).values() if puzzle.turns == moves][place]


def opened(person: Person, puzzle: Puzzle, language: str = "en") -> None:
    person.go(f"/puzzles/{puzzle.game}/{puzzle.id}")
    person.reads("#goal", puzzle_words.goal(puzzle).say(language))


def path_of(puzzle: Puzzle, made: list[str], move: str) -> tuple[str, ...]:
    """What is touched for a move, when these have been found; steps that leave no choice are taken by themselves."""
    match = puzzle.begun(made).match
    known = match.engine.concealed(match.state, puzzle.seat)[0]
    steps = match.engine.game.view.steps
    paths = {name: steps(match.engine.record[0], known, code) for name, code in match._legal.items()}
    path: tuple[str, ...] = paths[move]
    choices = [
        {other[: place + 1] for other in paths.values() if other[:place] == path[:place]} for place in range(len(path))
    ]
    return tuple(part for place, part in enumerate(path) if place == 0 or len(choices[place]) > 1)


def touches(person: Person, path: tuple[str, ...]) -> None:
    for part in path:
        person.page.locator(f"[data-target='{part}']").wait_for(state="attached")
        person.touch(next(lit for lit in person.sees_lit() if lit.id == part))


def types(person: Person, path: tuple[str, ...]) -> None:
    for part in path:
        person.page.locator(f"[data-target='{part}']").focus()
        person.page.keyboard.press("Enter")


def solves(person: Person, puzzle: Puzzle, by: Callable[[Person, tuple[str, ...]], None]) -> None:
    """Find all moves of the main line."""
    made = list[str]()
    for step in (step for step in puzzle.lines[0] if isinstance(step, str)):
        by(person, path_of(puzzle, made, step))
        made.append(step)
    person.page.locator("#next").wait_for()


def wrong_path(puzzle: Puzzle) -> tuple[str, ...]:
    attempt = puzzle.begun(())
    return path_of(puzzle, [], next(move for move in attempt.match.legal() if move not in attempt.answers))


@pytest.mark.parametrize(("language", "look"), [("en", {}), ("fr", TALL)], ids=["mouse", "finger"])
def test_a_puzzle_of_several_moves_is_solved_by_touching(meet: Meet, language: str, look: dict[str, object]) -> None:
    person, puzzle = meet(language, **look), one_of("konane", 2)
    opened(person, puzzle, language)
    solves(person, puzzle, touches)
    person.reads("#answer.right", "Solved!" if language == "en" else "Résolu")
    person.reads("#explained", next(iter(puzzle_words.explained(puzzle))).say(language)[:40])
    assert person.page.locator("#board [data-target]").count() == 0
    assert person.page.evaluate("() => document.activeElement.id") == "next"


def test_the_row_grows_with_the_keyboard_too_and_outlives_the_page(meet: Meet) -> None:
    person, mine = meet("fr"), [one_of("konane", 1, place) for place in range(2)]
    for count, puzzle in enumerate(mine, 1):
        opened(person, puzzle, "fr")
        solves(person, puzzle, types)
        person.reads("#streak", f"Série\u00a0: {count} problème")
    person.page.reload()
    person.reads("#streak", "Série\u00a0: 2 problèmes")
    person.go("/puzzles?game=konane")
    person.reads("#streak", "Série\u00a0: 2 problèmes")
    person.page.wait_for_function("() => document.querySelectorAll('.list .done:not([hidden])').length === 2")
    person.reads(".games [aria-current]", "2 résolus")


def test_a_wrong_move_is_answered_ends_the_row_and_is_tried_again(meet: Meet) -> None:
    person, puzzle = meet("en"), one_of("minelfield")
    opened(person, puzzle)
    touches(person, wrong_path(puzzle))
    person.reads("#answer.wrong", "Not that.")
    person.reads("#streak", "No run at the moment.")
    solves(person, puzzle, touches)
    person.reads("#answer.right", "Solved!")
    person.reads("#streak", "No run at the moment.")


def test_who_asks_is_helped_and_led_on_to_the_next_one(meet: Meet) -> None:
    person, puzzle = meet("en"), one_of("konane", 2)
    opened(person, puzzle)
    person.press("A hint")
    person.reads("#answer", puzzle_words.theme(puzzle).say("en"))
    person.page.locator("#board .layer-marks > *").first.wait_for(state="attached")
    person.press("The answer")
    person.page.locator("#next").wait_for()
    person.reads("#answer.right", puzzle.lines[0][0])
    person.page.wait_for_function("() => document.querySelector('#next').pathname.startsWith('/puzzles/konane/')")
    person.page.locator("#next").click()
    person.page.wait_for_function("(here) => !location.pathname.endsWith(here)", arg=puzzle.id)
    person.sees_lit()


def test_the_list_is_narrowed_and_the_next_one_fits(meet: Meet) -> None:
    person, puzzle = meet("en"), one_of("konane")
    person.go("/puzzles?game=konane")
    person.page.locator("[name=theme]").select_option(puzzle.group)
    person.press("Show")
    person.page.wait_for_url("**theme=*")
    alike = [each for each in puzzles("konane").values() if each.group == puzzle.group]
    assert person.page.locator(".list a").count() == len(alike)
    person.page.locator(".list a").first.click()
    person.sees_lit()
    person.press("The answer")
    person.page.locator("#next").wait_for()
    person.page.wait_for_function(
        "(next) => document.querySelector('#next').pathname.endsWith(next)", arg=alike[1 % len(alike)].id
    )


def test_two_visitors_find_the_same_puzzle_on_the_shelf(meet: Meet) -> None:
    found = set()
    for language in LANGUAGES:
        person = meet(language)
        person.go("/")
        person.page.locator(".daily a.button").click()
        person.sees_lit()
        found.add(person.page.evaluate("() => location.pathname"))
    assert len(found) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_fits_a_phone_and_axe_finds_nothing(meet: Meet, game: str) -> None:
    puzzle = max(puzzles(game).values(), key=lambda each: len(puzzle_words.goal(each).say("fr")))
    person = meet("fr", **TALL)
    opened(person, puzzle, "fr")
    person.sees_lit()
    room = person.page.evaluate(ROOM)
    assert room["cut"] <= 0, "what is asked is not cut"
    assert room["wide"] >= 300
    assert room["beyond"] <= 0
    assert room["below"] <= 1, "the way on is in sight"
    found = findings(person)
    person.page.locator("#solution").tap()
    person.page.locator("#next").wait_for()
    assert person.page.evaluate(ROOM)["wide"] >= 300, "the board stays"
    assert not found + findings(person)


@pytest.mark.parametrize("look", [{}, TALL], ids=["wide", "phone"])
def test_axe_finds_nothing_in_the_list(meet: Meet, look: dict[str, object]) -> None:
    person = meet("en", **look)
    person.go("/puzzles?game=samarra")
    person.page.wait_for_function("() => document.querySelector('#streak').textContent")
    assert person.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert not findings(person)

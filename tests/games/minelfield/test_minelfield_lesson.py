"""The lesson of Minelfield: what it says after an answer is what has happened, whichever answer it was."""

import json

import pytest

from tablier import Match
from tablier.core.lessons import Lesson, lesson

TAUGHT = lesson("minelfield")
assert TAUGHT is not None
ANSWERS = [(number, answer) for number, step in enumerate(TAUGHT.steps) for answer in step.answers]


def led(course: Lesson, number: int, answer: str) -> Match:
    """Where an answer and all its replies lead."""
    match = course.match(number)
    for move in (answer, *course.steps[number].replies):
        assert match.allows(move), f"step {number + 1}: {move} after {answer}"
        match.play(move)
    return match


@pytest.mark.parametrize(("number", "answer"), ANSWERS)
def test_every_reply_fits_every_answer_and_no_die_is_left_to_throw(number: int, answer: str) -> None:
    assert TAUGHT is not None
    assert led(TAUGHT, number, answer).actor != "chance"


@pytest.mark.parametrize(("number", "answer"), ANSWERS)
def test_what_is_said_after_an_answer_is_true(number: int, answer: str) -> None:
    assert TAUGHT is not None
    match, right = led(TAUGHT, number, answer), TAUGHT.steps[number].right["en"]
    assert (match.outcome is not None and match.outcome.scores == (1.0, 0.0)) == ("you win" in right)
    moon = {"seat": 1, "kind": "commander", "cell": "g3", "lives": 1}
    lives = json.loads(TAUGHT.steps[number].position or "{}").get("options", {}).get("lives", 1)
    assert (lives == 2 and moon in match.position()["pieces"]) == ("become a Moon" in right)

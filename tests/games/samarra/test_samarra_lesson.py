"""The lesson of Samarra: no move that wins is called wrong without a word about it."""

import pytest

from tablier.core.lessons import lesson

TAUGHT = lesson("samarra")
assert TAUGHT is not None
ASKING = [number for number, step in enumerate(TAUGHT.steps) if step.answers]


def winning(number: int) -> set[str]:
    """The moves of a step that win at once."""
    assert TAUGHT is not None
    found = set()
    for move in TAUGHT.match(number).legal():
        match = TAUGHT.match(number)
        match.play(move)
        if match.outcome is not None and match.outcome.scores == (1.0, 0.0):
            found.add(move)
    return found


@pytest.mark.parametrize("number", ASKING)
def test_a_move_that_wins_is_right_or_gets_an_answer_of_its_own(number: int) -> None:
    assert TAUGHT is not None
    step = TAUGHT.steps[number]
    assert winning(number) <= {*step.answers, *step.tries}


@pytest.mark.parametrize("number", ASKING)
def test_every_reply_fits_every_answer(number: int) -> None:
    assert TAUGHT is not None
    step = TAUGHT.steps[number]
    for answer in step.answers:
        match = TAUGHT.match(number)
        for move in (answer, *step.replies):
            assert match.allows(move), f"step {number + 1}: {move} after {answer}"
            match.play(move)

"""One sentence about a move, made from facts: what it missed, what it let others do, what dice could do, its cost."""

from typing import Any, NamedTuple

from tablier.core import records
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.course import Course
from tablier.core.engine import Engine
from tablier.core.records import Bytes
from tablier.core.words import Word, seat_word, word
from tablier.reviewing.estimates import Estimate

DEEPEST = 3  # throws, one after the other, of which the odds are counted
NOTABLE = 0.1  # from which odds are worth a sentence


class Judged(NamedTuple):
    """A decision that was not the best: by whom, what was done and could be done, and what follows for the next."""

    number: int
    seat: int
    code: int
    better: int
    found: Estimate
    following: Estimate | None  # of whoever decides next
    next_seat: int


def reason(course: Course, judged: Judged, loss: float) -> Word:
    """The most telling sentence about a decision."""
    return (
        missed(course, judged)
        or own_words(course, judged)
        or lets_win(course, judged)
        or tempts_fate(course, judged)
        or costs(course, judged, loss)
    )


def written(course: Course, number: int, code: int) -> str:
    """The notation of a move in some position."""
    notation, state = course.engine.game.notation, records.frozen(course.history[number])
    return notation.write(course.engine.frozen_options, state, code)


def missed(course: Course, judged: Judged) -> Word | None:
    """A certain win that was not taken."""
    move = written(course, judged.number, judged.better)
    if judged.found.certain == "now":
        return word("review.missed.now", move=move)
    return word("review.missed.force", move=move) if judged.found.certain == "force" else None


def own_words(course: Course, judged: Judged) -> Word | None:
    """What the game has to say, from what the seat knew."""
    engine, number = course.engine, judged.number
    before = engine.concealed(course.history[number], judged.seat)
    after = engine.concealed(course.history[number + 1], judged.seat)
    remark: Any = engine.game.view.remark
    told: Word | None = remark(
        engine.frozen_options, records.frozen(before), judged.code, records.frozen(after), judged.better
    )
    return told


def lets_win(course: Course, judged: Judged) -> Word | None:
    """A win of whoever comes next, certain and in the open."""
    following = judged.following
    if course.engine.game.hidden or following is None or not following.certain or judged.next_seat == judged.seat:
        return None
    move = written(course, judged.number + 1, following.moves[0].code)
    name = seat_word(course.game, judged.next_seat)
    return word("review.lets.now" if following.certain == "now" else "review.lets.force", seat=name, move=move)


def tempts_fate(course: Course, judged: Judged) -> Word | None:
    """How likely dice or cards were to lose the game at once, if they were less so after the better move."""
    engine, before = course.engine, course.history[judged.number]
    if engine.game.hidden:
        return None
    risk = odds_of_losing(engine, engine.after(before, judged.code), judged.seat)
    other = odds_of_losing(engine, engine.after(before, judged.better), judged.seat)
    if risk - other < NOTABLE:
        return None
    better = written(course, judged.number, judged.better)
    return word("review.fate", risk=points(risk), other=points(other), better=better)


def odds_of_losing(engine: Engine, state: Bytes, seat: int, depth: int = DEEPEST) -> float:
    """How likely chance alone, before anybody decides, ends the game without a share for a seat."""
    survey = engine.survey(state)
    if survey.actor == NOBODY:
        outcome = engine.outcome(state)
        return float(outcome is not None and not outcome.scores[seat])
    if survey.actor != CHANCE or not depth:
        return 0.0
    cases = zip(survey.moves, survey.weights, strict=True)
    lost = sum(weight * odds_of_losing(engine, engine.after(state, move), seat, depth - 1) for move, weight in cases)
    return lost / sum(survey.weights)


def costs(course: Course, judged: Judged, loss: float) -> Word:
    """What it gave away."""
    return word("review.gave", points=points(loss), better=written(course, judged.number, judged.better))


def points(share: float) -> int:
    """A share of 1 in points, as per cent."""
    return round(100 * share)

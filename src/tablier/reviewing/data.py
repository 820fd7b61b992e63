"""A review as JSON data: numbers, moves in notation, and sentences in a language."""

from typing import Any

from tablier.core.contract import CHANCE
from tablier.core.presentation import Belief
from tablier.reviewing.passages import KINDS, Ledger, Passage
from tablier.reviewing.reviewed import Reviewed
from tablier.reviewing.sentences import sentence, summed_up
from tablier.reviewing.speaking import Voice

FORMAT = 1
PARTS = ("start", "luck", "own", "others", "settled", "end")  # of a ledger


def as_data(review: Reviewed, language: str) -> dict[str, Any]:
    """All of it. Chances go from 0 to 1; None is what may not be told."""
    speaker, turning = Voice(language), {passage.number for passage in review.turning_points}
    return {
        "review": FORMAT,
        "game": review.match.game,
        "seats": review.match.seats,
        "simulations": review.effort.simulations,
        "called": {
            "kinds": {kind: speaker.say(f"kind.{kind}") for kind in KINDS},
            "parts": {part: speaker.say(f"part.{part}") for part in PARTS},
        },
        "start": list(review.start),
        "end": list(review.end),
        "ledgers": [ledger_data(review, own, speaker) for own in review.ledgers],
        "turning_points": [number + 1 for number in sorted(turning)],
        "moves": [
            move_data(passage, language)
            | {"told": sentence(review, passage, speaker) if passage.kind or passage.number in turning else None}
            for passage in review.passages
        ],
    }


def ledger_data(review: Reviewed, own: Ledger, speaker: Voice) -> dict[str, Any]:
    """The sums of one seat."""
    return {
        "seat": own.seat, "start": own.start, "end": own.end, "luck": own.luck, "own": own.own,
        "others": own.others, "settled": own.settled, "accuracy": own.accuracy, "judged": own.judged,
        "told": summed_up(review, own, speaker),
    }  # fmt: skip


def move_data(passage: Passage, language: str) -> dict[str, Any]:
    """A move."""
    seats = range(len(passage.before))
    return {
        "number": passage.number + 1,
        "actor": "chance" if passage.actor == CHANCE else passage.actor,
        "move": passage.move,
        "before": list(passage.before),
        "after": list(passage.after),
        "luck": [passage.luck(seat) for seat in seats],
        "skill": [passage.skill(seat) for seat in seats],
        "loss": passage.loss,
        "kind": passage.kind or None,
        "better": passage.better or None,
        "line": list(passage.line),
        "alternatives": [{"move": other.move, "chance": other.chance} for other in passage.alternatives],
        "reason": passage.reason.say(language) if passage.reason else None,
        "marked": list(passage.ringed),
        "beliefs": {str(seat): [told(belief, language) for belief in held] for seat, held in passage.beliefs.items()},
    }


def told(belief: Belief, language: str) -> dict[str, Any]:
    """What a seat could believe about one thing."""
    shares = {name.say(language): share for name, share in belief.shares}
    return {"about": belief.about.say(language), "shares": shares}

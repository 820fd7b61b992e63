"""What a review says in sentences: what moves were about, and luck and skill of seats."""

from tablier.core.contract import CHANCE
from tablier.reviewing.passages import Ledger, Passage, between
from tablier.reviewing.reviewed import Reviewed
from tablier.reviewing.speaking import Voice


def name(review: Reviewed, seat: int, speaker: Voice) -> str:
    """Who did something."""
    return review.name(seat).say(speaker.language)


def summed_up(review: Reviewed, own: Ledger, speaker: Voice) -> str:
    """Luck and skill of a seat in a sentence."""
    rolls = review.match.engine.game.rolls(review.match.engine.options) or review.match.engine.game.hidden
    lucky, given = round(100 * own.luck), max(0, round(100 * own.given_away))
    if not rolls:
        return speaker.say("sum.skill", given=given) if given else speaker.say("sum.nothing")
    return speaker.say("sum.lucky" if lucky >= 0 else "sum.unlucky", points=abs(lucky), given=given)


def sentence(review: Reviewed, passage: Passage, speaker: Voice) -> str:
    """What a move was about: why it was bad, whom chance or a discovery helped, or that a search was surprised."""
    if passage.reason:
        return passage.reason.say(speaker.language)
    if passage.actor == CHANCE:
        most = max((own.seat for own in review.ledgers), key=passage.luck)
        return worth("luck", review, passage, most, speaker)
    if abs(passage.luck(passage.actor)) > passage.change / 2:
        return worth("found", review, passage, passage.actor, speaker)
    changed = between(passage.before, passage.after, passage.actor)
    if abs(changed) < passage.change / 2:
        return shifted(review, passage, speaker)
    return speaker.say("strong" if changed > 0 else "late")


def shifted(review: Reviewed, passage: Passage, speaker: Voice) -> str:
    """To whom a move mattered most, if it is not whoever made it."""
    most = max((own.seat for own in review.ledgers), key=lambda seat: abs(between(passage.before, passage.after, seat)))
    before, after = speaker.percent(passage.before[most]), speaker.percent(passage.after[most])
    return speaker.say("shifted", seat=name(review, most, speaker), before=before, after=after)


def worth(kind: str, review: Reviewed, passage: Passage, seat: int, speaker: Voice) -> str:
    """What chance, or what came to light, was worth to a seat."""
    points = round(100 * passage.luck(seat))
    args = {"seat": name(review, seat, speaker), "points": abs(points)}
    if kind == "found":
        return speaker.say("found.good" if points >= 0 else "found.bad", **args)
    return speaker.say("luck.good" if points >= 0 else "luck.bad", **args)

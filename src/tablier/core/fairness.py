"""Checking dice and cards: whether every one of them in a saved game follows from its seed and its salts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tablier.core import dice, saving, sealing
from tablier.core.contract import CHANCE
from tablier.core.engine import TABLE_REASONS
from tablier.core.match import Match, Saved
from tablier.core.words import Word, word


class Chance(NamedTuple):
    """A moment at which chance decided: all that was possible, and what stands there."""

    number: int  # of the move, counted from 0
    moves: list[str]
    weights: list[int]
    made: str


@dataclass(frozen=True)
class Report:
    """What a check has found."""

    right: bool | None  # None if there is nothing to check, or nothing to check it with
    draws: int  # dice and cards that were found right
    word: Word  # what there is to say
    number: int | None = None  # the move that differs, counted from 1
    found: str | None = None  # what stands there
    due: str | None = None  # what it should be
    remarks: tuple[Word, ...] = ()  # what else there is to say
    chances: list[Chance] = field(default_factory=list)  # all that was drawn again

    @property
    def key(self) -> str:
        """A name for the finding that does not change when its sentence does."""
        return self.word.key

    def say(self, language: str = "en") -> str:
        """The finding in words."""
        return " ".join(sentence.say(language) for sentence in (self.word, *self.remarks))

    def data(self, language: str = "en") -> dict[str, Any]:
        """The finding as JSON data."""
        facts = {"right": self.right, "draws": self.draws, "number": self.number, "found": self.found, "due": self.due}
        return facts | {"key": self.key, "sentence": self.say(language)}


def verify(game: str | Saved) -> Report:
    """Draw every die and card of a saved game again, and say whether it is the one that stands there."""
    saved = Match.read(game) if isinstance(game, str) else game
    match = saved.match
    if match is None:
        assert saved.fault is not None
        return Report(None, 0, saved.fault.word)
    numbers = chances(saved, match)
    if "seed" not in saved.headers or "view" in saved.headers:
        return unknown(saved, len(numbers))
    if "commitment" in saved.headers and saved.headers["commitment"] != dice.commitment(match.digits):
        return Report(False, 0, word("core.dice.commitment"))
    broken = None if match.sealing is None else match.sealing.broken(match.salts, match.digits)
    if broken is not None:
        return Report(False, 0, word("core.dice.broken", seat=broken))
    return compared(saved, match, [chance(saved, match, number) for number in numbers])


def compared(saved: Saved, match: Match, drawn: list[Chance]) -> Report:
    """Whether all that stands there is what seed and salts give."""
    key = dice.key_of(match.digits)
    for count, (number, moves, weights, made) in enumerate(drawn):
        due = moves[dice.drawn(key, number, weights, match.salts)]
        if due != made:
            sentence = word("core.dice.differs", number=number + 1, found=made, due=due)
            return Report(False, count, sentence, number + 1, made, due, chances=drawn)
    return without_difference(saved, match, drawn)


def chances(saved: Saved, match: Match) -> list[int]:
    """The numbers of the moves that chance made, counted from 0; one that cannot be replayed included."""
    states = match.history[: len(saved.moves)]
    return [number for number, state in enumerate(states) if match.engine.actor(state) == CHANCE]


def chance(saved: Saved, match: Match, number: int) -> Chance:
    """What could have been drawn as move ``number``, and what stands there."""
    before = match.at(number)
    return Chance(number, before.legal(), before.weights(), saved.moves[number])


def unknown(saved: Saved, draws: int) -> Report:
    """What there is to say of a game whose seed is not known."""
    if saved.result == saving.RUNNING or "view" in saved.headers:
        return Report(None, 0, word("core.dice.running"))
    if draws:
        return Report(None, 0, word("core.dice.no_seed"))
    assert saved.match is not None
    return without_difference(saved, saved.match, [])


def without_difference(saved: Saved, match: Match, drawn: list[Chance]) -> Report:
    """What there is to say when every die and card that can be checked is right."""
    draws = len(drawn)
    if saved.fault is not None:
        return Report(False, draws, word("core.dice.fault", draws=draws, detail=saved.fault.word), chances=drawn)
    if draws == 0:
        return Report(None, 0, word("core.dice.none"))
    by_table = saved.result.split(" ")[-1] in TABLE_REASONS
    remarks = word("core.dice.moves"), *([word("core.dice.ended")] if by_table else [])
    sentence = word(f"core.dice.{strength(saved, match)}", draws=draws)
    return Report(True, draws, sentence, remarks=remarks, chances=drawn)


def strength(saved: Saved, match: Match) -> str:
    """What right dice show about who could have chosen them."""
    given = match.sealing
    if "commitment" not in saved.headers or not match.salts:
        return "seed_only"
    if given is None or not given.binds:
        return "unsealed"
    if sealing.REPLACED in given.given_by:
        return "replaced"
    return "right" if sealing.PLAYER in given.given_by else "server_only"

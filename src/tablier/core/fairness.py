"""Checking dice and cards: whether every one of them in a saved game follows from its seed and its salts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablier.core import dice, saving
from tablier.core.contract import CHANCE
from tablier.core.match import Match
from tablier.core.words import Word, word


@dataclass(frozen=True)
class Report:
    """What a check has found."""

    right: bool
    draws: int  # dice and cards that were found right
    word: Word  # what there is to say
    number: int | None = None  # the move that differs, counted from 1
    found: str | None = None  # what stands there
    due: str | None = None  # what it should be

    @property
    def key(self) -> str:
        """A name for the finding that does not change when its sentence does."""
        return self.word.key

    def say(self, language: str = "en") -> str:
        """The finding in words."""
        return self.word.say(language)

    def data(self, language: str = "en") -> dict[str, Any]:
        """The finding as JSON data."""
        facts = {"right": self.right, "draws": self.draws, "number": self.number, "found": self.found, "due": self.due}
        return facts | {"key": self.key, "sentence": self.say(language)}


def verify(game: str | saving.Saved) -> Report:
    """Draw every die and card of a saved game again, and say whether it is the one that stands there."""
    saved = Match.read(game) if isinstance(game, str) else game
    if saved.match is None:
        assert saved.fault is not None
        return Report(False, 0, saved.fault.word)
    numbers = chances(saved, saved.match)
    if "seed" not in saved.headers or "view" in saved.headers:
        return unknown(saved, len(numbers))
    if "commitment" in saved.headers and saved.headers["commitment"] != dice.commitment(saved.match.seed):
        return Report(False, 0, word("core.dice.commitment"))
    for count, number in enumerate(numbers):
        due = drawn_again(saved.match, number)
        if due != saved.moves[number]:
            return differing(count, number, saved.moves[number], due)
    return without_difference(saved, len(numbers))


def chances(saved: saving.Saved, match: Match) -> list[int]:
    """The numbers of the moves that chance made, counted from 0; one that cannot be replayed included."""
    states = match.history[: len(saved.moves)]
    return [number for number, state in enumerate(states) if match.engine.actor(state) == CHANCE]


def drawn_again(match: Match, number: int) -> str:
    """The chance move that seed and salts give as move ``number``."""
    before = match.at(number)
    return before.legal()[dice.drawn(dice.key_of(match.seed), number, before.weights(), match.salts)]


def unknown(saved: saving.Saved, draws: int) -> Report:
    """What there is to say of a game whose seed is not known."""
    if saved.result == saving.RUNNING or "view" in saved.headers:
        return Report(False, 0, word("core.dice.running"))
    if draws:
        return Report(False, 0, word("core.dice.no_seed"))
    return without_difference(saved, 0)


def differing(count: int, number: int, found: str, due: str) -> Report:
    """A move that is not the one that was drawn."""
    sentence = word("core.dice.differs", number=number + 1, found=found, due=due)
    return Report(False, count, sentence, number + 1, found, due)


def without_difference(saved: saving.Saved, draws: int) -> Report:
    """What there is to say when every die and card that can be checked is right."""
    if saved.fault is not None:
        return Report(False, draws, word("core.dice.fault", draws=draws, detail=saved.fault.word))
    if draws == 0:
        return Report(True, 0, word("core.dice.none"))
    if "commitment" in saved.headers and "salts" in saved.headers:
        return Report(True, draws, word("core.dice.right", draws=draws))
    return Report(True, draws, word("core.dice.seed_only", draws=draws))

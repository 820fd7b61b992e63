"""What was found about a match, as others show it: names, pictures, sums and data."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tablier.core import scene
from tablier.core.contract import CHANCE, EVERYONE, SPECTATOR
from tablier.core.match import Match, spoken
from tablier.core.words import Word, seat_word, word
from tablier.reviewing.estimates import Effort
from tablier.reviewing.passages import Ledger, Passage, as_data, ledger, turning
from tablier.reviewing.valuation import KnownOdds

FORMAT = 1  # of the data


@dataclass(frozen=True)
class Reviewed:
    """What was found about a match, move by move and seat by seat."""

    match: Match
    effort: Effort
    passages: tuple[Passage, ...]
    start: KnownOdds
    last: KnownOdds
    end: KnownOdds

    @cached_property
    def ledgers(self) -> tuple[Ledger, ...]:
        """What came together for each seat of which anything may be told."""
        seats = [seat for seat, chance in enumerate(self.start) if chance is not None]
        return tuple(ledger(seat, self.passages, self.start, self.last, self.end) for seat in seats)

    @cached_property
    def turning_points(self) -> tuple[Passage, ...]:
        """The moves that have changed most."""
        return tuple(turning(self.passages))

    @property
    def mistakes(self) -> tuple[Passage, ...]:
        """The decisions that gave something away."""
        return tuple(passage for passage in self.passages if passage.kind)

    def name(self, seat: int) -> Word:
        """Who did something: a seat with its player's name if there is one, or chance."""
        if seat == CHANCE:
            return word("review.chance")
        named = seat_word(self.match.game, seat)
        if not self.match.names or not self.match.names[seat]:
            return named
        return word("review.player", seat=named, name=self.match.names[seat])

    def picture(self, number: int, language: str = "en") -> str:
        """The position before a move, as whoever made it knew it, with rings where the better move would have been."""
        passage, engine = self.passages[number], self.match.engine
        viewpoint = self.viewpoint(passage.actor)
        known = engine.concealed(self.match.history[number], viewpoint)
        drawn = engine.game.view.scene(engine.record[0], known[0], viewpoint)
        return scene.svg(drawn, engine.game.art, spoken(language), marks=passage.ringed)

    def viewpoint(self, actor: int) -> int:
        """From where a position is looked at in which somebody decides."""
        if self.match.viewpoint != EVERYONE:
            return self.match.viewpoint
        return actor if actor != CHANCE else SPECTATOR if self.match.engine.game.hidden else 0

    def data(self, language: str = "en") -> dict[str, Any]:
        """All of it as JSON data, sentences in a language. Chances go from 0 to 1; None is what may not be told."""
        language = spoken(language)
        return {
            "review": FORMAT,
            "game": self.match.game,
            "seats": self.match.seats,
            "simulations": self.effort.simulations,
            "start": list(self.start),
            "end": list(self.end),
            "ledgers": [self.ledger_data(each) for each in self.ledgers],
            "turning_points": [passage.number + 1 for passage in self.turning_points],
            "moves": [as_data(passage, language) for passage in self.passages],
        }

    def ledger_data(self, own: Ledger) -> dict[str, Any]:
        """The sums of one seat as JSON data."""
        return {
            "seat": own.seat, "start": own.start, "end": own.end, "luck": own.luck, "own": own.own,
            "others": own.others, "settled": own.settled, "accuracy": own.accuracy, "judged": own.judged,
        }  # fmt: skip

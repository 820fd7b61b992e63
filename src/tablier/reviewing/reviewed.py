"""What was found about a match, as others show it: names, pictures, sums and data."""

from dataclasses import dataclass
from functools import cached_property

from tablier.core import scene
from tablier.core.contract import CHANCE, EVERYONE, SPECTATOR
from tablier.core.match import Match, spoken
from tablier.core.words import Word, seat_word, word
from tablier.reviewing.estimates import Effort
from tablier.reviewing.passages import Ledger, Passage, ledger, turning
from tablier.reviewing.valuation import KnownOdds


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

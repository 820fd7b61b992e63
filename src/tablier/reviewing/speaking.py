"""How the numbers of a review are said in a language."""

from typing import Any, NamedTuple

from tablier.core.presentation import Belief
from tablier.core.words import word

MINUS = "\N{MINUS SIGN}"


class Voice(NamedTuple):
    """Says texts of reviews, and their numbers."""

    language: str

    def say(self, key: str, **args: Any) -> str:
        """A text of reviews."""
        return word(f"review.{key}", **args).say(self.language)

    def percent(self, chance: float | None) -> str:
        """A chance; a dash for one that is not known."""
        return "–" if chance is None else word("review.percent", number=round(100 * chance)).say(self.language)

    def signed(self, change: float) -> str:
        """A change in points, with its sign."""
        points = round(100 * change)
        return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"

    def belief(self, held: Belief) -> str:
        """What can be believed about one thing, what is likeliest first."""
        shares = sorted(held.shares, key=lambda share: -share[1])
        told = [f"{name.say(self.language)} {self.percent(share)}" for name, share in shares if share]
        return self.say("belief", about=held.about.say(self.language), shares=told)

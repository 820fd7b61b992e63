"""A rating as it is kept: the strength after the last game, when that was, and how it came about."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from tablier.server.ratings.glicko import Strength, grown
from tablier.server.ratings.strengths import is_provisional, periods
from tablier.server.store.protocol import Document

DIVISION = "division"
"""The kind of the documents, one for each division, by which those with ratings are found."""
REMEMBERED = 300  # games of which a rating keeps what it was after them
DIGITS = 3  # that are kept
HANDLE_BYTES = 9


class RatingPoint(NamedTuple):
    """A rating and its deviation after some game."""

    at: float
    rating: float
    deviation: float


@dataclass(frozen=True)
class Rated:
    """The rating of somebody in a division."""

    strength: Strength = field(default_factory=Strength)
    at: float = 0.0  # when the last game ended
    games: int = 0
    history: tuple[RatingPoint, ...] = ()

    def now(self, moment: float) -> Strength:
        """The strength at a moment: the longer ago the last game is, the less sure."""
        return grown(self.strength, periods(self.at, moment)) if self.games else self.strength

    def data(self) -> dict[str, Any]:
        """The rating as JSON."""
        return asdict(self.strength) | {"at": self.at, "games": self.games, "history": self.history}


def rated_from(document: Document) -> Rated:
    """A rating from its document."""
    data = document.data
    if data is None:
        return Rated()
    strength = Strength(data["rating"], data["deviation"], data["volatility"])
    return Rated(strength, data["at"], data["games"], tuple(RatingPoint(*one) for one in data["history"]))


def after(old: Rated, strength: Strength, at: float) -> Rated:
    """A rating after another game."""
    latest = max(at, old.at)
    moment = RatingPoint(round(latest, 1), round(strength.rating, 1), round(strength.deviation, 1))
    known = Strength(*(round(value, 2 * DIGITS) for value in asdict(strength).values()))
    return Rated(known, latest, old.games + 1, (*old.history, moment)[-REMEMBERED:])


def shown(strength: Strength, games: int) -> dict[str, Any]:
    """A strength as people read it: whole points, and whether it is provisional."""
    provisional = not games or is_provisional(strength)
    return {"rating": round(strength.rating), "deviation": round(strength.deviation), "provisional": provisional}


def handle(person: str) -> str:
    """What stands for a person in addresses, so that nobody reads there by which name visitors are kept."""
    return hashlib.blake2s(person.encode(), digest_size=HANDLE_BYTES, person=b"handle").hexdigest()


def handle_tag(name: str) -> str:
    """By what the ratings of a person are found that an address names."""
    return f"handle:{name}"


def division_tag(division: str) -> str:
    """By what the ratings in a division are found, the highest first."""
    return f"in:{division}"

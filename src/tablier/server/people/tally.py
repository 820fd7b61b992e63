"""Tallies: what somebody's results add up to, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Fate = Literal["won", "drawn", "lost", "unfinished", "shared"]
"""How a game ended for somebody. ``shared``: they sat on more than one side of it."""
COUNTED: tuple[Fate, ...] = ("won", "drawn", "lost")


@dataclass
class Score:
    """So many games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    def add(self, fate: Fate) -> None:
        """Count one more."""
        if fate in COUNTED:
            setattr(self, fate, getattr(self, fate) + 1)


@dataclass
class GameTally:
    """What somebody has made of one game: altogether, by seats, and by whom they played against."""

    game: str
    all: Score = field(default_factory=Score)
    seats: dict[int, Score] = field(default_factory=dict)
    people: Score = field(default_factory=Score)
    bots: dict[int, Score] = field(default_factory=dict)  # by the highest level among them
    streak: int = 0  # games won in a row until now
    longest: int = 0

    def add(self, result: dict[str, Any], fate: Fate, run: int) -> int:
        """Count a game, the latest first; how long the row of won games is that goes on before it."""
        if fate not in COUNTED:
            return run
        seats = result["seats"]
        self.all.add(fate)
        self.seats.setdefault(len(seats), Score()).add(fate)
        levels = [seat["level"] for seat in seats if seat["level"]]
        people = [seat for seat in seats if not seat["level"]]
        (self.people if len(people) > 1 else self.bots.setdefault(max(levels, default=0), Score())).add(fate)
        run = run + 1 if fate == "won" else 0
        if run == self.all.played:
            self.streak = run
        self.longest = max(self.longest, run)
        return run


def fate(result: dict[str, Any], visitor: str) -> Fate:
    """How a game ended for somebody."""
    mine = [number for number, seat in enumerate(result["seats"]) if visitor in seat["owners"]]
    scores: Sequence[float] | None = result["scores"]
    if scores is None or not mine:
        return "unfinished"
    if len(mine) > 1:
        return "shared"
    winners = [number for number, score in enumerate(scores) if score > 0]
    if len(winners) == len(scores):
        return "drawn"
    return "won" if mine[0] in winners else "lost"


def tallies(results: Iterable[dict[str, Any]], visitor: str) -> list[GameTally]:
    """What somebody's results add up to, the latest first; the game that they played most comes first."""
    found: dict[str, GameTally] = {}
    runs: dict[str, int] = {}
    for result in results:
        tally = found.setdefault(result["game"], GameTally(result["game"]))
        runs[tally.game] = tally.add(result, fate(result, visitor), runs.get(tally.game, 0))
    return sorted((tally for tally in found.values() if tally.all.played), key=lambda one: -one.all.played)

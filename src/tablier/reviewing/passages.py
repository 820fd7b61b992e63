"""What a review is made of: each move with what it has changed, and what came together for each seat."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.core.presentation import Belief
from tablier.core.words import Word
from tablier.reviewing.valuation import KnownOdds

SLIP, MISTAKE, BLUNDER = 0.05, 0.10, 0.20  # chances given away
KINDS = ("slip", "mistake", "blunder", "missed")
"""How a decision is judged that gave chances away; "missed" is a certain win that was not taken."""
STRICTNESS = 8.0  # of accuracy: a move that gives 9 points away is half as good as the best one
MOST_TURNING = 6  # points of a game
TURNS = 0.08  # from how much somebody's chances have changed


@dataclass(frozen=True)
class Alternative:
    """A move that might have been made, and the chance to win that it promised."""

    move: str
    chance: float


@dataclass(frozen=True)
class Passage:
    """One move: everybody's chances before it, as expected of it, and after it; and how it is judged.

    What is not known of a seat is None. ``line`` begins with the better move; ``reason`` is one sentence.
    """

    number: int  # counted from 0
    actor: int  # a seat, or CHANCE
    move: str
    before: KnownOdds
    expected: KnownOdds
    after: KnownOdds
    decided: bool = False  # whether there was a choice that can be judged
    kind: str = ""  # one of KINDS, or nothing
    better: str = ""
    line: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reason: Word | None = None
    ringed: tuple[str, ...] = ()  # parts of the picture before it that the better move is about
    beliefs: dict[int, Sequence[Belief]] = field(default_factory=dict)  # before it, by seat

    def luck(self, seat: int) -> float:
        """What chance, or what it could not know, gave a seat or took."""
        return between(self.expected, self.after, seat)

    def skill(self, seat: int) -> float:
        """What the decision itself did to a seat's chances."""
        return between(self.before, self.expected, seat)

    @property
    def loss(self) -> float:
        """What whoever decided gave away."""
        return max(0.0, -self.skill(self.actor)) if self.decided and self.better else 0.0

    @property
    def change(self) -> float:
        """By how much it changed somebody's chances at most."""
        seats = range(len(self.before))
        return max(abs(between(self.before, self.after, seat)) for seat in seats)

    @property
    def accuracy(self) -> float:
        """How good a decision was, 1 for the best move."""
        return math.exp(-STRICTNESS * self.loss)


def between(one: KnownOdds, other: KnownOdds, seat: int) -> float:
    """How much more the second chance of a seat is than the first; 0 where they are not known."""
    first, second = one[seat], other[seat]
    return 0.0 if first is None or second is None else second - first


@dataclass(frozen=True)
class Ledger:
    """What came together for one seat: from ``start`` to ``end`` by luck, by its own decisions and by those of others.

    ``settled`` is what the table did to its chances when it ended the game. All of them add up exactly.
    """

    seat: int
    start: float
    end: float
    luck: float
    own: float
    others: float
    settled: float
    accuracy: float | None  # None without any decision
    judged: dict[str, int]  # how many decisions of each of KINDS

    @property
    def given_away(self) -> float:
        """What its own decisions have cost it."""
        return -self.own


def ledger(seat: int, passages: Sequence[Passage], start: KnownOdds, last: KnownOdds, end: KnownOdds) -> Ledger:
    """The sums of one seat."""
    mine = [passage for passage in passages if passage.actor == seat]
    others = [passage for passage in passages if passage.actor != seat]
    choices = [passage.accuracy for passage in mine if passage.decided]
    return Ledger(
        seat,
        start[seat] or 0.0,
        end[seat] or 0.0,
        math.fsum(passage.luck(seat) for passage in passages),
        math.fsum(passage.skill(seat) for passage in mine),
        math.fsum(passage.skill(seat) for passage in others),
        between(last, end, seat),
        sum(choices) / len(choices) if choices else None,
        {kind: sum(passage.kind == kind for passage in mine) for kind in KINDS},
    )


def turning(passages: Sequence[Passage]) -> list[Passage]:
    """The moves that have changed most, in the order of the game."""
    marked = [passage for passage in passages if passage.change >= TURNS or passage.kind in ("blunder", "missed")]
    most = sorted(marked, key=lambda passage: (-passage.change, passage.number))[:MOST_TURNING]
    return sorted(most, key=lambda passage: passage.number)


def kind_of(loss: float, missed: bool) -> str:
    """How a decision is judged by what it gave away."""
    if loss < SLIP:
        return ""
    return "missed" if missed else "slip" if loss < MISTAKE else "mistake" if loss < BLUNDER else "blunder"

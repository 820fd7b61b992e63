"""Tournaments as they are kept: what is played, who takes part, and the rounds with their games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tablier.server.authority.events import ClockPlan

ROBIN, SWISS, LEAGUE = "robin", "swiss", "league"
KINDS = (ROBIN, SWISS, LEAGUE)
"""Everybody meets everybody; people with the same points meet; tables of more than two, by points."""
OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
BYE, FORFEIT, NOBODY, VOID = "bye", "forfeit", "nobody", "void"
"""How a game got its points if nobody played it to its end: alone, one did not come, none came, it was lost."""
BOT = -1  # in the place of an entrant
TWO = 2


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part, by number in a list. ``left``: after how many rounds; ``expelled`` by the organiser."""

    person: str
    left: int | None = None
    expelled: bool = False


@dataclass(frozen=True)
class Bout:
    """A game of a round: its table, the entrants by seat, and their points once they are known."""

    table: str
    seats: tuple[int, ...]
    points: tuple[float, ...] | None = None
    how: str = ""


@dataclass(frozen=True)
class Round:
    """One round; ``made``: its tables are there; ``seen``: whoever did not come has been found."""

    begun: float
    bouts: tuple[Bout, ...]
    made: bool = False
    seen: bool = False

    @property
    def is_over(self) -> bool:
        """Whether all games have their points."""
        return all(bout.points is not None for bout in self.bouts)


@dataclass(frozen=True)
class TournamentPlan:
    """What is played, and how, as the organiser wished it."""

    name: str
    game: str
    options: dict[str, Any]
    seats: int
    clock: ClockPlan
    kind: str
    rounds: int  # of a round robin, how often everybody meets; else how many, 0 for as many as are due
    most: int  # entrants
    at: float | None = None  # when it begins; else as soon as there are as many as there may be
    listed: bool = True
    rated: bool = False
    bots: int = 0  # the level of bots that fill up; 0 if none do


@dataclass(frozen=True)
class Tournament:
    """A tournament."""

    id: str
    plan: TournamentPlan
    maker: str
    made: float
    seed: int
    state: str = OPEN
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    ended: float = 0.0
    why: str = ""  # it was cancelled, or ended early
    maker_of_tables: str = ""  # which server makes those of the last round
    since: float = 0.0  # when it began to

    @property
    def active(self) -> list[int]:
        """The entrants that still take part."""
        return [number for number, entrant in enumerate(self.entrants) if entrant.left is None]

    def number_of(self, person: str) -> int | None:
        """The number of somebody who takes part or did."""
        return next((number for number, one in enumerate(self.entrants) if one.person == person), None)

    def bouts(self) -> Iterator[tuple[int, Bout]]:
        """All games with the numbers of their rounds, counted from 1."""
        for number, one in enumerate(self.rounds, 1):
            for bout in one.bouts:
                yield number, bout


@dataclass
class Performance:
    """What somebody has done so far in a tournament."""

    number: int
    points: float = 0.0
    met: list[int] = field(default_factory=list)  # again for each time
    seats: list[int] = field(default_factory=list)
    byes: int = 0  # rounds without an opponent, games against a bot included
    floated: bool = False  # met somebody with fewer points in the last round
    wins: int = 0
    draws: int = 0
    losses: int = 0


def tallies(tournament: Tournament) -> list[Performance]:
    """What all entrants have done in the rounds so far."""
    found = [Performance(number) for number in range(len(tournament.entrants))]
    for one in tournament.rounds:
        before = [tally.points for tally in found]
        for tally in found:
            tally.floated = False
        for bout in one.bouts:
            note(found, bout, before)
    return found


def note(found: Sequence[Performance], bout: Bout, before: Sequence[float]) -> None:
    """Add a game to what was done."""
    people = [number for number in bout.seats if number != BOT]
    for seat, number in enumerate(bout.seats):
        if number == BOT:
            continue
        others = [other for other in people if other != number]
        tally = found[number]
        tally.met += others
        tally.byes += not others and bout.how != FORFEIT
        tally.seats += [] if bout.how == BYE or (bout.how == FORFEIT and not bout.table) else [seat]
        tally.floated = any(before[other] < before[number] for other in others)
        if bout.points is not None:
            credit(tally, bout.points, seat, bout.how)


def credit(tally: Performance, points: Sequence[float], seat: int, how: str) -> None:
    """Add the points of a game; nobody wins or loses without an opponent."""
    tally.points += points[seat]
    if how in (BYE, VOID) or len(points) == 1:
        return
    best = max(points)
    tally.wins += points[seat] == best and points.count(best) == 1
    tally.draws += points[seat] == best and points.count(best) > 1 and best > 0
    tally.losses += points[seat] < best or best == 0


def points_of(ranks: Sequence[int]) -> tuple[float, ...]:
    """What ranks are worth: of two 1, ½ or 0; at larger tables a point for each seat behind, shared by who ties."""
    behind = [sum(other > rank for other in ranks) for rank in ranks]
    level = [ranks.count(rank) for rank in ranks]
    return tuple(lower + (same - 1) / 2 for lower, same in zip(behind, level, strict=True))


# As JSON


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """A tournament as JSON."""
    return asdict(tournament)


def tournament_from(data: dict[str, Any]) -> Tournament:
    """A tournament from its JSON."""
    plan = TournamentPlan(**data["plan"] | {"clock": ClockPlan(**data["plan"]["clock"])})
    entrants = tuple(Entrant(**one) for one in data["entrants"])
    rounds = tuple(Round(**one | {"bouts": tuple(map(bout_from, one["bouts"]))}) for one in data["rounds"])
    return Tournament(**data | {"plan": plan, "entrants": entrants, "rounds": rounds})


def bout_from(data: dict[str, Any]) -> Bout:
    """A game from its JSON."""
    points = data["points"]
    return Bout(data["table"], tuple(data["seats"]), None if points is None else tuple(points), data["how"])


def with_bout(tournament: Tournament, table: str, bout: Bout) -> Tournament:
    """A tournament in which another game stands in the place of that of a table."""
    rounds = tuple(
        replace(one, bouts=tuple(bout if old.table == table else old for old in one.bouts)) for one in tournament.rounds
    )
    return replace(tournament, rounds=rounds)

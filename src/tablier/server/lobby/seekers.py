"""People who look for others to play with: what each of them would like, and who goes together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from tablier.core.engine import Engine
from tablier.core.registry import keys, load
from tablier.server.authority.events import DAYS, FISCHER, ClockPlan, SeatPlan, Setup
from tablier.server.authority.limits import DAY
from tablier.server.authority.making import sealed
from tablier.server.authority.refusals import Refused
from tablier.server.people.belongings import keeps, of
from tablier.server.store.protocol import Document

SEEKER, WAITING, FOUND, LATE = "seeker", "waiting", "found", "late"
"""The kind of the documents, by visitor; and how somebody's search stands: the first of these is a tag, too."""
ABSENT = 15.0  # seconds without a sign of somebody, after which they have left
AWAY = 8.0  # seconds for which somebody who goes from page to page keeps the place, without being paired
KEPT = 600.0  # seconds for which is remembered how it ended
MINUTE = 60.0
CLOCKS: dict[str, ClockPlan | None] = {
    "none": None,
    "quick": ClockPlan(FISCHER, 5 * MINUTE, 3.0),
    "calm": ClockPlan(FISCHER, 15 * MINUTE, 10.0),
    "days": ClockPlan(DAYS, 3 * DAY, holidays=14.0),
}
"""The clocks that somebody may ask for."""


class Pairing(NamedTuple):
    """What is played together: a game, with how many, by which clock."""

    game: str
    seats: int
    clock: str


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks for others; lists say what would all be fine, the best first."""

    visitor: str
    name: str
    games: tuple[str, ...]
    seats: tuple[int, ...]  # none: any number
    clocks: tuple[str, ...]
    rated: bool
    since: float
    until: float
    seen: float = 0.0  # the last sign of them
    here: bool = True  # whether a page of theirs is open
    state: str = WAITING
    table: str = ""  # that was found
    ended: float = 0.0  # when it was, or when the wait was over

    def wishes(self) -> Iterator[Pairing]:
        """All that would be fine, the best first."""
        for game, clock in product(self.games, self.clocks):
            possible = load(game).seats if game in keys() else ()
            for count in self.seats or possible:
                if count in possible:
                    yield Pairing(game, count, clock)

    def is_there(self, now: float) -> bool:
        """Whether they can be paired now."""
        return self.here and now - self.seen < ABSENT and now < self.until

    def has_left(self, now: float) -> bool:
        """Whether they have closed the page for good."""
        return now - self.seen >= (ABSENT if self.here else AWAY)


def seeker_from(document: Document) -> Seeker | None:
    """The seeker that a document tells of."""
    data = document.data
    if data is None:
        return None
    lists = {name: tuple(data[name]) for name in ("games", "seats", "clocks")}
    return Seeker(**{**data, **lists})


def written(document: Document, seeker: Seeker) -> Document:
    """A document that tells of a seeker; whoever waits is found by that tag, in the order in which they came."""
    tags = [WAITING] if seeker.state == WAITING else []
    return document.saying(vars(seeker), [*tags, of(seeker.visitor)], seeker.since)


def refuse_impossible(seeker: Seeker) -> None:
    """Refuse a search that nobody could end."""
    if not any(seeker.wishes()):
        raise Refused("server.lobby.impossible", 422)


def together(seekers: Sequence[Seeker]) -> tuple[Pairing, list[Seeker]] | None:
    """Who goes together, and what they play: who came first is served first, with those who have waited longest."""
    fitting: dict[Pairing, list[Seeker]] = {}
    in_order = sorted(seekers, key=lambda one: (one.since, one.visitor))
    for seeker in in_order:
        for wish in dict.fromkeys(seeker.wishes()):
            fitting.setdefault(wish, []).append(seeker)
    for seeker in in_order:
        for wish in seeker.wishes():
            if len(fitting[wish]) >= wish.seats:
                others = [other for other in fitting[wish] if other is not seeker]
                return wish, [seeker, *others[: wish.seats - 1]]
    return None


def table_of(wish: Pairing, seekers: Sequence[Seeker], now: float) -> Setup:
    """The table of those who were found for each other: seats at random, and rated only if all of them wish it."""
    people = random.SystemRandom().sample(list(seekers), len(seekers))
    places = tuple(SeatPlan("link", name=seeker.name, owners=(seeker.visitor,)) for seeker in people)
    options = Engine(load(wish.game), wish.seats, {}).options
    setup = sealed(wish.game, options, places, "", "", now, None)
    return replace(setup, clock=CLOCKS[wish.clock], rated=all(seeker.rated for seeker in seekers))


keeps(SEEKER)

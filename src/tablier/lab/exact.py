"""Exact values of games so small that all their positions can be looked at, with dice or without. It knows no game.

For two seats and nothing hidden. Positions are numbered as they are reached; what follows from each is kept, and
values go to and fro between them until they stand still. A game may go on for ever, so they are worked out twice: as if
that lost for the first seat, and as if it won. Where both come to the same, it is the value.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.core.compile import kernel, own, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.errors import BadOption
from tablier.core.generic import actor, apply, legal_moves, returns, weights
from tablier.core.match import Match
from tablier.core.records import Array, Bytes
from tablier.lab.solving import FIRST_FACTOR, mixed

MOST = 3_000_000  # positions, unless somebody asks for more
ROOM = 2  # places of the table for each position
EDGES = 8  # what follows from a position, on average at the most
EXACT = 1e-9  # that far apart two values may stay
SWEEPS = 20_000  # before we give up
FULL = -1
DONE, REACHED, LINKED = range(3)  # of a frontier: positions gone through, positions and links so far


@rule
def place_of(raw: Array, places: Array, number: int) -> int:
    """Where in the table a position stands that has the same bytes, or would stand."""
    place = mixed(raw, number, FIRST_FACTOR) % places.size
    while places[place] >= 0 and not same(raw, int(places[place]), number):
        place = (place + 1) % places.size
    return int(place)


@rule
def found_at(raw: Array, places: Array, last: int) -> int:
    """The number of the position that lies behind all others, which may be its own."""
    place = place_of(raw, places, last)
    if places[place] < 0:
        places[place] = last
    return int(places[place])


@rule
def same(raw: Array, one: int, other: int) -> bool:
    """Whether two positions have the same bytes."""
    index = 0
    while index < raw.shape[1] and raw[one, index] == raw[other, index]:
        index += 1
    return index == raw.shape[1]  # type: ignore[no-any-return]


@rule
def forget(raw: Array, forgotten: Array, number: int) -> None:
    """Erase what does not matter for how a position goes on."""
    for index in range(forgotten.size):
        raw[number, forgotten[index]] = 0


@kernel
def explore(
    options: Any, states: Any, raw: Array, forgotten: Array, places: Array, moves: Array, chances: Array,
    frontier: Array, deciders: Array, firsts: Array, links: Array, parts: Array, scores: Array, values: Array,
) -> int:  # fmt: skip
    """Go through all positions that can be reached; FULL if there is no room for them."""
    while frontier[DONE] < frontier[REACHED]:
        number, count, linked = int(frontier[DONE]), int(frontier[REACHED]), int(frontier[LINKED])
        if count + moves.size >= raw.shape[0] or linked + moves.size >= links.size:
            return FULL
        decides = actor(options[0], states[number])
        deciders[number], firsts[number], legal = decides, linked, 0
        if decides == NOBODY:
            returns(options[0], states[number], scores)
            values[number] = scores[0]
        else:
            legal = legal_moves(options[0], states[number], moves)
        if decides == CHANCE:
            weights(options[0], states[number], chances)
        for index in range(legal):
            states[count] = states[number]
            apply(options[0], states[count], int(moves[index]))
            forget(raw, forgotten, count)
            links[linked + index] = found_at(raw, places, count)
            count += links[linked + index] == count
            parts[linked + index] = chances[index] if decides == CHANCE else 1
        frontier[DONE], frontier[REACHED], frontier[LINKED] = number + 1, count, linked + legal
        firsts[number + 1] = linked + legal
    return int(frontier[REACHED])


def sweep(deciders: Array, firsts: Array, links: Array, parts: Array, values: Array) -> float:
    """Have every position be worth what follows from it, the last ones first; by how much values changed at most."""
    most = 0.0
    for number in range(deciders.size - 1, -1, -1):
        if deciders[number] == NOBODY:
            continue
        best, total, weight = -1.0, 0.0, 0
        sign = 1.0 if deciders[number] == 0 else -1.0
        for link in range(firsts[number], firsts[number + 1]):
            value = values[links[link]]
            total += parts[link] * value
            weight += parts[link]
            best = sign * value if link == firsts[number] else max(best, sign * value)
        value = total / weight if deciders[number] == CHANCE else sign * best
        most = max(most, abs(value - values[number]))
        values[number] = value
    return most


class Exact:
    """All positions that can follow from a start, and what each is worth to the first seat: a share of 1.

    ``forgotten`` names fields of the record that do not matter for what follows, such as a count of turns.
    """

    def __init__(self, engine: Engine, start: Bytes, forgotten: Sequence[str] = (), most: int = MOST) -> None:
        if engine.seats != 2 or engine.game.hidden:
            raise BadOption("lab.exact.kind", game=engine.game.key)
        self.engine = engine
        self.states = engine.blank(most)
        self.raw = np.asarray(self.states).view(np.uint8).reshape(most, -1)
        self.forgotten = bytes_of(self.states.dtype, forgotten)
        self.places = np.full(ROOM * most, -1, dtype=np.int32)
        self.states[0] = start[0]
        self._explore(most)
        self.sweeps, self.values, self.gap = self._judge()

    def _explore(self, most: int) -> None:
        """Number all positions, and link each with what follows from it."""
        moves, chances = self.engine.buffers
        deciders, firsts = np.zeros(most, dtype=np.int8), np.zeros(most + 1, dtype=np.int64)
        links, parts = np.zeros(EDGES * most, dtype=np.int32), np.zeros(EDGES * most, dtype=np.int32)
        self.raw[0, self.forgotten] = 0
        self.places[place_of(self.raw, self.places, 0)] = 0
        frontier = np.array([0, 1, 0])
        room = (self.states, self.raw, self.forgotten, self.places, moves, chances, frontier)
        ends = np.zeros(most)
        count = int(self.engine.call(explore, *room, deciders, firsts, links, parts, np.zeros(2), ends))
        if count == FULL:
            raise BadOption("lab.exact.full", most=most)
        self.count, linked = count, int(frontier[LINKED])
        self.deciders, self.firsts, self.ends = deciders[:count], firsts[: count + 1], ends[:count]
        self.links, self.parts = links[:linked], parts[:linked]

    def _judge(self) -> tuple[int, Array, float]:
        """The values, how often all positions were gone through for them, and how far they may be off."""
        over = self.deciders == NOBODY
        low, high = np.where(over, self.ends, 0.0), np.where(over, self.ends, 1.0)
        sweeps, changed = 0, 1.0
        while changed > EXACT / 10 and sweeps < SWEEPS:
            changed = max(float(self._sweep(values)) for values in (low, high))
            sweeps += 1
        return sweeps, (low + high) / 2, float(np.max(high - low))

    def _sweep(self, values: Array) -> Any:
        """Go through all positions once."""
        return own(sweep)(self.deciders, self.firsts, self.links, self.parts, values)

    def number(self, state: Bytes) -> int:
        """The number of a position that can be reached."""
        last = self.states.shape[0] - 1
        self.states[last] = state[0]
        self.raw[last, self.forgotten] = 0
        number = int(self.places[place_of(self.raw, self.places, last)])
        if number >= 0:
            return number
        raise KeyError("the position cannot be reached from the start")

    def value(self, state: Bytes) -> float:
        """What a position is worth to the first seat."""
        return float(self.values[self.number(state)])

    def moves(self, match: Match) -> dict[str, float]:
        """What each legal move is worth to the seat that decides."""
        assert isinstance(match.actor, int)
        number, seat = self.number(match.state), match.actor
        values = self.values[self.links[self.firsts[number] : self.firsts[number + 1]]]
        return {move: float(abs(seat - value)) for move, value in zip(match.legal(), values, strict=True)}


def bytes_of(dtype: Any, names: Sequence[str]) -> Array:
    """Which bytes of a record belong to these fields."""
    spans = [(dtype.fields[name][1], dtype.fields[name][0].itemsize) for name in names]
    return np.array([place for first, size in spans for place in range(first, first + size)], dtype=np.int64)

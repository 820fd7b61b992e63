"""What bots have learned of a game: one layer of units over its features, as a single array that kernels are given.

A row for each feature says what it adds to every unit. Three more rows follow: what each unit holds without any
feature, what it says of the scores, and, first in the last row, what is said without any unit. It is never a global of
a module, or compiled code would not be found again on disk.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablier.core.compile import kernel, rule
from tablier.core.engine import Engine
from tablier.core.generic import conceal, features
from tablier.core.networks import ROWS
from tablier.core.records import Array, Bytes

RESTING, SAYING, ALONE = range(ROWS)  # after those of the features
LEAK = 0.125  # of a unit below zero that comes through, so that it goes on learning
SUREST = 30.0  # beyond that a share differs from 0 or 1 by nothing
TWO = 2  # seats: what one of them may expect says what the other may


class Sight(NamedTuple):
    """Room to work in: a record to conceal, features and their amounts, units."""

    aside: Bytes
    places: Array
    amounts: Array
    units: Array


def sight(engine: Engine, network: Array) -> Sight:
    """Room for a network of a game."""
    most = int(engine.game.advice.FEATURES)
    units = np.zeros(network.shape[1], np.float32)
    return Sight(engine.blank(), np.zeros(most, np.int32), np.zeros(most, np.float32), units)


@kernel
def notice(options: Any, state: Any, seat: int, sight: Any) -> int:
    """List the features of a position as far as a seat knows it; how many there are."""
    sight.aside[0] = state
    conceal(options, sight.aside[0], seat)
    return features(options, sight.aside[0], seat, sight.places, sight.amounts)


@rule
def think(network: Array, sight: Any, count: int) -> float:
    """What the units make of so many features, and say together."""
    rest, units = network.shape[0] - ROWS, sight.units
    for unit in range(units.size):
        units[unit] = network[rest + RESTING, unit]
    for index in range(count):
        row, amount = network[sight.places[index]], sight.amounts[index]
        for unit in range(units.size):
            units[unit] += row[unit] * amount
    said = float(network[rest + ALONE, 0])
    for unit in range(units.size):
        held = units[unit]
        said += float(network[rest + SAYING, unit]) * float(held if held > 0 else held * np.float32(LEAK))
    return max(-SUREST, min(SUREST, said))


@kernel
def foresee(options: Any, state: Any, network: Array, sight: Any, scores: Array) -> None:
    """Fill in what seats may expect: of two the one whose turn it is looks, of more all of them."""
    seats = int(options.seats)
    if seats == TWO:
        seat = int(state.turn)
        said = think(network, sight, notice(options, state, seat, sight))
        scores[seat] = 1.0 / (1.0 + math.exp(-said))
        scores[1 - seat] = 1.0 - scores[seat]
        return
    total = 0.0
    for seat in range(seats):
        scores[seat] = math.exp(think(network, sight, notice(options, state, seat, sight)))
        total += scores[seat]
    for seat in range(seats):
        scores[seat] /= total

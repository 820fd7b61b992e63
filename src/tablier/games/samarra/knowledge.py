"""What the seats of Samarra know: which pairs of assignments are still possible, what is concealed, what is redealt.

Whatever happens because of a hidden character, or does not happen, goes through ``learn_whether``: the rule and what
everybody learns from it are one thing. A seat knows its own assignment, so it knows a row or column
of the mask.
"""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import EVERYONE, RUNNING
from tablier.core.random import below
from tablier.core.records import Array
from tablier.games.samarra.options import Options
from tablier.games.samarra.state import (
    ASSIGNMENTS,
    BIT,
    CHARACTER,
    DEATH,
    HIDES,
    NONE,
    OFF,
    PLAY,
    SEAT_1_SETS_UP,
    SERVANT,
    TENTS,
    UNKNOWN,
    State,
    is_in,
    put,
    truth,
)

ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
EVERY_SECOND, TWO_OF_FOUR, FOUR_OF_EIGHT = (np.uint64(word * (2**64 // 255)) for word in (0x55, 0x33, 0x0F))
BYTES_APART = (np.uint64(8), np.uint64(16), np.uint64(32))
LOW_BYTE = np.uint64(0xFF)

# Learning


@rule
def learn_whether(state: State, pairs: Any) -> bool:
    """Whether the true pair is one of these; everybody learns the answer."""
    if pairs & truth(state):
        state.possible &= pairs
        return True
    state.possible &= ~pairs
    return False


@rule
def guarding(options: Options, state: State, seat: int) -> Any:
    """The pairs in which a seat's Death stands in its own city."""
    pairs = NONE
    for tent in range(TENTS):
        if is_in(options.city[seat], int(state.cells[seat, tent])):
            pairs |= HIDES[seat, tent, DEATH]
    return pairs


@rule
def visiting(options: Options, state: State, seat: int) -> Any:
    """The pairs in which a seat's Servant stands in the enemy city."""
    pairs = NONE
    if state.standing[seat] & options.city[1 - seat] == NONE:
        return pairs
    for tent in range(TENTS):
        if is_in(options.city[1 - seat], int(state.cells[seat, tent])):
            pairs |= HIDES[seat, tent, SERVANT]
    return pairs


# Concealing


@rule
def erase_hidden(options: Options, state: State, seat: int) -> None:
    """Erase hidden characters of the others, and all that is placed behind the screen."""
    if seat == EVERYONE or state.reason != RUNNING:
        return
    for other in range(2):
        if other == seat:
            continue
        for tent in range(TENTS):
            if not state.revealed[other, tent]:
                state.characters[other, tent] = UNKNOWN
            if state.stage != PLAY:
                state.cells[other, tent] = OFF
        if state.stage != PLAY:
            state.standing[other] = NONE


# Redealing


@rule
def fill_in(options: Options, state: State, seat: int, rng: Array) -> None:
    """Draw evenly one of the assignments that the seat, or of the pairs that a spectator, cannot rule out."""
    if seat == EVERYONE or state.reason != RUNNING:
        return
    if state.stage == PLAY:
        deal(state, drawn_pair(known_possible(state), rng))
    elif state.stage == SEAT_1_SETS_UP and seat != 0:
        deal_set_up(options, state, rng)


@rule
def known_possible(state: State) -> Any:
    """The pairs that agree with every character the record still holds: a seat knows its own."""
    pairs = state.possible
    for seat in range(2):
        for tent in range(TENTS):
            if state.characters[seat, tent] != UNKNOWN:
                pairs &= HIDES[seat, tent, state.characters[seat, tent]]
    return pairs


@rule
def count_pairs(pairs: Any) -> int:
    """How many pairs a mask holds: counted in twos, fours and bytes of bits at once, then the bytes added up."""
    pairs -= (pairs >> ONE) & EVERY_SECOND
    pairs = (pairs & TWO_OF_FOUR) + ((pairs >> TWO) & TWO_OF_FOUR)
    pairs = (pairs + (pairs >> FOUR)) & FOUR_OF_EIGHT
    for shift in BYTES_APART:
        pairs += pairs >> shift
    return np.int64(pairs & LOW_BYTE)  # type: ignore[return-value]


@rule
def drawn_pair(pairs: Any, rng: Array) -> int:
    """The number of a pair drawn evenly out of a mask that is not empty."""
    rest = np.int64(below(rng, count_pairs(pairs)))
    pair = 0
    while rest > 0 or pairs & BIT[pair] == NONE:
        rest -= pairs & BIT[pair] != NONE
        pair += 1
    return pair


@rule
def deal(state: State, pair: int) -> None:
    """Hide the characters as a pair of assignments says."""
    for tent in range(TENTS):
        state.characters[0, tent] = CHARACTER[pair // len(ASSIGNMENTS), tent]
        state.characters[1, tent] = CHARACTER[pair % len(ASSIGNMENTS), tent]


@rule
def deal_set_up(options: Options, state: State, rng: Array) -> None:
    """Draw evenly one of all set-ups that seat 0 could have made."""
    size = int(options.city_size[0])
    servant = np.int64(below(rng, size))
    merchant, death = np.int64(below(rng, size - 1)), np.int64(below(rng, size - 2))
    merchant += merchant >= servant
    death += death >= min(servant, merchant)
    death += death >= max(servant, merchant)
    place_characters(options, state, 0, (servant, merchant, death))


@rule
def place_characters(options: Options, state: State, seat: int, places: Any) -> None:
    """Put a seat's characters on places of its city, each under the tent that its place in their order gives it."""
    for character in range(TENTS):
        tent = 0
        for other in range(TENTS):
            tent += places[other] < places[character]
        state.characters[seat, tent] = character
        put(state, seat, tent, int(options.city_cells[seat, places[character]]))

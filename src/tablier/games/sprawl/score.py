"""The count at the end of Sprawl: who has won, tie-breaks included."""

from tablier.core.compile import compiled, rule
from tablier.core.records import Array, Bytes
from tablier.games.sprawl.options import SIZES, Options
from tablier.games.sprawl.state import (
    DIRECTIONS,
    EACH,
    NONE,
    SMALL,
    Cells,
    State,
    ahead,
    belongings,
    bit,
    count,
    grown_from,
    pips_on,
)

STASH = 1  # the one reason: all games end by the count
PLACE = 256  # more than any number in the count
MOST_CARD_POINTS = 64  # that all the cards together are worth


@rule
def staying(options: Options, state: State) -> Cells:
    """The cells whose pieces stay on the board: active towers and the branches rooted in them."""
    towers = state.towers & ~state.neutralised
    near = grown_from(options, state, towers)
    middle = grown_from(options, state, near)
    return towers | near | middle | grown_from(options, state, middle)


@rule
def card_points(state: State, seat: int) -> int:
    """The points of a seat's cards that are turned up."""
    first = 0
    for other in range(seat):
        first += int(state.cards[other])
    last = min(first + int(state.cards[seat]), int(state.turned))
    points = 0
    for card in range(first, last):
        points += 2 if state.twos & bit(card) else 1
    return points


@rule
def penalty(state: State, seat: int, stays: Cells) -> int:
    """The pips in a seat's stash once all but ``stays`` has gone back, less its cards."""
    pips = -card_points(state, seat)
    for size in range(SIZES):
        pips += (size + 1) * (EACH - count(state.holds[seat, size] & stays))
    return pips


@compiled
def count_penalties(variants: Bytes, states: Bytes, found: Array) -> None:
    """The penalty that each seat would have if the count came now; options and record are given as arrays of one."""
    options, state = variants[0], states[0]
    stays = staying(options, state)
    for seat in range(int(options.seats)):
        found[seat] = penalty(state, seat, stays)


@rule
def attacked_by(options: Options, state: State, branches: Cells) -> Cells:
    """The cells that these branches point to."""
    found = NONE
    for direction in range(DIRECTIONS):
        found |= ahead(options, branches & state.points[direction], direction, SMALL)
    return found


@rule
def helped_neutralise(options: Options, state: State, seat: int) -> Cells:
    """The neutralised towers of others that a seat's branches helped to neutralise."""
    towers = state.neutralised & ~state.controls[seat]
    branches = belongings(state, seat) & ~state.towers
    if options.strongest:
        return towers & attacked_by(options, state, branches)
    found = NONE
    for size in range(SIZES):
        attacked = attacked_by(options, state, branches & state.present[size])
        found |= towers & attacked & ~state.present[size]
    return found


@rule
def standing(options: Options, state: State, seat: int) -> int:
    """The count of a seat and all its tie-breaks as one number: the higher the better."""
    stays = staying(options, state)
    helped = helped_neutralise(options, state, seat)
    kept = state.controls[seat] & stays
    result = 2 * MOST_CARD_POINTS - penalty(state, seat, stays)
    result = result * PLACE + pips_on(state, helped)
    result = result * PLACE + count(helped)
    result = result * PLACE + count(belongings(state, seat) & stays)
    result = result * PLACE + pips_on(state, kept)
    return result * PLACE + count(kept)


@rule
def score(options: Options, state: State) -> None:
    """The best standing wins; seats that are still equal share."""
    best, winners = -1, 0
    for seat in range(int(options.seats)):
        result = standing(options, state, seat)
        if result > best:
            best, winners = result, 0
        if result == best:
            winners |= 1 << seat
    state.winners, state.reason = winners, STASH

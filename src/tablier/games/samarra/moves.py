"""What the seat to move may do in Samarra: its set-ups, steps, powers and passes."""

from typing import Any

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samarra.options import Options
from tablier.games.samarra.repetition import is_repeated, placement, repeating
from tablier.games.samarra.state import (
    AHEAD,
    DEATH,
    DIRECTIONS,
    FIRST_TURN,
    FULL_TURN,
    HIDES,
    KILL_KIND,
    MERCHANT,
    MOVE_KIND,
    NO_TENT,
    NONE,
    OFF,
    REVEAL_KIND,
    TENTS,
    State,
    action_code,
    hidden,
    set_up_code,
)

# All that is legal


@rule
def list_set_ups(size: int, moves: Array) -> int:
    """Servant, Merchant and Death on three different places."""
    count = 0
    for servant in range(size):
        for merchant in range(size):
            for death in range(size):
                if servant != merchant and servant != death and merchant != death:
                    moves[count] = set_up_code(servant, merchant, death)
                    count += 1
    return count


@rule
def list_steps(options: Options, state: State, moves: Array) -> int:
    """Every own piece to every cell it may step to."""
    seat = int(state.turn)
    count = 0
    for tent in range(TENTS):
        targets = step_targets(options, state, seat, tent)
        if targets:
            cell = int(state.cells[seat, tent])
            for direction in range(DIRECTIONS):
                moves[count] = action_code(MOVE_KIND, tent, direction)
                count += targets & AHEAD[cell, direction] != 0
    return count


@rule
def list_powers(options: Options, state: State, moves: Array, count: int, power: int, tent: int) -> int:
    """A power of a tent on every piece it reaches, after ``count`` other moves."""
    if tent == NO_TENT:
        return count
    targets = power_targets(options, state, power, tent)
    if targets:
        cell = int(state.cells[state.turn, tent])
        for direction in range(DIRECTIONS):
            moves[count] = action_code(power, tent, direction)
            count += targets & AHEAD[cell, direction] != 0
    return count


@rule
def step_targets(options: Options, state: State, seat: int, tent: int) -> Any:
    """The cells that a seat's tent may step to now."""
    cell = int(state.cells[seat, tent])
    if cell == OFF:
        return NONE
    targets = options.around[cell] & ~(state.standing[0] | state.standing[1])
    if options.no_repetition and state.actions == 1:
        targets &= ~repeating(options, state, seat, tent, targets)
    return targets


@rule
def power_targets(options: Options, state: State, power: int, tent: int) -> Any:
    """The cells of the pieces that a tent of the seat whose turn it is would reach with a power."""
    seat = int(state.turn)
    cell = int(state.cells[seat, tent])
    if cell == OFF:
        return NONE
    enemies = state.standing[1 - seat] if power == KILL_KIND else hidden(state, 1 - seat)
    return options.around[cell] & enemies


@rule
def full_turn(state: State) -> int:
    """How many actions this turn has in all."""
    return FULL_TURN if state.turns else FIRST_TURN


@rule
def may_pass(options: Options, state: State) -> bool:
    """Whether a pass is legal: a turn that is passed altogether may repeat a position, another may not."""
    if not options.passing:
        return False
    if not options.no_repetition or state.actions > 1 or int(state.passes) + 1 == full_turn(state):
        return True
    return not is_repeated(state, int(state.turn), placement(state))


# Whether anything is


@rule
def can_act_openly(options: Options, state: State) -> bool:
    """Whether the seat to move has a legal action that does not depend on what it hides: a step, or a pass."""
    seat = int(state.turn)
    for tent in range(TENTS):
        if step_targets(options, state, seat, tent):
            return True
    return may_pass(options, state)


@rule
def powerful(options: Options, state: State) -> Any:
    """The pairs in which the seat to move could use a power."""
    seat = int(state.turn)
    pairs = NONE
    for tent in range(TENTS):
        if not state.reveal_used[seat] and power_targets(options, state, REVEAL_KIND, tent):
            pairs |= HIDES[seat, tent, MERCHANT]
        if not state.kill_used[seat] and power_targets(options, state, KILL_KIND, tent):
            pairs |= HIDES[seat, tent, DEATH]
    return pairs

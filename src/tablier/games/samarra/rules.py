"""The rules of Samarra: start, play, end."""

from tablier.core.compile import rule
from tablier.core.contract import RUNNING
from tablier.core.endings import draw, win
from tablier.core.records import Array
from tablier.games.samarra.board import LARGEST_CITY
from tablier.games.samarra.knowledge import erase_hidden, fill_in, guarding, learn_whether, place_characters, visiting
from tablier.games.samarra.moves import (
    can_act_openly,
    full_turn,
    list_powers,
    list_set_ups,
    list_steps,
    may_pass,
    powerful,
)
from tablier.games.samarra.options import Options
from tablier.games.samarra.repetition import (
    clear_memory,
    forget,
    remember_beginning,
    remember_end,
)
from tablier.games.samarra.state import (
    ALL_PAIRS,
    DEATH,
    FIRST_TURN,
    FULL_TURN,
    HIDES,
    KILL_KIND,
    MERCHANT,
    NONE,
    OFF,
    PASS,
    PLAY,
    REVEAL_KIND,
    SEAT_0_SETS_UP,
    SEAT_1_SETS_UP,
    SERVANT,
    SET_UP,
    STRIDE,
    TENTS,
    UNKNOWN,
    State,
    action_of,
    is_in,
    put,
    set_up_of,
    take,
    tent_of,
    tent_on,
    truth,
)

REASONS = ("killed", "arrived", "nearer", "passed", "limit")
KILLED, ARRIVED, NEARER, PASSED, LIMIT = range(1, 6)

MOST_MOVES = LARGEST_CITY * (LARGEST_CITY - 1) * (LARGEST_CITY - 2)  # set-ups of the largest city
PASSED_TO_LOSE = 4  # turns in a row
LOST_TO_END = 2  # turns in a row


# Start


@rule
def start(options: Options, state: State) -> None:
    """An empty board, and seat 0 behind the screen."""
    state.turns, state.turn, state.reason, state.winners = 0, 0, RUNNING, 0
    state.stage, state.actions = SEAT_0_SETS_UP, FIRST_TURN
    state.passes, state.passed_turns, state.lost_turns = 0, 0, 0
    state.possible = ALL_PAIRS
    for seat in range(2):
        state.standing[seat] = NONE
        state.kill_used[seat], state.reveal_used[seat] = 0, 0
        for tent in range(TENTS):
            state.cells[seat, tent] = OFF
            state.characters[seat, tent] = UNKNOWN
            state.revealed[seat, tent] = 0
    clear_memory(state)


# Play


@rule
def legal_moves(options: Options, state: State, moves: Array) -> int:
    """Set-ups, or moves, reveals, kills and a pass of the seat whose turn it is."""
    if state.stage != PLAY:
        return list_set_ups(int(options.city_size[state.turn]), moves)
    seat = int(state.turn)
    count = list_steps(options, state, moves)
    if not state.reveal_used[seat]:
        count = list_powers(options, state, moves, count, REVEAL_KIND, tent_of(state, seat, MERCHANT))
    if not state.kill_used[seat]:
        count = list_powers(options, state, moves, count, KILL_KIND, tent_of(state, seat, DEATH))
    if may_pass(options, state):
        moves[count] = PASS
        count += 1
    return count


@rule
def apply(options: Options, state: State, move: int) -> None:
    """A set-up or an action; after it, whatever passes by itself."""
    if move >= SET_UP:
        set_up(options, state, move)
    else:
        act(options, state, move)
        if state.reason == RUNNING:
            state.actions -= 1
            if state.actions == 0:
                end_turn(options, state)
    if state.stage == PLAY:
        while state.reason == RUNNING and not can_act(options, state):
            lose_rest_of_turn(options, state)
    if state.reason != RUNNING:
        clear_away(options, state)


@rule
def set_up(options: Options, state: State, move: int) -> None:
    """Hide a seat's characters in its city; the second set-up opens the screen."""
    seat = int(state.turn)
    place_characters(options, state, seat, set_up_of(move))
    state.turn = 1 - seat
    state.stage = PLAY if seat else SEAT_1_SETS_UP


@rule
def act(options: Options, state: State, move: int) -> None:
    """One action, and the ends of the game that it may bring at once."""
    state.lost_turns = 0
    if state.actions == FULL_TURN:
        remember_beginning(options, state)
    if move == PASS:
        state.passes += 1
    else:
        use_tent(options, state, move)
    if options.presence and state.reason == RUNNING:
        look_for_presence(options, state)


@rule
def use_tent(options: Options, state: State, move: int) -> None:
    """A step, a reveal or a kill."""
    kind, tent, direction = action_of(move)
    if kind == KILL_KIND:
        kill(options, state, tent, direction)
    elif kind == REVEAL_KIND:
        reveal(options, state, tent, direction)
    else:
        step(options, state, tent, direction)


@rule
def step(options: Options, state: State, tent: int, direction: int) -> None:
    """Move a tent; it may enter the enemy city."""
    seat = int(state.turn)
    cell = int(state.cells[seat, tent])
    target = cell + int(STRIDE[direction])
    put(state, seat, tent, target)
    goal = options.city[1 - seat]
    if is_in(goal, target) and not is_in(goal, cell):
        enter(options, state, tent)


@rule
def enter(options: Options, state: State, tent: int) -> None:
    """A tent has come into the enemy city: Death may strike it by itself, or the Servant arrive."""
    seat = int(state.turn)
    guarded = guarding(options, state, 1 - seat)
    if options.automatic_death and not state.kill_used[1 - seat] and learn_whether(state, guarded):
        strike(options, state, 1 - seat, tent_of(state, 1 - seat, DEATH), tent)
    elif not options.presence and learn_whether(state, HIDES[seat, tent, SERVANT] & ~guarded):
        win(state, seat, ARRIVED)


@rule
def reveal(options: Options, state: State, tent: int, direction: int) -> None:
    """The power of the Merchant."""
    seat = int(state.turn)
    target = int(state.cells[seat, tent]) + int(STRIDE[direction])
    state.reveal_used[seat] = 1
    show(state, seat, tent)
    show(state, 1 - seat, tent_on(state, 1 - seat, target))
    forget(options, state)


@rule
def kill(options: Options, state: State, tent: int, direction: int) -> None:
    """The power of Death."""
    seat = int(state.turn)
    target = int(state.cells[seat, tent]) + int(STRIDE[direction])
    strike(options, state, seat, tent, tent_on(state, 1 - seat, target))


@rule
def strike(options: Options, state: State, seat: int, tent: int, victim: int) -> None:
    """A seat's Death, under a tent, kills an enemy tent, in its own turn or by itself."""
    state.kill_used[seat] = 1
    show(state, seat, tent)
    take(state, 1 - seat, victim)
    forget(options, state)
    if learn_whether(state, HIDES[1 - seat, victim, SERVANT]):
        win(state, seat, KILLED)


@rule
def show(state: State, seat: int, tent: int) -> None:
    """Lift a tent for the rest of the game."""
    state.revealed[seat, tent] = 1
    learn_whether(state, HIDES[seat, tent, state.characters[seat, tent]])


@rule
def can_act(options: Options, state: State) -> bool:
    """Whether the seat to move has a legal action; everybody learns if it is for want of a power that it has none."""
    return can_act_openly(options, state) or learn_whether(state, powerful(options, state))


@rule
def lose_rest_of_turn(options: Options, state: State) -> None:
    """A turn ends for want of a legal action."""
    if state.actions == full_turn(state):
        state.lost_turns += 1
    end_turn(options, state)


@rule
def end_turn(options: Options, state: State) -> None:
    """The next seat's turn, unless the end of this one ends the game."""
    seat = int(state.turn)
    remember_end(options, state, seat)
    state.passed_turns = int(state.passed_turns) + 1 if state.passes == full_turn(state) else 0
    state.passes = 0
    state.turns += 1
    state.turn = 1 - seat
    state.actions = FULL_TURN
    look_for_end(options, state, seat)


@rule
def conceal(options: Options, state: State, seat: int) -> None:
    """Characters that others hide, and all that they place behind the screen."""
    erase_hidden(options, state, seat)


@rule
def redeal(options: Options, state: State, seat: int, rng: Array) -> None:
    """One of all that the seat cannot rule out."""
    fill_in(options, state, seat, rng)


# End


@rule
def look_for_presence(options: Options, state: State) -> None:
    """A Servant in a city without its Death wins, that of the seat that acted first."""
    seat = int(state.turn)
    if learn_whether(state, visiting(options, state, seat) & ~guarding(options, state, 1 - seat)):
        win(state, seat, ARRIVED)
    elif learn_whether(state, visiting(options, state, 1 - seat) & ~guarding(options, state, seat)):
        win(state, 1 - seat, ARRIVED)


@rule
def look_for_end(options: Options, state: State, seat: int) -> None:
    """The ends of the game that the end of a seat's turn may bring, in their order."""
    if nobody_can_win(options, state):
        compare_distances(options, state, NEARER)
    elif state.passed_turns == PASSED_TO_LOSE:
        win(state, seat, PASSED)
    elif state.lost_turns == LOST_TO_END:
        compare_distances(options, state, NEARER)
    elif options.turn_limit and state.turns >= options.turn_limit:
        compare_distances(options, state, LIMIT)


@rule
def nobody_can_win(options: Options, state: State) -> bool:
    """Whether both kills are spent and both cities guarded."""
    if not state.kill_used[0] or not state.kill_used[1]:
        return False
    return learn_whether(state, guarding(options, state, 0) & guarding(options, state, 1))


@rule
def compare_distances(options: Options, state: State, reason: int) -> None:
    """The Servant nearer to its goal wins."""
    first, second = steps_left(options, state, 0), steps_left(options, state, 1)
    if first == second:
        draw(options, state, reason)
    else:
        win(state, 0 if first < second else 1, reason)


@rule
def steps_left(options: Options, state: State, seat: int) -> int:
    """How far a seat's Servant is from the enemy city."""
    return int(options.distance[seat, state.cells[seat, tent_of(state, seat, SERVANT)]])


@rule
def clear_away(options: Options, state: State) -> None:
    """After the end nothing is hidden and nothing remembered."""
    state.possible = truth(state)
    state.passes, state.passed_turns, state.lost_turns = 0, 0, 0
    forget(options, state)

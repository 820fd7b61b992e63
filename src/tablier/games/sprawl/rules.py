"""The rules of Sprawl: start, play, end (the count is in ``score``)."""

from tablier.core.compile import rule
from tablier.core.contract import CHANCE, NOBODY, RUNNING
from tablier.core.records import Array
from tablier.games.sprawl.board import CELLS
from tablier.games.sprawl.coup import ONES, TWOS, cards_taken, challenge, judge_undo, undo
from tablier.games.sprawl.moves import can_act, list_turns, next_size
from tablier.games.sprawl.options import MOST_SEATS, SIZES, Options
from tablier.games.sprawl.score import score
from tablier.games.sprawl.state import (
    ANSWERING,
    ASK,
    ASKING,
    BRANCH,
    BUILD,
    BUILDING,
    CARD,
    DIRECTIONS,
    DONE,
    EACH,
    LET,
    NO_SEAT,
    NONE,
    NOWHERE,
    PLAYING,
    SMALL,
    SPORED,
    STAND,
    TURN_OVER,
    TURNING_UP,
    UNDO,
    State,
    ahead,
    aiming_at,
    bit,
    branch_of,
    count,
    has_begun,
    judge,
    lowest,
    piece_code,
    piece_of,
    put,
    usable_branches,
)

REASONS = ("stash",)
MOST_MOVES = CELLS * SIZES  # starting towers; later, 14 pieces on the board open fewer than that
MOST_ANSWERS = 2
MOST_BUILDS = 2  # on a tower of one piece

# Start


@rule
def clear(state: State) -> None:
    """An empty board and no stashes."""
    state.turns, state.turn, state.reason, state.winners = 0, 0, RUNNING, 0
    state.towers = state.neutralised = NONE
    state.ending = NO_SEAT
    for direction in range(DIRECTIONS):
        state.points[direction] = state.grew[direction] = NONE
    for size in range(SIZES):
        state.present[size] = NONE
    for seat in range(MOST_SEATS):
        state.controls[seat] = NONE
        state.cards[seat] = 0
        for size in range(SIZES):
            state.holds[seat, size] = NONE
            state.stash[seat, size] = 0
    close_turn(state)


@rule
def start(options: Options, state: State) -> None:
    """Full stashes beside an empty board."""
    clear(state)
    for seat in range(int(options.seats)):
        for size in range(SIZES):
            state.stash[seat, size] = EACH


# Play


@rule
def actor(options: Options, state: State) -> int:
    """The seat whose turn it is, the one that is asked, or the deck."""
    if state.reason != RUNNING:
        return NOBODY
    if state.phase == TURNING_UP:
        return CHANCE
    return int(state.asked) if state.phase == ASKING else int(state.turn)


@rule
def weights(options: Options, state: State, out: Array) -> None:
    """The cards of each kind that have not been turned up."""
    twos = count(state.twos)
    ones = int(state.turned) - twos
    if ones < ONES:
        out[0] = ONES - ones
    if twos < TWOS:
        out[1 if ones < ONES else 0] = TWOS - twos


@rule
def legal_moves(options: Options, state: State, moves: Array) -> int:
    """The legal turns, or the answers to what is asked in an unfinished one."""
    if state.phase == PLAYING:
        return list_turns(options, state, moves)
    return list_cards(state, moves) if state.phase == TURNING_UP else list_answers(state, moves)


@rule
def list_answers(state: State, moves: Array) -> int:
    """What can be done in an unfinished turn, no more than MOST_ANSWERS: the next build, and words."""
    if state.phase == BUILDING:
        moves[0] = piece_code(BUILD, int(state.tower), next_size(state, int(state.tower)))
        moves[1] = DONE
        return 2
    if state.phase == ASKING:
        moves[0], moves[1] = ASK, LET
        return 2
    moves[0], moves[1] = STAND, UNDO
    return 2 if state.may_undo else 1


@rule
def list_cards(state: State, moves: Array) -> int:
    """The kinds of cards that are not used up."""
    twos = count(state.twos)
    found = 0
    if int(state.turned) - twos < ONES:
        moves[found] = CARD
        found += 1
    if twos < TWOS:
        moves[found] = CARD + 1
        found += 1
    return found


@rule
def apply(options: Options, state: State, move: int) -> None:
    """A turn, or an answer in an unfinished one, and what follows from it."""
    if move < DONE:
        lay(options, state, move)
    elif move < CARD:
        answer(options, state, move)
    else:
        turn_up(options, state, move - CARD)
    if state.phase == SPORED:
        challenge(options, state)
    if state.phase == TURN_OVER:
        end_turn(options, state)


@rule
def lay(options: Options, state: State, move: int) -> None:
    """A piece goes onto the board."""
    if move < BUILD:
        place_tower(options, state, move)
    elif move < BRANCH:
        place_build(options, state, move)
    else:
        place_branch(options, state, move)


@rule
def answer(options: Options, state: State, move: int) -> None:
    """A word in an unfinished turn."""
    if move in (DONE, LET):
        state.phase = SPORED
    elif move == ASK:
        state.phase = ANSWERING
        judge_undo(options, state)
    elif move == STAND:
        state.phase = TURN_OVER
    else:
        undo(options, state)


@rule
def place_tower(options: Options, state: State, move: int) -> None:
    """A starting tower ends the turn, a spore may be built on and challenged."""
    cell, size = piece_of(move)
    seat = int(state.turn)
    is_spore = has_begun(state, seat)
    put(state, seat, size, cell)
    state.towers |= bit(cell)
    state.controls[seat] |= bit(cell)
    judge(options, state, cell)
    if not is_spore:
        state.phase = TURN_OVER
        return
    state.tower = cell
    if options.fast_building:
        aiming = aiming_at(options, state, usable_branches(options, state, seat), cell)
        state.left = min(aiming - 1, MOST_BUILDS)
    offer_build(state)


@rule
def offer_build(state: State) -> None:
    """Offer another build on the spored tower, if one is allowed and possible."""
    state.phase = BUILDING if state.left > 0 and can_build(state, int(state.tower)) else SPORED


@rule
def can_build(state: State, cell: int) -> bool:
    """Whether the seat whose turn it is has the piece that fits on a tower."""
    size = next_size(state, cell)
    return size >= SMALL and state.stash[state.turn, size] > 0


@rule
def place_build(options: Options, state: State, move: int) -> None:
    """A piece on top of a tower, which may change hands by it."""
    cell, size = piece_of(move)
    for seat in range(int(options.seats)):
        state.controls[seat] &= ~bit(cell)
    state.controls[state.turn] |= bit(cell)
    put(state, int(state.turn), size, cell)
    judge(options, state, cell)
    if state.phase == BUILDING:
        state.left -= 1
        offer_build(state)
    else:
        state.phase = TURN_OVER


@rule
def place_branch(options: Options, state: State, move: int) -> None:
    """A branch on an empty cell, which may neutralise the tower it points to."""
    grew, points, size, cell = branch_of(move)
    put(state, int(state.turn), size, cell)
    state.grew[grew] |= bit(cell)
    state.points[points] |= bit(cell)
    attacked = ahead(options, bit(cell), points, SMALL) & state.towers
    if attacked:
        judge(options, state, lowest(attacked))
    state.phase = TURN_OVER


@rule
def end_turn(options: Options, state: State) -> None:
    """The next seat that can act has its turn; the first that cannot ends the game when its turn comes again."""
    close_turn(state)
    while True:
        state.turns += 1
        state.turn = (int(state.turn) + 1) % int(options.seats)
        if state.ending == state.turn:
            end_play(options, state)
            return
        if can_act(options, state):
            return
        if state.ending == NO_SEAT:
            state.ending = state.turn


@rule
def close_turn(state: State) -> None:
    """Nothing of a turn is pending, nor of cards turned up."""
    state.phase = PLAYING
    state.tower, state.left = NOWHERE, 0
    state.asked, state.may_undo = NO_SEAT, 0
    state.turned, state.twos = 0, NONE
    for size in range(SIZES):
        state.withdrawn[size] = NONE


# End


@rule
def end_play(options: Options, state: State) -> None:
    """Turn up the cards, if there are any, then count."""
    if cards_taken(options, state):
        state.phase = TURNING_UP
    else:
        score(options, state)


@rule
def turn_up(options: Options, state: State, worth_two: int) -> None:
    """A card is turned up; after the last one comes the count."""
    if worth_two:
        state.twos |= bit(int(state.turned))
    state.turned += 1
    if state.turned == cards_taken(options, state):
        score(options, state)
        close_turn(state)

"""Play a card in turn: the highest takes the trick, and most tricks win."""

from tablier.kit import (
    CHANCE,
    NOBODY,
    RUNNING,
    Array,
    BaseOptions,
    BaseState,
    Deck,
    Moves,
    cleared,
    counter,
    flag,
    next_turn,
    rule,
)

SEATS, HAND, RANKS, SUITS = 2, 5, 5, 4
DECK = Deck.french("TJQKA")
MOVES = Moves(deal=(DECK,), play=(DECK,), secret=("deal",))
deal, play = MOVES.codes
kind_of, part = MOVES.kind_of, MOVES.part
DEAL, PLAY = MOVES.kinds
CARDS = DECK.size
REASONS = ("most",)
MOST = 1


class State(BaseState):
    """The hands, the trick that lies on the table, and what was played before."""

    hands: Array = DECK.hands(HAND, SEATS)
    trick: Array = DECK.rows(1, SEATS)
    done: Array = DECK.pile(SEATS * HAND)
    tricks: Array = counter(HAND, seats=SEATS)
    dealing: int = flag()
    dealt: int = counter(HAND, shown=False)  # cards of the seat that is dealt to
    lying: int = counter(SEATS, shown=False)  # cards of the trick
    swept: int = counter(SEATS * HAND, shown=False)  # cards played before


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """The cards are dealt first."""
    clear(state)
    state.dealing = 1


@rule
def actor(options: BaseOptions, state: State) -> int:
    """The dealer, then the seat whose turn it is."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.dealing else int(state.turn)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """A card that nobody has is dealt; a card of one's own is played."""
    card = part(move, 0)
    if state.dealing:
        return kind_of(move) == DEAL and not is_held(state, card)
    return kind_of(move) == PLAY and place_of(state, int(state.turn), card) >= 0


@rule
def is_held(state: State, card: int) -> bool:
    """Whether a card is in a hand."""
    count = 0
    for seat in range(SEATS):
        count += place_of(state, seat, card) >= 0
    return count > 0


@rule
def place_of(state: State, seat: int, card: int) -> int:
    """Where in a hand a card is; -1 if it is not there."""
    for index in range(HAND):
        if state.hands[seat, index] == card:
            return index
    return -1


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """Any card that is left."""
    count = 0
    for card in range(1, CARDS + 1):
        if not is_held(state, card):
            out[count] = 1
            count += 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Deal a card, or play one."""
    if kind_of(move) == DEAL:
        take(options, state, part(move, 0))
    else:
        lay(options, state, part(move, 0))


@rule
def take(options: BaseOptions, state: State, card: int) -> None:
    """A card for the seat whose turn it is; once it has all, for the next one, until every seat has."""
    state.hands[state.turn, state.dealt] = card
    state.dealt += 1
    if state.dealt == HAND:
        state.dealt = 0
        state.turn = (int(state.turn) + 1) % int(options.seats)
        if state.turn == 0:
            state.dealing = 0


@rule
def lay(options: BaseOptions, state: State, card: int) -> None:
    """Play a card; the last one of a trick decides who takes it."""
    seat = int(state.turn)
    if state.lying == options.seats:
        sweep(options, state)
    state.hands[seat, place_of(state, seat, card)] = 0
    state.trick[seat, 0] = card
    state.lying += 1
    next_turn(options, state)
    if state.lying == options.seats:
        best = highest(options, state)
        state.tricks[best] += 1
        state.turn = best
        if state.swept + state.lying == HAND * int(options.seats):
            finish(options, state)


@rule
def sweep(options: BaseOptions, state: State) -> None:
    """Put the last trick away."""
    for seat in range(int(options.seats)):
        state.done[state.swept] = state.trick[seat, 0]
        state.trick[seat, 0] = 0
        state.swept += 1
    state.lying = 0


@rule
def strength(card: int) -> int:
    """How high a card is: by its rank, then by its suit."""
    return (card - 1) % RANKS * SUITS + (card - 1) // RANKS


@rule
def highest(options: BaseOptions, state: State) -> int:
    """The seat that takes the trick."""
    best = 0
    for seat in range(1, int(options.seats)):
        if strength(int(state.trick[seat, 0])) > strength(int(state.trick[best, 0])):
            best = seat
    return best


@rule
def finish(options: BaseOptions, state: State) -> None:
    """Whoever has most tricks wins, or shares the win."""
    most, winners = 0, 0
    for seat in range(int(options.seats)):
        most = max(most, int(state.tricks[seat]))
    for seat in range(int(options.seats)):
        if state.tricks[seat] == most:
            winners |= 1 << seat
    state.winners, state.reason = winners, MOST

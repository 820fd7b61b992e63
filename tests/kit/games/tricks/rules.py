"""Three cards each; in turn everybody plays one, and the highest rank at the end wins."""

from tablier.kit import CHANCE, NOBODY, RUNNING, Array, BaseOptions, BaseState, Deck, Moves, counter, rule, win

RANKS, SEATS, HAND = 5, 3, 3
DECK = Deck.french("TJQKA")
SIZE = DECK.size
MOVES = Moves(deal=(DECK,), play=(DECK,), secret=("deal",), named=("deal",))
deal, play = MOVES.codes
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("most",)
MOST = 1


class State(BaseState):
    """The hands, the pile and what was won."""

    hands: Array = DECK.hands(HAND, SEATS)
    pile: Array = DECK.pile(SEATS * HAND)
    points: Array = counter(RANKS * HAND, seats=SEATS)
    dealt: int = counter(SEATS * HAND, shown=False)
    played: int = counter(SEATS * HAND, shown=False)


@rule
def actor(options: BaseOptions, state: State) -> int:
    """First all cards are dealt."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.dealt < int(options.seats) * HAND else int(state.turn)


@rule
def is_held(state: State, card: int) -> bool:
    """Whether a card is in a hand."""
    for seat in range(SEATS):
        for place in range(HAND):
            if state.hands[seat, place] == card:
                return True
    return False


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """A card of the deck that nobody has, or one's own."""
    count = 0
    for card in range(1, SIZE + 1):
        if state.dealt < int(options.seats) * HAND:
            if not is_held(state, card):
                moves[count] = deal(card)
                count += 1
            continue
        for place in range(HAND):
            if state.hands[state.turn, place] == card:
                moves[count] = play(card)
                count += 1
    return count


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """Every card alike."""
    for place in range(SIZE - int(state.dealt)):
        out[place] = 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Deal or play a card."""
    seats, seat, card = int(options.seats), int(state.turn), part(move, 0)
    if kind_of(move) == 0:
        state.hands[seat, int(state.dealt) // seats] = card
        state.dealt += 1
    else:
        for place in range(HAND):
            if state.hands[seat, place] == card:
                state.hands[seat, place] = 0
        state.pile[state.played] = card
        state.points[seat] += (card - 1) % RANKS
        state.played += 1
        state.turns += 1
    state.turn = (seat + 1) % seats
    if state.played == seats * HAND:
        best = 0
        for other in range(1, seats):
            if state.points[other] > state.points[best]:
                best = other
        win(state, best, MOST)

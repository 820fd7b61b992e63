"""Two boards with hills under the pieces, and cards that are only named."""

from tablier.kit import (
    Among,
    Array,
    BaseOptions,
    BaseState,
    Deck,
    Moves,
    Rhombus,
    Squares,
    draw,
    next_turn,
    piece,
    pieces,
    rule,
)  # fmt: skip

ONE, TWO = Squares(3, 3), Rhombus(4, 4)
MOVES = Moves(small=(ONE,), large=(TWO, Among("rank", "scout", "sniper")), name=(Deck.french("KA"),))
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("limit",)
LIMIT, LONGEST = 1, 20


class State(BaseState):
    """The pieces on both boards, and the hills."""

    hills: Array = pieces(TWO, neutral=("hill",))
    one: Array = pieces(ONE)
    two: Array = pieces(TWO, "scout", "sniper")


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """Any empty cell, and any card."""
    if kind_of(move) == 0:
        return bool(state.one[part(move, 0)] == 0)
    return bool(kind_of(move) == 2 or state.two[part(move, 0)] == 0)


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Put a piece down, on the large board on a hill."""
    if kind_of(move) == 0:
        state.one[part(move, 0)] = int(state.turn) + 1
    elif kind_of(move) == 1:
        state.two[part(move, 0)] = piece(int(state.turn), part(move, 1))
        state.hills[part(move, 0)] = -1
    next_turn(options, state)
    if state.turns == LONGEST:
        draw(options, state, LIMIT)

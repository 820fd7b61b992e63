"""The rules of Minelfield, but that nobody enters a soldier while enough of them stand on the board.

So few pieces can never shut anybody in who could still have entered one: there is always a legal move.
"""

from tablier.core.compile import rule
from tablier.games.minelfield import rules as usual
from tablier.games.minelfield.board import OFF
from tablier.games.minelfield.rules import (  # noqa: F401
    MOST_MOVES,
    REASONS,
    State,
    actor,
    apply,
    list_steps,
    start,
    weights,
)

usual_moves = usual.legal_moves


@rule
def legal_moves(options, state, moves):
    """As usual, but no entries while there are soldiers enough."""
    if state.scatter == OFF and state.pieces[state.turn, options.soldiers] != OFF:
        return list_steps(options, state, moves)
    return usual_moves(options, state, moves)

"""The search where a network judges: positions at its edge are not played out, or not far, but foreseen.

It is a kernel of its own, so that games without a network neither compile nor depend on what a network sees.
"""

from typing import Any

from tablier.bots.network import foresee
from tablier.bots.nodes import credit
from tablier.bots.tree import descend
from tablier.core.compile import kernel
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, favour, legal_moves, returns, weights
from tablier.core.kernels import pick
from tablier.core.records import Array


@kernel
def play_on(
    options: Any, state: Any, plan: Any, network: Array, sight: Any, moves: Array, chances: Array, rng: Array,
    scores: Array,
) -> None:  # fmt: skip
    """Play so many decisions, let chance come to rest, and foresee the scores; at the end they are known."""
    played = 0
    who = actor(options, state)
    while who == CHANCE or (who != NOBODY and played < plan.judged_after):
        count = legal_moves(options, state, moves)
        if who == CHANCE:
            weights(options, state, chances)
        else:
            favour(options, state, moves, count, False, chances)
            played += 1
        apply(options, state, int(moves[pick(chances, count, rng)]))
        who = actor(options, state)
    if who == NOBODY:
        returns(options, state, scores)
    else:
        foresee(options, state, network, sight, scores)


@kernel
def judged_search(
    options: Any, roots: Any, states: Any, seat: int, plans: Any, tree: Any, desks: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array, scores: Array,
    network: Array, sight: Any, count: int,
) -> int:  # fmt: skip
    """So many simulations from what a seat knows, unless it is stopped; returns how many were made."""
    plan, desk = plans[0], desks[0]
    for number in range(count):
        if desk.stop:
            return number
        depth = descend(
            options, roots, states, seat, plan, tree, desk, overlooked,
            moves, chances, places, rng, path, movers, aside,
        )  # fmt: skip
        play_on(options[0], states[0], plan, network, sight, moves, chances, rng, scores)
        credit(options, tree, desk, path, movers, aside, scores, depth)
    return count

"""The search: a tree over what one seat can tell apart, grown by simulated games.

Every simulation fills in what the seat does not know (``redeal``), walks down the tree, adds a node and plays the game
out. At every node the seat that decides there prefers what has been good for itself; chance draws by weight. The others
decide by what they know: each weighs its moves apart for every secret it may have, and the tree goes on from the move,
which is all that is seen. Moves that are only sometimes legal, because of what is hidden, are compared by how often
they were available.
"""

from typing import Any

from tablier.bots.nodes import (
    ALL,
    NO_NODE,
    ROOT,
    add_child,
    all_tried,
    best_child,
    best_of_all,
    best_untried,
    clear_marks,
    credit,
    follow,
    has_room,
    highest,
    mark_children,
    with_secret,
)
from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import (
    actor,
    apply,
    evaluate,
    favour,
    legal_moves,
    redeal,
    returns,
    secret,
    seen,
    weights,
)
from tablier.core.kernels import pick
from tablier.core.random import below
from tablier.core.records import Array

DEEPEST = 512  # moves of one walk down the tree


@kernel
def choose_child(
    options: Any, state: Any, plan: Any, tree: Any, desk: Any, node: int, count: int,
    moves: Array, chances: Array, places: Array, rng: Array,
) -> int:  # fmt: skip
    """Where a seat goes from a node: to a new child while there is room, else to the most promising one."""
    mark_children(tree, node, places)
    chosen = best_child(plan, tree, moves, count, places)
    if chosen == NO_NODE or has_room(plan, tree[node]):
        added = try_new(options, state, plan, tree, desk, node, count, moves, chances, places, rng)
        chosen = added if added != NO_NODE else chosen
    clear_marks(tree, node, places)
    return chosen


@kernel
def try_new(
    options: Any, state: Any, plan: Any, tree: Any, desk: Any, node: int, count: int,
    moves: Array, chances: Array, places: Array, rng: Array,
) -> int:  # fmt: skip
    """A new child for the untried move that looks best; NO_NODE if there is none or the tree is full."""
    if all_tried(moves, count, places):
        tree[node].children = ALL if plan.open else tree[node].children
        return NO_NODE
    if plan.advised:
        favour(options, state, moves, count, True, chances)
    else:
        chances[:count] = 1
    fresh = best_untried(moves, count, places, chances, rng)
    added = add_child(tree, desk, node, int(moves[fresh]), float(chances[fresh]) / highest(chances, count))
    if added != NO_NODE:
        tree[added].available = 1
    return added


@kernel
def decide(
    options: Any, state: Any, plan: Any, tree: Any, desk: Any, node: int, number: int, count: int,
    moves: Array, chances: Array, places: Array, rng: Array, aside: Array, depth: int,
) -> int:  # fmt: skip
    """Where a seat goes from a node; if it has a secret it weighs its moves apart, and that is noted."""
    if number < 0:
        return choose_child(options, state, plan, tree, desk, node, count, moves, chances, places, rng)
    place = with_secret(tree, desk, node, number)
    if place == NO_NODE:
        return NO_NODE
    tree[place].visits += 1
    weighed = choose_child(options, state, plan, tree, desk, place, count, moves, chances, places, rng)
    if weighed == NO_NODE:
        return NO_NODE
    aside[depth] = weighed
    return follow(tree, desk, node, int(tree[weighed].move))


@kernel
def play_out(options: Any, state: Any, plan: Any, moves: Array, chances: Array, rng: Array, scores: Array) -> None:
    """Play to the end, or to the limit and judge; fills in the scores."""
    played = 0
    who = actor(options, state)
    while who != NOBODY:
        if plan.playout_limit and played >= plan.playout_limit:
            evaluate(options, state, scores)
            return
        count = legal_moves(options, state, moves)
        if who == CHANCE:
            weights(options, state, chances)
            index = pick(chances, count, rng)
        elif plan.advised_playouts:
            favour(options, state, moves, count, False, chances)
            index = pick(chances, count, rng)
        else:
            index = below(rng, count)
        apply(options, state, int(moves[index]))
        played += 1
        who = actor(options, state)
    returns(options, state, scores)


@rule
def noticed(moves: Array, count: int, overlooked: Array) -> int:
    """Drop the moves that are overlooked; returns how many are left."""
    left = 0
    for index in range(count):
        if not overlooked[moves[index]]:
            moves[left] = moves[index]
            left += 1
    return left


@kernel
def step(
    options: Any, state: Any, who: int, seat: int, plan: Any, tree: Any, desk: Any, node: int, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, aside: Array, depth: int,
) -> int:  # fmt: skip
    """Go on from a node to a child, which may be new; NO_NODE if the tree is full. The state is moved on too."""
    aside[depth] = NO_NODE
    if plan.open and who != CHANCE and not has_room(plan, tree[node]):
        child = best_of_all(plan, tree, node)
        apply(options, state, int(tree[child].move))
        return child
    count = legal_moves(options, state, moves)
    if node == ROOT:
        count = noticed(moves, count, overlooked)
    if who == CHANCE:
        weights(options, state, chances)
        move = int(moves[pick(chances, count, rng)])
        child = follow(tree, desk, node, seen(options, state, move, seat))
    elif who != seat and seen(options, state, int(moves[0]), seat) != moves[0]:
        move = int(moves[below(rng, count)])
        child = follow(tree, desk, node, seen(options, state, move, seat))
    else:
        number = secret(options, state, who) if plan.advised and who != seat else -1
        child = decide(options, state, plan, tree, desk, node, number, count, moves, chances, places, rng, aside, depth)
        move = int(tree[child].move)
    if child != NO_NODE:
        apply(options, state, move)
    return child


@kernel
def walk(
    options: Any, state: Any, seat: int, plan: Any, tree: Any, desk: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array,
) -> int:  # fmt: skip
    """Go down the tree until a new node or the end of the game; returns how many nodes below the root were passed."""
    node = ROOT
    for depth in range(DEEPEST):
        who = actor(options, state)
        if who == NOBODY:
            return depth
        node = step(
            options, state, who, seat, plan, tree, desk, node, overlooked,
            moves, chances, places, rng, aside, depth,
        )  # fmt: skip
        if node == NO_NODE:
            return depth
        path[depth], movers[depth] = node, who
        if tree[node].visits == 0:
            return depth + 1
    return DEEPEST


@kernel
def descend(
    options: Any, roots: Any, states: Any, seat: int, plan: Any, tree: Any, desk: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array,
) -> int:  # fmt: skip
    """Leave in ``states[0]`` where a playout begins: redealt, then walked to; returns how many nodes were passed."""
    states[0] = roots[0]
    redeal(options[0], states[0], seat, rng)
    return walk(
        options[0], states[0], seat, plan, tree, desk, overlooked, moves, chances, places, rng, path, movers, aside
    )


@kernel
def search(
    options: Any, roots: Any, states: Any, seat: int, plans: Any, tree: Any, desks: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array, scores: Array,
    count: int,
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
        play_out(options[0], states[0], plan, moves, chances, rng, scores)
        credit(options, tree, desk, path, movers, aside, scores, depth)
    return count

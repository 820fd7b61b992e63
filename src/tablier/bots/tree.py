"""The search: a tree over what one seat can tell apart, grown by simulated games.

Every simulation fills in what the seat does not know (``redeal``), walks down the tree, adds a node and plays the game
out. At every node the seat that decides there prefers what has been good for itself; chance draws by weight. The others
decide by what they know: each weighs its moves apart for every secret it may have, and the tree goes on from the move,
which is all that is seen. Moves that are only sometimes legal, because of what is hidden, are compared by how often
they were available.
"""

from typing import Any

import numpy as np

from tablier.bots.defaults import evaluate, favour, secret, seen
from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, legal_moves, redeal, returns, weights
from tablier.core.kernels import pick
from tablier.core.random import below
from tablier.core.records import Array, Record, f32, f64, i16, i32

ROOT = 0
NO_NODE = 0  # the root is nobody's child
DEEPEST = 512  # moves of one walk down the tree
CODES = 1 << 15


class Node(Record):
    """One thing that may happen, in the tree."""

    first: int = i32()  # its first child
    apart: int = i32()  # the first of the nodes at which a seat with a secret weighs its moves
    following: int = i32()  # the next child of its parent
    visits: int = i32()
    available: int = i32()  # how often it was legal when its parent was visited
    score: float = f32()  # sum of what its mover scored
    hope: float = f32()  # how it looked before it was tried, from 0 to 1
    move: int = i16()


class Plan(Record):
    """How to search."""

    explore: float = f64()  # weight of what has seldom been tried
    trust: float = f64()  # weight of how moves look at first
    width: float = f64()  # children of a node: this times the root of its visits; 0 for all at once
    least_width: float = f64()
    playout_limit: int = i32()  # decisions of a playout before it is judged; 0 for none
    advised: int = i32()  # whether the game's advice is asked for in the tree
    advised_playouts: int = i32()  # and in playouts


class Desk(Record):
    """Where a search keeps what it needs while it runs."""

    total: Array = f64(8)  # scores of all simulations, per seat
    used: int = i32()  # nodes
    stop: int = i32()


@rule
def child_of(tree: Any, node: int, move: int) -> int:
    """The child for a move, or NO_NODE."""
    child = int(tree[node].first)
    while child != NO_NODE and tree[child].move != move:
        child = int(tree[child].following)
    return child


@rule
def add_child(tree: Any, desk: Any, node: int, move: int, hope: float) -> int:
    """A new child, or NO_NODE if the tree is full."""
    child = int(desk.used)
    if child >= tree.size:
        return NO_NODE
    desk.used = child + 1
    tree[child].first = tree[child].apart = NO_NODE
    tree[child].following = tree[node].first
    tree[child].visits = tree[child].available = 0
    tree[child].score = 0.0
    tree[child].hope = hope
    tree[child].move = move
    tree[node].first = child
    return child


@rule
def promise(plan: Any, child: Any, logarithm: float) -> float:
    """How much a child is worth trying: what it has scored, how seldom it was tried, how it looked."""
    visits = float(child.visits)
    return float(
        float(child.score) / visits
        + plan.explore * np.sqrt(logarithm / visits)
        + plan.trust * float(child.hope) / (1.0 + visits)
    )


@rule
def room(plan: Any, visits: int) -> int:
    """How many children a node may have."""
    if plan.width == 0.0:
        return CODES
    return int(plan.least_width + plan.width * np.sqrt(float(visits)))


@rule
def mark_children(tree: Any, node: int, places: Array) -> int:
    """Note under each move's code which child it has; returns how many children there are."""
    count = 0
    child = int(tree[node].first)
    while child != NO_NODE:
        places[tree[child].move] = child
        count += 1
        child = int(tree[child].following)
    return count


@rule
def clear_marks(tree: Any, node: int, places: Array) -> None:
    """Take those notes away again."""
    child = int(tree[node].first)
    while child != NO_NODE:
        places[tree[child].move] = NO_NODE
        child = int(tree[child].following)


@rule
def best_child(plan: Any, tree: Any, moves: Array, count: int, places: Array) -> int:
    """Of the children that are legal now the most promising, all counted as available; NO_NODE if there is none."""
    available = 0
    for index in range(count):
        child = int(places[moves[index]])
        if child != NO_NODE:
            tree[child].available += 1
            available = max(available, int(tree[child].available))
    chosen, best = NO_NODE, -1.0
    for index in range(count):
        child = int(places[moves[index]])
        if child != NO_NODE:
            value = promise(plan, tree[child], np.log(float(tree[child].available) + 1.0))
            if value > best:
                chosen, best = child, value
    return chosen


@rule
def best_untried(moves: Array, count: int, places: Array, chances: Array, rng: Array) -> int:
    """The index of the move that looks best of those without a child, drawn among equals; -1 if all have one."""
    chosen, best, equals = -1, -1, 0
    for index in range(count):
        if places[moves[index]] != NO_NODE:
            continue
        if chances[index] > best:
            chosen, best, equals = index, int(chances[index]), 1
        elif chances[index] == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = index
    return chosen


@rule
def highest(chances: Array, count: int) -> int:
    """The largest weight, at least 1."""
    most = 1
    for index in range(count):
        most = max(most, int(chances[index]))
    return most


@kernel
def choose_child(
    options: Any, state: Any, plan: Any, tree: Any, desk: Any, node: int, count: int,
    moves: Array, chances: Array, places: Array, rng: Array,
) -> int:  # fmt: skip
    """Where a seat goes from a node: to a new child while there is room, else to the most promising one."""
    children = mark_children(tree, node, places)
    chosen = best_child(plan, tree, moves, count, places)
    if chosen == NO_NODE or children < room(plan, int(tree[node].visits)):
        if plan.advised:
            favour(options, state, moves, count, True, chances)
        else:
            for index in range(count):
                chances[index] = 1
        fresh = best_untried(moves, count, places, chances, rng)
        if fresh >= 0:
            hope = float(chances[fresh]) / highest(chances, count)
            added = add_child(tree, desk, node, int(moves[fresh]), hope)
            if added != NO_NODE:
                tree[added].available = 1
                clear_marks(tree, node, places)
                return added
    clear_marks(tree, node, places)
    return chosen


@rule
def follow(tree: Any, desk: Any, node: int, move: int) -> int:
    """The child for something that nobody chooses, made if it is new; NO_NODE if the tree is full."""
    child = child_of(tree, node, move)
    return child if child != NO_NODE else add_child(tree, desk, node, move, 0.0)


@rule
def with_secret(tree: Any, desk: Any, node: int, number: int) -> int:
    """The node at which a seat with a secret weighs its moves, made if it is new; NO_NODE if the tree is full."""
    place = int(tree[node].apart)
    while place != NO_NODE and tree[place].move != number:
        place = int(tree[place].following)
    if place == NO_NODE:
        first = int(tree[node].first)
        place = add_child(tree, desk, node, number, 0.0)
        tree[node].first = first
        if place != NO_NODE:
            tree[place].following = tree[node].apart
            tree[node].apart = place
    return place


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
        aside[depth] = NO_NODE
        count = legal_moves(options, state, moves)
        if node == ROOT:
            count = noticed(moves, count, overlooked)
        if who == CHANCE:
            weights(options, state, chances)
            move = int(moves[pick(chances, count, rng)])
            child = follow(tree, desk, node, move)
        elif who != seat and seen(options, state, int(moves[0]), seat) != moves[0]:
            move = int(moves[below(rng, count)])
            child = follow(tree, desk, node, seen(options, state, move, seat))
        else:
            number = secret(options, state, who) if plan.advised and who != seat else -1
            child = decide(
                options, state, plan, tree, desk, node, number, count, moves, chances, places, rng, aside, depth
            )
            move = int(tree[child].move)
        if child == NO_NODE:
            return depth
        apply(options, state, move)
        path[depth], movers[depth] = child, who
        node = child
        if tree[child].visits == 0:
            return depth + 1
    return DEEPEST


@kernel
def search(
    options: Any, roots: Any, states: Any, seat: int, plans: Any, tree: Any, desks: Any, overlooked: Array,
    moves: Array, chances: Array, places: Array, rng: Array, path: Array, movers: Array, aside: Array, scores: Array,
    count: int,
) -> int:  # fmt: skip
    """So many simulations from what a seat knows, unless it is stopped; returns how many were made."""
    plan, desk, state = plans[0], desks[0], states[0]
    for number in range(count):
        if desk.stop:
            return number
        states[0] = roots[0]
        redeal(options[0], state, seat, rng)
        depth = walk(
            options[0], state, seat, plan, tree, desk, overlooked, moves, chances, places, rng, path, movers, aside
        )
        play_out(options[0], state, plan, moves, chances, rng, scores)
        tree[ROOT].visits += 1
        for other in range(int(options[0].seats)):
            desk.total[other] += scores[other]
        for step in range(depth):
            tree[path[step]].visits += 1
            if movers[step] >= 0:
                tree[path[step]].score += scores[movers[step]]
            if aside[step] != NO_NODE:
                tree[aside[step]].visits += 1
                tree[aside[step]].score += scores[movers[step]]
    return count
